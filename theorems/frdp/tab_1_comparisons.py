r"""Sentences about the numbers printed in Tables 1 and 3.

Statement (Sections 1, 4.4, 5)
    text-fid-gray          At epsilon 0.2 the best distance of a baseline falls from 61.9 to 26.5 on MNIST and from 78.4 to 46.2 on FMNIST.
    text-acc-mnist         At epsilon 0.2 the accuracy rises by more than 20 % on MNIST.
    text-acc-fmnist        At epsilon 0.2 the accuracy rises by more than 10 % on FMNIST.
    text-celeba            At epsilon 0.2 on CelebA the distance falls from 264.8 to 85.9 and the accuracy rises from 52.7 to 86.5.
    text-consistently      The method beats all baselines consistently.
    text-kernel-baselines  The method beats the other methods with kernels in all cells.
    text-dpdm-par          At epsilon 1 one baseline is on a par with both variants, and no other is.
    text-scaling           The method scales better to smaller epsilon than the baselines.
    text-exp10             exp(10) is about 2.2e4.

Reading
    variant         which of the two variants is meant: conditional, parallel, the worse (both), the better (best).
    baseline        the one of best accuracy, or the one of best distance.
    percent         percentage points, or relative to the baseline.
    cells           all of both tables, those of Table 1, or those at epsilon 0.2.
    unconditional   the CelebA numbers of the baseline that has no labels there count or not.
    par             at least as good as each variant in some cell of the grey images, or in every one.

Measured
    Least distances and largest accuracies of the printed cells.

Claimed
    The printed numbers; the order of the methods.
"""

from theorems.frdp.printed_tables import BASELINES, CELEBA, COLUMNS, GREY, OURS, cell
from verify.claims import All, Any_, Claim, Compare, Max, Min, Not, Printed, Source, exp, number, reading, word

LOWER = ("mnist-fid", "fmnist-fid", "celeba-fid")
SMALL = "0.2"


def best(values, column):
    """The best of printed numbers: the least distance, the largest accuracy."""
    numbers = [number(v) for v in values]
    return numbers[0] if len(numbers) == 1 else (Min if column in LOWER else Max)(*numbers)


def baselines(epsilon, column, without=()):
    """Printed numbers of the baselines that have this cell."""
    return [found for name in BASELINES if name not in without and (found := cell(name, epsilon, column)) is not None]


def ours(epsilon, column):
    return {variant: number(cell(variant, epsilon, column)) for variant in OURS}


def worse(column, first, second):
    """Strictly worse in the sense of the column."""
    return Compare(first, ">" if column in LOWER else "<", second)


def same(value, digits):
    return Compare(value, "rounds to", Printed(digits, word("nearest")))


def best_ours(epsilon, column):
    return best([cell(variant, epsilon, column) for variant in OURS], column)


def worst_ours(epsilon, column):
    values = [number(cell(variant, epsilon, column)) for variant in OURS]
    return (Max if column in LOWER else Min)(*values)


# --- accuracies ---------------------------------------------------------------------------------------------------------------------


def accuracy_of_the_baseline(data):
    """The accuracy of the baseline of best accuracy, or of the one of best distance, at epsilon 0.2."""
    distances = {name: cell(name, SMALL, f"{data}-fid") for name in BASELINES}
    nearest = min((name for name in distances if distances[name] is not None), key=lambda name: float(distances[name]))
    return reading("baseline", best_accuracy=best(baselines(SMALL, f"{data}-acc"), f"{data}-acc"), best_fid=number(cell(nearest, SMALL, f"{data}-acc")))


def improved(data, percent):
    column = f"{data}-acc"
    old = accuracy_of_the_baseline(data)
    new = reading("variant", conditional=ours(SMALL, column)["conditional"], parallel=ours(SMALL, column)["parallel"], both=worst_ours(SMALL, column))
    return Compare(reading("percent", points=new - old, relative=100 * (new - old) / old), ">", percent)


# --- the order of the methods ---------------------------------------------------------------------------------------------------------


def beats(cells, without=()):
    """The method is strictly better than all baselines in the cells, with the better of its variants or with both."""
    found = [(epsilon, column, value) for epsilon, column in cells for value in baselines(epsilon, column, without(column) if without else ())]
    return reading("variant", best=All(*(worse(c, number(value), best_ours(e, c)) for e, c, value in found)),
                   both=All(*(worse(c, number(value), worst_ours(e, c)) for e, c, value in found)))


def cells(*levels):
    return [(epsilon, column) for epsilon in levels for column in COLUMNS]


def unconditional(column):
    return ("DPDM",) if column in CELEBA else ()


def consistently(*levels):
    return reading("unconditional", counted=beats(cells(*levels)), left_out=beats(cells(*levels), unconditional))


def beats_method(name):
    found = [(e, c, value) for e, c in cells("10", "1", "0.2") if (value := cell(name, e, c)) is not None]
    return reading("variant", best=All(*(worse(c, number(value), best_ours(e, c)) for e, c, value in found)),
                   both=All(*(worse(c, number(value), worst_ours(e, c)) for e, c, value in found)))


def on_a_par(name):
    """At least as good as each of the two variants, in some cell or in every cell of the grey images at epsilon 1."""
    per_variant = []
    for variant in OURS:
        found = [Not(worse(c, number(cell(name, "1", c)), number(cell(variant, "1", c)))) for c in GREY if cell(name, "1", c) is not None]
        per_variant.append((Any_(*found), All(*found)))
    return reading("par", some_cell=All(*(some for some, _ in per_variant)), every_cell=All(*(every for _, every in per_variant)))


others = [name for name in BASELINES if name != "DPDM" and any(cell(name, "1", c) is not None for c in GREY)]


def method(variant, epsilon, column):
    return best_ours(epsilon, column) if variant == "best" else number(cell(variant, epsilon, column))


def lost(column, at_one, at_small):
    """What is lost from epsilon 1 to 0.2: the rise of a distance, the fall of an accuracy."""
    return at_small - at_one if column in LOWER else at_one - at_small


def scales_better(variant):
    """The method loses less than each baseline that has both cells."""
    return All(*(Compare(lost(c, method(variant, "1", c), method(variant, SMALL, c)), "<", lost(c, number(cell(name, "1", c)), number(cell(name, SMALL, c))))
                 for c in COLUMNS for name in BASELINES if cell(name, "1", c) is not None and cell(name, SMALL, c) is not None))


def of_each(statement):
    return reading("variant", conditional=statement("conditional"), parallel=statement("parallel"), best=statement("best"))


FIRST, KERNELS = Source("Section 4.4.2"), Source("Section 5 and Tables 1, 3")
CLAIMS = (
    *(Claim("frdp/text-fid-gray", FIRST, part=f"{data}-baseline", forall={}, states=same(best(baselines(SMALL, f"{data}-fid"), f"{data}-fid"), old))
      for data, old in (("mnist", "61.9"), ("fmnist", "78.4"))),
    *(Claim("frdp/text-fid-gray", FIRST, part=f"{data}-ours", forall={}, states=same(best_ours(SMALL, f"{data}-fid"), new))
      for data, new in (("mnist", "26.5"), ("fmnist", "46.2"))),
    Claim("frdp/text-acc-mnist", FIRST, forall={}, states=improved("mnist", 20)),
    Claim("frdp/text-acc-fmnist", FIRST, forall={}, states=improved("fmnist", 10)),
    Claim("frdp/text-celeba", Source("Section 4.4.3"), part="fid-baseline", forall={}, states=same(best(baselines(SMALL, "celeba-fid"), "celeba-fid"), "264.8")),
    Claim("frdp/text-celeba", Source("Section 4.4.3"), part="accuracy-baseline", forall={}, states=same(best(baselines(SMALL, "celeba-acc"), "celeba-acc"), "52.7")),
    Claim("frdp/text-celeba", Source("Section 4.4.3"), part="ours", forall={},
          states=reading("variant",
                         one=Any_(*(All(same(ours(SMALL, "celeba-fid")[v], "85.9"), same(ours(SMALL, "celeba-acc")[v], "86.5")) for v in OURS)),
                         best_per_metric=All(same(best_ours(SMALL, "celeba-fid"), "85.9"), same(best_ours(SMALL, "celeba-acc"), "86.5")))),
    Claim("frdp/text-consistently", Source("Sections 1 and 5"), forall={},
          states=reading("cells", every=consistently("10", "1", "0.2"), table_1=consistently("1", "0.2"), smallest_epsilon=consistently("0.2")),
          same_as={f"smallest-epsilon+left-out+{v}": f"smallest-epsilon+counted+{v}" for v in ("best", "both")}),
    *(Claim("frdp/text-kernel-baselines", KERNELS, part=name.lower(), forall={}, states=beats_method(name)) for name in ("DP-MERF", "DP-HP", "PEARL")),
    Claim("frdp/text-dpdm-par", FIRST, part="dpdm", forall={}, states=on_a_par("DPDM")),
    Claim("frdp/text-dpdm-par", FIRST, part="only", forall={}, states=All(*(Not(on_a_par(name)) for name in others))),
    Claim("frdp/text-scaling", Source("Section 1 and Tables 1, 3"), part="against-baselines", forall={}, states=of_each(scales_better)),
    Claim("frdp/text-exp10", Source("Section 4.4"), forall={}, states=Compare(exp(10) / 10000, "rounds to", Printed("2.2", word("nearest")))),
)
