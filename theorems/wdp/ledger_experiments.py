"""Ledger of the figures, Table 2, further statements of the text, and the released code, written from the source.

Figure 1 plots orders in [1, 10] for the scales 1, 2, 3, 5 at sensitivity 1. Figures 2 and 4 have 100 steps and four thresholds, named by their quantiles. The table
prints three budgets with attack probabilities for each of four data sets.
"""

from theorems.wdp.definitions import DIMENSIONS, NORMS, SPACE, P, Q, delta, dim, epsilon, mu, r
from theorems.wdp.definitions_mechanisms import Delta, alpha, lamda, shift, sigma
from theorems.wdp.thm_2_privacy_loss import q
from verify.claims import (
    Euclid,
    Families,
    Item,
    Laws,
    NotChecked,
    Points,
    Scope,
    Source,
    above,
    at_least,
    between,
    integers,
    number,
    numbers,
    objects,
    one_of,
    reading,
    unstated,
    upto,
)

mu_1, mu_2, scale, step, C, C_1, C_2, factor, total, beta, beta_1, beta_2, beta_3, beta_4 = numbers(
    "mu_1 mu_2 scale step C C_1 C_2 factor total beta beta_1 beta_2 beta_3 beta_4")
delta_1, delta_2, d, n, k, m, T, rate = numbers("delta_1 delta_2 d n k m T rate")
A, D, L = objects("A D L")

PLOTTED, ORDERS, ONE = one_of(1, 2, 3, 5), between(1, 10), {Delta: one_of(1)}
PAIR = {mu_1: ORDERS, mu_2: between(mu_1, 10, open="left")}
ABOVE_ONE = {mu_1: between(1, 10, open="both"), mu_2: between(mu_1, 10, open="left")}
SCALES = reading("scales", plotted=PLOTTED, every=unstated(above(0)))
GROWS = {"scales": ("plotted", "every"), "increase": ("strict", "weak")}
DEPENDS = {"dependence": ("increase", "slope", "growth")}

STEPS, QUANTILES = {step: upto(100)}, one_of("0.05", "0.50", "0.75", "0.99")
UNIT = {factor: reading("gradients", as_stated=one_of(1), times_a_constant=above(0))}
UNITS, AGGREGATION = {"gradients": ("as-stated", "times-a-constant")}, {"aggregation": ("infimum", "sum")}
TRAINED = {"trained with": ("dp", "bdp", "wdp-infimum", "wdp-sum")}
WHEN = {step: reading("when", end=one_of(100), throughout=upto(100))}
TINY, SMALL = number("1/10000000000"), number("1/100000")

CELLS = tuple(f"{row}-{column}" for row in ("mnist", "cifar-10", "svhn", "f-mnist") for column in ("dp", "bdp", "wdp"))
SETTING = {mu: at_least(1), q: between(0, 1), sigma: above(0)}
SAMPLED = {k: integers(1), m: integers(1, k)}
INFIMUM = {"infimum over": ("all-d", "adjacent-pairs", "sampled-pairs", "idle")}
LOSSES = {T: integers(1), L: Families(upto(T), at_least(0)), beta: above(0)}
FILE, SCRIPT = Source("wasserstein_privacy_accountant.py"), Source("main_MNIST.py")
LAWS = {dim: DIMENSIONS, r: NORMS, P: Laws(SPACE), Q: Laws(SPACE), epsilon: at_least(0)}
NO_TRANSPORT = {"optimisation": ("printed", "defined")}

ITEMS = (
    # M. Figures
    Item("wdp/fig-1-increasing", "WDP curves increase with the order", Source("Figure 1", section="Basic Mechanisms"),
         Scope({**ONE, lamda: SCALES, **PAIR}, readings=GROWS, part="laplace"), Scope({**ONE, sigma: SCALES, **PAIR}, readings=GROWS, part="gaussian")),
    Item("wdp/fig-1-slow", "WDP curves are insensitive to the order", Source("Figure 1", section="Basic Mechanisms"),
         Scope({**ONE, lamda: PLOTTED, **ABOVE_ONE}, readings=DEPENDS, part="laplace"),
         Scope({**ONE, sigma: reading("scales", plotted=PLOTTED, named=one_of(1)), **ABOVE_ONE}, readings={"scales": ("plotted", "named"), **DEPENDS},
               part="gaussian")),
    Item("wdp/fig-1-rdp-steep", "RDP of the Gaussian mechanism", Source("Figure 1", section="Basic Mechanisms"),
         Scope({sigma: PLOTTED, **PAIR}, part="slope"), Scope({scale: PLOTTED, **PAIR}, given=("scale ≠ 1",), part="steep")),
    Item("wdp/fig-1-budget", "Plotted values are valid budgets", Source("Figure 1", section="Basic Mechanisms"),
         Scope({**ONE, mu: ORDERS, lamda: PLOTTED, shift: between(-1, 1)}, part="laplace"),
         Scope({**ONE, mu: ORDERS, sigma: PLOTTED, shift: between(-1, 1)}, part="gaussian")),
    Item("wdp/fig-2-lowest", "The Wasserstein accountant is lowest", Source("Figure 2", section="Composition"),
         Scope({**UNIT, C: QUANTILES, **STEPS}, readings={**UNITS, **AGGREGATION}), experiment="composition"),
    Item("wdp/fig-2-gap", "The advantage grows with the threshold", Source("Figure 2", section="Composition"),
         *(Scope({C_1: QUANTILES, C_2: QUANTILES, **WHEN}, given=("C₁ < C₂",),
                 readings={"gap": ("difference", "ratio"), "when": ("end", "throughout"), **AGGREGATION}, part=part) for part in ("moments", "bayesian")),
         experiment="composition"),
    Item("wdp/fig-2-shape", "Same trends", Source("Figure 2", section="Composition"),
         Scope({C: QUANTILES, step: reading("shape", rise=upto(99), proportional=upto(100))},
               readings={"shape": ("rise", "proportional"), **AGGREGATION}), experiment="composition",
         note="The text: changes and trends of the other curves are almost replicated; almost has no number in the source."),
    Item("wdp/fig-4-lowest", "Lowest with clipping", Source("Figure 4", section="Appendix B"),
         Scope({**UNIT, C: QUANTILES, **STEPS}, readings={**UNITS, **AGGREGATION}, part="lowest"),
         Scope({**UNIT, C: QUANTILES, step: upto(99)}, readings={**UNITS, **AGGREGATION}, part="slower"), experiment="composition"),
    Item("wdp/fig-4-narrow", "Effect of clipping", Source("Figure 4", section="Appendix B"),
         *(Scope(WHEN, readings={"when": ("end", "throughout")}, part=part) for part in ("moments", "bayesian")),
         Scope(WHEN, readings={"when": ("end", "throughout"), **AGGREGATION}, part="wasserstein"),
         *(Scope({C: QUANTILES, **WHEN}, readings={"when": ("end", "throughout"), **AGGREGATION}, part=part)
           for part in ("wasserstein-moments", "wasserstein-bayesian")),
         Scope({C: QUANTILES, **WHEN}, readings={"when": ("end", "throughout")}, part="moments-bayesian"), experiment="composition",
         note="A part for the influence of the threshold on each accountant, and one for the gap of each two."),
    Item("wdp/fig-3a", "Budget against beta", Source("Figure 3", section="Effect of beta and delta"),
         Scope({total: unstated(at_least(0)), delta: one_of(TINY, "0.00000001", SMALL, "0.001"), beta_1: between(1, 10), beta_2: between(beta_1, 10, open="left"),
                beta_3: between(10, 50), beta_4: between(beta_3, 50, open="left")}, readings={"pace": ("rate", "total")})),
    Item("wdp/fig-3b", "Budget against delta", Source("Figure 3", section="Effect of beta and delta"),
         Scope({total: unstated(at_least(0)), beta: one_of(1, 2, 5, 10), delta_1: between(TINY, SMALL, open="right"), k: between(1, SMALL / delta_1, open="left"),
                delta_2: between(TINY, SMALL / k)})),
    # N. Table 2
    Item("wdp/tab-2-attack", "Attack probabilities", Source("Table 2", section="Deep Learning"),
         *(Scope(part=cell, readings={"epsilon": ("printed", "every", "some"), "digits": ("nearest", "truncated")}) for cell in CELLS)),
    Item("wdp/tab-2-order", "Ordering of the budgets", Source("Table 2", section="Deep Learning"), Scope(part="dp"), Scope(part="rdp")),
    Item("wdp/tab-2-delta", "WDP column and delta", Source("Table 2", section="Deep Learning"),
         *(Scope(part=row, readings={"settings": ("beta-free", "beta-32", "delta-1e-5")}) for row in ("mnist", "cifar-10", "svhn", "f-mnist"))),
    Item("wdp/tab-2-accuracy", "Accuracies of the trained models", Source("Table 2", section="Deep Learning"),
         *(Scope(part=f"{row}-not-private") for row in ("mnist", "cifar-10", "svhn", "f-mnist")),
         *(Scope(part=f"{row}-private", readings=TRAINED) for row in ("mnist", "cifar-10", "svhn", "f-mnist")), experiment="deep-learning"),
    Item("wdp/text-epochs", "Epochs needed for 96 % on MNIST", Source("item (2)", section="Deep Learning"),
         Scope(part="dp"), Scope(part="bdp"), Scope(part="wdp", readings=AGGREGATION), experiment="deep-learning"),
    # O. Further statements in the text
    Item("wdp/text-attack", "The attack probability as a common scale", Source("Comparability (3)", section="Discussion"),
         Scope(LAWS, given=("log ratio sup(P, Q) ≤ ε",), part="dp"),
         Scope({alpha: above(1), **LAWS}, given=("(D_α(P ‖ Q) ≤ ε) and (D_α(Q ‖ P) ≤ ε)",), part="rdp"),
         Scope({mu: at_least(1), **LAWS}, given=("W_μ(P, Q) in l_r ≤ ε",), part="wdp")),
    Item("wdp/text-noise", "No explosion at low noise", Source("item (2)", section="Deep Learning"),
         Scope({mu: at_least(1), Delta: above(0), q: between(0, 1), d: at_least(0)},
               readings={"budget": ("exact-laplace", "exact-gaussian", "prop-7", "prop-8", "thm-2")})),
    Item("wdp/text-no-ot", "No transport computation is needed", Source("Computational problem", section="Discussion"),
         Scope({mu: at_least(1), Delta: above(0), lamda: unstated(above(0))}, readings=NO_TRANSPORT, part="prop-7"),
         Scope({mu: at_least(1), Delta: above(0), sigma: unstated(above(0))}, readings=NO_TRANSPORT, part="prop-8"),
         Scope({mu: at_least(1), dim: DIMENSIONS, r: NORMS, T: integers(1), P: Families(upto(T), Laws(SPACE)), Q: Families(upto(T), Laws(SPACE)), beta: above(0),
                epsilon: above(0)}, readings=NO_TRANSPORT, part="thm-1"),
         Scope(SETTING, readings=NO_TRANSPORT, part="thm-2"),
         Scope({**SETTING, T: integers(1), beta: above(0), delta: between(0, 1, open="left")}, readings=NO_TRANSPORT, part="thm-3")),
    Item("wdp/text-small-data", "Very small data sets", Source("Limitations", section="Discussion"),
         not_checked=NotChecked("no quantity", "No size of a data set and no budget is named.")),
    Item("wdp/text-opinions", "Judgements about other frameworks", Source("Introduction and Discussion"),
         not_checked=NotChecked("opinion", "Overstated, pessimistic, hard to relate: no quantity is attached to these words.")),
    # P. Released code against the formulas
    Item("wdp/code-lem-1", "Moment in the code", FILE, Scope({**SETTING, d: at_least(0)})),
    Item("wdp/code-inf", "Loss of a step in the code", FILE,
         Scope({**SETTING, **SAMPLED, A: Families(upto(k), at_least(0))}, readings=INFIMUM, part="scalar"),
         Scope({**SETTING, n: integers(1), **SAMPLED, A: Families(upto(k), Points(Euclid(n, 2)))},
               readings={"components": ("equal", "coordinates"), **INFIMUM}, part="vector")),
    Item("wdp/code-eps", "Budget in the code", FILE, Scope({**LOSSES, delta: between(0, 1, open="left")})),
    Item("wdp/code-delta", "Failure probability in the code", FILE, Scope({**LOSSES, epsilon: unstated(at_least(0))})),
    Item("wdp/code-fig-1", "Notebook of Figure 1", Source("basic_mechanism.ipynb"),
         not_checked=NotChecked("outside source", "What the notebook plots is not described in the paper, and its content is not at hand.")),
    Item("wdp/code-tab-2", "Defaults of the script and Table 2", SCRIPT,
         Scope({rate: one_of("1024/60000", "608/60000"), D: Families(upto(28), at_least(0))}, readings={"aggregation": ("code", "eq-11")}, part="least-loss"),
         Scope(part="entry", readings={"epochs": ("sixteen", "twenty-five"), "distances": ("some", "every"), "aggregation": ("code", "eq-11")})),
)
