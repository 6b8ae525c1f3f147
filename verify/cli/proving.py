"""Printed proofs on the command line: one line for each, and the chain of one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import typer

from verify.cli.colours import OF_JUDGEMENTS, OF_PROOFS
from verify.cli.terminal import wrapped
from verify.evidence.proofs import Proof


def table(found: Mapping[str, Proof], items: Mapping[str, Mapping[str, Any]], *, sentences: bool) -> None:
    """A line for each printed proof, by the id of what it proves, and how many there are of each judgement. ``sentences``: each also in a sentence."""
    wide, word = (max((len(text) for text in texts), default=0) for texts in (found, [one.word for one in found.values()]))
    for id, proof in found.items():
        typer.echo(f"{id:<{wide}}  ", nl=False)
        typer.secho(f"{proof.word:<{word}}  ", fg=OF_PROOFS[proof.word], nl=False)
        typer.echo(f"{items[id]['title']}{': ' * bool(proof.place)}{proof.place}")
        if sentences:
            typer.echo(wrapped(proof.sentence, " " * (wide + 2)))
    counts = Counter(proof.word for proof in found.values())
    told = ", ".join(f"{counts[one]} {one}" for one in OF_PROOFS if counts[one])
    typer.echo(f"{len(found)} printed proof{'' if len(found) == 1 else 's'}: {told}" if found else "no printed proofs")


def chain(proof: Proof) -> None:
    """The judgement on a proof, and its links in their order."""
    typer.secho(wrapped(f"printed proof: {proof.sentence}", ""), fg=OF_PROOFS[proof.word])
    wide = max((len(link.id) for link in proof.links), default=0)
    word = max((len(link.judgement.word) for link in proof.links if link.judgement is not None), default=0)
    for link in proof.links:
        typer.echo(f"  {link.id:<{wide}}  ", nl=False)
        judged = "" if link.judgement is None else link.judgement.word
        typer.secho(f"{judged:<{word}}  ", fg=OF_JUDGEMENTS.get(judged), nl=False)
        typer.echo(link.words or link.name + (f" ({', '.join(link.parts)})" if link.parts else ""))
    if proof.missing:
        typer.echo(wrapped(f"nothing derives from these: {proof.missing}", "  "))


__all__ = ["chain", "table"]
