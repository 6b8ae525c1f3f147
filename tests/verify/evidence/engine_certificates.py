"""Certificates of each kind as the engines make them, from toy claims."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from mechanisms import Laplace
from verify import claims as c
from verify.engines import experiment, interval, printed, procedure, sampling, search, symbolic
from verify.engines.task import EFFORTS, Task
from verify.evidence import certificate
from verify.quantities import total_variation, wasserstein_distance

x, y, s = c.numbers("x y s")
k, n, step = c.numbers("k n step")
P, Q = c.objects("P Q")
TAIL = c.Prob({x: Laplace(0, scale=1)}, c.Compare(x, ">", 1))
DISTANCE = wasserstein_distance(P, Q, 1)
LINE_LAWS = c.Laws(c.LINE, moments=None)


def halved(c, n):
    """Halves a number until it is 1."""
    while n > 1:
        c.count("halvings")
        n = n // 2
    return {"rest": n}


CLAIMS: dict[str, tuple[Any, c.Claim]] = {
    "witness": (search.decide, c.Claim("toy/witness", "toy", forall={P: LINE_LAWS, Q: LINE_LAWS}, states=c.Compare(DISTANCE, "<=", total_variation(P, Q)))),
    "procedure": (procedure.decide, c.Claim("toy/procedure", "toy", forall={n: c.upto(8)}, states=c.Compare(c.Outcome(halved, "halvings", n=n), "<=", 2))),
    "existence": (search.decide, c.Claim("toy/existence", "toy", states=c.Exists({k: c.integers(1, 9)}, c.Compare(k * k, "==", 49)))),
    "identity": (symbolic.decide, c.Claim("toy/identity", "toy", forall={x: c.above(0)}, states=c.Compare((x + 1) ** 2, "==", x * x + 2 * x + 1))),
    "logic": (symbolic.decide, c.Claim("toy/logic", "toy", forall={P: LINE_LAWS, Q: LINE_LAWS}, states=c.Compare(DISTANCE, "<=", DISTANCE))),
    "boxes": (interval.decide, c.Claim("toy/boxes", "toy", forall={x: c.between(0, 3)}, given=(c.Compare(x, ">", c.number("1/2")),),
                                       states=c.Compare(x * c.exp(-x), "<=", c.number("2/5")))),
    "printed": (printed.decide, c.Claim("toy/printed", "toy", states=c.Compare(c.exp(-1), "rounds to", c.Printed("0.368")))),
    "printed at members": (printed.decide, c.Claim("toy/members", "toy", forall={k: c.one_of(2, 3)}, states=c.Compare(1 / (k + 18), "rounds to", c.Printed("0.05")))),
    "statistical": (sampling.decide, c.Claim("toy/statistical", "toy", states=c.Compare(TAIL, "<=", c.number("1/8")))),
    "experiment": (experiment.decide, c.Claim("toy/experiment", "toy", forall={step: c.upto(3)}, states=c.Compare(c.Measured("toy", "curve", step=step), "<", 1))),
    "exhaustive": (printed.decide, c.Claim("toy/exhaustive", "toy", forall={k: c.one_of(1, 2, 3)}, states=c.Compare(2**k, ">", k))),
}


class Curve:
    """An installed protocol: a curve that rises by 1/3 + seed at each step."""

    name = "toy"

    def load(self):
        return lambda seed, effort, device, data: {"curve": {step: (1 / 3 + seed) * step for step in (1, 2, 3)}}


@lru_cache(maxsize=32)
def _text(name: str) -> str:
    engine, claim = CLAIMS[name]
    (variant,) = claim.variants()
    finding = engine(Task(variant, EFFORTS["quick"]))
    assert finding.kind, finding.summary
    return certificate.text(certificate.build(variant, finding, effort="quick", seed=0))


def made(name: str) -> Any:
    return json.loads(_text(name))
