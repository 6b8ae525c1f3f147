"""Sets: where the names of a claim range. A set is a formula too, so it may mention names bound before it."""

from __future__ import annotations

from typing import Any

from verify.claims import options
from verify.claims.nodes import ClaimError, Node, literal, number, term

OPEN = ("", "left", "right", "both")
NUMBERS = frozenset({"interval", "integers", "one_of", "equals", "unstated"})
"""Heads of sets of numbers."""


def word(text: str) -> Node:
    """A literal word, where an option of a reading is a word and not a formula."""
    return Node("word_", options.text("word", "the word", text))


def between(a: Any, b: Any, open: str = "") -> Node:
    """Real numbers from a to b. ``open`` names the ends that are left out: ``left``, ``right``, ``both`` or none."""
    if open not in OPEN:
        raise ClaimError(f"between: open must be one of 'left', 'right', 'both', '', got {open!r}")
    left = "open" if open in ("left", "both") else "closed"
    right = "open" if open in ("right", "both") else "closed"
    return Node("interval", _end(a), _end(b), left, right)


COMPUTED = frozenset({"add", "mul", "pow", "abs", "max", "min", "exp", "log"})
MINUS_OO = -number("oo")


def _end(a: Any) -> Node:
    """An end of a range. An infinite one is ``oo`` or ``-oo`` by itself, so that every reader sees whether a range reaches infinity. Raises ClaimError."""
    end = term(a)
    if end == MINUS_OO:
        return number("-oo")
    if end.head in COMPUTED and _holds_infinity(end):
        raise ClaimError("a range whose end is computed with oo: write oo or -oo by itself, or leave it out of the term")
    return end


def _holds_infinity(end: Node) -> bool:
    return (end.head == "num" and literal(end) is None) or (end.head in COMPUTED and any(isinstance(part, Node) and _holds_infinity(part) for part in end.args))


def above(a: Any) -> Node:
    """The numbers x > a."""
    return Node("interval", _end(a), number("oo"), "open", "open")


def at_least(a: Any) -> Node:
    """The numbers x >= a."""
    return Node("interval", _end(a), number("oo"), "closed", "open")


def below(b: Any) -> Node:
    """The numbers x < b."""
    return Node("interval", number("-oo"), _end(b), "open", "open")


def at_most(b: Any) -> Node:
    """The numbers x <= b."""
    return Node("interval", number("-oo"), _end(b), "open", "closed")


REALS = Node("interval", number("-oo"), number("oo"), "open", "open")


def integers(a: Any, b: Any = None) -> Node:
    """Integers from a to b, both included where finite; b is infinite by default."""
    return Node("integers", _end(a), number("oo") if b is None else _end(b))


def upto(n: Any) -> Node:
    """The indices 1, ..., n."""
    return Node("integers", number(1), _end(n))


def one_of(*values: Any) -> Node:
    """Finitely many values. Numbers are given as integers, fractions or exact decimals in quotes."""
    return Node("one_of", *(number(v) if isinstance(v, str) else term(v) for v in values))


def equals(value: Any, within: Node) -> Node:
    """A defined name: it has this value, and the value must lie in ``within``."""
    return Node("equals", term(value), options.set_of("equals", "within", within))


def unstated(of: Node) -> Node:
    """Marks a range that the source does not state; it must be the largest on which both sides have values."""
    return Node("unstated", options.set_of("unstated", "the range", of))


def stated(where: Node) -> Node:
    """A set without the mark that the source does not state it."""
    while where.head == "unstated" and isinstance(where.args[0], Node):
        where = where.args[0]
    return where


# --- spaces ----------------------------------------------------------------------------------------------------------


def Euclid(dimension: Any, norm: Any) -> Node:
    """R^dimension with the l_norm distance; the norm is never implied."""
    return Node("euclid", options.whole("Euclid", "dimension", term(dimension)), options.at_least("Euclid", "norm", term(norm), 1))


LINE = Node("euclid", number(1), number(1))
"""The real line, where all norms agree."""


def Labels(k: Any) -> Node:
    """k >= 1 unrelated points, the indices 1, ..., k; a transport distance takes them as the numbers they are."""
    size = literal(term(k))
    if size is not None and not (size >= 1 and size.denominator == 1):
        raise ClaimError(f"Labels: k must be a whole number >= 1, got k={size}; a space without points has no distributions")
    return Node("labels", term(k))


def Product(*spaces: Any, norm: Any = None) -> Node:
    """Pairs, triples, ... of points of the spaces; ``norm`` is that of the distance, where there is one."""
    return Node("product_space", tuple(options.set_of("Product", "a space", s) for s in spaces), None if norm is None else term(norm))


def Sequences(length: Any, of: Any) -> Node:
    """Points whose ``length`` coordinates, called records, lie in one space or set; a single record is itself.

    ``Sequences(oo, of)``: infinite sequences, with terms ``g[t]`` for t = 1, 2, ...; they are never single records.
    """
    known = literal(term(length))
    if known is not None and not (known >= 1 and known.denominator == 1):
        raise ClaimError(f"Sequences: length must be a whole number >= 1, got length={known}; a sequence has at least one record")
    return Node("sequences", term(length), term(of))


# --- laws and kernels ------------------------------------------------------------------------------------------------


def Laws(on: Any, moments: Any = None, density: bool = False, support: Any = None) -> Node:
    """All probability distributions on a space.

    ``moments``: a number or formula, the order up to which absolute moments are finite; ``None`` puts no condition. It may be a reading whose
    options are formulas or the word ``any``. ``density=True``: laws with a density. ``support``: a space or set the laws live on.
    """
    order = word("any") if moments is None else options.at_least("Laws", "moments", term(moments), 0)
    return Node("laws", options.set_of("Laws", "on", on), order, word("density" if options.flag("Laws", "density", density) else "any"),
                None if support is None else options.set_of("Laws", "support", support))


def Couplings(first: Any, second: Any) -> Node:
    """Joint distributions with the two given marginals."""
    return Node("couplings", term(first), term(second))


def Kernels(source: Any, target: Any, deterministic: bool = False) -> Node:
    """Randomised maps from a space, a set of points or a universe of data sets to distributions on the target."""
    return Node("kernels", options.set_of("Kernels", "source", source), options.set_of("Kernels", "target", target),
                word("deterministic" if options.flag("Kernels", "deterministic", deterministic) else "randomised"))


def Maps(source: Any, target: Any, lipschitz: Any = None) -> Node:
    """Functions from a space, a set of points or a universe of data sets, optionally with a Lipschitz constant."""
    return Node("maps", options.set_of("Maps", "source", source), options.set_of("Maps", "target", target),
                None if lipschitz is None else options.at_least("Maps", "lipschitz", term(lipschitz), 0))


def Functions(source: Node, target: Node, monotone: str = "any") -> Node:
    """Functions from an interval to an interval; ``f(x)`` is the value. ``monotone``: ``falling`` (non-increasing), ``rising`` (non-decreasing) or ``any``."""
    if monotone not in ("falling", "rising", "any"):
        raise ClaimError(f"Functions: monotone must be 'falling', 'rising' or 'any', got {monotone!r}")
    for name, where in (("source", source), ("target", target)):
        if not isinstance(where, Node) or where.head != "interval":
            raise ClaimError(f"Functions: {name} must be an interval, got {options.said(where)}; use between, at_least, ...")
    return Node("functions", source, target, word(monotone))


def Events(on: Any) -> Node:
    """Measurable subsets of a space; for a finite distribution, all subsets of the points that carry mass."""
    return Node("events", term(on))


def Families(index: Node, of: Node) -> Node:
    """Families M[i] of members of a set, i in the index; the set may mention nothing of i."""
    return Node("families", options.set_of("Families", "index", index), options.set_of("Families", "of", of))


def Subsets(of: Node, containing: Any = None) -> Node:
    """The subsets of a finite set, or those that contain a member."""
    return Node("subsets", options.set_of("Subsets", "of", of), None if containing is None else term(containing))


def Points(space: Any) -> Node:
    """The points of a space."""
    return Node("points", options.set_of("Points", "the space", space))


def Permutations(n: Any) -> Node:
    """The orders of 1, ..., n, as points."""
    return Node("permutations", options.whole("Permutations", "n", term(n), 0))


def MartingaleDifferences(steps: Any, each: Node) -> Node:
    """Distributions, on finitely many paths, of points whose coordinates have mean 0 given the earlier ones and lie in a set such as ``between(-1, 1)``; for one step, on numbers.

    The sums of the first coordinates are a martingale. The set may not depend on the path.
    """
    return Node("martingale_differences", options.whole("MartingaleDifferences", "steps", term(steps)), options.set_of("MartingaleDifferences", "each", each))


# --- data sets and compositions -----------------------------------------------------------------------------------------

REPLACE_ONE = word("replace-one")
ADD_OR_REMOVE_ONE = word("add-or-remove-one")
INDEPENDENT = word("independent")
SHARED = word("shared")
BY_POSITION = word("by-position")
BY_VALUE = word("by-value")
BY_THE_WHOLE = word("by-the-whole")
YES = word("yes")
NO = word("no")


def Universes(neighbours: Any, size: Any = None) -> Node:
    """Sets of data sets with a neighbouring relation: a data set is a row of records; records and size are arbitrary.

    ``neighbours`` is ``REPLACE_ONE`` or ``ADD_OR_REMOVE_ONE`` (or a reading of them); an absent record is allowed only in the second.
    """
    _stated("Universes", "neighbours", neighbours, (REPLACE_ONE, ADD_OR_REMOVE_ONE))
    return Node("universes", neighbours, None if size is None else options.whole("Universes", "size", term(size)))


def _stated(where: str, name: str, choice: Any, allowed: tuple[Node, ...]) -> None:
    """Refuse an assumption that is left unstated, or is none that is known; a reading says it in each of its options."""
    known = ", ".join(str(option.args[0]) for option in allowed)
    entries: Any = choice.args[1] if isinstance(choice, Node) and choice.head == "reading" else (("", choice),)
    for _, option in entries:
        if isinstance(option, Node) and option.head == "reading":
            _stated(where, name, option, allowed)
        elif option not in allowed and not (option is None and name == "partition"):
            raise ClaimError(f"{where}: {name} must be stated as one of {known}, got {name}={options.said(option)}; name one")


def data_sets(universe: Any) -> Node:
    """The data sets of a universe."""
    return Node("data_sets", term(universe))


def neighbours(universe: Any) -> Node:
    """Ordered pairs of neighbouring data sets."""
    return Node("neighbours", term(universe))


def part_neighbours(composition: Any, index: Any) -> Node:
    """Ordered pairs of neighbouring data sets that mechanism ``index`` of a parallel composition can be run on."""
    return Node("part_neighbours", term(composition), term(index))


def pasts(composition: Any, index: Any) -> Node:
    """Everything mechanism ``index`` of a composition can be given as earlier outputs; one empty past when nothing is passed on."""
    return Node("pasts", term(composition), term(index))


def Compositions(n: Any, universe: Any, output: Any, coins: Any, adaptive: Any = NO, partition: Any = None) -> Node:
    """n mechanisms run on one data set (or, with a partition rule, each on its own part), as one object.

    ``coins``: ``INDEPENDENT`` or ``SHARED`` randomness. ``adaptive``: ``YES`` if a mechanism sees earlier outputs. ``partition``: ``None``, or the word
    ``by-position``, ``by-value`` or ``by-the-whole``. The joint law comes first; the mechanisms are derived from it.
    """
    _stated("Compositions", "coins", coins, (INDEPENDENT, SHARED))
    _stated("Compositions", "adaptive", adaptive, (YES, NO))
    if partition is not None:
        _stated("Compositions", "partition", partition, (BY_POSITION, BY_VALUE, BY_THE_WHOLE))
    return Node("compositions", options.whole("Compositions", "n", term(n)), term(universe), options.set_of("Compositions", "output", output), coins, adaptive, partition)


# --- Pufferfish frameworks ----------------------------------------------------------------------------------------------

ANY_EVENTS = word("any-events")
RECORD_VALUES = word("record-values")
ONE_RECORD = word("one-record")
ANY_PRIORS = word("any-priors")
INDEPENDENT_RECORDS = word("independent-records")


def Frameworks(data: Any, secrets: Any, priors: Any) -> Node:
    """Pufferfish frameworks on finitely many data sets: priors, secrets as sets of data sets, ordered pairs of secrets.

    ``data``: a space whose points are data sets; of ``Sequences`` all sequences over some finite sets of records, one set for each place; or a universe, all of
    whose data sets are taken. ``secrets``: ``ANY_EVENTS``,
    ``RECORD_VALUES`` (each says the value of a record) or ``ONE_RECORD`` (and the two of a pair are about the same record). ``priors``: ``ANY_PRIORS`` or
    ``INDEPENDENT_RECORDS``. A prior may give a secret probability 0; ``situations`` leaves such pairs out. The query or mechanism is a name of its own, a map or
    kernel on ``data_sets(F)``.
    """
    _stated("Frameworks", "secrets", secrets, (ANY_EVENTS, RECORD_VALUES, ONE_RECORD))
    _stated("Frameworks", "priors", priors, (ANY_PRIORS, INDEPENDENT_RECORDS))
    return Node("frameworks", options.set_of("Frameworks", "data", data), secrets, priors)


def situations(framework: Any) -> Node:
    """Triples (prior, secret, secret), counted from 1: each pair of a framework with each prior under which both secrets have positive probability."""
    return Node("situations", term(framework))


def secret_pairs(framework: Any) -> Node:
    """The pairs of secrets of a framework, counted from 1, whatever their probabilities."""
    return Node("secret_pairs", term(framework))


# --- normal laws on R^d ---------------------------------------------------------------------------------------------------


def Covariances(dimension: Any, definite: bool = False) -> Node:
    """Positive semidefinite, or with ``definite`` positive definite, matrices, as points of rows; in one dimension a number of at least 0."""
    return Node("covariances", options.whole("Covariances", "dimension", term(dimension)),
                word("definite" if options.flag("Covariances", "definite", definite) else "semidefinite"))


def SymmetricMatrices(dimension: Any) -> Node:
    """Symmetric matrices, as points of rows; in one dimension a number. ``Covariances`` are the positive semidefinite ones."""
    return Node("covariances", options.whole("SymmetricMatrices", "dimension", term(dimension)), word("symmetric"))


def NormalLaws(on: Any, definite: bool = False) -> Node:
    """Normal distributions on R^d, given as ``Euclid(d, norm)`` or ``LINE``; singular covariances, and point masses, only where ``definite`` is not set."""
    return Node("normal_laws", options.set_of("NormalLaws", "on", on), word("definite" if options.flag("NormalLaws", "definite", definite) else "semidefinite"))


# --- noisy iterations -----------------------------------------------------------------------------------------------------

FINITE_NOISE = word("finite-noise")
NORMAL_NOISE = word("normal-noise")


def Iterations(steps: Any, records: Any, noise: Any, contraction: Any = 1) -> Node:
    """Noisy iterations on the line, ``W_t = psi_t(W_{t-1}, x_t) + N_t``, with piecewise linear maps for finitely many records.

    ``records``: a finite set such as ``Labels(2)``; data are points of ``Sequences(steps, records)``. ``noise``: ``FINITE_NOISE``, or ``NORMAL_NOISE``, for which all
    maps are affine. ``contraction``: a Lipschitz constant of all maps, at most 1; ``None`` for maps without a bound.

    Raises
    ------
    ClaimError
        If the noise is not stated, or the constant is known to lie outside [0, 1].
    """
    _stated("Iterations", "noise", noise, (FINITE_NOISE, NORMAL_NOISE))
    known = literal(term(contraction)) if contraction is not None else None
    if known is not None and not 0 <= known <= 1:
        raise ClaimError(f"Iterations: contraction must lie in [0, 1], got contraction={known}; write None for maps without a bound")
    return Node("iterations", options.whole("Iterations", "steps", term(steps)), options.set_of("Iterations", "records", records), noise, None if contraction is None else term(contraction))
