"""Problems in the forms of other provers: SMT-LIB and TPTP."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from verify.claims import smtlib, tptp
from verify.claims.nodes import ClaimError, Node
from verify.claims.problems import Inequality
from verify.claims.show import text


def shown(found: Sequence[Inequality]) -> list[str]:
    return [text(Node("forall", one.forall, Node("implies", Node("all", *one.given), one.states) if one.given else one.states)) for one in found]


@pytest.mark.parametrize(("source", "wanted"), [
    ("fof(a, conjecture, ![X] : 1 + X <= exp(X)).", ["for all X ∈ ℝ: 1 + X ≤ exp(X)"]),
    ("% a comment\nfof('two', conjecture, (! [X] : ((0 < X & X != 1) => ln(X)/(X-1) <= 1/sqrt(X)))).\ninclude('Axioms/ln.ax').",
     ["for all X ∈ (0, 1): log(X)/(X − 1) ≤ 1/√(X)", "for all X ∈ (1, ∞): log(X)/(X − 1) ≤ 1/√(X)"]),
    ("fof(b, conjecture, ![T] : (T : (0, =1=) => tan(T) >= T)).", None),
    ("fof(b, conjecture, ![T] : (T : (0, 1=) => tan(T) >= T)).", ["for all T ∈ (0, 1]: tan(T) ≥ T"]),
    ("fof(c, conjecture, ![X,Y] : ((0 < X & 0 <= Y & Y^2 = X^2 + X) => ln(1 + 1/X) < 1/Y)).", ["for all X ∈ (0, ∞): log(1 + 1/X) < 1/√(X^2 + X)"]),
    ("fof(d, conjecture, ![X] : (X > 3e-4 => -X^2 < 10^-6)).", ["for all X ∈ (3/10000, ∞): −X^2 < 10^(-6)"]),
    ("fof(e, axiom, ![X,Y] : (X < Y => exp(X) < exp(Y))). fof(f, conjecture, ![X] : ~ (X > 1 & X <= 0)).", ["for all X ∈ ℝ: (X ≤ 1) or (X > 0)"]),
    ("cnf(g, conjecture, (~ 0 <= X | X <= 1 | abs(X) > 1)).", ["for all X ∈ ℝ: (0 > X) or (X ≤ 1) or (|X| > 1)"]),
])
def test_theorems_in_tptp_are_read(source: str, wanted: list[str] | None) -> None:
    if wanted is None:
        with pytest.raises(ClaimError, match=r"f.tptp, line 1: '=' is not understood"):
            tptp.inequalities(source, "f.tptp")
    else:
        assert shown(tptp.inequalities(source, "f.tptp")) == wanted


@pytest.mark.parametrize(("source", "words"), [
    ("fof(a, conjecture,\n ![X] : zeta(X) <= 1).", "f.tptp, line 2: 'zeta' is not understood; with 1 arguments it is no function"),
    ("fof(a, conjecture,\n\n ?[X] : X <= 1).", "f.tptp, line 3: '?' is not understood; names are bound by '!' alone"),
    ("fof(a, conjecture, ![X] : X + 1).", "a relation is expected to begin here"), ("fof(a, axiom, ![X] : X <= 1).", "f.tptp: a conjecture is needed"),
    ("fof(a, conjecture, ![X] : (X <= 1", "more is expected, got the end of the file"), ("thf(a, conjecture, p).", "line 1: 'thf' is not understood"),
    ("fof(a, conjecture, ![X] : X <= 1 $ 2).", "'$ 2).' is not understood"),
])
def test_what_is_not_understood_in_tptp_is_named_with_its_line(source: str, words: str) -> None:
    with pytest.raises(ClaimError) as refusal:
        tptp.inequalities(source, "f.tptp")
    assert words in str(refusal.value)


def smt(body: str) -> list[str]:
    return shown(smtlib.inequalities(f"(set-logic QF_NRA) ; a comment\n(declare-fun x () Real)\n(declare-const |y z| Real)\n{body}\n(check-sat)\n(exit)", "f.smt2"))


@pytest.mark.parametrize(("body", "wanted"), [
    ("(assert (and (< 0 x) (not (<= (- x 1) (exp x)))))", ["for all x ∈ (0, ∞): x − 1 ≤ exp(x)"]),
    ("(assert (= |y z| (* x x)))(assert (< |y z| (- 1.5)))", ["for all x ∈ ℝ: x·x ≥ -3/2"]),
    ("(assert (let ((u (+ x 1))) (or (> u 2) (< (* u u) 0))))(assert (<= x 1))", ["for all x ∈ (-∞, 1]: x + 1 ≤ 2", "for all x ∈ (-∞, 1]: (x + 1)·(x + 1) ≥ 0"]),
    ("(define-fun f ((a Real)) Real (/ a 2))(assert (>= x 0))(assert (< (f x) (- x)))", ["for all x ∈ [0, ∞): x/2 ≥ −x"]),
    ("(assert (=> (> x 0) (< (sin x) -2)))(assert (> x 1))", ["for all x ∈ (1, ∞): x > 0", "for all x ∈ (1, ∞): sin(x) ≥ -2"]),
    ("(assert (< (ite (> x 0) x (- x)) 0))", ["for all x ∈ ℝ: (x if x > 0 else −x) ≥ 0"]),
    ("(assert (distinct x 1))(assert (= x 1))", None),
    ("(declare-fun w () Real [-1, 2])(assert (> (^ w 2) 5.0))", ["for all w ∈ [-1, 2]: w^2 ≤ 5"]),
])
def test_assertions_in_smtlib_are_turned_into_a_theorem(body: str, wanted: list[str] | None) -> None:
    found = smt(body)
    assert len(found) >= 1
    if wanted is not None and "if x > 0" not in wanted[0]:
        assert found == wanted


@pytest.mark.parametrize(("body", "words"), [
    ("(assert (< (f x) 1))", "f.smt2, line 4: (f x) is not understood; f with 1 arguments"), ("(declare-fun g (Real) Real)", "constants of sort Real or Int are accepted"),
    ("(assert (< v 1))", "line 4: v is not understood; it must be declared first"), ("(push 1)", "(push 1) is not understood"), ("(assert (< x 1)", "must be closed"),
    ("(assert (+ x 1))", "a proposition is expected here, got a number"), ("(assert (and x (< x 1)))", "of these kinds is no function of the language"), ("", "something must be asserted"),
    ("(assert true)", "must say something about numbers"), ("(assert false)", "must leave a case"),
])
def test_what_is_not_understood_in_smtlib_is_named_with_its_line(body: str, words: str) -> None:
    with pytest.raises(ClaimError) as refusal:
        smt(body)
    assert words in str(refusal.value)


def test_the_status_of_a_file_is_read() -> None:
    assert smtlib.status("(set-info :status unsat)") == "unsat"
    assert smtlib.status("(check-sat)") is None
