"""Papers from outside: a single file, and names that two packages want."""

import sys

import pytest

from verify.claims import ClaimError, registry

CLAIMS = """
from verify.claims import Claim, Compare, Item, Ledger, Scope, above, at_least, numbers
x, y = numbers("x y")
FORALL = {x: above(0), y: at_least(x)}
CLAIM = Claim("mine/a", "Lemma 1", forall=FORALL, states=Compare(2 * x, "<=", y))
"""


def test_a_file_without_a_ledger_is_taken_with_a_notice(tmp_path):
    path = tmp_path / "my_paper.py"
    path.write_text(CLAIMS)
    paper, notice = registry.load_file(path)
    assert list(paper.claims) == ["mine/a"] and paper.ledger.index["mine/a"].source.item == "Lemma 1"
    assert "has no LEDGER" in notice


def test_a_ledger_in_the_file_is_held_against_its_claims(tmp_path):
    path = tmp_path / "my_paper.py"
    path.write_text(CLAIMS + 'LEDGER = Ledger("mine", "Mine", "me", (Item("mine/a", "A", "Lemma 1", Scope(FORALL)),))')
    assert registry.load_file(path)[1] == ""
    path.write_text(CLAIMS + 'LEDGER = Ledger("mine", "Mine", "me", (Item("mine/a", "A", "Lemma 1", Scope({x: above(-1), y: at_least(x)})),))')
    with pytest.raises(ClaimError, match=r"x must range over \(-1, ∞\)|x must range over"):
        registry.load_file(path)


@pytest.mark.parametrize(("text", "told"), [
    ("x = 1", "must declare CLAIM"),
    ("1 / 0", r"my_paper\.py:1: ZeroDivisionError"),
    ("x = 1\ndef f(", r"my_paper\.py:2: '\(' was never closed"),
    (CLAIMS.replace("above(0)", "abvoe(0)"), r"my_paper\.py:4: abvoe is not defined; did you mean above\?"),
    (CLAIMS.replace("at_least, ", ""), r"my_paper\.py:4: at_least is not defined; import it: from verify\.claims import at_least"),
    (CLAIMS.replace('"<=", y)', '"<=", kl(x, y))'), r"my_paper\.py:5: kl is not defined; import it: from verify\.quantities import kl"),
    (CLAIMS.replace('"<=", y)', '"<=", KL(x, y))'), r"my_paper\.py:5: KL is not defined; did you mean kl of verify\.quantities\?"),
    (CLAIMS.replace("import Claim,", "import Clam,"), r"my_paper\.py:2: verify\.claims has no Clam; did you mean Claim\?"),
    (CLAIMS.replace("verify.claims", "verify.claim"), r"my_paper\.py:2: there is no module verify\.claim; did you mean verify\.claims\?"),
    (CLAIMS.replace("2 * x", "2.5 * x"), r"my_paper\.py:5: .*must be exact, got the float 2\.5"),
    (CLAIMS.replace("CLAIM = ", "CLAIMS = [").replace('"<=", y))', '"<=", y)), Claim("other/b", "2", forall=FORALL, states=Compare(x, "<=", y))]'), "must begin with one name, got mine, other"),
    *((CLAIMS.replace("mine/a", wrong), r"my_paper\.py:5: .*an id reads paper/item") for wrong in ("mine/a b", "my paper/a", "mine", "mine/a/b", "mine/", "Mine/a", "mine/a+b")),
])
def test_a_file_that_cannot_be_audited_is_explained(tmp_path, text, told):
    path = tmp_path / "my_paper.py"
    path.write_text(text)
    with pytest.raises(ClaimError, match=told):
        registry.load_file(path)


def test_a_folder_that_is_not_installed_is_a_paper(tmp_path, monkeypatch):
    (tmp_path / "files").mkdir()
    for name, id in (("one", "mine/a"), ("two", "mine/b")):
        (tmp_path / "files" / f"{name}.py").write_text(CLAIMS.replace("mine/a", id))
    assert list(registry.load_file(tmp_path / "files")[0].claims) == ["mine/a", "mine/b"]
    monkeypatch.setattr("sys.path", list(sys.path))
    package = tmp_path / "project" / "paper_of_mine"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(CLAIMS.replace("CLAIM = ", "_ = ") + 'LEDGER = Ledger("mine", "Mine", "me", (Item("mine/a", "A", "Lemma 1", Scope(FORALL)),))')
    (package / "lemma.py").write_text(CLAIMS)
    for folder in (package, tmp_path / "project"):
        assert list(registry.load_file(folder)[0].claims) == ["mine/a"]
    with pytest.raises(ClaimError, match="must declare CLAIM"):
        registry.load_file(tmp_path)


class Point:
    def __init__(self, name, value):
        self.name, self.value = name, value

    def load(self):
        raise AssertionError("neither of two papers of one name is loaded")


def test_two_packages_of_one_name_are_told_of_and_neither_is_loaded(monkeypatch):
    points = [Point("mine", "first_package"), Point("mine", "second_package")]
    monkeypatch.setattr(registry, "entry_points", lambda group, name=None: points)
    papers, (broken,) = registry.load_installed()
    assert papers == {} and broken.name == "mine"
    assert "first_package and second_package" in broken.message and "uninstall one" in broken.message
