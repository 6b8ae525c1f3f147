"""The evidence on record, in certificates of the opposite statements and with its leaves altered, confirms nothing. The same for many more: ``python tests/quality/forged/twins.py``."""

import importlib.util
import sys
from pathlib import Path

import pytest

SPEC = importlib.util.spec_from_file_location("forged_twins", Path(__file__).parent / "twins.py")
twins = importlib.util.module_from_spec(SPEC)
sys.modules["forged_twins"] = twins
SPEC.loader.exec_module(twins)


@pytest.mark.skipif(not twins.RECORD.is_dir(), reason="no record beside the tests")
def test_no_evidence_on_record_proves_or_refutes_the_opposite():
    judged, wrong = twins.confirmed(each=1, most=2, forms=1)
    assert judged > 100 and [(one["kind"], one["status"], one["claim"], one["part"], one["reading"]) for one in wrong] == []
