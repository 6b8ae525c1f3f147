"""Evidence names members of infinite sets by name, and by place where one name stands for several."""

from verify.claims import Claim, Compare, Exists, ForAll, Inf, Sup, at_least, between, integers, numbers
from verify.claims.nodes import free_names, to_json
from verify.engines.inner import named_apart, reached
from verify.run.decide import Settings, run_variant

x, t, s = numbers("x t s")


def place(formula, path):
    for index in path:
        formula = formula[index]
    return formula


def test_a_name_that_one_binder_binds_stays():
    goal = ForAll({t: at_least(0)}, Compare(Sup({s: between(0, t)}, s), "<=", t))
    renamed, binders = named_apart(goal)
    assert renamed == goal and {binder.names for binder in binders} == {(("t", "t"),), (("s", "s"),)}


def test_a_name_that_several_bind_gets_a_name_for_each_and_paths_lead_to_their_binders():
    goal = Compare(Inf({t: at_least(x)}, t + x), "==", Sup({t: at_least(0), s: between(0, t)}, s + t))
    renamed, binders = named_apart(goal)
    assert free_names(renamed) == {"x"}
    names = [new for binder in binders for new, _ in binder.names]
    assert len(set(names)) == len(names) == 3
    for binder in binders:
        stored = place(to_json(goal), binder.path)
        assert stored[0] in ("sup", "inf") and len(stored[1]) - 1 == len(binder.names)


def test_a_range_of_an_inner_name_sees_the_outer_one_of_the_same_name():
    goal = ForAll({t: at_least(0)}, ForAll({t: between(0, t)}, Compare(t, ">=", 0)))
    renamed, _ = named_apart(goal)
    outer, inner = renamed.args[0][0], renamed.args[1].args[0][0]
    assert outer[0] != inner[0] and free_names(inner[1]) == {str(outer[0].args[0])} and free_names(renamed.args[1].args[1]) == {str(inner[0].args[0])}


def test_members_are_needed_for_no_binder_under_a_quantifier_over_nothing():
    goal = Exists({t: between(1, 0)}, Compare(t, "<=", Sup({s: integers(1)}, s)))
    assert reached(goal, {}) == {"t"}
    assert reached(Exists({t: between(0, 1)}, Compare(t, "<=", Sup({s: integers(1)}, s))), {}) == {"t", "s"}


def test_extrema_that_bind_one_name_are_refuted_with_a_member_for_each():
    claim = Claim("inner/it", "0", forall={x: between(0, 1)}, states=Compare(Inf({t: at_least(1)}, 1 + 1 / (t * t * t) + x), ">", Sup({t: between(0, 3)}, t * (3 - t) * (1 + t * t))))
    row, document, errors = run_variant(claim.variants()[0], Settings(effort="quick"))
    assert not errors and row["status"] == "REFUTED" and document is not None
