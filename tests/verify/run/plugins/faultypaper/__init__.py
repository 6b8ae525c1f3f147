"""A paper among whose statements are some that never end, ask for 50 GB, or kill the process that decides them."""

from fractions import Fraction

from verify import claims as c

x, y = c.numbers("x y")
FORALL = {x: c.above(0), y: c.at_least(x)}
PLUS = {"nothing": y, "x": y + x, "y": 2 * y, "a-third": y + Fraction(1, 3), "much": y + 10}
PROTOCOLS = ("loops", "hoards", "dies", "dies-once", "waits", "deaf", "native", "counts-and-loops")

LEDGER = c.Ledger("faulty", "A paper with faults", "nobody", (
    c.Item("faulty/sound", "Sound", "1", c.Scope(FORALL, readings={"plus": tuple(PLUS)})),
    *(c.Item(f"faulty/{name}", name, "2", c.Scope({})) for name in PROTOCOLS),
    c.Item("faulty/false", "False", "3", c.Scope(FORALL)),
))
CLAIMS = (
    c.Claim("faulty/sound", "1", forall=FORALL, states=c.Compare(x, "<=", c.reading("plus", **{name.replace("-", "_"): term for name, term in PLUS.items()}))),
    *(c.Claim(f"faulty/{name}", "2", forall={}, states=c.Compare(c.Measured(f"faulty-{name}", "value"), "<=", 1)) for name in PROTOCOLS),
    c.Claim("faulty/false", "3", forall=FORALL, states=c.Compare(2 * x, "<=", y)),
)
