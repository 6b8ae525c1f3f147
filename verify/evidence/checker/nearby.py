"""Signs of forms where one of their symbols is large, or near a value: what limits and derivatives look at."""

from __future__ import annotations

from verify.evidence.checker.derive import Infinite, Reader, Value
from verify.evidence.checker.form_signs import Signs, grows, inside, limit
from verify.evidence.checker.normal import NUMBER_ONE, UNITS, Atom, Form, Sum, TooLarge, quotient, slope
from verify.evidence.checker.sign_sets import ANY, NEGATIVE, NULL, POSITIVE, Missing, Open, Sign, Unread
from verify.evidence.checker.substitution import put

MOST_PRODUCTS = 12
"""Products of a sum among which the largest is looked for."""
SMOOTH = frozenset({"erfc", "gamma", "hyp1f1", "gaussian_level"})


class Near(Signs):
    """Signs in some neighbourhood of a value of a symbol: a continuous form that is not 0 there keeps its sign."""

    def __init__(self, outer: Signs, symbol: str, at: Form) -> None:
        super().__init__(outer.facts, outer.spend, outer.depth)
        self.outer, self.symbol, self.at = outer, symbol, at

    def of(self, s: Sum) -> Sign:
        form = Form(s, UNITS)
        if self.symbol not in form.symbols():
            return self.outer.of(s)
        if not _continuous(form):
            return ANY
        try:
            found = self.outer.sign(put(form, self.symbol, self.at, Reader({}, self.outer)))
        except (Open, Missing, Unread, TooLarge, ZeroDivisionError):
            return ANY
        return found if found in (POSITIVE, NEGATIVE) else ANY

    def there(self, f: Form) -> tuple[Form, Signs] | None:
        if not _continuous(f):
            return None
        try:
            return put(f, self.symbol, self.at, Reader({}, self.outer)), self.outer
        except (Open, Missing, Unread, TooLarge, ZeroDivisionError):
            return None

    def from_inside(self, f: Form) -> bool:
        if self.symbol not in f.symbols():
            return self.outer.from_inside(f)
        if not _continuous(f):
            return False
        try:
            values = [put(one, self.symbol, self.at, Reader({}, self.outer)) for one in (f, slope(f, self.symbol))]
        except (Open, Missing, Unread, TooLarge, ZeroDivisionError):
            return False
        return self.outer.sign(values[0]) == NULL and self.outer.sign(values[1]) == POSITIVE


def _continuous(f: Form) -> bool:
    """Whether only functions that are continuous, and have slopes, stand in a form."""
    return not any(a[0] == "f" and a[1] not in SMOOTH for a in inside(f))


class Far(Signs):
    """Signs for all large values of a symbol: those of the largest products."""

    def __init__(self, outer: Signs, symbol: str) -> None:
        super().__init__(outer.facts, outer.spend, outer.depth)
        self.outer, self.symbol = outer, symbol

    def of(self, s: Sum) -> Sign:
        if self.symbol not in Form(s, UNITS).symbols():
            return self.outer.of(s)
        found = super().of(s)
        if len(found) == 1:
            return found
        try:
            lead = self.leading(s)
        except (TooLarge, ZeroDivisionError, Open, Missing, Unread):
            return found
        return found if lead is None else frozenset(a * b for a in self._sign_of(lead[0]) for b in self.outer.sign(lead[1]))

    def atom(self, a: Atom) -> Sign:
        if a[0] == "log" and self.symbol in a[1].symbols():
            return self.sign(a[1].minus(NUMBER_ONE))
        return super().atom(a)

    def _sign_of(self, product: Form) -> Sign:
        ((m, c),) = product.top.terms.items()
        return self._product(m, c)

    def leading(self, s: Sum) -> tuple[Form, Form] | None:
        """A product P and a number c that is not 0, free of the symbol: the quotient of the sum by P tends to c. None where none is seen."""
        if not 0 < len(s.terms) <= MOST_PRODUCTS:
            return None
        products = [self._evened(Form(Sum({m: c}), UNITS)) for m, c in s.terms.items()]
        for one in products:
            if self._sign_of(one) not in (POSITIVE, NEGATIVE):
                continue
            share = Form(Sum({}), UNITS)
            for other in products:
                ratio = quotient(other.top, one.top)
                found = limit(ratio, self.symbol, "oo", self.outer)
                if found is None:
                    break
                share = share.plus(found)
            else:
                if self.outer.sign(share) in (POSITIVE, NEGATIVE):
                    return one, share
        return None

    def _evened(self, product: Form) -> Form:
        """A product whose quotient with this one tends to 1: ``floor(u)`` and ``ceiling(u)`` are u where that tends to oo, a power of a sum is one of its largest product."""
        ((powers, exponent), c), = product.top.terms.items()
        found = Form(Sum({(tuple(p for p in powers if not self._uneven(p[0])), exponent): c}), UNITS)
        for a, e in powers:
            if self._uneven(a):
                inner = self._even(a)
                if inner is None:
                    return product
                found = found.times(Reader({}, self).power(inner, e))
        return found if found.bottom == UNITS and len(found.top.terms) == 1 else product

    def _uneven(self, a: Atom) -> bool:
        return (a[0] == "p" and self.symbol in a[1].symbols()) or (a[0] == "f" and a[1] in ("floor", "ceiling"))

    def _even(self, a: Atom) -> Form | None:
        if a[0] == "f":
            return a[2] if grows(a[2], self.symbol, "oo", self.outer) == 1 and len(a[2].top.terms) == 1 and a[2].bottom == UNITS else None
        top, bottom = self.leading(a[1].top), self.leading(a[1].bottom)
        return None if top is None or bottom is None else top[0].times(top[1]).over(bottom[0].times(bottom[1]))


def tends(value: Form, symbol: str, end: str, signs: Signs) -> Value:
    """The limit of a form as a positive symbol tends to 0 or to oo, perhaps an infinite one. Raises Unread."""
    found = limit(value, symbol, end, signs)
    if found is not None:
        return found
    side = grows(value, symbol, end, signs)
    if side:
        return Infinite(side)
    if end == "oo" and (far := _by_leading(value, Far(signs, symbol))) is not None:
        return far
    raise Unread(f"there is no rule for the limit of {str(value)[:200]}")


def _by_leading(value: Form, far: Far) -> Value | None:
    """The limit of a quotient by the largest products above and below."""
    top, bottom = far.leading(value.top), far.leading(value.bottom)
    if top is None or bottom is None:
        return None
    ratio, share = quotient(top[0].top, bottom[0].top), top[1].over(bottom[1])
    if (found := limit(ratio, far.symbol, "oo", far.outer)) is not None:
        return found.times(share)
    if (found := limit(quotient(bottom[0].top, top[0].top), far.symbol, "oo", far.outer)) is not None and found.is_zero():
        side = frozenset(a * b for a in far.sign(ratio) for b in far.outer.sign(share))
        return Infinite(1) if side == POSITIVE else Infinite(-1) if side == NEGATIVE else None
    return None


__all__ = ["Far", "Near", "tends"]
