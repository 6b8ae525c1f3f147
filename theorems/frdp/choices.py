"""What the options of readings mean, in a few words, for all claims whose module does not say it itself."""

WORDS: dict[str, dict[str, str]] = {
    # --- data sets and pairs -----------------------------------------------------------------------------------------------------------------
    "adjacency": {
        "add-or-remove": "one data set has one record more than the other",
        "replace": "one record is replaced by another",
        "add-then-replace": "one record more in the hypothesis, one replaced in the conclusion",
        "add-ratio-1": "one record more moves the mean function by Delta = sqrt(2)/m",
        "add-ratio-sqrt-2": "one record more moves the mean function by 1/m = Delta/sqrt(2)",
    },
    "pairs": {"all": "any two data sets, adjacent or not", "adjacent": "neighbouring data sets only"},
    # --- evaluation --------------------------------------------------------------------------------------------------------------------------
    "divergence": {"densities": "for laws that have densities", "measures": "for any two laws"},
    "points": {
        "distinct": "a set of different points",
        "repeats": "a list in which a point may stand twice",
        "fixed": "fixed in advance",
        "from-released": "chosen from released values",
        "from-data": "chosen from the data set",
    },
    "evaluation set": {"common": "the same points for both data sets", "own": "points of its own for each data set"},
    "process": {
        "arbitrary": "any random function on R^d, with spikes at random places too",
        "continuous-paths": "a random function with continuous paths",
        "countable-menu": "points from a countable set",
    },
    "after": {
        "released-values": "the rule that chooses the points sees released values only",
        "unrestricted": "the rule that chooses the points may see the data set too",
    },
    # --- composition and post-processing -----------------------------------------------------------------------------------------------------
    "coins": {"independent": "the mechanisms are independent", "shared": "the mechanisms may have any joint law"},
    "partition": {
        "by-position": "the place of a record decides its part",
        "by-value": "the value of a record decides its part",
        "by-the-whole": "the part of a record may depend on the whole data set",
    },
    "evaluations": {"fixed": "at fixed places", "sequential": "at places that depend on earlier values"},
    "evaluation": {"common": "all components at the same points", "separate": "each component at points of its own"},
    "argument": {
        "any-map": "g may be any map, measurable or not",
        "markov": "g is a Markov kernel, measurable for the cylinder field",
        "finite-coordinates": "g depends on f at finitely many fixed points",
    },
    "equality": {"sets": "the two sets are equal", "bijection": "there is a bijection between the two", "embedding": "the first embeds into the second"},
    "label": {"fixed": "a replaced record keeps its label", "may-change": "a replaced record may change its label"},
    "class sizes": {"public": "known, so only parts of one size are compared", "private": "secret, so parts of any sizes are compared"},
    "normaliser": {"public": "the divisor of the mean is a public number", "own-size": "the divisor is the number of records in the sum"},
    # --- Gaussian mechanisms -----------------------------------------------------------------------------------------------------------------
    "delta": {"unit": "0 < delta < 1", "half": "0 < delta < 1/2", "below-one": "0 < delta < 1", "any": "any delta > 0"},
    "sensitivity": {"max": "some pair of data sets attains it", "sup": "it need not be attained"},
    "epsilon": {"all": "any epsilon > 0", "below-one": "0 < epsilon < 1"},
    "gram": {
        "invertible": "the Gram matrix is invertible",
        "pseudo-inverse": "the Gram matrix may be singular, its pseudo-inverse is taken",
    },
    "object": {
        "mean-function": "the mean function lies in the space of the kernel",
        "path": "the released path lies in the space of the kernel",
    },
    # --- conversions and the divergence ------------------------------------------------------------------------------------------------------
    "region": {"points": "the integrals are over S, which need not be the event", "event": "the integrals are over the event"},
    "zero mass": {"excluded": "q has positive mass on the region", "included": "q may have no mass on the region"},
    "weaker": {"implied": "Renyi-DP implies the property", "strictly": "implied, and some laws have the property without Renyi-DP"},
    "measure of the event": {"positive-finite": "it is positive and finite", "any": "it may also be 0 or infinite"},
    "increasing": {"non-decreasing": "a larger order has no smaller divergence", "strict": "a larger order has a larger divergence"},
    "laws": {"any": "any two laws", "finite": "laws whose divergence of some order above 1 is finite"},
    "side": {"from-above": "the order tends to 1 from above", "from-below": "the order tends to 1 from below"},
    "essential supremum": {"first-law": "with respect to the first law", "dominating": "with respect to the dominating measure"},
    # --- discrepancy and sensitivity ---------------------------------------------------------------------------------------------------------
    "sample space": {"euclidean": "R^d, from which dim + 2 points are taken", "any": "any set of n >= 2 points"},
    "estimates": {
        "empirical": "eq. 6 is the squared discrepancy of the empirical measures",
        "unbiased": "the expectation of eq. 6 is the squared discrepancy of the laws",
        "consistent": "eq. 6 tends to the squared discrepancy as N = M grows",
    },
    "kernels": {"one": "one Gaussian kernel", "sum": "a sum of L Gaussian kernels", "five": "a sum of five Gaussian kernels"},
    "neighbours": {
        "replace": "the last record is replaced",
        "add-public": "one record more, with the same divisor N",
        "add-own-size": "one record more, so the divisors are N and N + 1",
    },
    "labels": {
        "one-hot": "one-hot vectors",
        "unit": "vectors of length 1",
        "zero-one": "the numbers 0 and 1",
        "signs": "the numbers -1 and 1",
        "integers": "non-negative integers",
    },
    "same": {
        "bound": "2/N^2 is a bound with labels too",
        "supremum": "2/N^2 is the supremum with labels too",
        "attained": "two labels reach 2/N^2, whatever the records are",
    },
    # --- release and training ----------------------------------------------------------------------------------------------------------------
    "released": {
        "number": "the value of the loss at one theta",
        "function": "the loss as a function of theta",
        "vector": "the values of the private function",
    },
    "data term": {"with": "the mean of the private function at the records is kept", "without": "the mean at the records is left out"},
    "second argument": {
        "covariance": "the covariance is sigma Delta K, as printed",
        "of-the-noise": "the covariance is (sigma Delta)^2 K, that of sigma Delta G",
    },
    "records": {
        "own": "each data set is evaluated at records of its own",
        "fixed": "both data sets are evaluated at the same records",
        "generated-only": "the points are generated ones only",
    },
    "count": {"constant": "a batch has m records, a constant", "realised": "the size of the batch that was drawn is seen"},
    "saves": {
        "guarantee": "one path costs alpha/(2 sigma^2), two at most twice that",
        "actual": "the divergence of one path is at most that of two",
    },
    "loss": {"value": "the loss is eq. 7", "square": "the loss is the square of eq. 7"},
    # --- tables ------------------------------------------------------------------------------------------------------------------------------
    "accountant": {
        "rdp-grid-prop-3": "the least epsilon over the library's orders, by Proposition 3",
        "rdp-grid-thm-6c": "the least epsilon over the library's orders, by Theorem 6",
        "rdp-grid-cks": "the least epsilon over the library's orders, by Canonne, Kamath and Steinke",
        "rdp-all-prop-3": "the least epsilon over all orders, by Proposition 3",
        "rdp-all-thm-6c": "the least epsilon over all orders, by Theorem 6",
        "rdp-all-cks": "the least epsilon over all orders, by Canonne, Kamath and Steinke",
        "pld-upper": "the least epsilon that the composed loss guarantees",
        "pld-lower": "the supremum of the epsilon that the composed loss does not guarantee",
    },
    "release": {
        "constant": "the loss itself, with the drawn values as constants",
        "code": "the squared loss, with the variance of eq. 8",
        "jointly": "the loss itself, with values and derivatives drawn together",
    },
    "agreement": {
        "digits": "the mean over the seeds rounds to the printed digits",
        "deviation": "the mean lies within the printed standard deviation of the printed one",
    },
    "percent": {"points": "percentage points", "relative": "per cent of the accuracy of the baseline"},
    "variant": {
        "conditional": "the conditional variant",
        "parallel": "the parallel variant",
        "both": "both variants, so the worse one decides",
        "best": "the better variant in each cell",
        "one": "both numbers belong to one variant",
        "best-per-metric": "each number is that of the better variant",
    },
    "baseline": {"best-accuracy": "the baseline of best accuracy", "best-fid": "the baseline of best FID"},
    "cells": {"every": "all cells of Tables 1 and 3", "table-1": "the cells of Table 1", "smallest-epsilon": "the cells at epsilon = 0.2"},
    "unconditional": {"counted": "the CelebA numbers of DPDM count", "left-out": "the CelebA numbers of DPDM do not count"},
    "par": {
        "some-cell": "at least as good as each variant in some cell",
        "every-cell": "at least as good as each variant in every cell",
    },
}
