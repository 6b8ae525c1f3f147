"""How names and numbers are printed: Greek letters, decimals, fractions, signs, runs of numbers."""

from __future__ import annotations

import re
from fractions import Fraction

from verify.claims.nodes import Argument, Node, literal

GREEK = ("alpha beta gamma delta epsilon zeta eta theta iota kappa mu nu xi pi rho sigma tau upsilon phi chi psi omega "
         "Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega").split()
LETTERS = dict(zip(GREEK, "αβγδεζηθικμνξπρστυφχψωΓΔΘΛΞΠΣΦΨΩ", strict=True)) | {"lamda": "λ"}
SUBSCRIPT = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def name_text(name: str) -> str:
    """A name as it is printed: Greek letters, digits as subscripts, a trailing underscore as a prime."""
    primes = len(name) - len(name.rstrip("_"))
    base, _, index = name.rstrip("_").partition("_")
    shown = LETTERS.get(base, base)
    if index:
        shown += index.translate(SUBSCRIPT) if index.isdigit() else "_" + index
    return shown + "′" * primes


def name_latex(name: str) -> str:
    """A name in LaTeX."""
    primes = len(name) - len(name.rstrip("_"))
    base, _, index = name.rstrip("_").partition("_")
    if base == "lamda":
        base = r"\lambda"
    elif base in LETTERS:
        base = "\\" + base
    elif len(base) > 1:
        base = rf"\mathit{{{base}}}"
    return base + (f"_{{{index.replace('_', ' ')}}}" if index else "") + "'" * primes


def progressions(members: tuple[Argument, ...]) -> list[list[Argument]]:
    """The members in runs of numbers with equal steps; a run is as long as it can be."""
    values = [literal(a) if isinstance(a, Node) else None for a in members]
    runs: list[list[int]] = []
    for k, value in enumerate(values):
        last, before = (values[runs[-1][-1]], values[runs[-1][-2]] if len(runs[-1]) > 1 else None) if runs else (None, None)
        if value is not None and last is not None and (before is None or value - last == last - before):
            runs[-1].append(k)
        else:
            runs.append([k])
    return [[members[k] for k in run] for run in runs]


def sign_of(node: Node) -> Argument | None:
    """What ``node`` is the sign of, written as 1 where it is positive, -1 where it is negative, and else 0."""
    over, one, rest = node.args
    if not (isinstance(over, Node) and isinstance(rest, Node) and over.head == "compare" and rest.head == "if" and isinstance(rest.args[0], Node)):
        return None
    value, zero = over.args[0], Node("num", "0")
    wanted = (("compare", (value, ">", zero)), Node("num", "1"), ("compare", (value, "<", zero)), Node("num", "-1"), zero)
    return value if ((over.head, over.args), one, (rest.args[0].head, rest.args[0].args), *rest.args[1:]) == wanted else None


FRACTION = re.compile(r"(-?)\\t?frac\{([^{}]*)\}\{([^{}]*)\}")


def on_one_line(exponent: str) -> str:
    """An exponent that is a plain fraction with a stroke: ``1/\\mu``."""
    found = FRACTION.fullmatch(exponent)
    if found is None:
        return exponent
    sign, top, bottom = found.groups()
    held = rf"\left({bottom}\right)" if re.search(r"[+\-, ]|\\,", bottom) else bottom
    return f"{sign}{rf'{chr(92)}left({top}{chr(92)}right)' if re.search(r'[+-]', top) else top}/{held}"


def _decimal(value: Fraction) -> str | None:
    """A positive number with all its decimals; None where they do not end, or are many."""
    for places in range(1, 9):
        if (scaled := value * 10**places).denominator == 1:
            return f"{scaled.numerator // 10**places}.{scaled.numerator % 10**places:0{places}d}"
    return None


def divisor(value: Fraction) -> bool:
    """Whether a factor was written as a division by a decimal: 10/21 is 1/2.1."""
    return 0 < value < 1 and value.numerator % 10 == 0 and _decimal(1 / value) is not None


def as_printed(value: Fraction) -> str:
    """A positive number that is no whole one as papers print it: halves, quarters, eighths and thirds as fractions, 0.898 and 1/2.1 with decimals."""
    if value.numerator == 1 and re.fullmatch("1000+00", str(value.denominator)):
        return rf"10^{{-{len(str(value.denominator)) - 1}}}"
    decimals = _decimal(value)
    if decimals is not None and (value.denominator % 5 == 0 or value.numerator > 10):
        return decimals
    if divisor(value):
        return rf"\tfrac{{1}}{{{_decimal(1 / value)}}}"
    return rf"\tfrac{{{value.numerator}}}{{{value.denominator}}}"


def split_sign(node: Node) -> tuple[int, Node]:
    """The sign of a term as it is written, and the term without it."""
    value = literal(node)
    if value is not None and value < 0:
        return -1, Node("num", str(-value))
    if node.head == "mul" and isinstance(node.args[0], Node):
        first = literal(node.args[0])
        if first is not None and first < 0:
            rest = node.args[1:] if first == -1 else (Node("num", str(-first)), *node.args[1:])
            return -1, rest[0] if len(rest) == 1 and isinstance(rest[0], Node) else Node("mul", *rest)
    return 1, node
