"""Hypothesis strategies for the objects that claims speak of, and the search for the simplest counterexample of a claim.

Values are exact: fractions, finite laws with rational weights, tables of laws. Hypothesis shrinks towards fewer points, smaller denominators and smaller
numbers. Papers use them in tests of their own::

    from hypothesis import given
    from verify.strategies import finite_laws, kernels

    @given(finite_laws(), finite_laws())
    def test_total_variation_is_symmetric(p, q):
        assert total_variation(p, q) == total_variation(q, p)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flint import fmpq
from hypothesis import HealthCheck, Phase, Verbosity, find, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from verify.claims.claim import Claim
from verify.claims.nodes import Node, pattern_names
from verify.claims.sets import stated
from verify.engines import binders, listed
from verify.engines import evaluate as ev
from verify.engines.calibrate import plan
from verify.engines.drawn_laws import coupled
from verify.engines.exhaustive import NotSmall, members
from verify.engines.handy import CannotDraw
from verify.engines.membership import contains
from verify.engines.task import EFFORTS, Task
from verify.engines.truth import Truth
from verify.values.laws import FiniteLaw
from verify.values.numbers import NoValue
from verify.values.structures import Event, Family, Table

LARGEST = 20
"""Largest numerator and denominator of a number, and largest weight of a point before weights are scaled."""


def fractions(low: int | None = None, high: int | None = None) -> st.SearchStrategy[fmpq]:
    """Fractions with small numerators and denominators, in [low, high] where these are given."""
    numbers = st.builds(fmpq, st.integers(-LARGEST if low is None or low < 0 else 0, LARGEST), st.integers(1, LARGEST))
    return numbers.filter(lambda x: (low is None or x >= low) and (high is None or x <= high))


def weights(size: int) -> st.SearchStrategy[list[fmpq]]:
    """Positive fractions with sum 1."""
    return st.lists(st.integers(1, LARGEST), min_size=size, max_size=size).map(lambda parts: [fmpq(part, sum(parts)) for part in parts])


@st.composite
def finite_laws(draw: Any, points: Sequence[Any] | None = None, most: int = 4) -> FiniteLaw:
    """Laws on at most ``most`` of the given points, by default points on the line."""
    pool = st.sampled_from(list(points)) if points is not None else fractions()
    chosen = draw(st.lists(pool, min_size=1, max_size=min(most, len(points)) if points is not None else most, unique=True))
    return FiniteLaw(chosen, draw(weights(len(chosen))))


@st.composite
def kernels(draw: Any, inputs: Sequence[Any], outputs: Sequence[Any] | None = None) -> Table:
    """Tables with a law for each input."""
    return Table(tuple((x, draw(finite_laws(outputs))) for x in inputs))


@st.composite
def couplings(draw: Any, p: FiniteLaw, q: FiniteLaw) -> FiniteLaw:
    """Joint laws with marginals p and q: vertices of the north-west rule, mixed with the independent coupling."""
    rows, columns = (draw(st.permutations(list(law.items()))) for law in (p, q))
    return coupled(rows, columns, draw(st.sampled_from([fmpq(0), fmpq(1), fmpq(1, 2)])))


@st.composite
def member(draw: Any, where: Node, env: ev.Env) -> Any:
    """A member of a declared set, given the names bound before it. Raises NotSmall for sets that Hypothesis cannot draw from."""
    c = ev.Context(64)
    where = stated(where)
    if where.head == "interval":
        value = draw(st.one_of(st.sampled_from(members(where, env)), fractions()))
    elif where.head == "integers":
        low = ev.argument_value(where, 0, env, c)
        value = (low if isinstance(low, fmpq) else fmpq(0)) + draw(st.integers(0, 4))
    elif where.head == "laws" and where.args[2] != Node("word_", "density"):
        value = draw(_laws(ev.argument(where, 0), env))
    elif where.head == "kernels":
        rows = members(Node("laws", ev.argument(where, 1), Node("word_", "any"), Node("word_", "any"), None), env)
        inputs = members(Node("points", ev.argument(where, 0)), env) if ev.argument(where, 0).head == "labels" else _seen(env)
        value = Table(tuple((x, draw(st.sampled_from(rows))) for x in inputs))
    elif where.head == "couplings":
        p, q = (ev.argument_value(where, k, env, c) for k in (0, 1))
        if not (isinstance(p, FiniteLaw) and isinstance(q, FiniteLaw)):
            raise NotSmall("couplings of distributions that are not finite")
        value = draw(couplings(p, q))
    elif where.head == "events":
        points = listed.support(ev.argument(where, 0), env, c)
        value = Event(frozenset(x for x in points if draw(st.booleans())))
    elif where.head == "families":
        count, _ = listed.members_of(ev.argument(where, 0), env, c)
        value = Family(tuple(draw(member(ev.argument(where, 1), env)) for _ in count))
    else:
        value = draw(st.sampled_from(members(where, env)))
    return value


def _laws(space: Node, env: ev.Env) -> st.SearchStrategy[FiniteLaw]:
    c = ev.Context(64)
    if space.head == "labels":
        return finite_laws([fmpq(k) for k in range(1, int(ev.argument_value(space, 0, env, c).p) + 1)])
    if space.head == "euclid":
        d = int(ev.argument_value(space, 0, env, c).p)
        points: Any = fractions() if d == 1 else st.tuples(*[fractions()] * d)
        return st.lists(points, min_size=1, max_size=4, unique=True).flatmap(lambda chosen: weights(len(chosen)).map(lambda w: FiniteLaw(chosen, w)))
    return st.sampled_from(members(Node("laws", space, Node("word_", "any"), Node("word_", "any"), None), env))


def _seen(env: ev.Env) -> list[Any]:
    found = list(dict.fromkeys(x for v in env.values() if isinstance(v, FiniteLaw) for x in v.points))
    if not found:
        raise NotSmall("inputs of a kernel")
    return found


@st.composite
def instances(draw: Any, task: Task) -> ev.Env | None:
    """An instance of a statement: each name in its set, levels of hypotheses calibrated; None where a hypothesis does not hold."""
    layout = plan(task)
    env: ev.Env = {}
    c = ev.Context(96)
    try:
        for pattern, where in task.forall:
            if isinstance(pattern, Node) and str(pattern.args[0]) in layout.calibrated:
                continue
            value = ev.argument_value(where, 0, env, c) if where.head == "equals" else draw(member(where, env))
            if contains(where, value, env, c) is not Truth.TRUE:
                return None
            env = binders.bind(pattern, value, env)
        solved = layout.solve(env, draw(st.randoms(use_true_random=False)))
        return solved if all(ev.holds(hypothesis, solved)[0] is Truth.TRUE for hypothesis in task.given) else None
    except (CannotDraw, NoValue, ev.NoRoute):
        return None


def counterexample(claim: Claim, reading: str = "main", *, part: str = "main", tries: int = 2_000) -> dict[str, Any] | None:
    """The simplest counterexample of a statement that Hypothesis finds, as exact values by name; None if it finds none.

    Raises
    ------
    ValueError
        If the claim has no such part and reading.
    verify.engines.exhaustive.NotSmall
        If a name ranges over a set that Hypothesis cannot draw from: laws with a density, universes of data sets, compositions.
    """
    variants = {(v.part, v.reading): v for v in claim.variants()}
    if (part, reading) not in variants:
        known = ", ".join(f"{p} {r}" for p, r in variants)
        raise ValueError(f"counterexample: part and reading must be one of {known}, got part={part!r}, reading={reading!r}; name one")
    task = Task(variants[part, reading], EFFORTS["standard"])
    found = false_instance(task, tries, (Phase.generate, Phase.shrink))
    return None if found is None else {name: found[name] for pattern, _ in task.forall for name in pattern_names(pattern)}


def false_instance(task: Task, tries: int, phases: tuple[Phase, ...]) -> ev.Env | None:
    """An instance at which a statement is false, the simplest one if Hypothesis may shrink it; None if it finds none. Raises NotSmall as :func:`counterexample` does."""
    quiet = settings(max_examples=tries, deadline=None, database=None, derandomize=True, verbosity=Verbosity.quiet, suppress_health_check=list(HealthCheck), phases=phases)
    try:
        return find(instances(task), lambda env: env is not None and ev.holds(task.states, env)[0] is Truth.FALSE, settings=quiet)
    except NoSuchExample:
        return None
