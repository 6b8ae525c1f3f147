"""What a file with claims is told where it uses Python's operators and functions on formulas, and where it declares what has no value."""

import re

import pytest

from verify.claims import registry
from verify.claims.nodes import ClaimError

HEAD = """import math
from verify.claims import *
from verify.quantities import *
x, y, t, n = numbers("x y t n"); P, Q, z = objects("P Q z")
"""
LAWS = "{P: Laws(LINE), Q: Laws(LINE)}"
NUMBER = "{x: above(0)}"
SEQUENCE = "{z: Sequences(oo, REALS), x: REALS}"
SQUARE = "lambda r: (r - 1)**2, P, Q, at_zero=1, slope_at_infinity=oo"


def told(tmp_path, forall, states):
    path = tmp_path / "my_paper.py"
    path.write_text(f'{HEAD}CLAIM = Claim("mine/a", "1", forall={forall}, states={states})\n')
    with pytest.raises(ClaimError) as error:
        registry.load_file(path)
    return str(error.value).replace(str(path), "FILE")


@pytest.mark.parametrize(("forall", "states", "words"), [
    (LAWS, "kl(P, Q) <= 1", 'FILE:5: a comparison of formulas is written Compare(a, "<=", b), got kl(P, Q) <= 1'),
    (NUMBER, "x > 0", 'FILE:5: a comparison of formulas is written Compare(a, ">", b), got x > 0'),
    (NUMBER, 'Compare(x^2, "<=", x)', "FILE:5: ^ is no operation on formulas, got x^2; write ** for a power"),
    (NUMBER, 'Compare(x, "<=", 1) & Compare(x, ">=", 0)', 'write All(a, b) for propositions'),
    (NUMBER, 'Compare(abs(x), "<=", max(x, 0))', "FILE:5: max of Python does not take formulas, got max(x, 0); write Max(a, b)"),
    (NUMBER, 'Compare(min(0, x), "<=", x)', "got min(0, x); write Min(a, b)"),
    (NUMBER, 'Compare(math.sqrt(x), "<=", x)', "use the functions of verify.claims, such as sqrt, exp and log, got math.sqrt(x)"),
    ("{n: integers(1)}", 'Compare(Sum({t: range(1, n)}, t), "<=", n)', "FILE:5: range of Python does not take formulas, got range(1, n); write integers(1, n), which has both its ends, or upto(n)"),
    (LAWS, 'Compare(renyi(P, Q, 2), "<=", 1)', "FILE:5: renyi is not defined; did you mean renyi_divergence of verify.quantities?"),
    (LAWS, 'Compare(f_divergence(lambda r: r*log(r), P, Q), "<=", 1)',
     "FILE:5: f_divergence needs at_zero and slope_at_infinity; at_zero: f(0), the limit of f(t) for t to 0; slope_at_infinity: f'(oo), the limit of f(t)/t for t to oo"),
    (LAWS, 'Compare(renyi_divergence(P, Q), "<=", 1)', "FILE:5: renyi_divergence needs order"),
    ("{n: integers(1)}", 'Compare(Sum(1/t for t in (1, 2)), "<=", n)', "FILE:5: Sum needs value; for example Sum({i: upto(n)}, i**2)"),
    ("{x: R}", 'Compare(x, "<=", 1)', "FILE:5: R is not defined; all of R is REALS"),
    ("{x: between(0, inf)}", 'Compare(x, "<=", 1)', "FILE:5: inf is not defined; infinity is oo"),
    ("{n: integers(1), z: FunctionClass(Euclid(n, 2), strong_convexity=1)}", 'Compare(n, ">=", 1)',
     "FILE:5: FunctionClass has no strong_convexity; did you mean convexity? it has on, convexity, smoothness, lipschitz, bound"),
    ("{z: Maps(LINE, LINE, measurable=False)}", 'Compare(z(1), ">=", 1)', "FILE:5: Maps has no measurable; it has source, target, lipschitz"),
    (LAWS, f'Compare(f_divergence({SQUARE}), "<=", 1)', "FILE:5: mine/a: f_divergence and entropy have no value where Q has a density"),
    ("{P: Laws(LINE, support=between(0, 1))}", 'Compare(entropy(P), "<=", 1)', "FILE:5: mine/a: f_divergence and entropy have no value where P has a density"),
    ("{n: integers(1), P: Laws(Euclid(n, 2))}", 'Compare(moment(P, 2), ">=", 0)', "FILE:5: mine/a: a power must be one of a number, got the draw from P, a point with coordinates; use absolute_moment(P, k, 2)"),
    ("{n: integers(1), x: Points(Euclid(n, 2))}", 'Compare(x**2, ">=", 0)', "got x, a point with coordinates; write norm(x, 2)**k"),
    (SEQUENCE, 'Compare(z[0], "<=", x)', "FILE:5: mine/a: indices begin at 1, got z[0]; write z[1] for the first"),
    (SEQUENCE, 'Compare(z[0], "<=", 1)', "indices begin at 1, got z[0]"),
    ("{n: integers(2), z: Families(upto(n), REALS)}", 'Compare(z[0], "<=", z[n])', "indices begin at 1, got z[0]"),
])
def test_it_is_told_what_to_write_instead(tmp_path, forall, states, words):
    found = told(tmp_path, forall, states)
    assert words in found and not re.search(r"\bNode\b|TypeError|FILE.*FILE", found), found


@pytest.mark.parametrize(("forall", "states"), [
    ("{n: integers(2), P: Laws(Labels(n)), Q: Laws(Labels(n))}", f'Compare(f_divergence({SQUARE}), ">=", 0)'),
    ("{n: integers(2), P: Laws(LINE), Q: Laws(LINE, support=one_of(1, 2))}", f'Compare(f_divergence({SQUARE}), ">=", n - n)'),
    ("{n: integers(2), P: Laws(Labels(n))}", 'Compare(entropy(P), "<=", log(n))'),
    ("{P: Laws(LINE)}", 'Compare(Expect({x: P}, Prob({y: P}, Compare(y, "==", x))), "<=", 1)'),
    (SEQUENCE, 'Compare(z[1], "<=", Max(z[1], x))'),
    ("{n: integers(1), P: Laws(Euclid(n, 2))}", 'Compare(absolute_moment(P, 2, 2), ">=", n - n)'),
    ("{x: Points(LINE)}", 'Compare(x**2, ">=", 0)'),
    ("{n: integers(2), z: Families(integers(0, n), REALS)}", 'Compare(z[0], "<=", Max(z[0], z[n]))'),
])
def test_what_has_a_value_is_let_through(tmp_path, forall, states):
    path = tmp_path / "my_paper.py"
    path.write_text(f'{HEAD}CLAIM = Claim("mine/a", "1", forall={forall}, states={states})\n')
    assert list(registry.load_file(path)[0].claims) == ["mine/a"]
