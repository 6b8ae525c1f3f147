"""The least mu for which a privacy profile is mu-GDP: the supremum of its GDP transform over [0, oo), certified.

``G(epsilon)`` is the mu with ``delta_mu(epsilon) = delta(epsilon)``. To prove ``sup G <= mu`` nothing is inverted: it is
``h = delta_mu - delta >= 0``, on every cell of the head by one of

* *order*: ``delta(low) <= delta_mu(high)``, as both fall;
* *concave*: ``h`` is concave in ``t = e^epsilon`` on the cell and not negative at its ends;
* *convex*: ``h`` is convex in t on the cell, and so are all its tangents below it (cutting planes);
* *bend*: a tangent, or the chord, with the worst second derivative on the cell;
* *chord*: delta is convex in t, so it lies below its chord, and ``delta_mu`` minus the chord is convex;

and beyond the head by a lemma of ``tails``. Inversions are needed only where the maximum is: the lower bound is the value of G
at a point found by bisection on ``G' = t (delta'(t) + Phi(b)) / phi(a)``. A cell around an interior maximum is proved by its
convexity, a cell at a boundary maximum by concavity or a tangent, so that the number of cells does not depend on the
width asked, and the digits cost only precision.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol, TypeAlias

from flint import arb, fmpq

from verify.claims.nodes import ClaimError
from verify.measure import tails
from verify.values.gaussian_profiles import BITS, curvature, gaussian_mu, profile, slope
from verify.values.numbers import Enclosure, precision

CELLS = 20_000
"""Default budget of cells; more means an honest wider answer."""
_MOST_BITS = 4096
_BISECTIONS = 400
_FINE = Fraction(1, 10**10)
_WITNESSES = (1, 10, 100)


class PrivacyProfile(Protocol):
    """What is needed of a profile: see ``mechanisms.profiles``. Derivatives are by ``t = e^epsilon``."""

    @property
    def convex(self) -> bool: ...
    def delta(self, epsilon: arb, /) -> arb: ...
    def delta_before(self, epsilon: arb, /) -> arb: ...
    def upper(self, low: arb, high: arb, /) -> arb: ...
    def slope(self, epsilon: arb, side: int, /) -> arb | None: ...
    def curvature(self, low: arb, high: arb, /) -> arb | None: ...
    def breakpoints(self) -> tuple[arb, ...]: ...
    def tail(self) -> tails.Tail: ...


class ProfileError(ClaimError):
    """A profile that cannot be measured: it says where, what must hold, and what to do."""


@dataclass(frozen=True)
class Measured:
    """The certified result.

    ``lower <= sup G <= upper``; with ``finite`` false no mu works and ``witnesses`` are pairs (mu, epsilon) with ``delta(epsilon) > delta_mu(epsilon)``.
    ``argmax`` contains every epsilon at which the supremum is attained (its upper end may be oo). ``undecided`` says why ``upper`` is
    not within the width asked, where it is not.
    """

    finite: bool
    lower: arb
    upper: arb | float
    argmax: tuple[arb, arb | float] | None
    tail: str
    tail_start: arb | None = None
    inversions: int = 0
    comparisons: int = 0
    cells: int = 0
    bits: int = 0
    witnesses: tuple[tuple[int, arb], ...] = ()
    undecided: str = ""


Cell: TypeAlias = tuple[arb, arb, bool]
"""Two ends, and whether the profile is smooth in between: a breakpoint known as a ball only lies in a sliver that is not."""


def measure(target: PrivacyProfile, width: Any = Fraction(1, 10**6), *, cells: int = CELLS, locate: bool = True) -> Measured:
    """Return certified bounds of the least mu for which ``target`` is mu-GDP.

    Parameters
    ----------
    target
        A profile that does not increase, with values in [0, 1) (checked at 0 here, for expressions and tables on reading them).
    width
        Largest difference of the bounds, positive: an int, a Fraction, a string or a float taken exactly.
    cells
        Budget; when it is spent the answer is wider and says so.
    locate
        Whether to enclose the argument of the maximum too.

    Raises
    ------
    ProfileError
        If delta(0) is 1 (no mu, however large, gives 1) or cannot be told from 1.
    """
    wide = Fraction(width)
    if not wide > 0:
        raise ProfileError(f"measure: width must be positive, got width={width}; give for example 1e-6")
    bits = max(128, 64 + 2 * math.ceil(-math.log2(wide) if wide < 1 else 0))
    inversion_bits = max(BITS, math.ceil(-math.log2(wide) if wide < 1 else 0) + 12)
    while True:
        with precision(bits):
            search = _Search(target, wide, cells, inversion_bits, bits)
            try:
                return search.run(locate)
            except _Blurred:
                bits *= 2
                if bits > _MOST_BITS:
                    raise ProfileError("measure: the profile must be evaluated more narrowly than it was at 4096 bits; check its formula for cancellation") from None


class _Blurred(Exception):
    """A sign was open at this precision."""


@dataclass
class _Search:
    target: PrivacyProfile
    width: Fraction
    budget: int
    inversion_bits: int
    bits: int
    inversions: int = 0
    comparisons: int = 0
    cells: int = 0
    best: tuple[arb, arb, int] | None = None  # lower bound, epsilon, side
    known: dict[Any, arb] = field(default_factory=dict)

    # --- values ---

    def delta(self, epsilon: arb, side: int = 1) -> arb:
        key = (*epsilon.man_exp(), side)
        if key not in self.known:
            value = self.target.delta(epsilon) if side > 0 else self.target.delta_before(epsilon)
            if not value.is_finite():
                raise _Blurred
            self.known[key] = value
        return self.known[key]

    def value(self, epsilon: arb, side: int = 1) -> Enclosure:
        """G at a point, or its limit from the left."""
        self.inversions += 1
        d = self.delta(epsilon, side)
        if not (d < 1 or d.is_zero()):
            raise _Blurred
        found = gaussian_mu(epsilon, d, bits=self.inversion_bits)
        if isinstance(found.hi, float) or (not found.lo > 0 and not d.is_zero()):
            raise _Blurred
        if self.best is None or found.lo > self.best[0]:
            self.best = (found.lo, epsilon, side)
        return found

    def rising(self, epsilon: arb, mu: arb, side: int) -> arb | None:
        """A positive multiple of the derivative of G from one side."""
        first = self.target.slope(epsilon, side)
        return None if first is None else first - slope(epsilon, mu)

    # --- the run ---

    def run(self, locate: bool) -> Measured:
        tail = self.target.tail()
        at_zero = self.target.delta(arb(0))
        if at_zero >= 1:
            raise ProfileError("measure: delta(0) must be below 1, got delta(0)=1 at epsilon=0; no finite mu reaches 1, refine the curve by what its pairs imply near 0")
        if not at_zero < 1:
            if self.bits * 2 > _MOST_BITS:
                raise ProfileError(f"measure: delta(0) must be below 1, got delta(0)={at_zero.str(6)}, not told from 1; check the formula at epsilon=0")
            raise _Blurred
        if tail.kind == "slow":
            return self.hopeless(tail)
        if tail.kind == "normal" and tail.start.is_zero():
            return Measured(True, tail.rate.lower(), tail.rate.upper(), (arb(0), math.inf), tails.words(tail, None, None), bits=self.bits)
        if tail.kind == "unknown":
            return Measured(True, self.value(arb(0)).lo, math.inf, None, tails.words(tail, None, None), inversions=1, bits=self.bits, undecided="no lemma covers the tail of this expression")
        limit = tails.limit_mu(tail)
        self.best = (limit.lower() if limit is not None and limit > 0 else arb(0), arb(0), 0)
        head = self.explore(tail)
        level = self.level()
        if head is None:
            head = tails.dominated_from(tail, level)
        if head is None:
            return Measured(True, self.best[0], math.inf, None, tails.words(tail, None, None), undecided="the lemma on the tail does not reach this level", bits=self.bits)
        head = arb(head.upper())
        done, undecided = self.certify(_pieces(self.target.breakpoints(), head))
        level = self.level()
        upper: arb | float = math.inf if undecided else level.upper()
        where = None
        if locate and not undecided:
            where = self.locate(done, tail, head)
        return Measured(
            True, self.best[0], upper, where, tails.words(tail, head, level), head, self.inversions, self.comparisons, self.cells, self.bits, undecided=undecided
        )

    def hopeless(self, tail: tails.Tail) -> Measured:
        points = []
        for mu in _WITNESSES:
            found = tails.witness(self.target, tail, arb(mu))
            if found is not None:
                points.append((mu, found))
        if not tail.factor > 0:
            raise _Blurred
        return Measured(False, self.value(arb(0)).lo, math.inf, None, tails.words(tail, None, None), inversions=self.inversions, bits=self.bits, witnesses=tuple(points))

    def level(self) -> arb:
        """The mu that is to be proved: the best lower bound and a little less than the width."""
        assert self.best is not None
        return (self.best[0] + arb(fmpq(self.width.numerator, self.width.denominator)) * arb("0.95").mid()).mid()

    def explore(self, tail: tails.Tail) -> arb | None:
        """Find the maximum to about the square root of the width; return the head's end if it does not depend on mu."""
        self.value(arb(0))
        breaks = self.target.breakpoints()
        end = tail.start if tail.kind == "zero" else None
        far = end
        if far is None:
            for point in breaks:
                self.value(point.mid())
            far = tails.dominated_from(tail, self.level())
            if far is None:
                far = tail.start + 16
        pieces = _pieces(breaks, arb(far.upper()))
        grid: list[tuple[arb, int]] = [(arb(0), 1)]
        inner = max(0, 10 // max(1, len(pieces)) - 1)
        for low, high, _ in pieces:
            grid += [((low + (high - low) * i / (inner + 1)).mid(), 1) for i in range(1, inner + 1)]
            grid += [(high, -1)]
        values = [(self.value(e, side), e, side) for e, side in grid if self.delta(e, side) > 0]
        if values:
            top = max(range(len(values)), key=lambda i: values[i][0].lo)
            self.climb(values[top][1], values[top - 1][1] if top else None, values[top + 1][1] if top + 1 < len(values) else arb(far.upper()))
        return end

    def climb(self, epsilon: arb, before: arb | None, after: arb | None) -> None:
        """Improve the lower bound next to a point: the sign of G' between neighbours, by regula falsi (Illinois)."""
        mu = self.value(epsilon).lo if self.delta(epsilon) > 0 else None
        if mu is None or not mu > 0:
            return
        right, left = self.rising(epsilon, mu, 1), self.rising(epsilon, mu, -1)
        if right is not None and right > 0 and after is not None:
            low, high, at_low, at_high = epsilon, after, right, None
        elif left is not None and left < 0 and before is not None and epsilon > 0:
            low, high, at_low, at_high = before, epsilon, None, left
        else:
            return
        width = min(self.width, _FINE)  # convergence is fast, and the place of the maximum needs it
        accuracy = arb(fmpq(width.numerator, width.denominator)).sqrt() / 64
        side = 0
        for _ in range(60):
            if high - low < accuracy * (1 + high):
                break
            middle = (low + high) / 2
            if at_low is not None and at_high is not None and not (at_low - at_high).is_zero():
                middle = (low * at_high - high * at_low) / (at_high - at_low)
            middle = middle.mid()
            if not (middle > low and middle < high) or not self.delta(middle) > 0:
                break
            mu = self.value(middle).lo
            up = self.rising(middle, mu, 1)
            if up is None:
                break
            if abs(up) * (high - low) < accuracy * accuracy * mu:
                break
            if up > 0:
                low, at_low = middle, up
                at_high = at_high / 2 if side > 0 and at_high is not None else at_high
                side = 1
            elif up < 0:
                high, at_high = middle, up
                at_low = at_low / 2 if side < 0 and at_low is not None else at_low
                side = -1
            else:
                break

    # --- proving the upper bound ---

    def certify(self, cells: list[Cell]) -> tuple[list[Cell], str]:
        """Prove ``delta <= delta_level`` on all cells, raising the level where a point is above it."""
        waiting = list(reversed(cells))
        done: list[Cell] = []
        level = self.level()
        while waiting:
            low, high, smooth = waiting.pop()
            self.cells += 1
            if self.cells > self.budget:
                return done, f"the budget of {self.budget} cells was spent at epsilon = {low.str(6, radius=False)}; ask for a larger width or allow more cells"
            verdict = self.below(low, high, level, smooth=smooth, strict=False)
            if isinstance(verdict, tuple):
                before = self.best
                self.value(*verdict)
                self.climb(verdict[0], low, high)
                if self.best is before:
                    raise _Blurred
                level = self.level()
                waiting.append((low, high, smooth))
            elif verdict:
                done.append((low, high, smooth))
            else:
                middle = ((low + high) / 2).mid()
                if not (middle > low and middle < high) or not high - low > arb(2) ** (-self.bits // 2):
                    raise _Blurred
                waiting += [(middle, high, smooth), (low, middle, smooth)]
        return done, ""

    def below(self, low: arb, high: arb, mu: arb, *, smooth: bool, strict: bool) -> tuple[arb, int] | bool:
        """Whether ``delta <= delta_mu`` is proved on a cell; a point and a side where it is false; or False for an open question."""

        def good(x: arb) -> bool:
            return bool(x > 0) if strict else bool(x >= 0)

        self.comparisons += 1
        at_high = profile(high, mu)
        if good(at_high - self.target.upper(low, high)):
            return True
        left, right = profile(low, mu) - self.delta(low), at_high - self.delta(high, -1)
        if left < 0:
            return low, 1
        if right < 0:
            return high, -1
        if not (good(left) and good(right)) or not smooth:
            return False
        t_low, t_high = low.exp(), high.exp()
        length = t_high - t_low
        bend = self.target.curvature(low, high)
        if bend is None or not bend.is_finite():
            if not self.target.convex:
                return False
            chord = (self.delta(high, -1) - self.delta(low)) / length
            return self.convex(low, high, mu, good, left, right, chord)
        smallest, largest = curvature(high, mu) - bend.upper(), curvature(low, mu) - bend.lower()
        if largest <= 0:
            return True
        if smallest >= 0:
            return self.convex(low, high, mu, good, left, right, None)
        first, last = self.target.slope(low, 1), self.target.slope(high, -1)
        if first is not None and good(left + (slope(low, mu) - first) * length + smallest * length * length / 2):
            return True
        if last is not None and good(right - (slope(high, mu) - last) * length + smallest * length * length / 2):
            return True
        return bool(good(left.min(right) - largest * length * length / 8))

    def convex(self, low: arb, high: arb, mu: arb, good: Any, left: arb, right: arb, chord: arb | None) -> tuple[arb, int] | bool:
        """Cutting planes for a convex h: it is above each tangent, hence above the crossing of two on both sides of its minimum."""

        def rate(epsilon: arb, side: int) -> arb | None:
            own = self.target.slope(epsilon, side) if chord is None else chord
            return None if own is None else slope(epsilon, mu) - own

        s_left, s_right = rate(low, 1), rate(high, -1)
        if s_left is None or s_right is None:
            return False
        if s_left >= 0 or s_right <= 0:
            return True
        a, t_a, b, t_b, start = low, low.exp(), high, high.exp(), self.delta(low)
        t_start = t_a
        for step in range(60):
            length = t_b - t_a
            crossing = (left * s_right - right * s_left + s_left * s_right * length) / (s_right - s_left)
            if good(crossing):
                return True
            t = t_a - s_left * length / (s_right - s_left) if step % 3 < 2 else t_a + length / 2
            m = t.log().mid()
            if not (m > a and m < b):
                return False
            self.comparisons += 1
            t_m = m.exp()
            value = profile(m, mu) - (self.delta(m) if chord is None else start + chord * (t_m - t_start))
            if value < 0:
                return (m, 1) if chord is None else False
            s = rate(m, 1)
            if s is None or not value >= 0:
                return False
            if s < 0:
                a, t_a, left, s_left = m, t_m, value, s
            elif s > 0:
                b, t_b, right, s_right = m, t_m, value, s
            else:
                # The minimum is here up to rounding: the tangent at m bounds h on both sides.
                return bool(good(value - abs(s).upper() * (t_b - t_a)))
        return False

    # --- where the maximum is ---

    def locate(self, cells: list[Cell], tail: tails.Tail, head: arb) -> tuple[arb, arb | float] | None:
        """An interval outside of which G stays below the best lower bound; None if that is everywhere."""
        assert self.best is not None
        limit = tails.limit_mu(tail)
        open_end = limit is not None and not limit < self.best[0]  # beyond the head delta is below delta_level, and at infinity below the limit
        mu = self.best[0]
        def excluded(cell: Cell) -> bool:
            return bool(self.delta(cell[0]).is_zero()) or self.below(cell[0], cell[1], mu, smooth=cell[2], strict=True) is True

        left = [cell for cell in cells if not excluded(cell)]
        for _ in range(_BISECTIONS):
            left.sort(key=lambda cell: float((cell[1] - cell[0]).mid()))
            if not left or left[-1][1] - left[-1][0] < arb(2) ** -24 * (1 + left[-1][1]):
                break
            low, high, smooth = left.pop()
            middle = ((low + high) / 2).mid()
            left += [half for half in ((low, middle, smooth), (middle, high, smooth)) if not excluded(half)]
        if not left:
            return (head, math.inf) if open_end else None
        low = min((cell[0] for cell in left), key=lambda x: float(x.mid()))
        high = max((cell[1] for cell in left), key=lambda x: float(x.mid()))
        return (low, math.inf if open_end else high)


def _pieces(points: tuple[arb, ...], end: arb) -> list[Cell]:
    """Cells between breakpoints, with a sliver of its own for a breakpoint that is known as a ball only."""
    cells: list[Cell] = []
    low = arb(0)
    for point in points:
        a, b = point.lower().min(end).mid(), point.upper().min(end).mid()
        if a > low:
            cells.append((low, a, True))
            low = a
        if b > low:
            cells.append((low, b, False))
            low = b
    if end > low:
        cells.append((low, end, True))
    return cells
