"""Functions on R^d by class (convex, smooth, Lipschitz, bounded), their gradients, subdifferentials, minimisers and proximal maps."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from verify.claims import options
from verify.claims.nodes import ClaimError, Node, literal, number, term


def FunctionClass(on: Node, convexity: Any = None, smoothness: Any = None, lipschitz: Any = None, bound: Any = None) -> Node:
    """Real functions on the line or on R^d with the Euclidean norm, by class; ``f(x)`` is the value.

    ``convexity=mu``: f - mu |x|^2/2 is convex; 0 for convex functions, mu > 0 for strongly convex, mu < 0 for weakly convex ones, ``None`` puts no condition.
    ``smoothness=L``: f is differentiable with an L-Lipschitz gradient. ``lipschitz=M``: f is M-Lipschitz. ``bound=B``: -B <= f <= B.
    With both mu and L this is the class F_(mu, L) of Nesterov (2004) and of Taylor, Hendrickx and Glineur (2017).

    Raises
    ------
    ClaimError
        For a space other than R^d with the Euclidean norm, where no condition is given, and where the constants are known and no function but an affine one obeys them.
    """
    if not isinstance(on, Node) or on.head != "euclid" or not (on.args[0] == number(1) or on.args[1] == number(2)):
        raise ClaimError(f"FunctionClass: on must be LINE or Euclid(d, 2), got {options.said(on)}; gradients are taken in the Euclidean norm")
    given = {"convexity": convexity, "smoothness": smoothness, "lipschitz": lipschitz, "bound": bound}
    if all(one is None for one in given.values()):
        raise ClaimError("FunctionClass: one of convexity, smoothness, lipschitz, bound must be given, got none; functions without any condition have no interpolation conditions")
    terms = {name: None if one is None else _value(one) for name, one in given.items()}
    for name in ("smoothness", "lipschitz", "bound"):
        if (one := terms[name]) is not None:
            options.at_least("FunctionClass", name, one, 0)
    mu, most = (None if (one := terms[name]) is None else literal(one) for name in ("convexity", "smoothness"))
    if mu is not None and most is not None and mu > most:
        raise ClaimError(f"FunctionClass: convexity must be at most smoothness, got convexity={mu}, smoothness={most}; exchange or correct them")
    return Node("function_class", on, *terms.values())


def minimisers(function: Any) -> Node:
    """The points at which a function on R^d attains its minimum."""
    return Node("minimisers", term(function))


def subdifferential(function: Any, point: Any) -> Node:
    """The subgradients of a convex function at a point: the g with f(y) >= f(x) + <g, y - x> for all y."""
    return Node("subdifferential", term(function), term(point))


def gradient(function: Any, point: Any) -> Node:
    """The gradient of a function on R^d at a point; no value where it is not differentiable. ``subdifferential`` is for functions with corners."""
    return Node("gradient", term(function), term(point))


def prox(function: Any, point: Any, step: Any) -> Node:
    """The proximal point argmin_u f(u) + |u - x|^2/(2 step), step > 0; no value where it need not be unique."""
    return Node("prox", term(function), term(point), term(step))


# --- values of such functions, for instances -------------------------------------------------------------------------------


def piecewise_quadratic(slopes: Mapping[Any, Any], left: Any = 0, right: Any = 0, height: Any = 0) -> Node:
    """The function of one number whose slope is straight between ``{place: slope}``, with curvatures ``left`` and ``right`` outside and value ``height`` at the first place.

    ``{0: (-1, 1)}`` is the absolute value: slopes on both sides of a corner. ``{-1: -1, 1: 1}`` is the Huber function but for a constant. Raises ClaimError without a place.
    """
    if not slopes:
        raise ClaimError("piecewise_quadratic: slopes must have at least one place, got none; give a place and the slope there")
    known = sorted(((_value(place), slope if isinstance(slope, tuple) else (slope, slope)) for place, slope in slopes.items()), key=lambda entry: literal(entry[0]) or Fraction(0))
    return Node("piecewise_quadratic", _value(height), _value(left), tuple((place, _value(before), _value(after)) for place, (before, after) in known), _value(right))


def _value(x: Any) -> Node:
    """A number or formula; an exact number may stand in quotes."""
    return number(x) if isinstance(x, str) else term(x)


def ridge_sum(dimension: int, *parts: tuple[Any, Node]) -> Node:
    """The function on R^dimension that is the sum of ``profile(<a, x>)`` over pairs (a, ``piecewise_quadratic(...)``); on the line a is a number.

    Raises
    ------
    ClaimError
        Naming the part, where a direction has another number of coordinates or a profile is none.
    """
    found = []
    for k, (direction, profile) in enumerate(parts, 1):
        count = len(direction) if isinstance(direction, tuple) else 1
        if count != dimension:
            raise ClaimError(f"ridge_sum: directions must have {dimension} coordinate{'s' * (dimension != 1)}, got {count} in part {k}; correct the dimension or the direction")
        if not isinstance(profile, Node) or profile.head != "piecewise_quadratic":
            raise ClaimError(f"ridge_sum: profiles must be piecewise_quadratic(...), got {options.said(profile)} in part {k}; write one")
        found.append((term(direction), profile))
    return Node("ridge_sum", number(dimension), tuple(found))


__all__ = ["FunctionClass", "gradient", "minimisers", "piecewise_quadratic", "prox", "ridge_sum", "subdifferential"]
