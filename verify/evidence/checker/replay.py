"""Proofs by identity, replayed: a tree of cells that covers the domain by construction, and on each cell the rule by which the conclusion holds.

A certificate holds the tree: of each range whether it is split into its cells (``range``), or its name may be any number (``any``), or any number between its ends (``between``); the
cuts, at a root of a symbol or by the sign of an unknown number; and on each cell a rule for each comparison. It has no say in what the cells are (:mod:`cells`) or what the rules mean (:mod:`comparisons`). :meth:`Derivation.find` writes such a tree,
:meth:`Derivation.follow` confirms one, by the same steps but without any search.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from verify.evidence.checker import closed, normal
from verify.evidence.checker.cells import Cell, Spend, by_sign, cut, cuts, loosely, range_cells, unknown_parts
from verify.evidence.checker.comparisons import ARGUMENTS, RULES, Stuck, candidates, formula_of
from verify.evidence.checker.derive import RELATIONS, Infinite, Reader
from verify.evidence.checker.form_signs import Fact
from verify.evidence.checker.formula import NEGATED, Malformed, Refused, argument, entries, head, mentions, names, stated, validate, word
from verify.evidence.checker.normal import ONE, Form, TooLarge, atom
from verify.evidence.checker.sign_sets import POSITIVE, Missing, Open, Unread
from verify.evidence.checker.unknown_functions import Unknown, unknown

MOST_CELLS, MOST_DEPTH = 400, 24
FIND_WORK, FOLLOW_WORK = 100_000, 200_000
"""What finding and following a derivation may cost, in products of terms."""
RULE_WORK = dict.fromkeys(RULES, 6_000) | {"equal": 30_000, "exponentials": 12_000}
"""What one rule that is tried may cost."""
MOST_SIGN_FACTS = 4
"""What may be known of a cell that is cut once more by the sign of a form."""
NODES = ("cut", "sign", "range", "any", "between", "empty", "holds", "given")


class _Loose(Exception):
    """The sign of a name that may be any number is needed: the message is none of a proof."""

    def __init__(self, names: set[str]) -> None:
        super().__init__(", ".join(sorted(names)))
        self.names = names


# --- propositions --------------------------------------------------------------------------------------------------------


class _Proofs:
    """The rules of one cell: taken from what is stored, or found and kept."""

    def __init__(self, stored: list[Any] | None) -> None:
        self.stored = stored
        self.kept: list[Any] = []
        self.place = 0

    def compare(self, reader: Reader, left: Form, relation: str, right: Form) -> None:
        if self.stored is not None:
            if self.place >= len(self.stored):
                raise Refused("a comparison has no rule")
            rule = self.stored[self.place]
            self.place += 1
            known = isinstance(rule, list) and rule and isinstance(rule[0], str) and rule[0] in RULES
            if not known or len(rule) != 1 + ARGUMENTS.get(rule[0], 0):
                raise Malformed("a rule of the derivation is none that is known")
            for part in rule[1:]:
                validate(part)
            left_over = normal.METER.left
            start = normal.METER.left = min(left_over, 2 * RULE_WORK[rule[0]])
            if not RULES[rule[0]](reader, left, relation, right, rule[1:]):
                raise Refused(f"the comparison does not follow by {rule[0]}")
            normal.METER.left += left_over - start
            return
        opened: Open | None = None
        for rule in RULES:
            left_over = normal.METER.left
            normal.METER.left = min(left_over, RULE_WORK[rule])
            start = normal.METER.left
            try:
                for arguments in candidates(reader, rule, left, right):
                    if RULES[rule](reader, left, relation, right, arguments):
                        self.kept.append([rule, *arguments])
                        return
            except Open as error:
                opened = opened or error
            except normal.Exhausting:
                if left_over <= RULE_WORK[rule]:
                    raise
            except (Missing, Unread, TooLarge, ZeroDivisionError, Stuck, Malformed):
                continue
            finally:
                normal.METER.left += left_over - start
        raise opened or Open(left.minus(right))

    def done(self) -> None:
        if self.stored is not None and self.place != len(self.stored):
            raise Refused("the derivation holds rules that no comparison needs")


def prove(p: Any, reader: Reader, proofs: _Proofs) -> None:
    """The proposition is true, and has a value, everywhere on the cell."""
    kind = head(p)
    if kind == "all":
        for part in p[1:]:
            prove(part, reader, proofs)
    elif kind == "compare" and word(argument(p, 1)) in RELATIONS:
        relation = word(p[2])
        left, right = reader.number(p[1]), reader.number(argument(p, 2))
        if isinstance(left, Infinite) or isinstance(right, Infinite):
            sign = reader.difference(left, right)
            if sign not in RELATIONS[relation]:
                raise Refused("the sides differ by infinity")
            return
        proofs.compare(reader, left, relation, right)
    elif kind == "member" and head(stated(argument(p, 1))) == "interval":
        reader.number(p[1])  # it has a value, also where no end has to be compared
        prove(["all", *closed.membership(p[1], stated(p[2]))], reader, proofs)
    elif kind == "not" and head(argument(p, 0)) == "compare" and word(argument(p[1], 1)) in RELATIONS:
        prove(["compare", p[1][1], ["word", NEGATED[word(p[1][2])]], argument(p[1], 2)], reader, proofs)
    elif kind == "any":
        for part in p[1:]:
            if reader.truth(part):
                return
        raise Refused("no part of the disjunction holds")
    elif kind == "implies":
        if reader.truth(argument(p, 0)):
            prove(argument(p, 1), reader, proofs)
    elif kind == "iff":
        if reader.truth(argument(p, 0)) != reader.truth(argument(p, 1)):
            raise Refused("the sides of the equivalence differ")
    else:
        raise Unread(f"the proposition {kind[:40]}")


def assume(cell: Cell, hypotheses: Sequence[Any], spend: Spend) -> tuple[Cell, int, list[Form]]:
    """The cell with the hypotheses as facts; the number (from 1) of one that fails on all of it, or 0; and the differences that are open.

    A hypothesis that cannot be read is left out, which asks for more than the statement says.
    """
    opened: list[Form] = []
    plain = replace(cell, facts=())
    for k, h in enumerate(hypotheses, 1):
        for part in h[1:] if head(h) == "all" else [h]:
            if head(part) == "member" and head(stated(argument(part, 1))) == "interval":
                parts = closed.membership(argument(part, 0), stated(part[2]))
            else:
                parts = [part]
            for each in parts:
                facts, fails, more = _assume_one(plain, each, spend)
                cell = replace(cell, facts=tuple(sorted((*cell.facts, *facts), key=lambda fact: any(e is not None for _, e in fact[0].top.terms))))
                opened += more
                if fails:
                    return cell, k, opened
    return cell, 0, opened


def _assume_one(cell: Cell, h: Any, spend: Spend) -> tuple[list[Fact], bool, list[Form]]:
    if head(h) != "compare" or word(argument(h, 1)) not in RELATIONS:
        return [], False, []
    relation = word(h[2])
    reader = cell.reader(spend)
    try:
        left, right = reader.number(h[1]), reader.number(argument(h, 2))
    except Missing:  # a hypothesis without a value does not hold
        return [], True, []
    except Open as error:
        return [], False, [error.form]
    except (Unread, TooLarge, ZeroDivisionError):
        return [], False, []
    gap = reader.difference(right, left)
    if isinstance(gap, int):
        return [], -gap not in RELATIONS[relation], []
    sign = reader.signs.sign(gap.scaled(-ONE))
    if sign <= RELATIONS[relation]:
        return [], False, []
    if not sign & RELATIONS[relation]:
        return [], True, []
    if relation == "!=":
        return [], False, [gap]
    facts: list[Fact] = []
    for one, direction in ((gap, ("<=", "<", "==")), (gap.scaled(-ONE), (">=", ">", "=="))):
        if relation in direction:
            facts.append((one, relation in ("<", ">")))
    if all(reader.signs.sign(side) == POSITIVE for side in (left, right) if isinstance(side, Form)):
        try:
            logs = reader.log(right).minus(reader.log(left))  # type: ignore[arg-type]
            facts = [*((logs if one is gap else logs.scaled(-ONE), strict) for one, strict in facts), *facts]
        except (Open, Missing, TooLarge, ZeroDivisionError):
            pass
    return facts, False, [gap]


# --- the tree ------------------------------------------------------------------------------------------------------------


class Derivation:
    """One walk over the cells of a statement."""

    def __init__(self, over: Sequence[tuple[Any, Any]], hypotheses: Sequence[Any], goal: Any, spend: Spend) -> None:
        normal.begin(FIND_WORK)
        self.over = list(over)
        self.hypotheses, self.goal, self.spend = hypotheses, goal, spend
        self.inner: set[str] = set()
        self._lifted()
        self.cells = 0
        self.work, self.spent = FIND_WORK, 0
        self.ways: dict[str, str] = {}
        """How the ranges of names are read while a derivation is looked for; as ``range`` where nothing is said."""

    def _lifted(self) -> None:
        """A conclusion "for all y" is one about y, where y is a name of its own; its range must have a value wherever the conclusion is asked."""
        while head(self.goal) == "forall":
            inner = entries(self.goal)
            new = [n for pattern, _ in inner for n in names(pattern)]
            taken = {n for pattern, _ in self.over for n in names(pattern)}.union(*(mentions(h) for h in self.hypotheses))
            if taken & set(new) or len(set(new)) < len(new):
                return
            self.inner |= set(new)
            self.over += inner
            self.goal = argument(self.goal, 1)

    def follow(self, tree: Any) -> None:
        normal.begin(FOLLOW_WORK)
        try:
            self._follow(Cell(), 0, tree, 0)
        except normal.Exhausting as error:
            raise Refused(str(error)) from None

    def _count(self, depth: int) -> None:
        self.cells += 1
        if self.cells > 2 * MOST_CELLS or depth > MOST_DEPTH:
            raise Refused("the derivation has too many cells")

    def _follow(self, cell: Cell, k: int, node: Any, depth: int) -> None:
        self._count(depth)
        if not isinstance(node, list) or not node or node[0] not in NODES:
            raise Malformed(f"a node of the derivation is a list that begins with one of {', '.join(NODES)}")
        try:
            if node[0] == "cut":
                if len(node) < 3 or not isinstance(node[1], str):
                    raise Malformed("a cut names a symbol and its root")
                validate(node[2])
                root = Reader(_symbols(cell), cell.signs(self.spend)).form(node[2])
                self._children(cut(cell, node[1], root, self.spend), k, node[3:], depth)
            elif node[0] == "sign":
                if len(node) != 5 or k != len(self.over):
                    raise Malformed("a cell is cut by the sign of a form where all names have their ranges, into three")
                validate(node[1])
                form = Reader(_symbols_and_functions(cell), cell.signs(self.spend), closed.RULES).form(node[1])
                if not form.symbols() <= {s for s, _ in cell.symbols}:
                    raise Refused("a cell is cut by the sign of a form in other symbols")
                self._children(by_sign(cell, form), k, node[2:], depth)
            elif node[0] in ("range", "any", "between"):
                if k >= len(self.over):
                    raise Refused("the derivation knows more ranges than the statement")
                self._children(self._ranges(cell, k, node[0]), k + 1, node[1:], depth)
            else:
                if k != len(self.over):
                    raise Refused("the derivation leaves out a range")
                self._leaf(cell, node)
        except Open as error:
            raise Refused(f"the derivation does not say enough: {error}") from None
        except Missing as error:
            raise Refused(f"no value: {error}") from None
        except (Unread, TooLarge, ZeroDivisionError) as error:
            raise Refused(f"the derivation cannot be replayed: {error}") from None

    def _children(self, parts: Sequence[Cell], k: int, nodes: Sequence[Any], depth: int) -> None:
        if len(parts) != len(nodes):
            raise Refused(f"the derivation has {len(nodes)} parts where the cell has {len(parts)}")
        for part, node in zip(parts, nodes, strict=True):
            self._follow(part, k, node, depth + 1)

    def _ranges(self, cell: Cell, k: int, way: str) -> list[Cell]:
        pattern, where = self.over[k]
        if head(pattern) != "var":
            raise Unread("a pattern of several names")
        name = names(pattern)[0]
        if name not in self.needed():
            return [cell]  # what nothing mentions may be anything: its set is not looked at
        if head(stated(where)) == "functions":
            return [cell.with_value(name, unknown(name, stated(where), self.hypotheses))]
        if way == "range":
            return range_cells(cell, name, where, self.spend)
        return [loosely(cell, name, where, self.spend, way == "between")]

    def needed(self) -> set[str]:
        """Names that the conclusion, a hypothesis or a range mentions, and those of the conclusion's own ranges."""
        return mentions(self.goal).union(self.inner, *(mentions(h) for h in self.hypotheses), *(mentions(w) for _, w in self.over))

    def _leaf(self, cell: Cell, node: list[Any]) -> None:
        fails = 0
        if node[0] != "holds":
            cell, fails, _ = assume(cell, self.hypotheses, self.spend)
        if node[0] == "empty":
            if not fails or len(node) != 1:
                raise Refused("the derivation leaves out a cell on which the hypotheses may hold")
            return
        proofs = _Proofs(node[1:])
        prove(self.goal, self._reader(cell), proofs)
        proofs.done()

    def _reader(self, cell: Cell) -> Reader:
        return Reader({**cell.values, "#symbols": _symbols(cell)}, cell.signs(self.spend), closed.RULES)

    # finding
    def find(self, work: int = 4 * FIND_WORK) -> Any:
        """A tree that proves the statement; ``work``: products of terms that it may cost, no more than FIND_WORK for each way to range over the names. Raises Stuck."""
        self.work = work
        numbers = {names(p)[0]: w for p, w in self.over if head(p) == "var" and head(stated(w)) in ("interval", "integers")}
        self.ways = dict.fromkeys(numbers, "any")
        why = Stuck("no range is split")
        while True:
            loose = [name for name, way in self.ways.items() if way == "any"]
            try:
                return self._found()
            except _Loose as error:
                self.ways |= dict.fromkeys(error.names, "range")
            except Stuck as error:
                why = error
                self.ways |= dict.fromkeys(loose, "range")
            if not loose:
                break
        between = {name for name, where in numbers.items() if mentions(where) & set(numbers)}
        if not between:
            raise why
        self.ways = {name: "between" if name in between else "range" for name in numbers}
        try:
            return self._found()
        except (Stuck, _Loose):
            raise why from None

    def _found(self) -> Any:
        most = min(FIND_WORK, self.work - self.spent)
        normal.begin(most)
        self.cells = 0
        try:
            return self._find(Cell(), 0, 0)
        except normal.Exhausting as error:
            raise Stuck(str(error)) from None
        finally:
            self.spent += most - normal.METER.left

    def _find(self, cell: Cell, k: int, depth: int) -> Any:
        self.cells += 1
        if self.cells > MOST_CELLS or depth > MOST_DEPTH:
            raise Stuck("too many cells")
        opened: list[Form] = []
        try:
            if k < len(self.over):
                way = self.ways.get(names(self.over[k][0])[0], "range") if head(self.over[k][0]) == "var" else "range"
                return [way, *(self._find(part, k + 1, depth + 1) for part in self._ranges(cell, k, way))]
            leaf = self._found_leaf(cell)
            if isinstance(leaf[0], str):
                return leaf
            opened = leaf
        except Open as error:
            opened = [error.form]
        except Missing as error:
            raise Stuck(f"no value: {error}") from None
        except Refused as error:
            raise Stuck(str(error)) from None
        except (Unread, TooLarge, ZeroDivisionError) as error:
            raise Stuck(str(error)) from None
        self._tightened(cell, opened)
        return self._cut(cell, k, depth, opened)

    def _found_leaf(self, cell: Cell) -> list[Any]:
        """A leaf that proves the conclusion on a cell, or the forms whose signs are open."""
        opened: list[Form] = []
        proofs = _Proofs(None)
        try:
            prove(self.goal, self._reader(cell), proofs)
            return ["holds", *proofs.kept]
        except (Open, Missing, Refused) as error:
            if not self.hypotheses:
                raise
            opened = [error.form] if isinstance(error, Open) else []
        assumed, fails, more = assume(cell, self.hypotheses, self.spend)
        if fails:
            return ["empty"]
        opened += more
        proofs = _Proofs(None)
        try:
            prove(self.goal, self._reader(assumed), proofs)
            return ["given", *proofs.kept]
        except Open as error:
            return [error.form, *opened]
        except (Missing, Refused):
            if not opened:
                raise
            return opened

    def _tightened(self, cell: Cell, opened: Sequence[Form]) -> None:
        """Raises _Loose where a sign that is open may be known in the range of a name that was left loose."""
        loose = {symbol for symbol, kind in cell.symbols if kind == "u"} & set().union(*(f.symbols() for f in opened))
        if found := {name for name, value in cell.values.items() if isinstance(value, Form) and value.symbols() & loose and self.ways.get(name) == "any"}:
            raise _Loose(found)

    def _cut(self, cell: Cell, k: int, depth: int, opened: Sequence[Form]) -> Any:
        if depth >= MOST_DEPTH // 2:
            raise Stuck("too many cases")
        for form in opened:
            try:
                options = cuts(cell, form, self.spend)
            except (TooLarge, ZeroDivisionError):
                continue
            for symbol, root in options[:3]:
                try:
                    parts = cut(cell, symbol, root, self.spend)
                    stored = formula_of(root)
                except (Refused, Open, Missing, Unread, TooLarge, ZeroDivisionError, Stuck):
                    continue
                return ["cut", symbol, stored, *(self._find(part, k, depth + 1) for part in parts)]
        if k == len(self.over) and (by := self._sign_cut(cell, opened)) is not None:
            return ["sign", by[0], *(self._find(part, k, depth + 1) for part in by[1])]
        raise Stuck(f"no rule proves it; open is {str(opened[0])[:200] if opened else 'nothing'}")


    def _sign_cut(self, cell: Cell, opened: Sequence[Form]) -> tuple[Any, list[Cell]] | None:
        """A form in values or slopes of unknown functions on whose sign one that is open depends, as it is stored, and the cells by its sign."""
        if len(cell.facts) > MOST_SIGN_FACTS:
            return None
        for form in opened:
            try:
                for part in unknown_parts(cell, form, self.spend):
                    stored = formula_of(part)
                    again = Reader(_symbols_and_functions(cell), cell.signs(self.spend), closed.RULES).form(stored)
                    if again == part:
                        return stored, by_sign(cell, part)
            except (Refused, Open, Missing, Unread, TooLarge, ZeroDivisionError, Stuck):
                continue
        return None


def _symbols_and_functions(cell: Cell) -> dict[str, Any]:
    return {**{name: value for name, value in cell.values.items() if isinstance(value, Unknown)}, **_symbols(cell)}


def _symbols(cell: Cell) -> dict[str, Any]:
    return {name: atom((kind, name)) for name, kind in cell.symbols}


def derivation(statement: Any, spend: Spend) -> Derivation:
    """The walk of a whole statement, as in a certificate."""
    over = entries(statement) if head(statement) == "forall" else []
    body = argument(statement, 1) if head(statement) == "forall" else statement
    hypotheses: list[Any] = []
    if head(body) == "implies":
        left = argument(body, 0)
        if head(left) == "all":
            hypotheses, body = left[1:], argument(body, 1)
    return Derivation(over, hypotheses, body, spend)


__all__ = ["Derivation", "derivation"]
