"""Extrema that the checker reads as simpler ones: without an idle restriction or name, over one number, without end, over integers."""

from fractions import Fraction as F

import pytest

from mechanisms import Normal
from verify.claims import (
    REALS,
    All,
    Compare,
    Exists,
    ForAll,
    Inf,
    Max,
    Sum,
    Sup,
    above,
    at_least,
    at_most,
    between,
    erf,
    exp,
    integers,
    log,
    number,
    numbers,
    oo,
)
from verify.claims.nodes import Node, to_json
from verify.evidence.checker import numbers as n
from verify.evidence.checker import solver_problem
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.numbers import Budget, NoValue, Undecided
from verify.quantities import absolute_moment

x, t, s = numbers("x t s")
HALF = number("1/2")


def value(formula, **env):
    with n.precision(128):
        return Evaluator(Budget()).number(to_json(formula), env)


@pytest.mark.parametrize(("formula", "known"), [
    (Inf({t: above(0)}, t + 3, Compare(t, ">", -1)), 3),  # met by all members
    (Sup({t: REALS}, t, Compare(1, "==", t)), 1),
    (Sup({t: between(0, 5)}, t * t, All(Compare(t, "==", 2), Compare(t, ">", 0))), 4),
    (Sup({t: between(3, 5)}, t, Compare(2, "==", t), floor=7), 7),  # the number is no member
    (Sup({t: between(0, 1), s: between(2, 3)}, t), 1),
    (Inf({t: integers(HALF)}, t), 1),
    (Sup({t: integers(-3, HALF)}, t * 2), 0),
    (Sup({t: between(0, 1)}, log(t), Compare(t, ">", 2), floor=5), 5),
])
def test_the_value_is_that_of_the_simpler_one(formula, known):
    found = n.ball(value(formula))
    assert found.lo <= known <= found.hi and found.hi - found.lo < 1e-3


@pytest.mark.parametrize(("formula", "sign"), [(Sup({t: at_least(1)}, 2 * t - 7), 1), (Inf({t: at_most(1)}, 3 * t), -1), (Sup({t: at_most(1)}, -t), 1), (Inf({t: integers(4)}, 1 - t * HALF), -1),
                                               (Sup({t: integers(0)}, t * x), 1)])
def test_an_affine_term_grows_without_end(formula, sign):
    assert n.is_point_infinite(value(formula, x=F(1, 7))) == sign


def test_what_does_not_grow_is_not_endless():
    assert value(Sup({t: at_least(1)}, -t)) == -1
    assert value(Sup({t: integers(0)}, t * x), x=F(0)) in (0, n.ZERO)


def test_a_name_that_is_used_nowhere_counts_where_its_range_is_perhaps_empty():
    nothing = between(erf(number(1)), erf(1 - number("1/1" + 45 * "0")))
    with pytest.raises(Undecided):
        value(Sup({s: nothing, t: between(0, 1)}, t))


@pytest.mark.parametrize("formula", [Sup({t: at_least(-1)}, Inf({s: between(0, t)}, 1 / s)), Sup({t: at_least(-1)}, Max(0, Inf({s: between(0, t)}, 1 / s)))])
def test_an_extremum_whose_members_may_have_no_value_has_none(formula):
    with pytest.raises((Undecided, NoValue)):
        value(formula)


@pytest.mark.parametrize(("proposition", "known"), [
    (Compare(Inf({t: above(0)}, 1, Compare(t, "<", 1)), ">=", 0), "true"),
    (Compare(Sup({t: REALS}, log(t), Compare(t, "<", 0)), "<", 0), "undecided"),
    (Compare(Sup({t: between(0, 1)}, t - oo, Compare(t * t, "<=", HALF), floor=5), "==", 5), "false"),
    (Compare(Inf({t: above(0)}, exp(-t), Compare(t, ">", 0)), "==", Inf({s: above(0)}, exp(-s), Compare(s, ">", 0))), "true"),
])
def test_restrictions_and_terms_without_value(proposition, known):
    with n.precision(128):
        answer = Evaluator(Budget()).truth(to_json(proposition), {})
    assert answer in (known, "undecided") if known == "false" else answer == known or (known == "undecided" and answer == "no value")


@pytest.mark.parametrize(("top", "bottom"), [({("a",): F(1), ("a", "a", "a"): F(1), (): F(1)}, {(): F(1), ("a", "a"): F(1)}), ({("a", "b"): F(3), ("b", "b"): F(-1, 2)}, {("a",): F(2), ("b",): F(1)}),
                                             ({(): F(1)}, {("a",): F(1), (): F(1)})])
def test_a_quotient_and_a_rest_make_the_polynomial_again(top, bottom):
    quotient, rest = solver_problem.divided(top, bottom)
    assert solver_problem.plus(solver_problem.times(quotient, bottom), rest) == top
    lead = max(bottom, key=lambda m: (len(m), m))
    assert not any(all(m.count(name) >= lead.count(name) for name in lead) for m in rest)


@pytest.mark.parametrize("binder", [ForAll, Exists])
@pytest.mark.parametrize(("ends", "members"), [((0, None), range(40)), ((HALF, number("7/2")), range(1, 4)), ((-oo, 3), range(-40, 4))])
def test_a_comparison_of_a_bare_integer_is_decided_at_an_end(binder, ends, members):
    """The members beyond those that are looked at lie further out on the same side."""
    for relation, holds in (("<", lambda a, b: a < b), ("<=", lambda a, b: a <= b), (">", lambda a, b: a > b), (">=", lambda a, b: a >= b)):
        for bound in (0, 1, 3, number("5/2")):
            known = (all if binder is ForAll else any)(holds(k, F(str(bound.args[0])) if isinstance(bound, Node) else bound) for k in members)
            with n.precision(128):
                answer = Evaluator(Budget()).truth(to_json(binder({t: integers(*ends)}, Compare(t, relation, bound))), {})
            assert answer == ("true" if known else "false"), (relation, bound)


def test_a_sum_of_multiples_of_one_number_is_a_multiple_of_it():
    with n.precision(128):
        wide = n.Ball(n.exact(F(1)), n.OO, True, True)
        found = Evaluator(Budget()).number(to_json(Sum({t: integers(-1, 2)}, t * x)), {"x": wide})
        assert n.relations(found, F(2)) == {">"} and not n.may_be_infinite(found)
        assert Evaluator(Budget()).number(to_json(Sum({t: integers(-2, 2)}, t * x)), {"x": wide}) == 0
        endless = n.Ball(n.exact(F(1)), n.OO)
        with pytest.raises((Undecided, NoValue)):
            Evaluator(Budget()).number(to_json(Sum({t: integers(-2, 2)}, t * x)), {"x": endless})


@pytest.mark.parametrize("condition", [Compare(t, ">", 1 / number(0)), Compare(1 / number(0), "==", t), All(Compare(t * t, "<", t), Compare(t, ">", log(number(0))))])
def test_a_restriction_without_value_makes_nothing_a_member_and_takes_no_value_away(condition):
    """Over nothing the supremum is -oo: the checker may leave that open, but not say that there is no value."""
    with n.precision(128):
        assert Evaluator(Budget()).truth(to_json(Compare(Sup({t: between(0, 1)}, t, condition), "==", -oo)), {}) in ("true", "undecided")


@pytest.mark.parametrize("norm", [2 - t, t])
def test_a_moment_does_not_stand_still_where_its_norm_moves(norm):
    """On the line all norms are alike, but there is none of an order below 1."""
    with pytest.raises((NoValue, Undecided)):
        value(Sup({t: between(0, 2)}, absolute_moment(Normal(0, scale=1), 2, norm=norm)))
    with n.precision(128):
        assert n.relations(value(Sup({t: between(0, 2)}, absolute_moment(Normal(t, scale=1), 2, norm=3))), F(5)) >= {"="}
