"""Statistical refutations: the bound of Clopper and Pearson is recomputed, and the draws are made again with NumPy.

Nobody may choose until chance refutes what is true. The generator starts at a number that follows from the statement's digest and the run's seed, a digit, and the sizes of samples
are few; both families are paid for (`CHOICES`). The instance is paid for by its length: one that takes k characters is tested at a level that is 256**k times smaller, and as there are
at most 128**k of them, the tests of all instances together err with probability at most beta (union bound). The names of the statement do not enter.

Draws that were made with NumPy are made again one by one. Draws of torch depend on its version and device: there a sample of our own, many times as large, must
refute the statement by itself at the same level, whatever was counted.
"""

from __future__ import annotations

import hashlib
import json
from fractions import Fraction
from typing import Any

import numpy as np
from flint import arb
from numpy.typing import NDArray

from verify.evidence.checker import laws, line_transport
from verify.evidence.checker import numbers as n
from verify.evidence.checker.certificate import Certificate, decimal
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import (
    Malformed,
    Refused,
    argument,
    entries,
    head,
    items,
    names,
    rational,
    same,
    validate,
    word,
)
from verify.evidence.checker.truth import FALSE, RELATIONS, TRUE, Env

SEEDS = 10
"""Seeds of runs whose draws may refute: 0 to 9."""
SIZES = (3_000, 4_000, 30_000, 40_000, 300_000, 400_000)
"""How many draws may be counted: those of the three efforts, less a quarter where an instance is chosen first."""
CHOICES = SEEDS * len(SIZES)
LONGEST = 400
"""Characters of an instance at which draws are counted."""
MOST_DRAWS = 20_000_000
LARGEST_ERROR = Fraction(1, 10**6)
ELSEWHERE = {"torch-cpu": "torch on a CPU", "cuda": "torch on a CUDA device"}
MORE = 16
"""How many times as large a sample of our own is: a refutation at level 1/10^6 then fails to be found again about once in 10^5."""
AT_ONCE = 1_000_000
Array = NDArray[Any]


def check(c: Certificate, e: Evaluator, env: Env) -> str:
    """Raises Refused unless the counted event, under its law, contradicts the statement at the instance ``env``. Returns what was trusted."""
    ev = c.evidence
    goal = c.goal
    if head(goal) != "compare" or head(argument(goal, 0)) != "prob" or len(entries(goal[1])) != 1:
        raise Refused("a statistical refutation needs a statement that compares the probability of one event")
    ((pattern, where),) = entries(goal[1])
    if head(pattern) != "var":
        raise Refused("draws are numbers, each with one name")
    for key in ("law", "event"):
        validate(ev.get(key))
    if not same(ev["law"], where) or not same(ev["event"], argument(goal[1], 1)):
        raise Refused("evidence.law and evidence.event must be those of the statement")
    stored = [ev.get(key) for key in ("seed", "draws", "count")]
    whole = [x for x in stored if isinstance(x, int) and not isinstance(x, bool) and x >= 0]
    if len(whole) != 3:
        raise Malformed("seed, draws and count must be whole numbers")
    seed, draws, count = whole
    if seed >= SEEDS or draws not in SIZES:
        raise Refused(f"draws refute with the run's seeds 0 to {SEEDS - 1} and samples of {', '.join(map(str, SIZES))}, got seed {str(seed)[:40]} and {str(draws)[:40]} draws")
    beta = rational(ev.get("beta"))
    if not 0 < beta <= LARGEST_ERROR:
        raise Malformed(f"beta must be positive and at most {LARGEST_ERROR}: with larger ones chance would refute what is true")
    level = level_of(beta, [ev["instance"][name] for name in c.names()])
    device = ev.get("device", "cpu")
    if device != "cpu" and device not in ELSEWHERE:
        raise Malformed(f"evidence.device must be cpu, {' or '.join(ELSEWHERE)}, got {str(device)[:40]}")
    own = draws if device == "cpu" else min(MOST_DRAWS, MORE * draws)
    found = recount(e, ev["law"], ev["event"], names(pattern)[0], env, start_of(c.digest, seed), own)
    if device == "cpu" and found != count:
        raise Refused(f"evidence.count is {count}, redrawn {found}")
    if count > draws:
        raise Refused(f"evidence.count is {count} of {draws} draws")
    relation = word(argument(goal, 1))
    if relation not in ("<=", "<", ">=", ">"):
        raise Refused("a statistical refutation needs an inequality")
    upward = relation in ("<=", "<")  # the probability must be larger than claimed: a lower bound is needed
    bound = _bound_of(ev, count, draws, level, upward)
    claimed = e.number(argument(goal, 2), env)
    if not n.relations(bound, claimed) <= {"<", ">", "="} - RELATIONS[relation] - {"="}:
        raise Refused("the bound does not contradict the statement")
    if device == "cpu":
        return f"the pseudo-random numbers of NumPy's PCG64; the refutation errs with probability at most {beta}"
    if not excludes(found, own, level, claimed, upward):
        raise Refused(f"{found} of {own} draws of our own do not contradict the statement; those of the file were made with {ELSEWHERE[device]}")
    return (
        f"the pseudo-random numbers of NumPy's PCG64, with which draws made with {ELSEWHERE[device]} were confirmed by others;"
        f" the refutation errs with probability at most {beta}"
    )


def _bound_of(ev: dict[str, Any], count: int, draws: int, level: Fraction, upward: bool) -> Fraction:
    """The stored bound. Raises Malformed or Refused unless it is that of Clopper and Pearson."""
    bound = decimal(ev.get("bound"))
    if not isinstance(bound, Fraction) or not 0 <= bound <= 1:
        raise Malformed("evidence.bound must be a probability")
    if not is_bound(count, draws, level, bound, upward):
        raise Refused(
            f"evidence.bound is {ev['bound']}, not the bound of Clopper and Pearson for {count} of {draws} at the level of this instance"
        )
    return bound


def start_of(digest: str, seed: int) -> int:
    """Where the generator starts: a number that follows from the statement and the run's seed."""
    return int.from_bytes(hashlib.sha256(f"{digest} {seed}".encode()).digest()[:8], "big")


def level_of(beta: Fraction, instance: list[Any]) -> Fraction:
    """The level of the test at one instance: the error ``beta`` shared out over seeds, sizes and all instances. Raises Malformed."""
    texts = [value if isinstance(value, str) else json.dumps(value, separators=(",", ":")) for value in instance]
    if any(" " in text or not text.isascii() for text in texts):
        raise Malformed("evidence.instance: a value at which draws are counted has no blanks and no letters beyond ASCII")
    length = len(" ".join(texts))
    if length > LONGEST:
        raise Refused(f"an instance of {length} characters: draws are counted at those of at most {LONGEST}")
    return beta / Fraction(CHOICES * 256**length)


def recount(e: Evaluator, law: Any, event: Any, name: str, env: Env, seed: int, draws: int) -> int:
    """How many draws of NumPy lie in the event. Raises Refused where that hangs on rounding."""
    generator = np.random.Generator(np.random.PCG64(seed))
    total = 0
    for start in range(0, draws, AT_ONCE):
        sample, reach = draw(e, law, env, generator, min(AT_ONCE, draws - start))
        if head(law) == "finite":
            total += _count_points(e, law, event, name, sample, env)
            continue
        surely, perhaps = holds(e, event, name, sample, env, reach)
        found, most = int(np.count_nonzero(surely)), int(np.count_nonzero(perhaps))
        if found != most:
            raise Refused(f"at {most - found} draws the event depends on rounding")
        total += found
    return total


def excludes(count: int, draws: int, beta: Fraction, claimed: n.Number, upward: bool) -> bool:
    """Whether a count excludes the claimed probability and all smaller ones (``upward``), or all larger ones, at the level ``beta``."""
    if count == (0 if upward else draws):
        return False
    x = n.ball(claimed).hi if upward else n.ball(claimed).lo
    if (x <= 0) if upward else (x >= 1):
        return True
    if not (0 < x < 1):
        return False
    a, b = (count, draws - count + 1) if upward else (count + 1, draws - count)
    with n.precision(128 + _bits(beta)):
        below = x.beta_lower(arb(a), arb(b), regularized=True)
        return bool(below < n.exact(beta)) if upward else bool(below > n.exact(1 - beta))


def is_bound(count: int, draws: int, beta: Fraction, bound: Fraction, lower: bool) -> bool:
    """Whether ``bound`` is the Clopper-Pearson bound to 12 digits: P(Bin(draws, lower bound) >= count) = beta."""
    if (lower and count == 0) or (not lower and count == draws):
        return bound == (0 if lower else 1)
    slack = bound / 10**12
    a, b = (count, draws - count + 1) if lower else (count + 1, draws - count)
    ends = [max(n.ZERO, bound - slack), min(n.ONE, bound + slack)]
    with n.precision(128 + _bits(beta)):
        level = n.exact(beta if lower else 1 - beta)
        values = [n.exact(x).beta_lower(arb(a), arb(b), regularized=True) for x in ends]
        return bool(values[0] <= level) and bool(values[1] >= level)


def _bits(beta: Fraction) -> int:
    """How many bits lie between 1 and a level."""
    return max(0, beta.denominator.bit_length() - beta.numerator.bit_length())


def draw(e: Evaluator, law: Any, env: Env, generator: np.random.Generator, size: int) -> tuple[Array, float]:
    """Draws by the generator's own methods, and the size of the parameters, whose last place a draw hangs on. A named law is used only if its pieces are
    those of its name.
    """
    if head(law) == "finite":
        value = e.law(law, env)
        if not all(isinstance(x, Fraction) for x in value.points):
            raise Refused("draws of points that are not numbers")
        points = np.array([float(x) for x in value.points])
        return generator.choice(points, size=size, p=[float(w) for _, w in value.weights]), 0.0
    if head(law) != "law":
        raise Refused(f"no draws of {head(law)}")
    kind = word(argument(law, 0))
    parameters = {
        word(pair[0]) if not isinstance(pair[0], str) else pair[0]: e.number(pair[1], env)
        for pair in map(items, items(argument(law, 1)))
    }
    line = laws.line(e.law(law, env))
    a, b = _parameters(kind, parameters)
    if not _is_named(line, kind, a, b):
        raise Refused(f"the pieces of the distribution are not those of {kind} with its parameters")
    first, second = _float(a), _float(b)
    reach = abs(first) + abs(second)
    if not np.isfinite(reach):
        raise Refused(f"no draws of {kind} with infinite parameters")
    if kind == "laplace":
        return generator.laplace(first, second, size), reach
    if kind == "normal":
        return generator.normal(first, second, size), reach
    return generator.uniform(first, second, size), reach


def _float(x: n.Number) -> float:
    return float(x) if isinstance(x, Fraction) else float(n.ball(x).lo)


NAMES = {"laplace": ("loc", "scale"), "normal": ("mean", "scale"), "uniform": ("low", "high")}


def _parameters(kind: str, parameters: dict[str, n.Number]) -> tuple[n.Number, n.Number]:
    if kind not in NAMES or set(parameters) != set(NAMES[kind]):
        raise Refused(f"no draws of a distribution of kind {kind[:40]} with parameters {', '.join(sorted(parameters))[:80]}")
    first, second = NAMES[kind]
    return parameters[first], parameters[second]


def _is_named(line: laws.Line, kind: str, a: n.Number, b: n.Number) -> bool:
    """Whether the pieces are those of the named law."""
    if kind == "normal":  # the mass of the piece is 1, so its shape decides
        pieces = [p for _, part in line.parts for p in part]
        variance = n.mul(b, b)
        return (
            len(pieces) == 1
            and n.is_point_infinite(pieces[0].lo) < 0 < n.is_point_infinite(pieces[0].hi)
            and n.relations(pieces[0].c1, n.div(a, variance)) == {"="}
            and n.relations(pieces[0].c2, n.inverse(n.mul(Fraction(-2), variance))) == {"="}
        )
    return line_transport.same(line, _named(kind, a, b))


def _named(kind: str, a: n.Number, b: n.Number) -> laws.Line:
    if kind == "laplace":
        level, slope = n.neg(n.log(n.mul(Fraction(2), b))), n.inverse(b)
        pieces = [
            laws.Piece(n.MINUS_INFINITY, a, n.sub(level, n.mul(a, slope)), slope, n.ZERO),
            laws.Piece(a, n.INFINITY, n.add(level, n.mul(a, slope)), n.neg(slope), n.ZERO),
        ]
    else:
        pieces = [laws.Piece(a, b, n.neg(n.log(n.sub(b, a))), n.ZERO, n.ZERO)]
    return laws.Line(((n.ONE, tuple(pieces)),))


def _count_points(e: Evaluator, law: Any, event: Any, name: str, sample: Array, env: Env) -> int:
    """Draws from a finite law whose exact point lies in the event."""
    points = e.law(law, env).points
    if len({float(x) for x in points}) != len(points):
        raise Refused("points of the distribution that are one in floating point")
    total = 0
    for x in points:
        answer = e.truth(event, {**env, name: x})
        if answer not in (TRUE, FALSE):
            raise Refused(f"the event is {answer} at a point of the distribution")
        total += int(np.count_nonzero(sample == float(x))) if answer == TRUE else 0
    return total


def holds(e: Evaluator, p: Any, name: str, sample: Array, env: Env, reach: float) -> tuple[Array, Array]:
    """At which draws the proposition is surely true, and at which it is perhaps true."""
    kind = head(p)
    if kind == "compare":
        relation = word(argument(p, 1))
        if relation not in ("<=", "<", ">=", ">"):
            raise Refused("an event is made of inequalities")
        sides = [_values(e, side, name, sample, env, reach) for side in (p[1], argument(p, 2))]
        if any(bool(np.isnan(end).any()) for side in sides for end in side):
            raise Refused("a side of the event has no value in floating point at some draw")
        (low, high), (least, most) = sides
        if relation in (">=", ">"):
            low, high, least, most = least, most, low, high
        if relation in ("<", ">"):
            return np.asarray(high < least), np.asarray(low < most)
        return np.asarray(high <= least), np.asarray(low <= most)
    if kind in ("all", "any") and len(p) > 1:
        parts = [holds(e, part, name, sample, env, reach) for part in p[1:]]
        joined = np.logical_and if kind == "all" else np.logical_or
        return np.asarray(joined.reduce([x for x, _ in parts])), np.asarray(joined.reduce([x for _, x in parts]))
    if kind == "not":
        surely, perhaps = holds(e, argument(p, 0), name, sample, env, reach)
        return np.asarray(~perhaps), np.asarray(~surely)
    raise Refused(f"no event by {kind}")


def _values(e: Evaluator, f: Any, name: str, sample: Array, env: Env, reach: float) -> tuple[Any, Any]:
    """Lower and upper bounds of a term at every draw; a result is rounded outwards.

    A draw is location + scale * noise, each rounded: it is known up to four units of the last place of the largest of these.
    """
    kind = head(f)
    if kind == "var" and names(f) == [name]:
        slack = 4 * np.spacing(np.abs(sample) + reach)
        return sample - slack, sample + slack
    if kind in ("add", "mul", "abs"):
        parts = [_values(e, a, name, sample, env, reach) for a in f[1:]]
        low, high = parts[0]
        if kind == "abs":
            return np.maximum(np.maximum(low, -high), 0.0), np.maximum(-low, high)
        for least, most in parts[1:]:
            if kind == "add":
                low, high = low + least, high + most
            else:
                corners = [x * y for x in (low, high) for y in (least, most)]
                low, high = np.minimum.reduce(corners), np.maximum.reduce(corners)
            low, high = np.nextafter(low, -np.inf), np.nextafter(high, np.inf)
        return low, high
    known = e.number(f, {key: v for key, v in env.items() if key != name})
    if n.may_be_infinite(known):  # 0 * oo and oo - oo have no value, which ends of floating-point numbers do not show
        raise Refused("an event with a number that may be infinite")
    value = n.ball(known)
    ends = np.nextafter(float(value.lo), -np.inf), np.nextafter(float(value.hi), np.inf)
    return tuple(np.broadcast_to(x, sample.shape) for x in ends)  # type: ignore[return-value]
