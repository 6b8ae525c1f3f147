"""What a parameter of a law may be, and what it is worth.

A parameter is an exact number (``int``, ``Fraction``, a SymPy number), a SymPy expression, or any object with a method
``_sympy_()``. Laws keep the object they were given and read it with ``expression`` only when a formula is asked for.
Floats are refused: 0.1 is not 1/10. Only sampling turns parameters into floats (``number_at``).
"""

import math
import numbers
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol, TypeAlias, runtime_checkable

import numpy as np
import sympy as sp


@runtime_checkable
class ConvertsToSympy(Protocol):
    """Anything SymPy can read: an object that says itself which expression it stands for."""

    def _sympy_(self) -> Any: ...


Parameter: TypeAlias = int | Fraction | sp.Expr | ConvertsToSympy
"""An exact number, a SymPy expression, or an object with ``_sympy_()``."""

Weight: TypeAlias = Fraction | sp.Expr
"""A probability in exact arithmetic: a fraction where it is rational, else an expression."""

At: TypeAlias = Mapping[Any, Any]
"""Values of symbols, keyed by the symbol, its name, or an object with ``_sympy_()``."""


def check(where: str, name: str, value: object, *, positive: bool = False, advice: str = "") -> None:
    """Raise unless ``value`` may be the parameter ``name`` of ``where``.

    The sign is tested where it is known: always for rational numbers, and for other SymPy expressions as far as SymPy
    decides it. An object with ``_sympy_()`` is not converted here and passes.

    Raises
    ------
    TypeError
        For a float (also inside an expression), a boolean, a string, or anything that is no parameter.
    ValueError
        For a value known to be infinite, not real, or (with ``positive``) not positive.
    """
    if isinstance(value, bool | np.bool_):
        raise TypeError(f"{where}: {name} must be a number or an expression, got {name}={value}; write 0 or 1")
    if isinstance(value, float | np.floating) or (isinstance(value, sp.Basic) and value.has(sp.Float)):
        raise TypeError(
            f"{where}: {name} must be exact, got {name}={value}; write a fraction, for example Fraction(1, 10) for 0.1"
        )
    if isinstance(value, numbers.Rational):
        if positive and not Fraction(int(value.numerator), int(value.denominator)) > 0:
            raise ValueError(
                f"{where}: {name} must be positive, got {name}={value}; {advice or 'give a number above 0'}"
            )
        return
    if isinstance(value, sp.Expr):
        if value is sp.nan or value.is_real is False:
            raise ValueError(
                f"{where}: {name} must be a finite real number, got {name}={value}; give a real expression"
            )
        if positive and value.is_positive is False:
            raise ValueError(
                f"{where}: {name} must be positive, got {name}={value}; {advice or 'give a number above 0'}"
            )
        return
    if isinstance(value, ConvertsToSympy) and not isinstance(value, sp.Basic):
        return
    raise TypeError(
        f"{where}: {name} must be an int, a Fraction, a SymPy expression or an object with _sympy_(), "
        f"got {name}={value!r}; convert it first"
    )


def known_not_below(low: object, high: object) -> bool:
    """Whether ``low >= high`` is known; false where it is open or an end is an object with ``_sympy_()``."""
    if not (isinstance(low, numbers.Rational | sp.Expr) and isinstance(high, numbers.Rational | sp.Expr)):
        return False
    return (sp.sympify(high) - sp.sympify(low)).is_positive is False


def expression(value: Any) -> sp.Expr:
    """Return the SymPy expression that ``value`` stands for; infinities are allowed, floats raise TypeError."""
    if isinstance(value, float | np.floating | str | bool | np.bool_):
        raise TypeError(
            f"expression: value must be an exact number or an expression, got value={value!r}; "
            "write a fraction, for example Fraction(1, 10) for 0.1"
        )
    result = sp.sympify(value)
    if not isinstance(result, sp.Expr) or result.has(sp.Float):
        raise TypeError(
            f"expression: value must stand for an exact expression, got value={value!r} which reads as {result}; "
            "write a fraction for a float"
        )
    return result


def exact(value: Any) -> Weight:
    """Return ``value`` as a Fraction where it is a rational number, else as a SymPy expression."""
    if not isinstance(value, numbers.Rational) or isinstance(value, bool):
        value = expression(value)
    if isinstance(value, numbers.Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    return value


def plus(first: Any, second: Any) -> Any:
    """Return ``first + second`` in the operands' own arithmetic, or as expressions where they have none in common."""
    try:
        return first + second
    except TypeError:
        return expression(first) + expression(second)


def minus(first: Any, second: Any) -> Any:
    """Return ``first - second`` in the operands' own arithmetic, or as expressions where they have none in common."""
    try:
        return first - second
    except TypeError:
        return expression(first) - expression(second)


def times(first: Any, second: Any) -> Any:
    """Return ``first * second`` in the operands' own arithmetic, or as expressions where they have none in common."""
    try:
        return first * second
    except TypeError:
        return expression(first) * expression(second)


def substituted(where: str, name: str, value: Any, at: At | None) -> sp.Expr:
    """Return ``value`` as an expression without free symbols, each replaced by its value in ``at``.

    Raises
    ------
    ValueError
        If a symbol of ``value`` has no value in ``at``.
    """
    formula = expression(value)
    given: dict[Any, Any] = {
        key if isinstance(key, str) else sp.sympify(key): worth for key, worth in (at or {}).items()
    }
    replacement: dict[Any, Any] = {}
    for symbol in sorted(formula.free_symbols, key=str):
        key = symbol if symbol in given else str(symbol)
        if key not in given:
            raise ValueError(
                f"{where}: every symbol must have a value, got none for {symbol} in {name}={formula}; "
                f"pass at={{{symbol}: number}}"
            )
        replacement[symbol] = sp.sympify(given[key])
    return formula.subs(replacement, simultaneous=True) if replacement else formula


def number_at(where: str, name: str, value: Any, at: At | None, *, positive: bool = False) -> float:
    """Return the float nearest to ``value`` at the symbols' values ``at``; used by samplers only.

    Raises
    ------
    ValueError
        If a symbol has no value, or the result is not a finite real number (positive where asked).
    """
    number = substituted(where, name, value, at)
    try:
        result = float(number)
    except TypeError:
        result = math.nan
    if not math.isfinite(result):
        raise ValueError(f"{where}: {name} must be a finite real number to sample, got {name}={number}; check at={at}")
    if positive and not result > 0:
        raise ValueError(f"{where}: {name} must be positive to sample, got {name}={number}; check at={at}")
    return result


def check_weights(where: str, weights: Sequence[Any]) -> None:
    """Raise unless ``weights`` can be probabilities that sum to 1.

    Weights that are numbers are compared with 0, and their sum with 1, exactly. Where a weight contains a symbol or is
    an object with ``_sympy_()`` the sum is not tested here.

    Raises
    ------
    TypeError, ValueError
        Naming the entry, for example ``Finite: weights must be non-negative, got weights[1]=-1/2; ...``.
    """
    if not len(weights) >= 1:
        raise ValueError(
            f"{where}: weights must have at least one entry, got weights=(); give one per point or component"
        )
    for index, weight in enumerate(weights):
        check(where, f"weights[{index}]", weight)
        if isinstance(weight, numbers.Rational | sp.Expr) and sp.sympify(weight).is_nonnegative is False:
            raise ValueError(
                f"{where}: weights must be non-negative, got weights[{index}]={weight}; give probabilities in [0, 1]"
            )
    if all(isinstance(w, numbers.Rational) or (isinstance(w, sp.Expr) and not w.free_symbols) for w in weights):
        total = sum((exact(weight) for weight in weights), Fraction(0))
        if not _is_one(total):
            raise ValueError(f"{where}: weights must sum to 1, got sum={total}; the weights are {_listed(weights)}")


def probabilities(where: str, weights: Sequence[Any], at: At | None) -> Any:
    """Return the weights as an array of floats with sum 1, for a sampler; ValueError if they are no probabilities."""
    values = np.array([number_at(where, f"weights[{i}]", weight, at) for i, weight in enumerate(weights)])
    if not (bool(np.all(values >= 0)) and abs(float(values.sum()) - 1) <= 1e-9):
        raise ValueError(
            f"{where}: weights must be non-negative with sum 1 to sample, got weights={values.tolist()}; check at={at}"
        )
    return values / values.sum()


def _is_one(total: Weight) -> bool:
    """Whether ``total`` is exactly 1; undecided counts as no."""
    if isinstance(total, Fraction):
        return total == 1
    difference = sp.simplify(total - 1)
    return bool(difference == 0) or difference.equals(0) is True


def _listed(values: Sequence[Any]) -> str:
    return "(" + ", ".join(str(value) for value in values) + ")"
