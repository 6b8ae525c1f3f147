"""Signs of derivatives down to signs of polynomials: true inequalities are proved and confirmed, false ones are not, whatever the cuts."""

from __future__ import annotations

import random

import pytest
from flint import fmpq, fmpq_poly

from verify.claims import Claim, Compare, If, between, exp, log, number, numbers, oo, sqrt
from verify.claims.inequality import inequality
from verify.claims.nodes import Node, to_json
from verify.engines import rolle
from verify.engines.task import EFFORTS, Finding, Status, Task
from verify.evidence import certificate as certificates
from verify.evidence.checker.check import check_data
from verify.evidence.checker.numbers import Budget
from verify.evidence.checker.polynomial_signs import Interval, coefficients, degree, has_root, poly, roots_inside, sign
from verify.evidence.checker.rolle import holds
from verify.quantities import binary_entropy, binary_kl
from verify.run.certify import statement_of
from verify.run.decide import Settings, run_variant

TRUE = (
    ("log(x)/(x - 1) <= 1/sqrt(x)", "x > 1"), ("log(1 + 1/x) < 1/sqrt(x^2 + x)", "x > 0"), ("log(1 + 1/x) <= (12*x^2 + 12*x + 1)/(12*x^3 + 18*x^2 + 6*x)", "x > 0"),
    ("(2 + x^2 + x*sqrt(4 + x^2))/2 <= exp(x)", "x >= 0"), ("x - x^3/6 + x^5/120 - x^7/5040 <= sin(x)", "x > 0"), ("tanh(x) <= x*(x^2 + 15)/(6*x^2 + 15)", "x > 0"),
    ("atan(x) <= pi/2 - 1/x + 1/(3*x^3)", "x > 1"), ("exp(x) <= 2304/(-x^3 + 6*x^2 - 24*x + 48)^2", "x <= 0"), ("x*exp(-x) <= exp(-1)", "x in R"), ("cosh(x) <= (sinh(x)/x)^3", "0 < x < 4"),
    ("x <= tan(x)", "0 <= x < 3/2"), ("(x - 1)^2*(x + 2)^4 >= 0", "x in R"), ("acos(x) <= pi/2", "0 < x < 1"), ("max(x, 1) >= x", "x > 2"), ("cbrt(x) <= (x + 2)/3", "x > 0"),
)
FALSE = (
    ("log(1 + x) <= x - x^2/2", "x > 0"), ("x*exp(-x) < exp(-1)", "x in R"), ("sin(x) <= x - x^3/6", "x > 0"), ("(x - 1)^2 > 0", "x in R"), ("exp(x) <= 1 + x + x^2", "0 < x < 2"),
    ("atan(x) <= pi/2 - 1/x", "x > 1"), ("tanh(x) > 1 - exp(-2*x)", "x > 0"), ("x^5 - x + 1/2 >= 0", "x in R"), ("sqrt(x) <= (x + 1)/2 - 1/1000000", "x > 0"), ("1/x <= 1", "-1 < x < 1"),
    ("sin(x)^2 + cos(x)^2 > 1", "x > 0"), ("log(4*x) > 2*log(2) + log(x)", "x > 0"), ("log(x + 1) - log(x) <= 1/(x + 1)", "x > 0"),
)


COMMAND = {"command": "claimcheck certify x --effort standard --seed 0"}


def task(statement: str, where: str) -> Task:
    return Task(statement_of(inequality(statement, where)), EFFORTS["standard"])


@pytest.mark.parametrize(("statement", "where"), TRUE)
def test_a_true_inequality_is_proved_and_the_checker_finds_the_signs_again(statement: str, where: str) -> None:
    asked = task(statement, where)
    found = rolle.decide(asked)
    assert (found.status, found.kind) == (Status.PROVED, "rolle"), found.summary
    document = certificates.build(asked.variant, found, effort="standard", seed=0) | COMMAND
    assert check_data(document, "x", Budget()).status == "confirmed"


@pytest.mark.parametrize(("statement", "where"), FALSE)
def test_a_false_inequality_is_not_proved_whatever_the_cuts(statement: str, where: str) -> None:
    asked = task(statement, where)
    assert rolle.decide(asked).status is Status.UNDECIDED
    left, relation, right = asked.states.args
    assert isinstance(left, Node) and isinstance(right, Node)
    refused = [lo for lo in (fmpq(-2), fmpq(0), fmpq(1, 2), fmpq(3, 4), fmpq(1), fmpq(2))
               if not holds(to_json(left), str(relation), to_json(right), lo, lo + fmpq(1, 2), Budget())]
    assert refused  # on some piece it fails


SAMPLED = "*".join(f"(x - {point})^2" for point in ("1/1000", "1/50", "1/7", "1/2", "6/7", "49/50", "999/1000"))
WITHOUT_A_VALUE = (
    ("1/(1 + 1/x) <= 10", "-1/3 < x < 1/2"), ("1/(1/x) <= 5", "-1/3 < x < 1/2"), ("exp(1/(1/x)) >= 0", "-1/3 < x < 1/2"), ("(1/(exp(x) - 1))^0 <= 2", "-1/3 < x < 1/2"),
    ("min(-5, 1/x^2) >= -6", "-1/3 < x < 1/2"), ("max(5, -1/x^2) <= 6", "-1/3 < x < 1/2"), ("1/(1 + tan(x)^2) <= 2", "1 < x < 2"),
)


@pytest.mark.parametrize(("statement", "where"), (*WITHOUT_A_VALUE, (f"-{SAMPLED} >= 0", "0 < x < 1"), (f"{SAMPLED} <= 0", "0 < x < 1")))
def test_a_denominator_that_leaves_and_a_polynomial_that_is_0_at_the_sampled_points_deceive_nobody(statement: str, where: str) -> None:
    asked = task(statement, where)
    assert rolle.decide(asked).status is Status.UNDECIDED
    (_, interval), = asked.forall
    proof = Finding(rolle.ENGINE, Status.PROVED, "", "rolle", {"ends": [str(end.args[0]) for end in interval.args[:2]]}, {"share": 1.0})
    document = certificates.build(asked.variant, proof, effort="standard", seed=0) | COMMAND
    assert check_data(document, "x", Budget()).status == "refused"


@pytest.mark.parametrize("ends", [["0", "1"], ["1", "oo"], ["oo", "0"], ["0"], ["0", "x", "oo"], ["0", "oo", "oo"], ["1", "0", "oo"], "0"])
def test_evidence_that_does_not_cover_the_range_is_refused(ends: object) -> None:
    asked = task("1 + x <= exp(x)", "x >= 0")
    found = rolle.decide(asked)
    document = certificates.build(asked.variant, found, effort="standard", seed=0) | COMMAND
    document["evidence"] = {"ends": ends}
    assert check_data(document, "x", Budget()).status != "confirmed"


def test_the_statement_that_was_proved_counts_not_another() -> None:
    true, false = task("log(1 + x) <= x", "x >= 0"), task("log(1 + x) <= x - x^2/4", "x >= 0")
    document = certificates.build(false.variant, rolle.decide(true), effort="standard", seed=0) | COMMAND
    assert check_data(document, "x", Budget()).status != "confirmed"


def test_roots_are_counted_by_sturm() -> None:
    p = fmpq_poly([-2, 0, 1]) * fmpq_poly([1, 1]) ** 2  # (x^2 - 2)(x + 1)^2
    assert [roots_inside(p, Interval(fmpq(a), fmpq(b))) for a, b in ((-2, 2), (0, 2), (-1, 1), (2, 3))] == [3, 1, 0, 0]
    assert roots_inside(p, Interval(None, None)) == 3
    assert (sign(p, Interval(fmpq(2), None)), sign(p, Interval(fmpq(-1), fmpq(1))), sign(p, Interval(None, None))) == (1, -1, None)


@pytest.mark.parametrize("where", [Interval(fmpq(0), fmpq(1)), Interval(fmpq(-1, 3), None), Interval(None, fmpq(2)), Interval(None, None)], ids=str)
def test_whether_there_is_a_root_is_what_the_known_roots_say(where):
    rng = random.Random(3)
    seen = set()
    for _ in range(150):
        roots = [fmpq(rng.randint(-9, 9), rng.randint(1, 6)) for _ in range(rng.randint(0, 4))]
        p = fmpq_poly([fmpq(rng.choice((-2, 1, 3)))])
        for root in roots:
            p *= fmpq_poly([-root, 1]) ** rng.randint(1, 2)
        for _ in range(rng.randint(0, 2)):  # no real roots: a square and a little more
            p *= fmpq_poly([rng.randint(-3, 3), 1]) ** 2 + fmpq(1, rng.choice((1, 100, 10**6)))
        inside = any((where.lo is None or where.lo < root) and (where.hi is None or root < where.hi) for root in roots)
        seen.add(inside)
        assert p.degree() == 0 or has_root(p, where) == inside == (roots_inside(p, where) > 0)
        assert (sign(p, where) is None) == inside
        assert poly(coefficients(p)) == p and degree(coefficients(p)) == p.degree()
    assert len(seen) == 2


def test_a_strict_comparison_that_touches_is_refuted() -> None:
    from verify.run.certify import certify

    found = certify("log(x) < x - 1", "x > 0", "quick")
    assert (found.status, found.witness["instance"]) == (Status.REFUTED, {"x": "1"})  # type: ignore[index]


@pytest.mark.parametrize("statement", ["exp(-x) > 0", "x - x <= 0", "x/(1 + x) <= 1"])
def test_a_range_that_holds_an_infinite_number_is_left_to_others(statement: str) -> None:
    (variant,) = Claim("toy/item", "Item", forall={numbers("x"): between(0, oo)}, states=inequality(statement, "x >= 0").states).variants()
    assert rolle.decide(Task(variant, EFFORTS["quick"])).status is Status.UNDECIDED


p = numbers("p")
CASES = {
    "entropy below a root": (between(0, 1), Compare(binary_entropy(p), "<=", 2 * log(2) * sqrt(p)), True),
    "entropy below a smaller root": (between(0, 1), Compare(binary_entropy(p), "<=", 2 * log(2) * sqrt(p) - number("1/1000")), False),
    "Pinsker at a fair coin": (between(0, 1), Compare(binary_kl(p, number("1/2")), ">=", 2 * (p - number("1/2")) ** 2), True),
    "Pinsker with a larger constant": (between(0, 1), Compare(binary_kl(p, number("1/2")), ">=", number("21/10") * (p - number("1/2")) ** 2), False),
    "each branch on its side": (between(-1, 1), Compare(If(Compare(p, "<", 0), exp(p), 1 + p), ">=", p + number("1/2")), True),
    "branches exchanged": (between(-1, 1), Compare(If(Compare(p, "<", 0), 2 * p, exp(p)), ">=", p + number("1/2")), False),
    "a branch that is false at one number": (between(-1, 1), Compare(If(Compare(p, "==", 0), -1, exp(p)), ">=", 0), False),
    "a condition without a value": (between(-1, 1), Compare(If(Compare(1 / p, "<", 0), 1, 2), ">=", 0), False),
}


@pytest.mark.parametrize("name", CASES)
def test_formulas_by_cases(name: str) -> None:
    """Between the numbers at which conditions change; at these the checker evaluates both sides."""
    where, states, true = CASES[name]
    (variant,) = Claim("toy/item", "Item", forall={p: where}, states=states).variants()
    found = rolle.proved(Task(variant, EFFORTS["standard"]))
    assert (found is not None) == true
    if found is not None:
        assert check_data(certificates.build(variant, found, effort="standard", seed=0), name, Budget()).status == "confirmed"


def test_a_statement_of_a_paper_is_proved_where_boxes_leave_it_open() -> None:
    where, states, _ = CASES["entropy below a root"]
    (variant,) = Claim("toy/item", "Item", forall={p: where}, states=states).variants()
    row, _, errors = run_variant(variant, Settings(effort="quick"))
    assert not errors and row["status"] == "PROVED" and "derivatives" in row["summary"], row["summary"]
