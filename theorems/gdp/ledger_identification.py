"""Ledger of section 3 and its proofs: GDP through profiles, figure 1, head and tail, the limit that decides.

mu ranges over (0, oo), epsilon over [0, oo). The curve of example 3 has one more reading, the base of its logarithm, in every item.
"""

from theorems.gdp.definitions import (
    ALGORITHM,
    LAPLACE,
    OTHER,
    Delta,
    P,
    Q,
    delta_0,
    dp,
    epsilon,
    epsilon_0,
    epsilon_h,
    epsilon_t,
    gaussian_profile,
    gdp,
    growth,
    mu,
    mu_0,
    mu_t,
    profile,
    shift,
    tail,
)
from verify.claims import Compare, Item, NotChecked, Parts, Scope, Source, Unchecked, above, at_least, below, between, numbers, one_of, reading, unstated

t, eta, kappa, mu_1 = numbers("t eta kappa mu_1")

FIGURE, TEXT, LEMMA = Source("Figure 1", section="Section 3"), Source("Section 3"), Source("Proof of Lemma 3.1", section="Appendix B.2")
TAIL, LIMIT = Source("Proof of Theorem 3.2", section="Appendix B.3"), Source("Proof of Theorem 3.3", section="Appendix B.4")
LEVEL = {mu: above(0)}
GIVEN_LEVEL = {**LEVEL, **ALGORITHM}
SHAPES = {"laplace": ("l1", "l2", "l3")}
BASE = {"log base": ("natural", "two", "ten")}
ABOUT = {"about": ("algorithm", "curve")}
LIMITS = {"limits": ("of-limits", "pointwise")}
LOG = {"log of 0": ("minus-infinity", "no-value")}
KIND = {"limit": ("lim", "limsup")}
ANY = {"any": ("some", "every", "some-mu-every-epsilon")}
BOTH = ("if", "only-if")
EXAMPLES = {Delta: reading("for", every=above(0), examples=LAPLACE[Delta])}
ALL_THREE, TWO_AND_FOUR = one_of(1, 2, 4), one_of(2, 4)
SMALL_START = Compare(profile(P, Q, 0), "<", 1)

ITEMS = (
    Item("gdp/thm-3.1", "GDP through the profile", "Theorem 3.1", Scope(GIVEN_LEVEL, parts=BOTH),
         note="On the left, mu-GDP through trade-off functions, its definition in section 1."),
    Item("gdp/text-profile-iff", "GDP through the curve of an algorithm", TEXT, Scope(GIVEN_LEVEL, parts=BOTH), uses=("gdp/thm-3.1",)),
    Item("gdp/fig-1-laplace", "The Laplace example against three Gaussian curves", FIGURE,
         Scope({**LAPLACE, mu: TWO_AND_FOUR, epsilon: at_least(0)}, readings=SHAPES, part="below"),
         Scope(LAPLACE, readings=SHAPES, part="crosses"),
         Scope({**LAPLACE, mu: TWO_AND_FOUR, shift: between(-Delta, Delta)}, readings=SHAPES, part="gdp"),
         Scope(LAPLACE, readings=SHAPES, part="not-gdp")),
    Item("gdp/fig-1-icea-intersects", "The third example meets every displayed curve", FIGURE,
         Scope({mu: reading("displayed", text=ALL_THREE, caption=one_of(1, 2))},
               readings={"curve": ("refined", "naive"), **BASE, "displayed": ("text", "caption"), "intersects": ("common-point", "not-below")})),
    Item("gdp/fig-1-icea-notgdp", "The third example is not GDP at the displayed levels", FIGURE, Scope({mu: ALL_THREE, **ALGORITHM}, readings={**ABOUT, **BASE})),
    Item("gdp/fig-1-sgd", "The second example against three Gaussian curves", FIGURE,
         not_checked=NotChecked("no quantity", "The source says that the figure does not tell; it states no order of the curves.")),
    Item("gdp/text-concave-convex", "Shape of Gaussian curves near 0", TEXT, Scope(part="concave"), Scope(part="convex")),
    Item("gdp/text-two-terms-limit", "Limits of the two terms of a Gaussian curve", TEXT,
         Scope(LEVEL, part="first"), Scope(LEVEL, part="second"), Scope(LEVEL, part="difference")),
    Item("gdp/text-cancellation", "Good approximations of Phi, bad ones of the curve", TEXT, Scope({eta: above(0), kappa: above(0)}),
         note="For every relative error eta of the two values of Phi and every kappa there are mu, epsilon and approximations with a relative error above kappa."),
    Item("gdp/def-3.1-3.2", "Head and tail together are GDP", "Definitions 3.1 and 3.2", Scope({epsilon: at_least(0), **GIVEN_LEVEL}, parts=BOTH)),
    Item("gdp/thm-3.2", "The tail alone decides", "Theorem 3.2", Scope(ALGORITHM, readings=ANY, parts=BOTH),
         proof=("gdp/thm-3.2-proof", Parts("gdp/thm-2.1", "if"))),
    Item("gdp/thm-3.2-proof", "Steps between the tail and GDP", TAIL,
         Scope({**LEVEL, **ALGORITHM}, given=(gdp(P, Q, mu),), part="sufficiency"),
         Scope(ALGORITHM, part="tail"),
         Scope({epsilon_t: above(0)}, part="limit"),
         Scope({epsilon_0: at_least(0), delta_0: between(0, 1, open="right"), **ALGORITHM}, given=(dp(P, Q, epsilon_0, delta_0),), part="start"),
         Scope({epsilon_t: above(0), mu_0: at_least(0), **ALGORITHM}, given=(SMALL_START,), part="pick"),
         Scope({epsilon_t: above(0), mu_1: above(0), **ALGORITHM, epsilon: between(0, epsilon_t, open="right")},
               given=(Compare(gaussian_profile(mu_1, epsilon_t), ">", profile(P, Q, 0)),), parts=("link-1", "link-2", "link-3"), part="head"),
         Scope({epsilon_t: above(0), mu_0: at_least(0), mu_1: above(mu_0), **ALGORITHM},
               given=(tail(P, Q, epsilon_t, mu_0 + 1), Compare(gaussian_profile(mu_1, epsilon_t), ">", profile(P, Q, 0))), part="join"),
         part_of="gdp/thm-3.2", uses=("gdp/thm-2.1",), note="mu_0 is not defined in the source; it is read as the upper limit, or any number where it is given."),
    Item("gdp/text-nontrivial-head", "Non-trivial algorithms satisfy a head condition", TEXT,
         Scope({epsilon_0: at_least(0), delta_0: between(0, 1, open="right"), **ALGORITHM}, given=(dp(P, Q, epsilon_0, delta_0),), part="start"),
         Scope({epsilon_0: at_least(0), delta_0: between(0, 1, open="right"), epsilon_h: at_least(0), **ALGORITHM}, given=(dp(P, Q, epsilon_0, delta_0),),
               part="head"),
         uses=("gdp/thm-2.1",)),
    Item("gdp/lem-3.1", "Asymptotic form of a Gaussian curve", "Lemma 3.1", Scope(LEVEL),
         proof=("gdp/lem-3.1-birnbaum", "gdp/lem-3.1-limsup", "gdp/lem-3.1-liminf",
                Unchecked("eq. 4, the limit of the asymptotic form, called easy to see"), Unchecked("L'Hospital's rule"), "gdp/lem-3.1-derivative",
                "gdp/lem-3.1-lastlimit")),
    Item("gdp/lem-3.1-birnbaum", "Bounds on the normal tail", LEMMA, Scope({t: below(0)}, parts=("link-1", "link-2")), part_of="gdp/lem-3.1"),
    Item("gdp/lem-3.1-limsup", "Upper limit of a Gaussian curve", LEMMA,
         Scope(LEVEL, readings=LIMITS, part="step-1"), Scope(LEVEL, readings=LIMITS, part="step-2"), Scope(LEVEL, part="step-3"), part_of="gdp/lem-3.1",
         note="Steps: the bounds on the normal tail; one bound dropped; the limit is 0."),
    Item("gdp/lem-3.1-liminf", "Lower limit of a Gaussian curve", LEMMA,
         Scope(LEVEL, readings=LIMITS, part="step-1"), Scope(LEVEL, readings=LIMITS, part="step-2"), Scope(LEVEL, part="step-3"), part_of="gdp/lem-3.1",
         note="Steps as in gdp/lem-3.1-limsup."),
    Item("gdp/lem-3.1-derivative", "Quotient of the derivatives", LEMMA, Scope({**LEVEL, epsilon: unstated(above(mu**2 / 2))}), part_of="gdp/lem-3.1",
         note="The quotient stands under a limit; at mu^2/2 neither side has a value."),
    Item("gdp/lem-3.1-lastlimit", "The last limit", LEMMA,
         Scope(LEVEL, part="tilde"), Scope(LEVEL, part="hospital"), Scope(LEVEL, part="rewritten"), Scope(part="one"), part_of="gdp/lem-3.1",
         note="tilde: equation (4). hospital: the rule itself. rewritten, one: the two lines after the quotient of the derivatives."),
    Item("gdp/thm-3.3", "The limit that decides", "Theorem 3.3",
         Scope(GIVEN_LEVEL, readings={**KIND, **LOG, "level": ("given", "some")}, parts=BOTH),
         note="level: mu-GDP for the given mu, or for some mu, where the right side says that the limit is finite.",
         proof=("gdp/thm-3.3-proof-limsup", "gdp/lem-3.1", "gdp/thm-3.3-proof-lower"),
         beside=("gdp/thm-3.3-limit-exists", "gdp/thm-3.3-lower-bound")),
    Item("gdp/thm-3.3-limit-exists", "The limit exists", "Theorem 3.3", Scope(ALGORITHM, readings={**KIND, **LOG}), part_of="gdp/thm-3.3"),
    Item("gdp/thm-3.3-lower-bound", "The limit is a lower bound of mu", Source("Section 1.1"),
         Scope(GIVEN_LEVEL, given=(gdp(P, Q, mu),), readings={**KIND, **LOG}), uses=("gdp/lem-3.1",)),
    Item("gdp/thm-3.3-proof-limsup", "Upper limits of the transformation and of the criterion", LIMIT,
         Scope(ALGORITHM, readings=LOG, part="equal"),
         Scope(ALGORITHM, readings={**LOG, "bound": ("squared", "plain")}, part="upper"),
         Scope({mu_0: above(0)}, part="tilde"),
         Scope(ALGORITHM, readings=LOG, part="lower"), part_of="gdp/thm-3.3", note="tilde: the limit of the criterion along the asymptotic form of Lemma 3.1."),
    Item("gdp/thm-3.3-proof-lower", "Steps of the second half", LIMIT,
         *(Scope({mu_0: at_least(0), mu_t: above(mu_0), **ALGORITHM}, given=(Compare(growth(P, Q), "==", mu_0**2),), readings=LOG, part=k)
           for k in ("difference", "eventually", "smaller", "limit")),
         part_of="gdp/thm-3.3", uses=("gdp/lem-3.1",)),
    Item("gdp/text-O-exp", "Decay of the profile of a GDP algorithm", Source("Sections 3 and 5.1"),
         Scope(GIVEN_LEVEL, given=(gdp(P, Q, mu),), readings={"exponent": ("literal", "up-to-a-constant")})),
    Item("gdp/text-limits", "The limit in the three examples", Source("Section 4"),
         Scope(LAPLACE, readings={**SHAPES, **LOG}, part="laplace"), Scope(part="sgd"), Scope(readings=BASE, part="icea")),
    Item("gdp/text-icea-crosses-every", "The third example crosses every Gaussian curve", Source("Section 4"),
         Scope(GIVEN_LEVEL, readings={**BASE, **ABOUT, "mu": ("every", "large")})),
    Item("gdp/text-tail-weaker", "Tail conditions are weaker than DP", Source("Section 4"),
         Scope({epsilon_t: at_least(0), **GIVEN_LEVEL}, given=(dp(P, Q, epsilon_t, 0),), part="implied"),
         Scope({epsilon_t: at_least(0), **LEVEL}, part="not-equivalent")),
    Item("gdp/text-head-decides", "What the tail and the head decide", Source("Sections 1.1 and 4"),
         Scope({**ALGORITHM, **OTHER, **EXAMPLES, epsilon_t: at_least(0)}, readings={"for": ("every", "examples"), **SHAPES}, part="tail"),
         Scope({**ALGORITHM, **EXAMPLES}, readings={"for": ("every", "examples"), **SHAPES}, part="head"),
         note="tail: two algorithms with the same tail are both GDP or neither. head: of a GDP algorithm, some head alone has the best mu of the whole. The examples that are GDP are Laplace and SGD; SGD stands by its refined curve, for the head."),
)
