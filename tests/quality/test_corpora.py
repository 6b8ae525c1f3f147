"""The collected problems of ``benchmarks.corpora``: each says what its original says, and each false sibling is false at its witness."""

from __future__ import annotations

from functools import cache

import mpmath
import pytest

from benchmarks.corpora import LIMIT, Problem, as_smtlib, problems, run, truth, value
from verify.claims.inequality import _conclusion, _Conditions, _split, _with_euler, usual
from verify.claims.nodes import Node, walk


@cache
def collected() -> tuple[Problem, ...]:
    return tuple(problems())


def sides(problem: Problem) -> list[tuple[Node, Node]]:
    """Both sides of every relation of a problem, as they are typed."""
    statement, where = _with_euler(usual(problem.says), usual(problem.where))
    conditions = _Conditions()
    for part in _split(where):
        conditions.constraint(part)
    stated = [] if statement.strip() == "false" else [_conclusion(statement)]
    return [(p.args[0], p.args[2]) for one in (*conditions.hypotheses, *stated) for p in walk(one) if p.head == "compare"]  # type: ignore[misc]


def test_there_are_enough_of_all_sorts_in_both_halves() -> None:
    for half in ("development", "unseen"):
        some = [p for p in collected() if p.half == half]
        originals = [p for p in some if p.original]
        assert len(originals) >= 200 and len(some) - len(originals) >= 100
        assert sum(any(name in p.says + p.where for name in ("sin", "cos", "tan")) for p in originals) >= 40
        assert sum(p.says == "false" for p in originals) >= 40
    assert len({p.name for p in collected()}) == len(collected())


def test_each_says_what_its_original_says() -> None:
    """At random points, the sum over relations of the left side less twice the right one, computed from the text of the original by another evaluation."""
    compared = 0
    with mpmath.workdps(60):
        for problem in collected():
            for point, wanted in problem.probes:
                at = {name: mpmath.mpf(number) for name, number in point.items()}
                pairs = {(mpmath.nstr(value(a, at), 15), mpmath.nstr(value(b, at), 15)) for a, b in sides(problem)}
                found = mpmath.fsum(mpmath.mpf(a) - 2 * mpmath.mpf(b) for a, b in pairs)
                size = max((abs(mpmath.mpf(one)) for pair in pairs for one in pair), default=mpmath.mpf(1))
                assert abs(found - mpmath.mpf(wanted)) <= mpmath.mpf("1e-9") * (1 + size), problem.name
                compared += 1
    assert compared >= 500


def test_each_false_sibling_is_false_at_its_witness() -> None:
    siblings = [p for p in collected() if not p.original]
    with mpmath.workdps(60):
        for problem in siblings[::6]:
            (part,) = problem.parts
            at = {name: mpmath.mpf(number) for name, number in problem.witness.items()}
            assert all(truth(h, at) for h in part.given) and not truth(part.states, at), problem.name


@pytest.mark.parametrize(("says", "where", "true", "told"), [("x <= exp(x)", "x in R", True, "PROVED"), ("x <= 1", "x > 0", False, "REFUTED"), ("foo(x) <= 1", "x > 0", True, "ERROR")])
def test_a_run_tells_right_from_wrong(says: str, where: str, true: bool, told: str) -> None:
    row = run(Problem("toy", "here", says, true, where), LIMIT, "quick")
    assert (row.told, row.right, row.wrong) == (told, told != "ERROR", False)


def test_a_problem_is_written_for_solvers_or_said_to_be_outside_their_language() -> None:
    (part,) = Problem("toy", "here", "x**2/2 >= abs(x) - 1", True, "x > 0").parts
    assert "(assert (not (>= " in str(as_smtlib(part, {})) and "(ite (>= |x| 0.0)" in str(as_smtlib(part, {}))
    (part,) = Problem("toy", "here", "exp(x) >= 1 + x", True, "x > 0").parts
    assert as_smtlib(part, {}) is None and "(exp |x|)" in str(as_smtlib(part, {"exp": "exp"}))
    (part,) = Problem("toy", "here", "x >= 0", True, "0 <= x, x <= pi").parts
    assert as_smtlib(part, {}) is None and "(<= |x| real.pi)" in str(as_smtlib(part, {"sin": "sin"}))


def test_every_collected_problem_can_be_read_and_put_to_solvers() -> None:
    for problem in collected():
        assert all(str(as_smtlib(part, {})) for part in problem.parts[:3]), problem.name
