"""The ledger of a paper: every numbered item, with the scope and the readings that the source gives it.

The ledger is written from the source, apart from the claims. Loading holds the two against each other, so that a domain cannot be narrowed,
a reading or a direction dropped, or a hypothesis slipped in, without a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from verify.claims import options, proofs, standings
from verify.claims.canonical import canonical_text
from verify.claims.claim import Claim, Source
from verify.claims.nodes import ClaimError, Node, literal, walk
from verify.claims.proofs import ProofLink
from verify.claims.readings import choose, combinations
from verify.claims.sets import stated
from verify.claims.show import text
from verify.claims.standings import Standings
from verify.claims.terms import Over, binding
from verify.claims.typed import shortened

ID = re.compile(r"[a-z0-9][a-z0-9-]*/[A-Za-z0-9][A-Za-z0-9.-]*")
"""The paper and the item, as they stand in stored files and on the command line."""
REASONS = ("definition", "no quantity", "opinion", "data missing", "hardware missing", "extra missing", "outside source")


@dataclass(frozen=True, slots=True)
class NotChecked:
    """Why an item carries no verdict: one reason of the closed list, and one sentence."""

    reason: str
    why: str

    def __post_init__(self) -> None:
        if self.reason not in REASONS:
            raise ClaimError(f"NotChecked: the reason must be one of {', '.join(REASONS)}, got {self.reason!r}")


class Scope:
    """What the source says one statement of an item ranges over.

    Parameters
    ----------
    forall : the sets of all names, in order, as in a claim.
    given : the hypotheses, each as a formula or in the words that ``claimcheck show`` prints it with.
    readings : every reading that occurs in the statement, with its options.
    parts : the names of the parts the statement falls into (directions of an equivalence, links of a chain).
    """

    def __init__(self, forall: Over | None = None, given: tuple[str | Node, ...] = (), readings: Mapping[str, tuple[str, ...]] | None = None,
                 parts: tuple[str, ...] = ("main",), part: str = "") -> None:
        self.forall: tuple[tuple[Any, Node], ...] = tuple((e[0], e[1]) for e in binding(forall or {}, "Scope"))  # type: ignore[index,misc]
        self.given = tuple(text(g) if isinstance(g, Node) else g for g in given)
        self.readings = {name: options.words("Scope", f"the options of {name}", offered) for name, offered in dict(readings or {}).items()}
        self.parts = options.words("Scope", "parts", parts)
        self.part = options.text("Scope", "part", part)

    @property
    def part_names(self) -> tuple[str, ...]:
        """The names of the parts of this scope, as rows of results have them."""
        return tuple(f"{self.part}.{name}" if self.part and name != "main" else self.part or name for name in self.parts)


class Item:
    """One id of the inventory: its title, where it stands, and its scopes, or the reason it is not checked.

    ``uses`` names the ids that the source rests the item on; a claim of the item must name them too. ``proof`` names the claims that its printed proof argues with, in the order in
    which the source prints them: ids, ``Parts(id, "part")`` where some parts of a claim are needed, and ``Unchecked("words")`` where a link is no claim. ``beside`` names what is
    ``part_of`` it and not needed. Without either, the items that are ``part_of`` it are its proof.
    """

    def __init__(self, id: str, title: str, where: str | Source, *scopes: Scope, not_checked: NotChecked | None = None, note: str = "",
                 kind: str = "", part_of: str = "", experiment: str = "", uses: tuple[str, ...] = (),
                 proof: tuple[ProofLink, ...] = (), beside: tuple[str, ...] = ()) -> None:
        if not all(isinstance(scope, Scope) for scope in scopes):
            raise ClaimError(f"{id}: what follows the place must be Scope(...), got {options.said(next(one for one in scopes if not isinstance(one, Scope)))}; wrap it")
        if not_checked is not None and not isinstance(not_checked, NotChecked):
            raise ClaimError(f"{id}: not_checked must be NotChecked(reason, why), got {options.said(not_checked)}; give a reason of the list")
        self.id = checked_id(options.text("Item", "id", id))
        self.title = options.text(id, "title", title)
        self.source = Source(where) if isinstance(where, str) else where
        self.scopes = scopes
        self.not_checked = not_checked
        self.note = note
        self.kind = kind
        self.part_of = part_of
        self.experiment = experiment
        self.uses = options.words(id, "uses", uses)
        self.proof = proofs.links(id, proof)
        self.beside = options.words(id, "beside", beside)

    @property
    def part_names(self) -> tuple[str, ...]:
        """The names of its parts."""
        return tuple(name for scope in self.scopes for name in scope.part_names)


@dataclass(frozen=True, slots=True)
class Ledger:
    """All items of a paper in its own order. ``version`` pins the version of the paper that the ids refer to.

    ``standings``: what each option of a reading stands on in the source; either of all of them or of none. ``words``: what an option of a reading means, in a few words, for all claims whose
    module does not say it itself.
    """

    paper: str
    title: str
    source: str
    items: tuple[Item, ...]
    version: str = ""
    standings: Standings = field(default_factory=dict)
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    index: Mapping[str, Item] = field(init=False)

    def __post_init__(self) -> None:
        index: dict[str, Item] = {}
        for item in self.items:
            if not isinstance(item, Item):
                raise ClaimError(f"Ledger {self.paper}: items must be Item(...), got {options.said(item)}; wrap it")
            if not item.id.startswith(self.paper + "/"):
                raise ClaimError(f"{item.id}: ids of this ledger must begin with {self.paper}/")
            if item.id in index:
                raise ClaimError(f"{item.id}: an id must stand once in the ledger; remove one of the two lines")
            index[item.id] = item
        for item in self.items:
            for named in (*item.uses, *((item.part_of,) if item.part_of else ())):
                if named not in index:
                    raise ClaimError(f"{item.id}: what it rests on must be in the ledger, got {named}; correct the id")
        proofs.check(self.items)
        object.__setattr__(self, "index", index)
        offered = {item.id: _readings(item) for item in self.items}
        standings.checked(self.standings, offered)
        _explained(self.words, offered.values())


def _explained(words: Mapping[str, Mapping[str, str]], offered: Iterable[Mapping[str, tuple[str, ...]]]) -> None:
    """Refuse words for what no item offers."""
    every = {(name, option) for readings in offered for name, options in readings.items() for option in options}
    for name, told in words.items():
        for option in told:
            if (name, option) not in every:
                raise ClaimError(f"words: {name}={option} must be an option of a reading in the ledger; remove it or correct the name")


def _readings(item: Item) -> dict[str, tuple[str, ...]]:
    """Every option of each reading, whatever the part that it belongs to."""
    offered: dict[str, tuple[str, ...]] = {}
    for scope in item.scopes:
        for name, choices in scope.readings.items():
            offered[name] = tuple(dict.fromkeys((*offered.get(name, ()), *choices)))
    return offered


def compare(item: Item, claims: list[Claim]) -> None:
    """Hold the claims of one id against its ledger line. Raises ClaimError on the first difference that is not a widening."""
    if item.not_checked is not None and claims:
        raise ClaimError(f"{item.id}: the ledger says NOT_CHECKED ({item.not_checked.reason}) but a claim is declared; remove one of the two")
    scopes = {scope.part: scope for scope in item.scopes}
    declared = {claim.part: claim for claim in claims}
    for part in declared:
        if part not in scopes:
            raise ClaimError(f"{item.id}: part {part or 'main'!r} has no scope in the ledger; write one from the source")
    if claims and (unnamed := sorted(set(item.uses) - {used for claim in claims for used in claim.uses})):
        raise ClaimError(f"{item.id}: the source rests it on {', '.join(unnamed)} and no claim names that; add it to uses")
    for part, scope in scopes.items():
        if part not in declared:
            raise ClaimError(f"{item.id}: the ledger has a part {part or 'main'!r} that no claim declares; declare it")
        _compare_one(declared[part], scope)


def _compare_one(claim: Claim, scope: Scope) -> None:
    label = claim.id + (f" ({claim.part})" if claim.part else "")
    readings = claim.readings()
    for name, offered in scope.readings.items():
        if name not in readings:
            raise ClaimError(f"{label}: reading {name!r} of the ledger is missing; declare its options {', '.join(offered)}")
        missing = [o for o in offered if o not in readings[name]]
        if missing:
            raise ClaimError(f"{label}: reading {name!r} must offer {', '.join(offered)} as in the ledger, missing {', '.join(missing)}")
    for name in readings:
        if name not in scope.readings:
            raise ClaimError(f"{label}: reading {name!r} is in no ledger line; add it there with the words of the source")
    parts = tuple(dict.fromkeys(v.part for v in claim.variants()))
    if set(parts) != set(scope.part_names):
        raise ClaimError(f"{label}: the parts must be {', '.join(scope.part_names)} as in the ledger, got {', '.join(parts)}")
    hypotheses = tuple(text(g) for g in claim.given)
    if sorted(hypotheses) != sorted(scope.given):
        extra = [h for h in hypotheses if h not in scope.given]
        lost = [h for h in scope.given if h not in hypotheses]
        raise ClaimError(
            f"{label}: the hypotheses must be those of the ledger"
            + (f"; not there: {' ; '.join(extra)}" if extra else "") + (f"; missing here: {' ; '.join(lost)}" if lost else "")
            + "; change the claim, or the ledger with a reason"
        )
    ours = {text_of(pattern): where for pattern, where in claim.forall}
    theirs = {text_of(pattern): where for pattern, where in scope.forall}
    for name, where in theirs.items():
        if name not in ours:
            raise ClaimError(f"{label}: the name {name} of the ledger is missing; quantify over it")
        answer = includes(ours[name], where)
        if answer is not True:
            verb = "must range over" if answer is False else "cannot be compared with the ledger; it must range over"
            raise ClaimError(f"{label}: {name} {verb} {text(where)} as in the ledger, got {text(ours[name])}; widen it or change the ledger with a reason")
    for name in ours:
        if name not in theirs:
            raise ClaimError(f"{label}: the name {name} has no range in the ledger; add it there from the source")


def checked_id(id: str) -> str:
    """The id of an item. Raises ClaimError if it is none."""
    if not ID.fullmatch(id):
        raise ClaimError(f"{shortened(id)}: an id reads paper/item, the paper of a-z, 0-9 and -, the item of letters, digits, . and -; rename it")
    return id


def text_of(pattern: Any) -> str:
    return str(pattern.args[0]) if isinstance(pattern, Node) else "(" + ", ".join(text_of(p) for p in pattern) + ")"


def includes(big: Node, small: Node) -> bool | None:
    """Whether ``big`` includes ``small``, for every choice of readings: True, False, or None for "cannot say"."""
    if any(n.head == "reading" for n in walk(big)) or any(n.head == "reading" for n in walk(small)):
        if canonical_text(big) == canonical_text(small):
            return True
        choices = combinations([big, small])
        answers = []
        for choice in choices:
            a, b = choose(big, choice), choose(small, choice)
            answers.append(None if a is None or b is None else includes(a, b))
        return False if False in answers else (None if None in answers else True)
    if canonical_text(big) == canonical_text(small):
        return True
    big, small = stated(big), stated(small)
    if big.head == small.head == "interval":
        return _interval_includes(big, small)
    if big.head == "interval" and small.head in ("one_of", "integers"):
        return _interval_includes(big, small)
    if big.head == small.head == "one_of":
        return all(v in big.args for v in small.args)
    if big.head == small.head == "integers":
        return _interval_includes(Node("interval", *big.args, "closed", "closed"), Node("interval", *small.args, "closed", "closed"))
    if big.head in ("interval", "one_of", "integers") and small.head in ("interval", "integers", "one_of"):
        return False
    if big.head == small.head == "laws" and big.args[0] == small.args[0] and big.args[2] == small.args[2] and big.args[3] == small.args[3]:
        return True if big.args[1] == Node("word_", "any") else None
    return None


def _interval_includes(big: Node, small: Node) -> bool | None:
    low, high = _end(big.args[0]), _end(big.args[1])
    left_open, right_open = big.args[2] == "open", big.args[3] == "open"
    if small.head == "one_of":
        values = [literal(v) for v in small.args if isinstance(v, Node)]
        if low is None or high is None or any(v is None for v in values):
            return None
        return all((v > low or (v == low and not left_open)) and (v < high or (v == high and not right_open)) for v in values if v is not None)
    small_low, small_high = _end(small.args[0]), _end(small.args[1])
    small_left = small.head == "interval" and small.args[2] == "open"
    small_right = small.head == "interval" and small.args[3] == "open"
    left = _side(big.args[0], small.args[0], low, small_low, left_open, small_left, lower=True)
    right = _side(big.args[1], small.args[1], high, small_high, right_open, small_right, lower=False)
    return False if False in (left, right) else (None if None in (left, right) else True)


def _side(big: Any, small: Any, b: Any, s: Any, big_open: bool, small_open: bool, *, lower: bool) -> bool | None:
    infinite = abs(b) == float("inf") if b is not None else False
    if big == small:
        return infinite or not (big_open and not small_open)
    if b is None or s is None:
        return None
    if b == s:
        return infinite or not (big_open and not small_open)
    return bool(b < s) if lower else bool(b > s)


def _end(node: Any) -> Fraction | float | None:
    if not isinstance(node, Node):
        return None
    if node.head == "num" and node.args[0] in ("oo", "-oo"):
        return float("inf") if node.args[0] == "oo" else float("-inf")
    return literal(node)
