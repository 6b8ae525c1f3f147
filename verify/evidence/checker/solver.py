"""Proofs by solvers of real arithmetic: the statement is translated again, by a translator of its own, and its negation must have no model.

Here a number is a fraction of two polynomials, denominators are cleared in every comparison, and what is no polynomial is an unknown with facts that hold
wherever it has a value. The text that the certificate stores must have no model either. The solver that finds none is trusted and named.
"""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys

from verify.evidence.checker.certificate import Certificate
from verify.evidence.checker.formula import Malformed, Refused
from verify.evidence.checker.solver_problem import LARGEST, translate

STEPS = 100_000_000
"""Of z3's own count, the same on every machine; cvc5 gets a tenth as many of its own, which are larger."""
SECONDS = 120
"""After which a solver is given up: time can only refuse a proof."""
BRIEFLY = 5
"""Seconds for the first solver, before the other one is asked."""
SOLVERS = ("cvc5", "z3")
COMMANDS = ("set-logic", "declare-const", "define-fun", "assert")
SYMBOLS = re.compile(r"[^A-Za-z0-9_.()<>=+*/\s-]")
LOGICS = ("QF_NRA", "QF_LRA")


def check(c: Certificate) -> set[str]:
    """Raises Refused unless a solver finds no model of the negated statement, nor of the stored text."""
    stored, logic = c.evidence.get("text"), c.evidence.get("logic")
    if not isinstance(stored, str) or len(stored) > LARGEST or logic not in LOGICS or not stored.startswith(f"(set-logic {logic})\n"):
        raise Malformed(f"evidence.text must be SMT-LIB of at most {LARGEST} characters in the logic that evidence.logic names")
    _only_assertions(stored)
    found = c.evidence.get("solvers")
    if not isinstance(found, list) or not found or not set(map(str, found)) <= set(SOLVERS):
        raise Malformed(f"evidence.solvers must name some of {', '.join(SOLVERS)}")
    told = c.evidence.get("obligations")
    if not isinstance(told, list) or not all(isinstance(x, str) and len(x) <= 4000 for x in told):
        raise Malformed("evidence.obligations must be texts")
    installed = [name for name in SOLVERS if importlib.util.find_spec(name) is not None]
    if not installed:
        raise Refused("no solver is installed, so this proof cannot be judged: install the extra 'smt'")
    first = "z3" if found == ["z3"] else "cvc5"
    return {_impossible(text, installed, what, first) for text, what in ((translate(c), "the negated statement"), (stored, "evidence.text"))}


def _only_assertions(text: str) -> None:
    """A stored text declares, defines and asserts; it sets no options, which may name files, and runs no other command."""
    if strange := SYMBOLS.search(text):
        raise Malformed(f"evidence.text has the character {strange[0]!r}")
    depth = 0
    for token in re.finditer(r"\(\s*([a-z-]*)|\)|[^()\s]+", text):
        if depth == 0 and token[1] not in COMMANDS:
            raise Malformed(f"evidence.text may {', '.join(COMMANDS)}, got {token[0][:40]}")
        depth += 1 if token[0].startswith("(") else -1 if token[0] == ")" else 0
    if depth != 0:
        raise Malformed("evidence.text has parentheses that do not match")


def _impossible(text: str, installed: list[str], what: str, first: str) -> str:
    """The solver that finds no model, as what is trusted; ``first``: the one that is asked first, for a short time."""
    second = "cvc5" if first == "z3" else "z3"
    tries = [(first, BRIEFLY), (second, SECONDS), (first, SECONDS)]  # what takes one solver minutes is often quick for the other
    for name, seconds in tries:
        answer = {"cvc5": _cvc5, "z3": _z3}[name](text, seconds) if name in installed else "unknown"
        if answer == "unsat":
            return f"the solver {name}"
        if answer == "sat":
            raise Refused(f"{what} has a model, says {name}")
    raise Refused(f"{what}: {' and '.join(installed)} decide nothing within {STEPS} steps")


def _cvc5(text: str, seconds: float) -> str:
    """In a process of its own, which is ended when the time is up: not all of its steps are counted."""
    call = [sys.executable, "-c", ASK, str(STEPS // 10)]
    try:
        told = subprocess.run(call, input=text, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return "unknown"
    return told.stdout.strip() if told.returncode == 0 else "unknown"


ASK = """
import sys
import cvc5
solver = cvc5.Solver()
solver.setOption("rlimit", sys.argv[1])
reader = cvc5.InputParser(solver)
reader.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, sys.stdin.read(), "certificate")
while not (command := reader.nextCommand()).isNull():
    command.invoke(solver, reader.getSymbolManager())
answer = solver.checkSat()
print("unsat" if answer.isUnsat() else "sat" if answer.isSat() else "unknown")
"""


def _z3(text: str, seconds: float) -> str:
    import z3

    solver = z3.Solver()
    solver.set("rlimit", STEPS)
    solver.set("timeout", int(1000 * seconds))
    try:
        solver.from_string(text)
    except z3.Z3Exception as error:
        raise Malformed(f"evidence.text is no SMT-LIB: {error}") from None
    return str(solver.check())
