"""The golden files of the stored formats. After a deliberate change of a format: ``python tests/verify/run/golden_files.py``, and say why in the changelog.

They hold what ``claimcheck run toy/true toy/false toy/step toy/open toy/opinion toy/tail --effort quick`` stores for the toy paper of ``tests/verify/plugins``,
the certificates of one proof, one refutation by an instance and one by draws, and what ``claimcheck list toy --json`` prints. Versions, digests of sources
and seconds are masked: they change without a change of format.
"""

import contextlib
import io
import json
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent / "golden"
PLUGINS = Path(__file__).parents[1] / "plugins"
IDS = ("toy/true", "toy/false", "toy/step", "toy/open", "toy/opinion", "toy/tail")
STORED = {"results.json": "results.json", "claims.json": "claims.json", "curves.json": "curves.json", "certificate-proof.json": "certificates/toy__true__main__main.json",
          "certificate-instance.json": "certificates/toy__false__main__two.json", "certificate-draws.json": "certificates/toy__tail__main__main.json"}


def masked(value, key=""):
    if key == "versions":
        return dict.fromkeys(value, "masked")
    if key == "implementation":
        return "masked"
    if key == "seconds":
        return 0
    if isinstance(value, dict):
        return {name: masked(entry, name) for name, entry in value.items()}
    return [masked(entry) for entry in value] if isinstance(value, list) else value


def fresh():
    """What the installed version stores and prints, by golden file."""
    from verify.cli.main import run_command

    with tempfile.TemporaryDirectory() as folder:
        with contextlib.redirect_stdout(io.StringIO()):
            assert run_command(["run", *IDS, "--effort", "quick", "--workers", "1", "--quiet", "--no-cache", "--out", folder]) == 0
        found = {name: json.loads((Path(folder) / path).read_text(encoding="utf-8")) for name, path in STORED.items()}
    with contextlib.redirect_stdout(io.StringIO()) as out:
        assert run_command(["list", "toy", "--json"]) == 0
    return {name: masked(content) for name, content in {**found, "list.json": json.loads(out.getvalue())}.items()}


if __name__ == "__main__":
    sys.path.insert(0, str(PLUGINS))
    HERE.mkdir(exist_ok=True)
    for name, content in fresh().items():
        (HERE / name).write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(f"{name} recorded")
