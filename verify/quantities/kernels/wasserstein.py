"""Wasserstein distances between any two laws: finite ones, translates, products, and laws on the line."""

from __future__ import annotations

from typing import Any

from flint import fmpq

from verify.quantities.kernels.affine import affine_map
from verify.quantities.kernels.line_transport import continuous
from verify.quantities.kernels.transport import ONE, PRECISION, ZERO, check_order, root_of, transport
from verify.values.elementary import absolute, maximum
from verify.values.laws import FiniteLaw, Law, MixtureLaw, PieceLaw, PowerLaw, ProductLaw, TranslatedLaw, flat
from verify.values.numbers import Enclosure, NotKnown, NoValue, Number, compare, enclose, sub, total
from verify.values.powers import power


def wasserstein(p: Law, q: Law, order: Number, norm: Number = ONE, prec: int = PRECISION) -> Number:
    """Wasserstein distance of order ``order >= 1`` or oo between any two laws of this package.

    Finite laws, translates, and affine images of one another on the line are exact or accurate to ``prec`` bits; order
    1 on the line too. Other laws on the line get a bracket from their quantiles (about one per cent), product laws a
    bracket from their coordinates. Infinity is a value. Raises NoValue for orders below 1 and laws on different spaces.
    """
    check_order("Wasserstein order", order)
    check_order("norm", norm)
    if p == q:
        return ZERO
    if isinstance(p, FiniteLaw) and isinstance(q, FiniteLaw):
        return transport(p, q, order, norm, prec).value
    shift = shift_between(p, q)
    if shift is not None:
        return _size(shift, norm, prec)
    p, q = flat(p), flat(q)
    if isinstance(p, ProductLaw) and isinstance(q, ProductLaw):
        return _product(p, q, order, norm, prec)
    if isinstance(p, ProductLaw) or isinstance(q, ProductLaw):
        raise NotKnown("a Wasserstein distance between a product distribution and another kind of distribution has no route")
    return continuous(p, q, order, prec)


def _size(shift: Any, norm: Number, prec: int) -> Number:
    """Norm of a shift."""
    if not isinstance(shift, tuple):
        return absolute(shift)
    parts = [_size(part, norm, prec) for part in shift]
    if isinstance(norm, float):
        return maximum(*parts)
    return root_of(total((power(part, norm, prec + 16) for part in parts), prec + 16), norm, prec)


def shift_between(p: Law, q: Law) -> Any:
    """The exact ``s`` such that ``q`` is the law of ``X + s``, a tuple for laws of tuples; None if none is found.

    Then every order has distance ``|s|``: ``(X, X + s)`` is a coupling, and by Jensen no coupling has a smaller cost
    than the difference of the means.
    """
    one, two = _stripped(p), _stripped(q)
    if one[0] == two[0]:
        return sub(two[1], one[1]) if not isinstance(one[1], tuple) else None
    if isinstance(p, FiniteLaw) and isinstance(q, FiniteLaw):
        if len(p.points) != len(q.points) or p.weights != q.weights:
            return None
        if not all(isinstance(x, fmpq) for x in (*p.points, *q.points)):
            return None
        steps = {y - x for x, y in zip(p.points, q.points, strict=True)}
        return steps.pop() if len(steps) == 1 else None
    p, q = flat(p), flat(q)
    if isinstance(p, PieceLaw | PowerLaw) and isinstance(q, PieceLaw | PowerLaw):
        found = affine_map(p, q)
        return found[1] if found is not None and compare(found[0], ONE) == "=" else None
    if isinstance(p, MixtureLaw) and isinstance(q, MixtureLaw) and p.weights == q.weights:
        shifts = [shift_between(a, b) for a, b in zip(p.laws, q.laws, strict=True)]
        if shifts[0] is None or isinstance(shifts[0], tuple):
            return None
        same = all(s is not None and not isinstance(s, tuple) and compare(s, shifts[0]) == "=" for s in shifts)
        return shifts[0] if same else None
    if isinstance(p, ProductLaw) and isinstance(q, ProductLaw) and len(p.laws) == len(q.laws):
        parts = tuple(shift_between(a, b) for a, b in zip(p.laws, q.laws, strict=True))
        return None if any(part is None for part in parts) else parts
    return None


def _stripped(law: Law) -> tuple[Law, Any]:
    return (law.base, law.shift) if isinstance(law, TranslatedLaw) else (law, ZERO)


def _product(p: ProductLaw, q: ProductLaw, order: Number, norm: Number, prec: int) -> Number:
    """Coordinates: additive if order and norm agree, else between the largest and the sum."""
    if len(p.laws) != len(q.laws):
        raise NoValue("a Wasserstein distance between distributions on different spaces")
    parts = [wasserstein(a, b, order, norm, prec) for a, b in zip(p.laws, q.laws, strict=True)]
    if compare(order, norm) == "=":
        if isinstance(order, float):
            return maximum(*parts)
        return root_of(total((power(part, order, prec + 16) for part in parts), prec + 16), order, prec)
    low, high = enclose(maximum(*parts)), enclose(total(parts))
    return Enclosure(low.lo, high.hi, low.exists and high.exists)
