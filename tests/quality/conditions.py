"""Side conditions of the engines and the checker: without any one of them something false, or something without value, would be proved or confirmed.

Each is a piece of source text and what stands in its place when the condition is switched off. ``python -m benchmarks.conditions`` switches them off one at a time and asks whether the
kept statements, the generator or the forged certificates notice it. A refactoring that moves a condition moves its text here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from verify.claims import Claim

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Condition:
    """``asked``: names of engines, ``evaluator``, ``checker``, or a way of forging (``ranges``, ``boxes``, ``witness``, ``derivation``, ``solver``). ``needless``: why nothing can notice that it is off, if so."""

    file: str
    text: str
    off: str
    asked: str
    guards: str
    needless: str = ""


@dataclass(frozen=True)
class Guarding:
    """A claim that notices that a condition is off: ``asked`` and ``text`` are those of the condition, ``at`` is an instance at which the claim is untrue, where that is what is noticed."""

    asked: str
    text: str
    claim: Claim
    at: Mapping[str, Fraction | float] | None = None


def _in(file: str, asked: str, *rows: tuple[str, ...]) -> tuple[Condition, ...]:
    return tuple(Condition(f"verify/{file}.py", row[0], row[1], row[3] if len(row) > 3 and row[3] else asked, row[2], row[4] if len(row) > 4 else "") for row in rows)


CONDITIONS: tuple[Condition, ...] = (
    *_in("engines/boxes/arithmetic", "interval",
         ("return bool(x[0] > 0) or (bool(x[0] == 0) and x[2])", "return bool(x[0] >= 0)", "a range that begins at 0 is positive only where 0 is left out"),
         ("return (down(a + c), up(b + d), a_open or c_open, b_open or d_open, level)", "return (down(a + c), up(b + d), True, True, level)", "an end of a sum is left out only where an end of a part is"),
         ("if level and ((attains_plus(x) and attains_minus(y)) or (attains_minus(x) and attains_plus(y))):", "if False:", "oo - oo has no value"),
         ("if level and not finite and ((_attains_infinity(x) and attains_zero(y)) or (_attains_infinity(y) and attains_zero(x))):", "if False:", "0 * oo has no value"),
         ("return (ZERO if hi == PLUS else down(1 / hi), PLUS, False, True, DOUBTFUL)", "return (ZERO if hi == PLUS else down(1 / hi), PLUS, False, True, level)", "1/0 has no value"),
         ("    if positive(x):\n        if lo == 0:\n            return (MINUS, high, True, hi_open, level)", "    if lo >= 0:\n        if lo == 0:\n            return (MINUS, high, True, hi_open, level)", "the logarithm of 0 has no value"),
         ("return (MINUS, high, True, hi_open, DOUBTFUL)", "return (MINUS, high, True, hi_open, level)", "the logarithm of a negative number has no value"),
         ("DOUBTFUL if _attains_infinity(x) else x[4]", "x[4]", "oo ** 0 has no value"),
         ("return (low, high, False, x[3], DOUBTFUL)", "return (low, high, False, x[3], x[4])", "a root of a negative number has no value"),
         ("    if _attains_infinity(y):\n        level = DOUBTFUL\n", "", "1 ** oo has no value"),
         ("if attains_plus(x) and attains_zero(y):", "if False:", "oo ** 0 has no value where the exponent varies"),
         ("if attains_zero(x) and not positive(y):", "if False:", "0 to a negative power has no value where the exponent varies"),
         ("level = min(level, DEFINED) if y[0] >= 0 else DOUBTFUL", "level = min(level, DEFINED)", "0 to a power that may be negative"),
         ("x[4] if same else min(x[4], DEFINED))\n\n\ndef ceiling", "x[4])\n\n\ndef ceiling", "a floor jumps: a slope says nothing of it"),
         ("return (ZERO, ZERO, False, False, CONTINUOUS) if x[4] == CONTINUOUS else LINE", "return (ZERO, ZERO, False, False, CONTINUOUS)", "the slope of a floor is 0 only where it does not jump", "", "a slope is used only where the term itself is seen to be continuous, and a floor that jumps is not"),
         ("    if truth == 1 and not valued:\n        truth = None\n", "", "a comparison is true only where both sides have a value"),
         ("below = x[1] < y[0] or (x[1] == y[0] and (relation == \"<=\" or x[3] or y[2]))", "below = x[1] <= y[0]", "a strict comparison of ranges that touch"),
         ("return LINE if inside is False else (lo, hi, lo_open, hi_open, DOUBTFUL)", "return LINE if inside is False else (lo, hi, lo_open, hi_open, level)", "a special function has no value beyond its domain"),
         ("return (ZERO, high[0], False, high[1], x[4])", "return (ZERO, high[0], True, high[1], x[4])", "an absolute value may be 0"),
         ("if x[3] and hi == x[1]:", "if hi == x[1]:", "the floor at an integer that belongs to the range"),
         ("if hi == PLUS and x[1].is_finite():", "if hi == PLUS:", "exp(oo) is oo"),
         ("hi_open = x[3] or bool(x[1].is_finite() and hi == PLUS)", "hi_open = x[3] or bool(hi == PLUS)", "a power of oo is oo"),
         ("return ZERO, (p_open and q_open) if q == 0 else p_open", "return ZERO, True", "a product of 0 is 0 where 0 belongs to a factor"),
         ("if level < CONTINUOUS or not _well_inside(entry, spans):\n        return slope", "if False:\n        return slope", "the sign of a slope is known inside of the domain alone", "", "a slope is used only where the term itself is seen to be continuous, and there the direction of a function holds up to the border of its domain")),
    *_in("engines/boxes/formula", "interval",
         ("return ia.hull(a, b, min(a[4], b[4], ia.DEFINED))", "return ia.hull(a, b, min(a[4], b[4]))", "a choice jumps between its branches", "", "the slope of a choice whose condition is open is unknown, so that nothing is made of its continuity"),
         ("if head == \"if_slope\" or not valued:", "if head == \"if_slope\":", "a condition without value leaves a choice without one"),
         ("if truth == 0 and valued:\n                return self.evaluate(entry[3], at, cache)", "if truth == 0:\n                return self.evaluate(entry[3], at, cache)", "the second branch is taken where the condition is false, not where it has no value"),
         ("if truth == decisive and valued:", "if truth == decisive:", "connectives are read from left to right: a part without value that is reached before counts"),
         ("valued = a_valued and b_valued", "valued = True", "an equivalence has a value where both sides have one"),
         ("(None if truth is None or not valued else 1 - truth) if truth != 1 else 0", "(None if truth is None else 1 - truth) if truth != 1 else 0", "the opposite of what has no value is not true"),
         ("if every and valued:", "if every:", "a conjunction has a value where all parts have one", "", "a part that is found true has a value, whatever kind of part it is"),
         ("(\"all\", (\"compare\", self.build(lo), \"<\" if left == \"open\" else \"<=\", x)", "(\"all\", (\"compare\", self.build(lo), \"<=\", x)", "the lower end of an interval may be left out"),
         ("(\"compare\", x, \"<\" if right == \"open\" else \"<=\", self.build(hi))", "(\"compare\", x, \"<=\", self.build(hi))", "the upper end of an interval may be left out")),
    *_in("engines/boxes/proof", "interval",
         ("            if first[4] < ia.CONTINUOUS:\n                break\n", "", "another form of a term counts only where the term itself has a value"),
         ("ia.DEFINED if infinite else ia.CONTINUOUS", "ia.CONTINUOUS", "a name that may be infinite is not finite")),
    *_in("engines/boxes/domain", "interval",
         ("        placed.append(name)\n", "", "a range whose end has no value has none", "", "a point at which a range of the domain has no value lies outside of the domain: nothing untrue follows")),
    *_in("engines/tightness", "tightness",
         ("return part if c == 1 else self.graph.part(\"mul\", self.graph.number(_fmpq(c)), part)", "return part if c == 1 else self.graph.times(self.graph.number(_fmpq(c)), part)", "a side is taken as it stands: terms that cancel hide where it has no value"),
         ("\"<\" if strict else \"<=\", side)", "\"<=\", side)", "a strict inequality")),
    *_in("engines/smt", "smt",
         ("before.append(conjunction([before[-1], self.valued(part)]))", "before.append(\"true\")", "connectives are read from left to right"),
         ("defined = conjunction([*a.defined, *b.defined])\n        return", "defined = \"true\"\n        return", "a comparison has a value where both sides have one"),
         ("            defined += (negation(f\"(= {base.text} 0.0)\"),)\n", "", "1/0 has no value"),
         ("            defined += (f\"({'>=' if exponent > 0 else '>'} {base.text} 0.0)\",)\n", "", "a root of a negative number has no value"),
         ("f\"({'>=' if exponent > 0 else '>'} {base.text} 0.0)\"", "f\"(>= {base.text} 0.0)\"", "a negative power of 0", "", "the reciprocal of the root asks the same"),
         ("return Real(self.known[key], (*a.defined, f\"(> {a.text} 0.0)\"))", "return Real(self.known[key], a.defined)", "the logarithm of a number <= 0 has no value"),
         ("if not is_open or str(end.args[0]) != (\"-oo\", \"oo\")[k]:", "if str(end.args[0]) != (\"-oo\", \"oo\")[k]:", "a closed infinite end belongs to the range"),
         ("        if found.defined:\n            raise Unsupported(\"a range whose end may have no value\")\n", "", "a range whose end has no value has none", "", "a point at which a range of the domain has no value lies outside of the domain, and ranges inside of a statement are those of numbers"),
         ("domain.append(f\"({side}{'' if is_open else '='} {x} {self.total(end, env).text})\")", "domain.append(f\"({side} {x} {self.total(end, env).text})\")", "a closed end belongs to the range"),
         ("if len(node.args) > 2 and any(a is not None for a in node.args[2:]):", "if False:", "an extremum, a sum, a product with a condition"),
         ("() if known == \"true\" else (known,)", "()", "a choice has a value where its condition and the branch that is taken have one"),
         ("if all(self.valued(part) == \"true\" for part in parts):", "if True:", "what is made of parts has a value where they have one"),
         ("f\"(=> (not (= {divisor} 0.0)) (= {self.times(divisor, r)} 1.0))\"", "f\"(= {self.times(divisor, r)} 1.0)\"", "what is known of 1/t holds where t is not 0"),
         ("f\"(=> (>= {base.text} 0.0) (and (>= {r} 0.0) (= \"\n                              f\"{self.product(r, exponent.denominator)} {base.text})))\"", "f\"(and (>= {r} 0.0) (= \"\n                              f\"{self.product(r, exponent.denominator)} {base.text}))\"", "what is known of a root holds where the number is at least 0"),
         ("self.facts += [fact if sure == \"true\" else f\"(=> {sure} {fact})\" for fact in known]", "self.facts += known", "what is known of a logarithm holds where its argument is positive", "", "of an argument a <= 0 it could be met by the number a - 1: it excludes nothing"),
         ("self.facts.append(f\"(=> (> {argument} 0.0) (= {self.product(t, root)} {argument}))\")", "self.facts.append(f\"(= {self.product(t, root)} {argument})\")", "exp(log t) is t where t is positive")),
    *_in("engines/evaluate", "evaluator",
         ("return Truth.FALSE if valued else Truth.UNDECIDED", "return Truth.FALSE", "a false part decides behind one that is open where that one has a value"),
         ("return answer if result is Truth.TRUE else Truth.UNDECIDED", "continue", "a part without value that is reached leaves the whole without one"),
         ("return Truth.TRUE if there and relation in (\"==\", \"<=\", \">=\") and same_sides", "return Truth.TRUE if relation in (\"==\", \"<=\", \">=\") and same_sides", "equal formulas are equal numbers where they have a value"),
         ("(not isinstance(side, Enclosure) or side.exists) for side in sides(p, env, c))", "True for side in sides(p, env, c))", "a comparison of what perhaps has no value is perhaps neither true nor false")),
    *_in("engines/member_by_member", "evaluator",
         ("        if answer is Truth.NO_VALUE and result is not Truth.UNDECIDED:\n            result = Truth.NO_VALUE\n        elif", "        if", "a quantifier with a member without value"),
         ("answer = Truth.UNDECIDED if not inner and not whole else truth(argument(node, 1), inner, c)\n", "answer = Truth.UNDECIDED if not whole else truth(argument(node, 1), inner, c)\n        if answer is Truth.UNDECIDED and not whole:\n            continue\n", "a quantifier over a set that is not all looked at is open")),
    *_in("engines/listed", "evaluator",
         ("where.args[2] == where.args[3] == \"closed\":\n            return [low], True", "True:\n            return [low], True", "an interval of one point has a member where both ends are closed"),
         ("\">\" if where.args[2] == where.args[3] == \"closed\" else \">=\"", "\">=\"", "a closed interval of one point has a member")),
    *_in("engines/binders", "evaluator",
         ("    if not finite:  # the sets behind may have no members at those that are tried\n        yield {}, False\n", "", "an infinite set is not gone through because the sets behind are empty at the members that are tried"),
         ("            raise NoRoute(\"a sum over an infinite set\")", "            break", "a sum over an infinite set is not one over nothing")),
    *_in("engines/arithmetic", "evaluator",
         ("    if answer is Truth.NO_VALUE:\n        raise NoValue(\"the condition has no value\")\n", "    if answer is Truth.NO_VALUE:\n        return argument_value(node, 2, env, c)\n", "a condition without value leaves a choice without one")),
    *_in("engines/extrema", "evaluator",
         ("    if complete:\n        return best", "    if best is not None or complete:\n        return best", "an extremum over a set that is not all looked at is a bound", "search"),
         ("    sure = ball.exists and every_member_valued(node, env)\n", "    sure = True\n", "an extremum has a value where every member has one"),
         ("Enclosure(-math.inf, math.inf, every_member_valued(node, env))", "Enclosure(-math.inf, math.inf)", "an extremum of which no member is known has a value where every member has one")),
    *_in("engines/quantifiers", "evaluator",
         ("if eliminated is not None and member_by_member.has_members(node.args[0][0][1], env, c):", "if eliminated is not None:", "what is said of the members of an interval by its ends needs members")),
    *_in("values/numbers", "evaluator",
         ("return a if b.exists and possible != -a else Enclosure(a, a, False)", "return a", "oo and something that is perhaps -oo or has no value"),
         ("return Enclosure(out.lo, out.hi, False) if clash else out", "return out", "0 * oo has no value"),
         ("return a if b.exists else Enclosure(a, a, False)", "return a", "oo times what perhaps has no value"),
         ("    if not (x.exists and y.exists):\n        return None\n    if symbol == \"<=\" and x.hi <= y.lo:", "    if symbol == \"<=\" and x.hi <= y.lo:", "a comparison of what perhaps has no value")),
    *_in("values/powers", "evaluator",
         ("exists = exists and not (x.hi == math.inf and touches_zero(y)) and not has_infinite_end(y)", "exists = True", "a power that perhaps has no value")),
    *_in("evidence/checker/evaluate", "checker",
         ("elif answer != otherwise:\n                return UNDECIDED if open_before else answer", "elif answer == UNDECIDED:\n                return UNDECIDED if open_before else answer", "a part without value that is reached leaves the whole without one"),
         ("if answer == UNDECIDED and e.valued(part, env):", "if answer == UNDECIDED:", "behind a part that perhaps has no value nothing decides"),
         ("return TRUE if right == TRUE and e.valued(argument(p, 0), env) else UNDECIDED", "return TRUE if right == TRUE else UNDECIDED", "an implication whose premise perhaps has no value"),
         ("if NO_VALUE in (left, right):", "if False:", "an equivalence has a value where both sides have one"),
         ("return NO_VALUE if NO_VALUE in answers else UNDECIDED if UNDECIDED in answers else otherwise", "return UNDECIDED if UNDECIDED in answers else otherwise", "a quantifier with a member without value"),
         ("    if n.relations(lo, hi) != {\"<\"}:\n        raise Undecided(\"an interval that may be empty\")\n", "", "what is said of the members of an interval by its ends needs members"),
         ("    if set(names(name)) & mentions(right):\n        return None\n", "", "a bound name that stands on the other side"),
         ("(relation in (\"<\", \">\") or not closed)", "(relation in (\"<\", \">\"))", "an end that is left out is no member"),
         ("if not isinstance(value, Fraction) or value.denominator != 1:\n            raise NoValue(\"an integer", "if not isinstance(value, Fraction):\n            raise NoValue(\"an integer", "an index is a whole number", "", "terms with an index stand in statements about points and families alone")),
    *_in("evidence/checker/terms", "checker",
         ("    if answer == NO_VALUE:\n        raise NoValue(\"a condition has no value\")\n", "", "a condition without value leaves a choice without one"),
         ("if not every_member_valued(e, f, env):", "if False:", "an extremum has a value where every member has one"),
         ("inside = [inner for inner in inside if where is None or e.truth(where, inner) == TRUE]", "", "a member of an extremum obeys its condition"),
         ("if not order <= {\"<\", \"=\"} or (\"=\" in order and not all(closed)):", "if False:", "the ends of an interval without members"),
         ("if is_closed and n.finite(end)]", "if n.finite(end)]", "an end that is left out is no member of an extremum"),
         ("        elif answer == UNDECIDED:\n            try:\n                doubtful.append", "        elif False:\n            try:\n                doubtful.append", "a member whose condition is open"),
         ("                yield n.hull([neutral, e.number(argument(f, 1), inner)])\n", "                pass\n", "a term of a sum whose condition is open"),
         ("raise Undecided(\"an extremum with a term without a value at what is not known to be a member\") from None", "raise", "what perhaps is no member may lack a value"),
         ("and not mentions(places[k]) & set(own) and with_members(e, places[k], env):", "and not mentions(places[k]) & set(own):", "a name that is used nowhere is left out where its range has members"),
         ("    if e.truth(where, inside) == TRUE:\n", "    if e.truth(where, inside) != FALSE:\n", "a restriction is left out where all members meet it")),
    *_in("evidence/checker/covering", "checker",
         ("if whole[0] is not None and finite and settled_at_the_end(", "if whole[0] is not None and settled_at_the_end(", "at oo a term may have no value, whatever it is before"),
         ("return joined is not None and every_member_valued(e, joined, env)", "return True", "an extremum of extrema has a value where each of these has one"),
         ("            if piece in left_out and all(other in left_out for _, other in open_pieces):\n", "            if condition is not None and value.hi == n.MINUS_OO:\n", "a term that is -oo at all members has members")),
    *_in("evidence/checker/solver", "solver",
         ("told == inside and times(x.top, y.bottom) == times(y.top, x.bottom)", "told == inside", "two logarithms that have a value for the same reason are not one")),
    *_in("engines/monotone", "evaluator",
         ("        if where.args[3] == \"closed\" and not _finite(ev.argument_value(where, 1, env, c)):\n            return False  # at oo a side may have no value, whatever it is before\n", "", "at oo a term may have no value, whatever it is before")),
    *_in("engines/covering", "evaluator",
         ("node.args[2] is None and not any(self.name in free_names(entry[1]) for entry in node.args[0]):", "node.args[2] is None:", "the terms of a sum hang on the name of the cover where its ends do"),
         ("return value_of_none() if all(piece in left_out for _, _, piece, _ in heap) else None", "return value_of_none()", "a term without a value is not one without members")),
    *_in("evidence/checker/ranges", "checker",
         ("return first > 0 and all(_valued(e, part, env, unknown) for part in p[1:first])", "return first > 0", "a part that is reached before the one that is never true has a value"),
         ("return _ends_valued(e, p, env, unknown) and never(", "return never(", "a range whose end has no value leaves what is said of its members without one")),
    *_in("evidence/checker/quotients", "checker",
         ("    if name not in mentions(above):\n        return [\"mul\", above, below]", "    if above == \"0\":\n        return above\n    if name not in mentions(above):\n        return [\"mul\", above, below]", "0/t has no value at t = 0")),
    *_in("engines/quotients", "evaluator",
         ("        return None if name in free_names(above) else Node(\"mul\", above, below)", "        return None if name in free_names(above) else above if above == ZERO else Node(\"mul\", above, below)", "0/t has no value at t = 0")),
    *_in("engines/slopes", "evaluator",
         ("    if not found.exists:\n        raise NoSlope\n", "", "a slope of 0 is also that of a difference of two infinite numbers")),
    *_in("evidence/checker/numbers", "ranges",
         ("if (up[0] and down[1]) or (down[0] and up[1]):", "if False:", "oo - oo has no value"),
         ("if may_be_infinite(one) and other.lo <= 0 <= other.hi:", "if False:", "0 * oo has no value"),
         ("if b.lo < 0 or (b.lo == 0 and not b.lo_open):\n        if not _WITHIN", "if b.lo < 0:\n        if not _WITHIN", "the logarithm of 0 has no value"),
         ("if may_be_infinite(a):\n                raise NoValue(\"oo ** 0\")", "if False:\n                raise NoValue(\"oo ** 0\")", "oo ** 0 has no value"),
         ("                if b < 0:\n                    raise NoValue(\"0 to a negative power\")\n                return ZERO", "                return ZERO", "0 to a negative power has no value", "checker"),
         ("if base.lo == 0 and not base.lo_open and not e.lo >= 0:", "if False:", "0 to a power that may be negative"),
         ("if (may_be_infinite(e) and base.lo <= 1 <= base.hi) or (may_be_infinite(a) and e.lo <= 0 <= e.hi):", "if False:", "1 ** oo and oo ** 0 have no value"),
         ("        if not (_WITHIN_DOMAINS[0] and isinstance(b, Fraction)):  # a power that is an integer was treated above\n            raise Undecided(\"a power of a number that may be negative\")\n", "", "a root of a negative number has no value"),
         ("            if a < 0 and b.denominator != 1:\n                raise NoValue(\"a negative number to a fractional power\")\n", "            if a < 0 and b.denominator != 1:\n                return power(-a, b)\n", "a root of a negative number has no value", "checker"),
         ("if a.lo <= 0 <= a.hi and not (a.lo == 0 and a.lo_open) and not (a.hi == 0 and a.hi_open):", "if a.lo < 0 < a.hi:", "1/0 has no value"),
         ("(a.hi == b.lo and (a.hi_open or b.lo_open))", "(a.hi == b.lo)", "numbers at a common end are perhaps equal"),
         ("if a.hi_open and hi > lo and exact(hi) == a.hi:", "if hi > lo and exact(hi) == a.hi:", "the floor at an integer that belongs to the range"),
         ("return Ball(arb(0), hi, False, hi == OO and not may_be_infinite(a))", "return Ball(arb(0), hi, True, hi == OO and not may_be_infinite(a))", "an absolute value may be 0"),
         ("    if _holds_integer(b):\n        raise Undecided(\"gamma on a range with a pole\")\n", "", "the gamma function has poles", "", "the library itself gives no finite enclosure over a pole"),
         ("        if a <= 0:\n            raise NoValue(\"gamma at 0, -1, -2, ...\")\n        if a <= 2000:", "        if a <= 0:\n            return ONE\n        if a <= 2000:", "the gamma function has poles", "checker")),
    *_in("evidence/checker/membership", "witness",
         ("judge(n.relations(x, lo), {\">\"} if ends[0] == \"open\" else {\">\", \"=\"})", "judge(n.relations(x, lo), {\">\", \"=\"})", "the lower end of an interval may be left out"),
         ("judge(n.relations(x, hi), {\"<\"} if ends[1] == \"open\" else {\"<\", \"=\"})", "judge(n.relations(x, hi), {\"<\", \"=\"})", "the upper end of an interval may be left out"),
         ("whole = FALSE if n.is_point_infinite(x) else judge(n.relations(x, n.floor(x)), {\"=\"})", "whole = FALSE if n.is_point_infinite(x) else \"true\"", "a member of a range of integers is one")),
    *_in("evidence/checker/boxes", "boxes",
         ("            if not _valued(e, part, env):\n                return False\n        return False", "        return False", "connectives are read from left to right on a box"),
         ("return _valued(e, argument(p, 0), env) and _certain(e, chart, box, argument(p, 1), env, deep)", "return _certain(e, chart, box, argument(p, 1), env, deep)", "an implication whose premise perhaps has no value on a box"),
         ("        if any(n.may_be_infinite(e.number(_in_coordinates(chart, side), env)) for side in (argument(p, 0), argument(p, 2))):\n            return False", "        pass", "terms are collected where both sides have a finite value"),
         ("any(e.truth(h, env) == FALSE or _nowhere(e, h, env) for h in c.hypotheses)", "any(e.truth(h, env) != TRUE for h in c.hypotheses)", "a box is outside of the domain where a hypothesis is false"),
         ("strict = relation in (\"<\", \">\")\n", "strict = False\n", "a strict comparison needs a strict sign")),
    *_in("evidence/checker/cells", "derivation",
         ("for end, belongs in ((lo, left), (hi, right)) if belongs]", "for end, belongs in ((lo, left), (hi, right)) if False]", "the ends of a closed interval belong to it"),
         ("    elif not is_whole(lo):\n        raise Unread(\"integers from what is not known to be an integer\")\n", "", "integers from a number between integers on"),
         ("        elif shut and kind == \"interval\":\n            raise Unread(\"a range with an infinite member\")\n", "", "a name that may be any number is a finite one"),
         ("(x.minus(end).scaled(Fraction(direction)), not shut)", "(x.minus(end).scaled(Fraction(direction)), True)", "a name between the ends of its range may be one that belongs to it")),
    *_in("evidence/checker/comparisons", "derivation",
         ("    if not all(reader.signs.sign(side) <= NOT_NEGATIVE for side in (left, right)):\n        return False\n", "", "squares are compared where both sides are at least 0"),
         ("    if not all(reader.signs.sign(side) == POSITIVE for side in (left, right)):\n        return False\n", "", "logarithms are compared where both sides are positive", "", "the logarithm of a form asks for its sign itself"),
         ("    if reader.signs.sign(factor) != POSITIVE:\n        return False\n", "", "a factor of both sides keeps the order where it is positive", "", "the factors that are tried are positive: a stored one is the author's choice"),
         ("return 0 in RELATIONS[relation] and left.minus(right).is_zero()", "return left.minus(right).is_zero()", "equal sides are not one below the other")),
    *_in("evidence/checker/replay", "derivation",
         ("if not sign & RELATIONS[relation]:\n        return [], True, []", "if sign != RELATIONS[relation]:\n        return [], True, []", "a cell is left out where a hypothesis fails on all of it"),
         ("        reader.number(p[1])  # it has a value, also where no end has to be compared\n", "", "a member of all numbers has a value"),
         ("return mentions(self.goal).union(self.inner, ", "return mentions(self.goal).union(", "the range of an inner name has a value wherever the name is asked for"),
         ("        for part in p[1:]:\n            if reader.truth(part):\n                return\n        raise Refused(\"no part", "        for part in p[1:]:\n            try:\n                if reader.truth(part):\n                    return\n            except (Open, Missing):\n                continue\n        raise Refused(\"no part", "connectives are read from left to right in a derivation")),
    *_in("evidence/checker/derive", "derivation",
         ("        if sign <= NOT_POSITIVE:\n            raise Missing(\"the logarithm of a number that is not positive\")\n        if sign != POSITIVE:\n            raise Open(f)\n        if f.constant()", "        if f.constant()", "the logarithm of a number <= 0 has no value"),
         ("        if sign == NULL:\n            raise Missing(\"a division by 0\")\n        if 0 in sign:\n            raise Open(f)\n", "", "a divisor is not 0"),
         ("                raise Missing(\"0 to a negative power\")", "                return NOTHING", "0 to a negative power has no value"),
         ("            raise Missing(\"a fractional power of a negative number\")", "            return NOTHING", "a root of a negative number has no value"),
         ("        raise Open(base)\n\n    def erfc", "        return normal.exp(normal.log_of_atom((\"p\", base)).times(exponent))\n\n    def erfc", "a root is of a number that is at least 0"),
         ("            raise Missing(\"oo - oo\")", "            return NOTHING", "oo - oo has no value"),
         ("                raise Missing(\"0 * oo\")", "                return NOTHING", "0 * oo has no value"),
         ("                raise Missing(\"oo to the power 0\")", "                return NUMBER_ONE", "oo ** 0 has no value"),
         ("        if self.signs.sign(x) != POSITIVE:\n            raise Open(x)\n        lead", "        lead", "the gamma function has poles"),
         ("        if sign <= NOT_NEGATIVE:\n            return x\n        if sign <= NOT_POSITIVE:", "        if sign:\n            return x\n        if sign <= NOT_POSITIVE:", "an absolute value is the number itself where that is at least 0"),
         ("            if sign <= beyond:\n                continue\n", "            if sign:\n                continue\n", "the greater of two numbers"),
         ("return POSITIVE if strict or rest == POSITIVE else NOT_NEGATIVE", "return POSITIVE", "a hypothesis that is not strict gives no strict sign"),
         ("    return both - NULL if POSITIVE in (a, b) or NEGATIVE in (a, b) else both", "    return both - NULL", "a sum of numbers that may be 0 may be 0"),
         ("            if gap <= NOT_NEGATIVE:\n", "            if gap:\n", "a quadratic without a real root has the sign of its leading coefficient")),
    *_in("evidence/checker/calculus", "derivation",
         ("        if not (slope <= NOT_NEGATIVE or slope <= NOT_POSITIVE):", "        if False:", "an extremum lies at an end where the term moves one way"),
         ("for end, there in zip((lo, hi), belongs, strict=True) if there]", "for end, there in zip((lo, hi), belongs, strict=True) if False]", "the ends of a closed interval are members")),
    *_in("evidence/checker/closed", "derivation",
         ("or optional(f, 3) is not None", "", "an extremum over nothing may be the end of a scale")),
)
"""What is switched off, one at a time."""
