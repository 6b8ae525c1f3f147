"""Distributions: finite and discrete ones, products, kernels, compositions, priors of a framework."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from verify.claims.nodes import ClaimError, Node, literal, term
from verify.claims.terms import Over, binding


def _weights(where: str, weights: Mapping[Any, Any]) -> None:
    """Refuse weights that are known not to be those of a law; weights that are formulas are left to the engines."""
    if not weights:
        raise ClaimError(f"{where}: a distribution must have at least one point, got none; give a point with weight 1")
    known = {point: literal(term(weight)) for point, weight in weights.items()}
    for point, weight in known.items():
        if weight is not None and weight < 0:
            raise ClaimError(f"{where}: weights must be at least 0, got weight={weight} for entry {point}; correct it")
    total = sum((weight for weight in known.values() if weight is not None), Fraction(0))
    if total > 1 or (total != 1 and None not in known.values()):
        listed = ", ".join(f"{point}: {weight}" for point, weight in known.items())
        raise ClaimError(f"{where}: weights must sum to 1, got sum={total} of {listed}; correct an entry")


def finite_law(points: Mapping[Any, Any]) -> Node:
    """A distribution on finitely many points, ``{point: weight}``.

    Raises
    ------
    ClaimError
        Naming the weight, if there is no point, a weight is negative, or the weights are numbers whose sum is not 1.
    """
    _weights("finite_law", points)
    return Node("finite", tuple((term(point), term(weight)) for point, weight in points.items()))


def geometric_law(start: Any, step: Any, ratio: Any) -> Node:
    """Mass ``(1 - ratio) ratio^k`` at ``start + step k``, k = 0, 1, ...

    Raises
    ------
    ClaimError
        If the step is the number 0, or the ratio a number outside (0, 1).
    """
    node = Node("geometric_law", term(start), term(step), term(ratio))
    one, two = (literal(part) for part in node.args[1:] if isinstance(part, Node))
    if one == 0 or (two is not None and not 0 < two < 1):
        raise ClaimError(f"geometric_law: the step must not be 0 and the ratio must lie in (0, 1), got step={step} and ratio={ratio}")
    return node


def sparse_law(base: Any, curve: Any, slope: Any) -> Node:
    """Mass ``exp(-curve x^2 - slope x)`` at ``x = base^k``, k = 1, 2, ..., and the rest at 0.

    Raises
    ------
    ClaimError
        If the base is a number that is no integer from 2, the curve one below 1/2, or the slope one below 0.
    """
    node = Node("sparse_law", term(base), term(curve), term(slope))
    one, two, three = (literal(part) for part in node.args if isinstance(part, Node))
    if (one is not None and (one < 2 or one.denominator != 1)) or (two is not None and 2 * two < 1) or (three is not None and three < 0):
        raise ClaimError(f"sparse_law: the base must be an integer from 2, the curve at least 1/2 and the slope at least 0, got base={base}, curve={curve} and slope={slope}")
    return node


def binomial_law(trials: Any, probability: Any) -> Node:
    """The distribution of the number of successes among independent trials, ``trials`` an integer from 1; ``mechanisms.Binomial`` as a formula.

    Raises
    ------
    ClaimError
        If the trials are a number that is no integer from 1, or the probability is one outside [0, 1].
    """
    node = Node("binomial_law", term(trials), term(probability))
    count, p = (literal(part) for part in node.args if isinstance(part, Node))
    if (count is not None and (count < 1 or count.denominator != 1)) or (p is not None and not 0 <= p <= 1):
        raise ClaimError(f"binomial_law: trials must be an integer from 1 and the probability lie in [0, 1], got trials={trials} and probability={probability}; correct them")
    return node


def poisson_law(rate: Any) -> Node:
    """Mass ``exp(-rate) rate^k / k!`` at k = 0, 1, ...; ``mechanisms.Poisson`` as a formula. Raises ClaimError for a rate that is a number and not positive."""
    node = Node("poisson_law", term(rate))
    known = literal(term(rate))
    if known is not None and known <= 0:
        raise ClaimError(f"poisson_law: the rate must be positive, got rate={rate}; correct it")
    return node


def mixture(*parts: tuple[Any, Any]) -> Node:
    """The mixture of distributions, given as pairs (weight, distribution). Raises ClaimError for weights that cannot be those of a distribution, like ``finite_law``."""
    _weights("mixture", {position: weight for position, (weight, _) in enumerate(parts)})
    return Node("mixture", tuple((term(weight), term(law)) for weight, law in parts))


def translate(law: Any, shift: Any) -> Node:
    """The distribution of X + shift."""
    return Node("translate", term(law), term(shift))


def convolve(first: Any, second: Any) -> Node:
    """The distribution of X + Y for independent X and Y."""
    return Node("convolve", term(first), term(second))


def product(*laws: Any) -> Node:
    """The distribution of independent coordinates."""
    return Node("product", *(term(law) for law in laws))


def iid(law: Any, copies: Any) -> Node:
    """The distribution of independent coordinates, all with one distribution on the line; for one copy it is that distribution itself."""
    return Node("iid", term(law), term(copies))


def independent(over: Over, law: Any) -> Node:
    """The distribution of independent coordinates, one for each member of a finite set, with distributions that may differ: ``independent({i: upto(n)}, Bernoulli(p[i]))``.

    Where the set has one member it is that distribution itself.
    """
    return Node("independent", binding(over, "independent"), term(law))


def push(kernel: Any, law: Any) -> Node:
    """The distribution of the output of a map or kernel whose input has the given distribution."""
    return Node("push", term(kernel), term(law))


def then(law: Any, kernel: Any) -> Node:
    """The joint distribution of X and Y, X from the distribution, Y from the kernel at X."""
    return Node("then", term(law), term(kernel))


def marginal(law: Any, coordinate: Any) -> Node:
    """The distribution of one coordinate of a point, counted from 1."""
    return Node("marginal", term(law), term(coordinate))


def decoupled(law: Any, count: Any) -> Node:
    """The distribution of independent coordinates with the marginals of a distribution on points of ``count`` coordinates; of one coordinate it is the distribution itself."""
    return Node("decoupled", term(law), term(count))


def conditional(law: Any, coordinate: Any, value: Any) -> Node:
    """The distribution of the other coordinates of a point given that one coordinate is ``value``; no value where that has probability 0."""
    return Node("conditional", term(law), term(coordinate), term(value))


def swap(law: Any) -> Node:
    """The distribution of (Y, X) where (X, Y) has the given distribution."""
    return Node("swap", term(law))


def indicator_law(law: Any, event: Any) -> Node:
    """The distribution of the indicator of the event, on the points 0 and 1."""
    return Node("indicator_law", term(law), term(event))


def joint(composition: Any, data: Any) -> Node:
    """The joint distribution of all outputs of a composition run on a data set."""
    return Node("joint", term(composition), term(data))


def outputs(composition: Any) -> Node:
    """The kernel that runs a composition: from a data set to the joint distribution of all outputs. Pushed, it takes data that are random."""
    return Node("outputs", term(composition))


def step(composition: Any, index: Any, data: Any, past: Any = None) -> Node:
    """The distribution of the output of mechanism ``index`` run alone on a data set, with earlier outputs fixed to ``past``."""
    return Node("step", term(composition), term(index), term(data), None if past is None else term(past))


def part(composition: Any, index: Any, data: Any) -> Node:
    """The part of a data set that mechanism ``index`` of a parallel composition is run on."""
    return Node("part", term(composition), term(index), term(data))


def preimage(kernel: Any, event: Any) -> Node:
    """The points that a deterministic map sends into the event."""
    return Node("preimage", term(kernel), term(event))


def prior(framework: Any, index: Any) -> Node:
    """Prior ``index`` of a Pufferfish framework, counted from 1: a distribution on its data sets."""
    return Node("prior", term(framework), term(index))


def secret(framework: Any, index: Any) -> Node:
    """Secret ``index`` of a framework, counted from 1: an event."""
    return Node("secret", term(framework), term(index))


def prior_count(framework: Any) -> Node:
    """The number of priors of a framework."""
    return Node("prior_count", term(framework))


def secret_count(framework: Any) -> Node:
    """The number of secrets of a framework."""
    return Node("secret_count", term(framework))


def given_event(law: Any, event: Any) -> Node:
    """The distribution given an event; no value where the event has probability 0."""
    return Node("given_event", term(law), term(event))


def data_law(framework: Any, prior_index: Any, secret_index: Any) -> Node:
    """The distribution of the data set under a prior given a secret, both counted from 1; no value where the secret has probability 0 under the prior."""
    return given_event(prior(framework, prior_index), secret(framework, secret_index))


def classical(universe: Any) -> Node:
    """The framework of a universe of data sets: each data set is a secret, the pairs are the neighbours, and one prior takes every data set for possible."""
    return Node("classical", term(universe))
