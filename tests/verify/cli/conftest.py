"""Two plug-in papers on the path: one that works and one that cannot be imported."""

from pathlib import Path

import pytest

PLUGINS = Path(__file__).parents[1] / "plugins"


@pytest.fixture(autouse=True)
def plugins(monkeypatch):
    monkeypatch.syspath_prepend(str(PLUGINS))


@pytest.fixture
def claimcheck(capsys):
    """The command line in this process: exit code, what was printed, what was said on the error stream."""
    from verify.cli.main import run_command

    def call(*words):
        code = run_command([str(word) for word in words])
        out, err = capsys.readouterr()
        return code, out, err

    return call
