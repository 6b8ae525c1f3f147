"""Modules and functions stay short enough to be read: the few that are longer are named here, and the list only shrinks."""

import ast
from pathlib import Path

import verify

ROOT = Path(verify.__file__).parent
MOST_LINES, MOST_OF_A_FUNCTION = 700, 60
LONG_MODULES = frozenset({"engines/boxes/formula.py", "engines/boxes/proof.py"})
LONG_FUNCTIONS = frozenset({
    "cli/main.py run",  # most of it are the options of the command
    "engines/covering.py _extremum", "evidence/checker/covering.py _extremum",  # a search over pieces whose steps share all that is known
    "engines/search/hunting.py _hunt",
    "quantities/kernels/areas.py surplus_area",  # the same, with balls
})


def sources():
    return {file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8") for file in ROOT.rglob("*.py")}


def test_no_module_is_longer_than_700_lines_but_those_named_here():
    assert {name for name, text in sources().items() if text.count("\n") > MOST_LINES} <= LONG_MODULES


def test_no_function_is_longer_than_60_lines_but_those_named_here():
    long = set()
    for name, text in sources().items():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and node.end_lineno - node.lineno >= MOST_OF_A_FUNCTION:
                long.add(f"{name} {node.name}")
    assert long <= LONG_FUNCTIONS
