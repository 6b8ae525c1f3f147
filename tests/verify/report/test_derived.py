"""Proofs from lemmas as lines of a page."""

from verify.report.derived import lines

P, Q = ["var", ["word", "P"]], ["var", ["word", "Q"]]
USE = {"lemma": "textbook/w-symmetry|main|vectors", "digest": "0" * 64, "at": {"P": P, "Q": Q, "mu": "2", "dim": "3"}, "shown": []}


def test_steps_are_told_with_their_terms():
    assert lines({"steps": [USE], "goals": []}) == (("step 1", "textbook/w-symmetry with P = P, Q = Q, mu = 2"), ("then", "the conclusion is one of the propositions that are known"))
    assert lines({"steps": [], "goals": [{}]})[-1][1].startswith("what is left is about numbers")


def test_cases_are_told_apart():
    part = {"steps": [USE], "goals": [{}]}
    labels = [label for label, _ in lines({"split": "Delta", "parts": [part, part]})]
    assert labels == [f"{step}, where Delta is {where}" for where in ("the least of its range", "larger") for step in ("step 1", "then")]


def test_comparisons_on_the_way_and_terms_of_another_shape():
    cut = {"states": ["compare", "1", ["word", "<="], "2"], "shown": [{"names": [], "steps": [USE], "shown": []}]}
    told = [line for _, line in lines({"steps": [cut, {"known": 0, "at": {"P": {}}}], "goals": []})]
    assert told[0].startswith("textbook/w-symmetry") and told[1] == "member by member: 1 ≤ 2" and told[2].endswith("stored file")


def test_bounds_of_members_are_told_after_the_range_of_the_term():
    over = ["sup", ["()", ["()", ["var", ["word", "x"]], ["interval", "1", "2", ["word", "closed"], ["word", "closed"]]]], ["var", ["word", "x"]], None, None]
    told = [line for _, line in lines({"steps": [{"extremum": over, "names": ["x_0_0"], "steps": [USE], "shown": []}], "goals": []})]
    assert told[0].startswith("textbook/w-symmetry") and told[1].startswith("bounds of members: sup")
