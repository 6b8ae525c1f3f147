"""The Markdown has well formed tables, escapes what it shows, and tells the same verdicts."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from verify.report import render_markdown
from verify.report.markdown import code, escape


@pytest.fixture(scope="module")
def text(records):
    return render_markdown(*records)


def outside_fences(text: str) -> list[str]:
    lines, fence = [], ""
    for line in text.splitlines():
        if fence:
            fence = "" if line.strip() == fence else fence
        elif match := re.match(r"(`{3,})text$", line):
            fence = match[1]
        else:
            lines.append(line)
    assert fence == ""
    return lines


def test_every_table_has_a_rule_and_rows_of_one_width(text):
    tables: list[list[str]] = [[]]
    for line in outside_fences(text):
        if line.startswith("|"):
            tables[-1].append(line)
        elif tables[-1]:
            tables.append([])
    tables = [table for table in tables if table]
    assert len(tables) > 5
    for table in tables:
        widths = {len(re.findall(r"(?<!\\)\|", row)) for row in table}
        assert len(widths) == 1, table[:3]
        assert re.fullmatch(r"\|( --- \|)+", table[1])


def test_a_table_has_an_empty_line_before_and_after(text):
    lines = outside_fences(text)
    for before, line in pairwise(lines):
        if line.startswith("|") and not before.startswith("|"):
            assert before == ""
        if before.startswith("|") and not line.startswith("|"):
            assert line == ""


def test_hostile_text_stays_text(text):
    assert "<script" not in re.sub(r"(`+)[^\n]*?[^`]\1(?!`)", "", "\n".join(outside_fences(text)))
    assert escape("<b> a|b *c* [d](e)\n# f & g") == r"&lt;b&gt; a\|b \*c\* \[d\](e) \# f &amp; g"
    assert code("a`b``c") == "```a`b``c```"
    assert code("`a|b") == "`` `a¦b ``"


def test_every_claim_and_every_verdict_is_told(text, records):
    for item in records[1]["papers"][0]["items"]:
        assert f"`{item['id']}`" in text
    for row in records[0]["results"]:
        assert row["reading"] in text or row["reading"].startswith("<script>")
    assert "| **REFUTED** | 19 | 4 | 1 |" in text
    assert "the measured value is 1, not ≤ the claimed 0.36787944…" in text
    assert "| where coins: “shared” and norm: “l1” or “order” | **REFUTED** | 16 of 96 |" in text


def test_a_missing_certificate_is_named(text):
    assert "`toy__eq-26__main__main.json` (missing)" in text


def test_the_same_records_give_the_same_text(text, records):
    assert render_markdown(*records) == text
