"""Every leaf of a certificate is altered, one at a time, with all digests recomputed; the re-check must notice."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

import made_certificates as certificates
import pytest

from verify.evidence.checker import freshness
from verify.evidence.checker.check import check_data
from verify.evidence.checker.numbers import Budget

WORDS = {
    "<=": ">=",
    ">=": "<=",
    "<": ">",
    ">": "<",
    "==": "!=",
    "open": "closed",
    "closed": "open",
    "shared": "independent",
    "independent": "shared",
    "no": "yes",
    "yes": "no",
    "replace-one": "add-or-remove-one",
    "randomised": "deterministic",
    "by-value": "by-position",
    "any": "density",
}


def leaves(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    if isinstance(data, dict):
        for key in data:
            yield from leaves(data[key], (*path, key))
    elif isinstance(data, list):
        for k, item in enumerate(data):
            yield from leaves(item, (*path, k))
    else:
        yield path, data


def altered(leaf: Any) -> list[Any]:
    """Other contents for a leaf: another number, another word, and something that cannot be there."""
    if leaf is None:
        return ["1"]
    if isinstance(leaf, int):
        return [leaf + 1, str(leaf)]
    if leaf in WORDS:
        return [WORDS[leaf], None]
    try:
        number = Fraction(leaf)
    except ValueError:
        return [leaf + "x"]
    if "." in leaf:
        return [str(float(number * (1 + Fraction(1, 10**9)))), None]
    return [str(number + 1), str(number / 2 + Fraction(1, 7)), None]


def alterations(original: Any, top: str) -> Iterator[tuple[tuple[Any, ...], Any, Any]]:
    for path, leaf in leaves(original[top], (top,)):
        for new in altered(leaf):
            changed = copy.deepcopy(original)
            place = changed
            for key in path[:-1]:
                place = place[key]
            place[path[-1]] = new
            yield path, new, changed


def judge(changed: Any) -> Any:
    return check_data(changed, "altered.json", Budget(steps=200_000, seconds=5))


@pytest.fixture(params=certificates.REFUTATIONS, ids=lambda make: make.__name__)
def original(request: pytest.FixtureRequest) -> Any:
    return request.param()


def test_the_certificate_itself_is_confirmed(original):
    outcome = check_data(original, "original.json")
    assert outcome.status == "confirmed", outcome.why


def test_no_leaf_of_the_evidence_can_be_altered(original):
    count = 0
    for path, new, changed in alterations(original, "evidence"):
        count += 1
        assert judge(changed).status == "refused", (path, new)
    assert count > 10


def test_a_leaf_of_the_statement_cannot_be_altered_unless_the_digest_changes(original):
    display = {("law", 1), ("law", 2)}
    for path, new, changed in alterations(original, "statement"):
        shown = _inside_display(original, path, display)
        assert shown or judge(copy.deepcopy(changed)).status == "refused", (path, new)  # the digest still stands there
        try:
            certificates.seal(changed)
        except (ValueError, TypeError, IndexError):
            continue
        if judge(changed).status == "confirmed" and changed["digest"] == original["digest"]:
            assert shown, (path, new)
        if changed["digest"] != original["digest"]:
            assert freshness(changed, lambda *key: original["digest"]) == "stale"


def _inside_display(original: Any, path: tuple[Any, ...], display: set[tuple[str, int]]) -> bool:
    """Whether the leaf is the printed name of a law or of one of its parameters."""
    place = original
    for key, following in pairwise(path):
        place = place[key]
        if isinstance(place, list) and (place[0], following) in display:
            return True
    return False


@pytest.mark.parametrize("field", ["schema", "kind", "digest", "domain", "claim"])
def test_the_fields_around_the_evidence_cannot_be_altered(original, field):
    for path, new, changed in alterations(original, field):
        assert judge(changed).status == "refused", (path, new)


@pytest.mark.parametrize("field", sorted(certificates.laplace_constant()))
def test_no_field_can_be_left_out(original, field):
    del original[field]
    assert judge(original).status == "refused"
    assert field in judge(original).why


def test_a_verdict_that_its_evidence_cannot_carry_is_refused(original):
    assert judge({**original, "status": "REFUTED"}).status == "confirmed"
    assert judge({**original, "status": "PROVED"}).status == "refused"
