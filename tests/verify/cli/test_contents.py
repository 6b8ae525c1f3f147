"""What installed papers hold is read from the folder for caches while no source changes; files and folders are named by their path, or by the results of a run."""

import json
import os
import subprocess
import sys

import pytest

from verify.cli import contents

MINE = 'from verify.claims import *\nx, y = numbers("x y")\nCLAIM = Claim("mine/a", "Lemma 1", forall={x: above(0), y: at_least(x)}, states=Compare(2 * x, "<=", y))\n'
QUICK = ("--effort", "quick", "--workers", "1", "--quiet")


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """The file in which the toy paper is kept."""
    monkeypatch.setenv("CLAIMCHECK_CACHE", str(tmp_path / "cache"))
    contents._files.cache_clear()
    yield tmp_path / "cache" / ".papers" / "toy.json"
    contents._files.cache_clear()


def test_a_paper_is_loaded_once_and_listed_the_same_from_what_is_kept(claimcheck, kept, monkeypatch):
    first = claimcheck("list", "toy"), claimcheck("show", "toy/false")
    assert kept.is_file()
    monkeypatch.setattr("verify.claims.registry.load_installed", lambda *_: pytest.fail("a paper was loaded"))
    assert (claimcheck("list", "toy"), claimcheck("show", "toy/false")) == first
    code, _, err = claimcheck("run", "toy/ture")
    assert code == 2 and "did you mean toy/true" in err


@pytest.mark.parametrize("damage", [lambda text: "", lambda text: "[]\n[]\n", lambda text: text[:-40], lambda text: text.replace('"toy/false"', '"toy/flase"', 1)])
def test_what_is_damaged_is_not_used(claimcheck, kept, damage):
    before = claimcheck("list", "toy")
    kept.write_text(damage(kept.read_text()))
    assert contents.read("toy") is None and claimcheck("list", "toy") == before and contents.read("toy") is not None


def test_a_changed_source_is_read_anew(claimcheck, kept):
    claimcheck("list", "toy")
    first, second = kept.read_text().splitlines()
    header = json.loads(first)
    header["sources"][-1][-1] += 1  # as if a file had been saved since
    kept.write_text(f"{json.dumps(header)}\n{second}\n")
    assert contents.read("toy") is None and "toy/false" in contents.ids("toy")


def test_pruning_everything_forgets_papers_too(claimcheck, kept):
    claimcheck("run", "toy/true", *QUICK, "--out", kept.parents[2] / "out")
    claimcheck("list", "toy")
    assert claimcheck("cache", "prune", "--all")[0] == 0 and not kept.exists()


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A working folder with a claim file that is not installed, and a run on it."""
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    (tmp_path / "work" / "my_paper.py").write_text(MINE)
    return tmp_path / "work"


def test_a_file_is_listed_shown_and_its_commands_are_repeated(claimcheck, place):
    assert claimcheck("run", "my_paper.py", *QUICK)[0] == 0
    for words in (("list", "my_paper.py"), ("list", "mine"), ("show", "my_paper.py"), ("show", "my_paper.py", "mine/a"), ("show", "mine/a")):
        code, out, _ = claimcheck(*words)
        assert code == 0 and "mine/a" in out and "fails" in out
    stored = json.loads(next((place / "results" / "certificates").glob("*.json")).read_text())["command"]
    code, out, err = claimcheck(*stored.split()[1:], *QUICK[2:])
    assert code == 0 and "REFUTED" in out and "mine: taken from my_paper.py" in err


def test_what_a_run_was_about_is_shown_where_its_file_is_not_at_hand(claimcheck, place, monkeypatch):
    assert claimcheck("run", "my_paper.py", *QUICK)[0] == 0
    (place / "elsewhere").mkdir()
    monkeypatch.chdir(place / "elsewhere")
    code, out, err = claimcheck("show", "mine/a", "--results", place / "results")
    assert code == 0 and "2·x ≤ y" in out and "REFUTED" in out and not err
    code, _, err = claimcheck("run", "mine/a")
    assert code == 2 and "named by its path" in err


def test_a_damaged_list_of_claims_is_not_used(claimcheck, place, monkeypatch):
    assert claimcheck("run", "my_paper.py", *QUICK)[0] == 0
    path = place / "results" / "claims.json"
    path.write_text(path.read_text().replace('"statement_text"', '"text"'))
    (place / "my_paper.py").unlink()
    code, _, err = claimcheck("show", "mine/a")
    assert code == 2 and "mine: no such paper" in err


def test_two_files_with_the_same_ids_are_told_of(claimcheck, place):
    (place / "other.py").write_text(MINE)
    code, _, err = claimcheck("show", "mine/a")
    assert code == 2 and "my_paper.py and in other.py" in err


def test_a_folder_is_audited(claimcheck, place):
    code, out, _ = claimcheck("run", ".", *QUICK, "--out", place / "r")
    assert code == 0 and out.startswith("mine/a\n")


def test_a_mistake_in_a_file_is_told_with_its_line_and_the_nearest_name(claimcheck, place):
    (place / "my_paper.py").write_text(MINE.replace("at_least", "at_lest"))
    code, _, err = claimcheck("run", "my_paper.py")
    assert code == 2 and err == "my_paper.py:3: at_lest is not defined; did you mean at_least?\n"


HEAVY = ("sympy", "numpy", "scipy", "flint", "verify.engines", "verify.run.runner")
"""What takes long to import."""
LIGHT = """
import sys
from verify.cli.main import run_command
code = run_command(sys.argv[1:])
print([name for name in {heavy!r} if name in sys.modules], file=sys.stderr)
sys.exit(code)
"""


@pytest.fixture(scope="module")
def everything_kept(tmp_path_factory):
    """A folder in which all papers are kept."""
    return tmp_path_factory.mktemp("kept")


@pytest.mark.parametrize("words", [
    ("--version",), ("rnu",), ("list", "--jsno"), ("run", "toy/ture"), ("show", "toy/flase"), ("run", "tyo"), ("list", "tru"), ("power", "toy/ture"), ("campaign", "toy/ture"),
    ("run", "toy/true", "--effort", "fast"), ("run", "toy/true", "--device", "tpu"), ("run", "toy/true", "--limit", "0"), ("run", "toy/false", "--reading", "tow"), ("list", "toy"),
    ("certify", "x <= 1"), ("certify", "sine(x) <= 1", "--where", "x>0"), ("gate", "--lock", "none"), ("check", "nowhere"),
], ids=" ".join)
def test_the_version_lists_and_typing_errors_import_nothing_heavy(claimcheck, everything_kept, monkeypatch, words):
    monkeypatch.setenv("CLAIMCHECK_CACHE", str(everything_kept))
    for name in ("toy", "tru"):
        claimcheck("list", name)
    done = subprocess.run([sys.executable, "-c", LIGHT.format(heavy=HEAVY), *words], env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}, cwd=everything_kept, capture_output=True, text=True, timeout=120, check=False)
    assert done.stderr.splitlines()[-1] == "[]" and done.returncode in (0, 2)
