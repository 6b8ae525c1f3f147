"""An extremum over couplings of a number that no coupling changes is that number, in proofs as in evaluation."""

import json

import pytest

from mechanisms.gaussian import Normal
from mechanisms.laplace import Laplace
from verify import claims as c
from verify.engines import symbolic
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence.checker.check import check_data
from verify.quantities import wasserstein_distance
from verify.quantities.exact.divergence_forms import same_for_all_couplings
from verify.run.decide import Settings, run_variant

d, s, mu, x, y = c.numbers("d s mu x y")
(g,) = c.objects("g h")[:1]
DOMAIN = {s: c.above(0), d: c.above(0), mu: c.at_least(1)}
FIRST, SECOND = Laplace(0, scale=s), Laplace(d, scale=s)
COUPLINGS = {g: c.Couplings(FIRST, SECOND)}


def cost(term, extremum=c.Inf):
    return extremum(COUPLINGS, c.Expect({(x, y): g}, term))


PROVED = {
    "a distance of translates": (DOMAIN, c.Compare(wasserstein_distance(FIRST, SECOND, mu), "<=", cost(d**mu) ** (1 / mu))),
    "a factor": (DOMAIN, c.Compare(cost(d**mu) ** (1 / mu), "==", d * cost(1) ** (1 / mu))),
    "the extremum alone, on the left": (DOMAIN, c.Compare(cost(d), "<=", 2 * d)),
    "the extremum alone, on the right": (DOMAIN, c.Compare(d, "==", cost(d, c.Sup))),
}
NOT_PROVED = {
    "a cost that is too small": (DOMAIN, c.Compare(wasserstein_distance(FIRST, SECOND, mu), "<=", cost((d / 2) ** mu) ** (1 / mu))),
    "a strict bound that is attained": (DOMAIN, c.Compare(cost(d), "<", d)),
    "a cost that changes": (DOMAIN, c.Compare(cost(abs(x - y)), "<=", 2 * d)),
    "laws that need not exist": ({**DOMAIN, s: c.REALS}, c.Compare(c.Inf({g: c.Couplings(FIRST, Normal(0, scale=s))}, c.Expect({(x, y): g}, 1)), "<=", 1)),
}


def variant(forall, states):
    (found,) = c.Claim("toy/item", "Item", forall=forall, states=states).variants()
    return found


@pytest.mark.parametrize("name", PROVED)
def test_it_is_proved_and_confirmed(name):
    row, document, errors = run_variant(variant(*PROVED[name]), Settings(effort="quick"))
    assert not errors
    assert row["status"] == "PROVED", row["summary"]
    outcome = check_data(json.loads(json.dumps(document)), "toy")
    assert outcome.status == "confirmed", outcome.why


@pytest.mark.parametrize("name", NOT_PROVED)
def test_it_is_not_proved(name):
    assert symbolic.decide(Task(variant(*NOT_PROVED[name]), EFFORTS["quick"])).status is not Status.PROVED


def test_only_extrema_over_all_couplings_of_what_none_changes_count():
    assert same_for_all_couplings(cost(d)) == c.term(d)
    assert same_for_all_couplings(cost(x)) is None
    assert same_for_all_couplings(c.Inf({x: c.above(0)}, d)) is None
    assert same_for_all_couplings(c.Inf(COUPLINGS, c.Expect({(x, y): g}, d), where=c.Compare(d, ">", 1))) is None
    assert same_for_all_couplings(c.Inf(COUPLINGS, c.Expect({x: c.finite_law({0: 1})}, wasserstein_distance(g, g, 1)))) is None
