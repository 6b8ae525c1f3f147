r"""The proofs of the conversions: Jensen's inequality on an event, and the comparison of means.

Statement (Proofs of Lemma 1 and of Theorem 6; Section 3.1)
    proof-lem-1   P(A) is the integral of p over S. The integral of (p/q)^alpha q is at least that over S, which is at least (P/Q)^alpha Q; with p* and q*
                  normalised on S, the integral of (p*/q*)^alpha q* is at least 1.
    lem-1-weaker  The inequality of Lemma 1 for all events is a weaker property than Renyi-DP.
    proof-thm-6   The dominating measure restricted to A and divided by mu(A) is a probability measure; Jensen's inequality for q (p/q)^alpha; the geometric
                  mean is at most the arithmetic one; a factor below 1 is dropped.

Reading
    region      S is the finite set of points where the function is evaluated, as printed, so any other event V; or it is the event E.
    zero mass   of q on the region: excluded, or included. That of p is positive, as p* is p over it.
    measure of the event   positive and finite; or any value, as any measurable set is named.
    weaker      implied by Renyi-DP; or strictly weaker, so that some laws have the property without it.
    The integral of p^alpha q^(1-alpha) over a region R is P(R)^alpha Q(R)^(1-alpha) times that of the laws given R, e^((alpha-1) D) with D the divergence of these. Theorem 6's proof
    has alpha = 1 too; the integral of q (p/q)^1 is P(R) there, also where D is infinite.

Measured
    Masses, and divergences of the laws given the region.

Claimed
    The bounds above.
"""

from theorems.frdp.definitions import LEVEL, ORDER, PAIR, SPACE, E, P, Q, alpha, delta, epsilon, rdp
from verify.claims import (
    All,
    Claim,
    Compare,
    Events,
    Exists,
    ForAll,
    If,
    Implies,
    Laws,
    Not,
    Source,
    above,
    at_least,
    between,
    exp,
    given_event,
    log,
    mixture,
    number,
    numbers,
    objects,
    oo,
    reading,
    unstated,
)
from verify.quantities import mass, renyi_divergence

x, y, weight = numbers("x y weight")
V, P_, Q_ = objects("V P_ Q_")

LEMMA, THEOREM = Source("Proof of Lemma 1", eq="10-11", section="Appendix A"), Source("Proof of Theorem 6", section="Appendix F")
EVENT = {**ORDER, **PAIR, E: Events(SPACE)}
EVENTS = {**EVENT, V: Events(SPACE)}
REGION = reading("region", points=V, event=E)
ZERO = (reading("zero mass", excluded=Compare(mass(Q, REGION), ">", 0), included=None),)
SAME = {f"{zero}+event": f"{zero}+points" for zero in ("excluded", "included")}
DELTAS = unstated(reading("delta", below_one=between(0, 1, open="both"), any=above(0)))
MEANS = {**ORDER, **LEVEL, delta: DELTAS, y: between(0, 1)}


def inside(event, order):
    """The integral of p^order q^(1-order) over an event that has positive mass under both laws; 0 where p has no mass."""
    power = mass(P, event) ** order * mass(Q, event) ** (1 - order)
    return power * exp((order - 1) * renyi_divergence(given_event(P, event), given_event(Q, event), order))


def positive(event):
    return All(Compare(mass(P, event), ">", 0), Compare(mass(Q, event), ">", 0))


whole = exp((alpha - 1) * renyi_divergence(P, Q, alpha))
power = (alpha - 1) / alpha


def lemma(p, q):
    """Eq. 9 for all events of the points that carry mass under either law."""
    return ForAll({E: Events(mixture((number("1/2"), p), (number("1/2"), q)))}, Compare(mass(p, E), "<=", (exp(epsilon) * mass(q, E)) ** power))


implied = Implies(rdp(P, Q, alpha, epsilon), lemma(P, Q))
strictly = All(implied, Exists({P_: Laws(SPACE), Q_: Laws(SPACE)}, All(lemma(P_, Q_), Not(rdp(P_, Q_, alpha, epsilon)))))

raised = epsilon + log(1 / delta) / (alpha - 1)
geometric = (exp(raised) * y) ** (1 - 1 / alpha) * delta ** (1 / alpha)
arithmetic = (1 - 1 / alpha) * exp(raised) * y + delta / alpha

CLAIMS = (
    Claim("frdp/proof-lem-1", LEMMA, part="restriction", part_of="frdp/lem-1", forall=EVENTS,
          states=All(Compare(mass(P, E), "==", mass(P, REGION)), Implies(positive(REGION), Compare(whole, ">=", inside(REGION, alpha))))),
    Claim("frdp/proof-lem-1", LEMMA, part="normalisation", part_of="frdp/lem-1", forall=EVENTS, given=ZERO,
          states=Implies(Compare(mass(P, REGION), ">", 0),
                         Compare(exp((alpha - 1) * renyi_divergence(given_event(P, REGION), given_event(Q, REGION), alpha)), ">=", 1)), same_as=SAME),
    Claim("frdp/proof-lem-1", LEMMA, part="jensen", part_of="frdp/lem-1", forall=EVENTS, given=ZERO,
          states=Implies(Compare(mass(P, REGION), ">", 0),
                         Compare(inside(REGION, alpha), ">=", (mass(P, REGION) / mass(Q, REGION)) ** alpha * mass(Q, REGION))), same_as=SAME),
    Claim("frdp/lem-1-weaker", Source("Section 3.1"), forall={**ORDER, **LEVEL, **PAIR}, states=reading("weaker", implied=implied, strictly=strictly), uses=("frdp/lem-1",)),
    Claim("frdp/proof-thm-6", THEOREM, part="probability-measure", part_of="frdp/thm-6a",
          forall={weight: reading("measure of the event", positive_finite=above(0), any=between(0, oo))},
          states=All(Compare(weight, ">", 0), Compare(weight, "<", oo), Compare(weight / weight, "==", 1))),
    Claim("frdp/proof-thm-6", THEOREM, part="jensen", part_of="frdp/thm-6a", forall={alpha: at_least(1), **PAIR, E: Events(SPACE)},
          states=Implies(positive(E), Compare(If(Compare(alpha, "==", 1), mass(P, E), inside(E, alpha)), ">=", mass(Q, E) * (mass(P, E) / mass(Q, E)) ** alpha))),
    Claim("frdp/proof-thm-6", THEOREM, part="identity", part_of="frdp/thm-6a", forall=MEANS,
          states=Compare((exp(epsilon) * y) ** (1 - 1 / alpha), "==", geometric)),
    Claim("frdp/proof-thm-6", THEOREM, part="means", part_of="frdp/thm-6a", forall={**ORDER, delta: DELTAS, x: at_least(0)},
          states=Compare(x ** (1 - 1 / alpha) * delta ** (1 / alpha), "<=", (1 - 1 / alpha) * x + delta / alpha)),
    Claim("frdp/proof-thm-6", THEOREM, part="relaxed", part_of="frdp/thm-6a", forall=MEANS, states=Compare(arithmetic, "<=", exp(raised) * y + delta / alpha)),
)
