"""How evidence of each kind is checked: one table, so that a proof of one kind may rest on a proof of another."""

from __future__ import annotations

from collections.abc import Callable

from verify.evidence.checker import fields
from verify.evidence.checker.certificate import Certificate
from verify.evidence.checker.evaluate import Evaluator

KINDS: dict[str, Callable[[Certificate, Evaluator], set[str]]] = {}
"""Each kind's check; it raises Malformed, Refused, Undecided or NoValue, or gives what was taken on trust. Filled by :mod:`verify.evidence.checker.check`."""


def confirm(c: Certificate, e: Evaluator) -> set[str]:
    """What is taken on trust where the evidence and its stored fields are confirmed."""
    trusted = KINDS[c.kind](c, e)
    fields.check(c, e)
    return trusted
