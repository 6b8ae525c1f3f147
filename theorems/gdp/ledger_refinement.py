"""Ledger of Appendix C: the refined profile as an infimum, its minimiser for the examples, and the better noise parameter.

A curve is the naive profile of a trade-off. Example 2 is stochastic gradient descent, example 3 the invisibility cloak encoder.
"""

from theorems.gdp.definitions import ANY_CURVES, ANY_TRADE_OFFS, CURVES, TRADE_OFFS, continuous, delta, delta_0, differentiable, epsilon, epsilon_0, f
from verify.claims import Item, Scope, Source, above, at_least, between, numbers, reading, unstated

epsilon_1, epsilon_2, C = numbers("epsilon_1 epsilon_2 C")

WHERE = Source("Appendix C")
ARGUMENT = {"argument": ("printed", "epsilon-0")}
BASE = {"log base": ("natural", "two", "ten")}
CHOOSING = {"choosing": ("optimal", "feasible")}
CURVE = {"curve": ("any", "monotone", "continuous", "above-1")}
RANGE = reading("range", printed=above(epsilon_0), infimum=between(0, epsilon_0, open="right"))
PAIRS = {epsilon_0: above(0), epsilon: between(0, epsilon_0), epsilon_1: above(epsilon_0), epsilon_2: between(0, epsilon_1)}

ITEMS = (
    Item("gdp/eq-C-inf", "Refined profile as an infimum", WHERE,
         Scope({f: reading("curve", any=ANY_CURVES, monotone=CURVES, continuous=CURVES, above_1=TRADE_OFFS), epsilon: at_least(0)},
               given=(reading("curve", any=None, monotone=None, continuous=continuous(f), above_1=None),), readings=CURVE,
               part="infimum"),
         Scope({epsilon_0: at_least(0), delta_0: between(0, 1, open="right"), epsilon: at_least(0), delta: between(0, 1)}, part="justification"),
         uses=("gdp/eq-refined",)),
    Item("gdp/eq-C-derivative", "Derivative of the function under the infimum", WHERE,
         Scope({f: ANY_TRADE_OFFS, epsilon_0: above(0), epsilon: between(0, epsilon_0)}, given=(differentiable(f),))),
    Item("gdp/eq-C-sign-independent", "The sign of the derivative does not depend on epsilon", WHERE,
         Scope({f: ANY_TRADE_OFFS, epsilon_0: above(0), epsilon_1: RANGE, epsilon_2: RANGE}, given=(differentiable(f),),
               readings={"g": ("positive-part", "plain"), "range": ("printed", "infimum")})),
    Item("gdp/eq-C-sign-epsi", "One sign change in the examples", WHERE,
         Scope(PAIRS, readings=ARGUMENT, part="sgd"), Scope(PAIRS, readings={**ARGUMENT, **BASE}, part="icea"),
         note="There is one epsilon^i for all epsilon >= 0 and all epsilon_0 >= epsilon. epsilon-0: the sign is that of epsilon_0 - epsilon^i; not negative at"
              " epsilon_0, it is positive at every larger epsilon_1 (epsilon_2 is the epsilon there)."),
    Item("gdp/eq-C-consequence", "Refined profiles of the examples", WHERE,
         Scope(part="sgd"), Scope(readings=BASE, part="icea"), note="There is one epsilon^i for all epsilon >= 0.",
         proof=("gdp/eq-refined", "gdp/eq-C-inf", "gdp/eq-C-derivative", "gdp/eq-C-sign-independent", "gdp/eq-C-sign-epsi")),
    Item("gdp/eq-C-10C", "Noise parameter before the refinement", WHERE, Scope({C: unstated(above(0))})),
    Item("gdp/eq-C-numbers", "Noise parameter after the refinement", WHERE,
         Scope(readings=CHOOSING, part="epsilon"),
         Scope(readings=CHOOSING, part="delta"),
         Scope({C: unstated(above(0))}, readings={**CHOOSING, "digits": ("unrounded", "rounded")}, part="sigma"),
         Scope({C: unstated(above(0))}, readings={**CHOOSING, "digits": ("unrounded", "rounded")}, part="lower"),
         uses=("gdp/thm-2.1",),
         note="optimal: the pair is the minimiser; feasible: some pair on the constraint with these digits. About: the digits are rounded to nearest. digits: sigma of the exact or of the printed pair."),
)
