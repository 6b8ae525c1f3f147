"""A range with constant ends that is empty is refused, however it is written; one that depends on names is not."""

import pytest

from verify.claims import Claim, ClaimError, Compare, above, at_least, at_most, below, between, equals, exp, integers, number, numbers, one_of, oo, sqrt
from verify.claims.inequality import inequality
from verify.claims.validate import validate

x, y = numbers("x y")


@pytest.mark.parametrize("where", ["x>1, x<0", "x in [2,1]", "x in (1,1]", "x>=inf", "x<=-inf", "x in (inf, inf)", "x in [sqrt(5),2]", "x in [sqrt(2)**2, 2)", "x>exp(1), x<=exp(1)",
                                   "x in integers, x>2.2, x<2.8", "x in integers, x>=3, x<=2"])
def test_an_empty_range_of_an_inequality_is_an_error_of_the_input(where):
    with pytest.raises(ClaimError, match="the range of x must not be empty, got"):
        inequality("x <= 5", where)


@pytest.mark.parametrize("where", ["x in [2,2]", "x in [sqrt(2)**2, 2]", "x>=exp(1), x<=exp(1)", "x in integers, x>=2.2, x<=3", "y>0, x>=y, x<=1"])
def test_a_range_that_holds_something_or_depends_on_names_is_admitted(where):
    assert inequality("x <= 5 + 0*y" if "y" in where else "x <= 5", where).forall


@pytest.mark.parametrize("where", [between(2, 1), between(1, 1, open="both"), between(sqrt(5), 2), above(oo), at_least(oo), below(-oo), integers(3, 2), integers(number("1/3"), number("1/2")),
                                   integers(oo, oo), one_of(), equals(5, between(0, 1)), equals(1, between(0, 1, open="right")), equals(number("1/2"), integers(0))])
def test_an_empty_range_of_a_claim_is_an_error_of_the_declaration(where):
    with pytest.raises(ClaimError, match="m/a: the range of x must not be empty, got"):
        validate(Claim("m/a", "A", forall={x: where}, states=Compare(x, "<=", 5)))


@pytest.mark.parametrize("where", [between(1, 1), between(exp(1), exp(1)), at_most(oo), integers(1, 1), equals(1, between(0, 1)), equals(sqrt(2), at_least(1)), between(1, x)])
def test_other_ranges_of_claims_are_admitted(where):
    validate(Claim("m/a", "A", forall={x: above(0), y: where}, states=Compare(x * y, "<=", 5)))


def test_an_infinite_end_of_a_range_stands_by_itself():
    from verify.claims import ClaimError, integers
    from verify.claims.nodes import number, term
    from verify.claims.show import text

    oo = number("oo")
    assert between(-oo, 0).args[0] == number("-oo")
    assert text(between(-oo, oo)) == "[-∞, ∞]" and text(between(-oo, oo, open="both")) == "ℝ"
    for made in (lambda: between(2 * oo, 0), lambda: at_least(1 - oo), lambda: integers(0, term(3) * oo)):
        with pytest.raises(ClaimError, match="by itself"):
            made()
