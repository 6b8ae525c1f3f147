"""What an integral over the line may answer instead of a value."""

from __future__ import annotations


class Wide(Exception):
    """Exact arithmetic does not decide an order or a sign that is needed."""


class Diverges(Exception):
    """The integral is infinite."""
