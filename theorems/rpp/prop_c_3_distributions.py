r"""Pufferfish privacy and distribution privacy.

Statement (Proposition C.3)
    For every Pufferfish instance there is a distribution-privacy instance such that a mechanism is (epsilon, delta)-PP iff it is (epsilon, delta)-distribution private, and
    conversely. The pairs of the one are pairs of conditional laws; the secrets of the other say which law has generated the data.

Reading
    outcome    PP is about points of positive mass, densities or events; distribution privacy is about events.
    instance   one before all mechanisms, or one after each mechanism.
    Phi        the set of values of the latent parameter is closed, or any: the same for finitely many laws.

Measured
    Whether the mechanism is private in one sense.

Claimed
    Whether it is in the other sense.
"""

from theorems.rpp.definitions import FRAMEWORK, F, M, delta, epsilon, i, j, k, private, t
from verify.claims import (
    LINE,
    Claim,
    Compare,
    Exists,
    Families,
    ForAll,
    Iff,
    Kernels,
    Laws,
    Source,
    at_least,
    between,
    data_law,
    data_sets,
    integers,
    objects,
    push,
    reading,
    situations,
    unstated,
    upto,
)
from verify.quantities import hockey_stick_divergence

first, second = objects("first second")
PROPOSITION = Source("Proposition C.3", section="Appendix C.5")
LEVELS = {epsilon: unstated(at_least(0)), delta: unstated(between(0, 1))}
PAIRS = {k: integers(1), first: Families(upto(k), Laws(LINE)), second: Families(upto(k), Laws(LINE))}
"""An instance of distribution privacy."""

PUFFERFISH = ForAll({(t, i, j): situations(F)}, private(push(M, data_law(F, t, i)), push(M, data_law(F, t, j)), epsilon, delta, LINE))
DISTRIBUTIONS = ForAll({i: upto(k)}, Compare(hockey_stick_divergence(push(M, first[i]), push(M, second[i]), epsilon), "<=", delta))
SAME = Iff(PUFFERFISH, DISTRIBUTIONS)


def instance(names, mechanisms):
    """There is an instance of the other notion with the same private mechanisms, or one for each mechanism."""
    return reading("instance", before=Exists(names, ForAll(mechanisms, SAME)), after=ForAll(mechanisms, Exists(names, SAME)))


CONVERSE = instance(FRAMEWORK, {M: Kernels(LINE, LINE)})

CLAIMS = (
    Claim("rpp/prop-c.3", PROPOSITION, part="to-distributions", forall={**LEVELS, **FRAMEWORK}, states=instance(PAIRS, {M: Kernels(data_sets(F), LINE)})),
    Claim("rpp/prop-c.3", PROPOSITION, part="to-pufferfish", forall={**LEVELS, **PAIRS}, states=reading("Phi", closed=CONVERSE, any=CONVERSE),
          same_as={f"any+{when}+{what}": f"closed+{when}+{what}" for when in ("before", "after") for what in ("mass", "density", "event")}),
)
