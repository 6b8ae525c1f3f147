"""Special functions: values against mpmath, ranges that hold, derivatives that fit, and no value outside the domain."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest
from flint import arb, fmpq
from mpmath import mp

from verify.claims import terms
from verify.claims.nodes import Node
from verify.engines.boxes import arithmetic as ia
from verify.engines.boxes.domain import Side
from verify.engines.boxes.formula import Graph, Unsupported
from verify.engines.boxes.proof import Box
from verify.evidence.checker import numbers as checker_numbers
from verify.evidence.checker import special
from verify.values import elementary, numbers, powers, primitives
from verify.values.gaussian_profiles import gaussian_level
from verify.values.numbers import NoValue
from verify.values.primitives import PRIMITIVES

HALF = fmpq(1, 2)
REFERENCE = {
    "erf": mp.erf, "erfc": mp.erfc, "gamma": mp.gamma, "digamma": mp.digamma, "log_gamma": mp.loggamma, "hyp1f1": mp.hyp1f1, "hyp2f1": mp.hyp2f1,
    "normal_cdf": mp.ncdf, "normal_quantile": lambda p: -mp.sqrt(2) * mp.erfinv(1 - 2 * p),
    "mills": lambda x: mp.erfc(x / mp.sqrt(2)) / 2 / mp.npdf(x), "gamma_p": lambda a, x: mp.gammainc(a, 0, x, regularized=True),
    "gamma_q": lambda a, x: mp.gammainc(a, x, mp.inf, regularized=True), "beta_incomplete": lambda a, b, x: mp.betainc(a, b, 0, x, regularized=True),
    "legendre_p": lambda n, x: mp.legenp(n, 0, x, type=3) if x > 1 else mp.legendre(n, x), "bessel_i": mp.besseli, "bessel_k": mp.besselk,
    "lambert_w": mp.lambertw, "polylog": mp.polylog, "sinh": mp.sinh, "cosh": mp.cosh, "tanh": mp.tanh, "expm1_over": lambda x: mp.expm1(x) / x,
    "log1p_over": lambda x: mp.log1p(x) / x, "binomial": mp.binomial,
    "sin": mp.sin, "cos": mp.cos, "tan": mp.tan, "cot": mp.cot, "sin_pi": mp.sinpi, "cos_pi": mp.cospi, "tan_pi": lambda x: mp.sinpi(x) / mp.cospi(x),
    "cot_pi": lambda x: mp.cospi(x) / mp.sinpi(x), "asin": mp.asin, "acos": mp.acos, "atan": mp.atan, "atan2": mp.atan2, "asinh": mp.asinh, "acosh": mp.acosh, "atanh": mp.atanh,
    "cbrt": lambda x: mp.sign(x) * mp.cbrt(abs(x)), "beta": mp.beta, "dilog": lambda x: mp.polylog(2, x),
    "gaussian_profile": lambda e, m: mp.ncdf(m / 2 - e / m) - mp.exp(e) * mp.ncdf(-m / 2 - e / m),
    "gaussian_level": lambda e, d: mp.findroot(
        lambda m: mp.ncdf(m / 2 - e / m) - mp.exp(e) * mp.ncdf(-m / 2 - e / m) - d, float(PRIMITIVES["gaussian_level"].floating(float(e), float(d)))),
}


def fraction(q: fmpq) -> Fraction:
    return Fraction(int(q.p), int(q.q))


def point(rng: random.Random, name: str, k: int) -> fmpq:
    """A point of the domain, well inside."""
    if name == "binomial":
        return fmpq(rng.randint(1 if k else 30, 25 if k else 60), 7)
    if name == "legendre_p" and k == 1:
        return fmpq(rng.randint(-90, 400), 100)
    lo, hi = (float(end) if end.is_finite() else None for end in PRIMITIVES[name].domain[k][:2])
    low = -5.0 if lo is None else lo
    if name == "gamma":
        low = 0.0
    if name == "tan":
        low, hi = -1.5, 1.5
    if name in ("tan_pi", "cot_pi", "cot"):
        low, hi = (-0.49, 0.49) if name == "tan_pi" else (0.01, 0.99)
    high = low + 8 if hi is None else hi
    return fmpq(1 + int((low + (high - low) * rng.uniform(0.05, 0.95)) * 1000), 1000)


def test_every_entry_has_a_reference_a_builder_and_a_rule_of_the_checker():
    old = {"erf", "erfc", "gamma", "hyp1f1"}
    assert REFERENCE.keys() == PRIMITIVES.keys()
    assert set(PRIMITIVES) - old == set(special.RULES)
    for name, entry in PRIMITIVES.items():
        assert len(entry.ways) == len(entry.slopes) == entry.arity
        made = getattr(terms, name)(*([1] * entry.arity))
        assert made.head == name and len(made.args) == entry.arity


@pytest.mark.parametrize("name", PRIMITIVES)
def test_values_agree_with_mpmath_and_with_the_checker(name):
    rng, entry = random.Random(name), PRIMITIVES[name]
    for _ in range(3):
        at = [point(rng, name, k) for k in range(entry.arity)]
        found = numbers.enclose(primitives.value(name, at, 128))
        with mp.workdps(40):
            middle = mp.mpf(found.lo.str(40, radius=False))
            assert abs(mp.re(REFERENCE[name](*(mp.mpf(int(x.p)) / int(x.q) for x in at))) - middle) <= abs(middle) * mp.mpf(10) ** -25 + mp.mpf(10) ** -30, at
        assert found.hi - found.lo <= abs(found.lo) * arb(2) ** -90
        if name in special.RULES:
            own = checker_numbers.ball(special.call(name, *(fraction(x) for x in at)))
            assert own.lo <= found.hi and found.lo <= own.hi
        assert math.isclose(float(entry.floating(*(float(int(x.p) / int(x.q)) for x in at))), float(middle), rel_tol=1e-9, abs_tol=1e-12)


@pytest.mark.parametrize("name", PRIMITIVES)
def test_a_range_holds_the_values_inside_it(name):
    rng, entry = random.Random(name), PRIMITIVES[name]
    for _ in range(4):
        ends = [sorted((point(rng, name, k), point(rng, name, k))) for k in range(entry.arity)]
        spans = [(ia.down(arb(a)), ia.up(arb(b)), False, False) for a, b in ends]
        lo, hi, lo_open, hi_open, inside = primitives.enclose(entry, spans)
        assert inside is True
        for share in (fmpq(0), fmpq(1, 3), fmpq(1)):
            x = numbers.enclose(primitives.value(name, [a + (b - a) * share for a, b in ends], 64))
            assert lo <= x.hi and x.lo <= hi
            if share in (0, 1) and entry.arity == 1:
                assert not (lo_open or hi_open)


@pytest.mark.parametrize("name", PRIMITIVES)
def test_derivatives_fit_difference_quotients(name):
    rng, entry = random.Random(name), PRIMITIVES[name]
    names = [f"v{k}" for k in range(entry.arity)]
    graph = Graph(names)
    whole = graph.build(Node(name, *(Node("var", v) for v in names)))
    step, checked = fmpq(1, 2**40), set()
    for _ in range(8):
        at = [point(rng, name, k) for k in range(entry.arity)]
        box = Box([Side(fraction(x), fraction(x), False, False) for x in at])
        for k in range(entry.arity):
            near = [[x + s * step * (j == k) for j, x in enumerate(at)] for s in (-1, 1)]
            low, high = (numbers.enclose(primitives.value(name, x, 256), 256) for x in near)
            quotient = float((high.lo - low.hi) / (2 * arb(step)))
            try:
                found = graph.evaluate(graph.slope(whole, k), box.intervals, box.cache)
            except Unsupported:
                continue
            if found[4] < ia.CONTINUOUS:  # no formula, and no sign here
                continue
            checked.add(k)
            slack = 1e-6 * (1 + abs(quotient))
            assert float(found[0]) - slack <= quotient <= float(found[1]) + slack
            if entry.slopes[k].formula is not None and found[0].is_finite() and found[1].is_finite() and found[0] != 0:
                assert math.isclose(float(found[0]), quotient, rel_tol=1e-6, abs_tol=1e-9)
        if len(checked) == entry.arity:
            break
    assert checked >= {k for k, slope in enumerate(entry.slopes) if slope is not None and slope.formula is not None}


OUTSIDE = {
    "normal_quantile": [(0,), (1,), (2,)], "log_gamma": [(0,), (-HALF,)], "digamma": [(0,), (-1,)], "gamma_p": [(0, 1), (1, -1)], "gamma_q": [(-1, 1)],
    "beta_incomplete": [(1, 1, 2), (0, 1, HALF)], "hyp2f1": [(1, 1, 2, 1), (1, 1, 0, HALF)], "bessel_i": [(-1, 1)], "bessel_k": [(1, 0)], "lambert_w": [(-1,)],
    "polylog": [(1, 1), (2, 2), (0, HALF)], "log1p_over": [(-1,)], "binomial": [(-1, 2)], "gaussian_level": [(1, 0), (1, 1), (-1, HALF), (math.inf, HALF)],
    "legendre_p": [(HALF, -1), (-1, 2)], "asin": [(2,), (-1 - HALF,)], "acos": [(-2,)], "acosh": [(HALF,)], "atanh": [(1,), (-1,)], "sin": [(math.inf,)],
    "cos": [(math.inf,)], "tan": [(math.inf,)], "cot": [(0,)], "tan_pi": [(HALF,), (-HALF,)], "cot_pi": [(0,), (3,)], "atan2": [(0, 0)], "beta": [(0, 1), (1, -HALF)], "dilog": [(2,)],
}


@pytest.mark.parametrize("name", OUTSIDE)
def test_there_is_no_value_outside_the_domain(name):
    for at in OUTSIDE[name]:
        given = [v if isinstance(v, float) else fmpq(v) for v in at]
        with pytest.raises(NoValue):
            primitives.value(name, given)
        own = [checker_numbers.INFINITY if isinstance(v, float) else fraction(v) for v in given]
        with pytest.raises(checker_numbers.NoValue):
            special.call(name, *own)


def test_exact_values_are_exact():
    value = primitives.value
    assert value("normal_cdf", [fmpq(0)]) == HALF
    assert value("normal_cdf", [math.inf]) == 1
    assert value("mills", [math.inf]) == 0
    assert value("gaussian_profile", [math.inf, fmpq(2)]) == 0
    assert value("binomial", [fmpq(5), fmpq(2)]) == 10
    assert value("binomial", [HALF, fmpq(2)]) == fmpq(-1, 8)
    assert value("legendre_p", [fmpq(2), fmpq(-3)]) == 13
    assert value("beta_incomplete", [fmpq(2), fmpq(1), fmpq(1, 3)]) == fmpq(1, 9)
    assert value("hyp2f1", [fmpq(-2), fmpq(1), fmpq(3), HALF]) == fmpq(17, 24)
    assert value("expm1_over", [fmpq(0)]) == value("log1p_over", [fmpq(0)]) == 1
    assert value("log_gamma", [fmpq(5)]) == elementary.log(fmpq(24))
    assert value("polylog", [fmpq(1), HALF]) == elementary.log(fmpq(2))
    zeta = value("polylog", [fmpq(2), fmpq(1)])
    assert numbers.relation(zeta, ">", fmpq(164, 100)) and numbers.relation(zeta, "<", fmpq(165, 100))


def test_trigonometric_functions_are_exact_where_that_is_seen():
    value = primitives.value
    assert value("sin", [fmpq(0)]) == value("tan", [fmpq(0)]) == value("acos", [fmpq(1)]) == value("cos_pi", [HALF]) == 0
    assert value("sin_pi", [fmpq(5, 6)]) == value("cos_pi", [fmpq(-1, 3)]) == HALF and value("tan_pi", [fmpq(3, 4)]) == -1
    assert powers.power(value("sin_pi", [fmpq(1, 3)]), fmpq(2), 64) == fmpq(3, 4)
    assert value("cbrt", [fmpq(-8, 27)]) == fmpq(-2, 3) and value("beta", [fmpq(2), fmpq(3)]) == fmpq(1, 12) and value("atan2", [fmpq(0), fmpq(5)]) == 0
    assert numbers.relation(value("atan", [math.inf]), ">", fmpq(157, 100)) and value("acosh", [math.inf]) == value("asinh", [math.inf]) == math.inf


NEW = ("sin", "cos", "tan", "cot", "sin_pi", "cos_pi", "tan_pi", "cot_pi", "asin", "acos", "atan", "atan2", "asinh", "acosh", "atanh", "cbrt", "beta", "dilog")


def anywhere(rng: random.Random, name: str, k: int) -> fmpq:
    """A point of the domain of any size, often near an end."""
    lo, hi = (float(end) if end.is_finite() else None for end in PRIMITIVES[name].domain[k][:2])
    if lo is None and hi is None:
        x = rng.choice([rng.uniform(-10, 10), rng.uniform(-1000, 1000), rng.uniform(-1, 1) * 10 ** rng.randint(-9, 15)])
    elif lo is None:
        x = hi - 10 ** rng.uniform(-9, 5)
    elif hi is None:
        x = lo + 10 ** rng.uniform(-9, 2)
    else:
        x = rng.choice([rng.uniform(lo, hi), lo + 10 ** rng.uniform(-6, -1), hi - 10 ** rng.uniform(-6, -1)])
    return fmpq(*Fraction(x).limit_denominator(10**10).as_integer_ratio())


def by_mpmath(name, at):
    return mp.re(REFERENCE[name](*(mp.mpf(int(x.p)) / int(x.q) for x in at)))


def ends_of(ball):
    return tuple(mp.mpf(end.str(60, radius=False)) if end.is_finite() else mp.inf * (1 if end > 0 else -1) for end in (ball.lo, ball.hi))


def by_engine_and_checker(name, at):
    """Enclosures from both; None where both say that there is no value."""
    try:
        found = numbers.enclose(primitives.value(name, at, 100), 100)
    except NoValue:
        with pytest.raises(checker_numbers.NoValue):
            special.call(name, *map(fraction, at))
        return None
    with checker_numbers.precision(100):
        return found, checker_numbers.ball(special.call(name, *map(fraction, at)))


@pytest.mark.parametrize("name", NEW)
def test_the_functions_of_analysis_at_hundreds_of_points(name):
    rng, compared = random.Random(name), 0
    for _ in range(300):
        at = [anywhere(rng, name, k) for k in range(PRIMITIVES[name].arity)]
        both = by_engine_and_checker(name, at)
        if both is None:
            continue
        with mp.workdps(80):
            expected = by_mpmath(name, at)
            for ball in both:
                lo, hi = ends_of(ball)
                slack = abs(expected) * mp.mpf(10) ** -55
                assert lo - slack <= expected <= hi + slack, at
                assert hi - lo <= (abs(expected) + 1) * mp.mpf(10) ** -12, at
        compared += 1
    assert compared > 200


@pytest.mark.parametrize("name", NEW)
def test_the_functions_of_analysis_over_hundreds_of_ranges(name):
    """Ranges of any width: bounds of engine and checker hold at points inside, are not much wider than what is attained there, and open ends are not attained."""
    rng, entry, compared = random.Random(name), PRIMITIVES[name], 0
    for _ in range(200):
        middle = [anywhere(rng, name, k) for k in range(entry.arity)]
        width = fmpq(1, 2 ** rng.randint(0, 12)) * rng.randint(1, 20)
        ends = []
        for x, (low, high, _, _) in zip(middle, entry.domain, strict=True):
            a, b = x - width, x + width
            ends.append((x if low.is_finite() and a < fmpq(low.fmpq()) else a, x if high.is_finite() and b > fmpq(high.fmpq()) else b))
        spans = [(ia.down(arb(a)), ia.up(arb(b)), False, False) for a, b in ends]
        if primitives.within(entry, spans) is not True:
            continue
        lo, hi, _, _, _ = primitives.enclose(entry, spans)
        own = None
        try:
            own = special.call(name, *(checker_numbers.Ball(s[0], s[1]) for s in spans))
        except checker_numbers.Undecided:
            assert entry.smooth is not None and not entry.smooth(spans)
        inside = [[a + (b - a) * fmpq(j, 16) for a, b in ends] for j in range(17)]
        with mp.workdps(50):
            values = [by_mpmath(name, x) for x in inside]
            for low, high in [(lo, hi), *([(own.lo, own.hi)] if isinstance(own, checker_numbers.Ball) else [])]:
                low, high = (mp.mpf(end.str(40, radius=False)) if end.is_finite() else mp.inf * (1 if end > 0 else -1) for end in (low, high))
                assert all(low - abs(v) * mp.mpf(10) ** -12 <= v <= high + abs(v) * mp.mpf(10) ** -12 for v in values), ends
                if name.startswith(("sin", "cos")):
                    assert -1 <= low <= high <= 1 and (high - low <= max(values) - min(values) + 4 * float(width) or width > 1 or abs(middle[0]) > 1000)
        compared += 1
    assert compared > 60


def test_a_wide_range_of_a_sine_is_no_wider_than_its_values():
    one, zero = arb(1), arb(0)
    for entry, lo, hi, expected in ((PRIMITIVES["sin"], zero, arb(3), (zero, one)), (PRIMITIVES["cos"], arb(-1), arb("inf"), (-one, one)), (PRIMITIVES["sin_pi"], zero, one, (zero, one)),
                                    (PRIMITIVES["cos_pi"], zero, one, (-one, one))):
        assert primitives.enclose(entry, [(lo, hi, False, True)])[:2] == expected
    assert primitives.enclose(PRIMITIVES["cos"], [(zero, one, True, False)])[1:4] == (one, False, True)  # 1 is the value at the end that is left out
    assert primitives.enclose(PRIMITIVES["tan"], [(zero, arb(2), False, False)])[4] is None
    assert primitives.enclose(PRIMITIVES["tan_pi"], [(zero, arb(HALF), False, True)])[1:] == (arb("inf"), False, True, True)


def test_a_gaussian_level_has_the_profile_that_was_asked_for():
    """Deep tails, small and large levels; the profile is recomputed from its definition."""
    for eps, delta in (("1", "1e-5"), ("0.1", "1e-10"), ("10", "1e-300"), ("1000", "0.5"), ("1e-6", "1e-6"), ("1", "0.999999"), ("5", "1e-5000"), ("1e5", "1e-5")):
        e, d = (arb(text).mid() for text in (eps, delta))
        mu = gaussian_level(e, d)
        assert mu.rel_accuracy_bits() > 40
        with numbers.precision(512):
            for end, below in ((mu.lower(), True), (mu.upper(), False)):
                a, b = (end / 2 - e / end) / arb(2).sqrt(), (-end / 2 - e / end) / arb(2).sqrt()
                profile = (-a).erfc() / 2 - e.exp() * (-b).erfc() / 2
                assert profile <= d if below else profile >= d


def test_two_lines_say_where_a_missing_function_belongs():
    with pytest.raises(KeyError, match=r"struve.*verify/values/primitives\.py"):
        primitives.primitive("struve")
    with pytest.raises(Unsupported, match=r"struve.*verify/values/primitives\.py"):
        Graph(["x"]).build(Node("struve", Node("var", "x")))


def test_an_open_end_is_not_attained_and_a_closed_one_is():
    entry = PRIMITIVES["normal_cdf"]
    one, zero, plus = arb(1), arb(0), arb("inf")
    assert primitives.enclose(entry, [(zero, plus, False, True)])[1:4] == (one, False, True)
    assert primitives.enclose(entry, [(zero, plus, False, False)])[1:4] == (one, False, False)
    gamma_p = PRIMITIVES["gamma_p"]  # constant 0 in a at x = 0: the open end of a proves nothing
    assert primitives.enclose(gamma_p, [(one, arb(2), True, True), (zero, one, False, True)])[2] is False


def test_a_function_that_jumps_at_a_corner_is_not_called_continuous():
    half_open = (ia.ZERO, ia.ONE, False, False, ia.CONTINUOUS)
    assert ia.special(PRIMITIVES["bessel_i"], [half_open, half_open])[4] == ia.DEFINED
    zero = (ia.ZERO, ia.ZERO, False, False, ia.CONTINUOUS)
    assert ia.special(PRIMITIVES["bessel_i"], [zero, half_open])[4] == ia.CONTINUOUS


def test_multiples_of_pi_are_seen_in_the_arguments_of_trigonometric_functions():
    graph, x = Graph(["x"]), Node("var", "x")
    build = graph.build
    assert graph.parts[build(terms.sin(terms.pi * x / 2))][0] == "sin_pi" and graph.parts[build(terms.cos(x))][0] == "cos"
    assert build(terms.cos(terms.pi / 2 + x)) == graph.times(graph.number(-1), build(terms.sin(x)))
    assert graph.fraction(graph.at_face(build(terms.pi * x / 2 - terms.asin(x)), 0, fmpq(1))) == 0
    assert graph.parts[build(terms.sin(terms.pi + 1 / x))][0] == "sin"  # the argument has no value at 0, so nothing in it is collected
