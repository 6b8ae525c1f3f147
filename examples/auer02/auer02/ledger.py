"""What the paper says about each item: where it stands, and what it ranges over."""

from auer02.names import GAP, REWARDS, P, a, n, s, t
from verify.claims import LINE, Families, Item, Laws, Ledger, NotChecked, Scope, Source, above, at_least, between, integers, numbers, objects, sqrt, upto

K, c, d, p, T, y, kappa, x_0 = numbers("K c d p T y kappa x_0")
Q, mu, plays, sigma = objects("Q mu plays sigma")

ROUNDS = {n: integers(1), K: integers(2), mu: Families(upto(K), between(0, 1)), plays: Families(upto(K), at_least(0))}
GREEDY = {c: above(5), d: between(0, 1, open="both"), K: integers(2)}
STEPS = {n: integers(1), K: integers(2), c: above(0), d: between(0, 1, open="both")}
PROOF, PROOF_3 = Source("proof of Theorem 1", section="3"), Source("proof of Theorem 3", section="3")
UNIT = Laws(LINE, support=between(0, 1))
POLICY = NotChecked("definition", "it says how a policy chooses the next machine")


def step(name, title, source, *scopes, of):
    return Item(f"auer02/{name}", title, source, *scopes, part_of=f"auer02/{of}")


LEDGER = Ledger(
    "auer02", "Finite-time Analysis of the Multiarmed Bandit Problem", "Peter Auer, Nicolo Cesa-Bianchi, Paul Fischer: Finite-time Analysis of the Multiarmed Bandit Problem, Machine Learning 47 (2002)",
    (
        Item("auer02/eq-2", "The best constant of the logarithm", Source("Inequality (2)", section="2"), Scope({P: UNIT, Q: UNIT})),
        Item("auer02/ucb1", "The policy UCB1", Source("Figure 1", section="2"), not_checked=POLICY),
        Item("auer02/thm-1", "Regret of UCB1", Source("Theorem 1", section="2"), Scope(ROUNDS, part="from-plays", given=(
            "for all j ∈ {1, …, K}: ((sup[i ∈ {1, …, K}] μ[i]) − μ[j] > 0) ⇒ (plays[j] ≤ 8·log(n)/((sup[i ∈ {1, …, K}] μ[i]) − μ[j])^2 + 1 + π^2/3)",)),
            uses=("auer02/eq-5", "auer02/proof-thm-1-plays")),
        Item("auer02/ucb2", "The policy UCB2", Source("Figure 2", section="2"), not_checked=POLICY),
        Item("auer02/thm-2", "Regret of UCB2", Source("Theorem 2", section="2"), not_checked=NotChecked("no quantity", "its constant is defined through the run of the policy")),
        Item("auer02/rem-thm-2", "The constant of UCB2 is nearly best", Source("remark after Theorem 2", section="2"), Scope(GAP)),
        Item("auer02/eps-greedy", "The policy that explores at random", Source("Figure 3", section="2"), not_checked=POLICY),
        Item("auer02/thm-3", "How often the greedy policy errs", Source("Theorem 3", section="2"), not_checked=NotChecked("no quantity", "the probability that the policy chooses a machine at time n")),
        Item("auer02/rem-thm-3", "Which terms of its bound matter", Source("remark after Theorem 3", section="2"), Scope({c: above(5), d: between(0, 1, open="both")}, part="second-term"), Scope(GREEDY, part="third-term")),
        Item("auer02/ucb1-normal", "The policy UCB1-NORMAL", Source("Figure 4", section="2"), not_checked=POLICY),
        Item("auer02/thm-4", "Regret of UCB1-NORMAL", Source("Theorem 4", section="2"), Scope({**ROUNDS, sigma: Families(upto(K), at_least(0))}, part="from-plays", given=(
            "for all j ∈ {1, …, K}: ((sup[i ∈ {1, …, K}] μ[i]) − μ[j] > 0) ⇒ (plays[j] ≤ 256·σ[j]^2·log(n)/((sup[i ∈ {1, …, K}] μ[i]) − μ[j])^2 + 1 + π^2/2 + 8·log(n))",)),
            uses=("auer02/eq-5",)),
        Item("auer02/eq-5", "The regret by the numbers of plays", Source("Equation (5)", section="3"), Scope(ROUNDS, given=("Σ[j ∈ {1, …, K}] plays[j] = n",))),
        Item("auer02/fact-1", "Chernoff-Hoeffding bound", Source("Fact 1", section="3"), *(Scope({n: integers(1), **REWARDS, a: at_least(0)}, part=part) for part in ("above", "below"))),
        Item("auer02/fact-2", "Bernstein's inequality", Source("Fact 2", section="3"), Scope({n: integers(1), **REWARDS, a: at_least(0)})),
        step("eq-7", "The best machine looks bad", Source("Equation (7)", section="3"), Scope({t: integers(1), s: integers(1), **REWARDS}), of="thm-1"),
        step("eq-8", "Another machine looks good", Source("Equation (8)", section="3"), Scope({t: integers(1), s: integers(1), **REWARDS}), of="thm-1"),
        step("eq-9", "Confidence intervals become shorter than the gap", Source("Equation (9)", section="3"),
             Scope({n: integers(2), t: integers(1, n), s: integers(1), **GAP}, given=("s ≥ 8·log(n)/δ^2",)), of="thm-1"),
        step("proof-thm-1-sum", "The probabilities add up", PROOF, Scope({T: integers(1)}), of="thm-1"),
        step("proof-thm-1-plays", "The expected number of plays", PROOF, Scope({n: integers(1), **GAP}), of="thm-1"),
        *(step(name, title, PROOF_3, *scopes, of="thm-3") for name, title, scopes in (
            ("proof-thm-3-moments", "Random plays of one machine", (Scope(STEPS, part="mean"), Scope(STEPS, part="variance"))),
            ("proof-thm-3-tail", "They are rarely few", (Scope(STEPS),)),
            ("proof-thm-3-exponent", "The exponent of Bernstein's inequality", (Scope({x_0: above(0)}),)),
            ("proof-thm-3-series", "A geometric series", (Scope({y: integers(0), T: integers(y + 1), kappa: above(0)}),)),
            ("proof-thm-3-x0", "Half the expected number of random plays", (Scope(STEPS, given=("n ≥ c·K/d^2",)),)))),
        Item("auer02/tuned", "The variance of Bernoulli rewards", Source("UCB1-TUNED", section="4"), Scope({p: between(0, 1)})),
        Item("auer02/experiments", "Comparison of the policies", Source("Figures 5 to 12", section="4"), not_checked=NotChecked("data missing", "curves without numbers")),
        Item("auer02/conj-1", "Tail of Student variables", Source("Conjecture 1", section="Appendix B"), Scope({s: integers(1), a: between(0, sqrt(2 * (s + 1)))})),
        Item("auer02/conj-2", "Tail of chi-square variables", Source("Conjecture 2", section="Appendix B"), Scope({s: integers(1)})),
    ),
    version="Machine Learning 47, 235-256 (2002)",
)
