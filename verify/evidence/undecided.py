"""Why a statement is undecided, in one sentence, from the reasons that engines gave."""

from __future__ import annotations

import re

TERMS = {"forall": "an inner 'for all'", "exists": "an inner 'there is'", "apply": "a value of a function", "prob": "a probability", "expect": "an expectation", "sup": "a supremum",
         "inf": "an infimum", "limit": "a limit"}
_RANGES = re.compile(r"(?<![\w.])(\w+) is (an? [^;:]+); (?:boxes|solvers|digits) ")
_FORM = re.compile(r"no closed form of (?!the name |the distribution )(?:the )?(?:proposition )?(\w+)|(\w+) has no enclosure|there is no rule for (\w+)")
_SEVERAL = re.compile(r"(?:^|; )(?:printed|symbolic|interval|lemmas|smt): ")
"""An engine that speaks of every statement, in a summary that joins what all of them said."""
REASONS = (
    (r"(?s)is a (?:member of sequences|sequence)\b.*a hypothesis fails", "no instance that was tried satisfies the hypotheses",
     "bound one term for all indices, ForAll({t: integers(1)}, Compare(a[t + 1], \"<=\", ...)), or name sequences in hints=Hints(instances=...)"),
    (r"(?s)is a (?:distribution|family)\b.*a hypothesis fails", "no instance that was tried satisfies the hypotheses",
     "write hypotheses as ranges, for example y: at_least(x) in forall=, or name distributions in hints=Hints(instances=...)"),
    (r"a hypothesis fails", "no instance that was tried satisfies the hypotheses", "write hypotheses as ranges, for example y: at_least(x) in forall="),
    (r"no instance (?:could be drawn|was found)", "no instance was found", "write hypotheses as ranges in forall=, or name a smaller set"),
    (r"there is no (?:term|member) (-?\d+) of", "it asks for index {0}, and indices begin at 1", "correct the index, or leave it out by If(Compare(t, \">\", 1), ..., ...)"),
    (r"(0 to a negative power|the logarithm of a number that is not positive|is no value|oo - oo|0 times oo)", "it has no value at the instances that were tried ({0})",
     "exclude them in forall= or given=, or say what the value is there"),
    (r"a procedure did not end within (\d+) steps", "its procedure did not end within {0} steps", "bound its inputs in forall="),
    (r"more than (\d+) permutations", "it needs more than {0} permutations", "bound the number of steps in forall="),
    (r"a limit that the structure of the term does not show: (?:the behaviour of )?(\w+)", "the limit of {0} could not be found", "write its leading term out, or state the bound for all large values"),
    (r"an expectation over a distribution that is not finite", "an expectation over a distribution without finite support was not evaluated", "write it in closed form, or name a finite distribution"),
    (r"the work limit (?:for this derivation )?was reached", "the work allowed was used up", "narrow the ranges in forall=, or use --effort deep"),
    (r"known only as a bracket", "the two sides are known only within bounds that overlap", "write the sides in closed form"),
    (r"the growth is not determined", "the rates of growth could not be compared", "write the leading terms out"),
    (r"search: stopped by the time limit after (\d+) draws", "the time allowed was used up after {0} instances", "raise --limit, or narrow the ranges in forall="),
    (r"no example was found among (\d+) instance", "no example was found among {0} instances", "write the example out in place of 'there is'"),
    (r"undecided at the last precision", "at every instance that was tried it stayed open at the highest precision", "write it with numbers and named distributions alone"),
    (r"search: no instance could be decided: ([^;]+)", "no instance could be decided ({0})", ""),
    (r"which the checker does not confirm", "a proof was found that the checker could not confirm", "split the statement into parts= that can be checked alone"),
)
"""What is met, in words, and what to write instead; the first that applies counts."""
KEPT = ("an error was met", "no answer within", "not yet encoded", "experiment:", "found PROVED", "found REFUTED")


def reason(summary: str) -> tuple[str, str]:
    """The construct that can only be tested and what was met, and what to write instead; the summary itself where it says so already, and nothing instead where nothing is known."""
    if summary.startswith(KEPT):
        return summary, ""
    about = _about(summary)
    if (found := re.search(r"too little tested: (\d+) distinct", summary)) is not None:
        return f"{about}no counterexample, but only {found[1]} different instance{'' if found[1] == '1' else 's'} could be decided", "write hypotheses as ranges in forall=, or name a smaller set"
    if (found := re.search(r"too little tested: (of the events .*) \(no counterexample among (\d+)", summary)) is not None:
        return f"no counterexample among {found[2]} instances, but {found[1]}", ""
    if summary.startswith("too little tested"):
        count = re.search(r"among (\d+)", summary)
        return (f"no counterexample{f' among {count[1]} instances' if count else ''}, but the same statement with an error of 10 % was not refuted either",
                "use --effort deep, or give instances at which the two sides are close (docs/hints.md)")
    for pattern, met, instead in REASONS:
        if (found := re.search(pattern, summary)) is not None:
            return f"{about}{met.format(*found.groups())}", instead
    if about:
        return f"{about}nothing was decided", "write it with numbers and named distributions alone"
    return ("no engine reasons about such a statement, and no instance of it was tried", "") if len(_SEVERAL.findall(summary)) > 1 else (summary, "")


def _about(summary: str) -> str:
    """The constructs of a statement that leave nothing but instances to test, as the beginning of a sentence."""
    clauses = []
    if (found := _RANGES.search(summary)) is not None:
        clauses.append(f"{letters(found[1])} is {found[2]}")
    if name := next((one[1] or one[2] or one[3] for one in _FORM.finditer(summary)), ""):
        clauses.append(f"{TERMS.get(name, name)} has no closed form")
    return f"{' and '.join(clauses)}, so only instances are tested: " if clauses else ""


def letters(text: str) -> str:
    """Names as they are said: ``lambda`` for ``lamda``, ``w'`` for ``w_``."""
    return re.sub(r"\b(\w+?)_(?= = |$)", r"\1'", re.sub(r"\blamda(?=\b|_)", "lambda", text))


__all__ = ["letters", "reason"]
