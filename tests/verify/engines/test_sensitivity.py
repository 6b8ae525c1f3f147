"""Which planted errors the audit of a statement notices, what is stored of them, and what becomes of a statement that notices none."""

import pytest

from verify import claims as c
from verify import quantities as q
from verify.engines import search, sensitivity
from verify.engines.sensitivity import FOUND, power_of
from verify.engines.task import EFFORTS, Status, Task
from verify.engines.twins import KINDS, SIZES, WITH_SIZE
from verify.evidence.judgement import statement_of
from verify.report.power import OTHERS, SIZED, noticed, of_every_kind
from verify.run import decide
from verify.run.decide import Settings, run_variant
from verify.schemas.shape import problem

x, y, z = c.numbers("x y z")
P, Q = c.objects("P Q")
STANDARD = Settings(effort="standard")
UNIT = {x: c.between(0, 1)}
TWO = {x: c.above(0), y: c.at_least(x)}


def variant(states, forall=None, given=()):
    (found,) = c.Claim("toy/one", "1", forall={x: c.above(0)} if forall is None else forall, given=given, states=states).variants()
    return found


def power(states, forall=None, given=()):
    task = Task(variant(states, forall, given), EFFORTS["standard"])
    finding = search.decide(task)
    assert finding.status is Status.SUPPORTED, finding.summary
    return power_of(task, [finding], True, None, Status.SUPPORTED)


@pytest.fixture
def searched(monkeypatch):
    """The row of a statement of which nothing but a search is made."""
    monkeypatch.setattr(decide, "findings_of", lambda task, *_: [search.decide(task)])
    return lambda *of: run_variant(variant(*of), STANDARD)[0]


SEEN = {
    "factor": (c.Compare(x, "<=", y), TWO, ()),
    "added": (c.Compare(x, "<=", y), TWO, ()),
    "exponent": (c.Compare(c.log(x**2 + 1), "<=", x**2), None, ()),
    "argument": (c.Compare(c.log(x), "<=", c.log(y)), TWO, ()),
    "range": (c.Compare(x**2, "<=", x), UNIT, ()),
    "quantifier": (c.Exists({z: c.one_of(1, 2)}, c.Compare(z * x, ">=", 2 * x)), None, ()),
    "hypothesis": (c.Compare(x, "<=", y), {x: c.above(0), y: c.above(0)}, (c.Compare(x, "<=", y),)),
    "equality": (c.Compare(x, "<=", y), TWO, ()),
}


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_of_each_kind_is_noticed_where_it_should_be(kind):
    assert power(*SEEN[kind]).stored["kinds"][kind] == (str(SIZES[0]) if kind in WITH_SIZE else FOUND)


@pytest.mark.parametrize(("kind", "states", "forall", "given"), [
    ("factor", c.Compare(x, "<=", 2 * y), TWO, ()), ("equality", c.Compare(x, "<=", 2 * y), TWO, ()), ("argument", c.Compare(x, "<=", y + c.exp(-1000 - y)), TWO, ()),
    ("range", c.Compare(x, "<=", x), UNIT, ()), ("hypothesis", c.Compare(x, "<=", y), TWO, (c.Compare(x, "<=", 3),)),
])
def test_an_error_that_makes_no_difference_is_not_noticed(kind, states, forall, given):
    assert power(states, forall, given).stored["kinds"][kind] == ""


def test_a_bound_that_is_reached_to_five_per_cent_notices_ten():
    found = power(c.Compare(x, "<=", c.number("21/20") * y), TWO).stored
    assert found["kinds"]["factor"] == found["smallest_noticed"] == "1/10" and found["kinds"]["equality"] == ""


@pytest.mark.parametrize(("states", "forall"), [(c.Member(x, c.above(0)), None), (c.Exists({z: c.one_of(1, 2)}, c.Compare(z, ">", x)), {x: c.between(0, 1)})])
def test_kinds_without_a_place_are_not_stored(states, forall):
    assert set(power(states, forall).stored["kinds"]) <= {"range", "quantifier"}


def test_a_statement_that_notices_small_errors_stays_supported(searched):
    row = searched(c.Compare(x, "<=", y), TWO)
    assert row["status"] == "SUPPORTED" and row["power"]["twin"] == "claimed side changed by 1/1000" and row["power"]["refuted"]
    assert problem("results", {"results": [row]}) is None


def test_an_insensitive_statement_is_too_little_tested(searched):
    row = searched(c.Compare(x, "<=", 2 * y), TWO)
    assert row["status"] == "UNDECIDED" and row["summary"].startswith("too little tested: ") and "no counterexample among" in row["summary"]
    assert row["power"]["refuted"] and row["power"]["smallest_noticed"] == "9/10"


def test_a_bound_that_is_met_where_a_function_says_nothing_is_thinly_tested(searched):
    """A factor in front shows where both sides are equal; inside the exponential it changes nothing that can be seen there."""
    row = searched(c.Compare(x, "<=", y + c.exp(-1000 - y)), TWO)
    told = statement_of(row, {})
    assert row["status"] == "SUPPORTED" and told.missed == ("argument",) and told.strength == "thinly tested"
    assert statement_of(searched(c.Compare(c.log(x), "<=", c.log(y)), TWO), {}).strength == "well tested"


def test_kinds_that_were_not_planted_are_named(monkeypatch):
    """A procedure is asked only so often."""
    task = Task(variant(c.Compare(x**2, "<=", y**2), TWO), EFFORTS["standard"])
    seen = [search.decide(task)]
    assert power_of(task, seen, True, search.decide, Status.SUPPORTED).stored["unplanted"] == []
    monkeypatch.setattr(sensitivity, "RUNS", 1)
    found = power_of(task, seen, True, search.decide, Status.SUPPORTED).stored
    assert found["unplanted"] == ["exponent", "added"] and set(found["kinds"]) == {"factor"}


def test_another_exponent_that_is_noticed_will_do(searched):
    row = searched(c.Compare(x**2, "<=", 2 * y**2), TWO)
    assert row["power"]["kinds"]["factor"] == "" and row["power"]["kinds"]["exponent"] == FOUND and row["status"] == "SUPPORTED"


@pytest.mark.parametrize(("states", "forall"), [
    (c.Member(x, c.above(0)), None), (c.Iff(c.Compare(x, ">", 0), c.Compare(x, ">", 0)).args[0], None),
    (c.Implies(c.Compare(P, "==", Q), c.Compare(Q, "==", P)), {P: c.Laws(c.LINE), Q: c.Laws(c.LINE)}),
])
def test_a_statement_without_a_number_on_its_claimed_side_needs_any_error_to_be_noticed(searched, states, forall):
    row = searched(states, forall)
    assert row["status"] == "SUPPORTED" and row["power"]["refuted"], row["summary"]


def test_no_errors_are_planted_in_a_refuted_statement():
    row = run_variant(variant(c.Compare(2 * x, "<=", x)), STANDARD)[0]
    assert row["status"] == "REFUTED" and row["power"] is None


def test_a_proved_statement_says_one_error_that_was_noticed():
    row = run_variant(variant(c.Compare(x, "<=", y), TWO), STANDARD)[0]
    assert row["status"] == "PROVED" and row["power"]["refuted"] and "kinds" not in row["power"]


def test_a_divergence_is_at_most_its_bound_with_known_values():
    """The measured side is evaluated once at each instance: errors in the claimed side cost little."""
    found = power(c.Compare(q.total_variation(P, Q), "<=", 1), {P: c.Laws(c.LINE), Q: c.Laws(c.LINE)})
    assert found.stored["kinds"]["factor"] == "1/1000" and not found.too_little


def test_a_divergence_is_at_least_0_and_an_added_constant_shows_at_equal_laws():
    """Both sides are 0 there, which says nothing else of the statement."""
    found = power(c.Compare(q.total_variation(P, Q), ">=", 0), {P: c.Laws(c.LINE), Q: c.Laws(c.LINE)})
    assert found.stored["kinds"]["added"] == "1/1000" and not found.too_little


# --- in words --------------------------------------------------------------------------------------------------------------


def test_the_report_names_every_kind():
    assert tuple(SIZED) == tuple(kind for kind in WITH_SIZE) and set(SIZED) | set(OTHERS) == set(KINDS)


@pytest.mark.parametrize(("kinds", "size"), [
    ({"factor": "1/1000", "added": "1/100"}, "1/100"), ({"factor": "1/1000", "added": ""}, None), ({"exponent": "yes"}, None), ({}, None), ({"factor": "1/10", "range": ""}, "1/10"),
])
def test_one_size_is_said_only_where_it_holds_for_every_kind_that_has_one(kinds, size):
    power = {"kinds": kinds, "smallest_noticed": "1/1000"}
    found = of_every_kind(power)
    assert (found and str(found)) == size
    assert ("would have noticed an error of" in noticed(power) and bool(kinds)) is (size is not None)


def test_kinds_that_were_not_noticed_are_named():
    told = noticed({"kinds": {"factor": "1/100", "added": "", "exponent": "yes", "hypothesis": ""}})
    assert told == "noticed: a factor of 1 %, another exponent; not noticed: an added constant, a dropped hypothesis"
    told = noticed({"kinds": {"factor": "1/100", "added": "1/1000", "range": ""}})
    assert told == "would have noticed an error of 1 % of every kind that has a size and a place here (a factor, an added constant); not noticed: a range beyond its end"


def test_an_entry_without_kinds_speaks_of_the_claimed_side_alone():
    assert noticed({"smallest_noticed": "1/100"}) == "would have noticed an error of 1 % in the claimed side; other kinds of errors were not planted"
    assert noticed({"smallest_noticed": None}) == ""
    assert noticed({"smallest_noticed": "rubbish"}) == "smallest error noticed: rubbish"
