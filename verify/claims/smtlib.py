"""SMT-LIB problems about real numbers and integers, with exp, sin and the like: what is asserted, as a theorem that not all of it holds.

A parser of its own: those of solvers and of their wrappers refuse functions that their theories lack, and these files have little grammar. Division by 0 and logarithms of negative
numbers have no value here; an assertion without a value does not hold.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

from verify.claims import terms
from verify.claims.inequality import CONSTANTS, FUNCTIONS
from verify.claims.nodes import ClaimError, Node, number
from verify.claims.problems import Inequality, unsatisfiable
from verify.claims.propositions import Compare
from verify.claims.typed import NotANumber, exact, shortened

TOKEN = re.compile(r"(?P<skip>\s+|;[^\n]*)|(?P<bracket>[()])|\|(?P<quoted>[^|]*)\||(?P<text>\"(?:[^\"]|\"\")*\")|(?P<atom>[^\s()|\";]+)")
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
BOUNDS = re.compile(r"([^,\]]+),([^,\]]+)\]")
"""The range that some solvers read behind a sort: ``(declare-fun x () Real [0, 1])``."""
IGNORED = frozenset({"set-logic", "set-option", "check-sat", "get-model", "get-value", "get-info", "exit", "echo", "get-unsat-core", "get-proof"})
RELATIONS = ("<=", "<", ">=", ">")
NAMES = {"arctan2": "atan2", "ln": "log", "real.pi": "pi", "arcsinh": "asinh", "arccosh": "acosh", "arctanh": "atanh"}
"""Other names of functions and constants."""


@dataclass(frozen=True, slots=True)
class Atom:
    """A word of the file with its line; ``plain`` where it stands between bars or in quotes."""

    text: str
    line: int
    plain: bool = False


@dataclass(frozen=True, slots=True)
class Items:
    """A list in brackets."""

    items: tuple[Any, ...]
    line: int


def inequalities(text: str, name: str) -> tuple[Inequality, ...]:
    """The statements that together say that a file has no model. Raises ClaimError with file and line where something is not understood."""
    reader = _Reader(name)
    for command in _parsed(text, name):
        reader.command(command)
    if not reader.asserted:
        raise ClaimError(f"{name}: something must be asserted, got nothing; write (assert ...)")
    return unsatisfiable(tuple(reader.names.values()), frozenset(reader.whole), reader.asserted)


def status(text: str) -> str | None:
    """``sat``, ``unsat`` or ``unknown`` where the file says so."""
    found = re.search(r"\(\s*set-info\s+:status\s+(sat|unsat|unknown)\s*\)", text)
    return None if found is None else found[1]


def _tokens(text: str, name: str) -> Iterator[tuple[str, Atom]]:
    place, line = 0, 1
    while place < len(text):
        found = TOKEN.match(text, place)
        if found is None:
            raise ClaimError(f"{name}, line {line}: {shortened(text[place:place + 20])!r} is not understood; a word, a number or a bracket is expected")
        kind, word = str(found.lastgroup), found[str(found.lastgroup)]
        if kind != "skip":
            yield kind, Atom(word, line, kind in ("quoted", "text"))
        line += found[0].count("\n")
        place = found.end()


def _parsed(text: str, name: str) -> list[Items]:
    open_lists: list[tuple[list[Any], int]] = [([], 1)]
    for kind, atom in _tokens(text, name):
        if kind != "bracket":
            open_lists[-1][0].append(atom)
        elif atom.text == "(":
            open_lists.append(([], atom.line))
        elif len(open_lists) == 1:
            raise ClaimError(f"{name}, line {atom.line}: a bracket is closed that was not opened; leave it out")
        else:
            items, line = open_lists.pop()
            open_lists[-1][0].append(Items(tuple(items), line))
    if len(open_lists) > 1:
        raise ClaimError(f"{name}, line {open_lists[-1][1]}: the bracket that is opened here must be closed, got the end of the file; close it")
    commands = open_lists[0][0]
    for one in commands:
        if not isinstance(one, Items) or not one.items or not isinstance(one.items[0], Atom):
            raise ClaimError(f"{name}, line {one.line}: a command in brackets is expected, got {_said(one)}; write (assert ...)")
    return commands


def _said(item: Any) -> str:
    return shortened(item.text) if isinstance(item, Atom) else f"({' '.join(_said(one) for one in item.items[:3])}{' ...' if len(item.items) > 3 else ''})"


@dataclass
class _Reader:
    """Declarations and assertions of one file. Numbers and propositions are nodes; what is neither is refused."""

    file: str
    names: dict[str, str] = field(default_factory=dict)
    whole: set[str] = field(default_factory=set)
    defined: dict[str, tuple[tuple[str, ...], Any]] = field(default_factory=dict)
    asserted: list[Node] = field(default_factory=list)

    def refuse(self, item: Any, why: str) -> ClaimError:
        return ClaimError(f"{self.file}, line {item.line}: {_said(item)} is not understood; {why}")

    def command(self, command: Items) -> None:
        kind = command.items[0].text
        if kind == "assert" and len(command.items) == 2:
            self.asserted.append(self.proposition(command.items[1], {}))
        elif kind in ("declare-fun", "declare-const"):
            self._declare(command)
        elif kind == "define-fun" and len(command.items) == 5:
            name, parameters, _, body = command.items[1:]
            self.defined[name.text] = (tuple(one.items[0].text for one in parameters.items), body)
        elif kind != "set-info" and kind not in IGNORED:
            raise self.refuse(command, "accepted are declare-fun, declare-const, define-fun and assert")

    def _declare(self, command: Items) -> None:
        items = command.items
        bounds = BOUNDS.fullmatch(" ".join(one.text for one in items if isinstance(one, Atom)).partition("[")[2]) if isinstance(items[-1], Atom) and items[-1].text.endswith("]") else None
        if bounds is not None:
            items = tuple(one for one in items[:items.index(next(one for one in items if isinstance(one, Atom) and one.text.startswith("[")))])
        constant = len(items) == 4 and isinstance(items[2], Items) and not items[2].items if items[0].text == "declare-fun" else len(items) == 3
        sort = items[-1].text if isinstance(items[-1], Atom) else ""
        if not constant or sort not in ("Real", "Int"):
            raise self.refuse(command, "constants of sort Real or Int are accepted")
        name = re.sub(r"\W", "_", items[1].text)
        while name in self.names.values() or name in FUNCTIONS or name in CONSTANTS or not name[:1].isalpha():
            name = f"v{name}" if not name[:1].isalpha() else f"{name}_"
        self.names[items[1].text] = name
        if sort == "Int":
            self.whole.add(name)
        for end, relation in zip(bounds.groups() if bounds is not None else (), (">=", "<="), strict=False):
            self.asserted.append(Compare(Node("var", name), relation, number(exact(end.strip()))))

    # --- propositions ---------------------------------------------------------------------------------------------

    def proposition(self, item: Any, bound: Mapping[str, Node]) -> Node:
        found = self.value(item, bound)
        if found.head not in ("compare", "all", "any", "not", "implies"):
            raise self.refuse(item, "a proposition is expected here, got a number")
        return found

    def term(self, item: Any, bound: Mapping[str, Node]) -> Node:
        found = self.value(item, bound)
        if found.head in ("compare", "all", "any", "not", "implies"):
            raise self.refuse(item, "a number is expected here, got a proposition")
        return found

    def value(self, item: Any, bound: Mapping[str, Node]) -> Node:
        if isinstance(item, Atom):
            return self._word(item, bound)
        if not item.items or not isinstance(item.items[0], Atom):
            raise self.refuse(item, "a function and its arguments are expected")
        kind, rest = item.items[0].text, item.items[1:]
        if kind == "let" and len(rest) == 2:
            return self.value(rest[1], {**bound, **{pair.items[0].text: self.value(pair.items[1], bound) for pair in rest[0].items}})
        if kind == "!":  # an annotated term
            return self.value(rest[0], bound)
        if kind in self.defined:
            return self._applied(item, *self.defined[kind], rest, bound)
        return self._composed(item, kind, [self.value(one, bound) for one in rest])

    def _word(self, item: Atom, bound: Mapping[str, Node]) -> Node:
        name = item.text
        if name in bound:
            return bound[name]
        if name in self.defined and not self.defined[name][0]:
            return self.value(self.defined[name][1], {})
        if name in self.names:
            return Node("var", self.names[name])
        if not item.plain and NUMBER.fullmatch(name):
            try:
                return number(exact(name))
            except NotANumber as error:
                raise ClaimError(f"{self.file}, line {item.line}: {error}") from None
        if name in ("true", "false"):
            return Node("all" if name == "true" else "any")
        if NAMES.get(name, name) == "pi":
            return Node("pi")
        raise self.refuse(item, "it must be declared first")

    def _applied(self, item: Items, parameters: tuple[str, ...], body: Any, arguments: tuple[Any, ...], bound: Mapping[str, Node]) -> Node:
        if len(parameters) != len(arguments):
            raise self.refuse(item, f"{len(parameters)} arguments are expected, got {len(arguments)}")
        return self.value(body, {name: self.value(one, bound) for name, one in zip(parameters, arguments, strict=True)})

    def _composed(self, item: Items, kind: str, parts: list[Node]) -> Node:
        logical = [part.head in ("compare", "all", "any", "not", "implies") for part in parts]
        rule: Callable[..., Node] | None = None
        if parts and all(logical):
            rule = _CONNECTIVES.get(kind)
        elif kind == "ite" and len(parts) == 3 and logical == [True, False, False]:
            return Node("if", *parts)
        elif parts and not any(logical):
            if kind in ("=", "distinct", *RELATIONS):
                return _related(kind, parts)
            rule = _ARITHMETIC.get(kind)
            known = FUNCTIONS.get(NAMES.get(kind, kind))
            if rule is None and known is not None and (len(parts) == known[1] or (kind in ("min", "max") and len(parts) > 1)):
                rule = known[0]
        if rule is None:
            raise self.refuse(item, f"{kind} with {len(parts)} arguments of these kinds is no function of the language")
        try:
            return rule(*parts)
        except TypeError:
            raise self.refuse(item, f"{kind} takes another number of arguments") from None


def _related(kind: str, parts: list[Node]) -> Node:
    if kind == "distinct":
        pairs = [(a, b) for k, a in enumerate(parts) for b in parts[k + 1:]]
    else:
        pairs = list(itertools.pairwise(parts))
    relation = {"=": "==", "distinct": "!="}.get(kind, kind)
    found = [Compare(a, relation, b) for a, b in pairs]
    return found[0] if len(found) == 1 else Node("all", *found)


def _equivalent(*parts: Node) -> Node:
    return Node("all", *(Node("implies", a, b) for one, other in itertools.pairwise(parts) for a, b in ((one, other), (other, one))))


def _minus(*parts: Node) -> Node:
    return -parts[0] if len(parts) == 1 else reduce(lambda a, b: a - b, parts)


def _power(a: Node, b: Node) -> Node:
    return terms.exp(b) if a == terms.E else a**b


_CONNECTIVES: dict[str, Callable[..., Node]] = {
    "and": lambda *parts: Node("all", *parts), "or": lambda *parts: Node("any", *parts), "not": lambda a: Node("not", a), "=": _equivalent,
    "=>": lambda *parts: reduce(lambda b, a: Node("implies", a, b), reversed(parts)), "xor": lambda a, b: Node("not", _equivalent(a, b)), "distinct": lambda a, b: Node("not", _equivalent(a, b)),
    "ite": lambda c, a, b: Node("all", Node("implies", c, a), Node("implies", Node("not", c), b)),
}
_ARITHMETIC: dict[str, Callable[..., Node]] = {
    "+": lambda *parts: reduce(lambda a, b: a + b, parts), "-": _minus, "*": lambda *parts: reduce(lambda a, b: a * b, parts), "/": lambda *parts: reduce(lambda a, b: a / b, parts),
    "^": _power, "pow": _power, "to_real": lambda a: a,
}
