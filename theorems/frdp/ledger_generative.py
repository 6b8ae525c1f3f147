"""Ledger of the maximum mean discrepancy and of the sensitivity of a mean of kernel functions (sections 4.1 to 4.3).

Where the source has any kernel, points are met through their features, vectors of R^dim whose inner product is the kernel; the kernel of section 4.3 is the Gaussian
one of width h on R^d. X are the records of the data set, W the generated points, x_ the record that replaces (or is added to) those of X.
"""

from theorems.frdp.definitions import DIM, SPACE, M, N, P, Q, W, X, d, dim, h, k, n, x_
from verify.claims import (
    All,
    Compare,
    Euclid,
    Families,
    Item,
    Laws,
    Points,
    Scope,
    Source,
    above,
    integers,
    norm,
    numbers,
    objects,
    one_of,
    reading,
    upto,
)

L = numbers("L")
H, y, y_ = objects("H y y_")

PLANE = Euclid(d, 2)
COUNTS = {N: integers(1), M: integers(1)}
FEATURES = {**DIM, **COUNTS, X: Families(upto(N), Points(SPACE)), W: Families(upto(M), Points(SPACE))}
GAUSSIAN = {d: integers(1), h: above(0)}
RECORDS = {N: integers(1), X: Families(upto(N), Points(PLANE)), x_: Points(PLANE)}
SEVERAL = {d: integers(1), L: reading("kernels", one=one_of(1), sum=integers(1)), H: Families(upto(L), above(0))}
KERNELS = {"kernels": ("one", "sum")}
NEIGHBOURS = {"neighbours": ("replace", "add-public", "add-own-size")}
COUNTED = {"size": ("data-set", "batch")}

VECTOR = Points(Euclid(k, 2))
LABEL = reading("labels", one_hot=upto(k), unit=VECTOR, zero_one=one_of(0, 1), signs=one_of(-1, 1), integers=integers(0))
LABELLED = {**GAUSSIAN, **RECORDS, k: integers(1), y: LABEL, y_: LABEL}
UNIT = All(Compare(norm(y, 2), "==", 1), Compare(norm(y_, 2), "==", 1))
NAMES = ("one-hot", "unit", "zero-one", "signs", "integers")


ITEMS = (
    Item("frdp/mmd-kernel", "The kernel trick", Source("Section 4.1"), Scope({**DIM, P: Laws(SPACE, moments=1), Q: Laws(SPACE, moments=1)}),
         note="P and Q are the laws of the features of the two points, of finite first moment; a space of infinite dimension is approached by dim."),
    Item("frdp/mmd-char", "Characteristic kernels", Source("Section 4.1"), Scope({**GAUSSIAN, P: Laws(PLANE), Q: Laws(PLANE)}, parts=("if", "only-if"))),
    Item("frdp/text-finite-dim-char", "No kernel of finite dimension is characteristic", Source("Section 4.2"),
         Scope({**DIM, n: integers(2), X: Families(upto(reading("sample space", euclidean=dim + 2, any=n)), Points(SPACE))}, readings={"sample space": ("euclidean", "any")}),
         note="dim is the dimension of the space of the kernel, X are the features of points of the sample space: of dim + 2 of them, or of all n."),
    Item("frdp/eq-6", "The estimate of the squared discrepancy", Source("Section 4.2", eq="6"),
         Scope({**FEATURES, P: Laws(SPACE, moments=2), Q: Laws(SPACE, moments=2)}, readings={"estimates": ("empirical", "unbiased", "consistent")}),
         note="empirical: it is the squared discrepancy of the two empirical measures. Second moments of the features: k(x, x) has a mean."),
    Item("frdp/text-rff-loss", "The loss with finitely many features", Source("Section 4.2"), Scope(FEATURES)),
    Item("frdp/eq-7-id", "The estimate through the mean function", Source("Section 4.3"),
         Scope({**GAUSSIAN, **COUNTS, X: Families(upto(N), Points(PLANE)), W: Families(upto(M), Points(PLANE))})),
    Item("frdp/sens", "Sensitivity of the mean function", Source("Section 4.3"),
         Scope({**GAUSSIAN, **RECORDS}, part="equality"),
         Scope({**SEVERAL, **RECORDS}, readings={**NEIGHBOURS, **COUNTED, **KERNELS}, part="bound"),
         note="replace: x_ takes the place of the last record, as displayed. add-public: x_ is one record more, N stays the divisor. add-own-size: each data set has its own"
              " size as divisor. sum: the kernel is a sum of L Gaussian ones, of widths H, and k(x, x) is L in the place of 1."),
    Item("frdp/cond-sens", "Sensitivity with labels", Source("Section 4.3"),
         Scope(LABELLED, given=(reading("labels", one_hot=None, unit=UNIT, zero_one=None, signs=None, integers=None),),
               readings={"labels": NAMES, "same": ("bound", "supremum", "attained")}), uses=("frdp/sens",),
         note="y is the label of the last record, y_ that of the record that replaces it; k their dimension, 1 for numeric labels. A one-hot label is named by its"
              " place, so that the product of two is 1 where the places agree and 0 elsewhere. attained: some two labels reach the bound."),
)
