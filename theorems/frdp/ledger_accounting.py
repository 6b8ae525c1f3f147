"""Ledger of Table 2 (Appendix C): the budgets of the training runs, at delta = 1e-5.

A row prints a target epsilon, a sampling rate, a noise multiplier, epochs and iterations. Its cells are parts: the budget that rate, multiplier and iterations give
against the target, and the iterations that epochs and rate give.
"""

from verify.claims import Item, Scope, Source

TABLE = Source("Table 2", section="Appendix C")
ACCOUNTANTS = ("rdp-grid-prop-3", "rdp-grid-thm-6c", "rdp-grid-cks", "rdp-all-prop-3", "rdp-all-thm-6c", "rdp-all-cks", "pld-upper", "pld-lower")
BUDGET = {"accountant": ACCOUNTANTS, "adjacency": ("add-ratio-1", "add-ratio-sqrt-2", "replace"), "target": ("exact", "rounded"), "noise": ("cor-2", "eq-8")}
USES = ("frdp/sgm", "frdp/thm-1", "frdp/prop-3", "frdp/sens")
DIGITS = (5923, 6742, 5958, 6131, 5842, 5421, 5918, 6265, 5851, 5949)
"""Sizes of the ten classes in the training split of MNIST."""


def row(id, title):
    return Item(id, title, TABLE, Scope(readings=BUDGET, part="epsilon"), Scope(part="iterations"), part_of="frdp/tab-2", uses=USES)


ITEMS = (
    Item("frdp/tab-2", "All rows of the table", TABLE, Scope(readings=BUDGET), uses=USES,
         note="rdp: the orders of the library (grid) or all orders, with the conversion of Proposition 3, of Theorem 6, or of Canonne, Kamath and Steinke; pld: the"
              " privacy loss distribution, bounded from above or below. add: one record more, with the sensitivity of the accountant or sqrt(2) times that. replace: one"
              " record replaced, for the mean function. rounded: the epsilon is at most half a unit of the last printed digit above the target.",
         beside=("frdp/tab-2-c10", "frdp/tab-2-c1", "frdp/tab-2-c0.2", "frdp/tab-2-p10", "frdp/tab-2-p1", "frdp/tab-2-p0.2")),
    row("frdp/tab-2-c10", "Conditional, epsilon 10"),
    row("frdp/tab-2-c1", "Conditional, epsilon 1"),
    row("frdp/tab-2-c0.2", "Conditional, epsilon 0.2"),
    row("frdp/tab-2-p10", "Parallel, epsilon 10"),
    row("frdp/tab-2-p1", "Parallel, epsilon 1"),
    row("frdp/tab-2-p0.2", "Parallel, epsilon 0.2"),
    Item("frdp/tab-2-iters", "Epochs, iterations, sampling rates and class sizes agree", Source("Table 2 and Appendices B, C"),
         *(Scope(part=part) for part in ("conditional", "parallel", "celeba-conditional", "celeba-parallel")),
         *(Scope(part=f"digit-{digit}") for digit in range(len(DIGITS))),
         note="60 records of 60000 in a batch, 60 of 6000 in a part; CelebA with the parameters of the conditional rows: 60 of 60000 and 30 of 30000. digit: the actual"
              " size n of a class, batches of floor(60 n / 6000)."),
)
