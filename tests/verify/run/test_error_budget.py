"""One budget of statistical error for a paper, split over the statements that may be tested by draws, whoever asks for which of them."""

import types
from dataclasses import replace
from fractions import Fraction

import pytest

from mechanisms import Laplace
from verify import claims as c
from verify.claims.registry import load
from verify.engines.task import EFFORTS, Finding, Status
from verify.run import decide, runner

x, t = c.numbers("x t")
FORALL = {t: c.between(1, 2)}
QUICK = decide.Settings(effort="quick")


def tail(factor):
    """No closed form, and false for a small factor: only draws decide it."""
    return c.Compare(c.Prob({x: Laplace(0, scale=1)}, c.Compare(x * x * x - 2 * x, ">", t)), "<=", factor * c.exp(-t))


def paper(claims):
    module = types.ModuleType("toy")
    module.LEDGER = c.Ledger("toy", "A toy paper", "nobody", tuple(c.Item(f"toy/{k}", k, k, c.Scope(FORALL)) for k in claims))
    module.CLAIMS = tuple(c.Claim(f"toy/{k}", k, forall=FORALL, states=states) for k, states in claims.items())
    return load(module)


FALSE = {f"tail-{k}": tail(c.number(f"{k}/10")) for k in (2, 3)}
PLAIN = {"plain": c.Compare(t, "<=", 2)}


@pytest.mark.parametrize("count", [1, 2, 3, 7, 49])
def test_the_levels_of_all_statements_that_may_be_sampled_add_up_to_the_budget(count):
    share = runner.error_share(paper({**PLAIN, **{f"t-{k}": tail(k + 1) for k in range(count)}}))
    assert share.statements == count
    assert share.level == runner.ERROR_BUDGET / count == Fraction(1, 10**6 * count)


def test_a_statement_has_the_same_evidence_alone_and_among_others_and_with_more_workers(tmp_path):
    papers = {"toy": paper({**FALSE, **PLAIN})}
    every = [item.id for item in papers["toy"].ledger.items]
    name = "certificates/toy__tail-3__main__main.json"
    found = set()
    for ids, workers in ((every, 1), (every, 2), (["toy/tail-3"], 1)):
        folder = tmp_path / f"{len(ids)}-{workers}"
        results = runner.run(papers, ids, QUICK, folder, workers=workers)
        assert results["run"]["error_budget"] == {"toy": {"budget": "1/1000000", "statements": 2, "level": "1/2000000"}}
        found.add((folder / name).read_bytes())
    (text,) = found
    assert b'"beta": "1/2000000"' in text and b'"kind": "statistical"' in text


def test_the_sampling_engine_is_asked_only_about_statements_that_have_a_share(monkeypatch):
    asked = []
    monkeypatch.setattr(decide, "sampling", lambda task: asked.append(task.variant.id) or Finding("sampling", Status.UNDECIDED, "nothing"))
    for claims in (PLAIN, {"tail": tail(2)}):
        toy = paper(claims)
        for id in toy.claims:
            for variant in toy.variants(id):
                decide.run_variant(variant, replace(QUICK, error_share=1e-8))
                assert decide.may_sample(variant) == (id in asked)
    assert set(asked) == {"toy/tail"}
    assert EFFORTS["quick"].samples > 0
