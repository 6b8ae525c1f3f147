r"""Advanced composition, and the steps of its proof.

Statement (Theorem 1, eqs. 10, 82-88)
    thm-1  M is made of n mechanisms, each (mu, epsilon)-WDP, run adaptively. If for some beta > 0 and all neighbours exp(beta sum_i E W_mu(P_D^i, P_D'^i) -
           beta epsilon) <= delta, then Pr[W_mu(P_D, P_D') >= epsilon] <= delta for all neighbours.
    eq-83  P(W_mu of the whole >= epsilon) <= P(beta sum_i W_mu(P_D^i, P_D'^i) >= beta epsilon).
    eq-84  Markov's inequality for exponentials: P(beta X >= beta epsilon) <= E exp(beta X)/exp(beta epsilon), X the sum of the losses.
    eq-85  E exp(beta X) <= exp(beta E X) for the sum X of the losses, named as Jensen's inequality.
    eq-88  Markov's inequality: P(|X| >= c) <= E phi(|X|)/phi(c) for c > 0 and an increasing phi >= 0.

Reading
    random              nothing: the losses are numbers; history: the loss of mechanism i is conditional on the earlier outputs, drawn as on D, and the total
                        loss is the sum of these; history-joint: the losses of the mechanisms are these, the total loss is that of all outputs together (eqs. 9
                        and 83); sampled: the pair of data sets is drawn from a law on k pairs of neighbours. For eq. 83, whose left side is the loss of the
                        whole, history is history-joint.
    budget              the mechanisms and the whole have the same epsilon, as printed; or each mechanism has a level of its own.
    coins, adaptive, norm on the outputs   as in Proposition 6. A mechanism that sees earlier outputs has its guarantee for every fixed past; where nothing is
                        said about the past, its loss is the worst over the past.
    eq. 84-85           X stands for the sum of the losses, a random number at least 0; in eq. 85 any such X, or a constant.
    eq. 88              (X, F) is a pair of numbers with F = phi(X) for a non-negative increasing phi, v = phi(c); X stands for |X|.

Measured
    Pr[the total loss >= epsilon]; for the steps the left sides.

Claimed
    delta; for the steps the right sides.
"""

from theorems.wdp.definitions import DIMENSIONS, W, delta, dim, epsilon, mu
from theorems.wdp.definitions_composition import COUNT, D_, LEVELS, NORM, PAIRS, C, D, U, alone, i, n, past, sequences
from verify.claims import (
    LINE,
    REPLACE_ONE,
    All,
    Claim,
    Compare,
    Euclid,
    Expect,
    Families,
    ForAll,
    Hints,
    If,
    Implies,
    Labels,
    Laws,
    Prob,
    Source,
    Sum,
    Sup,
    Universes,
    above,
    at_least,
    exp,
    integers,
    joint,
    neighbours,
    numbers,
    objects,
    one_of,
    pasts,
    prefix,
    reading,
    step,
    unstated,
    upto,
)

beta, k, x, c, v = numbers("beta k x c v")
X, S, s, h, pair, epsilon_t, first, second = objects("X S s h pair epsilon_t first second")

RUN = {mu: at_least(1), dim: DIMENSIONS, n: COUNT, U: Universes(REPLACE_ONE), C: sequences(NORM)}
DRAWN = {k: integers(1), S: Laws(Labels(k)), pair: Families(upto(k), neighbours(U))}
THE_PAIR = (pair[s][1], pair[s][2])


def worst(a, b):
    """The sum over mechanisms of the loss on two data sets, each for its worst past."""
    return Sum({i: upto(n)}, Sup({past: pasts(C, i)}, W(step(C, i, a, past), step(C, i, b, past), mu, NORM)))


def conditional(index):
    """The loss of one mechanism after the outputs so far."""
    return W(step(C, index, D, prefix(h, index - 1)), step(C, index, D_, prefix(h, index - 1)), mu, NORM)


def whole(a, b):
    return W(joint(C, a), joint(C, b), mu, NORM)


def indicator(event):
    return If(event, 1, 0)


HISTORY = {h: joint(C, D)}
SAMPLED = {s: S}
ALONG = Sum({i: upto(n)}, conditional(i))
OPTIONS = {
    # the mean of the sum of the losses, the chance that the total loss is at least epsilon, the chance that beta times the sum is at least beta epsilon
    "nothing": (
        worst(D, D_),
        indicator(Compare(whole(D, D_), ">=", epsilon)),
        indicator(Compare(beta * worst(D, D_), ">=", beta * epsilon)),
    ),
    "history": (
        Sum({i: upto(n)}, Expect(HISTORY, conditional(i))),
        Prob(HISTORY, Compare(ALONG, ">=", epsilon)),
        Prob(HISTORY, Compare(beta * ALONG, ">=", beta * epsilon)),
    ),
    "history_joint": (
        Sum({i: upto(n)}, Expect(HISTORY, conditional(i))),
        indicator(Compare(whole(D, D_), ">=", epsilon)),
        Prob(HISTORY, Compare(beta * ALONG, ">=", beta * epsilon)),
    ),
    "sampled": (
        Expect(SAMPLED, worst(*THE_PAIR)),
        Prob(SAMPLED, Compare(whole(*THE_PAIR), ">=", epsilon)),
        Prob(SAMPLED, Compare(beta * worst(*THE_PAIR), ">=", beta * epsilon)),
    ),
}


def by_option(statement, options=tuple(OPTIONS)):
    """A statement about (mean, tail, tail of the sum): for all neighbours, or for the pair that is drawn."""
    return reading("random", **{name: statement(*OPTIONS[name]) if name == "sampled" else ForAll(PAIRS, statement(*OPTIONS[name])) for name in options})


EACH = {i: upto(n), past: pasts(C, i), (D, D_): neighbours(U)}
PARTS = reading("budget", same=ForAll(EACH, Compare(alone(i, NORM), "<=", epsilon)), different=ForAll(EACH, Compare(alone(i, NORM), "<=", epsilon_t[i])))

ADDED = Hints(by=("textbook/composition-w", "textbook/w-range"))
"""How losses add up over mechanisms that run one after the other."""
THEOREM = Claim(
    "wdp/thm-1", Source("Theorem 1", eq="10, 82"),
    forall={**RUN, **DRAWN, beta: above(0), epsilon_t: LEVELS, epsilon: above(0), delta: unstated(at_least(0))},
    given=[PARTS, by_option(lambda mean, tail, of_sum: Compare(exp(beta * mean - beta * epsilon), "<=", delta))],
    states=by_option(lambda mean, tail, of_sum: Compare(tail, "<=", delta)),
    uses=("wdp/eq-83", "wdp/eq-84", "wdp/eq-85"), hints=ADDED,
    because="On D and D' earlier outputs differ, and later mechanisms, whose guarantees are for equal earlier outputs, may amplify the "
            "difference: then the loss of the whole exceeds the sum of the losses (eq. 83). Where the losses are random, eq. 85 has "
            "Jensen's inequality reversed.",
)
REDUCTION = Claim(
    "wdp/eq-83", Source("Proof of Theorem 1", eq="83", section="Appendix A"),
    forall={**RUN, **DRAWN, beta: above(0), epsilon: above(0)},
    states=by_option(lambda mean, tail, of_sum: Compare(tail, "<=", of_sum), ("nothing", "history_joint", "sampled")),
    part_of="wdp/thm-1", uses=("wdp/eq-32",), hints=ADDED,
)
MARKOV = Claim(
    "wdp/eq-84", Source("Proof of Theorem 1", eq="84", section="Appendix A"),
    forall={beta: above(0), epsilon: above(0), X: Laws(LINE, support=at_least(0))},
    states=Compare(Prob({x: X}, Compare(beta * x, ">=", beta * epsilon)), "<=", Expect({x: X}, exp(beta * x)) / exp(beta * epsilon)),
    part_of="wdp/thm-1", uses=("wdp/eq-88",),
)
JENSEN = Claim(
    "wdp/eq-85", Source("Proof of Theorem 1", eq="85", section="Appendix A"),
    forall={beta: above(0), c: at_least(0), X: Laws(LINE, support=reading("X", random=at_least(0), constant=one_of(c)))},
    states=Compare(Expect({x: X}, exp(beta * x)), "<=", exp(beta * Expect({x: X}, x))),
    part_of="wdp/thm-1",
)
INCREASING = Compare(
    Prob({first: X, second: X}, All(Compare(first[1], ">=", 0), Compare(first[2], ">=", 0),
                                    Implies(Compare(first[1], "<=", second[1]), Compare(first[2], "<=", second[2])),
                                    Implies(Compare(first[1], "<=", c), Compare(first[2], "<=", v)),
                                    Implies(Compare(first[1], ">=", c), Compare(first[2], ">=", v)))),
    "==", 1)
GENERAL_MARKOV = Claim(
    "wdp/eq-88", Source("Proof of Theorem 1", eq="88", section="Appendix A"),
    forall={X: Laws(Euclid(2, 1)), c: above(0), v: above(0)},
    given=[INCREASING],
    states=Compare(Prob({first: X}, Compare(first[1], ">=", c)), "<=", Expect({first: X}, first[2]) / v),
    part_of="wdp/thm-1",
)

CLAIMS = (THEOREM, REDUCTION, MARKOV, JENSEN, GENERAL_MARKOV)
