"""``claimcheck new-paper NAME``: a small installable package with a ledger, a true and a false claim, tests and a workflow."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, StrictUndefined

from verify.cli.selection import Refused

PLACES = {
    "pyproject.toml.jinja": "pyproject.toml", "README.md.jinja": "README.md", "ledger.py.jinja": "{name}/__init__.py",
    "prop_1_gaussian_noise.py.jinja": "{name}/prop_1_gaussian_noise.py", "prop_2_laplace_noise.py.jinja": "{name}/prop_2_laplace_noise.py",
    "test_paper.py.jinja": "tests/test_paper.py", "claims.yml.jinja": ".github/workflows/claims.yml",
}
"""Where each template goes, below the folder of the paper."""


def new_paper(name: str, folder: Path) -> list[Path]:
    """Write the package into ``folder``, which must not exist yet. Raises Refused for a name that cannot be one, or is taken."""
    from verify.claims.registry import installed_names

    if not re.fullmatch(r"[a-z][a-z0-9]*", name):
        raise Refused(f"new-paper: the name must be letters a-z and digits, beginning with a letter, got {name}; ids will be {name.lower() or 'name'}/prop-1 and so on")
    if name in installed_names() or name in ("mechanisms", "reproduce", "theorems", "verify", "tests"):
        raise Refused(f"new-paper: {name} is the name of an installed paper or package; choose another")
    if folder.exists():
        raise Refused(f"{folder}: exists already, and nothing of it is overwritten; choose another name or --out")
    environment = Environment(variable_start_string="[[", variable_end_string="]]", undefined=StrictUndefined, keep_trailing_newline=True)
    written = []
    try:
        for template, place in PLACES.items():
            source = files("verify.cli").joinpath("skeleton", template).read_text(encoding="utf-8")
            path = folder / place.format(name=name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(environment.from_string(source).render(name=name), encoding="utf-8")
            written.append(path)
    except OSError as error:
        raise Refused(f"{folder}: must be writable, got {error.strerror or error}; choose another with --out") from None
    return written


__all__ = ["new_paper"]
