r"""Table 1: sensitivities of three public data sets.

Statement (Table 1, section 6.2)
    tab-1-student      Student scores: range, largest W_oo and largest W_2 of the released column given two values of the protected one are 20, 8 and 2.76.
    tab-1-heart        Heart disease: range, largest W_oo and largest W_2 of the released column given two values of the protected one are at least 100, 8 and
                       7.80.
    tab-1-adult        Adult income: range, largest W_oo and largest W_2 of the released column given two values of the protected one are 1, 1 and 0.42.
    tab-1-consistency  In each row the printed W_2 is at most the printed W_oo, and that at most the range.
    text-tab1-strict   The general mechanism is strictly better than differential privacy on all three data sets, and so is the distribution aware one.

Reading
    rounding   printed numbers are rounded to nearest, or up.
    files      of heart disease: Cleveland, or all centres; of adult income: the training part, or both parts.
    numbers    that are compared: as printed, or exact.
    The range is that of the values that occur in the file. The printed "at least 100" is one of possible ages, an assumption of which a file says nothing: it is compared with as it stands.
    Shipped as a record are the measured sensitivities and the SHA-256 of the files, of the UCI Machine Learning Repository, CC BY 4.0: doi 10.24432/C5TG7T (student),
    10.24432/C52P4X (heart, Cleveland), 10.24432/C5XW20 (adult, training part).
    W_2 <= W_oo <= range holds for all laws; the columns are consistent if some numbers that are printed so satisfy it.

Measured
    The sensitivities of the empirical laws.

Claimed
    The printed digits.
"""

from fractions import Fraction

from theorems.rpp.definitions import u_1, u_2
from verify.claims import Claim, Compare, Exists, Measured, Printed, Source, at_least, between, number, reading, word

TABLE, TEXT = Source("Table 1", section="Section 6.2 and Appendix F.2.3"), Source("Section 6.2")
RULE = reading("rounding", nearest=word("nearest"), bound=word("upper bound"))
PRINTED = {"student": ("20", "8", "2.76"), "heart": (None, "8", "7.80"), "adult": ("1", "1", "0.42")}
"""Range, W_oo and W_2; the range of the second is printed as at least 100."""
COLUMNS = {"range": "range", "w-infinity": "general", "w-2": "second"}
"""Parts with the kinds of the protocol."""
FILES = {"heart": {"cleveland": "heart", "all_centres": "heart, all centres"}, "adult": {"train": "adult", "train_and_test": "adult, both parts"}}
BECAUSE = {
    "student": "In the file of mathematics grades W_oo = 8 as printed, and W_2 = 2.27597: the printed 2.76 is 21 % larger.",
    "heart": "In the file of Cleveland the largest W_2 = 7.80286 is between no disease and level 4, as printed; for these two groups W_oo = 13. The printed 8 is W_oo of levels 1 and 2, not the largest.",
}
STRICT = ("rpp/tab-1-student", "rpp/tab-1-heart", "rpp/tab-1-adult")


def sensitivity(name, kind):
    return Measured("attribute-privacy", "sensitivity", data=name, kind=kind)


def measured(name, kind):
    """A sensitivity of one table, of each reading of its files."""
    files = FILES.get(name)
    return sensitivity(name, kind) if files is None else reading("files", **{option: sensitivity(data, kind) for option, data in files.items()})


def cells(id, name):
    """One row of the table: a part for each column with digits."""
    parts = []
    for (part, kind), digits in zip(COLUMNS.items(), PRINTED[name], strict=True):
        if digits is not None:
            parts.append(Claim(id, TABLE, part=part, states=Compare(measured(name, kind), "rounds to", Printed(digits, RULE)), because=BECAUSE.get(name, "")))
    return parts


def numbers_printed_as(digits):
    """The numbers that are printed so."""
    if digits is None:
        return at_least(100)
    unit = Fraction(1, 10 ** len(digits.partition(".")[2]))
    return reading("rounding", nearest=between(Fraction(digits) - unit / 2, Fraction(digits) + unit / 2), bound=between(Fraction(digits) - unit, Fraction(digits), open="left"))


def consistent(name, part, smaller, larger):
    """Some numbers that are printed so are in order."""
    digits = PRINTED[name]
    return Claim("rpp/tab-1-consistency", TABLE, part=f"{name}-{part}",
                 states=Exists({u_1: numbers_printed_as(digits[smaller]), u_2: numbers_printed_as(digits[larger])}, Compare(u_1, "<=", u_2)))


def better(name, part, column):
    """A sensitivity strictly below the range."""
    digits = PRINTED[name]
    whole = number("100") if digits[0] is None else number(digits[0])
    return Claim("rpp/text-tab1-strict", TEXT, part=f"{name}-{part}", uses=STRICT,
                 states=reading("numbers", printed=Compare(number(digits[column]), "<", whole),
                                exact=Compare(sensitivity(name, tuple(COLUMNS.values())[column]), "<", whole if digits[0] is None else sensitivity(name, "range"))))


CLAIMS = (
    *cells("rpp/tab-1-student", "student"),
    *cells("rpp/tab-1-heart", "heart"),
    *cells("rpp/tab-1-adult", "adult"),
    *(consistent(name, *link) for name in PRINTED for link in (("w-2", 2, 1), ("w-infinity", 1, 0))),
    *(better(name, *mechanism) for name in PRINTED for mechanism in (("gwm", 1), ("dagwm", 2))),
)
