"""The pages parse, their links resolve, stored text stays text, and nothing that is stored disappears."""

from __future__ import annotations

import copy
import json
import posixpath
import re
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote

import pytest

from verify.evidence.judgement import WORDS
from verify.report import ReportError, drawing, render_html, render_single_file, write_report
from verify.report.arranged import audit
from verify.report.html import slug

VOID = {"meta", "link", "br", "hr", "img", "input"}


class Page(HTMLParser):
    """Checks the nesting of a page and collects its links, anchors, tags and text."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.links: list[str] = []
        self.anchors: list[str] = []
        self.tags: list[str] = []
        self.words: list[str] = []
        self.headings: list[int] = []
        self.attributes: set[str] = set()
        self.feed(text)
        self.close()
        assert self.open == [], f"never closed: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        found = dict(attrs)
        assert len(found) == len(attrs), f"an attribute of {tag} is written twice"
        self.links += [str(found[name]) for name in ("href", "src") if name in found]
        self.attributes |= set(found)
        self.anchors += [str(found["id"])] if "id" in found else []
        if re.fullmatch(r"h\d", tag):
            self.headings.append(int(tag[1]))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1:] == [tag], f"</{tag}> closes {self.open[-3:]}"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", " ".join(self.words))


@pytest.fixture(scope="module")
def pages(records):
    return render_html(*records)


PAPER = "papers/toy.html"


@pytest.fixture(scope="module")
def parsed(pages):
    return {name: Page(text) for name, text in pages.items() if name.endswith(".html")}


def test_every_listed_claim_has_a_page_and_the_page_of_its_paper_names_it(records, pages, parsed):
    items = records[1]["papers"][0]["items"]
    assert len(items) == sum(name.startswith("claims/") for name in pages)
    for item in items:
        assert f"claims/{slug(item['id'])}.html" in pages
        assert item["id"] in parsed[PAPER].text


def test_every_page_is_balanced_and_each_anchor_is_unique(parsed, records):
    for page in [*parsed.values(), Page(render_single_file(*records))]:
        assert len(page.anchors) == len(set(page.anchors))


def test_headings_never_skip_a_level_downwards(parsed, records):
    for page in [*parsed.values(), Page(render_single_file(*records))]:
        assert page.headings[0] == 1
        assert page.headings.count(1) == 1
        assert all(after <= before + 1 for before, after in pairwise(page.headings))


def test_every_internal_link_of_the_pages_resolves(records, pages, parsed):
    stored = {f"certificates/{name}" for name in records[2]}
    known = {f"report/{name}" for name in (*pages, *stored)}
    for name, page in parsed.items():
        assert page.links
        for link in page.links:
            path, _, anchor = link.partition("#")
            target = (
                posixpath.normpath(posixpath.join("report", posixpath.dirname(name), unquote(path)))
                if path
                else f"report/{name}"
            )
            assert target in known, f"{name}: {link}"
            if anchor:
                assert anchor in parsed[target.removeprefix("report/")].anchors


def test_the_single_file_refers_to_nothing_outside_itself(records):
    text = render_single_file(*records)
    page = Page(text)
    assert page.links
    assert all(link.startswith("#") and link[1:] in page.anchors for link in page.links)
    assert not {"link", "img", "iframe"} & set(page.tags) and page.tags.count("script") == 2 and "src" not in page.attributes
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "url(" not in text
    assert "@import" not in text


def test_no_page_needs_a_script(pages, parsed):
    """Scripts are our own: the page of a paper has a filter, which is hidden until it runs, and nothing else is; on the page of a claim wide formulas are set smaller."""
    assert {name for name, page in parsed.items() if "script" in page.tags} == {PAPER, *(name for name in parsed if name.startswith("claims/"))}
    assert parsed[PAPER].tags.count("script") == 1 and '<script src="../filter.js"></script>' in pages[PAPER]
    assert re.findall(r"<(\w+)[^>]* hidden>", pages[PAPER]) == ["form"]
    for name, page in parsed.items():
        if name.startswith("claims/"):
            assert page.tags.count("script") == 1 and '<script src="../fit.js"></script>' in pages[name] and " hidden>" not in pages[name]


def test_the_filter_knows_the_verdicts_of_every_claim(pages, records):
    listed = dict(re.findall(r'data-claim="([^"]+)" data-paper="toy" data-statuses="([^"]+)"', pages[PAPER]))
    assert set(listed) == {item["id"] for item in records[1]["papers"][0]["items"]}
    assert listed["toy/prop-7"] == "REFUTED SUPPORTED" and listed["toy/text-1"] == "no result"


def test_what_a_claim_rests_on_is_drawn_with_links_and_words(pages):
    (drawn,) = re.findall(r"<svg class=\"graph\".*?</svg>", pages["claims/toy__thm-1.html"], re.DOTALL)
    assert 'aria-label="toy/thm-1 rests on toy/prop-6, toy/gone, toy/eq-25, toy/eq-26; on it rest nothing"' in drawn
    assert '<a href="toy__prop-6.html">' in drawn and 'href="toy__gone' not in drawn
    assert drawn.count("stroke-dasharray") == 2
    assert "<svg" not in pages["claims/toy__def-9.html"]


def test_an_enclosed_constant_is_drawn_against_the_claimed_bound():
    text = drawing.constant({"ratio_at_least": "1.2262", "ratio_at_most": "1.2263"})
    assert "Best constant for measured / claimed: between 1.2262 and 1.2263; the claimed bound is 1" in text and "var(--refuted" in text
    assert "var(--proved" in drawing.constant({"ratio_at_least": "1/2", "ratio_at_most": "1"})
    assert drawing.constant({"ratio_at_least": "1/2"}) == ""
    with pytest.raises(ValueError, match="positive"):
        drawing.constant({"ratio_at_least": "2", "ratio_at_most": "1"})


def test_what_changed_since_an_earlier_run_is_on_the_overview(records, folder, tmp_path_factory):
    earlier = tmp_path_factory.mktemp("earlier")
    rows = [dict(row, status="UNDECIDED") if row["id"] == "toy/prop-1" else row for row in records[0]["results"]]
    (earlier / "results.json").write_text(json.dumps({**records[0], "results": rows}))
    write_report(folder, earlier=earlier)
    page = Page((folder / "report" / "index.html").read_text())
    assert "1 verdict since the earlier run" in page.text and "1 changed since the earlier run" in page.text and "toy/prop-1 main ? UNDECIDED ✓ PROVED" in page.text
    write_report(folder)
    assert "changed since" not in (folder / "report" / "index.html").read_text()


def test_hostile_text_stays_text_everywhere(records):
    results, claims, certificates = copy.deepcopy(records)
    hostile = '"><script>alert(1)</script><img src=x onerror=y>&amp;'

    def poison(value, key=""):
        if isinstance(value, dict):
            return {name: poison(entry, name) for name, entry in value.items()}
        if isinstance(value, list):
            return [poison(entry, key) for entry in value]
        keep = ("schema", "status", "id", "part", "reading", "certificate")
        return f"{value}{hostile}" if isinstance(value, str) and key not in keep else value

    poisoned = poison(results), poison(claims), poison(certificates)
    poisoned[0]["results"][0]["id"] = f"toy/{hostile}"
    poisoned[0]["results"][0]["certificate"] = f"certificates/../{hostile}.json"
    for text in [*render_html(*poisoned).values(), render_single_file(*poisoned)]:
        if text.startswith("<!doctype"):
            page = Page(text)
            assert "img" not in page.tags and page.tags.count("script") == text.count('.js"></script>') + text.count('"use strict";')
            assert not any(name.startswith("on") for name in page.attributes)
            assert not any(link.startswith("javascript:") for link in page.links)


def test_counts_are_those_of_the_stored_rows_and_zero_is_shown(records, parsed):
    results = records[0]["results"]
    text = parsed[PAPER].text
    for status in ("REFUTED", "UNDECIDED", "SUPPORTED", "PROVED"):
        count = sum(row["status"] == status for row in results)
        assert re.search(rf"{status} {count} ", text), (status, count)
    empty = {**records[0], "results": [row for row in results if row["status"] == "PROVED"]}
    assert re.search(r"REFUTED 0 0 0 ", Page(render_html(empty, *records[1:])[PAPER]).text)


def test_a_claim_without_a_result_and_one_outside_the_audit_say_so(parsed):
    assert "These results hold nothing on this claim" in parsed["claims/toy__text-1.html"].text
    assert "Not checked: definition" in parsed["claims/toy__def-9.html"].text
    assert "UNDECIDED: budget: 2^18 boxes used" in parsed[PAPER].text


def test_numbered_results_come_first_the_gravest_before_the_others_with_the_steps_of_their_proofs(parsed):
    text = parsed[PAPER].text
    first, everything = text.index("Numbered results, the most serious first"), text.index("Every claim, in the paper's order")
    table = text[first:everything]
    words = re.findall(r"(?:Theorem|Proposition|Lemma|Corollary|Table|Figure) \d+ .*? (fails as printed|fails|depends|open|holds with a correction|holds)\b", table)
    assert len(words) > 2 and words == sorted(words, key=WORDS.index)
    assert "of its proof" in table and "Markov step" in table


def test_the_overview_names_the_results_that_fail_and_links_the_papers(records, parsed):
    results, claims, certificates = records
    text = parsed["index.html"].text
    assert "numbered results" in text and "papers/toy.html" in parsed["index.html"].links
    failing = [item for paper in audit(results, claims, certificates).papers for item in paper.numbered if item.failing]
    assert failing and all(item.label in text for item in failing)


def test_the_evidence_is_told_in_words_with_its_size(parsed):
    text = parsed["claims/toy__prop-7.html"].text
    assert "At λ = 1, μ = 1, Δ = 1, c = 3/2·2^(1/2) the measured value is 1, not ≤ the claimed 0.36787944…" in text
    assert "(2.718… times the claimed); margin 0.63212055…" in text
    assert "0.36787944117144232159552" in text
    assert "2.121320343…" in text
    for stored in (
        "93 %",
        "corners missed",
        "mu = oo",
        "claimed side times 99/100: refuted",
        "2.7182818…",
        "holds where Delta",
        "ball arithmetic",
        "toy__prop-7__main__transport.json",
        "3f9c3f9c",
        "claimcheck run toy/prop-7 --reading transport --effort standard --seed 0",
    ):
        assert stored in text, stored


def test_laws_of_an_instance_stand_as_points_and_weights(parsed):
    text = parsed["claims/toy__prop-6.html"].text
    assert re.search(r"P point weight decimal 0 1/3 0.3333333333… 1 2/3 0.6666666666…", text)
    assert re.search(r"1/7 1/4 0.25", text)
    assert re.search(r"input point weight D 0 1/3 1 2/3 D′ 0 1 1 0", text)


def test_ninety_six_readings_fold_to_a_short_list_and_none_is_lost(pages, parsed, records):
    text = parsed["claims/toy__prop-6.html"].text
    assert "where coins: “shared” and norm: “l1” or “order” (16 of 96 readings)" in text
    assert "where coins: “independent” (64 of 96 readings)" in text
    assert pages["claims/toy__prop-6.html"].count(">file</a>") == sum(
        name.startswith("toy__prop-6__") for name in records[2]
    )
    assert len(pages["claims/toy__prop-6.html"]) < 100_000


def test_parts_that_are_decided_alike_are_folded_under_the_one_that_is_shown(records):
    results, claims, certificates = copy.deepcopy(records)
    item = next(one for one in claims["papers"][0]["items"] if one["id"] == "toy/prop-7")
    rows = [row for row in results["results"] if row["id"] == "toy/prop-7"]
    for name in ("second", "third"):
        item["variants"] += [{**one, "part": name} for one in item["variants"] if one["part"] == rows[0]["part"]]
        results["results"] += [{**row, "part": name, "certificate": ""} for row in rows if row["part"] == rows[0]["part"]]
    shown = next(one for one in audit(results, claims, certificates).items if one.id == "toy/prop-7")
    assert [[part.name for part in group] for group in shown.alike] == [[rows[0]["part"], "second", "third"]]
    text = Page(render_html(results, claims, certificates)["claims/toy__prop-7.html"]).text
    assert f"2 more parts are decided like {rows[0]['part']}: second and third" in text


def test_each_choice_shows_the_lines_that_it_changes(parsed):
    text = parsed["claims/toy__prop-6.html"].text
    assert "What coins changes" in text
    assert "What norm changes" in text
    assert "l1; or linf; or order" in text
    assert "What adjacency changes" not in text


def test_a_theorem_names_its_refuted_step_and_the_path_to_a_refuted_claim(parsed):
    text = parsed["claims/toy__thm-1.html"].text
    assert re.search(r"The printed proof broken at eq. 25, which fails", text)
    assert re.search(r"Rests on a refuted claim: toy/thm-1 → toy/prop-6", text)
    path = parsed["claims/toy__prop-7.html"].text
    assert re.search(r"toy/prop-7 → toy/eq-25 → toy/prop-6", path)
    assert "toy/gone not in this report" in text


def test_a_formula_that_cannot_be_converted_is_shown_as_text(parsed):
    page = parsed["claims/toy__eq-26.html"]
    assert "math" not in page.tags
    assert "W_μ(P, Q) ≤ Δ/λ" in page.text


def test_a_missing_certificate_is_named(parsed):
    assert "toy__eq-26__main__main.json" in parsed["index.html"].text
    assert "it is not in the folder" in parsed["claims/toy__eq-26.html"].text


def test_a_certificate_of_another_claim_is_named(records):
    results, claims, certificates = copy.deepcopy(records)
    certificates["toy__prop-1__main__main.json"]["claim"] = "toy/other"
    text = Page(render_html(results, claims, certificates)["claims/toy__prop-1.html"]).text
    assert "it speaks of another claim, part or reading: toy/other, main, main" in text


def test_an_error_of_the_run_stands_on_the_overview_and_on_its_claim(parsed):
    for name in ("index.html", "claims/toy__thm-1.html"):
        assert "no enclosure for <besselj>" in parsed[name].text


def test_a_result_on_an_unlisted_id_is_shown(records):
    results, claims, certificates = copy.deepcopy(records)
    results["results"][0]["id"] = "other/prop-1"
    pages = render_html(results, claims, certificates)
    assert "the list of claims does not" in Page(pages["claims/other__prop-1.html"]).text


def test_the_strip_has_a_text_for_each_claim(pages, records):
    labels = re.findall(r'title="[^"]*" aria-label="([^"]*)"><span', pages[PAPER])
    assert len(labels) == len(records[1]["papers"][0]["items"])
    assert "toy/prop-7 Laplace mechanism: 1 of 2 REFUTED, 1 of 2 SUPPORTED" in labels


def test_the_same_records_give_the_same_pages(records):
    assert render_html(*records) == render_html(*copy.deepcopy(records))


@pytest.mark.parametrize("scheme", [0, 1])
def test_text_and_status_colours_have_a_contrast_of_at_least_four_and_a_half(pages, scheme):
    blocks = re.findall(r":root \{(.*?)\}", pages["style.css"], flags=re.DOTALL)
    colours = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", blocks[scheme]))
    pairs = [(front, back) for front in ("ink", "quiet", "link", "problem") for back in ("paper", "panel")]
    pairs += [("on", status) for status in ("proved", "refuted", "supported", "undecided", "not-checked")] + [
        ("on-no-result", "no-result")
    ]
    for front, back in pairs:
        assert contrast(colours[front], colours[back]) >= 4.5, (front, back)


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, 1 to 21 (WCAG 2.1, relative luminance)."""

    def luminance(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda results, claims: results.update(schema="claimcheck.results/9"),
            r"results.json: schema must be claimcheck.results/2, got schema=claimcheck.results/9",
        ),
        (lambda results, claims: claims.pop("schema"), r"claims.json: schema must be"),
        (
            lambda results, claims: results["results"][0].update(status="FINE"),
            r"toy/prop-1: status must be one of .*, got status=FINE",
        ),
        (lambda results, claims: results.update(results="none"), r"results must be a list of objects"),
        (lambda results, claims: results["results"][0].pop("id"), r"result 0 must have an id"),
    ],
)
def test_records_of_another_shape_are_refused_in_words(records, change, message):
    results, claims, certificates = copy.deepcopy(records)
    change(results, claims)
    with pytest.raises(ReportError, match=message):
        render_html(results, claims, certificates)


def test_write_report_puts_the_page_to_open_first(folder):
    written = write_report(folder)
    assert written[0] == folder / "report" / "index.html"
    assert all(path.is_file() for path in written)
    assert (folder / "report" / "report.md") in written
    assert not list((folder / "report").rglob(".*"))


def test_write_report_merges_everything_into_one_file(folder):
    assert write_report(folder, single_file=True, formats=("html",)) == [folder / "report" / "report.html"]


def test_an_unreadable_certificate_is_named_and_stops_nothing(folder):
    (folder / "certificates" / "toy__prop-1__main__main.json").write_text("{")
    write_report(folder)
    assert "the certificate certificates/toy__prop-1__main__main.json cannot be read" in (folder / "report" / "claims" / "toy__prop-1.html").read_text()


@pytest.mark.parametrize("damage", [
    lambda folder, row: row.update(certificate=None),
    lambda folder, row: row.update(status="REFUTED"),
    lambda folder, row: (folder / row["certificate"]).unlink(),
    lambda folder, row: row.update(certificate="certificates/toy__prop-7.repair-1__main__main.json"),
])
def test_a_verdict_that_no_certificate_bears_out_is_shown_nowhere(folder, damage):
    stored = json.loads((folder / "results.json").read_text())
    row = next(row for row in stored["results"] if row["id"] == "toy/prop-1")
    damage(folder, row)
    (folder / "results.json").write_text(json.dumps(stored))
    write_report(folder, formats=("html", "json"))
    items = [item for paper in json.loads((folder / "report" / "report.json").read_text())["papers"] for item in paper["items"]]
    (told,) = next(item["verdicts"] for item in items if item["id"] == "toy/prop-1")
    assert told["status"] == "UNDECIDED" and told["told"].startswith("no verdict: ") and told["certificate"] is None
    page = (folder / "report" / "claims" / "toy__prop-1.html").read_text()
    assert "no verdict: " in page and "same canonical form" not in page


def test_a_page_of_a_claim_that_is_gone_is_removed_and_a_foreign_page_is_kept(folder):
    write_report(folder)
    foreign = folder / "report" / "claims" / "mine.html"
    foreign.write_text("<p>mine</p>")
    for name in ("results.json", "claims.json"):
        Path(folder / name).write_text((folder / name).read_text().replace("toy/text-1", "toy/text-9"))
    write_report(folder)
    assert not (folder / "report" / "claims" / "toy__text-1.html").exists()
    assert (folder / "report" / "claims" / "toy__text-9.html").exists()
    assert foreign.exists()


def test_a_damaged_results_file_leaves_the_old_report_as_it_was(folder):
    write_report(folder)
    before = (folder / "report" / "index.html").read_bytes()
    (folder / "results.json").write_text(json.dumps([]))
    with pytest.raises(ReportError, match=r"results\.json: must be a JSON object, got list"):
        write_report(folder)
    (folder / "results.json").write_text('{"schema"')
    with pytest.raises(ReportError, match=r"results.json: must be readable JSON, got .*; run the audit again"):
        write_report(folder)
    (folder / "results.json").unlink()
    with pytest.raises(ReportError, match=r"results\.json: must exist"):
        write_report(folder)
    assert (folder / "report" / "index.html").read_bytes() == before


def test_a_report_that_cannot_be_written_is_an_error_in_words(folder):
    (folder / "report").write_text("a file where the folder should be")
    with pytest.raises(ReportError, match="must be writable"):
        write_report(folder)


def test_judgements_and_severities_stand_on_the_pages(records):
    results, claims, certificates = copy.deepcopy(records)
    row = next(row for row in results["results"] if row["id"] == "toy/prop-7" and row["status"] == "REFUTED")
    row["severity"] = {"level": "boundary", "correction": "for Δ > 0", "status": "PROVED", "statements": []}
    pages = render_html(results, claims, certificates)
    text = Page(pages["claims/toy__prop-7.html"]).text
    assert "Severity: fails only at an end of a range or for a degenerate object; holds for Δ > 0 (proved)." in text
    assert re.search(r"Proposition 7 .* (fails|depends|holds)", Page(pages[PAPER]).text)


def test_results_without_severities_are_read_as_they_are(records):
    results, claims, certificates = copy.deepcopy(records)
    for row in results["results"]:
        row.pop("severity", None)
    results["schema"] = "claimcheck.results/1"
    assert "Severity:" not in "".join(render_html(results, claims, certificates).values())


def test_readings_that_come_to_one_formula_stand_in_one_row(records):
    results, claims, certificates = copy.deepcopy(records)
    item = next(one for one in claims["papers"][0]["items"] if 1 < len(one["variants"]) <= 8)
    one, two = item["variants"][:2]
    before = render_html(results, claims, certificates)[f"claims/{item['id'].replace('/', '__')}.html"]
    two["digest"] = one["digest"]
    after = render_html(results, claims, certificates)[f"claims/{item['id'].replace('/', '__')}.html"]
    assert after.count("<td data-label=\"certificate\">") == before.count("<td data-label=\"certificate\">") - 1
