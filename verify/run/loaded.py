"""Procedures of a paper that was loaded from a file: another process finds their module by its name no more, and loads the file first."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Any

from verify.claims.claim import Variant
from verify.claims.nodes import heads, walk
from verify.claims.registry import load_file

Files = tuple[tuple[str, str], ...]
"""Modules with their files."""


def files_of(variants: Iterable[Variant]) -> Files:
    """Modules that were loaded from a file and hold procedures, with the file."""
    places = {name for variant in variants for name in procedures(variant)}
    found = {name: getattr(sys.modules.get(name), "__file__", None) for name in sorted(places)}
    return tuple((name, path) for name, path in found.items() if path and not _findable(name))


def procedures(variant: Variant) -> set[str]:
    """Modules whose procedures a statement is about."""
    if "outcome" not in heads(variant.formula):
        return set()
    return {str(node.args[0]).partition(":")[0] for node in walk(variant.formula) if node.head == "outcome"}


def call(files: Files, function: Callable[..., Any], *arguments: Any) -> Any:
    """A function in a process that may not have loaded the files."""
    for name, path in files:
        if name not in sys.modules:
            load_file(path)
    return function(*arguments)


def _findable(name: str) -> bool:
    """Whether a fresh process can import a module by its name."""
    return any(finder.find_spec(name.partition(".")[0], None) is not None for finder in sys.meta_path)


__all__ = ["Files", "call", "files_of", "procedures"]
