"""Entropy, mutual information and indicators from lemmas of the textbook: what is true is proved and confirmed, what is false by a little is not proved."""

import json

import pytest

from verify import claims as c
from verify.engines import lemmas
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence import certificate
from verify.evidence.checker.check import check_data
from verify.quantities import conditional_entropy, entropy, kl, mass, mutual_information

i, j, k, m, n, w = c.numbers("i j k m n w")
P, Q, J, K, L, x = c.objects("P Q J K L x")
PAIRS = {k: c.integers(2), m: c.integers(2), J: c.Laws(c.Product(c.Labels(k), c.Labels(m)))}
CHANNELS = {k: c.integers(2), m: c.integers(2), P: c.Laws(c.Labels(k)), K: c.Kernels(c.Labels(k), c.Labels(m))}
X, Y = c.marginal(J, 1), c.marginal(J, 2)


def largest(share):
    return PAIRS, c.Compare(mutual_information(J), "<=", share * c.Min(entropy(X), entropy(Y)))


def capacity(share):
    return PAIRS, c.Compare(mutual_information(J), "<=", share * c.log(m))


def difference(share):
    return PAIRS, c.Compare(mutual_information(J), "==", share * (entropy(Y) - conditional_entropy(J)))


def together(share):
    return PAIRS, c.Compare(share * entropy(J), "<=", entropy(X) + entropy(Y))


def independent(share):
    return {k: c.integers(2), P: c.Laws(c.Labels(k))}, c.Compare(entropy(c.product(P, P)), "<=", 2 * share * c.log(k))


def concave(share):
    mixed = c.mixture((w, P), (1 - w, Q))
    return {k: c.integers(2), w: c.between(0, 1), P: c.Laws(c.Labels(k)), Q: c.Laws(c.Labels(k))}, c.Compare(share * (w * entropy(P) + (1 - w) * entropy(Q)), "<=", entropy(mixed))


def processed(share):
    after = c.drawn({x: P}, c.product(c.finite_law({x: 1}), c.push(L, K(x))))
    return {**CHANNELS, n: c.integers(2), L: c.Kernels(c.Labels(m), c.Labels(n))}, c.Compare(mutual_information(after), "<=", share * mutual_information(c.then(P, K)))


def radius(share):
    return {**CHANNELS, Q: c.Laws(c.Labels(m))}, c.Compare(mutual_information(c.then(P, K)), "<=", share * c.Sup({x: c.upto(k)}, kl(K(x), Q)))


def indicator(share):
    return {k: c.integers(2), P: c.Laws(c.Labels(k)), i: c.upto(k), w: c.REALS}, c.Compare(c.Expect({j: P}, c.If(c.Compare(j, "==", i), w, 0)), "==", share * w * mass(P, c.event(i)))


STATEMENTS = (indicator, largest, capacity, difference, together, independent, concave, processed, radius)


def found(forall, states):
    (variant,) = c.Claim("toy/item", "Item", forall=forall, states=states).variants()
    return variant, lemmas.decide(Task(variant, EFFORTS["standard"]))


@pytest.mark.parametrize("made", STATEMENTS)
def test_what_is_true_is_proved_and_confirmed(made):
    variant, finding = found(*made(1))
    assert finding.status is Status.PROVED, finding.summary
    stored = json.loads(certificate.text(certificate.build(variant, finding, effort="standard", seed=0)))
    assert check_data(stored, made.__name__).status == "confirmed"


@pytest.mark.parametrize("made", STATEMENTS)
def test_what_is_false_by_a_little_is_not_proved(made):
    off = c.number("101/100") if made in (together, concave) else c.number("99/100")
    assert found(*made(off))[1].status is not Status.PROVED
