"""A paper with faults on the path, for those who ask for it, and what two folders of results have in common."""

import json
from pathlib import Path

import pytest

PLUGINS = Path(__file__).parent / "plugins"


@pytest.fixture
def faulty(monkeypatch):
    """The paper with faults, loaded as an installed one."""
    from verify.claims.registry import load_installed

    monkeypatch.syspath_prepend(str(PLUGINS))
    papers, broken = load_installed({"faulty"})
    assert not broken
    return papers


@pytest.fixture
def contents():
    """Every stored file by its name, but for the seconds that statements took."""
    def read(folder):
        found = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        results = json.loads(found.pop("results.json"))
        for row in results["results"]:
            row["seconds"] = 0
        return found, json.dumps(results)

    return read
