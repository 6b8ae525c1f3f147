"""Claims about random draws: an event is counted and its probability bounded as by Clopper and Pearson (1934), doi:10.1093/biomet/26.4.404.

Returns REFUTED (the probability of an event of the statement, at a stated level, in the form the re-check draws again), SUPPORTED or UNDECIDED; never PROVED.

The event is the statement's own, or, under a supremum over events, it is chosen on one sample and counted on a fresh one. Of several instances the most
suspicious is chosen on small samples of their own and then counted on a fresh one, so each task makes one test at its share of the run's error. The draws that are counted follow from
the digest of the statement and the run's seed; for evidence the test is made at a smaller level, which pays for all seeds, sizes and instances that somebody could have chosen (`evidence_level`).

Draws are made, and events counted, on the device of the task: in NumPy, or in torch on a CPU or a CUDA device. The arithmetic is the same: floats of 64 bits.
"""

from __future__ import annotations

import hashlib
import json
import math
import operator
import random
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from functools import lru_cache, reduce
from importlib.metadata import entry_points
from typing import Any

import numpy as np
from flint import arb, fmpq

from mechanisms.generators import TorchGenerator, arrays
from verify.claims.nodes import ClaimError, Node, free_names, to_json
from verify.engines import evaluate as ev
from verify.engines import search
from verify.engines.calibrate import plan
from verify.engines.draw import Drawer
from verify.engines.handy import CannotDraw
from verify.engines.task import Finding, Status, Task, cannot
from verify.engines.truth import Truth
from verify.values import decimals, laws, numbers
from verify.values.numbers import NoValue
from verify.values.structures import Deferred

ENGINE = "sampling"
GROUP = "claimcheck.mechanisms"
TRUSTED = {"cpu": "the pseudo-random numbers of NumPy's PCG64", "torch-cpu": "the pseudo-random numbers of torch on a CPU",
           "cuda": "the pseudo-random numbers of torch on a CUDA device"}
"""Devices, and what draws on them rest on."""
PLACES = 12
"""Instances among which the most suspicious is looked for."""
CUTS = 40
"""Thresholds from which half-lines and intervals are made."""
SUPREMA = ("total_variation", "hockey_stick", "renyi")
PARAMETERS = {"laplace": ("loc", "scale"), "normal": ("mean", "scale"), "uniform": ("low", "high")}
EPS = 2.0**-52
Draws = Any
"""An array of NumPy or a tensor of torch: events are counted by operations that both have."""


class CannotSample(Exception):
    """The law or the event cannot be drawn; the reason is shown."""


def error_shares(total: float, tasks: int) -> tuple[float, ...]:
    """Equal shares of the statistical error of a whole run.

    Parameters
    ----------
    total
        Probability, in (0, 1/2), with which at least one true statement of the run may be refuted by chance.
    tasks
        How many statements are decided; at least 1. Count every statement of the run, whether or not an engine draws for it: which of them are drawn for is not
        known beforehand.

    Returns
    -------
    tuple of float
        One share for each task. Their sum is at most ``total``, so by the union bound the run errs with at most that probability, however the tasks depend on
        each other and on how many workers they are done.

    Raises
    ------
    ValueError
        If ``total`` lies outside (0, 1/2) or there is no task.
    """
    if not 0 < total < 0.5:
        raise ValueError(f"error_shares: total must lie in (0, 1/2), got total={total}; give a probability such as 1e-6")
    if not tasks >= 1:
        raise ValueError(f"error_shares: tasks must be at least 1, got tasks={tasks}; count the statements of the run")
    share = total / tasks
    while Fraction(share) * tasks > Fraction(total):
        share = math.nextafter(share, 0.0)
    return (share,) * tasks


def decide(task: Task) -> Finding:
    """Count the event of the statement, or one chosen under its supremum over events, at instances drawn for the task."""
    goal = task.states
    if goal.head != "compare" or goal.args[1] not in ("<=", "<", ">=", ">"):
        return cannot(ENGINE, "only an inequality between a probability and a number can be tested by draws")
    measured = ev.argument(goal, 0)
    try:
        if measured.head == "prob" and isinstance(measured.args[0], tuple) and len(measured.args[0]) == 1:
            return _run(task, _Event(task))
        if measured.head in SUPREMA and goal.args[1] in ("<=", "<"):
            return _run(task, _Supremum(task))
        return cannot(ENGINE, "the measured side is neither the probability of an event about one draw nor a supremum over events that is bounded from above")
    except CannotSample as reason:
        return cannot(ENGINE, str(reason))


# --- laws ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sampler:
    """Draws of a law. ``redrawn``: whether a re-check can draw from the formula alone."""

    draw: Callable[[Any, int], Draws]
    redrawn: bool
    finite: laws.FiniteLaw | None = None


def generator(seed: int, device: str) -> Any:
    """The generator of all draws on a device: equal seeds give equal draws there, and other draws on another device."""
    if device == "cpu":
        return np.random.Generator(np.random.PCG64(seed))
    return TorchGenerator(seed, device.removeprefix("torch-"))


def sampler(node: Node, env: ev.Env) -> Sampler:
    """How to draw from a law at an instance. Raises CannotSample."""
    if node.head == "finite":
        return _finite_sampler(ev.value(node, env, ev.Context(128)), redrawn=True)
    if node.head == "var":
        found = env.get(str(node.args[0]))
        if isinstance(found, Deferred):
            return _for_support(sampler(found.node, {}))
        if isinstance(found, laws.FiniteLaw):
            return _finite_sampler(found, redrawn=False)
        raise CannotSample(f"no draws of {node.args[0]}")
    if node.head == "translate":
        base, shift = sampler(ev.argument(node, 0), env), _float(ev.argument_value(node, 1, env, ev.Context(128)))
        return Sampler(lambda g, n: base.draw(g, n) + shift, False)
    if node.head == "mixture":
        return _mixture_sampler(node, env)
    if node.head == "power_law":
        return _power_sampler(ev.value(node, env, ev.Context(128)))
    if node.head != "law":
        raise CannotSample(f"no draws of {node.head}")
    kind = str(node.args[0])
    given = {str(pair[0]): ev.value(pair[1], env, ev.Context(128)) for pair in node.args[1]}  # type: ignore[union-attr,index,arg-type]
    law = ev.value(node, env, ev.Context(128))
    if kind in PARAMETERS and set(given) == set(PARAMETERS[kind]):
        a, b = (_float(given[name]) for name in PARAMETERS[kind])
        if not _alike(law, _named(kind, a, b)):
            raise CannotSample(f"the density of the distribution is not that of {kind} with its parameters")
        return Sampler(_named_draws(kind, a, b), True)
    return _installed(kind, given, law)


def _power_sampler(law: laws.PowerLaw) -> Sampler:
    """By inverting ``P(T > t)`` on one side, by Student's variable of k - 1 degrees of freedom, a normal over a root of a gamma variable, on both."""
    m, s, tail = _float(law.location), _float(law.scale), _float(law.exponent) - 1

    def student(g: Any, n: int) -> Draws:
        if not hasattr(g, "standard_t"):
            raise CannotSample("the generator of this device has no draws with power tails")
        return m + s * g.standard_t(tail, n) / math.sqrt(tail)

    if law.side == "both":
        return Sampler(student, False)
    way = 1.0 if law.side == "right" else -1.0
    return Sampler(lambda g, n: m + way * s * (g.uniform(0.0, 1.0, n) ** (-1 / tail) - 1), False)


def _for_support(found: Sampler) -> Sampler:
    return Sampler(found.draw, False, found.finite)


def _named_draws(kind: str, a: float, b: float) -> Callable[[Any, int], Draws]:
    if kind == "laplace":
        return lambda g, n: g.laplace(a, b, n)
    return (lambda g, n: g.normal(a, b, n)) if kind == "normal" else (lambda g, n: g.uniform(a, b, n))


def _finite_sampler(law: Any, *, redrawn: bool) -> Sampler:
    if not isinstance(law, laws.FiniteLaw) or not all(isinstance(p, fmpq) for p in law.points):
        raise CannotSample("draws of points that are not numbers")
    points, weights = np.array([_float(p) for p in law.points]), [_float(w) for w in law.weights]
    return Sampler(lambda g, n: arrays(g).asarray(points)[g.choice(len(points), size=n, p=weights)], redrawn, law)


def _mixture_sampler(node: Node, env: ev.Env) -> Sampler:
    entries: Any = node.args[0]
    parts = [(ev.value(w, env, ev.Context(128)), law) for w, law in entries]
    kept = [(_float(w), sampler(law, env)) for w, law in parts if w != 0]
    if not kept or abs(sum(w for w, _ in kept) - 1) > 1e-12 or any(not w > 0 for w, _ in kept):
        raise CannotSample("the weights of a mixture must be positive and sum to 1")

    def draw(g: Any, n: int) -> Draws:
        label = g.choice(len(kept), size=n, p=[w for w, _ in kept])
        out = arrays(g).empty(n)
        for k, (_, part) in enumerate(kept):
            where = label == k
            out[where] = part.draw(g, int(where.sum()))
        return out

    return Sampler(draw, False)


def _installed(kind: str, given: dict[str, Any], law: Any) -> Sampler:
    """The sampler of an installed mechanism, held against the density of the law."""
    factory = _factories().get(kind)
    if factory is None:
        raise CannotSample(f"no sampler of {kind} is installed")
    if not all(isinstance(v, fmpq) for v in given.values()):
        raise CannotSample(f"{kind} with a parameter that is not a fraction")
    try:
        made = factory(**{name: Fraction(int(v.p), int(v.q)) for name, v in given.items()})
        pieces = [tuple(float(x) for x in piece) for piece in made.log_density_pieces()]
    except (TypeError, ValueError, AttributeError) as error:
        raise CannotSample(f"the installed {kind} cannot be made or has no density: {error}") from None
    if not _alike(law, pieces):
        raise CannotSample(f"the density of the distribution is not that of the installed {kind}")

    def draw(g: Any, n: int) -> Draws:
        try:
            return arrays(g).asarray(made.sample(n, g))
        except (AttributeError, TypeError) as error:
            raise CannotSample(f"the installed {kind} cannot be drawn on this device: {error}") from None

    return Sampler(draw, False)


@lru_cache(maxsize=1)
def _factories() -> dict[str, Any]:
    found = {}
    for point in entry_points(group=GROUP):
        try:
            found[point.name] = point.load()
        except Exception:  # a plug-in may fail in any way; its laws are then not drawn
            continue
    return found


def _named(kind: str, a: float, b: float) -> list[tuple[float, ...]]:
    """Pieces (lo, hi, c0, c1, c2) of a named law."""
    if kind == "uniform":
        return [(a, b, -math.log(b - a), 0.0, 0.0)] if b > a else []
    if not b > 0:
        return []
    if kind == "laplace":
        level = -math.log(2 * b)
        return [(-math.inf, a, level - a / b, 1 / b, 0.0), (a, math.inf, level + a / b, -1 / b, 0.0)]
    return [(-math.inf, math.inf, -math.log(2 * math.pi * b * b) / 2 - a * a / (2 * b * b), a / (b * b), -1 / (2 * b * b))]


def _alike(law: Any, pieces: list[tuple[float, ...]]) -> bool:
    """Whether the pieces of a law are these, to nine digits."""
    if not isinstance(law, laws.PieceLaw) or len(law.pieces) != len(pieces):
        return False
    own = [tuple(_float(x) for x in (p.lo, p.hi, p.c0, p.c1, p.c2)) for p in law.pieces]
    return all(math.isclose(x, y, rel_tol=1e-9, abs_tol=1e-9) for p, q in zip(own, pieces, strict=True) for x, y in zip(p, q, strict=True))


def _float(value: Any) -> float:
    """The float of a number as the re-check forms it: fractions correctly rounded, others from the lower end of their enclosure."""
    if isinstance(value, fmpq):
        return float(Fraction(int(value.p), int(value.q)))
    if not isinstance(value, ev.numbers_kinds):
        raise CannotSample("a number is needed")
    return float(numbers.enclose(value, 128).lo)


# --- events --------------------------------------------------------------------------------------------------------------


RELATIONS: dict[str, Callable[[Any, Any], Any]] = {"<=": operator.le, "<": operator.lt, ">=": operator.ge, ">": operator.gt}


def holds(p: Node, name: str, sample: Draws, env: ev.Env) -> tuple[Draws, Draws]:
    """The truth of an event at every draw in floating point, and at which draws rounding might have changed it."""
    if p.head == "compare":
        relation = str(p.args[1])
        if relation not in RELATIONS:
            raise CannotSample("an event that is not made of inequalities")
        left, slack = _values(ev.argument(p, 0), name, sample, env)
        right, more = _values(ev.argument(p, 2), name, sample, env)
        with np.errstate(invalid="ignore"):
            left = left + 0.0 * sample  # a number becomes one for every draw
            return RELATIONS[relation](left, right), ~(abs(left - right) > slack + more)
    if p.head in ("all", "any") and p.args:
        parts = [holds(ev.argument(p, k), name, sample, env) for k in range(len(p.args))]
        joined = reduce(operator.and_ if p.head == "all" else operator.or_, [truth for truth, _ in parts])
        return joined, reduce(operator.or_, [doubt for _, doubt in parts])
    if p.head == "not":
        truth, doubt = holds(ev.argument(p, 0), name, sample, env)
        return ~truth, doubt
    raise CannotSample(f"an event by {p.head}")


def _values(f: Node, name: str, sample: Draws, env: ev.Env) -> tuple[Any, Any]:
    """Floating-point values of a term at every draw with bounds on their rounding errors; operations in the order of the formula."""
    if f.head == "var" and f.args[0] == name:
        return sample, 4 * EPS * abs(sample)
    if f.head == "abs":
        value, error = _values(ev.argument(f, 0), name, sample, env)
        return abs(value), error
    if f.head in ("add", "mul"):
        total, slack = _values(ev.argument(f, 0), name, sample, env)
        with np.errstate(invalid="ignore", over="ignore"):
            for k in range(1, len(f.args)):
                part, error = _values(ev.argument(f, k), name, sample, env)
                result = total + part if f.head == "add" else total * part
                slack = slack + error if f.head == "add" else abs(total) * error + abs(part) * slack + slack * error
                total, slack = result, slack + EPS * abs(result)
        return total, slack
    if name in free_names(f):
        raise CannotSample(f"an event about {f.head} of a draw")
    value = _float(ev.value(f, env, ev.Context(128)))
    return value, 0.0 if math.isinf(value) else EPS * abs(value)


# --- the bound of Clopper and Pearson --------------------------------------------------------------------------------------


def clopper_pearson(count: int, draws: int, beta: Fraction, *, lower: bool) -> Fraction:
    """A bound on the probability of an event that happened in ``count`` of ``draws`` draws; each side errs with probability at most ``beta``.

    The lower bound p solves P(Bin(draws, p) >= count) = beta, the upper one P(Bin(draws, p) <= count) = beta. The result agrees with the
    solution to 13 digits, on the side away from the estimate.
    """
    if (lower and count == 0) or (not lower and count == draws):
        return Fraction(0 if lower else 1)
    a, b = (count, draws - count + 1) if lower else (count + 1, draws - count)
    level = beta if lower else 1 - beta
    with numbers.precision(128 + _bits(beta)):
        goal = arb(fmpq(level.numerator, level.denominator))

        def above(x: Fraction) -> bool | None:
            value = arb(fmpq(x.numerator, x.denominator)).beta_lower(arb(a), arb(b), regularized=True)
            return True if value > goal else False if value < goal else None

        lo, hi = _bracket(a, b, float(beta), lower, above)
        while hi - lo > lo / 2**45:
            middle = (lo + hi) / 2
            higher = above(middle)
            if higher is None:
                break
            lo, hi = (lo, middle) if higher else (middle, hi)
    return Fraction(_digits(lo, down=True) if lower else _digits(hi, down=False))


def _bits(beta: Fraction) -> int:
    """How many bits lie between 1 and a level."""
    return max(0, beta.denominator.bit_length() - beta.numerator.bit_length())


def _bracket(a: int, b: int, beta: float, lower: bool, above: Callable[[Fraction], bool | None]) -> tuple[Fraction, Fraction]:
    """Ends around the root: close ones by a float root where they are confirmed, else 0 and 1."""
    from scipy.stats import beta as beta_law

    guess = float(beta_law.ppf(beta, a, b) if lower else beta_law.isf(beta, a, b))
    if 0 < guess < 1:
        near = Fraction(guess)
        for digits in (14, 12, 9):
            ends = near - near / 10**digits, min(Fraction(1), near + near / 10**digits)
            if above(ends[0]) is False and above(ends[1]) is True:
                return ends
    return Fraction(0), Fraction(1)


def _digits(x: Fraction, *, down: bool) -> str:
    context = Context(prec=17, rounding=ROUND_FLOOR if down else ROUND_CEILING)
    return str(context.divide(Decimal(x.numerator), Decimal(x.denominator)))


def level_of(share: float) -> Fraction:
    """The largest 1/n that is at most the share of the error, and at most 1/10."""
    if not share > 0:
        raise ClaimError(f"sampling: error_share must be positive, got error_share={share}; use error_shares()")
    return Fraction(1, max(10, math.ceil(1 / Fraction(share))))


SEEDS = 10
"""Seeds of runs, 0 to 9, whose draws are evidence."""
SIZES = 6
"""How many sizes of samples there are: three efforts, with and without instances."""


LONGEST = 400
"""Characters of the longest instance at which draws are evidence."""


def evidence_level(beta: Fraction, instance: Mapping[str, Node]) -> Fraction | None:
    """The level of a test that is evidence: the error shared out over seeds, sizes and instances, where one that takes k characters gets a part 256**-k. None for long ones."""
    texts = [data if isinstance(data, str) else json.dumps(data, separators=(",", ":")) for data in map(to_json, instance.values())]
    length = len(" ".join(texts))
    return beta / Fraction(SEEDS * SIZES * 256**length) if length <= LONGEST else None


def start_of(digest: str, seed: int) -> int:
    """Where the generator of the counted draws starts: it follows from the statement and the run's seed, and nobody can choose it."""
    return int.from_bytes(hashlib.sha256(f"{digest} {seed}".encode()).digest()[:8], "big")


def _q(x: Fraction) -> fmpq:
    return fmpq(x.numerator, x.denominator)


# --- trials --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Count:
    """What one counted sample says: bounds on the measured side and whether the statement is contradicted."""

    contradicted: bool
    healthy: bool
    words: str
    evidence: dict[str, Any] | None = None
    why: str = ""


class _Trial:
    """What is tested at an instance."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.beta = level_of(task.error_share)
        self.relation = str(task.states.args[1])
        self.upward = self.relation in ("<=", "<")

    def counted(self) -> Any:
        """The generator of the draws that are counted."""
        return generator(start_of(self.task.variant.digest, self.task.seed), self.task.device)

    def claimed(self, env: ev.Env) -> Any:
        """The claimed side as a number."""
        value = ev.argument_value(self.task.states, 2, env, ev.Context(160))
        if not isinstance(value, ev.numbers_kinds) or (isinstance(value, numbers.Enclosure) and not value.exists):
            raise NoValue("the claimed side is not a number")
        return value

    def suspicion(self, env: ev.Env, g: Any, draws: int) -> float:
        """How far, in standard errors, a sample goes beyond the claimed side."""
        raise NotImplementedError

    def count(self, env: ev.Env, draws: int) -> Count:
        """The one counted test."""
        raise NotImplementedError


class _Event(_Trial):
    """The probability of the statement's own event."""

    def __init__(self, task: Task) -> None:
        super().__init__(task)
        measured = ev.argument(task.states, 0)
        entry = measured.args[0][0]  # type: ignore[index]
        pattern, law = entry[0], entry[1]  # type: ignore[index]
        if not isinstance(pattern, Node) or not isinstance(law, Node):
            raise CannotSample("a draw must be one number")
        self.name, self.law = str(pattern.args[0]), law
        self.event = ev.argument(measured, 1)

    def sampler(self, env: ev.Env) -> Sampler:
        found = sampler(self.law, env)
        if found.finite is not None and not found.redrawn:
            raise CannotSample("a finite distribution with a name is decided exactly")
        return found

    def suspicion(self, env: ev.Env, g: Any, draws: int) -> float:
        inside, _ = holds(self.event, self.name, self.sampler(env).draw(g, draws), env)
        return _excess(int(inside.sum()), draws, numbers.to_float(self.claimed(env)), self.upward)

    def count(self, env: ev.Env, draws: int) -> Count:
        source = self.sampler(env)
        claimed = self.claimed(env)
        inside, doubt = holds(self.event, self.name, source.draw(self.counted(), draws), env)
        count, doubtful = int(inside.sum()), int(doubt.sum())
        bounds = [clopper_pearson(count, draws, self.beta, lower=lower) for lower in (True, False)]
        near, far = bounds if self.upward else bounds[::-1]
        percent = f"{count} of {draws} draws, between {_short(bounds[0])} and {_short(bounds[1])} with an error of at most {_short(self.beta)} on each side"
        words = f"the event happened in {percent}; claimed {self.relation} {decimals.short(decimals.fifteen(claimed))}"
        if doubtful and (source.finite is None or not self._exact(source.finite, env)):
            return Count(False, False, words, why=f"at {doubtful} draws the event depends on rounding")
        if numbers.relation(_q(near), ">" if self.upward else "<", claimed) is True:
            if not source.redrawn:
                return Count(True, True, words, None, "a re-check cannot draw from this distribution")
            if self.task.seed >= SEEDS:
                return Count(True, True, words, None, f"draws are evidence in runs with a seed from 0 to {SEEDS - 1}")
            level = evidence_level(self.beta, search.instance(self.task, env))
            if level is None:
                return Count(True, True, words, None, f"an instance of more than {LONGEST} characters, at which draws are not evidence")
            bound = clopper_pearson(count, draws, level, lower=self.upward)
            if numbers.relation(_q(bound), ">" if self.upward else "<", claimed) is not True:
                return Count(True, True, words, None, f"too few draws for evidence: after the correction for the choice of an instance the bound is {_short(bound)}")
            evidence = {"law": to_json(self.law), "event": to_json(self.event), "device": self.task.device, "seed": self.task.seed, "draws": draws, "count": count,
                        "beta": str(self.beta), "bound": _digits(bound, down=self.upward)}
            return Count(True, True, words, evidence)
        value = numbers.to_float(claimed)
        beyond = float(far) - value if self.upward else value - float(far)
        healthy = beyond <= max(0.0, min(value, 1 - value))
        return Count(False, healthy, f"{words}; a violation by more than {max(0.0, beyond):.2g} is excluded", None,
                     "" if healthy else f"too few draws for a probability of this size: a violation by {beyond:.2g} of {value:.2g} would go unnoticed")

    def _exact(self, law: laws.FiniteLaw, env: ev.Env) -> bool:
        """Whether the event has its exact truth at every point of a finite law."""
        inside, _ = holds(self.event, self.name, np.array([_float(p) for p in law.points]), env)
        exact = [ev.holds(self.event, {**env, self.name: p})[0] for p in law.points]
        return all(truth is (Truth.TRUE if found else Truth.FALSE) for truth, found in zip(exact, inside, strict=True))


def _excess(count: int, draws: int, claimed: float, upward: bool) -> float:
    p = (count + 0.5) / (draws + 1)
    excess = (p - claimed if upward else claimed - p) / math.sqrt(p * (1 - p) / draws)
    return excess if not math.isnan(excess) else -math.inf


@dataclass(frozen=True, slots=True)
class Interval:
    """The event low < x <= high, or low <= x <= high where closed (a single point)."""

    low: float
    high: float
    closed: bool = False

    def count(self, sample: Draws) -> int:
        """How many draws lie in it."""
        return int((((sample >= self.low) if self.closed else (sample > self.low)) & (sample <= self.high)).sum())

    def __str__(self) -> str:
        if self.closed:
            return f"x = {self.low:.6g}"
        left = "" if self.low == -math.inf else f"{self.low:.6g} < "
        return f"{left}x" + ("" if self.high == math.inf else f" <= {self.high:.6g}")


class _Supremum(_Trial):
    """A supremum over events between two laws: any one event bounds it from below."""

    def __init__(self, task: Task) -> None:
        super().__init__(task)
        self.measured = ev.argument(task.states, 0)

    def _sources(self, env: ev.Env) -> tuple[Sampler, Sampler, float]:
        factor = 1.0
        if self.measured.head == "hockey_stick":
            factor = math.exp(_float(ev.argument_value(self.measured, 2, env, ev.Context(128))))
        elif self.measured.head == "renyi" and ev.argument_value(self.measured, 2, env, ev.Context(64)) != math.inf:
            raise CannotSample("a Renyi divergence of finite order is not a supremum over events")
        p, q = (sampler(ev.argument(self.measured, k), env) for k in (0, 1))
        if p.finite is not None and q.finite is not None:
            raise CannotSample("two finite distributions are compared exactly")
        return p, q, factor

    def _value(self, p: float, q: float, factor: float) -> float:
        if self.measured.head == "renyi":
            return -math.inf if p <= 0 else math.inf if q <= 0 else math.log(p / q)
        return p - factor * q

    def _choose(self, env: ev.Env, g: Any, draws: int) -> tuple[float, Interval]:
        """The event whose cautious estimate is largest, with that estimate."""
        p, q, factor = self._sources(env)
        first, second = (arrays(g).host(source.draw(g, draws)) for source in (p, q))
        points = np.unique(np.concatenate([first, second]))
        cuts = points if len(points) <= CUTS else np.quantile(points, np.linspace(0, 1, CUTS + 2)[1:-1])
        ends = [-math.inf, *map(float, cuts), math.inf]
        events = [Interval(a, b) for k, a in enumerate(ends) for b in ends[k + 1:]]
        if len(points) <= CUTS:
            events += [Interval(float(x), float(x), True) for x in points]
        best = (-math.inf, Interval(-math.inf, math.inf))
        order_p, order_q = np.sort(first), np.sort(second)
        for event in events:
            a, b = (_between(order, event) / draws for order in (order_p, order_q))
            slack_a, slack_b = (3 * math.sqrt((x * (1 - x) + 1 / draws) / draws) for x in (a, b))
            score = self._value(a - slack_a, b + slack_b, factor)
            if score > best[0]:
                best = score, event
        return best

    def suspicion(self, env: ev.Env, g: Any, draws: int) -> float:
        score, _ = self._choose(env, g, max(draws // 2, 1))
        return score - numbers.to_float(self.claimed(env))

    def count(self, env: ev.Env, draws: int) -> Count:
        claimed = self.claimed(env)
        g = self.counted()
        quarter = max(draws // 4, 1)
        _, event = self._choose(env, g, quarter)
        p, q, factor = self._sources(env)
        counts = [event.count(source.draw(g, quarter)) for source in (p, q)]
        (low_p, high_p), (low_q, high_q) = ([clopper_pearson(k, quarter, self.beta / 2, lower=lower) for lower in (True, False)] for k in counts)
        shown = self._value(float(low_p), float(high_q), factor)
        most = self._value(float(high_p), float(low_q), factor)
        value = numbers.to_float(claimed)
        words = (f"the event {event}, chosen on another sample, happened in {counts[0]} and {counts[1]} of {quarter} draws and shows at least {shown:.6g} with"
                 f" an error of at most {_short(self.beta)}; claimed {self.relation} {decimals.short(decimals.fifteen(claimed))}")
        if shown > value + 1e-12 * (1 + abs(value)):
            return Count(True, True, words, None, "evidence about an event chosen for the statement has no form that a re-check draws again")
        healthy = most - shown <= abs(value)
        return Count(False, healthy, words, None, "" if healthy else f"too few draws: the estimate is known only to {most - shown:.2g}, claimed is {value:.2g}")


def _between(ordered: Any, event: Interval) -> int:
    low = int(np.searchsorted(ordered, event.low, side="left" if event.closed else "right"))
    return int(np.searchsorted(ordered, event.high, side="right")) - low


def _short(x: Fraction) -> str:
    return f"{float(x):.6g}"


# --- one task ------------------------------------------------------------------------------------------------------------


def _run(task: Task, trial: _Trial) -> Finding:
    places, reasons, late = _places(task)
    if late:
        return cannot(ENGINE, "the time limit was reached while instances were drawn")
    budget = task.effort.samples
    chosen, looked = _most_suspicious(task, trial, places, budget // 4, reasons) if task.forall else ({}, 1)
    if chosen is None:
        return cannot(ENGINE, reasons[0] if reasons else "no instance could be drawn")
    draws = budget - budget // 4 if task.forall else budget
    try:
        found = trial.count(chosen, draws)
    except (NoValue, ev.NoRoute, ArithmeticError, ValueError) as error:
        return cannot(ENGINE, f"no test at the instance: {error}")
    coverage = {"sampled": f"{looked} instances, one of them with {draws} draws", "device": task.device, "level": str(trial.beta)}
    if found.contradicted and found.evidence is not None:
        exact = {name: to_json(node) for name, node in search.instance(task, chosen).items()}
        return Finding(ENGINE, Status.REFUTED, found.words, "statistical", {"instance": exact, **found.evidence}, coverage, trusted=(TRUSTED[task.device],))
    if found.contradicted or not found.healthy:
        return Finding(ENGINE, Status.UNDECIDED, f"{found.why}: {found.words}", coverage=coverage)
    return Finding(ENGINE, Status.SUPPORTED, f"no violation was seen at {looked} instance{'s' if looked > 1 else ''}: {found.words}", coverage=coverage,
                   trusted=(TRUSTED[task.device],))


def _places(task: Task) -> tuple[list[ev.Env], list[str], bool]:
    """Instances that satisfy the hypotheses, why others were rejected, and whether time ran out."""
    if not task.forall:
        return [{}], [], False
    found: list[ev.Env] = []
    reasons: list[str] = []
    clock = time.thread_time()
    for env in _draws(task, reasons):
        if time.thread_time() - clock > task.effort.guard_seconds:
            return found, reasons, True
        if env is None:
            continue
        answers = [ev.holds(h, env)[0] for h in task.given]
        if all(a is Truth.TRUE for a in answers) and search.is_inside(task, env):
            found.append(env)
            if len(found) == PLACES:
                break
    return found, reasons, False


def _draws(task: Task, reasons: list[str]) -> Iterator[ev.Env | None]:
    rng = random.Random(task.stream("sampling"))
    layout = plan(task)
    tally = search.Tally()
    for k in range(min(task.effort.draws, 4 * PLACES)):
        drawer = Drawer(rng, 1 + k % 3, search.typical(task))
        drawer.preset = search.PRESETS[k] if k < len(search.PRESETS) else None
        try:
            yield search.draw_instance(task, layout, drawer, tally)
        except (CannotDraw, ArithmeticError, ValueError) as error:
            reasons.append(str(error))
    reasons += list(tally.rejected)


def _most_suspicious(task: Task, trial: _Trial, places: list[ev.Env], budget: int, reasons: list[str]) -> tuple[ev.Env | None, int]:
    """The instance whose own small sample goes farthest beyond the claimed side; how many were looked at."""
    best: tuple[float, ev.Env] | None = None
    looked = 0
    for k, env in enumerate(places):
        try:
            score = trial.suspicion(env, generator(task.stream(f"sampling/{k}"), task.device), max(budget // len(places), 1))
        except (CannotSample, NoValue, ev.NoRoute, ArithmeticError, ValueError) as error:
            reasons.insert(0, str(error))
            continue
        looked += 1
        if best is None or score > best[0]:
            best = score, env
    return (None, looked) if best is None else (best[1], looked)
