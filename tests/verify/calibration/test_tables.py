"""Tables as instances: conditional laws, weights, several priors, and every kind of bad file named."""

from fractions import Fraction

import pytest
from flint import fmpq

from verify.calibration import read_table
from verify.claims.nodes import ClaimError

TEXT = "group,score,label,weight\na, 1, low,2\na,3,high,1\nb,1,low,1\nb,1,low,0\nb,5,high,3\n"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "data.csv"
    path.write_text(TEXT, encoding="utf-8")
    return path


def laws(instance):
    (situation,) = instance.situations
    return dict(situation.p.items()), dict(situation.q.items())


def test_laws_given_a_secret_are_those_of_its_rows(file):
    p, q = laws(read_table(file, "group", ["score"]))
    assert p == {fmpq(1): fmpq(1, 2), fmpq(3): fmpq(1, 2)} and q == {fmpq(1): fmpq(2, 3), fmpq(5): fmpq(1, 3)}


def test_weights_labels_and_numbers_of_columns(file):
    p, q = laws(read_table(file, "1", ["3"], weight="weight", values={"low": "0", "high": "1/2"}))
    assert p == {fmpq(0): fmpq(2, 3), fmpq(1, 2): fmpq(1, 3)} and q == {fmpq(0): fmpq(1, 4), fmpq(1, 2): fmpq(3, 4)}


def test_several_columns_are_a_point_and_several_priors_are_kept_apart(tmp_path):
    path = tmp_path / "priors.csv"
    path.write_text("t,s,x,y\none,a,0,0\none,b,1,2\ntwo,a,0,1\ntwo,b,3,3\n", encoding="utf-8")
    instance = read_table(path, "s", ["x", "y"], prior="t")
    assert instance.dimension == 2 and [s.prior for s in instance.situations] == ["one", "two"]
    assert instance.situations[0].q.points == ((fmpq(1), fmpq(2)),)


def test_rows_with_a_missing_cell_are_left_out_on_demand(tmp_path):
    path = tmp_path / "holes.csv"
    path.write_text("a;1\na;?\nb;2.5\n", encoding="utf-8")
    with pytest.raises(ClaimError, match="got '\\?'"):
        read_table(path, "1", ["2"], header=False, separator=";")
    p, q = laws(read_table(path, "1", ["2"], header=False, separator=";", missing="?"))
    assert p == {fmpq(1): 1} and q == {fmpq(Fraction(5, 2).numerator, 2): 1}


@pytest.mark.parametrize(("changes", "words"), [
    ({"secret": "grop"}, "no column grop; there are group, score, label, weight"),
    ({"released": ["label"]}, "must be a number, got 'low'"),
    ({"weight": "label"}, "label must be a number of at least 0, got 'low'"),
    ({"pairs": [("a", "z")]}, "value z of a pair, got a, b"),
    ({"separator": ";;"}, "one character"),
    ({"header": False}, "no column group; there are the numbers 1 to 4"),
])
def test_bad_input_is_named_with_what_would_be_accepted(file, changes, words):
    given = {"secret": "group", "released": ["score"]} | changes
    with pytest.raises(ClaimError, match=words):
        read_table(file, **given)


def test_a_secret_of_probability_zero_is_named(tmp_path):
    path = tmp_path / "zero.csv"
    path.write_text("s,x,w\na,1,1\nb,2,0\nc,3,1\n", encoding="utf-8")
    with pytest.raises(ClaimError, match=r"got 0 for s=b.*positive are a, c"):
        read_table(path, "s", ["x"], weight="w")


def test_files_that_are_no_tables_are_named(tmp_path, file):
    with pytest.raises(ClaimError, match="no such file"):
        read_table(tmp_path / "none.csv", "a", ["b"])
    empty, short, single = tmp_path / "empty.csv", tmp_path / "short.csv", tmp_path / "single.csv"
    empty.write_text("", encoding="utf-8")
    short.write_text("a,b\n1,2\n3\n", encoding="utf-8")
    single.write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(ClaimError, match="empty file"):
        read_table(empty, "a", ["b"])
    with pytest.raises(ClaimError, match="line 3 must have at least 2 cells, got fewer"):
        read_table(short, "a", ["b"])
    with pytest.raises(ClaimError, match="at least two values, got 1"):
        read_table(single, "a", ["b"])


def test_a_mark_of_the_byte_order_is_no_part_of_a_name_and_other_encodings_are_named(tmp_path):
    path = tmp_path / "marked.csv"
    path.write_text(TEXT, encoding="utf-8-sig")
    assert len(read_table(path, "group", ["score"]).situations) == 1
    path.write_bytes("größe,x\n1,2\n".encode("latin-1"))
    with pytest.raises(ClaimError, match="UTF-8, got the byte 0xf6 at place 2"):
        read_table(path, "x", ["x"])
