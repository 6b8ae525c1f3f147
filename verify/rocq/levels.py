"""Where the number lies that an equation defines: ends between which Rocq finds it, guessed with floating point."""

from verify.claims.nodes import Node
from verify.rocq.terms import NotExported, Prop


def enclosed(prop: Prop, values: dict[str, Node]) -> tuple[str, str]:
    raise NotExported("special", prop.text)
