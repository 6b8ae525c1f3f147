"""Table 1 from small files of the same shape: exact numbers, the protocol, and what is missing said."""

import math

import pytest
from flint import fmpq

from reproduce.rpp.table_1 import DATA_SETS, measured, run, table


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "student-mat.csv").write_text("school,paid,G3\nA,no,0\nA,no,10\nB,yes,5\nB,yes,11\n", encoding="utf-8")
    heart = [",".join([age, *["0"] * 12, sick]) for age, sick in (("50.0", "0"), ("60.0", "0"), ("62.0", "1"), ("70.0", "2"))]
    (tmp_path / "processed.cleveland.data").write_text("\n".join(heart) + "\n", encoding="utf-8")
    people = [", ".join(["1"] * 8 + [race] + ["x"] * 5 + [income]) for race, income in (("A", "<=50K"), ("A", ">50K"), ("B", "<=50K"), ("B", "<=50K"))]
    (tmp_path / "adult.data").write_text("\n".join(people) + "\n\n", encoding="utf-8")
    return tmp_path


def test_distances_are_exact(folder):
    student, heart, adult = (measured(data, folder) for data in DATA_SETS)
    assert student["range"] == 11 and student["general"] == 5 and float(student["second"].coefficient) > 0
    assert heart["general"] == 20 and heart["range"] == 20
    assert adult == {"range": 1, "general": 1, "second": adult["second"]}


def test_the_protocol_measures_by_data_set_and_kind(folder):
    found = run(0, data=str(folder))["sensitivity"]
    assert set(found) == {"student", "heart", "adult"}
    assert found["adult"]["second"] == pytest.approx(math.sqrt(0.5)) and found["student"]["second"] == pytest.approx(math.sqrt(13))


def test_without_the_folder_or_a_file_it_says_what_is_missing(folder):
    with pytest.raises(FileNotFoundError, match="pass --data FOLDER"):
        run(0)
    (folder / "adult.data").unlink()
    with pytest.raises(FileNotFoundError, match=r"adult\.data: no such file"):
        run(0, data=str(folder))


def test_the_table_has_scales_for_each_noise(folder):
    rows = table(folder, fmpq(2), fmpq(1))
    assert [row["data"] for row in rows] == ["student", "heart", "adult"]
    scale, share = rows[1]["scales"]["normal"]["general"]
    assert float(scale.hi) == pytest.approx(20) and float(share.hi) == pytest.approx(0.2)  # of a declared range of 100
