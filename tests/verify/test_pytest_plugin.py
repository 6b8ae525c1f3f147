"""``pytest --claims``: statements are tests, what is not decided has an outcome of its own, and nothing heavy is imported without the option."""

import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from verify.gate.lock import Lock, Statement, write

ROOT = Path(__file__).resolve().parents[2]
PLUGINS = Path(__file__).parent / "plugins"


def run(folder, *words):
    """pytest in a process of its own, with our plugin and no other that is installed."""
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": os.pathsep.join([str(ROOT), str(PLUGINS)])}
    answer = subprocess.run([sys.executable, "-m", "pytest", "-p", "verify.pytest_plugin", "-p", "no:cacheprovider", *words], cwd=folder, env=environment,
                            capture_output=True, text=True, check=False)
    return answer.returncode, answer.stdout + answer.stderr


def test_each_statement_is_an_item_and_the_undecided_is_not_passed(tmp_path):
    (tmp_path / "test_other.py").write_text("def test_that_is_not_asked_for():\n    assert False\n")
    code, out = run(tmp_path, "--claims=toy/true,toy/false,toy/open,toy/opinion", "-v", "--junitxml=j.xml")
    assert code == 1 and "test_that_is_not_asked_for" not in out
    assert "claims::toy/true PROVED" in re.sub(r" +", " ", out)
    for told in ("toy/open UNDECIDED", "toy/opinion NOT_CHECKED", "toy/false[one] FAILED", "toy/false[two] FAILED"):
        assert told in out
    assert "2 failed, 1 proved, 1 undecided, 1 not checked" in out
    assert "to repeat: claimcheck run toy/false --reading one" in out
    outcomes = {case.get("name"): next((child.tag for child in case), "passed") for case in ElementTree.parse(tmp_path / "j.xml").iter("testcase")}
    assert outcomes == {"toy/true": "passed", "toy/false[one]": "failure", "toy/false[two]": "failure", "toy/open": "skipped", "toy/opinion": "skipped"}


def on_record(folder, rows, options):
    write(folder / "verdicts.lock", Lock({tuple(name.split()): Statement(status, options=options) for name, status in rows.items()}))


def test_with_a_lock_only_what_is_not_on_record_fails(tmp_path):
    rows = {"toy/false main one": "REFUTED", "toy/false main two": "PROVED", "toy/open main main": "UNDECIDED"}
    on_record(tmp_path, rows, "")
    code, out = run(tmp_path, "--claims=toy/false,toy/open,toy/true", "--claims-lock=verdicts.lock")
    assert code == 1 and "2 failed" in out and "1 refuted" in out and "1 undecided" in out
    assert "PROVED on record, REFUTED now" in out and "no verdict on record, PROVED now" in out


def test_with_a_lock_statements_are_decided_as_on_record_and_another_effort_is_refused(tmp_path):
    rows = {"toy/false main one": "REFUTED", "toy/false main two": "REFUTED"}
    on_record(tmp_path, rows, "--effort standard --seed 3")
    code, out = run(tmp_path, "--claims=toy/false", "--claims-lock=verdicts.lock")
    assert code == 0 and "decided with --effort standard --seed 3, as on record in verdicts.lock" in out
    for option in ("effort=quick", "seed=0"):
        code, out = run(tmp_path, "--claims=toy/false", "--claims-lock=verdicts.lock", f"--claims-{option}")
        assert code == 4 and "others cannot be compared" in out and "Traceback" not in out


@pytest.mark.parametrize(("words", "told"), [(("--claims=toy/ture",), "did you mean toy/true"), (("--claims=broken",), "a constant is missing"),
                                             (("--claims=toy/true", "--claims-lock=nowhere"), "no lock here"), (("--claims=./none.py",), "no such file")])
def test_bad_words_are_usage_errors(tmp_path, words, told):
    code, out = run(tmp_path, *words)
    assert code == 4 and told in out


def test_without_the_option_nothing_of_the_framework_is_imported(tmp_path):
    (tmp_path / "test_light.py").write_text(
        "import sys\n\ndef test_light():\n    assert 'verify.pytest_plugin' in sys.modules\n    assert not [n for n in sys.modules if n.startswith(('verify.claims', 'sympy', 'numpy'))]\n")
    code, out = run(tmp_path)
    assert code == 0 and "1 passed" in out
