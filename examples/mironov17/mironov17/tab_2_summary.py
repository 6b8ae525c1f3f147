r"""The table of basic mechanisms.

Statement (Table II)
    For randomised response, Laplace and Gaussian noise on queries of sensitivity 1: the level of pure differential privacy, and the level of RDP.

Reading
    A row is read as: the mechanism has this level on every pair of adjacent data sets. Pure differential privacy is the divergence of order oo; for Gaussian noise the
    table says that there is no finite level, which is read for a shift of 1.

Measured
    The divergence of the output laws.
"""

from mechanisms import Laplace, Normal
from mironov17.names import alpha, lamda, rdp, shift, sigma
from mironov17.prop_6_laplace import level
from mironov17.response import BITS, above_one, b, b_, p, response
from verify.claims import Claim, Compare, Source, above, at_least, between, exp, log, oo
from verify.quantities import max_divergence

SOURCE = Source("Table II", section="VI")
NOISE = {lamda: above(0), shift: between(-1, 1)}
USES = ("mironov17/prop-5", "mironov17/cor-3")

laplace = Laplace(shift, scale=lamda), Laplace(0, scale=lamda)
normal = Normal(shift, scale=sigma), Normal(0, scale=sigma)


def row(part, forall, states):
    return Claim("mironov17/tab-2", SOURCE, part=part, forall=forall, states=states, uses=USES)


CLAIMS = (
    row("response-pure", BITS, rdp(response(b), response(b_), oo, abs(log(p / (1 - p))))),
    row("response-renyi", {alpha: above(1), **BITS}, rdp(response(b), response(b_), alpha, above_one)),
    row("laplace-pure", NOISE, rdp(*laplace, oo, 1 / lamda)),
    row("laplace-renyi", {alpha: above(1), **NOISE}, rdp(*laplace, alpha, level)),
    row("laplace-order-one", NOISE, rdp(*laplace, 1, 1 / lamda + exp(-1 / lamda) - 1)),
    row("gaussian-pure", {sigma: above(0)}, Compare(max_divergence(Normal(1, scale=sigma), Normal(0, scale=sigma)), "==", oo)),
    row("gaussian-renyi", {alpha: at_least(1), sigma: above(0), shift: between(-1, 1)}, rdp(*normal, alpha, alpha / (2 * sigma**2))),
)
