"""The algorithms of the paper as printed, line by line.

The privacy profile is a function. A search counts as one of ``searches``; each value delta_mu(epsilon) that it computes, each round of a loop and each entry of the
shuffled list as one of ``operations``. Algorithm 2 reads mu_max, which no input list has; Algorithms 1 and 3 hand it on. ``own_increment`` is what the for-loop of
Algorithm 3 adds to i besides its last line, ``order`` the shuffled list with entries from 1, ``at_zero`` the value of delta_0, ``mu_t`` a lower bound that is 0 where
the input of this name has no part. ``exchanged`` is 1 where x^- and x^+ change places in the searches, so that the upper bound takes the upper staircase of
Theorem 4.3 and the lower bound the lower one, and 0 as printed.
"""


def gaussian(run, mu, x):
    """delta_mu(x)."""
    return run.special("gaussian_profile", x, mu)


def larger(run, x, y):
    """max(x, y)."""
    return y if run.less(x, y) else x


def alg_2(run, epsilon, delta, b, mu_max):
    """Binary search."""
    run.count("searches")
    mu_minus = 0  # line 1
    mu_plus = mu_max  # line 2
    while True:  # line 3: repeat
        mu = (mu_plus + mu_minus) / 2  # line 4
        run.count("operations")
        if run.less(delta, gaussian(run, mu, epsilon)):  # line 5
            mu_plus = mu  # line 6
        else:  # line 7
            mu_minus = mu  # line 8
        if run.less(mu_plus - mu_minus, b):  # line 10: until
            return {"mu_minus": mu_minus, "mu_plus": mu_plus}


def alg_3(run, profile, epsilon_h, c, mu_max, own_increment, exchanged):
    """Finding mu with privacy profiles (naive)."""
    n = run.ceiling(run.sqrt(8) * c * run.pi() * epsilon_h) + 1  # line 1
    d = epsilon_h / (n - 1)  # line 2
    mu_minus = 0  # line 3
    mu_plus = 0  # line 4
    largest = 0
    covered = 0
    i = 0
    while i <= n + 1:  # line 5: for i = 0 to n + 1 do
        run.count("operations")
        x_minus = i * d  # line 6
        x_plus = (i + 1) * d  # line 7
        largest, covered = x_plus, x_plus if run.equal(covered, x_minus) else covered
        if run.equal(exchanged, 1):
            x_minus, x_plus = x_plus, x_minus
        mu_plus = larger(run, mu_plus, alg_2(run, x_minus, profile(x_plus), 1 / (2 * c), mu_max)["mu_plus"])  # line 8
        mu_minus = larger(run, mu_minus, alg_2(run, x_plus, profile(x_minus), 1 / (2 * c), mu_max)["mu_minus"])  # line 9
        i = i + 1  # line 10
        i = i + run.whole(own_increment)
    return {"mu_plus": mu_plus, "mu_minus": mu_minus, "largest": largest, "covered": covered}


def alg_1(run, profile, epsilon_h, mu_t, c, mu_max, order, at_zero, exchanged):
    """Finding mu with privacy profiles (optimized)."""

    def level(mu, x):
        return at_zero if run.equal(mu, 0) else gaussian(run, mu, x)

    n = run.ceiling(run.sqrt(8) * c * run.pi() * epsilon_h) + 1  # line 1
    d = epsilon_h / (n - 1)  # line 2
    mu_minus = 0  # line 3
    mu_plus = 0  # line 4
    S = [run.whole(k) - 1 for k in order]  # lines 5 and 6
    run.count("operations", len(S))
    for i in range(n + 2):  # line 7: for i = 0 to n + 1 do
        run.count("operations")
        x_minus = S[i] * d  # line 8
        x_plus = (S[i] + 1) * d  # line 9
        if run.equal(exchanged, 1):
            x_minus, x_plus = x_plus, x_minus
        if run.less(level(mu_plus, x_minus), profile(x_plus)):  # line 10
            run.count("searches_plus")
            mu_plus = alg_2(run, x_minus, profile(x_plus), 1 / (2 * c), mu_max)["mu_plus"]  # line 11
        if run.less(level(mu_minus, x_plus), profile(x_minus)):  # line 13
            run.count("searches_minus")
            mu_minus = alg_2(run, x_plus, profile(x_minus), 1 / (2 * c), mu_max)["mu_minus"]  # line 14
    return {"mu_minus": larger(run, mu_minus, mu_t), "mu_plus": larger(run, mu_plus, mu_t)}
