"""Two plug-in papers on the path: one that works and one that cannot be imported."""

from pathlib import Path

import pytest

PLUGINS = Path(__file__).parents[1] / "plugins"


@pytest.fixture(autouse=True)
def plugins(monkeypatch):
    monkeypatch.syspath_prepend(str(PLUGINS))
