"""Power: planted errors are killed where the bound is attained, loose bounds are no misses, true variants survive, and nothing depends on the number of processes."""


import doubles
import pytest

from verify import claims as c
from verify.run import planted, power
from verify.run.decide import Settings
from verify.run.pooled import Lost, pooled

x, y = c.numbers("x y")
QUICK = Settings(effort="quick")
FORALL = {x: c.above(0), y: c.at_least(x)}


def only(states, forall=FORALL, given=()):
    (variant,) = c.Claim("toy/one", "1", forall=forall, states=states, given=given).variants()
    return variant


def outcomes(entry, operator="constant"):
    return {m["size"] or m["words"]: m["outcome"] for m in entry["mutants"] if m["operator"] == operator}


def test_an_attained_bound_notices_an_error_of_a_millionth():
    entry = planted.measure(only(c.Compare(x, "<=", y)), QUICK)
    assert entry["status"] == "PROVED" and entry["attained"] and entry["smallest_noticed"] == "1/1000000"
    assert set(outcomes(entry).values()) == {"killed"}
    assert all(m["checked"] for m in entry["mutants"] if m["outcome"] == "killed")


def test_a_loose_bound_is_no_miss():
    entry = planted.measure(only(c.Compare(x, "<=", 2 * y)), QUICK)
    found = outcomes(entry)
    assert found["1/100"] == found["1/1000000"] == "true" and not entry["attained"]
    assert "missed" not in found.values()


def test_a_rare_instance_that_the_run_misses_counts_as_missed(monkeypatch):
    """The search sees nothing; the best constant knows that the bound is attained."""
    monkeypatch.setattr(planted, "findings_of", lambda *_: [])
    monkeypatch.setattr(planted, "second_look", lambda *_: False)
    entry = planted.errors_of(only(c.Compare(x, "<=", y)), QUICK)
    assert set(outcomes(entry).values()) == {"missed"} and entry["attained"] and entry["smallest_noticed"] is None


def test_errors_of_one_kind_are_those_among_all():
    variant = only(c.Compare(x, "<=", y), {x: c.above(0), y: c.above(0)}, (c.Compare(x, "<", y),))
    whole, part = planted.errors_of(variant, QUICK), planted.errors_of(variant, QUICK, ("hypothesis", "strictness"))
    assert part["mutants"] == [m for m in whole["mutants"] if m["operator"] in ("hypothesis", "strictness")] != []


def test_a_dropped_hypothesis_is_noticed():
    entry = planted.measure(only(c.Compare(x, "<=", y), {x: c.above(0), y: c.above(0)}, (c.Compare(x, "<", y),)), QUICK)
    assert list(outcomes(entry, "hypothesis").values()) == ["killed"]


def test_nothing_is_planted_in_a_refuted_statement():
    entry = planted.measure(only(c.Compare(2 * x, "<=", y)), QUICK)
    assert entry["status"] == "REFUTED" and entry["mutants"] == [] == entry["rewritings"]


def test_true_variants_are_not_refuted_and_keep_their_verdict():
    entry = planted.measure(only(c.Compare(x, "<=", y)), QUICK, errors=False)
    assert {one["kind"] for one in entry["rewritings"]} >= {"renamed", "scaled", "exchanged", "negated", "loosened"}
    assert {one["status"] for one in entry["rewritings"]} == {"PROVED"}


def test_rates_count_what_is_known_to_be_false_and_name_the_rest():
    made = [{"outcome": word, "checked": None, "engines": ["search"]} for word in ("killed", "killed", "killed", "missed", "open", "true")]
    found = power.rate(made)
    assert found["rate"] == 0.75 and found["open"] == found["true"] == 1


def test_a_refuted_true_variant_is_counted():
    entry = {"status": "SUPPORTED", "rewritings": [{"kind": "scaled", "same": False, "status": "REFUTED"}, {"kind": "renamed", "same": True, "status": "UNDECIDED"}]}
    found = power._rewritings([entry])
    assert (found["planted"], found["refuted"], found["changed"]) == (2, 1, 1)


def test_the_result_does_not_depend_on_the_number_of_processes():
    statements = [only(c.Compare(x, "<=", y)), only(c.Compare(2 * x, "<=", y)), only(c.Compare(x, "<=", y + 1))]
    one, two = (power.run(statements, QUICK, workers=workers, rewritten=False) for workers in (1, 2))
    assert one == two and one["summary"]["statements"] == {"PROVED": 2, "REFUTED": 1}


def test_a_statement_that_breaks_is_an_error_of_its_own(monkeypatch):
    def broken(*_):
        raise RuntimeError("no engine")

    monkeypatch.setattr(planted, "measure", broken)
    data = power.run([only(c.Compare(x, "<=", y))], QUICK, workers=1)
    assert [e["error"] for e in data["errors"]] == ["RuntimeError: no engine"] and data["statements"] == []


def test_an_item_that_kills_its_process_is_lost_alone():
    found = list(pooled(doubles.squared_but_three, [1, 2, 3, 4], 2))
    assert found[:2] == [1, 4] and isinstance(found[2], Lost) and found[3] == 16


def test_an_item_that_never_ends_is_ended_alone():
    found = list(pooled(doubles.squared_but_three_hangs, [1, 2, 3, 4], 2, seconds=5.0))
    assert found[:2] == [1, 4] and "no answer within 5 s" in str(found[2]) and found[3] == 16


def test_an_interrupted_measurement_gives_what_is_finished():
    statements, stopped = [only(c.Compare(x, "<=", y)), only(c.Compare(2 * x, "<=", y))], []

    def interrupt(done, total):
        raise KeyboardInterrupt

    found = power.run(statements, QUICK, workers=1, rewritten=False, progress=interrupt, interrupted=stopped)
    assert stopped and len(found["statements"]) == 1


@pytest.mark.parametrize(("size", "least"), [(["killed"] * 7, "1/1000000"), (["killed", "killed", "open"] + ["killed"] * 4, "1/10"), (["missed"] * 7, None)])
def test_the_smallest_error_noticed_is_one_with_nothing_larger_unnoticed(size, least):
    sizes = ["1/2", *(f"1/{10**k}" for k in range(1, 7))]
    found = planted.smallest_noticed([{"operator": "constant", "size": s, "outcome": o} for s, o in zip(sizes, size, strict=True)])
    assert (None if found is None else str(found)) == least
