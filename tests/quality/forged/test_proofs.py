"""Evidence that proves nothing is refused for statements that are not so: the checker relies on no engine's care."""

import hashlib
import json
from random import Random

import pytest
from generated import statement

from benchmarks.forged import NO_MODEL, Offer, neighbour, one_box
from benchmarks.generated import FORGER, ask, plausible
from verify.claims import All, Any_, Claim, Compare, Sum, Sup, at_least, between, exp, integers, log, number, numbers
from verify.engines.task import Status
from verify.evidence import certificate as certificates
from verify.evidence.checker.check import check_data
from verify.evidence.checker.formula import text_of

x, y, t = numbers("x y t")


def offered(kind, evidence, states, forall, status=Status.PROVED):
    (variant,) = Claim("forged/it", "0", forall=forall, states=states).variants()
    evidence = one_box(variant) if kind == "boxes" else evidence
    document = certificates.build(variant, Offer(status, kind, evidence).finding(), effort="quick", seed=0)
    return check_data(json.loads(certificates.text(document)), "forged")


@pytest.mark.parametrize("states", [
    Compare(log(2 * exp(-x)), "==", log(number(2))),  # both logarithms have a value for the same reason
    Compare(log(3 * exp(-x)), ">=", log(number(3))),
    Compare(log(x + 1) + log(1 + 1 / (x + 1)), "==", log(x + 1)),
    Compare(exp(17 * x), "==", exp(18 * x)),
    Compare(exp(x + 1 / (1 + x**2)), "==", exp(x)),
])
def test_a_solver_is_asked_about_the_statement_and_not_about_the_text_of_the_evidence(states):
    assert offered("smt", NO_MODEL, states, {x: at_least(0)}).status == "refused"


@pytest.mark.parametrize("states", [Compare(exp(x + 1 / (1 + x**2)), "==", exp(x) * exp(1 / (1 + x**2))), Compare(log(2 * exp(-x)), "==", log(number(2)) - x), Compare(exp(17 * x), ">=", 1 + 17 * x)])
def test_what_is_so_is_confirmed_by_a_solver(states):
    pytest.importorskip("cvc5")
    assert offered("smt", NO_MODEL, states, {x: at_least(0)}).status == "confirmed"


@pytest.mark.parametrize("kind", ["logic", "exhaustive", "boxes"])
@pytest.mark.parametrize("states", [Compare(x, "<=", y), Compare(Sup({t: between(0, x)}, t), "==", y), Any_(Compare(x, ">", 1), Compare(y, "<", 1)), All(Compare(x - x, "==", 0), Compare(1 / x, ">", 0)),
                                    Compare(Sum({t: integers(1, 3)}, x / t), "<=", y)])
def test_a_proof_that_holds_nothing_but_its_form_is_refused(kind, states):
    assert offered(kind, {}, states, {x: between(0, 2), y: between(0, 2)}).status == "refused"


def test_a_few_hundred_offers_on_generated_statements_confirm_nothing_that_is_not_so():
    confirmed, wrong = 0, []
    for seed in range(200):
        (variant,) = statement(Random(f"forged {seed}")).variants()
        failure, told = ask(FORGER, variant, 3.0, Random(0))
        confirmed += told.startswith("confirmed")
        if failure is not None and failure.kind in ("proved-untrue", "refuted-unfalse"):
            wrong.append((str(variant.formula), failure.why))
    assert not wrong and confirmed > 0


def test_a_neighbour_is_a_statement_that_differs():
    made = 0
    for seed in range(60):
        (variant,) = statement(Random(f"near {seed}")).variants()
        near = neighbour(variant, Random(seed), plausible)
        made += near is not None
        assert near is None or near.digest != variant.digest
    assert made >= 40


JOINT = ["finite", ["()", ["()", ["point", ["point", "0", "1"], ["point", "2", "3"]], "1"]]]
SINGLE = ["finite", ["()", ["()", ["point", "0"], "1"]]]


def mean(pattern, law):
    """A certificate that the mean length of the first name is 0."""
    states = ["compare", ["expect", ["()", ["()", pattern, law]], ["norm", named("x"), "1"]], ["word", "=="], "0"]
    (variant,) = Claim("forged/it", "0", forall={}, states=Compare(number(0), "==", 0)).variants()
    document = certificates.build(variant, Offer(Status.PROVED, "exhaustive", {}).finding(), effort="quick", seed=0)
    return check_data(json.loads(certificates.text(document)) | {"statement": states, "domain": ["()"], "digest": hashlib.sha256(text_of(form(states)).encode()).hexdigest()}, "forged")


def named(name):
    return ["var", ["word", name]]


def form(f):
    """The canonical form of these statements as it was when it counted the names of any pattern."""
    bound = {name: ["var", ["word", f"#{k}"]] for k, name in enumerate("xyz")}
    over = f[1][1][1]
    count = len([name for name in "xyz" if named(name) in _leaves(over[1])])
    return [f[0], ["expect", ["()", ["()", str(count), over[2]]], ["norm", bound["x"], "1"]], *f[2:]]


def _leaves(pattern):
    return [pattern] if pattern[0] == "var" else [leaf for part in pattern[1:] for leaf in _leaves(part)]


@pytest.mark.parametrize(("pattern", "law"), [(["()", ["()", named("x"), named("y")], named("z")], JOINT), (["()", named("x")], SINGLE)])
def test_names_in_tuples_are_not_nested_and_not_alone(pattern, law):
    """The canonical form counts the names of a tuple, so that ``((x, y), z)`` had the digest of ``(x, y, z)``, and ``(x)`` that of ``x``."""
    outcome = mean(pattern, law)
    assert outcome.status != "confirmed" and "at least two names" in outcome.why
