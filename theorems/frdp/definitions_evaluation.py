"""Names of the statements on where a random function is evaluated.

Most are met through the values at finitely many points. A function on an uncountable set may do more: f(x) = height for x = z, 0 elsewhere, with z drawn from a law
without atoms, has the value 0 at any fixed points with probability 1, whatever the height is; but the place z may be told by another value of the function, and the
supremum of f is the height.
"""

from typing import Any

from theorems.frdp.definitions import OTHER, PAIR, SPACE, P, Q, alpha, delta, dim, dim_2, dp, epsilon, n, rdp
from verify.claims import (
    REALS,
    All,
    Kernels,
    Laws,
    Node,
    Sequences,
    Subsets,
    at_least,
    between,
    equals,
    finite_law,
    integers,
    numbers,
    objects,
    reading,
    unstated,
    upto,
)

height, height_ = numbers("height height_")
G, S, S_ = objects("G S S_")

VECTOR_DP = {epsilon: unstated(at_least(0)), delta: unstated(between(0, 1)), **PAIR}
"""P and Q are the laws of the values at the dim places that can be asked for."""
PLACES = {S: Subsets(upto(dim))}
TARGET = {dim_2: integers(1), G: Kernels(SPACE, OTHER)}
"""G turns the values into the answers that are released."""

LAWS = reading("divergence", densities=Laws(SPACE, density=True), measures=Laws(SPACE))
SETS, ANY = Subsets(upto(dim)), Sequences(n, upto(dim))
OWN = reading("points", distinct=SETS, repeats=Sequences(dim_2, upto(dim)))
LISTED = {dim: integers(1), P: LAWS, Q: LAWS, n: integers(1), dim_2: integers(1), S: reading("points", distinct=SETS, repeats=ANY),
          S_: reading("evaluation set", common=equals(S, within=reading("points", distinct=SETS, repeats=ANY)), own=OWN)}
"""Where the two functions are evaluated: sets, or lists of n and of dim_2 places."""

SPIKES = {height: REALS, height_: REALS}
"""Heights on D and on D'. The values at fixed points have one law on both, so that every guarantee holds for them at level 0."""


def spike_dp(epsilon: Any, delta: Any) -> Node:
    """(epsilon, delta)-DP of the value at the place that another value tells."""
    return dp(finite_law({height: 1}), finite_law({height_: 1}), epsilon, delta)


def spike_rdp(level: Any) -> Node:
    """(alpha, level)-RDP of the same, or of the supremum."""
    return rdp(finite_law({height: 1}), finite_law({height_: 1}), alpha, level)


def process(finitely_many: Any, spiked: Node) -> Node:
    """What holds of values at finitely many points is all there is for a process with continuous paths, or a countable menu of points."""
    return reading("process", arbitrary=All(finitely_many, spiked), continuous_paths=finitely_many, countable_menu=finitely_many)
