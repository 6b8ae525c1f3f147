r"""Accuracies of Table 2, and the epochs that 96 % on MNIST take.

Statement (Table 2; section Deep Learning, item (2))
    tab-2-accuracy  Test accuracies of the network in percent, without and with privacy, on four data sets.
    text-epochs     On MNIST training with the noise of DP and of BDP needs more than 100 and more than 50 epochs for 96 %; with that of WDP 16 epochs are
                    enough.

Reading
    trained with    the table has one private accuracy for all three budgets, so it is that of the run with the noise of each accountant: dp, bdp, wdp-infimum, wdp-sum.
    aggregation     loss of a step in the Wasserstein accountant: the least over the pairs of gradients (eq. 16), or the moments of all pairs added before the root (released code).
    Digits are rounded to nearest. A measured number is the mean over the seeds of a record.

Measured
    Mean test accuracy after the last epoch; the first epoch after which the mean accuracy is at least 96 %, infinite where none is.

Claimed
    The printed digits.
"""

from theorems.wdp.definitions_figures import AGGREGATION
from verify.claims import Claim, Compare, Measured, Printed, Source, reading, word

TABLE = Source("Table 2", section="Deep Learning")
TEXT = Source("item (2)", section="Deep Learning")
PRINTED = {"mnist": ("99", "96"), "cifar-10": ("86", "73"), "svhn": ("93", "92"), "f-mnist": ("92", "90")}
"""Accuracy without and with privacy."""
TRAINED = reading("trained with", dp=word("dp"), bdp=word("bdp"), wdp_infimum=word("wasserstein-infimum"), wdp_sum=word("wasserstein-sum"))


def accuracy(noise, row, digits):
    """The accuracy in percent is printed with these digits."""
    return Compare(Measured("deep-learning", "accuracy", noise=noise, data=row), "rounds to", Printed(digits, word("nearest")))


def epochs(noise):
    """Epochs of training that 96 % on MNIST take."""
    return Measured("deep-learning", "epochs", noise=noise, data="mnist")


CLAIMS = (
    *(Claim("wdp/tab-2-accuracy", TABLE, part=f"{row}-not-private", states=accuracy("none", row, plain)) for row, (plain, _) in PRINTED.items()),
    *(Claim("wdp/tab-2-accuracy", TABLE, part=f"{row}-private", states=accuracy(TRAINED, row, private)) for row, (_, private) in PRINTED.items()),
    Claim("wdp/text-epochs", TEXT, part="dp", states=Compare(epochs("dp"), ">", 100)),
    Claim("wdp/text-epochs", TEXT, part="bdp", states=Compare(epochs("bdp"), ">", 50)),
    Claim("wdp/text-epochs", TEXT, part="wdp", states=Compare(epochs(AGGREGATION), "<=", 16)),
)
