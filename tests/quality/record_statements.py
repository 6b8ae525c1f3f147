"""Write the digests of all statements to ``statements.json``: run it after a deliberate change of meaning."""

import json
from pathlib import Path

from verify.claims.registry import load

PAPERS = ("theorems.frdp", "theorems.gdp", "theorems.rpp", "theorems.wdp")

record = {f"{v.id} {v.part} {v.reading}": v.digest for paper in PAPERS for claims in load(paper).claims.values() for claim in claims for v in claim.variants()}
path = Path(__file__).parent / "statements.json"
path.write_text(json.dumps(record, indent=0, sort_keys=True) + "\n", encoding="utf-8")
print(f"{len(record)} statements recorded in {path.name}")
