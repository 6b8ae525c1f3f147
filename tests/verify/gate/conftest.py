"""A repository with a lock of a small paper; makes ``small_paper`` importable by the tests of this folder."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from small_paper import audit, paper


@pytest.fixture(scope="session")
def results(tmp_path_factory):
    """Results of the paper as it is at first; not to be changed."""
    folder = tmp_path_factory.mktemp("results")
    audit(paper(), folder)
    return folder


@pytest.fixture
def repository(tmp_path, results):
    """A folder with ``verdicts.lock`` and ``verdicts/``."""
    from verify.gate.locking import lock

    assert lock(results, tmp_path / "verdicts.lock", tmp_path / "verdicts", {"small": paper()}, workers=1).written
    return tmp_path
