"""Modules of ``verify`` import each other in one direction: what is imported inside of functions counts too."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import verify

ROOT = Path(verify.__file__).parent
ALLOWED = frozenset({"claims.laws", "claims.matrices", "claims.nodes", "claims.notation", "claims.options", "claims.procedures", "claims.recognised", "claims.show", "claims.symbolic_form", "claims.terms"})
"""Formulas are made of SymPy expressions and laws on demand: SymPy is not loaded before somebody uses it."""


def modules():
    found = {}
    for file in ROOT.rglob("*.py"):
        parts = file.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


def imported(tree, names):
    """The modules of ``verify`` that a module imports, whatever block the import stands in; those for type checkers alone are left out."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "verify":
            base = node.module.removeprefix("verify").lstrip(".")
            for alias in node.names:
                full = f"{base}.{alias.name}".lstrip(".")
                yield full if full in names else base
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "late" and isinstance(node.args[0], ast.Constant):
            yield node.args[0].value.removeprefix("verify.")
        yield from imported(node, names)


def cycles(graph):
    """Sets of modules each of which is reached from each other one."""
    reached = {}
    for start in graph:
        todo, seen = list(graph[start]), set()
        while todo:
            name = todo.pop()
            if name not in seen:
                seen.add(name)
                todo += graph.get(name, ())
        reached[start] = seen
    return {frozenset(b for b in reached[a] if a in reached.get(b, ())) for a in graph if a in reached[a]}


def test_no_modules_import_each_other():
    files = modules()
    graph = {name: {other for other in imported(ast.parse(file.read_text(encoding="utf-8")), files) if other and other != name} for name, file in files.items()}
    assert len(graph) > 300
    assert [sorted(found) for found in cycles(graph) if not found <= ALLOWED] == []


def test_a_cycle_is_found_wherever_the_import_stands():
    tree = ast.parse("def f():\n    from verify.engines import search\n")
    assert list(imported(tree, {"engines.search": None})) == ["engines.search"]
    assert cycles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == {frozenset("abc")}


def test_a_late_import_counts():
    assert list(imported(ast.parse("a = late('verify.engines.search')\n"), {"engines.search": None})) == ["engines.search"]


def test_certify_imports_only_what_most_inequalities_need():
    heavy = ("scipy", "sympy", "torch", "pandas", "jinja2", "matplotlib", "verify.account", "verify.report", "verify.calibration")
    code = f"import sys, verify.run.certify; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": str(ROOT.parent)})
    assert done.stdout.strip() == "[]"


def test_engines_and_checker_import_nothing_inside_of_functions():
    """But SymPy's bridge, which is loaded when a formula needs it."""
    late = []
    for folder in ("engines", "evidence/checker"):
        for file in (ROOT / folder).rglob("*.py"):
            for function in (node for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if isinstance(node, ast.FunctionDef)):
                late += [f"{file.name}: {node.module}" for node in ast.walk(function) if isinstance(node, ast.ImportFrom) and str(node.module).startswith("verify") and "symbolic_form" not in str(node.module)]
    assert late == []
