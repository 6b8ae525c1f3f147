"""Modules that are imported when something of them is first asked for: what few statements need costs the others nothing at the start.

Declared at the head of a module, beside its imports, so that one sees what it may use; imports in the bodies of functions would hide it.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


class Late:
    """Stands for a module: its names are the module's, which is imported when the first of them is asked for."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # asked by pickle and by tools that look around: no reason to import anything
            raise AttributeError(name)
        found = getattr(import_module(self._name), name)
        self.__dict__[name] = found
        return found


def late(name: str) -> Any:
    """The module of this name, not yet imported."""
    return Late(name)


__all__ = ["late"]
