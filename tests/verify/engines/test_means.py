"""The lemma of weighted means and the scaled error function: what they see, and near misses that they must not see."""

import pytest
import sympy as sp

from verify.claims.inequality import inequality
from verify.engines import symbolic
from verify.engines.means import MEANS, SCALED, above_its_mean, tail_quotient
from verify.engines.task import EFFORTS, Status, Task
from verify.run.certify import statement_of

a, s, x, y, z = sp.symbols("a s x y z", positive=True)
share = s / (1 + s)


@pytest.mark.parametrize("e", [
    x**2 + y**2 - 2 * x * y,
    share * x + (1 - share) * y - x**share * y ** (1 - share),
    z * (share * x + (1 - share) * y) - z * x**share * y ** (1 - share),
    sp.exp(3 * z) + 2 * sp.exp(-z) - 3 * sp.exp(z / 3),
    x**4 + y**4 + z**4 + 1 - 4 * x * y * z,
])
def test_a_weighted_mean_is_seen(e):
    assert above_its_mean(e)


@pytest.mark.parametrize("e", [
    x**2 + y**2 - sp.Rational(2001, 1000) * x * y,
    share * x + (1 - share) * y - x ** (1 - share) * y**share,
    share * x + (1 - share) * y - 2 * x**share * y ** (1 - share),
    sp.exp(3 * z) + 2 * sp.exp(-z) - 3 * sp.exp(z / 2),
    x**share * y ** (1 - share) - share * x - (1 - share) * y,
    x + y - a * sp.sqrt(x * y),
    x**2 + y**2 - 2 * x * y + sp.log(x),
])
def test_what_is_no_weighted_mean_is_not_seen(e):
    assert not above_its_mean(e)


def test_the_quotient_of_two_tails():
    assert tail_quotient(sp.exp(x * y) * sp.erfc((x + y) / 2), sp.erfc((x - y) / 2)) == y
    assert tail_quotient(sp.exp(2 * x * y) * sp.erfc((x + y) / 2), sp.erfc((x - y) / 2)) is None
    assert tail_quotient(-sp.erfc(x), sp.erfc(x)) is None


@pytest.mark.parametrize(("statement", "where", "lemma"), [
    ("erfc((x-y)/2) >= exp(x*y)*erfc((x+y)/2)", "x>0, y>0", SCALED),
    ("log(exp(a*z)/a + (1-1/a)*exp(z)) >= (2-1/a)*z", "a>1, z>=0", MEANS),
    ("x**a*y**(1-a)*z <= z*(a*x + (1-a)*y)", "x>0, y>0, z>0, 0<a<1", MEANS),
])
def test_statements_on_unbounded_domains_are_proved_without_boxes(statement, where, lemma):
    found = symbolic.decide(Task(statement_of(inequality(statement, where)), EFFORTS["quick"]))
    assert found.status is Status.PROVED
    assert lemma in str(found.evidence)


@pytest.mark.parametrize(("statement", "where"), [
    ("erfc((x-y)/2) <= exp(x*y)*erfc((x+y)/2)", "x>0, y>0"),
    ("log(exp(a*z)/a + (1-1/a)*exp(z)) >= (2-1/a)*z + 1/1000000", "a>1, z>=0"),
    ("x**a*y**(1-a) <= a*y + (1-a)*x", "x>0, y>0, 0<a<1"),
])
def test_false_neighbours_are_not_proved(statement, where):
    assert symbolic.decide(Task(statement_of(inequality(statement, where)), EFFORTS["quick"])).status is not Status.PROVED
