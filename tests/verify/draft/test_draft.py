"""A draft lists what LaTeX numbers, loads at once and claims nothing; a source that does not parse is refused in one line."""

import importlib
import json
from pathlib import Path

import pytest

pytest.importorskip("pylatexenc")
pytest.importorskip("lark")

from verify.claims.registry import load_file
from verify.draft.formulas import read as as_sympy
from verify.draft.items import items_of
from verify.draft.tex import TexError, read

PAPER = Path(__file__).parent / "paper"
HEAD = "\\documentclass{article}\n\\newtheorem{theorem}{Theorem}\n"


@pytest.fixture
def items(tmp_path):
    """What a source numbers, as pairs of place and label."""
    def of(text):
        path = tmp_path / "paper.tex"
        path.write_text(text, encoding="utf-8")
        return [(found.place, found.label) for found in items_of(read(path))]

    return of


def body(preamble, text, kind="article"):
    return f"\\documentclass{{{kind}}}\n{preamble}\n\\begin{{document}}\n{text}\n\\end{{document}}\n"


def test_the_invented_paper_is_numbered_as_latex_prints_it():
    found = [(one.place, one.label, one.section) for one in items_of(read(PAPER / "smith.tex"))]
    assert found == [
        ("Definition 1", "def:smooth", "Section 1"), ("Equation 1.1", "eq:step", "Section 1"), ("Theorem 1.1", "thm:descent", "Section 1"), ("Equation 1.2", "eq:descent", "Section 1"),
        ("Equation 1.3", "eq:square", "Section 1"), ("Equation 1.4", "eq:log", "Section 1"), ("Equation $\\ast$", "eq:star", "Section 1"), ("Lemma 1.2", "", ""), ("Lemma 2.1", "lem:rate", "Section 2.1"),
        ("Equation 2.1a", "eq:first", "Section 2.1"), ("Equation 2.1b", "eq:second", "Section 2.1"), ("Equation 2.2", "", "Section 2.1"), ("Table 1", "tab:values", "Section 2.1"), ("Figure 1", "fig:both", "Section 2.1"),
        ("Theorem 2.2", "thm:second", "Section 2.1"), ("Corollary A.1", "cor:app", "Appendix A"), ("Equation A.1", "", "Appendix A"), ("Equation A.2", "", "Appendix A"), ("Fact (unnumbered)", "fact:plain", "Appendix A"),
        ("Equation v", "eq:long", "Appendix A"),
    ]


def test_titles_statements_and_places_are_those_of_the_source():
    found = {one.label: one for one in items_of(read(PAPER / "smith.tex"))}
    descent, rate = found["thm:descent"], found["lem:rate"]
    assert descent.title == "Descent, after {\\cite[Theorem~2]{polyak}}" and descent.tex.startswith("Let $L > 0$ and $t \\ge 0$. Then")
    assert "the constant was" not in descent.tex and "\\label{thm:descent}" not in descent.tex and descent.line == 32
    assert (rate.title, rate.file.name, rate.line) == ("A rate", "results.tex", 2)
    assert found["eq:log"].tex == "\\log(1 + x) &\\le x." and found["eq:log"].inside == "Theorem 1.1"
    assert found["tab:values"].title == "Measured values of $\\sigma$" and found["fig:both"].title == "Both halves."


def test_the_package_loads_lists_every_item_and_has_a_row_for_each(claimcheck, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = claimcheck("draft", PAPER / "smith.tex", "--out", "draft24")
    assert code == 0 and not err and "Theorem 1.1" in out and "claimcheck list draft24" in out
    code, out, _ = claimcheck("list", "draft24", "--json")
    listed = [one["id"] for one in json.loads(out)]
    assert code == 0 and len(listed) == 20 and listed[:3] == ["draft24/def-1", "draft24/eq-1.1", "draft24/thm-1.1"] and "draft24/fact-plain" in listed
    _, out, _ = claimcheck("list", "draft24")
    assert out.count("(not yet encoded)") == 19 and out.count("(definition)") == 1
    code, out, _ = claimcheck("run", "draft24", "--effort", "quick", "--workers", "1", "--quiet", "--json")
    assert code == 0 and {row["id"]: row["status"] for row in json.loads(out)["results"]} == {id: "NOT_CHECKED" if id == "draft24/def-1" else "UNDECIDED" for id in listed}
    assert claimcheck("check", "results", "--workers", "1")[0] == 0
    assert {path.name for path in Path("draft24").iterdir() if path.name != "__pycache__"} == {"pyproject.toml", "README.md", "draft24", "tests", ".github"}
    compile(Path("draft24/tests/test_paper.py").read_text(), "test_paper.py", "exec")


def test_a_stub_holds_the_statement_and_each_formula_and_no_claim(claimcheck, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert claimcheck("draft", PAPER / "smith.tex", "--out", "stubs24")[0] == 0
    text = Path("stubs24/stubs24/thm_1_1.py").read_text(encoding="utf-8")
    assert "Statement (Theorem 1.1; label thm:descent, smith.tex line 32)" in text and "    Let $L > 0$ and $t \\ge 0$. Then" in text
    assert "to be read by a person" in text and "#     x**2 + y**2 >= 2*x*y\n" in text and "with the names L, e, t;" in text
    assert "#     \\|x + y\\| &\\le \\|x\\| + \\|y\\|,\n# SymPy's parser does not read it." in text
    for path in Path("stubs24/stubs24").glob("*.py"):
        module = importlib.import_module("ast").parse(path.read_text(encoding="utf-8"))
        assert path.name == "__init__.py" or [type(node).__name__ for node in module.body] == ["Expr"], path
    assert not load_file("stubs24")[0].claims


def test_quotes_and_backslashes_in_a_paper_do_not_break_its_package(claimcheck, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("odd.tex").write_text(HEAD + '\\begin{theorem}[A "title" \\"""] x """ y \\\\\n#{} "é\\end{theorem}\\begin{theorem}""" \\end{theorem}\n'.replace("#{}", "\\#"), encoding="utf-8")
    assert claimcheck("draft", "odd.tex")[0] == 0
    assert claimcheck("list", "odd")[:2] == (0, 'odd/thm-1  A "title" \\"""  (not yet encoded)\nodd/thm-2  Theorem 2  (not yet encoded)\n')


@pytest.mark.parametrize(("preamble", "text", "expected"), [
    ("\\newtheorem{a}{A}\n\\newtheorem{b}{B}[a]", "\\begin{a}\\end{a}\\begin{b}\\end{b}\\begin{b}\\end{b}\\begin{a}\\end{a}\\begin{b}\\end{b}", ["A 1", "B 1.1", "B 1.2", "A 2", "B 2.1"]),
    ("\\newtheorem{a}{A}\n\\renewcommand{\\thea}{\\Alph{a}}\n\\newtheorem{b}[a]{\\textbf{B}}", "\\begin{a}\\end{a}\\begin{b}\\end{b}", ["A A", "B B"]),
    ("\\newtheorem{a}{A}\n\\def\\thea{\\ifx1\\arabic{a}\\fi}", "\\begin{a}\\end{a}", ["A (number not known)"]),
    ("", "\\begin{lemma}\\label{l} x\\end{lemma}\\begin{equation}x\\end{equation}", ["Lemma (number not known)", "Equation 1"]),
    ("\\newtheorem{a}[unseen]{A}", "\\begin{a}x\\end{a}", ["A (number not known)"]),
    ("\\newtheorem{a}{A}[section]", "\\begin{a}\\end{a}\\section{One}\\begin{a}\\end{a}", ["A 0.1", "A 1.1"]),
    ("\\declaretheorem[name=Theorem, numberwithin=section]{thm}\\declaretheorem[sibling=thm]{lemma}\\declaretheorem[numbered=no]{note}",
     "\\section{One}\\begin{thm}\\end{thm}\\begin{lemma}\\end{lemma}\\begin{note}\\end{note}", ["Theorem 1.1", "Lemma 1.2", "Note (unnumbered)"]),
    ("\\newtheorem{thm}{Theorem}", "\\begin{restatable}[Main]{thm}{main}\\label{t} x\\end{restatable}\\main*", ["Theorem 1"]),
    ("\\newtheorem{thm}{Theorem}\\newaliascnt{cor}{thm}\\newtheorem{cor}[cor]{Corollary}", "\\begin{thm}\\end{thm}\\begin{cor}\\end{cor}", ["Theorem 1", "Corollary 2"]),
    ("\\newtheorem{thm}{Theorem}[section]\\makeatletter\\let\\c@equation\\c@thm\\makeatother\\numberwithin{equation}{section}",
     "\\section{One}\\begin{thm}\\end{thm}\\begin{equation}x\\end{equation}\\begin{thm}\\end{thm}", ["Theorem 1.1", "Equation 1.2", "Theorem 1.3"]),
    ("\\makeatletter\\@addtoreset{equation}{section}\\makeatother\\def\\theequation{\\thesection.\\arabic{equation}}",
     "\\section{One}$$ x $$\\begin{eqnarray}a &=& b \\nonumber\\\\ c &=& d\\end{eqnarray}", ["Equation 1.1"]),
    ("\\newcommand{\\eq}[1]{\\begin{equation}#1\\end{equation}}\\newcommand{\\nn}{\\nonumber}", "\\eq{\\frac{a}{b}}\\begin{align}a\\nn\\\\b\\end{align}", ["Equation 1", "Equation 2"]),
    ("\\newenvironment{eqn}{\\begin{equation}}{\\end{equation}}", "\\begin{eqn} x \\end{eqn}", ["Equation 1"]),
    ("", "\\begin{equation}x\\tag{A}\\end{equation}\\begin{align}a\\\\b\\\\\\end{align}\\begin{equation}c\\end{equation}", ["Equation A", "Equation 1", "Equation 2", "Equation 4"]),
    ("", "\\setcounter{equation}{3}\\begin{equation}a\\end{equation}\\setcounter{equation}{\\value{page}}\\begin{equation}b\\end{equation}", ["Equation 4", "Equation (number not known)"]),
    ("", "\\begin{table}\\caption*{None}\\end{table}\\begin{table*}\\caption{One}\\end{table*}\\begin{longtable}{c}\\caption{Two}\\\\ x\\end{longtable}", ["Table 1", "Table 2"]),
    ("\\spnewtheorem{thm}{Theorem}{\\bf}{\\it}\\spnewtheorem{lem}[thm]{Lemma}{\\bf}{\\it}", "\\begin{thm}\\end{thm}\\begin{lem}\\end{lem}", ["Theorem 1", "Lemma 2"]),
    ("", "\\begin{empheq}[box=\\fbox]{align} a\\\\ b \\end{empheq}\\begin{IEEEeqnarray}{rCl} a\\IEEEnonumber\\\\b \\end{IEEEeqnarray}", ["Equation 1", "Equation 2", "Equation 3"]),
    ("\\numberwithin{section}{equation}\\numberwithin{equation}{section}", "\\section{A}\\begin{equation}\\frac\\label\\tag x\\end{equation}", ["Equation (number not known)"]),
    ("\\titleformat{\\section}{x}{}{}{}\n\\let\\old\\section\n", "\\section{One}\\begin{equation}x\\end{equation}\\numberwithin{equation}{section}\\section{B}\\begin{equation}y\\end{equation}",
     ["Equation 1", "Equation 2.1"]),
])
def test_numbers_are_counted_as_latex_counts(items, preamble, text, expected):
    assert [place for place, _ in items(body(preamble, text))] == expected


@pytest.mark.parametrize(("kind", "text", "expected"), [
    ("report", "\\begin{equation}x\\end{equation}\\chapter{One}\\section{A}\\begin{equation}x\\end{equation}\\begin{a}\\end{a}\\appendix\\chapter{B}\\begin{equation}x\\end{equation}",
     ["Equation 1", "Equation 1.1", "A 1.1.1", "Equation A.1"]),
    ("book", "\\frontmatter\\chapter{Preface}\\mainmatter\\chapter{One}\\begin{figure}\\caption{x}\\end{figure}", ["Figure 1.1"]),
    ("IEEEtran", "\\section{One}\\begin{a}\\end{a}\\begin{table}\\caption{x}\\end{table}", ["A I.1", "Table I"]),
])
def test_classes_number_in_their_own_way(items, kind, text, expected):
    assert [place for place, _ in items(body("\\newtheorem{a}{A}[section]", text, kind))] == expected


def test_what_is_not_printed_is_not_counted(items):
    text = ("%\\begin{theorem}\\end{theorem}\n\\iffalse\\begin{theorem}\\end{theorem}\\fi\\begin{comment}\\begin{theorem}{\\end{comment}\n\\begin{verbatim}\\begin{theorem}{\\end{verbatim}"
            "\\verb|%|\\url{http://a.b/c%d}\\begin{theorem}\\label{it}50\\% of $[0,1)$\\\\ [0,1)\\end{theorem}")
    assert items(HEAD + "\\begin{document}" + text + "\\end{document} \\begin{theorem} {") == [("Theorem 1", "it")]


def test_a_definition_that_is_not_expanded_is_named(tmp_path):
    path = tmp_path / "paper.tex"
    path.write_text(body("\\newcommand{\\eq}[2][a]{\\begin{equation}#2\\end{equation}}", "\\begin{lemma}\\end{lemma}"))
    assert read(path).notices == [f"{path}, line 2: \\eq has an optional argument, so it is not expanded; what it numbers is not counted"]


def test_what_numbers_in_a_way_that_is_not_followed_is_named(tmp_path):
    path = tmp_path / "paper.tex"
    path.write_text(body("\\newtcbtheorem[a]{b}{B}{c}{d}", "\\begin{numcases}{x} y \\end{numcases}\\import{a/}{b}\\begin{equation}x\\end{equation}"))
    source = read(path)
    items_of(source)
    assert source.notices == [f"{path}, line {line}: {name} is not followed; what it declares, inputs or numbers is not counted"
                              for line, name in ((2, "\\newtcbtheorem"), (4, "\\begin{numcases}"), (4, "\\import"))]


def test_of_a_style_file_beside_the_paper_the_declarations_are_taken_and_it_is_named(tmp_path):
    (tmp_path / "own.cls").write_text("\\RequirePackage{inner}\n{ is no matter here\n")
    (tmp_path / "inner.sty").write_text("\\RequirePackage{own}\n% \\newtheorem{no}{No}\n  \\newtheorem{theorem}{Theorem}\n\\newtheorem{lemma}[theorem]{Lemma}\n\\newcommand{\\new}[1]{\\newtheorem{#1}{#1}}\n")
    path = tmp_path / "paper.tex"
    path.write_text(body("\\usepackage{unseen}", "\\begin{theorem}\\end{theorem}\\begin{lemma}\\end{lemma}", "own"))
    source = read(path)
    assert [one.place for one in items_of(source)] == ["Theorem 1", "Lemma 2"]
    assert source.notices == [f"{tmp_path / 'inner.sty'}: its \\newtheorem lines are taken (2), under whatever condition they stand; nothing else in it is read"]


@pytest.mark.parametrize(("text", "told"), [
    ("{ open", "line 4: \\end{document} comes while a brace or bracket of line 3 is open"),
    ("close }", "line 3: a closing brace ends nothing that has begun"),
    ("\\begin{theorem} x", "line 4: \\end{document} comes while \\begin{theorem} of line 3 is open; add \\end{theorem}"),
    ("\\end{theorem}", "line 3: \\end{theorem} ends nothing that has begun"),
    ("\\begin{theorem} $x \\end{theorem}", "line 3: \\end{theorem} comes while a formula that begins with $ of line 3 is open; close it"),
    ("\\input{gone}", "line 3: \\input{gone} names no file"), ("\\include{gone}", "line 3: \\include{gone} names no file"), ("\\input gone", "line 3: \\input{gone} names no file"),
    ("\\input{paper}", "line 3: \\input{paper} leads back to"), ("\\input{../other}", "line 3: \\input{../other} must stay in the folder"),
    ("\\input{a{b}}", "line 3: \\input must name a file plainly"), ("\\input{\\jobname.x}", "line 3: \\input must name a file plainly"), ("\\newcommand{\\be}{\\begin{equation}", "line 3: a definition is not closed"),
    ("\\newcommand{\\a}{\\begin{x}\\b\\b}\\newcommand{\\b}{\\end{x}\\a\\a}\\a", "must come to an end"), ("No statement.", "must hold a theorem"), ("{" * 3000 + "}" * 3000, "nested less deeply"),
])
def test_a_source_that_does_not_parse_is_refused_with_its_line(claimcheck, tmp_path, monkeypatch, text, told):
    monkeypatch.chdir(tmp_path)
    Path("paper.tex").write_text(HEAD + "\\begin{document}" + text + "\n\\end{document}\n")
    code, out, err = claimcheck("draft", "paper.tex")
    assert (code, out, err.count("\n")) == (2, "", 1) and err.startswith("paper.tex") and told in err and not Path("paper").exists()


@pytest.mark.parametrize(("data", "told"), [
    (b"", "paper.tex, line 1: must hold the TeX source of a paper, got an empty file"), (b"%PDF-1.5\n", "got a PDF"), (b"\\begin{a}\0", "got a binary file"),
    (b"Some notes.\n", "paper.tex, line 1: must be a TeX document"), (b"\\begin{a}\nna\xefve\n", "paper.tex, line 2: must be text in UTF-8, got the byte 0xef; save it as UTF-8"),
])
def test_a_file_that_is_no_tex_is_refused(claimcheck, tmp_path, monkeypatch, data, told):
    monkeypatch.chdir(tmp_path)
    Path("paper.tex").write_bytes(data)
    code, out, err = claimcheck("draft", "paper.tex")
    assert (code, out, err.count("\n")) == (2, "", 1) and told in err


def test_a_name_that_cannot_be_or_a_missing_library_is_refused(claimcheck, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "No such file" in claimcheck("draft", "gone.tex")[2]
    assert "must begin with a letter, got 2301.00001v2" in claimcheck("draft", "2301.00001v2.tex")[2]
    assert "is the name of an installed paper or package" in claimcheck("draft", "verify.tex")[2]
    (tmp_path / "smith").mkdir()
    assert "exists already" in claimcheck("draft", PAPER / "smith.tex")[2]
    monkeypatch.setattr("verify.cli.draft.find_spec", lambda name: None)
    assert claimcheck("draft", PAPER / "smith.tex") == (2, "", "draft: needs pylatexenc and lark; install them with pip install 'claimcheck[draft]'\n")


@pytest.mark.parametrize(("formula", "expected"), [
    ("x^2 + y^2 &\\ge 2xy,", "x**2 + y**2 >= 2*x*y"), ("D \\le \\frac{\\alpha}{2\\sigma^2}.", "D <= alpha/(2*sigma**2)"), ("\\begin{split} a &= b \\end{split}", "Eq(a, b)"),
    ("f(x) = 3", None), ("a \\le b \\le c", None), ("\\mathbb{E} X \\le 1", None), ("\\exp(x) y = 1", None), ("x^10 = 1", None), ("\\sqrt{n}", None), ("x = x", None), ("a <", None),
    ("a" * 300 + " = 1", None),
])
def test_a_formula_is_read_completely_in_one_way_or_not_at_all(formula, expected):
    found = as_sympy(formula)
    assert (found.text if found is not None else None) == expected


def test_an_error_names_the_file_that_is_input(tmp_path):
    (tmp_path / "paper.tex").write_text(HEAD + "\\begin{document}\\input{part}\\end{document}")
    (tmp_path / "part.tex").write_text("fine\n\\begin{theorem} x\n")
    with pytest.raises(TexError, match=r"part\.tex, line 2: \\begin\{theorem\} does not end; add \\end\{theorem\}"):
        items_of(read(tmp_path / "paper.tex"))
