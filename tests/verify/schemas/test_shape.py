"""Stored data is held against its schema: the first place that does not fit is named, in one line."""

import pytest

from verify.schemas.shape import problem

RUN = {"versions": {}, "seed": 0, "effort": "quick", "papers": [], "device": "cpu", "command": "claimcheck run", "error_budget": {}}


def results(**row):
    plain = {"id": "toy/a", "part": "main", "reading": "main", "status": "PROVED", "summary": "", "findings": [], "certificate": "certificates/toy__a__main__main.json", "seconds": 1}
    return {"schema": "claimcheck.results/2", "run": RUN, "results": [plain | row], "errors": []}


def test_what_fits_has_no_problem():
    assert problem("results", results()) is None
    assert problem("results", results(status="SUPPORTED", certificate=None)) is None


def test_a_decisive_row_without_a_certificate_does_not_fit():
    for status in ("PROVED", "REFUTED"):
        assert problem("results", results(status=status, certificate=None)) == "results[0].certificate must be string, got None"


@pytest.mark.parametrize(("row", "told"), [
    ({"findings": 1.5}, "results[0].findings must be array, got 1.5"), ({"certificate": 7}, "results[0].certificate must be string, got 7"), ({"status": "MAYBE"}, "results[0].status must be one of PROVED,"),
    ({"summary": "\ud800"}, "results[0].summary must be text"), ({"seconds": float("inf")}, "results[0].seconds must be number, got inf"), ({"id": "no slash"}, "results[0].id must match"),
    ({"findings": [3]}, "results[0].findings[0] must be object, got 3"), ({"uses": ["x" * 100_000]}, "results[0].uses[0] must match"),
])
def test_the_first_place_that_does_not_fit_is_named(row, told):
    found = problem("results", results(**row))
    assert found is not None and found.startswith(told) and len(found) < 300


def test_a_reader_that_shows_what_it_finds_asks_only_for_lists_and_objects():
    assert problem("results", results(certificate=7, status="MAYBE"), structure=True) is None
    assert problem("results", results(findings=1.5), structure=True) == "results[0].findings must be array, got 1.5"


def test_data_that_is_nested_deeply_is_told_so():
    data = []
    for _ in range(5000):
        data = [data]
    assert problem("claims", data) is not None
