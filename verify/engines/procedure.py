"""Printed algorithms, run as printed on exact inputs. Returns REFUTED (an input at which the statement is false), SUPPORTED or UNDECIDED.

What runs is compiled from the very syntax tree whose digest stands in the statement, so the evidence cannot speak of another algorithm. A bare existence
(``Exists`` without free names) may also be PROVED by its instance, as in the search.
"""

from __future__ import annotations

import ast
import inspect
import math
import random
import sys
import time
import traceback
from collections import Counter as Bag
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from importlib import import_module
from importlib.metadata import entry_points
from types import CodeType, ModuleType
from typing import Any

from flint import fmpq

from verify.claims import procedures
from verify.claims.nodes import ClaimError, Node, walk
from verify.engines import arithmetic, listed, search
from verify.engines import evaluate as ev
from verify.engines.calibrate import plan
from verify.engines.draw import Drawer
from verify.engines.task import Finding, Status, Task, cannot
from verify.quantities import enclosures
from verify.values import elementary, laws, numbers, powers, primitives, rounding
from verify.values.numbers import NoValue
from verify.values.structures import Deferred, Event, Family, Function, Row, Table

ENGINE = "procedure"
PAPERS = "claimcheck.papers"
LADDER = (64, 128, 256, 512, 1024, 2048, 4096)
"""Working precisions in bits at which a comparison of reals is asked again."""
STEPS = 12_000
"""Entries of functions, turns of loops and comparisons that one run may make."""
LARGEST = 12
KEPT = 4096
CHEAP = 8
"""Steps of a run that cost as much as a quantity of small finite laws."""
CHECK = "__step__"
PI = Node("pi")


class ProcedureError(Exception):
    """A procedure that is no procedure: it broke for a reason that no input explains. An error of the declaration, not a verdict."""


# --- numbers inside a procedure ------------------------------------------------------------------------------------------


class Real:
    """A real number that is known at every precision; only the counter compares it."""

    __slots__ = ("_at", "_known")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, at: Callable[[int], Any]) -> None:
        self._at = at
        self._known: dict[int, Any] = {}

    def at(self, bits: int) -> Any:
        """The number, exactly or as an enclosure made with this many bits."""
        found = self._known.get(bits, self)
        if found is self:
            found = self._known[bits] = self._at(bits)
        return found

    def __add__(self, other: Any) -> Real:
        return _joined(numbers.add, self, other)

    def __radd__(self, other: Any) -> Real:
        return _joined(numbers.add, other, self)

    def __sub__(self, other: Any) -> Real:
        return _joined(numbers.sub, self, other)

    def __rsub__(self, other: Any) -> Real:
        return _joined(numbers.sub, other, self)

    def __mul__(self, other: Any) -> Real:
        return _joined(numbers.mul, self, other)

    def __rmul__(self, other: Any) -> Real:
        return _joined(numbers.mul, other, self)

    def __truediv__(self, other: Any) -> Real:
        return _joined(numbers.div, self, other)

    def __rtruediv__(self, other: Any) -> Real:
        return _joined(numbers.div, other, self)

    def __pow__(self, other: Any) -> Real:
        return _joined(powers.power, self, other)

    def __rpow__(self, other: Any) -> Real:
        return _joined(powers.power, other, self)

    def __neg__(self) -> Real:
        return Real(lambda bits: numbers.neg(self.at(bits)))

    def __abs__(self) -> Real:
        return Real(lambda bits: elementary.absolute(self.at(bits), bits))

    def _refuse(self, other: object = None) -> Any:
        raise TypeError("a real number is compared by the counter, c.less(a, b)")

    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = __bool__ = _refuse


def _joined(operation: Callable[[Any, Any, int], Any], a: Any, b: Any) -> Real:
    return Real(lambda bits: operation(_exact(a, bits), _exact(b, bits), bits))


def _exact(value: Any, bits: int) -> Any:
    """A number of a procedure as a number of the evaluator."""
    kind = type(value)  # a question for an abstract class is slow, and most numbers are of these types
    if kind is Real:
        return value.at(bits)
    if kind is Fraction:
        return fmpq(*value.as_integer_ratio())
    if kind is int:
        return fmpq(value)
    if isinstance(value, Fraction):
        return fmpq(value.numerator, value.denominator)
    if isinstance(value, int) and not isinstance(value, bool):
        return fmpq(value)
    if isinstance(value, float) and math.isinf(value):
        return value
    raise TypeError(f"numbers of a procedure are exact, got {type(value).__name__} {value!r}")


def _plain(value: Any) -> Any:
    """A number of the evaluator as a number of a procedure."""
    if isinstance(value, fmpq):
        return Fraction(int(value.p), int(value.q))
    return value if isinstance(value, float) else Real(lambda bits: value)


@dataclass
class Counter:
    """Counts of one run, and answers about its numbers; see ``verify.claims.procedures.Counter``."""

    limit: int = STEPS
    counts: Bag[str] = field(default_factory=Bag)
    steps: int = 0

    def step(self) -> bool:
        """One more step; NoRoute when there were too many."""
        self.steps += 1
        if self.steps > self.limit:
            raise ev.NoRoute(f"a procedure did not end within {self.limit} steps")
        return True

    def count(self, name: str, times: int = 1) -> None:
        self.counts[name] += times

    def less(self, a: Any, b: Any) -> bool:
        return self._ask(a, "<", b)

    def at_most(self, a: Any, b: Any) -> bool:
        return self._ask(a, "<=", b)

    def equal(self, a: Any, b: Any) -> bool:
        return self._ask(a, "==", b)

    def _ask(self, a: Any, relation: str, b: Any) -> bool:
        self.step()
        for bits in LADDER:
            answer = numbers.relation(_exact(a, bits), relation, _exact(b, bits))
            if answer is not None:
                return answer
        raise NoValue(f"a comparison in a procedure is undecided at {LADDER[-1]} bits")

    def whole(self, a: Any) -> int:
        for bits in LADDER:
            value = _exact(a, bits)
            if isinstance(value, fmpq):
                if value.q == 1:
                    return int(value.p)
                break
        raise NoValue("an integer is needed in a procedure")

    def floor(self, a: Any) -> int:
        for bits in LADDER:
            value = rounding.floor(_exact(a, bits))
            if isinstance(value, fmpq):
                return int(value.p)
        raise NoValue(f"the floor of a number in a procedure is undecided at {LADDER[-1]} bits")

    def ceiling(self, a: Any) -> int:
        return -self.floor(-a)

    def power(self, a: Any, b: Any) -> Any:
        return self._number(_joined(powers.power, a, b))

    def sqrt(self, a: Any) -> Any:
        return self.power(a, Fraction(1, 2))

    def exp(self, a: Any) -> Any:
        return self._number(Real(lambda bits: elementary.exp(_exact(a, bits), bits)))

    def log(self, a: Any) -> Any:
        return self._number(Real(lambda bits: elementary.log(_exact(a, bits), bits)))

    def pi(self) -> Real:
        return Real(lambda bits: ev.value(PI, {}, ev.Context(bits)))

    def special(self, name: str, *arguments: Any) -> Any:
        if all(type(a) is Fraction or type(a) is int for a in arguments):
            return _special(name, tuple([a.as_integer_ratio() for a in arguments]))
        return self._number(Real(lambda bits: primitives.value(name, [_exact(a, bits) for a in arguments], bits)))

    @staticmethod
    def _number(value: Real) -> Any:
        first = value.at(LADDER[0])
        return _plain(first) if isinstance(first, fmpq | float) else value


@lru_cache(maxsize=1 << 14)
def _special(name: str, fractions: tuple[tuple[int, int], ...]) -> Any:
    """A special function at fractions, by their numerators and denominators, which are quick to hash: the turns of searches ask for the same ones again and again."""
    exact = [fmpq(*fraction) for fraction in fractions]
    return Counter._number(Real(lambda bits: primitives.value(name, exact, bits)))


class Lookup:
    """A map given as a table: ``f(x)``. An input that is not in it has no value."""

    __slots__ = ("_rows",)

    def __init__(self, rows: dict[Any, Any]) -> None:
        self._rows = rows

    def __call__(self, x: Any) -> Any:
        try:
            return self._rows[x]
        except (KeyError, TypeError):
            raise NoValue(f"a table in a procedure has no entry for {x}") from None


class Curve:
    """A function of one number as an input: ``f(x)``. Outside its interval it has no value."""

    __slots__ = ("_function", "_known")

    def __init__(self, function: Function) -> None:
        self._function = function
        self._known: dict[Any, Any] = {}

    def __call__(self, x: Any) -> Any:
        if isinstance(x, Real):
            return self._at(x)
        if x not in self._known:
            self._known[x] = self._at(x)
        return self._known[x]

    def _at(self, x: Any) -> Any:
        return Counter._number(Real(lambda bits: arithmetic.at(self._function, _exact(x, bits), ev.Context(bits))))


def given(value: Any, again: Callable[[int], Any] | None = None) -> Any:
    """A value of the evaluator as an input: fractions, reals, tuples, tables, functions. ``again`` evaluates it at another precision."""
    if isinstance(value, fmpq | float):
        return _plain(value)
    if isinstance(value, numbers.Surd | numbers.LogSum):
        return Real(lambda bits: value)
    if isinstance(value, numbers.Enclosure):
        if again is None:
            raise ev.NoRoute("an input of a procedure is not known exactly")
        return Real(again)
    if isinstance(value, Deferred):
        raise ev.NoRoute("a distribution with a density as the input of a procedure")
    if isinstance(value, laws.FiniteLaw):
        return tuple((given(p), given(w)) for p, w in value.items())
    if isinstance(value, Event):
        return tuple(sorted(given(p) for p in value.points))
    if isinstance(value, Function):
        return Curve(value)
    if isinstance(value, Table):
        return Lookup({given(key): given(image) for key, image in value.entries})
    if isinstance(value, Family | Row | tuple):
        members = _members(value)
        return tuple(None if m is None else given(m, None if again is None else _part(again, k)) for k, m in enumerate(members))
    raise ev.NoRoute(f"a {type(value).__name__.lower()} as the input of a procedure")


def _members(value: Any) -> tuple[Any, ...]:
    found = value.members if isinstance(value, Family) else value.records if isinstance(value, Row) else value
    return tuple(found)


def _part(again: Callable[[int], Any], k: int) -> Callable[[int], Any]:
    return lambda bits: _members(again(bits))[k]


def returned(value: Any, prec: int) -> Any:
    """A value that a procedure returns as a value of the evaluator; a flag counts as 1 or 0."""
    if isinstance(value, tuple | list):
        return tuple(returned(part, prec) for part in value)
    if value is None:
        raise NoValue("a procedure returned nothing in the field")
    return _exact(int(value) if isinstance(value, bool) else value, prec)


# --- procedures ----------------------------------------------------------------------------------------------------------


@dataclass
class Run:
    """What one run left: the fields it returned, and its counts."""

    fields: Mapping[str, Any]
    counts: Bag[str]


@dataclass(eq=False)
class Procedure:
    """A procedure compiled from the syntax tree with the stated digest."""

    place: str
    digest: str
    name: str
    module: ModuleType
    code: CodeType
    words: frozenset[str]
    lines: tuple[str, ...]
    kept: enclosures.Memo = field(default_factory=lambda: enclosures.Memo(KEPT))
    steps: int = 0
    """Of the last run."""

    def run(self, inputs: Mapping[str, Any], limit: int = STEPS) -> Run:
        """Run it. NoValue where an input makes it divide by zero or read outside a table; NoRoute after too many steps."""
        counter = Counter(limit)
        namespace = {**vars(self.module), CHECK: counter.step}
        try:
            exec(self.code, namespace)
            found = namespace[self.name](counter, **inputs)
        except (NoValue, ev.NoRoute, enclosures.OutOfWork):
            raise
        except RecursionError:
            raise ev.NoRoute("a procedure calls itself too deep") from None
        except (ZeroDivisionError, IndexError, KeyError) as error:
            raise NoValue(f"{self.name} stops with {type(error).__name__} {self._line(error)}") from None
        except MemoryError:  # of the process
            raise
        except Exception as error:
            raise ProcedureError(f"{self.place}: {type(error).__name__}: {error} {self._line(error)}; correct the procedure") from error
        finally:
            self.steps = counter.steps
        if not isinstance(found, Mapping):
            raise ProcedureError(f"{self.place}: a mapping of fields must be returned, got {type(found).__name__}; return a dict")
        if both := sorted(set(found) & set(counter.counts)):
            raise ProcedureError(f"{self.place}: a field is returned or counted, not both, got {both[0]}; rename one")
        return Run(found, counter.counts)

    def _line(self, error: BaseException) -> str:
        """The line of the procedure at which an error arose, with its printed number where it has one."""
        here = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == self.code.co_filename and frame.lineno]
        if not here or not 0 < here[-1] <= len(self.lines):
            return ""
        text = self.lines[here[-1] - 1]
        comment = text.partition("#")[2].strip()
        return f"at {comment or text.strip()!r}"


@lru_cache(maxsize=256)
def find(place: str, digest: str) -> Procedure:
    """The procedure at ``module:name`` of a paper that is loaded or installed. Raises NoRoute if it is absent or another one now."""
    module = _module(place.partition(":")[0])
    name = place.partition(":")[2]
    if module is None:
        raise ev.NoRoute(f"the procedure {place} belongs to no loaded paper")
    try:
        source = inspect.getsource(module)
        found = procedures.definitions(source, name)
    except (OSError, ClaimError) as error:
        raise ev.NoRoute(f"the procedure {place} has no source here: {error}") from None
    if procedures.syntax_digest(source, name) != digest:
        raise ev.NoRoute(f"the procedure {place} has changed since the statement was made")
    body = [_counted(statement) for statement in found.values() if not isinstance(statement, ast.Import | ast.ImportFrom)]
    code = compile(ast.fix_missing_locations(ast.Module(body=body, type_ignores=[])), f"<{place}>", "exec", dont_inherit=True)
    return Procedure(place, digest, name, module, code, frozenset(procedures.fields_of(source, name)), tuple(source.splitlines()))


def _module(name: str) -> ModuleType | None:
    """A module that was imported before, or one of an installed paper (a worker process may not have loaded it yet)."""
    if name in sys.modules:
        return sys.modules[name]
    installed = {point.value.partition(":")[0] for point in entry_points(group=PAPERS)}
    if not any(name == package or name.startswith(package + ".") for package in installed):
        return None
    try:
        return import_module(name)
    except ImportError:
        return None


def _counted(statement: ast.stmt) -> ast.stmt:
    """The statement with a step at every entry of a function and every turn of a loop."""

    def call() -> ast.Call:
        return ast.Call(func=ast.Name(id=CHECK, ctx=ast.Load()), args=[], keywords=[])

    for node in ast.walk(statement):
        if isinstance(node, ast.FunctionDef | ast.For | ast.While):
            node.body = [ast.Expr(value=call()), *node.body]
        elif isinstance(node, ast.comprehension):
            node.ifs = [call(), *node.ifs]
    return statement


# --- the rules of the evaluator -----------------------------------------------------------------------------------------


def outcome(node: Node, env: ev.Env, c: ev.Context) -> Any:
    """The value of a field that a procedure returns or counts at these arguments."""
    place, digest, wanted, arguments = (str(node.args[0]), str(node.args[1]), str(node.args[2]), node.args[3])
    procedure = find(place, digest)
    assert isinstance(arguments, tuple)
    terms: dict[str, Node] = {str(entry[0]): entry[1] for entry in arguments}  # type: ignore[index,misc]
    values = {name: ev.value(argument, env, c) for name, argument in terms.items()}
    run = _run(procedure, terms, values, env, c)
    if wanted in run.fields:
        return returned(run.fields[wanted], c.prec)
    if wanted in procedure.words:
        if wanted not in run.counts and wanted not in _counted_words(procedure):
            raise NoValue(f"{procedure.name} does not return {wanted} here")
        return fmpq(run.counts[wanted])
    raise ev.NoRoute(f"{procedure.name} neither returns nor counts {wanted}")


def _run(procedure: Procedure, terms: dict[str, Node], values: dict[str, Any], env: ev.Env, c: ev.Context) -> Run:
    exact = not any(_inexact(value) for value in values.values())
    key = tuple([(name, laws.quick(value)) for name, value in values.items()]) if exact else None

    def find() -> Run | NoValue | ev.NoRoute:
        inputs = {name: given(value, _again(terms[name], env)) for name, value in values.items()}
        try:
            found: Run | NoValue | ev.NoRoute = procedure.run(inputs)
        except (NoValue, ev.NoRoute) as reason:
            found = reason
        enclosures.spend(procedure.steps // CHEAP)
        return found

    run = find() if key is None else procedure.kept.found(key, find)
    if isinstance(run, NoValue | ev.NoRoute):
        raise run
    if _RECORDS:
        _RECORDS[-1].add(procedure, key, run)
    return run


def _again(argument: Node, env: ev.Env) -> Callable[[int], Any]:
    return lambda bits: ev.value(argument, env, ev.Context(bits))


def _inexact(value: Any) -> bool:
    if isinstance(value, numbers.Enclosure):
        return True
    if isinstance(value, Function):
        return any(_inexact(part) for _, part in value.captured)
    return isinstance(value, Family | Row | tuple) and any(_inexact(part) for part in _members(value))


@lru_cache(maxsize=256)
def _counted_words(procedure: Procedure) -> frozenset[str]:
    """Names that the procedure counts somewhere: where it did not come by, the count is 0."""
    found = procedures.definitions("\n".join(procedure.lines), procedure.name).values()
    calls = [node for statement in found for node in ast.walk(statement) if isinstance(node, ast.Call)]
    names = [call.args[0] for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "count" and call.args]
    return frozenset(str(argument.value) for argument in names if isinstance(argument, ast.Constant))


@lru_cache(maxsize=8)
def _orders(n: int) -> laws.FiniteLaw:
    members, _ = listed.members_of(Node("permutations", Node("num", str(n))), {}, ev.Context(64))
    return laws.FiniteLaw(members, [fmpq(1, len(members))] * len(members))


def uniform_order(node: Node, env: ev.Env, c: ev.Context) -> laws.FiniteLaw:
    """``Permutations(n)`` where a law is needed: every order is equally likely."""
    n = ev.argument_value(node, 0, env, c)
    if not (isinstance(n, fmpq) and n.q == 1 and n >= 0):
        raise NoValue(f"the number of things to order must be an integer of at least 0, got {n}")
    return _orders(int(n.p))


# --- the engine ----------------------------------------------------------------------------------------------------------


@dataclass
class Record:
    """Which inputs procedures ran on, and the largest counts met."""

    inputs: dict[str, set[Any]] = field(default_factory=dict)
    others: Bag[str] = field(default_factory=Bag)
    most: dict[str, int] = field(default_factory=dict)

    def add(self, procedure: Procedure, key: Any, run: Run) -> None:
        """One run; ``key`` is None where an input is not known exactly."""
        seen = self.inputs.setdefault(procedure.name, set())
        if key is None:
            self.others[procedure.name] += 1
        else:
            seen.add(hash(key))
        for name in _counted_words(procedure):
            self.most[name] = max(self.most.get(name, 0), run.counts[name])

    @property
    def words(self) -> str:
        parts = []
        for name, seen in self.inputs.items():
            parts.append(f"{name} ran on {len(seen)} exact input{'' if len(seen) == 1 else 's'}" + (f" and {self.others[name]} inexact ones" if self.others[name] else ""))
        counts = ", ".join(f"{name} {most}" for name, most in sorted(self.most.items()))
        return ", ".join(parts) + (f"; largest counts: {counts}" if counts else "")


_RECORDS: list[Record] = []


@contextmanager
def recorded() -> Iterator[Record]:
    """A record of the runs made inside the block."""
    record = Record()
    _RECORDS.append(record)
    try:
        yield record
    finally:
        _RECORDS.pop()


def used(task: Task) -> list[dict[str, str]]:
    """The procedures of a task with their digests, each once."""
    found = {(str(n.args[0]), str(n.args[1])) for n in walk(task.variant.formula) if n.head == "outcome"}
    return [{"procedure": place, "digest": digest} for place, digest in sorted(found)]


def decide(task: Task, further: bool = True) -> Finding:
    """Search for an input at which what the procedure returns or counts contradicts the statement. ``further``: whether it goes on where the usual draws show nothing."""
    algorithms = used(task)
    if not algorithms:
        return cannot(ENGINE, "no procedure occurs")
    for one in algorithms:
        try:
            find(one["procedure"], one["digest"])
        except ev.NoRoute as reason:
            return cannot(ENGINE, str(reason))
    with recorded() as record:
        finding = search.decide(task, further=further)
        if finding.status is Status.SUPPORTED:
            finding = _larger(task) or finding
    ran = record.words or "no procedure ran"
    coverage = {**finding.coverage, "procedures": ran, "operations": dict(sorted(record.most.items()))}
    names = ", ".join(f"{one['procedure']} ({one['digest'][:12]})" for one in algorithms)
    if finding.status in (Status.REFUTED, Status.PROVED):
        evidence = {**finding.evidence, "procedures": algorithms}
        return replace(finding, engine=ENGINE, evidence=evidence, coverage=coverage, trusted=(*finding.trusted, f"the procedure as encoded: {names}"))
    return replace(finding, engine=ENGINE, summary=f"{finding.summary}; {ran}", coverage=coverage)


def _larger(task: Task) -> Finding | None:
    """A false instance among inputs of growing size: an error of an algorithm often shows only there."""
    rng = random.Random(task.stream("procedure"))
    layout, tally, clock, start = plan(task), search.Tally(), time.thread_time(), enclosures.spent()
    for k in range(task.effort.draws if task.forall else 0):
        if time.thread_time() - clock > task.effort.guard_seconds / 4 or enclosures.spent() - start > task.effort.work // 4:
            break
        env = search.draw_instance(task, layout, Drawer(rng, 3 + k % LARGEST), tally)
        if env is not None and search.look_at(task, env, tally):
            return search.witness(task, env, tally)
    return None

ev.RULES |= {"outcome": outcome, "permutations": uniform_order}
