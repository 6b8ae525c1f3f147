"""``claimcheck new-paper NAME``: a small installable package with a ledger, a true and a false claim of the chosen field, tests and a workflow."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, StrictUndefined

from verify.cli.selection import Refused, near

TEMPLATES = ("privacy", "learning", "optimisation")
"""Fields with examples of their own: a folder of ``skeleton`` each, beside ``common``."""
PLACES = {
    "pyproject.toml.jinja": "pyproject.toml", "README.md.jinja": "README.md", "test_paper.py.jinja": "tests/test_paper.py",
    "claims.yml.jinja": ".github/workflows/claims.yml", "ledger.py.jinja": "{name}/__init__.py",
}
"""Where a template goes, below the folder of the paper; any other is a module of the package."""


def new_paper(name: str, folder: Path, template: str = TEMPLATES[0]) -> list[Path]:
    """Write the package into ``folder``, which must not exist yet. Raises Refused for a name that cannot be one or is taken, and for a template that does not exist."""
    from verify.claims.registry import installed_names

    if not re.fullmatch(r"[a-z][a-z0-9]*", name):
        raise Refused(f"new-paper: the name must be letters a-z and digits, beginning with a letter, got {name}; ids will be {name.lower() or 'name'}/prop-1 and so on")
    if name in installed_names() or name in ("mechanisms", "reproduce", "theorems", "verify", "tests"):
        raise Refused(f"new-paper: {name} is the name of an installed paper or package; choose another")
    if template not in TEMPLATES:
        raise Refused(f"--template: must be one of {', '.join(TEMPLATES)}, got {template}; {near(template, TEMPLATES)}")
    if folder.exists():
        raise Refused(f"{folder}: exists already, and nothing of it is overwritten; choose another name or --out")
    environment = Environment(variable_start_string="[[", variable_end_string="]]", undefined=StrictUndefined, keep_trailing_newline=True)
    written = []
    skeleton = files("verify.cli").joinpath("skeleton")
    sources = sorted((entry for part in ("common", template) for entry in skeleton.joinpath(part).iterdir() if entry.name.endswith(".jinja")), key=lambda entry: entry.name)
    try:
        for source in sources:
            path = folder / PLACES.get(source.name, f"{{name}}/{source.name.removesuffix('.jinja')}").format(name=name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(environment.from_string(source.read_text(encoding="utf-8")).render(name=name), encoding="utf-8")
            written.append(path)
    except OSError as error:
        raise Refused(f"{folder}: must be writable, got {error.strerror or error}; choose another with --out") from None
    return written


__all__ = ["TEMPLATES", "new_paper"]
