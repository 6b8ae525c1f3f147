"""Four truth values: a statement may also have no value, or be undecided at the precision spent."""

from __future__ import annotations

import enum


class Truth(enum.Enum):
    TRUE = "true"
    FALSE = "false"
    NO_VALUE = "no value"
    UNDECIDED = "undecided"
