"""Certificates made by hand, from JSON formulas alone: six true refutations and some proofs."""

from __future__ import annotations

import copy
import hashlib
import json
from typing import Any

from verify.evidence.checker.formula import canonical

Json = Any


def var(name: str) -> Json:
    return ["var", ["word", name]]


def word(text: str) -> Json:
    return ["word_", ["word", text]]


def tup(*parts: Json) -> Json:
    return ["()", *parts]


def over(*pairs: tuple[Json, Json]) -> Json:
    return tup(*(tup(var(a) if isinstance(a, str) else a, s) for a, s in pairs))


def interval(lo: str | list[Any], hi: str | list[Any], left: str = "closed", right: str = "closed") -> Json:
    return ["interval", lo, hi, ["word", left], ["word", right]]


def compare(a: Json, relation: str, b: Json) -> Json:
    return ["compare", a, ["word", relation], b]


def finite(**weights: str) -> Json:
    return ["finite", tup(*(tup(point[1:].replace("m", "-"), weight) for point, weight in weights.items()))]


def laplace(loc: Json, scale: Json) -> Json:
    slope, level = ["pow", scale, "-1"], ["mul", "-1", ["log", ["mul", "2", scale]]]
    left = tup("-oo", loc, ["add", level, ["mul", "-1", loc, slope]], slope, "0")
    right = tup(loc, "oo", ["add", level, ["mul", loc, slope]], ["mul", "-1", slope], "0")
    return ["law", ["word", "laplace"], tup(tup(["word", "loc"], loc), tup(["word", "scale"], scale)), tup(left, right)]


def normal(mean: str, scale: str) -> Json:
    square = ["mul", scale, scale]
    level = ["add", ["mul", "-1/2", ["log", ["mul", "2", ["pi"]]]], ["mul", "-1", ["log", scale]]]
    shift = ["mul", "-1/2", mean, mean, ["pow", square, "-1"]]
    piece = tup(
        "-oo", "oo", ["add", level, shift], ["mul", mean, ["pow", square, "-1"]], ["mul", "-1/2", ["pow", square, "-1"]]
    )
    return ["law", ["word", "normal"], tup(tup(["word", "mean"], mean), tup(["word", "scale"], scale)), tup(piece)]


def forall(domain: Json, goal: Json, *given: Json) -> Json:
    return ["forall", domain, ["implies", ["all", *given], goal] if given else goal]


def seal(certificate: Json) -> Json:
    """The same certificate with every digest recomputed."""
    text = json.dumps(canonical(certificate["statement"]), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    certificate["digest"] = hashlib.sha256(text.encode()).hexdigest()
    certificate["domain"] = copy.deepcopy(certificate["statement"][1])
    return certificate


def certificate(kind: str, statement: Json, evidence: Json) -> Json:
    whole = {
        "schema": "claimcheck.certificate/1",
        "claim": "toy/prop-1",
        "part": "main",
        "reading": "main",
        "digest": "",
        "implementation": "0" * 64,
        "statement": statement,
        "domain": None,
        "kind": kind,
        "evidence": evidence,
        "trusted": [],
        "versions": {"python-flint": "0.9.0"},
        "command": "claimcheck run toy/prop-1 --reading main --effort standard --seed 0",
    }
    return json.loads(json.dumps(seal(whole)))  # no list occurs twice as one object


def values(measured: str, relation: str, claimed: str, margin: str) -> Json:
    return {"measured": measured, "relation": relation, "claimed": claimed, "margin": margin}


MU, LAMDA = var("mu"), var("lamda")


def laplace_constant() -> Json:
    """For all mu >= 1, lamda > 0: 1 <= (sqrt(2 (1/lamda + exp(-1/lamda) - 1)))^(1/mu) / 2; false at mu = lamda = 1."""
    inverse = ["pow", LAMDA, "-1"]
    h = ["add", inverse, ["exp", ["mul", "-1", inverse]], "-1"]
    claimed = ["mul", "1/2", ["pow", ["pow", ["mul", "2", h], "1/2"], ["pow", MU, "-1"]]]
    statement = forall(
        over(("mu", interval("1", "oo", "closed", "open")), ("lamda", interval("0", "oo", "open", "open"))),
        compare("1", "<=", claimed),
    )
    found = values("1.00000000000000", "<=", "0.428881942480353", "0.571118057519647")
    return certificate("witness", statement, {"instance": {"mu": "1", "lamda": "1"}, "values": found})


def post_processing() -> Json:
    """For all laws P, Q on the line and kernels K: W_1(K P, K Q) <= W_1(P, Q); false for a map that spreads points."""
    line = ["euclid", "1", "1"]
    space = ["laws", line, word("any"), word("any"), None]
    sides = [
        ["wasserstein", ["push", var("K"), var("P")], ["push", var("K"), var("Q")], "1", None],
        ["wasserstein", var("P"), var("Q"), "1", None],
    ]
    statement = forall(
        over(("P", space), ("Q", space), ("K", ["kernels", line, line, word("randomised")])),
        compare(sides[0], "<=", sides[1]),
    )
    kernel = ["table", tup(tup("0", finite(x0="1/2", x1="1/2")), tup("1", finite(x5="1")))]
    instance = {"P": finite(x0="1"), "Q": finite(x0="2/3", x1="1/3"), "K": kernel}
    found = values("1.50000000000000", "<=", "0.333333333333333", "1.16666666666667")
    return certificate("witness", statement, {"instance": instance, "values": found})


def rows(*records: str) -> list[Json]:
    return [["row", *r.split()] for r in records]


def shared_coin() -> Json:
    """Levels of mechanisms do not add up in the l_2 norm of order 1 if max stands for the sum: two mechanisms with one coin."""
    size = "2"
    universe = ["universes", word("replace-one"), None]
    whole = ["compositions", size, var("U"), ["euclid", "1", "1"], word("shared"), word("no"), None]
    pair = tup(var("D"), var("E"))
    step = lambda data: ["step", var("C"), var("i"), data, None]  # noqa: E731
    level = [
        "sup",
        over((pair, ["neighbours", var("U")])),
        ["wasserstein", step(var("D")), step(var("E")), "1", None],
        None,
        "0",
    ]
    each = ["forall", over(("i", ["integers", "1", size])), compare(level, "<=", var("eps"))]
    goal = [
        "forall",
        over((pair, ["neighbours", var("U")])),
        compare(
            ["wasserstein", ["joint", var("C"), var("D")], ["joint", var("C"), var("E")], "1", "1"], "<=", var("eps")
        ),
    ]
    statement = forall(over(("U", universe), ("C", whole), ("eps", interval("0", "oo", "closed", "open"))), goal, each)
    zero, one = rows("0", "1")
    tables = [
        tup(
            *(
                tup(data, ["point"], coin, str(int(coin) * (1 if data == zero else 3)))
                for data in (zero, one)
                for coin in ("0", "1")
            )
        )
        for _ in range(2)
    ]
    instance = {
        "U": ["universe", ["word", "replace-one"], tup(zero, one)],
        "C": ["composition", tup(finite(x0="1/2", x1="1/2")), tup(*tables), None],
        "eps": "1",
    }
    return certificate(
        "witness",
        statement,
        {"instance": instance, "values": values("2.00000000000000", "<=", "1.00000000000000", "1.00000000000000")},
    )


def laplace_divergence() -> Json:
    """For all lamda > 0 and shifts s in [0, 1]: KL(Laplace(s), Laplace(0)) <= s / (2 lamda)... false at s = 1, lamda = 1/2."""
    domain = over(("lamda", interval("0", "oo", "open", "open")), ("s", interval("0", "1")))
    goal = compare(
        ["renyi", laplace(var("s"), LAMDA), laplace("0", LAMDA), "1"],
        "<=",
        ["mul", "1/2", var("s"), ["pow", LAMDA, "-1"]],
    )
    found = values("1.13533528323661", "<=", "1.00000000000000", "0.135335283236613")
    return certificate("witness", forall(domain, goal), {"instance": {"lamda": "1/2", "s": "1"}, "values": found})


def plane_coupling() -> Json:
    """For all laws P, Q on the plane and couplings G: the cost of G in the l_2 norm is at most W_2(P, Q); false for a product."""
    space = ["laws", ["euclid", "2", "2"], word("any"), word("any"), None]
    gap = [
        "norm",
        ["point", *(["add", ["item", var("x"), k], ["mul", "-1", ["item", var("y"), k]]] for k in ("1", "2"))],
        "2",
    ]
    cost = ["pow", ["expect", over((tup(var("x"), var("y")), var("G"))), ["pow", gap, "2"]], "1/2"]
    domain = over(("P", space), ("Q", space), ("G", ["couplings", var("P"), var("Q")]))
    statement = forall(domain, compare(cost, "<=", ["wasserstein", var("P"), var("Q"), "2", "2"]))
    a, b, c = ["point", "0", "0"], ["point", "1", "1"], ["point", "2", "0"]
    p, q = ["finite", tup(tup(a, "1/2"), tup(b, "1/2"))], ["finite", tup(tup(b, "1/2"), tup(c, "1/2"))]
    plan = ["finite", tup(*(tup(["point", x, y], "1/4") for x in (a, b) for y in (b, c)))]
    found = values("1.41421356237310", "<=", "1.41421356237310", "0")
    claimed = compare(cost, "<", ["wasserstein", var("P"), var("Q"), "2", "2"])
    statement[2] = claimed
    found["relation"] = "<"
    return certificate("witness", statement, {"instance": {"P": p, "Q": q, "G": plan}, "values": found})


def partition_by_value() -> Json:
    """Parallel composition with a partition by value: the joint loss exceeds the largest level, for replaced records."""
    universe = ["universes", word("replace-one"), "1"]
    whole = ["compositions", "2", var("U"), ["euclid", "1", "1"], word("independent"), word("no"), word("by-value")]
    pair = tup(var("D"), var("E"))
    step = lambda data: ["step", var("C"), var("i"), data, None]  # noqa: E731
    level = [
        "sup",
        over((pair, ["part_neighbours", var("C"), var("i")])),
        ["wasserstein", step(var("D")), step(var("E")), "1", None],
        None,
        "0",
    ]
    each = ["forall", over(("i", ["integers", "1", "2"])), compare(level, "<=", "0")]
    goal = [
        "forall",
        over((pair, ["neighbours", var("U")])),
        compare(["wasserstein", ["joint", var("C"), var("D")], ["joint", var("C"), var("E")], "1", "1"], "<=", "0"),
    ]
    zero, one = rows("0", "1")
    none: Json = ["row", None]
    coin = finite(x0="1")
    tables = [
        tup(tup(zero, ["point"], "0", "7"), tup(none, ["point"], "0", "3")),
        tup(tup(one, ["point"], "0", "1"), tup(none, ["point"], "0", "0")),
    ]
    parts = tup(tup(zero, tup(zero, none)), tup(one, tup(none, one)))
    instance = {
        "U": ["universe", ["word", "replace-one"], tup(zero, one)],
        "C": ["composition", tup(coin, coin), tup(*tables), parts],
    }
    statement = forall(over(("U", universe), ("C", whole)), goal, each)
    return certificate(
        "witness",
        statement,
        {"instance": instance, "values": values("5.00000000000000", "<=", "0", "5.00000000000000")},
    )


REFUTATIONS = (laplace_constant, post_processing, shared_coin, laplace_divergence, plane_coupling, partition_by_value)
