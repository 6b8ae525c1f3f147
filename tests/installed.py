"""A smoke test of the installed package, from a folder that holds no checkout: ``python tests/installed.py``.

It runs the commands that need what the wheel carries beside code: templates, styles, schemas, skeletons, ledgers. Ends with ``installed: N checks passed``.
"""

import contextlib
import io
import json
import os
import sys
import tempfile
from pathlib import Path

PAPER = """
from mechanisms import Laplace
from verify.claims import Claim, Compare, above, between, numbers
from verify.quantities import max_divergence
b, s = numbers("b s")
P, Q = Laplace(s, scale=b), Laplace(0, scale=b)
CLAIMS = (Claim("mine/true", "1", forall={b: above(0), s: between(-1, 1)}, states=Compare(max_divergence(P, Q), "<=", 1 / b)),
          Claim("mine/false", "2", forall={b: above(0), s: between(-1, 1)}, states=Compare(max_divergence(P, Q), "<=", 1 / (2 * b))))
"""


def call(*words, code=0):
    from verify.cli.main import run_command

    with contextlib.redirect_stdout(io.StringIO()) as out:
        answer = run_command([str(word) for word in words])
    assert answer == code, f"{' '.join(map(str, words))}: exit code {answer}, not {code}: {out.getvalue()[-400:]}"
    return out.getvalue()


def main():
    checkout = Path(__file__).resolve().parents[1]
    sys.path[:] = [entry for entry in sys.path if entry and Path(entry).resolve() not in (checkout, checkout / "tests")]
    import verify

    assert checkout not in Path(verify.__file__).resolve().parents, f"{verify.__file__} is the checkout; install the wheel"
    passed = 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        Path("mine.py").write_text(PAPER)
        rows = json.loads(call("run", "./mine.py", "--effort", "quick", "--workers", "1", "--json"))["results"]
        assert {row["id"]: row["status"] for row in rows} == {"mine/true": "PROVED", "mine/false": "REFUTED"}
        call("check", "results")
        call("report", "results", *(word for name in ("html", "markdown", "summary", "json", "junit", "sarif") for word in ("--format", name)))
        call("report", "results", "--single-file")
        for name in ("index.html", "style.css", "report.html", "report.md", "summary.md", "report.json", "junit.xml", "report.sarif"):
            assert (Path("results/report") / name).stat().st_size > 100, name
            passed += 1
        for name in call("schema").split():
            assert json.loads(call("schema", name))["title"] == f"claimcheck.{name}/1"
            passed += 1
        call("new-paper", "smith24")
        assert Path("smith24/smith24/__init__.py").exists()
        for paper in ("wdp", "gdp", "frdp", "rpp", "textbook"):
            assert len(json.loads(call("list", paper, "--json"))) > 80, paper
            passed += 1
        call("run", "wdp/prop-7", "--effort", "quick", "--workers", "1", "--quiet")
        call("lock", "results", "--workers", "1")
        assert "uncovered" in call("gate", code=1) and "wdp/prop-7 " not in call("gate", code=1)
        os.chdir("/")
    print(f"installed: {passed + 8} checks passed")


if __name__ == "__main__":
    main()
