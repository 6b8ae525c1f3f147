"""The cases of ``benchmarks.certify``: planted statements are false, and no prover takes them for true."""

from __future__ import annotations

import random
from fractions import Fraction

import mpmath

from benchmarks.certify import PIECES, SYMBOLIC, by_hand, by_mpmath, by_recursion, planted, refutations, soundness, task
from verify.engines import interval, tightness
from verify.engines.task import Status


def test_suprema_of_the_factors_are_best_constants() -> None:
    for piece, where, supremum in PIECES:
        best = tightness.best_constant(task(piece.format(x="x") + " <= 1", where.format(x="x")), boxes=200)
        assert isinstance(best, tightness.Best)
        assert abs(mpmath.mpf(best.seen.numerator) / best.seen.denominator - supremum()) < 1e-14


def test_planted_statements_are_refuted_by_exact_witnesses() -> None:
    row = refutations(6, Fraction(1, 10**6), 10.0, 1.0)
    assert row.met
    assert row.measured.startswith("6 of 6")


def test_provers_prove_no_planted_statement() -> None:
    assert soundness(2).met


def test_planted_statements_are_true_on_the_other_side_of_the_supremum() -> None:
    rng = random.Random(1)
    case = planted(rng, Fraction(-1, 10**4)).task
    assert interval.decide(case).status is not Status.REFUTED
    assert tightness.prove(case, boxes=400).status in (Status.PROVED, Status.UNDECIDED)


def test_the_peers_do_what_they_say() -> None:
    assert by_hand(lambda x: x * (-x).exp(), lambda x: (1 - x) * (-x).exp(), 0.0, 9.0, 1e-9) < 500
    assert by_mpmath(lambda x: x * mpmath.iv.exp(-x), 0.0, 9.0, 0.4)[0]
    assert by_recursion(task("x*exp(-x) <= 0.4", "0<=x<=9").states.args[0], 0.0, 9.0, 0.4)[0]


def test_the_symbolic_toys_are_true_at_some_points_and_never_refuted() -> None:
    for _, statement, where in SYMBOLIC:
        assert interval.decide(task(statement, where, boxes=10)).status is not Status.REFUTED
