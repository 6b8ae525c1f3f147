"""Whether stored data has the form of its schema: the part of JSON Schema that our schemas use. An unknown keyword is an error, so that none is passed over."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from verify.claims.typed import shortened

Schema = Mapping[str, Any]
_IGNORED = {"$schema", "$id", "title", "description"}
_TYPES: dict[str, Any] = {"object": dict, "array": list, "string": str, "null": type(None), "boolean": bool, "integer": int, "number": (int, float)}


def problem(name: str, data: Any, *, structure: bool = False) -> str | None:
    """The first place where data does not have the form of a schema of ours, in words such as ``results[3].findings must be array, got 1.5``; None where it has.

    What is missing is no problem here: readers say for themselves what they need. With ``structure`` only lists and objects count, for readers that show anything else as it is.
    """
    try:
        found = problems(_schema(name, structure), data, "")
    except RecursionError:
        return "it is nested too deeply"
    return found[0] if found else None


def fits(name: str, data: Any) -> bool:
    """Whether data has the form of a schema of ours, with all that it requires. Raises RecursionError for data that is nested too deeply."""
    return not problems(_read(name), data, "")


def _read(name: str) -> Any:
    return json.loads(files("verify.schemas").joinpath(f"{name}.schema.json").read_text(encoding="utf-8"))


@cache
def _schema(name: str, structure: bool) -> Any:
    return _kept(_read(name), structure)


def _kept(schema: Schema, structure: bool) -> Schema:
    """A schema without what it requires to be there; with ``structure`` only its lists and objects."""
    found: dict[str, Any] = {}
    for keyword, wanted in schema.items():
        if keyword == "properties":
            found[keyword] = {key: _kept(one, structure) for key, one in wanted.items()}
        elif keyword in ("items", "additionalProperties") and isinstance(wanted, dict):
            found[keyword] = _kept(wanted, structure)
        elif keyword == "anyOf" and not structure:
            found[keyword] = [_kept(one, structure) for one in wanted]
        elif keyword == "type" and structure:
            if wanted in ("object", "array"):
                found[keyword] = wanted
        elif keyword != "required" and not structure:
            found[keyword] = wanted
    return found


def problems(schema: Schema, value: Any, where: str = "$") -> list[str]:
    """Every place where a value does not fit."""
    found: list[str] = []
    for keyword, wanted in schema.items():
        if keyword not in _IGNORED:
            found += _RULES[keyword](wanted, value, where, schema)
    return found


def _said(where: str, words: str) -> list[str]:
    return [f"{where.lstrip('.') or 'it'} {words}"]


def _got(value: Any) -> str:
    return f"got {shortened(f'{value!r:.200}', 60)}" if not isinstance(value, dict | list) else f"got {'an object' if isinstance(value, dict) else 'an array'}"


def _is(name: str, value: Any) -> bool:
    if (isinstance(value, bool) and name in ("integer", "number")) or (isinstance(value, float) and not math.isfinite(value)):
        return False
    return isinstance(value, _TYPES[name])


def _typed(wanted: Any, value: Any) -> bool:
    return any(_is(name, value) for name in (wanted if isinstance(wanted, list) else [wanted]))


def _type(wanted: Any, value: Any, where: str, schema: Schema) -> list[str]:
    if not _typed(wanted, value):
        names = wanted if isinstance(wanted, list) else [wanted]
        return _said(where, f"must be {' or '.join(names)}, {_got(value)}")
    if isinstance(value, str) and not value.isascii():
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            return _said(where, f"must be text, {_got(value)}")
    return []


def _additional(wanted: Any, value: Any, where: str, schema: Schema) -> list[str]:
    rest = {k: v for k, v in value.items() if k not in schema.get("properties", {})} if isinstance(value, dict) else {}
    if wanted is False:
        return [text for key in rest for text in _said(where, f"must not have {shortened(key)}")]
    return [text for key, entry in rest.items() for text in problems(wanted, entry, f"{where}.{shortened(key)}")]


def _any_of(wanted: Any, value: Any, where: str, schema: Schema) -> list[str]:
    tried = []
    for one in [one for one in wanted if "type" not in one or _typed(one["type"], value)] or wanted:  # the others could only fail
        if not (found := problems(one, value, where)):
            return []
        tried.append(found)
    return min(tried, key=len)


def _properties(wanted: Any, value: Any, where: str, schema: Schema) -> list[str]:
    return [text for key, one in wanted.items() if isinstance(value, dict) and key in value for text in problems(one, value[key], f"{where}.{key}")]


_RULES: dict[str, Callable[[Any, Any, str, Schema], list[str]]] = {
    "type": _type,
    "const": lambda wanted, value, where, schema: [] if value == wanted else _said(where, f"must be {wanted!r}, {_got(value)}"),
    "enum": lambda wanted, value, where, schema: [] if value in wanted else _said(where, f"must be one of {', '.join(map(str, wanted))}, {_got(value)}"),
    "pattern": lambda wanted, value, where, schema: [] if not isinstance(value, str) or re.search(wanted, value) else _said(where, f"must match {wanted}, {_got(value)}"),
    "minimum": lambda wanted, value, where, schema: [] if not isinstance(value, int | float) or value >= wanted else _said(where, f"must be at least {wanted}, {_got(value)}"),
    "required": lambda wanted, value, where, schema: [text for key in wanted if isinstance(value, dict) and key not in value for text in _said(where, f"must have {key}")],
    "properties": _properties,
    "items": lambda wanted, value, where, schema: [
        text for k, entry in enumerate(value if isinstance(value, list) else []) for text in problems(wanted, entry, f"{where}[{k}]")],
    "additionalProperties": _additional,
    "anyOf": _any_of,
}

__all__ = ["fits", "problem", "problems"]
