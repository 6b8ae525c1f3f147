"""Formulas become clean MathML or nothing."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from verify.report.mathml import ELEMENTS, mathml

GOOD = [
    r"\mu \ge 1",
    r"W_{\mu}(P_D, P_{D'}) \le \frac{1}{2}\left[2\Delta\right]^{1/\mu}",
    r"\inf_{\gamma \in \Gamma(P, Q)} \int \lVert x - y \rVert^{\mu} \, d\gamma",
    r"\operatorname*{ess\,sup} f",
    r"a < b \text{ and } c > d",
    r"\begin{cases} a & b \\ c & d \end{cases}",
    r"\mathbb{R}^{d} \times \mathcal{P}",
]


@pytest.mark.parametrize("latex", GOOD)
def test_a_formula_becomes_well_formed_mathml(latex):
    root = ElementTree.fromstring(mathml(latex, block=True))
    assert root.tag == "math"
    assert {node.tag for node in root.iter()} <= ELEMENTS


@pytest.mark.parametrize("latex", ["", r"\frac{", "a}", r"\unknowncommand x", r"\frac{1}"])
def test_what_cannot_be_converted_gives_nothing(latex):
    assert mathml(latex) is None


def test_markup_in_a_formula_stays_text():
    shown = mathml(r"\text{<script>alert(1)</script> & b}")
    assert "<script" not in shown
    assert "&lt;script&gt;" in shown
    assert ElementTree.fromstring(shown).find(".//mtext") is not None


def test_an_address_in_a_formula_is_dropped():
    assert "javascript" not in (mathml(r"\href{javascript:alert(1)}{x}") or "")


def test_a_displayed_infimum_has_its_set_beneath():
    assert "<munder><mo>inf</mo>" in mathml(r"\inf_{x} f", block=True)
    assert "<msub><mo>inf</mo>" in mathml(r"\inf_{x} f")
