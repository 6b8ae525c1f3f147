"""Typed inputs and stored files, altered at random, through every command that reads them: none may end in a traceback, an unknown exit code or a second line of error, or take long.

``python -m benchmarks.fuzz [--inputs N] [--seed S] [--out FILE]``. The command line is called in processes of their own, which are ended where an input hangs them; one input in
two hundred also goes through a shell. What is found is printed with the arguments that show it, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import io
import json
import os
import random
import resource
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing import forkserver
from pathlib import Path
from typing import Any

PLUGINS = Path(__file__).resolve().parents[1] / "tests" / "verify" / "plugins"
CODES = {0, 1, 2}
"""Exit codes that an input may have: done, a check failed, bad input."""
SECONDS = 20.0
"""Processor time that an input may take."""
WALL = 120.0
"""Seconds after which a process that does not answer is ended."""
NOTICES = ("has no LEDGER", "could not be loaded and is skipped")
"""What is told about broken plug-ins, whatever the input is."""
GIBIBYTES = 8
SHELL = 200
"""One input in so many goes through a process of its own as well."""


@dataclass(frozen=True)
class Input:
    """Arguments of the command line; ``files``: what lies in the working folder, by path."""

    words: tuple[str, ...]
    files: tuple[tuple[str, bytes], ...] = ()


@dataclass(frozen=True)
class Finding:
    """What an input met that it should not."""

    kind: str
    words: tuple[str, ...]
    told: str


# --- what is altered ---------------------------------------------------------------------------------------------------

CALLS = (
    ("certify", "x*exp(-x) <= 0.37", "--where", "x>=0", "--effort", "quick"), ("certify", "x**2 + y**2 >= 2*x*y", "--effort", "quick", "--where", "x in [0, 1), 0<y<4"),
    ("certify", "n >= 1", "--where", "n in integers, n>=1", "--effort", "quick", "--json"), ("certify", "sqrt(x) <= 1 + log(x)/2", "--where", "x>1, x<=1e6", "--effort", "quick"),
    ("measure", "--profile", "laplace", "--ratio", "0.5", "--width", "1e-6"), ("measure", "--profile", "randomised-response", "--epsilon", "0.2", "--compose", "5"),
    ("measure", "--profile", "exp(-epsilon**2)/2"), ("measure", "--profile", "laplace", "--ratio", "2", "--subsample", "poisson:0.5"),
    ("measure", "--composition-summary", "--epsilon", "0.2", "--compose", "5", "--deltas", "0.1,0.01"), ("measure", "--table", "profile.csv", "--interpolation", "convex"),
    ("calibrate", "table.csv", "--secret", "paid", "--released", "grade", "--order", "2", "--epsilon", "1"),
    ("calibrate", "table.csv", "--secret", "paid", "--released", "grade", "--delta", "0.1", "--noise", "laplace,cauchy:3", "--pairs", "0:1", "--range", "0:20", "--values", "a=1"),
    ("calibrate", "--prior", "correlated-pair", "--p", "1/2", "--rho", "1/2", "--noise", "cauchy:2"), ("calibrate", "table.csv", "--secret", "paid", "--released", "grade", "--weight", "weight"),
    ("account", "--mechanism", "gaussian", "--sigma", "2", "--steps", "10", "--delta", "1e-5"), ("account", "--mechanism", "laplace", "--scale", "2", "--steps", "3", "--delta", "1e-5", "--json"),
    ("account", "--mechanism", "subsampled-gaussian", "--q", "0.01", "--sigma", "2", "--steps", "100", "--delta", "1e-5"),
    ("account", "--mechanism", "randomised-response", "--epsilon0", "1", "--delta0", "0.001", "--steps", "5", "--epsilon", "3", "--direction", "add"),
    ("shift", "--first", "0:1/2, 1:1/2", "--second", "0:1/4, 2:3/4", "--noise", "laplace", "--scale", "2", "--order", "2", "--delta", "0.1"),
    ("show", "toy/true", "--results", "results"), ("list", "toy"), ("list", "toy/true", "--json"), ("schema", "results"), ("new-paper", "smith24", "--out", "new"),
    ("run", "toy/true", "--effort", "quick", "--workers", "1", "--quiet", "--no-cache", "--out", "again", "--seed", "3"), ("reproduce", "toy/fig-1", "--list"),
    ("report", "results", "--format", "summary"), ("check", "results", "--workers", "1"),
)
STORED = (
    ("check", "results", "--workers", "1"), ("check", "results", "--workers", "1", "--withdraw"), ("report", "results"), ("report", "results", "--format", "summary", "--format", "sarif"),
    ("report", "results", "--single-file", "--earlier", "earlier"), ("show", "toy/true", "--results", "results"), ("lock", "results", "--lock", "new.lock", "--evidence", "new", "--workers", "1"),
    ("gate", "toy", "--lock", "toy.lock", "--evidence", "verdicts", "--workers", "1", "--recheck"),
)
TABLES = (("measure", "--table", "profile.csv"), ("calibrate", "table.csv", "--secret", "paid", "--released", "grade"),
          ("calibrate", "table.csv", "--secret", "paid", "--released", "grade", "--weight", "weight"), ("shift", "table.csv", "--secret", "paid", "--released", "grade", "--pair", "0:1"))
TEXTS = {"profile.csv": "epsilon,delta\n0,0.3\n1,0.1\n2,0.01\n", "table.csv": "paid,grade,weight\n0,10,1\n0,12,2\n1,11,1/2\n1,15,3\n"}
CLAIM = '''from verify.claims import *
from verify.quantities import *

x, y, n, i = numbers("x y n i")
P, Q, M = objects("P Q M")

CLAIMS = (
    Claim("fuzz/a", "A", forall={x: above(0), y: between(0, 1, open="left")}, states=Compare(x * y, "<=", x),
          hints=Hints(typical={x: (1, 4)}, equality_at={y: 1}, instances=({x: 1, y: number("1/2")},), region=(x, y))),
    Claim("fuzz/b", "B", forall={n: integers(1, 3), P: Laws(LINE), Q: Laws(LINE)}, states=Compare(total_variation(P, Q), "<=", 1),
          hints=Hints(instances=({P: finite_law({0: 1}), Q: finite_law({1: number("1/2"), 2: number("1/2")})},)), idle=("n",)),
)
'''
PIECES = ("above(0)", "between(0, 1, open=\"left\")", "integers(1, 3)", "Laws(LINE)", "(1, 4)", "{y: 1}", "(x, y)", "finite_law({0: 1})", "number(\"1/2\")", "({x: 1, y: number(\"1/2\")},)",
          "Compare(x * y, \"<=\", x)", "total_variation(P, Q)", "idle=(\"n\",)", "\"fuzz/a\"", "\"A\"")
OTHERS = ("between(2, 1)", "integers(3, 2)", "between(1, 1, open=\"both\")", "Covariances(2, \"semidefinite\")", "Laws(3)", "None", "1.5", "\"text\"", "()", "{}", "[1, 2]", "{x: 1.5}", "{M: 3}",
          "({x: finite_law({0: 1})},)", "({z: 1},)", "Kernels(LINE, LINE, \"yes\")", "kernel({0: finite_law({0: 1})})", "number(\"1e999999999\")", "x", "Compare(x, \"<=\", y)", "All(x)", "Not(3)",
          "10**5000", "Universes(REPLACE_ONE)", "equals(5, between(0, 1))", "Hints()", "(2, 1)", "word(3)", "upto(0)", "reading(\"r\", a=1)", "Sup({y: 3}, y)", "1/0")
NUMBERS = ("0", "-1", "1e999999999", "1e-999999999", "-1e999999", "1e300", "1e-300", "1e999", "nan", "inf", "-oo", "1/0", "0/0", "1e", "--1", "0x10", "1_000", "3.7", "1/3", "", " ", "1e5",
           "9" * 5000, "1" * 100_000, "½", "１２", "1e9999999999999999999", "true", "None", "0.1.2", "1e-12", "100000000")
STRANGE = ("\x00", "\ud800", "\u202e", "é", "\n", "\t", "'", '"', "`", "\\", "%s", "{}", "$(x)", "--", "-", ",", ":", ";", "/", "[", ")", "(" * 150 + "x" + ")" * 150, "x" * 100_000, "+x" * 1500, "<=", "==", "^")
VALUES: tuple[Any, ...] = (None, True, 0, -1, 7, 1.5, 1e308, float("nan"), float("inf"), 10**400, "", "x", "\ud800", "\x00", "x" * 100_000, "1e999999999", "3.3e-7504840745145", "1/0", [], {}, [[]], {"": None}, ["()"],
                           "../../etc/passwd", "PROVED", "REFUTED", ["var", ["word", "x"]], ["pow", "2", "1e9"], ["num"], [None])


DEEP = "nested deeply"
"""Stands for a list of 700 levels until it is written."""


def altered_text(rng: random.Random, text: str) -> str:
    """A word with a number exchanged, a piece left out, doubled, moved or put in."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        at, to = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
        kind = rng.randrange(6)
        if kind == 0 and any(c.isdigit() for c in text):
            start = rng.choice([k for k, c in enumerate(text) if c.isdigit()])
            end = start
            while end < len(text) and text[end] in "0123456789./e":
                end += 1
            text = text[:start] + rng.choice(NUMBERS) + text[end:]
        elif kind == 1:
            text = text[:at] + text[to:]
        elif kind == 2:
            text = text[:to] + text[at:to] * rng.choice((1, 2, 50)) + text[to:]
        elif kind == 3:
            text = text[:at] + rng.choice(STRANGE) + text[at:]
        elif kind == 4:
            text = rng.choice((*NUMBERS, *STRANGE))
        else:
            text = text[:at] + rng.choice("+-*/<>=()[],.:;xyne019 ") + text[to:] if to - at < 3 else text[at:to] + text[:at] + text[to:]
    return text


def altered_words(rng: random.Random, words: tuple[str, ...]) -> tuple[str, ...]:
    """A call with a word changed, left out, doubled or exchanged with one of another call."""
    made = list(words)
    for _ in range(rng.choice((1, 1, 1, 2))):
        k = rng.randrange(1, len(made)) if len(made) > 1 else 0
        kind = rng.randrange(10)
        if kind < 6:
            made[k] = altered_text(rng, made[k])
        elif kind == 6 and len(made) > 1:
            del made[k]
        elif kind == 7:
            made.insert(k, made[k])
        elif kind == 8:
            made[k] = rng.choice([word for word in rng.choice(CALLS)[1:] if word != "--exact"])
        else:
            made[k] = rng.choice(NUMBERS)
    if made[0] in ("run", "power", "campaign") and not any(word.startswith("toy") for word in made[1:]):
        made.insert(1, "toy/true")  # without an id the command is about everything that is installed, and takes its time rightly
    return tuple(made[:1] if made[0] in {call[0] for call in CALLS} else [words[0]]) + tuple(made[1:])


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in stored data."""
    yield path
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield from places(value, (*path, key))


def altered_json(rng: random.Random, content: bytes) -> bytes:
    """A stored file with a value exchanged, left out, doubled or nested deeply, or with its text cut."""
    if rng.random() < 0.1:
        at = rng.randrange(len(content))
        return rng.choice((content[:at], content[:at] + b"\xff" + content[at:], content[:at] + b"\\ud800" + content[at:], b"[" * 700 + b"]" * 700, b"", b"null", b"[" * 100_000))
    data = json.loads(content)
    for _ in range(rng.choice((1, 1, 2, 4))):
        path = rng.choice(list(places(data)))
        if not path:
            data = copy.deepcopy(rng.choice(VALUES))
            break
        holder = data
        for key in path[:-1]:
            holder = holder[key]
        kind = rng.randrange(5)
        if kind == 0:
            del holder[path[-1]]
        elif kind == 1 and isinstance(holder, list):
            holder.insert(path[-1], copy.deepcopy(holder[path[-1]]))
        elif kind == 2 and isinstance(holder[path[-1]], str):
            holder[path[-1]] = altered_text(rng, holder[path[-1]])
        elif kind == 3 and rng.random() < 0.2:
            holder[path[-1]] = DEEP
        else:
            holder[path[-1]] = copy.deepcopy(rng.choice(VALUES))
    return json.dumps(data).replace(json.dumps(DEEP), "[" * 700 + "]" * 700).encode()


def inputs(rng: random.Random, stored: dict[str, bytes]) -> Iterator[Input]:
    """Altered inputs without end."""
    names = sorted(stored)
    while True:
        kind = rng.random()
        if kind < 0.55:
            yield Input(altered_words(rng, rng.choice(CALLS)))
        elif kind < 0.8:
            name = rng.choice(names)
            call = rng.choice([c for c in STORED if c[0] != "gate"] if not name.endswith(".lock") and not name.startswith("verdicts") else [STORED[-1]])
            yield Input(call, ((name, altered_json(rng, stored[name])),))
        elif kind < 0.9:
            name, text = rng.choice(sorted(TEXTS.items()))
            call = rng.choice([c for c in TABLES if name in c])
            yield Input(call, ((name, altered_text(rng, text).encode("utf-8", "surrogatepass")),))
        else:
            text, piece = CLAIM, rng.choice(PIECES)
            for _ in range(rng.choice((1, 1, 2))):
                text = text.replace(piece, rng.choice((*OTHERS, *PIECES)), 1) if rng.random() < 0.8 else altered_text(rng, text)
                piece = rng.choice(PIECES)
            yield Input(("run", "claims.py", "--effort", "quick", "--workers", "1", "--quiet", "--no-cache", "--out", "again"), (("claims.py", text.encode("utf-8", "surrogatepass")),))


# --- how they are called -------------------------------------------------------------------------------------------------


class TooLong(BaseException):
    """The processor time of an input is spent."""


def call(words: tuple[str, ...], run_command: Callable[[list[str]], int]) -> tuple[Any, str, str, float]:
    """Exit code or traceback, output, error output, processor time."""
    out, err = io.StringIO(), io.StringIO()

    def end(*_: object) -> None:
        raise TooLong

    signal.signal(signal.SIGVTALRM, end)
    begun = time.process_time()
    code: Any
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, 2 * SECONDS)
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = run_command(list(words))
    except TooLong:
        code = "over the time"
    except BaseException:
        code = traceback.format_exc()
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return code, out.getvalue(), err.getvalue(), time.process_time() - begun


def judged(one: Input, code: Any, out: str, err: str, seconds: float) -> Finding | None:
    """What is wrong with an answer, if anything."""
    if code == "over the time" or seconds > SECONDS:
        return Finding("time", one.words, f"{seconds:.0f} s")
    if isinstance(code, str):
        lines = code.strip().splitlines()
        place = next((line.strip() for line in reversed(lines) if line.strip().startswith("File ") and "/verify/" in line), "")
        return Finding("traceback", one.words, f"{place} {lines[-1][:200]}")
    if code not in CODES:
        return Finding("exit code", one.words, str(code))
    lines = [line for line in err.splitlines() if line.strip() and not any(words in line for words in NOTICES)]
    if "Traceback (most recent call last)" in err or "Traceback (most recent call last)" in out:
        return Finding("traceback", one.words, err[-300:])
    if code == 2 and (not err.strip() or len(lines) > 1 or any(len(line) > 2500 for line in lines)):
        return Finding("lines", one.words, f"{len(lines)} lines, the longest of {max(map(len, lines), default=0)} characters: {err[:200]!r}")
    return None


def prepare(folder: Path) -> dict[str, bytes]:
    """A results folder, a record and tables to alter; their JSON files by path."""
    from verify.cli.main import run_command

    def done(*words: str) -> None:
        code, out, err, _ = call(words, run_command)
        if code != 0:
            raise SystemExit(f"fuzz: {' '.join(words)} must end with exit code 0 before anything is altered, got {code}: {out}{err}")

    place = os.getcwd()
    os.chdir(folder)
    try:
        done("run", "toy/true", "toy/false", "--effort", "quick", "--workers", "1", "--quiet", "--no-cache", "--out", "results")
        shutil.copytree("results", "earlier")
        done("lock", "results", "--lock", "toy.lock", "--evidence", "verdicts", "--workers", "1")
    finally:
        os.chdir(place)
    for name, text in TEXTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    files = [*sorted((folder / "results").rglob("*.json")), folder / "toy.lock"]
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def tried(one: Input, base: Path, run_command: Callable[[list[str]], int], shell: bool = False) -> list[Finding]:
    """What an input met in a copy of the folder."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "w"
        shutil.copytree(base, folder)
        for path, content in one.files:
            (folder / path).write_bytes(content)
        place = os.getcwd()
        os.chdir(folder)
        try:
            found = [judged(one, *call(one.words, run_command))]
            if shell and not any("\0" in word for word in one.words):
                found.append(_through_a_shell(one))
        finally:
            os.chdir(place)
    return [finding for finding in found if finding is not None]


def _through_a_shell(one: Input) -> Finding | None:
    begun = time.perf_counter()
    words = [word.encode("utf-8", "surrogatepass") if len(word) < 100_000 else b"x" for word in one.words]
    try:
        answer = subprocess.run([sys.executable, "-c", "from verify.cli.watch import entry; entry()", *words], capture_output=True, timeout=WALL, check=False)
    except subprocess.TimeoutExpired:
        return Finding("time", one.words, "in a process of its own")
    out, err = (text.decode("utf-8", "replace") for text in (answer.stdout, answer.stderr))
    return judged(one, answer.returncode, out, err, 0.0 if time.perf_counter() - begun < WALL else WALL)


def fuzz(count: int, seed: int, base: Path, stored: dict[str, bytes], say: Callable[[str], None] = lambda line: None, shells: bool = True) -> tuple[Counter[str], list[Finding]]:
    """Inputs by command, and what they met. Each process takes inputs until one hangs it; then the next goes on behind that input."""
    from verify.cli.main import run_command

    rng = random.Random(seed)
    source = inputs(rng, stored)
    work = [next(source) for _ in range(count)]
    seen: Counter[str] = Counter(one.words[0] for one in work)
    found: list[Finding] = []
    k = 0
    while k < count:
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            forkserver._forkserver._forkserver_pid = None  # the server of processes is the parent's; this process starts one of its own where a command asks for it
            resource.setrlimit(resource.RLIMIT_AS, (GIBIBYTES << 30, GIBIBYTES << 30))
            try:
                for number in range(k, count):
                    findings = tried(work[number], base, run_command, shells and number % SHELL == 0)
                    os.write(writer, (json.dumps([[f.kind, f.told] for f in findings]) + "\n").encode()[:60_000])
            finally:
                os._exit(0)
        os.close(writer)
        rest = b""
        while k < count:
            ready, _, _ = select.select([reader], [], [], WALL)
            content = os.read(reader, 1 << 16) if ready else b""
            if not content:  # it hangs, or its process is gone
                found.append(Finding("time" if not ready else "crash", work[k].words, f"no answer within {WALL:.0f} s" if not ready else "the process ended"))
                say(str(found[-1])[:600])
                k += 1
                break
            *lines, rest = (rest + content).split(b"\n")
            for line in lines:
                for kind, told in json.loads(line):
                    found.append(Finding(kind, work[k].words, told))
                    say(str(found[-1])[:600])
                k += 1
                if k % 500 == 0:
                    say(f"{k} of {count} inputs, {len(found)} findings")
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(reader)
    return seen, found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=None)
    given = parser.parse_args()
    sys.path.insert(0, str(PLUGINS))
    os.environ["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).resolve().parents[1]), str(PLUGINS), os.environ.get("PYTHONPATH", "")])
    with tempfile.TemporaryDirectory() as name:
        base = Path(name)
        stored = prepare(base)
        begun = time.perf_counter()
        seen, found = fuzz(given.inputs, given.seed, base, stored, lambda line: print(line, flush=True))
    kinds = Counter(finding.kind for finding in found)
    row = {"inputs": given.inputs, "seed": given.seed, "commands": dict(seen), "findings": {kind: kinds[kind] for kind in ("traceback", "exit code", "lines", "time", "crash")},
           "minutes": round((time.perf_counter() - begun) / 60, 1)}
    print(json.dumps(row, indent=1))
    if given.out is not None:
        given.out.write_text(json.dumps({**row, "list": [[f.kind, [word[:200] for word in f.words], f.told] for f in found]}, indent=1) + "\n", encoding="utf-8")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
