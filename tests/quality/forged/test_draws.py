"""Draws that somebody looked for until chance refuted what is true: seeds, sizes of samples, instances, counts and errors of one's own choice are refused."""

import json
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from mechanisms.laplace import Laplace
from mechanisms.uniform import Uniform
from verify import claims as c
from verify.engines import sampling
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence import certificate
from verify.evidence.checker.check import check_data
from verify.evidence.checker.statistical import LARGEST_ERROR, SIZES, level_of, start_of

x, b, t = c.numbers("x b t")
HALF = c.number("1/2")
COIN = c.Prob({x: c.finite_law({0: HALF, 1: HALF})}, c.Compare(x, ">=", 1))
SCALES = {b: c.between(HALF, 2), t: c.between(HALF, 2)}
TRUE = {
    "a fair coin": c.Claim("toy/coin", "toy", states=c.Compare(COIN, "<=", HALF)),
    "a fair coin from below": c.Claim("toy/coin", "toy", states=c.Compare(COIN, ">=", HALF)),
    "a third of an interval": c.Claim("toy/interval", "toy", states=c.Compare(c.Prob({x: Uniform(0, 3)}, c.Compare(x, "<", 1)), "<=", c.number("1/3"))),
    "a tail": c.Claim("toy/tail", "toy", forall=SCALES, states=c.Compare(c.Prob({x: Laplace(0, scale=b)}, c.Compare(abs(x), ">", t * b)), "<=", c.exp(-t))),
}
FALSE = c.Claim("toy/false", "toy", forall=SCALES, states=c.Compare(c.Prob({x: Laplace(0, scale=b)}, c.Compare(abs(x), ">", t * b)), "<=", c.exp(-t) / 2))


def of(claim):
    (variant,) = claim.variants()
    return variant


def forged(claim, seed, draws, count, instance=None, beta=LARGEST_ERROR, level=None, **more):
    """A certificate of a count, with the bound that belongs to it."""
    variant, given = of(claim), instance or {}
    data = json.loads(certificate.text(certificate.build(variant, _finding(variant), effort="standard", seed=0)))
    upward = variant.states.args[1] in ("<=", "<")
    at = level or level_of(Fraction(beta), [given[name] for name in given])
    bound = sampling.clopper_pearson(count, draws, at, lower=upward)
    data["evidence"] |= {"instance": given, "seed": seed, "draws": draws, "count": count, "beta": str(beta), "bound": sampling._digits(bound, down=upward), **more}
    return data


def _finding(variant):
    """A refutation with the law and the event of the statement."""
    from verify.claims.nodes import to_json
    from verify.engines.task import Finding

    event = variant.states.args[0]
    return Finding("sampling", Status.REFUTED, "", "statistical", {"law": to_json(event.args[0][0][1]), "event": to_json(event.args[1]), "device": "cpu"})


def counts(start, draws):
    """How often a generator that starts there shows 1 for a fair coin."""
    return int(np.random.Generator(np.random.PCG64(start)).choice(np.array([0.0, 1.0]), size=draws, p=[0.5, 0.5]).sum())


def refused(data):
    outcome = check_data(data, "forged")
    return outcome.status == "refused"


def test_an_honest_refutation_is_confirmed_and_pays_for_its_instance():
    work = Task(of(FALSE), EFFORTS["standard"], 3, 1e-6)
    finding = sampling.decide(work)
    assert finding.status is Status.REFUTED and finding.evidence["seed"] == 3
    data = json.loads(certificate.text(certificate.build(work.variant, finding, effort="standard", seed=3)))
    assert check_data(data, "honest").status == "confirmed", check_data(data, "honest").why
    assert data["evidence"]["draws"] in SIZES


@pytest.mark.parametrize("seed", [10, 40007, 2**63, -1, True, "0", None, 0.0])
def test_no_seed_but_that_of_a_run_is_taken(seed):
    """With the count that the generator gives when it starts there, as it was taken once."""
    start = int(seed) if isinstance(seed, int) and seed >= 0 else 0
    digest = of(TRUE["a fair coin"]).digest
    for found in {counts(start, 3_000), counts(start_of(digest, start), 3_000), 1_700}:
        assert refused(forged(TRUE["a fair coin"], seed, 3_000, found))


def test_no_seed_and_no_size_of_a_sample_refutes_a_fair_coin():
    for name in ("a fair coin", "a fair coin from below"):
        digest = of(TRUE[name]).digest
        for seed, draws in product(range(10), SIZES[:2]):
            assert refused(forged(TRUE[name], seed, draws, counts(start_of(digest, seed), draws))), (name, seed, draws)


@pytest.mark.parametrize("draws", [0, 1, 2, 20, 2_999, 5_000, 20_000_000, -3_000, True])
def test_no_other_size_of_a_sample_is_taken(draws):
    """One could stop where the draws happen to stand well."""
    data = forged(TRUE["a fair coin"], 0, 3_000, 1_700)
    data["evidence"]["draws"] = draws
    assert refused(data)


@pytest.mark.parametrize("name", TRUE)
def test_an_invented_count_is_refused_on_every_device(name):
    instance = {"b": "1", "t": "1"} if name == "a tail" else None
    for count, device in product((0, 1_200, 1_700, 3_000), ("cpu", "torch-cpu", "cuda", "abacus")):
        assert refused(forged(TRUE[name], 0, 3_000, count, instance, device=device)), (count, device)


@pytest.mark.parametrize("beta", ["1", "1/2", "1/1000", "1/999999", "0", "-1", "oo", "1/0"])
def test_no_larger_error_is_taken(beta):
    digest = of(TRUE["a fair coin"]).digest
    found = counts(start_of(digest, 0), 3_000)
    for level in (Fraction(1, 2), Fraction(1, 10**6)):
        data = forged(TRUE["a fair coin"], 0, 3_000, found, level=level)
        data["evidence"]["beta"] = beta
        assert refused(data)


def test_no_instance_among_many_refutes_a_tail():
    """Of many instances the one at which the counted draws stand best, with the true count there and the bound at the level that the error would have alone."""
    claim = TRUE["a tail"]
    digest = of(claim).digest
    best = []
    for seed in range(10):
        noise = np.abs(np.random.Generator(np.random.PCG64(start_of(digest, seed))).laplace(0.0, 1.0, 3_000))
        for k in range(500, 2_001, 5):
            claimed = np.exp(-k / 1000)
            count = int((noise > k / 1000).sum())
            best.append(((count / 3_000 - claimed) / np.sqrt(claimed * (1 - claimed) / 3_000), seed, k, count))
    for _, seed, k, count in sorted(best)[-8:]:
        instance = {"b": "1", "t": str(Fraction(k, 1000))}
        assert refused(forged(claim, seed, 3_000, count, instance))
        assert refused(forged(claim, seed, 3_000, count, instance, level=LARGEST_ERROR))


def test_the_level_of_an_instance_falls_with_its_length():
    beta = Fraction(1, 10**6)
    assert level_of(beta, []) == beta / 60
    assert level_of(beta, ["3/4"]) == level_of(beta, []) / 256**3
    assert level_of(beta, ["1", "3/4"]) == level_of(beta, []) / 256**5
    assert sum(128**k * level_of(beta, ["1" * k]) for k in range(1, 200)) * 60 <= beta


def test_evidence_against_a_false_statement_is_none_against_a_true_one():
    """The evidence of a real refutation, in a certificate of the true twin with all digests made to fit, whatever number in it is altered."""
    work = Task(of(FALSE), EFFORTS["standard"], 0, 1e-6)
    real = dict(sampling.decide(work).evidence)
    twin = forged(TRUE["a tail"], 0, 30_000, real["count"], dict(real["instance"]))
    assert refused(twin)
    for key, values in {"count": (real["count"] * 2, 30_000), "seed": range(1, 10), "bound": ("1", "9/10", real["bound"]), "instance": ({"b": "2", "t": "2"}, {"b": "1/2", "t": "1/2"})}.items():
        for value in values:
            changed = json.loads(json.dumps(twin))
            changed["evidence"][key] = value
            assert refused(changed), (key, value)
