"""Quantities of information theory, statistics and learning under their usual names. Each builds a formula of the language; logarithms are natural.

Sources: Cover and Thomas, *Elements of Information Theory*, 2nd edition (2006); Polyanskiy and Wu, *Information Theory: From Coding to Learning* (2025); Tsybakov,
*Introduction to Nonparametric Estimation* (2009); Vershynin, *High-Dimensional Probability* (2018); Wainwright, *High-Dimensional Statistics* (2019).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verify.claims.distributions import marginal, product, translate
from verify.claims.instances import event
from verify.claims.nodes import ClaimError, Node, literal, mentioned, term
from verify.claims.propositions import Compare, ForAll
from verify.claims.sets import REALS, at_least, between, upto
from verify.claims.terms import Expect, If, Inf, Max, Sum, Sup, exp, log, numbers, oo, sqrt

WITH_DENSITY = frozenset({"law", "power_law", "normal_vector"})
"""Heads of distributions that have no atoms, but for singular normal ones."""


def _new_name(letter: str, *beside: Node) -> Node:
    """A name to bind that stands in none of the formulas beside it."""
    taken = {name for formula in beside for name in mentioned(formula)}
    while letter in taken:
        letter += "_"
    name: Node = numbers(letter)
    return name


def _discrete(where: str, name: str, law: Any) -> Node:
    """A distribution that is not known to have a density. Raises ClaimError for one that is."""
    found = term(law)
    if found.head in WITH_DENSITY:
        raise ClaimError(f"{where}: {name} must be a distribution on finitely many points, got one with a density; use kl, chi_square, hellinger or total_variation")
    return found


def _atom(law: Node, point: Node) -> Node:
    """The mass of one point."""
    return Node("mass", law, event(point))


# --- divergences -------------------------------------------------------------------------------------------------------


def kl(p: Any, q: Any) -> Node:
    """Kullback-Leibler divergence D(p || q) in nats, in [0, oo]; oo where p has mass that q has not.

    Cover and Thomas (2.26). The same formula as ``kullback_leibler_divergence`` and as the Renyi divergence of order 1.
    """
    return Node("renyi", term(p), term(q), term(1))


def chi_square(p: Any, q: Any) -> Node:
    """Chi-square divergence, E_q (dp/dq - 1)^2, in [0, oo]; oo where p has mass that q has not.

    Tsybakov, section 2.4; Polyanskiy and Wu, section 7.1. Built as exp(D_2) - 1, D_2 the Renyi divergence of order 2.
    """
    return exp(Node("renyi", term(p), term(q), term(2))) - 1


def squared_hellinger(p: Any, q: Any) -> Node:
    """Squared Hellinger distance, the integral of (sqrt p - sqrt q)^2, in [0, 2]: 2 for distributions on disjoint sets.

    Tsybakov, definition 2.3; Polyanskiy and Wu, section 7.1. Texts that have 1 as the largest value take half of it. Built as 2 (1 - exp(-D_(1/2)/2)).
    """
    return 2 * (1 - exp(-Node("renyi", term(p), term(q), term(1) / 2) / 2))


def hellinger(p: Any, q: Any) -> Node:
    """Hellinger distance, the root of ``squared_hellinger``, in [0, sqrt 2]: a metric. Tsybakov, definition 2.3."""
    return sqrt(squared_hellinger(p, q))


def f_divergence(f: Callable[[Node], Any], p: Any, q: Any, *, at_zero: Any, slope_at_infinity: Any) -> Node:
    """f-divergence D_f(p || q) = E_q f(dp/dq) + f'(oo) p(dq = 0) for a convex f with f(1) = 0; q is a distribution on finitely many points, p any.

    Polyanskiy and Wu, definition 7.1. Where q has a density there is no value.

    Parameters
    ----------
    f
        The function on (0, oo), ``lambda t: t * log(t)``.
    at_zero
        f(0), the limit of f(t) for t to 0: what a point counts that q has and p has not. ``0`` for t log t, ``oo`` for -log t.
    slope_at_infinity
        f'(oo), the limit of f(t)/t for t to oo: what mass of p counts that q has not. ``oo`` for t log t, ``0`` for -log t. Where there is no such mass the term is 0.

    Raises
    ------
    ClaimError
        If q is known to have a density: use the divergences that have names.
    """
    first, second, slope = term(p), _discrete("f_divergence", "q", q), term(slope_at_infinity)
    x = _new_name("x", first, second, term(f(term(2))))
    ratio = _atom(first, x) / _atom(second, x)
    common = Expect({x: second}, If(Compare(_atom(first, x), ">", 0), f(ratio), at_zero))
    if literal(slope) == 0:
        return common
    outside = 1 - Expect({x: second}, ratio)
    return common + If(Compare(outside, ">", 0), slope * outside, 0)


# --- entropy and information -------------------------------------------------------------------------------------------


def entropy(p: Any) -> Node:
    """Entropy -sum p(x) log p(x) of a distribution on finitely many points, in [0, log of their number]; points without mass count 0.

    Cover and Thomas (2.1), in nats. No value for a distribution with a density: this is not differential entropy. Raises ClaimError for one that is known.
    """
    law = _discrete("entropy", "p", p)
    x = _new_name("x", law)
    return Expect({x: law}, -log(_atom(law, x)))


def binary_entropy(p: Any) -> Node:
    """Entropy of a coin with probability ``p``, in [0, log 2]; 0 at 0 and 1, no value outside [0, 1]. Cover and Thomas (2.5), in nats."""
    heads = term(p)
    return -_if_any(heads, heads * log(heads)) - _if_any(1 - heads, (1 - heads) * log(1 - heads))


def conditional_entropy(joint: Any, given: Any = 1) -> Node:
    """Entropy H(Y | X) = -E log p(Y | X) of the other coordinates of a point (X, Y), given coordinate ``given``, from 1; in [0, H(Y)].

    Cover and Thomas (2.10), in nats. ``joint`` is a distribution on finitely many points, such as ``then(P, K)``. ``given=2`` is H(X | Y).
    """
    law, k = _discrete("conditional_entropy", "joint", joint), term(given)
    z = _new_name("z", law, k)
    return Expect({z: law}, log(_atom(marginal(law, k), z[k]) / _atom(law, z)))


def mutual_information(joint: Any) -> Node:
    """Mutual information I(X; Y), the divergence of the joint distribution of (X, Y) from the product of its marginals; in [0, oo].

    Cover and Thomas (2.28), in nats. Of an input with distribution P and a channel K it is ``mutual_information(then(P, K))``.
    """
    law = term(joint)
    return kl(law, product(marginal(law, 1), marginal(law, 2)))


def binary_kl(p: Any, q: Any) -> Node:
    """Divergence of a coin with probability ``p`` from one with ``q``: p log(p/q) + (1 - p) log((1 - p)/(1 - q)), for p and q in [0, 1].

    Cover and Thomas, example 2.3.1, in nats. 0 log 0 = 0; it is oo where q is 0 or 1 and p is not q. Raises ClaimError for numbers outside [0, 1].
    """
    first, second = _probability("binary_kl", "p", p), _probability("binary_kl", "q", q)
    return _share(first, second) + _share(1 - first, 1 - second)


def binary_kl_inverse(p: Any, c: Any) -> Node:
    """The largest q in [p, 1] with binary_kl(p, q) <= c, for p in [0, 1] and c >= 0.

    The upper end of the interval of PAC-Bayes (Maurer 2004) and of KL-UCB (Garivier and Cappe 2011). The lower end is ``1 - binary_kl_inverse(1 - p, c)``.
    Raises ClaimError for numbers outside these ranges; formulas need them as ranges or hypotheses.
    """
    first, bound = _probability("binary_kl_inverse", "p", p), term(c)
    known = literal(bound)
    if known is not None and known < 0:
        raise ClaimError(f"binary_kl_inverse: c must be at least 0, got c={known}; correct it")
    q = _new_name("q", first, bound)
    return Max(first, Sup({q: between(first, 1, open="right")}, q, where=Compare(binary_kl(first, q), "<=", bound)))


def _probability(where: str, name: str, value: Any) -> Node:
    """A number that is not known to lie outside [0, 1]. Raises ClaimError for one that is."""
    found = term(value)
    known = literal(found)
    if known is not None and not 0 <= known <= 1:
        raise ClaimError(f"{where}: {name} must lie in [0, 1], got {name}={known}; correct it")
    return found


def _if_any(share: Node, value: Any) -> Node:
    """What a point with this share counts: 0 where the share is 0."""
    return If(Compare(share, "!=", 0), value, 0)


def _share(p: Node, q: Node) -> Node:
    """p log(p/q), 0 for p = 0, else oo for q = 0."""
    return _if_any(p, If(Compare(q, "!=", 0), p * (log(p) - log(q)), oo))


# --- moments and tails -------------------------------------------------------------------------------------------------


def variance(p: Any) -> Node:
    """Variance E (X - E X)^2 of a distribution on the line, in [0, oo]; no value where E X is not finite."""
    law = term(p)
    return Node("moment", translate(law, -Node("mean", law)), term(2), None)


def moment(p: Any, order: Any) -> Node:
    """Moment E X^order of a distribution on the line, for whole orders; of the absolute value ``absolute_moment``."""
    law, k = term(p), term(order)
    x = _new_name("x", law, k)
    return Expect({x: law}, x**k)


def moment_generating_function(p: Any, t: Any) -> Node:
    """Moment generating function E exp(t X) of a distribution on the line, in (0, oo]; its logarithm is the cumulant generating function."""
    law, at = term(p), term(t)
    x = _new_name("x", law, at)
    return Expect({x: law}, exp(at * x))


def _light_tailed(p: Any, scale: Node, where: Node) -> Node:
    law = term(p)
    t = _new_name("t", law, scale, where)
    return ForAll({t: where}, Compare(log(moment_generating_function(law, t)) - t * Node("mean", law), "<=", scale**2 * t**2 / 2))


def sub_gaussian(p: Any, s: Any) -> Node:
    """The proposition that X - E X is sub-Gaussian with parameter s >= 0: E exp(t (X - E X)) <= exp(s^2 t^2/2) for all real t.

    Wainwright, definition 2.2. The parameter is on the scale of a standard deviation; some texts name its square.
    """
    return _light_tailed(p, term(s), REALS)


def sub_exponential(p: Any, nu: Any, b: Any) -> Node:
    """The proposition that X is sub-exponential with parameters nu >= 0, b > 0: E exp(t (X - E X)) <= exp(nu^2 t^2/2) for |t| < 1/b. Wainwright, definition 2.7."""
    return _light_tailed(p, term(nu), between(-1 / term(b), 1 / term(b), open="both"))


def _orlicz_norm(p: Any, power: int) -> Node:
    """The least t > 0 with E exp(|X/t|^power) <= 2, by the largest u = t^(-power): the mean rises in u, and there is u = 0."""
    law = term(p)
    u, x = _new_name("u", law), _new_name("x", law)
    size = x**2 if power == 2 else abs(x)
    largest = Sup({u: at_least(0)}, u, where=Compare(Expect({x: law}, exp(u * size)), "<=", 2))
    return If(Compare(largest, ">", 0), largest ** (term(-1) / power), oo)


def sub_gaussian_norm(p: Any) -> Node:
    """The psi_2 norm, the least t > 0 with E exp(X^2/t^2) <= 2, in [0, oo]; not centred. Vershynin, definition 2.5.6."""
    return _orlicz_norm(p, 2)


def sub_exponential_norm(p: Any) -> Node:
    """The psi_1 norm, the least t > 0 with E exp(|X|/t) <= 2, in [0, oo]; not centred. Vershynin, definition 2.7.5."""
    return _orlicz_norm(p, 1)


# --- learning ----------------------------------------------------------------------------------------------------------


def regret(loss: Callable[[Node, Node], Any], played: Any, rounds: Any, actions: Any) -> Node:
    """Regret after so many rounds: the sum of loss(t, played[t]) less the least sum of loss(t, a) over fixed actions a of a set.

    Cesa-Bianchi and Lugosi, *Prediction, Learning, and Games* (2006), chapter 2. It may be negative. For gains g write ``lambda t, a: -g(t, a)``.
    """
    sequence, count, choices, used = term(played), term(rounds), term(actions), term(loss(term(1), term(1)))
    t = _new_name("t", sequence, count, choices, used)
    a = _new_name("a", sequence, count, choices, used)
    return Sum({t: upto(count)}, loss(t, sequence[t])) - Inf({a: choices}, Sum({t: upto(count)}, loss(t, a)))
