"""From textbook lemmas nothing false is proved: neither lemmas that are slightly changed, each with an instance at which it fails, nor the false neighbours of all lemmas.

``python tests/quality/test_lemmas.py`` hands the engine all of them, and prints how many there are of each kind.
"""

import pytest
from false_lemmas import false_lemmas
from near_misses import false_statements, stored, task_of

from verify.engines import lemmas
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence.checker.certificate import Certificate
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import digest
from verify.evidence.checker.kinds import KINDS
from verify.evidence.checker.numbers import Budget, precision
from verify.quantities import enclosures
from verify.run.decide import ENGINE_WORK

ALL = sorted((lemma, change) for lemma, changes in stored().items() for change in changes)
"""All that are stored, so that a lemma which is stated otherwise moves none to another share."""
NEIGHBOURS = [variant for claim in false_lemmas().values() for variant in claim.variants()]
SHARES, EACH = 40, 20
"""The statements are handed out in forty shares, of which every twentieth is in the usual run; the others are marked slow."""
SHARE = [pytest.param(k, marks=() if k % EACH == 0 else pytest.mark.slow) for k in range(SHARES)]


def proved(task):
    """Whether the engine proves it with the work that it is allowed in a run."""
    try:
        with enclosures.allowance(task.effort.work + ENGINE_WORK[lemmas.decide]):
            return lemmas.decide(task).status is Status.PROVED
    except enclosures.OutOfWork:
        return False


def confirm_false(statement, instance):
    """Raises an error where the checker's own evaluation does not find the statement false at the instance."""
    with precision(128):
        KINDS["witness"](Certificate("near/miss", "main", "main", digest(statement), statement, "witness", "REFUTED", instance), Evaluator(Budget()))


@pytest.mark.parametrize("share", SHARE)
def test_no_changed_lemma_is_proved(share):
    for key in [key for key in ALL[share::SHARES] if key in false_statements()]:
        statement, instance = false_statements()[key]
        confirm_false(statement, instance)
        assert not proved(task_of(statement, "standard")), key


@pytest.mark.parametrize("share", SHARE)
def test_no_false_neighbour_is_proved(share):
    assert [variant.label for variant in NEIGHBOURS[share::SHARES] if proved(Task(variant, EFFORTS["standard"]))] == []


def test_there_are_many_of_every_kind():
    kinds = {change.partition(" at ")[0] for _, change in false_statements()}
    assert len(false_statements()) >= 500
    assert kinds >= {"a factor", "turned", "strict for weak", "equal for weak", "swapped arguments", "a larger order", "a smaller order", "a wider range", "a hypothesis dropped",
                     "a part left out", "a constant less by a tenth", "a constant more by a tenth", "the norm of order 1", "the norm of order oo", "any distribution"}


if __name__ == "__main__":
    from collections import Counter

    found = Counter((change.partition(" at ")[0], proved(task_of(statement, "standard"))) for (_, change), (statement, _) in false_statements().items())
    found.update(("a false neighbour", proved(Task(variant, EFFORTS["standard"]))) for variant in NEIGHBOURS)
    for (kind, is_proved), number in sorted(found.items()):
        print(f"{kind}: {number} {'PROVED' if is_proved else 'not proved'}")
