"""Suprema, infima and sums are compared with their members, and what is conditional needs an event of positive probability; false statements of the same form stay unproved."""

import json

import pytest

from verify import claims as c
from verify.claims.nodes import to_json
from verify.engines import lemmas
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence.checker.certificate import Certificate
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import Malformed, Refused, digest
from verify.evidence.checker.kinds import KINDS
from verify.evidence.checker.numbers import Budget
from verify.quantities import mass, renyi_divergence

a, d, i, j, n, t, x = c.numbers("a d i j n t x")
A, C, D, D_, E, F, K, M, P, Q, U, u, v = c.objects("A C D D_ E F K M P Q U u v")
LINE = c.Euclid(1, 1)
LAWS = {P: c.Laws(LINE), Q: c.Laws(LINE)}
LEVEL = {a: c.at_least(0)}
ORDERS = {x: c.above(1)}
EVENT = {E: c.Events(LINE)}
FRAMEWORK = {F: c.Frameworks(c.LINE, c.ANY_EVENTS, c.ANY_PRIORS), M: c.Kernels(c.data_sets(F), LINE)}
VECTORS = {d: c.integers(1), u: c.Points(c.Euclid(d, 2)), v: c.Points(c.Euclid(d, 2))}
FAMILY = {n: c.integers(1), A: c.Families(c.upto(n), c.at_least(0))}
at_3 = c.Compare(renyi_divergence(P, Q, 3), "<=", a)


def divergence(order):
    return renyi_divergence(P, Q, order)


def conditional(first, second):
    return renyi_divergence(c.given_event(first, E), c.given_event(second, E), 2)


def given_secret(one):
    return c.push(M, c.given_event(c.prior(F, t), c.secret(F, one)))


def parts(partition, relation):
    """Mechanisms on parts of the data, each with a bound on the data sets that it can be run on."""
    forall = {**FAMILY, d: c.integers(1), U: c.Universes(relation), C: c.Compositions(n, U, c.Euclid(d, 2), c.INDEPENDENT, c.NO, partition)}
    own = renyi_divergence(c.step(C, i, D), c.step(C, i, D_), 2)
    given = c.ForAll({i: c.upto(n), (D, D_): c.part_neighbours(C, i)}, c.Compare(own, "<=", A[i]))
    whole = c.Compare(renyi_divergence(c.joint(C, D), c.joint(C, D_), 2), "<=", c.Sup({i: c.upto(n)}, A[i]))
    return forall, (given,), c.ForAll({(D, D_): c.neighbours(U)}, whole)


TRUE = {
    "a member is below the supremum": (LAWS, (), c.Compare(divergence(2), "<=", c.Sup(ORDERS, divergence(x)))),
    "a member is above the infimum": (LAWS, (), c.Compare(divergence(2), ">=", c.Inf(ORDERS, divergence(x)))),
    "a member is below the sum": (FAMILY, (), c.Compare(A[1], "<=", c.Sum({i: c.upto(n)}, A[i]))),
    "a supremum under a condition": ({**LEVEL, **LAWS}, (at_3,), c.Compare(c.Sup(ORDERS, divergence(x), where=c.Compare(x, "<=", 3), floor=0), "<=", a)),
    "conditional distributions": ({**LAWS, **EVENT}, (c.Compare(mass(P, E), ">", 0), c.Compare(mass(Q, E), ">", 0)), c.Compare(conditional(P, Q), ">=", 0)),
    "what is compared has a value": ({**LEVEL, **LAWS, **EVENT}, (c.Compare(conditional(P, Q), "<=", a),), c.Compare(mass(P, E), ">", 0)),
    "situations": (FRAMEWORK, (), c.ForAll({(t, i, j): c.situations(F)}, c.Compare(renyi_divergence(given_secret(i), given_secret(j), 2), ">=", 0))),
    "a multiple of a covariance": ({**VECTORS, a: c.at_least(0), K: c.Covariances(d)}, (), c.Compare(renyi_divergence(c.normal_vector(u, a * K), c.normal_vector(v, a * K), 2), ">=", 0)),
    "parts by position": parts(c.BY_POSITION, c.REPLACE_ONE),
    "parts by value": parts(c.BY_VALUE, c.ADD_OR_REMOVE_ONE),
}
NOT_PROVED = {
    "a member beyond the infimum": (LAWS, (), c.Compare(divergence(2), "<=", c.Inf(ORDERS, divergence(x)))),
    "no member": (LAWS, (), c.Compare(divergence(4), "<=", c.Sup({x: c.between(1, 3, open="both")}, divergence(x)))),
    "a member of which the condition is false": (LAWS, (), c.Compare(divergence(4), "<=", c.Sup(ORDERS, divergence(x), where=c.Compare(x, "<=", 3)))),
    "terms of any sign": ({n: c.integers(1), A: c.Families(c.upto(n), c.REALS)}, (), c.Compare(A[1], "<=", c.Sum({i: c.upto(n)}, A[i]))),
    "the floor is higher": ({**LEVEL, **LAWS}, (at_3,), c.Compare(c.Sup(ORDERS, divergence(x), where=c.Compare(x, "<=", 3), floor=1), "<=", a)),
    "the condition is wider": ({**LEVEL, **LAWS}, (at_3,), c.Compare(c.Sup(ORDERS, divergence(x), where=c.Compare(x, "<=", 4), floor=0), "<=", a)),
    "an event that may have no probability": ({**LAWS, **EVENT}, (c.Compare(mass(P, E), ">", 0),), c.Compare(conditional(P, Q), ">=", 0)),
    "a value that is only one of two branches": ({**LEVEL, **LAWS, **EVENT}, (c.Compare(c.If(c.Compare(a, ">", 0), 0, conditional(P, Q)), "<=", a),), c.Compare(mass(P, E), ">", 0)),
    "secrets that may have no probability": ({**FRAMEWORK, t: c.integers(1, c.prior_count(F))}, (), c.ForAll({(i, j): c.secret_pairs(F)}, c.Compare(renyi_divergence(given_secret(i), given_secret(j), 2), ">=", 0))),
    "secrets of equal probability": (FRAMEWORK, (), c.ForAll({(t, i, j): c.situations(F)}, c.Compare(mass(c.prior(F, t), c.secret(F, i)), "<=", mass(c.prior(F, t), c.secret(F, j))))),
    "matrices of any sign": ({**VECTORS, K: c.SymmetricMatrices(d)}, (), c.Compare(renyi_divergence(c.normal_vector(u, K), c.normal_vector(v, K), 2), ">=", 0)),
    "parts by value where a record is replaced": parts(c.BY_VALUE, c.REPLACE_ONE),
    "parts by the whole": parts(c.BY_THE_WHOLE, c.REPLACE_ONE),
}


def found(statement):
    forall, given, states = statement
    (variant,) = c.Claim("toy/members", "a statement", forall=forall, given=given, states=states).variants()
    return variant, lemmas.decide(Task(variant, EFFORTS["standard"]))


def confirmed(variant, evidence):
    formula = to_json(variant.formula)
    return KINDS["lemmas"](Certificate(variant.id, "main", "main", digest(formula), formula, "lemmas", "PROVED", evidence), Evaluator(Budget()))


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_is_proved_and_confirmed(name):
    variant, finding = found(TRUE[name])
    assert finding.status is Status.PROVED, finding.summary
    confirmed(variant, json.loads(json.dumps(finding.evidence)))


@pytest.mark.parametrize("name", NOT_PROVED)
def test_what_is_false_or_may_have_no_value_is_not_proved(name):
    _, finding = found(NOT_PROVED[name])
    assert finding.status is not Status.PROVED


def test_bounds_of_members_are_refused_for_another_extremum():
    variant, finding = found(TRUE["a member is below the supremum"])
    for other in ("inf", "sum"):
        evidence = json.loads(json.dumps(finding.evidence))
        step = next(step for step in evidence["steps"] if "extremum" in step)
        step["extremum"][0] = other
        with pytest.raises((Refused, Malformed)):
            confirmed(variant, evidence)


def test_bounds_of_members_are_refused_without_the_range_of_the_terms():
    variant, finding = found(TRUE["a member is below the supremum"])
    evidence = json.loads(json.dumps(finding.evidence))
    step = next(step for step in evidence["steps"] if "extremum" in step)
    step["steps"] = []
    with pytest.raises((Refused, Malformed)):
        confirmed(variant, evidence)
