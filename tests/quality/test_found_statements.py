"""What generated statements once showed to be wrong stays mended, and what is not mended yet is counted."""

import pytest
from found_statements import failure, stored

FOUND = stored()
MENDED = [number for number in range(len(FOUND["statements"])) if number not in FOUND["open"]]


@pytest.mark.parametrize("number", MENDED, ids=lambda number: f"{number}-{FOUND['statements'][number]['engine']}")
def test_the_engine_answers_rightly_and_the_checker_confirms_it(number):
    found = failure(FOUND["statements"][number])
    assert found is None, f"{FOUND['statements'][number]['shown']}: {found.kind}, {found.why}"


def test_what_still_goes_wrong_is_on_the_list_and_nothing_else_is():
    """After a mend: ``python tests/quality/found_statements.py`` writes the list anew."""
    mended = [FOUND["statements"][number]["shown"] for number in FOUND["open"] if failure(FOUND["statements"][number]) is None]
    assert not mended, f"{len(mended)} of {len(FOUND['open'])} are mended: {mended[:3]}"
