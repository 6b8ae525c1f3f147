r"""Uniform labels, and training times.

Statement (Appendices C and E)
    text-uniform  The labels of all three data sets are uniformly distributed.
    text-time     A conditional generator takes 1.5 hours on MNIST and around 5 on CelebA, a sub-model 10 and 30 minutes.

Reading
    uniform    exactly: all classes have equally many records; approximately: every share rounds to 1/10, or 1/2 for two classes, with one digit.
    The training splits have 5421 to 6742 records of a digit on MNIST and 6000 of a class on FMNIST. Of CelebA the counts of the 60000 images that were drawn are data.
    The times are compared with Table 2: 200000 iterations of batches of 60 for a conditional model and of 30 for a sub-model on CelebA, 20000 of 60 for a sub-model of
    MNIST. The work of an iteration grows at most with the square of the batch, so one of a sub-model takes at least that share of one of the conditional model.
    Times lie within half a unit of the last printed digit.

Measured
    Shares of the classes; the least share of times over iterations.

Claimed
    Equal shares; the square of the share of the batches.
"""

from theorems.frdp.tab_2_iterations import SIZES
from verify.claims import All, Claim, Compare, Measured, Printed, Source, number, reading, word

TEXT = Source("Appendix E")


def uniform(counts, digits):
    """Equal shares, or shares that are printed alike."""
    total = sum(counts[1:], counts[0])
    return reading("uniform", exactly=All(*(Compare(count * len(counts), "==", total) for count in counts)),
                   approximately=All(*(Compare(count / total, "rounds to", Printed(digits, word("nearest"))) for count in counts)))


def enough(least_minutes, iterations, most_minutes, batch):
    """A sub-model at its longest against 200000 iterations of the conditional model, of batches of 60, at their shortest."""
    return Compare(number(most_minutes) / iterations, ">=", (number(batch) / 60) ** 2 * (number(least_minutes) / 200000))


CLAIMS = (
    Claim("frdp/text-uniform", TEXT, part="mnist", forall={}, states=uniform([number(size) for size in SIZES], "0.1")),
    Claim("frdp/text-uniform", TEXT, part="fmnist", forall={}, states=uniform([number(6000)] * 10, "0.1")),
    Claim("frdp/text-uniform", TEXT, part="celeba", forall={}, states=uniform([Measured("celeba-labels", "count", gender=word_) for word_ in ("female", "male")], "0.5")),
    Claim("frdp/text-time", Source("Appendix C"), part="grey", forall={}, states=enough("87", 20000, "10.5", 60)),
    Claim("frdp/text-time", Source("Appendix C"), part="celeba", forall={}, states=enough("270", 200000, "30.5", 30)),
)
