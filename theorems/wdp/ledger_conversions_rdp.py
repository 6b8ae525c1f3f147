"""Ledger of Proposition 11 with its proof and of the remark on zCDP, written from the source.

The source leaves open in what log p_M is Lipschitz (the output, the density, the data set, the query), whether the mechanism adds noise to a query, and the
output space. It states mu >= 1; alpha > 1 is its Definition 9; it gives no range for L.
"""

from theorems.wdp.definitions import DIMENSIONS, NORMS, SPACE, P, Q, dim, epsilon, mu, r
from verify.claims import (
    LINE,
    REALS,
    Families,
    Item,
    Laws,
    Points,
    Scope,
    Source,
    Unchecked,
    above,
    at_least,
    between,
    integers,
    numbers,
    objects,
    reading,
    unstated,
    upto,
)

alpha, L, low, high, p, q, c, k, Delta = numbers("alpha L low high p q c k Delta")
shift, x, N = objects("shift x N")

_SPACES = {"space": ("line", "r-d", "bounded")}
_MECHANISM = {"mechanism": ("any", "additive-noise")}
_LIPSCHITZ = {"log p is Lipschitz": ("in-x", "in-the-density", "in-the-data", "in-the-query")}
_ALL = {**_SPACES, **_MECHANISM, **_LIPSCHITZ}
_LAWS = reading("space", line=Laws(LINE, density=True), r_d=Laws(SPACE, density=True), bounded=Laws(LINE, density=True, support=between(low, high)))
_SHIFTS = reading("space", line=REALS, r_d=Points(SPACE), bounded=REALS)
_PLACES = reading("space", line=Points(LINE), r_d=Points(SPACE), bounded=between(low, high, open="both"))
_PAIR = {dim: DIMENSIONS, r: NORMS, low: REALS, high: above(low), P: _LAWS, Q: _LAWS, shift: _SHIFTS}
_L = {L: unstated(at_least(0))}
_BUDGET = {epsilon: unstated(at_least(0))}

_SECOND = "{mechanism: any: Q | additive-noise: translate(P, shift)}"
_ENDS = "{space: line:  | r-d:  | bounded: low}, {space: line:  | r-d:  | bounded: high}, {space: line:  | r-d: r | bounded: }"
_SIZE = "{space: line: |shift| | r-d: ‖shift‖_r | bounded: |shift|}"
_IN_X = f"(log density lipschitz(P, {_ENDS}) ≤ L) and (log density lipschitz({_SECOND}, {_ENDS}) ≤ L)"
_IN_THE_DENSITY = f"log per density gap(P, {_SECOND}) ≤ L"
_HYPOTHESIS = ("{log p is Lipschitz: in-x: " + _IN_X + " | in-the-density: " + _IN_THE_DENSITY + f" | in-the-data: log ratio sup(P, {_SECOND}) ≤ L"
               f" | in-the-query: log ratio sup(P, {_SECOND}) ≤ L·{_SIZE}" + "}")
_WDP = f"W_μ(P, {_SECOND}) in l_{{space: line:  | r-d: r | bounded: }} ≤ ε"
_COMPUTED = f"{{mechanism: any: ({_SIZE} = 0) ⇒ (log ratio sup(P, Q) = 0) | additive-noise: }}"
_COMPUTED_IN_PAIRS = ("{mechanism: any: {distance: query: for all j ∈ {1, …, k}: (shift[j] = 0) ⇒ (TV(P[j], Q[j]) = 0) | levy:  | prokhorov: }"
                      " | additive-noise: }")

ITEMS = (
    Item("wdp/prop-11", "From WDP to RDP", Source("Proposition 11", eq="72-73"),
         Scope({mu: at_least(1), alpha: above(1), **_PAIR, **_L, **_BUDGET}, readings=_ALL, given=(_HYPOTHESIS, _WDP)),
         proof=("wdp/eq-60", "wdp/eq-63", "wdp/eq-66", "wdp/eq-68", "wdp/eq-70", "wdp/eq-72"),
         beside=("wdp/eq-75",)),
    Item("wdp/prop-11-dp", "From WDP to pure DP", Source("Proposition 11", eq="74-77"),
         Scope({mu: at_least(1), **_PAIR, **_L, **_BUDGET}, readings=_ALL, given=(_HYPOTHESIS, _WDP)),
         proof=(Unchecked("by the definition of the max-divergence, eq. 74"), "wdp/eq-63", "wdp/eq-75", "wdp/eq-68")),
    Item("wdp/eq-60", "Lipschitz step", Source("Proof of Proposition 11", eq="60-62", section="Appendix A"),
         Scope({**_PAIR, x: _PLACES, **_L}, readings={**_SPACES, **_MECHANISM, "log p is Lipschitz": ("in-x", "in-the-density")},
               given=("{log p is Lipschitz: in-x: " + _IN_X + " | in-the-density: " + _IN_THE_DENSITY + "}", "density(P, x) > 0",
                      f"density({_SECOND}, x) > 0")), part_of="wdp/prop-11"),
    Item("wdp/eq-63", "Exponentiated form", Source("Proof of Proposition 11", eq="63", section="Appendix A"),
         Scope({p: above(0), q: above(0), **_L}, given=("|log(p) − log(q)| ≤ L·|p − q|",), parts=("link-1", "link-2")), part_of="wdp/prop-11"),
    Item("wdp/eq-66", "Density gap below the sensitivity", Source("Proof of Proposition 11", eq="66-67", section="Appendix A"),
         Scope({**_PAIR, x: _PLACES, Delta: unstated(at_least(0))},
               readings={**_SPACES, **_MECHANISM, "sensitivity": ("of-the-query", "of-the-density")},
               given=("{sensitivity: of-the-query: " + _COMPUTED + " | of-the-density: }",
                      "{sensitivity: of-the-query: " + _SIZE + f" ≤ Δ | of-the-density: density gap sup(P, {_SECOND}) ≤ Δ" + "}")),
         part_of="wdp/prop-11"),
    Item("wdp/eq-68", "Sensitivity below a power of the loss", Source("Proof of Proposition 11", eq="68", section="Appendix A"),
         Scope({mu: at_least(1), k: integers(1), P: Families(upto(k), Laws(LINE)), Q: Families(upto(k), Laws(LINE)), N: Laws(LINE),
                shift: Families(upto(k), REALS)},
               readings={"pairs": ("same-pair", "supremum-and-each", "suprema"), "distance": ("query", "levy", "prokhorov"), **_MECHANISM}, given=(_COMPUTED_IN_PAIRS,)),
         part_of="wdp/prop-11"),
    Item("wdp/eq-70", "The loss replaced by the budget", Source("Proof of Proposition 11", eq="69-70", section="Appendix A"),
         Scope({mu: at_least(1), alpha: above(1), **_L, dim: DIMENSIONS, r: NORMS, P: Laws(SPACE), Q: Laws(SPACE), **_BUDGET},
               readings={"relation": ("as-displayed", "at-most")}, given=("W_μ(P, Q) in l_r ≤ ε",)), part_of="wdp/prop-11"),
    Item("wdp/eq-72", "Closing algebra", Source("Proof of Proposition 11", eq="71-72", section="Appendix A"),
         Scope({alpha: above(1), **_L, c: at_least(0)}), part_of="wdp/prop-11"),
    Item("wdp/eq-75", "Max-divergence", Source("Proof of Proposition 11", eq="75", section="Appendix A"),
         Scope({**_PAIR, **_L, Delta: unstated(at_least(0))}, readings={**_ALL, "display": ("chain", "outer")},
               given=(_HYPOTHESIS, _COMPUTED, f"{_SIZE} ≤ Δ"), parts=("link-1", "link-2", "main")), part_of="wdp/prop-11"),
    Item("wdp/text-zcdp", "From WDP to zCDP", Source("Relations to Other DP Frameworks", section="Discussion"),
         Scope({mu: at_least(1), alpha: above(1), **_PAIR, **_L, **_BUDGET}, readings=_ALL, given=(_HYPOTHESIS, _WDP))),
)
