r"""Example 2: the mean of two salaries.

Statement (Example 2; sections 3 and 4.1)
    X_1, X_2 independent, each 1, 2, 100 with probabilities 1/2, 499/1000, 1/1000; f is their mean. Delta_G = 98, and Delta_(G, delta) = 1 for delta = 3/1000.

Reading
    pairs         of secrets "X_i = a", "X_j = b": about the same person, or any.
    values        of the secrets: all three, or 1 and 2.
    sensitivity   Delta_(G, delta) is any number above the infimum of the z for which all pairs of laws are (z, delta)-near, or the infimum itself.

Measured
    Distances of the laws of the mean given two secrets.

Claimed
    98 and 1.
"""

from fractions import Fraction

from theorems.rpp.definitions import a, z
from verify.claims import All, Any_, Claim, Compare, Exists, ForAll, Max, Source, above, between, finite_law, oo, reading
from verify.quantities import least_exceedance, wasserstein_distance

EXAMPLE = Source("Example 2", section="Sections 3 and 4.1")
USES = ("rpp/thm-3.3", "rpp/thm-4.3")
SALARIES = {1: Fraction(1, 2), 2: Fraction(499, 1000), 100: Fraction(1, 1000)}
DELTA = Fraction(3, 1000)


def average(salary):
    """The law of the mean where one salary is known; the other is independent of it, so it is the same for both people."""
    return finite_law({Fraction(salary + other, 2): weight for other, weight in SALARIES.items()})


def over_pairs(join, statement):
    """``join`` of a term or statement over all pairs: about one person two secrets have two values, about two people perhaps the same one."""
    def of(values):
        different = [statement(average(first), average(second)) for first in values for second in values if first != second]
        return reading("pairs", same_record=join(*different), any=join(*different, *(statement(average(both), average(both)) for both in values)))

    return reading("values", all=of((1, 2, 100)), subset=of((1, 2)))


def near(distance):
    """All pairs of laws are (distance, delta)-near."""
    return over_pairs(All, lambda first, second: Compare(least_exceedance(first, second, distance), "<=", DELTA))


def far(distance):
    """Some pair of laws is not (distance, delta)-near."""
    return over_pairs(Any_, lambda first, second: Compare(least_exceedance(first, second, distance), ">", DELTA))


CLAIMS = (
    Claim("rpp/ex-2", EXAMPLE, part="wasserstein", uses=USES,
          because="The mean of two salaries moves by half the change of one: by (100 - 1)/2 = 49.5 between the secrets 1 and 100, as the "
                  "other salary is independent. Given the secret nearly all the mass has to move by at least 49, so that delta = 3/1000 "
                  "does not help.",
          states=Compare(over_pairs(Max, lambda first, second: wasserstein_distance(first, second, oo)), "==", 98)),
    Claim("rpp/ex-2", EXAMPLE, part="approximate", uses=USES,
          states=reading("sensitivity", above=Exists({z: between(0, 1, open="right")}, near(z)),
                         infimum=All(ForAll({z: above(1)}, near(z)), ForAll({a: between(0, 1, open="right")}, far(a))))),
)
