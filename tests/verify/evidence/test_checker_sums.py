"""Finite sums taken apart by the checker alone: evidence that no engine writes."""

import json

import pytest
from made_certificates import certificate

from verify.evidence.checker import finite_sums
from verify.evidence.checker.certificate import read
from verify.evidence.checker.check import check_data
from verify.evidence.checker.formula import Refused


@pytest.mark.parametrize(("end", "told"), [("2", "confirmed"), ("3/2", "refused")])
def test_the_end_of_a_range_is_an_index_where_it_is_whole(end, told):
    statement = ["forall", ["()", ["()", ["var", ["word", "x"]], ["families", ["integers", "1", end], finite_sums.UNIT]]], ["compare", ["item", ["var", ["word", "x"]], end], ["word", ">="], "0"]]
    document = certificate("sums", statement, {})
    try:
        left = finite_sums.left_of(read(document))
    except Refused:
        left = ["compare", "0", ["word", "<="], "1"]
    outcomes = set()
    for k in range(3):
        document["evidence"] = {"statement": left, "proof": {"kind": "linear", "evidence": {"sums": [[[k, "1"]]]}}}
        outcomes.add(check_data(json.loads(json.dumps(document)), "toy").status)
    assert ("confirmed" in outcomes) is (told == "confirmed")
