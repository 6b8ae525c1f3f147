"""Special functions in floating point, at numbers and arrays."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any


def by_scipy(name: str) -> Callable[..., Any]:
    """A function of SciPy, which is loaded when it is called."""
    def call(*x: Any) -> Any:
        import scipy.special

        return getattr(scipy.special, name)(*x)

    return call


def by_numpy(name: str) -> Callable[..., Any]:
    """A function of NumPy."""
    def call(*x: Any) -> Any:
        import numpy

        return getattr(numpy, name)(*x)

    return call


def float_mills(x: Any) -> Any:
    return math.sqrt(math.pi / 2) * by_scipy("erfcx")(x * math.sqrt(0.5))


def over(head: str) -> Callable[..., Any]:
    """A function over its argument, 1 at 0."""
    def call(x: Any) -> Any:
        import numpy

        there = numpy.where(x == 0, 1.0, x)
        return numpy.where(x == 0, 1.0, getattr(numpy, head)(there) / there)

    return call


def float_lambert(x: Any) -> Any:
    return by_scipy("lambertw")(x).real


def float_legendre(n: Any, x: Any) -> Any:
    import numpy

    return numpy.where(numpy.abs(x) <= 1, by_scipy("eval_legendre")(n, numpy.clip(x, -1, 1)), by_scipy("hyp2f1")(-n, n + 1, 1, (1 - x) / 2))


def float_polylog(s: Any, x: Any) -> Any:
    import mpmath
    import numpy

    return numpy.vectorize(lambda a, b: float(mpmath.polylog(a, b).real))(s, x)


def float_dilog(x: Any) -> Any:
    return by_scipy("spence")(1 - x)


def float_kummer(a: Any, b: Any, z: Any) -> Any:
    import mpmath
    import numpy

    return numpy.vectorize(lambda *v: float(mpmath.hyp1f1(*v)))(a, b, z)


def float_level(eps: Any, delta: Any) -> Any:
    """Bisection of log delta in log mu, by log Phi; for arrays as for numbers, of which a few are kept."""
    return _level_at(eps, delta) if isinstance(eps, float) and isinstance(delta, float) else _levels(eps, delta)


@lru_cache(maxsize=4096)
def _level_at(eps: float, delta: float) -> Any:
    return _levels(eps, delta)


def _levels(eps: Any, delta: Any) -> Any:
    import numpy

    normal = by_scipy("log_ndtr")
    eps, delta = numpy.broadcast_arrays(numpy.asarray(eps, float), numpy.asarray(delta, float))
    low, high = numpy.full(eps.shape, -60.0), numpy.full(eps.shape, 40.0)
    with numpy.errstate(all="ignore"):
        level = numpy.log(delta)
        for _ in range(80):
            middle = (low + high) / 2
            mu = numpy.exp(middle)
            a, b = normal(-eps / mu + mu / 2), eps + normal(-eps / mu - mu / 2)
            above = a + numpy.log1p(-numpy.exp(numpy.minimum(b - a, 0))) >= level
            low, high = numpy.where(above, low, middle), numpy.where(above, middle, high)
    return numpy.exp((low + high) / 2)


def float_profile(eps: Any, mu: Any) -> Any:
    """By log Phi, so that small values keep most of their digits."""
    import numpy

    normal = by_scipy("log_ndtr")
    with numpy.errstate(all="ignore"):
        a, b = normal(-eps / mu + mu / 2), eps + normal(-eps / mu - mu / 2)
        return numpy.exp(a) * -numpy.expm1(numpy.minimum(b - a, 0))
