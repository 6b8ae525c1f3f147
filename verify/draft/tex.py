"""The TeX source of a paper, with the files that it inputs, parsed by pylatexenc.

What LaTeX does not read is taken out before, and definitions that number, label or open something are expanded.
Whatever is taken out leaves its line breaks, so that lines keep their numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

RAW = r"comment|verbatim\*?|Verbatim|lstlisting|minted|filecontents\*?"
"""Environments whose content is no TeX, or is not printed."""
UNREAD = re.compile(
    rf"(?P<kept>\\[\\%]|\\verb\*?(?P<ends>[^A-Za-z*\s]).*?(?P=ends))|(?P<comment>%[^\n]*)|\\begin\{{(?P<raw>{RAW})\}}.*?\\end\{{(?P=raw)\}}"
    r"|(?P<address>\\(?:url|path|nolinkurl|href)\s*\{[^{}]*\})|\\iffalse(?![A-Za-z]).*?\\fi(?![A-Za-z])", re.DOTALL)
INPUT = re.compile(r"\\(input|include|subfile)(?![A-Za-z])\s*(?:\{([^{}]*)\}|([^\s{}\\]+))")
DEFINITION = re.compile(r"\\(?:(?:new|renew|provide)command|DeclareRobustCommand|[gex]?def)\*?\s*"
                        r"(?:\{\s*\\([A-Za-z@]+)\s*\}|\\([A-Za-z@]+))\s*(?:\[(\d)\])?(\[[^\]]*\])?((?:#\d)*)\s*(?=\{)")
TOKEN = re.compile(r"[ \t]*\n?[ \t]*(\n|\\[A-Za-z@]+|\\.|[^\s])")
"""An argument without braces; an empty line is one too."""
ENVIRONMENT = re.compile(r"\\(?:new|renew|provide)environment\*?\s*\{([^{}]*)\}\s*(?:\[(\d)\])?\s*(\[[^\]]*\])?\s*(?=\{)")
STYLE = re.compile(r"^[ \t]*(?P<declared>\\newtheorem\*?\s*\{[^{}#]+\}\s*(?:\[[^\]#]*\])?\s*\{[^{}#]+\}[ \t]*(?:\[[^\]#]*\])?)"
                   r"|\\(?:RequirePackage|usepackage|LoadClass)(?:WithOptions)?\s*(?:\[[^\]]*\])?\s*\{(?P<loaded>[^{}#]+)\}", re.MULTILINE)
COUNTING = re.compile(r"\\(begin|end|newtheorem|declaretheorem|newaliascnt|(?:sub)*section|chapter|appendix|caption|captionof|label|tag|"
                      r"nonumber|notag|IEEEnonumber|input|include|setcounter|addtocounter|stepcounter|refstepcounter|numberwithin|counterwithin)(?![A-Za-z@])")
"""What a definition is expanded for: it numbers, labels, or opens something."""
CLASSIC = ((re.compile(r"\\def\s*(\\the[A-Za-z]+)\s*(?=\{)"), r"\\renewcommand{\1}"), (re.compile(r"\\@addtoreset(?=\s*\{)"), r"\\counterwithin*"),
           (re.compile(r"\\let\s*\\c@([A-Za-z]+)\s*=?\s*\\c@([A-Za-z]+)"), r"\\sharecounter{\1}{\2}"),
           (re.compile(r"\\let\s*\\[A-Za-z@]+\s*=?\s*\\[A-Za-z@]+"), ""))
"""Older spellings of what has a command in LaTeX, and what only names a command again."""


class TexError(Exception):
    """A source that cannot be read, as one line with the file, the line and what to do."""


@dataclass(frozen=True, slots=True)
class Shortcut:
    """A command of the paper, or the beginning or end of an environment, that stands for TeX which numbers, labels or opens something."""

    body: str
    arguments: int


@dataclass(slots=True)
class Source:
    """A paper's files as text, the file itself first, and what a user should know of them."""

    main: Path
    texts: dict[Path, str] = field(default_factory=dict)
    shortcuts: dict[str, Shortcut] = field(default_factory=dict)
    notices: list[str] = field(default_factory=list)

    def named(self, name: str) -> Path:
        """The file that an ``\\input`` names."""
        path = self.main.parent / name.strip()
        return path if path.suffix == ".tex" or path.is_file() else path.with_name(path.name + ".tex")


def read(path: Path) -> Source:
    """The file and all that it inputs. Raises TexError."""
    source = Source(path)
    _read(source, path, ())
    if not any(re.search(r"\\(documentclass|documentstyle|begin)\b", text) for text in source.texts.values()):
        raise TexError(f"{path}, line 1: must be a TeX document, got neither \\documentclass nor \\begin; name the .tex file of the paper")
    for name, text in source.texts.items():
        source.texts[name] = _expanded(source.shortcuts, text, name)
    return source


def _read(source: Source, path: Path, above: tuple[Path, ...]) -> None:
    if path in source.texts:
        return
    text = _without_unread(_decoded(path))
    text = text.partition(r"\end{document}")[0] + r"\end{document}" if r"\end{document}" in text else text
    for pattern, said in CLASSIC:
        text = pattern.sub(said, text)
    text = _without_definitions(source, text, path)
    source.texts[path] = INPUT.sub(lambda found: f"\\{found[1]}{{{found[2] or found[3]}}}", text)
    for found in INPUT.finditer(text):
        where, name = f"{path}, line {line(text, found.start())}", (found[2] or found[3] or "").strip()
        if not name or re.search(r"[\\#~|]", name):
            raise TexError(f"{where}: \\{found[1]} must name a file plainly, got {name or 'nothing'}; write its name")
        file = source.named(name)
        if not file.resolve().is_relative_to(source.main.parent.resolve()):
            raise TexError(f"{where}: \\{found[1]}{{{name}}} must stay in the folder of the paper; copy the file there")
        if not file.is_file():
            raise TexError(f"{where}: \\{found[1]}{{{name}}} names no file, looked for {file}; put it there, or remove the line")
        if file == path or file in above:
            raise TexError(f"{where}: \\{found[1]}{{{name}}} leads back to {file}; remove one of the two")
        _read(source, file, (*above, path))


def _decoded(path: Path) -> str:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise TexError(f"{path}: must be a file that can be read, got {error.strerror or error}; name the .tex file of the paper") from None
    if data.startswith(b"%PDF") or b"\0" in data:
        raise TexError(f"{path}, line 1: must be a TeX source, got {'a PDF' if data.startswith(b'%PDF') else 'a binary file'}; name the .tex file of the paper")
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        place = data[:error.start].count(b"\n") + 1
        raise TexError(f"{path}, line {place}: must be text in UTF-8, got the byte {data[error.start]:#04x}; "
                       "save it as UTF-8, for example with iconv -f latin1 -t utf-8") from None
    if not text.strip():
        raise TexError(f"{path}, line 1: must hold the TeX source of a paper, got an empty file; name another")
    return text


def _breaks(text: str) -> str:
    return "\n" * text.count("\n")


def _without_unread(text: str) -> str:
    """Without comments, verbatim text and what ``\\iffalse`` hides; a percent sign in an address is written as text."""
    def said(found: re.Match[str]) -> str:
        if found["kept"]:
            return found[0]
        return re.sub(r"(?<!\\)%", r"\\%", found[0]) if found["address"] else _breaks(found[0])

    return UNREAD.sub(said, text)


def line(text: str, position: int) -> int:
    """The number of the line in which a position lies."""
    return text.count("\n", 0, position) + 1


def group(text: str, start: int) -> int | None:
    """The position behind the group that begins with the brace at ``start``; None where it does not end."""
    depth, position = 0, start
    while position < len(text):
        if text[position] == "\\":
            position += 1
        elif text[position] in "{}":
            depth += 1 if text[position] == "{" else -1
            if depth == 0:
                return position + 1
        position += 1
    return None


def _without_definitions(source: Source, text: str, path: Path) -> str:
    """Without the definitions of environments, and of commands that matter to numbers; what matters is kept as shortcuts."""
    for pattern, parts in ((DEFINITION, 1), (ENVIRONMENT, 2)):
        begin = 0
        while (found := pattern.search(text, begin)) is not None:
            bodies, end = _groups(text, found.end(), parts)
            where = f"{path}, line {line(text, found.start())}"
            if len(bodies) < parts:
                raise TexError(f"{where}: a definition is not closed; add the missing brace")
            begin = found.end()
            if parts == 1 and COUNTING.search(bodies[0]):
                _keep(source, found[1] or found[2], bodies[0], int(found[3] or 0) or found[5].count("#"), found[4], where)
            elif parts == 2 and COUNTING.search("".join(bodies)):
                _keep(source, f"begin{{{found[1]}}}", bodies[0], int(found[2] or 0), found[3], where)
                if not found[3]:
                    _keep(source, f"end{{{found[1]}}}", bodies[1], 0, None, where)
            elif parts == 1:
                continue
            text = text[:found.start()] + _breaks(text[found.start():end]) + text[end:]
            begin = found.start()
    return text


def _groups(text: str, end: int, count: int) -> tuple[list[str], int]:
    """The contents of the groups that follow a position, at most so many, and the position behind them."""
    bodies: list[str] = []
    while len(bodies) < count:
        start = len(text) - len(text[end:].lstrip())
        closed = group(text, start) if text[start:start + 1] == "{" else None
        if closed is None:
            break
        bodies.append(text[start + 1:closed - 1])
        end = closed
    return bodies, end


def _keep(source: Source, name: str, body: str, arguments: int, optional: str | None, where: str) -> None:
    said = " ".join(body.split())
    if optional or re.search(rf"\\{re.escape(name)}(?![A-Za-z@])", said):
        why = "has an optional argument" if optional else "stands in its own definition"
        source.notices.append(f"{where}: \\{name} {why}, so it is not expanded; what it numbers is not counted")
    else:
        source.shortcuts[name] = Shortcut(said, arguments)


DEEPEST = 20
"""Definitions within definitions that are expanded."""
LONGEST = 10**7
"""Characters of a file whose definitions are expanded."""


def _expanded(shortcuts: dict[str, Shortcut], text: str, path: Path) -> str:
    """The text with what the shortcuts stand for."""
    if not shortcuts:
        return text
    pattern = re.compile(rf"\\({'|'.join(map(re.escape, sorted(shortcuts, key=len, reverse=True)))})(?:(?<=\}})|(?![A-Za-z@]))")
    for _ in range(DEEPEST):
        pieces, begin = [], 0
        for found in pattern.finditer(text):
            if found.start() < begin:
                continue
            said, end = _used(shortcuts[found[1]], text, found, path)
            pieces += [text[begin:found.start()], said]
            begin = end
        if not pieces:
            return text
        text = "".join(pieces) + text[begin:]
        if len(text) > LONGEST:
            break
    raise TexError(f"{path}: the definitions of {', '.join(f'{chr(92)}{name}' for name in shortcuts)} must come to an end, got one within itself; correct it")


def _used(shortcut: Shortcut, text: str, found: re.Match[str], path: Path) -> tuple[str, int]:
    """What a shortcut stands for at a place, and the position behind its arguments: groups, or single tokens."""
    given, end = [], found.end()
    for _ in range(shortcut.arguments):
        bodies, behind = _groups(text, end, 1)
        token = TOKEN.match(text, end)
        if not bodies and (token is None or token[1] in "{}"):
            raise TexError(f"{path}, line {line(text, found.start())}: \\{found[1]} must be followed by its arguments ({shortcut.arguments}); "
                           "add what is missing")
        given.append(bodies[0] if bodies or token is None else token[1])
        end = behind if bodies or token is None else token.end()
    return re.sub(r"#([1-9])", lambda one: given[int(one[1]) - 1] if int(one[1]) <= len(given) else one[0], shortcut.body), end


def declared(source: Source, name: str, seen: tuple[Path, ...] = ()) -> str:
    """The ``\\newtheorem`` lines of a class or style file beside the paper, and of those that it loads; a notice names each file that has some."""
    found = [file for ending in (".sty", ".cls") if (file := source.main.parent / f"{name.strip()}{ending}").is_file() and file not in seen]
    lines: list[str] = []
    for file in found:
        own = 0
        for one in STYLE.finditer(_without_unread(_decoded(file))):
            lines += [one["declared"]] if one["declared"] else [declared(source, loaded, (*seen, *found)) for loaded in one["loaded"].split(",")]
            own += one["declared"] is not None
        if own:
            source.notices.append(f"{file}: its \\newtheorem lines are taken ({own}), under whatever condition they stand; nothing else in it is read")
    return "\n".join(lines)


OPENED = re.compile(r'begin environment "(.*)"')


def parsed(path: Path, text: str) -> list[Any]:
    """The nodes of a file. Raises TexError where it does not parse."""
    from pylatexenc.latexwalker import LatexWalker, LatexWalkerParseError

    try:
        nodes: list[Any] = LatexWalker(text, latex_context=_context(), tolerant_parsing=False).get_latex_nodes(pos=0)[0]
    except LatexWalkerParseError as error:
        raise TexError(_why(path, error)) from None
    except RecursionError:
        raise TexError(f"{path}: must be nested less deeply than this; simplify it") from None
    return nodes


def _why(path: Path, error: Any) -> str:
    """What is wrong, in one line: what is met while something else is open, or what is still open at the end of the file."""
    said, at, opened = str(error.msg), error.lineno, error.open_contexts
    met = re.search(r"closing (?:environment: '(?P<environment>.*?)'|brace|math mode: '(?P<sign>.*?)')", said)
    if opened and opened[0][0] == 'begin environment "document"' and met is not None:
        opened = []  # a document is open all the time
    ending = "" if met is None else rf"\end{{{met['environment']}}}" if met["environment"] else met["sign"] or "a closing brace"
    if not opened:
        wrong = f"{ending} ends nothing that has begun; remove it, or add the beginning" if ending else f"does not parse ({said}); correct it"
        return f"{path}, line {at}: {wrong}"
    what, begun = str(opened[0][0]), opened[0][2]
    environment = OPENED.match(what)
    if environment is not None:
        open_, remedy = f"\\begin{{{environment[1]}}}", f"add \\end{{{environment[1]}}}"
    elif what.startswith("math mode"):
        open_, remedy = f"a formula that begins with {what.removeprefix('math mode').strip(' ' + chr(34))}", "close it"
    else:
        open_, remedy = "a brace or bracket", "close it"
    if ending:
        return f"{path}, line {at}: {ending} comes while {open_} of line {begun} is open; {remedy} before it, or remove what is too much"
    return f"{path}, line {begun}: {open_} does not end; {remedy}"


MACROS = {
    "newtheorem": "*{[{[", "spnewtheorem": "*{[{[{{", "newtcbtheorem": "[{{{{", "import": "{{", "subimport": "{{", "InputIfFileExists": "{{{",
    "declaretheorem": "[{", "newaliascnt": "{{", "sharecounter": "{{", "numberwithin": "{{", "counterwithin": "*{{", "counterwithout": "*{{",
    "setcounter": "{{", "addtocounter": "{{", "stepcounter": "{", "refstepcounter": "{", "newcounter": "{[", "documentclass": "[{", "usepackage": "[{",
    "caption": "*[{", "captionof": "{[{", "tag": "*{", "subfile": "{", "\\": "*", "item": "", "part": "*[{",
}
"""Commands that pylatexenc does not know, or reads otherwise; ``[`` is optional. ``sharecounter`` is our own, for what has no command."""


def _context() -> Any:
    from pylatexenc import latexwalker, macrospec

    context = latexwalker.get_default_latex_context_db()
    context.add_context_category("draft", prepend=True, macros=[macrospec.std_macro(name, words) for name, words in MACROS.items()], environments=[
        macrospec.std_environment("restatable", "[{{"), macrospec.std_environment("empheq", "[{", is_math_mode=True),
        macrospec.std_environment("IEEEeqnarray", "[{", is_math_mode=True),
        macrospec.std_environment("IEEEeqnarray*", "[{", is_math_mode=True)])
    return context


def found_in(visit: Callable[[Any], bool], nodes: list[Any]) -> None:
    """Call ``visit`` on each node in order, and on what is inside wherever it returns True."""
    for node in nodes:
        if node is not None and visit(node):
            found_in(visit, children(node))


def children(node: Any) -> list[Any]:
    """What a node holds: its arguments and its content."""
    arguments = getattr(node, "nodeargd", None)
    return [*(getattr(arguments, "argnlist", None) or ()), *(getattr(node, "nodelist", None) or ())]


__all__ = ["Source", "TexError", "children", "declared", "found_in", "group", "line", "parsed", "read"]
