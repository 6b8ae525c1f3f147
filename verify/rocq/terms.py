"""Terms of a formula as terms of Rocq: real numbers, integers, fractions, finite distributions, events.

Each head has one line in a table or one short function. What a term needs to have a value (a denominator other than 0, a positive argument of a logarithm) is collected
beside it, as propositions: functions of Rocq are total, those of a formula are not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction

from verify.claims.nodes import Argument, Node, child, literal

REASONS = {
    "density": "distribution with a density",
    "infinite": "infinite value",
    "integral": "integral, mean or probability over a distribution with infinitely many points",
    "extremum": "infimum or supremum",
    "limit": "limit or derivative",
    "special": "special function without a Coq counterpart",
    "procedure": "procedure",
    "experiment": "experiment",
    "framework": "composition, mechanism, iteration or framework",
    "function": "function or sequence as a variable",
    "quantity": "quantity of distributions that is no finite sum",
    "line": "distance of distributions off the line",
    "points": "points with several coordinates",
    "weights": "weights other than fractions",
    "structure": "structure of a formula",
    "sum": "sum, product or extremum over other than integers between two ends",
    "lemmas": "proof from lemmas",
    "covering": "proof over a domain that no tactic finds",
    "evidence": "evidence without an instance",
}
"""Why something is not exported: a closed list."""


class NotExported(Exception):
    """A formula that has no counterpart; the message is a reason of the closed list, with the word at which translation stopped."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(REASONS[reason] + (f" ({detail})" if detail else ""))
        self.reason = reason
        self.words = REASONS[reason]


@dataclass(frozen=True)
class Prop:
    """A proposition of Rocq. ``kind``: an atom (``text``), ``and``, ``or``, ``exists`` or ``forall`` (``name`` of type ``text``), or ``implies`` (the first of the parts the premise)."""

    kind: str
    text: str = ""
    parts: tuple[Prop, ...] = ()
    name: str = ""
    source: str = ""
    default: str = ""
    node: Node | None = None
    beside: Node | None = None


def atom(text: str) -> Prop:
    return Prop("atom", text)


TRUE, FALSE = atom("True"), atom("False")


def conj(*parts: Prop) -> Prop:
    return _joined("and", parts, TRUE, FALSE)


def disj(*parts: Prop) -> Prop:
    return _joined("or", parts, FALSE, TRUE)


def _joined(kind: str, parts: tuple[Prop, ...], unit: Prop, zero: Prop) -> Prop:
    flat = [inner for part in parts for inner in (part.parts if part.kind == kind else (part,)) if inner != unit]
    kept = list(dict.fromkeys(flat))
    if zero in kept:
        return zero
    return kept[0] if len(kept) == 1 else Prop(kind, parts=tuple(kept)) if kept else unit


RESERVED = frozenset(
    "Q R Z N T Phi PI exp ln sqrt pow powerRZ power Rpower Rabs Rmax Rmin erf erfc sin cos tan atan fun forall exists let in if then else match with end as at by "
    "Prop Set Type return distribution kernel row push support dimension deterministic sum product lo hi nat list option bool true false fst snd map nth length point event mu_ IZR Q2R INR cosh sinh tanh using where "
    "total same number coordinate member weight distinct both dominated overlapping common move inside expect probability same_law gamma_at gamma_half hypergeometric largest half support_diameter scaled coordinates norm_one norm_two insert sorted moved coupling range factorial binomial "
    "computed decided bell conditional without falls level_taken infimum_of taken weight points translate mixture convolve renyi max_divergence kl hockey_stick total_variation wasserstein mean moment mass given marginal".split()
)


@dataclass
class Scope:
    """What the names of a formula are in Rocq: by name, the kind and the identifier; ``needs``: what terms need in order to have a value."""

    names: dict[str, tuple[str, str]] = field(default_factory=dict)
    used: set[str] = field(default_factory=lambda: set(RESERVED))
    needs: list[Prop] = field(default_factory=list)
    premise: bool = False

    def inside(self) -> Scope:
        return replace(self, names=dict(self.names), needs=[])

    def fresh(self, name: str) -> str:
        """An identifier that stands for nothing else yet."""
        clean = "".join(c if c.isascii() and (c.isalnum() or c == "_") else "_" for c in name)
        clean = clean if clean[:1].isalpha() else f"x_{clean}"
        while clean in self.used:
            clean += "_"
        self.used.add(clean)
        return clean

    def need(self, text: str) -> None:
        self.needs.append(atom(text))


Rule = Callable[[Node, Scope], str]


def fraction(value: Fraction) -> str:
    """An exact number of Rocq's reals."""
    if value < 0:
        return f"(- {fraction(-value)})"
    return str(value.numerator) if value.denominator == 1 else f"({value.numerator} / {value.denominator})"


def rational(value: Fraction) -> str:
    return f"({value.numerator} # {value.denominator})%Q"


def real(node: Node, scope: Scope) -> str:
    """A term as a real number of Rocq."""
    rule = REALS.get(node.head)
    if rule is None:
        raise NotExported(REFUSED.get(node.head, "quantity"), node.head)
    return rule(node, scope)


def integer(node: Node, scope: Scope) -> str | None:
    """A term as an integer of Rocq, where it is one by its form."""
    value = literal(node)
    if value is not None:
        return f"({value.numerator})" if value.denominator == 1 else None
    if node.head == "var":
        kind, name = scope.names.get(str(node.args[0]), ("", ""))
        return name if kind == "Z" else None
    if node.head in ("add", "mul"):
        parts = [integer(child(node, k), scope) for k in range(len(node.args))]
        return None if None in parts else f"({(' + ' if node.head == 'add' else ' * ').join(map(str, parts))})"
    return None


def rational_term(node: Node, scope: Scope) -> str:
    """A term as a fraction of Rocq: weights and points of finite distributions."""
    value = literal(node)
    if value is not None:
        return rational(value)
    if node.head == "var":
        kind, name = scope.names.get(str(node.args[0]), ("", ""))
        if kind in ("Q", "Z", "pt"):
            return name if kind == "Q" else f"(inject_Z {name})" if kind == "Z" else f"(number {name})"
    if node.head in ("add", "mul"):
        return f"({(' + ' if node.head == 'add' else ' * ').join(rational_term(child(node, k), scope) for k in range(len(node.args)))})%Q"
    if node.head == "item" and child(node, 0).head == "var" and scope.names.get(str(child(node, 0).args[0]), ("", ""))[0] == "family Q":
        index, name = integer(child(node, 1), scope), scope.names[str(child(node, 0).args[0])][1]
        between(str(index), f"Z.of_nat (length {name})", scope)
        return f"(nth (Z.to_nat ({index} - 1)) {name} 0%Q)"
    if node.head == "item":
        index, owner = integer(child(node, 1), scope), point(child(node, 0), scope)
        between(str(index), f"dimension {owner}", scope)
        return f"(coordinate {index} {owner})"
    if node.head == "pow" and (exponent := literal(child(node, 1))) is not None and exponent.denominator == 1:
        return f"({rational_term(child(node, 0), scope)} ^ {exponent.numerator})%Q" if exponent > 0 else f"(/ {rational_term(child(node, 0), scope)} ^ {-exponent.numerator})%Q"
    if node.head == "abs":
        return f"(Qabs {rational_term(child(node, 0), scope)})"
    raise NotExported("weights", node.head)


# --- numbers --------------------------------------------------------------------------------------------------------


def _number(node: Node, scope: Scope) -> str:
    value = literal(node)
    if value is None:
        raise NotExported("infinite")
    return fraction(value)


def _variable(node: Node, scope: Scope) -> str:
    kind, name = scope.names.get(str(node.args[0]), ("", str(node.args[0])))
    written = {"R": "{}", "Z": "IZR {}", "Q": "Q2R {}", "pt": "Q2R (number {})"}.get(kind)
    if written is None:
        raise NotExported("quantity", f"{kind} {name} as a number")
    return f"({written.format(name)})" if kind != "R" else name


def _item(node: Node, scope: Scope) -> str:
    """A member of a family of numbers, or a coordinate of a point of a finite distribution."""
    owner, index = child(node, 0), integer(child(node, 1), scope)
    kind, name = scope.names.get(str(owner.args[0]), ("", "")) if owner.head == "var" else ("", "")
    if index is None or kind not in ("family R", "family Q", "pt"):
        raise NotExported("quantity", "item")
    between(index, f"dimension {name}" if kind == "pt" else f"Z.of_nat (length {name})", scope)
    if kind == "family Q":
        return f"(Q2R (nth (Z.to_nat ({index} - 1)) {name} 0%Q))"
    return f"(nth (Z.to_nat ({index} - 1)) {name} 0)" if kind == "family R" else f"(Q2R (coordinate {index} {name}))"


def between(index: str, last: str, scope: Scope) -> None:
    """A member and a coordinate have a value from the first to the last."""
    scope.need(f"(1 <= {index})%Z")
    scope.need(f"({index} <= {last})%Z")


def _sum(node: Node, scope: Scope) -> str:
    text = ""
    for k in range(len(node.args)):
        part = child(node, k)
        opposite = _opposite(part)
        written = real(part if opposite is None else opposite, scope)
        text += (f" - {written}" if text else f"- {written}") if opposite is not None else f" + {written}" if text else written
    return f"({text})"


def _opposite(node: Node) -> Node | None:
    """The term of which a term is -1 times."""
    value = literal(node)
    if value is not None:
        return Node("num", str(-value)) if value < 0 else None
    if node.head != "mul":
        return None
    for k in range(len(node.args)):
        if literal(child(node, k)) == -1:
            rest = node.args[:k] + node.args[k + 1 :]
            return Node("mul", *rest) if len(rest) > 1 else child(node, 1 - k) if rest else None
    return None


def _product(node: Node, scope: Scope) -> str:
    above, below = [], []
    for k in range(len(node.args)):
        part = child(node, k)
        if part.head == "pow" and literal(child(part, 1)) == -1:
            below.append(_nonzero(child(part, 0), scope))
        else:
            above.append(real(part, scope))
    return f"({' * '.join(above) or '1'}{''.join(f' / {one}' for one in below)})"


def _nonzero(node: Node, scope: Scope) -> str:
    text = real(node, scope)
    value = literal(node)
    if value == 0:
        scope.needs.append(FALSE)
    if (value is None and node.head not in ("pi", "exp")):
        scope.need(f"{text} <> 0")
    return text


def _power(node: Node, scope: Scope) -> str:
    """``pow`` with an integer, a root, and any other exponent: 0 to a positive power is 0."""
    base, exponent = child(node, 0), child(node, 1)
    value = literal(exponent)
    if value is not None and value.denominator == 1 and abs(value) < 5000:
        n = abs(value.numerator)
        if value < 0:
            text = _nonzero(base, scope)
            return f"(/ {text})" if n == 1 else f"(/ {text} ^ {n})"
        return f"({real(base, scope)} ^ {n})"
    text = real(base, scope)
    known = literal(base)
    positive = base.head in ("exp", "pi") or (known is not None and known > 0)
    if value == Fraction(1, 2):
        if not positive:
            scope.need(f"0 <= {text}")
        return f"(sqrt {text})"
    whole = integer(exponent, scope)
    if whole is not None:
        if not positive:
            scope.needs.append(disj(atom(f"{text} <> 0"), atom(f"(0 <= {whole})%Z")))
        return f"(powerRZ {text} {whole})"
    to = real(exponent, scope)
    if positive:
        return f"(Rpower {text} {to})"
    scope.needs.append(disj(atom(f"0 < {text}"), conj(atom(f"{text} = 0"), atom(f"0 < {to}"))))
    return f"(power {text} {to})"


def _plain(name: str, need: str = "") -> Rule:
    """A function of one number; ``need`` says when it has a value."""

    def rule(node: Node, scope: Scope) -> str:
        text = real(child(node, 0), scope)
        known = literal(child(node, 0))
        if need and not (need == "0 < {}" and known is not None and known > 0):
            scope.need(need.format(text))
        return f"({name.format(text)})"

    return rule


def _folded(name: str) -> Rule:
    def rule(node: Node, scope: Scope) -> str:
        parts = [real(child(node, k), scope) for k in range(len(node.args))]
        text = parts[-1]
        for part in reversed(parts[:-1]):
            text = f"({name} {part} {text})"
        return text

    return rule


def _binomial(node: Node, scope: Scope) -> str:
    n, k = integer(child(node, 0), scope), integer(child(node, 1), scope)
    if n is None or k is None:
        raise NotExported("special", "binomial of other numbers than integers")
    scope.need(f"(0 <= {n})%Z")
    return f"(IZR (binomial {n} {k}))"


def _profile(node: Node, scope: Scope) -> str:
    epsilon, mu = (real(child(node, k), scope) for k in (0, 1))
    scope.need(f"0 < {mu}")
    return f"(gaussian_profile {epsilon} {mu})"


def _gamma(node: Node, scope: Scope) -> str:
    """Gamma where it is a factorial, or a product of halves times the root of pi."""
    value, whole = literal(child(node, 0)), integer(child(node, 0), scope)
    if value is not None and value.denominator == 2 and value > 0:
        return f"(gamma_half {(value.numerator - 1) // 2})"
    if whole is None:
        raise NotExported("special", "gamma of other numbers than integers and halves")
    scope.need(f"(0 < {whole})%Z")
    return f"(gamma_at {whole})"


def _hypergeometric(node: Node, scope: Scope) -> str:
    """The confluent hypergeometric function of a first argument 0, -1, -2, ...: a polynomial."""
    a, b = literal(child(node, 0)), literal(child(node, 1))
    if a is None or b is None or a.denominator != 1 or a > 0 or b <= 0:
        raise NotExported("special", "hyp1f1 that is no polynomial")
    return f"(hypergeometric {-a.numerator} {fraction(b)} {real(child(node, 2), scope)})"


def _over_integers(name: str) -> Rule:
    """Sums and products over integers between two ends."""

    def rule(node: Node, scope: Scope) -> str:
        over = node.args[0]
        assert isinstance(over, tuple)
        if len(node.args) > 2 and node.args[2] is not None:
            raise NotExported("extremum" if name in ("largest_over", "least_over") else "sum", "with a condition")
        return _nested(list(over), child(node, 1), scope, name)

    return rule


def _nested(over: list[Argument], body: Node, scope: Scope, name: str) -> str:
    if not over:
        return real(body, scope)
    assert isinstance(over[0], tuple)
    pattern, where = over[0]
    if not (isinstance(pattern, Node) and pattern.head == "var" and isinstance(where, Node)):
        raise NotExported("extremum" if name in ("largest_over", "least_over") else "sum", "over points")
    inner = scope.inside()
    bound = inner.fresh(str(pattern.args[0]))
    if where.head == "integers":
        lo, hi = integer(child(where, 0), scope), integer(child(where, 1), scope) if literal(child(where, 1)) is not None or child(where, 1).head != "num" else None
        if lo is None or hi is None:
            raise NotExported("sum", "over integers without ends")
        inner.names[str(pattern.args[0])] = ("Z", bound)
        text = _nested(over[1:], body, inner, name)
        if name in ("largest_over", "least_over"):
            scope.need(f"({lo} <= {hi})%Z")
        premise = conj(atom(f"({lo} <= {bound})%Z"), atom(f"({bound} <= {hi})%Z"))
        scope.needs += [Prop("forall", "Z", (Prop("implies", parts=(premise, conj(*inner.needs))),), bound, str(pattern.args[0]), node=where)] if inner.needs else []
        return f"({name} {lo} {hi} (fun {bound} => {text}))"
    raise NotExported("extremum" if name in ("largest_over", "least_over") else "sum", f"over {where.head}")


REALS: dict[str, Rule] = {
    "num": _number,
    "var": _variable,
    "item": _item,
    "add": _sum,
    "mul": _product,
    "pow": _power,
    "pi": lambda node, scope: "PI",
    "exp": _plain("exp {}"),
    "log": _plain("ln {}", "0 < {}"),
    "abs": _plain("Rabs {}"),
    "max": _folded("Rmax"),
    "min": _folded("Rmin"),
    "floor": _plain("IZR (Zfloor {})"),
    "ceiling": _plain("IZR (Zceil {})"),
    "sin": _plain("sin {}"),
    "cos": _plain("cos {}"),
    "tan": _plain("tan {0}", "cos {} <> 0"),
    "atan": _plain("atan {}"),
    "sin_pi": _plain("sin (PI * {})"),
    "cos_pi": _plain("cos (PI * {})"),
    "sinh": _plain("(exp {0} - exp (- {0})) / 2"),
    "cosh": _plain("(exp {0} + exp (- {0})) / 2"),
    "tanh": _plain("(exp {0} - exp (- {0})) / (exp {0} + exp (- {0}))"),
    "expm1_over": _plain("(exp {0} - 1) / {0}", "{} <> 0"),
    "log1p_over": _plain("ln (1 + {0}) / {0}", "0 < 1 + {0} /\\ {0} <> 0"),
    "normal_cdf": _plain("Phi {}"),
    "erf": _plain("erf {}"),
    "erfc": _plain("1 - erf {}"),
    "mills": _plain("Phi (- {0}) / (exp (- {0} ^ 2 / 2) / sqrt (2 * PI))"),
    "gaussian_profile": _profile,
    "binomial": _binomial,
    "gamma": _gamma,
    "hyp1f1": _hypergeometric,
    "sum": _over_integers("sum_over"),
    "prod": _over_integers("product_over"),
    "sup": _over_integers("largest_over"),
    "inf": _over_integers("least_over"),
}
REFUSED = {
    **dict.fromkeys(("sup", "inf", "couplings", "functions_sup"), "extremum"),
    **dict.fromkeys(("limit", "limsup", "liminf", "derivative", "gradient", "recursion"), "limit"),
    **dict.fromkeys("hyp2f1 log_gamma digamma gamma_p gamma_q beta_incomplete legendre_p bessel_i bessel_k lambert_w polylog asinh acosh atanh cot asin acos "
                    "tan_pi cot_pi atan2 cbrt beta dilog normal_quantile gaussian_level".split(), "special"),
    **dict.fromkeys(("law", "power_law", "geometric_law", "sparse_law", "poisson_law", "binomial_law", "normal_vector", "density"), "density"),
    **dict.fromkeys(("outcome", "part"), "procedure"),
    "measured": "experiment",
    **dict.fromkeys("compositions joint step iterate_law image_law noise_law iterations frameworks prior secret situations secret_pairs neighbours universes "
                    "data_sets contraction step_map step_shift maps outputs subsampled_shifts".split(), "framework"),
    **dict.fromkeys(("apply", "functions", "lambda", "sequences", "periodic"), "function"),
    **dict.fromkeys(("point", "norm", "points", "coordinates", "order_statistic", "size", "prefix"), "points"),
    "free_of": "structure",
}


def point(node: Node, scope: Scope) -> str:
    """A point of a finite distribution: a number or a tuple of points."""
    if node.head == "var" and scope.names.get(str(node.args[0]), ("", ""))[0] == "pt":
        return scope.names[str(node.args[0])][1]
    if node.head == "point":
        return f"(T [{'; '.join(point(child(node, k), scope) for k in range(len(node.args)))}])"
    return f"(N {rational_term(node, scope)})"


__all__ = ["FALSE", "REASONS", "REFUSED", "TRUE", "NotExported", "Prop", "Scope", "atom", "between", "conj", "disj", "fraction", "integer", "point", "rational", "rational_term", "real"]
