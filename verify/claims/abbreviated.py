"""Long formulas for a page: parts that stand in them several times, or that no line has room for, get letters, "where A = ...". Only what is shown changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from verify.claims.nodes import Node, children, free_names, literal, mentioned, rebuild, shared
from verify.claims.notation import name_text

LINE = 60
"""Formulas of more signs get letters."""
BLOCK = 30
"""Signs that a fraction, a power, cases or what stands below a supremum may have: a page cannot break a line there."""
ROOM = 36
"""Signs that a part should have at most that gets a letter for the sake of what it stands in."""
WORTH = 8
"""A part of fewer signs gets no letter."""
SAVED = 20
"""Signs that a letter saves at least."""
MOST = 52
"""Letters of one statement."""
LETTERS = "ABCFGMSTUVXYZJNOQ"
SYMBOLS = frozenset("add mul pow exp log max min abs norm if item sup inf sum prod expect prob wasserstein renyi hockey_stick binomial apply compare all any implies iff not var num coordinates interval integers one_of".split())
"""Heads that are written as one sign; others are words."""
NEVER = frozenset("var num word_ point item equals printed lambda compare member not all any implies iff forall exists holds chain free_of tuple interval integers one_of".split())
"""Heads of what is no number and no distribution, or is short."""
KEPT = 1 << 17
_MADE: dict[Node, Node] = {}
"""Parts of the formulas so far, each once: readings of a claim share most of theirs."""
UNBROKEN = frozenset({"pow", "if", "exp", "binomial"})
BINDERS = frozenset({"sup", "inf", "sum", "prod"})
OTHERWISE = 9
"""Signs of the last condition of cases."""


def abbreviated(formulas: Sequence[Node], names: Sequence[str] = ()) -> tuple[list[Node], list[tuple[Node, Node]]]:
    """The formulas with letters for some of their parts, and what each letter stands for, in the order in which a reader meets them.

    Parameters
    ----------
    formulas : sequence of Node
        Shown together.
    names : sequence of str
        Names that have a meaning already, besides those in the formulas.
    """
    if len(_MADE) > KEPT:
        _MADE.clear()
    lines: list[Node] = [shared(one, _MADE) for one in formulas]
    outside = frozenset(names) | {name for one in formulas for name in free_names(one)}
    meant: dict[str, Node] = {}
    while len(meant) < MOST and (part := _next(lines)) is not None:
        letter = f"#{len(meant)}"
        inner = sorted(free_names(part) - outside - set(meant))
        shown = Node("var", letter) if not inner else Node("apply", Node("var", letter), *(Node("var", name) for name in inner))
        done: dict[Node, Node] = {part: shown}
        lines = [shared(_replaced(one, signs(part), done), _MADE) for one in lines] + [part]
        meant[letter] = shown
    return _lettered(lines, len(formulas), meant, outside | {name for one in formulas for name in mentioned(one)}) if meant else (list(formulas), [])


@lru_cache(maxsize=1 << 16)
def signs(node: Node) -> int:
    """About how many signs wide a formula is."""
    if node.head == "var":
        return len(name_text(str(node.args[0])))
    if node.head in ("num", "word_"):
        return len(str(node.args[0]))
    if node.head == "law":
        return len(str(node.args[0])) + sum(signs(one) + 2 for one in _seen(node)) + sum(len(name) for name in _named(node))
    if node.head == "if":
        return _signs_of_cases(node)
    return (1 if node.head in SYMBOLS else len(node.head)) + sum(signs(one) + 1 for one in _seen(node))


def _named(law: Node) -> list[str]:
    """The parameters of a distribution whose names are written: all but the first."""
    assert isinstance(law.args[1], tuple)
    return [str(parameter[0]) for parameter in law.args[1][1:] if isinstance(parameter, tuple)]


def _signs_of_cases(node: Node) -> int:
    """Values of cases stand below one another, and so do conditions."""
    values, conditions = [], [OTHERWISE]
    rest: Node = node
    while rest.head == "if":
        condition, value, rest = children(rest)
        values.append(signs(value))
        conditions.append(signs(condition))
    return max(*values, signs(rest)) + max(conditions) + 3


@lru_cache(maxsize=1 << 16)
def _crowded(node: Node) -> bool:
    """Whether something in it is too wide for a place where a page cannot break a line."""
    return any(signs(one) > BLOCK for one in _blocks(node)) or any(map(_crowded, _seen(node)))


def _seen(node: Node) -> list[Node]:
    """The parts of a node that are written: of a law its parameters, not its density."""
    return children(node) if node.head != "law" else children(Node("law", node.args[1]))


def _walk(node: Node) -> Iterator[Node]:
    yield node
    for one in _seen(node):
        yield from _walk(one)


def _blocks(node: Node) -> list[Node]:
    """What a page cannot break a line in: a fraction, a power or cases, and the condition below a supremum or a sum."""
    if node.head in UNBROKEN or (node.head == "mul" and any(map(_divides, children(node)))):
        return [node]
    return [one for one in node.args[2:3] if isinstance(one, Node)] if node.head in BINDERS else []


def _divides(factor: Node) -> bool:
    """Whether a factor stands below the line of a fraction."""
    value = literal(factor)
    return value.denominator != 1 if value is not None else factor.head == "pow" and isinstance(factor.args[1], Node) and (literal(factor.args[1]) or 0) < 0


def _next(lines: Sequence[Node]) -> Node | None:
    """The part that gets a letter next: the one by which most is saved, or else the largest that a line has room for inside one that it has none for."""
    if not any(signs(one) > LINE or _crowded(one) for one in lines):
        return None
    counts, whole = _counts(lines), set(lines)
    several = [one for one, count in counts.items() if _namable(one) and one not in whole and (count - 1) * signs(one) >= SAVED]
    if several:
        return max(several, key=lambda one: (counts[one] - 1) * signs(one))
    blocks = (block for line in lines if _crowded(line) for one in _walk(line) for block in _blocks(one) if signs(block) > BLOCK)
    inner = ([one for child in _seen(block) for one in _walk(child) if _namable(one)] for block in blocks)
    return max(next(filter(None, inner), []), key=lambda one: (signs(one) <= ROOM, signs(one) if signs(one) <= ROOM else -signs(one)), default=None)


def _counts(lines: Sequence[Node]) -> dict[Node, int]:
    """How often each part stands in the lines."""
    order: dict[Node, None] = {}  # parts before what holds them

    def visit(node: Node) -> None:
        if node not in order:
            for one in _seen(node):
                visit(one)
            order[node] = None

    for line in lines:
        visit(line)
    counts = dict.fromkeys(reversed(order), 0)
    for line in lines:
        counts[line] += 1
    for node in counts:
        for one in _seen(node):
            counts[one] += counts[node]
    return counts


def _namable(node: Node) -> bool:
    return node.head not in NEVER and signs(node) >= WORTH and literal(node) is None and not (node.head == "apply" and str(children(node)[0].args[0]).startswith("#"))


def _replaced(node: Node, least: int, done: dict[Node, Node]) -> Node:
    """The formula with another one in place of a part, wherever it stands; ``done``: what is replaced already, ``least``: the signs of that part."""
    if node not in done:
        done[node] = node if signs(node) <= least else rebuild(node, lambda one: _replaced(one, least, done))
    return done[node]


def _lettered(lines: Sequence[Node], shown: int, meant: dict[str, Node], taken: frozenset[str]) -> tuple[list[Node], list[tuple[Node, Node]]]:
    """The placeholders ``#0``, ``#1``, ... as letters, given out in the order in which a reader meets them."""
    bodies = dict(zip(meant, lines[shown:], strict=True))
    order: list[str] = []
    queue = list(lines[:shown])
    while queue:
        met = [name for name in mentioned(queue.pop(0)) if name in bodies and name not in order]
        order += met
        queue += [bodies[name] for name in met]
    letters = dict(zip(order, _letters(taken), strict=False))

    def spelled(node: Node) -> Node:
        if node.head == "var":
            return Node("var", letters.get(str(node.args[0]), str(node.args[0])))
        return rebuild(node, spelled) if any(name in letters for name in mentioned(node)) else node

    return [spelled(one) for one in lines[:shown]], [(spelled(meant[name]), spelled(bodies[name])) for name in order]


def _letters(taken: frozenset[str]) -> Iterator[str]:
    yield from (letter for letter in LETTERS if letter not in taken)
    yield from (f"A_{k}" for k in range(1, MOST + 1) if f"A_{k}" not in taken)


__all__ = ["abbreviated", "signs"]
