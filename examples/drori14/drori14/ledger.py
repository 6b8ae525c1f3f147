"""What the sources say about each item: where it stands and what it ranges over."""

from verify.claims import (
    Euclid,
    FunctionClass,
    Item,
    Ledger,
    NotChecked,
    Points,
    Scope,
    Source,
    above,
    at_least,
    between,
    integers,
    minimisers,
    numbers,
    objects,
    subdifferential,
)

d, L, mu, M, R, h, k, lamda = numbers("d L mu M R h k lamda")
f, x, y, z, x_0, x_star, g, g_x, g_y, g_0, g_1, g_2 = objects("f x y z x_0 x_star g g_x g_y g_0 g_1 g_2")

SPACE = Euclid(d, 2)
SMOOTH = {d: integers(1), L: above(0), f: FunctionClass(SPACE, smoothness=L)}
CONVEX = {d: integers(1), L: above(0), f: FunctionClass(SPACE, convexity=0, smoothness=L)}
STRONG = {d: integers(1), L: above(0), mu: between(0, L, open="both"), f: FunctionClass(SPACE, convexity=mu, smoothness=L)}
CORNERED = {d: integers(1), mu: above(0), f: FunctionClass(SPACE, convexity=mu)}
NONSMOOTH = {d: integers(1), h: above(0), f: FunctionClass(SPACE, convexity=0)}
LIPSCHITZ = {d: integers(1), M: above(0), R: above(0), f: FunctionClass(SPACE, convexity=0, lipschitz=M)}
POINT, TWO = {x_0: Points(SPACE)}, {x: Points(SPACE), y: Points(SPACE)}
START, HERE = {x_0: Points(SPACE), x_star: minimisers(f)}, {x: Points(SPACE), x_star: minimisers(f)}
NEAR = ("‖x₀ − x_star‖_2 ≤ R",)
STEPS = ("one-step", "two-steps", "three-steps")

NESTEROV = "Nesterov, Lectures on Convex Optimization"
DT, THG, THG18 = "Drori and Teboulle 2014, Section 3", "Taylor, Hendrickx and Glineur 2017", "Taylor, Hendrickx and Glineur 2018, without a composite part"


def each(sets, parts=STEPS):
    """The same range for each number of steps."""
    return tuple(Scope(sets, part=part) for part in parts)


def folklore(name, title, *scopes):
    """An item without a source of its own."""
    return Item(f"drori14/{name}", title, Source("folklore"), *scopes)


LEDGER = Ledger(
    "drori14", "Gradient descent, exact worst cases",
    "Drori and Teboulle, Mathematical Programming 145 (2014), with statements of Taylor, Hendrickx and Glineur (2017, 2018), Nesterov (2018) and others",
    (
        Item("drori14/thg-def-2", "Functions that interpolate given values and gradients", Source("Definition 2", section=THG), not_checked=NotChecked("definition", "it says what the words mean")),
        Item("drori14/thg-thm-4", "Interpolation condition, necessity", Source("Theorem 4", section=THG), Scope({**STRONG, **TWO})),
        Item("drori14/nesterov-lem-1.2.3", "Descent lemma", Source("Lemma 1.2.3", section=NESTEROV), Scope({**SMOOTH, **TWO}, part="above"), Scope({**SMOOTH, **TWO}, part="below")),
        Item("drori14/nesterov-thm-2.1.5", "Smooth convex functions", Source("Theorem 2.1.5", section=NESTEROV), *each({**CONVEX, **TWO}, ("below", "above", "co-coercive", "lipschitz"))),
        Item("drori14/nesterov-thm-2.1.10", "Strongly convex functions from above", Source("Theorem 2.1.10", section=NESTEROV),
             Scope({**CORNERED, **TWO, g_x: subdifferential(f, x), g_y: subdifferential(f, y)})),
        Item("drori14/nesterov-thm-2.1.12", "Gradients of smooth strongly convex functions", Source("Theorem 2.1.12", section=NESTEROV), Scope({**STRONG, **TWO})),
        Item("drori14/polyak-lojasiewicz", "Polyak-Lojasiewicz inequality", Source("Polyak 1963"), Scope({**CORNERED, **HERE, g_x: subdifferential(f, x)})),
        Item("drori14/dt-thm-3.1", "Exact rate of gradient descent", Source("Theorem 3.1", section=DT), *each({**CONVEX, h: between(0, 1, open="left"), **START})),
        Item("drori14/dt-conj-3.1", "Conjectured rate for long steps", Source("Conjecture 3.1", section=DT), *each({**CONVEX, h: between(0, 2, open="both"), **START}, STEPS[:1])),
        Item("drori14/nesterov-cor-2.1.2", "Classical rate", Source("Corollary 2.1.2", section=NESTEROV), *each({**CONVEX, **START})),
        Item("drori14/nesterov-thm-2.1.15", "Best constant step, strongly convex functions", Source("Theorem 2.1.15", section=NESTEROV), *each({**STRONG, **START})),
        Item("drori14/thg18-thm-3.1", "Distance to the minimiser", Source("Theorem 3.1", section=THG18), *each({**STRONG, **START})),
        Item("drori14/thg18-thm-3.2", "Length of the gradient", Source("Theorem 3.2", section=THG18), *each({**STRONG, **POINT})),
        Item("drori14/thg18-thm-3.3", "Value above the minimum", Source("Theorem 3.3", section=THG18), *each({**STRONG, **START})),
        Item("drori14/nonconvex", "Smallest gradient without convexity", Source("Theorem 2", section="Abbaszadehpeivasti, de Klerk and Zamani 2022"), *each({**SMOOTH, **POINT})),
        Item("drori14/bg-thm-3.3", "Potential of gradient descent, for all steps", Source("Theorem 3.3", section="Bansal and Gupta 2019"), Scope({**CONVEX, k: integers(0), **HERE})),
        Item("drori14/bg-one-step", "One step shrinks the distance, for all steps", Source("Theorem 3.1", section=THG18), Scope({**STRONG, **HERE})),
        Item("drori14/tb-thm-3", "Potential with the gradient, for all steps", Source("Theorem 3", section="Taylor and Bach 2019"), Scope({**CONVEX, k: integers(0), **HERE})),
        Item("drori14/bg-thm-5.3", "Potential of the accelerated method, for all steps", Source("Theorem 5.3", section="Bansal and Gupta 2019"),
             Scope({**CONVEX, lamda: at_least(1), **HERE, z: Points(SPACE)})),
        Item("drori14/prox-three-points", "Three-point inequality of the proximal map", Source("Theorem 6.39", section="Beck 2017"), Scope({**NONSMOOTH, **TWO})),
        Item("drori14/prox-nonexpansive", "The proximal map is nonexpansive", Source("Theorem 6.42", section="Beck 2017"), *each({**NONSMOOTH, **TWO}, ("firmly", "plainly"))),
        Item("drori14/thg17-thm-4.1", "Exact rate of the proximal point method", Source("Theorem 4.1", section="Taylor, Hendrickx and Glineur 2017, composite"), *each({**NONSMOOTH, **START})),
        Item("drori14/guler", "Classical rate of the proximal point method", Source("Theorem 2.1", section="Guler 1991"), *each({**NONSMOOTH, **START}, STEPS[:2])),
        Item("drori14/subgradient", "Best value of three subgradient steps", Source("after Theorem 3.2.2", section=NESTEROV),
             Scope({**LIPSCHITZ, **START, g_0: subdifferential(f, x_0), g_1: subdifferential(f, x_0 - R / (2 * M) * g_0),
                    g_2: subdifferential(f, x_0 - R / (2 * M) * g_0 - R / (2 * M) * g_1)}, given=NEAR)),
        Item("drori14/subgradient-start", "Before the first subgradient step", Source("Section 3.2.3", section=NESTEROV), Scope({**LIPSCHITZ, **START}, given=NEAR)),
        folklore("loose-rate", "Twice the exact rate", *each({**CONVEX, **START})),
        folklore("loose-linear", "Linear rate without the square", Scope({**STRONG, **START})),
        folklore("descent", "Value lowered by a step", Scope({**SMOOTH, **POINT})),
        folklore("descent-twice", "Value lowered by twice as much (false)", Scope({**SMOOTH, **POINT})),
        folklore("rate-below", "A rate below the exact one (false)", *each({**CONVEX, **START})),
        folklore("long-step", "Progress with the step 2/L (false)", Scope({**CONVEX, **START})),
        folklore("coercive-nonconvex", "Co-coercivity without convexity (false)", Scope({**SMOOTH, **TWO})),
        folklore("strong-twice", "Twice the strong convexity (false)",
                 Scope({d: integers(1), mu: above(0), f: FunctionClass(SPACE, convexity=mu), **TWO, g: subdifferential(f, x)})),
        folklore("linear-fast", "The rate of another step (false)", Scope({**STRONG, **START})),
        folklore("prox-contraction", "The proximal map as a contraction (false)", Scope({**NONSMOOTH, **TWO})),
        folklore("last-subgradient", "Value after one subgradient step (false)", Scope({**LIPSCHITZ, **START, g_0: subdifferential(f, x_0)}, given=NEAR)),
        folklore("nonconvex-fast", "Smaller gradient without convexity (false)", Scope({**SMOOTH, **POINT})),
    ),
    version="editions and versions as in README.md",
)
