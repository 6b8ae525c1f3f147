"""Ledger of the algorithms of section 4.1 and Appendix D: accuracy, operation counts, running time.

A profile is that of an algorithm. The transform takes the value 0 at delta = 0 here, as the paper uses it. Algorithm 2 reads the input mu_max, which stands in
no input list; algorithms 1 and 3 call algorithm 2 and so need it too. ``epsilon_h`` has no range in algorithms; 0 makes the printed d a quotient 0/0.
"""

from theorems.gdp.definitions import ALGORITHM, P, Q, b, c, delta, epsilon, epsilon_h, gdp, mu_max, mu_of, mu_t, n
from verify.claims import (
    Compare,
    Families,
    Item,
    Parts,
    Permutations,
    Scope,
    Source,
    Unchecked,
    above,
    at_least,
    between,
    ceiling,
    equals,
    integers,
    numbers,
    objects,
    one_of,
    pi,
    reading,
    sqrt,
    unstated,
    upto,
)
from verify.quantities import gaussian_dp

k, current, error, error_ = numbers("k current error error_")
order, V = objects("order V")

TEXT, APPENDIX = Source("Section 4.1"), Source("Appendix D")
RELATION = {"relation": ("equal", "at-most")}
LARGE = reading("mu max", any=above(0), ten=one_of(10))
LARGEST = {"mu max": ("any", "ten")}
ADMISSIBLE = reading("admissible", within=Compare(mu_of(epsilon, delta), "<=", mu_max), any=None)
ADMITTED = {"admissible": ("within", "any")}
PAIR = {epsilon: at_least(0), delta: between(0, 1)}
HEAD = {epsilon_h: unstated(at_least(0)), c: above(0)}
GROWING = {epsilon_h: above(0), mu_max: LARGE, **ALGORITHM}
ROUNDS = {n: equals(ceiling(sqrt(8) * c * pi * epsilon_h) + 1, within=integers(1)), order: Permutations(n + 2)}
BELOW = reading("admissible", within=gdp(P, Q, mu_max), any=None)
KNOWN = reading("input mu-t", unused=None, included=Compare(mu_t, "<=", gaussian_dp(P, Q)))
ERRORS = {error: between(0, 1 / (2 * c), open="right"), error_: between(0, 1 / (2 * c), open="right")}
LOOP = {"loop": ("plain", "double")}
STAIRCASES = {"staircases": ("printed", "theorem-4-3")}
FROM_ZERO = {"delta at mu 0": ("zero", "no-value")}
BOUNDS = {"bounds": ("head", "all")}
SEARCH = {"search": ("abstract", "alg-2")}
GROWTH = {"growth": ("c-only", "uniform", "both-large")}

ITEMS = (
    Item("gdp/text-n-b", "Choice of n and b", TEXT,
         Scope({**HEAD, **ALGORITHM}, readings={"d": ("theorem", "algorithms")}, part="gap"),
         Scope({**HEAD, **ALGORITHM, mu_max: above(0), **ERRORS}, readings={"d": ("theorem", "algorithms"), **SEARCH}, part="overall"), uses=("gdp/thm-4.3-eq2",),
         note="abstract: any searches within the contract of algorithm 2; alg-2: algorithm 2 with one mu_max, where that is at least every value searched for."),
    Item("gdp/text-search-count", "Number of searches of the naive method", TEXT,
         Scope({**HEAD, **ALGORITHM, mu_max: LARGE}, readings={**LOOP, **LARGEST}, part="count"),
         Scope({epsilon_h: above(0)}, readings=GROWTH, part="order"),
         Scope({epsilon_h: above(0)}, readings={"approximately": ("ratio", "order")}, part="approximate")),
    Item("gdp/alg-2", "Binary search", Source("Algorithm 2", section="Appendix D"),
         *(Scope({**PAIR, b: above(0), mu_max: LARGE}, given=(ADMISSIBLE,), readings={**ADMITTED, **LARGEST}, part=part) for part in ("lower", "upper", "width"))),
    Item("gdp/alg-2-mumax", "The search ends at its upper end", APPENDIX, Scope({**PAIR, b: above(0)}),
         note="The premise, an output of 10, stands before an implication. The profile takes the value delta at epsilon."),
    Item("gdp/alg-2-complexity", "Cost of one search", TEXT, Scope({**PAIR, mu_max: LARGE}, readings=LARGEST)),
    Item("gdp/alg-3", "The naive algorithm bounds mu", Source("Algorithm 3", section="Appendix D"),
         Scope({**HEAD, mu_max: LARGE, **ALGORITHM}, given=(BELOW,), readings={**BOUNDS, **LOOP, **ADMITTED, **LARGEST, **STAIRCASES}, parts=("link-1", "link-2")),
         beside=("gdp/alg-3-index",)),
    Item("gdp/alg-3-index", "Range of the loop", Source("Algorithm 3", section="Appendix D"),
         Scope(HEAD, readings=LOOP, part="largest"), Scope(HEAD, readings=LOOP, part="covered"), part_of="gdp/alg-3",
         note="largest: the largest abscissa is (n + 2) d. covered: the intervals of the rounds cover the head."),
    Item("gdp/alg-3-complexity", "Running time of the naive algorithm", Source("Sections 4.1 and 4.2"),
         Scope(GROWING, readings={**GROWTH, **LOOP, **LARGEST}, part="order"),
         Scope({c: above(0), mu_max: LARGE, **ALGORITHM}, readings={**LOOP, **LARGEST}, part="linear"), uses=("gdp/alg-2-complexity", "gdp/text-search-count"),
         proof=("gdp/alg-2-complexity", Parts("gdp/text-search-count", "order"))),
    Item("gdp/alg-1", "The optimised algorithm bounds mu", Source("Algorithm 1", section="Section 4.1"),
         Scope({**HEAD, mu_t: at_least(0), mu_max: LARGE, **ALGORITHM, **ROUNDS}, given=(BELOW, KNOWN),
               readings={**FROM_ZERO, "input mu-t": ("unused", "included"), **BOUNDS, **ADMITTED, **LARGEST, **STAIRCASES}, parts=("link-1", "link-2")),
         proof=("gdp/alg-3", "gdp/alg-1-accuracy")),
    Item("gdp/alg-1-accuracy", "Tested updates lose no accuracy", Source("Section 4.1 and Appendix D"),
         Scope({**HEAD, mu_max: LARGE, **ALGORITHM, **ROUNDS}, given=(BELOW,), readings={**FROM_ZERO, **ADMITTED, **LARGEST}, part="outputs"),
         *(Scope({**PAIR, c: above(0), current: at_least(0), error: between(0, 1 / (2 * c), open="right"), mu_max: above(0)},
                 readings={**SEARCH, **FROM_ZERO}, part=part) for part in ("plus", "minus")),
         Scope({**PAIR, c: above(0), current: at_least(0), error: between(0, 1 / (2 * c), open="right"), mu_max: above(0)}, readings=SEARCH, part="cases"),
         part_of="gdp/alg-1",
         note="outputs: against the naive algorithm. The other parts: one update, from the current bound; error is the distance of what an abstract search returns from the value searched for."),
    Item("gdp/alg-1-harmonic", "Expected number of searches of one branch", APPENDIX,
         Scope({n: integers(1), k: integers(0, n + 1), V: Families(upto(n + 2), at_least(0))}, readings=RELATION, part="probability"),
         Scope({n: integers(1), V: Families(upto(n + 2), at_least(0))}, readings=RELATION, part="expected"),
         Scope(part="order"), part_of="gdp/alg-1-searches",
         note="V holds the values that the rounds search for; the source says nothing of equal ones. at-most: a round searches only if its value exceeds all before."),
    Item("gdp/alg-1-searches", "Expected number of searches", Source("Section 4.1 and Appendix D"),
         Scope({**GROWING, mu_t: at_least(0)}, given=(BELOW,), readings={**GROWTH, **FROM_ZERO, **ADMITTED, **LARGEST}), note="Both branches are counted.",
         proof=("gdp/alg-1-harmonic",)),
    Item("gdp/alg-1-complexity", "Running time of the optimised algorithm", APPENDIX,
         Scope({**GROWING, mu_t: at_least(0)}, given=(BELOW,), readings={**GROWTH, **FROM_ZERO, **ADMITTED, **LARGEST}, part="order"),
         Scope({epsilon_h: above(0)}, readings=GROWTH, part="simplified"), uses=("gdp/alg-1-searches", "gdp/alg-2-complexity"),
         proof=(Unchecked("shuffling takes a time of the order of n"), "gdp/alg-2-complexity", "gdp/alg-1-searches")),
)
