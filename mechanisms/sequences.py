"""Joint laws of sequences: independent, Markov, one shared coin, or each step given the whole past."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from mechanisms.finite import Finite, Kernel, Point
from mechanisms.parameters import Weight


@dataclass(frozen=True, slots=True)
class Independent:
    """X_1, ..., X_n independent; ``laws`` is one distribution for each."""

    kind: ClassVar[str] = "independent"
    laws: Sequence[Finite]

    def __post_init__(self) -> None:
        object.__setattr__(self, "laws", tuple(self.laws))
        _not_empty("Independent", "laws", self.laws)

    def joint(self) -> Finite:
        """Return the distribution of (X_1, ..., X_n)."""
        first, *others = self.laws
        return first.product(*others)


@dataclass(frozen=True, slots=True)
class MarkovChain:
    """X_1 from ``initial``, then X_{t+1} from ``transitions[t - 1]`` at X_t.

    Raises
    ------
    ValueError
        Naming the step, if a transition lacks a state that can occur.
    """

    kind: ClassVar[str] = "markov-chain"
    initial: Finite
    transitions: Sequence[Kernel]

    def __post_init__(self) -> None:
        object.__setattr__(self, "transitions", tuple(self.transitions))
        states = set(self.initial.table())
        for t, kernel in enumerate(self.transitions):
            table = {entry: kernel(entry) for entry in kernel.inputs}
            missing = [state for state in states if state not in table]
            if missing:
                raise ValueError(f"MarkovChain: transitions[{t}] must have a distribution for every state that can occur, got none for state={missing[0]}; add it")
            states = {point for state in states for point in table[state].table()}

    def joint(self) -> Finite:
        """Return the distribution of (X_1, ..., X_n), n - 1 the number of transitions."""
        def following(kernel: Kernel) -> Callable[[tuple[Point, ...]], Finite]:
            return lambda past: kernel(past[-1])

        return Adaptive(self.initial, tuple(following(kernel) for kernel in self.transitions)).joint()


@dataclass(frozen=True, slots=True)
class SharedCoin:
    """X_t = rules[t](coin): one draw of the coin for all of them, so that they may depend on each other in any way."""

    kind: ClassVar[str] = "shared-coin"
    coin: Finite
    rules: Sequence[Callable[[Point], Point]]

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", tuple(self.rules))
        _not_empty("SharedCoin", "rules", self.rules)

    def joint(self) -> Finite:
        """Return the distribution of (X_1, ..., X_n)."""
        return self.coin.map(lambda draw: tuple(rule(draw) for rule in self.rules))


@dataclass(frozen=True, slots=True)
class Adaptive:
    """X_1 from ``initial``, then X_{t+1} from the distribution ``steps[t - 1](past)``, where past = (X_1, ..., X_t)."""

    kind: ClassVar[str] = "adaptive"
    initial: Finite
    steps: Sequence[Callable[[tuple[Point, ...]], Finite]]

    def __post_init__(self) -> None:
        object.__setattr__(self, "steps", tuple(self.steps))

    def joint(self) -> Finite:
        """Return the distribution of (X_1, ..., X_n)."""
        paths: list[tuple[tuple[Point, ...], Weight]] = [((point,), weight) for point, weight in self.initial.items() if weight != 0]
        for step in self.steps:
            paths = [((*past, point), weight * w) for past, weight in paths for point, w in step(past).items() if w != 0]
        return Finite.gathered(paths)


def _not_empty(where: str, name: str, entries: Sequence[Any]) -> None:
    if not entries:
        raise ValueError(f"{where}: {name} must have at least one entry, got {name}=(); give one for each step")
