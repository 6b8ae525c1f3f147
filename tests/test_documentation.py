"""What the documentation shows is what happens: doctests of the language, the tutorial's own claim, links, the list of names."""

import doctest
import importlib.util
import re
from pathlib import Path

import pytest

import mechanisms
from verify import claims, quantities
from verify.cli.main import run_command

DOCS = Path(__file__).parents[1] / "docs"
PAGES = sorted(DOCS.glob("*.md"))


def test_the_examples_of_the_language_print_what_stands_there():
    failed, tried = doctest.testfile(str(DOCS / "language.md"), module_relative=False, optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL)
    assert failed == 0 and tried > 20


def test_the_tutorial_leads_to_a_refutation_in_at_most_25_lines(tmp_path, monkeypatch, capsys):
    text = (DOCS / "tutorial.md").read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", text, re.DOTALL)[1]
    shown = re.search(r"```text\n(.*?)```", text, re.DOTALL)[1]
    assert len(code.strip().splitlines()) <= 25
    monkeypatch.chdir(tmp_path)
    Path("my_paper.py").write_text(code, encoding="utf-8")
    words = re.search(r"claimcheck (run \./my_paper\.py --effort quick)", text)[1].split()
    assert run_command([*words, "--workers", "1", "--quiet"]) == 0
    assert capsys.readouterr().out.startswith(shown)
    assert run_command(["check", "results", "--workers", "1"]) == 0
    Path("my_paper.py").write_text(code.replace("1 / (2 * b)", "1 / b"), encoding="utf-8")
    assert run_command([*words, "--workers", "1", "--quiet"]) == 0
    assert "PROVED" in capsys.readouterr().out


def test_the_tutorial_of_learning_and_optimisation_prints_what_stands_there(tmp_path, monkeypatch, capsys):
    text = (DOCS / "theory.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    Path("my_lemmas.py").write_text(re.search(r"```python\n(.*?)```", text, re.DOTALL)[1], encoding="utf-8")
    words = re.search(r"claimcheck (run \./my_lemmas\.py --effort quick)", text)[1].split()
    assert run_command([*words, "--workers", "1", "--quiet"]) == 0
    assert capsys.readouterr().out.startswith(re.search(r"```text\n(.*?)```", text, re.DOTALL)[1])
    assert run_command(["check", "results", "--workers", "1"]) == 0


def test_the_regret_of_online_algorithms_is_judged_as_the_tutorial_says(tmp_path, monkeypatch, capsys):
    text = (DOCS / "theory.md").read_text(encoding="utf-8").partition("## 4. ")[2]
    monkeypatch.chdir(tmp_path)
    Path("my_regret.py").write_text(re.search(r"```python\n(.*?)```", text, re.DOTALL)[1], encoding="utf-8")
    words = re.search(r"claimcheck (run \./my_regret\.py --effort quick)", text)[1].split()
    assert run_command([*words, "--workers", "1", "--quiet"]) == 0
    said = capsys.readouterr().out
    assert said.startswith(re.search(r"```text\n(.*?)```", text, re.DOTALL)[1]) and "regret/thm-1 holds: proved" in said


def test_stochastic_gradient_descent_is_judged_as_the_tutorial_says(tmp_path, monkeypatch, capsys):
    text = (DOCS / "theory.md").read_text(encoding="utf-8").partition("## 5. ")[2]
    monkeypatch.chdir(tmp_path)
    Path("my_sgd.py").write_text(re.search(r"```python\n(.*?)```", text, re.DOTALL)[1], encoding="utf-8")
    words = re.search(r"claimcheck (run \./my_sgd\.py)", text)[1].split()
    assert run_command([*words, "--workers", "1", "--quiet"]) == 0
    said = capsys.readouterr().out
    for line in re.search(r"```text\n(.*?)```", text, re.DOTALL)[1].splitlines():
        assert line in said
    assert run_command(["check", "results", "--workers", "1"]) == 0


@pytest.mark.slow
def test_methods_as_they_run_are_judged_as_the_tutorial_says(tmp_path, monkeypatch, capsys):
    text = (DOCS / "theory.md").read_text(encoding="utf-8").partition("## 7. ")[2]
    monkeypatch.chdir(tmp_path)
    Path("my_runs.py").write_text(re.search(r"```python\n(.*?)```", text, re.DOTALL)[1], encoding="utf-8")
    words = re.search(r"claimcheck (run \./my_runs\.py)", text)[1].split()
    assert run_command([*words, "--workers", "1", "--quiet"]) == 0
    said = capsys.readouterr().out
    for line in re.search(r"```text\n(.*?)```", text, re.DOTALL)[1].splitlines():
        assert line in said
    assert run_command(["check", "results", "--workers", "1"]) == 0


def test_distributions_with_given_means_are_judged_as_the_tutorial_says(tmp_path, monkeypatch, capsys):
    text = (DOCS / "theory.md").read_text(encoding="utf-8").partition("## 6. ")[2]
    monkeypatch.chdir(tmp_path)
    Path("my_moments.py").write_text(re.search(r"```python\n(.*?)```", text, re.DOTALL)[1], encoding="utf-8")
    words = re.search(r"claimcheck (run \./my_moments\.py --effort quick)", text)[1].split()
    assert run_command([*words, "--workers", "1", "--quiet"]) == 0
    assert capsys.readouterr().out.startswith(re.search(r"```text\n(.*?)```", text, re.DOTALL)[1])
    assert run_command(["check", "results", "--workers", "1"]) == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_between_pages_lead_somewhere_and_every_page_is_in_the_menu(page):
    prose = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", prose):
        assert (page.parent / target).exists(), f"{page.name}: {target}"
    assert f"{page.name}\n" in (DOCS.parent / "mkdocs.yml").read_text(encoding="utf-8")


def test_every_public_name_of_the_language_is_listed_with_what_it_is():
    spec = importlib.util.spec_from_file_location("build_reference", DOCS / "build_reference.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    page = module.reference()
    listed = set(re.findall(r"^\| `(\w+)", page, re.MULTILINE))
    assert listed == {*claims.__all__, *mechanisms.__all__, *quantities.__all__}
    assert "|  |" not in page
    assert page == (DOCS / "reference.md").read_text(encoding="utf-8"), "docs/reference.md is out of date: run python docs/build_reference.py"
