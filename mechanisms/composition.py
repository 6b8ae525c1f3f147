"""Compositions of mechanisms on finite sets, as processes that are run rather than as formulas.

A mechanism is a *rule* ``(data, past, coin) -> output``: ``past`` is the tuple of earlier outputs that it is shown
(always ``()`` where the composition is not adaptive) and ``coin`` is a draw of a finite law. Which coins are the same
draw and what a rule is shown is the composition:

=================================  ============================  ==================
class                              coins                         sees earlier outputs
=================================  ============================  ==================
``IndependentComposition``         one for each step             no
``AdaptiveComposition``            one for each step             yes
``SharedCoinComposition``          one for all steps             no
``AdaptiveSharedCoinComposition``  one for all steps             yes
``JointCoinComposition``           any joint law                 no
``ParallelComposition``            those of another composition  as in that one
=================================  ============================  ==================

Each offers ``joint(data)``, the exact law of the tuple of all outputs; ``step(i, data, past)``, the law of mechanism i
*on its own*, with coins drawn afresh and ``past`` as an input; and ``conditional(i, data, past)``, the law of output i
*in the run* given that the earlier outputs were ``past``. The last two agree where every step has a coin of its own,
and differ where coins are shared. Steps count from 0.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

import numpy as np

from mechanisms.finite import Finite, Kernel, Point, point_key
from mechanisms.parameters import At, Weight
from mechanisms.partition import Partition

Past: TypeAlias = tuple[Point, ...]
Rule: TypeAlias = Callable[[Any, Past, Point], Point]


@dataclass(frozen=True, slots=True)
class RuleTable:
    """A rule given by the output for each ``(data, past, coin)``: a mapping, or pairs of a triple and an output."""

    kind: ClassVar[str] = "rule-table"
    entries: Mapping[tuple[Any, Past, Point], Point] | Sequence[tuple[tuple[Any, Past, Point], Point]]

    def __post_init__(self) -> None:
        pairs = tuple(self.entries.items()) if isinstance(self.entries, Mapping) else tuple(self.entries)
        object.__setattr__(self, "entries", pairs)
        seen: set[Any] = set()
        for triple, _ in pairs:
            if not (isinstance(triple, tuple) and len(triple) == 3 and isinstance(triple[1], tuple)):
                raise TypeError(
                    f"RuleTable: an entry must be for (data, past, coin) with a tuple as past, got entry={triple!r}; "
                    "write () as the past of a rule that sees none"
                )
            key = point_key("RuleTable", "entry", triple)
            if key in seen:
                raise ValueError(f"RuleTable: entries must be distinct, got entry={triple!r} twice; keep one output")
            seen.add(key)

    def __call__(self, data: Any, past: Past, coin: Point) -> Point:
        """Return the output; ValueError if the table has no entry."""
        key = point_key("RuleTable", "entry", (data, past, coin))
        assert isinstance(self.entries, tuple)  # made so on construction
        for triple, output in self.entries:
            if point_key("RuleTable", "entry", triple) == key:
                return output
        raise ValueError(
            f"RuleTable: every run must have an entry, got none for data={data!r}, past={past!r}, coin={coin!r}; add it"
        )


@dataclass(frozen=True, slots=True)
class Step:
    """A mechanism with a coin of its own.

    Parameters
    ----------
    rule
        Function ``(data, past, coin) -> output``, or a table for ``RuleTable``.
    coin
        Law of the coin.
    """

    kind: ClassVar[str] = "step"
    rule: Rule | Mapping[tuple[Any, Past, Point], Point]
    coin: Finite

    def __post_init__(self) -> None:
        object.__setattr__(self, "rule", _rule("Step", "rule", self.rule))
        _check_coin("Step", self.coin)

    def law(self, data: Any, past: Past = ()) -> Finite:
        """Return the distribution of the output on ``data`` when it is shown ``past``."""
        rule = self.rule
        assert callable(rule)  # made so on construction
        return self.coin.map(lambda coin: rule(data, past, coin))


@dataclass(frozen=True, slots=True)
class KernelStep:
    """A mechanism given by its distribution for each data set; it does not look at earlier outputs."""

    kind: ClassVar[str] = "kernel-step"
    kernel: Kernel

    def law(self, data: Any, past: Past = ()) -> Finite:
        """Return the distribution of the output on ``data``; ``past`` has no influence."""
        return self.kernel(data)


@dataclass(frozen=True, slots=True)
class AdaptiveKernelStep:
    """A mechanism given by its distribution for each pair ``(data, past)``."""

    kind: ClassVar[str] = "adaptive-kernel-step"
    kernel: Kernel

    def law(self, data: Any, past: Past = ()) -> Finite:
        """Return the distribution of the output on ``data`` when it is shown ``past``."""
        return self.kernel((data, past))


AnyStep: TypeAlias = Step | KernelStep | AdaptiveKernelStep


class Composition:
    """What all compositions share; the five methods below without a body say what one is."""

    __slots__ = ()

    @property
    @abstractmethod
    def length(self) -> int:
        """Number of steps."""

    @abstractmethod
    def inputs(self, data: Any) -> tuple[Any, ...]:
        """Return what each step gets of ``data``: all of it, or its part."""

    @abstractmethod
    def joint_on(self, inputs: Sequence[Any]) -> Finite:
        """Return the distribution of the tuple of outputs when step i gets ``inputs[i]``."""

    @abstractmethod
    def step_on(self, index: int, given: Any, past: Past) -> Finite:
        """Return the distribution of mechanism ``index`` on its own, on the input ``given``."""

    @abstractmethod
    def draw_on(self, inputs: Sequence[Any], rng: np.random.Generator, at: At | None = None) -> Past:
        """Return the outputs of one run; does not use ``joint_on``."""

    def joint(self, data: Any) -> Finite:
        """Return the exact distribution of the tuple of all outputs on ``data``."""
        return self.joint_on(self.inputs(data))

    def output(self, value: Any) -> Finite:
        """Return the exact distribution of the tuple of all outputs; the name that mechanisms share."""
        return self.joint(value)

    def step(self, index: int, data: Any, past: Past = ()) -> Finite:
        """Return the distribution of mechanism ``index`` on its own: coins drawn afresh, ``past`` an input like the data.

        A composition that is not adaptive ignores ``past``.

        Raises
        ------
        ValueError
            If ``index`` is no step, or an adaptive step is not shown exactly ``index`` earlier outputs.
        """
        self._check_index("step", index)
        return self.step_on(index, self.inputs(data)[index], past)

    def conditional(self, index: int, data: Any, past: Past) -> Finite:
        """Return the distribution of output ``index`` of a run, given that the earlier outputs of that run were ``past``.

        Raises
        ------
        ValueError
            If ``past`` has not ``index`` entries, or probability 0: then the conditional law has no value.
        """
        self._check_index("conditional", index)
        self._check_past("conditional", index, past)
        wanted = point_key("conditional", "past", past)
        head = self.joint(data).map(lambda outputs: (outputs[:index], outputs[index]))
        return head.conditional(lambda pair: point_key("conditional", "past", pair[0]) == wanted).marginal(1)

    def kernel(self, data_sets: Iterable[Any]) -> Kernel:
        """Return the composition as a kernel from ``data_sets`` to tuples of outputs."""
        return Kernel(tuple((data, self.joint(data)) for data in data_sets))

    def sample(self, data: Any, size: int, rng: np.random.Generator, at: At | None = None) -> list[Past]:
        """Return the outputs of ``size`` independent runs; does not use ``joint``."""
        inputs = self.inputs(data)
        return [self.draw_on(inputs, rng, at) for _ in range(size)]

    def _check_index(self, method: str, index: int) -> None:
        if index not in range(self.length):
            raise ValueError(
                f"{type(self).__name__}.{method}: index must be one of 0, ..., {self.length - 1}, got index={index}; "
                "steps count from 0"
            )

    def _check_past(self, method: str, index: int, past: Past) -> None:
        if len(past) != index:
            raise ValueError(
                f"{type(self).__name__}.{method}: past must hold the {index} earlier outputs, got past={past!r}; "
                "give one output for each earlier step"
            )


class _OnAllData(Composition):
    """A composition each step of which gets all data."""

    __slots__ = ()

    def inputs(self, data: Any) -> tuple[Any, ...]:
        """Return all data for every step."""
        return (data,) * self.length


class _OfSteps(_OnAllData):
    """Steps with a coin each."""

    __slots__ = ()
    steps: Sequence[AnyStep]

    def __post_init__(self) -> None:
        object.__setattr__(self, "steps", _checked_steps(type(self).__name__, self.steps))

    @property
    def length(self) -> int:
        """Number of steps."""
        return len(self.steps)


class _OfOneCoin(_OnAllData):
    """Rules that all use the same draw of one coin."""

    __slots__ = ()
    coin: Finite
    rules: Sequence[Rule | Mapping[tuple[Any, Past, Point], Point]]

    def __post_init__(self) -> None:
        _check_coin(type(self).__name__, self.coin)
        object.__setattr__(self, "rules", _checked_rules(type(self).__name__, self.rules))

    @abstractmethod
    def _run(self, inputs: Sequence[Any], coin: Point) -> Past:
        """Return the outputs at a coin."""

    @property
    def length(self) -> int:
        """Number of steps."""
        return len(self.rules)

    def joint_on(self, inputs: Sequence[Any]) -> Finite:
        """Return the distribution of the tuple of outputs, all functions of one coin."""
        return self.coin.map(lambda coin: self._run(inputs, coin))

    def draw_on(self, inputs: Sequence[Any], rng: np.random.Generator, at: At | None = None) -> Past:
        """Return the outputs of one run."""
        return self._run(inputs, _toss(self.coin, rng, at))


@dataclass(frozen=True, slots=True)
class IndependentComposition(_OfSteps):
    """Steps with a coin each, none of which sees an output: the outputs are independent."""

    kind: ClassVar[str] = "independent-composition"
    steps: Sequence[AnyStep]

    def joint_on(self, inputs: Sequence[Any]) -> Finite:
        """Return the product of the steps' distributions."""
        first, *others = (step.law(given) for step, given in zip(self.steps, inputs, strict=True))
        return first.product(*others)

    def step_on(self, index: int, given: Any, past: Past) -> Finite:
        """Return the distribution of step ``index``; ``past`` has no influence."""
        return self.steps[index].law(given)

    def draw_on(self, inputs: Sequence[Any], rng: np.random.Generator, at: At | None = None) -> Past:
        """Return the outputs of one run."""
        return tuple(_drawn(step, given, (), rng, at) for step, given in zip(self.steps, inputs, strict=True))


@dataclass(frozen=True, slots=True)
class AdaptiveComposition(_OfSteps):
    """Steps with a coin each, shown all earlier outputs."""

    kind: ClassVar[str] = "adaptive-composition"
    steps: Sequence[AnyStep]

    def joint_on(self, inputs: Sequence[Any]) -> Finite:
        """Return the distribution of the outputs, extended by one step after the other."""
        runs: list[tuple[Past, Weight]] = list(Finite.point_mass(()).items())
        for step, given in zip(self.steps, inputs, strict=True):
            runs = [
                ((*past, output), weight * w)
                for past, weight in runs
                for output, w in step.law(given, past).items()
                if w != 0
            ]
        return Finite.gathered(runs)

    def step_on(self, index: int, given: Any, past: Past) -> Finite:
        """Return the distribution of step ``index`` when it is shown ``past``, one output for each earlier step."""
        self._check_past("step", index, past)
        return self.steps[index].law(given, past)

    def draw_on(self, inputs: Sequence[Any], rng: np.random.Generator, at: At | None = None) -> Past:
        """Return the outputs of one run."""
        past: Past = ()
        for step, given in zip(self.steps, inputs, strict=True):
            past += (_drawn(step, given, past, rng, at),)
        return past


@dataclass(frozen=True, slots=True)
class SharedCoinComposition(_OfOneCoin):
    """Rules that all use the same draw of one coin; none sees an output.

    On its own, each mechanism is the rule with the coin's law, as if the coin were its own.
    """

    kind: ClassVar[str] = "shared-coin-composition"
    coin: Finite
    rules: Sequence[Rule | Mapping[tuple[Any, Past, Point], Point]]

    def step_on(self, index: int, given: Any, past: Past) -> Finite:
        """Return the distribution of rule ``index`` with a fresh coin; ``past`` has no influence."""
        rule = _called(self.rules[index])
        return self.coin.map(lambda coin: rule(given, (), coin))

    def _run(self, inputs: Sequence[Any], coin: Point) -> Past:
        return tuple(_called(rule)(given, (), coin) for rule, given in zip(self.rules, inputs, strict=True))


@dataclass(frozen=True, slots=True)
class AdaptiveSharedCoinComposition(_OfOneCoin):
    """Rules that all use the same draw of one coin, and are shown all earlier outputs."""

    kind: ClassVar[str] = "adaptive-shared-coin-composition"
    coin: Finite
    rules: Sequence[Rule | Mapping[tuple[Any, Past, Point], Point]]

    def step_on(self, index: int, given: Any, past: Past) -> Finite:
        """Return the distribution of rule ``index`` with a fresh coin when it is shown ``past``."""
        self._check_past("step", index, past)
        rule = _called(self.rules[index])
        return self.coin.map(lambda coin: rule(given, past, coin))

    def _run(self, inputs: Sequence[Any], coin: Point) -> Past:
        past: Past = ()
        for rule, given in zip(self.rules, inputs, strict=True):
            past += (_called(rule)(given, past, coin),)
        return past


@dataclass(frozen=True, slots=True)
class JointCoinComposition(_OnAllData):
    """Rules with a coin each, drawn from any joint distribution; none sees an output.

    Parameters
    ----------
    coins
        Law on tuples with one coin for each rule.
    rules
        Functions ``(data, past, coin) -> output``, or tables; ``past`` is always ``()``.
    """

    kind: ClassVar[str] = "joint-coin-composition"
    coins: Finite
    rules: Sequence[Rule | Mapping[tuple[Any, Past, Point], Point]]

    def __post_init__(self) -> None:
        _check_coin("JointCoinComposition", self.coins)
        object.__setattr__(self, "rules", _checked_rules("JointCoinComposition", self.rules))
        for index, point in enumerate(self.coins.points):
            if not (isinstance(point, tuple) and len(point) == len(self.rules)):
                raise ValueError(
                    f"JointCoinComposition: coins must be tuples of {len(self.rules)} entries, "
                    f"got points[{index}]={point!r}; give one coin for each rule"
                )

    @property
    def length(self) -> int:
        """Number of steps."""
        return len(self.rules)

    def joint_on(self, inputs: Sequence[Any]) -> Finite:
        """Return the distribution of the tuple of outputs."""
        return self.coins.map(lambda coins: self._run(inputs, coins))

    def step_on(self, index: int, given: Any, past: Past) -> Finite:
        """Return the distribution of rule ``index`` with its coin's own distribution; ``past`` has no influence."""
        rule = _called(self.rules[index])
        return self.coins.map(lambda coins: rule(given, (), coins[index]))

    def draw_on(self, inputs: Sequence[Any], rng: np.random.Generator, at: At | None = None) -> Past:
        """Return the outputs of one run."""
        return self._run(inputs, _toss(self.coins, rng, at))

    def _run(self, inputs: Sequence[Any], coins: Point) -> Past:
        runs = zip(self.rules, inputs, coins, strict=True)
        return tuple(_called(rule)(given, (), coin) for rule, given, coin in runs)


@dataclass(frozen=True, slots=True)
class ParallelComposition(Composition):
    """The steps of ``composition``, step i on part i of the data set; coins and adaptivity are its own.

    Raises
    ------
    ValueError
        If the partition has not one part for each step.
    """

    kind: ClassVar[str] = "parallel-composition"
    composition: Composition
    partition: Partition

    def __post_init__(self) -> None:
        if self.partition.parts != self.composition.length:
            raise ValueError(
                f"ParallelComposition: partition must have one part for each step, got parts={self.partition.parts}, "
                f"steps={self.composition.length}; change one of them"
            )

    @property
    def length(self) -> int:
        """Number of steps."""
        return self.composition.length

    def inputs(self, data: Any) -> tuple[Any, ...]:
        """Return part i of ``data`` (a tuple of records) for step i."""
        return self.partition.split(data)

    def joint_on(self, inputs: Sequence[Any]) -> Finite:
        """Return the distribution of the tuple of outputs on the parts ``inputs``."""
        return self.composition.joint_on(inputs)

    def step_on(self, index: int, given: Any, past: Past) -> Finite:
        """Return the distribution of step ``index`` on its own, on the part ``given``."""
        return self.composition.step_on(index, given, past)

    def draw_on(self, inputs: Sequence[Any], rng: np.random.Generator, at: At | None = None) -> Past:
        """Return the outputs of one run on the parts ``inputs``."""
        return self.composition.draw_on(inputs, rng, at)


def _rule(where: str, name: str, rule: Any) -> Rule:
    if isinstance(rule, Mapping):
        return RuleTable(rule)
    if callable(rule):
        return rule  # type: ignore[no-any-return]
    raise TypeError(
        f"{where}: {name} must be a function or a table, got {name}={rule!r}; take (data, past, coin) as arguments"
    )


def _called(rule: Any) -> Rule:
    """Return a rule that was made callable on construction, as such."""
    assert callable(rule)
    return rule  # type: ignore[no-any-return]


def _checked_rules(where: str, rules: Sequence[Any]) -> tuple[Rule, ...]:
    if not len(rules) >= 1:
        raise ValueError(f"{where}: rules must have at least one entry, got rules=(); give one for each step")
    return tuple(_rule(where, f"rules[{index}]", rule) for index, rule in enumerate(rules))


def _checked_steps(where: str, steps: Sequence[Any]) -> tuple[AnyStep, ...]:
    if not len(steps) >= 1:
        raise ValueError(f"{where}: steps must have at least one entry, got steps=(); give at least one mechanism")
    for index, step in enumerate(steps):
        if not isinstance(step, Step | KernelStep | AdaptiveKernelStep):
            raise TypeError(
                f"{where}: steps must be Step, KernelStep or AdaptiveKernelStep, got steps[{index}]={step!r}; wrap it"
            )
    return tuple(steps)


def _check_coin(where: str, coin: object) -> None:
    if not isinstance(coin, Finite):
        raise TypeError(
            f"{where}: a coin must be a Finite distribution, got coin={coin!r}; a rule without coin takes Finite.point_mass(0)"
        )


def _toss(coin: Finite, rng: np.random.Generator, at: At | None) -> Point:
    return coin.points[int(coin.sample_indices(1, rng, at)[0])]


def _drawn(step: AnyStep, given: Any, past: Past, rng: np.random.Generator, at: At | None) -> Point:
    """Output of one step of a run: its rule on a tossed coin, or a draw of its law where it is given as a kernel."""
    if isinstance(step, Step):
        return _called(step.rule)(given, past, _toss(step.coin, rng, at))
    return _toss(step.law(given, past), rng, at)
