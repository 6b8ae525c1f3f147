"""A proof that is wrong is noticed by the searches that doubt it."""

from benchmarks import doubted
from verify.claims import REALS, Claim, Compare, above, log, numbers

x = numbers("x")


def statement(forall, states):
    (variant,) = Claim("toy/doubted", "toy", forall=forall, states=states).variants()
    return variant


def test_what_is_true_has_nothing_against_it_and_what_is_not_has():
    assert doubted.found_against(statement({x: REALS}, Compare(x**2 + 1, ">", 0)), (1,)) == ""
    assert "false at" in doubted.found_against(statement({x: REALS}, Compare(x**2, ">", 0)), (1,))
    assert "no value" in doubted.found_against(statement({x: REALS}, Compare(0 * log(x), "==", 0)), (1,))


def test_some_planted_errors_of_a_true_statement_are_proved_and_nothing_speaks_against_them():
    planted = list(doubted.planted(statement({x: above(0)}, Compare(log(x), "<=", x))))
    proved = [one.variant for one in planted if doubted.proved(one.variant)]
    assert 0 < len(proved) < len(planted)
    assert not any(doubted.found_against(variant, (1,)) for variant in proved)
    assert [one.words for one in planted] == [one.words for one in doubted.planted(statement({x: above(0)}, Compare(log(x), "<=", x)))]
