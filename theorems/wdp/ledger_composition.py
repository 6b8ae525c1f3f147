"""Ledger of section C of the inventory: composition of Propositions 5 and 6, group privacy."""

from theorems.wdp.definitions import DIMENSIONS, NORMS, SPACE, P, dim, mu, r
from theorems.wdp.definitions import epsilon as level
from verify.claims import (
    ADD_OR_REMOVE_ONE,
    BY_POSITION,
    BY_VALUE,
    INDEPENDENT,
    NO,
    REPLACE_ONE,
    SHARED,
    YES,
    Compare,
    Compositions,
    Euclid,
    Families,
    If,
    Item,
    Kernels,
    Laws,
    Scope,
    Sum,
    Unchecked,
    Universes,
    at_least,
    data_sets,
    equals,
    integers,
    numbers,
    objects,
    oo,
    reading,
    size,
    upto,
)

n, i, k = numbers("n i k")
U, C, M, D, D_, epsilon = objects("U C M D D_ epsilon")

LEVELS = Families(upto(n), at_least(0))
NORM = reading("norm on the outputs", l1=1, l2=2, l_inf=oo, l_mu=mu)
COINS = reading("coins", independent=INDEPENDENT, shared=SHARED)
NORM_OPTIONS = ("l1", "l2", "l-inf", "l-mu")
PARALLEL = {
    mu: at_least(1), dim: DIMENSIONS, r: NORMS, n: integers(1),
    U: Universes(reading("neighbours", replace=REPLACE_ONE, add_remove=ADD_OR_REMOVE_ONE)),
    C: Compositions(n, U, Euclid(dim, reading("output", tuple=NORM, most_revealing=r)), coins=COINS,
                    partition=reading("partition", by_position=BY_POSITION, by_value=BY_VALUE)),
}
PARALLEL_READINGS = {"neighbours": ("replace", "add-remove"), "partition": ("by-position", "by-value"), "norm on the outputs": NORM_OPTIONS,
                     "coins": ("independent", "shared"), "output": ("tuple", "most-revealing")}
SEQUENTIAL = {
    mu: at_least(1), dim: DIMENSIONS, r: NORMS, n: integers(1), U: Universes(REPLACE_ONE),
    C: Compositions(n, U, Euclid(dim, reading("output", tuple=NORM, sum=r, last=r)), coins=COINS, adaptive=reading("adaptive", no=NO, yes=YES)),
}
SEQUENTIAL_READINGS = {"norm on the outputs": NORM_OPTIONS, "coins": ("independent", "shared"), "adaptive": ("no", "yes"), "output": ("tuple", "sum", "last")}
DIFFERING = Sum({i: upto(size(D))}, If(Compare(D[i], "!=", D_[i]), 1, 0))

ITEMS = (
    Item("wdp/prop-5", "Parallel composition", "Proposition 5",
         Scope({**PARALLEL, epsilon: LEVELS},
               given=("for all i ∈ {1, …, n}, (D, D′) ∈ part neighbours(C, i): W_μ(step(C, i, D), step(C, i, D′)) in"
                      " l_{output: tuple: {norm on the outputs: l1: 1 | l2: 2 | l-inf: ∞ | l-mu: μ} | most-revealing: r} ≤ ε[i]",
                      "{partition: by-position:  | by-value: for all i ∈ {1, …, n}, (D, D′) ∈ neighbours in U:"
                      " W_μ(step(C, i, part(C, i, D)), step(C, i, part(C, i, D′))) in"
                      " l_{output: tuple: {norm on the outputs: l1: 1 | l2: 2 | l-inf: ∞ | l-mu: μ} | most-revealing: r} ≤ ε[i]}"),
               readings=PARALLEL_READINGS), proof=("wdp/eq-28",)),
    Item("wdp/eq-28", "Max step", "Proof of Proposition 5, eqs. 27-29", Scope(PARALLEL, readings=PARALLEL_READINGS), part_of="wdp/prop-5"),
    Item("wdp/prop-6", "Sequential composition", "Proposition 6",
         Scope({**SEQUENTIAL, epsilon: LEVELS},
               given=("for all i ∈ {1, …, n}, past ∈ pasts(C, i), (D, D′) ∈ neighbours in U: W_μ(step(C, i, D, past), step(C, i, D′, past)) in"
                      " l_{output: tuple: {norm on the outputs: l1: 1 | l2: 2 | l-inf: ∞ | l-mu: μ} | sum: r | last: r} ≤ ε[i]",),
               readings=SEQUENTIAL_READINGS), proof=(Unchecked("the hypotheses are added up, eqs. 30-31"), "wdp/prop-2", "wdp/eq-32")),
    Item("wdp/eq-32", "Sum dominates the joint loss", "Proof of Proposition 6, eq. 32", Scope(SEQUENTIAL, readings=SEQUENTIAL_READINGS), part_of="wdp/prop-6"),
    Item("wdp/prop-13", "Group privacy", "Proposition 13",
         Scope({mu: at_least(1), dim: DIMENSIONS, r: NORMS, U: Universes(REPLACE_ONE), M: Kernels(data_sets(U), SPACE), D: data_sets(U), D_: data_sets(U),
                k: equals(DIFFERING, within=integers(0)), level: at_least(0)},
               given=("for all (D, D′) ∈ neighbours in U: W_μ(M(D), M(D′)) in l_r ≤ ε",
                      "{intermediate: present: for all A ∈ data sets of U, B ∈ data sets of U: (Σ[i ∈ {1, …, size(A)}] 1[A[i] ≠ B[i]] > 1) ⇒"
                      " (there is E ∈ data sets of U: (Σ[i ∈ {1, …, size(A)}] 1[A[i] ≠ E[i]] = 1) and"
                      " (Σ[i ∈ {1, …, size(E)}] 1[E[i] ≠ B[i]] = (Σ[i ∈ {1, …, size(A)}] 1[A[i] ≠ B[i]]) − 1)) | unrestricted: }"),
               readings={"intermediate": ("present", "unrestricted")}), proof=("wdp/prop-2", "wdp/eq-81")),
    Item("wdp/eq-81", "Chain display", "Proof of Proposition 13, eq. 81",
         Scope({mu: at_least(1), dim: DIMENSIONS, r: NORMS, k: integers(1), P: Families(upto(k + 1), Laws(SPACE)), level: at_least(0)},
               given=("for all i ∈ {1, …, k}: W_μ(P[i], P[i + 1]) in l_r ≤ ε",), readings={"last relation": ("equality", "inequality")}),
         part_of="wdp/prop-13"),
)
