"""Inequalities between numbers from text: ``"x*exp(-x) <= 0.37"`` where ``"x>0, y>=1, y<=4"``.

The text is parsed by Python's ``ast`` and never evaluated. Decimals are fractions as they are written: ``0.1`` is 1/10.
"""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Callable

from verify.claims import terms
from verify.claims.nodes import ClaimError, Node, depth, free_names, number
from verify.claims.problems import Inequality, problem, unsatisfiable
from verify.claims.propositions import Compare
from verify.claims.typed import NotANumber, exact, shortened

LONGEST = 4_000
"""Characters of a formula, or of all constraints."""
DEEPEST = 100
"""Levels of brackets, functions and operators inside each other; a sum of many terms is one level."""
RELATIONS: dict[type[ast.cmpop], str] = {ast.LtE: "<=", ast.Lt: "<", ast.GtE: ">=", ast.Gt: ">", ast.Eq: "==", ast.NotEq: "!="}
CONSTRAINTS = "x > 0, x <= 4, 0 < x < inf, x in [0, 1), x in (-inf, inf), y >= x, n in integers, x*y <= 1, y**2 == x, x != 1, x < 0 or x > 1"
"""Forms of constraints, for messages; the last ones are hypotheses."""


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
LANGUAGE = f"numbers such as 3, 0.25, 1e-6; names; + - * / **; {' '.join(FUNCTIONS)}; pi, e, euler_gamma, inf; one of <= < >= > == !=, joined by and, or, not"


def inequality(statement: str, where: str = "") -> Inequality:
    """The statement and the ranges of its names.

    Raises
    ------
    ClaimError
        For a formula outside the language, a name without a range, a constraint of another form, or where there is more than one statement to decide.
    """
    found = inequalities(statement, where)
    if len(found) != 1:
        raise ClaimError(f"{shortened(statement)!r}: one relation is decided at a time, got {len(found)}; take the parts one by one")
    return found[0]


def inequalities(statement: str, where: str = "", *, collected: bool = False) -> tuple[Inequality, ...]:
    """The statements that are to be proved one by one: parts of a conjunction or a chain, both directions of an equality, cases of what is supposed. Raises ClaimError as above.

    The statement ``false`` says that the conditions exclude each other. What is ``collected`` from a file may have an empty range, in which all holds, and ranges of names that the
    statement does not mention; for what a person types, both are errors.
    """
    if len(where) > LONGEST:
        raise ClaimError(f"--where: at most {LONGEST} characters, got {len(where)}; shorten it")
    statement, where = _with_euler(usual(statement), usual(where))
    conditions = _Conditions()
    for part in _split(where):
        conditions.constraint(part)
    if statement.strip() == "false":
        return unsatisfiable(tuple(conditions.order), frozenset(conditions.whole), conditions.hypotheses)
    states = [_conclusion(part) for part in _split(statement) or [statement]]
    used = frozenset().union(*map(free_names, states))
    for name in sorted(used - set(conditions.order)):
        raise ClaimError(_unknown(name, conditions.order))
    for name in conditions.order:
        if name in conditions.alone and name not in used and not collected:
            raise ClaimError(f"{name}: a name with a range must occur in the inequality, got none in {shortened(statement)!r}; leave out its range")
    found = problem(conditions.order, frozenset(conditions.whole), conditions.hypotheses, Node("all", *states), refuse_empty=not collected)
    if not found and not collected:
        raise ClaimError("--where: the conditions must leave a case, got none; write others")
    return found


def _with_euler(statement: str, where: str) -> tuple[str, str]:
    """Both with ``exp(1)`` for the name of Euler's number, unless a constraint is about that name."""
    for name in EULER:
        if not any(re.match(rf"{name}\s*(in\b|[<>])", part) or re.search(rf"[<>]=?\s*{name}\s*[<>]", part) for part in _split(where)):
            statement, where = (re.sub(rf"(?<![\w.]){name}(?![\w(])", "exp(1)", text) for text in (statement, where))
    return statement, where


def _unknown(name: str, known: list[str]) -> str:
    near = difflib.get_close_matches(name, [*known, *FUNCTIONS, *CONSTANTS], 1, 0.6)
    told = f"for a product write {'*'.join(name)}" if len(name) > 1 and set(name) <= set(known) else f"did you mean {near[0]}?" if near else f"for instance --where \"{name}>0\", or \"{name} in (-inf, inf)\" for all of R"
    return f"{name}: every name needs a range, got none; {told}"


_FACTOR = re.compile(r"(?<![\w.])((?:\d++\.?\d*+|\.\d++)(?:[eE][+-]?\d++)?+)(?=[A-Za-z(])")


_BRACKETS = re.compile(r"\)\s*\(")
_LN = re.compile(r"\bln\s*\(")
USUAL = (("^", "**"), ("=<", "<="), ("=>", ">="), ("≤", "<="), ("≥", ">="), ("−", "-"), ("·", "*"), ("×", "*"), ("π", "pi"), ("∞", "inf"), ("√(", "sqrt("))
HINTS = (
    (r"\blambda\b", "'lambda' is a reserved word, write lam"),
    (r"(?<![<>=!])=(?![<>=])", "write == for an equality"),
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


def _conclusion(text: str) -> Node:
    node = _parsed(text, "the inequality")
    if not isinstance(node, ast.Compare | ast.BoolOp) and not (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)):
        raise ClaimError(f"{_shown(node, text)!r}: one relation is needed, got a formula without any; write LEFT <= RIGHT (or <, >=, >, ==, !=)")
    return _proposition(node, text)


def _proposition(node: ast.expr, text: str) -> Node:
    """Relations joined by ``and``, ``or``, ``not``; a chain is the conjunction of its links."""
    if isinstance(node, ast.BoolOp):
        return Node("all" if isinstance(node.op, ast.And) else "any", *(_proposition(part, text) for part in node.values))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return Node("not", _proposition(node.operand, text))
    if not isinstance(node, ast.Compare):
        raise ClaimError(f"{_shown(node, text)!r}: a relation is needed, got a formula without any; write LEFT <= RIGHT (or <, >=, >, ==, !=)")
    sides = [node.left, *node.comparators]
    links = [_link(left, op, right, text) for left, op, right in zip(sides, node.ops, sides[1:], strict=False)]
    return links[0] if len(links) == 1 else Node("all", *links)


def _link(left: ast.expr, op: ast.cmpop, right: ast.expr, text: str) -> Node:
    relation = RELATIONS.get(type(op))
    if relation is None:
        raise ClaimError(f"{shortened(text.strip())!r}: the relation must be one of <= < >= > == !=, got {type(op).__name__}; write one of these")
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
            near = difflib.get_close_matches(node.func.id.lower(), FUNCTIONS, 1, 0.6)
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


# --- conditions ------------------------------------------------------------------------------------------------------


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
_REALS = re.compile(r"^(\w+)\s+in\s+(?:R|RR|reals)$")


class _Conditions:
    """Constraints with the names in the order of their first mention."""

    def __init__(self) -> None:
        self.order: list[str] = []
        self.whole: set[str] = set()
        self.hypotheses: list[Node] = []
        self.alone: set[str] = set()
        """Names of which only their own ranges speak so far."""

    def constraint(self, text: str) -> None:
        found = _INTEGERS.match(text) or _REALS.match(text)
        if found:
            self._mention([found[1]])
            if _INTEGERS.match(text):
                self.whole.add(found[1])
            return
        found = _IN.match(text)
        if found:
            name, ends = Node("var", found[1]), [_formula(_parsed(end, f"the range of {found[1]}"), end) for end in (found[3], found[4])]
            self._mention([found[1], *(used for end in ends for used in sorted(free_names(end)))])
            self.hypotheses += [Compare(name, ">" if found[2] == "(" else ">=", ends[0]), Compare(name, "<" if found[5] == ")" else "<=", ends[1])]
            return
        try:
            node = _parsed(text, "a constraint")
        except ClaimError:
            raise ClaimError(f"--where: {shortened(text)!r}: cannot be read; forms of constraints: {CONSTRAINTS}") from None
        if not isinstance(node, ast.Compare | ast.BoolOp) and not (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)):
            raise ClaimError(f"--where: {shortened(text)!r}: a constraint is a relation, got none; forms: {CONSTRAINTS}")
        self.hypotheses.append(_proposition(node, text))
        self._mention([n.id for n in sorted((n for n in ast.walk(node) if isinstance(n, ast.Name)), key=lambda n: (n.lineno, n.col_offset)) if n.id not in CONSTANTS and n.id not in FUNCTIONS])

    def _mention(self, names: list[str]) -> None:
        for name in names:
            if name in FUNCTIONS or name in CONSTANTS or name == "nan":
                raise ClaimError(f"--where: {name} has a meaning of its own; choose another name")
            if name not in self.order:
                self.order.append(name)
                self.alone.add(name)
        if len(set(names)) > 1:
            self.alone -= set(names)


__all__ = ["CONSTRAINTS", "FUNCTIONS", "LANGUAGE", "formula", "inequalities", "inequality"]
