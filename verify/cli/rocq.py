"""``claimcheck export --rocq``: certificates as files for the proof assistant Rocq (Coq), and what Rocq says of them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import typer

from verify.cli.counted import Counted


def certificates_in(folder: Path) -> list[dict[str, Any]]:
    """The certificates of a folder, or of the results of a run."""
    inside = folder / "certificates" if (folder / "certificates").is_dir() else folder
    found = []
    for path in sorted(inside.glob("**/*.json")):
        stored = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(stored, dict) and str(stored.get("schema", "")).startswith("claimcheck.certificate/"):
            found.append(stored)
    return found


def export(certificates: list[dict[str, Any]], folder: Path, check: bool) -> int:
    """Write a file for each certificate that has one, say how many have and why others have not; 1 where Rocq refuses one of them."""
    from verify.rocq import coq
    from verify.rocq.files import exported, name_of
    from verify.rocq.terms import NotExported

    texts: dict[str, str] = {}
    kinds: dict[str, str] = {}
    reasons: Counter[str] = Counter()
    of: Counter[str] = Counter()
    for certificate in certificates:
        kind = f"{certificate['kind']} {certificate['status']}"
        of[kind] += 1
        try:
            text = exported(certificate)
        except NotExported as error:
            reasons[error.words] += 1
            if len(certificates) <= 20:
                typer.echo(f"{certificate['claim']} {certificate['part']} {certificate['reading']}: not exported, {error}")
            continue
        name = name_of(certificate)
        while name in texts:
            name += "_"
        texts[name], kinds[name] = text, kind
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / f"{name}.v").write_text(text, encoding="utf-8")
    refused = _asked(texts, coq.checked) if check and coq.command() else None
    _summary(folder, of, Counter(kinds.values()), reasons, Counter(kinds[name] for name in texts if refused is not None and not refused[name]) if refused is not None else None)
    if check and refused is None:
        typer.echo("coqc is not installed (packages coq and libcoq-interval of Debian, or opam install coq-interval): no file was checked")
    for name, why in (refused or {}).items():
        if why:
            typer.echo(f"refused: {folder / name}.v: {why}", err=True)
    return 1 if any((refused or {}).values()) else 0


def _asked(texts: dict[str, str], checked: Callable[..., dict[str, str]]) -> dict[str, str]:
    with Counted("files checked by Rocq") as told:
        return checked(texts, told.update)


def _summary(folder: Path, of: Counter[str], written: Counter[str], reasons: Counter[str], accepted: Counter[str] | None) -> None:
    total = sum(written.values())
    typer.echo(f"{folder}: {total} of {sum(of.values())} certificates exported" + ("" if accepted is None else f", {sum(accepted.values())} accepted by Rocq"))
    for kind, count in sorted(of.items()):
        if written[kind]:
            typer.echo(f"  {kind}: {written[kind]} of {count}" + ("" if accepted is None else f", {accepted[kind]} accepted"))
    for reason, count in reasons.most_common():
        typer.echo(f"  not exported, {reason}: {count}")


__all__ = ["certificates_in", "export"]
