"""Laws, or a framework, that ask the same of every kernel as given laws do: found, refuted by kernels that spread or concentrate, or left open; the checker refutes the same and no more."""

import json
from fractions import Fraction as F

import pytest
from flint import fmpq

import verify.claims as c
from verify.claims.nodes import Node, term
from verify.engines import drawn_laws, equivalents
from verify.engines import evaluate as ev
from verify.engines.truth import Truth
from verify.evidence.checker.check import check_data
from verify.quantities import density, hockey_stick_divergence, mass
from verify.run.decide import Settings, run_variant
from verify.values.laws import FiniteLaw
from verify.values.structures import Table

M, first, second, E, y, W = c.objects("M first second E y W")
k, i, j, t = c.numbers("k i j t")
P, Q = c.finite_law({0: F(1, 2), 1: F(1, 2)}), c.finite_law({0: F(1, 4), 1: F(3, 4)})
LEFT, RIGHT = c.finite_law({0: 1}), c.finite_law({1: 1})
GIVEN = Node("pufferfish", (term(0), term(1)), (P,), (Node("event", term(0)), Node("event", term(1))), (Node("point", term(1), term(2)),))
"""Two data sets that must not be told apart, each as likely."""
FAMILIES = {k: c.integers(1), first: c.Families(c.upto(k), c.Laws(c.LINE)), second: c.Families(c.upto(k), c.Laws(c.LINE))}
NAMED = {W: c.Frameworks(c.Product(c.LINE, c.LINE), c.ANY_EVENTS, c.ANY_PRIORS)}
ON_LINE, ON_DATA = {M: c.Kernels(c.LINE, c.LINE)}, {M: c.Kernels(c.data_sets(GIVEN), c.LINE)}


def events(p, q, level=1, slack=F(1, 10)):
    return c.Compare(hockey_stick_divergence(c.push(M, p), c.push(M, q), level), "<=", slack)


def by_event(p, q, level=1, slack=F(1, 10), relation="<="):
    return c.ForAll({E: c.Events(c.LINE)}, c.Compare(mass(c.push(M, p), E), relation, c.exp(level) * mass(c.push(M, q), E) + term(slack)))


def points(p, q, level=1, slack=F(1, 10), relation="<="):
    return c.ForAll({y: c.Points(c.LINE)}, c.Compare(mass(c.push(M, p), Node("event", y)), relation, c.exp(level) * mass(c.push(M, q), Node("event", y)) + term(slack)))


def densities(p, q, level=1, slack=F(1, 10)):
    return c.ForAll({y: c.Points(c.LINE)}, c.Compare(density(c.push(M, p), y), "<=", c.exp(level) * density(c.push(M, q), y) + term(slack)))


def of_families(condition=events, **how):
    return c.ForAll({i: c.upto(k)}, condition(first[i], second[i], **how))


def of_framework(condition, **how):
    laws = [c.marginal(c.data_law(W, t, e), 1) for e in (i, j)]
    return c.ForAll({(t, i, j): c.situations(W)}, condition(*laws, **how))


def before(names, kernels, given, asked):
    return c.Exists(names, c.ForAll(kernels, c.Iff(given, asked)))


def after(names, kernels, given, asked):
    return c.ForAll(kernels, c.Exists(names, c.Iff(asked, given)))


TRUE = {
    "the laws themselves": before(FAMILIES, ON_LINE, events(P, Q), of_families()),
    "event by event": before(FAMILIES, ON_LINE, by_event(P, Q), of_families()),
    "two inequalities": before(FAMILIES, ON_LINE, c.All(events(P, Q), by_event(Q, P)), of_families()),
    "what always holds": before(FAMILIES, ON_LINE, events(P, P), of_families()),
    "secrets that name laws with one support": before(NAMED, ON_LINE, c.All(events(P, Q), events(Q, P), events(P, LEFT)), of_framework(by_event)),
    "a framework after the kernel": after(NAMED, ON_LINE, by_event(P, Q), of_framework(by_event)),
    "events imply points, and something always holds": after(FAMILIES, ON_DATA, points(LEFT, RIGHT), of_families()),
    "a secret of no probability": before(FAMILIES, ON_DATA, c.ForAll({(t, i, j): c.situations(GIVEN)}, by_event(c.data_law(GIVEN, t, i), c.data_law(GIVEN, t, j))), of_families()),
}
FALSE = {
    "points for events, framework first": before(NAMED, ON_LINE, events(LEFT, RIGHT), of_framework(points)),
    "points for events, kernel first": after(NAMED, ON_LINE, events(LEFT, RIGHT), of_framework(points)),
    "points for events, no slack": after(NAMED, ON_LINE, events(P, LEFT, slack=F(0)), of_framework(points, slack=F(0))),
    "densities for events": after(NAMED, ON_LINE, events(P, LEFT), of_framework(densities)),
    "events for points": before(FAMILIES, ON_DATA, points(LEFT, RIGHT), of_families()),
    "events for points, event by event": before(FAMILIES, ON_DATA, points(P, RIGHT, slack=F(0)), of_families(by_event)),
    "events for densities": before(FAMILIES, ON_DATA, densities(LEFT, RIGHT, slack=F(9)), of_families(slack=F(0))),
    "a peak": after(FAMILIES, ON_DATA, densities(LEFT, RIGHT), of_families()),
    "a peak on the line": after(FAMILIES, ON_LINE, densities(P, RIGHT, slack=F(0)), of_families(slack=F(1, 1000))),
}
OPEN = {
    "the inequality holds of the laws themselves": before(NAMED, ON_LINE, events(P, Q), of_framework(points)),
    "densities without slack": after(NAMED, ON_LINE, events(P, LEFT, slack=F(0)), of_framework(densities, slack=F(0))),
    "a slack below 0": after(NAMED, ON_LINE, events(LEFT, RIGHT), of_framework(points, slack=F(-1, 2))),
    "kernels that choose nothing by chance": before(NAMED, {M: c.Kernels(c.LINE, c.LINE, deterministic=True)}, events(LEFT, RIGHT), of_framework(points)),
    "kernels into the plane": before(NAMED, {M: c.Kernels(c.LINE, c.Euclid(2, 2))}, events(LEFT, RIGHT), of_framework(points)),
    "a slack that depends on what is chosen": before(NAMED, ON_LINE, events(LEFT, RIGHT), of_framework(points, slack=c.prior_count(W))),
    "a level that depends on an index": after(FAMILIES, ON_DATA, densities(LEFT, RIGHT), c.ForAll({i: c.upto(k)}, events(first[i], second[i], level=i))),
    "densities with points on the other side": after(FAMILIES, ON_DATA, densities(LEFT, RIGHT), of_families(points)),
    "no peak of a law with more elsewhere": after(FAMILIES, ON_LINE, densities(P, Q), of_families(slack=F(0))),
    "no slack for a peak": after(FAMILIES, ON_DATA, densities(LEFT, RIGHT), of_families(slack=F(0))),
    "a level below 0": after(FAMILIES, ON_DATA, densities(LEFT, RIGHT), of_families(level=-1)),
    "infinitely many inputs": before(FAMILIES, ON_LINE, points(LEFT, RIGHT), of_families()),
    "points strictly": before(NAMED, ON_LINE, events(LEFT, RIGHT), of_framework(points, relation="<")),
    "other slacks": before(FAMILIES, ON_LINE, events(P, Q), of_families(slack=F(1, 5))),
    "input outside the data": before(FAMILIES, ON_DATA, points(c.finite_law({5: 1}), RIGHT), of_families()),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_asks_the_same_is_found(name, truths):
    ours, theirs = _answers(TRUE[name], truths)
    assert ours is Truth.TRUE
    assert theirs != "false"


@pytest.mark.parametrize("name", FALSE)
def test_a_kernel_shows_that_nothing_asks_the_same(name, truths):
    assert _answers(FALSE[name], truths) == (Truth.FALSE, "false")


@pytest.mark.parametrize("name", OPEN)
def test_what_no_kernel_shows_is_not_denied(name, truths):
    ours, theirs = _answers(OPEN[name], truths)
    assert ours not in (Truth.TRUE, Truth.FALSE)
    assert theirs not in ("true", "false")


def _answers(statement, truths):
    from verify.evidence.checker.numbers import Undecided

    try:
        return truths(statement)
    except Undecided:
        return ev.holds(statement, {})[0], "undecided"


def test_one_kernel_is_looked_at_with_its_candidates():
    kernel = Table(tuple((fmpq(x), FiniteLaw([fmpq(x)], [1])) for x in (0, 1)))
    for given in (events(LEFT, RIGHT), events(P, P), points(P, Q, slack=F(0))):
        for names, asked in ((FAMILIES, of_families()), (NAMED, of_framework(by_event))):
            assert ev.holds(c.Exists(names, c.Iff(given, asked)), {"M": kernel})[0] is Truth.TRUE


@pytest.mark.parametrize("pair", [(LEFT, RIGHT), (P, Q), (P, RIGHT)])
def test_spreading_tells_the_input_and_concentrating_follows_from_it(pair):
    """The kernels that the refutations speak of, by the quantities: divergences under the spread one are those of the laws, and no other kernel has larger ones."""
    spread = Table(tuple((fmpq(x), drawn_laws.histogram([fmpq(20 * x), fmpq(20 * x + 10)], [fmpq(1)])) for x in (0, 1)))
    merged = Table(tuple((fmpq(x), drawn_laws.histogram([fmpq(0), fmpq(1), fmpq(2)], [fmpq(3 - x, 4), fmpq(1 + x, 4)])) for x in (0, 1)))
    peak = Table(((fmpq(0), drawn_laws.histogram([fmpq(0), fmpq(1), fmpq(1001, 1000)], [fmpq(9, 10), fmpq(1, 10)])), (fmpq(1), drawn_laws.histogram([fmpq(0), fmpq(1)], [fmpq(1)]))))
    for level in (0, 1):
        laws = ev.value(hockey_stick_divergence(*pair, level), {}, ev.Context(64))

        def of(kernel, level=level):
            return ev.value(hockey_stick_divergence(c.push(M, pair[0]), c.push(M, pair[1]), level), {"M": kernel}, ev.Context(64))

        assert abs(float(_middle(of(spread))) - float(_middle(laws))) < 1e-9
        assert float(_middle(of(merged))) <= float(_middle(laws)) + 1e-9
        assert float(_middle(of(peak))) <= 0.1 + 1e-9


def _middle(number):
    from verify.values import numbers

    return numbers.to_float(number)


def test_a_candidate_must_belong_to_its_set():
    """A framework on the line cannot tell which of two laws with one support the data came from."""
    plain = {W: c.Frameworks(c.LINE, c.ANY_EVENTS, c.ANY_PRIORS)}

    def asked(condition):
        return c.ForAll({(t, i, j): c.situations(W)}, condition(c.data_law(W, t, i), c.data_law(W, t, j)))

    assert ev.holds(before(plain, ON_LINE, events(LEFT, RIGHT), asked(by_event)), {})[0] is Truth.TRUE
    assert ev.holds(before(plain, ON_LINE, events(P, Q), asked(by_event)), {})[0] is Truth.UNDECIDED


def test_the_form_is_read_and_others_are_left():
    assert equivalents.reads(TRUE["event by event"]) and equivalents.reads(FALSE["a peak"])
    assert not equivalents.reads(c.Exists(FAMILIES, c.Iff(events(P, Q), of_families())))
    assert not equivalents.reads(c.Exists({k: c.integers(1, 3)}, c.ForAll(ON_LINE, c.Iff(events(P, Q), events(P, Q, slack=k)))))


def test_altered_evidence_is_refused():
    e, d = c.numbers("e d")
    states = c.ForAll(ON_LINE, c.Exists(NAMED, c.Iff(events(first[1], second[1], level=e, slack=d), of_framework(points, level=e, slack=d))))
    forall = {e: c.at_least(0), d: c.between(0, 1), first: c.Families(c.upto(1), c.Laws(c.LINE)), second: c.Families(c.upto(1), c.Laws(c.LINE))}
    (variant,) = c.Claim("toy/item", "Item", forall=forall, states=states).variants()
    row, document, errors = run_variant(variant, Settings(effort="quick"))
    assert not errors and row["status"] == "REFUTED"
    document = json.loads(json.dumps(document))
    assert check_data(document, "toy").status == "confirmed"
    for name, value in (("d", "1"), ("e", "oo"), ("first", document["evidence"]["instance"]["second"]), ("d", "-1")):
        altered = json.loads(json.dumps(document))
        altered["evidence"]["instance"][name] = value
        assert check_data(altered, "toy").status == "refused"

