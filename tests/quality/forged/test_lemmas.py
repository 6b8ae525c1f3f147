"""Certificates from textbook lemmas are altered in one place, with the digest of the statement computed anew: the checker refuses each, in words and not by an error."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest
from near_misses import at, put, task_of

from verify.engines import lemmas
from verify.engines.task import Status
from verify.evidence import certificate as certificates
from verify.evidence.checker.certificate import Certificate
from verify.evidence.checker.check import check_data
from verify.evidence.checker.formula import digest
from verify.evidence.checker.lemmas import divided, textbook
from verify.evidence.checker.numbers import Budget

OPEN, CLOSED, ANY = ["word", "open"], ["word", "closed"], ["word_", ["word", "any"]]
AT_LEAST_0, ORDERS = ["interval", "0", "oo", CLOSED, OPEN], ["interval", "1", "oo", CLOSED, OPEN]
LINE = ["laws", ["euclid", "1", "1"], ANY, ANY, None]


def var(name: str) -> Any:
    return ["var", ["word", name]]


a, b, n, x, y, mu, P, Q, R, K = map(var, "a b n x y mu P Q R K".split())
FINITE = ["laws", ["labels", n], ANY, ANY, None]
DISTRIBUTIONS = {"n": ["integers", "1", "oo"], "P": FINITE, "Q": FINITE}
KERNEL = {"K": ["kernels", ["labels", n], ["labels", "3"], ["word_", ["word", "randomised"]]]}


def every(names: dict[str, Any], states: Any, *given: Any) -> Any:
    return ["forall", ["()", *(["()", var(name), where] for name, where in names.items())], ["implies", ["all", *given], states] if given else states]


def le(one: Any, other: Any) -> Any:
    return ["compare", one, ["word", "<="], other]


def W(one: Any, other: Any, order: Any) -> Any:
    return ["wasserstein", one, other, order, "1"]


def D(one: Any, other: Any, order: Any) -> Any:
    return ["renyi", one, other, order]


PUSHED = (["push", K, P], ["push", K, Q])
ABOVE_1 = ["interval", "1", "oo", OPEN, OPEN]
NUMBERS = {"mu": ORDERS, "a": AT_LEAST_0}
STATEMENTS = {
    "triangle": every({**NUMBERS, "b": AT_LEAST_0, "P": LINE, "Q": LINE, "R": LINE}, le(W(P, R, mu), ["add", a, b]), le(W(P, Q, mu), a), le(W(Q, R, mu), b)),
    "order": every({**NUMBERS, "P": LINE, "Q": LINE}, le(["mul", "2", W(P, Q, mu)], ["mul", "3", a]), le(W(P, Q, "oo"), a)),
    "bound": every({**NUMBERS, "P": LINE, "Q": LINE}, le(["pow", W(P, Q, mu), "2"], ["pow", a, "2"]), le(W(P, Q, mu), a)),
    "known": every({"a": AT_LEAST_0, **DISTRIBUTIONS, **KERNEL}, ["forall", ["()", ["()", y, ABOVE_1]], le(D(*PUSHED, y), ["mul", a, y])], ["forall", ["()", ["()", x, ABOVE_1]], le(D(P, Q, x), ["mul", a, x])]),
    "condition": every({"a": AT_LEAST_0, "P": LINE, "Q": LINE}, le(W(P, Q, "1"), ["if", le(a, "0"), "-oo", a]), ["compare", W(P, Q, "1"), ["word_", ["word", "<"]], a]),
    "member": every({"a": AT_LEAST_0, **DISTRIBUTIONS}, le(D(P, Q, "2"), a), le(["sup", ["()", ["()", x, ABOVE_1]], D(P, Q, x), None, None], a)),
    "floor": every({"a": AT_LEAST_0, **DISTRIBUTIONS}, le(["sup", ["()", ["()", x, ABOVE_1]], D(P, Q, x), le(x, "3"), "0"], a), le(D(P, Q, "3"), a)),
    "supremum": every({"a": AT_LEAST_0, **DISTRIBUTIONS}, le(["sup", ["()", ["()", x, ABOVE_1]], D(P, Q, x), None, None], a), le(D(P, Q, "oo"), a)),
}


@lru_cache(maxsize=1)
def made() -> dict[str, Any]:
    """Certificates that the engine makes, and one by cases."""
    found = {}
    for name, statement in STATEMENTS.items():
        task = task_of(statement, "standard")
        finding = lemmas.decide(task)
        assert finding.status is Status.PROVED, name
        found[name] = json.loads(certificates.text(certificates.build(task.variant, finding, effort="standard", seed=0)))
    whole = found["order"]
    c = Certificate("near/miss", "main", "main", "", whole["statement"], "lemmas", "PROVED", {})
    parts = [dict(lemmas.decide(task_of(part, "standard")).evidence) for part in divided(c.statement, "a")]
    found["cases"] = {**whole, "evidence": {"split": "a", "parts": parts}}
    return found


def judged(document: Any) -> Any:
    return check_data(document, "forged", Budget())


def nodes(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    yield path, data
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, part in inside:
        yield from nodes(part, (*path, key))


def changed(data: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    found = copy.copy(data)
    found[path[0]] = changed(data[path[0]], path[1:], new)
    return found


def without(data: Any, k: Any) -> Any:
    return {key: part for key, part in data.items() if key != k} if isinstance(data, dict) else [*data[:k], *data[k + 1 :]]


DEEP: Any = "1"
for _ in range(120):
    DEEP = ["add", DEEP, "1"]
HUGE = "1" + "0" * 1600


def of_a_step(path: tuple[Any, ...], step: dict[str, Any]) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
    if "lemma" in step:
        yield "a digest", (*path, "digest"), step["digest"][:-1] + ("0" if step["digest"][-1] != "0" else "1")
        others = ("textbook/tv-symmetry|main|labels", "textbook/w-symmetry|main|vectors", "textbook/nothing|main|main")
        for other in others:
            yield "another lemma", (*path, "lemma"), other
            if other in textbook():
                yield "another lemma with its digest", path, {**step, "lemma": other, "digest": digest(textbook()[other])}
        yield "no digest", path, without(step, "digest")
    else:
        for k in (-1, 99, "0", None, 10**20):
            yield "another known proposition", (*path, "known"), k
    yield "no terms", (*path, "at"), {}
    yield "a term for no name", (*path, "at"), {**step["at"], "zzz": "1"}
    for name, term in step["at"].items():
        yield "a term left out", (*path, "at"), without(step["at"], name)
        for other in (None, [], "1/2", "-3", var("nothing"), var("#1"), ["log", "-1"], DEEP, HUGE, ["add", term, "1"], ["point", "1", "2"], {"a": 1}):
            yield "another term", (*path, "at", name), other
    yield "more shown than is asked for", (*path, "shown"), [*step["shown"], {"terms": {}, "from": [], "cases": []}]
    yield "nothing shown", path, without(step, "shown")


def of_a_link(path: tuple[Any, ...], link: dict[str, Any]) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
    for k, case in enumerate(link["cases"]):
        yield "a case left out", (*path, "cases"), without(link["cases"], k)
        for name, value in case["infinite"].items():
            for other in {"oo", "-oo", "finite", "0"} - {value}:
                yield "another infinity", (*path, "cases", k, "infinite", name), other
        if "closed" in case:
            for other in (-1, 99, None, "0", 10**20):
                yield "another known comparison is false", (*path, "cases", k, "closed"), other
            yield "a goal that is not true", (*path, "cases", k), {"infinite": case["infinite"], "holds": True}
        if "kind" in case:
            for other in ("linear", "bounds", "identity", "boxes", "smt", "lemmas", "logic", "witness", 5):
                if other != case["kind"]:
                    yield "another kind", (*path, "cases", k, "kind"), other
            yield "closed without a reason", (*path, "cases", k), {"infinite": {}, "closed": 0}
            yield "no evidence", (*path, "cases", k, "evidence"), {}
    for name, term in link["terms"].items():
        yield "a term left out", (*path, "terms"), without(link["terms"], name)
        for other in link["terms"].values():
            if other != term:
                yield "another term", (*path, "terms", name), other
        for other in ("1", [], var("P"), ["renyi", P], DEEP):
            yield "a term that is none", (*path, "terms", name), other
    for k in range(len(link["from"])):
        yield "a comparison left out", (*path, "from"), without(link["from"], k)
        for other in (-1, 99, None, "0", 10**20):
            yield "another comparison", (*path, "from", k), other
    if len(link["from"]) > 1:
        yield "comparisons in another order", (*path, "from"), link["from"][::-1]


def alterations(name: str) -> Iterator[tuple[str, Any]]:
    """Certificates with one place altered, and what was done."""
    document = made()[name]
    for path, part in nodes(document["evidence"]):
        ways: list[tuple[str, tuple[Any, ...], Any]] = []
        if isinstance(part, dict) and "at" in part:
            ways += of_a_step(path, part)
            ways.append(("a step left out", path[:-1], without(at(document["evidence"], path[:-1]), path[-1])))
        elif isinstance(part, dict) and "cases" in part:
            ways += of_a_link(path, part)
            if "impossible" in part:
                ways += [("another comparison is said to be false", (*path, "impossible"), other) for other in (-1, 0, 99, None, "0", 10**20, True)]
                ways.append(("no comparison is said to be false", path, without(part, "impossible")))
            ways.append(("a goal that is not shown", path[:-1], without(at(document["evidence"], path[:-1]), path[-1])))
        elif isinstance(part, dict) and "names" in part:
            if "extremum" in part:
                term = part["extremum"]
                ways += [("another extremum", (*path, "extremum"), other) for other in (P, "0", None, 5, ["inf", *term[1:]], [*term[:2], ["mul", "-1", term[2]], *term[3:]], [*term[:2], ["log", term[2]], *term[3:]])]
            ways += [("another name", (*path, "names"), other) for other in ([], ["P"], ["x_1", "x_2"], [5], None, ["#1"], ["a"])]
            ways += [("steps of members left out", (*path, "steps"), []), ("nothing shown of members", (*path, "shown"), [])]
        elif isinstance(part, dict) and "sums" in part:
            for row in range(len(part["sums"][0])):
                ways += [("another coefficient", (*path, "sums", 0, row, 1), other) for other in ("0", "-1", "7/11", "1000000007", HUGE, "1/0", "0.5", 1, None, "2/4")]
                ways += [("another inequality", (*path, "sums", 0, row, 0), other) for other in (-1, 99, None, "0", 10**20)]
                ways.append(("an inequality left out", (*path, "sums", 0), without(part["sums"][0], row)))
        elif isinstance(part, dict) and "condition" in part:
            ways += [("another condition", (*path, "condition"), other) for other in (le("0", a), le(a, "1"), le(["log", a], "0"), le(var("nothing"), "0"), le(P, Q), ["not", le(a, "0")], "0", None, [], DEEP)]
            ways += [("other parts", (*path, "parts"), other) for other in (part["parts"][:1], part["parts"][1:], part["parts"][::-1], part["parts"] * 2, [part["parts"][0], {}], [], None, 5, [5, 5])]
        elif isinstance(part, dict) and "through" in part:
            ways += [("no bounds", (*path, "left"), []), ("a bound on the other side", path, {**part, "left": part["right"], "right": part["left"]})]
            ways += [("another bound", (*path, "left", 0), other) for other in (["a", 0], ["P", 0], ["y_1", 9], ["y_1", -1], ["y_1"], [5, 0], None) if part["left"]]
            ways += [("another way through", (*path, "through"), other) for other in (["left", 0], ["right", 0], ["middle", 0], ["left", 99], "left", 5)]
        elif isinstance(part, dict) and "split" in part:
            ways += [("another name", ("split",), other) for other in ("P", "nothing", None, 5, ["a"])]
            ways += [("other parts", ("parts",), other) for other in (part["parts"][:1], part["parts"][1:], part["parts"][::-1], part["parts"] * 2, [part["parts"][0], {}], [], None, 5, [5, 5])]
        elif isinstance(part, dict):
            continue
        for words, where, new in ways:
            if at(document["evidence"], where) == new:
                continue  # nothing is altered
            yield f"{words} at {'.'.join(map(str, where))}: {json.dumps(new)[:60]}", {**document, "evidence": changed(document["evidence"], where, new)}
    for words, statement in other_statements(document["statement"]):
        yield words, {**document, "statement": statement, "domain": statement[1], "digest": digest(statement)}
    for key, other in (("status", "REFUTED"), ("kind", "linear"), ("kind", "bounds"), ("digest", "0" * 64), ("evidence", {}), ("evidence", None)):
        yield f"{key} {other}", {**document, key: other}


def other_statements(statement: Any) -> Iterator[tuple[str, Any]]:
    """False statements beside the one that is proved."""
    for k in range(1, len(statement[2][1])):
        yield "a hypothesis left out", put(statement, (2, 1), without(statement[2][1], k))
        yield "a hypothesis turned", put(statement, (2, 1, k), ["not", statement[2][1][k]])
    states = statement[2][2]
    path: tuple[int, ...] = (2, 2)
    while states[0] != "compare":
        path, states = (*path, 2), states[2]
    yield "turned", put(statement, path, ["compare", states[3], states[2], states[1]])
    yield "half of the claimed side", put(statement, (*path, 3), ["mul", "1/2", states[3]])
    yield "less than the claimed side", put(statement, (*path, 3), ["add", "-1", states[3]])
    yield "the square of the claimed side", put(statement, (*path, 3), ["pow", states[3], "2"])
    yield "strict for weak", put(statement, (*path, 2), ["word_", ["word", "<"]])
    for k, entry in enumerate(statement[1][1:], 1):
        if entry[2][0] == "interval" and entry[2] != AT_LEAST_0:
            yield "a wider range", put(statement, (1, k, 2, 1), "-1")


@pytest.mark.parametrize("name", [*STATEMENTS, "cases"])
def test_what_is_not_altered_is_confirmed(name):
    assert judged(made()[name]).status == "confirmed", judged(made()[name]).why


@pytest.mark.parametrize("name", [*STATEMENTS, "cases"])
def test_every_alteration_is_refused_in_words(name):
    outcomes = [(words, judged(document)) for words, document in alterations(name)]
    assert [words for words, outcome in outcomes if outcome.status == "confirmed"] == []
    assert [(words, outcome.why) for words, outcome in outcomes if "cannot be evaluated" in outcome.why] == []


def test_there_are_many():
    assert sum(1 for name in made() for _ in alterations(name)) >= 500
