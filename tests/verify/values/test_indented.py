"""The quick writer gives the bytes of the library."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify.values.indented import indented

LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
DATA = st.recursive(LEAVES, lambda parts: st.lists(parts, max_size=4) | st.dictionaries(st.text(max_size=4), parts, max_size=4) | st.tuples(parts, parts), max_leaves=20)


@given(DATA, st.booleans(), st.booleans())
def test_the_bytes_are_those_of_the_library(data, sort_keys, ensure_ascii):
    assert indented(data, sort_keys=sort_keys, ensure_ascii=ensure_ascii) == json.dumps(data, indent=1, sort_keys=sort_keys, ensure_ascii=ensure_ascii)


@pytest.mark.parametrize("data", [{}, [], {"a": []}, [{}], math.inf, "\u2028\"\\\n"], ids=repr)
def test_ends(data):
    assert indented(data) == json.dumps(data, indent=1)


def test_what_is_no_json_is_refused():
    with pytest.raises(TypeError):
        indented({"a": object()})
