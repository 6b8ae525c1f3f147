"""Ledger of sections 4.2 and 4.3: the gap beyond the head, clip and rectify (Theorem 4.4), subsampling."""

from theorems.gdp.definitions import ALGORITHM, LAPLACE, SPACE, P, Q, delta, dim, dp, epsilon, epsilon_h, gamma, gdp, head, mu
from verify.claims import LINE, REALS, Item, Laws, Scope, Source, Unchecked, above, at_least, between, integers, numbers, objects, reading, unstated

y_minus, y_plus = numbers("y_minus y_plus")
P_1, Q_1, P_2, Q_2, R = objects("P_1 Q_1 P_2 Q_2 R")

TEXT = Source("Section 4.2")
LEVEL = {mu: above(0)}
HEAD = {epsilon_h: at_least(0), **LEVEL}
SHAPES = {"laplace": ("l1", "l2", "l3")}
ROUNDING = {"rounding": ("nearest", "bound")}
NEIGHBOURS = {"neighbours": ("add-or-remove", "substitute")}
OUTPUT = {"output": ("scalar", "vector")}
NUMERIC = Laws(reading("output", scalar=LINE, vector=SPACE))
SAMPLED = {**ALGORITHM, R: Laws(SPACE)}
CLIPPED = {epsilon_h: unstated(above(0)), **LEVEL, y_minus: REALS, y_plus: above(y_minus), dim: integers(1), P: NUMERIC, Q: NUMERIC}


def particular(guarantee):
    """A guarantee of an algorithm that only one reading mentions."""
    return reading("profiles", particular=guarantee, worst_case=None)


THREE = {**HEAD, **ALGORITHM, **{law: Laws(SPACE) for law in (P_1, Q_1, P_2, Q_2)}}
GUARANTEES = (particular(head(P, Q, epsilon_h, mu)), particular(gdp(P_1, Q_1, mu)), particular(head(P_2, Q_2, epsilon_h, mu)),
              particular(dp(P_2, Q_2, epsilon_h, 0)))
COMPARED = {"profiles": ("particular", "worst-case"), "order": ("value", "protection"), "epsilon": ("all", "some")}

ITEMS = (
    Item("gdp/text-4.2-p", "Order of magnitude of the failure probability", TEXT, Scope()),
    Item("gdp/text-4.2-between", "A head guarantee lies between two others", TEXT,
         Scope(THREE, given=GUARANTEES, readings=COMPARED, part="lower"), Scope(THREE, given=GUARANTEES, readings=COMPARED, part="upper"),
         note="P_1, Q_1: the algorithm that works with probability 1 - p, p the value of its Gaussian curve at epsilon_h. P_2, Q_2: the second algorithm."
              " worst-case: the largest profile of all algorithms with each guarantee."),
    Item("gdp/text-4.2-combine", "A head guarantee with DP", TEXT, Scope({**HEAD, **ALGORITHM}, given=(head(P, Q, epsilon_h, mu), dp(P, Q, epsilon_h, 0)))),
    Item("gdp/thm-4.4", "Clip and rectify", "Theorem 4.4", Scope(CLIPPED, given=(head(P, Q, epsilon_h, mu),), readings=OUTPUT),
         proof=(Unchecked("after clipping the sensitivity is at most the width of the interval"), "gdp/text-laplace-scale", Unchecked("post-processing"),
                "gdp/thm-4.4-proof")),
    Item("gdp/thm-4.4-proof", "Steps of clip and rectify", Source("Proof of Theorem 4.4", section="Appendix B.7"),
         Scope(CLIPPED, given=(head(P, Q, epsilon_h, mu),), readings=OUTPUT, part="dp"),
         Scope({**CLIPPED, epsilon: at_least(epsilon_h)}, given=(head(P, Q, epsilon_h, mu),), readings=OUTPUT, parts=("link-1", "link-2"), part="beyond"),
         Scope({**CLIPPED, epsilon: between(0, epsilon_h, open="right")}, given=(head(P, Q, epsilon_h, mu),), readings=OUTPUT, parts=("link-1", "link-2"),
               part="head"),
         part_of="gdp/thm-4.4"),
    Item("gdp/text-subsampling", "Effect of Poisson subsampling on the Laplace example", Source("Section 4.3"),
         Scope(LAPLACE, readings={**SHAPES, **ROUNDING}, part="full"),
         Scope(LAPLACE, readings={**SHAPES, **ROUNDING}, part="half"),
         Scope(LAPLACE, readings={**SHAPES, **ROUNDING}, part="tenth"),
         Scope({gamma: between(0, 1, open="left"), epsilon: at_least(0), **SAMPLED}, readings=NEIGHBOURS, part="profile"),
         Scope({gamma: between(0, 1, open="left"), epsilon: at_least(0), delta: between(0, 1), dim: integers(1)}, part="worst-case"),
         note="R: the output without the record in question. add-or-remove: neighbours are with and without it, P and R (Theorem 8 of the cited work, Poisson samples)."
              " substitute: with two values of it, P and Q, and any two of P, Q, R come from neighbouring samples (Theorem 9, samples of a fixed size)."
              " The examples are about Poisson samples. worst-case: the cited bounds are attained, in the worst case over algorithms and both orders."),
    Item("gdp/fig-7", "Subsampling near 0 and in the tail", Source("Figure 7", section="Appendix E.2"),
         Scope({gamma: unstated(between(0, 1, open="both")), **ALGORITHM}, part="start"),
         Scope({gamma: unstated(between(0, 1, open="both")), **ALGORITHM}, readings={"tail": ("limit", "finite", "bounded-support")}, part="tail"),
         uses=("gdp/text-subsampling",), note="The figure shows the third example and Gaussian curves; a lot and little carry no quantity in the source."),
)
