"""Papers: found by entry point, imported when asked for, compared with their ledger."""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import pkgutil
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import entry_points
from types import ModuleType

from verify.claims.claim import Claim, Variant
from verify.claims.ledger import Item, Ledger, compare
from verify.claims.nodes import ClaimError
from verify.claims.validate import validate

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
    """A paper that cannot be loaded, with the last line of its traceback."""

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
    found: dict[str, list[Claim]] = {}
    modules = [module]
    for info in pkgutil.walk_packages(getattr(module, "__path__", []), module.__name__ + "."):
        modules.append(importlib.import_module(info.name))
    seen: set[int] = set()
    for source in modules:
        declared = [getattr(source, "CLAIM", None), *getattr(source, "CLAIMS", ())]
        for claim in declared:
            if isinstance(claim, Claim) and id(claim) not in seen:
                seen.add(id(claim))
                found.setdefault(claim.id, []).append(claim)
    for name, claims in found.items():
        if name not in ledger.index:
            near = difflib.get_close_matches(name, ledger.index, 3)
            raise ClaimError(f"{name}: declared in {claims[0].where[0]} but not in the ledger; add a line" + (f" (near: {', '.join(near)})" if near else ""))
        parts: dict[str, Claim] = {}
        for claim in claims:
            if claim.part in parts:
                raise ClaimError(f"{name}: declared twice, in {parts[claim.part].where[0]} and {claim.where[0]}; give one of them another part")
            parts[claim.part] = claim
            validate(claim)
        compare(ledger.index[name], claims)
    return Paper(ledger, {name: tuple(found[name]) for name in sorted(found)})


def load_installed(only: set[str] | None = None) -> tuple[dict[str, Paper], list[Broken]]:
    """All installed papers by their entry points; a broken one is named and skipped, the others go on."""
    papers: dict[str, Paper] = {}
    broken: list[Broken] = []
    for point in sorted(entry_points(group=GROUP), key=lambda p: p.name):
        if only is not None and point.name not in only:
            continue
        try:
            module = point.load()
            papers[point.name] = load(module)
        except Exception as error:  # a plug-in may fail in any way; it must not take the others with it
            last = traceback.format_exception_only(type(error), error)[-1].strip()
            broken.append(Broken(point.name, last))
    return papers, broken


def installed_names() -> list[str]:
    """Names of the installed papers, without importing them."""
    return sorted(point.name for point in entry_points(group=GROUP))
