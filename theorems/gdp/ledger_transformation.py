"""Ledger of section 4 up to Theorem 4.3: the Gaussian differential privacy transformation and its bounds by staircases, with proofs.

The source gives no range for the number n of steps, and names x_(n+2) nowhere although the last summand of both staircases needs it.
"""

from theorems.gdp.definitions import ALGORITHM, CURVES, LAPLACE, delta, epsilon, epsilon_h, epsilon_t, f, g, mu, n
from verify.claims import Compare, Item, Scope, Source, above, at_least, between, integers, numbers, reading, unstated

epsilon_, mu_ = numbers("epsilon_ mu_")

TEXT, FIGURE = Source("Section 4"), Source("Figure 2", section="Section 4")
PARTIALS, STEPS = Source("Proof of Theorem 4.2", section="Appendix B.5"), Source("Proof of Theorem 4.3", section="Appendix B.6")
BOTH = ("if", "only-if")
ENDS = {"mu at delta 0": ("zero", "no-value"), "mu at delta 1": ("infinite", "no-value")}
SHAPES = {"laplace": ("l1", "l2", "l3")}
BASE = {"log base": ("natural", "two", "ten")}
LEVEL = {mu: above(0)}

STAIRS = {n: unstated(integers(1)), epsilon_h: reading("head", from_0=at_least(0), positive=above(0)), **ALGORITHM, f: CURVES}
STAIR_READINGS = {"head": ("from-0", "positive"), "x beyond": ("extended", "absent"), "curve": ("profile", "function"), **ENDS}

ITEMS = (
    Item("gdp/def-4.1", "The transformation is well defined", "Definition 4.1", Scope({f: CURVES, epsilon: at_least(0)}, readings=ENDS)),
    Item("gdp/text-gdpt-order", "The transformation preserves order", TEXT,
         Scope({f: CURVES, g: CURVES, epsilon: at_least(0)}, given=(Compare(f(epsilon), ">=", g(epsilon)),), readings=ENDS), proof=("gdp/text-delta-mono",)),
    Item("gdp/text-gdpt-constant", "The transform of a Gaussian curve is constant", TEXT, Scope({**LEVEL, epsilon: at_least(0)})),
    Item("gdp/text-delta-mono", "Gaussian curves are continuous and monotone in both arguments", TEXT,
         Scope({**LEVEL, epsilon: at_least(0)}, part="epsilon-continuous"),
         Scope({**LEVEL, epsilon: at_least(0), epsilon_: above(epsilon)}, part="epsilon-decreasing"),
         Scope({**LEVEL, epsilon: at_least(0)}, part="mu-continuous"),
         Scope({**LEVEL, mu_: above(mu), epsilon: at_least(0)}, part="mu-increasing")),
    Item("gdp/cor-4.1", "GDP through the transform", "Corollary 4.1", Scope({**LEVEL, **ALGORITHM}, readings=ENDS, parts=BOTH),
         proof=("gdp/text-gdpt-order", "gdp/text-gdpt-constant")),
    Item("gdp/thm-4.1", "Head and tail through the transform", "Theorem 4.1",
         Scope({epsilon_h: at_least(0), **LEVEL, **ALGORITHM}, readings=ENDS, parts=BOTH, part="head"),
         Scope({epsilon_t: at_least(0), **LEVEL, **ALGORITHM}, readings=ENDS, parts=BOTH, part="tail"),
         proof=("gdp/text-gdpt-order", "gdp/text-gdpt-constant")),
    Item("gdp/fig-2", "Transforms of the three examples", FIGURE,
         Scope(LAPLACE, readings=SHAPES, part="laplace-start"), Scope(part="sgd-start"), Scope(readings=BASE, part="icea-start"),
         Scope(LAPLACE, readings={**SHAPES, "mu at delta 0": ("zero", "no-value")}, part="laplace-end"),
         Scope(part="sgd-end"), Scope(readings=BASE, part="icea-end"),
         uses=("gdp/text-limits", "gdp/thm-2.1")),
    Item("gdp/thm-4.2", "Bounded derivative in epsilon", "Theorem 4.2",
         Scope({epsilon: at_least(0), delta: between(0, 1, open="both")}, readings={"radical": ("two", "two-pi")}, parts=("link-1", "link-2")),
         proof=("gdp/thm-4.2-partials",)),
    Item("gdp/thm-4.2-partials", "Partial derivatives", PARTIALS,
         Scope({**LEVEL, epsilon: at_least(0)}, part="delta-epsilon"),
         Scope({**LEVEL, epsilon: at_least(0)}, part="delta-mu"),
         Scope({**LEVEL, epsilon: at_least(0)}, part="mu-epsilon", parts=("link-1", "link-2", "link-3")),
         Scope({**LEVEL, epsilon: at_least(0)}, part="mu-delta", parts=("link-1", "link-2")), part_of="gdp/thm-4.2",
         note="mu-epsilon and mu-delta are taken at the point (epsilon, delta_mu(epsilon))."),
    Item("gdp/thm-4.3-staircase", "The transform lies between two staircases", "Theorem 4.3",
         Scope({**STAIRS, epsilon: between(0, epsilon_h)}, readings=STAIR_READINGS, parts=("link-1", "link-2"))),
    Item("gdp/thm-4.3-eq2", "Maxima of the staircases", Source("Theorem 4.3", eq="2"),
         Scope(STAIRS, readings=STAIR_READINGS, parts=("link-1", "link-2", "link-3")), uses=("gdp/thm-4.2",),
         proof=("gdp/thm-4.3-proof-case1", "gdp/text-gdpt-order", "gdp/thm-4.3-proof-case2")),
    Item("gdp/thm-4.3-proof-case1", "The upper staircase is largest at 0", STEPS,
         *(Scope(STAIRS, readings=STAIR_READINGS, part=part) for part in ("value", "step", "below", "gap")), part_of="gdp/thm-4.3-eq2", uses=("gdp/thm-4.2",),
         note="The case, max G+ = G+(x_0), stands before an implication in each part. The step printed as D is d."),
    Item("gdp/thm-4.3-proof-case2", "The upper staircase is largest elsewhere", STEPS,
         *(Scope(STAIRS, readings=STAIR_READINGS, part=part) for part in ("shift", "bound", "gap")), part_of="gdp/thm-4.3-eq2",
         uses=("gdp/thm-4.2",), note="The case, max G+ > G+(x_0), stands before an implication in each part. The step printed as D is d."),
)
