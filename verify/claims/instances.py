"""Values of the names of a claim, for instances worth trying first: one constructor for each kind of object, and what may stand for a member of a set.

Numbers, tuples (points, rows of a matrix), laws of ``mechanisms`` and the laws ``finite_law``, ``mixture``, ``product``, ... stand for themselves; functions are
``Lambda``, iterations ``iteration``. An instance mentions no names. That a value lies in its set is for the evaluator to say: one that does not is passed over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from verify.claims.nodes import BINDERS, Argument, ClaimError, Node, free_names, literal, number, term, walk
from verify.claims.sets import ADD_OR_REMOVE_ONE, REPLACE_ONE, stated
from verify.claims.show import text
from verify.claims.typed import shortened

# --- constructors ----------------------------------------------------------------------------------------------------


def kernel(outputs: Mapping[Any, Any]) -> Node:
    """A kernel on finitely many inputs, ``{input: law}``: ``kernel({0: finite_law({1: 1}), 1: Laplace(0, scale=2)})``."""
    node = mapping(outputs)
    for input, law in node.args[0]:  # type: ignore[misc, str-unpack, union-attr]
        if isinstance(law, Node) and law.head not in LAWS:
            raise ClaimError(f"kernel: outputs must be distributions, got {_head(law)} for the input {_text(input)}; a map to points is mapping({{input: output}})")
    return node


def mapping(outputs: Mapping[Any, Any]) -> Node:
    """A map on finitely many inputs, ``{input: output}``: ``mapping({(0, 1): 1, (1, 1): 2})``."""
    if not isinstance(outputs, Mapping) or not outputs:
        raise ClaimError(f"mapping: a table {{input: output}} with at least one entry is expected, got {shortened(repr(outputs))}; name the inputs")
    return Node("table", tuple((term(x), term(y)) for x, y in outputs.items()))


def family(*members: Any) -> Node:
    """The family with these members, counted from 1."""
    return Node("family", *(term(member) for member in members))


def event(*points: Any) -> Node:
    """The set of these points of a space."""
    return Node("event", *(term(point) for point in points))


def indices(*members: Any) -> Node:
    """The set of these indices, a member of ``Subsets``."""
    return Node("set", *(term(member) for member in members))


def matrix(*rows: Iterable[Any]) -> Node:
    """The matrix with these rows: ``matrix((2, 1), (1, 2))``. Raises ClaimError for rows of different lengths."""
    made = [tuple(row) for row in rows]
    if not made or len({len(row) for row in made}) != 1 or not made[0]:
        raise ClaimError(f"matrix: rows must be of one length of at least 1, got lengths {', '.join(str(len(row)) for row in made) or 'none'}; complete them")
    return Node("point", *(term(row) for row in made))


def row(*records: Any) -> Node:
    """A data set: its records, ``None`` for one that is absent."""
    return Node("row", *(None if record is None else term(record) for record in records))


def universe(*data: Any, neighbours: Node = REPLACE_ONE) -> Node:
    """The universe of these data sets, each ``row(...)`` or a tuple of records: ``universe((0, 0), (0, 1), neighbours=REPLACE_ONE)``."""
    if neighbours not in (REPLACE_ONE, ADD_OR_REMOVE_ONE):
        raise ClaimError(f"universe: neighbours must be REPLACE_ONE or ADD_OR_REMOVE_ONE, got {_text(neighbours)}; name one")
    rows = tuple(_row("universe", one) for one in data)
    if not rows or len({len(one.args) for one in rows}) != 1:
        raise ClaimError(f"universe: data sets must be rows of one length, got lengths {', '.join(str(len(one.args)) for one in rows) or 'none'}; complete them")
    if neighbours == REPLACE_ONE and any(record is None for one in rows for record in one.args):
        raise ClaimError("universe: with REPLACE_ONE no record is absent, got None; write ADD_OR_REMOVE_ONE")
    return Node("universe", str(neighbours.args[0]), rows)


def _row(where: str, data: Any) -> Node:
    if isinstance(data, Node) and data.head == "row":
        return data
    if isinstance(data, Node | str) or not isinstance(data, Iterable):
        raise ClaimError(f"{where}: a data set must be row(...) or a tuple of records, got {_text(data)}; write row(0, 1)")
    return row(*data)


def composition(*mechanisms: Mapping[Any, Any], coins: Any, parts: Mapping[Any, Any] | None = None) -> Node:
    """Mechanisms run on one data set, as tables of their outputs.

    Parameters
    ----------
    mechanisms
        For each mechanism ``{(data, coin): output}``, or ``{(data, past, coin): output}`` where it sees the earlier outputs ``past``, a tuple.
    coins
        A tuple of finite laws, one for each mechanism (independent coins) or one alone (one coin for all).
    parts
        For mechanisms that run on parts: ``{data: (part of mechanism 1, ...)}``.

    Raises
    ------
    ClaimError
        Where a table has another form, or the numbers of coins, parts and mechanisms do not fit.
    """
    tosses = tuple(term(coin) for coin in (coins if isinstance(coins, tuple | list) else (coins,)))
    if not mechanisms or len(tosses) not in (1, len(mechanisms)):
        raise ClaimError(f"composition: coins must be one distribution for each mechanism, or one alone, got {len(tosses)} for {len(mechanisms)} mechanisms; complete them")
    tables: list[Argument] = []
    for k, table in enumerate(mechanisms, 1):
        entries: list[Argument] = []
        for key, output in table.items():
            if not isinstance(key, tuple) or len(key) not in (2, 3):
                raise ClaimError(f"composition: mechanism {k} must be a table {{(data, coin): output}} or {{(data, past, coin): output}}, got the key {shortened(repr(key))}")
            past = key[1] if len(key) == 3 else ()
            entries.append((_row("composition", key[0]), Node("point", *(term(x) for x in past)), term(key[-1]), term(output)))
        tables.append(tuple(entries))
    return Node("composition", tosses, tuple(tables), None if parts is None else _parts(parts, len(mechanisms)))


def _parts(parts: Mapping[Any, Any], count: int) -> tuple[Argument, ...]:
    found: list[Argument] = []
    for data, pieces in parts.items():
        if len(tuple(pieces)) != count:
            raise ClaimError(f"composition: parts must name one part for each of {count} mechanisms, got {len(tuple(pieces))}; complete them")
        found.append((_row("composition", data), tuple(_row("composition", piece) for piece in pieces)))
    return tuple(found)


def framework(data: Iterable[Any], priors: Iterable[Any], secrets: Iterable[Any], pairs: Iterable[tuple[int, int]]) -> Node:
    """A Pufferfish framework: data sets, finite distributions on them, secrets as events, and ordered pairs of secrets, counted from 1.

    Raises
    ------
    ClaimError
        Where something is missing, or a pair names a secret that is not there.
    """
    points, laws, events = (tuple(term(x) for x in part) for part in (data, priors, secrets))
    chosen = tuple(tuple(pair) for pair in pairs)
    for name, part in (("data", points), ("priors", laws), ("secrets", events), ("pairs", chosen)):
        if not part:
            raise ClaimError(f"framework: {name} must not be empty, got none; name at least one")
    for pair in chosen:
        if len(pair) != 2 or not all(isinstance(k, int) and 1 <= k <= len(events) for k in pair):
            raise ClaimError(f"framework: pairs must be two numbers of secrets from 1 to {len(events)}, got {shortened(repr(pair))}; correct it")
    for secret in events:
        if secret.head != "event":
            raise ClaimError(f"framework: secrets must be events, got {_head(secret)}; write event(data set, ...)")
    return Node("pufferfish", points, laws, events, tuple(Node("point", number(i), number(j)) for i, j in chosen))


# --- what may stand for a member ---------------------------------------------------------------------------------------

LAWS = frozenset({
    "law", "power_law", "geometric_law", "sparse_law", "binomial_law", "poisson_law", "finite", "mixture", "translate", "product", "convolve", "iid", "independent", "push", "then", "marginal", "decoupled", "conditional", "coordinate_sum", "swap",
    "indicator_law", "joint", "step", "given_event", "prior", "drawn", "normal_vector", "affine", "iterate_law", "image_law", "noise_law", "apply",
})
"""Heads of laws."""
POINTS = frozenset({"point", "coordinates", "select", "prefix"})
OBJECTS = LAWS | POINTS | {
    "table", "family", "event", "set", "row", "universe", "composition", "pufferfish", "classical", "polyline", "iteration", "lambda", "periodic", "outputs", "preimage", "secret", "part", "ridge_sum", "piecewise_quadratic"}
NUMBERS = frozenset({
    "num", "pi", "add", "mul", "pow", "exp", "log", "abs", "max", "min", "erf", "erfc", "floor", "ceiling", "gamma", "hyp1f1", "hyp2f1", "normal_cdf", "normal_quantile", "mills",
    "log_gamma", "digamma", "gamma_p", "gamma_q", "beta_incomplete", "binomial", "legendre_p", "bessel_i", "bessel_k", "lambert_w", "polylog", "sinh", "cosh", "tanh",
    "sin", "cos", "tan", "cot", "sin_pi", "cos_pi", "tan_pi", "cot_pi", "asin", "acos", "atan", "atan2", "asinh", "acosh", "atanh", "cbrt", "beta", "dilog",
    "expm1_over", "log1p_over", "gaussian_profile", "gaussian_level", "if", "norm", "inverse_form", "item", "size", "sup", "inf", "sum", "prod", "recursion", "order_statistic", "smallest_eigenvalue", "largest_eigenvalue", "operator_norm", "frobenius_norm", "trace", "determinant",
})
"""Heads of numbers that an instance may be written with."""
INSIDE = frozenset({"var", "interval", "integers", "one_of", "word_", "compare", "all", "any", "not"})
"""Heads that stand only inside such formulas."""
_POINT = POINTS | NUMBERS
_KINDS: dict[str, tuple[frozenset[str], str]] = {
    **dict.fromkeys(("interval", "integers", "labels"), (NUMBERS, "a number")),
    **dict.fromkeys(("laws", "couplings", "martingale_differences"), (LAWS, "a distribution, such as finite_law({0: 1}) or Laplace(0, scale=1)")),
    "normal_laws": (LAWS, "a normal distribution, normal_vector(mean, covariance)"),
    "kernels": (frozenset({"table", "outputs"}), "kernel({input: law})"),
    "maps": (frozenset({"table", "polyline", "lambda"}), "mapping({input: output})"),
    "functions": (frozenset({"lambda"}), "Lambda({x: interval}, value)"),
    "events": (frozenset({"event", "set", "preimage", "secret"}), "event(point, ...)"),
    "families": (frozenset({"family"}), "family(member, ...)"),
    "subsets": (frozenset({"set", "event"}), "indices(1, ...)"),
    "sequences": (_POINT | {"lambda", "periodic"}, "a number, a tuple of numbers, or of an infinite sequence periodic(...) or Lambda({t: integers(1)}, value)"),
    **dict.fromkeys(("points", "pasts", "permutations", "euclid", "product_space"), (_POINT, "a number or a tuple of numbers")),
    "covariances": (_POINT, "a number or matrix((...), ...)"),
    "universes": (frozenset({"universe"}), "universe(row, ..., neighbours=...)"),
    **dict.fromkeys(("data_sets", "neighbours", "part_neighbours"), (_POINT | {"row"}, "row(record, ...)")),
    **dict.fromkeys(("situations", "secret_pairs"), (NUMBERS, "the number of a prior or secret")),
    "compositions": (frozenset({"composition"}), "composition({(data, coin): output}, ..., coins=...)"),
    "frameworks": (frozenset({"pufferfish", "classical"}), "framework(data, priors, secrets, pairs)"),
    "iterations": (frozenset({"iteration"}), "iteration(start, ({record: map}, noise), ...)"),
    "function_class": (frozenset({"ridge_sum"}), "ridge_sum(dimension, (direction, profile), ...)"),
    **dict.fromkeys(("minimisers", "subdifferential"), (_POINT, "a number or a tuple of numbers")),
}
"""For each kind of set the heads of its members, and how one is written."""


def misfit(value: Any, where: Node | None = None) -> str | None:
    """Why a value cannot be a member of a set, in words such as ``must be a number, got a law``; None where nothing speaks against it."""
    try:
        node = term(value)
    except (ClaimError, ValueError, TypeError, ArithmeticError) as error:
        return f"must be exact and written in the claim language: {shortened(error, 160)}"
    if free_names(node):
        return f"must mention no names, got {', '.join(sorted(free_names(node)))}"
    return _malformed(node) or (None if where is None else _refused(node, where))


def _refused(node: Node, where: Node) -> str | None:
    where = stated(where)
    if where.head == "reading":
        options = [entry[1] for entry in where.args[1] if isinstance(entry[1], Node)]  # type: ignore[union-attr, index]
        reasons = [_refused(node, option) for option in options]
        return reasons[0] if reasons and None not in reasons else None
    if where.head == "equals":
        return _refused(node, where.args[1]) if isinstance(where.args[1], Node) else None
    if where.head == "one_of":
        value = literal(node)
        known = [literal(one) for one in where.args if isinstance(one, Node)]
        return f"must be one of {', '.join(map(str, known))}, got {_text(node)}" if value is not None and None not in known and value not in known else None
    kind = _KINDS.get(where.head)
    if kind is None:
        return None
    if node.head not in kind[0]:
        return f"must be {kind[1]}, got {_head(node)}"
    if where.head == "families" and isinstance(where.args[1], Node):
        return next((f"member {k} {told}" for k, one in enumerate(node.args, 1) if isinstance(one, Node) and (told := _refused(one, where.args[1]))), None)
    return _outside(node, where)


def _outside(node: Node, where: Node) -> str | None:
    """A literal number beyond the literal ends of its range."""
    value = literal(node)
    if value is None or where.head not in ("interval", "integers"):
        return None
    low, high = (literal(end) if isinstance(end, Node) else None for end in where.args[:2])
    left, right = where.args[2:] if where.head == "interval" else ("closed", "closed")
    if where.head == "integers" and value.denominator != 1:
        return f"must be a whole number, got {value}"
    if (low is not None and (value < low or (value == low and left == "open"))) or (high is not None and (value > high or (value == high and right == "open"))):
        return f"must lie in {text(where)}, got {_text(node)}"
    return None


def _malformed(node: Node) -> str | None:
    for one in walk(node):
        if one.head not in OBJECTS | NUMBERS | INSIDE:
            return f"must be written in the claim language, got the unknown word {shortened(one.head)!r}"
        if one.head in BINDERS and not _is_binding(one.args):
            return f"must have names with their sets in {one.head}, got another form"
        if one.head in _FORMS and not _FORMS[one.head](one.args):
            return f"must have the form {_WRITTEN[one.head]}, got {shortened(repr(one))}"
        if one.head in _PLAIN and not (one.args and all(isinstance(argument, Node) for argument in one.args)):
            return f"must have the form {one.head}(value, ...), got {shortened(repr(one))}"
    return None


def _is_binding(arguments: tuple[Argument, ...]) -> bool:
    return len(arguments) >= 2 and isinstance(arguments[0], tuple) and all(isinstance(entry, tuple) and len(entry) == 2 for entry in arguments[0])


def _nodes(part: Any, length: int | None = None) -> bool:
    return isinstance(part, tuple) and all(isinstance(one, Node) for one in part) and (length is None or len(part) == length)


def _pairs(part: Any) -> bool:
    return isinstance(part, tuple) and bool(part) and all(_nodes(entry, 2) for entry in part)


def _is_composition(arguments: tuple[Argument, ...]) -> bool:
    if len(arguments) != 3:
        return False
    coins, tables, parts = arguments
    return (_nodes(coins) and isinstance(tables, tuple) and bool(tables) and all(isinstance(table, tuple) and all(_nodes(entry, 4) for entry in table) for table in tables)
            and len(tuple(coins or ())) in (1, len(tables))
            and (parts is None or (isinstance(parts, tuple) and all(isinstance(e, tuple) and len(e) == 2 and isinstance(e[0], Node) and _nodes(e[1], len(tables)) for e in parts))))


def _is_iteration(arguments: tuple[Argument, ...]) -> bool:
    return len(arguments) == 2 and isinstance(arguments[0], Node) and isinstance(arguments[1], tuple) and bool(arguments[1]) and all(
        isinstance(entry, tuple) and len(entry) == 2 and _pairs(entry[0]) and isinstance(entry[1], Node) for entry in arguments[1])


def _is_universe(arguments: tuple[Argument, ...]) -> bool:
    return (len(arguments) == 2 and arguments[0] in ("replace-one", "add-or-remove-one") and _nodes(arguments[1]) and bool(arguments[1])
            and len({len(one.args) for one in arguments[1] if isinstance(one, Node) and one.head == "row"}) == 1)  # type: ignore[union-attr]


_FORMS: dict[str, Callable[[Any], bool]] = {
    "table": lambda a: len(a) == 1 and _pairs(a[0]), "finite": lambda a: len(a) == 1 and _pairs(a[0]), "mixture": lambda a: len(a) == 1 and _pairs(a[0]),
    "family": _nodes, "event": _nodes, "set": _nodes, "point": _nodes, "row": lambda a: all(one is None or isinstance(one, Node) for one in a),
    "universe": _is_universe, "composition": _is_composition, "iteration": _is_iteration, "pufferfish": lambda a: len(a) == 4 and all(_nodes(part) and part for part in a),
    "polyline": lambda a: len(a) == 3 and isinstance(a[0], Node) and _pairs(a[1]) and isinstance(a[2], Node), "num": lambda a: len(a) == 1 and isinstance(a[0], str),
    "normal_vector": lambda a: _nodes(a, 2), "translate": lambda a: _nodes(a, 2), "pow": lambda a: _nodes(a, 2), "power_law": lambda a: len(a) == 4 and _nodes(a[:3]),
    "geometric_law": lambda a: _nodes(a, 3), "binomial_law": lambda a: _nodes(a, 2), "poisson_law": lambda a: _nodes(a, 1), "sparse_law": lambda a: _nodes(a, 3),
    "law": lambda a: len(a) == 3 and isinstance(a[0], str) and isinstance(a[2], tuple) and all(_nodes(piece, 5) for piece in a[2]),
    "lambda": lambda a: len(a) == 2 and isinstance(a[0], tuple) and len(a[0]) == 1 and isinstance(a[1], Node),
    "ridge_sum": lambda a: len(a) == 2 and isinstance(a[0], Node) and isinstance(a[1], tuple) and all(_nodes(part, 2) for part in a[1]),
    "piecewise_quadratic": lambda a: len(a) == 4 and all(isinstance(a[k], Node) for k in (0, 1, 3)) and isinstance(a[2], tuple) and bool(a[2]) and all(_nodes(knot, 3) for knot in a[2]),
    "periodic": lambda a: len(a) == 2 and _nodes(a[0]) and _nodes(a[1]) and bool(a[1]),
}
_WRITTEN = {
    "periodic": "periodic(term, ..., then=(term, ...))",
    "table": "kernel({input: law}) or mapping({input: output})", "finite": "finite_law({point: weight})", "mixture": "mixture((weight, law), ...)", "family": "family(member, ...)",
    "event": "event(point, ...)", "set": "indices(1, ...)", "point": "(number, ...)", "row": "row(record, ...)", "universe": "universe(row, ..., neighbours=...)",
    "composition": "composition({(data, coin): output}, ..., coins=...)", "iteration": "iteration(start, ({record: map}, noise), ...)",
    "pufferfish": "framework(data, priors, secrets, pairs)", "polyline": "polyline({x: y}, left, right)", "num": "number(...)", "normal_vector": "normal_vector(mean, covariance)",
    "translate": "translate(law, shift)", "pow": "a ** b", "power_law": "Cauchy(...), ...", "geometric_law": "geometric_law(start, step, ratio)", "binomial_law": "Binomial(trials, probability)", "poisson_law": "Poisson(rate)", "sparse_law": "sparse_law(base, curve, slope)", "law": "Laplace(...), ...", "lambda": "Lambda({x: interval}, value)",
    "ridge_sum": "ridge_sum(dimension, (direction, profile), ...)", "piecewise_quadratic": "piecewise_quadratic({place: slope}, ...)",
}
_PLAIN = frozenset({"add", "mul", "exp", "log", "abs", "max", "min", "erf", "erfc", "gamma", "product", "convolve"})


def _text(value: Any) -> str:
    try:
        return shortened(text(value)) if isinstance(value, Node) else shortened(repr(value))
    except Exception:  # what is malformed cannot be shown as a formula
        return shortened(repr(value))


def _head(node: Node) -> str:
    """A value for a message, by its kind."""
    kind = "a distribution" if node.head in LAWS else "a number" if node.head in NUMBERS else "a point" if node.head in POINTS else f"a {node.head}"
    return f"{kind}, {_text(node)}"


__all__ = ["composition", "event", "family", "framework", "indices", "kernel", "mapping", "matrix", "misfit", "row", "universe"]
