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
    """``asked``: names of engines, ``evaluator``, ``checker``, or a way of forging (``ranges``, ``boxes``, ``witness``, ``derivation``). ``needless``: why nothing can notice that it is off, if so."""

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
    *_in("engines/symbolic", "symbolic",
         ("        if left:\n            found.append(cell.named(name, low))", "        if False:\n            found.append(cell.named(name, low))", "the lower end of a closed interval belongs to it"),
         ("        if right:\n            found.append(cell.named(name, high))", "        if False:\n            found.append(cell.named(name, high))", "the upper end of a closed interval belongs to it"),
         ("if low is -sp.oo or not low.is_integer:", "if low is -sp.oo:", "integers from a number between integers on"),
         ("if where.head in (\"interval\", \"integers\") and not all(defined.total(_node(end)) for end in where.args[:2]):", "if False:", "a range whose end has no value has none"),
         ("        except NoValue:\n            if must_have_value:\n                raise\n            return []", "        except NoValue:\n            return []", "a premise without value leaves an implication without one"),
         ("            if must_have_value:\n                self.forms(cell).truth(h)\n            return [cell]", "            return [cell]", "a premise of another form must have a value"),
         ("for part in self._assume_on(cell, _negation(parts[0]), True, 0):", "for part in self._assume_on(cell, _negation(parts[0]), False, 0):", "the first part of a disjunction must have a value where a later one holds"),
         ("elif not self.forms(cell).truth(parts[0]):", "else:", "a part of a disjunction that is no comparison must have a value"),
         ("self.prove(tried, _membership(Node(\"var\", name), where), depth + 1)", "pass", "a number that is exhibited belongs to its interval"),
         ("if not (value.is_Integer and _holds_on(self.forms(tried), inside)):", "if not value.is_Integer:", "an integer that is exhibited belongs to its range"),
         ("if not (value.is_Integer and _holds_on(self.forms(tried), inside)):", "if not _holds_on(self.forms(tried), inside):", "a number that is exhibited in a range of integers is one"),
         ("if relation not in (within, \"==\") or bound_names & free_names(bound):", "if relation not in (within, \"==\"):", "the bound name of an extremum does not capture a name of the bound"),
         ("            self._over_none(cell, Node(\"compare\", of_none, relation, bound))\n            return", "            return", "an extremum over nothing is -oo or oo"),
         ("return width == \"+\" or (width == \"0\" and where.args[2:4] == (\"closed\", \"closed\"))", "return width in (\"+\", \"0\")", "an interval of one point has a member where both ends are closed"),
         ("if self._width(cell, where) == \"+\":", "if True:", "members tend to the ends of an interval that has a length"),
         ("if where is not None or len(over) != 1:\n            raise _Stuck(f\"equality of a", "if len(over) != 1:\n            raise _Stuck(f\"equality of a", "a member that attains a supremum obeys its condition"),
         ("            if low.is_integer or high.is_integer:\n", "            if True:\n", "a range between integers may hold none", "", "nothing is proved of the integers from a number on that is no integer, so that it does not matter whether there are any"),
         ("some = self._members(cell, over) if where is None else None", "some = True", "whether an extremum has members is asked"),
         ("wanted = (\"+\",) if relation == \"<\" else (\"+\", \"+0\", \"0\")", "wanted = (\"+\", \"+0\", \"0\")", "a strict comparison needs a strict sign"),
         ("if roots and not symbolic and all(s in (\"+\", \"+0\", \"0\") for s in sides):", "if roots and not symbolic:", "squares are compared where both sides are at least 0"),
         ("if sides == (\"+\", \"+\") and powers:", "if powers:", "logarithms are compared where both sides are positive"),
         ("if inner is not None and prover.sign(coefficient) == \"+\":", "if inner is not None:", "exponentials of a multiple keep the order where the factor is positive"),
         ("        if signs == (\"+\", \"+\"):\n            if vanishes(", "        if True:\n            if vanishes(", "squares are equal where the sides differ by sign alone")),
    *_in("engines/defined", "symbolic",
         ("and sum(not bounded(part) for part in parts) < 2", "", "oo - oo in the end of a range"),
         (" and len(parts) - len(scale) < 2", "", "0 * oo in the end of a range"),
         ("exponent is not None and exponent.denominator == 1 and exponent > 0 and total(parts[0])", "total(parts[0])", "a power in the end of a range may have no value")),
    *_in("quantities/exact", "symbolic",
         ("if self.signs.require(value) <= 0:\n            raise NoValue(\"the logarithm of", "if False:\n            raise NoValue(\"the logarithm of", "the logarithm of a number <= 0 has no value"),
         ("            if direction < 0:\n                raise NoValue(\"0 to a negative power\")", "            if False:\n                raise NoValue(\"0 to a negative power\")", "0 to a negative power has no value"),
         ("if below is None and exponent.is_integer and self.signs.nonzero(base):", "if below is None and exponent.is_integer:", "a negative power of what may be 0"),
         ("        raise OpenSign(base)\n", "        return base**exponent\n", "a power of a base of unknown sign"),
         ("            if exponent.is_Rational:\n                raise NoValue(\"a negative base with a fractional exponent\")\n            raise NoClosedForm(\"a negative base with an exponent that need not be an integer\")", "            return base**exponent", "a root of a negative number has no value"),
         ("        if len(infinite) == 2:\n            raise NoValue(\"oo - oo\")\n", "", "oo - oo has no value"),
         ("        if direction == 0:\n            raise NoValue(\"0 * oo\")\n        return sp.oo * direction", "        return sp.oo * direction if direction else sp.Integer(0)", "0 * oo has no value"),
         ("            if place == 0 and exponent is -sp.oo:\n                raise NoValue(\"0 to a negative power\")\n", "", "0 to the power -oo has no value"),
         ("            if side == 0:\n                raise NoValue(\"1 to an infinite power\")\n", "            if side == 0:\n                return sp.Integer(1)\n", "1 ** oo has no value"),
         ("            if side == 0:\n                raise NoValue(\"oo**0\")\n", "            if side == 0:\n                return sp.Integer(1)\n", "oo ** 0 has no value"),
         ("if self.signs.not_integer(value) or self.signs.sign(value) == \"+\":\n            return sp.gamma(value)", "if True:\n            return sp.gamma(value)", "the gamma function has poles"),
         ("        if found in (\"+\", \"+0\", \"0\"):\n            return value\n        if found in (\"-\", \"-0\"):", "        if found in (\"+\", \"+0\", \"0\", None):\n            return value\n        if found in (\"-\", \"-0\"):", "an absolute value is the number itself where that is at least 0"),
         ("            if side in (\"+\", \"+0\"):\n                best = value", "            if side in (\"+\", \"+0\", \"-0\"):\n                best = value", "the greater of two numbers"),
         ("if not (high.is_integer and self.signs.sign(high - low) in (\"+\", \"0\", \"+0\")):", "if not high.is_integer:", "a sum to an end below its beginning has no terms"),
         ("if not (high.is_integer and self.signs.sign(high - low) in (\"+\", \"0\", \"+0\")):", "if self.signs.sign(high - low) not in (\"+\", \"0\", \"+0\"):", "a sum to an end between integers")),
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
         ("        if answer is Truth.NO_VALUE and result is not Truth.UNDECIDED:\n            result = Truth.NO_VALUE\n        elif", "        if", "a quantifier with a member without value"),
         ("answer = Truth.UNDECIDED if not inner and not whole else truth(_node(node, 1), inner, c)\n", "answer = Truth.UNDECIDED if not whole else truth(_node(node, 1), inner, c)\n        if answer is Truth.UNDECIDED and not whole:\n            continue\n", "a quantifier over a set that is not all looked at is open"),
         ("    if complete:\n        return best", "    if best is not None or complete:\n        return best", "an extremum over a set that is not all looked at is a bound", "search"),
         ("where.args[2] == where.args[3] == \"closed\":\n            return [low], True", "True:\n            return [low], True", "an interval of one point has a member where both ends are closed"),
         ("\">\" if where.args[2] == where.args[3] == \"closed\" else \">=\"", "\">=\"", "a closed interval of one point has a member"),
         ("return Truth.TRUE if there and relation in (\"==\", \"<=\", \">=\") and _same_sides", "return Truth.TRUE if relation in (\"==\", \"<=\", \">=\") and _same_sides", "equal formulas are equal numbers where they have a value"),
         ("(not isinstance(side, Enclosure) or side.exists) for side in sides(p, env, c))", "True for side in sides(p, env, c))", "a comparison of what perhaps has no value is perhaps neither true nor false"),
         ("if eliminated is not None and _has_members(node.args[0][0][1], env, c):", "if eliminated is not None:", "what is said of the members of an interval by its ends needs members"),
         ("    if not finite:  # the sets behind may have no members at those that are tried\n        yield {}, False\n", "", "an infinite set is not gone through because the sets behind are empty at the members that are tried"),
         ("    sure = ball.exists and every_member_valued(node, env)\n", "    sure = True\n", "an extremum has a value where every member has one"),
         ("Enclosure(-math.inf, math.inf, every_member_valued(node, env))", "Enclosure(-math.inf, math.inf)", "an extremum of which no member is known has a value where every member has one"),
         ("            raise NoRoute(\"a sum over an infinite set\")", "            break", "a sum over an infinite set is not one over nothing"),
         ("    if answer is Truth.NO_VALUE:\n        raise NoValue(\"the condition has no value\")\n", "    if answer is Truth.NO_VALUE:\n        return _child(node, 2, env, c)\n", "a condition without value leaves a choice without one")),
    *_in("values/numbers", "evaluator",
         ("return a if b.exists and possible != -a else Enclosure(a, a, False)", "return a", "oo and something that is perhaps -oo or has no value"),
         ("return Enclosure(out.lo, out.hi, False) if clash else out", "return out", "0 * oo has no value"),
         ("return a if b.exists else Enclosure(a, a, False)", "return a", "oo times what perhaps has no value"),
         ("exists = exists and not (x.hi == math.inf and _touches_zero(y)) and not _has_infinite_end(y)", "exists = True", "a power that perhaps has no value"),
         ("    if not (x.exists and y.exists):\n        return None\n    if symbol == \"<=\" and x.hi <= y.lo:", "    if symbol == \"<=\" and x.hi <= y.lo:", "a comparison of what perhaps has no value")),
    *_in("evidence/checker/evaluate", "checker",
         ("elif answer != otherwise:\n                return UNDECIDED if open_before else answer", "elif answer == UNDECIDED:\n                return UNDECIDED if open_before else answer", "a part without value that is reached leaves the whole without one"),
         ("if answer == UNDECIDED and e.valued(part, env):", "if answer == UNDECIDED:", "behind a part that perhaps has no value nothing decides"),
         ("return TRUE if right == TRUE and e.valued(argument(p, 0), env) else UNDECIDED", "return TRUE if right == TRUE else UNDECIDED", "an implication whose premise perhaps has no value"),
         ("if NO_VALUE in (left, right):", "if False:", "an equivalence has a value where both sides have one"),
         ("return NO_VALUE if NO_VALUE in answers else UNDECIDED if UNDECIDED in answers else otherwise", "return UNDECIDED if UNDECIDED in answers else otherwise", "a quantifier with a member without value"),
         ("    if n.relations(lo, hi) != {\"<\"}:\n        raise Undecided(\"an interval that is perhaps empty\")\n", "", "what is said of the members of an interval by its ends needs members"),
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
         ("raise Undecided(\"an extremum with a term without a value at what is perhaps no member\") from None", "raise", "what perhaps is no member may lack a value")),
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
         ("        if not (_WITHIN_DOMAINS[0] and isinstance(b, Fraction)):  # a power that is an integer was treated above\n            raise Undecided(\"a power of a number that is perhaps negative\")\n", "", "a root of a negative number has no value"),
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
         ("        if any(n.may_be_infinite(e.number(side, env)) for side in (argument(p, 0), argument(p, 2))):\n            return False", "        pass", "terms are collected where both sides have a finite value"),
         ("any(e.truth(h, env) == FALSE or _nowhere(e, h, env) for h in c.hypotheses)", "any(e.truth(h, env) != TRUE for h in c.hypotheses)", "a box is outside of the domain where a hypothesis is false"),
         ("strict = relation in (\"<\", \">\")\n", "strict = False\n", "a strict comparison needs a strict sign")),
    *_in("evidence/checker/replay", "derivation",
         ("for end, belongs in ((lo, left), (hi, right)) if belongs]", "for end, belongs in ((lo, left), (hi, right)) if False]", "the ends of a closed interval belong to it"),
         ("    if not all(reader.signs.sign(side) <= NOT_NEGATIVE for side in (left, right)):\n        return False\n", "", "squares are compared where both sides are at least 0"),
         ("    if not all(reader.signs.sign(side) == POSITIVE for side in (left, right)):\n        return False\n", "", "logarithms are compared where both sides are positive", "", "the logarithm of a form asks for its sign itself"),
         ("    if reader.signs.sign(factor) != POSITIVE:\n        return False\n", "", "a factor of both sides keeps the order where it is positive", "", "the factors that are tried are positive: a stored one is the author's choice"),
         ("return 0 in RELATIONS[relation] and left.minus(right).is_zero()", "return left.minus(right).is_zero()", "equal sides are not one below the other"),
         ("if not sign & RELATIONS[relation]:\n        return [], True, []", "if sign != RELATIONS[relation]:\n        return [], True, []", "a cell is left out where a hypothesis fails on all of it"),
         ("        for part in p[1:]:\n            if reader.truth(part):\n                return\n        raise Refused(\"no part", "        for part in p[1:]:\n            try:\n                if reader.truth(part):\n                    return\n            except (Open, Missing):\n                continue\n        raise Refused(\"no part", "connectives are read from left to right in a derivation")),
)
"""What is switched off, one at a time."""
