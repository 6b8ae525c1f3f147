"""Papers: found by entry point, imported when asked for, compared with their ledger."""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import pkgutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

from verify.claims.claim import Claim, Variant
from verify.claims.instances import misfit
from verify.claims.ledger import Item, Ledger, compare
from verify.claims.mistakes import mistake
from verify.claims.nodes import ClaimError, Node, pattern_names
from verify.claims.remembered import beside
from verify.claims.remembered import read as read_instances
from verify.claims.typed import shortened
from verify.claims.validate import validate
from verify.collecting import uncollected

GROUP = "claimcheck.papers"


@dataclass(frozen=True, slots=True)
class Paper:
    """A ledger with the claims that its modules declare."""

    ledger: Ledger
    claims: Mapping[str, tuple[Claim, ...]]

    def variants(self, id: str) -> list[Variant]:
        return [variant for claim in self.claims.get(id, ()) for variant in claim.variants()]

    def item(self, id: str) -> Item:
        return self.ledger.index[id]


@dataclass(frozen=True, slots=True)
class Broken:
    """A paper that cannot be loaded, with what is wrong, and where."""

    name: str
    message: str


def load(package: str | ModuleType) -> Paper:
    """Import a paper's package and all its modules and compare its claims with its ledger.

    Raises
    ------
    ClaimError
        A duplicate id (both files are named), a claim without a ledger line, a difference from the ledger, an impossible declaration.
    """
    module = importlib.import_module(package) if isinstance(package, str) else package
    ledger = getattr(module, "LEDGER", None)
    if not isinstance(ledger, Ledger):
        raise ClaimError(f"{module.__name__}: a paper exposes LEDGER = Ledger(...), got {type(ledger).__name__}")
    modules = [module]
    for info in pkgutil.walk_packages(getattr(module, "__path__", []), module.__name__ + "."):
        modules.append(importlib.import_module(info.name))
    found = _declared(modules)
    for name, claims in found.items():
        if name not in ledger.index:
            near = difflib.get_close_matches(name, ledger.index, 3)
            raise ClaimError(f"{name}: declared in {claims[0].where[0]} but not in the ledger; add a line" + (f" (near: {', '.join(near)})" if near else ""))
        parts: dict[str, Claim] = {}
        for claim in claims:
            if claim.part in parts:
                raise ClaimError(f"{name}: declared twice, in {parts[claim.part].where[0]} and {claim.where[0]}; give one of them another part")
            parts[claim.part] = claim
            _validated(claim)
        compare(ledger.index[name], claims)
    instances = read_instances(beside(module))
    if unknown := sorted(set(instances) - set(ledger.index)):
        raise ClaimError(f"{beside(module)}: holds instances of {', '.join(unknown)}, not in the ledger; remove them")
    for name, claims in found.items():
        _usable(beside(module), name, claims, instances.get(name, ()))
        for claim in claims:
            claim.remembered = instances.get(name, ())
    return Paper(ledger, {name: tuple(found[name]) for name in sorted(found)})


def _validated(claim: Claim) -> None:
    """Raise ClaimError, with file and line of the declaration, if a claim cannot be what it says."""
    try:
        validate(claim)
    except ClaimError as error:
        raise ClaimError(f"{claim.where[0]}:{claim.where[1]}: {error}") from None


def _usable(path: Path | None, id: str, claims: Sequence[Claim], instances: Sequence[Mapping[str, Node]]) -> None:
    """Refuse remembered instances that suit no claim of their id. What a claim's sets hold beyond their kind is for the evaluator to say."""
    sets: dict[str, list[Node]] = {}
    for claim in claims:
        for pattern, where in claim.forall:
            for name in pattern_names(pattern):
                sets.setdefault(name, []).append(where)
    for one in instances:
        for name, value in one.items():
            if name not in sets:
                raise ClaimError(f"{path}: {id}: an instance must be about names of the claim ({', '.join(sets)}), got {shortened(name)}; remove it")
            told = [misfit(value, where) for where in sets[name]]
            if told[0] is not None and None not in told:
                raise ClaimError(f"{path}: {id}: in an instance {name} {told[0]}; remove it")


def _declared(modules: Sequence[ModuleType]) -> dict[str, list[Claim]]:
    """The claims of modules by id, each once."""
    found: dict[str, list[Claim]] = {}
    seen: set[int] = set()
    for source in modules:
        declared = [getattr(source, "CLAIM", None), *getattr(source, "CLAIMS", ())]
        for claim in declared:
            if isinstance(claim, Claim) and id(claim) not in seen:
                seen.add(id(claim))
                found.setdefault(claim.id, []).append(claim)
    return found


def load_file(path: str | Path) -> tuple[Paper, str]:
    """The paper in a single file, or in a folder that is not installed, and a line for its user.

    A folder holds a package with a ledger, itself or one level below, or files with claims. What has no ledger is taken as it is: a ledger without scopes is made of its claims, and the line
    says so. Raises ClaimError with the file and the line of what is wrong.
    """
    path = Path(path)
    if not path.exists():
        raise ClaimError(f"{path}: no such file; name a Python file that declares CLAIM or CLAIMS, or 'claimcheck new-paper NAME' for a package")
    try:
        package = _package(path) if path.is_dir() else None
        if package is not None:
            return load(_imported(package)), ""
        files = [path] if path.is_file() else [one for one in sorted(path.glob("*.py")) if "Claim(" in one.read_text(encoding="utf-8", errors="replace")]
        return _of_modules(path, [_executed(one) for one in files])
    except Exception as error:  # a user's file may fail in any way
        raise ClaimError(mistake(error, path)) from None


def _of_modules(path: Path, modules: Sequence[ModuleType]) -> tuple[Paper, str]:
    """The paper that the modules of files declare."""
    found = _declared(modules)
    if not found:
        raise ClaimError("must declare CLAIM = Claim(...) or CLAIMS = (Claim(...), ...), got neither")
    ledgers = [module for module in modules if hasattr(module, "LEDGER")]
    if len(modules) == len(ledgers) == 1:
        return load(ledgers[0]), ""
    names = sorted({id.partition("/")[0] for id in found})
    if len(names) > 1:
        raise ClaimError(f"all ids of a file must begin with one name, got {', '.join(names)}; give each paper a file of its own")
    for claims in found.values():
        for claim in claims:
            _validated(claim)
    items = tuple(Item(id, claims[0].source.item, claims[0].source) for id, claims in found.items())
    return Paper(Ledger(names[0], path.name, str(path.name), items), {id: tuple(claims) for id, claims in found.items()}), \
        "has no LEDGER, so its domains are compared with nothing; 'claimcheck new-paper NAME' shows how to write one"


def _executed(path: Path) -> ModuleType:
    """The module in a file."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    before = sys.modules.get(path.stem)
    sys.modules[path.stem] = module  # dataclasses and pickles of the file look it up there
    try:
        spec.loader.exec_module(module)
    finally:
        if before is not None:
            sys.modules[path.stem] = before
    return module


def _package(folder: Path) -> Path | None:
    """The package with a ledger that a folder is, or holds one level below, or in ``src``; None where there is none. Raises ClaimError where there are several."""
    found = [init.parent for init in (folder / "__init__.py", *sorted(folder.glob("*/__init__.py")), *sorted(folder.glob("src/*/__init__.py")))
             if init.is_file() and "LEDGER" in init.read_text(encoding="utf-8", errors="replace")]
    if len(found) > 1 and found[0] != folder:
        raise ClaimError(f"must hold one package with a LEDGER, got {', '.join(one.name for one in found)}; name one of them")
    return found[0] if found else None


def _imported(package: Path) -> ModuleType:
    """A package that is not installed, from its folder. Other processes find it there too."""
    package = package.resolve()
    if str(package.parent) not in sys.path:
        sys.path.insert(0, str(package.parent))
    module = importlib.import_module(package.name)
    if package not in [Path(place).resolve() for place in getattr(module, "__path__", ())]:
        raise ClaimError(f"another module here is called {package.name}; choose another name for the package")
    return module


def _home(value: str) -> Path:
    """The folder of the top-level package that an entry point names; the working folder where it cannot be found."""
    spec = importlib.util.find_spec(value.partition(":")[0].partition(".")[0])
    return Path(next(iter(spec.submodule_search_locations))) if spec is not None and spec.submodule_search_locations else Path(spec.origin) if spec is not None and spec.origin else Path()


@uncollected(kept=True)
def load_installed(only: set[str] | None = None) -> tuple[dict[str, Paper], list[Broken]]:
    """All installed papers by their entry points; a broken one is named and skipped, the others go on."""
    papers: dict[str, Paper] = {}
    broken: list[Broken] = []
    for point in sorted(entry_points(group=GROUP), key=lambda p: p.name):
        if only is not None and point.name not in only:
            continue
        values = sorted({other.value for other in entry_points(group=GROUP, name=point.name)})
        if len(values) > 1:
            if point.name not in {entry.name for entry in broken}:
                broken.append(Broken(point.name, f"two installed packages have this name ({' and '.join(values)}); an id must belong to one paper, so uninstall one"))
            continue
        try:
            papers[point.name] = load(point.load())
            if papers[point.name].ledger.paper != point.name:
                raise ClaimError(f"its ids begin with {papers.pop(point.name).ledger.paper}/, the entry point is called {point.name}; use one name for both")
        except Exception as error:  # a plug-in may fail in any way; it must not take the others with it
            broken.append(Broken(point.name, mistake(error, _home(point.value))))
    return papers, broken


def modules(names: set[str]) -> dict[str, ModuleType]:
    """The packages of installed papers by name."""
    return {point.name: point.load() for point in entry_points(group=GROUP) if point.name in names}


def installed_names() -> list[str]:
    """Names of the installed papers, without importing them."""
    return sorted(point.name for point in entry_points(group=GROUP))
