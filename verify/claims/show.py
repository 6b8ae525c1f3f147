"""Formulas for people: readable Unicode text and LaTeX. One walk, two dialects."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import Any

from verify.claims.nodes import Argument, Node, literal
from verify.claims.notation import as_printed, divisor, name_latex, name_text, on_one_line, progressions, sign_of, split_sign
from verify.claims.recognised import SQUARED_HELLINGER, hellinger_of, with_names
from verify.claims.typed import scientific

RELATION = {"<=": ("≤", r"\le"), "<": ("<", "<"), ">=": ("≥", r"\ge"), ">": (">", ">"), "==": ("=", "="), "!=": ("≠", r"\ne"),
            "rounds to": ("rounds to", r"\text{ rounds to }")}
QUANTITY = {
    "wasserstein": ("W", "W"), "renyi": ("D", "D"), "total_variation": ("TV", r"\mathrm{TV}"), "l1_distance": ("∫|p−q|", r"\textstyle\int|p-q|"),
    "hockey_stick": ("H", "H"), "kantorovich": ("K", "K"), "moment": ("E‖X‖^", r"\mathbb{E}\|X\|"), "mass": ("P", r"\Pr"),
    "jensen_shannon": ("JSD", r"\mathrm{JSD}"), "prokhorov": ("Prokhorov", r"\pi"), "levy": ("Lévy", r"L"),
    "largest_shift": ("R", "R"), "shifted_renyi": ("D", "D"), SQUARED_HELLINGER: ("H²", "H^{2}"), "hellinger": ("H", "H"),
}
SPECIAL = {
    "normal_cdf": ("Φ", r"\Phi"), "normal_quantile": ("Φ⁻¹", r"\Phi^{-1}"), "mills": ("Mills", r"\operatorname{Mills}"), "log_gamma": ("log Γ", r"\log\Gamma"),
    "digamma": ("ψ", r"\psi"), "gamma_p": ("P", "P"), "gamma_q": ("Q", "Q"), "lambert_w": ("W₀", "W_{0}"), "sinh": ("sinh", r"\sinh"), "cosh": ("cosh", r"\cosh"),
    "tanh": ("tanh", r"\tanh"), "sin": ("sin", r"\sin"), "cos": ("cos", r"\cos"), "tan": ("tan", r"\tan"), "cot": ("cot", r"\cot"),
    "asin": ("arcsin", r"\arcsin"), "acos": ("arccos", r"\arccos"), "atan": ("arctan", r"\arctan"), "atan2": ("atan2", r"\operatorname{atan2}"),
    "asinh": ("arsinh", r"\operatorname{arsinh}"), "acosh": ("arcosh", r"\operatorname{arcosh}"), "atanh": ("artanh", r"\operatorname{artanh}"),
    "beta": ("B", r"\mathrm{B}"), "dilog": ("Li₂", r"\operatorname{Li}_2"), "gaussian_level": ("μ", r"\mu"), "gaussian_profile": ("δ", r"\delta"),
}
"""Functions written with their arguments in brackets."""
ORDERED = {"legendre_p": "P", "bessel_i": "I", "bessel_k": "K", "polylog": "Li"}
"""Functions whose first argument is an index."""
SUM, PRODUCT, POWER, ATOM = 1, 2, 3, 4
MOST_WRITTEN = 1 << 15
"""Formulas whose text is kept."""
LONGEST = 40
"""Digits of a number that are written out where most of them are zeros."""
STACKED = 60
"""Signs of LaTeX above which what stands below a supremum or a sum is written over several lines."""
LONG_RUN = 8
"""Numbers with equal steps of which a set shows the first two and the last."""


def text(node: Argument) -> str:
    """One line of readable Unicode."""
    return PLAIN.show(node)


def latex(node: Argument) -> str:
    """LaTeX for a formula."""
    return LATEX.show(node)


class _Printer:
    """How formulas are written."""

    def __init__(self, *, latex: bool) -> None:
        self.latex = latex

    def pick(self, plain: str, tex: str) -> str:
        return tex if self.latex else plain

    def show(self, node: Argument, level: int = 0) -> str:
        if node is None:
            return ""
        if isinstance(node, str):
            return rf"\text{{{node}}}" if self.latex else node
        if isinstance(node, tuple):
            return "(" + ", ".join(self.show(n) for n in node) + ")"
        shown, own = self._node(node)
        if own < level:
            return rf"\left({shown}\right)" if self.latex else f"({shown})"
        return shown

    def words(self, text: str) -> str:
        return rf"\text{{{text}}}" if self.latex else text

    def _node(self, node: Node) -> tuple[str, int]:
        return _written(node, self.latex)

    def anew(self, node: Node) -> tuple[str, int]:
        method = getattr(self, "_" + node.head, None)
        if method is not None:
            result: tuple[str, int] = method(node)
            return result
        if node.head in SPECIAL:
            return self._function(node, *SPECIAL[node.head])
        if node.head in ORDERED and len(node.args) == 2:
            return self._ordered(node)
        return self._call(node)

    def _measured(self, node: Node) -> tuple[str, int]:
        """A number of an experiment: ``protocol.field(argument = value, ...)``."""
        protocol, field = str(node.args[0]), str(node.args[1])
        given = node.args[2] if len(node.args) > 2 and isinstance(node.args[2], tuple) else ()
        pairs = [(str(e[0]), self.show(e[1])) for e in given if isinstance(e, tuple) and len(e) == 2]
        if self.latex:
            inside = ", ".join(rf"\text{{{name}}}{{=}}{value}" for name, value in pairs)
            return rf"\text{{{protocol}.{field}}}({inside})", ATOM
        return f"{protocol}.{field}({', '.join(f'{name} = {value}' for name, value in pairs)})", ATOM

    def _call(self, node: Node) -> tuple[str, int]:
        name = node.head.replace("_", " ")
        inside = ", ".join(self.show(a) for a in node.args if a is not None)
        return (rf"\operatorname{{{name}}}({inside})" if self.latex else f"{name}({inside})"), ATOM

    def _outcome(self, node: Node) -> tuple[str, int]:
        """What a procedure of the paper returns: its name, what is asked of it, and its inputs."""
        if not self.latex or len(node.args) != 4 or not isinstance(node.args[3], tuple):
            return self._call(node)
        name, asked = str(node.args[0]).rpartition(":")[2].replace("_", " "), str(node.args[2]).replace("_", " ")
        given = ", ".join(rf"\text{{{str(entry[0]).replace('_', ' ')}}}{{=}}{self.show(entry[1])}" for entry in node.args[3] if isinstance(entry, tuple))
        return rf"\text{{{asked} of {name}}}({given})", ATOM

    # numbers ---------------------------------------------------------------------------------------------------------
    def _num(self, node: Node) -> tuple[str, int]:
        raw = str(node.args[0])
        if raw in ("oo", "-oo"):
            return self.pick(raw.replace("oo", "∞"), raw.replace("oo", r"\infty")), ATOM if raw == "oo" else SUM
        value = Fraction(raw)
        if len(raw) > LONGEST and (brief := scientific(value)) is not None:
            figures, _, power = brief.partition("e")
            return self.pick(brief, rf"{figures} \cdot 10^{{{power}}}"), PRODUCT if value > 0 else SUM
        if value.denominator == 1:
            return str(value), ATOM if value >= 0 else SUM
        if self.latex:
            return ("-" if value < 0 else "") + as_printed(abs(value)), ATOM if value >= 0 else SUM
        return str(value), PRODUCT if value > 0 else SUM

    def _var(self, node: Node) -> tuple[str, int]:
        name = str(node.args[0])
        return (name_latex(name) if self.latex else name_text(name)), ATOM

    def _pi(self, node: Node) -> tuple[str, int]:
        return self.pick("π", r"\pi"), ATOM

    def _word_(self, node: Node) -> tuple[str, int]:
        return self.words(str(node.args[0])), ATOM

    def _point(self, node: Node) -> tuple[str, int]:
        return "(" + ", ".join(self.show(a) for a in node.args) + ")", ATOM

    def _add(self, node: Node) -> tuple[str, int]:
        shown = ""
        for k, part in enumerate(node.args):
            assert isinstance(part, Node)
            sign, positive = split_sign(part)
            piece = self.show(positive, PRODUCT)
            shown += (("−" if not self.latex else "-") if sign < 0 else "") + piece if k == 0 else (self.pick(" − ", " - ") if sign < 0 else " + ") + piece
        return shown, SUM

    def _mul(self, node: Node) -> tuple[str, int]:
        sign, positive = split_sign(node)
        if sign < 0:
            return self.pick("−", "-") + self.show(positive, PRODUCT), SUM
        factors = with_names(node.args)
        if len(factors) == 1:
            return self._node(factors[0])  # type: ignore[arg-type]
        top: list[Argument] = []
        bottom: list[Argument] = []
        for part in factors:
            assert isinstance(part, Node)
            exponent = literal(part.args[1]) if part.head == "pow" and isinstance(part.args[1], Node) else None
            value = literal(part)
            if exponent is not None and exponent < 0:
                base = part.args[0]
                bottom.append(base if exponent == -1 else Node("pow", base, Node("num", str(-exponent))))
            elif value is not None and len(node.args) > 1 and (value.numerator == 1 or (self.latex and divisor(value))) and value.denominator != 1:
                bottom.append(Node("num", str(1 / value)))
            else:
                top.append(part)
        if self.latex and bottom:
            numerator = self._times(top) if top else "1"
            return rf"\frac{{{numerator}}}{{{self._times(bottom)}}}", PRODUCT
        shown = self._times(top) if top else "1"
        if bottom:
            shown += "/" + (self.show(bottom[0], POWER) if len(bottom) == 1 else f"({self._times(bottom)})")
        return shown, PRODUCT

    def _times(self, parts: list[Argument]) -> str:
        if len(parts) == 1:
            return self.show(parts[0], PRODUCT if not self.latex else SUM)
        return self.pick("·", r"\,").join(self.show(p, PRODUCT) for p in parts)

    def _pow(self, node: Node) -> tuple[str, int]:
        base, exponent = node.args
        assert isinstance(exponent, Node)
        value = literal(exponent)
        if value == Fraction(1, 2) and isinstance(base, Node) and (laws := hellinger_of(base)) is not None:
            return self._node(Node("hellinger", *laws))
        if value == Fraction(1, 2):
            return (rf"\sqrt{{{self.show(base)}}}" if self.latex else f"√({self.show(base)})"), ATOM
        if self.latex and value == -1 and base == Node("num", "0"):
            return self.words("no value"), ATOM
        if value == -1:
            return (rf"\frac{{1}}{{{self.show(base)}}}" if self.latex else f"1/{self.show(base, POWER)}"), PRODUCT
        if self.latex:
            shown = self.show(base, ATOM)
            return f"{{{rf'{chr(92)}left({shown}{chr(92)}right)' if shown.startswith(TALL) else shown}}}^{{{on_one_line(self.show(exponent))}}}", POWER
        return f"{self.show(base, ATOM)}^{self.show(exponent, ATOM)}", POWER

    def _function(self, node: Node, plain: str, tex: str) -> tuple[str, int]:
        inside = ", ".join(self.show(a) for a in node.args if a is not None)
        return (rf"{tex}\left({inside}\right)" if self.latex else f"{plain}({inside})"), ATOM

    def _exp(self, node: Node) -> tuple[str, int]:
        return self._function(node, "exp", r"\exp") if not self.latex else (f"e^{{{on_one_line(self.show(node.args[0]))}}}", POWER)

    def _log(self, node: Node) -> tuple[str, int]:
        return self._function(node, "log", r"\log")

    def _max(self, node: Node) -> tuple[str, int]:
        return self._function(node, "max", r"\max")

    def _min(self, node: Node) -> tuple[str, int]:
        return self._function(node, "min", r"\min")

    def _gamma(self, node: Node) -> tuple[str, int]:
        argument = node.args[0]
        if self.latex and isinstance(argument, Node) and argument.head == "add" and argument.args[1:] == (Node("num", "1"),) and argument.args[0].head == "var":  # type: ignore[union-attr]
            return f"{self.show(argument.args[0])}!", POWER
        return self._function(node, "Γ", r"\Gamma")

    def _erf(self, node: Node) -> tuple[str, int]:
        return self._function(node, "erf", r"\operatorname{erf}")

    def _of_pi(self, node: Node) -> tuple[str, int]:
        name = node.head.removesuffix("_pi")
        return self._function(Node(name, Node("pi") * node.args[0]), name, f"\\{name}")

    _sin_pi = _cos_pi = _tan_pi = _cot_pi = _of_pi

    def _cbrt(self, node: Node) -> tuple[str, int]:
        value = self.show(node.args[0])
        return (rf"\sqrt[3]{{{value}}}" if self.latex else f"∛({value})"), ATOM

    def _erfc(self, node: Node) -> tuple[str, int]:
        return self._function(node, "erfc", r"\operatorname{erfc}")

    def _hyp1f1(self, node: Node) -> tuple[str, int]:
        a, b, z = (self.show(x) for x in node.args)
        return (rf"{{}}_1F_1\left({a};{b};{z}\right)" if self.latex else f"₁F₁({a}; {b}; {z})"), ATOM

    def _hyp2f1(self, node: Node) -> tuple[str, int]:
        a, b, c, z = (self.show(x) for x in node.args)
        return (rf"{{}}_2F_1\left({a},{b};{c};{z}\right)" if self.latex else f"₂F₁({a}, {b}; {c}; {z})"), ATOM

    def _ordered(self, node: Node) -> tuple[str, int]:
        name, index, value = ORDERED[node.head], self.show(node.args[0], ATOM), self.show(node.args[1])
        if self.latex:
            shown = rf"\operatorname{{{name}}}" if len(name) > 1 else name
            return rf"{shown}_{{{self.show(node.args[0])}}}\left({value}\right)", ATOM
        return f"{name}_{index}({value})", ATOM

    def _beta_incomplete(self, node: Node) -> tuple[str, int]:
        a, b, x = (self.show(v) for v in node.args)
        return (rf"I_{{{x}}}\left({a},{b}\right)" if self.latex else f"I_{self.show(node.args[2], ATOM)}({a}, {b})"), ATOM

    def _expm1_over(self, node: Node) -> tuple[str, int]:
        value = node.args[0]
        if self.latex:
            return rf"\frac{{e^{{{self.show(value)}}} - 1}}{{{self.show(value)}}}", PRODUCT
        return f"(e^{self.show(value, ATOM)} − 1)/{self.show(value, POWER)}", PRODUCT

    def _log1p_over(self, node: Node) -> tuple[str, int]:
        value = node.args[0]
        if self.latex:
            return rf"\frac{{\log\left(1 + {self.show(value, PRODUCT)}\right)}}{{{self.show(value)}}}", PRODUCT
        return f"log(1 + {self.show(value, PRODUCT)})/{self.show(value, POWER)}", PRODUCT

    def _binomial(self, node: Node) -> tuple[str, int]:
        top, low = (self.show(v) for v in node.args)
        return (rf"\binom{{{top}}}{{{low}}}" if self.latex else f"binom({top}, {low})"), ATOM

    def _abs(self, node: Node) -> tuple[str, int]:
        return (rf"\left|{self.show(node.args[0])}\right|" if self.latex else f"|{self.show(node.args[0])}|"), ATOM

    def _norm(self, node: Node) -> tuple[str, int]:
        point, order = (self.show(a) for a in node.args)
        return (rf"\left\|{point}\right\|_{{{order}}}" if self.latex else f"‖{point}‖_{order}"), ATOM

    def _if(self, node: Node) -> tuple[str, int]:
        p, a, b = node.args
        if self.latex and (value := sign_of(node)) is not None:
            return rf"\operatorname{{sgn}}\left({self.show(value)}\right)", ATOM
        if isinstance(a, Node) and isinstance(b, Node) and literal(a) == 1 and literal(b) == 0:
            return (rf"\mathbf 1\left[{self.show(p)}\right]" if self.latex else f"1[{self.show(p)}]"), ATOM
        if not self.latex:
            return f"({self.show(a)} if {self.show(p)} else {self.show(b)})", ATOM
        rows = [f"{self.show(a)} & {self.show(p)}"]
        while isinstance(b, Node) and b.head == "if" and sign_of(b) is None:
            p, a, b = b.args
            rows.append(f"{self.show(a)} & {self.show(p)}")
        rows.append(f"{self.show(b)} & {self.words('otherwise')}")
        return r"\begin{cases}" + r"\\ ".join(rows) + r"\end{cases}", ATOM

    def _item(self, node: Node) -> tuple[str, int]:
        base, index = self.show(node.args[0], ATOM), self.show(node.args[1])
        return (f"{{{base}}}_{{{index}}}" if self.latex else f"{base}[{index}]"), ATOM

    def _apply(self, node: Node) -> tuple[str, int]:
        return self.show(node.args[0]) + "(" + ", ".join(self.show(a) for a in node.args[1:]) + ")", ATOM

    # binders ---------------------------------------------------------------------------------------------------------
    def _over(self, over: Argument) -> str:
        assert isinstance(over, tuple)
        shown = []
        for entry in over:
            assert isinstance(entry, tuple)
            shown.append(f"{self.show(entry[0])} {self._in(entry[1])}")
        return ", ".join(shown)

    def _in(self, where: Argument) -> str:
        if isinstance(where, Node) and where.head == "equals":
            return f"= {self.show(where.args[0])}"
        return self.pick("∈ ", r"\in ") + self.show(where)

    def _bind(self, node: Node, plain: str, tex: str) -> tuple[str, int]:
        rest = node.args[2:]
        condition = rest[0] if rest and isinstance(rest[0], Node) else None
        empty = "" if len(rest) < 2 or rest[1] is None else self.show(rest[1]) + self.words(" if there is none")  # what an extremum over nothing is
        over, body = self._over(node.args[0]), self.show(node.args[1], PRODUCT)
        if self.latex:
            assert isinstance(node.args[0], tuple)
            conditions = [] if condition is None else [self.show(one) for one in (condition.args if condition.head == "all" else (condition,))]
            pieces = [*(line for entry in node.args[0] for line in _over_lines(self._over((entry,)))), *conditions, *([empty] if empty else [])]
            if len(pieces) > 1 and sum(map(len, pieces)) > STACKED:
                return rf"{tex}_{{\substack{{{(chr(92) * 2).join(pieces)}}}}} {body}", SUM
        where = "" if condition is None else f" : {self.show(condition)}"
        where += empty and self.pick(f"; {empty}", rf";\ {empty}")
        return (rf"{tex}_{{{over}{where}}} {body}" if self.latex else f"{plain}[{over}{where}] {body}"), SUM

    def _lambda(self, node: Node) -> tuple[str, int]:
        return self.pick(f"({self._over(node.args[0])} ↦ {self.show(node.args[1])})", rf"\left({self._over(node.args[0])}\mapsto {self.show(node.args[1])}\right)"), ATOM

    def _sup(self, node: Node) -> tuple[str, int]:
        return self._bind(node, "sup", r"\sup")

    def _inf(self, node: Node) -> tuple[str, int]:
        return self._bind(node, "inf", r"\inf")

    def _sum(self, node: Node) -> tuple[str, int]:
        return self._bind(node, "Σ", r"\sum")

    def _prod(self, node: Node) -> tuple[str, int]:
        return self._bind(node, "Π", r"\prod")

    def _coordinates(self, node: Node) -> tuple[str, int]:
        over, body = self._over(node.args[0]), self.show(node.args[1])
        return (rf"\left({body}\right)_{{{over}}}" if self.latex else f"({body} : {over})"), ATOM

    def _recursion(self, node: Node) -> tuple[str, int]:
        over: Any = node.args[0]
        (state, start), (index, where) = over
        low, high = where.args
        shown = tuple(map(self.show, (state, start, index, low, high, node.args[1])))
        x, first, t, a, b, step = shown
        if self.latex:
            return rf"\left[{x}:={first};\ {x}\leftarrow {step}\ \left({t}={a},\dots,{b}\right)\right]", ATOM
        return f"[{x} := {first}; {x} ← {step} for {t} = {a}, …, {b}]", ATOM

    def _periodic(self, node: Node) -> tuple[str, int]:
        prefix, period = node.args
        shown = [*(self.show(x) for x in prefix), *(self.show(x) for x in (*period, *period)), self.pick("…", r"\dots")]  # type: ignore[union-attr, misc]
        return "(" + ", ".join(shown) + ")", ATOM

    def _drawn(self, node: Node) -> tuple[str, int]:
        return self._from_laws(node, "draw", r"\operatorname{draw}")

    def _from_laws(self, node: Node, plain: str, tex: str) -> tuple[str, int]:
        over = node.args[0]
        assert isinstance(over, tuple)
        names = ", ".join(f"{self.show(e[0])} ~ {self.show(e[1])}" if not self.latex else rf"{self.show(e[0])}\sim {self.show(e[1])}"
                          for e in over if isinstance(e, tuple))
        return (rf"{tex}_{{{names}}}\left[{self.show(node.args[1])}\right]" if self.latex else f"{plain}[{names}]({self.show(node.args[1])})"), ATOM

    def _expect(self, node: Node) -> tuple[str, int]:
        return self._from_laws(node, "E", r"\mathbb{E}")

    def _prob(self, node: Node) -> tuple[str, int]:
        return self._from_laws(node, "Pr", r"\Pr")

    def _lim(self, node: Node, plain: str, tex: str) -> tuple[str, int]:
        over = node.args[0]
        assert isinstance(over, tuple) and isinstance(over[0], tuple)
        arrow = f"{self.show(over[0][0])} {self.pick('→', chr(92) + 'to')} {self.show(over[0][1])}"
        return (rf"{tex}_{{{arrow}}} {self.show(node.args[1], PRODUCT)}" if self.latex else f"{plain}[{arrow}] {self.show(node.args[1], PRODUCT)}"), SUM

    def _limit(self, node: Node) -> tuple[str, int]:
        return self._lim(node, "lim", r"\lim")

    def _limsup(self, node: Node) -> tuple[str, int]:
        return self._lim(node, "lim sup", r"\limsup")

    def _liminf(self, node: Node) -> tuple[str, int]:
        return self._lim(node, "lim inf", r"\liminf")

    def _derivative(self, node: Node) -> tuple[str, int]:
        over = node.args[0]
        assert isinstance(over, tuple) and isinstance(over[0], tuple)
        name, at = over[0]
        order = self.show(node.args[2])
        power = "" if order == "1" else f"^{order}"
        place = "" if name == at else f" at {self.show(name)} = {self.show(at)}"
        body = self.show(node.args[1], PRODUCT)
        if self.latex:
            sub = "" if name == at else rf"\Big|_{{{self.show(name)}={self.show(at)}}}"
            return rf"\frac{{d{power}}}{{d{self.show(name)}{power}}} {body}{sub}", PRODUCT
        return f"d{power}/d{self.show(name)}{power} {body}{place}", PRODUCT

    # laws and quantities ---------------------------------------------------------------------------------------------
    def _law(self, node: Node) -> tuple[str, int]:
        kind, params = str(node.args[0]), node.args[1]
        assert isinstance(params, tuple)
        inside = ", ".join(self.show(p[1]) if k == 0 else f"{self.words(str(p[0]))} {self.show(p[1])}" for k, p in enumerate(params) if isinstance(p, tuple))
        title = kind[:1].upper() + kind[1:]
        return (rf"\operatorname{{{title}}}({inside})" if self.latex else f"{title}({inside})"), ATOM

    def _power_law(self, node: Node) -> tuple[str, int]:
        location, scale, exponent, side = (self.show(a) if isinstance(a, Node) else str(a) for a in node.args)
        title = "PowerTail" if side == "both" else f"PowerTail{side.capitalize()}"
        if side == "both" and exponent == "2":
            title, rest = "Cauchy", ""
        else:
            rest = f", {self.words('exponent')} {exponent}"
        inside = f"{location}, {self.words('scale')} {scale}{rest}"
        return (rf"\operatorname{{{title}}}({inside})" if self.latex else f"{title}({inside})"), ATOM

    def _geometric_law(self, node: Node) -> tuple[str, int]:
        start, step, ratio = (self.show(a) for a in node.args if isinstance(a, Node))
        inside = f"{start}, {self.words('step')} {step}, {self.words('ratio')} {ratio}"
        return (rf"\operatorname{{Geometric}}({inside})" if self.latex else f"Geometric({inside})"), ATOM

    def _binomial_law(self, node: Node) -> tuple[str, int]:
        inside = ", ".join(self.show(a) for a in node.args if isinstance(a, Node))
        return (rf"\operatorname{{Binomial}}({inside})" if self.latex else f"Binomial({inside})"), ATOM

    def _poisson_law(self, node: Node) -> tuple[str, int]:
        rate = self.show(node.args[0])
        return (rf"\operatorname{{Poisson}}({rate})" if self.latex else f"Poisson({rate})"), ATOM

    def _independent(self, node: Node) -> tuple[str, int]:
        over, body = self._over(node.args[0]), self.show(node.args[1], ATOM)
        return (rf"\bigotimes_{{{over}}} {body}" if self.latex else f"⊗[{over}] {body}"), SUM

    def _order_statistic(self, node: Node) -> tuple[str, int]:
        point, rank = self.show(node.args[0], ATOM), self.show(node.args[1])
        return (rf"{point}_{{({rank})}}" if self.latex else f"{point}_({rank})"), ATOM

    def _sparse_law(self, node: Node) -> tuple[str, int]:
        base, curve, slope = (self.show(a) for a in node.args if isinstance(a, Node))
        inside = f"{self.words('base')} {base}, {self.words('curve')} {curve}, {self.words('slope')} {slope}"
        return (rf"\operatorname{{Sparse}}({inside})" if self.latex else f"Sparse({inside})"), ATOM

    def _mixture(self, node: Node) -> tuple[str, int]:
        parts = node.args[0]
        assert isinstance(parts, tuple)
        return " + ".join(f"{self.show(p[0], POWER)}{self.pick('·', ' ')}{self.show(p[1])}" for p in parts if isinstance(p, tuple)), SUM

    def _quantity(self, node: Node, index: Any, *laws: Any) -> tuple[str, int]:
        plain, tex = QUANTITY.get(node.head, (node.head, node.head))
        sub = self.show(index) if index is not None else ""
        inside = ", ".join(self.show(a) for a in laws)
        if self.latex:
            return f"{tex}" + (f"_{{{sub}}}" if sub else "") + rf"\left({inside}\right)", ATOM
        return plain + (f"_{sub}" if sub else "") + f"({inside})", ATOM

    def _wasserstein(self, node: Node) -> tuple[str, int]:
        shown, level = self._quantity(node, node.args[2], node.args[0], node.args[1])
        if len(node.args) > 3 and node.args[3] is not None:
            norm = self.show(node.args[3])
            return (shown + f" in l_{norm}" if not self.latex else shown.replace(r"}\left(", rf"}}^{{\|\cdot\|_{{{norm}}}}}\left(", 1)), level
        return shown, level

    def _renyi(self, node: Node) -> tuple[str, int]:
        plain = self.pick("‖", r"\,\middle\|\,")
        p, q, order = (self.show(a) for a in node.args[:3])
        return (rf"D_{{{order}}}\left({p}{plain}{q}\right)" if self.latex else f"D_{order}({p} ‖ {q})"), ATOM

    def _largest_shift(self, node: Node) -> tuple[str, int]:
        return self._quantity(node, node.args[2], *node.args[:2])

    def _shifted_renyi(self, node: Node) -> tuple[str, int]:
        p, q, order, distance, slack = (self.show(a) for a in node.args[:5])
        near = distance if slack == "0" else f"{distance}, {slack}"
        return (rf"D_{{{order}}}^{{({near})}}\left({p}\,\middle\|\,{q}\right)" if self.latex else f"D_{order}^({near})({p} ‖ {q})"), ATOM

    def _total_variation(self, node: Node) -> tuple[str, int]:
        return self._quantity(node, None, *node.args)

    _squared_hellinger = _hellinger = _total_variation

    def _hockey_stick(self, node: Node) -> tuple[str, int]:
        return self._quantity(node, node.args[2], *node.args[:2])

    def _kantorovich(self, node: Node) -> tuple[str, int]:
        return self._quantity(node, None, *node.args[:2])

    # propositions ----------------------------------------------------------------------------------------------------
    def _compare(self, node: Node) -> tuple[str, int]:
        left, relation, right = node.args
        plain, tex = RELATION[str(relation)]
        return f"{self.show(left)} {self.pick(plain, tex)} {self.show(right)}", SUM

    def _printed(self, node: Node) -> tuple[str, int]:
        safe = self.words(", safe ") + self.show(node.args[2]) if len(node.args) > 2 else ""
        return f"{node.args[0]} " + self.words(" (") + self.show(node.args[1]) + safe + self.words(")"), ATOM

    def _member(self, node: Node) -> tuple[str, int]:
        return f"{self.show(node.args[0])} {self._in(node.args[1])}", SUM

    def _not(self, node: Node) -> tuple[str, int]:
        return self.pick("not ", r"\neg ") + self.show(node.args[0], ATOM), SUM

    def _join(self, node: Node, plain: str, tex: str, empty: str) -> tuple[str, int]:
        if not node.args:
            return self.words(empty), ATOM
        return self.pick(plain, tex).join(self.show(a, SUM if self.latex and isinstance(a, Node) and a.head in ("compare", "member") else PRODUCT) for a in node.args), SUM

    def _all(self, node: Node) -> tuple[str, int]:
        return self._join(node, " and ", r" \;\wedge\; ", "true")

    def _any(self, node: Node) -> tuple[str, int]:
        return self._join(node, " or ", r" \;\vee\; ", "false")

    def _implies(self, node: Node) -> tuple[str, int]:
        return self._join(node, " ⇒ ", r" \Rightarrow ", "")

    def _iff(self, node: Node) -> tuple[str, int]:
        return self._join(node, " ⇔ ", r" \Leftrightarrow ", "")

    def _chain(self, node: Node) -> tuple[str, int]:
        shown = ""
        for k, link in enumerate(node.args):
            assert isinstance(link, Node)
            left, relation, right = link.args
            plain, tex = RELATION[str(relation)]
            shown += (self.show(left) if k == 0 else "") + f" {self.pick(plain, tex)} {self.show(right)}"
        return shown, SUM

    def _quantified(self, node: Node, plain: str, tex: str) -> tuple[str, int]:
        return f"{self.pick(plain, tex)} {self._over(node.args[0])}: {self.show(node.args[1])}", SUM

    def _forall(self, node: Node) -> tuple[str, int]:
        return self._quantified(node, "for all", r"\forall")

    def _exists(self, node: Node) -> tuple[str, int]:
        return self._quantified(node, "there is", r"\exists")

    def _free_of(self, node: Node) -> tuple[str, int]:
        return self.show(node.args[0]) + self.words(f" contains no {node.args[1]}"), SUM

    def _reading(self, node: Node) -> tuple[str, int]:
        entries = node.args[1]
        assert isinstance(entries, tuple)
        options = " | ".join(f"{e[0]}: {self.show(e[1])}" if not self.latex else rf"\text{{{e[0]}: }}{self.show(e[1])}" for e in entries if isinstance(e, tuple))
        return (rf"\left\{{{options}\right\}}" if self.latex else f"{{{node.args[0]}: {options}}}"), ATOM

    # sets ------------------------------------------------------------------------------------------------------------
    def _interval(self, node: Node) -> tuple[str, int]:
        low, high, left, right = node.args
        if self.show(low) in ("-∞", r"-\infty") and self.show(high) in ("∞", r"\infty") and left == right == "open":
            return self.pick("ℝ", r"\mathbb{R}"), ATOM
        return ("(" if left == "open" else "[") + f"{self.show(low)}, {self.show(high)}" + (")" if right == "open" else "]"), ATOM

    def _integers(self, node: Node) -> tuple[str, int]:
        low, high = node.args
        first = literal(low) if isinstance(low, Node) else None
        if self.latex and first is not None and high == Node("num", "oo"):
            return rf"\{{{first},{first + 1},\dots\}}", ATOM
        return self.pick("{", r"\{") + self.show(low) + self.pick(", …, ", r",\dots,") + self.show(high) + self.pick("}", r"\}"), ATOM

    def _one_of(self, node: Node) -> tuple[str, int]:
        shown = [piece for run in progressions(node.args) for piece in ([*map(self.show, run[:2]), self.pick("…", r"\dots"), self.show(run[-1])] if len(run) >= LONG_RUN else map(self.show, run))]
        return self.pick("{", r"\{") + ", ".join(shown) + self.pick("}", r"\}"), ATOM

    def _unstated(self, node: Node) -> tuple[str, int]:
        return self.show(node.args[0]), ATOM

    def _euclid(self, node: Node) -> tuple[str, int]:
        dimension, norm = (self.show(a) for a in node.args)
        if dimension == "1":
            return self.pick("ℝ", r"\mathbb{R}"), ATOM
        return self.pick(f"ℝ^{dimension} with l_{norm}", rf"(\mathbb{{R}}^{{{dimension}}},\|\cdot\|_{{{norm}}})"), ATOM

    def _points(self, node: Node) -> tuple[str, int]:
        return self._call(node) if not self.latex else (self.show(node.args[0]), ATOM)

    def _iid(self, node: Node) -> tuple[str, int]:
        return self._call(node) if not self.latex else (rf"{self.show(node.args[0], ATOM)}^{{\otimes {self.show(node.args[1], POWER)}}}", ATOM)

    def _martingale_differences(self, node: Node) -> tuple[str, int]:
        steps, each = (self.show(a) for a in node.args if isinstance(a, Node))
        return self.words("distributions of ") + steps + self.words(" martingale differences in ") + each, ATOM

    def _laws(self, node: Node) -> tuple[str, int]:
        on, moments, density, support = node.args
        extra = ""
        if not (isinstance(moments, Node) and moments.head == "word_"):
            extra += self.words(" with finite moments of order ") + self.show(moments)
        if density == Node("word_", "density"):
            extra += self.words(" with a density")
        if support is not None:
            extra += self.words(" supported in ") + self.show(support)
        return self.words("distributions on ") + self.show(on) + extra, ATOM

    def _function_class(self, node: Node) -> tuple[str, int]:
        on, convexity, smoothness, lipschitz, bound = node.args
        kinds = []
        if convexity is not None:
            known = literal(convexity) if isinstance(convexity, Node) else None
            kinds.append(self.words("convex") if known == 0 else self.show(convexity) + self.words("-strongly convex" if known is None or known > 0 else "-convex"))
        for value, name in ((smoothness, "-smooth"), (lipschitz, "-Lipschitz")):
            kinds += [] if value is None else [self.show(value, ATOM) + self.words(name)]
        kinds += [] if bound is None else [self.words("bounded by ") + self.show(bound)]
        return ", ".join(kinds) + self.words(" functions on ") + self.show(on), ATOM

    def _minimisers(self, node: Node) -> tuple[str, int]:
        return (rf"\operatorname*{{arg\,min}}\, {self.show(node.args[0], ATOM)}" if self.latex else f"argmin {self.show(node.args[0], ATOM)}"), ATOM

    def _subdifferential(self, node: Node) -> tuple[str, int]:
        return self.pick("∂", r"\partial ") + f"{self.show(node.args[0], ATOM)}({self.show(node.args[1])})", ATOM

    def _gradient(self, node: Node) -> tuple[str, int]:
        return self.pick("∇", r"\nabla ") + f"{self.show(node.args[0], ATOM)}({self.show(node.args[1])})", ATOM

    def _prox(self, node: Node) -> tuple[str, int]:
        function, point, step = (self.show(a, PRODUCT) for a in node.args)
        return (rf"\operatorname{{prox}}_{{{step}\,{function}}}({point})" if self.latex else f"prox[{step}·{function}]({point})"), ATOM

    def _couplings(self, node: Node) -> tuple[str, int]:
        return self._function(node, "Γ", r"\Gamma")

    def _families(self, node: Node) -> tuple[str, int]:
        return self.words("families over ") + self.show(node.args[0]) + self.words(" of ") + self.show(node.args[1]), ATOM

    def _data_sets(self, node: Node) -> tuple[str, int]:
        return self.words("data sets of ") + self.show(node.args[0]), ATOM

    def _neighbours(self, node: Node) -> tuple[str, int]:
        return self.words("neighbours in ") + self.show(node.args[0]), ATOM


PLAIN, LATEX = _Printer(latex=False), _Printer(latex=True)


@lru_cache(maxsize=MOST_WRITTEN)
def _written(node: Node, latex: bool) -> tuple[str, int]:
    """A formula and how tightly it binds; kept, for readings of one claim share most of their formulas."""
    return (LATEX if latex else PLAIN).anew(node)


TALL = (r"\sqrt", r"\begin", r"\frac", r"\tfrac")
"""How a formula begins to which an exponent would not seem to belong as a whole."""


def _over_lines(text: str) -> list[str]:
    """A name with a long list of numbers over two lines, cut behind the comma next to its middle."""
    if len(text) <= STACKED or not re.fullmatch(r"\S+ \\in \\\{[^{}]*\\\}", text):
        return [text]
    cut = min((found.end() for found in re.finditer(",", text)), key=lambda end: abs(2 * end - len(text)))
    return [text[:cut], text[cut:].strip()]


__all__ = ["latex", "text"]
