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


def test_a_row_of_the_record_about_printed_digits_has_both_numbers(repository):
    lock, stored = read(repository / "verdicts.lock"), evidence.read(repository / "verdicts", "small")
    evidence_of = {"value": "8.0930019748238652467", "digits": "8.086", "rule": "nearest", "interval": ["16171/2000", "16173/2000"]}
    printed = {key: evidence.Stored(one.line, {**one.data, "kind": "printed", "evidence": evidence_of}) for key, one in stored.items()}
    assert {row["summary"] for own in judged.rows(lock, printed).values() for row in own} == {"false: recomputed 8.0930019748238652467, printed 8.086", ""}
