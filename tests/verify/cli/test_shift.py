"""``claimcheck shift``: laws as text or from a file, JSON, bad input."""

import json

import pytest

LAWS = ("--first", "0:1/2, 1:1/2", "--second", "0:1/4, 2:3/4")


def test_two_laws_are_shown_with_every_bound(claimcheck):
    code, out, err = claimcheck("shift", *LAWS, "--noise", "laplace", "--scale", "2", "--delta", "0.3")
    assert code == 0 and not err
    lines = {line.split()[0]: line for line in out.splitlines() if line.startswith("  ")}
    assert "0.16796333" in lines["sum"] and "oo" in lines["direct"] and "times the truth" in lines["shift"] and "q = " in lines["mean"]
    assert "event-1 3/10" in out


def test_json_orders_truth_and_bounds(claimcheck):
    code, out, _ = claimcheck("shift", *LAWS, "--noise", "cauchy:3", "--json")
    values = {row["name"]: row for row in json.loads(out)["values"]}
    assert code == 0 and float(values["sum"]["bounds"][0]) <= float(values["shift"]["bounds"][1])
    assert values["direct"]["bounds"] == ["oo", "oo"]


def test_a_file_gives_the_laws_of_a_pair(claimcheck, tmp_path):
    path = tmp_path / "data.csv"
    path.write_text("s,x\na,0\na,1\nb,0\nb,0\nc,5\n", encoding="utf-8")
    code, out, _ = claimcheck("shift", path, "--secret", "s", "--released", "x", "--pair", "a:b", "--noise", "normal")
    assert code == 0 and "x given s = a | b" in out


@pytest.mark.parametrize(("words", "message"), [
    ((), "either a CSV file or both"), (LAWS[:2], "either a CSV file or both"), ((*LAWS, "--noise", "red"), "must be laplace"),
    (("--first", "0:1/2", "--second", "0:1"), "--first: FiniteLaw: weights must sum to 1"), (("--first", "0", "--second", "0:1"), "must be written A:B"),
    ((*LAWS, "--order", "oo"), "finite number above 1"), ((*LAWS, "--scale", "-1"), "must be above 0"), (("none.csv",), "--secret COLUMN"),
])
def test_bad_input_is_one_line(claimcheck, words, message):
    code, out, err = claimcheck("shift", *words)
    assert code == 2 and message in err and not out and len(err.strip().splitlines()) == 1
