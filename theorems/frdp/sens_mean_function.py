r"""The sensitivity of the mean function, without and with labels.

Statement (Section 4.3)
    f_D = 1/N sum k(x_i, .). If D and D' differ in the last record, |f_D - f_D'|^2 = (2 - 2 k(x_N, x'_N))/N^2 <= 2/N^2. With the kernel k(x, x') y'y~ of records with
    labels the sensitivity is the same.

Reading
    neighbours   the last record is replaced, as displayed; or x_ is one record more, and the divisor stays, or is each data set's own size.
    size         N is the number of records that the mean is over: of the data set, or of a batch.
    kernels      one Gaussian kernel, or a sum of L.
    supremum     attained by some records, or approached. The largest distance is that of a data set whose records are all equal and x_, far away: the products of
                 k(x, .) are above 0 and at most L. Each of the L kernels then has a value in (0, 1] at the two, which tends to 0 with their distance.
    labels       one-hot (a label is its place); unit vectors; numbers 0 and 1, -1 and 1, or whole ones.
    same         the same bound; the same supremum, which equal labels of length 1 approach; or attained where the other is: nowhere.

Measured
    The squared norm of f_D - f_D', from the coefficients of all k(x_i, .) in it.

Claimed
    (2 - 2k)/N^2; 2/N^2.
"""

from theorems.frdp.definitions import N, X, d, h, k, x_
from theorems.frdp.definitions_kernel import GAUSSIAN, RECORDS, gaussian_kernel
from verify.claims import (
    All,
    Claim,
    Compare,
    Exists,
    Families,
    If,
    Limit,
    Points,
    Source,
    Sum,
    above,
    between,
    dot,
    exp,
    integers,
    norm,
    numbers,
    objects,
    one_of,
    oo,
    reading,
    upto,
)
from verify.claims import Euclid as Space

i, j, m, L, rho, t, value = numbers("i j m L rho t value")
H, y, y_ = objects("H y y_")

TEXT = Source("Section 4.3")
SEVERAL = {d: integers(1), L: reading("kernels", one=one_of(1), sum=integers(1)), H: Families(upto(L), above(0))}
BOUND = 2 / N**2


def three(replace, add_public, add_own_size):
    """By how the neighbour is made."""
    return reading("neighbours", replace=replace, add_public=add_public, add_own_size=add_own_size)


def squared_distance(kernel, at_record, at_new):
    """|f_D - f_D'|^2, from the coefficients of k(x_i, .), a function of i, and of k(x_, .)."""
    within = Sum({i: upto(N), j: upto(N)}, at_record(i) * at_record(j) * kernel(X[i], X[j]))
    return within + 2 * at_new * Sum({i: upto(N)}, at_record(i) * kernel(X[i], x_)) + at_new**2 * kernel(x_, x_)


def one(x, z):
    return gaussian_kernel(x, z, h)


def several(x, z):
    return Sum({m: upto(L)}, gaussian_kernel(x, z, H[m]))


def last_only(index):
    return If(Compare(index, "==", N), -1 / N, 0)


distance = three(squared_distance(several, last_only, 1 / N), squared_distance(several, lambda index: 0 * index, 1 / N),
                 squared_distance(several, lambda index: 1 / (N + 1) - 1 / N, 1 / (N + 1)))


def farthest(value):
    """The squared distance of a data set of equal records and x_, where each of the L kernels has this value at the two."""
    return three((2 * L - 2 * L * value) / N**2, L / N**2, (2 * L - 2 * L * value) / (N + 1) ** 2)


LARGEST = Compare(Limit(farthest(1 / t), t, oo), "==", BOUND)


def sized(statement):
    return reading("size", data_set=statement, batch=statement)


PAIRS = [(a, c) for a in ("replace", "add-public", "add-own-size") for c in ("one", "sum")]

# --- labels ------------------------------------------------------------------------------------------------------------------------------

VECTOR = Points(Space(k, 2))
LABEL = reading("labels", one_hot=upto(k), unit=VECTOR, zero_one=one_of(0, 1), signs=one_of(-1, 1), integers=integers(0))
LABELLED = {**GAUSSIAN, **RECORDS, k: integers(1), y: LABEL, y_: LABEL}
UNIT = All(Compare(norm(y, 2), "==", 1), Compare(norm(y_, 2), "==", 1))


def product(first, second):
    """y'y~."""
    places, vectors, plain = If(Compare(first, "==", second), 1, 0), dot(first, second, k), first * second
    return reading("labels", one_hot=places, unit=vectors, zero_one=plain, signs=plain, integers=plain)


labelled = (product(y, y) - 2 * one(X[N], x_) * product(y, y_) + product(y_, y_)) / N**2
approached = Compare(Limit(2 - 2 * exp(-(rho**2) / (2 * h**2)), rho, oo) / N**2, "==", BOUND)

CLAIMS = (
    Claim("frdp/sens", TEXT, part="equality", forall={**GAUSSIAN, **RECORDS},
          states=Compare(squared_distance(one, last_only, 1 / N), "==", (2 - 2 * one(X[N], x_)) / N**2)),
    Claim("frdp/sens", TEXT, part="bound", forall={**SEVERAL, **RECORDS}, states=sized(Compare(distance, "<=", BOUND)),
          same_as={f"{c}+batch+{a}": f"{c}+data-set+{a}" for a, c in PAIRS}),
    Claim("frdp/sens", TEXT, part="supremum", forall={L: SEVERAL[L], N: integers(1)},
          states=sized(reading("supremum", attained=All(LARGEST, Exists({value: between(0, 1, open="left")}, Compare(farthest(value), "==", BOUND))),
                               approached=LARGEST)),
          same_as={f"{c}+batch+{s}+{a}": f"{c}+data-set+{s}+{a}" for a, c in PAIRS for s in ("attained", "approached")}),
    Claim("frdp/cond-sens", TEXT, forall=LABELLED, given=(reading("labels", one_hot=None, unit=UNIT, zero_one=None, signs=None, integers=None),),
          states=reading("same", bound=Compare(labelled, "<=", BOUND), supremum=All(Compare(labelled, "<=", BOUND), approached), attained=Compare(labelled, "<", BOUND)),
          uses=("frdp/sens",)),
)
