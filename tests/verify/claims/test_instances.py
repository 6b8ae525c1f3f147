"""Instances in the words of the claim language: each constructor makes a member of its set, and what cannot be one is refused when the claim is loaded."""

import json
import types
from fractions import Fraction

import pytest

from mechanisms import Laplace, Normal
from verify import claims as c
from verify.claims import ClaimError
from verify.claims.instances import INSIDE, LAWS, NUMBERS, OBJECTS, misfit
from verify.claims.registry import load, load_file
from verify.claims.validate import validate
from verify.engines import evaluate as ev
from verify.engines.membership import contains
from verify.engines.truth import Truth

x, y, n = c.numbers("x y n")
P, Q, M, U, C, D, D_ = c.objects("P Q M U C D D_")
COIN = c.finite_law({0: Fraction(1, 2), 1: Fraction(1, 2)})
ROWS = c.universe((0,), (1,), neighbours=c.REPLACE_ONE)
RUN = c.composition({((0,), 0): 0, ((0,), 1): 1, ((1,), 0): 1, ((1,), 1): 1}, {((0,), 0): 0, ((0,), 1): 0, ((1,), 0): 0, ((1,), 1): 1}, coins=(COIN, COIN))
MEMBERS = [
    (Fraction(1, 2), c.between(0, 1)), (3, c.integers(1)), ((0, 1), c.Points(c.Euclid(2, 1))), (c.finite_law({0: 1}), c.Laws(c.LINE)), (Laplace(0, scale=2), c.Laws(c.LINE)),
    (Normal(0, scale=2), c.Laws(c.LINE, density=True)), (c.normal_vector((0, 0), c.matrix((2, 1), (1, 2))), c.NormalLaws(c.Euclid(2, 2))), (c.matrix((2, 1), (1, 2)), c.Covariances(2)),
    (c.kernel({0: COIN, 1: c.finite_law({0: 1})}), c.Kernels(c.one_of(0, 1), c.LINE)), (c.mapping({0: 1, 1: 3}), c.Maps(c.one_of(0, 1), c.LINE)),
    (c.Lambda({x: c.at_least(0)}, c.exp(-x)), c.Functions(c.at_least(0), c.between(0, 1), "falling")), (c.event(0, 1), c.Events(c.LINE)), (c.family(1, 2), c.Families(c.upto(2), c.above(0))),
    (c.indices(1, 2), c.Subsets(c.upto(3))), ((2, 1), c.Permutations(2)), (ROWS, c.Universes(c.REPLACE_ONE)), (c.universe((0, None), (0, 1), neighbours=c.ADD_OR_REMOVE_ONE), c.Universes(c.ADD_OR_REMOVE_ONE)),
    (RUN, c.Compositions(2, ROWS, c.LINE, c.INDEPENDENT)), (c.row(1), c.data_sets(ROWS)),
    (c.framework(data=((0, 0), (0, 1), (1, 1)), priors=(c.finite_law({(0, 0): Fraction(1, 2), (1, 1): Fraction(1, 2)}),), secrets=(c.event((0, 0), (0, 1)), c.event((1, 1))), pairs=((1, 2), (2, 1))),
     c.Frameworks(c.Euclid(2, 1), c.ANY_EVENTS, c.ANY_PRIORS)),
    (c.iteration(0, ({1: c.straight(Fraction(1, 2), 0), 2: c.straight(Fraction(1, 2), 1)}, c.finite_law({0: 1}))), c.Iterations(1, c.Labels(2), c.FINITE_NOISE)),
    (c.finite_law({(0, 0): Fraction(1, 2), (1, 1): Fraction(1, 2)}), c.Couplings(COIN, COIN)),
]


@pytest.mark.parametrize(("value", "where"), MEMBERS, ids=[where.head + str(k) for k, (_, where) in enumerate(MEMBERS)])
def test_a_constructor_makes_a_member_of_its_set(value, where):
    assert misfit(value, where) is None
    context = ev.Context(64)
    member = ev.value(c.term(value), {}, context)
    assert contains(where, member, {}, context) is Truth.TRUE


@pytest.mark.parametrize(("value", "where", "told"), [
    (2, c.between(0, 1), "must lie in [0, 1], got"), (c.number("1/2"), c.integers(1), "must be a whole number"), (0.5, c.between(0, 1), "must be exact"), (x, c.REALS, "must mention no names, got x"),
    (c.finite_law({0: 1}), c.REALS, "must be a number, got a distribution"), (3, c.Laws(c.LINE), "must be a distribution"), (c.family(1, 2), c.Kernels(c.LINE, c.LINE), "must be kernel({input: law})"),
    (c.family(1, c.finite_law({0: 1})), c.Families(c.upto(2), c.REALS), "member 2 must be a number"), (4, c.one_of(1, 2), "must be one of 1, 2"), ("text", c.REALS, "must be exact"),
    (c.Node("fintie", c.number(1)), c.Laws(c.LINE), "the unknown word 'fintie'"), (c.Node("finite", c.number(1)), c.Laws(c.LINE), "must have the form finite_law({point: weight})"),
    (c.Node("universe", "replace-one", (c.row(1), c.row(1, 2))), c.Universes(c.REPLACE_ONE), "must have the form universe(row"), (3, c.equals(x, c.Laws(c.LINE)), "must be a distribution"),
    (c.Node("composition", (COIN,), ((c.number(1),),), None), c.Compositions(1, ROWS, c.LINE, c.SHARED), "must have the form composition("),
])
def test_what_cannot_be_a_member_is_told_why(value, where, told):
    assert told in misfit(value, where)


@pytest.mark.parametrize(("made", "told"), [
    (lambda: c.kernel({0: 1}), "outputs must be distributions"), (lambda: c.mapping({}), "at least one entry"), (lambda: c.matrix((1, 2), (3,)), "rows must be of one length"),
    (lambda: c.universe((0,), (0, 1)), "rows of one length"), (lambda: c.universe((None,)), "no record is absent"), (lambda: c.universe(3), "must be row(...)"),
    (lambda: c.composition({(0,): 1}, coins=COIN), "must be a table"), (lambda: c.composition({((0,), 0): 1}, coins=(COIN, COIN)), "one distribution for each mechanism"),
    (lambda: c.composition({((0,), 0): 1}, coins=COIN, parts={(0,): ()}), "one part for each"), (lambda: c.framework((0,), (COIN,), (c.event(0),), ((1, 2),)), "from 1 to 1"),
    (lambda: c.framework((0,), (), (c.event(0),), ((1, 1),)), "priors must not be empty"), (lambda: c.framework((0,), (COIN,), (3,), ((1, 1),)), "secrets must be events"),
])
def test_a_constructor_refuses_what_has_another_shape(made, told):
    with pytest.raises(ClaimError) as refusal:
        made()
    assert told in str(refusal.value)


def test_the_evaluator_knows_every_word_of_an_instance_and_no_value_of_it_is_forgotten():
    propositions = {"compare", "all", "any", "not", "var", "word_", "interval", "integers", "one_of"}
    assert (LAWS | OBJECTS | NUMBERS | INSIDE) - propositions <= set(ev.RULES) | {"var"}


# --- hints ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("made", "told"), [
    (lambda: c.Hints(typical={x: (2, 1)}), "low <= high"), (lambda: c.Hints(typical={x: 3}), "two exact numbers"), (lambda: c.Hints(typical={x: (0.5, 1)}), "two exact numbers"),
    (lambda: c.Hints(typical={"x": (1, 2)}), "names made by numbers()"), (lambda: c.Hints(typical=[x]), "typical must be values by name"), (lambda: c.Hints(equality_at={x: 0.5}), "an exact number"),
    (lambda: c.Hints(instances={x: 1}), "must be a tuple of instances"), (lambda: c.Hints(instances=(1,)), "must be values by name"), (lambda: c.Hints(instances=({x: 0.5},)), "x must be exact"),
    (lambda: c.Hints(instances=({1: 2},)), "names made by numbers()"), (lambda: c.Hints(instances=({x: y},)), "must mention no names"), (lambda: c.Hints(region=(x,)), "region must be two names"),
    (lambda: c.Hints(region=(x, x)), "two different names"), (lambda: c.Hints(by="textbook/pinsker"), "ids of textbook lemmas"), (lambda: c.Hints(by=("pinsker",)), "ids of textbook lemmas"),
])
def test_advice_of_another_shape_is_refused_where_it_is_written(made, told):
    with pytest.raises(ClaimError) as refusal:
        made()
    assert told in str(refusal.value)


@pytest.mark.parametrize(("hints", "told"), [
    (c.Hints(typical={y: (1, 2)}), "must be about names of forall (x, P, D, D_), got y"), (c.Hints(equality_at={x: 2}), "x must lie in"), (c.Hints(typical={P: (1, 2)}), "must be about numbers, got P"),
    (c.Hints(instances=({y: 1},)), "an instance must be about names of forall"), (c.Hints(instances=({x: 2},)), "x must lie in"), (c.Hints(instances=({"x": c.finite_law({0: 1})},)), "x must be a number"),
    (c.Hints(instances=({P: 3},)), "P must be a distribution"), (c.Hints(instances=({D: c.row(1)},)), "all of (D, D_), got none for D_"), (c.Hints(region=(x, y)), "got y"),
])
def test_advice_that_does_not_suit_the_claim_is_refused_when_it_is_loaded(hints, told):
    claim = c.Claim("m/a", "A", forall={x: c.between(0, 1, open="both"), P: c.Laws(c.LINE), (D, D_): c.neighbours(ROWS)}, hints=hints,
                    states=c.All(c.Compare(x + c.size(D) + c.size(D_), "<=", 4), c.Compare(c.Prob({y: P}, c.Compare(y, "<=", 0)), "<=", 1)))
    with pytest.raises(ClaimError) as refusal:
        validate(claim)
    assert told in str(refusal.value)


def test_the_ends_of_a_range_may_be_named_by_advice_and_shared_advice_is_cut_to_the_names_of_a_claim():
    hints = c.Hints(typical={x: (0, 1), y: (1, 2)}, equality_at={x: 1}, instances=({x: c.number("1/2"), y: 1}, {y: 2}), region=(x, y))
    cut = hints.about(x)
    assert (cut.typical, cut.equality_at, cut.instances, cut.region) == ({x: (0, 1)}, {x: 1}, ({x: c.number("1/2")},), ())
    validate(c.Claim("m/a", "A", forall={x: c.between(0, 1, open="both")}, states=c.Compare(x, "<=", 1), hints=cut))


def test_a_slip_in_a_file_is_told_with_file_and_line(tmp_path):
    place = tmp_path / "slip.py"
    place.write_text("from verify.claims import *\n\nx, z = numbers('x z')\nCLAIM = Claim('m/a', 'A', forall={x: above(0)}, states=Compare(x, '>', 0),\n              hints=Hints(instances=({z: 1},)))\n")
    with pytest.raises(ClaimError, match=r"slip\.py:4: m/a: hints: an instance must be about names of forall \(x\), got z; correct or remove it"):
        load_file(place)
    place.write_text("from verify.claims import *\n\nx = numbers('x')\nHINTS = Hints(typical={x: (2, 1)})\n")
    with pytest.raises(ClaimError, match=r"slip\.py:4: Hints: typical must give two exact numbers"):
        load_file(place)


@pytest.mark.parametrize(("one", "told"), [({"z": "1"}, "must be about names of the claim (x), got z"), ({"x": ["finite", ["()", ["()", "0", "1"]]]}, "x must be a number, got a distribution"), ({"x": "-1"}, "x must lie in")])
def test_remembered_instances_of_a_wrong_shape_are_errors_of_their_file(tmp_path, one, told):
    module = types.ModuleType("toy")
    module.__path__, module.__file__ = [], str(tmp_path / "__init__.py")
    module.CLAIM = c.Claim("toy/a", "A", forall={x: c.above(0)}, states=c.Compare(x, ">", 0))
    module.LEDGER = c.Ledger("toy", "Toy", "me", (c.Item("toy/a", "A", "1", c.Scope({x: c.above(0)})),))
    (tmp_path / "instances.json").write_text(json.dumps({"schema": "claimcheck.instances/1", "instances": {"toy/a": [one]}}))
    with pytest.raises(ClaimError) as refusal:
        load(module)
    assert told in str(refusal.value) and "instances.json: toy/a:" in str(refusal.value)


def test_an_instance_of_a_pair_of_names_is_looked_at():
    from verify.run.decide import Settings, run_variant

    claim = c.Claim("m/a", "A", forall={U: c.Universes(c.REPLACE_ONE), (D, D_): c.neighbours(U), x: c.above(0)}, states=c.Compare(c.size(D) + c.size(D_), "<", 10 * x),
                    hints=c.Hints(instances=({U: ROWS, D: c.row(0), D_: c.row(1), x: c.number("1/7")},)))
    validate(claim)
    row, _, errors = run_variant(claim.variants()[0], Settings(effort="quick"))
    assert errors == [] and row["status"] == "REFUTED"
