"""Textbook lemmas: facts that other proofs rest on, each a claim like any other, with the book or article where it is proved."""

import importlib

from theorems.textbook.names import WORDS
from verify.claims import Item, Ledger, Scope

CHAPTERS = ("transport", "transport_of_sums", "renyi", "renyi_of_images", "divergences", "information", "hockey_stick", "noise", "data_sets", "expectations", "sums", "matrices", "analysis")


def _scope(claim):
    """A lemma is stated here and nowhere else, so its line holds what the claim says. ``lemmas.json`` shows each change of it."""
    prefix = f"{claim.part}." if claim.part else ""
    parts = tuple(dict.fromkeys("main" if one.part in (claim.part, "main") else one.part.removeprefix(prefix) for one in claim.variants()))
    return Scope(dict(claim.forall), given=claim.given, readings=claim.readings(), parts=parts, part=claim.part)


def _items():
    by_id = {}
    for chapter in CHAPTERS:
        for claim in importlib.import_module(f"{__name__}.{chapter}").CLAIMS:
            by_id.setdefault(claim.id, []).append(claim)
    return tuple(Item(id, claims[0].source.item, claims[0].source.section, *map(_scope, claims)) for id, claims in by_id.items())


LEDGER = Ledger("textbook", "Textbook lemmas", "standard books and articles; each lemma names its own", _items(), words=WORDS)
