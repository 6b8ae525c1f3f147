"""The list of side conditions is up to date: ``python -m benchmarks.conditions`` asks whether the searches notice each of them when it is off."""

import ast
import subprocess
import sys
from collections import Counter

import pytest
from conditions import CONDITIONS, ROOT
from guarding import GUARDING
from guarding_boxes import GUARDING as OF_BOXES
from no_value import statements

from benchmarks.conditions import noticed, wrong
from benchmarks.generated import ENGINES, TimeUp, guarded
from verify import semantics
from verify.claims.show import text


@pytest.mark.parametrize("file", sorted({c.file for c in CONDITIONS}))
def test_each_condition_stands_once_in_its_file_and_the_file_without_it_is_still_a_program(file):
    source = (ROOT / file).read_text(encoding="utf-8")
    for condition in (c for c in CONDITIONS if c.file == file):
        assert source.count(condition.text) == 1, f"{condition.guards}: {source.count(condition.text)} times in {file}: {condition.text}"
        ast.parse(source.replace(condition.text, condition.off))


def test_there_are_many_conditions_each_with_what_it_guards():
    assert len(CONDITIONS) >= 100
    assert all(c.guards and c.text != c.off for c in CONDITIONS)
    assert max(Counter((c.file, c.text, c.off) for c in CONDITIONS).values()) == 1
    assert sum(bool(c.needless) for c in CONDITIONS) <= len(CONDITIONS) // 10


@pytest.mark.parametrize("asked", ["boxes", "ranges", "evaluator", "checker"])
def test_no_forged_evidence_is_confirmed_and_no_instance_misjudged_where_a_side_condition_stands(asked):
    core = [made for made in statements() if made.family.startswith("core")]
    found = [(text(made.variant.formula), why) for made in core[::12] if (why := wrong(asked, made.variant, made.at))]
    assert not found, f"{len(found)}: {found[:3]}"


def test_what_guards_a_condition_is_untrue_at_its_instance_and_no_engine_proves_it():
    found = []
    for variant, at in {v.digest: (v, dict(row.at)) for row in GUARDING for v in row.claim.variants()}.values():
        if semantics.judge(variant.formula, at, 4) & {semantics.TRUE, semantics.OUTSIDE}:
            found.append(f"not untrue at {at}: {text(variant.formula)}")
        for engine in sorted(ENGINES.keys() - {"run"}):  # which asks the others
            try:
                with guarded(4.0):
                    found += [f"{engine} proves {text(variant.formula)}" for finding in ENGINES[engine](variant) if str(finding.status) == "PROVED"]
            except TimeUp:
                continue
    assert not found, found


def test_each_condition_of_derivations_and_each_that_a_statement_guards_is_noticed_when_it_is_off():
    by_statement = {(row.asked, row.text) for row in GUARDING}
    chosen = [str(k) for k, c in enumerate(CONDITIONS) if not c.needless and (c.asked == "derivation" or (c.asked, c.text) in by_statement)]
    asked = [sys.executable, "-m", "benchmarks.conditions", "--seconds", "0", "--only", *chosen]  # a process that keeps nothing of what was asked before
    told = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert f"{len(chosen)} of {len(chosen)} conditions are noticed" in told, [line for line in told.splitlines() if "not noticed" in line]


@pytest.mark.parametrize("row", OF_BOXES, ids=lambda row: f"{row.asked}: {row.claim.source.item}")
def test_a_statement_notices_that_a_condition_of_boxes_or_evaluators_is_off(row):
    (condition,) = [c for c in CONDITIONS if (c.asked, c.text) == (row.asked, row.text)]
    assert not condition.needless and noticed(condition, 0) is not None
