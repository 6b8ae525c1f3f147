"""What each option of a reading of the paper stands on in its text, written from the source and apart from the claims."""

from verify.claims import convention, meant, printed, strict

STANDINGS = {
    # --- sections 1 and 2, Appendix C ---
    "adaptive": {
        "no": convention("Section 5.2 applies algorithms several times to one data set and says nothing of earlier outputs."),
        "yes": convention("Section 1 names deep learning, whose gradient steps and updates are building blocks; later steps that see earlier ones are not excluded."),
    },
    "log base": {
        "natural": meant("Section 2 prints log without a base; Appendix C evaluates the same sign at e^-2 as -2."),
        "two": convention("Section 2 quotes the condition from another work and prints log without a base."),
        "ten": strict("No base is printed in Section 2, and log is natural wherever the paper evaluates it (Section 4, Appendix C)."),
    },
    "condition": {
        "strict": printed("Section 2 prints the condition on m with the sign >."),
        "closed": meant("Section 2 treats each guarantee as an equation sigma = g and takes a minimum of delta, with the boundary in it."),
    },
    "meaning": {
        "guarantee": meant("Appendix C derives the formula from single pairs: a pair is guaranteed if some pair on the trade-off implies it."),
        "joint": convention("Section 2 writes an equality for the profile, the smallest delta of a collection; what pairs imply together it does not say."),
    },
    "extremum": {
        "min": strict("Section 2 prints min; whether the least value is attained is not what the formula is about, and Appendix C writes the same value as an infimum."),
        "inf": meant("Appendix C rewrites the same value as an infimum over epsilon_0."),
    },
    "trade-off": {
        "examples": convention("Section 3 and Figure 1 apply the formula to the second and third example only."),
        "every": printed("Section 2 and Appendix C state it for a given trade-off function, with no condition."),
    },
    "example": {
        "sgd": printed("Section 3 speaks of the parameter sigma, which the second example has."),
        "icea": meant("The passage of Section 3 compares the naive and refined profiles of the second and the third example."),
    },
    "g": {
        "positive-part": convention("The refined formula that g rewrites in Appendix C has a positive part, and the remark is about epsilon > epsilon_0."),
        "plain": printed("Appendix C defines g with the plain difference of exponentials."),
    },
    "range": {
        "printed": printed("Appendix C prints the condition epsilon > epsilon_0."),
        "infimum": meant("The infimum of Appendix C, for which the sign is needed, runs over epsilon_0 from epsilon on; the remark has a strict sign."),
    },
    "argument": {
        "printed": printed("Appendix C prints the sign of epsilon - epsilon^i."),
        "epsilon-0": meant("The next sentence takes the minimum at epsilon^i, or at epsilon_0 = epsilon beyond it: the slope in epsilon_0 is negative before epsilon^i and positive after."),
    },
    "choosing": {
        "optimal": convention("Appendix C finds the pair by numerical methods, but does not call it the best one."),
        "feasible": printed("Appendix C only says that choosing such a pair is enough and needs a smaller sigma."),
    },
    "digits": {
        "unrounded": meant("Appendix C marks epsilon, delta and sigma each as approximate, so sigma is that of the pair itself."),
        "rounded": convention("Appendix C gives the formula for sigma beside the two printed decimals, which can be put in."),
    },
    # --- section 3 ---
    "about": {
        # of the notions of privacy
        "mechanism": convention("Section 2 calls the union of all pairs a complete image of the algorithm."),
        "guarantees": printed("Sections 1 and 2 speak of guarantees and notions that are embedded and characterised."),
        # of the third example
        "algorithm": convention("Sections 3 and 4 conclude it of ICEA from its guarantee alone; read of the inference: of whatever algorithm has it."),
        "curve": meant("Section 2 omits how the encoder works and derives its profile from the trade-off; Figure 1 shows that curve."),
    },
    "laplace": {
        "l1": convention("Section 2 gives Delta no value; with the usual sensitivity 1 the printed setting is b = 2."),
        "l2": meant("Section 4.3 measures the example as 1.80-GDP, the level of Laplace noise with Delta/b = 2."),
        "l3": strict("Section 2 prints b = 2/Delta for one drawn example; that its figures and 1.80 hold for every Delta nobody says."),
    },
    ("gdp/thm-4.3-eq2", "curve"): {
        "function": strict("Theorem 4.3 speaks of the transform of an algorithm; an arbitrary function is only what its proof would need."),
    },
    ("gdp/text-subsampling", "laplace"): {
        "l2": meant("Section 3 calls the same example 2-GDP and not 1-GDP, as fits a sensitivity of two noise scales."),
    },
    "displayed": {
        "text": printed("Section 3 names mu = 1, 2 and 4 where it speaks of the displayed curves."),
        "caption": convention("The caption of Figure 1 names the 1-GDP and 2-GDP curves only."),
    },
    "intersects": {
        "common-point": printed("Section 3 says that the curve intersects the others."),
        "not-below": meant("Section 3 concludes at once that the algorithm is not GDP at these levels, for which the curve must not stay below."),
    },
    "any": {
        "some": printed("Theorem 3.2 says any finite epsilon and mu in an if-clause, where any is some; Proof B.3 starts from one epsilon_t with one finite level."),
        "every": strict("Theorem 3.2 with any as every would deny that subsampled gradient descent, of which Section 4 gives a level, is GDP."),
        "some-mu-every-epsilon": convention("Theorem 3.2 leaves open how its any binds epsilon and mu; one may be chosen and the other free."),
    },
    "limits": {
        "of-limits": printed("Proof B.2 prints upper (lower) limits on both sides of each step."),
        "pointwise": meant("Each step of Proof B.2 bounds what stands under the limit, by the inequality on Phi for negative arguments."),
    },
    "limit": {
        "lim": printed("Theorem 3.3 prints lim."),
        "limsup": meant("Proof B.4 works with upper limits of the transform and of the criterion."),
    },
    "log of 0": {
        "minus-infinity": meant("Section 4 gives the limit 0 for the Laplace example, whose profile in Section 3 is 0 from some epsilon on."),
        "no-value": strict("Section 4 applies the limit to a profile that is 0 in the tail (Laplace), so an undefined logarithm is not meant."),
    },
    "level": {
        "given": printed("Theorem 3.3 says mu-GDP if and only if mu is no smaller than the limit, for this mu."),
        "some": meant("Section 3 uses it to tell GDP from non-GDP, the value of mu aside; Section 1.1 calls the limit a lower bound."),
    },
    "bound": {
        "squared": meant("Proof B.4 sets out to show the bound mu_t^2, and the line before has mu_0^2."),
        "plain": printed("The last line of the first half of Proof B.4 prints the bound mu_t."),
    },
    "exponent": {
        "literal": printed("Sections 3 and 5.1 print O(e^(-epsilon^2))."),
        "up-to-a-constant": meant("Section 3 puts the value of mu aside here; in Lemma 3.1 the exponent -a^2/2 scales with mu."),
    },
    # --- section 4 ---
    ("gdp/text-icea-crosses-every", "mu"): {
        "every": printed("Section 4 says that it crosses every mu-GDP curve."),
        "large": meant("Section 4 stresses how large mu may be, and concludes only that the algorithm is not GDP."),
    },
    "for": {
        "every": printed("Sections 1.1 and 4 say it of a DP algorithm in general."),
        "examples": convention("Section 4 argues intuitively and shows only the transforms of its examples."),
    },
    "mu at delta 0": {
        "zero": meant("Sections 4 and 5.1 give the transform the value 0 where the profile is 0; Definition 4.1 has 0 in its range."),
        "no-value": strict("Definition 4.1 admits f = 0 and Section 5.1 says that G is 0 there, so no value is against the text."),
    },
    "mu at delta 1": {
        "infinite": convention("The text is silent at delta = 1; Proof B.3 notes that delta_mu tends to 1 as mu tends to infinity."),
        "no-value": convention("Definition 4.1 allows f(0) = 1, where its equation has no solution and its range has no infinity."),
    },
    "radical": {
        "two": printed("Theorem 4.2 prints the root over 2 alone, with pi beside it, as equation (2) does."),
        "two-pi": strict("Proof B.5 prints both roots apart, and n in Section 4.1 has sqrt(8) times pi, so pi is not under this root."),
    },
    "head": {
        "from-0": printed("Theorem 4.3 says epsilon_h >= 0."),
        "positive": meant("Theorem 4.3 cuts the head into n intervals [x_i, x_(i+1)), and Section 4.1 searches on [0, epsilon_h]."),
    },
    "x beyond": {
        "extended": meant("The sums of Theorem 4.3 run to n + 1 and Proof B.6 uses x_(i+1) for i = n + 1; x_i is i d."),
        "absent": strict("Theorem 4.3 lists x_i up to n + 1 only, but its own sums, equation (2) and Proof B.6 keep the last summand."),
    },
    "curve": {
        # of the infimum of Appendix C
        "any": printed("Appendix C puts no condition on the naive profile where it writes the infimum."),
        "monotone": meant("Section 2: a pair implies those with larger epsilon, so the smallest delta does not grow with epsilon."),
        "continuous": convention("Appendix C asks for a continuously differentiable trade-off in the next step."),
        "above-1": convention("Appendix C applies it to example 3, whose inverted trade-off passes 1 near 0; no cut at 1 is printed."),
        # of the third example in Figure 1
        "refined": meant("Section 2 ends with the refinement, and Section 3 calls what the naive curves suggest near 0 clearly not true."),
        "naive": convention("Figure 1 (left) shows both curves; of the right side the text does not say which one it is."),
        # of Theorem 4.3
        "profile": printed("Theorem 4.3 is about the transform of an algorithm and its profile."),
        "function": convention("Definition 4.1 transforms any such function, and Proof B.6 uses nothing else of the profile."),
        # of the optimal composition
        "exact": meant("Section 5.2 calls the optimal composition the ground truth, and the table asks for the least epsilon."),
        "list": convention("Section 5.2 only cites the optimal theorem and does not say how an epsilon was found for a given delta."),
    },
    "d": {
        "theorem": printed("Section 4.1 chooses n and b for the inequalities (2) of Theorem 4.3, where d = epsilon_h/n."),
        "algorithms": meant("Algorithms 1 and 3 use the same n and set d = epsilon_h/(n - 1)."),
    },
    "search": {
        "abstract": printed("Section 4.1 asks of a search only that its two ends enclose mu_GDP and are less than b apart."),
        "alg-2": meant("Section 4.1 and Appendix D name Algorithm 2 as the binary search."),
    },
    "approximately": {
        "ratio": convention("Section 4.1 prints an approximate equality and no factor."),
        "order": meant("It stands for linear, against logarithmic, beside O(epsilon_h c)."),
    },
    "loop": {
        "plain": meant("Section 4.1 goes through all steps of both staircases, and Appendix D calls the iteration exhaustive."),
        "double": strict("The last line of Algorithm 3 adds 1 to i inside a for-loop; skipping steps is against the exhaustive iteration."),
    },
    "mu max": {
        "any": printed("Algorithm 2 starts from mu_max and fixes no value of it."),
        "ten": meant("Appendix D suggests a large constant, with 10 as its example."),
    },
    "admissible": {
        "within": meant("Appendix D calls mu_max the searching range and treats an output at its end as a failure."),
        "any": printed("Section 4.1 and Algorithm 2 state no condition on the pair or the profile."),
    },
    "staircases": {
        "printed": printed("Algorithms 1 and 3 print mu^+ with x^- and the profile at x^+, and mu^- with x^+ and the profile at x^-."),
        "theorem-4-3": meant("Section 4.1 goes through the values of the lower and the upper staircase of Theorem 4.3, which are the other way round."),
    },
    "bounds": {
        "head": meant("Section 4.1 is about measuring the head and bounds the maximum over [0, epsilon_h]; Section 4.2 names the gap that remains."),
        "all": convention("Algorithm 1 calls its outputs bounds of mu, and both titles speak of finding mu, without the head."),
    },
    "delta at mu 0": {
        "zero": meant("Algorithm 1 sets both bounds to 0 and tests delta_mu there in its first round; equation (1) tends to 0."),
        "no-value": strict("Equation (1) divides by mu, but Algorithm 1 computes with mu = 0 from its first round on."),
    },
    ("gdp/thm-5.1", "delta at mu 0"): {
        "zero": meant("Theorem 5.1 has the level 0 at epsilon = 0; the trade-off function of Section 1 has a meaning there."),
        "no-value": strict("Only at epsilon = 0 does the formula of Theorem 5.1 give the level 0, at which equation (1) divides by 0."),
    },
    "input mu-t": {
        "unused": printed("Algorithm 1 lists mu_t as an input, and none of its lines uses it."),
        "included": convention("Section 1.1 calls the limit a lower bound, and Proof B.6 takes the maximum with a level mu_h in both bounds."),
    },
    "relation": {
        "equal": printed("Appendix D says that the probability will be 1/(k+1) and the expected number its sum."),
        "at-most": meant("Appendix D says a round searches only if its value exceeds all before, and needs no more than the order log n."),
    },
    "growth": {
        "c-only": convention("Section 4.1 fixes a finite epsilon_h and lets the precision 1/c vary; what grows is not said."),
        "uniform": strict("Sections 4.1 and 4.2 want long heads; one factor even for heads that shrink as c grows is nobody's use."),
        "both-large": convention("Appendix D prints the rate in epsilon_h and c; Section 4.2 lets epsilon_h be arbitrarily large."),
    },
    "profiles": {
        "particular": strict("Section 4.2 compares guarantees; an algorithm may reveal less than it guarantees, and three such profiles are in no order."),
        "worst-case": printed("Section 4.2 says that the head guarantee lies strictly between those of the two cases, and prints delta without an algorithm for it."),
    },
    "order": {
        "value": printed("Section 4.2 prints the sign < between the profiles."),
        "protection": meant("Section 4.2 explains that head GDP is safer than GDP with failures, and stronger still with an epsilon-DP condition."),
    },
    "epsilon": {
        "all": printed("Section 4.2 prints the inequality at a free epsilon."),
        "some": convention("Section 4.2 calls the guarantees strictly ordered and gives no range of epsilon."),
    },
    "output": {
        "scalar": printed("Theorem 4.4 says numeric output, clipped between two numbers, with one noise variable."),
        "vector": strict("Theorem 4.4 and Proof B.7 clip to an interval and take its length as the sensitivity, which is of one number."),
    },
    "neighbours": {
        "add-or-remove": meant("Section 4.3 samples by Poisson, where each record is in the sample or not: data sets with and without it."),
        "substitute": convention("Definition 1.1 lets data sets differ in one individual's record, and Section 4.3 cites three theorems."),
    },
    "tail": {
        "limit": meant("Theorem 3.3 judges the tail by a limit at infinity, and Section 4 reads it off the transform."),
        "finite": strict("The caption of Figure 7 says little effect; that the transforms are equal from some epsilon on is more than that."),
        "bounded-support": convention("Figure 6 shows the Laplace mechanism, 0 for large epsilon by Section 4; the remark under Figure 7 is general."),
    },
    # --- section 5 ---
    "rounding": {
        "nearest": convention("The text names no rule for its decimals; rounding to nearest is usual."),
        "bound": convention("Sections 4.3 and 5.2 state levels as guarantees, Figure 4 an epsilon that achieves one; no rule is named."),
    },
    "signs": {
        "algebra": convention("Section 5.1 draws it from the derivative alone, before anything is known of mu_epsilon."),
        "curve": printed("Section 5.1 defines mu_epsilon as the transform of the worst profile and states it of its derivative."),
    },
    "rdp": {
        "corollary-1": printed("Section 5.2 names Corollary 1 of the Renyi paper as the source of the bound."),
        "rdp-curve": convention("Section 5.2 speaks of the bound that RDP gives, and of Renyi-DP as a baseline in general."),
    },
    "mu": {
        "printed": printed("Section 5.2 states the levels by these digits and multiplies the original one by sqrt(50)."),
        "unrounded": convention("Theorem 5.1 gives the level by a formula; Section 5.2 does not say that rounded values were carried on."),
    },
    "delta": {
        "printed": meant("The comparison of Section 5.2 is the table in Figure 4, at four values of delta."),
        "all": convention("The abstract and Section 1.1 praise the tool without a range of delta, and Figure 3 plots the guarantees."),
    },
}
