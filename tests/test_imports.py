"""The import table: mechanisms and verify know nothing of ours, but that draws are made with the generators of mechanisms; theorems know both; the checker knows no engine."""

import ast
from pathlib import Path

import pytest

import verify

ROOT = Path(verify.__file__).resolve().parents[1]
"""The folder that holds the packages: the checkout, or where the wheel was installed."""
OURS = {"mechanisms", "verify", "theorems", "reproduce"}
ALLOWED = {"mechanisms": {"mechanisms"}, "verify": {"verify"}, "theorems": {"theorems", "mechanisms", "verify"}, "reproduce": OURS}

DRAWS = {("verify/engines/sampling.py", "mechanisms.generators")}
"""One source of random numbers on NumPy and torch for samplers and for the engine that counts."""


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


@pytest.mark.parametrize("package", sorted(ALLOWED))
def test_a_package_imports_only_what_the_table_allows(package):
    files = sorted((ROOT / package).rglob("*.py"))
    assert files
    for path in files:
        ours = {name.split(".")[0] for name in imports(path) if (path.relative_to(ROOT).as_posix(), name) not in DRAWS} & OURS
        assert ours <= ALLOWED[package], f"{path}: imports {ours - ALLOWED[package]}"


def test_claim_modules_use_only_the_public_names_of_verify():
    for path in (ROOT / "theorems").rglob("*.py"):
        for name in imports(path):
            if name.startswith("verify"):
                assert name in ("verify.claims", "verify.quantities"), f"{path}: {name} is not public"


def test_the_checker_imports_no_engine_no_value_and_no_quantity():
    for path in (ROOT / "verify" / "evidence" / "checker").rglob("*.py"):
        for name in imports(path):
            assert not name.startswith(("verify.engines", "verify.values", "verify.quantities", "theorems", "mechanisms")), f"{path}: {name}"


def test_no_module_speaks_of_a_verdict_in_a_claim():
    for path in (ROOT / "theorems").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not any(word in text for word in ("Status.", "REFUTED", "PROVED", "SUPPORTED")), path


def test_no_public_name_stands_for_two_things():
    import mechanisms
    from verify import claims, quantities

    modules = (mechanisms, claims, quantities)
    for k, module in enumerate(modules):
        for other in modules[k + 1:]:
            assert not [name for name in set(module.__all__) & set(other.__all__) if getattr(module, name) is not getattr(other, name)]
    assert mechanisms.ProductDistribution is mechanisms.Product
