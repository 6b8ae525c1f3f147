"""Ledger of Proposition 12 and the preimage step of its proof, written from the source.

The source says "for all measurable subsets S" and writes the loss as a distance of Pr[G(M(D)) in S]; it states mu in [1, oo), no range for epsilon, and nothing
about the spaces R and R' or their norms.
"""

from fractions import Fraction

from theorems.wdp.definitions import DIMENSIONS, NORMS, SPACE, P, Q, dim, epsilon, mu, r
from verify.claims import Euclid, Events, Item, Kernels, Laws, Scope, Source, at_least, mixture, numbers, objects, push, reading, unstated

dim_2, r_2 = numbers("dim_2 r_2")
G, S = objects("G S")

_TARGET = Euclid(dim_2, reading("norm after G", any=r_2, same=r))
_OUTPUTS = {mu: at_least(1), dim: DIMENSIONS, r: NORMS, dim_2: DIMENSIONS, r_2: NORMS, P: Laws(SPACE), Q: Laws(SPACE)}
_EVENTS = Events(push(G, mixture((Fraction(1, 2), P), (Fraction(1, 2), Q))))
_READINGS = {"norm after G": ("any", "same"), "loss": ("transport", "events")}

ITEMS = (
    Item("wdp/prop-12", "Post-processing", Source("Proposition 12", eq="8, 78"),
         Scope({**_OUTPUTS, G: Kernels(SPACE, _TARGET), S: _EVENTS, epsilon: unstated(at_least(0))}, readings=_READINGS,
               given=("{loss: transport: W_μ(P, Q) in l_r ≤ ε"
                      " | events: for all E ∈ events(ℝ^dim with l_r): W_μ(indicator law(P, E), indicator law(Q, E)) ≤ ε}",)), proof=("wdp/eq-79",)),
    Item("wdp/eq-79", "Preimage step", Source("Proof of Proposition 12", eq="79-80", section="Appendix A"),
         Scope({**_OUTPUTS, G: reading("G", deterministic=Kernels(SPACE, _TARGET, deterministic=True), randomised=Kernels(SPACE, _TARGET)), S: _EVENTS},
               readings={"G": ("deterministic", "randomised"), **_READINGS}, parts=("main", "link-1", "link-2")), part_of="wdp/prop-12"),
)
