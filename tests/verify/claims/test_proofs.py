"""Printed proofs in a ledger: what may be a link, and that those of the four papers leave no step out."""

import pytest

from verify.claims import ClaimError, Item, Ledger, Parts, Scope, Unchecked
from verify.claims.proofs import id_of
from verify.claims.registry import load_installed
from verify.run.catalogue import item_of

PAPERS = ("frdp", "gdp", "rpp", "wdp")


def ledger(**proofs):
    """A ledger of three items, each with the proof that is given for it."""
    given = {name: proofs.get(name, ()) for name in "abc"}
    return Ledger("p", "P", "s", tuple(Item(f"p/{name}", name, "1", Scope(parts=("if", "only-if")), proof=proof) for name, proof in given.items()))


def test_a_proof_names_claims_parts_of_claims_and_words():
    item = ledger(a=("p/b", Parts("p/c", "if"), Unchecked("by definition"))).index["p/a"]
    assert [id_of(link) for link in item.proof] == ["p/b", "p/c", ""]


@pytest.mark.parametrize(("proofs", "told"), [
    ({"a": ("p/d",)}, "p/a: what its proof names must be in the ledger, got p/d; correct the id"),
    ({"a": ("p/a",)}, "p/a: its proof must not name itself; remove that link"),
    ({"a": ("p/b", "p/b")}, "p/a: its proof and what stands beside it must name an id once, got p/b 2 times; remove the others"),
    ({"a": ("p/b",), "b": ("p/c",), "c": ("p/a",)}, "p/a: printed proofs must not go in a circle, got p/a → p/b → p/c → p/a; remove one of these links"),
    ({"c": ("p/b",), "b": (Parts("p/c", "if"),)}, "p/b: printed proofs must not go in a circle, got p/b → p/c → p/b; remove one of these links"),
    ({"a": (Parts("p/b", "main"),)}, "p/a: its proof must name parts of p/b (if, only-if), got main; correct it"),
    ({"a": "p/b"}, "p/a: proof must be a tuple of ids, Parts(...) and Unchecked(...), got 'p/b'; write proof=('p/a-step',)"),
    ({"a": (3,)}, "p/a: proof must be a tuple of ids"),
])
def test_what_is_no_proof_is_told_in_a_line(proofs, told):
    with pytest.raises(ClaimError) as error:
        ledger(**proofs)
    assert str(error.value).startswith(told) and "\n" not in str(error.value)


def test_words_in_the_place_of_a_claim_must_say_something():
    with pytest.raises(ClaimError, match="Unchecked: words must say what the proof rests on there"):
        Unchecked(" ")


@pytest.fixture(scope="module")
def installed():
    return load_installed(set(PAPERS))[0]


@pytest.mark.parametrize("name", PAPERS)
def test_every_step_stands_in_the_proof_of_what_it_is_part_of_or_beside_it(installed, name):
    paper = installed[name]
    for id in paper.ledger.index:
        if whole := item_of(paper, id, letters=False)["part_of"]:
            item = paper.item(whole)
            assert id in [*map(id_of, item.proof), *item.beside], f"{id} is part of {whole}"
    assert sum(bool(item.proof) for item in paper.ledger.items) >= 13


@pytest.mark.parametrize("name", PAPERS)
def test_words_in_proofs_are_a_few(installed, name):
    assert all(len(link.words) < 110 for item in installed[name].ledger.items for link in item.proof if isinstance(link, Unchecked))
