"""What each option of a reading of the paper stands on in its text, written from the source and apart from the claims."""

from verify.claims import convention, meant, printed, strict

TABLE_2 = ("frdp/tab-2", *(f"frdp/tab-2-{row}" for row in ("c10", "c1", "c0.2", "p10", "p1", "p0.2")))
ACCURACIES = ("frdp/text-acc-mnist", "frdp/text-acc-fmnist")

STANDINGS = {
    # --- definitions ---------------------------------------------------------------------------------------------------------------------
    "adjacency": {
        "add-or-remove": convention("Definition 1 says only that neighbours differ in one entry; the proofs of Theorems 2 and 4 add an element."),
        "replace": convention("Definition 1 says only that neighbours differ in one entry; Section 4.3 exchanges the last record."),
        "add-then-replace": strict("Definition 1 gives one notion of neighbours, which serves in the hypothesis and in the conclusion alike."),
        "add-ratio-1": meant("Section 3.6 and Appendix C account as in [24]: one record more, sigma in units of the sensitivity."),
        "add-ratio-sqrt-2": convention("Section 4.3 sets Delta = sqrt(2)/N, while one record more adds one term of norm 1/N to the mean function."),
    },
    ("frdp/thm-2", "adjacency"): {"add-or-remove": meant("The proof of Theorem 2 (Appendix A) takes D to have one element more than D'.")},
    ("frdp/thm-4", "adjacency"): {"add-or-remove": meant("The proof of Theorem 4 (Appendix A) takes D to have one element more than D'.")},
    ("frdp/proof-thm-2", "adjacency"): {
        "add-or-remove": printed("The proof begins by taking D to have one element more than D'."),
        "replace": convention("The proof takes its case without loss of generality, and in Definition 1 neighbours differ in one entry."),
    },
    ("frdp/text-parallel", "adjacency"): {
        "add-or-remove": meant("Section 4.4.1 rests on Theorem 4, whose proof takes D to have one element more than D'."),
        "replace": convention("Section 4.3, whose sub-models are run on the classes, exchanges one record."),
        "add-then-replace": convention("The accountant of Section 3.6 adds a record, Section 4.3 exchanges one; Section 4.4.1 does not choose."),
    },
    ("frdp/sgm", "adjacency"): {
        "add-or-remove": meant("Section 3.6 reduces to the mechanism of Mironov et al. [24], whose neighbours have one record more or less."),
        "replace": convention("Definition 1 says that neighbours differ in one entry, and Section 4.3 exchanges a record."),
    },
    **{(item, "adjacency"): {
        "add-or-remove": convention("Section 3.6, which draws the batch, reduces to Mironov et al. [24], whose neighbours have one record more or less."),
        "replace": meant("Section 4.3 lets D and D' differ in the last element."),
    } for item in ("frdp/eq-8-points", "frdp/cond-release")},
    ("frdp/app-f-mech", "adjacency"): {
        "add-or-remove": convention("Appendix F calls data sets adjacent that differ by one data point, which may be one more."),
        "replace": convention("Appendix F calls data sets adjacent that differ by one data point, which may be exchanged."),
    },
    **{(row, "adjacency"): {"replace": meant("Section 4.3 derives the sensitivity, the unit of the noise, for an exchanged record.")} for row in TABLE_2},
    "pairs": {
        "all": printed("Definition 3 asks for the inequality for all D, D', and names no neighbours."),
        "adjacent": meant("Definitions 1, 2 and 4 ask for their bounds for adjacent data sets only."),
    },
    ("frdp/cor-1", "pairs"): {
        "all": printed("Corollary 1 takes its supremum over D, D', with no sign of adjacency."),
        "adjacent": meant("Eq. 3 of Proposition 2, which Corollary 1 applies, takes its supremum over neighbours."),
    },
    ("frdp/cor-2", "pairs"): {
        "all": printed("Corollary 2 takes its supremum over D, D', with no sign of adjacency."),
        "adjacent": meant("Definition 4 and Eq. 3, which Corollary 2 applies, are about neighbours."),
    },
    "divergence": {
        "densities": printed("Definition 4 names p and q the densities of the two evaluations."),
        "measures": meant("The proofs of Lemma 1 and Theorem 6 integrate by any dominating measure mu, by which any two laws have densities."),
    },
    "points": {
        "distinct": printed("Definition 4 evaluates on finite subsets S of T."),
        "repeats": convention("Definition 4 writes the subset as a tuple, Definition 6 as a list of n indices, and neither says that they differ."),
        "fixed": meant("Section 2.4 names points chosen a priori, and Definitions 3 and 4 fix the points first."),
        "from-released": meant("Section 2.4 also lets the points be chosen adaptively, from the outputs given."),
        "from-data": convention("Section 1 puts no condition on the points, and Eq. 8 evaluates at the records themselves."),
    },
    "evaluation set": {
        "common": printed("Eq. 4 evaluates both functions on the same S."),
        "own": strict("Eq. 4 has one S for D and D'; a set for each is nowhere defined."),
    },
    ("frdp/cor-2", "evaluation set"): {
        "common": meant("Corollary 2 asserts RDP as in Definition 4, whose Eq. 4 has one S for both data sets."),
        "own": strict("Corollary 2 asserts RDP as in Definition 4, with one S for both; only Section 4.3 takes points from the data."),
    },
    # --- composition, evaluation, post-processing ------------------------------------------------------------------------------------------
    "coins": {
        "independent": meant("The proofs of Theorems 2 and 4 add up the divergences of the parts, by the additivity for product laws in [30]."),
        "shared": strict("The statements do not speak of common coins, and the proofs take the joint law as a product."),
    },
    ("frdp/text-parallel", "coins"): {
        "independent": meant("Section 4.4.1 trains the sub-models in parallel and cites Theorem 4, whose proof adds up divergences."),
        "shared": strict("Section 4.4.1 trains separate sub-models in parallel and mentions no randomness in common."),
    },
    "partition": {
        "by-position": convention("A rule that goes by the place of a record is a deterministic partitioning function too; the theorems name no kind."),
        "by-value": meant("Section 4.4.1 splits by labels, so a record's own value decides, and the proof lets the parts of other records stay."),
        "by-the-whole": printed("Theorems 2 and 4 allow any deterministic partitioning function that is executed on D."),
    },
    "process": {
        "arbitrary": printed("Section 2.4 speaks of any function with Eq. 1, and Definition 3 takes all functions on T = R^d."),
        "continuous-paths": convention("Section 2.4 states no regularity; the paper's own process has the smooth kernel of Section 4.3."),
        "countable-menu": convention("Section 2.4 does not say from what the points are chosen; Section 4.3 evaluates at finite batches."),
    },
    ("frdp/thm-3", "process"): {
        "arbitrary": printed("Theorem 3 takes a mechanism with values in the functions on T, and Definition 4 all functions on T = R^d."),
        "continuous-paths": convention("Theorem 3 states no regularity; the paper's own process has the smooth kernel of Section 4.3."),
        "countable-menu": convention("Theorem 3 does not say from what the points are chosen; Section 4.3 evaluates at finite batches."),
    },
    ("frdp/text-eval", "process"): {
        "arbitrary": printed("Section 1 speaks of the released function and states no regularity; Definitions 3 and 4 take all functions on T = R^d."),
        "continuous-paths": convention("Section 1 does not say what functions may be released; those of Section 4.3 have a smooth kernel."),
        "countable-menu": convention("Section 1 does not say from what the points are chosen; Section 4.3 evaluates at finite batches."),
    },
    "after": {
        "released-values": meant("Section 2.4 goes on to points chosen from the outputs given, so what was released is what a choice may use."),
        "unrestricted": strict("Section 2.4 has the points chosen from the outputs given; nowhere does a choice look at the data set."),
    },
    "evaluations": {
        "fixed": meant("The proof of Theorem 3 starts from one given finite S."),
        "sequential": convention("Theorem 3 asks that g use finitely many outputs, and not that their places be fixed beforehand."),
    },
    "evaluation": {
        "common": meant("The proof of Theorem 4 evaluates all components on one given finite S."),
        "separate": convention("Theorem 4 releases the components as functions, each of which may be evaluated where one likes."),
    },
    "argument": {
        "any-map": strict("Theorem 5 lets g_D be any map; laws are on cylinder sets (Definition 3), so that maps are measurable for these goes without saying."),
        "markov": printed("Theorem 5 lets g_D be any random map from the functions on T to those on S, which have laws on cylinder sets by Definition 3."),
        "finite-coordinates": meant("The proof of Theorem 5 writes the density of g's values as a function of the finite vector x of f's values."),
    },
    "equality": {
        "sets": printed("Theorem 5 puts an equals sign between the two spaces."),
        "bijection": convention("An equals sign between spaces of functions is commonly read as a natural one-to-one correspondence."),
        "embedding": meant("The proof of Theorem 5 needs only that the pair (f, g) is evaluated at a pair of finite sets (X, Y)."),
    },
    # --- Gaussian mechanisms -------------------------------------------------------------------------------------------------------------------
    "delta": {
        "unit": convention("Section 2.3 says only delta > 0; as a bound on a probability it lies below 1."),
        "half": convention("Proposition 1 states no range; the only delta that the paper uses is 1e-5 (Appendix C)."),
        "below-one": meant("Delta is the slack of a probability in Definition 1, and 1e-5 in Appendix C."),
        "any": convention("Theorem 6 and its proof state no range of delta."),
    },
    "sensitivity": {
        "max": printed("Proposition 1 defines the sensitivity by a max over neighbours."),
        "sup": meant("Eq. 3 and Definition 5, which restates Proposition 1, take a sup."),
        "constant": printed("Section 3.6 takes Delta from Proposition 4, where it is one number that bounds Eq. 3."),
        "per-batch": meant("Section 4.3 perturbs f_S by Corollary 2, so N in Delta is the size of S; the authors' code divides by the drawn size."),
    },
    "epsilon": {
        "all": printed("Proposition 2 and Corollary 1 put no condition on epsilon, nor does Definition 3."),
        "below-one": meant("Proposition 1, whose constant Proposition 2 carries over, asks for epsilon in (0, 1)."),
    },
    "gram": {
        "invertible": printed("Eq. 3 writes M^(-1/2), which needs an inverse."),
        "pseudo-inverse": convention("Eq. 3 runs over all tuples of points and any covariance k, where M may be singular."),
    },
    ("frdp/cor-1", "gram"): {
        "invertible": meant("Corollary 1 rests on Proposition 2, whose Eq. 3 writes M^(-1/2)."),
        "pseudo-inverse": convention("Corollary 1 allows any reproducing kernel, also one whose Gram matrix is singular."),
    },
    ("frdp/proof-prop-4", "gram"): {
        "invertible": meant("The proof of Proposition 4 appeals to Definition 5, which asks for a positive definite matrix."),
        "pseudo-inverse": convention("The proof of Proposition 4 takes any finite set of points, in the form of a tuple that may repeat one."),
    },
    "object": {
        "mean-function": meant("Corollary 2 puts only f_D in the space H, and G is a path with the covariance k."),
        "path": printed("The Abstract speaks of releasing functions in an RKHS, Section 4.2 of adding noise in it."),
    },
    "normaliser": {
        "public": convention("Section 4.3 assumes a batch size m, a number that is given beforehand."),
        "own-size": meant("Section 4.3 divides f_D by the number N of its records, so f_S by the number of those in S."),
    },
    ("frdp/text-parallel", "normaliser"): {
        "public": convention("Table 2 gives one sampling rate for all classes; the text does not say by what a sub-model divides."),
        "own-size": meant("Section 4.4.1 puts a class in the place of D in f_D, which Section 4.3 divides by its number of records."),
    },
    ("frdp/sgm", "size"): {
        "data-set": convention("Section 4.3 has N records in the D of f_D and Delta; Section 3.6 gives no formula for Delta."),
        "batch": meant("The summary in Section 4.3 perturbs f_S by Corollary 2, so the mean is over the batch."),
    },
    ("frdp/sens", "size"): {
        "data-set": printed("Section 4.2 gives D its N records, and Section 4.3 takes f_D and Delta over them."),
        "batch": convention("The summary in Section 4.3 perturbs f_S of a batch S, for which N is the size of S."),
    },
    # --- conversions and Appendix F ------------------------------------------------------------------------------------------------------------
    "region": {
        "points": printed("The proof of Lemma 1 writes its integrals over S, the name of the finite set of points."),
        "event": meant("The proof of Lemma 1 has the integral stand for the probability that the values lie in B."),
    },
    "zero mass": {
        "excluded": meant("The proof of Lemma 1 divides by the mass of q on the set, and by the probability on D'."),
        "included": convention("Eq. 9 is asserted for all cylinder sets, and the proof sets none aside."),
    },
    "weaker": {
        "implied": meant("Section 3.1 refers to Lemma 1 for this, which says that Definition 4 implies Eq. 9."),
        "strictly": convention("Section 3.1 calls the definition weaker, which may also say that it is not equivalent."),
    },
    "attributed": {
        "all-parts": printed("Appendix F introduces the whole of Theorem 6 as proved in Proposition 3 of Mironov."),
        "some-part": meant("Section 3.3 takes from the same source a conversion with delta itself, not with delta over alpha."),
    },
    "measure of the event": {
        "positive-finite": meant("The proof of Theorem 6 divides the dominating measure by its weight on A."),
        "any": printed("Theorem 6 is for any measurable set A, and its proof sets none aside."),
    },
    "increasing": {
        "non-decreasing": meant("Appendix F writes only non-strict signs for its comparisons, and says 'larger' for one in Eq. 12."),
        "strict": strict("Nothing in Appendix F uses a strict increase; its limits are compared by a non-strict sign."),
    },
    "side": {
        "from-above": meant("Appendix F, like Definition 4, takes the order alpha above 1."),
        "from-below": strict("Orders below 1 do not occur: Appendix F takes alpha above 1."),
    },
    "laws": {
        "any": printed("Appendix F states the limits for any two random variables with densities."),
        "finite": convention("Appendix F does not discuss infinite divergences; a finite one is a usual tacit condition."),
    },
    "essential supremum": {
        "first-law": meant("Appendix F rewrites the divergence as an expectation under p just before it takes the limits."),
        "dominating": convention("Appendix F names no measure for its ess sup; the densities are by a dominating one."),
    },
    # --- discrepancy and sensitivity -----------------------------------------------------------------------------------------------------------
    "sample space": {
        "euclidean": meant("Section 3.1 sets T = R^d, and Section 4.3 has vectors with a Gaussian kernel."),
        "any": convention("Section 4.1 leaves the space X of the kernel open, and Section 4.2 speaks of any finite-dimensional RKHS."),
    },
    "estimates": {
        "empirical": printed("Section 4.2 introduces Eq. 6 as the empirical MMD of the two samples."),
        "unbiased": strict("Section 4.2 says only 'estimated'; Eq. 6 keeps the terms of a point with itself, and no step needs a value without bias."),
        "consistent": convention("Section 4.2 says that the samples of p and q estimate the MMD, which a reader may take as an approach with more of them."),
    },
    "neighbours": {
        "replace": printed("Section 4.3 lets D and D' differ in the last element, with N terms in both sums."),
        "add-public": convention("The proofs of Theorems 2 and 4 add a record; the divisor N of Section 4.3 may be a given number."),
        "add-own-size": convention("The proofs of Theorems 2 and 4 add a record; the N of f_D in Section 4.3 is then that of each data set."),
    },
    "kernels": {
        "one": printed("Section 4.3 takes one Gaussian kernel, of a width h."),
        "sum": convention("Section 4.3 leaves the width h open; the authors' code (Abstract) adds up kernels of several widths."),
        "five": meant("The authors' code (Abstract), which made the results of Section 4.4, adds up Gaussian kernels and has their number in the noise."),
    },
    "labels": {
        "one-hot": meant("Section 4.3 encodes labels by vectors, as DP-MERF does; the authors' code makes them one-hot."),
        "unit": strict("Section 4.3 needs of the label vectors only that the sensitivity stay the same."),
        "zero-one": convention("Appendix B gives CelebA binary attributes, and Section 4.3 does not say how a label is coded."),
        "signs": strict("Section 4.4 conditions CelebA on gender, and Section 4.3 does not say how two labels are coded."),
        "integers": strict("Section 4.3 encodes labels in vectors with a transpose; the bare number of a class is no such encoding."),
    },
    "same": {
        "bound": meant("Section 4.3 derives for f_D the bound 2/N^2 and uses only that."),
        "supremum": printed("Section 4.3 says that the sensitivities are the same, and a sensitivity is a supremum (Definition 5)."),
        "attained": strict("Section 4.3 uses an upper bound only; no step needs a pair that reaches it."),
    },
    # --- release and training ------------------------------------------------------------------------------------------------------------------
    "released": {
        "number": convention("Step (3) of the summary in Section 4.3 computes the loss, which is one number at the current parameters."),
        "function": meant("The Abstract and Section 5 speak of releasing loss functions and of making the loss function private."),
        "vector": meant("Section 4.3 releases the values at all points s by Eq. 8, for use in Eq. 7."),
    },
    "data term": {
        "with": printed("Eq. 7 begins with the mean of the private function at the records."),
        "without": strict("Eq. 7 has the term, and Eq. 8 draws the values for it."),
    },
    "second argument": {
        "covariance": printed("Eq. 8 has sigma Delta times the Gram matrix in the place of the covariance."),
        "of-the-noise": meant("Section 4.3 says that Eq. 8 implements Corollary 2, where the noise is sigma Delta G."),
    },
    "records": {
        "own": printed("Section 4.3 puts the batch's own records first among the points s of Eq. 8."),
        "fixed": meant("Definition 4, on which Corollary 2 and so Eq. 8 rest, compares both data sets at one S."),
        "generated-only": strict("Section 4.3 concatenates records and generated points; Eq. 8 has 2m points."),
    },
    "count": {
        "constant": printed("Section 4.3 assumes a batch size m, and Eq. 8 has 2m points."),
        "realised": meant("Section 3.6 draws each element independently, so the size of the batch S of Section 4.3 varies."),
    },
    "saves": {
        "guarantee": meant("Section 4.3 counts the cost in guarantees of sample paths, as Sections 3.4 and 3.6 compose them over iterations."),
        "actual": convention("Section 4.3 speaks of a privacy cost that is saved and does not say that only the bound on it is meant."),
    },
    "gradient": {
        "noise-constant": meant("Section 4.3 draws numbers by Eq. 8 for the loss; the authors' code draws them as constants for the gradient."),
        "noise-follows-theta": convention("The covariance in Eq. 8 depends on the generated points; the text does not say how the noise is differentiated."),
        "drawn-jointly": convention("Corollary 2 releases one path, which has derivatives of its own; the text does not say how they are drawn."),
    },
    "loss": {
        "value": printed("Eq. 7 is the training objective."),
        "square": meant("The authors' code (Abstract), which made the results of Section 4.4, squares the noisy estimate before the gradient step."),
    },
    "label": {
        "fixed": convention("Section 4.4.1 splits by labels and does not say whether neighbours may differ in one."),
        "may-change": convention("Definition 1 lets neighbours differ in an entry, and the label is a part of it; Section 4.4.1 does not exclude that."),
    },
    "class sizes": {
        "public": convention("Table 2 gives a parallel sub-model its sampling rate beforehand; the text does not say that sizes are secret."),
        "private": meant("The proof of Theorem 4, which Section 4.4.1 cites, lets one part have an element more."),
    },
    # --- Table 2 -------------------------------------------------------------------------------------------------------------------------------
    "accountant": {
        "rdp-grid-prop-3": meant("Section 3.6 has the library compute and compose RDP and then convert it; the paper's conversion is Proposition 3."),
        "rdp-grid-thm-6c": convention("Appendix F offers Theorem 6 as another conversion of what the library of Appendix C composes."),
        "rdp-grid-cks": meant("Appendix C computes with Tensorflow privacy, whose present releases convert in this way."),
        "rdp-all-prop-3": convention("Section 3.6 names no orders of the RDP that Proposition 3 converts."),
        "rdp-all-thm-6c": convention("Section 3.6 names no orders, and Theorem 6 is stated for any."),
        "rdp-all-cks": convention("Section 3.6 names neither the orders nor the formula of its last step, the conversion."),
        "pld-upper": convention("Table 2 is headed as parameters that retain DP, which any sound account may show."),
        "pld-lower": convention("Table 2 is headed as parameters that retain DP; what training itself costs answers that."),
    },
    "target": {
        "exact": printed("Table 2 names the epsilon of a row its target."),
        "rounded": convention("Table 2 prints its targets with one decimal and does not say how they were rounded."),
    },
    "noise": {
        "cor-2": meant("Table 2 calls sigma the noise multiplier, and Section 3.6 adds sigma Delta G."),
        "eq-8": convention("Step (3) of the summary in Section 4.3 computes by Eq. 8, which prints sigma Delta K for the covariance."),
    },
    # --- Tables 1 and 3 ------------------------------------------------------------------------------------------------------------------------
    "release": {
        "constant": meant("The summary in Section 4.3 computes the loss of Eq. 7 from values that are drawn by Eq. 8."),
        "code": meant("The tables report runs of the authors' code (Abstract), which squares the loss and has the variance of Eq. 8."),
        "jointly": convention("The Abstract sees training as the release of loss functions, and the text does not say how their gradients are drawn."),
    },
    "agreement": {
        "digits": printed("Table 1 prints the mean accuracies with one decimal."),
        "deviation": meant("Section 4.4 reports the mean and the standard deviation of five runs."),
    },
    **{(item, "variant"): {
        "conditional": convention("The FIDs quoted in the same sentence of Section 4.4.2, 26.5 and 46.2, are those of the conditional rows of Table 1."),
        "parallel": convention("The sentence in Section 4.4.2 names no variant; in Table 1 the parallel rows have the higher accuracies."),
        "both": meant("The sentence before it in Section 4.4.2 takes our method to be both variants."),
    } for item in ACCURACIES},
    "baseline": {
        "best-accuracy": printed("Section 4.4.2 names the state of the art in classification accuracy."),
        "best-fid": convention("The same sentence of Section 4.4.2 names the state of the art in FID first, and a reader may keep to that method."),
    },
    "percent": {
        "points": meant("The caption of Table 1 says that accuracies are shown in %, so their differences are too."),
        "relative": convention("Section 4.4.2 speaks of an improvement by a percentage and does not say of what."),
    },
    ("frdp/text-celeba", "variant"): {
        "one": convention("Section 4.4.3 names our method once, for both numbers."),
        "best-per-metric": meant("In Table 1 the quoted FID stands in the conditional row and the quoted accuracy in the parallel one."),
    },
    "cells": {
        "every": printed("Sections 1 and 5 speak of different data sets and privacy costs, and Table 3 has those at epsilon 10."),
        "table-1": convention("Section 4.4 moves the comparison at epsilon 10 to Appendix D, for completeness, and calls that guarantee weak."),
        "smallest-epsilon": strict("Sections 1 and 5 speak of several guarantees, and Section 1 names epsilon 1 besides 0.2."),
    },
    ("frdp/text-consistently", "variant"): {
        "best": convention("Sections 1 and 5 speak of our method, which a reader may take at its better variant."),
        "both": meant("Section 4.4.2 takes our method to be both variants."),
    },
    ("frdp/text-kernel-baselines", "variant"): {
        "best": convention("Section 5 speaks of our method, which a reader may take at its better variant."),
        "both": meant("Section 4.4.2 takes our method to be both variants."),
    },
    "unconditional": {
        "counted": printed("Tables 1 and 3 have DPDM's FID on CelebA among the baselines."),
        "left-out": meant("Section 4.4.3 and the star in Tables 1 and 3 set DPDM apart on CelebA as unconditional."),
    },
    "par": {
        "some-cell": convention("Section 4.4.2 does not say in which numbers a method must reach ours to be on a par."),
        "every-cell": convention("Section 4.4.2 names no cell of Table 1 that may be left out of being on a par."),
    },
    ("frdp/text-scaling", "variant"): {
        "conditional": convention("Section 1 speaks of our method and names no variant; Table 2 has the conditional one first."),
        "parallel": convention("Section 1 speaks of our method and names no variant; Tables 1 and 3 have a row of the parallel one."),
        "best": convention("Section 1 speaks of our method, which a reader may take at its better variant."),
    },
    "uniform": {
        "exactly": printed("Appendix E says that labels are uniformly distributed in all three data sets."),
        "approximately": convention("Appendix B draws 60k images of CelebA at random, so Appendix E can hardly mean equal counts."),
    },
}
