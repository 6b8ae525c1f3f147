"""Papers and ids that are named on a command line: ids, papers, or a file or folder with claims; a word that names nothing is met with what is near."""

from __future__ import annotations

import difflib
import itertools
import json
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from verify.cli import contents

FILE = ".py"

Record = Mapping[str, Any]
"""A paper as it stands in ``claims.json``."""


class Refused(Exception):
    """Bad input: one line that says what to do. Exit code 2."""


@dataclass(slots=True)
class Selection:
    """Loads papers. ``say`` gets a line for each paper that cannot be loaded, and for what a user should know; ``broken`` names these papers."""

    say: Callable[[str], None]
    broken: list[str] = field(default_factory=list)
    _read: dict[str, tuple[Any, str]] = field(default_factory=dict)
    """Papers of files and folders, each read once for a command, with the line for their user."""
    quiet: bool = False
    """Whether lines that only advise are left out."""
    _advised: bool = False
    """Whether such a line was said: one for each command."""

    def clear(self) -> None:
        """Begin another command."""
        self.broken.clear()
        self._read.clear()
        self.quiet = self._advised = False

    def papers(self, only: set[str] | None) -> dict[str, Any]:
        """Installed papers by name, all of them for None. Raises Refused for a name that is not installed."""
        if missing := sorted((only or set()) - set(installed())):
            raise Refused(f"{', '.join(missing)}: no such paper or id; {_meant(missing[0])}")
        from verify.claims.registry import load_installed

        papers, broken = load_installed(only)
        for entry in broken:
            self.broken.append(entry.name)
            self.say(f"{entry.name}: this paper could not be loaded and is skipped: {' '.join(entry.message.split())}")
        if only is not None and not papers:
            raise Refused(f"{', '.join(sorted(only))}: nothing to do without this paper")
        return papers

    def check(self, words: Iterable[str]) -> None:
        """Raises Refused for a word that names nothing, before anything is loaded."""
        words = list(words)
        places = [word for word in words if is_place(word)]
        for word in words:
            name, sign, _ = word.partition("/")
            if word in places:
                self._at(word)
                continue
            if name not in installed():
                if not places and local(name) is None:
                    raise Refused(f"{word if not sign else name}: no such paper or id; {_meant(word)}")
            elif sign and (known := contents.ids(name)) is not None and word not in known:
                raise Refused(f"{word}: no such id; {near(word, list(known))}")

    def select(self, words: Iterable[str]) -> tuple[dict[str, Any], list[str]]:
        """Papers and ids that words name; none means everything installed. A word may be a file with claims, or a folder that is not installed."""
        words = list(words)
        papers, own = self._load(words)
        return papers, _chosen(words or sorted(papers), {name: [item.id for item in paper.ledger.items] for name, paper in papers.items()}, own)

    def described(self, words: Iterable[str], results: Path | None) -> tuple[dict[str, Record], list[str]]:
        """The same for commands that only show: papers as in ``claims.json``. An installed one is loaded only where a source has changed, another one that a run was about not at all."""
        words = list(words)
        names = {word.partition("/")[0] for word in words if not is_place(word)} if words else set(installed())
        found: dict[str, Record] = {name: paper for name in sorted(names & set(installed())) if (paper := contents.read(name)) is not None}
        if results is not None and names - set(installed()) and len(names) == len(words):
            found |= _stored(results, names - set(installed()))
        rest = [word for word in words or sorted(names) if is_place(word) or word.partition("/")[0] not in found]
        own: dict[str, list[str]] = {}
        if rest:
            from verify.run.catalogue import describe

            papers, own = self._load(rest)
            for paper in describe(papers)["papers"]:
                found[paper["id"]] = paper
                if paper["id"] in installed():
                    contents.keep(paper)
        return found, _chosen(words or sorted(found), {name: [str(item["id"]) for item in paper["items"]] for name, paper in found.items()}, own)

    def _load(self, words: list[str]) -> tuple[dict[str, Any], dict[str, list[str]]]:
        """The papers that words name, and the ids of files and folders from which nothing else is named."""
        self.check(words)
        names = list(dict.fromkeys(word.partition("/")[0] for word in words if not is_place(word)))
        papers, own = self._placed([word for word in words if is_place(word)], names)
        for name in [name for name in names if name not in papers and name not in installed()]:
            place = local(name)
            if place is None:
                raise Refused(f"{name}: no such paper or id; {_meant(name)}")
            self.say(f"{name}: taken from {place}")
            papers |= self._placed([place], names)[0]
        if wanted := set(names) - set(papers):
            papers |= self.papers(wanted)
        return papers if words else self.papers(None), own

    def _placed(self, places: list[str], named: list[str]) -> tuple[dict[str, Any], dict[str, list[str]]]:
        papers: dict[str, Any] = {}
        own: dict[str, list[str]] = {}
        for word in places:
            paper, notice = self._at(word)
            name = paper.ledger.paper
            if name in papers or name in installed():
                raise Refused(f"{word}: its ids begin with {name}/, as do those of another paper here; choose another name")
            if notice and not self.quiet and not self._advised:
                self._advised = True
                self.say(f"{word}: {notice}")
            papers[name] = paper
            if name not in named:
                own[word] = [item.id for item in paper.ledger.items]
        return papers, own

    def _at(self, place: str) -> tuple[Any, str]:
        if place not in self._read:
            from verify.claims.registry import load_file

            self._read[place] = load_file(place)
        return self._read[place]


def installed() -> tuple[str, ...]:
    """Names of the installed papers."""
    return _found_on(tuple(sys.path))


@lru_cache(maxsize=4)
def _found_on(path: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted({point.name for point in entry_points(group=contents.GROUP)}))


def is_place(word: str) -> bool:
    """Whether a word names a file with claims, or a folder."""
    return word.endswith(FILE) or (word not in installed() and Path(word).is_dir())


def local(name: str) -> str | None:
    """The file or package in the working folder that declares claims of a paper; None where there is none. Raises Refused where there are several."""
    sign = re.compile(rf"""["']{re.escape(name)}/""")
    found = [path for path in sorted(Path().glob("*.py")) if "Claim(" in (text := _text(path)) and sign.search(text)]
    found += [init.parent for init in sorted(Path().glob("*/__init__.py")) if "LEDGER" in _text(init) and any(sign.search(_text(path)) for path in sorted(init.parent.glob("*.py")))]
    if len(found) > 1:
        raise Refused(f"{name}: declared in {' and in '.join(map(str, found))}; name one of them too")
    return str(found[0]) if found else None


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _stored(results: Path, names: set[str]) -> dict[str, Record]:
    """Papers that a run was about, by name; without those that are not stored in good order."""
    from verify.schemas.shape import fits

    try:
        papers = json.loads((results / "claims.json").read_text(encoding="utf-8"))["papers"]
        wanted = {str(paper["id"]): paper for paper in papers if paper["id"] in names}
        return {name: paper for name, paper in wanted.items() if fits("claims", {"schema": "claimcheck.claims/1", "papers": [paper]})}
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return {}


def _chosen(words: list[str], known: Mapping[str, list[str]], own: Mapping[str, list[str]]) -> list[str]:
    """The ids that words name, each once."""
    ids: list[str] = []
    for word in words:
        name, sign, _ = word.partition("/")
        if word in own:
            ids += own[word]
        elif name in known:
            if sign and word not in known[name]:
                raise Refused(f"{word}: no such id; {near(word, known[name])}")
            ids += [word] if sign else known[name]
    return list(dict.fromkeys(ids))


def _meant(word: str) -> str:
    """The papers or items that are called nearly so, as a question."""
    names = installed()
    if "/" not in word and difflib.get_close_matches(word, names, 1, 0.6):
        return near(word, names)
    known = contents.all_ids(names)
    tail = word.rpartition("/")[2]
    tails = [id.partition("/")[2] for id in known]
    meant = [tail] if tail in tails else difflib.get_close_matches(tail, sorted(set(tails)), 2, 0.7)
    found = [id for one in meant for id in known if id.partition("/")[2] == one][:4]
    return f"did you mean {', '.join(found)}?" if found else f"known: {', '.join(names)}; a file or a folder with claims is named by its path"


def near(word: str, known: Sequence[str]) -> str:
    """What a mistyped word may have meant."""
    def shared(name: str) -> int:
        return sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], zip(word, name, strict=False)))

    found = sorted(difflib.get_close_matches(word, known, 12, 0.5), key=shared, reverse=True)[:3]
    return f"did you mean {', '.join(found)}?" if found else f"known: {', '.join(known[:12])}"


def complete(incomplete: str) -> list[str]:
    """Papers and, behind the name of one, its ids: for completion in a shell, where nothing may be said and nothing may fail."""
    try:
        name, sign, _ = incomplete.partition("/")
        if not sign:
            return [found for found in installed() if found.startswith(incomplete)]
        return [id for id in contents.ids(name) or () if id.startswith(incomplete)]
    except Exception:  # a paper may fail in any way while a user types
        return []


__all__ = ["Refused", "Selection", "complete", "installed", "is_place", "near"]
