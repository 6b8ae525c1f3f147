"""What an instance is asked for again (the margin after the truth, members of infinite sets, long sums) is found and not worked out anew, and is the same."""

import random

import pytest
from flint import fmpq

from verify.claims import LINE, All, Claim, Compare, ForAll, Implies, Inf, Laws, Source, Sup, between, exp, integers, numbers, objects, one_of
from verify.claims.nodes import Node, number
from verify.engines import binders, covering, draw, extrema, margins, search
from verify.engines import evaluate as ev
from verify.engines.calibrate import plan
from verify.engines.search import drawing
from verify.engines.task import EFFORTS, Task
from verify.engines.truth import Truth
from verify.quantities import enclosures, hockey_stick_divergence
from verify.values import laws

x, y, k = numbers("x y k")
P, Q = objects("P Q")
F = fmpq


def sides_of(monkeypatch):
    asked = []
    monkeypatch.setattr(ev, "sides", lambda node, env, c, own=ev.sides: asked.append((node, env.get("k"))) or own(node, env, c))
    return asked


def test_the_margin_takes_the_sides_that_the_truth_was_found_with(monkeypatch):
    goal = All(Compare(x, "<=", exp(x)), ForAll({k: integers(1, 3)}, Compare(x, "<=", k * exp(x))))
    asked = sides_of(monkeypatch)
    answer, slack, *_ = margins.judge(goal, {"x": F(2)})
    assert answer is Truth.TRUE and len(asked) == len(set(asked)) == 4
    assert slack == margins.margin(goal, {"x": F(2)}, ev.Context(ev.PRECISIONS[0]))


def test_sides_at_other_values_are_others():
    goal = Implies(Compare(x, ">", 0), Compare(x, "<", 3))
    assert margins.judge(goal, {"x": F(2)})[0] is Truth.TRUE
    assert margins.judge(goal, {"x": F(4)})[0] is Truth.FALSE


def test_members_of_a_set_are_drawn_once_for_the_same_surroundings(monkeypatch):
    drawn = []
    monkeypatch.setattr(draw.Candidates, "_drawn", lambda self, where, env, own=draw.Candidates._drawn: drawn.append(env["y"]) or own(self, where, env))
    enclosures.forget()
    members = draw.Candidates(7)
    where = between(0, y)
    first = members(where, {"y": F(5)})
    assert draw.Candidates(7)(where, {"y": F(5)}) == first and drawn == [5]
    assert all(0 <= m <= 9 for m in members(where, {"y": F(9)})) and drawn == [5, 9]
    assert draw.Candidates(8)(where, {"y": F(5)}) != first
    enclosures.forget()
    assert members(where, {"y": F(5)}) == first


def test_long_sums_of_numbers_are_kept_by_their_values():
    long = Node("add", *(x**j for j in range(1, 12)), number(1))
    c = ev.Context(64)
    assert ev.value(long, {"x": F(2)}, c) == 2**12 - 1
    assert ev.value(long, {"x": F(3)}, c) == (3**12 - 1) / F(2)
    wide = ev.numbers.Enclosure(*(ev.numbers.enclose(F(q)).lo for q in (1, 2)))
    found = ev.value(long, {"x": wide}, c)
    assert (found.lo, found.hi) == (12, 2**12 - 1) and ev.value(long, {"x": wide}, c) is found


def test_terms_at_an_enclosure_are_kept_by_the_very_enclosure():
    c = ev.Context(64)
    ends = [ev.numbers.enclose(F(q)).lo for q in (1, 2, 3)]
    narrow, wide = ev.numbers.Enclosure(*ends[:2]), ev.numbers.Enclosure(ends[0], ends[2])
    found = ev.value(exp(x), {"x": narrow}, c)
    assert ev.value(exp(x), {"x": narrow}, c) is found
    assert ev.value(exp(x), {"x": wide}, c).hi > found.hi
    assert ev.value(exp(x), {"x": narrow}, ev.Context(160)).hi < found.hi


def test_a_quantity_of_finite_laws_costs_the_same_work_when_it_is_found_again(monkeypatch):
    first, second = (laws.FiniteLaw([F(0), F(1)], [w, 1 - w]) for w in (F(1, 2), F(1, 4)))
    worked = []
    own = enclosures._TABLE["hockey_stick"]
    monkeypatch.setitem(enclosures._TABLE, "hockey_stick", lambda arguments, prec: worked.append(prec) or own(arguments, prec))
    before, found, spent = enclosures.spent(), [], []
    for level in (F(0), F(0), F(1)):
        found.append(enclosures.evaluate("hockey_stick", [first, second, level], 64))
        spent.append(enclosures.spent() - before)
    assert found[0] == found[1] == F(1, 4) and found[2] != found[1]
    assert spent == [1, 2, 3] and len(worked) == 2


def test_an_extremum_over_listed_numbers_is_found_once(monkeypatch):
    least = Inf({y: one_of(1, 2, 3)}, y**2 - 2 * y)
    asked = []
    monkeypatch.setattr(extrema, "_found_extremum", lambda *args, own=extrema._found_extremum, **kwargs: asked.append(args[0]) or own(*args, **kwargs))
    enclosures.forget()
    c = ev.Context(64)
    assert [ev.value(least, {}, c), ev.value(least, {"y": F(9)}, c)] == [-1, -1] and len(asked) == 1
    enclosures.forget()
    assert ev.value(least, {}, c) == -1 and len(asked) == 1
    assert ev.value(Sup({y: one_of(1, 2, 3)}, y * x), {"x": F(-1)}, c) == -1 and len(asked) == 2


def test_an_extremum_over_listed_members_is_found_once_whatever_it_is_compared_with(monkeypatch):
    """It costs the same work each time: what planted errors may cost does not depend on what is kept."""
    both = [laws.FiniteLaw([F(0), F(1)], [w, 1 - w]) for w in (F(1, 2), F(1, 4))]
    least = Inf({x: one_of(0, 1, 2)}, hockey_stick_divergence(P, Q, x))
    env = {"P": both[0], "Q": both[1]}
    found = []
    monkeypatch.setattr(extrema, "_found_extremum", lambda *args, own=extrema._found_extremum, **kwargs: found.append(args[0]) or own(*args, **kwargs))
    enclosures.forget()
    answers, spent = [], []
    for relation, bound in (("<=", 0), ("<=", 1), ("<", 0), (">=", number("1/100"))):
        answer, units = _counted(lambda relation=relation, bound=bound: ev.holds(Compare(least, relation, bound), env)[0])
        answers.append(answer)
        spent.append(units)
    assert answers == [Truth.TRUE, Truth.TRUE, Truth.FALSE, Truth.FALSE]
    assert len(found) == 1 and len(set(spent)) == 1 and spent[0] > 0


def _counted(find):
    before = enclosures.spent()
    return find(), enclosures.spent() - before


def test_what_another_statement_found_costs_as_much_and_is_not_worked_out_anew(monkeypatch):
    """Also where a part of it was found alone before, or in the same statement."""
    outer, inner, made = enclosures.Memo(), enclosures.Memo(), []

    def part():
        return inner.found("part", lambda: made.append("part") or enclosures.spend(3) or 7)

    def whole():
        return outer.found("whole", lambda: made.append("whole") or enclosures.spend(2) or part() + part())

    enclosures.forget()
    assert _counted(whole) == (14, 5) and _counted(whole) == (14, 0) and _counted(part) == (7, 0)
    enclosures.forget()
    assert _counted(part) == (7, 3) and _counted(whole) == (14, 2) and _counted(part) == (7, 0)
    enclosures.forget()
    assert _counted(whole) == (14, 5) and made == ["whole", "part"]


def test_an_allowance_ends_the_same_for_what_is_known_and_what_is_not():
    memo, ends = enclosures.Memo(), []

    def dear():
        for _ in range(10):
            enclosures.spend(4)
        return 1

    for _ in range(2):
        enclosures.forget()
        before = enclosures.spent()
        with pytest.raises(enclosures.OutOfWork), enclosures.allowance(17):
            memo.found("dear", dear)
        ends.append(enclosures.spent() - before)
        memo.found("dear", dear)
    assert ends[0] == ends[1] == 18


def test_what_is_heavy_is_dropped_and_the_count_hangs_on_the_statement_alone():
    memo, made = enclosures.Memo(10, weight=len), []

    def statement():
        enclosures.forget()
        before = enclosures.spent()
        for key in ("a" * 50, "b" * 20, "a" * 50, "c" * 15, "a" * 50):
            memo.found(key, lambda key=key: made.append(key[0]) or enclosures.spend(3) or key)
        return enclosures.spent() - before

    assert statement() == statement() == 4 * 3  # the last one was dropped for the one before it
    assert sum(map(len, memo.known)) <= 80 and "".join(made) == "abca" * 2  # nothing of this weight is kept beyond its statement


def test_a_product_with_millions_of_atoms_is_not_listed():
    coin = laws.FiniteLaw([F(0), F(1)], [F(1, 3), F(2, 3)])
    env, c = {"P": coin}, ev.Context(64)
    before = enclosures.spent()
    assert len(ev.value(Node("iid", Node("var", "P"), number(12)), env, c).points) == 4096 and enclosures.spent() - before >= 64
    for many in (Node("iid", Node("var", "P"), number(40)), Node("product", *[Node("var", "P")] * 17)):
        with pytest.raises(ev.NoRoute, match="more than 65536 atoms"):
            ev.value(many, env, c)


def test_readings_of_a_part_ask_for_the_same_suprema(monkeypatch):
    """The same draws in both, so every cover of the second is known; the work is counted."""
    def reading(sign):
        return Claim("toy/asked", Source("toy"), forall={x: between(0, 1)}, states=Compare(Sup({y: between(0, 1)}, y * (1 - y) * exp(x * y)), sign, 5)).variants()[0]

    covered = []
    monkeypatch.setattr(covering, "_extremum", lambda *args, own=covering._extremum: covered.append(args[0]) or own(*args))
    found = []
    for relation in ("<=", "<"):
        enclosures.forget()
        before, seen = enclosures.spent(), len(covered)
        _, tally = search.hunt(Task(reading(relation), EFFORTS["quick"]))
        found.append((tally.true, enclosures.spent() - before))
        assert (len(covered) > seen) is (relation == "<=")
    assert found[0] == found[1] and found[0][0] > 5


def test_what_is_counted_again_costs_its_own_part_and_not_what_is_free():
    counted, free = enclosures.Memo(counted=True), enclosures.Memo()

    def inner():
        enclosures.spend(5)
        return "inner"

    def outer():
        enclosures.spend(2)
        return free.found("b", inner)

    for begin in (lambda: None, enclosures.forget):  # the second time everything is kept from another statement
        begin()
        start = enclosures.spent()
        assert counted.found("a", outer) == "inner" and enclosures.spent() - start == 7
        start = enclosures.spent()
        assert counted.found("a", outer) == "inner" and enclosures.spent() - start == 2


def test_a_quantity_is_found_once_where_it_stands_and_costs_as_often_as_it_is_asked(monkeypatch):
    p, q = (laws.FiniteLaw([F(0), F(1)], [F(1, k), F(k - 1, k)]) for k in (2, 3))
    delta = Node("hockey_stick", Node("var", "P"), Node("var", "Q"), Node("var", "x"))
    choice = Node("if", Compare(delta, ">", 0), delta, number(0))
    asked = []
    monkeypatch.setattr(enclosures, "evaluate", lambda *given, own=enclosures.evaluate: asked.append(given) or own(*given))
    env, c = {"P": p, "Q": q, "x": F(0)}, ev.Context(64)
    enclosures.forget()
    start = enclosures.spent()
    assert ev.value(choice, env, c) == F(1, 6) and len(asked) == 1 and enclosures.spent() - start == 2
    start = enclosures.spent()
    assert ev.value(choice, env, c) == F(1, 6) and len(asked) == 1 and enclosures.spent() - start == 2
    assert ev.value(choice, {**env, "x": F(50)}, c) == 0 and len(asked) == 2


def test_a_bracket_that_is_found_again_is_still_one(monkeypatch):
    p, q = (laws.FiniteLaw([F(0), F(1)], [F(1, k), F(k - 1, k)]) for k in (2, 3))
    term = Node("if", Compare(x, ">", -1), Node("hockey_stick", Node("var", "P"), Node("var", "Q"), x), number(0))
    wide = ev.numbers.Enclosure(*(ev.numbers.enclose(F(k)).lo for k in (0, 1)))
    env, c = {"P": p, "Q": q, "x": wide}, ev.Context(64)
    assert ev.value(term, env, c).width > 1e-9 and c.wide
    c.wide = False
    assert ev.value(term, env, c).width > 1e-9 and c.wide


def test_values_of_a_function_are_kept_by_the_number_it_is_asked_at():
    where = between(0, 4)
    square = ev.value(Node("lambda", ((y, where),), y**2), {}, ev.Context(64))
    call = Node("apply", Node("var", "f"), x)
    for at in (F(1, 2), F(3), F(1, 2)):
        assert ev.value(call, {"f": square, "x": at}, ev.Context(64)) == at * at
    for _ in range(2):
        with pytest.raises(ev.NoValue):
            ev.value(call, {"f": square, "x": F(5)}, ev.Context(64))


def test_readings_draw_the_very_same_objects_and_the_numbers_after_them_are_the_same():
    parameters = ((Node("var", "P"), Laws(LINE)), (Node("var", "x"), between(0, 1)))

    def once(rung):
        drawer = draw.Drawer(random.Random(5), rung)
        return drawer.members(parameters), drawer.corners, drawer.rng.random()

    enclosures.forget()
    (first, corners, after), (again, corners_again, after_again) = once(2), once(2)
    assert first is again and corners == corners_again and after == after_again
    plain = draw.Drawer(random.Random(5), 2)
    env = {}
    for pattern, where in parameters:
        env = binders.bind(pattern, plain.member(where, env, str(pattern.args[0])), env)
    assert env == first and plain.rng.random() == after
    assert once(1)[0] is not first


def test_a_cover_that_ends_in_a_bracket_is_not_begun_again_with_more_digits(monkeypatch):
    open_ = ForAll({y: between(0, 1)}, Compare(y * exp(-y), "<=", exp(-1)))
    begun = []

    def never_done(node, env, c):
        begun.append(c.prec)
        c.wide = True

    monkeypatch.setattr(covering, "_by_cover", never_done)
    enclosures.forget()
    assert ev.holds(open_, {})[0] is Truth.UNDECIDED and begun == [ev.PRECISIONS[0]]


def test_an_extremum_of_measured_numbers_is_asked_of_the_run_at_hand():
    from verify.engines import experiment

    largest = Sup({k: one_of(1, 2)}, Node("measured", "toy", "level", (("k", k),)))
    for top in (3, 5):
        env = {experiment.KEY + "toy": {"level": {(1, 1): F(1), (2, 1): F(top)}}}
        assert ev.value(largest, env, ev.Context(64)) == top


def test_a_hypothesis_that_one_allowance_did_not_suffice_for_is_asked_again_with_a_larger_one():
    claim = Claim("toy/obeys", Source("toy"), forall={x: between(0, 1)}, given=[Compare(x, "<=", 2)], states=Compare(x, ">=", 0))
    task, env = Task(claim.variants()[0], EFFORTS["quick"]), {"x": F(1)}
    layout = plan(task)
    dear = ev.holds

    def spending(node, env, *given, **more):
        try:
            enclosures.spend(50)
        except enclosures.OutOfWork:
            return Truth.UNDECIDED, {}, ev.OVERSPENT
        return dear(node, env, *given, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ev, "holds", spending)
        enclosures.forget()
        with enclosures.allowance(20):
            assert not drawing.obeys(task, layout, env)
        assert drawing.obeys(task, layout, env)
        enclosures.forget()
        with enclosures.allowance(20):
            assert not drawing.obeys(task, layout, env)
