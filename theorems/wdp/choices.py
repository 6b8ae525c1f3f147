"""What the options of readings mean, in a few words, for all claims whose module does not say it itself."""

WORDS: dict[str, dict[str, str]] = {
    # C. Composition
    "norm on the outputs": {
        "l1": "the l_1 norm, for each output and for all together",
        "l2": "the l_2 norm, for each output and for all together",
        "l-inf": "the maximum norm, for each output and for all together",
        "l-mu": "the l_mu norm, for each output and for all together",
    },
    "coins": {
        "independent": "each mechanism has randomness of its own",
        "shared": "all mechanisms use the same randomness",
    },
    "adaptive": {
        "no": "no mechanism sees the outputs of earlier ones",
        "yes": "a mechanism may see the outputs of earlier ones",
    },
    # G, H. Conversions
    "mechanism": {
        "any": "any mechanism, whatever its output laws",
        "additive": "a query plus noise, where the query changes by at most Delta",
        "bounded": "any mechanism with outputs in a set of diameter at most Delta",
        "additive-noise": "a query plus noise, with output laws that are translates",
    },
    "space": {
        "line": "outputs are real numbers",
        "r-d": "outputs lie in R^dim with an l_r norm",
        "bounded": "outputs lie in a bounded interval",
    },
    "log p is Lipschitz": {
        "in-x": "on each data set, log p is L-Lipschitz in the output x",
        "in-the-density": "log p changes at most L times as much as p",
        "in-the-data": "log p changes by at most L between neighbours",
        "in-the-query": "log p changes at most L times as much as the query",
    },
    "sensitivity": {
        "of-the-query": "Delta bounds the change of the query, which determines the output law",
        "of-the-density": "Delta bounds the change of the density at every output",
    },
    "pairs": {
        "same-pair": "both sides belong to the same pair of neighbours",
        "supremum-and-each": "the largest change of the query against the loss of each pair",
        "suprema": "the largest left side over all pairs against the largest loss",
    },
    "distance": {
        "query": "the change of the query",
        "levy": "the Levy distance of the output laws in place of Delta",
        "prokhorov": "the Prokhorov distance of the output laws in place of Delta",
    },
    "relation": {
        "as-displayed": "both sides are equal",
        "at-most": "the left side is at most the right side",
    },
    "display": {
        "chain": "both links, with the middle term sup L |p - q|",
        "outer": "only that the max-divergence is at most L Delta",
    },
    # I. Proposition 12
    "norm after G": {
        "any": "outputs of G have any l-norm",
        "same": "outputs of G have the l-norm of those of M",
    },
    "loss": {
        "transport": "W_mu between the two output laws",
        "events": "W_mu between the two laws of the indicator of an event",
    },
    "G": {
        "deterministic": "G is a map without randomness",
        "randomised": "G is a randomised map with coins of its own",
    },
    # J. Theorem 1
    "budget": {
        "same": "each mechanism has the level epsilon of the whole",
        "different": "each mechanism has a level epsilon_t of its own",
    },
    "X": {
        "random": "the sum of the losses is any random number X >= 0",
        "constant": "the sum of the losses is a constant",
    },
    # K. Theorem 2, Lemma 1
    "infimum over": {
        "all-d": "over all d >= 0, or all vectors g - g'",
        "adjacent-pairs": "over all pairs of neighbours, numbered 1 to k",
        "sampled-pairs": "over the sampled pairs, the first m of k",
    },
    "components": {
        "equal": "Z has n components, each with mean q d",
        "coordinates": "component i of Z has mean q (g - g')_i",
    },
    "norm": {
        "l-mu": "vectors have the l_mu norm, as in eq. 96",
        "l-2": "vectors have the l_2 norm",
    },
    "left side": {
        "mixture": "the mixture of both laws with weights 1 - q and q",
        "weighted-sum": "the law of (1-q) X + q X' for independent X, X'",
    },
    "coupling": {
        "independent": "X and Y are independent",
        "jointly-normal": "X and Y are jointly normal with correlation rho",
        "any": "X and Y have any joint law",
    },
    "variance": {
        "as-displayed": "Z has variance 2 - 2q + 2q^2, without sigma^2",
        "times-sigma-squared": "Z has variance (2 - 2q + 2q^2) sigma^2",
    },
    "law": {
        "eq-92": "P_D is the normal law of eq. 92",
        "mixture": "P_D is the mixture of two normal laws",
    },
    "order": {
        "not-even": "mu is not an even integer",
        "even": "mu is even, and a side without value breaks the equation",
        "by-continuity": "mu is even, and the Gamma quotient has its limit there",
    },
    "moment": {
        "raw": "the raw moment E Z^k",
        "absolute": "the raw absolute moment E |Z|^k",
    },
    # L. Theorem 3, Corollary 1
    "index": {
        "steps": "the sum in the bracket runs over the steps, as displayed",
        "components": "the sum in the bracket runs over the n components",
    },
    "dropped": {
        "constant": "the infimum over all d leaves a constant",
        "realised": "d is the distance drawn, whose bracket is almost surely its mean",
    },
    # M. Figures
    "increase": {
        "strict": "a larger order has a larger budget",
        "weak": "a larger order has no smaller budget",
    },
    "scales": {"named": "scale 1, whose RDP curve is the one called steep"},
    "dependence": {
        "increase": "how much a curve rises from order 1 to order 10",
        "slope": "how much a curve rises between any two orders above 1",
        "growth": "the value at order 10 over that at order 1",
    },
    "aggregation": {
        "infimum": "a step has the least loss of its pairs of gradients",
        "sum": "a step has the moments of all pairs, added before the root",
        "code": "a step has the moments of all pairs, added before the root",
        "eq-11": "a step has the least loss of its pairs, Z a number",
    },
    "when": {
        "end": "after the last of 100 steps",
        "throughout": "after every step",
    },
    "gap": {
        "difference": "the level of the other accountant minus the Wasserstein level",
        "ratio": "the level of the other accountant over the Wasserstein level",
    },
    # N. Table 2
    "digits": {
        "nearest": "three decimals, rounded to nearest",
        "truncated": "three decimals, the rest cut off",
    },
    "trained with": {
        "dp": "the noise that the moments accountant allows",
        "bdp": "the noise that the Bayesian accountant allows",
        "wdp-infimum": "the noise that the Wasserstein accountant allows, least loss of the pairs",
        "wdp-sum": "the noise that the Wasserstein accountant allows, moments of all pairs added",
    },
    # P. Released code
    "epochs": {
        "sixteen": "16 epochs, as in the text",
        "twenty-five": "25 epochs, the default of the script",
    },
}
