"""LaTeX's counters: steps, what each is numbered within, and how a number is printed."""

from __future__ import annotations

import re

LETTERS = "abcdefghijklmnopqrstuvwxyz"
ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
CHAPTERS = ("book", "report", "scrbook", "scrreprt", "memoir")
"""Classes with chapters, within which equations, figures and tables are numbered."""
OF_CLASSES = {"IEEEtran": {"section": r"\Roman{section}", "subsection": r"\thesection-\Alph{subsection}", "table": r"\Roman{table}"}}
SECTIONS = ("chapter", "section", "subsection", "subsubsection")
UNKNOWN = "\\"
"""A form that is not understood: numbers of it are not known."""
NUMBER = re.compile(r"\\(arabic|Alph|alph|Roman|roman)\s*\{([A-Za-z@]+)\}|\\the([A-Za-z@]+)")


def _styled(style: str, value: int) -> str | None:
    """A value as LaTeX prints it in a style; None where LaTeX has nothing for it."""
    if style == "arabic":
        return str(value)
    if style in ("alph", "Alph"):
        said = LETTERS[value - 1] if 1 <= value <= len(LETTERS) else None
    else:
        said, rest = "", value
        for worth, letters in ROMAN:
            said += letters * (rest // worth)
            rest %= worth
        said = said if value > 0 else None
    return said.upper() if said is not None and style[0].isupper() else said


class Counters:
    """The counters of a document of a class, as they stand at a place of it; ``lettered``: in its appendix."""

    def __init__(self, kind: str = "article") -> None:
        self.chapters = kind in CHAPTERS
        self.values = dict.fromkeys((*SECTIONS, "equation", "figure", "table"), 0)
        self.within: dict[str, str] = {"subsubsection": "subsection", "subsection": "section"}
        self.formats: dict[str, str] = {}
        self.aliases: dict[str, str] = {}
        self.lettered = False
        if self.chapters:
            self.within |= dict.fromkeys(("section", "equation", "figure", "table"), "chapter")
            self.formats |= {name: rf"\thechapter.\arabic{{{name}}}" for name in ("equation", "figure", "table")}
        for child in ("section", "subsection", "subsubsection"):
            if child in self.within:
                self.formats[child] = rf"\the{self.within[child]}.\arabic{{{child}}}"
        self.formats |= OF_CLASSES.get(kind, {})

    def known(self, name: str) -> bool:
        return self._own(name) in self.values

    def value(self, name: str) -> int:
        return self.values.get(self._own(name), 0)

    def _own(self, name: str) -> str:
        """The counter that a name counts with."""
        return self.aliases.get(name, name)

    def share(self, name: str, other: str) -> None:
        """From here on, a name counts with another counter."""
        self.aliases[name] = self._own(other)

    def declare(self, name: str, within: str = "") -> None:
        """A new counter, numbered within another one where that is named."""
        self.values[name] = 0
        if within:
            self.number_within(name, within)

    def number_within(self, name: str, within: str, *, printed: bool = True) -> None:
        self.within[name] = within
        if printed:
            self.formats[name] = rf"\the{within}.\arabic{{{name}}}"

    def number_without(self, name: str, within: str) -> None:
        if self.within.get(name) == within:
            del self.within[name]
        self.formats[name] = rf"\arabic{{{name}}}"

    def set(self, name: str, value: int) -> None:
        self.values[self._own(name)] = value

    def step(self, name: str) -> None:
        """One more; what is numbered within begins again."""
        name = self._own(name)
        self.values[name] = self.values.get(name, 0) + 1
        self._reset(name, frozenset({name}))

    def _reset(self, name: str, done: frozenset[str]) -> None:
        for child in [child for child, parent in self.within.items() if parent == name and child not in done]:
            self.set(child, 0)
            self._reset(child, done | {child})

    def appendix(self) -> None:
        """From here on, sections (in classes with chapters, chapters) are letters."""
        self.lettered = True
        top = "chapter" if self.chapters else "section"
        self.set(top, 0)
        self.set("section", 0)
        self.set("subsection", 0)
        self.formats[top] = rf"\Alph{{{top}}}"

    def printed(self, name: str, deep: int = 0) -> str | None:
        """The number as it is printed; None where its form is not understood."""
        form = self.formats.get(name, rf"\arabic{{{name}}}")
        if self.chapters and not self.values["chapter"]:
            form = form.removeprefix(r"\thechapter.") if name in ("equation", "figure", "table") else form
        pieces, begin = [], 0
        for found in NUMBER.finditer(form):
            counter = found[2] or found[3]
            if not (self.known(counter) or (found[3] and counter in self.formats)) or deep > len(self.formats):
                return None
            said = self.printed(counter, deep + 1) if found[3] else _styled(found[1], self.value(counter))
            if said is None:
                return None
            pieces += [form[begin:found.start()], said]
            begin = found.end()
        text = "".join(pieces) + form[begin:]
        return None if "\\" in text else re.sub(r"[{}\s]", "", text)


__all__ = ["SECTIONS", "UNKNOWN", "Counters"]
