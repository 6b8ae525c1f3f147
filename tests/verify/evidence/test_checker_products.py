"""Log-ratios of laws with independent coordinates, as the checker finds them."""

import json

from mechanisms.laplace import Laplace
from verify import claims as c
from verify.evidence.checker.check import check_data
from verify.quantities import log_ratio_sup
from verify.run.decide import Settings, run_variant

L = c.numbers("L M")[0]
FIRST = c.product(Laplace(0, scale=c.number("3/2")), Laplace(0, scale=2))
SECOND = c.product(Laplace(3, scale=c.number("3/2")), Laplace(1, scale=2))
"""The largest log-ratio is 3/(3/2) + 1/2."""


def test_the_largest_log_ratio_of_independent_coordinates_is_the_sum_of_theirs():
    claim = c.Claim("toy/ratio", "a toy", forall={L: c.at_least(0)}, given=(c.Compare(log_ratio_sup(FIRST, SECOND), "<=", L),), states=c.Compare(L, ">", c.number("5/2")))
    row, document, errors = run_variant(claim.variants()[0], Settings())
    assert not errors
    assert row["status"] == "REFUTED"  # at L = 5/2, where the hypothesis is an equality
    assert document["evidence"]["instance"]["L"] == "5/2"
    assert check_data(json.loads(json.dumps(document)), "toy").status == "confirmed"
    document["evidence"]["instance"]["L"] = "2499999/1000000"
    assert check_data(json.loads(json.dumps(document)), "toy").status != "confirmed"
