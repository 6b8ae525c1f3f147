"""Statements about all distributions, proved from textbook lemmas; the checker replays each step."""

import copy
import functools
import itertools
import json

import pytest

from verify import claims as c
from verify.claims.nodes import to_json
from verify.engines import lemmas
from verify.engines.lemmas import adding
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence.checker.bounds import way
from verify.evidence.checker.check import check_data
from verify.evidence.checker.formula import Refused
from verify.evidence.checker.lemmas import divided, textbook
from verify.evidence.checker.sorts import Sorts
from verify.evidence.checker.uses import instance
from verify.quantities import enclosures, kl, largest_shift, least_exceedance, near_distance, renyi_divergence, total_variation
from verify.quantities import hockey_stick_divergence as H
from verify.quantities import wasserstein_distance as W
from verify.run.checked import check
from verify.run.decide import Settings, run_variant
from verify.run.store import RESULTS

a, b, d, e, m, r, s, t = c.numbers("a b d e m r s t")
P, Q, R, K, S, T = c.objects("P Q R K S T")
SPACE = c.Euclid(d, r)
VECTORS = {d: c.integers(1), r: c.between(1, c.oo)}
LAWS = {**VECTORS, P: c.Laws(SPACE), Q: c.Laws(SPACE)}
ORDER = {m: c.at_least(1)}
KERNEL = {K: c.Kernels(SPACE, SPACE)}

CONVERTED, DIVERGES = {a: c.above(1), **LAWS, s: c.at_least(0), t: c.between(0, 1, open="both")}, (c.Compare(renyi_divergence(P, Q, a), "<=", s),)
EXCEEDED = {**LAWS, s: c.at_least(0)}
u, v = c.objects("u v")
POINTS = c.Points(c.Euclid(d, 2))
MOVED = tuple(c.translate(c.iid(c.normal_vector(0, (t * s) ** 2), d), one) for one in (u, v))
NOISY = {d: c.integers(1), a: c.above(1), t: c.above(0), s: c.at_least(0), u: POINTS, v: POINTS}, (c.Compare(c.norm(u - v, 2), "<=", s),)
"""Points at distance at most s, and normal noise of variance (t s)^2: none where s = 0."""
NOISY_BOUND = c.Compare(renyi_divergence(*MOVED, a), "<=", a / (2 * t**2))

PROVED = {
    "a distance is symmetric": ({**ORDER, **LAWS}, (), c.Compare(W(P, Q, m, r), "==", W(Q, P, m, r))),
    "a distance over two stations": ({**ORDER, **LAWS, R: c.Laws(SPACE), s: c.at_least(0), t: c.at_least(0)},
                                     (c.Compare(W(P, Q, m, r), "<=", s), c.Compare(W(R, Q, m, r), "<=", t)), c.Compare(W(P, R, m, r), "<=", s + t)),
    "an order below another one": ({a: c.above(1), b: c.at_least(a), **LAWS, s: c.at_least(0)}, (c.Compare(renyi_divergence(P, Q, b), "<=", s),),
                                   c.Compare(renyi_divergence(P, Q, a), "<=", s)),
    "a kernel and a bound": ({a: c.above(1), **LAWS, **KERNEL, s: c.at_least(0)}, (c.Compare(renyi_divergence(P, Q, a), "<=", s),),
                             c.Compare(renyi_divergence(c.push(K, P), c.push(K, Q), a), "<=", s)),
    "a bound that is put in place": ({**LAWS, s: c.at_least(0)}, (c.Compare(kl(P, Q), "<=", s),), c.Compare(total_variation(P, Q), "<=", c.sqrt(s / 2))),
    "a conversion to approximate privacy": (CONVERTED, DIVERGES, c.Compare(H(P, Q, s + c.log(1 / t) / (a - 1)), "<=", t / a)),
    "normal noise, or none": (*NOISY, NOISY_BOUND),
    "a distance that is seldom exceeded": ({**EXCEEDED, t: c.between(0, 1, open="right")}, (c.Compare(least_exceedance(P, Q, s, r), "<=", t),), c.Compare(near_distance(P, Q, t, r), "<=", s)),
}
NOT_CONVERTED = {
    "half of the mass": (CONVERTED, DIVERGES, c.Compare(H(P, Q, s + c.log(1 / t) / (a - 1)), "<=", t / (2 * a))),
    "half of the divergence": (*NOISY, c.Compare(renyi_divergence(*MOVED, a), "<=", a / (4 * t**2))),
    "any distance where there is no noise": (NOISY[0], (), NOISY_BOUND),
    "half of the distance": ({**EXCEEDED, t: c.between(0, 1, open="right")}, (c.Compare(least_exceedance(P, Q, s, r), "<=", t),), c.Compare(near_distance(P, Q, t, r), "<=", s / 2)),
}
x, y = c.numbers("x y")
SHIFT = c.If(c.Compare(0, "<", s), c.oo, 0)
CASES = {**LAWS, s: c.at_least(0), t: c.at_least(0)}
NEAR = (c.Compare(W(P, Q, c.oo, r), "<=", s),)
"""Statements whose conclusion has conditions."""
BY_CASES = {
    "a bound that is 0 where nothing moves": (CASES, NEAR, c.Compare(renyi_divergence(P, Q, 2), "<=", SHIFT)),
    "a larger bound beyond a threshold": (CASES, NEAR, c.Compare(W(P, Q, 1, r), "<=", c.If(c.Compare(s, "<", t), t, s))),
    "an indicator below another one": (CASES, (), c.Compare(c.If(c.Compare(W(P, Q, 1, r), ">=", s + 1), 1, 0), "<=", c.If(c.Compare(2 * W(P, Q, 2, r), ">=", 2 * s + 2), 1, 0))),
    "a case that cannot occur": (CASES, (c.Compare(W(P, Q, 1, r), "<", s),), c.Compare(W(P, Q, 1, r), "<=", c.If(c.Compare(s, "<=", 0), -c.oo, s))),
    "one condition in the other": (CASES, NEAR, c.Compare(W(P, Q, 1, r), "<=", c.If(c.Compare(s, "<", t), c.If(c.Compare(2 * s, "<", t), t / 2, t), s))),
}
NOT_BY_CASES = {
    "the branches exchanged": (CASES, NEAR, c.Compare(renyi_divergence(P, Q, 2), "<=", c.If(c.Compare(0, "<", s), 0, c.oo))),
    "a threshold that is too far": (CASES, NEAR, c.Compare(renyi_divergence(P, Q, 2), "<=", c.If(c.Compare(1, "<", s), c.oo, 0))),
    "a smaller bound beyond a threshold": (CASES, NEAR, c.Compare(W(P, Q, 1, r), "<=", c.If(c.Compare(s, "<", t), s, t))),
    "an indicator above another one": (CASES, (), c.Compare(c.If(c.Compare(W(P, Q, 2, r), ">=", s), 1, 0), "<=", c.If(c.Compare(W(P, Q, 1, r), ">=", s), 1, 0))),
    "indicators of different thresholds": (CASES, (), c.Compare(c.If(c.Compare(W(P, Q, 1, r), ">=", s), 1, 0), "<=", c.If(c.Compare(W(P, Q, 2, r), ">=", s + t), 1, 0))),
    "a case that can occur": (CASES, NEAR, c.Compare(W(P, Q, 1, r), "<=", c.If(c.Compare(s, "<=", 0), -c.oo, s))),
    "a strict bound where nothing moves": (CASES, NEAR, c.Compare(W(P, Q, 1, r), "<", c.If(c.Compare(0, "<", s), 2 * s, 0))),
    "a condition without a value": (CASES, NEAR, c.Compare(W(P, Q, 1, r), "<=", c.If(c.Compare(c.log(s), "<", 0), s, s))),
    "a condition on what may be infinite less itself": (CASES, (), c.Compare(0, "<=", c.If(c.Compare(W(P, Q, 1, r) - W(P, Q, 2, r), "<", 1), 1, 0))),
    "one half of one condition in the other": (CASES, NEAR, c.Compare(W(P, Q, 1, r), "<=", c.If(c.Compare(s, "<", t), c.If(c.Compare(2 * s, "<", t), t / 3, t), s))),
}
PROVED |= BY_CASES
BEYOND = c.above(W(P, Q, 2, r))
FAR = c.Exists({x: BEYOND}, c.Compare(x, "<=", s))
"""Some number above a distance is at most s."""
NEARBY = (c.Compare(near_distance(P, Q, t, r), "<=", s),)
NOISE = {**LAWS, R: c.Laws(SPACE), s: c.at_least(0), t: c.between(0, 1, open="both")}


def parts(reach):
    """Distributions near two noisy ones, with a divergence of order 2 that is at most that of noise moved as far as this."""
    return c.Exists({S: c.Laws(SPACE), T: c.Laws(SPACE)}, c.All(
        c.Compare(c.exp(-renyi_divergence(S, c.convolve(P, R), c.oo)), ">=", 1 - t), c.Compare(c.exp(-renyi_divergence(T, c.convolve(Q, R), c.oo)), ">=", (1 - t) / 2),
        c.Compare(renyi_divergence(S, T, 2), "<=", largest_shift(R, reach, 2, r))))


EXISTS = {
    "a number that a premise says to exist": (CASES, (), c.Implies(FAR, c.Compare(W(P, Q, 1, r), "<=", s))),
    "a number that a hypothesis says to exist": (CASES, (FAR,), c.Compare(W(P, Q, 1, r), "<=", s)),
    "a number that must exist": (CASES, (), c.Implies(FAR, c.Exists({y: BEYOND}, c.Compare(y, "<=", s + 1)))),
    "the same name for both": (CASES, (), c.Implies(FAR, c.Exists({x: BEYOND}, c.Compare(x, "<=", s + 1)))),
    "distributions that a lemma says to exist": (NOISE, NEARBY, parts(s)),
    "a condition on a number that must exist": (CASES, (), c.Implies(FAR, c.Exists({y: BEYOND}, c.Compare(c.If(c.Compare(0, "<", y), y, 0), "<=", s + 1)))),
}
NOT_EXISTS = {
    "a number that is too large": (CASES, (), c.Implies(c.Exists({x: BEYOND}, c.Compare(x, "<=", s + 1)), c.Compare(W(P, Q, 1, r), "<=", s))),
    "a number in another range": (CASES, (), c.Implies(FAR, c.Exists({y: c.above(W(P, Q, 2, r) + 1)}, c.Compare(y, "<=", s)))),
    "a number with a smaller bound": (CASES, (), c.Implies(FAR, c.Exists({y: BEYOND}, c.Compare(y, "<=", s / 2)))),
    "a number from nothing": (CASES, (), FAR),
    "a premise that has no value at one member, and is false at the others": (CASES, (), c.Implies(c.Exists({x: c.between(0, 1)}, c.Compare(c.log(x), ">=", 1)), c.Compare(W(P, Q, 1, r), "<=", 0))),
    "a premise over a range that may have no value": (CASES, (), c.Implies(c.Exists({x: c.at_least(c.log(s))}, c.Compare(x, "<", c.log(s))), c.Compare(W(P, Q, 1, r), "<=", 0))),
    "a premise over numbers that may have no value": (CASES, (), c.Implies(c.Exists({x: c.one_of(1 / s)}, c.Compare(x, "<", x)), c.Compare(W(P, Q, 1, r), "<=", 0))),
    "a premise that is false": (CASES, (), c.Not(c.Exists({x: BEYOND}, c.Compare(x, ">=", s)))),
    "distributions that are moved less": (NOISE, NEARBY, parts(s / 2)),
    "distributions near others": (NOISE, (c.Compare(near_distance(P, R, t, r), "<=", s),), parts(s)),
}
PROVED |= EXISTS
OPEN = {
    "a divergence is not symmetric": ({a: c.above(1), **LAWS}, (), c.Compare(renyi_divergence(P, Q, a), "==", renyi_divergence(Q, P, a))),
    "an order above another one": ({a: c.above(1), b: c.at_least(a), **LAWS}, (), c.Compare(renyi_divergence(P, Q, b), "<=", renyi_divergence(P, Q, a))),
    "a kernel the other way": ({a: c.above(1), **LAWS, **KERNEL}, (), c.Compare(renyi_divergence(P, Q, a), "<=", renyi_divergence(c.push(K, P), c.push(K, Q), a))),
    "half of a triangle": ({**ORDER, **LAWS, R: c.Laws(SPACE)}, (), c.Compare(W(P, R, m, r), "<=", W(P, Q, m, r))),
    "a constant that is too good": (LAWS, (), c.Compare(total_variation(P, Q) ** 2, "<=", kl(P, Q) / 3)),
    "a distance is not always finite": ({**ORDER, **LAWS}, (), c.Member(W(P, Q, m, r), c.REALS)),
    "a strict order": (LAWS, (), c.Compare(total_variation(P, Q), "<", 1)),
    "a level at a smaller epsilon": ({**LAWS, e: c.at_least(0), s: c.between(0, 1)}, (c.Compare(H(P, Q, e + 1), "<=", s),), c.Compare(H(P, Q, e), "<=", s)),
}

OPEN |= NOT_BY_CASES | NOT_EXISTS | NOT_CONVERTED


def _task(statement):
    forall, given, states = statement
    claim = c.Claim("test/a", "A", forall=forall, given=given, states=states)
    (variant,) = claim.variants()
    return Task(variant, EFFORTS["standard"])


def _row():
    row, document, errors = run_variant(_task(PROVED["a bound that is put in place"]).variant, Settings())
    assert row["status"] == "PROVED" and not errors, row
    return json.loads(json.dumps([row, document]))


def _proved():
    return _row()[1]


@pytest.mark.parametrize("name", PROVED)
def test_proved(name):
    row, document, errors = run_variant(_task(PROVED[name]).variant, Settings())
    assert row["status"] == "PROVED" and not errors, row["findings"]
    if document["kind"] == "lemmas":
        assert check_data(json.loads(json.dumps(document)), "a").status == "confirmed"
        assert any(named.startswith("textbook/") for named in document["trusted"])


@pytest.mark.parametrize("name", OPEN)
def test_open(name):
    assert lemmas.decide(_task(OPEN[name])).status is Status.UNDECIDED


def _last(evidence):
    """The terms of the last use of a lemma."""
    return [step["at"] for step in evidence["steps"] if "at" in step][-1]


ALTERED = {
    "another digest": lambda e: e["steps"][0].update(digest="0" * 64),
    "no such lemma": lambda e: e["steps"][0].update(lemma="textbook/none|main|main"),
    "a step left out": lambda e: e["steps"].pop(),
    "nothing shown": lambda e: e["goals"].clear(),
    "a case left out": lambda e: e["goals"][0]["cases"].pop(),
    "a fact that is not known": lambda e: e["goals"][0]["from"].append(10**6),
    "another fact": lambda e: e["goals"][0].update({"from": [0 for _ in e["goals"][0]["from"]]}),
    "a term that stands for something else": lambda e: _last(e).update(P=_last(e)["Q"]),
    "a name that the statement does not bind": lambda e: _last(e).update(P=["var", ["word", "Z"]]),
    "a number for a distribution": lambda e: _last(e).update(P="1"),
    "steps that are no list": lambda e: e.update(steps={}),
}


@pytest.mark.parametrize("name", ALTERED)
def test_altered(name):
    document = _proved()
    assert document["kind"] == "lemmas", document["kind"]
    altered = copy.deepcopy(document)
    ALTERED[name](altered["evidence"])
    assert check_data(document, "a").status == "confirmed"
    assert check_data(altered, "a").status == "refused"


def _link(evidence):
    """The link of what must exist."""
    (found,) = [link for link in evidence["goals"] if "at" in link]
    return found


def _first(evidence):
    """The first term of what must exist, by name."""
    return next(iter(_link(evidence)["at"]))


ALTERED_TERMS = {
    "no terms": lambda e: _link(e).update(at={}),
    "a term left out": lambda e: _link(e)["at"].pop(_first(e)),
    "a term for no name": lambda e: _link(e)["at"].update(zzz="1"),
    "a number": lambda e: _link(e)["at"].update({_first(e): "1"}),
    "another distribution": lambda e: _link(e)["at"].update({_first(e): ["var", ["word", "P"]]}),
    "a name that nothing binds": lambda e: _link(e)["at"].update({_first(e): ["var", ["word", "e_9"]]}),
    "a name of the checker's own": lambda e: _link(e)["at"].update({_first(e): ["var", ["word", "#1"]]}),
    "terms exchanged": lambda e: _link(e)["at"].update(zip(_link(e)["at"], reversed(list(_link(e)["at"].values())), strict=True)),
    "nothing shown": lambda e: _link(e)["shown"].clear(),
    "one thing not shown": lambda e: _link(e)["shown"].pop(),
    "more shown than is asked for": lambda e: _link(e)["shown"].append({"terms": {}, "from": [], "cases": []}),
    "what is shown in another order": lambda e: _link(e)["shown"].reverse(),
    "the lemma left out": lambda e: e["steps"].__delitem__(next(k for k, step in enumerate(e["steps"]) if "near-parts" in step["lemma"])),
    "shown is no list": lambda e: _link(e).update(shown={}),
    "terms that are none": lambda e: _link(e).update(at=[]),
}


@functools.lru_cache(maxsize=1)
def _existing():
    forall, given, _ = EXISTS["distributions that a lemma says to exist"]
    states = c.Exists({S: c.Laws(SPACE), T: c.Laws(SPACE)}, c.All(
        c.Compare(c.exp(-renyi_divergence(S, c.convolve(P, R), c.oo)), ">=", (1 - t) / 2), c.Compare(renyi_divergence(S, T, 2), "<=", largest_shift(R, s, 2, r) + 1)))
    row, document, errors = run_variant(_task((forall, given, states)).variant, Settings())
    assert row["status"] == "PROVED" and document["kind"] == "lemmas" and not errors, row
    assert check_data(json.loads(json.dumps(document)), "a").status == "confirmed"
    return document


@pytest.mark.parametrize("name", ALTERED_TERMS)
def test_altered_terms_of_what_exists(name):
    altered = json.loads(json.dumps(_existing()))
    ALTERED_TERMS[name](altered["evidence"])
    outcome = check_data(altered, "a")
    assert outcome.status != "confirmed" and "cannot be evaluated" not in outcome.why, outcome


def test_the_textbook_is_not_proved_from_itself():
    forall, given, states = PROVED["a distance is symmetric"]
    (variant,) = c.Claim("textbook/a", "A", forall=forall, given=given, states=states).variants()
    assert lemmas.decide(Task(variant, EFFORTS["standard"])).status is Status.UNDECIDED
    document = _proved()
    document["claim"] = "textbook/a"
    document["command"] = document["command"].replace("test/a", "textbook/a")
    outcome = check_data(document, "a")
    assert outcome.status == "refused" and "textbook" in outcome.why


def _over(**sets):
    return [(["var", ["word", name]], to_json(where)) for name, where in sets.items()]


def test_sums():
    x, y = c.numbers("x y")
    over = _over(x=c.at_least(0), y=c.REALS)
    given = [to_json(c.Compare(y, "<=", 3 * x))]
    assert adding.sums(over, given, to_json(c.Compare(y, "<=", 4 * x + 1))) is not None
    assert adding.sums(over, given, to_json(c.Compare(y, "<=", 2 * x))) is None
    assert adding.sums(over, given, to_json(c.Compare(y, "<", 3 * x))) is None
    assert adding.sums(over, given, to_json(c.Compare(y, "<=", 3 * x + y * y))) is not None
    assert adding.sums(over, given, to_json(c.Compare(c.log(x), "<=", c.log(x)))) is None  # no value at 0


def test_directions():
    x, y = c.numbers("x y")
    sorts = Sorts({"x": to_json(c.above(0)), "y": to_json(c.REALS)})
    ways = {x * x: 1, 1 / x: -1, -x: -1, y * x: None, y + x: 1, c.exp(-x): -1, c.log(x): 1, x - 1 / x: 1, x - x: None, x ** 2 / x: None, c.exp(y): 0}
    assert {term: way(sorts, to_json(term), "x") for term in ways} == ways


def test_bound_names_are_not_captured():
    i, n = c.numbers("i n")
    lemma = to_json(c.ForAll({n: c.integers(1)}, c.Compare(c.Sum({i: c.upto(3)}, i * n), "<=", 6 * n)))
    conclusion, _ = instance(lemma, {"n": ["var", ["word", "i"]]}, iter(range(1, 9)))
    assert conclusion[1][2] == ["mul", ["var", ["word", "#1"]], ["var", ["word", "i"]]]


def test_division_of_a_range():
    x = c.numbers("x")
    least, above = divided(to_json(c.ForAll({x: c.between(0, 1)}, c.Compare(x, ">=", 0))), "x")
    assert least[1][1][2][:2] == ["equals", "0"] and above[1][1][2][3] == ["word", "open"]
    with pytest.raises(Refused):
        divided(to_json(c.ForAll({x: c.above(0)}, c.Compare(x, ">=", 0))), "x")


def test_a_lemma_needs_a_term_for_each_name():
    for key, formula in textbook().items():
        assert key.count("|") == 2 and key.startswith("textbook/")
        if formula[0] == "forall":
            with pytest.raises(Refused):
                instance(formula, {"none_of_them": "1"}, itertools.count())


def test_a_lemma_that_falls_takes_down_what_rests_on_it(tmp_path):
    row, document = _row()
    run = {"command": "", "seed": 0, "effort": "standard", "versions": {}}
    results = {"schema": RESULTS, "run": run, "errors": []}
    used = next(named for named in document["trusted"] if named.startswith("textbook/"))
    file = tmp_path / row["certificate"]
    file.parent.mkdir()
    file.write_text(json.dumps(document), encoding="utf-8")
    lemma = {**row, "id": used, "status": "REFUTED"}
    for fallen, confirmed in (([], True), ([lemma], False)):
        (tmp_path / "results.json").write_text(json.dumps({**results, "results": [row, *fallen]}), encoding="utf-8")
        line = next(one for one in check(tmp_path, 1, lookup=lambda *key: document["digest"]).lines if one.certificate == file.name)
        assert line.confirmed is confirmed, line.why
        assert confirmed or used in line.why


def test_advice_names_the_lemmas_that_are_looked_at():
    """The right ones suffice, others leave it open, and a name that the textbook does not have is said."""
    forall, given, states = PROVED["a bound that is put in place"]
    found = {}
    for by in (("textbook/pinsker",), ("textbook/w-symmetric",), ("textbook/none",)):
        claim = c.Claim("mine/bound", "A bound", forall=forall, given=given, states=states, hints=c.Hints(by=by))
        finding = lemmas.decide(Task(next(iter(claim.variants())), EFFORTS["quick"]))
        found[by[0]] = (finding.status, finding.trusted, finding.summary)
    assert found["textbook/pinsker"][:2] == (Status.PROVED, ("textbook/pinsker",))
    assert found["textbook/w-symmetric"][0] is Status.UNDECIDED
    assert found["textbook/none"][2] == "the textbook has no lemma textbook/none"


def test_a_statement_that_is_asked_about_again_costs_the_same_and_gets_the_same_answer():
    forall, given, states = PROVED["a distance over two stations"]
    claim = c.Claim("toy/again", c.Source("Toy"), forall=forall, given=given, states=states)
    false = c.Claim("toy/again-false", c.Source("Toy"), forall=forall, given=given, states=c.Compare(W(P, R, m, r), "<=", s + t / 2))
    found = []
    for one in (claim, false, claim, false):
        enclosures.forget()
        before = enclosures.spent()
        finding = lemmas.decide(Task(one.variants()[0], EFFORTS["standard"]))
        found.append((finding.status, finding.summary, finding.evidence, enclosures.spent() - before))
    assert found[:2] == found[2:] and found[0][0] is Status.PROVED and found[1][0] is Status.UNDECIDED and found[0][3] > 0


def test_a_link_for_which_the_work_was_cut_short_is_looked_for_again():
    forall, *_ = PROVED["a distance over two stations"]
    s_, t_ = c.numbers("s_ t_")  # names that no other test uses
    swap = {s: s_, t: t_}
    claim = c.Claim("toy/cut-short", c.Source("Toy"), forall={swap.get(name, name): where for name, where in forall.items()}, given=tuple(c.Compare(W(*ends, m, r), "<=", side) for ends, side in (((P, Q), s_), ((R, Q), t_))),
                    states=c.Compare(W(P, R, m, r), "<=", s_ + t_))
    task = Task(claim.variants()[0], EFFORTS["standard"])
    for units in (30, 60, 120):
        with pytest.raises(enclosures.OutOfWork), enclosures.allowance(units):
            lemmas.decide(task)
    assert lemmas.decide(task).status is Status.PROVED
