"""The dependency graph of a paper, drawn as SVG text: what rests on what, from left to right, each result with its judgement and a link. Steps of proofs count as part of their result."""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from verify.report.model import Audit, Item, Paper

FIELD, HEIGHT, ACROSS, DOWN, TOP, LEGEND = 124, 24, 44, 7, 6, 34
SIGNS = {"fails": "✗", "fails as printed": "✗", "depends": "±", "open": "?", "holds with a correction": "≈", "holds": "✓", "not checked": "–"}
"""A sign for each judgement, so that no colour speaks alone."""
FAILING = ("fails", "fails as printed")
LONGEST = 14
"""Characters of a name in its field."""
SHORT = {"Proposition": "Prop.", "Theorem": "Thm.", "Corollary": "Cor.", "Definition": "Def.", "Algorithm": "Alg.", "Appendix": "App.", "Section": "Sec."}
SWEEPS = 4
"""How often the fields of a column are put in the order of what they are joined to."""

Edge = tuple[str, str]
"""A result, and one that rests on it."""


@dataclass(frozen=True, slots=True)
class Graph:
    """Results in columns, so that every arrow goes to the right."""

    columns: tuple[tuple[str, ...], ...]
    edges: tuple[Edge, ...]

    def place(self, id: str) -> tuple[float, float]:
        """The upper left corner of its field; columns stand in the middle."""
        column, row = next((x, found.index(id)) for x, found in enumerate(self.columns) if id in found)
        return column * (FIELD + ACROSS), TOP + row * (HEIGHT + DOWN) + (self.height - TOP - len(self.columns[column]) * (HEIGHT + DOWN)) / 2

    @property
    def width(self) -> int:
        return len(self.columns) * (FIELD + ACROSS) - ACROSS

    @property
    def height(self) -> int:
        return TOP + max(map(len, self.columns)) * (HEIGHT + DOWN)


def graph_of(paper: Paper, audit: Audit) -> Graph | None:
    """The graph of what the results of a paper rest on; None where nothing rests on anything."""
    owner = {item.id: _owner(item, audit) for item in paper.items}
    joined = dict.fromkeys((owner[used], owner[item.id]) for item in paper.items for used in audit.rests_on(item) if used in owner and owner[used] != owner[item.id])
    edges = _without_circles(tuple(joined))
    if not edges:
        return None
    depth = _depths(edges)
    order = [item.id for item in paper.items if item.id in depth]
    columns = [[id for id in order if depth[id] == k] for k in range(max(depth.values()) + 1)]
    return Graph(tuple(map(tuple, _untangled(columns, edges))), edges)


def _owner(item: Item, audit: Audit) -> str:
    """The result that an item is a step of, or the item itself."""
    seen = {item.id}
    while item.part_of and item.part_of not in seen and (above := audit.item(item.part_of)) is not None:
        seen.add(above.id)
        item = above
    return item.id


def _without_circles(edges: Sequence[Edge]) -> tuple[Edge, ...]:
    """The edges but for those that close a circle: steps of two results may rest on each other."""
    kept: list[Edge] = []
    after: dict[str, set[str]] = {}
    for a, b in edges:
        if a not in _reached(b, after):
            kept.append((a, b))
            after.setdefault(a, set()).add(b)
    return tuple(kept)


def _reached(start: str, after: Mapping[str, set[str]]) -> set[str]:
    found, todo = {start}, [start]
    while todo:
        for other in after.get(todo.pop(), set()) - found:
            found.add(other)
            todo.append(other)
    return found


def _depths(edges: Sequence[Edge]) -> dict[str, int]:
    """The column of each result: one behind the last of those that it rests on."""
    depth = dict.fromkeys((id for edge in edges for id in edge), 0)
    for _ in depth:
        for a, b in edges:
            depth[b] = max(depth[b], depth[a] + 1)
    return depth


def _untangled(columns: Sequence[list[str]], edges: Sequence[Edge]) -> Sequence[list[str]]:
    """The columns with their fields near what they are joined to, so that few arrows cross."""
    for sweep in range(SWEEPS):
        place = {id: row - len(column) / 2 for column in columns for row, id in enumerate(column)}
        joined: dict[str, list[str]] = {}
        for a, b in edges:
            joined.setdefault(b if sweep % 2 == 0 else a, []).append(a if sweep % 2 == 0 else b)
        for column in columns:
            column.sort(key=lambda id: sum(place[other] for other in joined[id]) / len(joined[id]) if id in joined else place[id])
            place |= {id: row - len(column) / 2 for row, id in enumerate(column)}
    return columns


def dependencies(paper: Paper, audit: Audit, link: Callable[[str], str], mark: Callable[[str], str]) -> str:
    """The graph as an SVG element, empty where nothing rests on anything. ``mark``: the class of a judgement in the style sheet."""
    graph = graph_of(paper, audit)
    if graph is None:
        return ""
    items = {item.id: item for item in paper.items}
    width, height = max(graph.width, 560), graph.height + LEGEND
    fallen = [id for column in graph.columns for id in column if items[id].judgement.word in FAILING]
    label = html.escape(f"What rests on what in {paper.title or paper.id}: {_count(sum(map(len, graph.columns)), 'result')}, {_count(len(graph.edges), 'arrow')}, "
                        f"{_count(len(fallen), 'result')} that {'fails' if len(fallen) == 1 else 'fail'}", quote=True)
    arrows = [_arrow(graph, a, b, mark(items[a].judgement.word) if a in fallen else "") for a, b in graph.edges]
    names = _names([items[id] for column in graph.columns for id in column])
    fields = [_field(items[id], names[id], *graph.place(id), link(id), mark) for column in graph.columns for id in column]
    words = [word for word in SIGNS if any(items[id].judgement.word == word for column in graph.columns for id in column)]
    return "\n".join([
        f'<svg class="graph dependencies" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="group" aria-label="{label}" '
        'font-family="system-ui, sans-serif" font-size="12">', *arrows, *fields, *_legend(words, height - 18, mark), "</svg>"]) + "\n"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _names(items: Sequence[Item]) -> dict[str, str]:
    """Short names: the place of a numbered result, where no other has it, else the end of its id."""
    places = Counter(item.label for item in items)
    found = {}
    for item in items:
        first, _, rest = item.label.partition(" ")
        told = f"{SHORT.get(first, first)} {rest}".strip()
        if not item.numbered or places[item.label] > 1 or len(told) > LONGEST:
            told = item.id.partition("/")[2]
        found[item.id] = told if len(told) <= LONGEST else told[: LONGEST - 1] + "…"
    return found


def _arrow(graph: Graph, a: str, b: str, mark: str) -> str:
    """From what is used to what uses it; in the colour of its judgement where what is used fails."""
    (x, y), (u, v) = graph.place(a), graph.place(b)
    x, y, v = x + FIELD, y + HEIGHT / 2, v + HEIGHT / 2
    bend = max((u - x) / 2, 20)
    colour = "var(--mark)" if mark else "var(--quiet)"
    return (f'<g class="{mark}"><path d="M{x:g},{y:g}C{x + bend:g},{y:g} {u - bend:g},{v:g} {u - 6:g},{v:g}" fill="none" stroke="{colour}" stroke-opacity="0.75"/>'
            f'<path d="M{u:g},{v:g}l-7,-4v8z" fill="{colour}"/></g>')


def _field(item: Item, name: str, x: float, y: float, address: str, mark: Callable[[str], str]) -> str:
    told = html.escape(f"{item.id} {item.title}: {item.judgement.sentence or item.told}")
    inner = (f'<title>{told}</title><rect x="{x + 0.5:g}" y="{y + 0.5:g}" width="{FIELD - 1}" height="{HEIGHT - 1}" rx="4" fill="var(--panel)" stroke="var(--line)"/>'
             f'{_sign(item.judgement.word, x + 4, y + 4)}<text x="{x + 26:g}" y="{y + 16.5:g}" fill="var(--{"link" if address else "ink"})">{html.escape(name)}</text>')
    colour = mark(item.judgement.word)
    return f'<a class="{colour}" href="{html.escape(address, quote=True)}">{inner}</a>' if address else f'<g class="{colour}">{inner}</g>'


def _sign(word: str, x: float, y: float) -> str:
    return (f'<rect x="{x:g}" y="{y:g}" width="16" height="16" rx="3" fill="var(--mark)"/>'
            f'<text x="{x + 8:g}" y="{y + 12:g}" text-anchor="middle" font-weight="700" fill="var(--on)">{SIGNS[word]}</text>')


def _legend(words: Sequence[str], y: float, mark: Callable[[str], str]) -> list[str]:
    found, x = [], 0.0
    for word in words:
        found.append(f'<g class="{mark(word)}">{_sign(word, x, y)}<text x="{x + 22:g}" y="{y + 12.5:g}" fill="var(--ink)">{word}</text></g>')
        x += 40 + 6.4 * len(word)
    return found


__all__ = ["dependencies", "graph_of"]
