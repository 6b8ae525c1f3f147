"""Ledger of Propositions 7 and 8 with their proofs, and of Table 1, written from the source.

The source gives no range for the scales lambda and sigma; the caption of Table 1 calls the sensitivity an arbitrary positive constant. The order of the norm in
the sensitivity is any positive integer (remark below eq. 38).
"""

from theorems.wdp.definitions import DIMENSIONS, NORMS, SPACE, P, Q, dim, mu, r
from theorems.wdp.definitions_mechanisms import Delta, alpha, lamda, p, shift, sigma, v, x, y
from verify.claims import REALS, Euclid, Item, Laws, Points, Scope, Source, above, at_least, between, integers, one_of, reading, unstated

SCALE = unstated(above(0))
QUERY = ("scalar", "vector")
TV = ("integral", "supremum")
POSITIONS = {shift: between(-Delta, Delta), dim: DIMENSIONS, p: integers(1), v: Points(Euclid(dim, p))}
LAPLACE = {mu: at_least(1), lamda: SCALE, Delta: above(0)}
GAUSSIAN = {mu: at_least(1), sigma: SCALE, Delta: above(0)}
SHIFTED = {shift: between(-Delta, Delta)}

ITEMS = (
    # D. Proposition 7
    Item("wdp/prop-7", "Laplace mechanism", "Proposition 7",
         Scope({**LAPLACE, **POSITIONS}, given=("{query: scalar:  | vector: ‖v‖_p ≤ Δ}",), readings={"query": QUERY, "kl": ("unit-shift", "shift-delta")}),
         proof=("wdp/eq-34", "wdp/eq-35", "wdp/eq-36", "wdp/eq-37", "wdp/eq-38", "wdp/eq-39", "wdp/eq-40", "wdp/eq-41")),
    Item("wdp/eq-34", "Cost replaced by the sensitivity", Source("Proof of Proposition 7", eq="33-34"),
         Scope({**LAPLACE, x: REALS, y: REALS}, readings={"eq-34": ("numbers", "pointwise")}), part_of="wdp/prop-7"),
    Item("wdp/eq-35", "Constant factor", Source("Proof of Proposition 7", eq="35"), Scope(LAPLACE), part_of="wdp/prop-7"),
    Item("wdp/eq-36", "Indicator of different outputs", Source("Proof of Proposition 7", eq="36"), Scope(LAPLACE), part_of="wdp/prop-7"),
    Item("wdp/eq-37", "Total variation as an expectation", Source("Proof of Proposition 7", eq="37"), Scope(LAPLACE, readings={"tv": TV}),
         part_of="wdp/prop-7"),
    Item("wdp/eq-38", "From total variation to divergence", Source("Proof of Proposition 7", eq="38"), Scope(LAPLACE, readings={"tv": TV}),
         part_of="wdp/prop-7"),
    Item("wdp/eq-39", "Pinsker's inequality", Source("Proofs of Propositions 7 and 8", eq="39, 48"),
         Scope({dim: DIMENSIONS, r: NORMS, P: Laws(SPACE), Q: Laws(SPACE)}, readings={"tv": TV}), part_of="wdp/prop-7"),
    Item("wdp/eq-40", "Divergence between Laplace laws", Source("Proof of Proposition 7", eq="40"), Scope({lamda: SCALE}), part_of="wdp/prop-7"),
    Item("wdp/eq-41", "Final display of the Laplace mechanism", Source("Proof of Proposition 7", eq="41"),
         Scope({mu: at_least(1), lamda: SCALE, Delta: reading("sensitivity", one=one_of(1), any=above(0))}, readings={"sensitivity": ("one", "any")}),
         part_of="wdp/prop-7"),
    # E. Proposition 8
    Item("wdp/prop-8", "Gaussian mechanism", "Proposition 8",
         Scope({mu: at_least(1), sigma: SCALE, Delta: reading("sensitivity", any=above(0), one=one_of(1)), **POSITIONS},
               given=("{query: scalar:  | vector: ‖v‖_p ≤ Δ}",),
               readings={"sensitivity": ("any", "one"), "query": QUERY, "budget": ("stated", "substituted")}),
         proof=("wdp/eq-43", "wdp/eq-45", "wdp/eq-46", "wdp/eq-47", "wdp/eq-39", "wdp/eq-49", "wdp/eq-50")),
    Item("wdp/eq-43", "Cost replaced by the sensitivity (Gaussian)", Source("Proof of Proposition 8", eq="42-44"),
         Scope({**GAUSSIAN, x: REALS, y: REALS}, readings={"eq-43": ("numbers", "pointwise")}, part="bound"),
         Scope(GAUSSIAN, part="factor"), part_of="wdp/prop-8"),
    Item("wdp/eq-45", "Indicator of different outputs (Gaussian)", Source("Proof of Proposition 8", eq="45"), Scope(GAUSSIAN), part_of="wdp/prop-8"),
    Item("wdp/eq-46", "Total variation as an expectation (Gaussian)", Source("Proof of Proposition 8", eq="46"), Scope(GAUSSIAN, readings={"tv": TV}),
         part_of="wdp/prop-8"),
    Item("wdp/eq-47", "From total variation to divergence (Gaussian)", Source("Proof of Proposition 8", eq="47"), Scope(GAUSSIAN, readings={"tv": TV}),
         part_of="wdp/prop-8"),
    Item("wdp/eq-49", "Divergence between Gaussians", Source("Proof of Proposition 8", eq="49"),
         Scope({sigma: SCALE, Delta: above(0)}, readings={"kl": ("unit-shift", "shift-delta")}), part_of="wdp/prop-8"),
    Item("wdp/eq-50", "Final display of the Gaussian mechanism", Source("Proof of Proposition 8", eq="50"),
         Scope({mu: at_least(1), sigma: SCALE, Delta: reading("sensitivity", any=above(0), one=one_of(1))}, readings={"sensitivity": ("any", "one")},
               parts=("link-1", "link-2")), part_of="wdp/prop-8"),
    # F. Table 1
    Item("wdp/tab-1-dp-lap", "DP level of Laplace noise", "Table 1",
         Scope({lamda: SCALE, shift: between(-1, 1)}, part="bound"), Scope({lamda: SCALE}, part="least")),
    Item("wdp/tab-1-dp-gauss", "DP level of Gaussian noise", "Table 1", Scope({sigma: SCALE})),
    Item("wdp/tab-1-rdp-lap", "RDP level of Laplace noise, order above 1", "Table 1", Scope({alpha: above(1), lamda: SCALE})),
    Item("wdp/tab-1-rdp-lap-1", "RDP level of Laplace noise, order 1", "Table 1", Scope({lamda: SCALE})),
    Item("wdp/tab-1-rdp-gauss", "RDP level of Gaussian noise", "Table 1", Scope({alpha: at_least(1), sigma: SCALE})),
    Item("wdp/tab-1-wdp-lap", "WDP budget of Laplace noise", "Table 1", Scope({**LAPLACE, **SHIFTED})),
    Item("wdp/tab-1-wdp-gauss", "WDP budget of Gaussian noise", "Table 1", Scope({**GAUSSIAN, **SHIFTED})),
    Item("wdp/tab-1-caption", "Sensitivities of the entries", "Table 1, caption",
         Scope({lamda: SCALE, sigma: SCALE}, part="dp-row"), Scope({alpha: above(1), lamda: SCALE, sigma: SCALE}, part="rdp-row"),
         Scope({**LAPLACE, **SHIFTED}, part="wdp-laplace"), Scope({**GAUSSIAN, **SHIFTED}, part="wdp-gaussian")),
)
