"""What the options of readings mean, in a few words, for all claims whose module does not say it itself."""

WORDS: dict[str, dict[str, str]] = {
    # --- sections 1 to 3, Appendix C ---
    "log base": {"natural": "log is the natural logarithm", "two": "log is the logarithm to base 2", "ten": "log is the logarithm to base 10"},
    "laplace": {"l1": "sensitivity 1, scale 2", "l2": "any sensitivity Delta, scale Delta/2", "l3": "any sensitivity Delta, scale 2/Delta as printed"},
    "displayed": {"text": "mu = 1, 2 and 4", "caption": "mu = 1 and 2"},
    # --- section 4 ---
    "mu at delta 0": {"zero": "mu_GDP(epsilon, 0) is 0, its limit", "no-value": "mu_GDP(epsilon, 0) is undefined"},
    "mu at delta 1": {"infinite": "mu_GDP(epsilon, 1) is oo, its limit", "no-value": "mu_GDP(epsilon, 1) is undefined"},
    "delta at mu 0": {"zero": "at mu = 0 the Gaussian curve is 0, its limit", "no-value": "at mu = 0 the Gaussian curve is undefined"},
    "radical": {"two": "the bound is sqrt(2) pi/2", "two-pi": "the bound is sqrt(2 pi)/2"},
    "d": {"theorem": "d = epsilon_h/n", "algorithms": "d = epsilon_h/(n - 1)"},
    "mu max": {"any": "any mu_max > 0", "ten": "mu_max = 10"},
    "loop": {"plain": "i grows by 1 in each round", "double": "i grows by 2 in each round"},
    "growth": {
        "c-only": "epsilon_h is fixed and c tends to oo",
        "uniform": "one constant serves every epsilon_h > 0 and all large c",
        "both-large": "one constant serves all large epsilon_h and c",
    },
    "staircases": {
        "printed": "mu^+ from mu_GDP(x^-, delta(x^+)), mu^- from mu_GDP(x^+, delta(x^-))",
        "theorem-4-3": "mu^+ from mu_GDP(x^+, delta(x^-)), mu^- from mu_GDP(x^-, delta(x^+))",
    },
    "bounds": {"head": "the supremum of the transform over [0, epsilon_h]", "all": "the least mu with mu-GDP"},
    "input mu-t": {"unused": "mu_t plays no part", "included": "both outputs are at least mu_t, a lower bound of the least mu"},
    "profiles": {
        "particular": "the profiles of any three algorithms with the guarantees",
        "worst-case": "for each guarantee the largest profile of all algorithms with it",
    },
    "order": {"value": "< compares the values of the profiles", "protection": "< means less protection, that is, a larger profile"},
    "epsilon": {"all": "at every epsilon >= 0", "some": "at some epsilon >= 0"},
    # --- section 5 ---
    "rounding": {"nearest": "rounded to nearest", "bound": "rounded up, as an upper bound"},
    "mu": {"printed": "the level with its printed digits", "unrounded": "the level before it is rounded"},
    "curve": {"exact": "delta_opt itself", "list": "straight lines between the points of delta_opt at 0.2 (50 - 2i)"},
    "rdp": {
        "corollary-1": "the bound of Corollary 1, where log(1/delta) >= 2",
        "rdp-curve": "the exact Renyi curve of randomised response at the best order",
    },
    "delta": {"printed": "delta = 0.1, 0.01, 0.001 or 0.0001", "all": "every delta in (0, 1)"},
}
