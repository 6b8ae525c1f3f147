"""Where several formulas in LaTeX differ: what they have in common at their ends is left out, so that a reader sees the difference."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

TOKEN = re.compile(r"\\(?:begin|end)\{\w+\}|\\(?:left|right|middle)\s*(?:\\.|.)|\\(?:text|mathrm|operatorname)\{[^{}]*\}|\\[A-Za-z]+\s*|\\.|\d+|\s+|.", re.DOTALL)
OPENING = re.compile(r"\\begin|\\left|[{(\[]|\\\{")
CLOSING = re.compile(r"\\end|\\right|[})\]]|\\\}")
TIED = frozenset("_^{&")
#: Fewer tokens than this in common are not worth leaving out.
WORTH = 12
DOTS = r"\dots"


def differing(lines: Sequence[str]) -> list[str]:
    """The formulas without what all have in common before and behind a balanced middle; unchanged where little would go.

    Parameters
    ----------
    lines : sequence of str
        Formulas without dollar signs, for example one statement under several readings.
    """
    rows = [TOKEN.findall(line) for line in lines]
    if len(set(lines)) < 2:
        return list(lines)
    shortest = min(map(len, rows))
    front = _common(rows, shortest)
    back = min(_common([row[::-1] for row in rows], shortest), shortest - 1)
    best: tuple[int, int] | None = None
    ends: dict[int, list[int]] = {}
    for j, depth in enumerate(accumulate((-_step(token) for token in reversed(rows[0][len(rows[0]) - back:])), initial=0)):
        ends.setdefault(depth, []).append(j)
    depths = list(accumulate(map(_step, rows[0][:front]), initial=0))
    braces = list(accumulate(((token == "{") - (token == "}") for token in rows[0][:front]), initial=0))
    for i in range(front, -1, -1):
        if best is not None and i + back <= sum(best):
            break
        if braces[i]:  # in a script or an argument, which says little alone
            continue
        for j in reversed(ends.get(depths[i], [])):
            if best is not None and i + j <= sum(best):
                break
            if i + j < shortest and all(_whole(row, i, len(row) - j) for row in rows):
                best = i, j
                break
    if best is None or sum(best) < WORTH:
        return list(lines)
    i, j = best
    return [(DOTS + r"\," if i else "") + "".join(row[i:len(row) - j]).strip() + (r"\," + DOTS if j else "") for row in rows]


def _common(rows: Sequence[Sequence[str]], most: int) -> int:
    """Length of the longest common beginning."""
    return next((k for k in range(most) if any(row[k] != rows[0][k] for row in rows)), most)


@lru_cache(maxsize=4096)
def _step(token: str) -> int:
    """By how many groups a token opens more than it closes."""
    return 1 if OPENING.match(token) else -1 if CLOSING.match(token) else 0


def _whole(row: Sequence[str], start: int, stop: int) -> bool:
    """Whether the tokens between two places stand for themselves: balanced, in one cell, and cut from no script, argument or environment."""
    if start >= stop or not "".join(row[start:stop]).strip() or _tied(row, start) or _tied(row, stop):
        return False
    depth = 0
    for token in row[start:stop]:
        if depth == 0 and (token == "&" or token == r"\\"):
            return False
        depth += _step(token)
        if depth < 0:
            return False
    return depth == 0


def _tied(row: Sequence[str], place: int) -> bool:
    """Whether a cut at a place would part what belongs together."""
    after = row[place] if place < len(row) else ""
    before = row[place - 1] if place else ""
    return after in TIED or before in ("_", "^") or bool(re.fullmatch(r"\\(?:frac|sqrt|binom)\s*", before))


__all__ = ["differing"]
