"""Readings: a choice of meaning, written where it matters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from verify.claims.nodes import Argument, ClaimError, Node, children, term

MOST_COMBINATIONS = 128


def reading(name: str, **options: Any) -> Node:
    """A choice between meanings. The same name at several places of a claim is one choice; no option is preferred.

    ``options`` are formulas, sets, laws, propositions or ``None`` (meaning: nothing stands here). Option names use ``_`` for ``-``.
    """
    if not isinstance(name, str) or not name.strip():
        raise ClaimError(f"reading: the name must be text, got {name!r}; put it in quotes")
    if len(options) < 2:
        raise ClaimError(f"reading {name!r}: at least two options are needed, got {len(options)}; write the only meaning in place")
    entries: list[Argument] = []
    for option, value in options.items():
        entries.append((slug(option), None if value is None else _option(value)))
    return Node("reading", name, tuple(entries))


def _option(value: Any) -> Argument:
    return value if isinstance(value, Node) else term(value)


def slug(option: str) -> str:
    """Option and reading names as they stand in ids: lower case, words joined by ``-``."""
    text = option.strip("_").lower().replace("_", "-").replace(" ", "-")
    if not text or not text[0].isalnum() or any(not (c.isalnum() or c in ".-") for c in text):
        raise ClaimError(f"reading: an option must match [a-z0-9][a-z0-9.-]*, got {option!r}")
    return text


@dataclass(frozen=True, slots=True)
class Never:
    """A combination that makes no sense, with the reason in words."""

    options: tuple[tuple[str, str], ...]
    because: str

    def excludes(self, choice: Mapping[str, str]) -> bool:
        return all(choice.get(name) == option for name, option in self.options)


def never(*options: str, because: str) -> Never:
    """``never("coins=shared", "adaptive=yes", because="...")``."""
    if not because or not isinstance(because, str):
        raise ClaimError(f"never: because must say in words why the combination makes no sense, got {because!r}; write because='...'")
    pairs = []
    for text in options:
        name, sign, option = text.partition("=")
        if not sign:
            raise ClaimError(f"never: options are written 'name=option', got {text!r}")
        pairs.append((name, slug(option)))
    return Never(tuple(pairs), because)


def options_of(nodes: Iterator[Node] | list[Node]) -> dict[str, tuple[str, ...]]:
    """Every reading of a claim with its options, in the order of the declaration.

    Raises
    ------
    ClaimError
        If one name has different options at two places.
    """
    found: dict[str, tuple[str, ...]] = {}
    seen: set[int] = set()

    def visit(node: Node) -> None:
        if not node.has_readings or id(node) in seen:
            return
        seen.add(id(node))
        if node.head == "reading":
            name = str(node.args[0])
            entries = node.args[1]
            assert isinstance(entries, tuple)
            names = tuple(str(entry[0]) for entry in entries if isinstance(entry, tuple))
            if name in found and set(found[name]) != set(names):
                raise ClaimError(
                    f"reading {name!r}: the same name must have the same options everywhere, got {', '.join(found[name])} and {', '.join(names)};"
                    " use one list of options or another name"
                )
            found.setdefault(name, names)
        for child in children(node):
            visit(child)

    for node in list(nodes):
        visit(node)
    return found


def choose(node: Node, choice: Mapping[str, str]) -> Node | None:
    """The node with every reading replaced by the chosen option; ``None`` where the option is that nothing stands here."""
    if node.head == "reading":
        name = str(node.args[0])
        entries = node.args[1]
        assert isinstance(entries, tuple)
        for entry in entries:
            assert isinstance(entry, tuple)
            if entry[0] == choice[name]:
                value = entry[1]
                return choose(value, choice) if isinstance(value, Node) else None
        raise ClaimError(f"reading {name!r}: no option {choice[name]!r}")

    def visit(argument: Argument) -> Argument:
        if isinstance(argument, Node):
            return choose(argument, choice) if argument.has_readings else argument
        if isinstance(argument, tuple):
            return tuple(visit(item) for item in argument)
        return argument

    if not node.has_readings:
        return node
    args = tuple(visit(a) for a in node.args)
    return node if args == node.args else Node(node.head, *args)


def combinations(nodes: list[Node], nevers: tuple[Never, ...] = ()) -> list[dict[str, str]]:
    """Every admitted combination of options. A reading inside an option counts only where that option is chosen."""
    options = options_of(nodes)
    result: list[dict[str, str]] = []

    def needed(choice: dict[str, str]) -> str | None:
        for node in nodes:
            name = _first_open(node, choice)
            if name is not None:
                return name
        return None

    def extend(choice: dict[str, str]) -> None:
        name = needed(choice)
        if name is None:
            ordered = {key: choice[key] for key in options if key in choice}
            if not any(rule.excludes(ordered) for rule in nevers) and ordered not in result:
                result.append(ordered)
            return
        for option in options[name]:
            extend({**choice, name: option})

    extend({})
    if len(result) > MOST_COMBINATIONS:
        raise ClaimError(
            f"readings: at most {MOST_COMBINATIONS} combinations are admitted, got {len(result)} from "
            + ", ".join(f"{name} ({len(opts)})" for name, opts in options.items()) + "; split the item into parts"
        )
    return result


def _first_open(node: Node, choice: Mapping[str, str]) -> str | None:
    if node.head == "reading":
        name = str(node.args[0])
        if name not in choice:
            return name
        chosen = choose_one(node, choice)
        return None if chosen is None else _first_open(chosen, choice)
    if not node.has_readings:
        return None
    for child in children(node):
        name_ = _first_open(child, choice)
        if name_ is not None:
            return name_
    return None


def choose_one(node: Node, choice: Mapping[str, str]) -> Node | None:
    """The chosen option of one reading, with readings inside it left as they are."""
    entries = node.args[1]
    assert isinstance(entries, tuple)
    for entry in entries:
        assert isinstance(entry, tuple)
        if entry[0] == choice[str(node.args[0])]:
            value = entry[1]
            return value if isinstance(value, Node) else None
    raise ClaimError(f"reading {node.args[0]!r}: no option {choice[str(node.args[0])]!r}")


def reading_id(choice: Mapping[str, str]) -> str:
    """The id of a combination: options joined by ``+`` in the order of the declaration; ``main`` when there is no choice."""
    return "+".join(choice.values()) or "main"


__all__ = ["Never", "choose", "combinations", "never", "options_of", "reading", "reading_id", "slug"]
