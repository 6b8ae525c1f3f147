"""A small paper with statements of every verdict, declared in a file, so that no plug-in need be installed."""

SMALL = """
from verify import claims as c
from verify import quantities as q
x, y = c.numbers("x y")
P, Q, K = c.objects("P Q K")
LAWS = {P: c.Laws(c.LINE), Q: c.Laws(c.LINE), K: c.Kernels(c.LINE, c.LINE)}
FORALL = {x: c.at_least(1), y: c.at_least(x)}
LEDGER = c.Ledger("small", "A small paper", "nobody", (
    c.Item("small/true", "True", "1", c.Scope(FORALL)), c.Item("small/false", "False", "2", c.Scope(FORALL)),
    c.Item("small/either", "By reading", "3", c.Scope(FORALL, readings={"factor": ("one", "two")})),
    c.Item("small/supported", "Found to hold", "4", c.Scope(LAWS))))
CLAIMS = (
    c.Claim("small/true", "1", forall=FORALL, states=c.Compare(x, "<=", y)),
    c.Claim("small/false", "2", forall=FORALL, states=c.Compare(2 * x, "<=", y)),
    c.Claim("small/either", "3", forall=FORALL, states=c.Compare(c.reading("factor", one=x / 2, two=3 * x), "<=", y)),
    c.Claim("small/supported", "4", forall=LAWS, states=c.Compare(4 * q.total_variation(c.push(K, P), c.push(K, Q)) ** 2, "<=", q.chi_square(P, Q))),
)
"""
