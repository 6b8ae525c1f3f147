"""Files for Rocq: accepted where the evidence is right, refused where a number of the statement is another."""

from fractions import Fraction

import pytest

from verify.claims import LINE, Compare, Exists, ForAll, Laws, Printed, above, between, exp, normal_cdf, numbers, objects
from verify.claims.nodes import Node, number, to_json
from verify.quantities import renyi_divergence, total_variation, wasserstein_distance
from verify.rocq import coq
from verify.rocq.files import exported, library, name_of
from verify.rocq.terms import NotExported

x, mu = numbers("x mu")
P, Q = objects("P Q")
installed = pytest.mark.skipif(coq.command() is None, reason="coqc is not installed")


def certificate(statement, status, kind="witness", instance=None, **more):
    over = statement if statement.head in ("forall", "exists") else Node("forall", (), statement)
    return {"claim": "toy/a", "part": "main", "reading": "main", "digest": "d", "kind": kind, "status": status, "statement": to_json(over),
            "evidence": {"instance": {name: to_json(value) for name, value in (instance or {}).items()}}, **more}


def finite(*pairs):
    return Node("finite", tuple((number(at), number(weight)) for at, weight in pairs))


PEAK = {"boxes": lambda c: certificate(ForAll({x: between(0, 8)}, Compare(x * exp(-x), "<=", c)), "PROVED", "boxes")}
TWO = {"P": finite((0, Fraction(1, 3)), (2, Fraction(2, 3))), "Q": finite((0, Fraction(2, 3)), (1, Fraction(1, 3)))}


def sample():
    """Right certificates, and such that differ from a right one in a number."""
    laws = {P: Laws(LINE), Q: Laws(LINE)}
    return {
        "boxes": (PEAK["boxes"](Fraction(37, 100)), True),
        "boxes-altered": (PEAK["boxes"](Fraction(36, 100)), False),
        "witness": (certificate(ForAll({x: above(0)}, Compare(x ** Fraction(3, 2), "<=", x + 1)), "REFUTED", instance={"x": number(9)}), True),
        "witness-altered": (certificate(ForAll({x: above(0)}, Compare(x ** Fraction(3, 2), "<=", x + 18)), "REFUTED", instance={"x": number(9)}), False),
        "printed": (certificate(Compare(normal_cdf(number(1)), "rounds to", Printed("0.8413", "nearest")), "PROVED", "printed"), True),
        "laws": (certificate(ForAll(laws, Compare(wasserstein_distance(P, Q, 2) + renyi_divergence(Q, P, 1), "<=", total_variation(P, Q))), "REFUTED",
                             instance={"P": finite((0, Fraction(1, 3)), (1, Fraction(2, 3))), "Q": TWO["Q"]}), True),
        "level": (certificate(Exists({x: between(0, 1)}, Compare(Node("gaussian_level", x, number(Fraction(1, 4))), ">", 1)), "PROVED", "existence", {"x": number(1)}), True),
    }


@installed
def test_rocq_accepts_right_files_and_refuses_altered_ones():
    given = sample()
    answers = coq.checked({name: exported(one) for name, (one, _) in given.items()})
    assert {name: answers[name] == "" for name in given} == {name: right for name, (_, right) in given.items()}, answers


@installed
def test_a_file_whose_statement_is_changed_by_hand_is_refused():
    text = exported(sample()["witness"][0])
    altered = text.replace("(x + 1)", "(x + 18)")
    assert altered != text
    assert coq.checked({"altered": altered})["altered"]


def test_a_file_must_not_assume_what_it_should_prove():
    text = exported(sample()["boxes"][0])
    for line in ("Axiom trick : False.", "Admitted.", "Module Uint63.", "Parameter easy : False."):
        assert coq.FORBIDDEN.search(line)
        if coq.command():
            assert "must not say" in coq.checked({"trick": f"{line}\n{text}"})["trick"]
    assert not coq.FORBIDDEN.search("\n".join(library(part) for part in ("numbers", "gauss", "laws", "infima")))


def test_axioms_are_read_off_what_rocq_prints():
    printed = "Axioms:\nUint63.sub_spec\n  : forall x y, x = y\nPrimInt63.int : Set\nmine : False\n"
    assert coq.axioms(printed) == {"Uint63.sub_spec", "PrimInt63.int", "mine"}
    assert coq.axioms(printed) - coq.allowed() == {"mine"}
    assert coq.axioms("Closed under the global context\n") == frozenset()
    assert coq.axioms("") - coq.allowed()
    assert {"Classical_Prop.classic", "ClassicalDedekindReals.sig_forall_dec", "FunctionalExtensionality.functional_extensionality_dep"} <= coq.allowed()


def test_a_file_says_what_it_is_about_and_holds_what_it_needs():
    text = exported(sample()["boxes"][0])
    assert text.startswith("(* toy/a, part main, reading main: the statement holds.\n   Digest of the canonical formula: d. *)\nFrom Coq Require")
    assert "Inductive pt" not in text and "Print Assumptions statement_holds." in text
    assert "Inductive pt" in exported(sample()["laws"][0])
    assert name_of({"claim": "a/b-1", "part": "p", "reading": "x+y", "weakened": ["strict"]}) == "a_b_1__p__x_y__strict"


def test_evidence_that_a_file_does_not_hold_gives_a_reason():
    with pytest.raises(NotExported, match="proof from lemmas"):
        exported(certificate(PEAK["boxes"](1) and Compare(number(1), "<", 2), "PROVED", "lemmas"))
    with pytest.raises(NotExported, match="evidence without an instance"):
        exported(certificate(ForAll({P: Laws(LINE), Q: Laws(LINE)}, Compare(total_variation(P, Q), "<", 1)), "REFUTED"))
