"""What the paper says about each item: where it stands, what it ranges over, which readings its words admit."""

from verify.claims import (
    ADD_OR_REMOVE_ONE,
    INDEPENDENT,
    REALS,
    REPLACE_ONE,
    YES,
    Compositions,
    Euclid,
    Families,
    Item,
    Laws,
    Ledger,
    NotChecked,
    Scope,
    Source,
    Universes,
    above,
    at_least,
    between,
    integers,
    numbers,
    objects,
    one_of,
    reading,
    upto,
)

alpha, beta, epsilon, epsilon_1, epsilon_2, delta, dim, c, p, b, b_, lamda, sigma, mu, shift = numbers(
    "alpha beta epsilon epsilon_1 epsilon_2 delta dim c p b b_ lamda sigma mu shift")
P, Q, C, U = objects("P Q C U")

SPACE = Euclid(dim, 2)
PAIR = {dim: integers(1), P: Laws(SPACE), Q: Laws(SPACE)}
ADJACENT = reading("adjacency", add_or_remove=ADD_OR_REMOVE_ONE, replace=REPLACE_ONE)
ADJACENCY = {"adjacency": ("add-or-remove", "replace")}
OPEN = between(0, 1, open="both")
BITS = {p: OPEN, b: one_of(0, 1), b_: one_of(0, 1)}
NOISE = {lamda: above(0), shift: between(-1, 1)}

BOTH_ENDS = ("for all i ∈ {1, …, 2^c}: (D_α(P[i] ‖ P[i + 1]) ≤ ε) and (D_α(P[i + 1] ‖ P[i]) ≤ ε)",)

LEDGER = Ledger(
    "mironov17", "Renyi Differential Privacy", "Ilya Mironov: Renyi Differential Privacy, IEEE CSF 2017",
    (
        Item("mironov17/def-4", "Renyi differential privacy", Source("Definition 4", section="III"), not_checked=NotChecked("definition", "it says what the words mean")),
        Item("mironov17/prop-1", "Levels add up in adaptive composition", Source("Proposition 1", section="III"),
             Scope({alpha: above(1), epsilon_1: at_least(0), epsilon_2: at_least(0), dim: integers(1), U: Universes(ADJACENT),
                    C: Compositions(2, U, SPACE, coins=INDEPENDENT, adaptive=YES)},
                   given=("for all past ∈ pasts(C, 1), (D, D′) ∈ neighbours in U: D_α(step(C, 1, D, past) ‖ step(C, 1, D′, past)) ≤ ε₁",
                          "for all past ∈ pasts(C, 2), (D, D′) ∈ neighbours in U: D_α(step(C, 2, D, past) ‖ step(C, 2, D′, past)) ≤ ε₂"),
                   readings=ADJACENCY)),
        Item("mironov17/prop-2", "Privacy of groups", Source("Proposition 2", section="III"),
             Scope({c: integers(0), alpha: at_least(2 ** (c + 1)), dim: integers(1), P: Families(upto(2**c + 1), Laws(SPACE)), epsilon: at_least(0)}, given=BOTH_ENDS)),
        Item("mironov17/prop-3", "From RDP to approximate differential privacy", Source("Proposition 3", section="IV"),
             Scope({alpha: above(1), epsilon: at_least(0), delta: OPEN, **PAIR}, given=("D_α(P ‖ Q) ≤ ε",))),
        Item("mironov17/prop-5", "Randomised response", Source("Proposition 5", section="VI-A"),
             Scope({alpha: above(1), **BITS}, part="above-one"), Scope(BITS, part="order-one")),
        Item("mironov17/prop-6", "Divergence of two Laplace laws", Source("Proposition 6", section="VI-B"), Scope({alpha: above(1), lamda: above(0)})),
        Item("mironov17/prop-7", "Divergence of two normal laws", Source("Proposition 7", section="VI-C"), Scope({alpha: at_least(1), sigma: above(0), mu: REALS})),
        Item("mironov17/cor-3", "The Gaussian mechanism", Source("Corollary 3", section="VI-C"), Scope({alpha: at_least(1), sigma: above(0), shift: between(-1, 1)}),
             uses=("mironov17/prop-7",)),
        Item("mironov17/tab-2", "Summary of the basic mechanisms", Source("Table II", section="VI"),
             Scope(BITS, part="response-pure"), Scope({alpha: above(1), **BITS}, part="response-renyi"),
             Scope(NOISE, part="laplace-pure"), Scope({alpha: above(1), **NOISE}, part="laplace-renyi"), Scope(NOISE, part="laplace-order-one"),
             Scope({sigma: above(0)}, part="gaussian-pure"), Scope({alpha: at_least(1), sigma: above(0), shift: between(-1, 1)}, part="gaussian-renyi"),
             uses=("mironov17/prop-5", "mironov17/cor-3")),
        Item("mironov17/prop-9", "The divergence does not fall as the order rises", Source("Proposition 9", section="Appendix A"),
             Scope({alpha: at_least(1), beta: at_least(alpha), **PAIR})),
    ),
    version="arXiv 1702.07476v3",
)
