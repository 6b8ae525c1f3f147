"""Proves statements whose hypotheses hold for nothing: what they claim is then true of every instance, because there is none, and the finding says so.

One lemma: no law on the line has a density that is even and does not fall on [0, oo). A density f that is positive at some t > 0 would be at least f(t) on
[t, oo), whose integral is infinite; so it would be 0 on (0, oo), by evenness on (-oo, 0) too, and its integral 0 and not 1. This holds for every version of the
density. A hypothesis without a value does not hold. Without evenness there are such laws: they live on (-oo, 0].

Evidence of kind ``vacuous``: ``{"law": name, "steps": [text, ...]}``; the checker reads the hypotheses again.
"""

from __future__ import annotations

from typing import Any

from verify.claims.nodes import Node
from verify.claims.sets import REALS, stated
from verify.engines.task import Finding, Status, Task, cannot

ENGINE = "symbolic"
LEMMA = ("no distribution on the line has a density that is even and does not fall on [0, oo): where it is positive at some t > 0 its integral over [t, oo) is infinite, and else its integral"
         " is 0")


def decide(task: Task) -> Finding:
    """Prove a statement about a law of which the hypotheses ask what no law has, or say why not."""
    for pattern, where in task.forall:
        if isinstance(pattern, Node) and _has_density(where):
            forms = {_form(hypothesis, pattern) for hypothesis in task.given}
            if {"even", "rising"} <= forms:
                name = str(pattern.args[0])
                return Finding(ENGINE, Status.PROVED, f"vacuous: no {name} satisfies the hypotheses, so nothing is claimed; {LEMMA}", "vacuous",
                               {"law": name, "steps": [LEMMA]}, {"domain": "whole", "share": 1.0})
    return cannot(ENGINE, "the hypotheses are not shown to be contradictory")


def _has_density(where: Node) -> bool:
    """Whether a set holds laws on the line that all have densities."""
    where = stated(where)
    if where.head != "laws" or not isinstance(where.args[0], Node):
        return False
    return where.args[0].head == "euclid" and where.args[0].args[0] == Node("num", "1") and where.args[2] == Node("word_", "density")


def _form(hypothesis: Node, law: Node) -> str:
    """What a hypothesis says of the density of a law; nothing where it says something else."""
    if hypothesis.head != "forall":
        return ""
    over: Any = hypothesis.args[0]
    body: Any = hypothesis.args[1]
    names = [entry[0] for entry in over]
    ranges = [stated(entry[1]) for entry in over]
    if body.head != "compare" or law in names or len(set(names)) != len(names):
        return ""
    left, relation, right = body.args
    if [name.head for name in names if isinstance(name, Node)] != ["var"] * len(names):
        return ""
    if len(names) == 1 and ranges[0] == REALS and relation == "==":
        sides = [Node("density", law, names[0]), Node("density", law, -names[0])]
        return "even" if sides in ([left, right], [right, left]) else ""
    if len(names) == 2 and all(where.head == "interval" and where.args[1] == Node("num", "oo") for where in ranges):
        lows = [where.args[0] for where in ranges]
        sides = [Node("density", law, name) for name in names]
        rises = (relation == "<=" and sides == [left, right]) or (relation == ">=" and sides == [right, left])
        return "rising" if lows == [Node("num", "0"), names[0]] and rises else ""
    return ""


__all__ = ["decide"]
