"""Hints save time and never decide: without them a verdict stays, or becomes UNDECIDED or SUPPORTED.

The two statements of the paper that carry hints take minutes; their comparison is recorded in ``docs/hints.md`` with its commands.
"""

import types

import pytest

from verify import claims as c
from verify.claims.registry import load
from verify.claims.show import text
from verify.run import runner, severity
from verify.run.decide import Settings
from verify.run.executors import Pool

x, y = c.numbers("x y")
FORALL = {x: c.above(0), y: c.above(0)}
RARE = c.All(c.Compare(x, ">=", 12345), c.Compare(x, "<=", c.number("1234501/100")))
STATES = {
    "true": (c.Compare(2 * x * y, "<=", x**2 + y**2), {}),
    "false": (c.Compare(2 * x, "<=", y), {"instances": ({x: 5, y: 7},)}),
    "false-at-a-rare-place": (c.Compare(x + y, ">=", 12346), {"instances": ({x: 12345, y: c.number("1/2")},)}),
    "false-hint-to-a-true-one": (c.Compare(x * y + 1, ">", 1), {"instances": ({x: 3, y: 4},), "equality_at": {x: 1, y: 1}}),
    "typical": (c.Compare(x, "<=", 10**6 * y), {"typical": {x: (10**5, 10**8)}}),
}
GIVEN = {"false-at-a-rare-place": (RARE,)}


@pytest.fixture(scope="module")
def papers():
    module = types.ModuleType("toy")
    module.CLAIMS = tuple(c.Claim(f"toy/{k}", k, forall=FORALL, given=GIVEN.get(k, ()), states=states, hints=c.Hints(**hints))
                          for k, (states, hints) in STATES.items())
    module.LEDGER = c.Ledger("toy", "A toy paper", "nobody", tuple(c.Item(f"toy/{k}", k, k, c.Scope(FORALL, tuple(map(text, GIVEN.get(k, ()))))) for k in STATES))
    return {"toy": load(module)}


def statuses(papers, folder, hints):
    results = runner.run(papers, [f"toy/{k}" for k in STATES], Settings(effort="quick", hints=hints), folder, pool=Pool("in-process"))
    assert results["errors"] == []
    return {row["id"]: row["status"] for row in results["results"]}


def test_without_hints_no_verdict_changes_except_to_undecided_or_supported(papers, tmp_path):
    with_hints, without = (statuses(papers, tmp_path / str(hints), hints) for hints in (True, False))
    assert with_hints["toy/false-at-a-rare-place"] == "REFUTED"
    assert all(without[id] in (status, "UNDECIDED", "SUPPORTED") for id, status in with_hints.items())


def test_engines_see_no_hint_when_they_are_left_out(papers, tmp_path, monkeypatch):
    seen = []

    def look(variant, settings, whole=severity.run_variant):
        seen.append(variant.hints)
        return whole(variant, settings)

    monkeypatch.setattr(severity, "run_variant", look)
    statuses(papers, tmp_path, False)
    assert len(seen) == len(STATES) and all(hints == c.Hints() for hints in seen)
