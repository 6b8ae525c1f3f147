"""Numbers are exact where they can be, rigorous elsewhere, and say when there is no value."""

import math
import pickle
import random

import mpmath
import pytest
from flint import arb, ctx, fmpq

from verify.values import elementary, laws, number_form, powers, rounding
from verify.values import numbers as N
from verify.values.numbers import Enclosure, LogSum, NoValue, Surd

F = fmpq
OO = math.inf
HALF = F(1, 2)


def interval(lo, hi):
    return Enclosure(
        N.enclose(F(lo)).lo if not isinstance(lo, float) else lo,
        N.enclose(F(hi)).hi if not isinstance(hi, float) else hi,
    )


def holds(value, truth):
    """Whether an enclosure contains a 60-digit number."""
    x = N.enclose(value, 100)
    with N.precision(300):
        ball = arb(str(truth))
        return not (ball < x.lo) and not (ball > x.hi)


def test_sums_and_products_of_fractions_stay_fractions():
    assert N.add(F(1, 3), F(1, 6)) == HALF
    assert N.mul(F(1, 3), F(3, 2)) == HALF
    assert N.div(F(1), F(3)) == F(1, 3)


def test_roots_have_one_canonical_form():
    assert powers.power(F(8), HALF) == N.mul(F(2), powers.power(F(2), HALF)) == Surd(F(2), ((2, HALF),))
    assert powers.power(F(4, 9), HALF) == F(2, 3)
    assert N.mul(powers.power(F(2), HALF), powers.power(F(8), HALF)) == F(4)
    assert N.div(F(1), powers.power(F(2), HALF)) == powers.power(HALF, HALF)
    assert powers.power(powers.power(F(5), F(1, 3)), F(3)) == F(5)


def test_logarithms_have_one_canonical_form():
    assert N.add(elementary.log(F(2)), elementary.log(F(3))) == elementary.log(F(6))
    assert N.sub(elementary.log(F(6)), elementary.log(F(6))) == 0
    assert N.div(elementary.log(F(8)), elementary.log(F(2))) == 3
    assert elementary.exp(N.mul(HALF, elementary.log(F(8)))) == powers.power(F(8), HALF)
    assert elementary.log(powers.power(F(2), HALF)) == N.mul(HALF, elementary.log(F(2)))


def test_equal_forms_are_equal_and_different_ones_are_ordered():
    assert N.compare(powers.power(F(2), HALF), powers.power(F(2), HALF)) == "="
    assert N.compare(powers.power(F(2), HALF), F(665857, 470832)) == "<"
    assert N.compare(elementary.log(F(2)), F(6931471805599453, 10**16)) == ">"
    assert N.compare(elementary.log(F(2)), powers.power(F(2), HALF)) == "<"


def test_a_difference_of_ten_to_the_minus_three_hundred_is_seen():
    close = N.add(elementary.log(F(2)), F(1, 10**300))
    assert N.compare(elementary.log(F(2)), close) == "<"


def test_infinities_compare_as_values():
    assert N.compare(OO, OO) == "="
    assert N.compare(-OO, F(0)) == "<"
    assert N.relation(OO, "<=", OO) is True
    assert N.relation(F(3), "<", OO) is True


@pytest.mark.parametrize(
    "term",
    [
        lambda: N.add(OO, -OO),
        lambda: N.mul(F(0), OO),
        lambda: N.div(F(1), F(0)),
        lambda: N.div(F(0), F(0)),
        lambda: N.div(OO, OO),
        lambda: elementary.log(F(0)),
        lambda: elementary.log(F(-1)),
        lambda: powers.power(F(-2), HALF),
        lambda: powers.power(F(0), F(-1)),
        lambda: powers.power(OO, F(0)),
        lambda: powers.power(F(1), OO),
        lambda: elementary.gamma(F(-3)),
        lambda: elementary.gamma(F(0)),
        lambda: elementary.hyp1f1(F(1), F(-2), F(1)),
        lambda: elementary.log(interval(-2, -1)),
    ],
)
def test_terms_without_a_value_raise(term):
    with pytest.raises(NoValue):
        term()


@pytest.mark.parametrize("operation", [N.add, N.mul, N.div])
def test_what_is_no_number_has_no_value_in_arithmetic(operation):
    law = laws.FiniteLaw([F(0), F(1)], [HALF, HALF])
    for pair in ((F(2), law), (law, F(2)), (F(2), (F(1), F(2)))):
        with pytest.raises(NoValue, match="number"):
            operation(*pair)


def test_powers_at_zero_and_infinity():
    assert powers.power(F(0), F(0)) == 1
    assert powers.power(F(0), F(3, 2)) == 0
    assert powers.power(OO, F(2)) == OO
    assert powers.power(OO, F(-2)) == 0
    assert powers.power(-OO, F(3)) == -OO
    assert powers.power(HALF, OO) == 0
    assert powers.power(F(2), OO) == OO


def test_an_enclosure_that_may_have_no_value_decides_nothing():
    doubtful = elementary.log(interval(0, 1))
    assert not doubtful.exists
    assert N.compare(doubtful, F(5)) is None
    assert N.relation(doubtful, "<=", OO) is None
    assert N.compare(N.div(F(1), interval(-1, 1)), OO) is None
    assert N.compare(N.add(interval(0, OO), -OO), F(0)) is None


@pytest.mark.parametrize("value", [F(3), F(1, 3), Enclosure(arb(1), arb(2)), Enclosure(arb(-1), arb(2))])
def test_what_may_have_no_value_stays_so_in_every_operation(value):
    doubtful = Enclosure(arb(1), arb(3), False)
    found = [N.add(doubtful, value), N.mul(doubtful, value), N.mul(value, doubtful), powers.power(doubtful, F(1, 3)), powers.power(doubtful, value), elementary.exp(doubtful)]
    assert not any(x.exists for x in found)
    assert not powers.power(F(2), doubtful).exists


def test_a_one_sided_enclosure_decides_only_its_side():
    lower = interval(3, OO)
    assert N.relation(lower, ">=", F(3)) is True
    assert N.relation(lower, ">", F(2)) is True
    assert N.relation(lower, "<=", F(10)) is None


def test_touching_enclosures_decide_at_most_but_not_less():
    assert N.relation(interval(0, 1), "<=", interval(1, 2)) is True
    assert N.relation(interval(0, 1), "<", interval(1, 2)) is None
    assert N.relation(interval(1, 2), "<", interval(0, 1)) is False


@pytest.mark.parametrize("seed", range(40))
def test_enclosures_contain_the_values_of_mpmath(seed):
    rng = random.Random(seed)
    a = F(rng.randint(-400, 400), rng.randint(1, 97))
    b = F(rng.randint(1, 400), rng.randint(1, 97))
    with mpmath.workdps(60):
        x, y = (mpmath.mpf(int(v.numerator)) / int(v.denominator) for v in (a, b))
        pairs = [
            (elementary.exp(a), mpmath.exp(x)),
            (elementary.erf(a), mpmath.erf(x)),
            (elementary.erfc(a), mpmath.erfc(x)),
            (elementary.gamma(b), mpmath.gamma(y)),
            (powers.power(b, a), y**x),
            (elementary.log(b), mpmath.log(y)),
            (elementary.hyp1f1(F(-5, 2), HALF, a), mpmath.hyp1f1(-2.5, 0.5, x)),
            (N.mul(elementary.exp(a), elementary.log(b)), mpmath.exp(x) * mpmath.log(y)),
            (N.sub(elementary.erf(a), elementary.exp(F(1))), mpmath.erf(x) - mpmath.e),
        ]
        assert all(holds(value, truth) for value, truth in pairs)


@pytest.mark.parametrize("seed", range(40))
def test_images_of_wide_enclosures_contain_the_images_of_points(seed):
    rng = random.Random(seed)
    lo, hi = sorted(F(rng.randint(-60, 60), 16) for _ in range(2))
    u, v = sorted(F(rng.randint(-60, 60), 16) for _ in range(2))
    x, y = interval(lo, hi), interval(u, v)
    s, t = lo + (hi - lo) * F(rng.randint(0, 8), 8), u + (v - u) * F(rng.randint(0, 8), 8)
    one_place = [
        elementary.exp,
        elementary.erf,
        elementary.erfc,
        elementary.absolute,
        N.neg,
        rounding.floor,
        rounding.ceiling,
        lambda z: powers.power(z, F(2)),
        lambda z: powers.power(z, F(3)),
    ]
    two_places = [N.add, N.sub, N.mul, elementary.maximum, elementary.minimum]
    for f in one_place:
        image, value = N.enclose(f(x)), N.enclose(f(s), 200)
        assert image.lo <= value.hi and value.lo <= image.hi
    for g in two_places:
        image, value = N.enclose(g(x, y)), N.enclose(g(s, t), 200)
        assert image.lo <= value.hi and value.lo <= image.hi


def test_the_square_of_an_enclosure_around_zero_is_not_negative():
    assert powers.power(interval(-2, 1), F(2)).lo == 0
    assert powers.power(interval(-2, 1), F(2)).hi == 4


def test_the_precision_of_the_caller_is_left_alone():
    before = ctx.prec
    elementary.exp(F(1, 3), 500)
    N.compare(elementary.log(F(2)), N.add(elementary.log(F(2)), F(1, 10**200)))
    assert ctx.prec == before


def test_an_enclosure_keeps_its_ends_at_a_lower_precision():
    fine = N.enclose(elementary.log(F(2)), 400)
    assert N.neg(N.neg(fine)) == fine
    assert pickle.loads(pickle.dumps(fine)) == fine


def test_floor_of_an_irrational_number_is_decided():
    assert rounding.floor(N.mul(F(10**6), elementary.log(F(2)))) == 693147
    assert rounding.ceiling(N.neg(powers.power(F(2), HALF))) == -1


@pytest.mark.parametrize("seed", range(60))
def test_the_simplest_fraction_lies_between_and_none_is_simpler(seed):
    rng = random.Random(seed)
    lo, hi = sorted(F(rng.randint(-50, 50), rng.randint(1, 40)) for _ in range(2))
    best = rounding.simplest_between(lo, hi)
    assert lo <= best <= hi
    for d in range(1, int(best.denominator)):
        assert (lo * d).ceil() > (hi * d).floor()


def test_open_ends_are_left_out():
    assert rounding.simplest_between(F(0), F(1), open_left=True, open_right=True) == HALF
    assert rounding.simplest_between(F(0), OO, open_left=True) == 1
    with pytest.raises(ValueError, match="must not be empty"):
        rounding.simplest_between(F(1), F(1), open_left=True)


def test_the_next_fraction_above_is_above():
    up = rounding.next_above(elementary.log(F(2)))
    assert N.compare(elementary.log(F(2)), up) == "<"
    assert N.compare(up, N.add(elementary.log(F(2)), F(1, 2**38))) == "<"
    assert rounding.next_above(F(1, 3)) == F(1, 3)
    assert rounding.next_above(interval(1, OO)) == OO


@pytest.mark.parametrize(
    "value", [F(-3, 7), OO, -OO, powers.power(F(8), F(1, 3)), powers.power(F(12), HALF), N.add(F(1), elementary.log(F(6)))]
)
def test_json_gives_exact_values_back(value):
    assert number_form.from_json(number_form.to_json(value)) == value


def test_json_that_is_no_exact_number_is_refused():
    with pytest.raises(ValueError, match="exact"):
        number_form.to_json(interval(0, 1))
    with pytest.raises(ValueError, match="from_json"):
        number_form.from_json(["surd", "1", [["4", "1/2"]]])
    with pytest.raises(ValueError, match="must be exact"):
        N.number(0.5)


def test_ends_must_be_ordered_points():
    with pytest.raises(ValueError, match="lo must be at most hi"):
        Enclosure(arb(2), arb(1))
    with pytest.raises(ValueError, match="exact points"):
        Enclosure(math.nan, OO)


def test_a_sum_with_a_logarithm_is_kept_as_a_sum():
    assert isinstance(N.add(F(1), elementary.log(F(2))), LogSum)
    assert N.to_float(N.add(F(1), elementary.log(F(2)))) == pytest.approx(1 + math.log(2), rel=1e-15)


@pytest.mark.parametrize("first", [(-3, -2), (-3, 0), (-2, 1), (0, 2), (1, 4)])
@pytest.mark.parametrize("second", [(-5, -1), (-1, 0), (-1, 3), (0, 1), (2, 2)])
def test_products_of_enclosures_are_those_of_their_ends(first, second):
    x, y = interval(*first), interval(*second)
    ends = [a * b for a in first for b in second]
    found = N.mul(x, y, 64)
    assert (found.lo, found.hi) == (min(ends), max(ends))
    total = N.add(x, y, 64)
    assert (total.lo, total.hi) == (first[0] + second[0], first[1] + second[1])


def test_a_square_root_of_an_enclosure_is_that_of_its_ends():
    found = powers.power(interval(4, 9), HALF, 64)
    assert (found.lo, found.hi) == (2, 3)
    assert powers.power(interval(4, 9), F(-1), 64).hi == F(1, 4)
