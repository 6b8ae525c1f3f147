r"""Post-processing, and the preimage step of its proof.

Statement (Proposition 12, eqs. 8, 78-80)
    prop-12  If M is (mu, epsilon)-WDP and G an arbitrary randomised map with coins of its own, then G(M) is (mu, epsilon)-WDP, for mu in [1, oo).
    eq-79    With T = {x : G(x) in S}, the loss of G(M) at S equals the loss of M at T, which equals W_mu(P_D, P_D').

Reading
    1. The loss is the transport distance of the two output laws; or, for each event S, the distance between the laws of the indicators of S, of which the
       worst event counts (eq. 4 read to the letter).
    2. Outputs of M lie in R^dim with the l_r distance, those of G in R^dim_2. The norm there is any l-norm, or that of R.
    3. eq. 79-80 with transport says that the loss of G(M) equals that of M. With events it is a chain: the loss at S, the loss at T, the loss of M. The
       probability that the output x of M lies in T is E[P(G(x) in S)]; for a random G the set T is random, with the coins of G.

Measured
    The loss of G(M) on the two data sets.

Claimed
    epsilon; in eqs. 79-80 the loss of M.
"""

from fractions import Fraction

from theorems.wdp.definitions import DIMENSIONS, NORMS, SPACE, P, Q, W, dim, epsilon, mu, r
from verify.claims import (
    Claim,
    Compare,
    Euclid,
    Events,
    Expect,
    ForAll,
    Kernels,
    Laws,
    Source,
    Sup,
    at_least,
    chain,
    finite_law,
    indicator_law,
    mixture,
    never,
    numbers,
    objects,
    push,
    reading,
    unstated,
)
from verify.quantities import mass

dim_2, r_2 = numbers("dim_2 r_2")
G, S, E, x = objects("G S E x")

TARGET = Euclid(dim_2, reading("norm after G", any=r_2, same=r))
"""Outputs of G."""
NORM = reading("norm after G", any=r_2, same=r)
EITHER = mixture((Fraction(1, 2), P), (Fraction(1, 2), Q))
"""A law whose support is that of P and Q together."""
OUTCOMES = Events(push(G, EITHER))
SPACES = {dim: DIMENSIONS, r: NORMS, dim_2: DIMENSIONS, r_2: NORMS}

NEVER = (never("loss=events", "norm after G=same", because="indicators live on {0, 1}, where the norm of the outputs does not enter"),)


def event_loss(first, second, event):
    """The distance between the laws of the indicators of an event."""
    return W(indicator_law(first, event), indicator_law(second, event), mu)


def worst(first, second, events):
    return Sup({E: events}, event_loss(first, second, E))


def at_t(law):
    """The law of the indicator of {X in T}, T = {x : G(x) in S}."""
    inside = Expect({x: law}, mass(G(x), S))
    return finite_law({0: 1 - inside, 1: inside})


POST = Claim(
    "wdp/prop-12", Source("Proposition 12", eq="8, 78"),
    forall={mu: at_least(1), **SPACES, P: Laws(SPACE), Q: Laws(SPACE), G: Kernels(SPACE, TARGET), S: OUTCOMES, epsilon: unstated(at_least(0))},
    given=[reading("loss", transport=Compare(W(P, Q, mu, r), "<=", epsilon),
                   events=ForAll({E: Events(SPACE)}, Compare(event_loss(P, Q, E), "<=", epsilon)))],
    states=reading("loss", transport=Compare(W(push(G, P), push(G, Q), mu, NORM), "<=", epsilon),
                   events=Compare(event_loss(push(G, P), push(G, Q), S), "<=", epsilon)),
    uses=("wdp/eq-79",),
    never=NEVER,
    because="W_mu depends on distances, and an arbitrary map may stretch them: G may send points at distance 3 to points at distance 99. "
            "Eqs. 79-80 put the loss of M for that of G(M), which it bounds if G has Lipschitz constant at most 1.",
)
STEP = Claim(
    "wdp/eq-79", Source("Proof of Proposition 12", eq="79-80", section="Appendix A"),
    forall={mu: at_least(1), **SPACES, P: Laws(SPACE), Q: Laws(SPACE),
            G: reading("G", deterministic=Kernels(SPACE, TARGET, deterministic=True), randomised=Kernels(SPACE, TARGET)), S: OUTCOMES},
    states=reading("loss", transport=Compare(W(push(G, P), push(G, Q), mu, NORM), "==", W(P, Q, mu, r)),
                   events=chain(event_loss(push(G, P), push(G, Q), S), "==", W(at_t(P), at_t(Q), mu), "==", worst(P, Q, Events(SPACE)))),
    part_of="wdp/prop-12",
    never=NEVER,
)

CLAIMS = (POST, STEP)
