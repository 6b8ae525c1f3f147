"""Ledger of the conversions to (epsilon, delta)-DP (section 3.3, Appendices A and F). ``x`` and ``y`` stand for the probabilities of an event on D and on D'."""

from theorems.frdp.definitions import LEVEL, ORDER, PAIR, SPACE, E, P, Q, alpha, delta, dp, epsilon, rdp
from verify.claims import (
    Compare,
    Events,
    ForAll,
    Item,
    Parts,
    Scope,
    Source,
    above,
    at_least,
    between,
    exp,
    log,
    numbers,
    objects,
    oo,
    reading,
    unstated,
)
from verify.quantities import mass

x, y, weight = numbers("x y weight")
V = objects("V")

PROOFS, SIMPLE = "Appendix A", "Appendix F"
UNIT = between(0, 1, open="both")
DELTAS = reading("delta", below_one=UNIT, any=above(0))
RANGE = {"delta": ("below-one", "any")}
EVENT = {**ORDER, **PAIR, E: Events(SPACE)}
EVENTS = {**EVENT, V: Events(SPACE)}
GIVEN = (rdp(P, Q, alpha, epsilon),)
REGION = {"region": ("points", "event")}
ZERO = {"zero mass": ("excluded", "included")}
POSITIVE = reading("zero mass", excluded=Compare(mass(Q, reading("region", points=V, event=E)), ">", 0), included=None)
LEVELS = {**ORDER, **LEVEL, delta: unstated(UNIT), x: between(0, 1), y: between(0, 1)}
LEMMA = Compare(x, "<=", (exp(epsilon) * y) ** ((alpha - 1) / alpha))
SMALL = Compare(exp(epsilon) * y, "<=", delta ** (alpha / (alpha - 1)))
LARGE = Compare(exp(epsilon) * y, ">", delta ** (alpha / (alpha - 1)))



def converted(share):
    """(epsilon', delta)-DP, or with a share of delta, for every delta."""
    return ForAll({x: UNIT}, dp(P, Q, epsilon + log(1 / x) / (alpha - 1), x / share))


ITEMS = (
    Item("frdp/lem-1", "Probabilities of an event under Renyi-DP", Source("Lemma 1", eq="9", section=PROOFS), Scope({**EVENT, **LEVEL}, given=GIVEN),
         uses=("frdp/proof-lem-1",), proof=("frdp/proof-lem-1",)),
    Item("frdp/proof-lem-1", "Restriction to the event and Jensen's inequality", Source("Proof of Lemma 1", eq="10-11", section=PROOFS),
         Scope(EVENTS, readings=REGION, part="restriction"), Scope(EVENTS, given=(POSITIVE,), readings={**REGION, **ZERO}, part="normalisation"),
         Scope(EVENTS, given=(POSITIVE,), readings={**REGION, **ZERO}, part="jensen"), part_of="frdp/lem-1",
         note="points: the integrals are over the finite set S of points, as printed; event: over the Borel set B. E is that event, V what S names instead."),
    Item("frdp/lem-1-weaker", "The inequality of Lemma 1 is a weaker property", Source("Section 3.1"),
         Scope({**ORDER, **LEVEL, **PAIR}, readings={"weaker": ("implied", "strictly")}), uses=("frdp/lem-1",),
         note="strictly: and some pair of laws, at each order and level, has the property without being Renyi-DP."),
    Item("frdp/prop-3", "Conversion of Renyi-DP to (epsilon, delta)-DP", "Proposition 3",
         Scope({**ORDER, **LEVEL, delta: unstated(UNIT), **PAIR}, given=GIVEN), uses=("frdp/lem-1", "frdp/proof-prop-3"),
         proof=("frdp/lem-1", "frdp/proof-prop-3")),
    Item("frdp/proof-prop-3", "The two cases", Source("Proof of Proposition 3", section=PROOFS),
         Scope(LEVELS, given=(LEMMA, SMALL), parts=("link-1", "link-2", "link-3"), part="case-1"),
         Scope(LEVELS, given=(LEMMA, LARGE), parts=("link-1", "link-2", "link-3", "link-4", "link-5"), part="case-2"), part_of="frdp/prop-3"),
    Item("frdp/thm-6a", "First inequality of Theorem 6", Source("Theorem 6", section=SIMPLE), Scope({**EVENT, **LEVEL}, given=GIVEN),
         proof=(Parts("frdp/proof-thm-6", "probability-measure", "jensen"),)),
    Item("frdp/thm-6b", "Second inequality of Theorem 6", Source("Theorem 6", section=SIMPLE),
         Scope({**ORDER, **LEVEL, delta: unstated(DELTAS), y: between(0, 1)}, readings=RANGE), proof=(Parts("frdp/proof-thm-6", "identity", "means"),)),
    Item("frdp/thm-6c", "Conversion with delta divided by alpha", Source("Theorem 6", section=SIMPLE),
         Scope({**ORDER, **LEVEL, delta: unstated(DELTAS), **PAIR}, given=GIVEN, readings=RANGE), uses=("frdp/thm-6a", "frdp/thm-6b"),
         proof=("frdp/thm-6a", "frdp/thm-6b", Parts("frdp/proof-thm-6", "relaxed"))),
    Item("frdp/text-thm6-attr", "Theorem 6 is attributed to another work", Source("Section 3.3 and Appendix F"),
         Scope({**ORDER, **LEVEL, delta: unstated(UNIT), **PAIR}, given=(reading("attributed", all_parts=converted(1), some_part=converted(alpha)),),
               readings={"attributed": ("all-parts", "some-part")}),
         note="Both sections name one proposition of another work: Section 3.3 as what Proposition 3 extends, Appendix F as what proves Theorem 6."
              " all-parts: the first gives the second; some-part: the second gives the first. What the other work proves is not decided, only whether what Section 3.3"
              " quotes of it does by itself imply delta over alpha, and the other way round."),
    Item("frdp/proof-thm-6", "Jensen's inequality under the dominating measure, and the means", Source("Proof of Theorem 6", section=SIMPLE),
         Scope({weight: reading("measure of the event", positive_finite=above(0), any=between(0, oo))},
               readings={"measure of the event": ("positive-finite", "any")}, part="probability-measure"),
         Scope({alpha: at_least(1), **PAIR, E: Events(SPACE)}, part="jensen"),
         Scope({**ORDER, **LEVEL, delta: unstated(DELTAS), y: between(0, 1)}, readings=RANGE, part="identity"),
         Scope({**ORDER, delta: unstated(DELTAS), x: at_least(0)}, readings=RANGE, part="means"),
         Scope({**ORDER, **LEVEL, delta: unstated(DELTAS), y: between(0, 1)}, readings=RANGE, part="relaxed"), part_of="frdp/thm-6a",
         note="probability-measure: the dominating measure, restricted to the event and divided by its weight there, has mass 1; the source names any measurable set."
              " identity: the equation before the means are compared. means: x stands for e^epsilon' Q, which is any number of at least 0."),
)
