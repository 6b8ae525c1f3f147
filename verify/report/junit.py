"""JUnit XML for dashboards: a suite for each paper, a case for each statement.

What differs from the record is a failure; of a paper without a record, what is refuted. UNDECIDED and NOT_CHECKED are skipped and say so: neither counts as passed.
A statement that met an error is an error.
"""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from verify.report.model import Audit, Item, Paper, Verdict
from verify.report.recorded import NO_RECORD, Comparison

SKIPPED = ("UNDECIDED", "NOT_CHECKED")


def render_junit(audit: Audit, record: Comparison = NO_RECORD) -> str:
    """The XML document."""
    root = Element("testsuites", name="claimcheck")
    for paper in audit.papers:
        _suite(root, paper, record)
    for name in ("tests", "failures", "errors", "skipped"):
        root.set(name, str(sum(int(suite.get(name, "0")) for suite in root)))
    indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _suite(root: Element, paper: Paper, record: Comparison) -> None:
    suite = SubElement(root, "testsuite", name=_plain(paper.id))
    for item in paper.items:
        for verdict in item.verdicts:
            _case(suite, item, verdict, record.failure(verdict))
        if not item.verdicts:
            case = SubElement(suite, "testcase", classname=_plain(item.id), name="main", time="0")
            SubElement(case, "skipped", message="no result")
    suite.set("tests", str(len(suite)))
    for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(name, str(sum(case.find(tag) is not None for case in suite)))


def _case(suite: Element, item: Item, verdict: Verdict, failure: str) -> None:
    label = " ".join(word for word in (verdict.part, verdict.reading) if word != "main") or "main"
    case = SubElement(suite, "testcase", classname=_plain(item.id), name=_plain(label), time=_plain(verdict.seconds or "0"))
    if item.declared[0]:
        case.set("file", _plain(item.declared[0]))
        case.set("line", str(item.declared[1]))
    message = _plain(f"{verdict.status}: {verdict.told}")
    if verdict.errors:
        SubElement(case, "error", message=_plain(verdict.errors[0]))
    elif failure:
        SubElement(case, "failure", message=_plain(failure), type=verdict.status).text = _plain(f"{item.title}\n{verdict.command}")
    elif verdict.status in SKIPPED:
        SubElement(case, "skipped", message=message)
    else:
        SubElement(case, "system-out").text = message


def _plain(text: str) -> str:
    """Text that XML 1.0 can hold."""
    return re.sub(r"[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\U00010000-\U0010FFFF]", "\N{REPLACEMENT CHARACTER}", text)


__all__ = ["render_junit"]
