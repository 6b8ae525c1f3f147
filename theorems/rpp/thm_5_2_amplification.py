r"""Parallel composition, contraction, and privacy amplification by iteration.

Statement (Proposition E.1, Lemma 5.1, Theorem 5.2)
    prop-e.1  Mechanisms on independent blocks of records, with pairs of secrets about one block, are (alpha, max_k epsilon_k)-RPP together.
    lem-5.1   If sup_w W_oo(psi(w, X), psi(w, X')) <= s: D_alpha^(z + s)(psi(W, X), psi(W', X')) <= D_alpha^(z)(W, W').
    thm-5.2   Of two iterations with the same maps and noises, s_t = sup_w W_oo(psi_t(w, X_t), psi_t(w, X'_t)) and z_t = sum_(i <= t) (s_i - a_i) >= 0:
              D_alpha^(z_T)(W_T, W_T') <= sum_t R_alpha(zeta_t, a_t).

Reading
    coins       independent: the coins of the mechanisms are independent; shared: the mechanisms may share their coins.
    joint       the record of the step is independent of the state, or not.
    over time   the records are independent, or not.
    domain      of the states in s_t: an interval, or the line.
    noise       finite or normal.
    ball        of R_alpha, see rpp/lem-3.1; a_t may be negative.
    Iterations are on the line with piecewise linear maps. In the lemma the state is that of the first step, so that any law and any dependence occur.

Measured
    The (shifted) Renyi divergence of the outputs.

Claimed
    The largest level; the shifted divergence of the states; the sum of R_alpha.
"""

from theorems.rpp.definitions import C, F, U, about_one_record, alpha, epsilon, h, i, j, k, m, renyi_private, shifts, t
from theorems.rpp.definitions import z as slack
from theorems.rpp.definitions_iteration import INPUTS, INSIDE, OUTPUTS, RUNS, SLACK, X_, W, X, noise_of, shift_of, total, z, z_max, z_min
from verify.claims import (
    ANY_EVENTS,
    BY_POSITION,
    FINITE_NOISE,
    INDEPENDENT,
    INDEPENDENT_RECORDS,
    LINE,
    REALS,
    REPLACE_ONE,
    SHARED,
    Claim,
    Compare,
    Compositions,
    Families,
    ForAll,
    Frameworks,
    If,
    Iterations,
    Labels,
    Laws,
    Node,
    Points,
    Sequences,
    Source,
    Sup,
    Universes,
    above,
    at_least,
    data_law,
    image_law,
    integers,
    iterate_law,
    marginal,
    never,
    outputs,
    push,
    reading,
    situations,
    step_shift,
    upto,
)
from verify.quantities import mass, shifted_renyi

STATES = {z_min: REALS, z_max: at_least(z_min)}
TWO = Sequences(2, Labels(k))
ONE_STEP = {alpha: above(1), slack: above(0), k: integers(1), W: Iterations(2, Labels(k), FINITE_NOISE), X: Laws(TWO), X_: Laws(TWO)}


def unrelated(law):
    """The state, which comes from the first record, is independent of the second record."""
    x = Node("var", "x")
    return ForAll({x: Points(TWO)}, Compare(mass(law, Node("event", x)), "==", mass(marginal(law, 1), Node("event", x[1])) * mass(marginal(law, 2), Node("event", x[2]))))


BLOCKS = {m: integers(1), U: Universes(REPLACE_ONE, m), F: Frameworks(U, ANY_EVENTS, INDEPENDENT_RECORDS),
          C: Compositions(m, U, LINE, reading("coins", independent=INDEPENDENT, shared=SHARED), partition=BY_POSITION)}


def released(e):
    """The joint law of all outputs given a secret."""
    return push(outputs(C), data_law(F, t, e))


def moves(step):
    """a_t: what s_t leaves once the slack has grown."""
    return shift_of(step) - (z[step] - If(Compare(step, ">", 1), z[step - 1], 0))


CLAIMS = (
    Claim("rpp/prop-e.1", Source("Proposition E.1", section="Appendix E.1"), forall={alpha: above(1), **BLOCKS, epsilon: Families(upto(m), at_least(0))},
          given=(about_one_record(m), ForAll({(t, i, j): situations(F), h: upto(m)}, renyi_private(marginal(released(i), h), marginal(released(j), h), alpha, epsilon[h]))),
          states=ForAll({(t, i, j): situations(F)}, renyi_private(released(i), released(j), alpha, Sup({h: upto(m)}, epsilon[h])))),
    Claim("rpp/lem-5.1", Source("Lemma 5.1"), forall=ONE_STEP,
          given=tuple(reading("joint", independent=unrelated(law), any=None) for law in (X, X_)),
          because="The proof compares psi(w, X) with psi(w, X') for each fixed w, so X has to be independent of W, and X' of W'. Else X "
                  "and X' may have the same law, so that s = 0, but go with different states, and the step can turn this into a larger "
                  "divergence.",
          states=Compare(shifted_renyi(image_law(W, X, 2), image_law(W, X_, 2), alpha, slack + step_shift(W, X, X_, 2)), "<=",
                         shifted_renyi(iterate_law(W, X, 1), iterate_law(W, X_, 1), alpha, slack))),
    Claim("rpp/thm-5.2", Source("Theorem 5.2"), uses=("rpp/lem-3.1", "rpp/lem-5.1"), forall={**RUNS, **STATES, **SLACK}, given=(*INPUTS, *INSIDE),
          because="Each step needs a record that is independent of the state. Where records depend on each other the state remembers "
                  "earlier ones: each X_t may have the law of X_t', so that every s_t is 0, while the joint laws differ, and the last "
                  "state can show this.",
          states=Compare(shifted_renyi(*OUTPUTS, alpha, z[Node("var", "T")]), "<=", total(lambda step: shifts(noise_of(step), moves(step), alpha, None))),
          never=(never("domain=z", "noise=normal", because="normal noise leaves every bounded set, so that from the second step on no run stays in the domain"),)),
)
