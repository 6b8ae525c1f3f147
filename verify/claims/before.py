"""Which statements a statement may be proved from: what the paper proves before it, read alike.

A paper proves its results one after the other, and the steps of a proof before what they prove. Items are put in one such order, so that no proof goes in a circle.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from verify.claims.claim import Variant
from verify.claims.ledger import Item
from verify.claims.proofs import Parts, id_of
from verify.claims.registry import Paper


def order(papers: Mapping[str, Paper]) -> dict[str, int]:
    """The place of each item: those of a ledger in its order, but for the steps of a proof and what else an item rests on, which come before it. What would close a circle is left where it stands."""
    items = {item.id: item for paper in papers.values() for item in paper.ledger.items}
    rests = {id: tuple(one for one in _named(item, papers) if one in items) for id, item in items.items()}
    found: dict[str, int] = {}
    for start in items:
        path = [(start, iter(rests[start]))]
        open_items = {start}
        while path and start not in found:
            id, left = path[-1]
            inner = next((one for one in left if one not in found and one not in open_items), None)
            if inner is None:
                found[id] = len(found)
                open_items.discard(id)
                path.pop()
            else:
                open_items.add(inner)
                path.append((inner, iter(rests[inner])))
    return found


def premises(papers: Mapping[str, Paper], variant: Variant, places: Mapping[str, int]) -> list[Variant]:
    """What a statement may be proved from: the parts of the items that its item names or that are steps of its proof, and of those that these are named by, as far as they come before it
    and make every choice that it makes as well in the same way; in the order of the proof. ``places``: as `order` gives them."""
    item = next(item for paper in papers.values() for item in paper.ledger.items if item.id == variant.id)
    parts = {link.id: link.parts for link in item.proof if isinstance(link, Parts)}
    found: list[Variant] = []
    for id in dict.fromkeys(_named(item, papers)):
        if places.get(id, len(places)) >= places[variant.id]:
            continue
        for other in papers[id.partition("/")[0]].variants(id):
            if _alike(variant, other) and other.digest != variant.digest and (id not in parts or other.part in parts[id]):
                found.append(other)
    return found


def _alike(one: Variant, other: Variant) -> bool:
    return all(other.choice.get(name, option) == option for name, option in one.choice.items())


def _named(item: Item, papers: Mapping[str, Paper]) -> Iterable[str]:
    """What an item rests on by the ledger and its claims: the links of its proof, the steps that are part of it, and what it uses."""
    paper = papers[item.id.partition("/")[0]]
    yield from filter(None, map(id_of, item.proof))
    for other in paper.ledger.items:
        if other.id not in item.beside and item.id in (other.part_of, *(claim.part_of for claim in paper.claims.get(other.id, ()))):
            yield other.id
    yield from item.uses
    for claim in paper.claims.get(item.id, ()):
        yield from claim.uses


__all__ = ["order", "premises"]
