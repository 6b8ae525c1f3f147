"""Inequalities from public collections: solved, wrong and the time it takes, beside z3 and cvc5. ``python -m benchmarks.corpora [--half development|unseen] [--share 1/2]``.

``corpora.jsonl`` has a problem a line, in the language of ``claimcheck certify``: its name, where it comes from, what is supposed (``where``) and said (``says``; ``false`` where the
conditions exclude each other), and whether that is ``true``. ``probes`` are points with a sum over the sides of all relations, computed from the original's text by another evaluation;
``witness`` is a point at which a false sibling, tightened beyond the optimum, fails at 60 digits. Half of the names, by hash, are kept apart from development.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from types import FrameType
from typing import Any

import mpmath

from verify.claims.inequality import inequalities
from verify.claims.nodes import Node
from verify.claims.problems import Inequality
from verify.engines import smt
from verify.engines.task import Status
from verify.run.certify import decided, in_all, typed

FILE = Path(__file__).with_suffix(".jsonl")
HALVES = ("development", "unseen")
LIMIT, PEER_LIMIT = 10.0, 5.0
"""Processor seconds for one problem, and seconds for a solver."""
STEPS = 2_000_000_000
"""Steps of a solver: more than it makes in its time."""


@dataclass(frozen=True)
class Problem:
    """A statement with its truth; ``witness`` where a point is known at which it is false."""

    name: str
    source: str
    says: str
    true: bool
    where: str = ""
    probes: Sequence[tuple[dict[str, str], str]] = ()
    witness: dict[str, str] = field(default_factory=dict)

    @property
    def original(self) -> bool:
        return not self.name.endswith("/false")

    @property
    def half(self) -> str:
        """By the hash of the name, siblings with their originals."""
        return HALVES[hashlib.sha256(self.name.removesuffix("/false").encode()).digest()[0] % 2]

    @property
    def parts(self) -> tuple[Inequality, ...]:
        return inequalities(self.says, self.where, collected=True)


def problems() -> list[Problem]:
    return [Problem(**json.loads(line)) for line in FILE.read_text(encoding="utf-8").splitlines()]


# --- numbers ---------------------------------------------------------------------------------------------------------

FUNCTIONS = {
    "exp": mpmath.exp, "log": mpmath.log, "abs": abs, "max": max, "min": min, "erf": mpmath.erf, "erfc": mpmath.erfc, "gamma": mpmath.gamma, "cbrt": lambda x: mpmath.sign(x) * mpmath.cbrt(abs(x)),
    **{name: getattr(mpmath, name) for name in ("sin", "cos", "tan", "cot", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh")},
}


def value(formula: Node, at: dict[str, Any]) -> Any:
    """The value of a formula by mpmath, at its working precision. Raises ValueError for a complex number and for a function that is not known here."""
    head = formula.head
    if head == "num":
        number = Fraction(str(formula.args[0]))
        return mpmath.mpf(number.numerator) / number.denominator
    if head == "var":
        return at[str(formula.args[0])]
    if head == "pi":
        return +mpmath.pi
    if head == "if":
        condition, one, other = (part for part in formula.args if isinstance(part, Node))
        return value(one if truth(condition, at) else other, at)
    parts = [value(part, at) for part in formula.args if isinstance(part, Node)]
    if head in ("add", "mul"):
        found = mpmath.fsum(parts) if head == "add" else mpmath.fprod(parts)
    elif head == "pow":
        found = mpmath.power(*parts)
    elif head in FUNCTIONS:
        found = FUNCTIONS[head](*parts)
    else:
        raise ValueError(f"{head}: is not evaluated here")
    if isinstance(found, mpmath.mpc):
        raise ValueError(f"{head}: a complex number")
    return found


def truth(p: Node, at: dict[str, Any]) -> bool:
    """The truth of a proposition at a point, by mpmath."""
    if p.head == "compare":
        a, b = (value(side, at) for side in (p.args[0], p.args[2]) if isinstance(side, Node))
        return bool({"<=": a <= b, "<": a < b, ">=": a >= b, ">": a > b, "==": a == b, "!=": a != b}[str(p.args[1])])
    parts = [truth(part, at) for part in p.args if isinstance(part, Node)]
    return {"all": all(parts), "any": any(parts), "not": not parts[0], "implies": not parts[0] or parts[-1]}[p.head]


# --- solvers ---------------------------------------------------------------------------------------------------------

OF_CVC5 = {"exp": "exp", "sin": "sin", "cos": "cos", "tan": "tan", "asin": "arcsin", "acos": "arccos", "atan": "arctan"}
"""Functions that cvc5 knows; z3 knows none of them over the reals."""


def as_smtlib(part: Inequality, functions: dict[str, str]) -> str | None:
    """The negation of an inequality as an SMT-LIB problem; None where a function is not known."""
    lines = [f"(declare-fun |{name.args[0]}| () {'Int' if over.head == 'integers' else 'Real'})" for name, over in part.forall]
    try:
        for name, over in part.forall:
            low, high = (part_ for part_ in over.args[:2] if isinstance(part_, Node))
            left, right = over.args[2:] if over.head == "interval" else ("closed", "closed")
            for end, is_open, relation in ((low, left, ">"), (high, right, "<")):
                if end.args[:1] not in (("oo",), ("-oo",)):
                    lines.append(f"(assert ({relation if is_open == 'open' else relation + '='} {_smt(name, functions)} {_smt(end, functions)}))")
        lines += [f"(assert {_smt(h, functions)})" for h in part.given]
        lines.append(f"(assert (not {_smt(part.states, functions)}))")
    except KeyError:
        return None
    return "\n".join(["(set-logic ALL)", *lines])


def _smt(f: Node, functions: dict[str, str]) -> str:
    head = f.head
    if head == "num":
        number = Fraction(str(f.args[0])) if str(f.args[0]).lstrip("-") != "oo" else _unknown("oo")
        text = f"(/ {abs(number.numerator)}.0 {number.denominator}.0)"
        return f"(- {text})" if number < 0 else text
    if head == "var":
        return f"|{f.args[0]}|"
    if head == "pi":
        return "real.pi" if functions else _unknown(head)
    if head == "compare":
        a, b = (_smt(side, functions) for side in (f.args[0], f.args[2]) if isinstance(side, Node))
        return f"(not (= {a} {b}))" if f.args[1] == "!=" else f"({'=' if f.args[1] == '==' else f.args[1]} {a} {b})"
    parts = [part for part in f.args if isinstance(part, Node)]
    if head == "pow":
        return _power(parts[0], Fraction(str(parts[1].args[0])) if parts[1].head == "num" else _unknown("pow"), functions)
    texts = [_smt(part, functions) for part in parts]
    if head == "abs":
        return f"(ite (>= {texts[0]} 0.0) {texts[0]} (- {texts[0]}))"
    if head in ("max", "min"):
        found = texts[0]
        for other in texts[1:]:
            found = f"(ite ({'>=' if head == 'max' else '<='} {found} {other}) {found} {other})"
        return found
    known = {"add": "+", "mul": "*", "if": "ite", "all": "and", "any": "or", "not": "not", "implies": "=>", **functions}[head]
    return f"({known} {' '.join(texts)})" if texts else "true" if head == "all" else "false"


def _power(base: Node, exponent: Fraction, functions: dict[str, str]) -> str:
    if exponent.denominator == 1 and abs(exponent) <= 200:
        text = _smt(base, functions)
        product = text if abs(exponent) == 1 else f"(* {' '.join([text] * abs(int(exponent)))})" if exponent else "1.0"
        return f"(/ 1.0 {product})" if exponent < 0 else product
    if exponent == Fraction(1, 2) and functions:
        return f"(sqrt {_smt(base, functions)})"
    return _unknown("pow")


def _unknown(head: str) -> Any:
    raise KeyError(head)


def by_solver(problem: Problem, solver: str) -> tuple[str, float]:
    """``true``, ``false``, ``open`` or ``outside`` its language, and the seconds; each part has the solver's time."""
    start, told = time.perf_counter(), "true"
    for part in problem.parts:
        text = as_smtlib(part, OF_CVC5 if solver == "cvc5" else {})
        if text is None:
            return "outside", 0.0
        try:
            answer = smt.ask_z3(text, STEPS, PEER_LIMIT)[0] if solver == "z3" else smt.ask_cvc5(text, STEPS, PEER_LIMIT)
        except Exception:  # what a solver cannot read is outside its language
            return "outside", 0.0
        if answer == "sat":
            told = "false"
            break
        if answer != "unsat":
            told = "open"
    return told, time.perf_counter() - start


# --- runs ------------------------------------------------------------------------------------------------------------


class OutOfTime(BaseException):
    """The processor time of a problem is spent."""


@contextmanager
def processor_limit(seconds: float) -> Iterator[None]:
    """Raise OutOfTime in the block after so many processor seconds."""
    def over(number: int, frame: FrameType | None) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGPROF, over)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@dataclass
class Row:
    """How one problem went."""

    problem: Problem
    told: str
    seconds: float
    words: str = ""
    peers: dict[str, tuple[str, float]] = field(default_factory=dict)

    @property
    def right(self) -> bool:
        return self.told == ("PROVED" if self.problem.true else "REFUTED")

    @property
    def wrong(self) -> bool:
        return self.told == ("REFUTED" if self.problem.true else "PROVED")


def run(problem: Problem, limit: float, effort: str) -> Row:
    """The verdict on a problem; each part of it is decided until one is false."""
    start = time.process_time()
    answers: list[Any] = []
    try:
        with processor_limit(limit):
            for part in problem.parts:
                answers.append(decided(part, typed(problem.says, problem.where, effort, 0), effort))
                if answers[-1].status is Status.REFUTED:
                    break
    except OutOfTime:
        return Row(problem, "OUT OF TIME", time.process_time() - start)
    except Exception as error:  # an error is a row of the table, not its end
        return Row(problem, "ERROR", time.process_time() - start, f"{type(error).__name__}: {error}")
    worst = next((a for a in answers if a.status not in (Status.PROVED, Status.REFUTED)), None)
    return Row(problem, str(in_all(answers)), time.process_time() - start, "" if worst is None else worst.summary)


def percentile(times: Sequence[float], share: float) -> float:
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


def table(rows: Sequence[Row]) -> list[str]:
    """Solved and wrong, by kind, with processor times of what was decided."""
    found = []
    for name, some in (("true originals PROVED", [r for r in rows if r.problem.original and r.problem.true]), ("false originals REFUTED", [r for r in rows if r.problem.original and not r.problem.true]),
                       ("false siblings REFUTED", [r for r in rows if not r.problem.original])):
        if some:
            found.append(f"{name:<26} {sum(r.right for r in some):>4} of {len(some):>4}  {sum(r.right for r in some) / len(some):.1%}")
    times = [r.seconds for r in rows if r.right]
    found.append(f"wrong verdicts             {sum(r.wrong for r in rows):>4} of {len(rows):>4}")
    found.append(f"processor seconds, decided: median {percentile(times, 0.5):.3f}, 95 % {percentile(times, 0.95):.2f}, slowest {max(times, default=0):.1f}")
    for solver in ("z3", "cvc5"):
        some = [r for r in rows if solver in r.peers]
        if not some:
            continue
        right = [r for r in some if r.peers[solver][0] == ("true" if r.problem.true else "false")]
        wrong = [r for r in some if r.peers[solver][0] == ("false" if r.problem.true else "true")]
        outside = sum(r.peers[solver][0] == "outside" for r in some)
        alone = [r.problem.name for r in right if not r.right]
        found.append(f"{solver:<26} {len(right):>4} of {len(some):>4}  right, {len(wrong)} wrong, {outside} outside its language; median {percentile([r.peers[solver][1] for r in right], 0.5):.3f} s")
        found.append(f"  right there, open here: {len(alone)}" + (f": {', '.join(alone)}" if alone else ""))
    return found


def chosen(options: argparse.Namespace) -> list[Problem]:
    some = [p for p in problems() if options.half is None or p.half == options.half]
    some = [p for p in some if not options.only or any(word in p.name for word in options.only)]
    k, _, n = options.share.partition("/")
    return some[int(k) - 1 :: int(n)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--half", choices=HALVES, help="the problems that were looked at during development, or the others; all by default")
    parser.add_argument("--share", default="1/1", help="K/N: every N-th problem, from the K-th on")
    parser.add_argument("--limit", type=float, default=LIMIT, help="processor seconds for one problem")
    parser.add_argument("--effort", default="standard", choices=("quick", "standard", "deep"))
    parser.add_argument("--only", nargs="*", help="words, one of which the name must hold")
    parser.add_argument("--no-peers", action="store_true", help="without z3 and cvc5")
    parser.add_argument("--out", type=Path, help="where to write a line for each problem, as JSON")
    options = parser.parse_args()
    rows = []
    if options.out:
        options.out.write_text("", encoding="utf-8")
    for problem in chosen(options):
        row = run(problem, options.limit, options.effort)
        if not options.no_peers:
            row.peers = {solver: by_solver(problem, solver) for solver in ("z3", "cvc5")}
        rows.append(row)
        if options.out:
            with options.out.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps({"name": row.problem.name, "told": row.told, "seconds": round(row.seconds, 3), "peers": row.peers, "words": row.words}) + "\n")
        if not row.right:
            print(f"{row.told:<11} {row.seconds:6.2f} s  {problem.name}: {problem.says} | {problem.where}  {row.words}"[:400], file=sys.stderr, flush=True)
    print("\n".join(table(rows)))


__all__ = ["Problem", "as_smtlib", "problems", "run", "truth", "value"]

if __name__ == "__main__":
    main()
