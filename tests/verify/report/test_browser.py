"""The report in headless Chromium: ``pytest -m browser``. Pictures are left in the folder ``CLAIMCHECK_SCREENSHOTS``, else where pytest keeps what a test writes.

``CLAIMCHECK_REPORT`` names the report of a complete audit of the four papers, on whose pages the same is asked as on those of the invented paper.
"""

import json
import os
import re
from pathlib import Path

import pytest
from chromium import FIRST_SCREEN, TAB_STOPS, WIDER, Chromium

from verify.report import write_report

pytestmark = pytest.mark.browser
SIZES = {"wide": (1280, 800), "phone": (390, 844)}
FIRST_PAINT = "new Promise((done) => setTimeout(() => done(Math.max(0, ...performance.getEntriesByType('paint').map((one) => one.startTime))), 300))"


WIDER_THAN_COLUMN = """(() => {
  document.querySelectorAll('details').forEach((one) => { one.open = true; });
  return new Promise((done) => setTimeout(() => done([...document.querySelectorAll('.line .formula, .changes td > div')].filter((one) => one.scrollWidth > one.clientWidth + 1).length), 200));
})()"""
"""Formulas that are wider than their column, once all that is folded is open and its formulas have been fitted."""


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    opened = Chromium(tmp_path_factory.mktemp("profile"))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def invented(tmp_path_factory, records):
    folder = tmp_path_factory.mktemp("results")
    results, claims, certificates = records
    (folder / "results.json").write_text(json.dumps(results))
    (folder / "claims.json").write_text(json.dumps(claims))
    (folder / "certificates").mkdir()
    for name, content in certificates.items():
        (folder / "certificates" / name).write_text(json.dumps(content))
    write_report(folder, earlier=folder)
    write_report(folder, single_file=True, formats=["html"])
    return folder / "report"


@pytest.fixture(scope="module", params=["invented", "complete"])
def report(request, invented):
    complete = os.environ.get("CLAIMCHECK_REPORT", "")
    if request.param == "complete" and not complete:
        pytest.skip("CLAIMCHECK_REPORT names no report")
    return invented if request.param == "invented" else Path(complete)


@pytest.fixture(scope="module")
def pictures(tmp_path_factory):
    return Path(os.environ.get("CLAIMCHECK_SCREENSHOTS") or tmp_path_factory.mktemp("pictures"))


def looked_at(report):
    """The overview, every paper, and claims of each judgement."""
    papers = sorted((report / "papers").glob("*.html"))
    words = {}
    for page in papers:
        for claim, word in re.findall(r'data-claim="([^"]+)"[^>]*data-judgement="([^"]+)"', page.read_text()):
            words.setdefault(word, "claims/" + claim.replace("/", "__") + ".html")
    return ["index.html", *(f"papers/{page.name}" for page in papers), *(path for path in words.values() if (report / path).exists())]


def left(browser):
    """Ids of the list of claims that are not filtered out."""
    return set(browser.ask("[...document.querySelectorAll('.items li[data-paper]:not(.out)')].map((one) => one.dataset.claim)"))


def test_pages_fit_a_phone_and_a_screen_in_light_and_dark_without_a_word_on_the_console(browser, report, pictures):
    for path in looked_at(report):
        for name, (width, height) in SIZES.items():
            for dark in (False, True):
                browser.open((report / path).as_uri(), width=width, height=height, dark=dark)
                target = pictures / f"{report.parent.name}-{Path(path).stem}-{name}-{'dark' if dark else 'light'}.png"
                browser.picture(target)
                assert target.stat().st_size > 10_000
                browser.ask("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
                assert browser.ask("document.documentElement.scrollWidth") <= width, (path, name)
                assert browser.ask(WIDER) == 0, (path, name)
    assert browser.complaints == []


def test_no_formula_is_wider_than_its_column_on_a_phone(browser, report):
    for path in looked_at(report):
        browser.open((report / path).as_uri(), width=390, height=844)
        assert browser.ask(WIDER_THAN_COLUMN) == 0, path


def test_the_overview_is_short_and_soon_there(browser, report):
    browser.open((report / "index.html").as_uri())
    assert browser.ask("document.documentElement.scrollHeight") <= 3000
    assert browser.ask(TAB_STOPS) <= 150
    print(f"first paint of {report}: {browser.ask(FIRST_PAINT):.0f} ms")  # told, and decides nothing


def test_the_first_screen_of_a_paper_names_each_theorem_and_proposition_that_fails(browser, report):
    page = report / "papers" / ("wdp.html" if (report / "papers" / "wdp.html").exists() else "toy.html")
    rows = re.findall(r'<tr><th scope="row"><a [^>]*>([^<]+)</a>.*?<span class="judged [^"]*">([^<]+)</span>', page.read_text(), re.DOTALL)
    failing = {name for name, word in rows if word.startswith("fails") and name.split(" ")[0] in ("Theorem", "Proposition")}
    browser.open(page.as_uri())
    seen = browser.ask(FIRST_SCREEN)
    assert failing and all(re.search(rf"{re.escape(name)}(?![\d.])", seen) for name in failing), failing


def test_the_skip_link_skips(browser, invented):
    browser.open((invented / "claims" / "toy__prop-7.html").as_uri())
    browser.ask("document.querySelector('.skip').click()")
    assert browser.ask("document.activeElement.id") == "content"


def test_filters_leave_what_fits_and_say_how_much(browser, invented, records):
    address = (invented / "papers" / "toy.html").as_uri()
    every = {item["id"] for item in records[1]["papers"][0]["items"]}
    browser.open(address)
    assert left(browser) == every and not browser.ask("document.querySelector('form.filter').hidden || document.querySelector('.every').open")
    browser.open(address + "?words=laplace")
    assert left(browser) == {"toy/prop-7", "toy/prop-7.repair-1"} and browser.ask("document.querySelector('output').textContent") == f"2 of {len(every)} claims"
    assert browser.ask("document.querySelector('.every').open")
    browser.open(address + "?status=REFUTED&whole=1")
    assert left(browser) == {"toy/prop-7", "toy/prop-6", "toy/thm-1"}
    for nothing in ("words=nothing-of-this-name", "changed=1", "substantive=1"):
        browser.open(f"{address}?{nothing}")
        assert left(browser) == set()
    browser.open((invented / "report.html").as_uri() + "?status=PROVED")
    assert left(browser) == {"toy/prop-1", "toy/prop-6", "toy/prop-7.repair-1"}
