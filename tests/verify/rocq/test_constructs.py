"""Kernels, events, couplings, infinite divergences, norms, special values, crossings and infima: right statements are accepted by Rocq, altered ones are refused."""

from fractions import Fraction

import pytest

from verify.claims import (
    LINE,
    Compare,
    Couplings,
    Events,
    Exists,
    Families,
    ForAll,
    Implies,
    Inf,
    Kernels,
    Laws,
    Points,
    Sum,
    Sup,
    above,
    at_least,
    between,
    exp,
    integers,
    log,
    numbers,
    objects,
)
from verify.claims.nodes import Node, number, to_json
from verify.quantities import renyi_divergence, total_variation, wasserstein_distance
from verify.rocq import coq
from verify.rocq.exhibits import sides, with_values
from verify.rocq.files import exported
from verify.rocq.proofs import written
from verify.rocq.statement import fails, holds
from verify.rocq.terms import NotExported
from verify.rocq.weights import NoWeights, events, weights

x, y, t, n = numbers("x y t n")
P, Q, G, E, g, X, v = objects("P Q G E g X v")
installed = pytest.mark.skipif(coq.command() is None, reason="coqc is not installed")


def certificate(statement, status, kind="witness", instance=None):
    over = statement if statement.head in ("forall", "exists") else Node("forall", (), statement)
    return {"claim": "toy/a", "part": "main", "reading": "main", "digest": "d", "kind": kind, "status": status, "statement": to_json(over),
            "evidence": {"instance": {name: to_json(value) for name, value in (instance or {}).items()}}}


def finite(*pairs):
    return Node("finite", tuple((number(at), number(weight)) for at, weight in pairs))


def flat(prop):
    return " ".join(written(prop).split())


COIN = finite((0, Fraction(1, 2)), (1, Fraction(1, 2)))
CERTAIN = finite((0, 1))


def table(*rows):
    return Node("table", tuple((number(at), law) for at, law in rows))


TWO_ROWS = table((0, finite((0, 1))), (1, finite((5, 1))))


def kernels(bound):
    statement = ForAll({P: Laws(LINE), Q: Laws(LINE), G: Kernels(LINE, LINE)}, Compare(wasserstein_distance(Node("push", G, P), Node("push", G, Q), 1), "<=", bound * wasserstein_distance(P, Q, 1)))
    return certificate(statement, "REFUTED", instance={"P": COIN, "Q": CERTAIN, "G": TWO_ROWS})


def named_by_nobody(share):
    statement = ForAll({P: Laws(LINE), Q: Laws(LINE)}, Implies(Exists({E: Events(P)}, Compare(Node("mass", P, E), ">=", share)), Compare(total_variation(P, Q), "<=", Fraction(1, 4))))
    return certificate(statement, "REFUTED", instance={"P": COIN, "Q": CERTAIN})


def infinite(relation):
    return certificate(ForAll({P: Laws(LINE), Q: Laws(LINE)}, Compare(renyi_divergence(P, Q, 2), relation, 7)), "REFUTED", instance={"P": COIN, "Q": CERTAIN})


def coupled(mass):
    pairs = Node("finite", tuple((Node("point", number(a), number(b)), number(p)) for a, b, p in ((0, 0, Fraction(1, 2)), (1, 0, Fraction(1, 2)))))
    density = Node("density", g, Node("point", number(1), number(0)))
    return certificate(ForAll({P: Laws(LINE), Q: Laws(LINE), g: Couplings(P, Q)}, Compare(density, "<=", mass)), "REFUTED", instance={"P": COIN, "Q": CERTAIN, "g": pairs})


def normed(bound):
    statement = ForAll({n: integers(1), X: Families(integers(1, n), Points(Node("euclid", number(2), number(2))))}, Compare(Node("norm", Node("item", X, number(1)) + 2 * Node("item", X, number(2)), number(2)), "<=", bound))
    return certificate(statement, "REFUTED", instance={"n": number(2), "X": Node("family", Node("point", number(1), number(0)), Node("point", number(1), number(2)))})


def halves(value):
    return certificate(Compare(Node("gamma", number(Fraction(7, 2))) + Node("hyp1f1", number(-2), number(Fraction(1, 2)), number(1)), "<", value), "PROVED", "exhaustive")


def crossed(end):
    return certificate(Exists({x: between(0, end)}, Compare(exp(x), "==", 3)), "PROVED", "exhaustive")


def told(factor):
    return certificate(ForAll({t: above(0)}, Compare(Inf({x: above(0)}, x, where=Compare(2, ">=", log(t / x))), "==", factor * exp(-2) * t)), "PROVED", "solution")


def supremum(bound):
    return certificate(ForAll({t: between(0, 1)}, Compare(Sup({x: between(0, t)}, exp(x)), "<=", bound)), "REFUTED", instance={"t": number(1)})


def least_under_a_condition(bound):
    return certificate(Compare(Inf({x: above(0)}, x + 1 / x, where=Compare(x, ">=", 2)), "<", bound), "PROVED", "exhaustive")


def terms_by_cases(value):
    term = Node("if", Compare(n, ">=", 2), exp(n), number(0))
    return certificate(Compare(Sum({n: integers(1, 3)}, term), ">", value), "PROVED", "exhaustive")


def powers(factor):
    return certificate(ForAll({x: at_least(0), y: above(1)}, Compare(x ** (1 / y) * x ** (1 - 1 / y), "==", factor * x)), "PROVED", "identity")


def approached(factor):
    return certificate(ForAll({t: above(0)}, Compare(Inf({x: above(0)}, x, where=Compare(2, ">", log(t / x) / log(3))), "==", factor * t / 9)), "PROVED", "solution")


def maxima(bound):
    statement = ForAll({P: Laws(LINE), Q: Laws(LINE)}, Exists({t: at_least(0)}, Compare(Node("hockey_stick", P, Q, t), ">", bound)))
    return certificate(statement, "REFUTED", instance={"P": COIN, "Q": CERTAIN})


PAIRS = {
    "supremum": (supremum(2), supremum(3)),
    "condition": (least_under_a_condition(3), least_under_a_condition(Fraction(9, 4))),
    "terms": (terms_by_cases(27), terms_by_cases(28)),
    "powers": (powers(1), powers(2)),
    "approached": (approached(1), approached(2)),
    "maxima": (maxima(Fraction(1, 2)), maxima(Fraction(1, 4))),
    "kernel": (kernels(4), kernels(5)),
    "event": (named_by_nobody(Fraction(1, 2)), named_by_nobody(Fraction(3, 2))),
    "infinite": (infinite("<="), infinite(">=")),
    "coupling": (coupled(Fraction(1, 3)), coupled(Fraction(1, 2))),
    "norm": (normed(4), normed(5)),
    "special": (halves(Fraction(166, 100)), halves(Fraction(165, 100))),
    "crossing": (crossed(2), crossed(1)),
    "infimum": (told(1), told(2)),
}


USUAL = ("event", "infimum", "kernel")
"""Those in the usual run; the others are marked slow."""


@installed
@pytest.mark.parametrize("name", [pytest.param(name, marks=() if name in USUAL else pytest.mark.slow) for name in sorted(PAIRS)])
def test_rocq_accepts_the_right_one_and_refuses_the_altered_one(name):
    answers = {}
    for k, one in enumerate(PAIRS[name]):
        try:
            answers[k] = coq.checked({str(k): exported(one)})[str(k)]
        except NotExported as error:
            answers[k] = str(error)
    assert answers[0] == "" and answers[1] != "", answers


def test_a_kernel_must_have_a_row_for_each_point_of_positive_weight():
    text = flat(fails(ForAll({P: Laws(LINE), G: Kernels(LINE, LINE, deterministic=True)}, Compare(total_variation(P, Node("push", G, P)), "<=", 0))))
    assert "is_kernel (1) (1) G = true" in text and "deterministic G = true" in text and "forallb (has_row G) (support P) = true" in text
    for judged in (fails, holds):
        with pytest.raises(NotExported):
            judged(Exists({G: Kernels(LINE, LINE)}, Compare(1, "<", 2)) if judged is fails else ForAll({G: Kernels(LINE, LINE)}, Compare(1, "<", 2)))


def test_an_event_of_a_distribution_holds_points_that_carry_mass():
    text = flat(fails(ForAll({P: Laws(LINE), E: Events(P)}, Compare(Node("mass", P, E), "<", 1))))
    assert "forallb (inside (support P)) E = true" in text


def test_a_member_and_a_coordinate_have_a_value_from_the_first_to_the_last():
    member = flat(fails(ForAll({n: integers(1), X: Families(integers(1, n), at_least(0))}, Compare(Node("item", X, n + 1), "<=", 0))))
    assert "(1 <= (n + (1)))%Z" in member and "((n + (1)) <= Z.of_nat (length X))%Z" in member
    marginal = Node("marginal", P, number(3))
    assert "((3) <=? dimension x_)" in flat(fails(ForAll({P: Laws(Node("euclid", number(2), number(2)))}, Compare(total_variation(marginal, marginal), ">", 1))))


def test_a_supremum_is_said_of_its_members_which_must_all_have_a_value():
    above_it = flat(fails(ForAll({t: between(0, 1)}, Compare(Sup({x: between(0, t)}, 1 / x), "<=", 3))))
    assert "(forall x : R, ((0 <= x /\\ x <= t) -> x <> 0))" in above_it and "(exists x_ : R, (0 <= x_" in above_it
    below_it = flat(holds(ForAll({t: between(0, 1)}, Compare(Sup({x: between(0, t)}, exp(x)), "<=", 3))))
    assert "(exists x_ : R, (0 <= x_ /\\ x_ <= t))" in below_it and "-> (exp x__) <= 3" in below_it


def test_a_supremum_is_not_told_by_members_where_they_do_not_tell_it():
    strictly = Compare(Sup({x: between(0, 1)}, exp(x)), "<", 3)
    with pytest.raises(NotExported):
        holds(strictly)
    with pytest.raises(NotExported):
        holds(ForAll({t: between(0, 1)}, Implies(Node("all", Compare(Sup({x: between(0, t)}, exp(x)), "<=", 3)), Compare(t, "<", 2))))


def test_terms_by_cases_are_those_of_a_function_that_the_statement_equates_with_them():
    text = flat(holds(Compare(Sum({n: integers(1, 3)}, Node("if", Compare(n, ">=", 2), exp(n), number(0))), ">", 27)))
    assert text.startswith("(exists term : Z -> R,") and "= (term n)" in text and "(sum_over (1) (3) (fun n_ => (term n_))) > 27" in text


def test_a_divergence_is_infinite_where_the_first_distribution_has_mass_that_the_second_has_not():
    text = flat(fails(ForAll({P: Laws(LINE), Q: Laws(LINE)}, Compare(renyi_divergence(P, Q, 2), "<=", 7))))
    assert "dominated P Q_ = false" in text
    assert "dominated P Q_ = false" not in flat(fails(ForAll({P: Laws(LINE), Q: Laws(LINE)}, Compare(renyi_divergence(P, Q, 2), ">=", 7))))


def test_weights_and_events_are_found_in_floating_point():
    pushed = weights(Node("push", G, P), {"P": COIN, "G": TWO_ROWS})
    assert pushed == {0: 0.5, 5: 0.5}
    assert weights(Node("then", P, G), {"P": CERTAIN, "G": TWO_ROWS}) == {(0, 0): 1.0}
    assert len(events(list(pushed))) == 4 and events(list(pushed))[0] == Node("event", number(0), number(5))
    with pytest.raises(NoWeights):
        weights(Node("push", G, P), {"P": finite((7, 1)), "G": TWO_ROWS})


def test_the_sides_of_an_equation_are_split_outside_of_parentheses():
    assert sides("(a = b) = c") == ("(a = b)", "c") and sides("a <= b") is None
    assert with_values("x + xs", {"x": number(2)}) == "(2) + xs" and to_json(number(2)) == "2"
