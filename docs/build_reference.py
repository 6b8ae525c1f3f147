"""Every public name of the claim language with the first line of its documentation: ``python docs/build_reference.py`` writes ``docs/reference.md``, as does building the site."""

import inspect
import re
from pathlib import Path

HERE = Path(__file__).parent
GROUPS = {
    "Claims and ledgers": "claim ledger proofs registry", "Propositions": "propositions", "Sets": "sets", "Terms and binders": "terms distributions matrices noisy_iterations nodes", "Functions on R^d by class": "functions", "Values of names, for instances": "instances",
    "Procedures": "procedures", "Readings, and how a source supports them": "readings standings",
}
"""Title, and the modules of ``verify.claims`` that a group takes its names from."""


def shown(name, value):
    """A call as it is written: parameters without their types."""
    if not (inspect.isclass(value) or inspect.isfunction(value)):
        return name
    try:
        parameters = inspect.signature(value).parameters.values()
    except ValueError:  # an exception
        return name
    known = inspect.Parameter.empty
    plain = [one.replace(annotation=known, default=known if one.default is known else Default(one.default)) for one in parameters]
    return f"{name}{inspect.Signature(plain)}"


class Default:
    """A default value as a reader would write it; one that is long is left out."""

    def __init__(self, value):
        self.value = value

    def __repr__(self):
        from verify.claims.nodes import Node

        word = isinstance(self.value, Node) and self.value.head == "word_"
        written = str(self.value.args[0]).upper().replace("-", "_") if word else repr(self.value)
        return written if len(written) < 20 else "..."


def told(name, value):
    """What the name is: the first paragraph of its documentation that is no call of it, without its errors; what a constant stands for."""
    from verify.claims.nodes import Node
    from verify.claims.show import text

    if isinstance(value, Node):
        kind = {"word_": "the word", "interval": "the set", "euclid": "the space", "all": "the proposition"}.get(value.head, "the number")
        return f"{kind} {value.args[0] if value.head == 'word_' else text(value)}"
    if not (inspect.isclass(value) or inspect.isfunction(value)):
        return "a constant"
    paragraphs = [" ".join(part.split()) for part in (inspect.getdoc(value) or "").split("\n\n")]
    best = paragraphs[1] if len(paragraphs) > 1 and paragraphs[0].strip("`").startswith(f"{name}(") else paragraphs[0]
    return re.sub(r"``([^`]*)``", r"`\1`", re.sub(r" Raises \w+Error .*", "", best))


def table(names):
    """The rows of a group, by name."""
    rows = (f"| `{cell(shown(name, value))}` | {cell(told(name, value))} |" for name, value in sorted(names.items()))
    return ["| name | what it is |", "|---|---|", *rows, ""]


def cell(text):
    """Text as a cell of a table holds it."""
    return text.replace("|", "\\|").replace("](", "] (")


def reference():
    """The page."""
    import mechanisms
    import verify.claims as claims
    import verify.quantities as quantities
    from verify.claims.nodes import Node

    left = {name: getattr(claims, name) for name in claims.__all__}
    groups = {}
    for title, modules in GROUPS.items():
        places = {f"verify.claims.{module}" for module in modules.split()}
        groups[title] = {name: value for name, value in left.items() if getattr(value, "__module__", "") in places and not isinstance(value, Node)}
        left = {name: value for name, value in left.items() if name not in groups[title]}
    groups["Constants"] = left
    groups["Quantities"] = {name: getattr(quantities, name) for name in quantities.__all__}
    groups["Distributions and mechanisms"] = {name: getattr(mechanisms, name) for name in mechanisms.__all__}
    lines = ["# Every name of the claim language", "", "Made from the documentation of the code by `python docs/build_reference.py`. Quantities come from `verify.quantities`, distributions and mechanisms",
             "from `mechanisms`, everything else from `verify.claims`. [The claim language](language.md) has an example of each construct, [formulas](formulas.md) its exact meaning.", ""]
    for title in sorted(groups, key=lambda one: one in ("Constants", "Distributions and mechanisms")):
        lines += [f"## {title}", "", *table(groups[title])]
    return "\n".join(lines).rstrip() + "\n"


def on_pre_build(config):
    """Called by MkDocs before it looks for pages."""
    (HERE / "reference.md").write_text(reference(), encoding="utf-8")


if __name__ == "__main__":
    on_pre_build(None)
