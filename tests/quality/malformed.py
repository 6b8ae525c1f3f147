"""Stored files that are malformed in every way Hypothesis can think of: each is refused with its reason, or means what it meant. Nothing in them is executed.

``python tests/quality/malformed.py 3400`` tries so many of each of the three kinds; the ordinary tests try fewer.
"""

import base64
import copy
import json
import sys
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from verify.claims import above
from verify.evidence.checker import check_file
from verify.gate import lock
from verify.report import ReportError, write_report
from verify.run.store import StoreError, read_results

GOLDEN = Path(__file__).parents[1] / "verify" / "run" / "golden"
CERTIFICATES = ("certificate-proof.json", "certificate-instance.json")
EVIL = ("__import__('os')._exit(9)", "cos\nsystem\n(S'false'\ntR.", base64.b64encode(b"\x80\x04\x95").decode(), "../../../etc/passwd", "1/0", "NaN", "-", "9" * 400)

leaves = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12) | st.sampled_from(EVIL)
values = st.recursive(leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3), max_leaves=6)


def places(data, at=()):
    """The way to every part of a document."""
    yield at
    for key, inner in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield from places(inner, (*at, key))


@st.composite
def damaged(draw, documents):
    """Bytes: a document with a few parts replaced, left out or doubled, or cut or with other bytes in it, or any document at all."""
    document = copy.deepcopy(draw(st.sampled_from(documents)))
    how = draw(st.sampled_from(("parts", "parts", "parts", "bytes", "anything")))
    if how == "anything":
        return json.dumps(draw(values)).encode()
    if how == "parts":
        for _ in range(draw(st.integers(1, 3))):
            ways = [at for at in places(document) if at]
            if not ways:
                break
            *way, last = ways[draw(st.integers(0, len(ways) - 1))]
            around = document
            for key in way:
                around = around[key]
            deed = draw(st.sampled_from(("replace", "drop", "double")))
            if deed == "replace":
                around[last] = draw(values)
            elif deed == "drop":
                del around[last]
            elif isinstance(around, list):
                around.insert(last, copy.deepcopy(around[last]))
            else:
                around[draw(st.text(max_size=6))] = around[last]
        return json.dumps(document).encode()
    content = json.dumps(document).encode()
    first, second = sorted((draw(st.integers(0, len(content))), draw(st.integers(0, len(content)))))
    return content[:first] + draw(st.binary(max_size=8)) + content[second if draw(st.booleans()) else first:]


def each(documents, judge, examples):
    """Judge so many damaged documents."""
    @seed(7)
    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(damaged(documents))
    def run(content):
        judge(content)

    run()


def results(examples, folder):
    """Refused by what reads results, or reported. A status that is none of the five is never shown."""
    (folder / "claims.json").write_bytes((GOLDEN / "claims.json").read_bytes())

    def judge(content):
        (folder / "results.json").write_bytes(content)
        try:
            rows = read_results(folder)["results"]
            assert all(isinstance(row["status"], str) for row in rows)
            write_report(folder, single_file=False, formats=("json",), earlier=None)
        except (StoreError, ReportError) as error:
            assert "results.json" in str(error)

    each([json.loads((GOLDEN / "results.json").read_text())], judge, examples)


def certificate(examples, folder):
    """Refused, or confirmed with the same verdict as long as the statement is the same."""
    known = {json.dumps(one["statement"]): one["status"] for one in (json.loads((GOLDEN / name).read_text()) for name in CERTIFICATES)}

    def judge(content):
        path = folder / "toy__true__main__main.json"
        path.write_bytes(content)
        outcome = check_file(path)
        assert outcome.status in ("confirmed", "refused", "unknown kind") or outcome.why
        if outcome.status == "confirmed":
            status = known.get(json.dumps(json.loads(content)["statement"]))
            assert status is None or f"{status.lower()} again" in outcome.why

    each([json.loads((GOLDEN / name).read_text()) for name in CERTIFICATES], judge, examples)


def locks(examples, folder):
    """Refused with the place, or a record whose parts are texts."""
    variant = {"status": "PROVED", "digest": "d" * 64, "forall": (("x", above(0)),), "given": ("x > 0",),
               "states": "x <= y", "uses": ("toy/false",), "options": "--effort quick", "kind": "identity", "evidence": "a" * 64}
    record = lock.Lock({("toy/true", "main", "main"): lock.Statement(**variant), ("toy/opinion", "main", "main"): lock.Statement("NOT_CHECKED")},
                       (lock.Accepted("toy/true", "verdict", "PROVED -> REFUTED", "because"),), "b" * 64, {"python-flint": "1"})
    path = folder / "verdicts.lock"
    lock.write(path, record)
    for altered in (path, lock.statements_of(path)):
        good = altered.read_text(encoding="utf-8")

        def judge(content, altered=altered):
            altered.write_bytes(content)
            try:
                found = lock.read(path)
            except lock.LockError as error:
                assert altered.name in str(error) or path.name in str(error)
            else:
                assert all(isinstance(one.status, str) and len(key) == 3 for key, one in found.statements.items())

        each([json.loads(good)], judge, examples)
        altered.write_text(good, encoding="utf-8")


KINDS = {"results": results, "certificate": certificate, "lock": locks}

if __name__ == "__main__":
    for name, kind in KINDS.items():
        with tempfile.TemporaryDirectory() as scratch:
            kind(int(sys.argv[1]), Path(scratch))
        print(f"{name}: {sys.argv[1]} malformed files, none believed, none executed, no hang")
