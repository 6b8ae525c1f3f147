"""A small paper that can be changed, and its audit."""

from verify import claims as c
from verify.claims.registry import Paper
from verify.run import runner
from verify.run.decide import Settings

x, y = c.numbers("x y")


def paper(low=1, given=(), factor=2, with_open=True, extra=False):
    """A true and a false claim over x in [low, oo) and y >= x, an item without a claim, an item that is not checked."""
    forall = {x: c.at_least(low), y: c.at_least(x)}
    declared = [c.Claim("small/true", "1", forall=forall, states=c.Compare(x, "<=", y)),
                c.Claim("small/false", "2", forall=forall, given=given, states=c.Compare(factor * x, "<=", y), uses=("small/true",))]
    items = [c.Item("small/true", "True", "1", c.Scope(forall)), c.Item("small/false", "False", "2", c.Scope(forall))]
    if with_open:
        items.append(c.Item("small/open", "Not yet encoded", "3"))
    if extra:
        items.append(c.Item("small/extra", "Another", "4"))
    items.append(c.Item("small/opinion", "An opinion", "5", not_checked=c.NotChecked("opinion", "no number is stated")))
    return Paper(c.Ledger("small", "A small paper", "nobody", tuple(items)), {claim.id: (claim,) for claim in declared})


def audit(declared, folder, ids=None):
    """A run of a paper, or of some of its ids, into a folder."""
    papers = {"small": declared}
    return runner.run(papers, ids or [item.id for item in declared.ledger.items], Settings(effort="quick"), folder, workers=1, command="claimcheck run small --effort quick --seed 0")
