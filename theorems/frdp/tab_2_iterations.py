r"""Epochs, iterations and sampling rates of Table 2.

Statement (Table 2, Appendices B, C)
    200 epochs are 200k iterations at rate 0.001 and 20k at rate 0.010. The rate is the batch divided by the number of records: 60 of 60000; 60 of 6000 in a class; on CelebA
    60 of 60000, and 30 of 30000 in a class. The digits 0 to 9 have 5421 to 6742 records each; the batch is then floor(60 n / 6000).

Measured
    Batch over records; epochs over that rate, in thousands.

Claimed
    The printed rate and number of iterations.
"""

from verify.claims import All, Claim, Compare, Printed, Source, floor, number, word

WHERE = Source("Table 2 and Appendices B, C")
SIZES = (5923, 6742, 5958, 6131, 5842, 5421, 5918, 6265, 5851, 5949)
EPOCHS = number(200)
NEAREST = word("nearest")


def agree(batch, records, rate, thousands):
    """The rate and the thousands of iterations round to what is printed."""
    sampled = batch / number(records)
    return All(Compare(sampled, "rounds to", Printed(rate, NEAREST)), Compare(EPOCHS / sampled / 1000, "rounds to", Printed(thousands, NEAREST)))


CLAIMS = (
    Claim("frdp/tab-2-iters", WHERE, part="conditional", forall={}, states=agree(number(60), 60000, "0.001", "200")),
    Claim("frdp/tab-2-iters", WHERE, part="parallel", forall={}, states=agree(number(60), 6000, "0.010", "20")),
    Claim("frdp/tab-2-iters", WHERE, part="celeba-conditional", forall={}, states=agree(number(60), 60000, "0.001", "200")),
    Claim("frdp/tab-2-iters", WHERE, part="celeba-parallel", forall={}, states=agree(number(30), 30000, "0.001", "200")),
    *(Claim("frdp/tab-2-iters", WHERE, part=f"digit-{digit}", forall={}, states=agree(floor(60 * number(size) / 6000), size, "0.010", "20"))
      for digit, size in enumerate(SIZES)),
)
