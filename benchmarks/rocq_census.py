"""How many certificates between numbers or finite distributions have a file for Rocq, and how many of these Rocq accepts. ``python -m benchmarks.rocq_census FOLDER [--sample N] [--seed S] [--seconds T]``.

A certificate is between numbers or finite distributions unless its statement or instance mentions distributions with a density, compositions, mechanisms, iterations or frameworks, procedures, experiments,
functions or sequences, limits or derivatives, or an extremum over all distributions; or what it shows is said of all distributions, kernels or couplings. Events, integers, families and tables remain.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from verify.claims.nodes import Node, child, from_json, heads
from verify.cli.rocq import certificates_in
from verify.rocq import coq
from verify.rocq.files import exported, name_of
from verify.rocq.terms import NotExported

APART = {
    "distribution with a density": "law power_law geometric_law sparse_law poisson_law binomial_law normal_vector log_ratio_sup log_density_lipschitz density_gap_sup log_per_density_gap covariances inverse_form",
    "composition, mechanism, iteration or framework":
        "universes universe neighbours compositions composition step joint pasts part_neighbours data_sets iterations iteration iterate_law image_law noise_law step_shift step_map frameworks pufferfish prior secret "
        "situations secret_pairs subsampled_shifts maps secret_count prior_count decoupled outputs part prefix",
    "procedure": "outcome gaussian_dp permutations recursion",
    "experiment": "measured",
    "function or sequence": "functions sequences lambda polyline graph trade_off free_of",
    "limit or derivative": "limit limsup liminf derivative gradient",
    "extremum over all distributions": "shifted_renyi trimmed_renyi near_distance",
}
SETS_OF_DISTRIBUTIONS = ("laws", "kernels", "couplings")


def apart(certificate: Mapping[str, Any]) -> str:
    """Why a certificate is not between numbers or finite distributions: empty where it is."""
    statement = from_json(certificate["statement"])
    stored = {key: certificate["evidence"].get(key) for key in ("instance", "inner")}
    mentioned = set(heads(statement)) | _words(stored)
    for reason, words in APART.items():
        if not mentioned.isdisjoint(words.split()):
            return reason
    if any(_word(where, "density") for where in _laws(statement)):
        return "distribution with a density"
    return "said of all distributions" if _general(statement, certificate["status"] == "PROVED") else ""


def _words(stored: object) -> set[str]:
    if isinstance(stored, dict):
        return set().union(*map(_words, stored.values()))
    if isinstance(stored, list):
        return set().union({stored[0]} if stored and isinstance(stored[0], str) else set(), *map(_words, stored))
    return set()


def _nodes(argument: object) -> list[Node]:
    if isinstance(argument, Node):
        return [argument, *(node for below in argument.args for node in _nodes(below))]
    return [node for below in argument for node in _nodes(below)] if isinstance(argument, tuple) else []


def _laws(statement: Node) -> list[Node]:
    return [node for node in _nodes(statement) if node.head == "laws"]


def _word(where: Node, word: str) -> bool:
    return any(isinstance(one, Node) and one.head == "word_" and one.args[0] == word for one in where.args)


def _general(node: Node, wanted: bool) -> bool:
    """Whether what is shown is said of all members of a set of distributions."""
    if node.head in ("forall", "exists"):
        over = node.args[0]
        assert isinstance(over, tuple)
        here = (node.head == "forall") == wanted and any(one.head in SETS_OF_DISTRIBUTIONS for entry in over for one in _nodes(entry))
        return here or _general(child(node, 1), wanted)
    if node.head in ("not", "implies"):
        first = _general(child(node, 0), not wanted)
        return first or (node.head == "implies" and _general(child(node, 1), wanted))
    if node.head in ("all", "any", "iff"):
        return any(_general(child(node, k), wanted) or (node.head == "iff" and _general(child(node, k), not wanted)) for k in range(len(node.args)))
    return False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=40.0, help="computing time for each file")
    given = parser.parse_args()
    reasons, refused, kinds, texts = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    within: list[tuple[str, str, str]] = []
    for certificate in certificates_in(given.folder):
        reason = apart(certificate)
        reasons[reason or "between numbers or finite distributions"] += 1
        if reason:
            continue
        kind = f"{certificate['kind']} {certificate['status']}"
        kinds[kind] += 1
        try:
            text = exported(certificate)
            texts[kind] += 1
        except NotExported as error:
            refused[f"{error} ({certificate['claim']})"] += 1
            text = ""
        within.append((name_of(certificate), kind, text))
    for title, counted in (("certificates", reasons), ("within, by kind", kinds), ("with a file, by kind", texts), ("within, without a file", refused)):
        print(f"{title}: {counted.total()}")
        for word, count in counted.most_common():
            print(f"  {count:5} {word}")
    if given.sample:
        _sampled(random.Random(given.seed).sample(within, min(given.sample, len(within))), given.seconds)


def _sampled(drawn: list[tuple[str, str, str]], seconds: float) -> None:
    """Of certificates drawn at random: how many have a file that Rocq accepts."""
    of, with_file, accepted = Counter[str](), Counter[str](), Counter[str]()
    answers = coq.checked({str(k): text for k, (_, _, text) in enumerate(drawn) if text}, seconds=seconds)
    for k, (name, kind, text) in enumerate(drawn):
        of[kind] += 1
        with_file[kind] += bool(text)
        accepted[kind] += answers.get(str(k)) == ""
        if answers.get(str(k)):
            print(f"  refused: {name}: {answers[str(k)]}")
    for kind, count in of.most_common():
        print(f"  {kind}: {accepted[kind]} accepted of {with_file[kind]} with a file of {count}")
    print(f"sample: {accepted.total()} accepted of {with_file.total()} with a file of {of.total()}")


if __name__ == "__main__":
    main()
