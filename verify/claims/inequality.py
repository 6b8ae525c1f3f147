"""Inequalities between numbers from text: ``"x*exp(-x) <= 0.37"`` where ``"x>0, y>=1, y<=4"``.

The text is parsed by Python's ``ast`` and never evaluated. Decimals are fractions as they are written: ``0.1`` is 1/10.
"""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from verify.claims import terms
from verify.claims.emptiness import empty_part
from verify.claims.nodes import ClaimError, Node, child, depth, free_names, literal, number, rebuild
from verify.claims.propositions import Compare
from verify.claims.sets import integers
from verify.claims.typed import NotANumber, exact, shortened

LONGEST = 4_000
"""Characters of a formula, or of all constraints."""
DEEPEST = 100
"""Levels of brackets, functions and operators inside each other; a sum of many terms is one level."""
RELATIONS: dict[type[ast.cmpop], str] = {ast.LtE: "<=", ast.Lt: "<", ast.GtE: ">=", ast.Gt: ">"}
TURNED = {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}
CONSTRAINTS = "x > 0, x <= 4, 0 < x < inf, x in [0, 1), y >= x, n in integers, x*y <= 1"
"""Forms of constraints, for messages; the last is a hypothesis."""


def _sinh(x: Node) -> Node:
    return (terms.exp(x) - terms.exp(-x)) / 2


def _cosh(x: Node) -> Node:
    return (terms.exp(x) + terms.exp(-x)) / 2


def _tanh(x: Node) -> Node:
    return 1 - 2 / (terms.exp(2 * x) + 1)  # rising at sight


FUNCTIONS: dict[str, tuple[Callable[..., Node], int]] = {
    "sqrt": (terms.sqrt, 1), "exp": (terms.exp, 1), "log": (terms.log, 1), "erf": (terms.erf, 1), "erfc": (terms.erfc, 1), "gamma": (terms.gamma, 1),
    "lgamma": (terms.log_gamma, 1), "sinh": (_sinh, 1), "cosh": (_cosh, 1), "tanh": (_tanh, 1), "coth": (lambda x: 1 / _tanh(x), 1),
    "sin": (terms.sin, 1), "cos": (terms.cos, 1), "tan": (terms.tan, 1), "cot": (terms.cot, 1), "asin": (terms.asin, 1), "acos": (terms.acos, 1), "atan": (terms.atan, 1),
    "sin_pi": (terms.sin_pi, 1), "cos_pi": (terms.cos_pi, 1), "tan_pi": (terms.tan_pi, 1), "cot_pi": (terms.cot_pi, 1), "atan2": (terms.atan2, 2), "asinh": (terms.asinh, 1), "acosh": (terms.acosh, 1), "atanh": (terms.atanh, 1), "arcsin": (terms.asin, 1), "arccos": (terms.acos, 1),
    "arctan": (terms.atan, 1), "cbrt": (terms.cbrt, 1), "root": (terms.root, 2), "expm1": (terms.expm1, 1), "log1p": (terms.log1p, 1), "digamma": (terms.digamma, 1),
    "beta": (terms.beta, 2), "binomial": (terms.binomial, 2), "gamma_p": (terms.gamma_p, 2), "gamma_q": (terms.gamma_q, 2), "beta_incomplete": (terms.beta_incomplete, 3),
    "bessel_i": (terms.bessel_i, 2), "bessel_k": (terms.bessel_k, 2), "lambert_w": (terms.lambert_w, 1), "polylog": (terms.polylog, 2), "dilog": (terms.dilog, 1),
    "normal_cdf": (terms.normal_cdf, 1), "abs": (terms.Abs, 1), "min": (terms.Min, 2), "max": (terms.Max, 2),
}
"""Functions with the number of arguments; ``min`` and ``max`` take that many or more. ``lgamma`` takes positive numbers."""
CONSTANTS = {"pi": Node("pi"), "euler_gamma": terms.euler_gamma, "inf": number("oo"), "oo": number("oo")}
EULER = frozenset({"e", "E"})
"""Names that are Euler's number where they have no range."""
LANGUAGE = f"numbers such as 3, 0.25, 1e-6; names; + - * / **; {' '.join(FUNCTIONS)}; pi, e, euler_gamma, inf; one of <= < >= >"


@dataclass(frozen=True, slots=True)
class Inequality:
    """A statement with the ranges of its names: ``forall`` and ``given`` as in a claim."""

    forall: tuple[tuple[Node, Node], ...]
    given: tuple[Node, ...]
    states: Node


def inequality(statement: str, where: str = "") -> Inequality:
    """The statement and the ranges of its names.

    Raises
    ------
    ClaimError
        For a formula outside the language, a name without a range, or a constraint of another form.
    """
    if len(where) > LONGEST:
        raise ClaimError(f"--where: at most {LONGEST} characters, got {len(where)}; shorten it")
    statement, where = _with_euler(usual(statement), usual(where))
    states = _relation(_parsed(statement, "the inequality"), statement)
    ranges = _Ranges()
    for part in _split(where):
        ranges.constraint(part)
    forall, given = ranges.result()
    positive = frozenset(str(name.args[0]) for name, over in forall if (low := _least(over)) is not None and low >= 0)
    states, given = _plain_roots(states, positive), tuple(_plain_roots(h, positive) for h in given)
    known = [str(name.args[0]) for name, _ in forall]
    used = free_names(states).union(*(free_names(h) for h in given), *(free_names(over) for _, over in forall))
    for name in sorted(used - set(known)):
        raise ClaimError(_unknown(name, known))
    for name in known:
        if name not in used:
            raise ClaimError(f"{name}: a name with a range must occur in the inequality, got none in {shortened(statement)!r}; leave out its range")
    return Inequality(forall, given, states)


def _with_euler(statement: str, where: str) -> tuple[str, str]:
    """Both with ``exp(1)`` for the name of Euler's number, unless a constraint is about that name."""
    for name in EULER:
        if not any(re.match(rf"{name}\s*(in\b|[<>])", part) or re.search(rf"[<>]=?\s*{name}\s*[<>]", part) for part in _split(where)):
            statement, where = (re.sub(rf"(?<![\w.]){name}(?![\w(])", "exp(1)", text) for text in (statement, where))
    return statement, where


def _least(over: Node) -> Any:
    """The lower end of a range where that is a number."""
    return _order(over.args[0]) if over.head in ("interval", "integers") and isinstance(over.args[0], Node) else None


def _plain_roots(formula: Node, positive: frozenset[str]) -> Node:
    """Odd roots of what is not negative at sight as powers. ``positive``: names of numbers that are not negative."""
    if formula.head == "cbrt" and _not_negative(argument := child(formula, 0), positive):
        return Node("pow", _plain_roots(argument, positive), number("1/3"))
    if formula.head == "if" and (condition := child(formula, 0)).head == "compare" and condition.args[1:] == (">=", number(0)) and _not_negative(child(condition, 0), positive):
        return _plain_roots(child(formula, 1), positive)
    return rebuild(formula, lambda part: _plain_roots(part, positive))


def _not_negative(formula: Node, positive: frozenset[str]) -> bool:
    value = literal(formula)
    if value is not None:
        return value >= 0
    if formula.head == "var":
        return str(formula.args[0]) in positive
    return formula.head in ("pi", "exp", "abs") or (formula.head in ("add", "mul", "max", "pow") and all(_not_negative(a, positive) for a in formula.args if isinstance(a, Node)))


def _unknown(name: str, known: list[str]) -> str:
    near = difflib.get_close_matches(name, [*known, *FUNCTIONS, *CONSTANTS], 1, 0.6)
    told = f"for a product write {'*'.join(name)}" if len(name) > 1 and set(name) <= set(known) else f"did you mean {near[0]}?" if near else f"for instance --where \"{name}>0\""
    return f"{name}: every name needs a range, got none; {told}"


_FACTOR = re.compile(r"(?<![\w.])((?:\d++\.?\d*+|\.\d++)(?:[eE][+-]?\d++)?+)(?=[A-Za-z(])")


_BRACKETS = re.compile(r"\)\s*\(")
_LN = re.compile(r"\bln\s*\(")
USUAL = (("^", "**"), ("=<", "<="), ("=>", ">="), ("≤", "<="), ("≥", ">="), ("−", "-"), ("·", "*"), ("×", "*"), ("π", "pi"), ("∞", "inf"), ("√(", "sqrt("))
HINTS = (
    (r"\blambda\b", "'lambda' is a reserved word, write lam"),
    (r"(?<![<>=!])=(?![<>=])", "one of <= < >= > is needed; an equality is two inequalities"),
    (r"\|", "write abs(x) for |x|"),
    (r"!(?!=)", "write gamma(x + 1) for x!"),
    (r"[\w)]\s+[A-Za-z(]", "write * between factors"),
)
"""What a formula holds that cannot be read, and what to write instead."""


def usual(text: str) -> str:
    """What is usually written for the same: ``^`` for powers, ``=<`` and ``=>``, ``≤`` and ``≥``, ``2x`` and ``(x + 1)(x + 2)`` for products, ``ln`` for ``log``."""
    for old, new in USUAL:
        text = text.replace(old, new)
    return _LN.sub("log(", _FACTOR.sub(r"\1*", _BRACKETS.sub(")*(", text)))


def _hint(text: str) -> str:
    """What to write for what is often typed and cannot be read."""
    found = [told for pattern, told in HINTS if re.search(pattern, text)]
    return found[0] if found else f"accepted: {LANGUAGE}"


def formula(text: str) -> Node:
    """A formula in the language. Raises ClaimError."""
    text = usual(text)
    return _formula(_parsed(text, "a formula"), text)


def _parsed(text: str, what: str) -> ast.expr:
    if len(text) > LONGEST:
        raise ClaimError(f"{what}: at most {LONGEST} characters, got {len(text)}; shorten it")
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        at = getattr(error, "offset", None)
        shown = text.strip()
        place = f" at {shown[at - 1:at + 19]!r}" if isinstance(at, int) and 0 < at <= len(shown) else ""
        raise ClaimError(f"{what}: must be a formula, got {shortened(shown)!r}, which cannot be read{place}; {_hint(shown)}") from None


def _shown(node: ast.expr, text: str) -> str:
    return shortened(_written(node, text))


def _written(node: ast.expr, text: str) -> str:
    return ast.get_source_segment(text.strip(), node) or ast.dump(node)


def _relation(node: ast.expr, text: str) -> Node:
    if not isinstance(node, ast.Compare):
        raise ClaimError(f"{_shown(node, text)!r}: one relation is needed, got a formula without any; write LEFT <= RIGHT (or <, >=, >)")
    if len(node.ops) > 1:
        raise ClaimError(f"{_shown(node, text)!r}: one relation is decided at a time, got {len(node.ops)}; certify each link by itself")
    return _link(node.left, node.ops[0], node.comparators[0], text)


def _link(left: ast.expr, op: ast.cmpop, right: ast.expr, text: str) -> Node:
    relation = RELATIONS.get(type(op))
    if relation is None:
        raise ClaimError(f"{shortened(text.strip())!r}: the relation must be one of <= < >= >, got {type(op).__name__}; an equality is two inequalities")
    return Compare(_formula(left, text), relation, _formula(right, text))


def _formula(node: ast.expr, text: str) -> Node:
    """A side of a relation, or the end of a range. Raises ClaimError where it is nested so deeply that nothing here could follow it."""
    try:
        found = _term(node, text)
        deep = depth(found) > DEEPEST
    except RecursionError:
        deep = True
    if deep:
        raise ClaimError(f"{shortened(text.strip())!r}: a formula must have at most {DEEPEST} levels of brackets, functions and operators, got more; simplify it")
    return found


def _term(node: ast.expr, text: str) -> Node:
    if isinstance(node, ast.Constant):
        return _number(node, text)
    if isinstance(node, ast.Name):
        if node.id in FUNCTIONS:
            raise ClaimError(f"{node.id}: a function needs its argument, got none; write {node.id}(...), or choose another name")
        return CONSTANTS[node.id] if node.id in CONSTANTS else Node("var", node.id)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        value = _term(node.operand, text)
        if isinstance(node.op, ast.UAdd):
            return value
        return number("-oo") if value == number("oo") else -value
    if isinstance(node, ast.BinOp):
        rule = _OPERATORS.get(type(node.op))
        if rule is None:
            told = "write ** for powers" if isinstance(node.op, ast.BitXor) else f"accepted: {LANGUAGE}"
            raise ClaimError(f"{_shown(node, text)!r}: the operator must be one of + - * / **, got {type(node.op).__name__}; {told}")
        return rule(_term(node.left, text), _term(node.right, text))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords and not any(isinstance(a, ast.Starred) for a in node.args):
        if node.func.id not in FUNCTIONS:
            near = difflib.get_close_matches(node.func.id, FUNCTIONS, 1, 0.6)
            told = f"did you mean {near[0]}?" if near else f"known: {' '.join(FUNCTIONS)}; for a product write {node.func.id}*(...)"
            raise ClaimError(f"{_shown(node, text)!r}: the function must be one of the language, got {node.func.id}; {told}")
        function, count = FUNCTIONS[node.func.id]
        more = node.func.id in ("min", "max")
        if len(node.args) != count and not (more and len(node.args) > count):
            raise ClaimError(f"{_shown(node, text)!r}: {node.func.id} takes {count}{' or more' if more else ''} arguments, got {len(node.args)}")
        return function(*(_term(a, text) for a in node.args))
    raise ClaimError(f"{_shown(node, text)!r}: outside the language; accepted: {LANGUAGE}")


_OPERATORS: dict[type[ast.operator], Callable[[Node, Node], Node]] = {
    ast.Add: lambda a, b: a + b, ast.Sub: lambda a, b: a - b, ast.Mult: lambda a, b: a * b, ast.Div: lambda a, b: a / b, ast.Pow: lambda a, b: terms.exp(b) if a == terms.E else a**b,
}


def _number(node: ast.Constant, text: str) -> Node:
    """The number as it is written, not as a float."""
    written = _written(node, text)
    if isinstance(node.value, int | float) and not isinstance(node.value, bool):
        try:
            return number(node.value if isinstance(node.value, int) else exact(written))
        except NotANumber as error:
            raise ClaimError(f"a formula: {error}") from None
    raise ClaimError(f"{shortened(written)!r}: a number such as 3, 0.25 or 1e-6 is needed, got {shortened(written)!r}")


# --- ranges ----------------------------------------------------------------------------------------------------------


def _split(where: str) -> list[str]:
    """Constraints between commas that stand in no bracket; ``x in [0, 1)`` has a comma of its own."""
    parts, depth, start = [], 0, 0
    for k, letter in enumerate(where):
        if letter in "([":
            depth += 1
        elif letter in ")]":
            depth -= 1
        elif letter in ",;" and depth == 0:
            parts.append(where[start:k])
            start = k + 1
    return [part.strip() for part in [*parts, where[start:]] if part.strip()]


_IN = re.compile(r"^(\w+)\s+in\s+([\[(])(.*),(.*)([\])])$", re.DOTALL)
_INTEGERS = re.compile(r"^(\w+)\s+in\s+integers$")


class _Ranges:
    """Constraints gathered for each name, in the order of their first mention."""

    def __init__(self) -> None:
        self.order: list[str] = []
        self.whole: set[str] = set()
        self.links: list[tuple[Node, str, Node]] = []

    def constraint(self, text: str) -> None:
        found = _INTEGERS.match(text)
        if found:
            self._name(found[1])
            self.whole.add(found[1])
            return
        found = _IN.match(text)
        if found:
            name = Node("var", self._name(found[1]))
            for end, relation in ((found[3], ">" if found[2] == "(" else ">="), (found[4], "<" if found[5] == ")" else "<=")):
                formula = _formula(_parsed(end, f"the range of {found[1]}"), end)
                for used in sorted(free_names(formula)):
                    self._name(used)
                self.links.append((name, relation, formula))
            return
        try:
            node = _parsed(text, "a constraint")
        except ClaimError:
            raise ClaimError(f"--where: {shortened(text)!r}: cannot be read; forms of constraints: {CONSTRAINTS}") from None
        if not isinstance(node, ast.Compare):
            raise ClaimError(f"--where: {shortened(text)!r}: a constraint is a relation, got none; forms: {CONSTRAINTS}")
        left = node.left
        for op, right in zip(node.ops, node.comparators, strict=True):
            link = _link(left, op, right, text)
            for used in (n.id for side in (left, right) for n in ast.walk(side) if isinstance(n, ast.Name)):
                if used not in CONSTANTS and used not in FUNCTIONS:
                    self._name(used)
            self.links.append((link.args[0], str(link.args[1]), link.args[2]))  # type: ignore[arg-type]
            left = right

    def _name(self, name: str) -> str:
        if name in FUNCTIONS or name in CONSTANTS:
            raise ClaimError(f"--where: {name} has a meaning of its own; choose another name")
        if name not in self.order:
            self.order.append(name)
        return name

    def result(self) -> tuple[tuple[tuple[Node, Node], ...], tuple[Node, ...]]:
        place = {name: k for k, name in enumerate(self.order)}
        ends: dict[str, dict[bool, tuple[Node, bool]]] = {name: {} for name in self.order}
        given: list[Node] = []
        for left, relation, right in self.links:
            found = self._bound(left, relation, right, place)
            if found is None:
                found = self._bound(right, TURNED[relation], left, place)
            if found is None or not self._tighten(ends[found[0]], found[1], found[2], found[3]):
                given.append(Compare(left, relation, right))
        forall = []
        for name in self.order:
            low, low_open = ends[name].get(False, (number("-oo"), True))
            high, high_open = ends[name].get(True, (number("oo"), True))
            low_open, high_open = low_open or low == number("-oo"), high_open or high == number("oo")
            if not ends[name] and name not in self.whole:
                continue  # named by hypotheses alone: reported as a name without a range
            over = self._set(name, low, low_open, high, high_open)
            if (nothing := empty_part(over)) is not None:
                raise ClaimError(f"--where: the range of {name} must not be empty, got {shortened(nothing)}; exchange or close its ends")
            forall.append((Node("var", name), over))
        return tuple(forall), tuple(given)

    def _set(self, name: str, low: Node, low_open: bool, high: Node, high_open: bool) -> Node:
        if name not in self.whole:
            return Node("interval", low, high, "open" if low_open else "closed", "open" if high_open else "closed")
        ends: list[Any] = []
        for end, is_open, step in ((low, low_open, 1), (high, high_open, -1)):
            value = literal(end)
            if value is None and end not in (number("oo"), number("-oo")):
                raise ClaimError(f"--where: the ends of the integers {name} must be numbers, got a formula")
            ends.append(end if value is None else number(value + step if is_open and value.denominator == 1 else value))
        return integers(*ends)

    @staticmethod
    def _bound(name: Node, relation: str, end: Node, place: dict[str, int]) -> tuple[str, bool, Node, bool] | None:
        """``(name, upper, end, open)`` where a name is compared with a formula in earlier names."""
        if name.head != "var" or any(place[other] >= place[str(name.args[0])] for other in free_names(end)):
            return None
        return str(name.args[0]), relation in ("<=", "<"), end, relation in ("<", ">")

    @staticmethod
    def _tighten(ends: dict[bool, tuple[Node, bool]], upper: bool, end: Node, is_open: bool) -> bool:
        """Take an end; of two numbers the tighter. False where the range has an end that cannot be compared with it."""
        if upper not in ends:
            ends[upper] = (end, is_open)
            return True
        old, old_open = ends[upper]
        values = [_order(end), _order(old)]
        if values[0] is None or values[1] is None:
            return False
        if values[0] == values[1]:
            ends[upper] = (end, is_open or old_open)
        elif (values[0] < values[1]) == upper:
            ends[upper] = (end, is_open)
        return True


def _order(end: Node) -> Any:
    value = literal(end)
    if value is not None:
        return value
    return {"oo": float("inf"), "-oo": float("-inf")}.get(str(end.args[0])) if end.head == "num" else None


__all__ = ["CONSTRAINTS", "FUNCTIONS", "LANGUAGE", "Inequality", "formula", "inequality"]
