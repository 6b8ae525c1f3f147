"""Stored values in words: numbers with their decimal size, laws as tables, any other record as short text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation, localcontext
from fractions import Fraction
from math import prod
from typing import Any, TypeGuard

from verify.claims.typed import exact
from verify.values.primitives import PRIMITIVES

GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "zeta": "ζ", "eta": "η", "theta": "θ",
    "kappa": "κ", "lamda": "λ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ",
    "tau": "τ", "phi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Delta": "Δ", "Gamma": "Γ", "Theta": "Θ",
    "Lambda": "Λ", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
}  # fmt: skip
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
FUNCTIONS = frozenset({"abs", "ceiling", "exp", "floor", "log", "max", "min"}) | PRIMITIVES.keys()
INFIX = {"add": " + ", "mul": "·", "compare": " "}
DECIMAL = re.compile(r"(-?\d+)(?:\.(\d+))?([eE][-+]?\d+)?")
RATIO = re.compile(r"-?\d+/\d+")


@dataclass(frozen=True, slots=True)
class Table:
    """A small table: a head and rows of plain text."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """One stored value: ``text`` exact and short, ``decimal`` its size, ``table`` where it is a law."""

    name: str
    code: str
    text: str
    decimal: str
    table: Table | None


def symbol(name: str) -> str:
    """A name as a mathematician writes it: ``lamda`` is λ, ``mu_1`` is μ₁, ``P_`` is P′."""
    primes = len(name) - len(name.rstrip("_"))
    base, separator, index = name.rstrip("_").partition("_")
    base = GREEK.get(base, base)
    if separator and index.isdigit():
        return base + index.translate(SUBSCRIPTS) + "′" * primes
    return base + separator + GREEK.get(index, index) + "′" * primes


def shorten(text: str, digits: int = 8) -> str:
    """A decimal number cut, not rounded, after ``digits`` significant digits, with an ellipsis; other text as it is."""
    match = DECIMAL.fullmatch(text.strip().rstrip(".…"))
    if match is None:
        return text
    whole, part, exponent = match.group(1), match.group(2) or "", match.group(3) or ""
    significant = len(whole.lstrip("-0"))
    leading = 0 if significant else len(part) - len(part.lstrip("0"))
    keep = max(digits - significant, 0) + leading
    cut = part[keep:].strip("0") != "" or text.strip()[-1:] in (".", "…")
    kept = part[:keep] if cut else part[:keep].rstrip("0")
    return whole + ("." + kept if kept else "") + ("…" if cut else "") + exponent


def decimal_of(value: object, digits: int = 10) -> str:
    """The decimal size of an exact number that is not a decimal already, cut after ``digits`` significant digits.

    Fractions ``"p/q"``, roots ``["surd", ...]`` and logarithms ``["logsum", ...]``; empty for anything else.
    """
    with localcontext() as context:
        context.prec = digits + 12
        try:
            size, exact = _size(value)
        except (ArithmeticError, ValueError, TypeError):
            return ""
    if size is None:
        return ""
    cut = shorten(format(size, "f") if abs(size.adjusted()) < 12 else str(size), digits)
    return cut if exact or "…" in cut else cut + "…"


def _size(value: Any) -> tuple[Decimal | None, bool]:
    """A decimal, and whether it is exact; None for what has a decimal form already or is no number."""
    if isinstance(value, str):
        if RATIO.fullmatch(value) is None:
            return None, False
        quotient = _quotient(value)
        return quotient, Fraction(quotient) == Fraction(value)
    if _is_list(value) and value and value[0] in ("surd", "logsum", "add", "mul", "pow", "log", "exp"):
        return _decimal(value), False
    return None, False


def _decimal(value: Any) -> Decimal:
    """A closed formula of fractions, roots, logarithms and exponentials. Raises ValueError for any other."""
    if isinstance(value, str):
        return _quotient(value)
    head, *arguments = value
    if head == "surd":
        product = _quotient(arguments[0])
        for prime, exponent in arguments[1]:
            product *= (Decimal(str(prime)).ln() * _quotient(exponent)).exp()
        return product
    if head == "logsum":
        return _quotient(arguments[0]) + sum((_quotient(c) * Decimal(str(p)).ln() for p, c in arguments[1]), Decimal(0))
    parts = [_decimal(argument) for argument in arguments]
    if head == "add":
        return sum(parts, Decimal(0))
    if head == "mul":
        return prod(parts, start=Decimal(1))
    if head == "pow" and len(parts) == 2:
        return parts[0] ** int(parts[1]) if parts[1] == int(parts[1]) else (parts[0].ln() * parts[1]).exp()
    if head in ("log", "exp") and len(parts) == 1:
        return parts[0].ln() if head == "log" else parts[0].exp()
    raise ValueError(
        f"decimal: a closed formula of add, mul, pow, log and exp is needed, got head={head}; show it as text"
    )


def _quotient(text: Any) -> Decimal:
    fraction = exact(str(text))
    return Decimal(fraction.numerator) / Decimal(fraction.denominator)


def times(measured: str, claimed: str) -> str:
    """How many times the claimed value the measured one is, both positive decimals; empty where that says nothing."""
    try:
        above, below = Decimal(measured.rstrip(".…")), Decimal(claimed.rstrip(".…"))
        if not (above.is_finite() and below.is_finite() and above > 0 and below > 0):
            return ""
        ratio = above / below
    except (InvalidOperation, ZeroDivisionError):
        return ""
    if Decimal("0.999") < ratio < Decimal("1.001") or ratio > 10**6 or ratio < Decimal("0.01"):
        return ""
    return shorten(format(ratio, "f"), 4 if ratio > 1 else 3)


def untag(value: Any) -> Any:
    """A stored formula without its marks for tuples (``"()"``) and words."""
    if isinstance(value, Mapping):
        return {key: untag(entry) for key, entry in value.items()}
    if not _is_list(value):
        return value
    if len(value) == 2 and value[0] == "word":
        return value[1]
    return [untag(entry) for entry in (value[1:] if len(value) and value[0] == "()" else value)]


def plain(value: object, *, limit: int = 300) -> str:
    """Any stored value as one line of text; longer than ``limit`` characters it is cut, and says so."""
    text = _plain(untag(value))
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "… (in full in the stored file)"


def _plain(value: object) -> str:
    if value is None:
        return "nothing recorded"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return "; ".join(f"{label(str(key))}: {_plain(entry)}" for key, entry in value.items()) or "nothing recorded"
    law = atoms(value)
    if law is not None:
        return "distribution with " + ", ".join(f"{weight} at {point}" for point, weight in law)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return _node(value)
    return {"oo": "∞", "-oo": "−∞"}.get(str(value), str(value))


def _node(node: Sequence[Any]) -> str:
    """A formula node ``[head, argument, ...]`` as text, or a plain list as its entries."""
    if not node:
        return "none"
    head, arguments = node[0], node[1:]
    if head in ("surd", "logsum") and len(arguments) == 2 and _is_list(arguments[1]):
        return _root_or_log(head, str(arguments[0]), arguments[1])
    if head in ("point", "tuple", "row", "family"):
        return "(" + ", ".join("–" if entry is None else _plain(entry) for entry in arguments) + ")"
    if head == "event":
        return "{" + ", ".join(_plain(entry) for entry in arguments) + "}"
    if head == "periodic" and len(arguments) == 2 and all(map(_is_list, arguments)) and arguments[1]:
        prefix, period = arguments
        return f"({', '.join(map(_plain, [*prefix, *period, *period, *(period if len(period) == 1 and not prefix else ())]))}, …)"
    if head == "universe" and len(arguments) == 2 and _is_list(arguments[1]):
        return f"data sets {', '.join(_plain(row) for row in arguments[1])} (neighbours: {label(_plain(arguments[0]))})"
    law = _law(head, arguments)
    if law is not None:
        return law
    if not isinstance(head, str) or not arguments or not re.fullmatch(r"[a-z_][a-z0-9_]*", head):
        return ", ".join(_nested(entry) for entry in node)
    if head == "var" and len(arguments) == 1:
        return symbol(str(arguments[0]))
    if head == "lambda" and len(arguments) == 2 and _is_list(arguments[0]):
        names = ", ".join(_plain(entry[0]) if _is_list(entry) and entry else _plain(entry) for entry in arguments[0])
        return f"{names} ↦ {_plain(arguments[1])}"
    if head == "if" and len(arguments) == 3:
        return f"{_plain(arguments[1])} where {_plain(arguments[0])}, else {_plain(arguments[2])}"
    if head == "compare" and len(arguments) == 3:
        return " ".join(_plain(entry) for entry in arguments)
    if head == "mul" and len(arguments) == 2 and arguments[0] == "-1":
        return f"−{_nested(arguments[1])}"
    if head == "pow" and len(arguments) == 2:
        return f"{_nested(arguments[0])}^{_nested(arguments[1])}"
    if head in INFIX:
        return INFIX[head].join(_nested(entry) for entry in arguments)
    if head not in FUNCTIONS and all(isinstance(entry, str) for entry in node):
        return ", ".join(_plain(entry) for entry in node)
    return f"{head}({', '.join(_plain(entry) for entry in arguments)})"


def _law(head: Any, arguments: Sequence[Any]) -> str | None:
    """A law, or a piecewise quadratic function or a sum of such, in words; None for other formulas."""
    if head == "law" and len(arguments) == 3:
        named = arguments[1] if _is_list(arguments[1]) else ()
        told = ", ".join(f"{symbol(str(pair[0]))} {_plain(pair[1])}" for pair in named if _is_list(pair) and len(pair) == 2)
        return f"{_plain(arguments[0])} distribution ({told})" if told else f"a distribution of kind {_plain(arguments[0])}"
    if head == "power_law" and len(arguments) == 4:
        location, scale, exponent, side = (_plain(untag(entry)) for entry in arguments)
        inner = "1 + ((x − location)/scale)²" if side == "both" else "1 + |x − location|/scale"
        power = f"−{_nested(exponent)}/2" if side == "both" else f"−{_nested(exponent)}"
        reach = {"right": ", x > location", "left": ", x < location"}.get(side, "")
        return f"distribution with density proportional to ({inner})^({power}){reach}, location {location}, scale {scale}"
    if head == "geometric_law" and len(arguments) == 3:
        start, step, ratio = (_nested(untag(entry)) for entry in arguments)
        return f"distribution with mass (1 − {ratio}) · {ratio}^k at {start} + {step} · k, k = 0, 1, ..."
    if head == "piecewise_quadratic" and len(arguments) == 4:
        return _piecewise(*arguments)
    if head == "ridge_sum" and len(arguments) == 2 and _is_list(arguments[1]):
        parts = [untag(part) for part in untag(arguments[1])]
        told = "; plus ".join(f"of {'x' if _plain(a) == '1' else f'⟨{_plain(a)}, x⟩'}: {_plain(profile)}" for a, profile in parts)
        return f"the function {told}" if parts else "the function 0"
    if head == "poisson_law" and len(arguments) == 1:
        return f"Poisson distribution with mean {_plain(untag(arguments[0]))}"
    if head == "sparse_law" and len(arguments) == 3:
        base, curve, slope = (_nested(untag(entry)) for entry in arguments)
        return f"mass exp(−{curve} · x²{'' if slope == '0' else f' − {slope} · x'}) at the powers x of {base}, the rest at 0"
    return None


def _piecewise(height: object, left: object, knots: Any, right: object) -> str:
    """A piecewise quadratic function of one number: its value at the first place, slopes at all places, second derivatives outside."""
    places = [[_plain(x) for x in untag(knot)] for knot in untag(knots)]
    slopes = ", ".join(f"slope {before} at {x}" if before == after else f"slopes {before} and {after} at {x}" for x, before, after in places)
    return f"value {_plain(height)} at {places[0][0]}; {slopes}; second derivative {_plain(left)} before and {_plain(right)} after"


def _root_or_log(head: str, first: str, pairs: Sequence[Any]) -> str:
    """Roots of primes (``c * p^e * ...``) and combinations of logarithms (``r + c * log p + ...``)."""
    if head == "surd":
        return "·".join([*([first] if first != "1" else []), *(f"{prime}^({exponent})" for prime, exponent in pairs)])
    terms = [*([first] if first != "0" else []), *(f"{'' if c == '1' else f'{c}·'}log {prime}" for prime, c in pairs)]
    return " + ".join(terms).replace("+ -", "− ")


def _nested(value: object) -> str:
    text = _plain(value)
    return f"({text})" if _is_list(value) and value[:1] != ["log"] and " " in text else text


def label(key: str) -> str:
    """A key of a stored record as words: ``smallest_noticed`` is "smallest noticed"."""
    return key.replace("_", " ")


def atoms(value: object) -> list[tuple[str, str]] | None:
    """Points and weights of a finite law in any of its stored forms; None for anything else."""
    found = _atoms(untag(value))
    return None if found is None else [(_plain(point), _plain(weight)) for point, weight in found]


def _atoms(value: Any) -> list[Sequence[Any]] | None:
    pairs: object = None
    if isinstance(value, Mapping):
        points = value.get("points", value.get("support"))
        weights = value.get("weights", value.get("probabilities"))
        if _is_list(points) and _is_list(weights) and len(points) == len(weights):
            pairs = list(zip(points, weights, strict=True))
        else:
            pairs = value.get("atoms")
    elif _is_list(value):
        rest: list[Any] = list(value)
        if rest[:1] == ["law"]:
            rest = rest[1:]
        if rest[:1] == ["finite"]:
            pairs = rest[1] if len(rest) == 2 else list(zip(*rest[1:3], strict=False)) if len(rest) == 3 else rest[1:]
    if not _is_list(pairs) or not pairs:
        return None
    entries = list(pairs)
    if not all(_is_list(entry) and len(entry) == 2 for entry in entries):
        return None
    return entries


def _is_list(value: object) -> TypeGuard[Sequence[Any]]:
    return isinstance(value, list | tuple)


def shown(name: str, value: Any) -> Shown:
    """The value of one name of an instance, ready to print."""
    value = untag(value)
    pairs = _atoms(value)
    if pairs is not None:
        law = [(_plain(point), _plain(weight)) for point, weight in pairs]
        rows = tuple((*told, decimal_of(weight)) for told, (_, weight) in zip(law, pairs, strict=True))
        text = f"a distribution on {_count(len(law), 'point')}"
        if len(law) <= 2:
            text = "the distribution with " + " and ".join(f"weight {weight} at {point}" for point, weight in law)
        return Shown(symbol(name), name, text, "", Table(("point", "weight", "decimal"), rows))
    composed = _composition(value)
    if composed is not None:
        return Shown(symbol(name), name, f"a composition of {_count(len(value[2]), 'step')}", "", composed)
    framework = _framework(value)
    if framework is not None:
        return Shown(symbol(name), name, f"a framework on {_count(len(value[1]), 'data set')}", "", framework)
    iterated = _iteration(value)
    if iterated is not None:
        return Shown(symbol(name), name, f"an iteration of {_count(len(value[2]), 'step')} from {_plain(value[1])}", "", iterated)
    pieces = _pieces(value)
    if pieces is not None:
        return Shown(symbol(name), name, plain(value), "", pieces)
    members = _members(value)
    if members is not None:
        return Shown(symbol(name), name, f"a table of {_count(len(members), 'entry', 'entries')}", "", _table(members))
    text = plain(value)
    return Shown(symbol(name), name, text, decimal_of(value), None)


def _pieces(value: Any) -> Table | None:
    """A law with density ``exp(c0 + c1 x + c2 x^2)`` on each piece, stored ``["law", kind, [...], pieces]``."""
    if not _is_list(value) or len(value) != 4 or value[0] != "law" or not _is_list(value[3]):
        return None
    if not value[3] or not all(_is_list(piece) and len(piece) == 5 for piece in value[3]):
        return None
    rows = []
    for low, high, *coefficients in value[3]:
        powers = zip(coefficients, ("", "·x", "·x²"), strict=True)
        terms = [f"{_nested(one)}{power}" for one, power in powers if one != "0"]
        rows.append((_plain(low), _plain(high), " + ".join(terms) or "0"))
    return Table(("from", "to", "logarithm of the density"), tuple(rows))


MOST_ROWS = 40
"""Rows of a table that a page shows; the rest is in the stored file."""


def _composition(value: Any) -> Table | None:
    """Mechanisms one after the other, stored ``["composition", coins, tables, ...]``: the output for each data set, earlier outputs and coin."""
    if not _is_list(value) or len(value) < 3 or value[0] != "composition" or not _is_list(value[1]) or not _is_list(value[2]):
        return None
    if not all(_is_list(step) and all(_is_list(row) and len(row) == 4 for row in step) for step in value[2]):
        return None
    coins = [atoms(coin) for coin in value[1]]
    rows = [(str(k), *(_outcome(entry) for entry in row)) for k, step in enumerate(value[2], 1) for row in step]
    tossed = [
        f"coin{'' if len(coins) == 1 else f' of step {k}'}: " + ", ".join(f"{point} with weight {weight}" for point, weight in coin)
        for k, coin in enumerate(coins, 1) if coin is not None and len(coin) > 1
    ]
    if len(coins) == 1 < len(value[2]) and tossed:
        tossed.append("one coin for all steps")
    head: tuple[str, ...] = ("step", "data set", "earlier outputs", "coin", "output")
    drop = {column for column, useless in ((0, len(value[2]) == 1), (2, len(value[2]) == 1), (3, not tossed)) if useless}
    kept = [tuple(cell for column, cell in enumerate(row) if column not in drop) for row in rows]
    return cut(Table(tuple(cell for column, cell in enumerate(head) if column not in drop), tuple(kept), "; ".join(tossed)))


def _framework(value: Any) -> Table | None:
    """A Pufferfish framework, stored ``["pufferfish", data, priors, secrets, pairs]``: weight of each data set under each prior, and the secrets it lies in."""
    if not _is_list(value) or len(value) != 5 or value[0] != "pufferfish" or not all(_is_list(part) for part in value[1:]):
        return None
    priors = [dict(atoms(prior) or ()) for prior in value[2]]
    secrets = [[_plain(x) for x in secret[1:]] for secret in value[3]]
    rows = []
    for data in map(_plain, value[1]):
        inside = ", ".join(str(k) for k, secret in enumerate(secrets, 1) if data in secret)
        rows.append((data, *(prior.get(data, "0") for prior in priors), inside or "none"))
    pairs = ", ".join(_plain(pair) for pair in value[4])
    head = ("data set", *(f"prior {k}" if len(priors) > 1 else "prior" for k in range(1, len(priors) + 1)), "secrets")
    return cut(Table(head, tuple(rows), f"pairs of secrets: {pairs}"))


def _iteration(value: Any) -> Table | None:
    """A noisy iteration, stored ``["iteration", start, ((maps by record, noise), ...)]``: the map for each step and record, and the noise of the step."""
    if not _is_list(value) or len(value) != 3 or value[0] != "iteration" or not _is_list(value[2]):
        return None
    if not all(_is_list(step) and len(step) == 2 and _is_list(step[0]) and all(_is_list(entry) and len(entry) == 2 for entry in step[0]) for step in value[2]):
        return None
    rows = [(str(k), _plain(record), _polyline(line), _plain(noise)) for k, (maps, noise) in enumerate(value[2], 1) for record, line in maps]
    return cut(Table(("step", "record", "map", "noise"), tuple(rows)))


def _polyline(value: Any) -> str:
    """A piecewise linear map in words: one line, or its nodes and outer slopes."""
    if not _is_list(value) or len(value) != 4 or not _is_list(value[2]):
        return _plain(value)
    left, nodes, right = _plain(value[1]), [(_plain(x), _plain(y)) for x, y in value[2]], _plain(value[3])
    if len(nodes) == 1 and left == right and nodes[0][0] == "0":
        return nodes[0][1] if left == "0" else f"{'' if left == '1' else left + '·'}w" + (f" + {nodes[0][1]}" if nodes[0][1] != "0" else "")
    return f"through {', '.join(f'({x}, {y})' for x, y in nodes)}, slope {left} before and {right} after"


def _outcome(entry: object) -> str:
    return "none" if entry in (["point"], ("point",)) else _plain(entry)


def cut(table: Table) -> Table:
    """A table with at most `MOST_ROWS` rows, which says what was left out."""
    more = len(table.rows) - MOST_ROWS
    if more <= 0:
        return table
    note = "; ".join(text for text in (table.note, f"{more} more rows in the stored file") if text)
    return Table(table.head, table.rows[:MOST_ROWS], note)


CALL = re.compile(r"([\w.-]+)\((.*)\)")


def fields(record: Mapping[str, Any]) -> Table:
    """Measured numbers ``name(argument=value, ...)`` as a table with a column for each argument that varies."""
    calls = []
    for key, entry in record.items():
        match = CALL.fullmatch(str(key))
        pairs = [pair.partition("=") for pair in match[2].split(", ")] if match else []
        calls.append((match[1] if match else str(key), {a.strip(): b for a, _, b in pairs}, shorten(plain(entry))))
    names = list(dict.fromkeys(name for _, given, _ in calls for name in given))
    fixed = [name for name in names if len({given.get(name) for _, given, _ in calls}) == 1 and len(calls) > 1]
    shown_ = [name for name in names if name not in fixed]
    rows = tuple((name, *(given.get(argument, "–") for argument in shown_), number) for name, given, number in calls)
    note = ", ".join(f"{name} = {calls[0][1][name]}" for name in fixed)
    return cut(Table(("field", *(label(name) for name in shown_), "value"), rows, f"in every row: {note}" if note else ""))


def instances(entries: Sequence[Mapping[str, Any]]) -> Table:
    """Instances with the numbers found at them, one a row."""
    rows = []
    heads = [key for key in dict.fromkeys(key for entry in entries for key in entry) if key not in ("instance", "at")]
    for entry in entries:
        place = entry.get("instance", entry.get("at"))
        told = ", ".join(f"{symbol(str(k))} = {plain(v)}" for k, v in place.items()) if isinstance(place, Mapping) else ""
        rows.append((told or "everywhere", *(shorten(plain(entry.get(key, "–")), 12) for key in heads)))
    names = {"lhs": "left side", "rhs": "right side"}
    return cut(Table(("at", *(names.get(key, label(key)) for key in heads)), tuple(rows)))


def bracket(text: str) -> str:
    """An enclosure ``[low, high]`` in words; any other text cut like a number."""
    match = re.fullmatch(r"\[([^,\[\]]+), ([^,\[\]]+)\]", text)
    if match is None:
        return shorten(text)
    low, high = match[1].strip(), match[2].strip()
    if low in ("-oo", "−∞"):
        return "any number" if high in ("oo", "∞") else f"at most {shorten(high)}"
    return f"at least {shorten(low)}" if high in ("oo", "∞") else f"between {shorten(low)} and {shorten(high)}"


def lettered(text: str) -> str:
    """A line of plain text with the names in it as a mathematician writes them."""
    return re.sub(r"(?<![\w.])[A-Za-z]+(?:_\w+|_(?![({]))?", lambda match: symbol(match[0]) if match[0].partition("_")[0] in GREEK or match[0].endswith("_") else match[0], text)


def _members(value: object) -> list[tuple[str, object]] | None:
    """Entries of a kernel, map or family: a mapping, or a list ``[kind, [[key, value], ...]]``."""
    if isinstance(value, Mapping) and value:
        inner = next((value[key] for key in ("table", "rows", "entries", "members") if key in value), None)
        if isinstance(inner, Mapping | Sequence) and not isinstance(inner, str):
            value = inner
        if isinstance(value, Mapping):
            return [(symbol(str(key)), entry) for key, entry in value.items()]
    if _is_list(value):
        entries: list[Any] = list(value)
        if entries[:1] == ["family"] and len(entries) > 1:
            return [(str(position), entry) for position, entry in enumerate(entries[1:], 1)]
        if len(entries) == 2 and entries[0] == "table" and _is_list(entries[1]):
            pairs = list(entries[1])
            return (
                [(_plain(pair[0]), pair[1]) for pair in pairs]
                if all(_is_list(p) and len(p) == 2 for p in pairs)
                else None
            )
        if len(entries) == 2 and isinstance(entries[0], str) and _is_list(entries[1]):
            entries = list(entries[1])
        if entries and all(_is_list(entry) and len(entry) == 2 and not isinstance(entry[1], str) for entry in entries):
            if all(isinstance(entry[0], str) and re.fullmatch(r"[a-z_]{3,}", entry[0]) for entry in entries):
                return None  # a formula, not a table
            return [(_plain(entry[0]), entry[1]) for entry in entries]
    return None


def _table(members: Sequence[tuple[str, object]]) -> Table:
    if any(atoms(entry) is not None for _, entry in members):
        rows = []
        for key, entry in members:
            law = atoms(entry) or [(plain(entry), "")]
            rows += [(key if first == 0 else "", *pair) for first, pair in enumerate(law)]
        return Table(("input", "point", "weight"), tuple(rows))
    return Table(("entry", "value"), tuple((key, plain(entry)) for key, entry in members))


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def joined(words: Sequence[str], last: str = "or") -> str:
    """``a``, ``a or b``, ``a, b or c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else ""
