"""The lemmas as formulas: ``python theorems/textbook/build.py`` writes ``lemmas.json``, one line for each statement, by ``id|part|reading``."""

import json
from pathlib import Path

from verify.claims import nodes, registry

FILE = Path(__file__).with_name("lemmas.json")


def lemmas():
    """The text of the file."""
    paper = registry.load("theorems.textbook")
    formulas = {"|".join(one.key): nodes.to_json(one.formula) for id in paper.claims for one in paper.variants(id)}
    lines = (f"{json.dumps(name)}: {json.dumps(formula, separators=(',', ':'))}" for name, formula in sorted(formulas.items()))
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(lemmas(), encoding="utf-8")
