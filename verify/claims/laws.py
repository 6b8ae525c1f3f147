"""Laws of ``mechanisms`` as formulas: a law is defined by the pieces of its log-density, or by its power tails."""

from __future__ import annotations

from typing import Any

from verify.claims.nodes import ClaimError, Node, term
from verify.claims.symbolic_form import from_sympy


def law(value: Any) -> Node:
    """A distribution object (it offers ``kind``, ``parameters()`` and ``log_density_pieces()`` or ``power_tail()``, or is a mixture or finite distribution) as a formula."""
    if hasattr(value, "covariance") and hasattr(value, "mean"):
        from verify.claims.matrices import normal_vector

        return normal_vector(tuple(term(x) for x in value.mean), tuple(tuple(term(x) for x in row) for row in value.covariance))
    if hasattr(value, "secrets") and hasattr(value, "priors"):
        return framework(value)
    if hasattr(value, "trials") and hasattr(value, "probability"):
        return Node("binomial_law", term(value.trials), term(value.probability))
    kind = getattr(value, "kind", type(value).__name__.lower())
    if hasattr(value, "components") and hasattr(value, "weights"):
        return Node("mixture", tuple((term(w), term(c)) for w, c in zip(value.weights, value.components, strict=True)))
    if hasattr(value, "points") and hasattr(value, "weights"):
        return Node("finite", tuple((term(p), term(w)) for p, w in zip(value.points, value.weights, strict=True)))
    if hasattr(value, "factors"):
        return Node("product", *(term(factor) for factor in value.factors))
    if hasattr(value, "power_tail"):
        location, scale, exponent, side = value.power_tail()
        return Node("power_law", term(location), term(scale), term(exponent), str(side))
    if kind == "poisson":
        return Node("poisson_law", term(value.rate))
    if not hasattr(value, "log_density_pieces"):
        raise ClaimError(f"law: log_density_pieces(), power_tail(), components or points are needed, got {type(value).__name__}; see the protocol in the documentation")
    pieces = tuple(tuple(from_sympy(part) for part in piece) for piece in value.log_density_pieces())
    return Node("law", str(kind), tuple((name, term(v)) for name, v in value.parameters()), pieces)


def framework(value: Any) -> Node:
    """A Pufferfish instance (it offers ``priors``, ``secrets`` and ``pairs``) as a formula; its query is a term of its own.

    Raises
    ------
    ClaimError
        Naming the pair, if no prior gives both of its secrets positive probability: it would impose nothing.
    """
    data = tuple(dict.fromkeys(x for prior in value.priors.values() for x in prior.points))
    place = {name: k for k, name in enumerate(value.secrets, 1)}
    events = {name: [x for x in data if event(x)] for name, event in value.secrets.items()}
    for first, second in value.pairs:
        if not any(all(_likely(prior, events[name]) for name in (first, second)) for prior in value.priors.values()):
            raise ClaimError(f"framework: some prior must give both secrets of a pair positive probability, got none for ({first}, {second}); remove the pair")
    return Node("pufferfish", tuple(term(x) for x in data), tuple(law(prior) for prior in value.priors.values()),
                tuple(Node("event", *(term(x) for x in events[name])) for name in place),
                tuple(Node("point", term(place[first]), term(place[second])) for first, second in value.pairs))


def _likely(prior: Any, event: list[Any]) -> bool:
    """Whether an event may have positive probability: weights that are formulas may be anything."""
    known = dict(zip(prior.points, prior.weights, strict=True))
    return any(known.get(x, 0) != 0 for x in event)
