"""Formulas as immutable data: a node is a head with arguments.

Everything a claim says (numbers, laws, sets, propositions, readings) is built of :class:`Node`. Nodes are never
simplified on construction, because what is audited must be what the source prints; only two literal numbers are folded.
The JSON form of a node is ``[head, argument, ...]``; a literal number is the string ``"p/q"``, ``"oo"`` or ``"-oo"``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any, Union

from verify.claims.typed import NotANumber, exact, shortened

Argument = Union["Node", str, None, tuple["Argument", ...]]
Json = Union[str, None, list["Json"]]


class ClaimError(ValueError):
    """A declaration or an instance that cannot be: *where: what must hold, got name=value; what to do*."""


class Node:
    """One node of a formula. ``head`` names the construct, ``args`` are nodes, words, ``None`` or tuples of these."""

    __slots__ = ("args", "has_readings", "head", "numeric", "plan", "_free", "_hash", "_heads", "_mentioned")
    head: str
    args: tuple[Argument, ...]
    has_readings: bool
    """Whether the formula still contains a reading."""
    numeric: Any
    plan: Any
    """What evaluation found out about the formula: how it is evaluated, and its names and size where it is made of functions of numbers alone. No part of what it says."""
    _free: frozenset[str] | None
    _hash: int
    _heads: frozenset[str] | None
    _mentioned: tuple[str, ...] | None

    def __init__(self, head: str, *args: Argument) -> None:
        object.__setattr__(self, "head", head)
        object.__setattr__(self, "args", args)
        object.__setattr__(self, "has_readings", head == "reading" or _any_readings(args))
        object.__setattr__(self, "numeric", None)
        object.__setattr__(self, "plan", None)
        object.__setattr__(self, "_free", None)
        object.__setattr__(self, "_heads", None)
        object.__setattr__(self, "_mentioned", None)
        object.__setattr__(self, "_hash", hash((head, args)))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{self.head}: a formula is immutable, got {name}={value!r}; build a new one")

    def __reduce__(self) -> tuple[Any, ...]:
        return (Node, (self.head, *self.args))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Node) or self._hash != other._hash:
            return False
        return self.head == other.head and self.args == other.args

    def __repr__(self) -> str:
        return f"Node({', '.join(map(repr, (self.head, *self.args)))})"

    def __bool__(self) -> bool:
        raise ClaimError(f"{self.head}: a formula has no Python truth value; use Compare, All, Any, Not")

    # Arithmetic builds formulas. Comparison operators stay undefined on purpose: relations are written Compare(a, "<=", b).
    def __add__(self, other: Any) -> Node:
        return _associative("add", self, term(other))

    def __radd__(self, other: Any) -> Node:
        return _associative("add", term(other), self)

    def __sub__(self, other: Any) -> Node:
        return self + (-term(other))

    def __rsub__(self, other: Any) -> Node:
        return term(other) + (-self)

    def __neg__(self) -> Node:
        value = literal(self)
        return number(-value) if value is not None else Node("mul", number(-1), self)

    def __mul__(self, other: Any) -> Node:
        return _associative("mul", self, term(other))

    def __rmul__(self, other: Any) -> Node:
        return _associative("mul", term(other), self)

    def __truediv__(self, other: Any) -> Node:
        return _divide(self, term(other))

    def __rtruediv__(self, other: Any) -> Node:
        return _divide(term(other), self)

    def __pow__(self, other: Any) -> Node:
        return Node("pow", self, term(other))

    def __rpow__(self, other: Any) -> Node:
        return Node("pow", term(other), self)

    def __abs__(self) -> Node:
        return Node("abs", self)

    def __getitem__(self, index: Any) -> Node:
        """Member ``index`` (counted from 1) of a family or of a point with several coordinates."""
        return Node("item", self, term(index))

    def __iter__(self) -> Iterator[Node]:
        raise ClaimError(f"{self.head}: a formula is not iterable; use item[i] for the members of a family")

    def __call__(self, *inputs: Any) -> Node:
        """A kernel, mechanism or map at an input: ``M(D)`` is the law of M's output on D, ``f(D)`` the value of f."""
        return Node("apply", self, *(term(value) for value in inputs))

    def _sympy_(self) -> Any:
        from verify.claims.symbolic_form import to_sympy

        return to_sympy(self)


def number(value: int | Fraction | str) -> Node:
    """A literal number. Strings are exact decimals or fractions (``"0.1"`` is 1/10), ``"oo"`` and ``"-oo"``. Raises ClaimError for what is no number, or too long a one."""
    if isinstance(value, str):
        if value in ("oo", "-oo"):
            return Node("num", value)
        value = _read(value)
    try:
        return Node("num", str(Fraction(value)))
    except ValueError:  # more digits than Python writes
        raise ClaimError(f"number: a number of a formula must have at most {sys.get_int_max_str_digits()} digits, got one of more; write it as a power or a product") from None


def _read(text: str) -> Fraction:
    if text.isascii() and "e" not in text and "E" not in text:  # as almost all stored numbers are written, and no longer than its text
        try:
            return Fraction(text)
        except (ValueError, ZeroDivisionError):
            pass
    try:
        return exact(text)
    except NotANumber as error:
        raise ClaimError(f"number: {error}") from None


def unused_name(name: str, taken: set[str]) -> str:
    """The name, or one like it that is not taken; it is taken from now on."""
    while name in taken:
        name += "_"
    taken.add(name)
    return name


def literal(node: Node) -> Fraction | None:
    """The value of a finite literal number, else ``None``."""
    if node.head == "num" and node.args[0] not in ("oo", "-oo"):
        return Fraction(str(node.args[0]))
    return None


def term(value: Any) -> Node:
    """``value`` as a formula: nodes, integers, fractions, exact decimals, SymPy expressions, distributions of ``mechanisms``.

    Raises
    ------
    ClaimError
        For a float (it is not the number that was written) and for anything that has no place in a formula.
    """
    if isinstance(value, Node):
        return value
    if isinstance(value, bool):
        raise ClaimError(f"formula: a number or a formula is expected, got {value}; use All() or Any() for a constant truth")
    if isinstance(value, int | Fraction):
        return number(value)
    if isinstance(value, Decimal):
        return number(str(value))
    if isinstance(value, float):
        if value in (float("inf"), float("-inf")):
            return number("oo" if value > 0 else "-oo")
        raise ClaimError(f"formula: numbers must be exact, got the float {value!r}; write Fraction, an integer ratio or number('{value}')")
    if isinstance(value, tuple | list):
        return Node("point", *(term(item) for item in value))
    if hasattr(value, "free_symbols") and hasattr(value, "func"):
        from verify.claims.symbolic_form import from_sympy

        return from_sympy(value)
    if hasattr(value, "log_density_pieces") or hasattr(value, "kind"):
        from verify.claims.laws import law

        return law(value)
    raise ClaimError(f"formula: a number, a formula, a distribution or a SymPy expression is expected, got {type(value).__name__} {value!r}")


def _associative(head: str, left: Node, right: Node) -> Node:
    a, b = literal(left), literal(right)
    if a is not None and b is not None:
        return number(a + b if head == "add" else a * b)
    parts = (left.args if left.head == head else (left,)) + (right.args if right.head == head else (right,))
    return Node(head, *parts)


def _divide(left: Node, right: Node) -> Node:
    a, b = literal(left), literal(right)
    if a is not None and b is not None and b != 0:
        return number(a / b)
    if b is not None and b != 0:
        return _associative("mul", number(1 / b), left)
    inverse = Node("pow", right, number(-1))
    return inverse if a == 1 else _associative("mul", left, inverse)


# --- walking -------------------------------------------------------------------------------------------------------


def rebuild(node: Node, change: Callable[[Node], Node]) -> Node:
    """The node with ``change`` applied to every child node (not to the node itself)."""
    args = _changed(node.args, change)
    return node if args == node.args else Node(node.head, *args)


def _changed(arguments: tuple[Argument, ...], change: Callable[[Node], Node]) -> tuple[Argument, ...]:
    return tuple([change(a) if isinstance(a, Node) else _changed(a, change) if isinstance(a, tuple) else a for a in arguments])


def shared(argument: Any, made: dict[Node, Node]) -> Any:
    """The same formula with every part that stands in it several times as one object: what is kept by formula is then found without comparing equal parts.

    ``made``: parts that are there already, and those of this formula afterwards.
    """
    if isinstance(argument, tuple):
        return tuple(shared(item, made) for item in argument)
    if not isinstance(argument, Node):
        return argument
    known = made.get(argument)
    if known is None:
        known = made[argument] = Node(argument.head, *(shared(item, made) for item in argument.args))
    return known


def children(node: Node) -> list[Node]:
    """The child nodes, in order."""
    return _nodes_in(node.args)


def _nodes_in(arguments: tuple[Argument, ...]) -> list[Node]:
    found: list[Node] = []
    for argument in arguments:
        if isinstance(argument, Node):
            found.append(argument)
        elif isinstance(argument, tuple):
            found += _nodes_in(argument)
    return found


def child(node: Node, k: int) -> Node:
    """Argument ``k`` of a node, where the language puts a formula."""
    found = node.args[k]
    assert isinstance(found, Node), f"{node.head}: argument {k + 1} is not a formula"
    return found


def walk(node: Node) -> Iterator[Node]:
    """The node and everything below it, parents first."""
    left = [node]
    while left:
        node = left.pop()
        yield node
        left += reversed(children(node))


def depth(node: Node) -> int:
    """Levels of nodes inside each other; a literal number has one."""
    deepest, left = 0, [(node, 1)]
    while left:
        one, level = left.pop()
        deepest = max(deepest, level)
        left += [(below, level + 1) for below in children(one)]
    return deepest


PROPOSITIONS = frozenset({"compare", "all", "any", "not", "implies", "iff", "member"})
"""Heads of propositions that bind no name."""
BINDERS = frozenset({"sup", "inf", "sum", "prod", "expect", "prob", "forall", "exists", "limit", "limsup", "liminf", "derivative", "lambda", "coordinates", "drawn", "recursion", "independent"})
"""Heads that bind names: their first argument is a tuple of pairs (pattern, set or law)."""


def pattern_names(pattern: Argument) -> tuple[str, ...]:
    """The names bound by a pattern: one name, or a tuple of names."""
    if isinstance(pattern, Node) and pattern.head == "var":
        return (str(pattern.args[0]),)
    if isinstance(pattern, tuple):
        return tuple(name for item in pattern for name in pattern_names(item))
    raise ClaimError(f"binder: a name or a tuple of names must stand here, got {pattern!r}")


def _any_readings(arguments: tuple[Argument, ...]) -> bool:
    for argument in arguments:
        if isinstance(argument, Node):
            if argument.has_readings:
                return True
        elif isinstance(argument, tuple) and _any_readings(argument):
            return True
    return False


def free_names(node: Node) -> frozenset[str]:
    """Names that the node mentions and does not bind itself; worked out once for each node."""
    if node._free is None:
        object.__setattr__(node, "_free", _free_names(node))
    assert node._free is not None
    return node._free


def mentioned(node: Node) -> tuple[str, ...]:
    """Names that stand in the node, bound or free, in the order of their first mention; worked out once for each node."""
    if node._mentioned is None:
        found = (str(node.args[0]),) if node.head == "var" else tuple(dict.fromkeys(name for child in children(node) for name in mentioned(child)))
        object.__setattr__(node, "_mentioned", found)
    assert node._mentioned is not None
    return node._mentioned


def heads(node: Node) -> frozenset[str]:
    """The heads of the node and of all below it; worked out once for each node."""
    if node._heads is None:
        object.__setattr__(node, "_heads", frozenset({node.head}).union(*map(heads, children(node))))
    assert node._heads is not None
    return node._heads


def _free_names(node: Node) -> frozenset[str]:
    if node.head == "var":
        return frozenset({str(node.args[0])})
    if node.head in BINDERS:
        over, rest = node.args[0], node.args[1:]
        bound: set[str] = set()
        free: set[str] = set()
        assert isinstance(over, tuple)
        for entry in over:
            assert isinstance(entry, tuple)
            pattern, where = entry
            if isinstance(where, Node):
                free |= free_names(where) - bound
            bound |= set(pattern_names(pattern))
        for argument in rest:
            if isinstance(argument, Node):
                free |= free_names(argument) - bound
        return frozenset(free)
    below = {free_names(child) for child in children(node)}
    return below.pop() if len(below) == 1 else frozenset().union(*below)


def substitute(node: Node, values: dict[str, Node]) -> Node:
    """Replace free names by formulas. Raises ClaimError when a name of a replacement would be captured by a binder."""
    if free_names(node).isdisjoint(values):
        return node
    if node.head == "var":
        return values.get(str(node.args[0]), node)
    if node.head in BINDERS:
        over = node.args[0]
        assert isinstance(over, tuple)
        live = dict(values)
        entries: list[Argument] = []
        for entry in over:
            assert isinstance(entry, tuple)
            pattern, where = entry
            entries.append((pattern, substitute(where, live) if isinstance(where, Node) else where))
            for name in pattern_names(pattern):
                live.pop(name, None)
                for key, replacement in live.items():
                    if name in free_names(replacement) and key in free_names(node):
                        raise ClaimError(f"substitution: the bound name {name} would capture a name; rename the bound one")
        rest = tuple(substitute(a, live) if isinstance(a, Node) else a for a in node.args[1:])
        return Node(node.head, tuple(entries), *rest)
    return rebuild(node, lambda child: substitute(child, values))


# --- JSON ----------------------------------------------------------------------------------------------------------


def to_json(node: Argument) -> Json:
    """The JSON form: lists for nodes, plain strings for literal numbers; tuples become lists headed by ``"()"``."""
    if node is None or isinstance(node, str):
        return node
    if isinstance(node, tuple):
        return ["()", *map(_inside, node)]
    if node.head == "num":
        return str(node.args[0])
    return [node.head, *map(_inside, node.args)]


def _inside(argument: Argument) -> Json:
    """The JSON form of an argument of a node or tuple, where a bare string would read as a number."""
    return ["word", argument] if isinstance(argument, str) else to_json(argument)


def from_json(data: Any) -> Node:
    """The inverse of :func:`to_json`. Raises ClaimError on anything that is not a formula."""
    try:
        node = _argument(data)
    except RecursionError:
        raise ClaimError(f"formula: lists must be nested less deeply, got {_told(data)}; simplify it") from None
    if not isinstance(node, Node):
        raise ClaimError(f"formula: a list [head, ...] or a number is expected, got {_told(data)}")
    return node


def _argument(data: Any) -> Argument:
    if data is None:
        return None
    if isinstance(data, str):
        try:
            return number(data)
        except ClaimError as error:
            told = str(error).removeprefix("number: ") if "at most" in str(error) else f"a number 'p/q', 'oo' or '-oo' is expected, got {_told(data)}"
            raise ClaimError(f"formula: {told}") from None
    if isinstance(data, list) and data and isinstance(data[0], str):
        if data[0] == "()":
            return tuple(_argument(item) for item in data[1:])
        if data[0] == "word" and len(data) == 2 and isinstance(data[1], str):
            return data[1]
        return Node(data[0], *(_argument(item) for item in data[1:]))
    raise ClaimError(f"formula: a list [head, ...] or a number is expected, got {_told(data)}")


def _told(data: Any) -> str:
    """Stored data for a message; what is nested so deeply that it cannot be written out is named by its type."""
    try:
        return shortened(repr(data))
    except RecursionError:
        return f"a {type(data).__name__} that is nested too deeply"
