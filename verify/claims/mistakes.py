"""What is wrong in a file with claims: the line, and the name that may have been meant."""

from __future__ import annotations

import builtins
import difflib
import importlib
import inspect
import linecache
import os
import pkgutil
import re
import traceback
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import ModuleType

from verify.claims.nodes import ClaimError
from verify.claims.typed import shortened

IMPORTED = ("verify.claims", "verify.quantities")
"""Whose names a file may have forgotten to import."""
SHORTEST = 3
"""Letters of a name that may be a part of the one that is meant."""
_FROM = re.compile(r"cannot import name '(\w+)' from '([\w.]+)'")


def mistake(error: BaseException, root: Path) -> str:
    """``file:line: what is wrong; did you mean ...?`` for an error that was met while a file, or the files below a folder, were read. Files are named as ``root`` is."""
    if isinstance(error, SyntaxError):
        return f"{_named(error.filename or '', root)}:{error.lineno}: {error.msg}" + (f", in {error.text.strip()!r}" if error.text else "")
    frames = [frame for frame in traceback.walk_tb(error.__traceback__) if _below(frame[0].f_code.co_filename, root)]
    place = f"{_named(frames[-1][0].f_code.co_filename, root)}:{frames[-1][1]}: " if frames else f"{root}: "
    words = " ".join(str(error).split())
    if isinstance(error, ClaimError):
        return words if words.startswith((place, f"{root}:")) else place + words
    if isinstance(error, NameError) and error.name:
        known = [*frames[-1][0].f_globals, *frames[-1][0].f_locals, *dir(builtins)] if frames else []
        return f"{place}{error.name} is not defined; {USUAL.get(error.name) or _to_import(error.name) or _meant(error.name, known) or _offered(error.name) or 'define or import it'}"
    if isinstance(error, ModuleNotFoundError) and error.name:
        return f"{place}there is no module {error.name}; {_meant(error.name, _modules(error.name)) or 'install it, or correct its name'}"
    if isinstance(error, ImportError) and (found := _FROM.search(words)):
        return f"{place}{found[2]} has no {found[1]}; {_meant(found[1], dir(importlib.import_module(found[2]))) or 'correct the name'}"
    if isinstance(error, AttributeError) and error.name:
        return f"{place}{words}; {_meant(error.name, dir(error.obj)) or 'correct the name'}"
    instead = _instead(words, _written(error, root)) if isinstance(error, TypeError) else ""
    return f"{place}{instead}" if instead else f"{place}{type(error).__name__}: {words}; correct it"


def _written(error: BaseException, root: Path) -> str:
    """What stands in the user's file where an error was met: the part of the line that was evaluated, where it is on one line."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if _below(frame.filename, root)]
    if not frames or frames[-1].lineno is None or frames[-1].lineno != frames[-1].end_lineno:
        return ""
    last = frames[-1]
    whole = linecache.getline(last.filename, frames[-1].lineno).encode()  # columns are counted in bytes
    return whole[last.colno:last.end_colno].decode(errors="replace").strip()


def _instead(words: str, written: str) -> str:
    """What to write where Python's own operators and functions were used on formulas; empty where that is not the matter."""
    if (missing := re.match(r"(\w+)\(\) missing \d+ required .*?arguments?: (.*)", words)) is not None:
        return _missing(missing[1], re.findall(r"'(\w+)'", missing[2]))
    if (unknown := re.match(r"(\w+)\(\) got an unexpected keyword argument '(\w+)'", words)) is not None:
        return _unexpected(unknown[1], unknown[2])
    if "Node" not in words:
        return ""
    said = f", got {shortened(written)}" if written else ""
    if (called := re.match(r"(?:builtins\.)?(\w+)\(", written)) is not None and (other := FUNCTIONS.get(called[1])):
        return f"{called[1]} of Python does not take formulas{said}; {other}"
    if (found := re.search(r"'(<=|>=|<|>)' not supported", words)) is not None:
        return f'a comparison of formulas is written Compare(a, "{found[1]}", b){said}' + ("" if written else "; the larger and the smaller of two are Max(a, b) and Min(a, b)")
    if (found := re.search(r"unsupported operand type\(s\) for (\S+?):", words)) is not None and (other := OPERATORS.get(found[1])):
        return f"{found[1]} is no operation on formulas{said}; {other}"
    if "cannot be interpreted as an integer" in words:
        return f"{RANGE}{said}"
    return NUMBER + said if "must be real number" in words else ""


def _missing(name: str, arguments: Sequence[str]) -> str:
    """Which arguments a function of the language needs and what they are, by its description; empty where it is none of these."""
    place = next((place for place in IMPORTED if name in importlib.import_module(place).__all__), "")
    if not place or not arguments:
        return ""
    lines = [line.strip() for line in (inspect.getdoc(getattr(importlib.import_module(place), name)) or "").splitlines()]
    told = [f"{one}: {lines[lines.index(one) + 1].split(': ')[0].split('. ')[0]}" for one in arguments if one in lines[:-1]]
    example = re.search(rf"``({name}\(.+?\))``", inspect.getdoc(getattr(importlib.import_module(place), name)) or "")
    return f"{name} needs {' and '.join(arguments)}" + (f"; {'; '.join(told)}" if told else f"; for example {example[1]}" if example else "")


def _unexpected(name: str, argument: str) -> str:
    """The argument of a function of the language that may have been meant, and all that it has; empty where it is none of these."""
    place = next((place for place in IMPORTED if name in importlib.import_module(place).__all__), "")
    if not place:
        return ""
    taken = list(inspect.signature(getattr(importlib.import_module(place), name)).parameters)
    parts = [one for one in taken if one in argument.split("_")] or difflib.get_close_matches(argument, taken, 1, 0.6)
    return f"{name} has no {argument}; " + (f"did you mean {parts[0]}? " if parts else "") + f"it has {', '.join(taken)}"


USUAL = {**dict.fromkeys(("R", "RR", "Real", "Reals", "real", "reals"), "all of R is REALS"), **dict.fromkeys(("NN", "Naturals", "naturals"), "the integers from 1 are integers(1)"),
         **dict.fromkeys(("ZZ", "Integers"), "all integers are integers(-oo)"), **dict.fromkeys(("inf", "infty", "infinity"), "infinity is oo"),
         **dict.fromkeys(("Gaussian", "gaussian", "N01"), "a normal distribution is Normal(mean, scale=...) of mechanisms"), "Var": "the variance is variance(P) of verify.quantities"}
"""What the usual names of sets and distributions are called here."""
FUNCTIONS = {"max": "write Max(a, b)", "min": "write Min(a, b)", "range": "write integers(1, n), which has both its ends, or upto(n)", "float": "write it without float", "int": "write floor(x)",
             "math.sqrt": "write sqrt(x) of verify.claims", "round": "write floor(x + number(\"1/2\"))", "sorted": "write order_statistic(x, k)"}
"""What to write in the place of functions of Python."""
OPERATORS = {"^": "write ** for a power", "&": "write All(a, b) for propositions", "|": "write Any_(a, b) for propositions", "@": "write dot(x, y, d)", "%": "write x - n*floor(x/n)"}
"""What to write in the place of operators of Python."""
RANGE = "a formula stands where Python needs an integer; for a range write integers(1, n), which has both its ends, or upto(n)"
NUMBER = "a formula stands where Python needs a number; use the functions of verify.claims, such as sqrt, exp and log"


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
    for fits in (lambda one: one.startswith(f"{name.lower()}_"), lambda one: f"_{name.lower()}" in one):
        for place in IMPORTED:
            if longer := [one for one in importlib.import_module(place).__all__ if fits(one.lower()) and len(name) >= SHORTEST]:
                return f"did you mean {' or '.join(longer[:3])} of {place}?"
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
