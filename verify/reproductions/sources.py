"""Which sources a reproduction rests on: the module that computes it with everything it imports from its own and from our packages."""

from __future__ import annotations

import ast
import hashlib
import importlib.util
from functools import lru_cache
from pathlib import Path

OURS = ("verify", "mechanisms", "theorems", "reproduce")


def sources_digest(module: str) -> str:
    """SHA-256 over names and contents of the sources that a module imports, directly or not."""
    total = hashlib.sha256()
    for name, path in sorted(closure(module).items()):
        total.update(name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def closure(module: str) -> dict[str, Path]:
    """Source file of each module that is reached by imports from ``module``, within its top-level package and ours."""
    packages = {module.partition(".")[0], *OURS}
    found: dict[str, Path] = {}
    waiting = [module]
    while waiting:
        name = waiting.pop()
        path = _source(name)
        if name in found or path is None or name.partition(".")[0] not in packages:
            continue
        found[name] = path
        waiting += imported(path, name)
    return found


@lru_cache(maxsize=4096)
def _source(name: str) -> Path | None:
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError, AttributeError):
        return None
    return Path(spec.origin) if spec is not None and spec.origin is not None and spec.origin.endswith(".py") else None


@lru_cache(maxsize=4096)
def imported(path: Path, name: str) -> tuple[str, ...]:
    """Names that a source imports, absolute; a name that is imported from a package may be a module of it."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    names: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parent = ".".join(package.split(".")[: len(package.split(".")) - node.level + 1])
                base = f"{parent}.{base}".rstrip(".")
            names += [base, *(f"{base}.{alias.name}" for alias in node.names)]
    return tuple(dict.fromkeys(part for full in names for part in _prefixes(full)))


def _prefixes(name: str) -> list[str]:
    """A module with the packages that hold it, which are imported before it."""
    words = name.split(".")
    return [".".join(words[: k + 1]) for k in range(len(words))]
