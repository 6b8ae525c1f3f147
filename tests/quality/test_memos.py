"""What the checker says of a proposition at an instance does not depend on what it was asked before in the same process."""

import math
from random import Random

import pytest
from generated import statement

from benchmarks.generated import instances
from verify.claims.nodes import to_json
from verify.evidence.checker import covering, known
from verify.evidence.checker import numbers as n
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import contains_head
from verify.evidence.checker.numbers import INFINITY, MINUS_INFINITY, Ball, Budget, Exhausted


def asked(proposition, env):
    values = {name: INFINITY if x == math.inf else MINUS_INFINITY if x == -math.inf else x for name, x in env.items()}
    with n.precision(128):
        try:
            return Evaluator(Budget(20_000, 60.0)).truth(proposition, values)
        except Exhausted:
            return "undecided"


def extrema(count):
    """Generated propositions about extrema, each with instances of its domain, infinite ones among them."""
    seed = 0
    while count:
        seed += 1
        (variant,) = statement(Random(f"memos {seed}")).variants()
        proposition = to_json(variant.states)
        if contains_head(proposition, "sup") or contains_head(proposition, "inf"):
            ends = [{str(pattern.args[0]): end for pattern, _ in variant.forall} for end in (math.inf, -math.inf)]
            yield proposition, [*instances(variant, Random(0), 6), *ends]
            count -= 1


def test_answers_do_not_depend_on_what_was_asked_before():
    questions = [(proposition, env) for proposition, ones in extrema(120) for env in ones]
    known.forget()
    warm = [asked(*question) for question in questions]
    for question, answer in zip(questions, warm, strict=True):
        known.forget()
        assert asked(*question) == answer, question


@pytest.mark.parametrize(("first", "second"), [(INFINITY, MINUS_INFINITY), (Ball(n.MINUS_OO, n.exact(1)), Ball(n.exact(1), n.OO)), (Ball(n.exact(0), n.exact(1)), Ball(n.exact(0), n.exact(1), True))])
def test_numbers_that_differ_have_different_signatures(first, second):
    assert known.signature(first) != known.signature(second)


def test_a_sum_to_a_name_that_is_bound_anew_is_written_out_for_the_new_one():
    """The name of a cover has a value outside as well, which says nothing about the terms of a sum."""
    x, k = ["var", ["word", "x"]], ["var", ["word", "k"]]
    total = ["sum", ["()", ["()", x, ["integers", "1", "3"]]], ["mul", x, k], None]
    body, env = covering._hoisted(Evaluator(Budget()), ["add", total, "0"], "k", {"x": n.ZERO, "k": n.ZERO})
    assert Evaluator(Budget()).number(body, {**env, "k": n.ONE}) == 6
