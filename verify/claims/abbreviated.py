"""Long formulas for a page: parts that stand in them several times, or that no line has room for, get letters, "where A = ...". Only what is shown changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from verify.claims.nodes import Node, children, free_names, literal, mentioned, rebuild, shared
from verify.claims.show import name_text

LINE = 60
"""Formulas of more signs get letters."""
BLOCK = 36
"""Signs that a fraction, a power or cases may have: a page cannot break a line there."""
WORTH = 8
"""A part of fewer signs gets no letter."""
SAVED = 20
"""Signs that a letter saves at least."""
MOST = 10
"""Letters of one statement."""
LETTERS = "ABCFGMSTUVXYZJNOQ"
SYMBOLS = frozenset("add mul pow exp log max min abs norm if item sup inf sum prod expect prob wasserstein renyi hockey_stick binomial apply compare all any implies iff not var num".split())
"""Heads that are written as one sign; others are words."""
NEVER = frozenset("var num word_ point item equals printed lambda compare member not all any implies iff forall exists holds chain free_of tuple interval integers one_of".split())
"""Heads of what is no number and no distribution, or is short."""
KEPT = 1 << 17
_MADE: dict[Node, Node] = {}
"""Parts of the formulas so far, each once: readings of a claim share most of theirs."""
UNBROKEN = frozenset({"pow", "if", "exp", "binomial"})


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
    return (1 if node.head in SYMBOLS else len(node.head)) + sum(signs(one) + 1 for one in _seen(node))


@lru_cache(maxsize=1 << 16)
def _crowded(node: Node) -> bool:
    """Whether something in it is too wide for a place where a page cannot break a line."""
    return (_unbroken(node) and signs(node) > BLOCK) or any(map(_crowded, _seen(node)))


def _seen(node: Node) -> list[Node]:
    """The parts of a node that are written: of a law its parameters, not its density."""
    return children(node) if node.head != "law" else children(Node("law", node.args[1]))


def _walk(node: Node) -> Iterator[Node]:
    yield node
    for one in _seen(node):
        yield from _walk(one)


def _unbroken(node: Node) -> bool:
    """Whether a page cannot break a line in it: a fraction, a power or cases."""
    return node.head in UNBROKEN or (node.head == "mul" and any(map(_divides, children(node))))


def _divides(factor: Node) -> bool:
    return factor.head == "pow" and isinstance(factor.args[1], Node) and (literal(factor.args[1]) or 0) < 0


def _next(lines: Sequence[Node]) -> Node | None:
    """The part that gets a letter next: the one by which most is saved, or else the largest that a line has room for inside one that it has none for."""
    if not any(signs(one) > LINE or _crowded(one) for one in lines):
        return None
    counts, whole = _counts(lines), set(lines)
    several = [one for one, count in counts.items() if _namable(one) and one not in whole and (count - 1) * signs(one) >= SAVED]
    if several:
        return max(several, key=lambda one: (counts[one] - 1) * signs(one))
    outer = next((one for line in lines if _crowded(line) for one in _walk(line) if _unbroken(one) and signs(one) > BLOCK), None)
    inner = [] if outer is None else [one for child in _seen(outer) for one in _walk(child) if _namable(one) and signs(one) <= BLOCK]
    return max(inner, key=signs, default=None)


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
