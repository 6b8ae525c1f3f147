"""A statement has the same row and costs the same counted work alone and after others, whatever of it they have found already."""

import itertools

from verify import claims as c
from verify.quantities import enclosures, hockey_stick_divergence, total_variation
from verify.run.decide import Settings, run_variant

P, Q = c.objects("P Q")
e, epsilon = c.numbers("e epsilon")
CURVE = hockey_stick_divergence(P, Q, e)
LARGEST = c.reading("range", head=c.Sup({e: c.between(0, epsilon)}, CURVE * c.exp(e / 2)), all=c.Sup({e: c.at_least(0)}, CURVE * c.exp(e / 2)))
CLAIM = c.Claim("toy/order", c.Source("toy"), forall={P: c.Laws(c.Labels(3)), Q: c.Laws(c.Labels(3)), epsilon: c.between(0, 2)},
                states=c.Compare(LARGEST, "<=", c.reading("bound", one=1, variation=2 * total_variation(P, Q), both=c.Max(LARGEST, 1))))


def _afresh():
    for memo in enclosures._MEMOS:
        memo._shared.clear()
    enclosures._OF_FINITE_LAWS.clear()


def _decided(variant):
    before = enclosures.spent()
    row, document, errors = run_variant(variant, Settings())
    assert not errors
    return {key: value for key, value in row.items() if key != "seconds"}, document, enclosures.spent() - before


def test_rows_certificates_and_work_do_not_depend_on_what_was_decided_before():
    variants = CLAIM.variants()
    assert len(variants) == 6
    alone = {}
    for variant in variants:
        _afresh()
        alone[variant.key] = _decided(variant)
    assert len({row["status"] for row, _, _ in alone.values()}) > 1 and all(work > 100 for _, _, work in alone.values())
    for order in itertools.islice(itertools.permutations(variants), 0, 720, 239):
        _afresh()
        for variant in order:
            assert _decided(variant) == alone[variant.key], variant.label
