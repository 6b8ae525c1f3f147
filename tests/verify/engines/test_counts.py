"""Growth of what procedures count: true and false rates, what is left alone, and the checker's own reading."""

import copy
import json
import math
from fractions import Fraction

import pytest

from verify import claims as c
from verify.engines import counted_code, counts, procedure
from verify.engines.growth import Algebra, Fact, Growth, Unclear, constant
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence import certificate
from verify.evidence.checker import check
from verify.evidence.checker import procedure as checker
from verify.quantities import hockey_stick_divergence
from verify.run.decide import Settings, run_variant

x, y, e, t, K, s = c.numbers("x y e t K s")
P, Q, order = c.objects("P Q order")
ABOVE_0 = c.above(0)
LAWS = {P: c.Laws(c.LINE), Q: c.Laws(c.LINE)}


def halves(run, width, margin):
    """A search by halves."""
    low = 0
    high = width
    while True:
        middle = (low + high) / 2
        run.count("steps")
        if run.less(middle * middle, 2):
            low = middle
        else:
            high = middle
        if run.less(high - low, margin):
            return {"low": low}


def thirds(run, width, margin):
    """One side moves by a third, the other by a half: no rate."""
    low = 0
    high = width
    while True:
        run.count("steps")
        if run.less(low, 1):
            low = low + (high - low) / 3
        else:
            high = (low + high) / 2
        if run.less(high - low, margin):
            return {"low": low}


def unmoved(run, width, margin):
    """It does not come to an end."""
    high = width
    while True:
        run.count("steps")
        if run.less(high, margin):
            return {"high": high}


def table(run, n, curve):
    """A search for each of n + 1 places."""
    size = run.ceiling(n) + 1
    best = 0
    i = 0
    while i <= size:
        run.count("rows")
        best = best if run.less(curve(i * n), best) else halves(run, n, 1 / n)["low"]
        i = i + 2
    return {"best": best}


def searches(run, n):
    """A search in each round."""
    for _ in range(run.ceiling(n)):
        halves(run, n, 1 / n)
    return {"n": n}


def triangle(run, n):
    for i in range(run.ceiling(n)):
        for _ in range(i):
            run.count("steps")
    return {"n": n}


def at_data(run, n, bound):
    """The turns depend on the data."""
    i = 0
    while run.less(i, bound):
        i = i + 1
        run.count("steps")
    return {"i": i}


def records(run, order):
    """A count for each entry of a list, two for those above 1."""
    for i in range(len(order)):
        run.count("steps")
        if run.less(1, order[i]):
            run.count("steps")
    return {"first": order[0]}


def beyond(run, order):
    for i in range(len(order) + 1):
        run.count("steps")
        if run.less(1, order[i]):
            run.count("steps")
    return {}


def double(run, n):
    return n


def late(run, n):
    """Its inner function calls another one that is defined after it."""
    def inner():
        return double(run, n)

    def double(run, n):
        run.count("steps", run.ceiling(n))
        return n

    run.count("steps")
    inner()
    return {"n": n}


def own_range(run, n, order):
    def range(k):
        return order

    for _ in range(1):
        run.count("steps")
    return {"n": n}


def searches_again(run, curve, n, width):
    """A search wherever the profile of the bound found so far lies below the curve."""
    bound = 0
    for i in range(run.ceiling(n)):
        below = run.less(0, curve(i)) if run.equal(bound, 0) else run.less(run.special("gaussian_profile", i + 1, bound), curve(i))
        if below:
            run.count("searches")
            bound = halved(run, curve(i), i + 1, width, n)
    return {"bound": bound}


def halved(run, delta, at, width, n):
    low = 0
    high = width
    while True:
        middle = (low + high) / 2
        if run.less(delta, run.special("gaussian_profile", at, middle)):
            high = middle
        else:
            low = middle
        if run.less(high - low, 1 / n):
            return low


def divides(run, n, y):
    for i in range(run.ceiling(n)):
        run.count("steps")
        z = n / (y - i)
    return {"z": z}


def task(forall, states, given=()):
    (variant,) = c.Claim("toy/counts", "a toy", forall=forall, given=given, states=states).variants()
    return Task(variant, EFFORTS["standard"])


def order_of(value, bound, name=t):
    return c.big_o(value, bound, name)


SEARCH = c.Outcome(halves, "steps", width=x, margin=1 / t)
ROWS = c.Outcome(table, "rows", n=t, curve=c.Lambda({e: c.at_least(0)}, 1 / (1 + e)))
WITHIN = c.Outcome(table, "steps", n=t, curve=c.Lambda({e: c.at_least(0)}, c.number(1)))
LISTED = c.Expect({order: c.Permutations(c.ceiling(t))}, c.Outcome(records, "steps", order=order))
CURVE = c.Lambda({e: c.at_least(0)}, hockey_stick_divergence(P, Q, e))
AGAIN = c.Outcome(searches_again, "searches", curve=CURVE, n=t, width=y)

TRUE = {
    "halving": ({x: ABOVE_0}, order_of(SEARCH, c.log(t))),
    "halving, from below": ({x: ABOVE_0}, c.Compare(c.LimInf(SEARCH / c.log(t), t, c.oo), ">", 0)),
    "a wider search": ({y: ABOVE_0}, order_of(c.Outcome(halves, "steps", width=t**3, margin=y), c.log(t))),
    "rows": ({}, c.All(order_of(ROWS, t), c.Compare(c.LimInf(ROWS / t, t, c.oo), ">", 0))),
    "rows of searches": ({}, order_of(WITHIN, t * c.log(t))),
    "a list": ({}, order_of(LISTED, t)),
    "smaller than a square": ({}, c.Compare(c.Limit(LISTED / t**2, t, c.oo), "==", 0)),
    "searches, from above": ({y: ABOVE_0, **LAWS}, order_of(AGAIN, t)),
}
FALSE = {
    "too slow a rate": ({x: ABOVE_0}, order_of(SEARCH, c.log(c.log(t)))),
    "searches without their logarithm": ({}, order_of(c.Outcome(searches, "steps", n=t), t)),
    "a power of a logarithm": ({}, order_of(LISTED, c.log(t) ** 5)),
    "not so few": ({}, c.Compare(c.LimSup(LISTED / t, t, c.oo), "==", 0)),
    "searches, in general": ({y: ABOVE_0, **LAWS}, order_of(AGAIN, c.log(t))),
    "no factor": ({x: ABOVE_0}, c.Exists({K: ABOVE_0, s: ABOVE_0}, c.ForAll({y: c.above(s), t: c.above(s)},
                                                                           c.Compare(c.Outcome(halves, "steps", width=y, margin=1 / t), "<=", K * c.log(c.log(t)))))),
}
OPEN = {
    "a function that is defined later": ({}, order_of(c.Outcome(late, "steps", n=t), c.log(t))),
    "a range of its own": ({}, order_of(c.Expect({order: c.Permutations(c.ceiling(t))}, c.Outcome(own_range, "steps", n=t, order=order)), c.log(t))),
    "rows that are perhaps not searched": ({}, order_of(WITHIN, t)),
    "no rate": ({x: ABOVE_0}, order_of(c.Outcome(thirds, "steps", width=x, margin=1 / t), c.log(t))),
    "no end": ({x: ABOVE_0}, order_of(c.Outcome(unmoved, "steps", width=x, margin=1 / t), c.log(t))),
    "turns within turns": ({}, order_of(c.Outcome(triangle, "steps", n=t), t**2)),
    "turns that depend on the data": ({x: ABOVE_0}, order_of(c.Outcome(at_data, "steps", n=t, bound=x), t)),
    "beyond the end of a list": ({}, order_of(c.Expect({order: c.Permutations(c.ceiling(t))}, c.Outcome(beyond, "steps", order=order)), t)),
    "perhaps a division by 0": ({y: ABOVE_0}, order_of(c.Outcome(divides, "steps", n=t, y=y), t)),
    "a width that is perhaps 0": ({x: c.at_least(0)}, order_of(SEARCH, c.log(t))),
    "a limit that is some number": ({}, c.Compare(c.Limit(LISTED / t, t, c.oo), "==", 1)),
    "a curve outside of its range": ({}, order_of(c.Outcome(table, "rows", n=t, curve=c.Lambda({e: c.between(0, 1)}, e)), t)),
    "a fraction of a bound": ({x: ABOVE_0}, c.Compare(c.LimSup(SEARCH / c.log(t), t, c.oo), "<", c.number("3/2"))),
}


@pytest.mark.parametrize("name", TRUE)
def test_true_rates_are_proved(name):
    found = counts.decide(task(*TRUE[name]))
    assert found.status is Status.PROVED, found.summary


@pytest.mark.parametrize("name", FALSE)
def test_false_rates_are_refuted(name):
    found = counts.decide(task(*FALSE[name]))
    assert found.status is Status.REFUTED, found.summary


def test_without_proofs_what_is_true_is_left_open():
    """Of a planted error it is asked only whether it is refuted."""
    assert counts.decide(task(*TRUE["halving"]), proofs=False).status is Status.UNDECIDED
    assert counts.decide(task(*FALSE["searches, in general"]), proofs=False).status is Status.REFUTED


@pytest.mark.parametrize("name", OPEN)
def test_what_is_not_seen_is_left_alone(name):
    """A loop whose turns depend on the data, or that does not come to its end, and runs that perhaps have no value."""
    assert counts.decide(task(*OPEN[name])).status is Status.UNDECIDED


def test_statements_about_something_else_are_passed_by():
    assert counts.decide(task({x: ABOVE_0}, c.big_o(x * t, t, t))) is None
    assert counts.decide(task({x: ABOVE_0, y: ABOVE_0}, c.Compare(c.Outcome(halves, "steps", width=x, margin=y), ">=", 1))) is None


def test_a_hypothesis_holds_at_the_instance_of_a_refutation():
    """Where the laws are closer than the width the pair of normal laws is one of that distance."""
    from verify.quantities import gaussian_dp

    found = counts.decide(task({y: ABOVE_0, **LAWS}, order_of(AGAIN, c.log(t)), (c.Compare(gaussian_dp(P, Q), "<=", y),)))
    assert found.status is Status.REFUTED
    assert found.evidence["instance"]["P"][0] == "normal_vector"


@pytest.mark.parametrize("width", [Fraction(1, 9), Fraction(1, 2), Fraction(1), Fraction(5, 3), Fraction(8), Fraction(100)])
def test_the_turns_of_a_search_are_those_of_its_runs(width):
    """The least k >= 1 with width * margin * (1/2)^k < 1, ties too."""
    run = counted_code.Interpreter(Algebra(), {"x": ABOVE_0, "t": ABOVE_0}, float("inf"))
    for name in ("x", "t"):
        run.state.facts.append(Fact(run.algebra.name(name), True))
    low, high = run.outcome(SEARCH, {})
    (((atom, _),), factor), = low.key
    kind, (ratio, rate) = run.algebra.table[atom].kind, run.algebra.table[atom].made_of
    assert (low, factor, kind, rate) == (high, 1, "turns", Fraction(1, 2))
    assert ratio == run.algebra.name("x") * run.algebra.name("t")
    place, digest = str(SEARCH.args[0]), str(SEARCH.args[1])
    for margin in (Fraction(1), Fraction(1, 2), Fraction(1, 7), Fraction(1, 64)):
        turns = next(k for k in range(1, 99) if width / margin * rate**k < 1)
        assert procedure.find(place, digest).run({"width": width, "margin": margin}).counts["steps"] == turns


@pytest.mark.parametrize("goal", [(ROWS, "rows", {}), (c.Outcome(searches, "steps", n=t), "steps", {})], ids=["rows", "searches"])
def test_counts_of_runs_lie_between_their_bounds(goal):
    """Bounds at numbers, each atom with its value."""
    node, field, _ = goal
    run = counted_code.Interpreter(Algebra(), {"t": ABOVE_0}, float("inf"))
    run.state.facts.append(Fact(run.algebra.name("t") - constant(2), True))
    low, high = run.outcome(node, {})

    def value(term, n):
        total = Fraction(0)
        for monomial, factor in term.key:
            for a, power in monomial:
                atom = run.algebra.table[a]
                if atom.kind == "name":
                    own = n
                elif atom.kind == "turns":
                    own = next(k for k in range(1, 999) if value(atom.made_of[0], n) * atom.made_of[1] ** k < 1)
                else:
                    inner = value(atom.made_of[0], n)
                    own = math.ceil(inner) if atom.kind == "ceiling" else math.floor(inner)
                factor *= Fraction(own) ** power
            total += factor
        return total

    for n in (Fraction(5, 2), Fraction(3), Fraction(19, 3), Fraction(12)):
        inputs = {"n": n} | ({"curve": lambda x: 1 / (1 + x)} if field == "rows" else {})
        found = procedure.find(str(node.args[0]), str(node.args[1])).run(inputs).counts[field]
        assert value(low, n) <= found <= value(high, n)
        assert value(low, n) == value(high, n)


def test_a_name_that_is_bound_again_is_not_taken_for_another():
    """The range of y mentions the outer t."""
    assert counts.decide(task({t: ABOVE_0, y: c.above(t)}, order_of(c.Outcome(halves, "steps", width=y, margin=1 / t), c.log(t)))).status is Status.UNDECIDED


# --- the algebra -----------------------------------------------------------------------------------------------------------------


def test_signs_follow_from_sums_of_what_is_known():
    algebra = Algebra()
    low, high, top = (algebra.name(name) for name in ("low", "high", "top"))
    facts = [Fact(low, False), Fact(high - low, True), Fact(top - high, False)]
    middle = (low + high) * constant(Fraction(1, 2))
    assert algebra.sign(middle, facts) == 2
    assert algebra.sign(top - middle, facts) == 2
    assert algebra.sign(top - high, facts) == 1
    assert algebra.sign(high - top, facts) == 0
    assert algebra.sign(low, facts) == 1


def test_facts_that_are_learnt_one_after_another_say_what_they_say_together():
    """What is known is extended by the last fact where the others were known, with that of the atoms in it."""
    given, together = Algebra(), Algebra()
    signs = []
    for algebra in (given, together):
        a, b, t = (algebra.name(name) for name in ("a", "b", "t"))
        up, half = algebra.rounded("ceiling", t, []), constant(Fraction(1, 2))
        facts = [Fact(a, False), Fact(b - a * half, True), Fact(t - b * constant(Fraction(2, 3)), False)]
        asked = [b, t, t - a * constant(Fraction(1, 3)), up - t, up - a * constant(Fraction(1, 3)), a - b, constant(Fraction(3, 7)) * t - a * constant(Fraction(1, 7))]
        signs.append([algebra.sign(x, facts[:k]) for k in (range(4) if algebra is given else (3,)) for x in asked][-len(asked):])
    assert signs[0] == signs[1] == [2, 2, 2, 1, 2, 0, 2]


def test_whole_coefficients_are_equal_to_fractions():
    assert constant(Fraction(4, 2)) == constant(2) and hash(constant(Fraction(4, 2))) == hash(constant(2))
    assert (constant(Fraction(1, 2)) * constant(4)).literal == Fraction(2) and type((constant(7) * constant(3)).literal) is Fraction


def test_leading_terms_that_cancel_have_no_class():
    algebra = Algebra()
    n, a, b = (algebra.name(name) for name in ("n", "a", "b"))
    facts = [Fact(n - constant(16), True), Fact(a, True), Fact(b, True)]
    assert algebra.growth(a * n - b, "n", facts) == Growth(1, (Fraction(1), Fraction(0), Fraction(0)))
    assert algebra.growth(b - a * n, "n", facts).sign == -1
    with pytest.raises(Unclear):
        algebra.growth(a * n - b * n, "n", facts)


# --- the checker -----------------------------------------------------------------------------------------------------------------


@pytest.fixture
def installed(monkeypatch):
    """The checker as if this module were an installed paper."""
    monkeypatch.setattr(checker, "installed_packages", lambda: {__name__})


def document(work):
    finding = counts.decide(work)
    return json.loads(certificate.text(certificate.build(work.variant, finding, effort="standard", seed=0)))


@pytest.mark.parametrize("name", [*TRUE, *FALSE])
def test_the_checker_comes_to_the_same(installed, name):
    found = check.check_data(document(task(*(TRUE | FALSE)[name])), "file")
    assert found.status == "confirmed", found.why
    assert any("procedure" in line for line in found.trusted)


def test_altered_certificates_are_refused(installed, monkeypatch):
    monkeypatch.setattr(check, "LADDER", check.LADDER[:1])
    proved, refuted = document(task(*TRUE["halving"])), document(task(*FALSE["searches, in general"]))
    for data, key, new in (
        (proved, "growth", [[["1", "0", "0"], ["1", "0", "0"]]]),
        (proved, "growth", []),
        (proved, "invariants", {}),
        (proved, "invariants", [["halves", 0, "low", "=", "high"]]),
        (proved, "instance", {"x": "1"}),
        (refuted, "instance", {**refuted["evidence"]["instance"], "y": "-1"}),
        (refuted, "instance", {**refuted["evidence"]["instance"], "P": refuted["evidence"]["instance"]["Q"]}),
        (refuted, "invariants", []),
    ):
        altered = copy.deepcopy(data)
        altered["evidence"][key] = new
        assert check.check_data(altered, "file").status == "refused", (key, new)
    for data in (proved, refuted):
        altered = {**copy.deepcopy(data), "status": "REFUTED" if data is proved else "PROVED"}
        assert check.check_data(altered, "file").status == "refused"


def test_invariants_that_are_not_true_prove_nothing(installed, monkeypatch):
    """They are hints: those that a turn does not keep are left out."""
    monkeypatch.setattr(check, "LADDER", check.LADDER[:1])
    data = document(task(*TRUE["halving"]))
    data["evidence"]["invariants"] += [["halves", 0, "high", "<", "low"], ["halves", 0, "low", "<=", "margin"], ["halves", 0, "nothing", "<", "0"]]
    assert check.check_data(data, "file").status == "confirmed"


@pytest.mark.parametrize("name", OPEN)
def test_the_checker_sees_no_more_than_it_should(installed, name, monkeypatch):
    """What is not proved by the engine is not confirmed with invented evidence either."""
    monkeypatch.setattr(check, "LADDER", check.LADDER[:1])
    work = task(*OPEN[name])
    good = document(task(*TRUE["halving"]))
    data = json.loads(certificate.text(certificate.build(work.variant, counts.Finding("counts", Status.PROVED, "", "counts", good["evidence"]), effort="standard", seed=0)))
    assert check.check_data(data, "file").status == "refused"


def test_a_run_decides_and_certifies(installed):
    (variant,) = c.Claim("toy/counts", "a toy", forall=TRUE["halving"][0], states=TRUE["halving"][1]).variants()
    row, data, errors = run_variant(variant, Settings())
    assert not errors
    assert row["status"] == Status.PROVED
    assert check.check_data(json.loads(json.dumps(data)), "file").status == "confirmed"
