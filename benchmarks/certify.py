"""Inequalities between numbers: refutations, proofs, best constants, regions and re-checks, beside simple loops. ``python -m benchmarks.certify [--out FILE]``.

Every row prints the target beside what was measured in this run; a target that was missed is named. Times are processor times of one process, imports left out.
"""

from __future__ import annotations

import argparse
import gc
import heapq
import itertools
import json
import platform
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import mpmath
from flint import arb, ctx, fmpq

from verify.claims.claim import kind_of
from verify.claims.inequality import inequality
from verify.claims.registry import load_installed
from verify.claims.sets import NUMBERS
from verify.engines import interval, symbolic, tightness
from verify.engines.region import UNDECIDED, paving
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence import certificate as certificates
from verify.evidence.checker.check import check_data
from verify.evidence.checker.numbers import Budget
from verify.run.certify import decide, statement_of
from verify.run.decide import Settings
from verify.run.isolation import COLLECTED
from verify.run.pooled import Lost, pooled
from verify.run.runner import Job
from verify.run.runner import decide as decide_statement

PIECES: tuple[tuple[str, str, Callable[[], Any]], ...] = (
    ("{x}*exp(-{x})", "0<={x}<=9", lambda: mpmath.exp(-1)),
    ("{x}**2*exp(-{x})", "{x}>=0", lambda: 4 * mpmath.exp(-2)),
    ("sqrt({x})*exp(-2*{x})", "{x}>0", lambda: mpmath.exp(-mpmath.mpf(1) / 2) / 2),
    ("2*{x}/(1 + {x}**2)", "{x}>=0", lambda: mpmath.mpf(1)),
    ("log({x})/{x}", "1<={x}<=9", lambda: mpmath.exp(-1)),
    ("{x}*erfc({x})", "0<={x}<=4", lambda: _peak_of_erfc()),
)
"""Factors with their ranges and their suprema."""


def _peak_of_erfc() -> Any:
    at = mpmath.findroot(lambda x: mpmath.erfc(x) - 2 * x * mpmath.exp(-x * x) / mpmath.sqrt(mpmath.pi), 0.53)
    return at * mpmath.erfc(at)


@dataclass(frozen=True)
class Planted:
    """A product of factors in different names against its supremum times ``1 - violation``: false, but only near one point."""

    statement: str
    where: str

    @property
    def task(self) -> Task:
        return task(self.statement, self.where)


def task(statement: str, where: str, boxes: int = 4_000) -> Task:
    return Task(statement_of(inequality(statement, where)), replace(EFFORTS["standard"], boxes=boxes))


def planted(rng: random.Random, violation: Fraction) -> Planted:
    names = ["x", "y", "z"][: rng.randint(1, 3)]
    with mpmath.workdps(50):
        chosen = [rng.choice(PIECES) for _ in names]
        scales = [Fraction(rng.randint(1, 40), rng.randint(1, 12)) for _ in names]
        best = mpmath.mpf(1)
        for _, _, supremum in chosen:
            best *= supremum()
        best *= 1 - mpmath.mpf(violation.numerator) / violation.denominator
        bound = mpmath.nstr(best, 32, min_fixed=-10**6, max_fixed=10**6)
    factors = [piece.format(x=f"({scale}*{name})") for (piece, _, _), scale, name in zip(chosen, scales, names, strict=True)]
    wheres = [_scaled(where, name, scale) for (_, where, _), scale, name in zip(chosen, scales, names, strict=True)]
    return Planted(f"{' * '.join(factors)} <= {bound}", ", ".join(wheres))


def _scaled(where: str, name: str, scale: Fraction) -> str:
    """The range of a name whose multiple stands in the factor."""
    low, _, rest = where.partition("{x}")
    if low:
        first = Fraction(low.rstrip("<=")) / scale
        return f"{first}{'<=' if '=' in low else '<'}{name}<={Fraction(rest[2:]) / scale}"
    return f"{name}{rest}"


def seconds(job: Callable[[], Any], repeats: int = 5) -> tuple[float, Any]:
    """The median time of a job, and its last result."""
    times, result = [], None
    for _ in range(repeats):
        start = time.process_time()
        result = job()
        times.append(time.process_time() - start)
    return sorted(times)[repeats // 2], result


# --- peers -----------------------------------------------------------------------------------------------------------


def by_hand(value: Callable[[Any], Any], slope: Callable[[Any], Any], lo: float, hi: float, width: float) -> int:
    """A best-first loop over balls with the mean value form, written for one function; the boxes it needs."""
    ctx.prec = 64

    def upper(a: float, b: float) -> Any:
        middle, reach = arb((a + b) / 2), arb(0, (b - a) / 2)
        ends = [bound.upper() for bound in (value(middle) + slope(middle + reach) * reach, value(middle + reach)) if bound.is_finite()]
        return min(ends, default=arb(10))

    best, count, start = arb(-1), 0, 32
    ends = [lo + (hi - lo) * k / start for k in range(start + 1)]
    heap = [(-float(upper(a, b)), a, b) for a, b in itertools.pairwise(ends)]
    heapq.heapify(heap)
    while heap and -heap[0][0] > float(best) + width:
        _, a, b = heapq.heappop(heap)
        middle = (a + b) / 2
        at = value(arb(middle)).lower()
        best = at if at > best else best
        for part in ((a, middle), (middle, b)):
            count += 1
            heapq.heappush(heap, (-float(upper(*part)), *part))
        if count > 100_000:
            break
    return count


def by_mpmath(value: Callable[[Any], Any], lo: float, hi: float, bound: float, most: int = 4_000) -> tuple[bool, int]:
    """Plain bisection with ``mpmath.iv`` until the function is below a bound everywhere."""
    todo, count = [(lo, hi)], 0
    while todo and count < most:
        a, b = todo.pop()
        count += 1
        if not value(mpmath.iv.mpf([a, b])).b <= bound:
            todo += [(a, (a + b) / 2), ((a + b) / 2, b)]
    return not todo, count


def by_recursion(node: Any, lo: float, hi: float, bound: float, most: int = 4_000) -> tuple[bool, int]:
    """The same with balls and a recursive walk over the formula at each box."""
    def walk(n: Any, x: Any) -> Any:
        head = n.head
        if head == "num":
            value = Fraction(str(n.args[0]))
            return arb(fmpq(value.numerator, value.denominator))
        if head == "var":
            return x
        below = [walk(a, x) for a in n.args]
        if head == "add":
            return sum(below[1:], below[0])
        if head == "mul":
            out = below[0]
            for factor in below[1:]:
                out = out * factor
            return out
        return below[0] ** below[1] if head == "pow" else getattr(below[0], head)()

    ctx.prec = 64
    todo, count = [(lo, hi)], 0
    while todo and count < most:
        a, b = todo.pop()
        count += 1
        if not walk(node, arb((a + b) / 2, (b - a) / 2)) <= bound:
            todo += [(a, (a + b) / 2), ((a + b) / 2, b)]
    return not todo, count


# --- rows ------------------------------------------------------------------------------------------------------------


@dataclass
class Row:
    """One line of the table."""

    name: str
    measured: str
    target: str
    met: bool | None
    """None where there is no target."""


def refutations(count: int, violation: Fraction, limit: float, share: float) -> Row:
    rng = random.Random(f"{count} {violation}")
    times, found = [], 0
    for _ in range(count):
        case = planted(rng, violation).task
        start = time.process_time()
        findings = decide(case)
        times.append(time.process_time() - start)
        found += any(f.status is Status.REFUTED and f.kind == "witness" for f in findings)
    within = sum(t <= limit for t in times) / count
    times.sort()
    return Row(f"refute, 1-3 parameters, violation {float(violation):.0e}",
               f"{found} of {count} with an exact witness; {within:.1%} within {limit * 1e3:.0f} ms; median {times[count // 2] * 1e3:.1f} ms, slowest {times[-1] * 1e3:.0f} ms",
               f"{share:.0%} within {limit * 1e3:.0f} ms, witness always", within >= share and found == count)


def soundness(count: int) -> Row:
    """False statements handed to the provers alone, which must not prove them."""
    proved = tried = 0
    bundles = [(start, min(BUNDLE, count - start)) for start in range(0, count, BUNDLE)]
    for (_, size), found in zip(bundles, pooled(_proved, bundles), strict=True):
        if isinstance(found, Lost):
            raise found
        proved, tried = proved + found, tried + size
        if len(bundles) > 1:
            print(f"{tried} of {count} false statements tried, {proved} proved", file=sys.stderr, flush=True)
    return Row("false statements handed to the provers", f"{proved} of {3 * count} proved", "0", proved == 0)


BUNDLE = 50
"""False statements that one process tries at a time; each bundle has a seed of its own."""


def _proved(bundle: tuple[int, int]) -> int:
    """How many of the false statements of a bundle the provers prove."""
    start, count = bundle
    rng = random.Random(f"soundness {start}")
    proved = 0
    for k in range(start, start + count):
        case = planted(rng, Fraction(1, 10 ** rng.choice((3, 6, 9, 12)))).task
        if k % 2:  # the same the other way round
            lhs, relation, rhs = case.states.args
            case = case.stating(case.states.__class__("compare", rhs, ">" if relation == "<" else ">=", lhs))
        few = replace(case, effort=replace(case.effort, boxes=40))
        proved += interval.decide(few).status is Status.PROVED
        proved += tightness.prove(few, boxes=80).status is Status.PROVED
        best = tightness.best_constant(few, boxes=40)
        if not isinstance(best, str) and best.proved is not None:
            proved += best.proved <= 1 if not best.falling else best.proved >= 1
    return proved


SYMBOLIC = (
    ("two normal tails, monotone in both arguments", "erfc((x-y)/2) >= exp(x*y)*erfc((x+y)/2)", "x>0, y>0"),
    ("log-sum-exp against a line, touching at 0", "log(exp(a*z)/a + (1-1/a)*exp(z)) >= (2-1/a)*z", "a>1, z>=0"),
    ("weighted power product against a sum, 4 parameters", "x**a*y**(1-a)*z <= z*(a*x + (1-a)*y)", "x>0, y>0, z>0, 0<a<1"),
)
CONTACT = ("erfc(x/sqrt(2))/2 <= 1/(1+exp(2*sqrt(2/pi)*x))", "x>=0")


def symbolic_rows() -> list[Row]:
    rows = []
    for name, statement, where in SYMBOLIC:
        start = time.process_time()
        found = symbolic.decide(task(statement, where))
        spent = time.process_time() - start
        rows.append(Row(f"symbolic: {name}", f"{found.status} in {spent:.2f} s, 0 boxes", "PROVED in 1 s", found.status is Status.PROVED and spent <= 1))
    start = time.process_time()
    found = interval.decide(task(*CONTACT, boxes=400))
    spent = time.process_time() - start
    rows.append(Row("one dimension: contact of third order at 0, infinite tail", f"{found.status} in {spent:.2f} s: {found.summary[:60]}",
                    "PROVED in 0.3 s, 100 boxes", found.status is Status.PROVED and spent <= 0.3))
    return rows


CONSTANTS = (
    ("1-D, x exp(-x)", "x*exp(-x) <= 1", "0<=x<=9", 0.05, 1e-15),
    ("1-D, normal law against logistic law", "erfc(-x/sqrt(2))/2 - 1/(1+exp(-1.702*x)) <= 1", "-8<=x<=8", 0.05, 1e-15),
    ("2-D, polynomial times exponential", "x*y*exp(-x**2-y**2-x*y/2) <= 1", "0<=x<=4, 0<=y<=4", 0.2, 1e-12),
    ("2-D, with a normal tail", "x*y*exp(-x**2-y**2-x*y/2)*erfc(y/3-x) <= 1", "0<=x<=6, 0<=y<=6", 0.2, 1e-12),
)


def constants() -> list[Row]:
    rows = []
    for name, statement, where, limit, width in CONSTANTS:
        case = task(statement, where)
        spent, best = seconds(lambda case=case: tightness.best_constant(case, boxes=1_500), 3)
        assert isinstance(best, tightness.Best) and best.width is not None
        rows.append(Row(f"best constant, {name}", f"width {float(best.width):.1e} in {spent * 1e3:.0f} ms, {best.boxes} boxes",
                        f"width {width:.0e} in {limit * 1e3:.0f} ms", float(best.width) <= width and spent <= limit))
    spent, count = seconds(lambda: by_hand(lambda x: x * (-x).exp(), lambda x: (1 - x) * (-x).exp(), 0.0, 9.0, 1e-15), 3)
    rows.append(Row("peer: hand-written loop over balls, x exp(-x)", f"width 1e-15 in {spent * 1e3:.0f} ms, {count} boxes", "", None))
    spent, count = seconds(lambda: by_hand(_difference, _difference_slope, -8.0, 8.0, 1e-15), 3)
    rows.append(Row("peer: hand-written loop over balls, normal against logistic", f"width 1e-15 in {spent * 1e3:.0f} ms, {count} boxes", "", None))
    return rows


def _difference(x: Any) -> Any:
    return (-x / arb(2).sqrt()).erfc() / 2 - 1 / (1 + (-x * arb(fmpq(1702, 1000))).exp())


def _difference_slope(x: Any) -> Any:
    e = (-x * arb(fmpq(1702, 1000))).exp()
    return (-x * x / 2).exp() / (2 * arb.pi()).sqrt() - arb(fmpq(1702, 1000)) * e / (1 + e) ** 2


def proofs() -> list[Row]:
    """One bound with little slack, x^2 exp(-x) <= 0.5414 on [0, 9], by boxes and by simple loops."""
    case = task("x**2*exp(-x) <= 0.5414", "0<=x<=9")
    spent, found = seconds(lambda: interval.decide(case))
    rows = [Row("bound with slack 1e-4, boxes", f"{found.status} in {spent * 1e3:.1f} ms, {found.summary.split(' on ')[1].split(' that')[0]}", "", None)]
    node = case.states.args[0]
    for name, job in (("mpmath.iv, bisection", lambda: by_mpmath(lambda x: x**2 * mpmath.iv.exp(-x), 0.0, 9.0, 0.5414)),
                      ("naive recursion over balls, bisection", lambda: by_recursion(node, 0.0, 9.0, 0.5414))):
        other, (closed, count) = seconds(job, 3)
        rows.append(Row(f"peer: {name}", f"{'closed' if closed else 'not closed'} in {other * 1e3:.0f} ms, {count} boxes: {other / spent:.0f} times ours", "", None))
    return rows


def regions() -> list[Row]:
    rows = []
    for statement, where in (("x**2 + y**2 <= 1", "-1<=x<=1, -1<=y<=1"), ("x*exp(-x*y) <= 1/2", "0<=x<=4, 0<=y<=2"), ("erfc(x) + y*x <= 1", "0<=x<=3, 0<=y<=1")):
        case = task(statement, where)
        spent, found = seconds(lambda case=case: paving(case, ("x", "y")), 3)
        assert not isinstance(found, str)
        share = float(found.share(UNDECIDED))
        rows.append(Row(f"region, {statement}", f"{share:.3%} undecided in {spent * 1e3:.0f} ms, {found.boxes} boxes", "0.1 % in 100 ms", share <= 1e-3 and spent <= 0.1))
    return rows


def checks() -> list[Row]:
    rows = []
    for statement, where in (("x**2*exp(-x) <= 0.5414", "0<=x<=9"), ("x*y*exp(-x**2-y**2-x*y/2) <= 0.15", "0<=x<=4, 0<=y<=4")):
        case = task(statement, where)
        spent, found = seconds(lambda case=case: tightness.prove(case), 3)
        if found.status is not Status.PROVED:
            rows.append(Row(f"re-check, {statement}", "no proof", "2 times production", False))
            continue
        document = certificates.build(case.variant, found, effort="standard", seed=0)
        document["command"] = "claimcheck certify x --effort standard --seed 0"
        again, outcome = seconds(lambda document=document: check_data(document, "x", Budget()), 3)
        nodes = sum(map(str.isalpha, found.evidence["tree"]))
        size = len(json.dumps(found.evidence["tree"])) / nodes
        rows.append(Row(f"re-check, {statement}", f"{outcome.status} in {again * 1e3:.0f} ms, {again / spent:.1f} times production; {nodes} nodes, {size:.1f} bytes each",
                        "3 times production, 3 bytes a node", again <= 3 * spent and size <= 3 and outcome.status == "confirmed"))
    return rows


def corpus(count: int) -> list[Row]:
    """Inequalities between numbers that the installed papers claim, each decided as a standard run does; ``count`` of them are drawn, all if there are fewer."""
    inequalities = []
    for name, paper in load_installed()[0].items():
        for id in paper.claims:
            for variant in paper.variants(id):
                goal = Task(variant, EFFORTS["standard"]).states
                if kind_of(goal) == "inequality" and goal.head == "compare" and goal.args[1] in ("<=", "<", ">=", ">") and variant.forall and all(where.head in NUMBERS for _, where in variant.forall):
                    inequalities.append(Job(name, variant))
    total = len(inequalities)
    if count < total:
        inequalities = random.Random("corpus").sample(inequalities, count)
    spent, decided, open_rows = [], 0, []
    for job in inequalities:
        start = time.process_time()
        row = decide_statement(job, Settings())["row"]
        spent.append(time.process_time() - start)
        if row["status"] in ("PROVED", "REFUTED"):
            decided += 1
        else:
            open_rows.append(f"{' '.join(job.key)} {row['status']}")
    spent.sort()
    share, median = decided / len(spent), spent[len(spent) // 2]
    rows = [Row(f"inequalities that papers claim, {len(spent)} of {total}",
                f"{decided} PROVED or REFUTED ({share:.1%}), median {median:.2f} s, slowest {spent[-1]:.1f} s, together {sum(spent):.0f} s",
                "90 % decided, median 1 s", share >= 0.9 and median <= 1)]
    return rows + [Row("  not decided", text, "", None) for text in open_rows]


def table(count: int = 200, false: int = 100, claimed: int = 60) -> list[Row]:
    warm = task("x*erfc(x)*gamma(1+x) <= 5", "0<=x<=1")  # what is imported late is imported before a clock runs
    decide(warm)
    symbolic.decide(warm)
    gc.collect()
    gc.freeze()  # as the processes of a run do: modules stay for good
    gc.set_threshold(COLLECTED)
    return [
        refutations(count, Fraction(1, 10**6), 0.03, 0.95), refutations(max(count // 4, 1), Fraction(1, 10**9), 0.1, 0.99), soundness(false), *symbolic_rows(),
        *constants(), *proofs(), *regions(), *checks(), *(corpus(claimed) if claimed else []),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, help="where to write the table as JSON")
    parser.add_argument("--count", type=int, default=200, help="planted cases")
    parser.add_argument("--false", type=int, default=100, help="false statements for the provers")
    parser.add_argument("--claimed", type=int, default=60, help="inequalities of the installed papers; 0 leaves them out")
    options = parser.parse_args()
    rows = table(options.count, options.false, options.claimed)
    wide = max(len(row.name) for row in rows)
    for row in rows:
        verdict = "" if row.met is None else "met" if row.met else "MISSED"
        print(f"{row.name:<{wide}}  {row.measured}" + (f"  [target: {row.target}: {verdict}]" if row.target else ""))
    missed = [row.name for row in rows if row.met is False]
    print(f"missed: {'; '.join(missed) or 'none'}")
    if options.out:
        figures = {"machine": platform.platform(), "python": platform.python_version(), "rows": [row.__dict__ for row in rows]}
        options.out.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
