r"""From approximate privacy to privacy.

Statement (Propositions 4.1 and C.1, Figure 1)
    prop-4.1            (alpha, epsilon, delta)-approximate RPP implies (epsilon + log(1/delta)/(alpha - 1), 2 delta)-PP.
    prop-c.1            (oo, epsilon, delta)-approximate RPP implies (epsilon, delta)-PP.
    text-approx-to-rpp  As delta tends to 0, (alpha, epsilon, delta)-approximate RPP gives (alpha, epsilon)-RPP.

Reading
    P of E        the events have their probability given the secret, or without it.
    E lives on    data: the events are about the data alone; data-and-noise: the events are about data and output, in which the noise of a mechanism shows; enlarged: events of an enlarged space: laws of density at most 1/P(E).
    outcome       PP is about points of positive mass, densities or events.
    probability   of the events: at least 1 - delta, or equal to it as the proof says; the same on an enlarged space, where every event has parts of any probability.
    deltas        all of (0, 1), or all small ones, with epsilon fixed.

Measured
    Masses and densities of the output; the Renyi divergence of its laws.

Claimed
    The levels.
"""

from mechanisms import Uniform
from theorems.rpp.definitions import RELEASE, A, B, G, V, alpha, approximately_private, d, delta, epsilon, private, renyi_private
from verify.claims import (
    Claim,
    Exists,
    ForAll,
    Hints,
    Source,
    above,
    at_least,
    between,
    event,
    finite_law,
    given_event,
    kernel,
    log,
    number,
    numbers,
    oo,
    push,
    reading,
)

delta_0 = numbers("delta_0")
INSIDE = between(0, 1, open="both")
OUTPUT = [push(G, given_event(V, secret)) for secret in (A, B)]
APPROXIMATE = approximately_private(alpha, epsilon)
UNCONDITIONAL = ("Definition 4.1 bounds P(E), but the proof needs P(E | s). An event of probability 1 - delta may leave out a share of delta/P(s) of a secret s, and all of it "
                 "but a sliver if s is rarer than delta; the guarantee says nothing about the output there.")

PEAKED = {d: 1, V: finite_law({1: number("3/8"), number("1/4"): number("1/8"), 2: number("1/2")}), A: event(1, number("1/4")), B: event(2), epsilon: 0, delta: number("1/4"),
          G: kernel({1: Uniform(0, 1), number("1/4"): Uniform(number("1/8"), number("3/8")), 2: Uniform(0, 1)})}
"""What the event leaves out has a small probability, and all of it in a small range of outputs, where the density is high."""

CLAIMS = (
    Claim("rpp/prop-4.1", Source("Proposition 4.1", section="Section 4.1 and Appendix C.2"), uses=("rpp/prop-2.2",),
          forall={alpha: above(1), delta: INSIDE, **RELEASE, epsilon: at_least(0)}, given=(APPROXIMATE,),
          because=UNCONDITIONAL,
          states=private(*OUTPUT, epsilon + log(1 / delta) / (alpha - 1), 2 * delta), hints=Hints(instances=({**PEAKED, alpha: 26},))),
    Claim("rpp/prop-c.1", Source("Proposition C.1", section="Appendix C.2"), forall={delta: INSIDE, **RELEASE, epsilon: at_least(0)},
          given=(reading("probability", at_least=approximately_private(oo, epsilon), equal=approximately_private(oo, epsilon, "==")),),
          same_as={f"equal+enlarged+{weight}+{what}": f"at-least+enlarged+{weight}+{what}"
                   for weight in ("given-secret", "unconditional") for what in ("mass", "density", "event")},
          because=UNCONDITIONAL,
          states=private(*OUTPUT, epsilon, delta), hints=Hints(instances=(PEAKED,), by=("textbook/conditional-mass", "textbook/large-parts", "textbook/mass-range"))),
    Claim("rpp/text-approx-to-rpp", Source("Figure 1", section="Section 4"), forall={alpha: above(1), **RELEASE, epsilon: at_least(0)},
          given=(reading("deltas", all=ForAll({delta: INSIDE}, APPROXIMATE),
                         small=Exists({delta_0: INSIDE}, ForAll({delta: between(0, delta_0, open="both")}, APPROXIMATE))),),
          states=renyi_private(*OUTPUT, alpha, epsilon)),
)
