r"""Figure 2, left: the transforms of the three examples near 0 and far out.

Statement (Figure 2 and the text on it)
    All three transforms converge to a finite value as epsilon tends to 0 from above. For larger epsilon that of the Laplace example is constantly 0, that of
    SGD converges to about 0.7, that of ICEA seems to diverge.

Reading
    laplace        Delta = 1 and b = 2; Delta/b = 2; or the printed b = 2/Delta with any Delta.
    log base       natural, 2 or 10, in the condition of the third example.
    mu at delta 0  0, or no value.
    The Laplace example is the noise with and without the shift Delta; the two others are their refined curves (Theorem 2.1). epsilon tends to 0 as 1/w for w
    to infinity. Constant: equal to 0 from some epsilon on. About 0.7: rounded to nearest. Diverging: the transform tends to infinity.

Measured
    Limits and values of the transforms of the profile of the two laws, and of the refined curves.

Claimed
    A finite limit; 0; 0.7; infinity.
"""

from theorems.gdp.definitions import LAPLACE, NOTHING, e, icea_naive, laplace_curve, mu_of, refined, sgd_naive, w
from verify.claims import Claim, Compare, If, Limit, Printed, Source, eventually, oo, reading, word

FIGURE = Source("Figure 2", section="Section 4")
USES = ("gdp/text-limits", "gdp/thm-2.1")

AT_ZERO = If(Compare(laplace_curve(e), "==", 0), reading("mu at delta 0", zero=0, no_value=NOTHING), mu_of(e, laplace_curve(e)))


def sgd(at):
    return refined(sgd_naive, at)


def icea(at):
    return refined(icea_naive, at)


def start(part, ranges, curve):
    """The transform of a curve has a finite limit at 0."""
    return Claim("gdp/fig-2", FIGURE, part=part, forall=ranges, states=Compare(Limit(mu_of(1 / w, curve(1 / w)), w, oo), "<", oo), uses=USES)


def end(part, ranges, states):
    return Claim("gdp/fig-2", FIGURE, part=part, forall=ranges, states=states, uses=USES)


CLAIMS = (
    start("laplace-start", LAPLACE, laplace_curve), start("sgd-start", {}, sgd), start("icea-start", {}, icea),
    end("laplace-end", LAPLACE, eventually(e, Compare(AT_ZERO, "==", 0))),
    end("sgd-end", {}, Compare(Limit(mu_of(e, sgd(e)), e, oo), "rounds to", Printed("0.7", word("nearest")))),
    end("icea-end", {}, Compare(Limit(mu_of(e, icea(e)), e, oo), "==", oo)),
)
