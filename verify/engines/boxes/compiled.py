"""Parts of a graph as straight-line Python on balls, for the inside of boxes.

``compiled`` writes one function for several parts at once, with common parts computed once and constants enclosed beforehand. Its arguments are balls, one for
each coordinate; what it returns holds at all their points. A result that is finite also says that all parts are defined and continuous there: every
operation used gives no number where its argument may leave the domain.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flint import arb, fmpq

from verify.engines.boxes import arithmetic as ia
from verify.engines.boxes.formula import Graph, Unsupported
from verify.values.entry import Primitive
from verify.values.primitives import PRIMITIVES, enclose

TOTAL = frozenset({
    "erf", "erfc", "gamma", "normal_cdf", "normal_quantile", "mills", "sinh", "cosh", "tanh", "expm1_over", "log1p_over", "lambert_w",
    "sin", "cos", "tan", "cot", "sin_pi", "cos_pi", "tan_pi", "cot_pi", "asin", "acos", "atan", "asinh", "acosh", "atanh",
})
"""Functions whose ball is no number wherever the argument may leave the domain."""
METHODS = {name: name for name in (
    "exp", "log", "erf", "erfc", "gamma", "sinh", "cosh", "tanh", "sin", "cos", "tan", "cot", "sin_pi", "cos_pi", "tan_pi", "cot_pi",
    "asin", "acos", "atan", "asinh", "acosh", "atanh",
)} | {"lambert_w": "lambertw"}
"""Functions that are a method of a ball."""
LONGEST = 120
"""Signs of an expression that is written in place instead of getting a name."""
NAN = arb("nan")


def compiled(graph: Graph, parts: Sequence[int]) -> Callable[..., Any]:
    """A function of the coordinates' balls that returns the enclosures of the parts: a ball, or a tuple for several.

    Constants are enclosed at the current precision. Raises Unsupported for a part that jumps.
    """
    writer = _Writer(graph, parts)
    results = [writer.name(k) for k in parts]
    arguments = ", ".join([f"x{k}" for k in range(len(graph.names))] + [f"{name}={name}" for name in writer.constants])
    body = "".join(f"    {line}\n" for line in writer.lines)
    source = f"def function({arguments}):\n{body}    return {', '.join(results)}\n"
    place: dict[str, Any] = dict(writer.constants)
    exec(compile(source, "<boxes>", "exec"), place)  # the text is made of part numbers alone
    found: Callable[..., Any] = place["function"]
    return found


class _Writer:
    """Names, constants and lines of one function."""

    def __init__(self, graph: Graph, parts: Sequence[int]) -> None:
        self.graph = graph
        self.minus_root_half = -arb(2).rsqrt()
        self.constants: dict[str, Any] = {}
        self.lines: list[str] = []
        self.texts: dict[int, str] = {}
        self.uses: dict[int, int] = {}
        for k in parts:
            self._count(k)
            self.uses[k] += len(parts) > 1

    def _count(self, k: int) -> None:
        seen = self.uses.get(k, 0)
        self.uses[k] = seen + 1
        if not seen and self.graph.support[k]:
            for j in self._operands(k):
                self._count(j)

    def _operands(self, k: int) -> list[int]:
        """The parts that the text of a part is made of; factors and quotients are looked through as :meth:`_product` does."""
        entry = self.graph.parts[k]
        if entry[0] == "mul":
            return [j for factor in entry[1:] for j in (self._operands(factor) if self._loose(factor) else [factor])]
        if entry[0] == "slope_of":
            return [entry[2]]
        return self.graph._below(entry)

    def _loose(self, k: int) -> bool:
        """Whether a factor is written into its product: a negative power, as a division."""
        entry = self.graph.parts[k]
        return entry[0] == "ipow" and entry[2] < 0 and bool(self.graph.support[k])

    def constant(self, value: Any) -> str:
        for name, known in self.constants.items():
            if known is value:
                return name
        name = f"c{len(self.constants)}"
        self.constants[name] = value
        return name

    def name(self, k: int) -> str:
        """The text of a part: a name, or an expression where it is used once."""
        found = self.texts.get(k)
        if found is not None:
            return found
        graph = self.graph
        if graph.parts[k][0] == "var":
            text = f"x{graph.parts[k][1]}"
        elif not graph.support[k]:
            text = self.constant(self._enclosed(k))
        else:
            text = self._expression(k)
            if self.uses.get(k, 0) > 1 or len(text) > LONGEST:
                self.lines.append(f"v{k} = {text}")
                text = f"v{k}"
            else:
                text = f"({text})"
        self.texts[k] = text
        return text

    def _enclosed(self, k: int) -> Any:
        """A part without coordinates as a ball."""
        side = self.graph.evaluate(k, (), {})
        if side[4] < ia.CONTINUOUS or not (side[0].is_finite() and side[1].is_finite()):
            raise Unsupported("a constant that is not a finite number")
        return side[0] if side[0] == side[1] else side[0].union(side[1])

    def _expression(self, k: int) -> str:
        entry = self.graph.parts[k]
        head = entry[0]
        if head == "add":
            return self._sum(entry[1], entry[2])
        if head == "mul":
            return self._product(entry)
        if head == "ipow" and entry[2] == 0:
            return f"{self.name(entry[1])} * 0 + 1"  # the library's own power 0 of what has no value is 1
        if head == "ipow":
            return self._power(entry[1], entry[2])
        if head == "rpow":
            return self._root(entry[1], entry[2])
        if head == "pow":
            return f"{self.name(entry[1])} ** {self.name(entry[2])}"
        if head in ("max", "min"):
            return f"{self.name(entry[1])}.{head}({self.name(entry[2])})"
        if head == "abs":
            return f"abs({self.name(entry[1])})"
        if head in METHODS:
            return f"{self.name(entry[1])}.{METHODS[head]}()"
        if head in PRIMITIVES:
            return self._special(head, entry[1:])
        if head == "slope_of":
            way = PRIMITIVES[entry[1][0]].ways[entry[1][1]]
            inner = self.name(entry[2])
            return f"{inner}.nonnegative_part()" if way == 1 else f"-((-{inner}).nonnegative_part())" if way == -1 else inner
        raise Unsupported(f"{head} is not compiled")

    def _special(self, head: str, arguments: Sequence[int]) -> str:
        shown = ", ".join(self.name(j) for j in arguments)
        if head == "normal_cdf":
            return f"({shown} * {self.constant(self.minus_root_half)}).erfc() * {self.constant(_HALF)}"
        if head == "log_gamma" and self._positive(arguments[0]):
            return f"{shown}.lgamma()"
        if head == "hyp1f1" and not self.graph.support[arguments[1]]:  # the lower parameter is a constant, hence no pole
            a, b, z = (self.name(j) for j in arguments)
            return f"{z}.hypgeom_1f1({a}, {b})"
        entry = PRIMITIVES[head]
        function = entry.ball if head in TOTAL else _BY_ENDS[head]
        return f"{self.constant(function)}({shown})"

    def _positive(self, k: int) -> bool:
        return False if self.graph.support[k] else bool(self.graph.evaluate(k, (), {})[0] > 0)

    def _sum(self, a: int, b: int) -> str:
        for first, second in ((a, b), (b, a)):
            negative = self._negative(second)
            if negative is not None and self.uses.get(second, 0) <= 1:
                return f"{self.name(first)} - {negative}"
        return f"{self.name(a)} + {self.name(b)}"

    def _negative(self, k: int) -> str | None:
        """The opposite of a product with a negative fraction in front."""
        entry = self.graph.parts[k]
        if entry[0] != "mul" or not self.graph.support[k]:
            return None
        factor = self.graph.fraction(entry[1])
        if factor is None or not factor < 0:
            return None
        if factor == -1:
            return self.name(entry[2])
        return f"{self.constant(arb(-factor))} * {self.name(entry[2])}"

    def _product(self, entry: tuple[Any, ...]) -> str:
        top, bottom = [], []
        for factor in entry[1:]:
            if self._loose(factor) and self.uses.get(factor, 0) == 0:
                base, n = self.graph.parts[factor][1:]
                bottom.append(self.name(base) if n == -1 else f"({self._power(base, -n)})")
            elif self.graph.fraction(factor) == -1:
                top.append("-")
            else:
                top.append(self.name(factor))
        sign = "-" if top.count("-") % 2 else ""
        factors = [text for text in top if text != "-"]
        text = " * ".join(factors) if factors else self.constant(ia.ONE)
        return sign + text + "".join(f" / {text}" for text in bottom)

    def _power(self, base: int, n: int) -> str:
        text = self.name(base)
        if n == -1:
            return f"{self.constant(ia.ONE)} / {text}"
        if n in (2, 3) and (text.isidentifier()):
            return " * ".join([text] * n)
        return f"{text} ** {n}"

    def _root(self, base: int, r: Any) -> str:
        text = self.name(base)
        if r == fmpq(1, 2):
            return f"{text}.sqrt()"
        if r == fmpq(-1, 2):
            return f"{text}.rsqrt()"
        if r == fmpq(3, 2) and text.isidentifier():
            return f"{text} * {text}.sqrt()"
        return f"{text} ** {self.constant(arb(r))}"


def _by_ends(entry: Primitive) -> Callable[..., Any]:
    """A function of the table on balls, by the ends that count; not a number where an argument may leave the domain."""
    def call(*balls: Any) -> Any:
        spans = [(ball.lower(), ball.upper(), False, False) for ball in balls]
        if not all(ball.is_finite() for ball in balls):
            return NAN
        lo, hi, _, _, inside = enclose(entry, spans)
        if inside is not True or not (lo.is_finite() and hi.is_finite()) or (entry.smooth is not None and not entry.smooth(spans)):
            return NAN
        return lo.union(hi)

    return call


_BY_ENDS = {name: _by_ends(entry) for name, entry in PRIMITIVES.items() if name not in TOTAL}
_HALF = arb(fmpq(1, 2))
