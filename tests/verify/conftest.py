"""What tests of the command line and of its commands share."""

import pytest


@pytest.fixture
def claimcheck(capsys):
    """The command line in this process: exit code, what was printed, what was said on the error stream."""
    from verify.cli.main import run_command

    def call(*words):
        code = run_command([str(word) for word in words])
        out, err = capsys.readouterr()
        return code, out, err

    return call
