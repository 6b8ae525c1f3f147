"""Ledger of section 2 and Appendices A.1 to A.3: the two notions of privacy, post-processing, conversion.

Levels are at least 0. The two laws are those of the output under one prior given two secrets of positive probability.
"""

from theorems.rpp.definitions import L2, OUTCOMES, OUTPUTS, WITH_OUTCOMES, G, P, Q, alpha, d, delta, epsilon, m, renyi_private, x
from verify.claims import Euclid, Item, Kernels, NotChecked, Points, Scope, Source, Unchecked, above, at_least, between, integers, objects

G_ = objects("G_")

TEXT, PROOF = Source("Section 2"), Source("Proof of Proposition 2.1", section="Appendix A.2")
PROCESSED = {alpha: above(1), m: integers(1), **OUTPUTS, G: Kernels(L2, Euclid(m, 2))}
GIVEN = (renyi_private(P, Q, alpha, epsilon),)
AS_READ = {d: integers(1), P: WITH_OUTCOMES, Q: WITH_OUTCOMES}
EQUALITY = {"equality": ("as-printed", "up-to-the-logarithm")}

ITEMS = (
    Item("rpp/def-2.1", "Pufferfish privacy", "Definition 2.1",
         not_checked=NotChecked("definition", "What the probability of one output means is a reading of every statement that concludes it.")),
    Item("rpp/def-2.2", "Renyi Pufferfish privacy", "Definition 2.2",
         not_checked=NotChecked("definition", "Whether the pairs are symmetric, and what a secret of probability 0 means, are readings of the statements that need it.")),
    Item("rpp/prop-2.1", "Post-processing", Source("Proposition 2.1", section="Section 2"),
         Scope({**PROCESSED, G_: Kernels(L2, Euclid(m, 2)), epsilon: at_least(0)}, given=GIVEN, readings={"coins": ("independent", "dependent")},
               parts=("link-1", "link-2")),
         note="dependent: given the second secret the map acts as another kernel, G_, since its coins depend on the data.",
         proof=("rpp/proof-2.1", Unchecked("Jensen's inequality, given the output of the second algorithm"))),
    Item("rpp/proof-2.1", "First and last line of the chain", PROOF,
         Scope(PROCESSED, readings=EQUALITY, part="first"), Scope({alpha: above(1), **OUTPUTS}, readings=EQUALITY, part="last"), part_of="rpp/prop-2.1"),
    Item("rpp/text-inf-rpp", "Infinite order is Pufferfish privacy", TEXT, Scope({**AS_READ, epsilon: at_least(0)}, readings=OUTCOMES, parts=("if", "only-if"))),
    Item("rpp/prop-2.2", "From RPP to PP", Source("Proposition 2.2", section="Section 2"),
         Scope({alpha: above(1), delta: between(0, 1, open="both"), **AS_READ, epsilon: at_least(0), x: Points(L2)}, given=GIVEN, readings=OUTCOMES),
         note="x: the point at which densities are compared.",
         proof=(Unchecked("Mironov 2017: Hölder's inequality for the probability of one output"), Unchecked("two cases, by the size of that probability"))),
    Item("rpp/def-3.2", "Wasserstein distance of order infinity", "Definition 3.2",
         not_checked=NotChecked("definition", "The distance is used as defined; its norm is a reading where the source leaves it open.")),
    Item("rpp/def-4.1", "Approximate Renyi Pufferfish privacy", "Definition 4.1",
         not_checked=NotChecked("definition", "The probability of the events and the space they live on are readings of the statements that use them.")),
    Item("rpp/def-4.2", "Nearness", "Definition 4.2", not_checked=NotChecked("definition", "Nearness is used as defined; rpp/lem-c.1 is about another form of it.")),
    Item("rpp/def-5.1", "Contractive noisy iteration", "Definition 5.1",
         not_checked=NotChecked("definition", "Dependence over time and the domain of the maps are readings of the statements about iterations.")),
)
