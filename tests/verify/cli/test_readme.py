"""What the README shows is what the command prints."""

import re
from pathlib import Path

README = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")


def test_the_refutation_in_the_readme_is_printed_as_it_stands_there(claimcheck, tmp_path):
    block = re.search(r"```\n\$ claimcheck (run \S+)\n(.*?)```", README, re.DOTALL)
    code, out, _ = claimcheck(*block[1].split(), "--workers", "1", "--quiet", "--out", tmp_path)
    shown = [line for line in block[2].splitlines() if line != "..."]
    printed = out.splitlines()
    assert code == 0 and len(shown) == 5
    assert printed[:3] == shown[:3] and all(line in printed for line in shown)


def test_every_document_that_the_readme_names_is_there():
    names = re.findall(r"`(docs/[\w.-]+)`", README)
    assert names and all((Path(__file__).parents[3] / name).exists() for name in names)


def test_the_workflow_runs_the_commands_of_the_readme():
    workflow = (Path(__file__).parents[3] / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    commands = re.findall(r"```sh\n(.*?)\n```", README, re.DOTALL)
    assert len(commands) == 2 and all(command in workflow for command in commands)
    assert all(f'"3.{minor}"' in workflow for minor in (11, 12, 13))
