"""Ledger of what is released, and of training (section 4.3 and 4.4.1).

K is the Gram matrix of the points of evaluation, u and v are the values of f_D and f_D' there; X are the records, W the generated points, x_ the record that replaces
the last one. Of sigma the source gives no range.
"""

from theorems.frdp.definitions import (
    ADJACENT,
    DIM,
    IN_RKHS,
    NOISE,
    ORDER,
    SECOND_ARGUMENT,
    SENSITIVITY,
    SINGULAR,
    VALUES,
    K,
    M,
    N,
    W,
    X,
    alpha,
    d,
    dim,
    h,
    k,
    m,
    q,
    sigma,
    x_,
)
from theorems.frdp.definitions_composition import BY_LABEL, PARALLEL_READINGS, on_known_parts, on_parts
from theorems.frdp.definitions_composition import epsilon as levels
from verify.claims import (
    REALS,
    Euclid,
    Families,
    Item,
    Points,
    Scope,
    Source,
    above,
    between,
    equals,
    integers,
    numbers,
    objects,
    one_of,
    reading,
    unstated,
    upto,
)

t, w, x = numbers("t w x")
STEP = {"gradient": ("noise-constant", "noise-follows-theta", "drawn-jointly"), "loss": ("value", "square")}
Y, Z, y_ = objects("Y Z y_")

TEXT = Source("Section 4.3")
PLANE = Euclid(d, 2)
BATCH = {d: integers(1), h: above(0), N: integers(1), X: Families(upto(N), Points(PLANE)), x_: Points(PLANE), M: integers(1),
         W: Families(upto(M), Points(PLANE))}
DRAWN = {**ORDER, **NOISE, q: unstated(between(0, 1, open="both")), d: integers(1), h: above(0), N: integers(1), X: Families(upto(N), Points(PLANE)), x_: Points(PLANE),
         m: integers(1, N), M: equals(m, within=integers(1)), W: Families(upto(M), Points(PLANE))}
"""A batch of m records and as many generated points."""
EVALUATED = {**ORDER, **NOISE, **DIM, K: SINGULAR, **VALUES, **SENSITIVITY}
HALVES = {**ORDER, **NOISE, m: integers(1), dim: equals(2 * m, within=integers(1)), K: SINGULAR, **VALUES, **SENSITIVITY}
LABELS = {k: integers(1), Y: Families(upto(N), upto(k)), y_: upto(k), Z: Families(upto(M), upto(k))}
POINTS = {"records": ("own", "fixed", "generated-only"), "count": ("constant", "realised"), **ADJACENT}
MULTIPLIERS = one_of("0.6", 1, "1.95", "5.75", 8, 25)
PARTS = {"adjacency": PARALLEL_READINGS["adjacency"], "coins": PARALLEL_READINGS["coins"], "label": ("fixed", "may-change"), "class sizes": ("public", "private"),
         "normaliser": ("public", "own-size")}

ITEMS = (
    Item("frdp/eq-7", "The private objective", Source("Section 4.3", eq="7"),
         Scope({**ORDER, **NOISE, **BATCH}, readings={"released": ("number", "function", "vector"), "data term": ("with", "without")}),
         uses=("frdp/cor-2", "frdp/sens", "frdp/eq-7-id"),
         note="number: the value of the loss at one theta; function: the loss at every theta, that is for all W; vector: the values of the private function."),
    Item("frdp/eq-8", "The batch method", Source("Section 4.3", eq="8"),
         Scope(EVALUATED, given=(IN_RKHS,), readings=SECOND_ARGUMENT, part="rdp"),
         Scope({alpha: above(1), sigma: MULTIPLIERS, N: one_of(60)}, readings={**SECOND_ARGUMENT, "kernels": ("one", "five")}, part="setting"),
         uses=("frdp/cor-2", "frdp/sens"),
         note="rdp: at fixed points. setting: two values that differ by the sensitivity, at the noise of Table 2 with batches of 60 records: sqrt(2)/N of one kernel and"
              " sqrt(10)/N of five."),
    Item("frdp/eq-8-points", "Evaluation at the records of the batch", TEXT,
         Scope(DRAWN, readings={**SECOND_ARGUMENT, **POINTS}), uses=("frdp/cor-2", "frdp/eq-8"),
         note="own: the records among the points are those of the data set that is protected, so they differ for D and D'. realised: there are twice as many points as the"
              " batch has records, each of which was drawn with probability q; of N + 1 records on one data set and N on the other (add-or-remove), or N on both."),
    Item("frdp/eq-8-concat", "One sample path at all points", TEXT, Scope(HALVES, given=(IN_RKHS,), readings={"saves": ("guarantee", "actual")}), uses=("frdp/eq-8",),
         note="One path at all 2 m points, or two independent ones, at the m records and at the m generated points. guarantee: alpha/(2 sigma^2) against twice that;"
              " actual: the divergence of one path is at most that of two."),
    Item("frdp/cond-release", "The conditional release", TEXT, Scope({**DRAWN, **LABELS}, readings={**SECOND_ARGUMENT, **POINTS}),
         uses=("frdp/cond-sens", "frdp/eq-8", "frdp/eq-8-points"),
         note="One-hot labels are named by their places: Y of the records, y_ of the one that replaces the last, Z of the generated points."),
    Item("frdp/text-train", "The trained generator is private", Source("Abstract, Sections 1 and 4.3, Table 2"),
         Scope({**ORDER, **NOISE, h: above(0), x: REALS, x_: REALS, w: REALS, t: REALS}, readings=STEP, part="formula"), Scope(readings=STEP, part="torch"),
         uses=("frdp/sgm", "frdp/thm-5", "frdp/eq-7", "frdp/eq-8", "frdp/eq-8-points", "frdp/tab-2"),
         note="noise-constant: the sampled noise is a constant for the gradient; noise-follows-theta: it is a factor of the covariance at theta times a fixed vector;"
              " drawn-jointly: values and gradients are drawn together from the process. A guarantee of the T steps at rate q is one of the one step with the whole data set,"
              " which the accountant counts as alpha/(2 sigma^2). formula: one record x, on D' x_, and one generated point w; torch: a larger step, differentiated by machine."),
    Item("frdp/text-parallel", "Sub-models for the classes", Source("Section 4.4.1"), Scope(BY_LABEL, given=(reading("class sizes", public=on_known_parts(levels), private=on_parts(levels)),), readings=PARTS),
         uses=("frdp/thm-4", "frdp/sens", "frdp/sgm"),
         note="The data set is split by label, the record alone decides. fixed: a replaced record keeps its label, and so its part."
              " public: the sub-models are private on parts of one size, which is known; private: on parts of any sizes."),
)
