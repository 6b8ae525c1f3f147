"""A proof by multiples of means as lines: each inequality that holds at every number, and what follows for the means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from verify.claims.nodes import ClaimError, from_json
from verify.claims.show import text
from verify.evidence.checker.certificate import Certificate
from verify.evidence.checker.duality import Means
from verify.evidence.checker.formula import Malformed, Refused, mentions
from verify.report.facts import Facts

UNSHOWN = "an inequality that is shown in the stored file"


def lines(content: Mapping[str, Any]) -> Facts:
    """The bounds of evidence of kind ``duality``, in order. ``content``: the whole certificate."""
    evidence = content["evidence"]
    try:
        means = Means(Certificate("", "", "", "", content["statement"], "duality", "PROVED", evidence))
    except (Refused, Malformed):
        return ()
    return (*_bounds(means, evidence["bounds"]), ("then", "means are linear and keep the order of functions, and what is left is about numbers, and is proved"))


def _bounds(means: Means, bounds: Any) -> Iterator[tuple[str, str]]:
    for k, one in enumerate(bounds, 1):
        parts = [] if one["constant"] == "0" and one["multipliers"] else [one["constant"]]
        parts += [means.functions[place] if factor == "1" else ["mul", factor, means.functions[place]] for place, factor in one["multipliers"]]
        side = parts[0] if len(parts) == 1 else ["add", *parts]
        try:
            told = str(text(from_json(["compare", means.functions[one["of"]], ["word", one["relation"]], side]))) + f" at every number of {'a half line that holds the support' if one['wide'] else 'the support'}"
        except ClaimError:
            told = UNSHOWN
        yield f"bound {k}" if len(bounds) > 1 else "bound", told
    used = [means.functions[place] for one in bounds for place in (one["of"], *(place for place, _ in one["multipliers"]))]
    named = set().union(*map(mentions, [*used, *(f for one in bounds for f in (one["constant"], *(factor for _, factor in one["multipliers"])))]))
    for unknown, function in zip(means.unknown, means.functions, strict=True):
        if mentions(unknown) <= named:
            yield f"with {text(from_json(unknown))}", f"the mean of {text(from_json(function))}"


__all__ = ["lines"]
