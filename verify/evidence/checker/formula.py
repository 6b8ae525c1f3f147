"""Formulas as JSON: limits on what is read, the canonical form and its digest."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache, wraps
from typing import Any, TypeVar

BINDERS = frozenset(
    {
        "sup",
        "inf",
        "sum",
        "prod",
        "expect",
        "prob",
        "forall",
        "exists",
        "limit",
        "limsup",
        "liminf",
        "derivative",
        "lambda",
        "coordinates",
        "drawn",
        "recursion",
        "independent",
    }
)
SORTED = frozenset({"add", "mul", "max", "min"})
RATIONAL = re.compile(r"-?(0|[1-9][0-9]*)(/[1-9][0-9]*)?")
OWN = "#"
"""What names of the checker's own begin with."""
DEEPEST, MOST_DIGITS, LARGEST_FILE = 150, 1500, 32_000_000


class Malformed(ValueError):
    """What was read is no certificate; the message says where and why."""


class Refused(Exception):
    """The evidence does not show what it should; the message says what differs."""


def load(text: str) -> Any:
    """JSON with bounded size and nesting. Raises Malformed."""
    if len(text) > LARGEST_FILE:
        raise Malformed(f"a certificate has at most {LARGEST_FILE} characters, got {len(text)}")
    depth = deepest = 0
    quoted = escaped = False
    for character in re.sub(r"[^\[\]{}\"\\]+", " ", text):
        if quoted:
            quoted = escaped or character != '"'
            escaped = character == "\\" and not escaped
        elif character == '"':
            quoted = True
        elif character in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in "]}":
            depth -= 1
    if deepest > DEEPEST:
        raise Malformed(f"lists may be nested {DEEPEST} deep, got {deepest}")

    def whole(digits: str) -> int:
        if len(digits) > 30:
            raise Malformed(f"an integer has at most 30 digits, got {len(digits)}")
        return int(digits)

    def no_float(digits: str) -> Any:
        raise Malformed(f"numbers must be exact, got the float {digits[:30]}")

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len({key for key, _ in pairs}) != len(pairs):
            raise Malformed("a key occurs twice in one object")
        return dict(pairs)

    try:
        return json.loads(
            text, parse_int=whole, parse_float=no_float, parse_constant=no_float, object_pairs_hook=unique
        )
    except json.JSONDecodeError as error:
        raise Malformed(f"not JSON: {error.msg} at line {error.lineno}") from None
    except RecursionError:
        raise Malformed("lists are nested too deep") from None


def rational(text: Any) -> Fraction:
    """The fraction written ``p/q`` in lowest terms. Raises Malformed."""
    if not isinstance(text, str):
        raise Malformed(f"a number 'p/q' is expected, got {str(text)[:40]!r}")
    return _rational(text)


@lru_cache(maxsize=4096)
def _rational(text: str) -> Fraction:
    if len(text) > MOST_DIGITS or not RATIONAL.fullmatch(text):
        raise Malformed(f"a number 'p/q' of at most {MOST_DIGITS} digits is expected, got {text[:40]!r}")
    value = Fraction(text)
    if str(value) != text:
        raise Malformed(f"a fraction in lowest terms is expected, got {text[:40]!r}")
    return value


def validate(data: Any) -> None:
    """Every part of a formula is null, a number or a list with a head. Raises Malformed."""
    if data is None or data in ("oo", "-oo"):
        return
    if isinstance(data, str):
        rational(data)
        return
    if not isinstance(data, list) or not data or not isinstance(data[0], str):
        raise Malformed(f"a formula is a list [head, ...] or a number, got {str(data)[:40]!r}")
    if data[0] == "word":
        if len(data) != 2 or not isinstance(data[1], str):
            raise Malformed(f"a word is ['word', text], got {str(data)[:40]!r}")
        return
    if data[0] in BINDERS:
        bound = [name for pattern, _ in entries(data) for name in names(pattern)]
        if len(set(bound)) < len(bound):
            raise Malformed(f"{data[0]} binds a name twice")
    if data[0] in SORTED and len(data) == 1:
        raise Malformed(f"{data[0]} of nothing")
    if data[0] == "var" and word(argument(data, 0)).startswith(OWN):
        raise Malformed(f"a name may not begin with {OWN}: such names number bound names and parts that are evaluated once")
    if data[0] in ("sup", "inf") and not isinstance(optional(data, 3), str | None):
        raise Malformed("what an extremum is over an empty set is a number")
    if data[0] in ("interval", "integers") and any(isinstance(end, list) and _holds_infinity(end) for end in data[1:3]):
        raise Malformed("an infinite end of a range is oo or -oo by itself")
    if data[0] == "law" and len(data) != 4:
        raise Malformed("a distribution is ['law', kind, parameters, pieces]")
    if data[0] == "power_law" and len(data) != 5:
        raise Malformed("a power law is ['power_law', location, scale, exponent, side]")
    if data[0] == "binomial_law" and len(data) != 3:
        raise Malformed("a binomial distribution is ['binomial_law', trials, probability]")
    if data[0] == "poisson_law" and len(data) != 2:
        raise Malformed("a Poisson distribution is ['poisson_law', rate]")
    if data[0] == "geometric_law" and len(data) != 4:
        raise Malformed("a geometric distribution is ['geometric_law', start, step, ratio]")
    if data[0] == "sparse_law" and len(data) != 4:
        raise Malformed("a sparse distribution is ['sparse_law', base, curve, slope]")
    for item in data[1:]:
        validate(item)


COMPUTED = frozenset({"add", "mul", "pow", "abs", "max", "min", "exp", "log"})


def _holds_infinity(f: Any) -> bool:
    """Whether a term is computed with oo or -oo."""
    return f in ("oo", "-oo") or (isinstance(f, list) and bool(f) and f[0] in COMPUTED and any(map(_holds_infinity, f[1:])))


def items(data: Any) -> list[Any]:
    """The members of a tuple ``["()", ...]``. Raises Malformed."""
    if not isinstance(data, list) or not data or data[0] != "()":
        raise Malformed(f"a tuple ['()', ...] is expected, got {str(data)[:40]!r}")
    return data[1:]


NEGATED = {"<=": ">", "<": ">=", ">=": "<", ">": "<=", "==": "!=", "!=": "=="}
"""The relation that holds where one does not."""
MIRRORED = {"<=": ">=", "<": ">", ">=": "<=", ">": "<", "==": "==", "!=": "!="}
"""What a relation becomes where its sides are exchanged."""
ORDERED = ("<=", "<", ">=", ">")
"""Relations that say which side is the larger."""


def word(data: Any) -> str:
    """The text of ``["word", text]`` or ``["word_", ["word", text]]``. Raises Malformed."""
    if isinstance(data, list) and len(data) == 2:
        if data[0] == "word" and isinstance(data[1], str):
            return data[1]
        if data[0] == "word_":
            return word(data[1])
    raise Malformed(f"a word is expected, got {str(data)[:40]!r}")


def head(data: Any) -> str:
    return data[0] if isinstance(data, list) and data else "num"


def argument(data: list[Any], index: int) -> Any:
    """Argument ``index`` (from 0) of a formula; Malformed where it is missing."""
    if len(data) <= index + 1:
        raise Malformed(f"{data[0]}: argument {index + 1} is missing")
    return data[index + 1]


def optional(data: list[Any], index: int) -> Any:
    return data[index + 1] if len(data) > index + 1 else None


def names(pattern: Any) -> list[str]:
    """The names bound by a pattern: one name or a tuple of names."""
    if isinstance(pattern, list) and len(pattern) == 2 and pattern[0] == "var":
        return [word(pattern[1])]
    return [name for item in items(pattern) for name in names(item)]


def entries(data: list[Any]) -> list[tuple[Any, Any]]:
    """The pairs (pattern, set) that a binder binds."""
    found = []
    for entry in items(argument(data, 0)):
        pair = items(entry)
        if len(pair) != 2:
            raise Malformed(f"{data[0]}: pairs (name, set) are expected")
        if head(pair[0]) != "var" and (len(items(pair[0])) < 2 or any(head(one) != "var" for one in items(pair[0])) or len(set(names(pair[0]))) < len(names(pair[0]))):  # the canonical form counts the names of a tuple
            raise Malformed(f"{data[0]}: a name or a tuple of at least two names is bound")
        names(pair[0])
        found.append((pair[0], pair[1]))
    return found


MOST_KEPT = 30_000
"""Formulas of which is kept what a function says of them."""
T = TypeVar("T")


def kept(function: Callable[[Any], T]) -> Callable[[Any], T]:
    """The function, which is asked once for each formula (the very list): formulas are not changed once they are made. What it returns is not to be changed either."""
    known: dict[int, tuple[Any, T]] = {}

    @wraps(function)
    def found(data: Any) -> T:
        entry = known.get(id(data))
        if entry is None:
            entry = (data, function(data))  # the formula is kept alive, so that no other one gets its place
            if len(known) >= MOST_KEPT:
                known.clear()
            known[id(data)] = entry
        return entry[1]

    return found


def mentions(data: Any) -> set[str]:
    """All names that stand in a formula, bound ones too."""
    return set(_mentioned(data)) if isinstance(data, list) else set()


@kept
def _mentioned(data: Any) -> frozenset[str]:
    if data[0] == "var":
        return frozenset(names(data))
    return frozenset().union(*[_mentioned(part) for part in data[1:] if isinstance(part, list)])


SCOPES = frozenset({"sup", "inf", "sum", "prod", "forall", "exists"})


def free(data: Any) -> set[str]:
    """The names that a value depends on: names are left out where an extremum, a sum, a product or a quantifier binds them; other binders count as mentioning theirs."""
    if not isinstance(data, list):
        return set()
    if data[0] not in SCOPES:
        return set(names(data)) if data[0] == "var" else set().union(*(free(part) for part in data[1:]))
    found: set[str] = set()
    bound: set[str] = set()
    for pattern, where in entries(data):
        found |= free(where) - bound
        bound |= set(names(pattern))
    return found | set().union(*(free(part) for part in data[2:])) - bound


def bound_names(data: Any) -> set[str]:
    """All names that binders within a formula bind."""
    if not isinstance(data, list):
        return set()
    own = {name for pattern, _ in entries(data) for name in names(pattern)} if data[0] in BINDERS else set()
    return own.union(*(bound_names(part) for part in data[1:]))


def stated(where: Any) -> Any:
    """A set without the mark that the source does not state it."""
    while head(where) == "unstated":
        where = argument(where, 0)
    return where


def canonical(data: Any, bound: dict[str, str] | None = None, depth: int = 0) -> Any:
    """Bound names numbered by position, commutative operands sorted, display names of laws left out."""
    if not isinstance(data, list) or data[0] == "word":
        return data
    return _canonical(data, bound, depth) if bound or depth else _canonical_outside(data)


@kept
def _canonical_outside(data: Any) -> Any:
    """The same where no name is bound around."""
    return _canonical(data, {}, 0)


def _canonical(data: Any, bound: dict[str, str] | None, depth: int) -> Any:
    bound = bound or {}
    if data[0] == "unstated":
        return canonical(argument(data, 0), bound, depth)
    if data[0] == "var":
        name = names(data)[0]
        return ["var", ["word", bound.get(name, f"{OWN}{name}" if name.startswith(OWN) else name)]]  # free names keep apart from the numbers of bound ones
    if data[0] in BINDERS:
        inner, over = dict(bound), []
        for pattern, where in entries(data):
            place = canonical(where, inner, depth)
            new = names(pattern)
            for name in new:
                inner[name] = f"#{depth}"
                depth += 1
            over.append(["()", str(len(new)) if head(pattern) == "()" else "1", place])
        return [data[0], ["()", *over], *(canonical(item, inner, depth) for item in data[2:])]
    if data[0] == "law":
        return ["law", canonical(data[3], bound, depth)]
    parts = [canonical(item, bound, depth) for item in data[1:]]
    if data[0] in SORTED:
        parts.sort(key=text_of)
    return [data[0], *parts]


def text_of(data: Any) -> str:
    return _TEXT.encode(data)


_TEXT = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True, check_circular=False)


@kept
def key(data: Any) -> str:
    """A text that formulas with the same canonical form share."""
    return text_of(canonical(data))


def digest(data: Any) -> str:
    """SHA-256 of the canonical text of a closed formula."""
    return hashlib.sha256(text_of(canonical(data)).encode()).hexdigest()


def same(a: Any, b: Any) -> bool:
    """Whether two formulas with the same free names have the same canonical form."""
    return a is b or a == b or key(a) == key(b)


def contains_head(data: Any, wanted: str) -> bool:
    return isinstance(data, list) and (data[0] == wanted or any(contains_head(item, wanted) for item in data[1:]))


def replaced(f: Any, old: Any, new: Any) -> Any:
    """The formula with another formula in the place of one, wherever it stands."""
    if f == old:
        return new
    return [f[0], *(replaced(part, old, new) for part in f[1:])] if isinstance(f, list) else f


def nodes(f: Any) -> Iterator[list[Any]]:
    """All formulas in a formula, itself first."""
    if isinstance(f, list) and f:
        yield f
        for part in f[1:]:
            yield from nodes(part)
