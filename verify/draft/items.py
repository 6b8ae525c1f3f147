"""What a paper numbers, in its order: theorems and the like, equations, tables and figures, with the number that LaTeX prints."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from verify.draft import tex
from verify.draft.counters import SECTIONS, UNKNOWN, Counters
from verify.draft.tex import Source, TexError

USUAL = {
    "theorem": "Theorem", "thm": "Theorem", "lemma": "Lemma", "lem": "Lemma", "proposition": "Proposition", "prop": "Proposition",
    "corollary": "Corollary", "cor": "Corollary", "coro": "Corollary", "definition": "Definition", "defn": "Definition", "defi": "Definition",
}
"""Environments that are listed, without a number, where the paper does not declare them itself."""
IN_ROWS = ("align", "alignat", "flalign", "gather", "eqnarray", "IEEEeqnarray")
DISPLAYED = ("equation", "multline", "dmath", *IN_ROWS)
UNCOUNTED = ("numcases", "subnumcases", "dgroup", "dseries")
"""Environments that number equations in a way that is not followed."""
SILENT = ("nonumber", "notag", "IEEEnonumber")
FLOATS = {
    "figure": "figure", "wrapfigure": "figure", "sidewaysfigure": "figure",
    "table": "table", "wraptable": "table", "sidewaystable": "table", "longtable": "table",
}
INNER_FLOATS = ("subfigure", "subtable")
ANCHOR = re.compile(r"\\label\s*\{[^{}]*\}")
MARKS = re.compile(r"\\label\s*\{[^{}]*\}|\\tag\*?\s*\{[^{}]*\}|\\(?:nonumber|notag|IEEEnonumber)(?![A-Za-z])|^\s*\[[^\]\\]*(?:pt|em|ex|cm|mm|in)\]")
"""What a row of a display holds besides its formula."""


@dataclass(frozen=True, slots=True)
class Found:
    """An item. ``number`` is empty where LaTeX prints none, None where what it prints is not known; ``tex`` is the statement in the author's words."""

    kind: str
    name: str
    number: str | None
    label: str
    title: str
    tex: str
    section: str
    file: Path
    line: int
    inside: str = ""
    formulas: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """The item as a reader looks it up."""
        return f"{self.name} {self.number}" if self.number else f"{self.name} ({'number not known' if self.number is None else 'unnumbered'})"


@dataclass(frozen=True, slots=True)
class Declared:
    """A theorem environment: its printed name and its counter, which is empty for ``\\newtheorem*``, None where no file that is read declares it."""

    name: str
    counter: str | None


@dataclass(slots=True)
class Reader:
    """Walks through a paper, counting as LaTeX does. ``inside`` is the theorem that is being read, ``floating`` the counter of the table or figure;
    ``front``: chapters have no numbers, as in front matter; ``begun``: the document has begun, and headings are headings."""

    source: Source
    counters: Counters
    theorems: dict[str, Declared] = field(default_factory=dict)
    items: list[Found] = field(default_factory=list)
    section: str = ""
    inside: str = ""
    floating: str = ""
    front: bool = False
    begun: bool = False
    file: Path = field(default_factory=Path)

    def read(self, path: Path) -> None:
        """Go through a file."""
        before, self.file = self.file, path
        self.walk(tex.parsed(path, self.source.texts[path]))
        self.file = before

    def walk(self, nodes: list[Any]) -> None:
        tex.found_in(self._visit, nodes)

    def add(self, kind: str, name: str, number: str | None, node: Any, **said: Any) -> None:
        """One more item, which stands where the node stands."""
        self.items.append(Found(kind, name, number, section=self.section, file=self.file, line=tex.line(self.source.texts[self.file], node.pos), **said))

    def _visit(self, node: Any) -> bool:
        """Read a node; whether to read on inside it."""
        if (name := getattr(node, "environmentname", None)) is not None:
            return self._environment(node, name)
        if (command := COMMANDS.get(getattr(node, "macroname", ""))) is not None:
            said = _arguments(node)
            if said or node.macroname in BARE:  # else it is itself the argument of another command
                command(self, node, said)
            return False
        return not hasattr(node, "displaytype")  # an unnumbered formula

    def _environment(self, node: Any, name: str) -> bool:
        plain = name.removesuffix("*")
        if name == "restatable":
            self._theorem(node, _arguments(node)[1])
        elif plain in self.theorems or name in self.theorems or plain in USUAL:
            self._theorem(node, name)
        elif plain in DISPLAYED:
            self._display(node, name)
        elif plain == "empheq":
            self._display(node, _arguments(node)[1].partition("=")[0])
        elif name == "subequations":
            self._subequations(node)
        elif plain in FLOATS or plain in INNER_FLOATS:
            before, self.floating = self.floating, FLOATS.get(plain, "")
            self.walk(node.nodelist)
            self.floating = before
        else:
            self.begun = self.begun or name == "document"
            if plain in UNCOUNTED:
                _unread(self, node, [])
            if name == "appendices":
                self.counters.appendix()
            return True
        return False

    def _theorem(self, node: Any, name: str) -> None:
        plain = name.removesuffix("*")
        declared = self.theorems.get(name) or (Declared(self.theorems[plain].name, "") if plain in self.theorems else Declared(USUAL.get(plain, plain), None))
        if declared.counter:
            self.counters.step(declared.counter)
        number = self.counters.printed(name) if declared.counter else declared.counter
        title, body = _titled(node)
        label = _label(node.nodelist)
        body = body.replace(f"\\label{{{label}}}", "", 1).strip()
        self.add("theorem", declared.name, number, node, label=label, title=title, tex=body, formulas=_displays(node.nodelist))
        before, self.inside = self.inside, self.items[-1].place
        self.walk(node.nodelist)
        self.inside = before

    def _display(self, node: Any, name: str) -> None:
        """The numbered equations of a display, one for each row of those that have several."""
        for row in _rows(node, name):
            tags = [one for one in row if getattr(one, "macroname", "") == "tag" and _arguments(one)]
            if not tags and (name.endswith("*") or any(getattr(one, "macroname", "") in SILENT for one in row)):
                continue
            if not tags:
                self.counters.step("equation")
            number = _arguments(tags[0])[1] if tags else self.counters.printed("equation")
            formula = _formula(row)
            if formula:
                place = next(one for one in row if one.latex_verbatim().strip()) if name.removesuffix("*") in IN_ROWS else node
                self.add("equation", "Equation", number, place, label=_label(row), title="", tex=formula, inside=self.inside, formulas=(formula,))

    def _subequations(self, node: Any) -> None:
        """Equations that share a number, with letters behind it."""
        counters = self.counters
        counters.step("equation")
        parent, form, shared = counters.value("equation"), counters.formats.get("equation"), counters.printed("equation")
        counters.formats["equation"] = UNKNOWN if shared is None else rf"{shared}\alph{{equation}}"
        counters.set("equation", 0)
        self.walk(node.nodelist)
        counters.set("equation", parent)
        del counters.formats["equation"]
        counters.formats |= {} if form is None else {"equation": form}


def _arguments(node: Any) -> list[str]:
    """The arguments of a command or environment without their braces; an optional one keeps its brackets, one that is absent is empty."""
    said = [one.latex_verbatim().strip() if one is not None else "" for one in getattr(node.nodeargd, "argnlist", None) or ()]
    return [words[1:-1].strip() if words.startswith("{") and words.endswith("}") else words for words in said]


def _words(text: str) -> str:
    """Text without its commands and braces: a printed name."""
    return " ".join(re.sub(r"\\[A-Za-z]+|[{}]", " ", text).split())


def _label(nodes: list[Any]) -> str:
    """The first label that does not belong to something numbered inside; empty without one."""
    labels: list[str] = []

    def visit(node: Any) -> bool:
        if getattr(node, "macroname", "") == "label":
            labels.extend(_arguments(node)[:1])
        name = getattr(node, "environmentname", "").removesuffix("*")
        return name not in (*DISPLAYED, *FLOATS, "subequations", "enumerate")

    tex.found_in(visit, nodes)
    return labels[0] if labels else ""


def _between(nodes: list[Any]) -> str:
    return "".join(node.latex_verbatim() for node in nodes if node is not None)


def _titled(node: Any) -> tuple[str, str]:
    """The optional title of a theorem, and its statement."""
    first, body = next(iter(_arguments(node)), ""), _between(node.nodelist).strip()
    if first.startswith("["):
        return first[1:-1].strip(), body
    depth = 0
    for position, sign in enumerate(body if body.startswith("[") else ""):
        depth += (sign in "[{") - (sign in "]}")
        if depth == 0:
            return body[1:position].strip(), body[position + 1:].strip()
    return "", body


def _rows(node: Any, name: str) -> list[list[Any]]:
    """The rows of a display; all of it where its rows share a number."""
    rows: list[list[Any]] = [[]]
    for one in node.nodelist:
        if getattr(one, "macroname", "") == "\\" and name.removesuffix("*") in IN_ROWS:
            rows.append([])
        else:
            rows[-1].append(one)
    return rows


def _formula(row: list[Any]) -> str:
    return MARKS.sub("", _between(row)).strip()


def _displays(nodes: list[Any]) -> tuple[str, ...]:
    """The displayed formulas in a statement."""
    formulas: list[str] = []

    def visit(node: Any) -> bool:
        name = getattr(node, "environmentname", "")
        if name.removesuffix("*") in DISPLAYED:
            formulas.extend(_formula(row) for row in _rows(node, name))
            return False
        if getattr(node, "displaytype", "") == "display":
            formulas.append(_formula(node.nodelist))
        return not hasattr(node, "displaytype")

    tex.found_in(visit, nodes)
    return tuple(formula for formula in formulas if formula)


Command = Callable[[Reader, Any, list[str]], None]


def _new_theorem(reader: Reader, node: Any, said: list[str]) -> None:
    star, name, shared, title, within = said
    _declare(reader, name, title, shared.strip("[]"), within.strip("[]"), numbered=not star)


def _declare(reader: Reader, name: str, title: str, shared: str, within: str, *, numbered: bool = True) -> None:
    counter: str | None = name
    if not numbered:
        counter = ""
    elif shared:
        counter = reader.theorems[shared].counter if shared in reader.theorems else shared
        if not counter or not reader.counters.known(counter):
            counter = None  # declared in a class or package that is not read
        elif counter != name:
            reader.counters.formats[name] = rf"\the{counter}"
    else:
        reader.counters.declare(name, within)
    reader.theorems[name] = Declared(_words(title) or name.capitalize(), counter)


def _declare_theorem(reader: Reader, node: Any, said: list[str]) -> None:
    """The declaration of thmtools."""
    given = {key.strip(): value.strip().strip("{}") for key, _, value in (one.partition("=") for one in re.split(r",(?![^{]*\})", said[0].strip("[]")))}

    def option(*names: str) -> str:
        return next((given[name] for name in names if name in given), "")

    for name in said[1].split(","):
        _declare(reader, name.strip(), option("name", "title", "heading"), option("sibling", "numberlike", "sharenumber", "sharecounter"),
                 option("numberwithin", "within", "parent"), numbered=option("numbered") not in ("no", "false"))


def _alias(reader: Reader, node: Any, said: list[str]) -> None:
    reader.counters.share(*said)
    reader.counters.formats[said[0]] = rf"\the{said[1]}"


def _heading(reader: Reader, node: Any, said: list[str]) -> None:
    if not reader.begun or not said[2]:
        return
    reader.section = ""
    if not said[0] and not (reader.front and node.macroname == "chapter"):
        reader.counters.step(node.macroname)
        word = "Appendix" if reader.counters.lettered else "Chapter" if node.macroname == "chapter" else "Section"
        reader.section = " ".join((word, reader.counters.printed(node.macroname) or said[2]))


def _set(reader: Reader, node: Any, said: list[str]) -> None:
    name, value = said
    if re.fullmatch(r"[+-]?\d+", value):
        reader.counters.set(name, int(value) + (reader.counters.value(name) if node.macroname == "addtocounter" else 0))
    else:
        reader.counters.formats[name] = UNKNOWN


def _redefine(reader: Reader, node: Any, said: list[str]) -> None:
    """A new form of a number, where the command is one."""
    if said[1].startswith(r"\the") and not said[2]:
        reader.counters.formats[said[1].removeprefix(r"\the")] = said[-1]


def _input(reader: Reader, node: Any, said: list[str]) -> None:
    file = reader.source.named(said[0])
    if file not in reader.source.texts:
        where = f"{reader.file}, line {tex.line(reader.source.texts[reader.file], node.pos)}"
        raise TexError(f"{where}: \\{node.macroname} must name a file plainly, got {' '.join(said[0].split()) or 'nothing'}; write its name")
    reader.read(file)


def _caption(reader: Reader, node: Any, said: list[str]) -> None:
    counter = said[0] if node.macroname == "captionof" else reader.floating
    if counter in FLOATS and not (node.macroname == "caption" and said[0]):
        reader.counters.step(counter)
        text = ANCHOR.sub("", said[2]).strip()
        reader.add(counter, counter.capitalize(), reader.counters.printed(counter), node, label=_label([node.nodeargd.argnlist[2]]), title=text, tex=text)


def _anchor(reader: Reader, node: Any, said: list[str]) -> None:
    """A label in a table or figure belongs to the caption before it."""
    if reader.floating and reader.items and reader.items[-1].kind == reader.floating and not reader.items[-1].label:
        reader.items[-1] = replace(reader.items[-1], label=said[0])


def _matter(reader: Reader, node: Any, said: list[str]) -> None:
    reader.front = node.macroname != "mainmatter"


def _unread(reader: Reader, node: Any, said: list[str]) -> None:
    """Tell of something that numbers in a way that is not followed."""
    name = f"\\begin{{{node.environmentname}}}" if hasattr(node, "environmentname") else f"\\{node.macroname}"
    where = f"{reader.file}, line {tex.line(reader.source.texts[reader.file], node.pos)}"
    reader.source.notices.append(f"{where}: {name} is not followed; what it declares, inputs or numbers is not counted")


def _class(reader: Reader, node: Any, said: list[str]) -> None:
    if not reader.begun:
        reader.counters = Counters(said[-1])
        _packages(reader, node, said)


def _packages(reader: Reader, node: Any, said: list[str]) -> None:
    """What classes and style files beside the paper declare."""
    for name in said[-1].split(","):
        reader.walk(tex.parsed(reader.file, tex.declared(reader.source, name)))


BARE = ("appendix", "frontmatter", "mainmatter", "backmatter")
"""Commands without arguments."""
COMMANDS: dict[str, Command] = {
    "newtheorem": _new_theorem, "declaretheorem": _declare_theorem, **dict.fromkeys(SECTIONS, _heading), "setcounter": _set, "addtocounter": _set,
    **dict.fromkeys(("newcommand", "renewcommand", "providecommand"), _redefine), **dict.fromkeys(("input", "include", "subfile"), _input),
    **dict.fromkeys(("caption", "captionof"), _caption), "label": _anchor, "documentclass": _class, "usepackage": _packages,
    **dict.fromkeys(("frontmatter", "mainmatter", "backmatter"), _matter),
    **dict.fromkeys(("import", "subimport", "newtcbtheorem", "InputIfFileExists"), _unread),
    "spnewtheorem": lambda reader, node, said: _new_theorem(reader, node, said[:5]),
    "newcounter": lambda reader, node, said: reader.counters.declare(said[0], said[1].strip("[]")),
    "newaliascnt": _alias, "sharecounter": lambda reader, node, said: reader.counters.share(*said),
    "numberwithin": lambda reader, node, said: reader.counters.number_within(*said),
    "counterwithin": lambda reader, node, said: reader.counters.number_within(said[1], said[2], printed=not said[0]),
    "counterwithout": lambda reader, node, said: reader.counters.number_without(said[1], said[2]),
    "stepcounter": lambda reader, node, said: reader.counters.step(said[0]), "refstepcounter": lambda reader, node, said: reader.counters.step(said[0]),
    "appendix": lambda reader, node, said: reader.counters.appendix(), "DeclareMathOperator": lambda reader, node, said: None,
}
"""What is read of the commands that declare, count, name or input; nothing else is looked for in their arguments."""


def items_of(source: Source) -> list[Found]:
    """The items of a paper in its order. Raises TexError."""
    reader = Reader(source, Counters(), begun=not any(r"\begin{document}" in text for text in source.texts.values()))
    reader.read(source.main)
    if not reader.items:
        raise TexError(f"{source.main}: must hold a theorem, a numbered equation, or a table or figure with a caption, got none of them; "
                       "name the file that inputs the others")
    return reader.items


__all__ = ["Found", "items_of"]
