"""The options of a run that its verdicts depend on, as words on record."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

from verify.gate.lock import LockError
from verify.run.decide import Settings


def options_of(run: Mapping[str, Any]) -> str:
    """The options of a run that its verdicts depend on."""
    if missing := [name for name in ("command", "device", "effort", "seed") if name not in run]:
        raise LockError(f"the results: the run must say its {missing[0]}, got none; run again; the lock stays as it is")
    words = str(run["command"]).split()
    flags = [word for word in words if word in ("--experiments", "--no-hints")]
    device = "" if run["device"] == "cpu" else f"--device {run['device']}"
    return " ".join(word for word in (f"--effort {run['effort']}", f"--seed {run['seed']}", device, *flags) if word)


def settings(options: str) -> Settings:
    """Settings from the options on record. Raises LockError for options of another version."""
    words = shlex.split(options)
    values: dict[str, Any] = {"experiments": "--experiments" in words, "hints": "--no-hints" not in words}
    try:
        for name, change in (("effort", str), ("seed", int), ("device", str)):
            if f"--{name}" in words:
                values[name] = change(words[words.index(f"--{name}") + 1])
    except (IndexError, ValueError):
        raise LockError(f"the lock: options must be those of 'claimcheck run', got {options}; lock again") from None
    if values.get("effort", "standard") not in ("quick", "standard", "deep"):
        raise LockError(f"the lock: options must be those of 'claimcheck run', got {options}; lock again")
    return Settings(**values)


__all__ = ["options_of", "settings"]
