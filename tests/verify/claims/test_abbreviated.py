"""Long formulas get letters for their parts; what they say stays the same."""

from mechanisms import Laplace
from verify.claims import Compare, ForAll, If, Sup, at_least, exp, log, numbers, sqrt
from verify.claims.abbreviated import BLOCK, LINE, abbreviated, signs
from verify.claims.nodes import substitute, walk
from verify.claims.show import latex
from verify.quantities import wasserstein_distance

x, y, mu = numbers("x y mu")
LONG = sqrt(log(x + y + 1) + exp(x - y) + x**2 + y**2)


def test_a_short_formula_stays_as_it_is():
    formula = Compare(x + 1, "<=", y)
    assert abbreviated([formula]) == ([formula], [])


def test_a_part_that_stands_several_times_gets_a_letter_and_the_letters_mean_the_same():
    formula = Compare(LONG / (1 + LONG), "<=", LONG**2 + log(LONG))
    (shown,), meant = abbreviated([formula], ["A"])
    assert signs(shown) < signs(formula) > LINE and meant
    assert not {"A", "x", "y"} & {str(letter.args[0]) for letter, _ in meant}
    back = shown
    for _ in meant:
        back = substitute(back, {str(letter.args[0]): part for letter, part in meant})
    assert back == formula


def test_a_letter_for_a_part_with_a_bound_name_takes_it_as_its_argument():
    inner = ForAll({x: at_least(0)}, Compare(LONG / (1 + LONG), "<=", LONG**2 + mu))
    _, meant = abbreviated([inner], ["mu", "y"])
    letter, part = meant[0]
    assert letter.head == "apply" and letter.args[1:] == (x,) and x in set(walk(part))


def test_what_no_line_has_room_for_is_taken_apart():
    fraction = log(x + y + 1) / (exp(x + 2 * y) + sqrt(mu + x + y) + log(1 + x * y * mu))
    assert signs(fraction) > BLOCK
    (shown,), meant = abbreviated([Compare(fraction, "<=", mu)])
    assert meant and all(signs(one) <= BLOCK for one in walk(shown) if one.head == "mul")


def test_what_stands_below_a_supremum_or_the_line_of_a_fraction_by_a_number_is_taken_apart_too():
    long = log(x + y + 1) + exp(x + 2 * y) + sqrt(mu + x)
    for formula in (Compare(Sup({x: at_least(0)}, x, where=Compare(long, "<=", mu)), "<=", mu), Compare(long / 4, "<=", mu)):
        assert abbreviated([formula])[1]


def test_values_of_cases_stand_below_one_another():
    cases = If(Compare(x, "<=", 0), x + y, If(Compare(x, "<=", 1), y, mu))
    assert signs(x + y) < signs(cases) < signs(x + y) + signs(y) + 2 * signs(Compare(x, "<=", 1)) + 10


def test_the_density_of_a_law_is_not_written_and_gets_no_letter():
    formula = Compare(wasserstein_distance(Laplace(x, scale=y), Laplace(0, scale=y), mu), "<=", LONG / (1 + LONG))
    _, meant = abbreviated([formula])
    assert meant and not any(r"\log\left(2\,y\right)" in latex(part) for _, part in meant)
