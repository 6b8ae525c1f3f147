"""Normal laws on R^d and covariance matrices in a search: membership, draws in families, smaller and nearby ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from flint import fmpq

from verify.claims.nodes import Node
from verify.engines import evaluate as ev
from verify.engines.handy import HANDY, CannotDraw
from verify.engines.plainer import is_matrix
from verify.engines.truth import Truth
from verify.quantities.kernels import moments
from verify.quantities.kernels.normal_balls import RealNormal
from verify.values import laws, numbers
from verify.values.formulas import formula
from verify.values.laws import FiniteLaw, NormalLaw
from verify.values.matrices import eliminated, kernel_rows, part
from verify.values.structures import Deferred

if TYPE_CHECKING:
    from verify.engines.drawn_laws import LawDrawer

Matrix = tuple[tuple[fmpq, ...], ...]
FAMILIES = ("identity", "diagonal", "equal correlations", "equal correlations", "square", "square", "rank one", "cauchy", "brownian", "related", "related")





def _definite(where: Node) -> bool:
    return ev.word_of(where.args[1]) == "definite"


def covariances(where: Node, value: Any, env: ev.Env, c: ev.Context) -> Truth:
    """Membership in a set of covariance matrices."""
    d, definite, symmetric = ev.argument_value(where, 0, env, c), _definite(where), ev.word_of(where.args[1]) == "symmetric"
    if symmetric:
        number = isinstance(value, ev.numbers_kinds) and not isinstance(value, float)
        return Truth.TRUE if (number if d == 1 else is_matrix(value) and len(value) == d) else Truth.FALSE
    if isinstance(value, ev.numbers_kinds):
        answer = numbers.relation(value, ">" if definite else ">=", fmpq(0)) if d == 1 and not isinstance(value, float) else False
        return Truth.UNDECIDED if answer is None else Truth.TRUE if answer else Truth.FALSE
    if not is_matrix(value) or len(value) != d or d == 1:
        return Truth.FALSE
    pivots, minor = eliminated(value)
    return Truth.TRUE if not minor and (not definite or len(pivots) == d) else Truth.FALSE


def normal_laws(where: Node, value: Any, env: ev.Env, c: ev.Context, in_space: Callable[[Node, Any, ev.Env, ev.Context], bool]) -> Truth:
    """Membership in a set of normal laws. ``in_space``: whether a point lies in a space."""
    space, definite = ev.argument(where, 0), _definite(where)
    if isinstance(value, FiniteLaw):
        return Truth.TRUE if not definite and len(value.points) == 1 and in_space(space, value.points[0], env, c) else Truth.FALSE
    d = ev.argument_value(space, 0, env, c)
    if isinstance(value, NormalLaw):
        return Truth.TRUE if len(value.mean) == d and (not definite or len(eliminated(value.covariance)[0]) == d) else Truth.FALSE
    if d != 1 or not isinstance(value, laws.PieceLaw | laws.TranslatedLaw):
        return Truth.FALSE if not isinstance(value, laws.ProductLaw | laws.MixtureLaw | RealNormal) else Truth.UNDECIDED
    return Truth.TRUE if moments.gaussian(laws.flat(value)) is not None else Truth.FALSE


def draw_covariance(drawer: LawDrawer, where: Node, env: ev.Env) -> Any:
    """A covariance matrix of the declared size."""
    d = int(ev.argument_value(where, 0, env, drawer.c).p)
    if d < 1:
        raise CannotDraw("a covariance of no coordinates")
    return _symmetric(drawer, d, env) if ev.word_of(where.args[1]) == "symmetric" else _matrix(drawer, d, _definite(where), env)


def _symmetric(drawer: LawDrawer, d: int, env: ev.Env) -> Any:
    """A symmetric matrix: a covariance, its opposite, the difference of two, or with free entries."""
    rng, span = drawer.rng, range(d)
    if d == 1:
        return rng.choice(HANDY) * rng.choice((1, -1)) if rng.random() < 0.9 else fmpq(0)
    seen = [m for value in env.values() for m in _matrices(value) if len(m) == d]
    if seen and rng.random() < 0.4:
        base, more = rng.choice(seen), _of_family(drawer, d, rng.choice(("rank one", "identity")), env) if rng.random() < 0.8 else None
        return base if more is None else tuple(tuple(x + y for x, y in zip(u, v, strict=True)) for u, v in zip(base, more, strict=True))
    kind = rng.random()
    if kind < 0.3:
        free = [[fmpq(rng.choice((0, 0, 1, 1, -1, 2, -2, 3))) for _ in span] for _ in span]
        return tuple(tuple(free[min(i, j)][max(i, j)] for j in span) for i in span)
    first = _matrix(drawer, d, False, env)
    if kind < 0.6:
        return first if kind < 0.45 else tuple(tuple(-x for x in row) for row in first)
    second = _matrix(drawer, d, False, env)
    return tuple(tuple(x - y for x, y in zip(u, v, strict=True)) for u, v in zip(first, second, strict=True))


def _matrix(drawer: LawDrawer, d: int, definite: bool, env: ev.Env) -> Any:
    rng = drawer.rng
    if d == 1:
        return fmpq(0) if not definite and rng.random() < 0.1 else rng.choice(HANDY)
    if d > 6:
        raise CannotDraw("a covariance of more than six coordinates")
    for _ in range(12):
        rows = _of_family(drawer, d, rng.choice(FAMILIES) if not drawer.small else "identity", env)
        pivots, minor = eliminated(rows)
        if minor or not pivots or (definite and len(pivots) < d):
            continue
        if len(pivots) < d:
            drawer.corners.add("singular covariance")
        return rows
    raise CannotDraw("no covariance was found")


def _of_family(drawer: LawDrawer, d: int, family: str, env: ev.Env) -> Matrix:
    rng, span = drawer.rng, range(d)
    scale = rng.choice(HANDY)
    if family == "diagonal":
        entries = [rng.choice(HANDY) if rng.random() < 0.85 else fmpq(0) for _ in span]
        return tuple(tuple(entries[i] if i == j else fmpq(0) for j in span) for i in span)
    if family == "equal correlations":
        share = rng.choice((fmpq(1, 2), fmpq(9, 10), fmpq(1), fmpq(-1, d), fmpq(1, 4), fmpq(99, 100)))
        return tuple(tuple(scale if i == j else scale * share for j in span) for i in span)
    if family == "square":
        entries = [[fmpq(rng.choice((0, 0, 1, 1, -1, 2))) for _ in span] for _ in span]
        return tuple(tuple(sum((scale * a * b for a, b in zip(u, v, strict=True)), fmpq(0)) for v in entries) for u in entries)
    if family == "rank one":
        along = [fmpq(rng.choice((0, 1, 1, -1, 2))) for _ in span]
        return tuple(tuple(scale * a * b for b in along) for a in along)
    if family in ("cauchy", "brownian"):
        places = rng.sample([fmpq(k) for k in range(1, max(6, d + 1))] + [fmpq(1, 2)] * (family == "cauchy"), d) if rng.random() < 0.85 or d < 2 else [fmpq(1)] * d
        return kernel_rows(places, family)
    seen = [m for value in env.values() for m in _matrices(value) if len(m) == d]
    if family == "related" and seen:
        base = rng.choice(seen)
        if rng.random() < 0.4:
            drawer.corners.add("equal covariances")
            return base
        factor, more = rng.choice(HANDY), rng.choice((fmpq(0), fmpq(1), fmpq(1, 10)))
        return tuple(tuple(factor * base[i][j] + (more if i == j else 0) for j in span) for i in span)
    return tuple(tuple(scale if i == j else fmpq(0) for j in span) for i in span)


def _matrices(value: Any) -> Iterator[Matrix]:
    if isinstance(value, NormalLaw):
        yield value.covariance
    elif is_matrix(value) and len(value) > 1:
        yield value


def draw_normal(drawer: LawDrawer, where: Node, env: ev.Env) -> Any:
    """A normal law: its mean a point of the space, its covariance of any family, often that of an earlier law."""
    space = ev.argument(where, 0)
    d = int(ev.argument_value(space, 0, env, drawer.c).p)
    mean, covariance = drawer.point(space, env), _matrix(drawer, d, _definite(where), env)
    if d == 1:
        earlier = [value.node.args[1] for value in env.values() if isinstance(value, Deferred) and value.node.head == "normal_vector"]
        if earlier and drawer.rng.random() < 0.4:
            return Deferred(Node("normal_vector", formula(mean), drawer.rng.choice(earlier)))
        return FiniteLaw([mean], [1]) if covariance == 0 else Deferred(Node("normal_vector", formula(mean), formula(covariance)))
    drawer.corners.add("dimension > 1")
    means = [value.mean for value in env.values() if isinstance(value, NormalLaw) and len(value.mean) == d]
    if means and drawer.rng.random() < 0.3:
        mean = drawer.rng.choice(means)
    return NormalLaw(mean, covariance)


def small(d: int) -> Iterator[Any]:
    """The identity, a diagonal, correlated and singular matrices; numbers in one dimension."""
    if d == 1:
        yield from (fmpq(1), fmpq(2), fmpq(0))
        return
    span = range(d)
    for share in (fmpq(0), fmpq(1, 2), fmpq(1)):
        yield tuple(tuple(fmpq(1) if i == j else share for j in span) for i in span)
    yield tuple(tuple(fmpq(i + 1) if i == j else fmpq(0) for j in span) for i in span)
    yield tuple(tuple(fmpq(1) if i == j == 0 else fmpq(0) for j in span) for i in span)


def kept(value: Any, keep: tuple[int, ...]) -> Any:
    """A covariance, or a normal law on R^d, on the kept coordinates."""
    if isinstance(value, NormalLaw):
        mean, rows = tuple(value.mean[k] for k in keep), part(value.covariance, keep)
        return Deferred(Node("normal_vector", formula(mean[0]), formula(rows[0][0]))) if len(keep) == 1 else NormalLaw(mean, rows)
    rows = part(value, keep)
    return rows[0][0] if len(keep) == 1 else rows
