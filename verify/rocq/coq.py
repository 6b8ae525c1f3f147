"""Files checked by Rocq: accepted where they compile and rest on the axioms of its real numbers alone."""

from __future__ import annotations

import math
import re
import resource
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from importlib.resources import files
from pathlib import Path

AUDIT = re.compile(r"^Print Assumptions (\w+)\.\n", re.MULTILINE)
FORBIDDEN = re.compile(r"\b(Axioms?|Parameters?|Conjectures?|Hypothes[ie]s|Variables?|Admitted|admit|Admit|Declare|Module|Unset|Load|Guard\w*)\b")
"""Words of commands by which a file could assume what it should prove, or pass for another library."""
BATCH = 40
"""Files whose axioms are asked for together."""
SECONDS = 300.0
"""Computing time for a file."""
WAITED = 10
"""How many times as long it may take on a machine that does something else."""


def command() -> str | None:
    """The compiler of Rocq, where it is installed."""
    return shutil.which("coqc")


def allowed() -> frozenset[str]:
    """The axioms that a file may rest on, by name: those of the real numbers, and of the integers and floats of the machine with which intervals are computed."""
    lines = files("verify.rocq").joinpath("library", "axioms.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))


def checked(texts: Mapping[str, str], told: Callable[[int, int], None] = lambda done, total: None, seconds: float = SECONDS) -> dict[str, str]:
    """For each file by its name: empty where Rocq accepts it, else why not. Raises FileNotFoundError where it is not installed."""
    if command() is None:
        raise FileNotFoundError("coqc")
    found: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        accepted: dict[str, tuple[str, str]] = {}
        for done, (name, text) in enumerate(texts.items()):
            told(done, len(texts))
            found[name] = _compiled(here, f"f{done}", text, seconds)
            audit = AUDIT.search(text)
            if not found[name]:
                assert audit is not None
                accepted[name] = (f"f{done}", audit[1])
        names = list(accepted)
        for start in range(0, len(names), BATCH):
            _audit(here, {name: accepted[name] for name in names[start : start + BATCH]}, found, seconds)
    return found


def _compiled(here: Path, module: str, text: str, seconds: float) -> str:
    bare = re.sub(r"\(\*.*?\*\)", " ", text, flags=re.DOTALL)
    if word := FORBIDDEN.search(bare):
        return f"a file must not say {word[0]}"
    if len(AUDIT.findall(text)) != 1:
        return "a file must ask for the axioms of one theorem"
    (here / f"{module}.v").write_text(AUDIT.sub("", text), encoding="utf-8")
    rc, output = _run(here, f"{module}.v", seconds)
    if rc is None:
        return f"no answer in {seconds:g} seconds of computing time"
    return "" if rc == 0 else " ".join(output[output.rfind("Error") :].split())[:200] or "refused"


def _audit(here: Path, accepted: Mapping[str, tuple[str, str]], found: dict[str, str], seconds: float) -> None:
    """Which axioms theorems rest on: asked for together, and of each by itself where that is too much."""
    theorems = [f"{module}.{theorem}" for module, theorem in accepted.values()]
    modules = " ".join(module for module, _ in accepted.values())
    (here / "audit.v").write_text(f"Require {modules}.\nDefinition all_of_them := ({', '.join(theorems)}).\nPrint Assumptions all_of_them.\n", encoding="utf-8")
    rc, output = _run(here, "audit.v", seconds)
    foreign = sorted(axioms(output) - allowed()) if rc == 0 else ["axioms that Rocq does not tell"]
    if foreign and len(accepted) > 1:
        for name in accepted:
            _audit(here, {name: accepted[name]}, found, seconds)
    elif foreign:
        found[next(iter(accepted))] = f"rests on {', '.join(foreign)}"


def axioms(output: str) -> frozenset[str]:
    """The names in what ``Print Assumptions`` prints."""
    if "Closed under the global context" in output:
        return frozenset()
    told = output[output.find("Axioms:") + len("Axioms:") :] if "Axioms:" in output else ""
    return frozenset(re.findall(r"^([A-Za-z_][\w.']*)(?=\s*(?::|$))", told, re.MULTILINE)) or frozenset({"axioms that Rocq does not tell"})


def _run(here: Path, file: str, seconds: float) -> tuple[int | None, str]:
    program = command()
    assert program is not None
    try:
        done = subprocess.run([program, "-q", "-w", "none", file], cwd=here, capture_output=True, text=True, timeout=WAITED * seconds, preexec_fn=partial(_limited, seconds))
    except subprocess.TimeoutExpired:
        return None, ""
    return None if done.returncode < 0 else done.returncode, done.stdout + done.stderr


def _limited(seconds: float) -> None:
    """Computing time of a process, whatever else the machine does."""
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds), math.ceil(seconds) + 5))


__all__ = ["allowed", "axioms", "checked", "command"]
