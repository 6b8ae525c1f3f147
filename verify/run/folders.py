"""Where files of the user lie that are no results."""

from __future__ import annotations

import os
from pathlib import Path

VARIABLE = "CLAIMCHECK_CACHE"
"""Environment variable with the folder of the cache, or ``off``."""


def default_folder() -> Path | None:
    """Where the cache lies if nobody says otherwise; None where the environment turns it off."""
    import platformdirs

    named = os.environ.get(VARIABLE)
    if named == "off":
        return None
    return Path(named) if named else platformdirs.user_cache_path("claimcheck") / "findings"


__all__ = ["VARIABLE", "default_folder"]
