"""The four answers to a proposition, and the relations that decide a comparison."""

from __future__ import annotations

from typing import Any

TRUE, FALSE, NO_VALUE, UNDECIDED = "true", "false", "no value", "undecided"
RELATIONS = {"<=": {"<", "="}, "<": {"<"}, ">=": {">", "="}, ">": {">"}, "==": {"="}, "!=": {"<", ">"}}
Env = dict[str, Any]


def judge(possible: set[str], wanted: set[str]) -> str:
    return TRUE if possible <= wanted else UNDECIDED if possible & wanted else FALSE
