r"""Measured values of Tables 1 and 3: accuracies and distances of both variants.

Statement (Tables 1 and 3)
    tab-1  At epsilon 1 and 0.2: accuracy in percent (mean and deviation of five runs) of a classifier that is trained on generated images and tested on real
           ones, and FID of the generated images, on three data sets.
    tab-3  At epsilon 10: accuracy in percent of a classifier that is trained on generated images and tested on real ones, and FID of the generated images, on
           three data sets.

Reading
    release      what a training step releases: constant (values, the loss itself), code (the square of the loss with the variance of eq. 8, as in the released scripts), jointly (values and derivatives
                 together, the only one of these whose law is that which is accounted).
    agreement    of accuracies in Table 1: the mean over the seeds is printed with these digits, or lies within the printed standard deviation of them.

Measured
    Means over the seeds of a record. Its noise is that of the accountant of this project for the target epsilon, a multiple of what one record more or less moves, with the sum of kernels of the
    released scripts; it is not the multiplier of Table 2 on the sensitivity of the paper, for a replaced record, or of its scripts, for the batch as drawn.

Claimed
    The printed digits and deviations.
"""

from theorems.frdp.printed_tables import OURS, cell
from verify.claims import Abs, All, Claim, Compare, Measured, Printed, Source, number, reading, word

TABLE_1, TABLE_3 = Source("Table 1"), Source("Table 3", section="Appendix D")
EPSILONS = {"tab-1": ("1", "0.2"), "tab-3": ("10",)}
RELEASE = reading("release", constant=word("constant-value"), code=word("constant-square-eq-8"), jointly=word("jointly-value"))
DEVIATIONS = {
    ("conditional", "1"): ("0.5", "0.4", "0.9"), ("parallel", "1"): ("0.6", "0.5", "0.8"), ("conditional", "0.2"): ("0.8", "0.7", "1.1"), ("parallel", "0.2"): ("0.7", "0.5", "1.2"),
}
"""Printed standard deviations of the accuracies on the three data sets."""
DATA = ("mnist", "fmnist", "celeba")


def measured(table, field, data, variant, epsilon):
    """A mean of the table that is measured."""
    return Measured(f"generated-images-{table}", field, release=RELEASE, data=data, variant=variant, epsilon=number(epsilon))


def same_digits(table, field, data, column):
    """All cells of a column are printed with their digits."""
    return All(*(Compare(measured(table, field, data, variant, epsilon), "rounds to", Printed(cell(variant, epsilon, f"{data}-{column}"), word("nearest")))
                 for epsilon in EPSILONS[table] for variant in OURS))


def near(data):
    """All accuracies of a column of Table 1 lie within a printed standard deviation of the printed means."""
    return All(*(Compare(Abs(measured("tab-1", "accuracy", data, variant, epsilon) - number(cell(variant, epsilon, f"{data}-acc"))), "<=", number(DEVIATIONS[variant, epsilon][DATA.index(data)]))
                 for epsilon in EPSILONS["tab-1"] for variant in OURS))


CLAIMS = (
    *(Claim("frdp/tab-1", TABLE_1, part=f"{data}-accuracy", states=reading("agreement", digits=same_digits("tab-1", "accuracy", data, "acc"), deviation=near(data))) for data in DATA),
    *(Claim("frdp/tab-1", TABLE_1, part=f"{data}-fid", states=same_digits("tab-1", "fid", data, "fid")) for data in DATA),
    *(Claim("frdp/tab-3", TABLE_3, part=f"{data}-accuracy", states=same_digits("tab-3", "accuracy", data, "acc")) for data in DATA),
    *(Claim("frdp/tab-3", TABLE_3, part=f"{data}-fid", states=same_digits("tab-3", "fid", data, "fid")) for data in DATA),
)
