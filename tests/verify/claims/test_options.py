"""Arguments of declarations are checked where they are written: a slip is an error and never another meaning."""

import pytest

from verify import claims as c
from verify.claims import ClaimError

x, y, n = c.numbers("x y n")
P, M = c.objects("P M")
GOAL = c.Compare(x, "<=", 1)


@pytest.mark.parametrize(("made", "told"), [
    (lambda: c.Covariances(2, "semidefinite"), "definite must be True or False"), (lambda: c.NormalLaws(c.LINE, 1), "definite must be True or False"),
    (lambda: c.Laws(c.LINE, density="yes"), "density must be True or False"), (lambda: c.Laws(3), "on must be a set"), (lambda: c.Laws(c.LINE, moments=-1), "moments must be at least 0"),
    (lambda: c.Kernels(c.LINE, c.LINE, "deterministic"), "deterministic must be True or False"), (lambda: c.Kernels(1, c.LINE), "source must be a set"),
    (lambda: c.Maps(c.LINE, c.LINE, lipschitz=-1), "lipschitz must be at least 0"), (lambda: c.Families(3, c.LINE), "index must be a set"), (lambda: c.Euclid(0, 2), "whole number of at least 1"),
    (lambda: c.Euclid(2, c.number("1/2")), "norm must be at least 1"), (lambda: c.Functions(x, c.REALS), "source must be an interval"), (lambda: c.Permutations(c.number("1/2")), "n must be a whole number"),
    (lambda: c.Universes("replace-one"), "neighbours must be stated"), (lambda: c.Compositions(2, M, c.LINE, c.SHARED, partition="by-value"), "partition must be stated"),
    (lambda: c.Compositions(0, M, c.LINE, c.SHARED), "n must be a whole number"), (lambda: c.unstated(3), "must be a set"), (lambda: c.equals(3, 4), "within must be a set"),
    (lambda: c.Not(x), "must be a proposition"), (lambda: c.All(GOAL, x), "must be a proposition"), (lambda: c.Any_(1), "must be a proposition"), (lambda: c.Implies(GOAL, x), "the conclusion must be"),
    (lambda: c.ForAll({x: 3}, GOAL), "the range of x must be a set"), (lambda: c.Exists({x: c.REALS}, x), "must be a proposition"), (lambda: c.Sup({x: 3}, x), "the range of x must be a set"),
    (lambda: c.Sup({x: c.REALS}, x, where=x), "where must be a proposition"), (lambda: c.Sup({x: c.REALS}, x, floor=1 / x), "floor must be a number"), (lambda: c.Inf({x: c.REALS}, x, ceiling=x), "ceiling must be a number"), (lambda: c.Sum([x], x), "must be given by name"), (lambda: c.If(x, 1, 0), "the condition must be a proposition"),
    (lambda: c.Prob({x: P}, x), "the event must be a proposition"), (lambda: c.Limit(x, 3, c.oo), "must be a name"), (lambda: c.Derivative(x, x, c.number("1/2")), "order must be a whole number"),
    (lambda: c.Printed("0.43", c.word("nearst")), "the rule must be one of"), (lambda: c.Printed(0.43), "digits must be text"), (lambda: c.Printed("0.43", safe="up"), "safe must be one of above, below"), (lambda: c.Member(x, 3), "of must be a set"),
    (lambda: c.never("a=b", because=""), "because must say"), (lambda: c.Claim("m/a", "A", forall={x: 3}, states=GOAL), "the range of x must be a set"),
    (lambda: c.Claim("m/a", "A", forall={x: c.REALS}, states=x), "states must be a proposition"), (lambda: c.Claim("m/a", "A", forall={x: c.REALS}, states=GOAL, given=GOAL), "given must be a tuple"),
    (lambda: c.Claim("m/a", "A", forall={x: c.REALS}, states=GOAL, uses="m/b"), "uses must be a tuple of words"), (lambda: c.Claim("m/a", 3, forall={x: c.REALS}, states=GOAL), "source must be"),
    (lambda: c.Claim("m/a", "A", forall={x: c.REALS}, states=GOAL, hints={x: 1}), "hints must be Hints"), (lambda: c.Scope({x: c.REALS}, parts="main"), "parts must be a tuple of words"),
    (lambda: c.Item("m/a", "A", "1", "scope"), "must be Scope"), (lambda: c.Ledger("m", "M", "me", ("item",)), "items must be Item"),
])
def test_an_argument_that_cannot_be_is_named_with_what_is_expected(made, told):
    with pytest.raises(ClaimError) as refusal:
        made()
    assert told in str(refusal.value) and "got" in str(refusal.value)


@pytest.mark.parametrize(("options", "told"), [
    ({"never": (c.never("b=one", because="none"),)}, "the reading must be one of a, got b"), ({"never": (c.never("a=three", because="none"),)}, "must be one of one, two, got three"),
    ({"same_as": {"three": "one"}}, "same_as must name readings, got three"), ({"idle": ("z",)}, "idle must name names of forall, got z"),
])
def test_excluded_combinations_and_idle_names_must_be_there(options, told):
    from verify.claims.validate import validate

    claim = c.Claim("m/a", "A", forall={x: c.REALS}, states=c.Compare(x, "<=", c.reading("a", one=1, two=2)), **options)
    with pytest.raises(ClaimError, match=told):
        validate(claim)
