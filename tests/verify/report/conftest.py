"""An invented paper with every kind of result that a report must show; it says nothing about any real paper."""

from __future__ import annotations

import hashlib
import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

HOSTILE = '<script>alert("x")</script> & a | b `c` [d](javascript:e)'
COINS, ADAPTIVE, NORM, ADJACENCY, TUPLE, MOMENTS = (
    ["independent", "shared"],
    ["no", "yes"],
    ["l1", "l2", "linf", "order"],
    ["replace", "add"],
    ["all", "worst"],
    ["finite", "any"],
)


BUDGET = (
    r"_{\mu}(P_D, P_{D'}) \le \frac{1}{2}"
    r"\left[2 \Delta \left(\frac{\Delta}{\lambda} + e^{-\Delta/\lambda} - 1\right)\right]^{1/\mu}"
)


def digest(part: str, reading: str) -> str:
    """Another one for each statement of an item, the same in its certificate."""
    return "3f9c3f9c" + hashlib.sha256(f"{part} {reading}".encode()).hexdigest()[8:]


def variant(
    choices: dict[str, str], forall: list[str], states: str, *, part: str = "main", given: list[str] | None = None
) -> dict[str, Any]:
    return {
        "part": part,
        "digest": digest(part, "+".join(choices.values()) or "main"),
        "reading": "+".join(choices.values()) or "main",
        "reading_choices": choices,
        "reading_text": "; ".join(f"{name} is {option}" for name, option in choices.items()),
        "statement_text": "for all μ ≥ 1, P and Q:\n    W_μ(P, Q) ≤ Δ/λ",
        "statement_latex": {"forall": forall, "given": given or [], "states": states},
    }


def row(
    claim: str, status: str, summary: str, *, part: str = "main", reading: str = "main", **more: Any
) -> dict[str, Any]:
    fixed = {
        "coverage": None,
        "power": None,
        "tightness": None,
        "region": None,
        "uses": [],
        "seconds": 0.25,
        "certificate": None,
        "findings": [],
    }
    return {"id": claim, "part": part, "reading": reading, "status": status, "summary": summary, **fixed, **more}


def certificate(
    claim: str, kind: str, evidence: dict[str, Any], *, part: str = "main", reading: str = "main"
) -> tuple[str, dict[str, Any]]:
    name = f"{claim.replace('/', '__')}__{part}__{reading}.json"
    return name, {
        "schema": "claimcheck.certificate/1",
        "claim": claim,
        "part": part,
        "reading": reading,
        "digest": digest(part, reading),
        "implementation": "a07d" * 16,
        "statement": ["claim"],
        "domain": ["()"],
        "kind": kind,
        "evidence": evidence,
        "trusted": ["ball arithmetic (python-flint)", "the evaluator of the checker"],
        "versions": {"claimcheck": "0.1.0", "python-flint": "0.8.0", "sympy": "1.14.0"},
        "command": f"claimcheck run {claim} --reading {reading} --effort standard --seed 0",
    }


def paper() -> tuple[dict[str, Any], dict[str, Any], dict[str, dict[str, Any]]]:
    """Results, claims and certificates of the invented paper ``toy``."""
    items: list[dict[str, Any]] = []
    rows: list[dict[str, Any]] = []
    certificates: dict[str, dict[str, Any]] = {}

    def item(
        claim: str, title: str, kind: str, source: dict[str, str], variants: list[dict[str, Any]], **more: Any
    ) -> None:
        fixed = {"note": "", "not_checked": None, "part_of": "", "uses": [], "corrects": ""}
        items.append(
            {"id": claim, "title": title, "kind": kind, "source": source, "variants": variants, **fixed, **more}
        )

    def result(
        claim: str, status: str, summary: str, evidence: tuple[str, dict[str, Any]] | None = None, **more: Any
    ) -> None:
        where = {key: more.get(key, "main") for key in ("part", "reading")}
        name = None
        if evidence:
            name, content = certificate(claim, *evidence, **where)
            content["status"] = status
            certificates[name] = content
        rows.append(row(claim, status, summary, certificate=name and f"certificates/{name}", **more))

    metric = [r"\mu \ge 1", r"P, Q \in \mathcal{P}(\mathbb{R}^{d})"]
    covered = {
        "domain": "mu >= 1; laws on R^d",
        "reached": "all of it, by exchanging the coordinates of a coupling",
        "share": 1,
        "corners": {"reached": ["mu = 1", "mu = oo", "point masses"], "missed": []},
        "routes": {"symbolic": "agrees", "numeric": "agrees to 1e-9", "empirical": "2000 draws agree"},
    }
    item(
        "toy/prop-1",
        "Symmetry",
        "equality",
        {"item": "Proposition 1", "eq": "6", "section": "3"},
        [variant({}, metric, r"W_{\mu}(P, Q) = W_{\mu}(Q, P)")],
    )
    result(
        "toy/prop-1",
        "PROVED",
        "both sides have the same canonical form",
        ("identity", {"route": "exchange of coordinates", "steps": 3}),
        coverage=covered,
        power={"twin": "claimed side times 99/100", "refuted": True, "smallest_noticed": "1/100"},
        findings=[
            {
                "engine": "symbolic",
                "status": "PROVED",
                "summary": "canonical forms agree",
                "certificate": None,
                "undecided_share": None,
            },
            {
                "engine": "search",
                "status": "UNDECIDED",
                "summary": "no counterexample in 4096 draws",
                "certificate": None,
                "undecided_share": "0.02",
            },
        ],
    )

    laplace = [r"\lambda > 0", r"\mu \ge 1", r"\Delta \ge 0"]
    item(
        "toy/prop-7",
        "Laplace mechanism",
        "inequality",
        {"item": "Proposition 7", "eq": "40", "section": "4.1"},
        [variant({"loss": name}, laplace, sign + BUDGET) for name, sign in (("transport", "W"), ("events", "V"))],
        uses=["toy/eq-25"],
    )
    result(
        "toy/prop-7",
        "REFUTED",
        "the claimed budget is below the distance of two translates",
        (
            "witness",
            {
                "instance": {"lamda": "1", "mu": "1", "Delta": "1", "c": ["surd", "3/2", [["2", "1/2"]]]},
                "values": {
                    "relation": "<=",
                    "measured": "1.0000000000000000",
                    "claimed": "0.36787944117144232159552",
                    "margin": "0.63212055882855767840447",
                },
            },
        ),
        reading="transport",
        tightness={"ratio_at_least": "2.718281828459045", "at": {"lamda": "1"}},
        region="holds where Delta >= 4*lamda",
        coverage={**covered, "share": "93/100", "corners": {"reached": ["mu = 1"], "missed": ["mu = oo"]}},
        uses=["toy/eq-25"],
        power={"twin": "claimed side times 99/100", "refuted": True, "smallest_noticed": "1/100"},
        findings=[
            {
                "engine": "search",
                "status": "REFUTED",
                "summary": "shrunk in 12 steps",
                "certificate": None,
                "undecided_share": None,
            }
        ],
    )
    result(
        "toy/prop-7",
        "SUPPORTED",
        "no counterexample in 4096 events",
        reading="events",
        coverage={"reached": "intervals", "share": "0.41"},
        power={"twin": "claimed side times 99/100", "refuted": False, "smallest_noticed": None},
    )

    names = {
        "coins": COINS,
        "adaptive": ADAPTIVE,
        "norm": NORM,
        "adjacency": ADJACENCY,
        "tuple": TUPLE,
        "moments": MOMENTS,
    }
    combinations = [
        dict(zip(names, options, strict=True))
        for options in product(*names.values())
        if options[:2] != ("shared", "yes")
    ]
    composed = [r"n \in \mathbb{N}", r"\varepsilon_{i} \ge 0"]
    item(
        "toy/prop-6",
        "Sequential composition",
        "implication",
        {"item": "Proposition 6", "section": "4"},
        [
            variant(
                one,
                [*composed, rf"\mathrm{{coins}}: \text{{{one['coins']}}}"],
                r"W_{\mu}(M(D), M(D')) \le \sum_{i=1}^{n} \varepsilon_{i}"
                if one["norm"] != "l2"
                else r"\lVert W_{\mu}(M(D), M(D')) \rVert_{2} \le \sum_{i=1}^{n} \varepsilon_{i}",
                given=[r"W_{\mu}(M_{i}(D), M_{i}(D')) \le \varepsilon_{i}"],
            )
            for one in combinations
        ],
    )
    for one in combinations:
        reading = "+".join(one.values())
        if one["coins"] == "shared" and one["norm"] in ("l1", "order"):
            law = {"points": ["0", "1"], "weights": ["1/3", "2/3"]}
            result(
                "toy/prop-6",
                "REFUTED",
                "shared coins",
                (
                    "witness",
                    {
                        "instance": {
                            "P": law,
                            "Q_": ["finite", ["()", ["()", "0", "1/2"], ["()", "1/7", "1/4"], ["()", "1", "1/4"]]],
                            "M": {"D": law, "D_": {"points": ["0", "1"], "weights": ["1", "0"]}},
                            "epsilon_1": "1/7",
                        },
                        "values": {"measured": "0.5", "claimed": "0.25", "margin": "0.25"},
                    },
                ),
                reading=reading,
            )
        elif one["coins"] == "shared":
            result("toy/prop-6", "SUPPORTED", "512 finite mechanisms", reading=reading)
        else:
            result("toy/prop-6", "PROVED", "gluing of couplings", ("identity", {}), reading=reading)

    item(
        "toy/thm-1",
        "Advanced composition",
        "inequality",
        {"item": "Theorem 1", "section": "5"},
        [
            variant({}, [r"\beta > 0"], r"\Pr\left[W_{\mu} \ge \varepsilon\right] \le \delta", part=part)
            for part in ("if", "only-if")
        ],
        uses=["toy/prop-6"],
        note="The printed proof names Markov's inequality.",
    )
    result(
        "toy/thm-1",
        "REFUTED",
        "the conditional law has no mass",
        ("witness", {"instance": {"beta": "22/7"}, "values": {"measured": "oo", "claimed": "1", "margin": "oo"}}),
        part="if",
        uses=["toy/prop-6", "toy/gone"],
    )
    result("toy/thm-1", "UNDECIDED", "budget: 2^18 boxes used, share 0.3 of the domain left", part="only-if")
    item(
        "toy/eq-25",
        "Markov step",
        "inequality",
        {"eq": "25"},
        [variant({}, [r"\beta > 0"], r"\Pr[X \ge a] \le e^{-\beta a}")],
        part_of="toy/thm-1",
        uses=["toy/prop-6"],
    )
    result(
        "toy/eq-25",
        "REFUTED",
        "counts: 9731 of 10000 at level 1e-6",
        ("statistical", {"count": 9731, "draws": 10000, "level": "1/1000000"}),
    )
    item(
        "toy/eq-26",
        "Convexity step",
        "inequality",
        {"eq": "26"},
        [variant({}, [r"\unknowncommand{x}"], r"\frac{1}")],
        part_of="toy/thm-1",
    )
    rows.append(row("toy/eq-26", "SUPPORTED", "4096 draws", certificate="certificates/toy__eq-26__main__main.json"))
    item("toy/def-9", "A definition", "definition", {"item": "Definition 9"}, [], not_checked="definition")
    item("toy/text-1", "Never run", "opinion", {"section": "6"}, [variant({}, [], r"a < b")])
    item(
        "toy/text-2",
        HOSTILE,
        "limit",
        {"item": HOSTILE},
        [variant({"x": HOSTILE}, [r"\text{<script>alert(1)</script>}"], r"a < b")],
        note=HOSTILE,
    )
    rows.append(
        row("toy/text-2", "UNDECIDED", HOSTILE, reading=HOSTILE, coverage={"reached": HOSTILE, HOSTILE: HOSTILE})
    )
    item(
        "toy/prop-7.repair-1",
        "Laplace mechanism, repaired",
        "inequality",
        {"item": "Proposition 7"},
        [variant({}, laplace, r"W_{\mu} \le \Delta")],
        corrects="toy/prop-7",
    )
    result(
        "toy/prop-7.repair-1",
        "PROVED",
        "the two laws are translates",
        ("boxes", {"boxes": [["0", "1"]] * 40, "depth": 9}),
    )

    claims = {
        "schema": "claimcheck.claims/1",
        "papers": [{"id": "toy", "title": "A toy paper", "source": "invented for the tests", "items": items}],
    }
    results = {
        "schema": "claimcheck.results/2",
        "run": {
            "versions": {"claimcheck": "0.1.0", "python": "3.11"},
            "seed": 0,
            "effort": "standard",
            "papers": ["toy"],
            "device": "cpu",
            "command": "claimcheck run toy --effort standard --seed 0",
        },
        "results": rows,
        "errors": [
            {
                "id": "toy/thm-1",
                "part": "only-if",
                "reading": "main",
                "where": "verify.engines.interval",
                "message": "no enclosure for <besselj>",
            }
        ],
    }
    return results, claims, certificates


@pytest.fixture(scope="session")
def records() -> tuple[dict[str, Any], dict[str, Any], dict[str, dict[str, Any]]]:
    return paper()


@pytest.fixture
def folder(tmp_path: Path, records: tuple[dict[str, Any], dict[str, Any], dict[str, dict[str, Any]]]) -> Path:
    """A results folder on disk."""
    results, claims, certificates = records
    (tmp_path / "results.json").write_text(json.dumps(results))
    (tmp_path / "claims.json").write_text(json.dumps(claims))
    (tmp_path / "certificates").mkdir()
    for name, content in certificates.items():
        (tmp_path / "certificates" / name).write_text(json.dumps(content))
    return tmp_path
