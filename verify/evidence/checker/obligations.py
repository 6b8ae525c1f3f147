"""What is left to prove where a member, a reply or a witness was chosen: goals about finite numbers, each for all values of some names, and the proofs that are taken for them.

The profile of a Gaussian pair may be replaced by a smaller number, ``exp(-(x + 1)^2/2 - 1)`` with ``x = (eps + 1)/mu - mu/2``, where x >= 0 and mu > 0. Let L be the privacy
loss, N(mu^2/2, mu^2). ``delta = E (1 - exp(eps - L))_+ >= (1 - 1/e) P(L >= eps + 1) = (1 - 1/e) Phi(-x)``. Mills' ratio is more than ``2/(x + sqrt(x^2 + 4)) >=
1/(1 + x) >= exp(-x)`` (Birnbaum), so ``delta > (1 - 1/e) (2 pi)^(-1/2) exp(-x^2/2 - x)``, and ``(1 - 1/e) (2 pi)^(-1/2) > 1/4 > exp(-3/2)``.

It may be replaced by a larger number, ``exp(-x^2/2)/2`` with ``x = eps/mu - mu/2``, where x >= 0 and mu > 0: ``delta = Phi(-x) - e^eps Phi(-x - mu) < Phi(-x) <= exp(-x^2/2)/2``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from verify.evidence.checker.certificate import STATUSES, Certificate
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import BINDERS, MIRRORED, Malformed, Refused, argument, contains_head, head, mentions, names, rational, word
from verify.evidence.checker.kinds import confirm
from verify.evidence.checker.shown import Shown, above_0

PROOFS = ("identity", "boxes", "logic", "member")
INFINITE = ("oo", "-oo")
Over = list[tuple[Any, Any]]


def finite(where: Any, shown: Shown, known: set[str]) -> bool:
    """Whether a set holds finite numbers alone."""
    kind = head(where)
    if kind in ("one_of", "equals"):
        parts = where[1:] if kind == "one_of" else where[1:2]
        return all(mentions(part) <= known and part not in INFINITE and shown.defined(part) for part in parts)
    if kind not in ("interval", "integers"):
        return False
    for k, infinite in ((1, "-oo"), (2, "oo")):
        if where[k] == infinite:
            if kind == "interval" and word(where[k + 2]) != "open":
                return False
        elif where[k] in INFINITE or not mentions(where[k]) <= known or not shown.defined(where[k]):
            return False
    return True


def between_ends(value: Any, where: Any) -> list[Any]:
    """What must hold for a number to lie in an interval, or for an integer to lie in a range of them: nothing at an end that is infinite."""
    strict = [False, False] if head(where) == "integers" else [word(where[k]) == "open" for k in (3, 4)]
    low, high = where[1], where[2]
    above = [] if low == "-oo" else [["compare", low, ["word", "<" if strict[0] else "<="], value]]
    return above if high == "oo" else [*above, ["compare", value, ["word", "<" if strict[1] else "<="], high]]


def confirmed(c: Certificate, over: Over, goal: Any, proof: Any, e: Evaluator) -> set[str]:
    """What is trusted of the proof that a goal holds on a piece of the domain."""
    if proof == "evident":
        if not _evident(over, goal):
            raise Refused("a goal that is called evident is not")
        return set()
    if isinstance(proof, dict) and len(proof) == 1 and set(proof) <= {"tail", "bell"}:
        (way, parts), = proof.items()
        goals = _by_tail(over, goal) if way == "tail" else _by_bell(over, goal)
        if not isinstance(parts, list) or len(parts) != len(goals):
            raise Malformed(f"a proof by the {way} of a profile holds {len(goals)} proofs")
        return set().union(*(confirmed(c, over, one, other, e) for one, other in zip(goals, parts, strict=True)))
    if not isinstance(proof, dict) or set(proof) != {"kind", "evidence"} or proof["kind"] not in PROOFS or not isinstance(proof["evidence"], dict):
        raise Malformed(f"a proof is evident, by tail, by bell, or holds a kind ({', '.join(PROOFS)}) and its evidence")
    assert "PROVED" in STATUSES[proof["kind"]]
    body = c.under(goal)
    statement = body if not over else ["forall", ["()", *(["()", pattern, where] for pattern, where in over)], body]
    part = replace(c, statement=statement, kind=proof["kind"], evidence=proof["evidence"], status="PROVED")
    return confirm(part, e)


def _evident(over: Over, goal: Any) -> bool:
    """``a R b`` between two numbers, or 0 against what is seen to be positive."""
    if head(goal) != "compare" or word(argument(goal, 1)) not in ("<", "<="):
        return False
    low, high = argument(goal, 0), argument(goal, 2)
    if isinstance(low, str) and isinstance(high, str) and not {low, high} & set(INFINITE):
        a, b = rational(low), rational(high)
        return a < b or (a == b and word(goal[2]) == "<=")
    return low == "0" and Shown({name for pattern, where in over if above_0(where) for name in names(pattern)}, "").positive(high)


def _by_tail(over: Over, goal: Any) -> list[Any]:
    """Goals that are enough for ``t < profile(eps, mu)``."""
    small, large = _ordered(goal)
    epsilon, mu = _profile(over, large)
    x = ["add", ["mul", ["add", epsilon, "1"], ["pow", mu, "-1"]], ["mul", "-1/2", mu]]
    bell = ["exp", ["add", ["mul", "-1/2", ["pow", ["add", x, "1"], "2"]], "-1"]]
    return [["compare", "0", ["word", "<"], mu], ["compare", "0", ["word", "<="], x], ["compare", small, ["word", "<="], bell]]


def _by_bell(over: Over, goal: Any) -> list[Any]:
    """Goals that are enough for ``profile(eps, mu) < t``."""
    small, large = _ordered(goal)
    epsilon, mu = _profile(over, small)
    x = ["add", ["mul", epsilon, ["pow", mu, "-1"]], ["mul", "-1/2", mu]]
    bell = ["mul", "1/2", ["exp", ["mul", "-1/2", ["pow", x, "2"]]]]
    return [["compare", "0", ["word", "<"], mu], ["compare", "0", ["word", "<="], x], ["compare", bell, ["word", "<="], large]]


def _ordered(goal: Any) -> tuple[Any, Any]:
    """What is claimed to be smaller, and what to be larger."""
    if head(goal) != "compare":
        raise Refused("a bound of a profile needs a comparison")
    small, relation, large = argument(goal, 0), word(argument(goal, 1)), argument(goal, 2)
    if relation in (">=", ">"):
        small, relation, large = large, MIRRORED[relation], small
    if relation not in ("<=", "<"):
        raise Refused("a bound of a profile needs an inequality")
    return small, large


def _profile(over: Over, f: Any) -> tuple[Any, Any]:
    """The arguments of a Gaussian profile, which are finite numbers."""
    if head(f) != "gaussian_profile":
        raise Refused("a bound of a profile needs a comparison with a Gaussian profile")
    shown = Shown({name for pattern, where in over if above_0(where) for name in names(pattern)}, "")
    epsilon, mu = argument(f, 0), argument(f, 1)
    if not (shown.defined(epsilon) and shown.defined(mu)) or any(contains_head(part, kind) for part in (epsilon, mu) for kind in BINDERS):
        raise Refused("a profile at what is not known to be a finite number")
    return epsilon, mu


__all__ = ["INFINITE", "Over", "between_ends", "confirmed", "finite"]
