"""Every registered table and figure is what it is registered as; its comparisons and plots are functions of its rows alone."""

import importlib
import tomllib
from pathlib import Path

import pytest

from verify.reproductions import Reproduction

POINTS = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]["claimcheck.reproductions"]
FIGURES = {name: value for name, value in POINTS.items() if "/" in name}


@pytest.mark.parametrize("name", FIGURES)
def test_an_entry_point_is_a_reproduction_of_its_id_with_the_three_scales(name):
    module, _, attribute = FIGURES[name].partition(":")
    try:
        made = getattr(importlib.import_module(module), attribute)
    except ImportError as missing:
        pytest.skip(f"an extra is missing: {missing}")
    assert isinstance(made, Reproduction) and made.id == name and {"smoke", "full"} <= set(made.scales) and made.title and made.shows
