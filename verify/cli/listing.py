"""The commands ``list`` and ``show``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from verify.cli.colours import OF_JUDGEMENTS
from verify.cli.selection import Refused, Selection, complete, is_place
from verify.cli.terminal import wrapped

if TYPE_CHECKING:
    from verify.evidence.judgement import Judgement

FEW_ITEMS = 12
"""Items of a list, or of a run, that are told in sentences."""
WORDS = "Papers, ids, or a file or folder with claims"


def register(app: typer.Typer, selection: Selection) -> None:
    """Add the commands; ``selection`` finds what is named."""

    @app.command("list", epilog="Examples:  claimcheck list   |   claimcheck list wdp   |   claimcheck list wdp/prop-7 --json   |   claimcheck list wdp --proofs   |   claimcheck list ./my_paper.py")
    def list_(papers: Annotated[list[str] | None, typer.Argument(help=f"{WORDS}; all installed papers by default.", autocompletion=complete)] = None,
              results: Annotated[Path, typer.Option(help="Folder of a run, for judgements; the record here where there is none.")] = Path("results"),
              proofs: Annotated[bool, typer.Option("--proofs", help="The printed proofs, each judged as a whole.")] = False,
              as_json: Annotated[bool, typer.Option("--json", help="Machine-readable.")] = False) -> None:
        """List the claims of papers, in the order of the paper, with the judgement on each where there is a run or a record."""
        found, ids = selection.described(papers or [], results)
        from verify.cli import proving
        from verify.cli.judging import judged, proved, rows_of
        from verify.evidence.proofs import as_record

        items = {str(item["id"]): item for paper in found.values() for item in paper["items"]}
        rows = rows_of(ids, results)
        printed = proved(found, ids, rows, results) if proofs or as_json else {}
        if proofs and not as_json:
            proving.table(printed, items, sentences=len(printed) <= FEW_ITEMS)
            return
        judgements = judged(found, ids, rows, results)
        if as_json:
            typer.echo(json.dumps([_stored(items[id], judgements.get(id), as_record(printed.get(id))) for id in (printed if proofs else ids)], indent=1))
            return
        wide, word = (max((len(text) for text in texts), default=0) for texts in (ids, [one.word for one in judgements.values()]))
        for id in ids:
            judgement, item = judgements.get(id), items[id]
            typer.echo(f"{id:<{wide}}  ", nl=False)
            if word:
                typer.secho(f"{judgement.word if judgement is not None else '':<{word}}  ", fg=OF_JUDGEMENTS[judgement.word] if judgement is not None else None, nl=False)
            typer.echo(f"{item['title']}  ({_size(item)})")
            if judgement is not None and len(ids) <= FEW_ITEMS and judgement.sentence != judgement.word:
                typer.echo(wrapped(judgement.sentence, " " * (wide + 2)))

    @app.command(epilog="Examples:  claimcheck show wdp/prop-7   |   claimcheck show wdp/prop-7 --results results --json   |   claimcheck show ./my_paper.py mypaper/prop-1")
    def show(id: Annotated[list[str], typer.Argument(help="An id, for example wdp/prop-7; before it the file or folder that declares it, where no installed paper does.",
                                                     autocompletion=complete)],
             results: Annotated[Path, typer.Option(help="Folder of a run, for verdicts; the record here where there is none.")] = Path("results"),
             whole: Annotated[bool, typer.Option("--all", help="Every reading with its own statement, instead of groups.")] = False,
             engines: Annotated[bool, typer.Option("--engines", help="What each engine said of an undecided statement.")] = False,
             as_json: Annotated[bool, typer.Option("--json", help="Machine-readable.")] = False) -> None:
        """Show one claim: statement, readings, and its verdicts if a run is at hand, grouped by the readings that decide them."""
        if len(id) == 1 and "/" not in id[0] and not is_place(id[0]):
            selection.check(id)
            raise Refused(f"{id[0]}: show takes one id such as wdp/prop-7; 'claimcheck list {id[0]}' lists them")
        papers, ids = selection.described(id, results)
        if len(ids) != 1:
            raise Refused(f"{' '.join(id)}: show takes one id, got {len(ids)}: {', '.join(ids[:FEW_ITEMS])}; add one of them")
        _show(papers, ids[0], results, whole=whole, engines=engines, as_json=as_json)


def _show(papers: Mapping[str, Mapping[str, Any]], id: str, results: Path, *, whole: bool, engines: bool, as_json: bool) -> None:
    """One item with its judgement and the verdicts of a run."""
    from verify.cli import proving, showing
    from verify.cli.judging import judged, proved, rows_of

    item = next(one for one in papers[id.partition("/")[0]]["items"] if one["id"] == id)
    found = rows_of([id], results)
    rows = found.get(id, [])
    stored = (results / "results.json").exists()
    if as_json:
        typer.echo(json.dumps({**item, "results": rows if stored else []}, indent=1))
        return
    source = ", ".join(x for x in (item["source"]["item"], item["source"]["section"], f"eq. {item['source']['eq']}" if item["source"]["eq"] else "") if x)
    typer.secho(f"{id}  {item['title']}", bold=True)
    typer.echo(f"{source}; {item['kind']}")
    if (judgement := judged(papers, [id], found, results).get(id)) is not None and judgement.word != "not checked":
        typer.secho(wrapped(judgement.sentence, ""), fg=OF_JUDGEMENTS[judgement.word])
    if (proof := proved(papers, [id], found, results).get(id)) is not None:
        proving.chain(proof)
    if item["not_checked"]:
        typer.echo(f"NOT_CHECKED  {item['not_checked']}")
    elif not item["variants"]:
        typer.echo("UNDECIDED  not yet encoded")
    showing.parts(item, rows, results if stored else None, whole=whole, engines=engines)


def _size(item: Mapping[str, Any]) -> str:
    count = len(item["variants"])
    return str(str(item["not_checked"]).partition(":")[0] if item["not_checked"] else (f"{count} statement{'s' if count != 1 else ''}" if count else "not yet encoded"))


def _stored(item: Mapping[str, Any], judgement: Judgement | None, proof: Mapping[str, Any] | None) -> dict[str, Any]:
    """An item as ``list --json`` prints it."""
    return {
        "id": item["id"], "paper": str(item["id"]).partition("/")[0], "title": item["title"], "kind": item["kind"], "source": item["source"],
        "parts": list(dict.fromkeys(v["part"] for v in item["variants"])) or ["main"],
        "readings": [{"id": v["reading"], "text": v["reading_text"], "choices": v["reading_choices"]} for v in {v["reading"]: v for v in item["variants"]}.values()],
        "uses": item["uses"], "part_of": item["part_of"], "judgement": None if judgement is None else {"word": judgement.word, "sentence": judgement.sentence},
        "proof": proof,
    }


__all__ = ["FEW_ITEMS", "register"]
