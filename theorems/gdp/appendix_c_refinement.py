r"""The refined profile as an infimum, and its minimiser in the examples.

Statement (Appendix C)
    eq-C-inf               delta_A(epsilon) = inf over epsilon_0 >= epsilon of (1 - f(epsilon_0)) (e^epsilon_0 - e^epsilon)/(e^epsilon_0 + 1) + f(epsilon_0),
                           f the naive profile, because (epsilon_0, delta_0) implies (epsilon, delta) with delta < delta_0 only if epsilon < epsilon_0.
    eq-C-derivative        For differentiable f the derivative in epsilon_0 of what stands under the infimum is (1 + e^epsilon)/(1 + e^epsilon_0)^2 (f' +
                           e^epsilon_0 (1 - f + f')).
    eq-C-sign-independent  The sign of that derivative does not depend on epsilon when epsilon > epsilon_0.
    eq-C-sign-epsi         In examples 2 and 3 there is epsilon^i such that the sign of the derivative is that of epsilon^i - epsilon.
    eq-C-consequence       In examples 2 and 3 the refined profile is f from epsilon^i on, and below it the value that (epsilon^i, f(epsilon^i)) implies.

Reading
    curve     any: any function from [0, oo) to [0, 1]; monotone: a non-increasing function from [0, oo) to [0, 1]; continuous: a continuous non-increasing
              function from [0, oo) to [0, 1]; above-1: a non-increasing function on (0, oo), values above 1 allowed.
    g         positive-part: with (e^epsilon_0 - e^epsilon)^+, as in the refined profile; plain: with e^epsilon_0 - e^epsilon, as in this appendix.
    range     printed: epsilon > epsilon_0; infimum: 0 <= epsilon < epsilon_0, as in the infimum. At the end of this range the positive part has a corner.
    argument  printed: the sign is that of epsilon^i - epsilon; epsilon-0: the sign is that of epsilon_0 - epsilon^i. The next sentence uses the second: the infimum is
              taken at epsilon^i, or at epsilon_0 = epsilon where that is beyond it. The derivative is continuous in epsilon_0 for both curves, so there is such an epsilon^i if and only if the
              derivative is not negative somewhere, and positive at every epsilon_1 > epsilon_0 if it is not negative at epsilon_0; this is what is stated.
    log base  of the logarithm in the condition of the third example.
    Where the curve starts behind 0, the infimum leaves 0 out. The derivative and its sign are stated for any differentiable f on (0, oo) with values >= 0, as an inverted trade-off has them.
    One epsilon^i >= 0 serves all epsilon (and all epsilon_0 >= epsilon, epsilon_0 > 0). "Implies" quantifies over all algorithms.

Measured
    The refined profile; derivatives of g.

Claimed
    The infimum, the derivative, the sign, and the two pieces.
"""

from theorems.gdp.definitions import (
    ALGORITHM,
    ANY_CURVES,
    ANY_TRADE_OFFS,
    CURVES,
    TRADE_OFFS,
    P,
    Q,
    continuous,
    delta,
    delta_0,
    differentiable,
    dp,
    e,
    epsilon,
    epsilon_0,
    f,
    icea_naive,
    implied,
    refined,
    s,
    sgd_naive,
)
from verify.claims import (
    All,
    Claim,
    Compare,
    Derivative,
    Exists,
    ForAll,
    If,
    Implies,
    Inf,
    Max,
    Source,
    above,
    at_least,
    between,
    exp,
    numbers,
    reading,
)

epsilon_1, epsilon_2, epsilon_i = numbers("epsilon_1 epsilon_2 epsilon_i")
WHERE = Source("Appendix C")
RANGE = reading("range", printed=above(epsilon_0), infimum=between(0, epsilon_0, open="right"))

CURVE = reading("curve", any=ANY_CURVES, monotone=CURVES, continuous=CURVES, above_1=TRADE_OFFS)
STARTS = reading("curve", any=at_least(0), monotone=at_least(0), continuous=at_least(0), above_1=above(0))
FROM_EPSILON = reading("curve", any=None, monotone=None, continuous=None, above_1=Compare(s, ">", 0))


def g(curve, at, start):
    """The function under the infimum, as printed."""
    return (1 - curve(start)) * (exp(start) - exp(at)) / (exp(start) + 1) + curve(start)


def g_with_positive_part(curve, at, start):
    return (1 - curve(start)) * Max(exp(start) - exp(at), 0) / (exp(start) + 1) + curve(start)


def sign(value):
    return If(Compare(value, ">", 0), 1, If(Compare(value, "<", 0), -1, 0))


def slope_sign(curve, at):
    """The sign of the derivative of g in epsilon_0."""
    return sign(Derivative(reading("g", positive_part=g_with_positive_part(curve, at, epsilon_0), plain=g(curve, at, epsilon_0)), epsilon_0))


PAIRS = {epsilon_0: above(0), epsilon: between(0, epsilon_0), epsilon_1: above(epsilon_0), epsilon_2: between(0, epsilon_1)}


def one_change(curve):
    """The sign of the derivative is that of epsilon^i - epsilon, or of epsilon_0 - epsilon^i: somewhere it is not negative, and behind such a point it is positive."""
    def slope(at, start):
        return Derivative(g(curve, at, start), start)

    where = {s: above(0), e: between(0, s)}
    printed = Exists({epsilon_i: at_least(0)}, ForAll(where, Compare(sign(slope(e, s)), "==", -sign(e - epsilon_i))))
    behind = Implies(Compare(slope(epsilon, epsilon_0), ">=", 0), Compare(slope(epsilon_2, epsilon_1), ">", 0))
    return reading("argument", printed=printed, epsilon_0=All(Exists(where, Compare(slope(e, s), ">=", 0)), behind))


def two_pieces(curve):
    """The naive curve from epsilon^i on, below it the value that its point there implies."""
    value = refined(curve, epsilon)
    return Exists({epsilon_i: above(0)}, All(ForAll({epsilon: at_least(epsilon_i)}, Compare(value, "==", curve(epsilon))),
                                             ForAll({epsilon: between(0, epsilon_i, open="right")}, Compare(value, "==", implied(epsilon_i, curve(epsilon_i), epsilon)))))


slope, factor = Derivative(f(epsilon_0), epsilon_0), (1 + exp(epsilon)) / (1 + exp(epsilon_0)) ** 2
every_algorithm = ForAll(ALGORITHM, Implies(dp(P, Q, epsilon_0, delta_0), dp(P, Q, epsilon, delta)))
refined_here = Inf({s: STARTS}, implied(s, f(s), epsilon), where=Compare(f(s), "<=", 1), ceiling=1)

CLAIMS = (
    Claim("gdp/eq-C-inf", WHERE, part="infimum", forall={f: CURVE, epsilon: at_least(0)}, uses=("gdp/eq-refined",),
          given=(reading("curve", any=None, monotone=None, continuous=continuous(f), above_1=None),),
          states=Compare(refined_here, "==", Inf({s: at_least(epsilon)}, g(f, epsilon, s), where=FROM_EPSILON)),
          because="A pair (epsilon_0, f(epsilon_0)) with epsilon_0 < epsilon implies (epsilon, f(epsilon_0)). Where f is not monotone, f(epsilon_0) "
                  "can be less than all values of g from epsilon on. For f(x) = x/(1 + x) the pair (0, 0) gives 0 and the infimum at epsilon = 1 is "
                  "1/2."),
    Claim("gdp/eq-C-inf", WHERE, part="justification", uses=("gdp/eq-refined",),
          forall={epsilon_0: at_least(0), delta_0: between(0, 1, open="right"), epsilon: at_least(0), delta: between(0, 1)},
          states=Implies(All(Compare(delta, "<", delta_0), every_algorithm), Compare(epsilon, "<", epsilon_0))),
    Claim("gdp/eq-C-derivative", WHERE, forall={f: ANY_TRADE_OFFS, epsilon_0: above(0), epsilon: between(0, epsilon_0)}, given=(differentiable(f),),
          states=Compare(Derivative(g(f, epsilon, epsilon_0), epsilon_0), "==", factor * (slope + exp(epsilon_0) * (1 - f(epsilon_0) + slope)))),
    Claim("gdp/eq-C-sign-independent", WHERE, forall={f: ANY_TRADE_OFFS, epsilon_0: above(0), epsilon_1: RANGE, epsilon_2: RANGE}, given=(differentiable(f),),
          states=Compare(slope_sign(f, epsilon_1), "==", slope_sign(f, epsilon_2))),
    Claim("gdp/eq-C-sign-epsi", WHERE, part="sgd", forall=PAIRS, states=one_change(sgd_naive), idle=tuple(PAIRS),
          because="The sign of the derivative depends on epsilon_0 alone, and changes with it, so it is not a function of epsilon. It is the sign "
                  "of epsilon_0 - epsilon^i, which is also what the next sentence uses."),
    Claim("gdp/eq-C-sign-epsi", WHERE, part="icea", forall=PAIRS, states=one_change(icea_naive), idle=tuple(PAIRS)),
    Claim("gdp/eq-C-consequence", WHERE, part="sgd", states=two_pieces(sgd_naive)),
    Claim("gdp/eq-C-consequence", WHERE, part="icea", states=two_pieces(icea_naive)),
)
