"""A toy paper that is installed like any plug-in: by an entry point of the group ``claimcheck.papers``."""

from fractions import Fraction

from mechanisms import Laplace
from verify import claims as c

x, y, t, z = c.numbers("x y t z")
FORALL = {x: c.above(0), y: c.at_least(x)}
TIMES = ("half", "one", "two", "three")
PLUS = ("nothing", "x", "y", "both", "a-third", "a-fifth", "a-ninth", "much", "more", "most")

LEDGER = c.Ledger("toy", "A toy paper", "nobody", (
    c.Item("toy/true", "True", c.Source("Statement 1", eq="1", section="2"), c.Scope(FORALL)),
    c.Item("toy/false", "False", c.Source("Statement 2", eq="2", section="2"), c.Scope(FORALL, readings={"factor": ("one", "two")}),
           proof=(c.Unchecked("by the definition of y"), "toy/step")),
    c.Item("toy/step", "A false step", "3", c.Scope(FORALL), part_of="toy/false"),
    c.Item("toy/open", "Not yet encoded", "4", c.Scope(FORALL)),
    c.Item("toy/opinion", "An opinion", "5", not_checked=c.NotChecked("opinion", "no number is stated")),
    c.Item("toy/many", "Many readings", "6", c.Scope(FORALL, readings={"times": TIMES, "plus": PLUS})),
    c.Item("toy/tail", "A tail", "7", c.Scope({t: c.between(1, 2)})),
))
CLAIMS = (
    c.Claim("toy/true", "1", forall=FORALL, states=c.Compare(x, "<=", y)),
    c.Claim("toy/false", "2", forall=FORALL, states=c.Compare(c.reading("factor", one=2 * x, two=3 * x), "<=", y), uses=("toy/true",)),
    c.Claim("toy/step", "3", forall=FORALL, states=c.Compare(x + 1, "<=", y)),
    c.Claim("toy/many", "6", forall=FORALL, states=c.Compare(
        c.reading("times", half=x / 2, one=x, two=2 * x, three=3 * x), "<=",
        c.reading("plus", nothing=y, x=y + x, y=2 * y, both=2 * y + x, a_third=y + Fraction(1, 3), a_fifth=y + Fraction(1, 5), a_ninth=y + Fraction(1, 9),
                  much=y + 10, more=y + 100, most=y + 1000))),
    c.Claim("toy/tail", "7", forall={t: c.between(1, 2)}, states=c.Compare(c.Prob({z: Laplace(0, scale=1)}, c.Compare(z * z * z - 2 * z, ">", t)), "<=", c.exp(-t) / 3)),
)
