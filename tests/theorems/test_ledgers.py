"""The ledgers of the built-in papers: complete, in themselves consistent, and loadable before every claim is encoded."""

import math

import pytest

from verify.claims.canonical import canonical_text
from verify.claims.ledger import text_of
from verify.claims.nodes import free_names, pattern_names, walk
from verify.claims.readings import MOST_COMBINATIONS, slug
from verify.claims.registry import load

SIZES = {"wdp": 122, "gdp": 114, "frdp": 85, "rpp": 86, "textbook": 336}
"""How many numbered items each inventory has."""


@pytest.fixture(scope="module", params=sorted(SIZES))
def ledger(request):
    return load(f"theorems.{request.param}").ledger


def scopes(ledger):
    return [(item, scope) for item in ledger.items for scope in item.scopes]


def test_every_item_of_the_inventory_has_a_line(ledger):
    assert len(ledger.items) == SIZES[ledger.paper]


def test_every_line_has_a_scope_or_a_reason_why_it_is_not_checked(ledger):
    assert [item.id for item in ledger.items if bool(item.scopes) == (item.not_checked is not None)] == []


def test_the_parts_of_a_line_are_told_apart_and_named_as_claims_name_them(ledger):
    for item in ledger.items:
        parts = [scope.part for scope in item.scopes]
        assert len(set(parts)) == len(parts), item.id
        assert all(slug(part) == part for part in parts if part), item.id


def test_a_range_mentions_only_names_to_its_left_and_no_name_is_bound_twice(ledger):
    for item, scope in scopes(ledger):
        known = set()
        for pattern, where in scope.forall:
            assert free_names(where) <= known, f"{item.id} {scope.part}: {text_of(pattern)}"
            assert not known & set(pattern_names(pattern)), f"{item.id} {scope.part}: {text_of(pattern)}"
            known |= set(pattern_names(pattern))


def test_every_reading_of_a_range_is_listed_with_the_same_options(ledger):
    for item, scope in scopes(ledger):
        for _, where in scope.forall:
            for node in walk(where):
                if node.head == "reading":
                    assert set(scope.readings.get(str(node.args[0]), ())) == {entry[0] for entry in node.args[1]}, f"{item.id} {scope.part}"


def test_readings_have_several_options_and_their_combinations_can_be_run(ledger):
    for item, scope in scopes(ledger):
        assert all(len(options) > 1 and len(set(options)) == len(options) for options in scope.readings.values()), item.id
        assert all(slug(option) == option for options in scope.readings.values() for option in options), item.id
        assert math.prod(len(options) for options in scope.readings.values()) <= MOST_COMBINATIONS, item.id


def test_every_range_has_a_canonical_form(ledger):
    for _, scope in scopes(ledger):
        for _, where in scope.forall:
            canonical_text(where)
