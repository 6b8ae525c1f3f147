"""Progress of something long: on one line of a terminal, rarely elsewhere, never in output that programs read."""

import pytest

from verify.cli import counted
from verify.cli.counted import Counted


def test_a_terminal_has_one_line_that_goes(monkeypatch, capsys):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    with Counted("certificates re-checked") as told:
        told.update(1, 2)
        told.update(2, 2)
    assert capsys.readouterr().err == "\r\033[K[1/2] certificates re-checked\r\033[K[2/2] certificates re-checked\r\033[K"


@pytest.mark.parametrize(("seconds", "lines"), [(0.0, 2), (1e9, 0)])
def test_elsewhere_a_line_is_written_now_and_then(monkeypatch, capsys, seconds, lines):
    monkeypatch.setattr(counted, "SECONDS", seconds)
    with Counted("certificates re-checked") as told:
        told.update(1, 2)
        told.update(2, 2)
    assert capsys.readouterr().err.count("\n") == lines


def test_nothing_is_told_where_nobody_asks(monkeypatch, capsys):
    monkeypatch.setattr(counted, "SECONDS", 0.0)
    with Counted("certificates re-checked", quiet=True) as told:
        told.update(1, 2)
    assert capsys.readouterr().err == ""
