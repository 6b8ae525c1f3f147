"""How well an item holds, on the command line and on the pages: as well as the weakest of its parts."""

import re
from html import unescape

import pytest

from verify.cli.judging import judged
from verify.report import render_markdown
from verify.report.html import render_single_file
from verify.run.store import CLAIMS, RESULTS

PROVED = {"status": "PROVED", "coverage": None, "power": None}
THIN = {"status": "SUPPORTED", "coverage": {"decided": 901}, "power": {"kinds": {"factor": "1/1000", "argument": ""}, "smallest_noticed": "1/1000"}}


def stored(*links):
    """The records of a paper with one chain."""
    variants = [{"part": f"link-{k}", "reading": "main", "reading_choices": {}, "reading_text": "", "statement_text": "x <= y", "digest": str(k),
                 "statement_latex": {"forall": [], "given": [], "states": "x"}} for k, _ in enumerate(links, 1)]
    items = [{"id": "p/chain", "title": "Chain", "kind": "inequality", "source": {"item": "Lemma 1"}, "part_of": "", "variants": variants}]
    rows = [{"id": "p/chain", "part": variant["part"], "reading": "main", "summary": "", "certificate": None, "findings": [], "uses": [], **of}
            for variant, of in zip(variants, links, strict=True)]
    return {"schema": RESULTS, "results": rows, "run": {}}, {"schema": CLAIMS, "papers": [{"id": "p", "title": "P", "items": items}]}


@pytest.mark.parametrize("proved_first", [True, False])
def test_a_chain_with_a_link_that_is_only_tested_is_nowhere_said_to_be_proved(proved_first):
    results, claims = stored(*((PROVED, THIN) if proved_first else (THIN, PROVED)))
    weak, strong = ("link-2", "link-1") if proved_first else ("link-1", "link-2")
    told = f"thinly tested ({weak}), at 901 or more instances; of the errors planted in the claimed side, a factor of 10 % inside a function was not noticed; {strong} is proved"
    assert judged({"p": claims["papers"][0]}, ["p/chain"], {"p/chain": results["results"]})["p/chain"].sentence == f"holds: {told}"
    page, text = (render(results, claims, {}) for render in (render_single_file, render_markdown))
    assert told in unescape(re.sub("<[^>]*>", "", page)) and told in text.replace("\\", "")
    assert "holds: proved" not in page + text and "**holds**: proved" not in text
