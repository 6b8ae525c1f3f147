"""No false inequality over the special functions is ever certified, by the boxes or by the checker."""

from itertools import chain, islice

from false_functions import certified, confirmed, mutants, unbounded

from verify.engines.boxes.proof import Prover


def test_a_thousand_false_inequalities_are_not_certified():
    made = list(islice(chain(unbounded(), mutants(0)), 1040))
    assert len(made) >= 1000
    assert [m for m in made if certified(m, 2)] == []


def test_compiled_code_certifies_none_either(monkeypatch):
    monkeypatch.setattr(Prover, "compile_after", 0)
    assert [m for m in islice(chain(unbounded(), mutants(3)), 250) if certified(m, 4)] == []


def test_forged_proofs_of_false_inequalities_are_not_confirmed():
    assert [m for m in islice(chain(unbounded(), mutants(7)), 60) if confirmed(m, 5_000)] == []
