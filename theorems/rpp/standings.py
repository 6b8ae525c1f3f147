"""What each option of a reading of the paper stands on in its text, written from the source and apart from the claims."""

from verify.claims import convention, meant, printed, strict

STANDINGS = {
    ("rpp/prop-2.1", "coins"): {
        "independent": meant("Proof in A.2: the law of M_1 given the value of M(X) is the same for both secrets, and enters as a quotient of equal terms."),
        "dependent": strict("Proposition 2.1 applies M_1 to the output M(X) and to nothing else; coins that see the data would be another mechanism."),
    },
    "equality": {
        "as-printed": printed("Proof in A.2: the first and last lines of the chain put an equals sign between the divergence and the expectation."),
        "up-to-the-logarithm": meant("Definitions 2.2 and A.1 have a logarithm over alpha - 1 before the expectation, which the chain in A.2 leaves out."),
    },
    "outcome": {
        "mass": printed("Definition 2.1 compares the probabilities that M(X) equals w, for each w in the range."),
        "density": convention("The proof of Theorem A.4 integrates P(M(X) = z) over z, so that the same notation stands for a density there."),
        "event": meant("Proposition C.3 identifies PP with Definition C.1, which is about subsets of the range; A.3 uses Hoelder, which is about integrals."),
    },
    **{(id, "outcome"): {
        "density": strict("A delta is added to a probability; added to a density it would have the unit of the outcome."),
    } for id in ("rpp/prop-2.2", "rpp/prop-4.1", "rpp/prop-c.1", "rpp/thm-4.3", "rpp/prop-c.2")},
    ("rpp/text-inf-rpp", "outcome"): {
        "density": meant("The proof of Proposition C.1 writes the divergence of infinite order as the largest log ratio of P(M(X) = w), that is of densities."),
    },
    "second term": {
        "same": printed("Theorem A.3 prints the same divergence twice under the maximum."),
        "exchanged": meant("A maximum of one term with itself has no use; Theorem A.4, called its generalisation, has a divergence in each order."),
    },
    "secrets": {
        "pairs": printed("Theorem A.3 takes the supremum over s_i in Q, the set of pairs."),
        "all": meant("A supremum over single s_i is one over secrets; Theorems A.4 and A.5 have s_i in S in this place."),
    },
    "norm": {
        "l1": convention("Section 3 after Definition 3.2: the norm is any norm of R^d, named where needed; none is named here."),
        "l2": convention("Section 3 after Definition 3.2: the norm is any norm of R^d, named where needed; none is named here."),
        "l-inf": convention("Section 3 after Definition 3.2: the norm is any norm of R^d, named where needed; none is named here."),
    },
    ("rpp/thm-c.2", "norm"): {
        "l1": meant("Corollary 3.1 measures sensitivities for Laplace noise in the l_1 norm, and C.5 compares Theorem C.2 with that Laplace mechanism."),
    },
    "ball": {
        "open-zero": printed("Section 3 defines R_alpha over norms strictly below z; divergences are at least 0, which is the value left for no shifts."),
        "open-minus-infinity": strict("Section 3 prints a strict sign; nothing in the paper uses R_alpha of an empty ball as minus infinity."),
        "closed": meant("The proofs of Lemmas 4.1 and D.2 let the shift have norm at most z, with the edge, and bound it by R_alpha(zeta, z)."),
        "closed-zero": meant("The proofs of Lemmas 4.1 and D.2 take the ball with its edge; Section 3 has R_alpha for z >= 0, where it is at least 0."),
        "closed-minus-infinity": strict("Section 3 has R_alpha for z >= 0 alone; no step relies on minus infinity for a negative a_t."),
    },
    "infima": {
        "separate": printed("Theorem A.4 defines Delta^1 and Delta^2 by an infimum over theta each."),
        "common": meant("The proof of Theorem A.4 puts one theta into all three factors."),
    },
    "infimum": {
        "attained": printed("Theorem A.5 puts the infimum over theta itself into R, as if the best prior were at that distance."),
        "approached": convention("Theorem A.5 takes an infimum over any set of priors and does not say that one of them attains it."),
    },
    "pairs": {
        "same-record": convention("Proposition B.1 and Sections 6.2 and 6.4 pair two values of one record; Section 2 does not ask that i = j."),
        "any": printed("Section 2, running examples: Q has all pairs of a value of person i and a value of person j, for any i and j."),
        "same-individual": meant("Proposition 3.1 makes the remark general and refers to B.3, whose pairs are two values of one individual."),
        "symmetric": meant("Each Q that the paper names, in Sections 2, 6.2, 6.3 and B.3, has the reverse of each of its pairs."),
        "one-way": printed("Section 2: Q is any subset of S^2; Definition 2.2 and the maximum of Theorem 4.5 take a pair in the order in which it stands."),
    },
    ("rpp/ex-2", "pairs"): {
        "same-record": meant("Appendix E.1 cites Example 2 for secrets that are separable, with pairs about one independent part each."),
    },
    ("rpp/ex-3", "pairs"): {
        "same-record": meant("Section 3 has Example 3 generalised by Proposition 3.1, which B.3 states for pairs about one individual."),
    },
    ("rpp/text-gwm-vs-group", "pairs"): {
        "any": convention(
            "Section 3 speaks of an advantage over group privacy and names no pairs; those of the running examples in Section 2 have any i and j."
        ),
    },
    "rho": {
        "printed": printed("Example 1 lets rho be any number in [-1, 1], whatever p is."),
        "feasible": meant("Example 1 draws two bits with this correlation from a prior, so the prior must exist for p and rho."),
        "positive": convention("Section 4.2 takes a square root of 1 + 3 rho, which has a value for every positive rho but not for all of [-1, 1]."),
    },
    "Theta": {
        "single": printed("Example 1: for a given p and rho the adversary has one prior."),
        "family": convention(
            "Section 2 makes Theta a set of priors and Theorem 3.3 takes the maximum over it; the value 2 in Section 3 depends on no p or rho."
        ),
    },
    "symbol": {
        "w-2": meant("The budget in Section 4.2 has 1 + 3 rho, the square of this value, where Corollary 4.1 has the squared W sensitivity."),
        "expectation": meant("Section 4.2 says for q = d = 1, and Theorem 4.5 defines the symbol with zeta above it by an expectation."),
        "expectation-q-2": printed("Section 4.2 prints the superscripts zeta, 2, 2; in Theorem 4.5 they are the noise, q and alpha."),
    },
    "lamda": {
        "rate": printed("Definition 4.6 and Lemma D.1 have lambda times x in the density."),
        "scale": meant("The bounds of Lemma D.1, Corollary 4.1 and Example 1 divide the shift by lambda, as one does by a scale."),
    },
    "utility": {
        "strict": printed("The text says better, more or outperforms, which is strict in common use."),
        "weak": meant("Propositions B.1, C.4 and D.1, which make the utility statements precise, print inequalities that are not strict."),
    },
    "values": {
        "all": printed("Section 2: Q has pairs for all a and b among the values of a record, so also for 100."),
        "subset": strict("Section 2 lets a and b run over all values, and Section 3 counts 100 as possible though rare; nothing leaves it out."),
    },
    "sensitivity": {
        "above": printed("Theorem 4.3 prints a strict sign: Delta_(G, delta) lies above the infimum."),
        "infimum": meant("Example 2 in Section 4.1 gives it one value, and the proof of Proposition C.4 bounds it by any z for which laws are near."),
        "some": convention("Theorem 4.3 asks for a number above the infimum and leaves open which, so that one may be chosen."),
    },
    "extremum": {
        "max": printed("Theorem 3.3 and the group sensitivity of B.3 are written as maxima."),
        "sup": meant("Example 3 takes values in open intervals (0, r_i), where a largest change is a supremum."),
    },
    "group": {
        "common-range": printed("Section 3 prints 2r for the group sensitivity, and Example 3 has (0, r) as the values of a record."),
        "own-ranges": strict("Section 3 prints 2r; the ranges r_1 and r_2 are what the adversary of Example 3 assumes, not the data space."),
    },
    "supremum": {
        "attained": printed("Theorem 3.3, Theorem 4.5 and Corollary 4.1 define sensitivities as a maximum over pairs and priors."),
        "approached": convention("Q and Theta may be infinite, as in Example 3 with open ranges, and then the printed maximum need not be reached."),
    },
    "noise": {
        "any": printed("Theorem 3.3 in Section 3 asks only that the noise be independent of the data; Section 1 speaks of all noises with a density."),
        "iid": meant("Appendix B.1 restates Theorem 3.3 and its proof with coordinates of the noise that are iid."),
        "finite": convention("Definition 5.1 and Theorem 5.2 allow any sequence of noise distributions, so also finite ones."),
        "normal": meant("Section 6.4 and Appendix F.5.4 apply Theorem 5.2 and Proposition F.2 with Gaussian noise."),
    },
    "non-decreasing": {
        "density": strict("Lemma B.1 prints it of zeta = exp(-g), but no probability density is even and non-decreasing on the half-line: the word belongs to g."),
        "g": meant("Lemma B.1 inverts g on the half-line, and the proof of Corollary 3.1 takes g = |z| and g = z^2, which rise."),
    },
    "g": {
        "log-density": printed("Lemma B.1 prints zeta = exp(-g), which makes g minus the logarithm of the density."),
        "normalised": meant("The proof of Corollary 3.1 takes g = |z| and g = z^2, which are 0 at 0, without the constant of the density."),
    },
    "relation": {
        "equality": printed("Lemma B.1 prints that the supremum equals the divergence of the shift by z."),
        "at-most": convention("Appendix B.2 wants R_alpha for the guarantees of Corollary 3.1, for which an upper bound is enough."),
    },
    "P of E": {
        "given-secret": meant(
            "The proof of Proposition C.1 splits the law given a secret with weights P(E); that of Theorem 4.3 finds E for laws given a secret."
        ),
        "unconditional": printed("Definition 4.1 prints P(E) and P(E') without a secret."),
    },
    "E lives on": {
        "data": convention("Definition 4.1 and Lemma 4.1 only say that there is an event; the data X is what Definition 4.1 draws."),
        "data-and-noise": convention(
            "Definition 4.1 conditions the output of the mechanism on E without naming a space; the output depends on data and noise."
        ),
        "enlarged": meant("The proof of Lemma 4.1, from which Theorem 4.3 follows, takes E as the event that an extra variable W is short."),
    },
    "probability": {
        "at-least": printed("Definition 4.1, the hypothesis of Proposition C.1, asks for probabilities of at least 1 - delta."),
        "equal": meant("The proof of Proposition C.1 sets both probabilities to 1 - delta, as if nothing were lost by it."),
    },
    "deltas": {
        "all": convention("Section 4.1 lets delta be any number in (0, 1), and Figure 1 does not say for which of them privacy is assumed."),
        "small": printed("The arrow in Figure 1 bears the limit of delta to 0, which is about small delta."),
    },
    "epsilon": {
        "positive-scale": meant("Proposition C.2 prints a variance and a scale with epsilon plus a negative term below, and noise needs them positive."),
        "any": strict("Proposition C.2 names no range of epsilon, but noise of a negative variance or scale does not exist."),
    },
    "condition": {
        "none": printed("Proposition 4.2 names a cost of delta and no other condition."),
        "as-in-c-4": meant("Proposition 4.2 is called informal and refers to C.6, where Proposition C.4 has a condition on R_alpha."),
    },
    "about": {
        "lemma": printed("Remark 4.4 and Appendix C.5 blame the additional term that Lemma 4.1 brings in."),
        "quantity": strict("Appendix C.5 believes that the analysis can be improved, so the remark is not about what is possible at all."),
        "bound": meant("Appendix F.5.4 compares and draws bounds; it says of (2) that it does not ensure a limit of 0, and that (1) improves on it."),
        "loss": printed("Appendix F.5.4 and Section 6.4 speak of the privacy loss that converges to 0."),
    },
    "instance": {
        "before": meant("The proof of Proposition C.3 builds the other instance from the framework alone; the mechanism has no part in it."),
        "after": printed("Proposition C.3 first takes an instance and a mechanism, and then says that there is an instance of the other notion."),
    },
    "Phi": {
        "closed": meant("The proof of Proposition C.3 takes priors with support equal to Phi, and a support is closed."),
        "any": printed("The proof of Proposition C.3 takes all parameters that occur in Psi as Phi, with no condition on the set."),
    },
    "W": {
        "independent": printed("Lemma 4.2 writes the shifted law as a convolution of mu and xi, which is that of an independent sum."),
        "coupled": meant("Theorem 4.5 and its proof in D.2 use the lemma with shifts from a coupling of the two laws of the query."),
    },
    "symmetry": {
        "any": printed("Theorem 4.5 takes a noise distribution of R^d and asks nothing more of it."),
        "even": convention("The noises of Corollaries 3.1 and 4.1 all have even densities, and B.2 stresses symmetry; Theorem 4.5 is silent."),
    },
    "k": {
        "printed": printed("Lemma D.1 lets k be any positive integer, so also 1."),
        "normalisable": meant("Lemma D.1 asks that the density have integral 1, and Definition 4.6 has k >= 2."),
    },
    "prefactor": {
        "printed": printed("Lemma D.1 and Corollary 4.1 print beta pi/lambda."),
        "matching": meant("The proof of Lemma D.1 gets the factor from the change of variable that removes lambda from the density."),
    },
    "leading coefficient": {
        "omitted": printed("Appendix D.3 prints Q as the product of z - r_i over its roots, with no factor."),
        "included": meant("Lemma D.1 defines Q by an integral, which fixes its leading coefficient; D.3 uses only the roots."),
    },
    "q": {
        "one": meant("Proposition D.1, to which Section 4.2 refers, and Figure 1 compare the sensitivity with q = 1."),
        "every": convention("Theorem 4.5 defines the mechanism for each q >= 1, and Section 4.2 says always without naming q."),
    },
    ("rpp/prop-e.1", "coins"): {
        "independent": meant("The proof in E.1 adds the divergences of the mechanisms, as one does for independent outputs."),
        "shared": strict("Appendix E.1 gives each mechanism its own independent data set; coins common to mechanisms are mentioned nowhere."),
    },
    "joint": {
        "independent": meant("The proof in E.2 bounds the distance of images by the supremum over fixed states w and post-processes the state alone."),
        "any": printed("Lemma 5.1 takes two random variables X and X' and says nothing of their relation to W and W'."),
    },
    "over time": {
        "independent": convention(
            "The proof of Theorem 5.2 applies Lemma 5.1 step by step with the laws of single X_t; no joint law over time enters the bounds."
        ),
        "any": printed("Definition 5.1 has a sequence of random variables, and Section 6.4 draws it from any prior given a secret."),
    },
    "domain": {
        "z": printed("Definition 5.1 has maps from Z times the data to Z, for a subset Z of R^d."),
        "line": meant("Section 6.4 defines its maps on all of R^d, and added noise may leave any smaller set."),
    },
    "framework": {
        "any": printed("Proposition 6.1 takes a Pufferfish framework and asks nothing of its secrets."),
        "one-record": meant("The proof in F.1 bounds the middle distance by the sensitivity, which is about the change of one record."),
    },
    "neighbours": {
        "one-record": meant("Definition A.2 has adjacent data sets that differ in one element; Proposition 6.1 says sensitivity and no more."),
        "any": strict("Section 6.1 says after it that the cost of group privacy is avoided, which a sensitivity over all data sets would contain."),
    },
    "roles": {
        "protected-i": meant("The sentence before Proposition 6.2 releases attribute j and protects attribute i, and its bound has the variance of i."),
        "protected-j": printed("Proposition 6.2 prints secrets about X_i^j and a query that releases x^j."),
    },
    "covariance": {
        "signed": printed("Proposition 6.2 prints the covariance over the variance without an absolute value."),
        "absolute": meant("Proposition F.1, called the more general version, has the covariance inside the norm."),
    },
    "K": {
        "line": meant("A secret of Proposition 6.2 is a value a of one attribute, which is a number."),
        "space": printed("Proposition 6.2 has a in K, a compact set of R^m."),
        "convex": meant("Section 6.4 calls Pi a projection and the update contractive, as a projection on a convex set is."),
        "compact": printed("Section 6.4 and Lemma F.1 have a compact set K of R^d and do not ask that it be convex."),
    },
    "zero probability": {
        "excluded": strict("Definition 2.2 asks for secrets of positive probability, which would leave the Gaussian Proposition 6.2 without any secret."),
        "regular": meant("The proof of Proposition F.1, the general version, uses the conditional normal law given the value of a secret."),
    },
    "invertible": {
        "assumed": meant("Proposition F.1 and its proof print the inverse of Cov(N X_1), so it is taken to exist."),
        "any": strict("Proposition F.1 puts no condition on N or Sigma, but prints an inverse that a singular matrix does not have."),
    },
    "rounding": {
        "nearest": meant("Appendix F.2.3 gives the W_2 values of Table 1 with a sign for approximately equal."),
        "bound": convention("Table 1 gives sensitivities, by which noise is scaled, and names no rule of rounding; such bounds may be rounded up."),
    },
    "files": {
        "cleveland": convention("F.2.3 names the Heart Disease data of UCI with diagnoses 0 to 4 and cites no file, so one centre may be meant."),
        "all-centres": convention("F.2.3 names the Heart Disease data of UCI as a whole and restricts it to no part."),
        "train": convention("F.2.3 names the Adult data of UCI and does not say whether the training file alone is used."),
        "train-and-test": convention("F.2.3 names the Adult data of UCI as a whole and does not leave out the test file."),
    },
    "numbers": {
        "printed": printed("Section 6.2 draws the comparison from Table 1, so from the numbers that are printed there."),
        "exact": convention("Section 6.2 speaks of the sensitivities of the data sets, which Table 1 prints rounded."),
    },
    "dimension": {
        "one": strict("Proposition 6.3 has V on R^d, the identity matrix of size d and a choice of norm; nothing restricts it to the line."),
        "any": printed("Proposition 6.3 has a potential on R^d and a compact set of R^d, for any d."),
    },
    "sign of C": {
        "positive": meant("The proof in F.4 speaks of convexity of V, and Section 6.3 of an exponential reduction that depends on it."),
        "any": printed("Proposition 6.3 asks that the Hessian be at least C times the identity and gives C no sign."),
    },
    "lipschitz": {
        "l1": meant("The proof in F.4 measures the query, the starts and the coupled difference in the l_1 norm."),
        "l2": convention("Proposition 6.3 names l_1 for the sensitivity only; the norm of Lipschitz and Diam is left open."),
    },
    "smooth": {
        "first-argument": meant("Appendix F.5.1, to which Section 6.4 refers for definitions, has a gradient that is beta-Lipschitz in the first argument."),
        "second-argument": printed("Section 6.4 has beta go with the second argument of the objective."),
    },
    "points": {
        "k": printed("Section 6.4 takes the suprema in s_t and in the bounds over v in K."),
        "all": meant("Appendix F.5.1 states its conditions for all w in R^d, and Theorem 5.2 takes s_t over all states w."),
    },
    "eta": {
        "above": printed("Lemma F.1 prints that eta is above 2/beta."),
        "at-most": meant("Section 6.4 has eta below 2/beta and calls the step contractive under this condition."),
    },
    ("rpp/remark-6.1", "eta"): {
        "above": convention("Remark 6.1 prints no condition itself and refers to F.5.2, where Lemma F.1 has eta above 2/beta."),
    },
    "s": {
        "inputs": meant("Appendix F.5.4 compares with Section 6.4 and computes the distances from covariances of records X_t."),
        "images": meant("Proposition F.2 takes its notation from Theorem 5.2, whose s_t is about images under psi, and its proof applies that theorem."),
        "outputs": printed("Proposition F.2 calls X_t and X'_t contractive noisy iterations and defines s_t by the distance of the two."),
    },
    ("rpp/eq-f.5.4-2", "s"): {
        "outputs": convention("F.5.4 presents (2) as the bound of Section 6.4, where X_t is a record, but Proposition F.2 has just used X_t for iterates."),
    },
    "correlations": {
        "falling": meant("Appendix F.5.4 has the display from Proposition F.2, which asks that the distances do not increase."),
        "any": printed("Appendix F.5.4 sets rho_1 = 1 before the display and states no order of the others."),
    },
    "sequences": {
        "plotted": meant("F.5.4 shows the convergence in Figure 6, whose vanishing correlations are 1/t and 1/t^2."),
        "every": printed("Appendix F.5.4 names correlations that tend to 0 and no further condition."),
    },
    "bound": {
        "eq-1": meant("The display that F.5.4 evaluates just before the figures is bound (1) in the Gaussian setting, from Proposition F.2."),
        "eq-2": convention("F.5.4 says that the figures show its PABI bounds, and both (1) and (2) are called so."),
    },
    "rho-1": {
        "one": printed("Appendix F.5.4 sets rho_1 = 1 before the display that is drawn."),
        "rho": convention("The captions and the text give one value or formula of rho_t for all t and do not exempt the first."),
    },
    "constants": {
        "kept": convention("The display in F.5.4 first has the minimum with 2L; the text does not say that the curve drops it."),
        "dropped": convention("The display in F.5.4 ends in a bound without the minimum; the text does not say which side is drawn."),
    },
}
