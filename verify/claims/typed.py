"""Numbers as people type and store them: one reader for commands, files and formulas, with a limit on how long a number may be.

A short text can name a number that no machine holds: ``1e999999999`` has a thousand million digits. What is read here has at most ``MOST_DIGITS`` digits when it is
written out, numerator and denominator each; anything longer is refused before it is made.
"""

from __future__ import annotations

import re
from fractions import Fraction

MOST_DIGITS = 4000
"""Digits of a numerator, of a denominator."""
MOST_SHOWN = 80
"""Characters of an input that a message repeats."""
EXAMPLES = "write for example 1/2, 0.5 or 1e-6"
LEAST, LARGEST = Fraction(1, 10**300), Fraction(10**300)
"""Between these lies the size of a quantity that is computed with: doubles reach a little further."""
_LARGEST: int = 10**MOST_DIGITS
_FORM = re.compile(r"[-+]?(?:\d[\d_]*/\d[\d_]*|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE]([-+]?\d{1,18}))?)", re.ASCII)
"""Longer exponents than these are no numbers either."""


class NotANumber(ValueError):
    """A text that is no number, or one that is too long; the message says what must hold and what was got."""


def shortened(text: object, most: int = MOST_SHOWN) -> str:
    """A text for a message: on one line, without characters that cannot be shown, its middle left out where it is longer than ``most`` characters."""
    words = str(text)
    words = words if len(words) <= most else f"{words[:most - 23]} ... {words[-18:]}"
    return "".join(c if c.isprintable() else " " if c.isspace() else c.encode("unicode_escape", "surrogatepass").decode("ascii") for c in words)


def exact(text: str) -> Fraction:
    """The fraction that is written as ``3``, ``-3/4``, ``0.25`` or ``1e-6``. Raises NotANumber."""
    written = text.strip()
    found = _FORM.fullmatch(written)
    if found is None:
        raise NotANumber(f"must be a number, got {shortened(text)!r}; {EXAMPLES}")
    if len(written) > 2 * MOST_DIGITS + 3 or abs(int(found[1] or 0)) > 3 * MOST_DIGITS:
        raise _long(text)
    try:
        value = Fraction(written)
    except ZeroDivisionError:
        raise NotANumber(f"must be a number, got {shortened(text)!r}, which divides by 0; {EXAMPLES}") from None
    except ValueError:  # underscores in the wrong places, or more digits than Python turns into a number
        raise (_long(text) if len(written) > MOST_DIGITS else NotANumber(f"must be a number, got {shortened(text)!r}; {EXAMPLES}")) from None
    if not in_reach(value):
        raise _long(text)
    return value


def moderate(text: str) -> Fraction:
    """The same for a quantity that is computed with: 0, or a number whose size lies between 1e-300 and 1e300. Raises NotANumber."""
    value = exact(text)
    if value and not LEAST <= abs(value) <= LARGEST:
        raise NotANumber(f"must be 0 or a number between 1e-300 and 1e300 in size, got {shortened(text)!r}; choose another unit")
    return value


def in_reach(value: Fraction) -> bool:
    """Whether numerator and denominator have at most ``MOST_DIGITS`` digits."""
    return -_LARGEST < value.numerator < _LARGEST and value.denominator < _LARGEST


def scientific(value: Fraction, most: int = 40) -> str | None:
    """``3e-400`` for a number that is exactly that; None where it has more than ``most`` digits in this form too."""
    bottom = value.denominator
    twos, fives = (bottom & -bottom).bit_length() - 1, 0
    bottom >>= twos
    while bottom % 5 == 0:
        bottom, fives = bottom // 5, fives + 1
    places = max(twos, fives)
    if bottom != 1 or places > MOST_DIGITS:
        return None
    whole, exponent = value.numerator * 10**places // value.denominator, -places
    while whole and whole % 10 == 0:
        whole, exponent = whole // 10, exponent + 1
    return f"{whole}e{exponent}" if abs(whole) < 10**most else None


def _long(text: str) -> NotANumber:
    return NotANumber(f"must be a number of at most {MOST_DIGITS} digits when it is written out, got {shortened(text)!r}; write a shorter one")


__all__ = ["EXAMPLES", "MOST_DIGITS", "MOST_SHOWN", "NotANumber", "exact", "in_reach", "moderate", "scientific", "shortened"]
