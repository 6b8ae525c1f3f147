"""``claimcheck measure``: results, JSON, bad input."""

import json
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from verify.cli import measure as measuring
from verify.cli.measure import decimal

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def declared(monkeypatch):
    """The profiles that the project declares, whether or not this version is the installed one."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"][measuring.GROUP]
    points = [EntryPoint(name, value, measuring.GROUP) for name, value in declared.items()]
    monkeypatch.setattr(measuring, "entry_points", lambda group: points if group == measuring.GROUP else [])


def test_every_declared_profile_can_be_loaded():
    assert all(callable(point.load()) for point in measuring._names().values())


def test_a_named_profile_is_measured(claimcheck):
    code, out, err = claimcheck("measure", "--profile", "laplace", "--ratio", "0.5", "--width", "1e-12")
    assert code == 0 and not err
    assert "mu in [0.5617643232110" in out and "largest loss" in out and "inversions" in out


def test_json_has_bounds_that_are_as_close_as_asked(claimcheck):
    code, out, _ = claimcheck("measure", "--profile", "laplace", "--ratio", "2", "--subsample", "poisson:0.5", "--json")
    found = json.loads(out)
    assert code == 0 and found["schema"] == "claimcheck.measure/1" and found["finite"]
    assert 0 < float(found["upper"]) - float(found["lower"]) <= 1e-6
    assert float(found["argmax"][0]) <= float(found["argmax"][1])


def test_an_expression_and_a_composition_are_measured(claimcheck):
    code, out, _ = claimcheck("measure", "--profile", "exp(-epsilon**2)/2", "--json")
    assert code == 0 and json.loads(out)["lower"].startswith("1.441863")
    code, out, _ = claimcheck("measure", "--profile", "randomised-response", "--epsilon", "0.2", "--compose", "50", "--json")
    assert code == 0 and json.loads(out)["lower"].startswith("1.42007917")


def test_a_table_is_measured_with_both_interpolations(claimcheck, tmp_path):
    file = tmp_path / "guarantees.csv"
    file.write_text("epsilon,delta\n0,0.3\n0.5,0.1\n1,0.01\n2,0\n", encoding="utf-8")
    bounds = {}
    for kind in ("step", "convex"):
        code, out, _ = claimcheck("measure", "--table", file, "--interpolation", kind, "--json")
        assert code == 0
        bounds[kind] = json.loads(out)
    assert float(bounds["convex"]["upper"]) < float(bounds["step"]["lower"])


def test_a_profile_without_mu_shows_its_witnesses(claimcheck):
    code, out, _ = claimcheck("measure", "--profile", "icea", "--m", "20", "--n", "4", "--base", "10")
    assert code == 0 and "not mu-GDP for any finite mu" in out and "for mu = 100 at epsilon = " in out


def test_the_summary_of_a_composition_has_a_row_for_each_route(claimcheck):
    code, out, _ = claimcheck("measure", "--composition-summary", "--epsilon", "0.2", "--compose", "20", "--deltas", "0.01", "--json")
    found = json.loads(out)
    assert code == 0 and set(found["least_epsilon"]) == {"basic", "advanced", "rdp-corollary", "rdp", "gdp", "other-gdp", "optimal", "summary"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "exactly one of --profile and --table"),
        (["--profile", "lplace", "--ratio", "1"], "a profile must be one of"),
        (["--profile", "laplace"], "got none without --ratio"),
        (["--profile", "laplace", "--rato", "1"], "has the parameters --ratio, got --rato"),
        (["--profile", "laplace", "--ratio"], "must be given as --name value"),
        (["--profile", "laplace", "--ratio", "-1"], "ratio must be positive"),
        (["--profile", "laplace", "--ratio", "1", "--width", "0"], "width must be positive"),
        (["--profile", "laplace", "--ratio", "1", "--width", "wide"], "--width: must be a number"),
        (["--profile", "laplace", "--ratio", "1", "--subsample", "half"], "--subsample must be poisson:RATE"),
        (["--profile", "laplace", "--ratio", "1", "--subsample", "poisson:2"], "rate must be in (0, 1], got rate=2"),
        (["--profile", "laplace", "--ratio", "1", "--subsample", "poisson:0.5", "--compose", "2"], "must not be given together"),
        (["--profile", "sgd", "--a", "2", "--b", "1", "--sigma", "2", "--compose", "2"], "composition must have an exact formula"),
        (["--profile", "exp(-epsilon**2)"], "delta(0) must be below 1, got delta(0)=1 at epsilon=0"),
        (["--profile", "exp(-x**2)/2"], "the only symbol must be epsilon (and pi), got x"),
        (["--profile", "epsilon/(1+epsilon)"], "must not increase"),
        (["--table", "/no/such/file.csv"], "no such file"),
        (["--composition-summary", "--compose", "3"], "needs --epsilon"),
    ],
)
def test_bad_input_is_named_in_one_line(claimcheck, words, message):
    code, out, err = claimcheck("measure", *words)
    assert code == 2 and not out
    assert message in err and len(err.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("rows", "message"),
    [("0,0.3\n0.5,0.1\n0.5,0.05\n", "epsilon[2]=1/2 after epsilon[1]=1/2"), ("1,0.3\n0.5,0.1\n", "must increase strictly, got epsilon[1]=1/2 after epsilon[0]=1"), ("0,0.3\n1,0.4\n", "must not increase, got delta[1]=2/5"),
     ("0,1.3\n", "delta[0] must be in [0, 1]"), ("0,0.3,1\n", "line 1 must have two numbers"), ("0,zero\n", "line 1: must be a number, got 'zero'"), ("", "at least one point"), ("0,1\n1,0\n", "delta(0) must be below 1")],
)
def test_a_bad_table_is_named_with_its_first_offending_row(claimcheck, tmp_path, rows, message):
    file = tmp_path / "t.csv"
    file.write_text(rows, encoding="utf-8")
    code, _, err = claimcheck("measure", "--table", file)
    assert code == 2 and message in err


def test_decimals_are_rounded_outwards():
    from flint import arb

    third = arb("1.5")
    assert decimal(third, up=False) == decimal(third, up=True) == "1.5"
    tenth = arb(0.1)
    assert decimal(tenth, up=False, digits=5) == "0.1" and decimal(tenth, up=True, digits=5) == "0.10001"
    assert decimal(arb(2) ** 40, up=True, digits=3) == "1.1e12" and decimal(arb(0), up=True) == "0" and decimal(float("inf"), up=True) == "oo"
