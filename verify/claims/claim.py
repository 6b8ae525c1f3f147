"""A claim: for all names in given sets, given hypotheses, a proposition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from html import escape
from typing import Any

from verify.claims import options
from verify.claims.canonical import digest
from verify.claims.instances import misfit
from verify.claims.nodes import ClaimError, Node, free_names, heads, literal, pattern_names, term
from verify.claims.order import arranged
from verify.claims.propositions import All, Implies
from verify.claims.readings import Never, choose, combinations, options_of, reading_id
from verify.claims.show import latex, text
from verify.claims.terms import Over, binding
from verify.claims.typed import shortened


@dataclass(frozen=True, slots=True)
class Source:
    """Where the statement stands in the paper."""
    item: str
    eq: str = ""
    section: str = ""


@dataclass(frozen=True, slots=True)
class Hints:
    """What may save an engine time; never part of the meaning.

    ``typical``: ranges ``(low, high)`` in which a number is usually found. ``equality_at``: numbers at which both sides are equal. ``instances``: assignments worth
    trying first, values by name; ``verify.claims`` has a constructor for each kind of object. ``region``: two numbers in which it is drawn where the
    statement holds, within their ``typical`` ranges where these are given. ``by``: ids of the textbook lemmas that a proof may need; no other is looked at then.

    Raises
    ------
    ClaimError
        For anything that cannot be used as such advice; names and ranges are held against those of the claim when it is loaded.
    """
    typical: Mapping[Node, tuple[Any, Any]] = field(default_factory=dict)
    equality_at: Mapping[Node, Any] = field(default_factory=dict)
    instances: tuple[Mapping[Any, Any], ...] = ()
    region: tuple[Node, ...] = ()
    by: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for field_, given in (("typical", self.typical), ("equality_at", self.equality_at)):
            if not isinstance(given, Mapping):
                raise ClaimError(f"Hints: {field_} must be values by name, got {shortened(repr(given))}; write {field_}={{x: ...}}")
            for name in given:
                _is_name(field_, name)
        for name, ends in self.typical.items():
            if not isinstance(ends, tuple | list) or len(ends) != 2 or None in (pair := [plain_number(end) for end in ends]) or pair[0] > pair[1]:  # type: ignore[operator]
                raise ClaimError(f"Hints: typical must give two exact numbers (low, high) with low <= high, got {name.args[0]}={shortened(repr(ends))}; write (1, 16)")
        for name, value in self.equality_at.items():
            if plain_number(value) is None:
                raise ClaimError(f"Hints: equality_at must give an exact number, got {name.args[0]}={shortened(repr(value))}; write 1 or number('1/2')")
        if isinstance(self.instances, Mapping | Node | str) or not isinstance(self.instances, tuple | list):
            raise ClaimError(f"Hints: instances must be a tuple of instances, got {shortened(repr(self.instances))}; write instances=({{x: 1}},)")
        for one in self.instances:
            if not isinstance(one, Mapping):
                raise ClaimError(f"Hints: an instance must be values by name, got {shortened(repr(one))}; write {{x: 1}}")
            for name, value in one.items():
                if not isinstance(name, str):
                    _is_name("an instance", name)
                if (wrong := misfit(value)) is not None:
                    raise ClaimError(f"Hints: in an instance {name if isinstance(name, str) else name.args[0]} {wrong}; correct or remove it")
        if not isinstance(self.region, tuple | list) or len(self.region) not in (0, 2):
            raise ClaimError(f"Hints: region must be two names, got {shortened(repr(self.region))}; write region=(x, y)")
        for name in self.region:
            _is_name("region", name)
        if len(self.region) == 2 and self.region[0] == self.region[1]:
            raise ClaimError(f"Hints: region must be two different names, got {self.region[0].args[0]} twice; write region=(x, y)")
        if isinstance(self.by, str) or not isinstance(self.by, tuple | list) or not all(isinstance(id, str) and id.startswith("textbook/") for id in self.by):
            raise ClaimError(f"Hints: by must be ids of textbook lemmas, got {shortened(repr(self.by))}; write by=('textbook/pinsker',)")


    def about(self, *names: Node) -> Hints:
        """The part of this advice that is about these names: for claims that share it and do not have all of them."""
        kept = {str(name.args[0]) for name in names}

        def part(given: Mapping[Any, Any]) -> dict[Any, Any]:
            return {name: value for name, value in given.items() if (name if isinstance(name, str) else str(name.args[0])) in kept}

        region = self.region if all(str(name.args[0]) in kept for name in self.region) else ()
        return Hints(part(self.typical), part(self.equality_at), tuple(found for one in self.instances if (found := part(one))), region, self.by)


def _is_name(where: str, name: Any) -> None:
    if not (isinstance(name, Node) and name.head == "var"):
        raise ClaimError(f"Hints: {where} must be about names made by numbers() or objects(), got {shortened(repr(name))}; write the name itself")


def plain_number(value: Any) -> Fraction | None:
    """A finite number of a hint; None for anything else, floats included."""
    if isinstance(value, bool | float):
        return None
    try:
        return literal(term(value))
    except (ClaimError, ValueError, TypeError, ArithmeticError):
        return None


NO_HINTS = Hints()


@dataclass(frozen=True, slots=True)
class Variant:
    """One statement with one meaning: a part of a claim under one combination of readings. Its parameters stand in the order of ``arranged``."""
    id: str
    part: str
    reading: str
    choice: Mapping[str, str]
    forall: tuple[tuple[Any, Node], ...]
    given: tuple[Node, ...]
    states: Node
    hints: Hints = NO_HINTS
    uses: tuple[str, ...] = ()
    part_of: str = ""

    @property
    def formula(self) -> Node:
        """The whole statement as one proposition without free names."""
        return Node("forall", tuple((pattern, where) for pattern, where in self.forall), self.body)

    @property
    def body(self) -> Node:
        """Hypotheses and conclusion: the ``all`` on the left of the outermost implication holds the hypotheses. A conclusion of that form has an empty one put before it."""
        mistaken = self.states.head == "implies" and isinstance(self.states.args[0], Node) and self.states.args[0].head == "all"
        return Implies(All(*self.given), self.states) if self.given or mistaken else self.states

    @property
    def digest(self) -> str:
        return digest(self.formula)

    @property
    def key(self) -> tuple[str, str, str]:
        return (self.id, self.part, self.reading)

    @property
    def label(self) -> str:
        extra = [] if self.part == "main" else [self.part]
        if self.reading != "main":
            extra.append(self.reading)
        return self.id + (f" [{', '.join(extra)}]" if extra else "")


class Claim:
    """A statement of a paper: for all values of the names in ``forall`` that obey the hypotheses ``given``, ``states`` holds.

    A set may mention names to its left; otherwise the order of ``forall`` plays no part. ``states`` is one proposition; ``Iff`` and ``chain`` become parts with verdicts of
    their own. ``never`` lists excluded combinations of readings. ``because`` says in one or two sentences of mathematics why it holds or fails, for readers alone.
    ``routes_absent`` maps a route (``symbolic``, ``numeric``, ``empirical``) to the reason it is absent.
    """
    def __init__(
        self,
        id: str,
        source: Source | str,
        forall: Over | None = None,
        states: Node | None = None,
        given: tuple[Node, ...] | list[Node] = (),
        part: str = "",
        part_of: str = "",
        uses: tuple[str, ...] = (),
        corrects: str = "",
        hints: Hints | None = None,
        never: tuple[Never, ...] = (),
        idle: tuple[str, ...] = (),
        same_as: Mapping[str, str] | None = None,
        because: str = "",
    ) -> None:
        if states is None:
            raise ClaimError(f"{id}: states must be one proposition, got none")
        self.id = options.text("Claim", "id", id)
        if not isinstance(source, Source | str):
            raise ClaimError(f"{id}: source must be Source(...) or text, got {options.said(source)}; say where the statement stands")
        self.source = Source(source) if isinstance(source, str) else source
        self.forall: tuple[tuple[Any, Node], ...] = tuple((e[0], e[1]) for e in binding(forall or {}, f"{id}: forall"))  # type: ignore[index,misc]
        if isinstance(given, Node) or not isinstance(given, tuple | list):
            raise ClaimError(f"{id}: given must be a tuple of propositions, got {options.said(given)}; write given=(...,)")
        self.given = tuple(options.proposition(id, "each hypothesis", one) for one in given)
        self.states = states if isinstance(states, Node) and states.head == "chain" else options.proposition(id, "states", states)
        self.part = options.text(id, "part", part)
        self.part_of = options.text(id, "part_of", part_of)
        self.uses = options.words(id, "uses", uses)
        self.corrects = options.text(id, "corrects", corrects)
        if hints is not None and not isinstance(hints, Hints):
            raise ClaimError(f"{id}: hints must be Hints(...), got {shortened(repr(hints))}; write hints=Hints(instances=({{x: 1}},))")
        self.hints = hints or NO_HINTS
        self._advice = self.hints
        if not isinstance(never, tuple | list) or not all(isinstance(rule, Never) for rule in never):
            raise ClaimError(f"{id}: never must be a tuple of never(...), got {options.said(never)}; write never=(never('a=b', 'c=d', because='...'),)")
        self.never = tuple(never)
        self.idle = options.words(id, "idle", tuple(one.args[0] if isinstance(one, Node) and one.head == "var" else one for one in idle) if isinstance(idle, tuple | list) else idle)
        self.same_as = dict(same_as or {})
        self.because = options.text(id, "because", because)
        self.remembered: tuple[Mapping[str, Node], ...] = ()
        """Instances at which searches found some part and reading of it false; the registry fills them in."""
        self.where = _caller()
        self._made: tuple[Any, tuple[Variant, ...]] | None = None

    def __repr__(self) -> str:
        return f"Claim({self.id!r}{', part=' + repr(self.part) if self.part else ''})"

    def _repr_latex_(self) -> str:
        """The statement for notebooks, under its first readings."""
        first = self.variants()[0]
        over = ", ".join(rf"{latex(pattern)} \in {latex(where)}" for pattern, where in first.forall)
        colon = r":\quad " if over else ""
        given = "".join(rf"{latex(one)},\ " for one in first.given)
        return rf"$\displaystyle {over}{colon}{given}{latex(first.states)}$"

    def _repr_html_(self) -> str:
        """The statements for notebooks, in words, one for each part and reading."""
        rows = []
        for one in self.variants():
            over = ", ".join(f"{text(pattern)} ∈ {text(where)}" for pattern, where in one.forall)
            given = "".join(f"{text(hypothesis)}; " for hypothesis in one.given)
            rows.append("".join(f"<td>{escape(cell)}</td>" for cell in (one.part, one.reading, over, given, text(one.states))))
        head = "".join(f"<th>{name}</th>" for name in ("part", "reading", "for all", "given", "states"))
        return f"<b>{escape(self.id)}</b> {escape(self.source.item)}<table><tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"

    def readings(self) -> dict[str, tuple[str, ...]]:
        """Every reading with its options."""
        return options_of([where for _, where in self.forall] + [*self.given, self.states])

    def variants(self) -> list[Variant]:
        """One variant for each part and each admitted combination of readings, in the order of the declaration."""
        declared = (self.forall, self.given, self.states, self.part, self.part_of, self.hints, self.remembered, self.uses, self.never)
        if self._made is None or self._made[0] != declared:
            result: list[Variant] = []
            self._advice = replace(self.hints, instances=(*self.hints.instances, *self.remembered)) if self.remembered else self.hints
            for name, hypotheses, goal in self._statements(self.states):
                result += self._combine(name, hypotheses, goal)
            self._made = (declared, tuple(result))
        return list(self._made[1])

    def _statements(self, states: Node) -> list[tuple[str, tuple[Node, ...], Node]]:
        prefix = f"{self.part}." if self.part else ""
        if states.head == "chain":
            return [(f"{prefix}link-{k}", (), link) for k, link in enumerate(states.args, 1) if isinstance(link, Node)]
        if states.head == "iff":
            left, right = states.args
            assert isinstance(left, Node) and isinstance(right, Node)
            return [(f"{prefix}if", (right,), left), (f"{prefix}only-if", (left,), right)]
        return [(self.part or "main", (), states)]

    def _combine(self, part: str, hypotheses: tuple[Node, ...], goal: Node) -> list[Variant]:
        nodes = [where for _, where in self.forall] + [*self.given, *hypotheses, goal]
        variants = []
        for choice in combinations(nodes, self.never):
            forall = tuple((pattern, choose(where, choice)) for pattern, where in self.forall)
            given = tuple(h for h in (choose(g, choice) for g in (*self.given, *hypotheses)) if h is not None)
            states = choose(goal, choice)
            if states is None or any(where is None for _, where in forall):
                raise ClaimError(f"{self.id}: an option that is None may stand only where nothing is needed, got reading {reading_id(choice)}")
            if states.head in ("chain", "iff"):
                for name, more, inner in self._statements(states):
                    sub = name if part == (self.part or "main") else f"{part}.{name}"
                    variants.append(self._variant(sub, choice, forall, given + more, inner))
            else:
                variants.append(self._variant(part, choice, forall, given, states))
        return variants

    def _variant(self, part: str, choice: dict[str, str], forall: Any, given: tuple[Node, ...], states: Node) -> Variant:
        return Variant(self.id, part, reading_id(choice), choice, arranged(_needed(forall, given, states), given, states), given, states,
                       self._advice, self.uses, self.part_of)

    @property
    def kind(self) -> str:
        """The kind of statement, for lists and reports."""
        return kind_of(self.states)


def _needed(forall: tuple[tuple[Any, Node], ...], given: tuple[Node, ...], states: Node) -> tuple[tuple[Any, Node], ...]:
    """The names that this variant mentions: a name that only another reading uses quantifies over nothing here."""
    used = set(free_names(states))
    for hypothesis in given:
        used |= free_names(hypothesis)
    kept: list[tuple[Any, Node]] = []
    for pattern, where in reversed(forall):
        if used & set(pattern_names(pattern)) or where.head == "equals":
            kept.append((pattern, where))
            used |= free_names(where)
    return tuple(reversed(kept))


def kind_of(states: Node) -> str:
    head = states.head
    if head == "reading":
        entries = states.args[1]
        assert isinstance(entries, tuple)
        kinds = [kind_of(e[1]) for e in entries if isinstance(e, tuple) and isinstance(e[1], Node)]
        return kinds[0] if kinds else "implication"
    if head == "chain":
        relations = {str(link.args[1]) for link in states.args if isinstance(link, Node)}
        return "equality" if relations == {"=="} else "inequality"
    if head == "compare":
        if states.args[1] == "rounds to":
            return "printed"
        used = heads(states)
        if "outcome" in used:
            return "procedure"
        if "measured" in used:
            return "experiment"
        if used & {"limit", "limsup", "liminf"}:
            return "limit"
        return "equality" if states.args[1] == "==" else "inequality"
    if head == "iff":
        return "equivalence"
    if head == "exists":
        return "existence"
    if head == "forall":
        inner = states.args[1]
        assert isinstance(inner, Node)
        return kind_of(inner)
    return "implication"


def _caller() -> tuple[str, int]:
    """File and line of the declaration, for messages."""
    import sys

    frame = sys._getframe(2)
    return (frame.f_code.co_filename, frame.f_lineno)
