r"""Randomised response.

Statement (Proposition 5)
    Randomised response with parameter p is RDP of order alpha > 1 with level 1/(alpha - 1) log(p^alpha (1 - p)^(1 - alpha) + (1 - p)^alpha p^(1 - alpha)), and of
    order 1 with level (2p - 1) log(p / (1 - p)).

Reading
    The predicate takes the values 0 and 1; the paper gives no range for p, we take (0, 1).

Measured
    The divergence of the two output laws for each pair of bits.
"""

from mironov17.names import ORDER, alpha, rdp
from mironov17.response import BITS, above_one, b, b_, order_one, response
from verify.claims import Claim, Source

SOURCE = Source("Proposition 5", section="VI-A")

CLAIMS = (
    Claim("mironov17/prop-5", SOURCE, part="above-one", forall={**ORDER, **BITS}, states=rdp(response(b), response(b_), alpha, above_one)),
    Claim("mironov17/prop-5", SOURCE, part="order-one", forall=BITS, states=rdp(response(b), response(b_), 1, order_one)),
)
