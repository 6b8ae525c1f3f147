"""What the papers say: every item that is audited, where it stands, what it ranges over, how its words may be read."""

from verify.claims import (
    LINE,
    REALS,
    Item,
    Laws,
    Ledger,
    NotChecked,
    Scope,
    Sequences,
    Source,
    above,
    at_least,
    between,
    integers,
    meant,
    numbers,
    objects,
    oo,
    printed,
    sqrt,
)

alpha, beta_1, beta_2, T, t, G_inf, c, m, v, q, N, last, gamma, x, w, W, lamda, D, r, b, theta_1, best, d, C, k, y, z = numbers(
    "alpha beta_1 beta_2 T t G_inf c m v q N last gamma x w W lamda D r b theta_1 best d C k y z")
g, P, a = objects("g P a")

RATE, OPEN = between(0, 1, open="right"), between(0, 1, open="both")
BOTH, ANY, STEPS = {beta_1: RATE, beta_2: RATE}, {g: Sequences(oo, REALS)}, {T: integers(1)}
BOUNDED = {G_inf: above(0), g: Sequences(oo, between(-G_inf, G_inf))}
SETTING = {alpha: above(0), beta_1: RATE, beta_2: OPEN, lamda: OPEN, G_inf: above(0), D: above(0)}
REDDI = {C: above(2), alpha: between(0, sqrt(1 - 1 / (1 + C**2)), open="both")}
NORM = {N: above(0), last: between(-N, N)}
SMALL = {G_inf: above(0), **STEPS, N: between(0, G_inf * sqrt(T), open="left"), last: between(-N, N)}
"""The norm of gradients up to step T that are at most G_inf in absolute value, and the last of them."""

MOVES = "[v′ := 0; v′ ← β₂·v′ + (1 − β₂)·g[i]^2 for i = 1, …, T] > 0"
EQUAL = "[v′ := 0; v′ ← (1 − (1 − β₁)^2)·v′ + (1 − (1 − (1 − β₁)^2))·g[i]^2 for i = 1, …, T] > 0"
GAMMA, FIRST = "β₁^2/√(β₂) < 1", "g[1] ≠ 0"
ITERATE = ("[(x, m, v) := (θ₁, 0, 0); (x, m, v) ← (x − α·(β₁·λ^(i − 1)·m + (1 − β₁·λ^(i − 1))·g[i])/(√(i)·(1 − β₁^i)·√((β₂·v + (1 − β₂)·g[i]^2)/(1 − β₂^i))), "
           "β₁·λ^(i − 1)·m + (1 − β₁·λ^(i − 1))·g[i], β₂·v + (1 − β₂)·g[i]^2) for i = 1, …, {} − 1][1]")
NEAR = f"for all t ∈ {{1, …, T}}: |{ITERATE.format('t')} − best| ≤ D"
TOGETHER = f"for all t ∈ {{1, …, T}}, k ∈ {{1, …, T}}: |{ITERATE.format('t')} − {ITERATE.format('k')}| ≤ D"
TEXT, APPENDIX = Source("text", section="2.1"), "10.1"
L3, L4, T5 = (Source(f"proof of {name}", section=APPENDIX) for name in ("Lemma 10.3", "Lemma 10.4", "Theorem 10.5"))
OTHERS = Source("Reddi, Kale and Kumar (2018), Theorem 1 and its proof")

LEDGER = Ledger(
    "kingma15", "Adam and its counterexample",
    "Diederik Kingma, Jimmy Ba: Adam: A Method for Stochastic Optimization, ICLR 2015; Sashank Reddi, Satyen Kale, Sanjiv Kumar: On the Convergence of Adam and Beyond, ICLR 2018",
    (
        Item("kingma15/alg-1", "Adam", Source("Algorithm 1", section="2"), not_checked=NotChecked("definition", "it defines the method; its lines are the recursions of the other items")),
        Item("kingma15/sec-2-order", "A more efficient order of computation", Source("text", section="2"), Scope({alpha: above(0), **BOTH, t: integers(1), m: REALS, v: above(0)})),
        Item("kingma15/sec-2.1-first", "The step is bounded where gradients are sparse", TEXT, Scope({**BOTH, **ANY, **STEPS}, given=(MOVES, "1 − β₁ > √(1 − β₂)"))),
        Item("kingma15/sec-2.1-otherwise", "The step is at most the step size otherwise", TEXT, Scope({**BOTH, **ANY, **STEPS}, given=(MOVES, "1 − β₁ ≤ √(1 − β₂)"))),
        Item("kingma15/sec-2.1-equal", "The step is less than the step size for equal roots", TEXT, Scope({beta_1: RATE, **ANY, **STEPS}, given=(EQUAL,))),
        Item("kingma15/sec-2.1-moments", "The mean is at most the root of the second moment", TEXT, Scope({P: Laws(LINE, moments=2)}, given=("E[x ~ P](x^2) > 0",))),
        Item("kingma15/sec-2.1-scale", "The scale of the gradients cancels", TEXT, Scope({c: REALS, beta_1: RATE, **ANY, **STEPS}, part="mean"),
             Scope({c: REALS, beta_2: RATE, **ANY, **STEPS}, part="square"), Scope({c: above(0), m: REALS, v: above(0)}, part="ratio")),
        Item("kingma15/eq-1", "The moving average as a weighted sum", Source("Equation 1", section="3"), Scope({beta_2: RATE, **ANY, **STEPS})),
        Item("kingma15/eq-4", "The sum of the weights", Source("Equation 4", section="3"), Scope({beta_2: RATE, **STEPS})),
        Item("kingma15/eq-4-stationary", "The moving average of a second moment that does not change", Source("Equation 4", section="3"), Scope({q: at_least(0), beta_2: RATE, **STEPS}),
             part_of="kingma15/eq-4"),
        Item("kingma15/lem-10.3", "Gradients over roots of the step", Source("Lemma 10.3", section=APPENDIX), Scope({**BOUNDED, **STEPS}),
             proof=("kingma15/lem-10.3-base", "kingma15/lem-10.3-completed", "kingma15/lem-10.3-root", "kingma15/lem-10.3-norm", "kingma15/lem-10.3-rearranged")),
        Item("kingma15/lem-10.3-base", "The base case", L3, Scope({G_inf: above(0), last: between(-G_inf, G_inf)}), part_of="kingma15/lem-10.3"),
        Item("kingma15/lem-10.3-completed", "A square is completed", L3, Scope(NORM), part_of="kingma15/lem-10.3"),
        Item("kingma15/lem-10.3-root", "Its root", L3, Scope(NORM), part_of="kingma15/lem-10.3"),
        Item("kingma15/lem-10.3-norm", "The norm is bounded by the root of the number of steps", L3, Scope(SMALL), part_of="kingma15/lem-10.3"),
        Item("kingma15/lem-10.3-rearranged", "The step of the induction", L3, Scope(SMALL, given=("|last| ≤ G_inf",), readings={"factor": ("printed", "meant")}), part_of="kingma15/lem-10.3"),
        Item("kingma15/lem-10.3-one", "The lemma for gradients of at most 1", Source("Lemma 10.3", section=APPENDIX), Scope({g: Sequences(oo, between(-1, 1)), **STEPS})),
        Item("kingma15/lem-10.3-repaired", "The inequality of Cauchy and Schwarz instead", Source("Lemma 10.3", section=APPENDIX), Scope({**ANY, **STEPS})),
        Item("kingma15/lem-10.4", "Squared means over roots of squares", Source("Lemma 10.4", section=APPENDIX), Scope({beta_1: RATE, beta_2: OPEN, **ANY, **STEPS}, given=(GAMMA, FIRST)),
             proof=("kingma15/lem-10.4-correction", "kingma15/lem-10.4-squares", "kingma15/lem-10.4-one-term", "kingma15/lem-10.4-series", "kingma15/lem-10.3", "kingma15/lem-10.4-end"),
             beside=("kingma15/lem-10.4-partial",)),
        Item("kingma15/lem-10.4-correction", "The bias corrections are bounded", L4, Scope({beta_1: RATE, w: RATE, x: between(0, beta_1)}), part_of="kingma15/lem-10.4"),
        Item("kingma15/lem-10.4-squares", "The square of a sum", L4, Scope({a: Sequences(oo, REALS), **STEPS}), part_of="kingma15/lem-10.4"),
        Item("kingma15/lem-10.4-one-term", "A sum in a denominator is replaced by one term", L4, Scope({x: REALS, w: above(0), W: above(w), T: integers(1)}), part_of="kingma15/lem-10.4"),
        Item("kingma15/lem-10.4-series", "The arithmetic-geometric series", L4, Scope({gamma: RATE, **STEPS}), part_of="kingma15/lem-10.4"),
        Item("kingma15/lem-10.4-partial", "Its partial sums", L4, Scope({gamma: RATE, **STEPS}), part_of="kingma15/lem-10.4"),
        Item("kingma15/lem-10.4-end", "The last line of the proof", L4, Scope({beta_1: RATE, beta_2: OPEN, **BOUNDED, **STEPS}, given=(GAMMA, FIRST)), part_of="kingma15/lem-10.4"),
        Item("kingma15/thm-4.1", "The regret bound, for linear losses on the line", Source("Theorem 4.1", section="4"),
             Scope({**SETTING, theta_1: REALS, best: REALS, g: Sequences(oo, between(-G_inf, G_inf)), **STEPS}, given=(GAMMA, FIRST, TOGETHER, NEAR)), uses=("kingma15/lem-10.4",),
             proof=("kingma15/thm-4.1-young", "kingma15/thm-4.1-square", "kingma15/lem-10.4", "kingma15/thm-4.1-roots", "kingma15/thm-4.1-series", "kingma15/thm-4.1-last-line")),
        Item("kingma15/thm-4.1-young", "Young's inequality", T5, Scope({r: REALS, b: REALS}), part_of="kingma15/thm-4.1"),
        Item("kingma15/thm-4.1-square", "The corrected square is at most the sum of squares", T5, Scope({beta_2: RATE, **ANY, **STEPS}), part_of="kingma15/thm-4.1"),
        Item("kingma15/thm-4.1-roots", "Roots of the steps are at most the steps", T5, Scope({lamda: OPEN, **STEPS}), part_of="kingma15/thm-4.1"),
        Item("kingma15/thm-4.1-series", "The arithmetic-geometric series of the decay", T5, Scope({lamda: OPEN, **STEPS}), part_of="kingma15/thm-4.1"),
        Item("kingma15/thm-4.1-last-line", "The last line of the proof is the statement", T5,
             Scope({alpha: above(0), beta_1: OPEN, beta_2: RATE, lamda: OPEN, G_inf: above(0), D: at_least(0)}), part_of="kingma15/thm-4.1"),
        Item("kingma15/cor-4.2", "The average regret", Source("Corollary 4.2", section="4"), Scope({**SETTING, d: integers(1)}, given=(GAMMA,)), uses=("kingma15/thm-4.1",)),
        Item("kingma15/cor-4.2-norm", "The norm of the gradients", Source("Corollary 4.2", section="4"), Scope({**BOUNDED, **STEPS}), part_of="kingma15/cor-4.2"),
        Item("kingma15/eq-12", "The infinity norm of the gradients by a recursion", Source("Equation 12", section="7.1"), Scope({beta_2: RATE, **ANY, **STEPS})),
        Item("kingma15/sec-7.1-bound", "The step of AdaMax is at most the step size", Source("text", section="7.1"),
             Scope({**BOTH, **ANY, **STEPS}, given=("[u := 0; u ← max(β₂·u, |g[i]|) for i = 1, …, T] > 0",))),
        Item("kingma15/reddi-square", "The average of squares is bounded", OTHERS, Scope({C: above(2), g: Sequences(oo, between(-C, C)), k: integers(0)})),
        Item("kingma15/reddi-first-step", "The first of three steps stays above 0", OTHERS, Scope({**REDDI, t: integers(0)})),
        Item("kingma15/reddi-iterates", "Every third iterate is 1", OTHERS, Scope({**REDDI, t: integers(0)})),
        Item("kingma15/reddi-best", "The best point is -1", OTHERS, Scope({C: above(2), x: between(-1, 1)})),
        Item("kingma15/reddi-three", "The regret of three steps", OTHERS, Scope({C: above(2), y: between(-1, 1), z: between(-1, 1)})),
        Item("kingma15/reddi-regret", "The regret grows linearly", OTHERS, Scope({**REDDI, k: integers(1)})),
    ),
    version="arXiv 1412.6980v9; arXiv 1904.09237",
    standings={"factor": {"printed": printed("the line has the factor G_inf"), "meant": meant("the line before has the factor 2 G_inf")}},
)
