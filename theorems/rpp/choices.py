"""What the options of readings mean, in a few words, for all claims whose module does not say it itself."""

WORDS: dict[str, dict[str, str]] = {
    "equality": {
        "as-printed": "the divergence equals the expectation itself",
        "up-to-the-logarithm": "the divergence is the logarithm of the expectation, over alpha - 1",
    },
    "outcome": {
        "mass": "the inequality of PP is about the probability of each point",
        "density": "the inequality of PP is about the density at each point",
        "event": "the inequality of PP is about the probability of each event",
    },
    "second term": {
        "same": "both terms are the divergence of theta from theta'",
        "exchanged": "the second term is the divergence of theta' from theta",
    },
    "secrets": {
        "pairs": "the supremum is over the secrets of some pair",
        "all": "the supremum is over all secrets",
    },
    "norm": {
        "l1": "the l_1 norm",
        "l2": "the l_2 norm",
        "l-inf": "the maximum norm",
    },
    "ball": {
        "open-zero": "shifts of norm below z, and R_alpha = 0 if none",
        "open-minus-infinity": "shifts of norm below z, and R_alpha = -oo if none",
        "closed": "shifts of norm at most z",
        "closed-zero": "shifts of norm at most z, and R_alpha = 0 if none",
        "closed-minus-infinity": "shifts of norm at most z, and R_alpha = -oo if none",
    },
    "infima": {
        "separate": "each of the two distances has its own infimum over theta",
        "common": "one theta serves both distances",
    },
    "infimum": {
        "attained": "the distance Delta is the infimum over the priors itself",
        "approached": "the distance Delta is any number above the infimum over the priors",
    },
    "pairs": {
        "same-record": "pairs of two values of one record",
        "any": "pairs of values of any two records, the same or different",
        "same-individual": "pairs of secrets about one and the same individual",
        "symmetric": "Q has the reverse of each of its pairs",
        "one-way": "Q may have a pair without its reverse",
    },
    "rho": {
        "printed": "every rho in [-1, 1]",
        "feasible": "every rho in [-1, 1] that two such bits can have",
        "positive": "every rho in (0, 1]",
    },
    "Theta": {
        "single": "the one prior with the given p and rho",
        "family": "a set of priors, and the largest value over it",
    },
    "symbol": {
        "w-2": "the sensitivity is a W_2 distance",
        "expectation": "the sensitivity is the expectation of Theorem 4.5 with q = 1",
        "expectation-q-2": "the sensitivity is the expectation of Theorem 4.5 with q = 2",
    },
    "lamda": {
        "rate": "the density is a function of lambda x",
        "scale": "the density is a function of x/lambda",
    },
    "utility": {
        "strict": "the better mechanism has a strictly smaller budget",
        "weak": "the better mechanism has a budget that is not larger",
    },
    "values": {
        "all": "secrets about all three values 1, 2 and 100",
        "subset": "secrets about the values 1 and 2 alone",
    },
    "sensitivity": {
        "above": "the sensitivity is any number above the infimum",
        "infimum": "the sensitivity is the infimum itself",
        "some": "the sensitivity is some number above the infimum, suitably chosen",
    },
    "extremum": {
        "max": "sensitivities are largest values, which are attained",
        "sup": "sensitivities are suprema",
    },
    "group": {
        "common-range": "Delta_GROUP = 2 r, from numbers in (0, r)",
        "own-ranges": "Delta_GROUP = r_1 + r_2, from numbers in (0, r_i)",
    },
    "supremum": {
        "attained": "the distance of each pair of laws is at most the sensitivity",
        "approached": "the distance of each pair of laws is strictly below the sensitivity",
    },
    "noise": {
        "any": "any noise with a density",
        "iid": "noise with independent coordinates of one law",
        "finite": "noises with finitely many values",
        "normal": "normal noises",
    },
    "non-decreasing": {
        "density": "the density is non-decreasing on the half-line",
        "g": "g is non-decreasing on the half-line",
    },
    "g": {
        "log-density": "g(x) = -log zeta(x)",
        "normalised": "g(x) = log(zeta(0)/zeta(x))",
    },
    "relation": {
        "equality": "the supremum equals the divergence of the shift by z",
        "at-most": "the supremum is at most the divergence of the shift by z",
    },
    "P of E": {
        "given-secret": "delta limits the probability that E fails, given the secret",
        "unconditional": "delta limits the probability that E fails while the secret holds",
    },
    "E lives on": {
        "data": "the events are about the data alone",
        "data-and-noise": "the events are about data and noise",
        "enlarged": "events of an enlarged space: laws of density at most 1/P(E)",
    },
    "probability": {
        "at-least": "the events have probability at least 1 - delta",
        "equal": "the events have probability exactly 1 - delta",
    },
    "deltas": {
        "all": "approximate privacy for every delta in (0, 1)",
        "small": "approximate privacy for all delta below some delta_0",
    },
    "epsilon": {
        "positive-scale": "every epsilon for which the printed variance or scale is positive",
        "any": "every epsilon > 0",
    },
    "condition": {
        "none": "no condition on R_alpha",
        "as-in-c-4": "the condition of Proposition C.4 on R_alpha",
    },
    "instance": {
        "before": "one instance of the other notion serves all mechanisms",
        "after": "each mechanism has an instance of its own",
    },
    "Phi": {
        "closed": "the set of parameters is closed",
        "any": "any set of parameters",
    },
    "W": {
        "independent": "W is independent of the variable with law mu",
        "coupled": "W may depend on the variable with law mu",
    },
    "symmetry": {
        "any": "any noise with a density",
        "even": "noise with an even density",
    },
    "k": {
        "printed": "every integer k >= 1",
        "normalisable": "every integer k >= 2",
    },
    "prefactor": {
        "printed": "the factor is beta pi/lambda",
        "matching": "beta pi/lambda for a rate, beta pi lambda for a scale",
    },
    "leading coefficient": {
        "omitted": "the product of all z - r_i, with factor 1",
        "included": "the product of all z - r_i times the leading coefficient",
    },
    "q": {
        "one": "q = 1",
        "every": "every q >= 1",
    },
    "joint": {
        "independent": "the record of the step is independent of the state",
        "any": "the record of the step may depend on the state",
    },
    "over time": {
        "independent": "the records are independent",
        "any": "the records may depend on each other",
    },
    "domain": {
        "z": "s_t is over an interval in which each step finds its state",
        "line": "s_t is over all states on the line",
    },
    "framework": {
        "any": "any secrets and any pairs of them",
        "one-record": "pairs of two values of one record",
    },
    "neighbours": {
        "one-record": "the sensitivity is over data sets that differ in one record",
        "any": "the sensitivity is over any two data sets",
    },
    "roles": {
        "protected-i": "attribute i is protected and attribute j is released",
        "protected-j": "attribute j is both protected and released",
    },
    "covariance": {
        "signed": "the covariance with its sign",
        "absolute": "the absolute value of the covariance",
    },
    "K": {
        "line": "a is a number, the value of the attribute",
        "space": "a is a point of R^m with the value as a coordinate",
        "convex": "K is convex",
        "compact": "K is compact, and need not be convex",
    },
    "zero probability": {
        "excluded": "secrets of probability 0 are excluded, so that none is left",
        "regular": "laws given a secret are regular conditional laws",
    },
    "invertible": {
        "assumed": "Cov(N X_1) is invertible",
        "any": "Cov(N X_1) may be singular",
    },
    "rounding": {
        "nearest": "the printed numbers are rounded to nearest",
        "bound": "the printed numbers are rounded up",
    },
    "files": {
        "cleveland": "the file of the Cleveland centre alone",
        "all-centres": "the files of all centres together",
        "train": "the training file alone",
        "train-and-test": "the training and the test file together",
    },
    "numbers": {
        "printed": "the numbers that Table 1 prints are compared",
        "exact": "the exact sensitivities of the data sets are compared",
    },
    "sign of C": {
        "positive": "C > 0",
        "any": "any real C",
    },
    "dimension": {
        "one": "d = 1",
        "any": "every d >= 1",
    },
    "lipschitz": {
        "l1": "the Lipschitz constant and Diam(K) are in the l_1 norm",
        "l2": "the Lipschitz constant and Diam(K) are in the l_2 norm",
    },
    "smooth": {
        "first-argument": "f is beta-smooth in its first argument, the state",
        "second-argument": "f is beta-smooth in its second argument, the record, alone",
    },
    "points": {
        "k": "the suprema over v are over K",
        "all": "the suprema over v are over all of the line",
    },
    "eta": {
        "above": "eta > 2/beta",
        "at-most": "eta <= 2/beta",
    },
    "s": {
        "inputs": "s_t is the distance of the records X_t and X_t'",
        "images": "s_t is that of Theorem 5.2, for images of a state",
        "outputs": "s_t is the distance of the iterates at time t",
    },
    "correlations": {
        "falling": "|rho_t| does not increase with t",
        "any": "no order of the |rho_t| is assumed",
    },
    "sequences": {
        "plotted": "the sequences 1/t and 1/t^2, which are plotted",
        "every": "every sequence with limit 0, so every t^(-c) with c > 0",
    },
    "bound": {
        "eq-1": "the curves draw bound (1)",
        "eq-2": "the curves draw bound (2)",
    },
    "rho-1": {
        "one": "rho_1 = 1, whatever the other correlations are",
        "rho": "rho_1 follows the same rule as the other correlations",
    },
    "constants": {
        "kept": "the minimum with 2 L is kept",
        "dropped": "the minimum with 2 L is dropped",
    },
}
