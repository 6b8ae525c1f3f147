"""The report in headless Chromium: ``pytest -m browser``. Screenshots are left in the folder ``CLAIMCHECK_SCREENSHOTS``, where that is set."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from verify.report import write_report

pytestmark = pytest.mark.browser
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="module")
def chromium(tmp_path_factory):
    program = next((found for name in PROGRAMS if (found := shutil.which(name))), None)
    assert program, f"none of {', '.join(PROGRAMS)} is installed"

    def call(*options, url):
        fixed = ("--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--enable-logging=stderr", f"--user-data-dir={tmp_path_factory.mktemp('profile')}")
        answer = subprocess.run([program, *fixed, *options, url], capture_output=True, text=True, timeout=300, check=False)
        complaints = [line for line in answer.stderr.splitlines() if "CONSOLE" in line]
        assert complaints == [], complaints
        return answer.stdout

    return call


@pytest.fixture(scope="module")
def report(tmp_path_factory, records):
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


def left(page):
    """Ids of the list of claims that are not filtered out."""
    tags = [dict(re.findall(r'([\w-]+)="([^"]*)"', tag)) for tag in re.findall(r"<li [^>]*data-paper[^>]*>", page)]
    return {tag["data-claim"] for tag in tags if "out" not in tag.get("class", "").split()}


def test_pages_load_without_a_word_on_the_console(chromium, report):
    for path in ("index.html", "papers/toy.html", "claims/toy__prop-7.html", "claims/toy__thm-1.html", "report.html"):
        assert "</html>" in chromium("--dump-dom", url=(report / path).as_uri())


def test_filters_leave_what_fits_and_say_how_much(chromium, report, records):
    address = (report / "papers" / "toy.html").as_uri()
    every = {item["id"] for item in records[1]["papers"][0]["items"]}
    page = chromium("--dump-dom", url=address)
    assert left(page) == every and 'role="search" aria-label="Find claims">' in page
    page = chromium("--dump-dom", url=address + "?words=laplace")
    assert left(page) == {"toy/prop-7", "toy/prop-7.repair-1"} and f"2 of {len(every)} claims" in page
    page = chromium("--dump-dom", url=address + "?status=REFUTED&whole=1")
    assert left(page) == {"toy/prop-7", "toy/prop-6", "toy/thm-1"}
    assert left(chromium("--dump-dom", url=address + "?words=nothing-of-this-name")) == set()
    single = chromium("--dump-dom", url=(report / "report.html").as_uri() + "?status=PROVED")
    assert left(single) == {"toy/prop-1", "toy/prop-6", "toy/prop-7.repair-1"}


@pytest.mark.parametrize(("name", "size", "options"), [("wide", "1200,1600", ()), ("phone", "500,1600", ()), ("dark", "1200,1600", ("--blink-settings=preferredColorScheme=0",))])
def test_screenshots_show_more_than_one_colour(chromium, report, tmp_path, name, size, options):
    folder = Path(os.environ.get("CLAIMCHECK_SCREENSHOTS", tmp_path))
    for path in ("index.html", "papers/toy.html", "claims/toy__prop-7.html"):
        target = folder / f"{name}-{Path(path).stem}.png"
        chromium(f"--window-size={size}", "--hide-scrollbars", *options, f"--screenshot={target}", url=(report / path).as_uri())
        assert target.stat().st_size > 20_000
