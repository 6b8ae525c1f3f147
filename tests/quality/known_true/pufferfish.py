"""Pufferfish privacy on finitely many data sets."""

from textbook import LEVEL, C, G, K, Textbook, U, a, e, i, k, le, n, t

from verify.claims import (
    ANY_EVENTS,
    ANY_PRIORS,
    INDEPENDENT,
    LINE,
    ONE_RECORD,
    REPLACE_ONE,
    Compositions,
    Families,
    ForAll,
    Frameworks,
    Kernels,
    Labels,
    Maps,
    Sequences,
    Universes,
    above,
    classical,
    data_law,
    data_sets,
    integers,
    marginal,
    objects,
    outputs,
    push,
    situations,
    upto,
)
from verify.quantities import max_divergence, renyi_divergence, total_variation, wasserstein_distance

DM, DR, TV, W = max_divergence, renyi_divergence, total_variation, wasserstein_distance
F = objects("F")
ON_BITS = {n: integers(1), F: Frameworks(Sequences(n, Labels(2)), ONE_RECORD, ANY_PRIORS)}
ON_EVENTS = {n: integers(1), F: Frameworks(Sequences(n, Labels(2)), ANY_EVENTS, ANY_PRIORS)}
MECHANISM = {K: Kernels(data_sets(F), LINE)}


def everywhere(framework, kernel, quantity, bound):
    """``quantity`` of the two laws of what the kernel makes of the data is at most ``bound`` of the same situation."""
    laws = [push(kernel, data_law(framework, t, s)) for s in (i, k)]
    return ForAll({(t, i, k): situations(framework)}, le(quantity(*laws), bound))


def composed(framework, coins=INDEPENDENT):
    """Mechanisms on one data set: each obeys its level, and both together the sum."""
    runs = {s: push(outputs(C), data_law(framework, t, s)) for s in (i, k)}

    def obeys(part, level):
        return ForAll({(t, i, k): situations(framework)}, le(DM(part(runs[i]), part(runs[k])), level))

    forall = {U: Universes(REPLACE_ONE), C: Compositions(2, U, LINE, coins), e: Families(upto(2), LEVEL)}
    return forall, obeys(lambda law: law, e[1] + e[2]), tuple(obeys(lambda law, m=m: marginal(law, m), e[m]) for m in (1, 2))


KNOWN, SUM, EACH = composed(classical(U))

PUFFERFISH = {
    "what is computed from a private output is as private": Textbook(
        "Kifer and Machanavajjhala 2014, Sec. 5.1", {**ON_EVENTS, **MECHANISM, G: Kernels(LINE, LINE), a: above(1), e: LEVEL},
        ForAll({(t, i, k): situations(F)}, le(DR(push(G, push(K, data_law(F, t, i))), push(G, push(K, data_law(F, t, k))), a), e)),
        given=(everywhere(F, K, lambda p, q: DR(p, q, a), e),)),
    "a mechanism reveals no more than the data": Textbook(
        "van Erven and Harremoes 2014, Thm. 9", {**ON_BITS, **MECHANISM, a: above(1)},
        everywhere(F, K, lambda p, q: DR(p, q, a), DR(data_law(F, t, i), data_law(F, t, k), a))),
    "mechanisms compose where an adversary knows the data": Textbook("Dwork and Roth 2014, Thm. 3.14", KNOWN, SUM, EACH),
    "a query moves no further than it stretches": Textbook(
        "Song, Wang and Chaudhuri 2017, Def. 3.1", {F: Frameworks(LINE, ANY_EVENTS, ANY_PRIORS), G: Maps(LINE, LINE, lipschitz=2)},
        ForAll({(t, i, k): situations(F)}, le(W(push(G, data_law(F, t, i)), push(G, data_law(F, t, k)), 1), 2 * W(data_law(F, t, i), data_law(F, t, k), 1)))),
}
