"""Papers and ids that are named on a command line: ids, papers, or a file with claims; a word that names nothing is met with what is near."""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from typing import Any

FILE = ".py"


class Refused(Exception):
    """Bad input: one line that says what to do. Exit code 2."""


@dataclass(slots=True)
class Selection:
    """Loads papers. ``say`` gets a line for each paper that cannot be loaded, and for what a user should know; ``broken`` names these papers."""

    say: Callable[[str], None]
    broken: list[str] = field(default_factory=list)

    def papers(self, only: set[str] | None) -> dict[str, Any]:
        """Installed papers by name, all of them for None. Raises Refused for a name that is not installed."""
        from verify.claims.registry import installed_names, load_installed

        if only is not None:
            known = set(installed_names())
            missing = sorted(only - known)
            if missing:
                raise Refused(f"{', '.join(missing)}: no such paper or id; {self._items_named(missing[0]) or near(missing[0], sorted(known))}")
        papers, broken = load_installed(only)
        for entry in broken:
            self.broken.append(entry.name)
            self.say(f"{entry.name}: this paper could not be loaded and is skipped: {' '.join(entry.message.split())}; correct or uninstall it")
        if only is not None and not papers:
            raise Refused(f"{', '.join(sorted(only))}: nothing to do without this paper")
        return papers

    def _items_named(self, word: str) -> str:
        """The items that are called so behind the name of their paper, as a question; nothing where there is none."""
        from verify.claims.registry import load_installed

        found = [id for paper in load_installed(None)[0].values() for id in paper.ledger.index if id.partition("/")[2] == word]
        return f"did you mean {', '.join(found)}?" if found else ""

    def select(self, words: Iterable[str]) -> tuple[dict[str, Any], list[str]]:
        """Papers and ids that words name; none means everything installed. A word that ends with ``.py`` is a file with claims."""
        words = list(words)
        files = [word for word in words if word.endswith(FILE)]
        named = {word.partition("/")[0] for word in words if word not in files}
        papers, own = self._files(files, named)
        installed = named - set(papers)
        if installed or not words:
            papers |= self.papers(installed or None)
        ids: list[str] = []
        for word in words or sorted(papers):
            name, sign, _ = word.partition("/")
            if word in own:
                ids += own[word]
            elif name in papers:
                ledger = papers[name].ledger
                if sign and word not in ledger.index:
                    raise Refused(f"{word}: no such id; {near(word, list(ledger.index))}")
                ids += [word] if sign else [item.id for item in ledger.items]
        return papers, list(dict.fromkeys(ids))

    def _files(self, files: list[str], named: set[str]) -> tuple[dict[str, Any], dict[str, list[str]]]:
        from verify.claims.registry import installed_names, load_file

        papers: dict[str, Any] = {}
        own: dict[str, list[str]] = {}
        for word in files:
            paper, notice = load_file(word)
            name = paper.ledger.paper
            if name in papers or name in installed_names():
                raise Refused(f"{word}: its ids begin with {name}/, as do those of another paper here; choose another name")
            if notice:
                self.say(f"{word}: {notice}")
            papers[name] = paper
            if name not in named:
                own[word] = [item.id for item in paper.ledger.items]
        return papers, own


def near(word: str, known: list[str]) -> str:
    """What a mistyped word may have meant."""
    def shared(name: str) -> int:
        return sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], zip(word, name, strict=False)))

    found = sorted(difflib.get_close_matches(word, known, 12, 0.5), key=shared, reverse=True)[:3]
    return f"did you mean {', '.join(found)}?" if found else f"known: {', '.join(known[:12])}"


def complete(incomplete: str) -> list[str]:
    """Papers and, behind the name of one, its ids: for completion in a shell, where nothing may be said and nothing may fail."""
    from verify.claims.registry import GROUP, installed_names

    try:
        name, sign, _ = incomplete.partition("/")
        if not sign:
            return [found for found in installed_names() if found.startswith(incomplete)]
        (point,) = {point.value: point for point in entry_points(group=GROUP, name=name)}.values()
        return [id for id in point.load().LEDGER.index if id.startswith(incomplete)]
    except Exception:  # a paper may fail in any way while a user types
        return []


__all__ = ["Refused", "Selection", "complete", "near"]
