"""Theorems about real numbers in the TPTP form that MetiTarski reads: ``fof(name, conjecture, ![X] : (0 < X => ln(1 + X) < X)).``

Axioms and included files are passed over: the meaning of every function is known here. Division by 0 has no value, and a hypothesis without a value does not hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from verify.claims import terms
from verify.claims.inequality import FUNCTIONS
from verify.claims.nodes import ClaimError, Node, number
from verify.claims.problems import Inequality, problem
from verify.claims.propositions import Compare
from verify.claims.typed import NotANumber, exact, shortened

TOKEN = re.compile(r"(?P<skip>\s+|%[^\n]*|/\*.*?\*/)|(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?P<word>[A-Za-z_]\w*|'[^']*')|(?P<sign><=>|=>|<=|>=|!=|=\)|\(=|[-!?\[\]:&|~<>=+*/^(),.])", re.DOTALL)
BINDING = {"<=>": 1, "=>": 2, "|": 3, "&": 4, "<": 6, "<=": 6, ">": 6, ">=": 6, "=": 6, "!=": 6, ":": 6, "+": 7, "-": 7, "*": 8, "/": 8, "^": 10}
NEGATED, MINUS = 5, 9
"""How tightly a negation and a minus sign bind."""
NAMES = {"ln": "log", "pow": "^"}
PROPOSITIONS = ("compare", "all", "any", "not", "implies")


@dataclass(frozen=True, slots=True)
class Token:
    kind: str
    text: str
    line: int


def inequalities(text: str, name: str) -> tuple[Inequality, ...]:
    """The statements that together are the conjectures of a file. Raises ClaimError with file and line where something is not understood."""
    reader = _Reader(name, [*_tokens(text, name)])
    conjectures = []
    while not reader.at_end:
        found = reader.statement()
        if found is not None:
            conjectures.append(found)
    if not conjectures:
        raise ClaimError(f"{name}: a conjecture is needed, got none; write fof(name, conjecture, ...).")
    hypotheses, conclusion = _parted(conjectures[0] if len(conjectures) == 1 else Node("all", *conjectures))
    return problem(reader.names, frozenset(), hypotheses, conclusion)


def _parted(p: Node) -> tuple[list[Node], Node]:
    """Hypotheses and conclusion of an implication, of several inside each other as well."""
    hypotheses: list[Node] = []
    while p.head == "implies":
        supposed, p = (part for part in p.args if isinstance(part, Node))
        hypotheses.append(supposed)
    return hypotheses, p


def _tokens(text: str, name: str) -> Iterator[Token]:
    place, line = 0, 1
    while place < len(text):
        found = TOKEN.match(text, place)
        if found is None:
            raise ClaimError(f"{name}, line {line}: {shortened(text[place:place + 20])!r} is not understood; a number, a name or an operator is expected")
        if found.lastgroup != "skip":
            yield Token(str(found.lastgroup), found[0], line)
        line += found[0].count("\n")
        place = found.end()


@dataclass
class _Reader:
    file: str
    tokens: list[Token]
    place: int = 0
    names: list[str] = field(default_factory=list)

    @property
    def at_end(self) -> bool:
        return self.place >= len(self.tokens)

    @property
    def here(self) -> Token:
        if self.at_end:
            raise ClaimError(f"{self.file}, line {self.tokens[-1].line if self.tokens else 1}: more is expected, got the end of the file; end each formula with ').'")
        return self.tokens[self.place]

    def refuse(self, token: Token, why: str) -> ClaimError:
        return ClaimError(f"{self.file}, line {token.line}: {shortened(token.text)!r} is not understood; {why}")

    def next(self) -> Token:
        found = self.here
        self.place += 1
        return found

    def take(self, text: str) -> Token:
        found = self.next()
        if found.text != text:
            raise self.refuse(found, f"{text!r} is expected here")
        return found

    # --- statements -----------------------------------------------------------------------------------------------

    def statement(self) -> Node | None:
        """A conjecture; None for an axiom or an included file."""
        kind = self.next()
        if kind.text == "include":
            self._skip()
            return None
        if kind.text not in ("fof", "cnf"):
            raise self.refuse(kind, "fof(...), cnf(...) or include(...) is expected")
        self.take("(")
        self.next()
        self.take(",")
        role = self.next().text
        self.take(",")
        if role not in ("conjecture", "theorem", "lemma"):
            self._skip()
            return None
        found = self.proposition(0)
        while self.here.text == ",":  # where it comes from
            self.place += 1
            self.next()
        self.take(")")
        self.take(".")
        return found

    def _skip(self) -> None:
        while self.next().text != "." or (not self.at_end and self.here.text not in ("fof", "cnf", "include")):
            if self.at_end:
                return

    # --- formulas -------------------------------------------------------------------------------------------------

    def proposition(self, least: int) -> Node:
        token = self.here
        found = self.expression(least)
        if found.head not in PROPOSITIONS:
            raise self.refuse(token, "a relation is expected to begin here, got a number")
        return found

    def expression(self, least: int) -> Node:
        left = self._first()
        while not self.at_end:
            token = self.here
            strength = BINDING.get(token.text) if token.kind == "sign" else None
            if strength is None or strength < least or (strength == 6 and least == 7):
                break
            self.place += 1
            if token.text == ":":
                left = self._between(left)
                continue
            right = self.expression(strength if token.text in ("^", "=>") else strength + 1)
            left = self._joined(token, left, right)
        return left

    def _first(self) -> Node:
        token = self.next()
        if token.kind == "number":
            try:
                return number(exact(token.text))
            except NotANumber as error:
                raise ClaimError(f"{self.file}, line {token.line}: {error}") from None
        if token.kind == "word":
            return self._named(token)
        if token.text == "(":
            found = self.expression(0)
            self.take(")")
            return found
        if token.text == "-":
            return -self.expression(MINUS)
        if token.text == "~":
            return Node("not", self.proposition(NEGATED))
        if token.text == "!":
            self._quantified()
            return self.proposition(0)
        raise self.refuse(token, "a number, a name, '(', '-', '~' or '!' is expected" if token.text != "?" else "names are bound by '!' alone")

    def _quantified(self) -> None:
        self.take("[")
        while True:
            self._name(self.next().text)
            token = self.next()
            if token.text == "]":
                break
            if token.text != ",":
                raise self.refuse(token, "',' or ']' is expected")
        self.take(":")

    def _name(self, name: str) -> Node:
        if name not in self.names:
            self.names.append(name)
        return Node("var", name)

    def _named(self, token: Token) -> Node:
        name = token.text
        if self.at_end or self.here.text != "(":
            return Node("pi") if name == "pi" else self._name(name)
        self.place += 1
        arguments = [self.expression(0)]
        while self.here.text == ",":
            self.place += 1
            arguments.append(self.expression(0))
        self.take(")")
        known = FUNCTIONS.get(NAMES.get(name, name))
        if name == "pow" and len(arguments) == 2:
            return _power(*arguments)
        if known is None or (len(arguments) != known[1] and not (name in ("min", "max") and len(arguments) > 1)):
            raise self.refuse(token, f"with {len(arguments)} arguments it is no function of the language; known: {' '.join(FUNCTIONS)}")
        return known[0](*arguments)

    def _between(self, left: Node) -> Node:
        """``X : (0, 1)``: between the ends, which belong to it where an equals sign stands beside the bracket."""
        opening = self.next()
        if opening.text not in ("(", "(="):
            raise self.refuse(opening, "an interval such as (0, 1) is expected")
        low = self.expression(7)
        self.take(",")
        high = self.expression(7)
        closing = self.next()
        if closing.text not in (")", "=)"):
            raise self.refuse(closing, "')' is expected")
        return Node("all", Compare(low, "<=" if opening.text == "(=" else "<", left), Compare(left, "<=" if closing.text == "=)" else "<", high))

    def _joined(self, token: Token, left: Node, right: Node) -> Node:
        kind = token.text
        logical = [side.head in PROPOSITIONS for side in (left, right)]
        if kind in ("<=>", "=>", "|", "&"):
            if not all(logical):
                raise self.refuse(token, "it joins relations, got a number")
            if kind == "<=>":
                return Node("all", Node("implies", left, right), Node("implies", right, left))
            return Node({"=>": "implies", "|": "any", "&": "all"}[kind], left, right)
        if any(logical):
            raise self.refuse(token, "it stands between numbers, got a relation")
        if kind in ("<", "<=", ">", ">=", "=", "!="):
            return Compare(left, "==" if kind == "=" else kind, right)
        return {"+": Node.__add__, "-": Node.__sub__, "*": Node.__mul__, "/": Node.__truediv__, "^": _power}[kind](left, right)


def _power(a: Node, b: Node) -> Node:
    return terms.exp(b) if a == terms.E else a**b
