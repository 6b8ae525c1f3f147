"""A small validator for the part of JSON Schema that our schemas use; an unknown keyword is an error, so that none is passed over."""

import re

IGNORED = {"$schema", "$id", "title", "description"}
TYPES = {"object": dict, "array": list, "string": str, "null": type(None), "boolean": bool, "integer": int, "number": (int, float)}


def problems(schema, value, where="$"):
    """Every place where a value does not fit."""
    found = []
    for keyword, wanted in schema.items():
        if keyword not in IGNORED:
            found += [f"{where}: {text}" if text[0] != "$" else text for text in RULES[keyword](wanted, value, where, schema)]
    return found


def _is(name, value):
    return isinstance(value, TYPES[name]) and not (isinstance(value, bool) and name in ("integer", "number"))


def _type(wanted, value, where, schema):
    names = wanted if isinstance(wanted, list) else [wanted]
    return [] if any(_is(name, value) for name in names) else [f"must be {wanted}, got {value!r:.60}"]


def _additional(wanted, value, where, schema):
    rest = {k: v for k, v in value.items() if k not in schema.get("properties", {})} if isinstance(value, dict) else {}
    if wanted is False:
        return [f"{key} is not known" for key in rest]
    return [text for key, entry in rest.items() for text in problems(wanted, entry, f"{where}.{key}")]


def _any_of(wanted, value, where, schema):
    tried = [problems(one, value, where) for one in wanted]
    return [] if any(not found for found in tried) else min(tried, key=len)


RULES = {
    "type": _type,
    "const": lambda wanted, value, where, schema: [] if value == wanted else [f"must be {wanted!r}, got {value!r:.60}"],
    "enum": lambda wanted, value, where, schema: [] if value in wanted else [f"must be one of {wanted}, got {value!r:.60}"],
    "pattern": lambda wanted, value, where, schema: [] if not isinstance(value, str) or re.search(wanted, value) else [f"must match {wanted}, got {value!r:.60}"],
    "minimum": lambda wanted, value, where, schema: [] if not isinstance(value, int | float) or value >= wanted else [f"must be at least {wanted}, got {value}"],
    "required": lambda wanted, value, where, schema: [f"{key} is missing" for key in wanted if isinstance(value, dict) and key not in value],
    "properties": lambda wanted, value, where, schema: [
        text for key, one in wanted.items() if isinstance(value, dict) and key in value for text in problems(one, value[key], f"{where}.{key}")],
    "items": lambda wanted, value, where, schema: [
        text for k, entry in enumerate(value if isinstance(value, list) else []) for text in problems(wanted, entry, f"{where}[{k}]")],
    "additionalProperties": _additional,
    "anyOf": _any_of,
}
