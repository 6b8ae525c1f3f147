"""Verdicts of experiment claims on the runs of a reproduction: the experiment engine with these runs in the place of new ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verify.claims.nodes import walk
from verify.claims.registry import Paper
from verify.engines import experiment
from verify.engines.task import EFFORTS, Task
from verify.reproductions.recorded import replay

Runs = Mapping[str, Mapping[int, Mapping[str, Any]]]
"""Measured fields by protocol and seed."""


def decide(paper: Paper, ids: tuple[str, ...], runs: Runs, source: Mapping[str, str] | None = None) -> list[dict[str, Any]]:
    """One line for each statement of the claims that mentions these protocols alone: ``id, part, reading, status, summary, seeds``. A protocol without runs decides nothing.

    ``source``: the record that the runs are of (``record``, ``scale``); what it did not measure is then not checked.
    """
    lines = []
    for id in ids:
        for variant in paper.variants(id):
            wanted = {str(node.args[0]) for node in walk(variant.formula) if node.head == "measured"}
            if not wanted or not wanted <= set(runs):
                continue
            seeds = sorted(set.intersection(*(set(runs[name]) for name in wanted)))
            if not seeds:
                continue
            protocols = {name: replay(runs[name]) for name in wanted}
            finding = experiment.decide(Task(variant, EFFORTS["standard"]), protocols, seeds=seeds, sources=None if source is None else dict.fromkeys(sorted(wanted), source))
            lines.append({"id": id, "part": variant.part, "reading": variant.reading, "status": str(finding.status), "summary": finding.summary, "seeds": len(seeds)})
    return lines

