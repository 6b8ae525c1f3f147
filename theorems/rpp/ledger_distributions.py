"""Ledger of Appendix C.5: Pufferfish privacy and distribution privacy.

Data are named by real numbers, as there are at most as many. The instance of the other notion, and the mechanisms, are quantified inside the statements: the
instance may or may not depend on the mechanism.
"""

from theorems.rpp.definitions import FRAMEWORK, NORMS, OUTCOMES, SPACE, Delta, P, Q, d, delta, epsilon, k, near
from verify.claims import LINE, Families, Item, Laws, NotChecked, Scope, Source, Unchecked, above, at_least, between, integers, objects, unstated, upto

first, second = objects("first second")

TEXT = Source("Appendix C.5")
LEVELS = {epsilon: unstated(at_least(0)), delta: unstated(between(0, 1))}
INSTANCE = {**OUTCOMES, "instance": ("before", "after")}

ITEMS = (
    Item("rpp/thm-c.2", "Approximate Wasserstein mechanism, recalled", Source("Theorem C.2", section="Appendix C.5"),
         Scope({epsilon: unstated(above(0)), delta: between(0, 1, open="both"), Delta: above(0), d: integers(1), P: Laws(SPACE), Q: Laws(SPACE)},
               given=(near(P, Q, Delta),), readings=NORMS)),
    Item("rpp/prop-c.3", "Pufferfish privacy and distribution privacy", Source("Proposition C.3", section="Appendix C.5"),
         Scope({**LEVELS, **FRAMEWORK}, readings=INSTANCE, part="to-distributions"),
         Scope({**LEVELS, k: integers(1), first: Families(upto(k), Laws(LINE)), second: Families(upto(k), Laws(LINE))},
               readings={**INSTANCE, "Phi": ("closed", "any")}, part="to-pufferfish"),
         note="before: one instance for all mechanisms. to-pufferfish: the pairs of laws are first[i], second[i]; the secrets are values of a latent parameter in Phi.",
         proof=(Unchecked("an instance of distribution privacy made of the conditional distributions"),
                Unchecked("a Pufferfish instance whose secrets name the distribution"), "rpp/text-aleph")),
    Item("rpp/text-aleph", "Number of laws on the real line", TEXT,
         not_checked=NotChecked("no quantity", "It compares infinite cardinals, one of them by the continuum hypothesis.")),
)
