r"""The released gradient of a training step.

Statement (Abstract, Sections 1 and 4.3, Table 2)
    Each step draws a batch, perturbs f_S by Corollary 2, computes the loss of eq. 7 by eq. 8 and takes a gradient step; the generator is (epsilon, delta)-DP with the
    epsilon of the accountant, which counts (alpha, alpha/(2 sigma^2)) for a step with the whole data set.

Reading
    gradient   noise-constant: the drawn values are constants; noise-follows-theta: the noise is the factor of the covariance at theta times a fixed vector; drawn-jointly:
               values and derivatives are drawn together from the process.
    loss       eq. 7, or its square.
    A guarantee of training is one of each step. formula: a step with all of one record x (x_ on D', so Delta = sqrt(2)) and one generated point w that moves with theta;
    what fails there fails. torch: automatic differentiation of a larger step. For the square of dependent numbers, the probabilities of half-lines, which Lemma 1 bounds.

Measured
    Derivatives of the loss by w and of the factors of the noise in it; the Renyi divergence of the normal laws of the gradient.

Claimed
    alpha/(2 sigma^2).
"""

from theorems.frdp.definitions import NOISE, ORDER, alpha, h, sigma
from verify.claims import (
    REALS,
    All,
    Claim,
    Compare,
    Derivative,
    If,
    Measured,
    Prob,
    Source,
    above,
    exp,
    normal_vector,
    numbers,
    oo,
    reading,
    sqrt,
)
from verify.quantities import renyi_divergence

w, x, x_, t, xi, eta, zeta = numbers("w x x_ t xi eta zeta")

TEXT = Source("Abstract, Sections 1 and 4.3, Table 2")
USES = ("frdp/sgm", "frdp/thm-5", "frdp/eq-7", "frdp/eq-8", "frdp/eq-8-points", "frdp/tab-2")
STEP = {**ORDER, **NOISE, h: above(0), x: REALS, x_: REALS, w: REALS, t: REALS}
level = alpha / (2 * sigma**2)
noise = 2 * sigma**2
"""(sigma Delta)^2 for one record."""
curvature = -Derivative(exp(-(t**2) / (2 * h**2)), t, 2, at=0)
"""The variance of the derivative of the process."""


def kernel(record):
    return exp(-((record - w) ** 2) / (2 * h**2))


def slope(term):
    """The derivative by the generated point."""
    return Derivative(term, w)


def loss(record):
    """Eq. 7 without noise: k(x, x) - 2 k(x, w) + k(w, w)."""
    return 2 - 2 * kernel(record)


CONSTANT = (1 + 0 * w, -2 + 0 * w)
"""The factors of the drawn values at x and at w in eq. 7."""


def following(record):
    """The factors of two independent normal numbers, with the Cholesky factor of the Gram matrix at (x, w)."""
    return 1 - 2 * kernel(record), -2 * sqrt(1 - kernel(record) ** 2)


def variance(first, second, correlation=0):
    return first**2 + 2 * correlation * first * second + second**2


def law(mean, spread):
    """Mean and variance of a gradient, which may be 0."""
    return mean, noise * spread


GRADIENTS = {
    "noise_constant": lambda record: law(slope(loss(record)), variance(*(slope(c) for c in CONSTANT), kernel(record))),
    "noise_follows_theta": lambda record: law(slope(loss(record)), variance(*(slope(c) for c in following(record)))),
    "drawn_jointly": lambda record: law(slope(loss(record)), 4 * curvature),
}


def squared(record):
    """Of the square of the loss, whose noise is a constant: 2 L L' with L' not random."""
    return law(2 * loss(record) * slope(loss(record)), 4 * slope(loss(record)) ** 2 * variance(*CONSTANT, kernel(record)))


def divergence(first, second):
    """Of two normal laws on the line, each of which may be a point mass."""
    (m, v), (n, u) = first, second
    point = If(All(Compare(u, "==", 0), Compare(m, "==", n)), 0, oo)
    return If(Compare(v, "==", 0), point, If(Compare(u, "==", 0), oo, renyi_divergence(normal_vector(m, v), normal_vector(n, u), alpha)))


def private(gradient):
    return Compare(divergence(gradient(x), gradient(x_)), "<=", level)


NORMAL = normal_vector(0, 1)
DRAWS = {xi: NORMAL, eta: NORMAL, zeta: NORMAL}


def along(record):
    """Loss and gradient with the noise that follows theta."""
    factors = following(record)
    value, moved = (sum_of(factors), sum_of(tuple(slope(f) for f in factors)))
    return loss(record) + sqrt(noise) * value, slope(loss(record)) + sqrt(noise) * moved


def sum_of(factors):
    return factors[0] * xi + factors[1] * eta


def jointly(record):
    """Loss and gradient with values and derivative of the process: at w, its derivative there, and at x given these."""
    k, k_ = kernel(record), slope(kernel(record))
    at_record = k * xi + k_ * h * eta + sqrt(1 - k**2 - (k_ * h) ** 2) * zeta
    return loss(record) + sqrt(noise) * (at_record - 2 * xi), slope(loss(record)) - 2 * sqrt(noise) * eta / h


def half_lines(pair):
    """Lemma 1 for the events that the gradient 2 L L' of the square is at most t."""
    def below(record):
        value, moved = pair(record)
        return Prob(DRAWS, Compare(2 * value * moved, "<=", t))

    return Compare(below(x), "<=", (exp(level) * below(x_)) ** ((alpha - 1) / alpha))


formula = reading("gradient", **{
    name: reading("loss", value=private(gradient), square={"noise_constant": private(squared), "noise_follows_theta": half_lines(along),
                                                           "drawn_jointly": half_lines(jointly)}[name])
    for name, gradient in GRADIENTS.items()})


def step(gradient, of):
    return Compare(Measured("private-gradient", "divergence", gradient=gradient, loss=of), "<=", Measured("private-gradient", "level"))


def both(gradient):
    return reading("loss", value=step(gradient, "value"), square=step(gradient, "square"))


CLAIMS = (
    Claim("frdp/text-train", TEXT, part="formula", forall=STEP, states=formula, uses=USES),
    Claim("frdp/text-train", TEXT, part="torch", forall={}, uses=USES,
          states=reading("gradient", noise_constant=both("noise-constant"), noise_follows_theta=both("noise-follows-theta"), drawn_jointly=both("drawn-jointly"))),
)
