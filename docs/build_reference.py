"""Every public name of the claim language with the first line of its documentation, written to ``docs/reference.md`` whenever the site is built."""

import inspect
from pathlib import Path

HERE = Path(__file__).parent
GROUPS = {
    "Claims and ledgers": "verify.claims.claim verify.claims.ledger", "Propositions": "verify.claims.propositions", "Sets": "verify.claims.sets",
    "Terms and binders": "verify.claims.terms verify.claims.nodes", "Procedures": "verify.claims.procedures", "Readings": "verify.claims.readings",
    "Quantities": "verify.quantities", "Laws and mechanisms": "mechanisms",
}


def entry(name, value):
    """One row of a table."""
    if inspect.isclass(value) or inspect.isfunction(value):
        try:
            shown = f"{name}{inspect.signature(value)}".split(" -> ")[0].replace(": Any", "")
        except ValueError:
            shown = name
        told = (inspect.getdoc(value) or "").strip().splitlines()
        line = told[0] if told else ""
        if line.startswith(f"{name}(") or line.startswith("``"):
            line = next((text for text in told[1:] if text.strip()), line)
    else:
        shown, line = name, "a constant"
    shown = shown if len(shown) < 110 else f"{name}(...)"
    return f"| `{shown.replace('|', '¦')}` | {line.replace('|', '¦').replace('](', '] (')} |"


def reference():
    """The page."""
    import mechanisms
    import verify.claims as claims
    import verify.quantities as quantities

    names = {name: getattr(claims, name) for name in claims.__all__}
    own = {name: value for name, value in vars(quantities).items() if not name.startswith("_") and inspect.isfunction(value) and value.__module__ == quantities.__name__}
    laws = {name: getattr(mechanisms, name) for name in mechanisms.__all__}
    lines = ["# Every name of the claim language", "", "Made from the documentation of the code when this site was built.", ""]
    left = dict(names)
    for title, modules in GROUPS.items():
        if title == "Quantities":
            found = own
        elif title == "Laws and mechanisms":
            found = laws
        else:
            found = {name: value for name, value in names.items() if getattr(value, "__module__", "") in modules.split()}
        left = {name: value for name, value in left.items() if name not in found}
        lines += [f"## {title}", "", "| name | what it is |", "|---|---|", *(entry(name, found[name]) for name in sorted(found)), ""]
    lines += ["## Constants and the rest", "", "| name | what it is |", "|---|---|", *(entry(name, left[name]) for name in sorted(left)), ""]
    return "\n".join(line.rstrip() for line in lines).rstrip() + "\n"


def on_pre_build(config):
    """Called by MkDocs before it looks for pages."""
    (HERE / "reference.md").write_text(reference(), encoding="utf-8")
