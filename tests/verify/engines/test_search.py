"""The search refutes false toy claims with exact witnesses, supports true ones, and proves nothing."""

import dataclasses
from fractions import Fraction

import pytest
from flint import fmpq

from verify import claims as c
from verify import quantities as q
from verify.claims.nodes import Node, from_json
from verify.engines import evaluate as ev
from verify.engines import margins, search
from verify.engines.task import EFFORTS, Status, Task
from verify.engines.truth import Truth
from verify.run.decide import Settings, confirmation_of

x, y, mu, epsilon, delta, n = c.numbers("x y mu epsilon delta n")
P, Q, R, G, U, C, D, D_, i, past, s, a, b = c.objects("P Q R G U C D D_ i past s a b")
W = q.wasserstein_distance
LINES = {mu: c.at_least(1), P: c.Laws(c.LINE), Q: c.Laws(c.LINE)}


def task(forall, states, given=(), effort="standard", **options):
    (variant,) = c.Claim("toy/item", "Item", forall=forall, given=given, states=states, **options).variants()
    return Task(variant, EFFORTS[effort])


def sequential(coins, adaptive):
    forall = {n: c.integers(2), U: c.Universes(c.REPLACE_ONE), C: c.Compositions(n, U, c.LINE, coins, adaptive), epsilon: c.Families(c.upto(n), c.at_least(0))}
    given = (c.ForAll({i: c.upto(n), past: c.pasts(C, i), (D, D_): c.neighbours(U)}, c.Compare(W(c.step(C, i, D, past), c.step(C, i, D_, past), 1), "<=", epsilon[i])),)
    states = c.ForAll({(D, D_): c.neighbours(U)}, c.Compare(W(c.joint(C, D), c.joint(C, D_), 1, 1), "<=", c.Sum({i: c.upto(n)}, epsilon[i])))
    return forall, states, given


TRUE = {
    "triangle inequality": ({**LINES, R: c.Laws(c.LINE)}, c.Compare(W(P, R, mu), "<=", W(P, Q, mu) + W(Q, R, mu))),
    "Pinsker": ({P: c.Laws(c.Labels(3)), Q: c.Laws(c.Labels(3))}, c.Compare(q.l1_distance(P, Q) ** 2 / 2, "<=", q.kullback_leibler_divergence(P, Q))),
    "data processing": ({P: c.Laws(c.LINE), Q: c.Laws(c.LINE), G: c.Kernels(c.LINE, c.LINE)},
                        c.Compare(q.total_variation(c.push(G, P), c.push(G, Q)), "<=", q.total_variation(P, Q))),
    "independent composition": sequential(c.INDEPENDENT, c.NO),
    "arithmetic and geometric mean": ({x: c.above(0), y: c.above(0)}, c.Compare(c.sqrt(x * y), "<=", (x + y) / 2)),
}
FALSE = {
    "Pinsker with the constant 1": ({P: c.Laws(c.Labels(2)), Q: c.Laws(c.Labels(2))}, c.Compare(q.l1_distance(P, Q) ** 2, "<=", q.kullback_leibler_divergence(P, Q))),
    "transport contracts under every kernel": ({**LINES, G: c.Kernels(c.LINE, c.LINE)}, c.Compare(W(c.push(G, P), c.push(G, Q), mu), "<=", W(P, Q, mu))),
    "composition with shared coins": sequential(c.SHARED, c.NO),
    "adaptive composition": sequential(c.INDEPENDENT, c.YES),
    "orders are ordered the other way": ({**LINES, n: c.at_least(mu)}, c.Compare(W(P, Q, mu), ">=", W(P, Q, n))),
    "approximate privacy bounds the loss": (
        {P: c.Laws(c.Labels(3)), Q: c.Laws(c.Labels(3)), epsilon: c.at_least(0), delta: c.between(0, 1)},
        c.Compare(c.Prob({s: P}, c.Compare(q.density(P, s), "<=", c.exp(epsilon) * q.density(Q, s))), ">=", 1 - delta),
        (c.Compare(q.hockey_stick_divergence(P, Q, epsilon), "<=", delta),)),
    "a strict inequality that is attained": ({x: c.at_least(0)}, c.Compare(x, "<", 2 * x)),
    "a bound that is wrong by one per cent": ({x: c.above(0), y: c.above(0)}, c.Compare(c.sqrt(x * y), "<=", c.number("99/200") * (x + y))),
}


@pytest.mark.parametrize("name", TRUE)
def test_a_true_claim_is_supported_and_never_refuted(name):
    finding = search.decide(task(*TRUE[name]))
    assert finding.status is Status.SUPPORTED, finding.summary
    assert finding.coverage["admitted"] > 20


@pytest.mark.parametrize("name", FALSE)
def test_a_false_claim_is_refuted_at_an_exact_instance(name):
    work = task(*FALSE[name])
    finding = search.decide(work)
    assert finding.status is Status.REFUTED, finding.summary
    env = {key: ev.value(from_json(value), {}, ev.Context(64)) for key, value in finding.evidence["instance"].items()}
    for hypothesis in work.given:
        assert ev.holds(hypothesis, env)[0] is Truth.TRUE
    assert ev.holds(work.states, env)[0] is Truth.FALSE


def test_a_claim_without_a_value_anywhere_is_undecided_and_says_so():
    finding = search.decide(task({x: c.between(1, 2)}, c.Compare(c.log(-x), "<=", x)))
    assert finding.status is Status.UNDECIDED
    assert "no value at any instance" in finding.summary


def test_a_claim_nobody_can_instantiate_is_undecided():
    finding = search.decide(task({x: c.above(0)}, c.Compare(x, "<=", 2 * x), (c.Compare(x, "<", -1),), effort="quick"))
    assert finding.status is Status.UNDECIDED


def test_members_of_a_small_set_count_once_and_those_without_value_are_told():
    finding = search.decide(task({x: c.one_of(0, 1, 2)}, c.Compare(c.log(x), "<=", x)))
    assert finding.status is Status.SUPPORTED
    assert finding.summary == "no counterexample among 2 exact instances; no value at x = 0"
    assert "repeated" in finding.coverage["reached"] and len(finding.seen) == 2


def test_contact_is_counted_apart_from_truth():
    finding = search.decide(task({x: c.above(0)}, c.Compare(c.exp(c.log(x) * 2), "<=", x**2)))
    assert finding.status is Status.SUPPORTED


def test_witnesses_are_small():
    finding = search.decide(task(*FALSE["transport contracts under every kernel"]))
    instance = {key: from_json(value) for key, value in finding.evidence["instance"].items()}
    assert all(len(instance[name].args[0]) <= 2 for name in ("P", "Q"))


def test_an_event_that_is_said_to_happen_is_told_by_its_own_sides():
    """``1[x^2 <= x] = 1`` fails with 4 > 2, and not only with 0 against 1; the checker finds the same comparison, and no other."""
    one = task({x: c.between(0, 2)}, c.Compare(c.If(c.Compare(x**2, "<=", x), 1, 0), "==", 1))
    found = search.decide(one)
    values = found.evidence["values"]
    assert {key: values[key] for key in ("measured", "relation", "claimed")} == {"measured": "4", "relation": "<=", "claimed": "2"}
    confirmation = confirmation_of(one.variant, Settings())
    assert confirmation.judged(found).status is Status.REFUTED
    other = dataclasses.replace(found, evidence={**found.evidence, "values": {**values, "measured": "5", "margin": "3"}})
    assert confirmation.judged(other).status is not Status.REFUTED


def test_the_same_task_gives_the_same_finding():
    first, second = (search.decide(task(*FALSE["composition with shared coins"])) for _ in range(2))
    assert first.evidence == second.evidence


def test_hints_can_only_help():
    hinted = task({x: c.above(0)}, c.Compare(x, "<=", 10**6), hints=c.Hints(instances=({x: 10**7},)))
    assert search.decide(hinted).status is Status.REFUTED
    outside = task({x: c.between(0, 1)}, c.Compare(x, "<=", 10), hints=c.Hints(instances=({x: 11},)))
    assert search.decide(outside).status is Status.SUPPORTED


def test_a_coupling_drawn_inside_an_infimum_bounds_it_from_one_side_only():
    cost = c.Inf({c.objects("g"): c.Couplings(P, Q)}, c.Expect({(a, b): c.objects("g")}, abs(a - b)))
    finding = search.decide(task({P: c.Laws(c.LINE), Q: c.Laws(c.LINE)}, c.Compare(cost, ">=", W(P, Q, 1)), effort="quick"))
    assert finding.status is not Status.REFUTED


def test_least_costs_that_are_no_fractions_are_enclosed():
    half = c.number("1/2")
    first, second = c.finite_law({0: half, 1: half}), c.finite_law({0: half / 2, 2: 3 * half / 2})
    cost = c.Inf({c.objects("g"): c.Couplings(first, second)}, c.Expect({(a, b): c.objects("g")}, c.sqrt(abs(a - b))))
    found = ev.value(cost, {}, ev.Context(64))  # best keep a quarter at 0, move a quarter from 0 to 2 and the rest from 1 to 2
    assert float(found.lo) - 1e-12 <= 0.5 + 2**0.5 / 4 <= float(found.hi) + 1e-12
    assert float(found.hi) - float(found.lo) < 1e-9


def test_levels_are_solved_for_and_not_tested():
    finding = search.decide(task({**LINES, epsilon: c.at_least(0)}, c.Compare(W(Q, P, mu), "<=", epsilon), (c.Compare(W(P, Q, mu), "<=", epsilon),)))
    assert finding.status is Status.SUPPORTED
    assert finding.coverage["admitted"] == finding.coverage["drawn"] - 0 or finding.coverage["admitted"] > 100


beta, k, d, alpha = c.numbers("beta k d alpha")
S, pair, h, M, T = c.objects("S pair h M T")
RUN = {n: c.integers(2, 2), U: c.Universes(c.REPLACE_ONE)}


def losses(index, past_outputs):
    return W(c.step(C, index, D, past_outputs), c.step(C, index, D_, past_outputs), 1, 1)


def concentration(coins, adaptive, relation=">="):
    """The sum of losses along a run, against an exponential bound of its mean."""
    along = c.Sum({i: c.upto(n)}, losses(i, c.prefix(h, i - 1)))
    mean = c.Sum({i: c.upto(n)}, c.Expect({h: c.joint(C, D)}, losses(i, c.prefix(h, i - 1))))
    forall = {**RUN, C: c.Compositions(n, U, c.LINE, coins, adaptive), beta: c.above(0), epsilon: c.above(0), delta: c.at_least(0)}
    given = (c.ForAll({(D, D_): c.neighbours(U)}, c.Compare(c.exp(beta * mean - beta * epsilon), "<=", delta)),)
    return forall, c.ForAll({(D, D_): c.neighbours(U)}, c.Compare(c.Prob({h: c.joint(C, D)}, c.Compare(along, relation, epsilon)), "<=", delta)), given


def drawn_pair(fair):
    """A pair of neighbours that is drawn: its loss, against an exponential bound of the mean loss."""
    loss = W(M(pair[s][1]), M(pair[s][2]), 1)
    forall = {U: c.Universes(c.REPLACE_ONE), M: c.Kernels(c.data_sets(U), c.LINE), k: c.integers(1), S: c.Laws(c.Labels(k)),
              pair: c.Families(c.upto(k), c.neighbours(U)), beta: c.above(0), epsilon: c.above(0), delta: c.at_least(0)}
    bound = c.Expect({s: S}, c.exp(beta * loss)) if fair else c.exp(beta * c.Expect({s: S}, loss))
    return forall, c.Compare(c.Prob({s: S}, c.Compare(loss, ">=", epsilon)), "<=", delta), (c.Compare(bound * c.exp(-beta * epsilon), "<=", delta),)


def reached(coins):
    """The loss of the whole reaches a level only if the sum of the losses does."""
    forall = {**RUN, C: c.Compositions(n, U, c.LINE, coins, c.NO), epsilon: c.above(0)}
    whole = W(c.joint(C, D), c.joint(C, D_), 1, 1)
    return forall, c.ForAll({(D, D_): c.neighbours(U)}, c.Implies(
        c.Compare(whole, ">=", epsilon), c.Compare(c.Sum({i: c.upto(n)}, W(c.step(C, i, D), c.step(C, i, D_), 1, 1)), ">=", epsilon)))


def far_data_sets(chained):
    """Data sets that differ in two records are no further apart than twice the loss of neighbours."""
    def differ(first, second):
        return c.Sum({i: c.upto(c.size(first))}, c.If(c.Compare(first[i], "!=", second[i]), 1, 0))

    chain = c.ForAll({a: c.data_sets(U), b: c.data_sets(U)}, c.Implies(
        c.Compare(differ(a, b), ">", 1), c.Exists({T: c.data_sets(U)}, c.All(c.Compare(differ(a, T), "==", 1), c.Compare(differ(T, b), "==", 1)))))
    forall = {U: c.Universes(c.REPLACE_ONE), M: c.Kernels(c.data_sets(U), c.LINE), D: c.data_sets(U), D_: c.data_sets(U), epsilon: c.at_least(0)}
    given = (c.ForAll({(a, b): c.neighbours(U)}, c.Compare(W(M(a), M(b), 1), "<=", epsilon)), *((chain,) if chained else ()))
    return forall, c.Compare(W(M(D), M(D_), 1), "<=", 2 * epsilon), given


def shifted(power):
    """Noise with a Lipschitz log-density around two values of a query: the divergence against the shift."""
    moved = c.translate(P, d)
    forall = {alpha: c.above(1), P: c.Laws(c.LINE, density=True), d: c.REALS, mu: c.at_least(0), epsilon: c.at_least(0)}
    given = (c.Compare(q.log_ratio_sup(P, moved), "<=", mu * abs(d)), c.Compare(W(P, moved, 1), "<=", epsilon))
    return forall, c.Compare(q.renyi_divergence(P, moved, alpha), "<=", alpha / (alpha - 1) * mu * epsilon**power), given


HARDER_TRUE = {
    "losses that are the same for every past": concentration(c.INDEPENDENT, c.NO),
    "exponential Markov for a drawn pair": drawn_pair(fair=True),
    "independent coins reach no more than the sum": reached(c.INDEPENDENT),
    "data sets with a third between them": far_data_sets(chained=True),
    "the divergence of shifted noise, linear in the shift": shifted(c.number(1)),
}
HARDER_FALSE = {
    "a mean of losses that hides a rare large one": concentration(c.INDEPENDENT, c.YES),
    "a mean over drawn pairs that hides a large loss": drawn_pair(fair=False),
    "shared coins reach more than the sum": reached(c.SHARED),
    "data sets without a chain between them": far_data_sets(chained=False),
    "the divergence of shifted noise, with the root of the shift": shifted(c.number("1/2")),
    "a bound that fails far out only": ({x: c.above(0)}, c.Compare(x**2, "<=", 10**7 * (x + 1))),
}


def at_seed(work, seed):
    return dataclasses.replace(work, seed=seed)


@pytest.mark.parametrize("name", HARDER_TRUE)
def test_a_true_claim_about_runs_and_shifts_is_never_refuted(name):
    assert search.decide(task(*HARDER_TRUE[name])).status is Status.SUPPORTED


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", HARDER_FALSE)
def test_a_claim_that_fails_in_a_rare_way_is_refuted_whatever_the_seed(name, seed):
    assert search.decide(at_seed(task(*HARDER_FALSE[name]), seed)).status is Status.REFUTED


def test_a_point_that_fails_by_its_weight_is_named_wherever_it_lies():
    """Points of the line are infinitely many; those with weight decide, and the certificate says which."""
    law = ev.value(c.finite_law({Fraction(271, 100): Fraction(3, 4), 0: Fraction(1, 4)}), {}, ev.Context(64))
    goal = c.ForAll({y: c.Points(c.LINE)}, c.Compare(q.mass(P, Node("event", y)), "<=", c.number("1/2")))
    context = ev.Context(64)
    failing = margins.first_failing(goal, {"P": law}, context)
    assert failing is not None and failing[0] == fmpq(3, 4)
    assert context.inner == {"y": fmpq(271, 100)}
