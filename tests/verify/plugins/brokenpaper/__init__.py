"""A plug-in that cannot be imported."""

raise RuntimeError("a constant is missing")
