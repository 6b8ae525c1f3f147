"""Printed algorithms: the installed procedure is run again, if its syntax tree is the one whose digest the statement holds.

Only a function at the top of a module of an installed paper is run, and it is compiled here from the tree that was compared.
"""

from __future__ import annotations

import ast
import hashlib
import importlib
import inspect
import json
import re
from collections import Counter as Bag
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from importlib.metadata import entry_points
from itertools import permutations
from math import inf, isinf
from types import ModuleType
from typing import TYPE_CHECKING, Any

from verify.evidence.checker import laws, special
from verify.evidence.checker import numbers as n
from verify.evidence.checker.formula import Malformed, argument, items, word
from verify.evidence.checker.instances import at
from verify.evidence.checker.laws import Event, Family, Finite, Function, Point, Row, Table
from verify.evidence.checker.numbers import Ball, Exhausted, NoValue, Number, Undecided

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

PLACE = re.compile(r"[A-Za-z_][\w.]{0,200}:[A-Za-z_]\w{0,100}")
MOST_ORDERED = 6
STEP = "__step__"


# --- numbers inside a procedure --------------------------------------------------------------------------------------


class Real:
    """An enclosed number; comparing it is the counter's part."""

    __slots__ = ("ball",)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, ball: Ball) -> None:
        self.ball = ball

    def __add__(self, other: Any) -> Any:
        return shown(n.add(self.ball, number(other)))

    __radd__ = __add__

    def __mul__(self, other: Any) -> Any:
        return shown(n.mul(self.ball, number(other)))

    __rmul__ = __mul__

    def __sub__(self, other: Any) -> Any:
        return shown(n.sub(self.ball, number(other)))

    def __rsub__(self, other: Any) -> Any:
        return shown(n.sub(number(other), self.ball))

    def __truediv__(self, other: Any) -> Any:
        return shown(n.div(self.ball, number(other)))

    def __rtruediv__(self, other: Any) -> Any:
        return shown(n.div(number(other), self.ball))

    def __pow__(self, other: Any) -> Any:
        return shown(n.power(self.ball, number(other)))

    def __rpow__(self, other: Any) -> Any:
        return shown(n.power(number(other), self.ball))

    def __neg__(self) -> Any:
        return shown(n.neg(self.ball))

    def __abs__(self) -> Any:
        return shown(n.absolute(self.ball))

    def _refuse(self, other: object = None) -> Any:
        raise TypeError("a real number is compared by the counter")

    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = __bool__ = _refuse


def shown(x: Number) -> Any:
    """A number as a procedure sees it."""
    if isinstance(x, Fraction):
        return x
    sign = n.is_point_infinite(x)
    return sign * inf if sign else Real(x)


def number(x: Any) -> Number:
    """A number of a procedure as one of the checker."""
    if isinstance(x, Real):
        return x.ball
    if isinstance(x, Fraction):
        return x
    if isinstance(x, int) and not isinstance(x, bool):
        return Fraction(x)
    if isinstance(x, float) and isinf(x):
        return n.INFINITY if x > 0 else n.MINUS_INFINITY
    raise TypeError(f"numbers of a procedure are exact, got a {type(x).__name__}")


class Counter:
    """Counts of one run, and answers about its numbers at the working precision."""

    def __init__(self) -> None:
        self.counts: Bag[str] = Bag()

    def count(self, name: str, times: int = 1) -> None:
        self.counts[name] += times

    def less(self, a: Any, b: Any) -> bool:
        return self._ask(a, b, {"<"})

    def at_most(self, a: Any, b: Any) -> bool:
        return self._ask(a, b, {"<", "="})

    def equal(self, a: Any, b: Any) -> bool:
        return self._ask(a, b, {"="})

    @staticmethod
    def _ask(a: Any, b: Any, wanted: set[str]) -> bool:
        possible = n.relations(number(a), number(b))
        if possible <= wanted:
            return True
        if possible & wanted:
            raise Undecided("a comparison in a procedure")
        return False

    def whole(self, a: Any) -> int:
        value = number(a)
        if not isinstance(value, Fraction) or value.denominator != 1:
            raise NoValue("an integer is needed in a procedure")
        return int(value)

    def floor(self, a: Any) -> int:
        value = n.floor(number(a))
        if not isinstance(value, Fraction):
            raise Undecided("the floor of a number in a procedure")
        return int(value)

    def ceiling(self, a: Any) -> int:
        return -self.floor(-a)

    def power(self, a: Any, b: Any) -> Any:
        return shown(n.power(number(a), number(b)))

    def sqrt(self, a: Any) -> Any:
        return self.power(a, Fraction(1, 2))

    def exp(self, a: Any) -> Any:
        return shown(n.exp(number(a)))

    def log(self, a: Any) -> Any:
        return shown(n.log(number(a)))

    def pi(self) -> Any:
        return shown(n.pi())

    def special(self, name: str, *arguments: Any) -> Any:
        return shown(special.call(name, *map(number, arguments)))


def _given(e: Evaluator, value: Any) -> Any:
    """A value of the checker as an input."""
    if isinstance(value, Fraction | Ball):
        return shown(value)
    if isinstance(value, Finite):
        return tuple((_given(e, x), _given(e, w)) for x, w in value.weights)
    if isinstance(value, Event):
        return tuple(sorted(_given(e, x) for x in value))
    if isinstance(value, Function):
        return lambda x: _given(e, at(e, value, number(x)))
    if isinstance(value, Table):
        return lambda x: _given(e, value.at(_returned(x)))
    if isinstance(value, Point | Family | Row):
        return tuple(None if x is None else _given(e, x) for x in value)
    raise Undecided("an input of a procedure of this kind")


def _returned(value: Any) -> Any:
    """What a procedure returns as a value of the checker; a flag counts as 1 or 0."""
    if isinstance(value, tuple | list):
        return Point(_returned(x) for x in value)
    if value is None:
        raise NoValue("a procedure returned nothing in the field")
    return number(int(value) if isinstance(value, bool) else value)


# --- the syntax tree -------------------------------------------------------------------------------------------------


def installed_packages() -> set[str]:
    """Packages of the installed papers."""
    return {point.value.partition(":")[0] for point in entry_points(group="claimcheck.papers")}


def _parts(source: str, name: str) -> dict[str, ast.stmt]:
    """The function and all it names in its module, without docstrings and annotations."""
    top: dict[str, ast.stmt] = {}
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.Import):
            top |= {a.asname or a.name.split(".")[0]: ast.Import(names=[a]) for a in statement.names}
        elif isinstance(statement, ast.ImportFrom):
            for a in statement.names:
                top[a.asname or a.name] = ast.ImportFrom(module=statement.module, names=[a], level=statement.level)
        elif isinstance(statement, ast.FunctionDef | ast.ClassDef):
            top[statement.name] = statement
        elif isinstance(statement, ast.Assign | ast.AnnAssign):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            top |= {x.id: statement for t in targets for x in ast.walk(t) if isinstance(x, ast.Name)}
    if not isinstance(top.get(name), ast.FunctionDef):
        raise Malformed(f"{name} is not a function at the top of its module")
    found: dict[str, ast.stmt] = {}
    waiting = [name]
    while waiting:
        here = waiting.pop()
        if here not in found:
            found[here] = _stripped(top[here])
            waiting += [x.id for x in ast.walk(found[here]) if isinstance(x, ast.Name) and x.id in top]
    if any(isinstance(s, ast.FunctionDef) and s.decorator_list for s in found.values()):
        raise Malformed(f"{name} or what it calls is decorated")
    return {key: found[key] for key in top if key in found}


def _stripped(statement: ast.stmt) -> ast.stmt:
    for x in ast.walk(statement):
        if isinstance(x, ast.FunctionDef | ast.ClassDef):
            first = x.body[0]
            if (
                isinstance(first, ast.Expr)
                and isinstance(first.value, ast.Constant)
                and isinstance(first.value.value, str)
            ):
                x.body = x.body[1:] or [ast.Pass()]
        if isinstance(x, ast.FunctionDef):
            x.returns = None
        if isinstance(x, ast.arg):
            x.annotation = None
    return statement


def _data(x: Any) -> Any:
    if isinstance(x, ast.Constant):
        return ["Constant", type(x.value).__name__, repr(x.value)]
    if isinstance(x, ast.AST):
        kept = [[k, _data(getattr(x, k, None))] for k in x._fields if k not in ("ctx", "type_comment", "kind")]
        return [type(x).__name__, *(pair for pair in kept if pair[1] not in (None, []))]
    return [_data(y) for y in x] if isinstance(x, list) else x


def syntax_digest(source: str, name: str) -> str:
    """SHA-256 over the syntax trees of a function and of what it names in its module."""
    trees = [[key, _data(s)] for key, s in sorted(_parts(source, name).items())]
    return hashlib.sha256(json.dumps([name, *trees], separators=(",", ":")).encode()).hexdigest()


def _module(name: str) -> ModuleType:
    if not any(name == package or name.startswith(package + ".") for package in installed_packages()):
        raise Malformed(f"the procedure stands in {name[:80]}, which belongs to no installed paper")
    try:
        return importlib.import_module(name)
    except Exception as error:
        raise Malformed(f"the installed {name[:80]} cannot be imported ({type(error).__name__})") from None


def _compiled(place: str, digest: str) -> tuple[ModuleType, Any, frozenset[str]]:
    """The module, the code, and the names that it counts."""
    if not PLACE.fullmatch(place):
        raise Malformed(f"a procedure is module:name, got {place[:40]!r}")
    where = place.partition(":")[0]
    module = _module(where)
    try:
        source = inspect.getsource(module)
    except OSError:
        raise Malformed(f"the installed {where} has no source") from None
    return module, *_of_source(source, place, digest)


@lru_cache(maxsize=64)
def _of_source(source: str, place: str, digest: str) -> tuple[Any, frozenset[str]]:
    name = place.partition(":")[2]
    if syntax_digest(source, name) != digest:
        raise Malformed(f"the installed procedure {place} has another syntax tree than that of the statement")
    body = [s for s in _parts(source, name).values() if not isinstance(s, ast.Import | ast.ImportFrom)]
    nodes = [x for s in body for x in ast.walk(s)]
    calls = [
        x for x in nodes if isinstance(x, ast.Call) and isinstance(x.func, ast.Attribute) and x.func.attr == "count"
    ]
    counted = frozenset(str(x.args[0].value) for x in calls if x.args and isinstance(x.args[0], ast.Constant))
    for x in nodes:
        call = ast.Call(func=ast.Name(id=STEP, ctx=ast.Load()), args=[], keywords=[])
        if isinstance(x, ast.FunctionDef | ast.For | ast.While):
            x.body = [ast.Expr(value=call), *x.body]
        elif isinstance(x, ast.comprehension):
            x.ifs = [call, *x.ifs]
    tree = ast.fix_missing_locations(ast.Module(body=body, type_ignores=[]))
    return compile(tree, f"<{place}>", "exec", dont_inherit=True), counted


def syntax(place: str, digest: str) -> dict[str, ast.stmt]:
    """The trees of an installed procedure and of all that it names, if their digest is this one; they are not to be changed. Raises Malformed."""
    if not PLACE.fullmatch(place):
        raise Malformed(f"a procedure is module:name, got {place[:40]!r}")
    where = place.partition(":")[0]
    try:
        source = inspect.getsource(_module(where))
    except OSError:
        raise Malformed(f"the installed {where} has no source") from None
    return _trees(source, place, digest)


@lru_cache(maxsize=64)
def _trees(source: str, place: str, digest: str) -> dict[str, ast.stmt]:
    name = place.partition(":")[2]
    if syntax_digest(source, name) != digest:
        raise Malformed(f"the installed procedure {place} has another syntax tree than that of the statement")
    return _parts(source, name)


# --- rules -----------------------------------------------------------------------------------------------------------


def _outcome(e: Evaluator, f: Any, env: Any) -> Any:
    """A field that the procedure returns, or a count that it keeps."""
    place, digest, field = (word(argument(f, k)) for k in range(3))
    module, code, counted = _compiled(place, digest)
    inputs: dict[str, Any] = {}
    for pair in map(items, items(argument(f, 3))):
        if len(pair) != 2 or word(pair[0]) in inputs:
            raise Malformed("the inputs of a procedure are pairs (name, value), each name once")
        inputs[word(pair[0])] = _given(e, e.value(pair[1], env))
    counter = Counter()

    def step() -> bool:
        e.budget.spend()
        return True

    namespace = {**vars(module), STEP: step}
    try:
        exec(code, namespace)
        found = namespace[place.partition(":")[2]](counter, **inputs)
        if not isinstance(found, Mapping) or set(found) & set(counter.counts):
            raise Malformed(f"{place} must return a mapping of fields that it does not count")
        e.notes.add(f"the installed procedure {place} with the digest {digest[:12]}, run again")
        if field in found:
            return _returned(found[field])
    except (NoValue, Undecided, Malformed, Exhausted):
        raise
    except (ZeroDivisionError, IndexError, KeyError) as error:
        raise NoValue(f"{place} stops with {type(error).__name__}") from None
    except RecursionError:
        raise Undecided(f"{place} calls itself too deep") from None
    except Exception as error:
        raise Malformed(f"{place} breaks: {type(error).__name__}: {error}") from None
    if field not in counted:
        raise NoValue(f"{place} neither returns nor counts {field[:40]}")
    return Fraction(counter.counts[field])


def _orders(e: Evaluator, f: Any, env: Any) -> Finite:
    """The uniform law on the orders of n things."""
    size = e.whole(argument(f, 0), env)
    if not 0 <= size <= MOST_ORDERED:
        raise Undecided("too many permutations")
    orders = [Point(Fraction(k) for k in p) for p in permutations(range(1, size + 1))]
    return laws.finite((p, Fraction(1, len(orders))) for p in orders)


PROCEDURES: dict[str, Callable[[Evaluator, Any, Any], Any]] = {"outcome": _outcome, "permutations": _orders}
