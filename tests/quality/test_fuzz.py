"""Altered inputs end in an answer or in one line: a small sample of ``python -m benchmarks.fuzz``, which is run by the thousand."""

import os
import random

import pytest

pytest.importorskip("resource")
from benchmarks.fuzz import PLUGINS, Input, altered_json, fuzz, inputs, judged, prepare


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(PLUGINS))
        patch.setenv("PYTHONPATH", os.pathsep.join([str(PLUGINS), os.environ.get("PYTHONPATH", "")]))
        folder = tmp_path_factory.mktemp("fuzz")
        yield folder, prepare(folder)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="inputs are tried in processes of their own")
def test_altered_inputs_meet_no_traceback_and_no_second_line(prepared):
    folder, stored = prepared
    seen, found = fuzz(40, 7, folder, stored, shells=False)
    assert sum(seen.values()) == 40
    assert found == []


def test_the_same_seed_alters_the_same_inputs(prepared):
    _, stored = prepared
    first, second = (inputs(random.Random(5), stored) for _ in range(2))
    assert [next(first) for _ in range(40)] == [next(second) for _ in range(40)]
    assert all(isinstance(altered_json(random.Random(k), b'{"a": [1, {"b": "c"}]}'), bytes) for k in range(50))


@pytest.mark.parametrize(("code", "err", "seconds", "kind"), [
    (0, "", 0.1, None), (2, "one line\n", 0.1, None), (2, "one line\nand another\n", 0.1, "lines"), (2, "", 0.1, "lines"), (2, "x" * 9000, 0.1, "lines"), (7, "", 0.1, "exit code"),
    ("Traceback (most recent call last):\nValueError: x", "", 0.1, "traceback"), (0, "", 21.0, "time"), ("over the time", "", 1.0, "time"),
])
def test_what_an_input_should_not_meet_is_noticed(code, err, seconds, kind):
    found = judged(Input(("list",)), code, "", err, seconds)
    assert (None if found is None else found.kind) == kind
