"""Noise with a rate or a scale, under both readings of lambda."""

from verify.claims import numbers, reading, substitute, term

exponent_, width_ = numbers("exponent_ width_")


def scaled(family, lamda, exponent):
    """A law of a family about 0 with rate lamda, or with scale lamda: the density is a function of lamda x or of x/lamda."""
    return reading("lamda", **{name: substitute(term(family(0, exponent=exponent_, **{name: width_})), {"exponent_": term(exponent), "width_": lamda}) for name in ("rate", "scale")})
