"""What each option of a reading of the paper stands on in its text, written from the source and apart from the claims."""

from verify.claims import convention, meant, printed, strict

STANDINGS = {
    # A, B. Definitions, metric claims, Propositions 1 to 4
    "moments": {
        "finite": convention("Definition 1 states no moments; Introduction (2) calls the loss a metric, which is usually kept to laws with finite values."),
        "any": printed("Definition 1 is for any two distributions on the output space and puts no condition on moments; Definition 3 adds none."),
    },
    "left side": {
        "worst-event": strict("Eq. 4 prints Pr[M(D) in S], and the sentence below it says that this stands for the output distribution: it is notation."),
        "notation": meant("The sentence below eq. 4 says that Pr[M(D) in S] stands for the output distribution, also written Pr_M(D)."),
    },
    "limit": {
        "every-delta": convention("Below Definition 5 plain WDP is a special case of the generalised kind; a special case fulfils it, at each small delta."),
        "delta-zero": convention("Below Definition 5 plain WDP is the case of delta tending to zero; one may put zero, as Definition 6 does for pure DP."),
        "converse": convention("Below Definition 5 plain WDP is what remains of the generalised kind as delta tends to zero."),
    },
    "dp loss": {
        "max-divergence": meant("Introduction and Related Work: DP is measured by maximum divergence, and the losses are asymmetric as divergence is."),
        "symmetrised": strict("The text never takes the larger of both directions; Discussion, Symmetry, has one divergence for each order of the pair."),
        "pointwise": printed("Definition 7 calls the log-ratio at one outcome the privacy loss of DP."),
    },
    "bdp loss": {
        "pointwise": printed("Definition 10 bounds the log-ratio at an output."),
        "max-divergence": meant("Introduction: BDP is defined by an upper bound of a divergence; Appendix C: its definition is like that of DP."),
    },
    "strict": {
        "less": printed("Below Definition 7 the budget is called the strict upper bound of the loss."),
        "at-most": meant("Definition 6 has an inequality that is not strict; below Definition 7 'strict' means without exception, against 'quasi'."),
    },
    "norm on the outputs": {
        "l1": convention("Definition 1 has a norm as cost and names none; Propositions 5 and 6 and Theorem 1 do not say how outputs are combined."),
        "l2": convention("Definition 1 names no norm; Theorem 2 measures gradients in the l_2 norm."),
        "l-inf": convention("Definition 1 has a norm as cost and names none; Propositions 5 and 6 and Theorem 1 do not say how outputs are combined."),
        "l-mu": convention("Definition 1 names no norm; eq. 96 is the only place that writes one out, with the order mu as exponent."),
    },
    ("wdp/thm-3", "norm on the outputs"): {
        "l2": convention("Theorem 3 says nothing about the norm over steps; it measures the gradients' difference in the l_2 norm."),
        "l-mu": meant("Theorem 3 rests on Theorem 2, whose proof writes the norm out with the exponent mu (eq. 96)."),
    },
    ("wdp/cor-1", "norm on the outputs"): {
        "l2": convention("Corollary 1 says nothing about the norm over steps; Theorem 2 measures the gradients' difference in the l_2 norm."),
        "l-mu": meant("Corollary 1 is in the setting of Theorem 2, whose proof writes the norm out with the exponent mu (eq. 96)."),
    },
    "coins": {
        "independent": convention("Propositions 5 and 6 and Theorem 1 do not say whose randomness a mechanism uses; that each draws its own is the usual sense."),
        "shared": strict("No statement or proof lets two mechanisms use the same randomness; each is introduced as a randomised algorithm of its own."),
    },
    "adaptive": {
        "no": printed("Proposition 6 has each M_i map a data set to its outputs; no earlier output enters."),
        "yes": convention("Proposition 6 says that the mechanisms are performed sequentially and does not exclude that one sees earlier outputs."),
    },
    ("wdp/thm-1", "adaptive"): {
        "no": meant("Theorem 1 gives M_t the data set alone as input, and eq. 10 has the law of M_t on D without a past."),
        "yes": printed("Theorem 1 says that the mechanisms perform on the data set adaptively."),
    },
    ("wdp/eq-83", "adaptive"): {
        "no": meant("Eq. 83 has the law of M_t on D without a past, and Theorem 1 gives M_t the data set alone as input."),
        "yes": printed("Theorem 1, which eq. 83 belongs to, says that the mechanisms perform on the data set adaptively."),
    },
    ("wdp/text-metric-derivation", "adaptive"): {
        "no": convention("Discussion lists basic sequential and advanced composition together; Proposition 6 gives the mechanisms the data alone."),
        "yes": convention("Discussion lists basic sequential and advanced composition together; Theorem 1 has mechanisms that perform adaptively."),
    },
    "coupling sets": {
        "as-sets": printed("The text below eq. 6 and the proof of Proposition 1 put an equality sign between the two sets of joint distributions."),
        "exchanged": meant("The proof of Proposition 1 uses the equality only to exchange the arguments of W_mu, where exchanged coordinates serve."),
    },
    "eq-23": {
        "truth": printed("Eq. 23 displays the inequality between one infimum and the sum of two."),
        "minkowski": meant("The remark below eq. 24 gives Minkowski's inequality as the reason for eq. 23."),
        "gluing": convention("Eqs. 22-24 introduce three variables at once but take infima over two pairs; how the pairs join is left open."),
        "orders": strict("Below eq. 24 an open range 1 < r < oo stands with the quoted inequality; nobody relies on it to leave out the order 1."),
    },
    "coupling": {
        "every": printed("Definition 1 and the proof of Proposition 3 print gamma(x, y) > 0."),
        "optimal": strict("Definition 1 and the proof of Proposition 3 speak of joint distributions in general and single out none of least cost."),
        "probability": meant("The proof of Proposition 3 argues from gamma being a probability measure and concludes that an integral is at least 0."),
    },
    "where": {
        "everywhere": printed("Definition 1 writes gamma(x, y) > 0 with no condition on x and y."),
        "on-supports": convention("Definition 1 calls gamma a share of mass moved from P to Q, so one may think of points where both laws have mass."),
    },
    # C. Composition, group privacy
    "neighbours": {
        "replace": meant("The Introduction speaks of a change of one data entry, and Proposition 13 of data sets that differ in entries."),
        "add-remove": convention("Definition 3 says adjacent without explaining it; Definition 8 has only a distance of at most 1."),
    },
    "partition": {
        "by-position": meant("Reason (3) below eq. 29 has one differing element between D_i and D_i', just as between D and D'."),
        "by-value": convention("Proposition 5 says only that the data set is divided into disjoint parts, not by what rule."),
    },
    "output": {
        "tuple": printed("Propositions 5 and 6 state the guarantee for M, the collection of all the mechanisms M_1 to M_n."),
        "most-revealing": meant("Reason (2) below eq. 29 takes for M the one mechanism that has the largest budget."),
        "sum": convention("Proposition 6 does not say what of the run is released; in SGD, the paper's application, outputs of steps are added up."),
        "last": convention("Proposition 6 lets the mechanisms run one after the other and does not say whether more than the last output is released."),
    },
    "intermediate": {
        "present": meant("The proof of Proposition 13 takes data sets D_1' to D_(k-1)' between D and D', each adjacent to the next."),
        "unrestricted": strict("Proposition 13 sets no condition, but nothing in the paper makes the space of data sets one with gaps; its proof and Discussion, Symmetry, use all pairs."),
    },
    "last relation": {
        "equality": printed("Eq. 81 ends with an equality sign before k epsilon."),
        "inequality": meant("Proposition 13 claims a budget, and Definition 3 bounds each loss of eq. 81 from above only."),
    },
    # D, E. Propositions 7 and 8
    "query": {
        "scalar": meant("Eqs. 33 and 42 compute with two laws on the line, one at 0 and one at Delta."),
        "vector": meant("Definition 8 gives the query values in R^d, and below eq. 38 the order p of the norm is any positive integer."),
    },
    "kl": {
        "unit-shift": printed("The budget of Proposition 7 has 1/lambda, the divergence of eq. 40 between laws at 0 and 1."),
        "shift-delta": meant("Eq. 38 has the divergence between laws at 0 and Delta."),
    },
    ("wdp/eq-49", "kl"): {
        "unit-shift": printed("The left side of eq. 49 has normal laws with means 0 and 1."),
        "shift-delta": meant("Eq. 47, where eq. 49 is inserted, has means 0 and Delta, and the right side of eq. 49 has Delta squared."),
    },
    "eq-34": {
        "numbers": printed("Eq. 34 displays an inequality between two infima, each to the power 1/mu."),
        "pointwise": meant("Eq. 34 differs from eq. 33 only in the integrand: the distance of x and y is replaced by Delta."),
    },
    "eq-43": {
        "numbers": printed("Eq. 43 displays an inequality between two infima, each to the power 1/mu."),
        "pointwise": meant("Eq. 43 differs from eq. 42 only in the integrand: the distance of x and y is replaced by Delta."),
    },
    "tv": {
        "integral": meant("Eqs. 39 and 48 have Pinsker's inequality with the constant 1/2, usual for the integral norm; eqs. 37 and 46 halve the norm."),
        "supremum": convention("The proofs of Propositions 7 and 8 say only total variation; its probabilistic interpretation is usually that of sup_A."),
    },
    ("wdp/eq-41", "sensitivity"): {
        "one": meant("The left side of eq. 41 has the shift 1, and eq. 40 is taken from a table for sensitivity 1 (caption of Table 1)."),
        "any": printed("The right side of eq. 41 has the symbol Delta_p f, beside laws at 0 and 1 on the left."),
    },
    ("wdp/prop-8", "sensitivity"): {
        "any": printed("Proposition 8 is for a query of sensitivity Delta_p f; the caption of Table 1 allows any positive constant."),
        "one": meant("The closing sentence of the proof says that it has shown the case of sensitivity 1."),
    },
    ("wdp/eq-50", "sensitivity"): {
        "any": printed("The right side of eq. 50 has the symbol Delta_p f, beside laws with means 0 and 1 on the left."),
        "one": meant("The sentence below eq. 50 speaks of sensitivity 1, which fits the means 0 and 1 on its left side."),
    },
    ("wdp/prop-8", "budget"): {
        "stated": printed("Proposition 8 and Table 1 have half of Delta/sigma to the power 1/mu."),
        "substituted": meant("Eq. 47 has a factor Delta before the power, which stays when the divergence of eq. 49 is inserted."),
    },
    # G, H. Conversions
    "mechanism": {
        "any": printed("Propositions 9 to 11 say of a mechanism M that it preserves a guarantee with a sensitivity, and state no form of M."),
        "additive": meant("Eqs. 51 and 54 refer to eqs. 33-38, which are about noise added to a query; Definition 8 has sensitivity for queries."),
        "bounded": convention("Eqs. 51 and 54 refer to eqs. 33-38, where the distance of two outputs is replaced by the sensitivity (eq. 34)."),
        "additive-noise": convention("Proposition 11 gives M a sensitivity, which Definition 8 has for queries; Propositions 7 and 8 add noise to one."),
    },
    "hypothesis": {
        "one-direction": printed("The hypothesis before eq. 52 and the remark below it print the same direction of the max-divergence twice."),
        "both-directions": meant("Before eq. 52 two conditions are joined by 'and', and eps-DP (Definition 6) gives both orders of a pair."),
    },
    "order": {
        "above-one": meant("Definition 9 takes the order of RDP from the open interval above 1."),
        "at-least-one": meant("Eq. 57 of the proof writes the RDP condition with alpha >= 1."),
        "not-even": convention("Eq. 115 has a Gamma value in the denominator, which exists only where mu is not an even integer."),
        "even": strict("Eq. 115 excludes no order, but from eq. 116 on only the product is used; nobody needs the quotient at poles."),
        "by-continuity": convention("Eq. 115 excludes no order; where Gamma has poles, a quotient is commonly given its limit."),
    },
    "space": {
        "line": meant("Eq. 68 cites a work on one-dimensional measures (Bobkov and Ledoux)."),
        "r-d": meant("Definition 8 has queries with values in R^d, and Definition 1 a norm of differences of outputs."),
        "bounded": convention("Proposition 11 leaves the output space open, so that it may be a bounded one."),
    },
    "log p is Lipschitz": {
        "in-x": printed("Proposition 11 calls log p_M a Lipschitz function and p_M a probability density, which is a function of the output."),
        "in-the-density": meant("Eq. 60 bounds the difference of the logarithms by L times the difference of the densities."),
        "in-the-data": convention("Eq. 60 writes p_M(D), so that the argument of p_M may be the data set."),
        "in-the-query": convention("Eqs. 60 and 66 together bound the log-ratio by L times the sensitivity, the change of the query (Definition 8)."),
    },
    ("wdp/eq-66", "sensitivity"): {
        "of-the-query": printed("Eqs. 66-67 have Delta_p f and refer to the definition of sensitivity; Definition 8 has the change of the query."),
        "of-the-density": meant("Eq. 67 uses the sensitivity as a bound of the change of the density between the data sets."),
    },
    "pairs": {
        "same-pair": convention("Eq. 68 has the loss of the pair D, D'; one may take the change of the query between the same two."),
        "supremum-and-each": printed("Definition 8 makes Delta_p f a supremum over adjacent pairs, and eq. 68 has the loss of one pair on the right."),
        "suprema": meant("Eq. 70 puts epsilon, the bound over all adjacent pairs (Definition 3), for the loss that comes from eq. 68."),
    },
    "distance": {
        "query": printed("Eq. 68 has Delta_p f on the left, the sensitivity of a query (Definition 8)."),
        "levy": convention("Eq. 68 is ascribed to a theorem of Bobkov and Ledoux on laws on the line; a distance of laws may stand on its left side."),
        "prokhorov": convention("Eq. 68 is ascribed to a theorem of Bobkov and Ledoux on transport; a distance of laws may stand on its left side."),
    },
    "relation": {
        "as-displayed": printed("Eq. 70 has an equality sign where the loss is replaced by epsilon."),
        "at-most": meant("Definition 3 makes epsilon an upper bound of the loss, and eqs. 69-72 are to bound the divergence from above."),
    },
    "display": {
        "chain": printed("Eq. 75 has a middle term, the supremum of L times the gap of the densities, and an equality sign after it."),
        "outer": meant("Eq. 76 takes from eq. 75 only that the max-divergence is at most L Delta."),
    },
    # I. Proposition 12
    "norm after G": {
        "any": convention("Proposition 12 lets G map to another space R' and names no norm there."),
        "same": convention("Definition 1 has one norm as cost; Proposition 12 takes S from the outputs of M even after G."),
    },
    "loss": {
        "transport": printed("Proposition 12 asserts (mu, epsilon)-WDP; below eq. 4 the notation Pr[M(D) in S] is the output law, and eq. 80 goes over to the laws Pr_M(D)."),
        "events": convention("Eqs. 8 and 79 have the loss between the probabilities of a set, S after G and T before; taken apart from the sentence below eq. 4."),
    },
    "G": {
        "deterministic": meant("The proof of Proposition 12 puts T = {x : G(x) in S}, as if G(x) were one value."),
        "randomised": printed("Proposition 12 lets G be an arbitrary randomised mapping."),
    },
    # J. Theorem 1
    "random": {
        "nothing": convention("By Definition 3 a loss is a number of two laws; Definition 5 and Theorem 1 name nothing that is random under Pr and E."),
        "history": convention("Theorem 1 has mechanisms that perform adaptively, so that the loss of a step may depend on the outputs before it."),
        "history-joint": meant("Eqs. 9 and 83 have the loss of M itself; eq. 10 has a mean of the losses of steps."),
        "sampled": meant("The proof of Theorem 3, which applies Theorem 1, counts the norm of pairwise gradients as uncertain."),
    },
    ("wdp/thm-3", "random"): {
        "nothing": meant("Below eq. 103 the infimum and the inner mean are said to have removed both uncertainties."),
        "history": convention("Theorem 3 rests on Theorem 1, whose mechanisms perform adaptively: gradients may depend on the outputs before them."),
        "sampled": meant("Below eq. 103 the norm of pairwise gradients is one of two uncertainties under the outer mean."),
    },
    ("wdp/cor-1", "random"): {
        "nothing": meant("Eq. 16 is eq. 15 solved for epsilon; below eq. 103 both uncertainties are said to be removed."),
        "history": convention("Corollary 1 rests on Theorem 1, whose mechanisms perform adaptively: gradients may depend on the outputs before them."),
        "sampled": meant("Eq. 16 comes from Theorem 3; below eq. 103 the norm of pairwise gradients is one of two uncertainties."),
    },
    ("wdp/thm-1", "budget"): {
        "same": printed("Theorem 1 gives the parts and the whole the same mu and epsilon."),
        "different": convention("Proposition 6 has an epsilon for each mechanism, and the proof of Theorem 1 never uses that they are one."),
    },
    "X": {
        "random": printed("Eqs. 84-85 take means of the exponential of the sum, and Jensen's inequality is about a random variable."),
        "constant": convention("By Definition 3 the losses in eq. 85 are numbers; Theorem 1 names nothing that makes them random."),
    },
    # Theorem 2, Lemma 1
    "infimum over": {
        "all-d": convention("Eq. 11 has only d_t under the infimum, and Theorem 2 gives d_t the range d_t >= 0."),
        "adjacent-pairs": printed("Eq. 11 has d_t under the infimum, and Theorem 2 explains d_t as the norm between pairs of adjacent gradients."),
        "sampled-pairs": convention("Below eq. 103 the norm of pairwise gradients is uncertain, so the pairs may be those that the run has drawn."),
        "idle": meant("Eq. 90 has one given d_t in the law of the outputs, and eqs. 93-95 are about the loss of that law."),
        "sensitivity": meant("Theorem 2 first introduces d_t as the l_2-sensitivity of M_t, a fixed number."),
    },
    ("wdp/code-inf", "infimum over"): {
        "sampled-pairs": meant("compute_privacy_loss gets the pairs of gradients that the script forms within a batch."),
    },
    "components": {
        "scalar": meant("Lemma 1 takes Z_t as one number with mean q d_t; d_t in Theorem 2 is a number."),
        "equal": printed("Theorem 2 calls Z_t a vector and gives it the mean q d_t, with d_t one number for all components."),
        "coordinates": convention("Theorem 2 does not say how a number d_t gives the mean of a vector; the gradients differ by coordinates."),
    },
    ("wdp/eq-91", "left side"): {
        "mixture": printed("Eq. 90 adds two laws with the weights 1 - q and q, as subsampling with rate q gives."),
        "weighted-sum": meant("Eq. 91 scales means and variances as those of weighted variables, and eq. 92 adds them."),
    },
    ("wdp/eq-94", "coupling"): {
        "independent": meant("The variance in eq. 94 is the sum of those of X and Y, as for independent variables."),
        "jointly-normal": convention("Eq. 94 gives Z a normal law and does not say how X and Y are joined; jointly normal ones have such a difference."),
        "any": printed("Eq. 93 takes the infimum over all X and Y with the given laws, and Z is their difference."),
    },
    "variance": {
        "as-displayed": printed("Eq. 94 has the variance 2 - 2q + 2q^2 without sigma^2."),
        "times-sigma-squared": meant("Theorem 2 has the variance of Z_t with the factor sigma^2 (eqs. 11 and 89), and eq. 92 carries it too."),
    },
    "law": {
        "eq-92": meant("The proof replaces the law of the outputs by the normal one of eq. 92 before it computes the loss."),
        "mixture": printed("The loss in eq. 95 is that of Pr_Mt(D), which the proof sets up as a weighted sum of two normal laws."),
    },
    **{(item, "norm"): {
        "l-mu": meant("The proof of Theorem 2 writes the norm of outputs out with mu as its exponent (eq. 96)."),
        "l-2": convention("Definition 1 names no norm for outputs; Theorem 2 measures gradients in the l_2 norm."),
    } for item in ("wdp/thm-2", "wdp/thm-2-upper", "wdp/thm-3", "wdp/cor-1")},
    "norm": {
        "l-mu": printed("Eq. 96 writes the norm out with mu as its exponent."),
        "l-2": convention("Eq. 96 refers to the definition of a norm, and Theorem 2 measures gradients in the l_2 norm."),
    },
    "moment": {
        "raw": printed("The text before Lemma 1 says that the raw moment follows by derivatives of the generating function."),
        "absolute": meant("The sentence before Lemma 1 follows one on the raw absolute moment, to which it is to be the indirect way."),
    },
    # L. Theorem 3, Corollary 1
    "guarantee": {
        "generalised": meant("The proof of Theorem 3 starts from Theorem 1 (eq. 100), where delta is the failure probability of the generalised kind."),
        "plain": printed("Theorem 3 and Corollary 1 say (mu, epsilon)-WDP without the word generalised."),
    },
    "index": {
        "steps": printed("Eq. 102 sums over t = 1, ..., T inside the bracket."),
        "components": meant("Eq. 102 quotes Theorem 2, and eq. 103, where it is inserted, sums over i = 1, ..., n."),
    },
    "dropped": {
        "constant": printed("Below eq. 103 the infimum and the inner mean are said to leave nothing uncertain, so that the outer mean is not needed."),
        "realised": convention("Below eq. 103 the norm of pairwise gradients is random; without the outer mean d_t may be the value drawn."),
    },
    # M. Figures
    "scales": {
        "plotted": printed("Basic Mechanisms sets the scales 1, 2, 3 and 5, and describes the curves of Figure 1."),
        "every": convention("Basic Mechanisms ties the rise to Proposition 4, which is for any mechanism, hence for every scale."),
    },
    ("wdp/fig-1-slow", "scales"): {
        "plotted": meant("Abstract: budgets are less influenced by order."),
        "named": printed("Basic Mechanisms names the Gaussian RDP curve of scale 1 as the steep one."),
    },
    "increase": {
        "strict": printed("Basic Mechanisms says that the budgets increase with the order."),
        "weak": meant("Basic Mechanisms takes the rise for Proposition 4, whose inequality is not strict."),
    },
    "dependence": {
        "increase": convention("Basic Mechanisms calls the curves slowly rising without a measure; how much they rise in all is one."),
        "slope": meant("Basic Mechanisms speaks of slow upward trends, a steep increase, and slopes of the curves."),
        "growth": convention("Basic Mechanisms calls the curves slowly rising without a measure; relative growth is one."),
    },
    "gradients": {
        "as-stated": printed("Composition states the Weibull law by its shape 0.5 and the size of the sample, and no factor."),
        "times-a-constant": convention("Composition names no scale of the Weibull law, so that the unit of the gradients is open."),
    },
    "aggregation": {
        "infimum": printed("Eq. 16 takes for each step the infimum over d_t."),
        "sum": meant("The released accountant adds the moments of all pairs of a step before it takes the root."),
    },
    ("wdp/code-tab-2", "aggregation"): {
        "code": printed("compute_privacy_loss adds the moments of all pairs and takes the root."),
        "eq-11": meant("Eq. 11, which the script is to evaluate, takes the infimum over d_t."),
    },
    "gap": {
        "difference": convention("Composition (2) says that the advantage becomes more significant, which one may measure as a difference."),
        "ratio": convention("Composition (2) says that the advantage becomes more significant, which one may measure as a ratio."),
    },
    "shape": {
        "rise": convention("Composition (1) says that changes and trends are almost replicated; that all curves rise is one sense."),
        "proportional": convention("Composition (1) says that changes and trends are almost replicated; curves of nearly one shape are one sense."),
    },
    ("wdp/fig-2-gap", "when"): {
        "end": convention("Composition (2) names no step; the total after the last step is one choice."),
        "throughout": meant("Composition (2) has the curve of WA always the lowest and speaks of this advantage, which is one at every step."),
    },
    "when": {
        "end": convention("Appendix B says that impact and gaps decreased and names no step; the total after the last step is one choice."),
        "throughout": meant("Appendix B says that Figure 4 shows how the budgets change as the steps go on."),
    },
    "pace": {
        "rate": printed("Effect of beta and delta: epsilon falls quickly while beta is less than 10 and very slowly beyond."),
        "total": convention("Effect of beta and delta gives no measure of quick and slow; the fall over each of the two ranges is one."),
    },
    # N. Table 2
    "epsilon": {
        "printed": printed("The caption of Table 2 computes the values in parentheses by a formula in epsilon, which is printed beside each."),
        "every": strict("The caption of Table 2 computes one value from one epsilon; it does not vouch for all that round to the same digits."),
        "some": convention("Table 2 prints few digits of epsilon, so that P(A) may come from the number before rounding."),
    },
    "digits": {
        "nearest": convention("Table 2 has P(A) to three decimals and does not say how they are rounded."),
        "truncated": convention("Table 2 has P(A) to three decimals and does not say how they are rounded."),
    },
    "settings": {
        "beta-free": printed("The head of the WDP column in Table 2 has delta = 1e-10 and no beta; Theorem 1 leaves beta to the user."),
        "beta-32": meant("The released training scripts have beta = 32 by default; the column head of Table 2 gives delta = 1e-10."),
        "delta-1e-5": meant("The released training scripts have beta = 32 by default and ask the accountant for delta = 1e-5."),
    },
    "trained with": {
        "dp": convention("Table 2 has one private accuracy in a row; Deep Learning lets each framework have its own noise and does not say whose it is."),
        "bdp": convention("Table 2 has one private accuracy in a row; Deep Learning lets each framework have its own noise and does not say whose it is."),
        "wdp-infimum": convention("Table 2 has one private accuracy in a row and does not say whose; WDP's budget is eq. 16, with an infimum."),
        "wdp-sum": convention("Table 2 has one private accuracy in a row and does not say whose; the released accountant adds the moments of pairs."),
    },
    # O. Further statements
    ("wdp/text-noise", "budget"): {
        "exact-laplace": convention("Deep Learning, item (2), names no mechanism and gives the stability of the Wasserstein distance as reason."),
        "exact-gaussian": meant("Deep Learning, item (2), gives the stability of the Wasserstein distance as reason; DP-SGD adds Gaussian noise."),
        "prop-7": convention("Table 1 calls this the privacy budget of WDP; Deep Learning, item (2), names no mechanism."),
        "prop-8": convention("Table 1 calls this the privacy budget of WDP; Deep Learning, item (2), names no formula, and its noise is Gaussian."),
        "thm-2": meant("The budgets in Deep Learning come from the Wasserstein accountant, whose loss of a step is that of Theorem 2."),
    },
    "optimisation": {
        "printed": convention("Computational problem is about the cost of the distance; not directly calculated may mean that no infimum is written."),
        "defined": printed("Computational problem says that the Wasserstein distance itself need not be directly calculated."),
    },
    # P. Released code
    "epochs": {
        "sixteen": meant("Deep Learning, item (2), has 16 epochs for WDP on MNIST."),
        "twenty-five": printed("main_MNIST.py has 25 epochs by default."),
    },
    "distances": {
        "some": convention("The distances of gradients come out of a run; neither Table 2 nor the script fixes them."),
        "every": strict("Table 2 has one entry of one training; nothing says that any gradients whatever would give the same digits."),
    },
}
