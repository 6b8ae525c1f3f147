"""Claims that quantify over Pufferfish frameworks: guarantees of laws of the data given secrets, true and false ones."""

import itertools
import json
import random
from fractions import Fraction

import pytest
from flint import fmpq

from mechanisms import Finite, Pufferfish
from mechanisms.pufferfish import correlated_pair, everyone_values
from verify import claims as c
from verify import quantities as q
from verify.claims.nodes import to_json
from verify.engines import evaluate as ev
from verify.engines import pufferfish, search
from verify.engines.draw import Drawer
from verify.engines.handy import CannotDraw
from verify.engines.membership import contains
from verify.engines.task import EFFORTS, Status, Task
from verify.engines.truth import Truth
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.numbers import Budget, NoValue, precision
from verify.values.frameworks import Framework, is_grid
from verify.values.laws import FiniteLaw
from verify.values.structures import Event

alpha, epsilon, n, t, i, j = c.numbers("alpha epsilon n t i j")
F, M, G, U, C, D, D_ = c.objects("F M G U C D D_")
DATA = c.Sequences(n, c.Labels(2))


def frameworks(secrets=c.ANY_EVENTS, priors=c.ANY_PRIORS):
    return {n: c.integers(1), F: c.Frameworks(DATA, secrets, priors)}


def output(mechanism, secret):
    return c.push(mechanism, c.data_law(F, t, secret))


def guaranteed(mechanism, level, of=lambda P, Q: q.renyi_divergence(P, Q, alpha)):
    """Renyi Pufferfish privacy of order alpha."""
    return c.ForAll({(t, i, j): c.situations(F)}, c.Compare(of(output(mechanism, i), output(mechanism, j)), "<=", level))


def task(forall, states, given=(), effort="standard"):
    (variant,) = c.Claim("toy/item", "Item", forall=forall, given=given, states=states).variants()
    return Task(variant, EFFORTS[effort])


KERNEL = c.Kernels(c.data_sets(F), c.Labels(2))
LEVELS = {alpha: c.between(1, c.oo, open="left"), epsilon: c.at_least(0)}
PUSHED = {M: KERNEL, G: c.Kernels(c.Labels(2), c.Labels(3))}
TV = q.total_variation


def composed(priors):
    """Two mechanisms with coins of their own on one data set, which is random."""
    forall = {U: c.Universes(c.REPLACE_ONE), F: c.Frameworks(U, c.ONE_RECORD, priors), C: c.Compositions(2, U, c.LINE, c.INDEPENDENT), alpha: c.above(1),
              epsilon: c.Families(c.upto(2), c.at_least(0))}

    def both(secret):
        return c.push(c.outputs(C), c.data_law(F, t, secret))

    def loss(part, level):
        return c.ForAll({(t, i, j): c.situations(F)}, c.Compare(q.renyi_divergence(part(both(i)), part(both(j)), alpha), "<=", level))

    return forall, loss(lambda law: law, epsilon[1] + epsilon[2]), tuple(loss(lambda law, m=m: c.marginal(law, m), epsilon[m]) for m in (1, 2))


def classical_composition():
    """The same for the framework of a universe: there the data are known."""
    forall, states, given = composed(c.ANY_PRIORS)
    known = {F: c.classical(U)}
    return {key: where for key, where in forall.items() if key != F}, c.substitute(states, {"F": known[F]}), tuple(c.substitute(h, {"F": known[F]}) for h in given)


TRUE = {
    "post-processing": ({**frameworks(), **PUSHED, **LEVELS},
                        c.ForAll({(t, i, j): c.situations(F)}, c.Compare(
                            q.renyi_divergence(c.push(G, output(M, i)), c.push(G, output(M, j)), alpha), "<=", epsilon)),
                        (guaranteed(M, epsilon),)),
    "the data are no closer than what is computed of them": (
        {**frameworks(c.ONE_RECORD), M: KERNEL, alpha: c.above(1)},
        c.ForAll({(t, i, j): c.situations(F)}, c.Compare(
            q.renyi_divergence(output(M, i), output(M, j), alpha), "<=", q.renyi_divergence(c.data_law(F, t, i), c.data_law(F, t, j), alpha)))),
    "guarantees compose where the data are known": classical_composition(),
    "a situation has two secrets of positive probability": (
        frameworks(), c.ForAll({(t, i, j): c.situations(F)}, c.Compare(q.mass(c.prior(F, t), c.secret(F, i)) * q.mass(c.prior(F, t), c.secret(F, j)), ">", 0))),
    "total variation of the outputs is at most that of the data": (
        {**frameworks(), M: KERNEL},
        c.ForAll({(t, i, j): c.situations(F)}, c.Compare(TV(output(M, i), output(M, j)), "<=", TV(c.data_law(F, t, i), c.data_law(F, t, j))))),
}
FALSE = {
    "Renyi guarantees compose under correlated priors": composed(c.ANY_PRIORS),
    "Renyi guarantees compose when the records are independent": composed(c.INDEPENDENT_RECORDS),
    "an output says nothing": (
        {**frameworks(c.ONE_RECORD, c.INDEPENDENT_RECORDS), M: KERNEL}, c.ForAll({(t, i, j): c.situations(F)}, c.Compare(TV(output(M, i), output(M, j)), "==", 0))),
    "the guarantee at half its level": ({**frameworks(), M: KERNEL, **LEVELS}, guaranteed(M, epsilon / 2), (guaranteed(M, epsilon),)),
    "one direction gives the other": (
        {**frameworks(), M: KERNEL, epsilon: c.at_least(0)},
        c.ForAll({(t, i, j): c.situations(F)}, c.Compare(q.max_divergence(output(M, j), output(M, i)), "<=", epsilon)), (guaranteed(M, epsilon, q.max_divergence),)),
}


@pytest.mark.parametrize("name", TRUE)
def test_a_true_claim_is_supported_and_never_refuted(name):
    finding = search.decide(task(*TRUE[name]))
    assert finding.status is Status.SUPPORTED, finding.summary
    assert finding.coverage["admitted"] > 20


@pytest.mark.parametrize("name", FALSE)
def test_a_false_claim_is_refuted_and_the_checker_confirms(name, must_be_refuted):
    must_be_refuted(task(*FALSE[name]))


def test_the_classical_framework_says_what_the_neighbouring_relation_says(truths):
    rows = [c.Node("row", c.term(x), c.term(y)) for x in (0, 1) for y in (0, 1)]
    universe = c.Node("universe", "replace-one", tuple(rows))
    table = c.Node("table", tuple((row, c.finite_law({0: Fraction(k + 1, 8), 1: Fraction(7 - k, 8)})) for k, row in enumerate(rows)))
    framework = c.classical(universe)
    losses = [q.renyi_divergence(c.push(table, c.data_law(framework, 1, a)), c.push(table, c.data_law(framework, 1, b)), 2) for a, b in ((1, 2), (2, 4))]
    expected = [q.renyi_divergence(c.term(table)(rows[a]), c.term(table)(rows[b]), 2) for a, b in ((0, 1), (1, 3))]
    assert truths(c.All(*(c.Compare(x, "==", y) for x, y in zip(losses, expected, strict=True)))) == (Truth.TRUE, "true")
    count = c.Sum({(i, j): c.secret_pairs(framework)}, 1)
    assert truths(c.Compare(count, "==", 8)) == (Truth.TRUE, "true")


def instance(**changes):
    secrets, pairs = everyone_values(2, (0, 1))
    parts = {"secrets": secrets, "pairs": pairs, "priors": {"correlated": correlated_pair(Fraction(1, 2), Fraction(1, 3))}, "query": sum} | changes
    return Pufferfish(**parts)


def test_an_instance_of_the_mechanisms_is_a_formula_with_the_same_laws(truths):
    framework = c.term(instance())
    count = c.Node("table", tuple((c.term(x), c.term(sum(x))) for x in ((0, 0), (0, 1), (1, 0), (1, 1))))
    laws = [c.push(count, c.data_law(framework, 1, k)) for k in (1, 2)]
    assert truths(c.Compare(laws[0], "==", c.finite_law({0: Fraction(2, 3), 1: Fraction(1, 3)}))) == (Truth.TRUE, "true")
    assert truths(c.Compare(q.wasserstein_distance(*laws, c.oo), "==", 2)) == (Truth.TRUE, "true")
    assert truths(c.Compare(c.prior_count(framework) + c.secret_count(framework), "==", 5)) == (Truth.TRUE, "true")
    inside = c.Member(framework, c.Frameworks(c.Sequences(2, c.Euclid(1, 1)), c.ONE_RECORD, c.ANY_PRIORS))
    assert truths(inside) == (Truth.TRUE, "true")
    assert truths(c.Member(framework, c.Frameworks(c.Sequences(2, c.Euclid(1, 1)), c.ONE_RECORD, c.INDEPENDENT_RECORDS))) == (Truth.FALSE, "false")


def test_data_sets_of_sequences_are_all_combinations_of_some_records(truths):
    fair, ends = c.finite_law({(0, 0): Fraction(1, 2), (1, 1): Fraction(1, 2)}), [c.Node("event", c.term((k, k))) for k in (0, 1)]
    where = c.Frameworks(c.Sequences(2, c.Euclid(1, 1)), c.ANY_EVENTS, c.ANY_PRIORS)
    for data, inside in (([(0, 0), (0, 1), (1, 0), (1, 1)], (Truth.TRUE, "true")), ([(0, 0), (1, 1)], (Truth.FALSE, "false")), ([(0, 0), (0, 1), (1, 1)], (Truth.FALSE, "false"))):
        framework = c.Node("pufferfish", tuple(map(c.term, data)), (fair,), tuple(ends), (c.term((1, 2)),))
        assert truths(c.Member(framework, where)) == inside


@pytest.mark.parametrize("data, secrets", [(c.Sequences(n, c.LINE), c.ANY_EVENTS), (c.Labels(1), c.ANY_EVENTS), (c.Sequences(n, c.Labels(2)), c.ONE_RECORD)])
def test_one_data_set_has_no_two_secrets(data, secrets):
    for seed in range(10):
        with pytest.raises(CannotDraw, match="data set"):
            Drawer(random.Random(seed), 2).member(c.Frameworks(data, secrets, c.ANY_PRIORS), {"n": fmpq(0)})


def test_what_is_made_smaller_keeps_all_combinations():
    data = tuple(itertools.product((fmpq(0), fmpq(1), fmpq(2)), repeat=2))
    prior = FiniteLaw(data, [fmpq(1, 9)] * 9)
    secrets = tuple(Event(frozenset(x for x in data if x[0] == a)) for a in (0, 1))
    whole = Framework(data, (prior,), secrets, ((fmpq(1), fmpq(2)),))
    smaller = [pufferfish.without(whole, gone) for gone in pufferfish.portions(whole) if not any(s.points <= gone for s in secrets)]
    assert {len(f.data) for f in smaller} == {6, 8} and {len(f.data) for f in smaller if is_grid(f.data)} == {6}


def test_a_pair_that_imposes_nothing_is_named():
    secrets, _ = everyone_values(2, (0, 1, 2))
    with pytest.raises(c.ClaimError, match=r"got none for \(record 0 is 0, record 0 is 2\)"):
        c.term(instance(secrets=secrets, pairs=(("record 0 is 0", "record 0 is 1"), ("record 0 is 0", "record 0 is 2"))))


def test_conditioning_on_a_secret_of_probability_zero_has_no_value(truths):
    certain = instance(priors={"certain": Finite.point_mass((1, 1)), "fair": correlated_pair(Fraction(1, 2), 0)})
    framework = c.term(certain)
    impossible = c.Compare(q.mass(c.data_law(framework, 1, 1), c.secret(framework, 1)), "==", 1)
    assert truths(impossible) == (Truth.NO_VALUE, "no value")
    assert truths(c.Compare(c.Sum({(t, i, j): c.situations(framework)}, t), "==", 8)) == (Truth.TRUE, "true")


@pytest.mark.parametrize(("declare", "words"), [
    (lambda: c.Frameworks(c.LINE, None, c.ANY_PRIORS), "secrets must be stated as one of any-events, record-values, one-record"),
    (lambda: c.Frameworks(c.LINE, c.ANY_EVENTS, c.word("all")), "priors must be stated as one of any-priors, independent-records"),
    (lambda: c.Sequences(0, c.LINE), "length=0"),
])
def test_what_is_left_unstated_is_refused(declare, words):
    with pytest.raises(c.ClaimError, match=words):
        declare()


ZERO, ONE = fmpq(0), fmpq(1)
FAIR = FiniteLaw((ZERO, ONE), (fmpq(1, 2), fmpq(1, 2)))
GOOD = {"data": (ZERO, ONE), "priors": (FAIR,), "secrets": (Event(frozenset({ZERO})), Event(frozenset({ONE}))), "secret_pairs": ((fmpq(1), fmpq(2)),)}


@pytest.mark.parametrize(("changes", "expected"), [
    ({}, True),
    ({"data": (ZERO, ZERO)}, False),
    ({"data": (ZERO,)}, False),
    ({"priors": ()}, False),
    ({"secret_pairs": ()}, False),
    ({"secret_pairs": ((fmpq(1), fmpq(1)),)}, False),
    ({"secret_pairs": ((fmpq(1), fmpq(3)),)}, False),
    ({"secrets": (Event(frozenset()), Event(frozenset({ONE})))}, False),
])
def test_a_framework_whose_parts_do_not_fit_belongs_to_no_set(changes, expected):
    from verify.values.formulas import formula

    value = Framework(**GOOD | changes)
    where = c.Frameworks(c.LINE, c.ANY_EVENTS, c.ANY_PRIORS)
    assert (contains(where, value, {}, ev.Context(64)) is Truth.TRUE) == expected
    with precision(128):
        try:
            checked = Evaluator(Budget()).truth(json.loads(json.dumps(to_json(c.Member(formula(value), where)))), {})
        except NoValue:
            checked = "no value"
    assert (checked == "true") == expected


def test_membership_in_an_event_is_decided_by_engine_and_checker():
    """Whether a data set lies in a secret, and in an event that is written out."""
    inside = c.Member(c.term(1), c.Node("event", c.number(1), c.number(2)))
    outside = c.Member(c.term(3), c.Node("event", c.number(1), c.number(2)))
    assert ev.truth(inside, {}, ev.Context(64)) is Truth.TRUE
    assert ev.truth(outside, {}, ev.Context(64)) is Truth.FALSE
    assert [Evaluator(Budget()).truth(to_json(p), {}) for p in (inside, outside)] == ["true", "false"]


def test_decoupled_coordinates_are_independent_with_the_same_marginals():
    """Engine and checker, for two equal bits and for one record alone."""
    equal = c.finite_law({(0, 0): Fraction(1, 2), (1, 1): Fraction(1, 2)})
    whole, alone = c.decoupled(equal, 2), c.decoupled(equal, 1)
    assert ev.value(whole, {}, ev.Context(64)).weights == (fmpq(1, 4),) * 4
    assert len(ev.value(alone, {}, ev.Context(64)).points) == 2
    assert [w for _, w in Evaluator(Budget()).law(to_json(whole), {}).weights] == [Fraction(1, 4)] * 4
    with pytest.raises(NoValue):
        Evaluator(Budget()).law(to_json(c.decoupled(equal, 3)), {})


def test_events_of_a_law_with_a_density_are_not_taken_for_those_of_finite_laws_in_sight():
    """An event that only the noise makes as rare is not denied because no event of the data is; of those of the data alone all are gone through."""
    from mechanisms import Normal

    P, E = c.objects("P E")
    half = {"P": FiniteLaw([fmpq(0), fmpq(1)], [fmpq(1, 2), fmpq(1, 2)])}
    together = c.product(P, c.term(Normal(0, scale=1)))

    def rare(law):
        return c.Exists({E: c.Events(law)}, c.All(c.Compare(q.mass(law, E), ">", 0), c.Compare(q.mass(law, E), "<", Fraction(1, 2))))

    assert ev.holds(rare(together), half)[0] is Truth.UNDECIDED
    assert ev.holds(rare(P), half)[0] is Truth.FALSE
    assert ev.holds(c.Exists({E: c.Events(together)}, c.Compare(q.mass(together, E), ">", 0)), half)[0] is Truth.TRUE
