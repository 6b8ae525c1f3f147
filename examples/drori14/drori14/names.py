"""Names and notation that several items share: functions of a class on R^d, a start, a minimiser, and the steps of gradient descent."""

from verify.claims import Compare, Euclid, FunctionClass, Points, above, between, dot, gradient, integers, minimisers, norm, numbers, objects

d, L, mu, M, R, h, k = numbers("d L mu M R h k")
f, x, y, z, u, x_0, x_star = objects("f x y z u x_0 x_star")

SPACE = Euclid(d, 2)
"""R^d with the Euclidean norm, for every d."""
SMOOTH = {d: integers(1), L: above(0), f: FunctionClass(SPACE, smoothness=L)}
CONVEX = {d: integers(1), L: above(0), f: FunctionClass(SPACE, convexity=0, smoothness=L)}
STRONG = {d: integers(1), L: above(0), mu: between(0, L, open="both"), f: FunctionClass(SPACE, convexity=mu, smoothness=L)}
NONSMOOTH = {d: integers(1), h: above(0), f: FunctionClass(SPACE, convexity=0)}
TWO = {x: Points(SPACE), y: Points(SPACE)}
START = {x_0: Points(SPACE), x_star: minimisers(f)}


def inner(a, b):
    """The inner product of two points."""
    return dot(a, b, d)


def square(a):
    """The squared Euclidean length."""
    return norm(a, 2) ** 2


def slope(a):
    """The gradient of f."""
    return gradient(f, a)


def descend(start, steps, size):
    """The point after some gradient steps of one size."""
    for _ in range(steps):
        start = start - size * slope(start)
    return start


def gap(a):
    """How far the value is above the minimum."""
    return f(a) - f(x_star)


def at_most(small, large):
    """The one is at most the other."""
    return Compare(small, "<=", large)
