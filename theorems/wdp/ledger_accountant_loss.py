"""Ledger of Theorem 1, Theorem 2 and Lemma 1 with their proofs, written from the source.

Theorem 1 does not say what is random in Pr and E, whether mechanisms share coins, which norm the tuple of outputs has, and uses one epsilon for the parts and
the whole. Theorem 2 states q in [0, 1], sigma > 0, d >= 0, mu >= 1; it does not say over what its infimum runs, what the components of Z are, nor
which norm outputs have that are vectors.
"""

from theorems.wdp.definitions import delta, dim, epsilon, mu
from theorems.wdp.definitions_composition import C, U, n
from theorems.wdp.thm_2_privacy_loss import FIRST, NOISE
from verify.claims import (
    INDEPENDENT,
    LINE,
    NO,
    REALS,
    REPLACE_ONE,
    SHARED,
    YES,
    Compositions,
    Couplings,
    Euclid,
    Families,
    Item,
    Labels,
    Laws,
    Points,
    Scope,
    Source,
    Unchecked,
    Universes,
    above,
    at_least,
    between,
    equals,
    integers,
    neighbours,
    numbers,
    objects,
    one_of,
    oo,
    reading,
    unstated,
    upto,
)

beta, k, c, v, q, d, sigma, m, j, t, rho, V = numbers("beta k c v q d sigma m j t rho V")
X, S, pair, epsilon_t, G, g, z, Z, J = objects("X S pair epsilon_t G g z Z J")

_APPENDIX = {"section": "Appendix A"}
_NORM = reading("norm on the outputs", l1=1, l2=2, l_inf=oo, l_mu=mu)
_RUN = {
    mu: at_least(1), dim: integers(1), n: integers(1), U: Universes(REPLACE_ONE),
    C: Compositions(n, U, Euclid(dim, _NORM), coins=reading("coins", independent=INDEPENDENT, shared=SHARED), adaptive=reading("adaptive", no=NO, yes=YES)),
    k: integers(1), S: Laws(Labels(k)), pair: Families(upto(k), neighbours(U)), beta: above(0),
}
_RUNNING = {"norm on the outputs": ("l1", "l2", "l-inf", "l-mu"), "coins": ("independent", "shared"), "adaptive": ("no", "yes"),
            "random": ("nothing", "history", "history-joint", "sampled")}
_IN = "in l_{norm on the outputs: l1: 1 | l2: 2 | l-inf: ∞ | l-mu: μ}"
_EVERY = "for all i ∈ {1, …, n}, past ∈ pasts(C, i), (D, D′) ∈ neighbours in U: W_μ(step(C, i, D, past), step(C, i, D′, past)) " + _IN
_GUARANTEES = "{budget: same: " + _EVERY + " ≤ ε | different: " + _EVERY + " ≤ ε_t[i]}"


def _summed(first: str, second: str) -> str:
    return f"(Σ[i ∈ {{1, …, n}}] (sup[past ∈ pasts(C, i)] W_μ(step(C, i, {first}, past), step(C, i, {second}, past)) {_IN}))"


_ALONG = f"(Σ[i ∈ {{1, …, n}}] E[h ~ joint(C, D)](W_μ(step(C, i, D, prefix(h, i − 1)), step(C, i, D′, prefix(h, i − 1))) {_IN}))"
_PAIRS = "for all (D, D′) ∈ neighbours in U: "
_CONDITION = ("{random: nothing: " + _PAIRS + f"exp(β·{_summed('D', 'D′')} − β·ε) ≤ δ"
              + "".join(f" | {history}: " + _PAIRS + f"exp(β·{_ALONG} − β·ε) ≤ δ" for history in ("history", "history-joint"))
              + f" | sampled: exp(β·E[s ~ S]{_summed('pair[s][1]', 'pair[s][2]')} − β·ε) ≤ δ" + "}")
_INCREASING = ("Pr[first ~ X, second ~ X]((first[1] ≥ 0) and (first[2] ≥ 0) and ((first[1] ≤ second[1]) ⇒ (first[2] ≤ second[2]))"
               " and ((first[1] ≤ c) ⇒ (first[2] ≤ v)) and ((first[1] ≥ c) ⇒ (first[2] ≥ v))) = 1")

_STEP = {q: between(0, 1), sigma: above(0)}
_SCALARS = {mu: at_least(1), **_STEP, d: at_least(0), k: integers(1), m: integers(1, k), j: integers(1, k)}
_VECTORS = Families(upto(k), Points(Euclid(n, 2)))
_GRADIENTS = {**_SCALARS, n: integers(1), g: Points(Euclid(n, 2)),
              G: reading("components", scalar=Families(upto(k), at_least(0)), equal=_VECTORS, coordinates=_VECTORS)}
_INFIMUM = {"infimum over": ("all-d", "adjacent-pairs", "sampled-pairs", "idle")}
_VARIANCE = {"variance": ("as-displayed", "times-sigma-squared")}
_LEFT = {"left side": ("mixture", "weighted-sum")}
_INTERIOR = {**_STEP, q: between(0, 1, open="both"), d: at_least(0), t: REALS}
_ENDS = {**_STEP, q: one_of(0, 1), d: at_least(0), t: REALS}
_NORMAL = {mu: at_least(1), **_STEP, d: at_least(0)}
_TERM = {n: integers(0)}
_EVEN = equals(2 * k, within=at_least(1))

ITEMS = (
    Item("wdp/thm-1", "Advanced composition", Source("Theorem 1", eq="10, 82"),
         Scope({**_RUN, epsilon_t: Families(upto(n), at_least(0)), epsilon: above(0), delta: unstated(at_least(0))},
               readings={**_RUNNING, "budget": ("same", "different")}, given=(_GUARANTEES, _CONDITION)),
         proof=("wdp/eq-83", "wdp/eq-84", "wdp/eq-85", Unchecked("expectations of sums are sums of expectations, eqs. 86-87"), "wdp/prop-2", "wdp/eq-88")),
    Item("wdp/eq-83", "Reduction to the sum", Source("Proof of Theorem 1", eq="83", **_APPENDIX),
         Scope({**_RUN, epsilon: above(0)}, readings={**_RUNNING, "random": ("nothing", "history-joint", "sampled")}), part_of="wdp/thm-1"),
    Item("wdp/eq-84", "Exponential Markov inequality", Source("Proof of Theorem 1", eq="84", **_APPENDIX),
         Scope({beta: above(0), epsilon: above(0), X: Laws(LINE, support=at_least(0))}), part_of="wdp/thm-1"),
    Item("wdp/eq-85", "Jensen step", Source("Proof of Theorem 1", eq="85", **_APPENDIX),
         Scope({beta: above(0), c: at_least(0), X: Laws(LINE, support=reading("X", random=at_least(0), constant=one_of(c)))},
               readings={"X": ("random", "constant")}), part_of="wdp/thm-1"),
    Item("wdp/eq-88", "General Markov inequality", Source("Proof of Theorem 1", eq="88", **_APPENDIX),
         Scope({X: Laws(Euclid(2, 1)), c: above(0), v: above(0)}, given=(_INCREASING,)), part_of="wdp/thm-1"),
    Item("wdp/thm-2", "Privacy loss at one step", Source("Theorem 2", eq="11, 89"),
         Scope(_GRADIENTS, readings={**_INFIMUM, "components": ("scalar", "equal", "coordinates"), "norm": ("l-mu", "l-2")}),
         proof=("wdp/eq-91", "wdp/eq-92", "wdp/eq-94", "wdp/eq-95", "wdp/eq-96", "wdp/eq-97")),
    Item("wdp/thm-2-upper", "The right-hand side as an upper bound", Source("Theorem 2, as used in Theorem 3", eq="11"),
         Scope(_GRADIENTS, readings={"infimum over": (*_INFIMUM["infimum over"], "sensitivity"), "components": ("scalar", "equal", "coordinates"), "norm": ("l-mu", "l-2")}),
         note="idle: d is fixed. sensitivity: d is the l_2-sensitivity, which the theorem calls it first."),
    Item("wdp/eq-91", "Mixture as a sum", Source("Proof of Theorem 2", eq="90-91", **_APPENDIX),
         Scope(_INTERIOR, readings=_LEFT, part="interior"), Scope(_ENDS, readings=_LEFT, part="ends"), part_of="wdp/thm-2"),
    Item("wdp/eq-92", "Sum of two normals", Source("Proof of Theorem 2", eq="92", **_APPENDIX),
         Scope(_INTERIOR, part="interior"), Scope(_ENDS, part="ends"), part_of="wdp/thm-2"),
    Item("wdp/eq-94", "Law of the difference", Source("Proof of Theorem 2", eq="93-94", **_APPENDIX),
         Scope({**_STEP, d: at_least(0), t: REALS, rho: between(-1, 1), J: Couplings(FIRST, NOISE)},
               readings={"coupling": ("independent", "jointly-normal", "any"), **_VARIANCE}), part_of="wdp/thm-2"),
    Item("wdp/eq-95", "Loss as a moment of the difference", Source("Proof of Theorem 2", eq="95", **_APPENDIX),
         Scope({**_SCALARS, G: Families(upto(k), at_least(0))}, readings={**_INFIMUM, "law": ("eq-92", "mixture"), **_VARIANCE}), part_of="wdp/thm-2"),
    Item("wdp/eq-96", "Norm to the power mu", Source("Proof of Theorem 2", eq="96", **_APPENDIX),
         Scope({mu: at_least(1), n: integers(1), z: Points(Euclid(n, 2))}, readings={"norm": ("l-mu", "l-2")}), part_of="wdp/thm-2"),
    Item("wdp/eq-97", "Expectation of the sum", Source("Proof of Theorem 2", eq="97", **_APPENDIX),
         Scope({mu: at_least(1), n: integers(1), Z: Laws(Euclid(n, 2))}), part_of="wdp/thm-2"),
    Item("wdp/lem-1", "Raw absolute moment", Source("Lemma 1", eq="12-13, 108"), Scope(_NORMAL),
         proof=(Unchecked("Winkelbauer 2012, eq. 17, cited for eq. 108"), "wdp/lem-1-series", "wdp/eq-115", "wdp/eq-117"),
         beside=("wdp/eq-125",)),
    Item("wdp/lem-1-series", "Series form", Source("Lemma 1", eq="14, 107, 109-114, 124"),
         Scope({**_NORMAL, **_TERM}, parts=("link-1", "link-2", "link-3", "link-4", "link-5")), part_of="wdp/lem-1"),
    Item("wdp/eq-115", "Rising factorial as a Gamma quotient", Source("Proof of Lemma 1", eq="115-116", **_APPENDIX),
         Scope({k: integers(1), mu: reading("order", not_even=at_least(1), even=_EVEN, by_continuity=_EVEN), **_TERM},
               readings={"order": ("not-even", "even", "by-continuity")}, given=("{order: not-even: μ/2 ≠ floor(μ/2) | even:  | by-continuity: }",)),
         part_of="wdp/lem-1"),
    Item("wdp/eq-117", "Product forms", Source("Proof of Lemma 1", eq="117-123", **_APPENDIX),
         Scope({mu: at_least(1), **_TERM}, part="minus-half-mu"), Scope(_TERM, parts=("link-1", "link-2"), part="half"),
         Scope({mu: at_least(1), **_TERM}, parts=("link-1", "link-2"), part="quotient"), part_of="wdp/lem-1"),
    Item("wdp/eq-125", "Rewriting with the variance", Source("Proof of Lemma 1", eq="125", **_APPENDIX), Scope({**_NORMAL, **_TERM}), part_of="wdp/lem-1"),
    Item("wdp/text-mgf", "Moments from the moment generating function", Source("text before Lemma 1", section="Wasserstein accountant"),
         Scope({k: integers(1), m: REALS, V: above(0)}, readings={"moment": ("raw", "absolute")})),
)
