"""The cache: a second run decides only what changed, from findings that are exactly what it would find; nothing damaged or foreign is believed."""

import ast
import json
import os
import types
from dataclasses import replace
from pathlib import Path

import pytest

import verify
from mechanisms import Normal
from verify import claims as c
from verify.claims.registry import load
from verify.run import cache as cached
from verify.run import runner, severity, sources
from verify.run.cache import Cache, Keys
from verify.run.decide import Settings
from verify.run.executors import Pool
from verify.run.store import sealed, unsealed

x, y, z = c.numbers("x y z")
QUICK = Settings(effort="quick")


def paper(*, names=(x, y), factor=2, hints=None):
    one, two = names
    forall = {one: c.above(0), two: c.at_least(one)}
    module = types.ModuleType("toy")
    module.LEDGER = c.Ledger("toy", "A toy paper", "nobody", tuple(c.Item(f"toy/{name}", name, "1", c.Scope(forall)) for name in ("true", "false")))
    module.CLAIMS = (c.Claim("toy/true", "1", forall=forall, states=c.Compare(one, "<=", two), hints=hints),
                     c.Claim("toy/false", "2", forall=forall, states=c.Compare(factor * one, "<=", two)))
    return {"toy": load(module)}


@pytest.fixture
def run(tmp_path):
    """Runs a paper with a cache; gives the rows, the ids that were decided, and what was said."""
    def go(papers, settings=QUICK, cache=None, out="out"):
        decided, said = [], []

        def heard(event):
            if isinstance(event, runner.Finished):
                decided.append(event.key[0])
            if isinstance(event, runner.Notice):
                said.append(event.text)

        kept = cache or Cache.opened(tmp_path / "cache", said.append)
        results = runner.run(papers, [item.id for item in papers["toy"].ledger.items], settings, tmp_path / out, pool=Pool("in-process"), progress=heard, cache=kept)
        return results["results"], decided, said

    return go


def test_a_second_run_decides_nothing_and_stores_the_same_bytes(run, tmp_path):
    rows, decided, said = run(paper())
    assert decided == ["toy/true", "toy/false"] and not said
    again, decided, said = run(paper(), out="again")
    assert not decided and again == rows and "2 statements taken from the cache" in said[0]
    one, two = ({p.relative_to(tmp_path / f): p.read_bytes() for p in (tmp_path / f).rglob("*.json")} for f in ("out", "again"))
    assert one == two and len(one) == 7  # one certificate is of a weaker statement, and curves.json


@pytest.mark.parametrize(("change", "expected"), [
    (lambda: (paper(factor=3), QUICK), ["toy/false"]),
    (lambda: (paper(hints=c.Hints(typical={x: (1, 2)})), QUICK), ["toy/true"]),
    (lambda: (paper(names=(x, z)), QUICK), ["toy/true", "toy/false"]),
    (lambda: (paper(), replace(QUICK, seed=1)), ["toy/true", "toy/false"]),
    (lambda: (paper(), Settings()), ["toy/true", "toy/false"]),
    (lambda: (paper(), replace(QUICK, hints=False)), ["toy/true", "toy/false"]),
], ids=["statement", "hint", "name", "seed", "effort", "no hints"])
def test_only_what_changed_is_decided_again(run, change, expected):
    run(paper())
    assert run(*change())[1] == expected


def test_a_law_in_a_hint_counts_by_what_it_is():
    def key(member):
        variant = paper()["toy"].variants("toy/true")[0]
        return Keys(()).of(replace(variant, hints=c.Hints(instances=({x: 1, y: member},))), QUICK)["hints"]

    assert key(Normal(0, scale=1)) == key(Normal(0, scale=1)) != key(Normal(0, scale=2))
    with pytest.raises(c.ClaimError, match="object"):
        key(object())


@pytest.mark.parametrize("what", ["of_engines", "numerics"])
def test_findings_of_other_engines_or_libraries_are_not_used(run, monkeypatch, what):
    run(paper())
    monkeypatch.setattr(sources, what, lambda: "another")
    assert len(run(paper())[1]) == 2


def test_lemmas_of_the_textbook_are_a_part_of_what_decides(monkeypatch):
    before = sources.of_engines.__wrapped__()
    assert sources.of_engines.__wrapped__() == before
    monkeypatch.setattr(sources, "textbook", lambda: {"textbook/one|main|main": ["compare", "0", ["word", "<="], "1"]})
    assert sources.of_engines.__wrapped__() != before


def damages():
    def poisoned(stored):
        stored["entry"]["row"]["status"] = "SUPPORTED" if stored["entry"]["row"]["status"] == "PROVED" else "PROVED"
        return json.dumps(stored)

    def of_another(stored):
        stored["key"]["seed"] = 7
        return sealed(stored)

    def without_certificate(stored):
        stored["entry"]["certificate"] = None
        return sealed(stored)

    return {"empty": lambda s: "", "torn": lambda s: sealed(s)[:-30], "altered": lambda s: sealed(s).split(" ")[0] + " " + poisoned(s), "of another key": of_another,
            "certificate lost": without_certificate, "no entry": lambda s: sealed({"key": s["key"], "entry": []}), "list": lambda s: sealed([s]),
            "binary": lambda s: "\x00\x01", "deep": lambda s: "[" * 100_000}


@pytest.mark.parametrize("damage", damages())
def test_a_damaged_finding_is_decided_again_and_mended(run, tmp_path, damage):
    rows, _, _ = run(paper())
    for path in (tmp_path / "cache" / "findings").rglob("*.json"):
        path.write_text(damages()[damage](unsealed(path.read_bytes().strip())))
    again, decided, said = run(paper())
    assert len(decided) == 2 and "2 damaged findings ignored" in said[0]
    assert [row | {"seconds": 0} for row in again] == [row | {"seconds": 0} for row in rows]
    assert run(paper())[1] == []


def test_errors_and_guards_of_time_are_not_kept(run, monkeypatch):
    monkeypatch.setattr(severity, "run_variant", lambda *_: 1 / 0)
    run(paper())
    monkeypatch.undo()

    def guarded(variant, settings, whole=severity.run_variant):
        row, document, errors = whole(variant, settings)
        row["findings"][0]["summary"] = "the time limit stopped the proof"
        return row, document, errors

    monkeypatch.setattr(severity, "run_variant", guarded)
    assert len(run(paper())[1]) == 2
    monkeypatch.undo()
    assert len(run(paper())[1]) == 2 and run(paper())[1] == []


def test_a_cache_of_another_version_or_another_folder_is_said_and_left_alone(run, tmp_path):
    (tmp_path / "cache").mkdir()
    mark = tmp_path / "cache" / cached.MARK
    for content, words in (('{"schema": "claimcheck.cache/9"}', "another version (claimcheck.cache/9)"), ("{", "damaged"), ("[]", "damaged")):
        mark.write_text(content)
        _, decided, said = run(paper())
        assert len(decided) == 2 and words in said[0] and mark.read_text() == content and len(list(mark.parent.iterdir())) == 1
    mark.rename(tmp_path / "cache" / "thesis.tex")
    assert "holds something else than a cache" in run(paper())[2][0]


def test_a_disk_that_is_full_costs_the_cache_and_not_the_run(run, tmp_path, monkeypatch):
    whole = Path.write_text

    def full(path, *args, **kwargs):
        if "findings" in path.parts:
            raise OSError(28, "No space left on device")
        return whole(path, *args, **kwargs)

    monkeypatch.setattr(Path, "write_text", full)
    rows, _, said = run(paper())
    assert [row["status"] for row in rows] == ["PROVED", "REFUTED"] and len(said) == 1 and "No space left on device: what was found since is not kept" in said[0]


def test_prune_keeps_what_this_version_uses(run, tmp_path, monkeypatch):
    run(paper())
    cache = Cache(tmp_path / "cache")
    assert len(list(cache.held())) == 2 and cache.prune() == 0
    next(cache.held()).path.write_text("nonsense")
    left = tmp_path / "cache" / "findings" / "00"
    left.mkdir(exist_ok=True)
    (left / ".half.json.1").write_text("")
    os.utime(left / ".half.json.1", (0, 0))
    assert cache.prune() == 1 and not list(left.glob(".*")) and len(list(cache.held())) == 1
    os.utime(next(cache.held()).path, (0, 0))
    assert cache.prune(days=1) == 1 and not list(cache.held())
    run(paper())
    monkeypatch.setattr(sources, "of_engines", lambda: "another")
    assert cache.prune() == 2


def test_what_is_left_out_of_the_digest_is_reached_by_no_import_of_what_decides():
    root = Path(verify.__file__).parent
    seen, ahead = set(), [root / label for label in sources.DECIDES]
    while ahead:
        path = ahead.pop()
        if path in seen:
            continue
        seen.add(path)
        for name in imported(path, root):
            place = root.parent.joinpath(*name.split("."))
            ahead += [p for p in (place.with_suffix(".py"), place / "__init__.py") if p.exists()]
    labels = {path.relative_to(root).as_posix() for path in seen}
    assert len(labels) > 60 and all(sources.counts(label) or label == "run/__init__.py" for label in labels), sorted(label for label in labels if not sources.counts(label))
    assert not sources.counts("report/html.py") and not sources.counts("run/runner.py") and sources.counts("engines/search/hunting.py")


def imported(path, root):
    """Modules of the package that a file may import, wherever it does so, with the packages around them."""
    here = path.relative_to(root.parent).with_suffix("").parts
    names = {".".join(here[:k]) for k in range(1, len(here))}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("verify."):
            names.add(node.value)
    return {name for name in names if name.partition(".")[0] == "verify"}
