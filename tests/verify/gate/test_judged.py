"""The record as rows: what a judgement, and one on a printed proof, needs of it."""

from verify.evidence.proofs import proofs
from verify.gate import evidence, judged
from verify.gate.lock import read


def test_a_row_of_the_record_has_the_two_sides_and_the_lemmas_of_its_evidence(repository):
    lock, stored = read(repository / "verdicts.lock"), evidence.read(repository / "verdicts", "small")
    refuted = next(row for own in judged.rows(lock, stored).values() for row in own if row["status"] == "REFUTED")
    assert refuted["summary"].startswith("measured ") and "evidence" not in refuted
    derived = {key: evidence.Stored(one.line, {**one.data, "kind": "lemmas", "evidence": {"lemmas": [{"lemma": "small/step"}]}}) for key, one in stored.items()}
    id = refuted["id"]
    rows = {id: [row | {"status": "PROVED"} for row in judged.rows(lock, derived)[id]], "small/step": [{"part": "main", "reading": "main", "status": "PROVED"}]}
    items = [{"id": name, "variants": [{"part": row["part"], "reading": row["reading"]} for row in own]} for name, own in rows.items()]
    items[0]["proof"] = [{"id": "small/step", "parts": [], "words": ""}]
    assert proofs(items, rows)[id].word == "complete"
