"""What is wrong in a file with claims: the line, and the name that may have been meant."""

from __future__ import annotations

import builtins
import difflib
import importlib
import os
import pkgutil
import re
import traceback
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

from verify.claims.nodes import ClaimError

IMPORTED = ("verify.claims", "verify.quantities")
"""Whose names a file may have forgotten to import."""
_FROM = re.compile(r"cannot import name '(\w+)' from '([\w.]+)'")


def mistake(error: BaseException, root: Path) -> str:
    """``file:line: what is wrong; did you mean ...?`` for an error that was met while a file, or the files below a folder, were read. Files are named as ``root`` is."""
    if isinstance(error, SyntaxError):
        return f"{_named(error.filename or '', root)}:{error.lineno}: {error.msg}" + (f", in {error.text.strip()!r}" if error.text else "")
    frames = [frame for frame in traceback.walk_tb(error.__traceback__) if _below(frame[0].f_code.co_filename, root)]
    place = f"{_named(frames[-1][0].f_code.co_filename, root)}:{frames[-1][1]}: " if frames else f"{root}: "
    words = " ".join(str(error).split())
    if isinstance(error, ClaimError):
        return words if words.startswith(place) else place + words
    if isinstance(error, NameError) and error.name:
        known = [*frames[-1][0].f_globals, *frames[-1][0].f_locals, *dir(builtins)] if frames else []
        return f"{place}{error.name} is not defined; {_to_import(error.name) or _meant(error.name, known) or _offered(error.name) or 'define or import it'}"
    if isinstance(error, ModuleNotFoundError) and error.name:
        return f"{place}there is no module {error.name}; {_meant(error.name, _modules(error.name)) or 'install it, or correct its name'}"
    if isinstance(error, ImportError) and (found := _FROM.search(words)):
        return f"{place}{found[2]} has no {found[1]}; {_meant(found[1], dir(importlib.import_module(found[2]))) or 'correct the name'}"
    if isinstance(error, AttributeError) and error.name:
        return f"{place}{words}; {_meant(error.name, dir(error.obj)) or 'correct the name'}"
    return f"{place}{type(error).__name__}: {words}; correct it"


def _meant(name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, sorted({one for one in known if not one.startswith("_")}), 1, 0.6)
    return f"did you mean {near[0]}?" if near else ""


def _to_import(name: str) -> str:
    place = next((place for place in IMPORTED if name in importlib.import_module(place).__all__), "")
    return f"import it: from {place} import {name}" if place else ""


def _offered(name: str) -> str:
    """The nearest name that can be imported, whatever its capital letters."""
    for place in IMPORTED:
        offered = {one.lower(): one for one in importlib.import_module(place).__all__}
        if near := difflib.get_close_matches(name.lower(), sorted(offered), 1, 0.6):
            return f"did you mean {offered[near[0]]} of {place}?"
    return ""


def _modules(name: str) -> list[str]:
    """Modules beside one that is not there; none where its package is not there either."""
    package, _, _ = name.rpartition(".")
    try:
        found: ModuleType | None = importlib.import_module(package) if package else None
    except ImportError:
        return []
    return [f"{package}.{info.name}" if package else info.name for info in pkgutil.iter_modules(getattr(found, "__path__", None))]


def _below(file: str, root: Path) -> bool:
    return Path(os.path.abspath(file)).is_relative_to(os.path.abspath(root))


def _named(file: str, root: Path) -> str:
    """A file below a folder, or the file itself, as the user has named it."""
    return str(root / os.path.relpath(file, root)) if _below(file, root) and root.is_dir() else str(root) if _below(file, root) else file


__all__ = ["mistake"]
