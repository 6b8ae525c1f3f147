"""``claimcheck account``: results, JSON, bad input."""

import json

import pytest

SAMPLED = ("account", "--mechanism", "subsampled-gaussian", "--q", "0.01", "--sigma", "25", "--steps", "20000")


def test_a_row_is_accounted_by_the_contour(claimcheck):
    code, out, err = claimcheck(*SAMPLED, "--delta", "1e-5")
    assert code == 0 and not err
    assert "epsilon in [0.183282906056475" in out and "contour" in out and "improved conversion: epsilon in [0.20303921947" in out


def test_json_has_both_routes_and_the_conversions(claimcheck):
    code, out, _ = claimcheck(*SAMPLED, "--delta", "1e-5", "--route", "both", "--direction", "remove", "--json")
    found = json.loads(out)
    assert code == 0 and found["schema"] == "claimcheck.account/1" and found["direction"] == "remove" and found["parameters"] == {"q": "1/100", "sigma": "25"}
    fine, coarse = ([float(end) for end in found["routes"][route]["epsilon"]] for route in ("contour", "discretised"))
    assert coarse[0] <= fine[0] <= fine[1] <= coarse[1] < coarse[0] + 0.01
    assert set(found["renyi"]) == {"classic", "scaled", "improved"}


def test_delta_is_answered_at_an_epsilon(claimcheck):
    code, out, _ = claimcheck("account", "--mechanism", "gaussian", "--sigma", "3", "--steps", "10", "--epsilon", "1")
    assert code == 0 and "delta in [0.1463428316673" in out


def test_a_route_without_an_answer_says_what_to_do(claimcheck):
    code, out, _ = claimcheck("account", "--mechanism", "subsampled-gaussian", "--q", "0.01", "--sigma", "1", "--steps", "4", "--delta", "1e-5")
    assert code == 0 and "no answer" in out and "--route discretised" in out


@pytest.mark.parametrize("arguments, message", [
    (("--mechanism", "magic", "--delta", "1e-5"), "--mechanism must be one of subsampled-gaussian, gaussian, laplace, randomised-response, got magic"),
    (("--mechanism", "gaussian", "--delta", "1e-5"), "gaussian has the parameters --sigma, got none for --sigma"),
    (("--mechanism", "gaussian", "--sigma", "1", "--q", "0.5", "--delta", "1e-5"), "gaussian has the parameters --sigma, got --q"),
    (("--mechanism", "gaussian", "--sigma", "x", "--delta", "1e-5"), "--sigma must be a number, got 'x'"),
    (("--mechanism", "gaussian", "--sigma", "1"), "exactly one of --delta and --epsilon must be given"),
    (("--mechanism", "gaussian", "--sigma", "1", "--delta", "1e-5", "--epsilon", "1"), "exactly one of --delta and --epsilon must be given"),
    (("--mechanism", "gaussian", "--sigma", "1", "--delta0", "0.1", "--delta", "1e-5"), "--delta0 belongs to randomised-response"),
    (("--mechanism", "gaussian", "--sigma", "1", "--delta", "1e-5", "--route", "other"), "--route must be one of contour, discretised, both, got other"),
    (("--mechanism", "gaussian", "--sigma", "0", "--delta", "1e-5"), "sigma must be positive, got sigma=0"),
    (("--mechanism", "gaussian", "--sigma", "1", "--delta", "2"), "delta must lie in (0, 1), got delta=2"),
    (("--mechanism", "gaussian", "--sigma", "1", "--delta", "1e-5", "--steps", "0"), "got steps=0"),
    (("--mechanism", "subsampled-gaussian", "--q", "2", "--sigma", "1", "--delta", "1e-5"), "q must lie in [0, 1], got q=2"),
    (("--mechanism", "randomised-response", "--epsilon0", "1", "--delta0", "1e-3", "--steps", "10", "--delta", "1e-5"), "delta must be above the mechanism's floor 0.00995512"),
])
def test_bad_input_is_named(claimcheck, arguments, message):
    code, _, err = claimcheck("account", *arguments)
    assert code == 2 and message in err
