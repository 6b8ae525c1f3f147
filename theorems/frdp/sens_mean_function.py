r"""The sensitivity of the mean function, without and with labels.

Statement (Section 4.3)
    sens       f_D = 1/N sum k(x_i, .). If D and D' differ in the last record, |f_D - f_D'|^2 = (2 - 2 k(x_N, x'_N))/N^2 <= 2/N^2.
    cond-sens  With the kernel k(x, x') y'y~ of records with labels the sensitivity is the same.

Reading
    neighbours   the last record is replaced, as displayed; or x_ is one record more, and the divisor stays, or is each data set's own size.
    size         data-set: N is the number of records of the data set; batch: N is the number of records of a batch.
    kernels      one Gaussian kernel, or a sum of L, whose value k(x, x) is L, so that the same lines give 2 L/N^2.
    labels       one-hot (a label is its place); unit vectors; numbers 0 and 1, -1 and 1, or whole ones.
    same         the same bound; the same supremum, which equal labels of length 1 approach; or the bound is attained: by some two labels, whatever the records are.

Measured
    The squared norm of f_D - f_D', from the coefficients of all k(x_i, .) in it.

Claimed
    (2 - 2k)/N^2; 2/N^2, for a sum of kernels 2 L/N^2.
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

i, j, m, L, rho = numbers("i j m L rho")
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


def labelled(first, second):
    """The squared distance where the last record and the one in its place have these labels."""
    return (product(first, first) - 2 * one(X[N], x_) * product(first, second) + product(second, second)) / N**2


a, b = objects("a b")
equal = Compare(labelled(a, b), "==", BOUND)
reached = reading("labels", one_hot=equal, unit=All(Compare(norm(a, 2), "==", 1), Compare(norm(b, 2), "==", 1), equal), zero_one=equal, signs=equal, integers=equal)
approached = Compare(Limit(2 - 2 * exp(-(rho**2) / (2 * h**2)), rho, oo) / N**2, "==", BOUND)

CLAIMS = (
    Claim("frdp/sens", TEXT, part="equality", forall={**GAUSSIAN, **RECORDS},
          states=Compare(squared_distance(one, last_only, 1 / N), "==", (2 - 2 * one(X[N], x_)) / N**2)),
    Claim("frdp/sens", TEXT, part="bound", forall={**SEVERAL, **RECORDS}, states=sized(Compare(distance, "<=", reading("kernels", one=BOUND, sum=L * BOUND))),
          same_as={f"{c}+batch+{a}": f"{c}+data-set+{a}" for a, c in PAIRS}),
    Claim("frdp/cond-sens", TEXT, forall=LABELLED, given=(reading("labels", one_hot=None, unit=UNIT, zero_one=None, signs=None, integers=None),),
          states=reading("same", bound=Compare(labelled(y, y_), "<=", BOUND), supremum=All(Compare(labelled(y, y_), "<=", BOUND), approached),
                         attained=Exists({a: LABEL, b: LABEL}, reached)),
          uses=("frdp/sens",)),
)
