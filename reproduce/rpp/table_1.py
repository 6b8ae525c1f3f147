"""Table 1: how far a released column moves between values of a protected one, on three public data sets, beside the printed numbers.

For each data set: the range of the released column (for Heart the printed "at least 100" is a range of ages that need not occur), the largest W_oo and the largest W_2 between
its empirical laws given two values of the protected column. The folder holds the files under their names at the UCI repository, ``student-mat.csv``, ``processed.cleveland.data`` and
``adult.data``; all distances are exact.

Run ``python -m reproduce.rpp.table_1 FOLDER`` for the table with the noise that a target needs.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flint import fmpq

from verify.calibration import Instance, calibrate, noise, read_table, sensitivities
from verify.values.numbers import Number, enclose, to_float


@dataclass(frozen=True, slots=True)
class DataSet:
    """A file with its columns, and what is printed: range, W_oo, W_2."""

    name: str
    file: str
    secret: str
    released: str
    printed: tuple[str, str, str]
    header: bool = True
    values: Mapping[str, str] = field(default_factory=dict)
    span: fmpq | None = None


DATA_SETS = (
    DataSet("student", "student-mat.csv", "paid", "G3", ("20", "8", "2.76")),
    DataSet("heart", "processed.cleveland.data", "14", "1", (">=100", "8", "7.80"), header=False, span=fmpq(100)),
    DataSet("adult", "adult.data", "9", "15", ("1", "1", "0.42"), header=False, values={"<=50K": "0", ">50K": "1"}),
)


def instance(data: DataSet, folder: Path) -> Instance:
    """The laws of a data set. Raises FileNotFoundError, naming the file."""
    return read_table(find(data, folder), data.secret, [data.released], header=data.header, values=data.values)


def find(data: DataSet, folder: Path) -> Path:
    """The file of a data set in a folder, or in ``uci`` below it. Raises FileNotFoundError, naming it."""
    path = next((place for place in (folder / data.file, folder / "uci" / data.file) if place.is_file()), None)
    if path is None:
        raise FileNotFoundError(f"{folder / data.file}: no such file; get it from the UCI repository")
    return path


def measured(data: DataSet, folder: Path) -> dict[str, Number]:
    """Range of the values in the file, largest W_oo, largest W_2."""
    found = {s.kind: s.value for s in sensitivities(instance(data, folder), (fmpq(2),))}
    return {"range": found["group"], "general": found["general"], "second": found["w_2"]}


def run(seed: int, effort: str = "standard", device: str = "auto", data: str | None = None) -> Mapping[str, object]:
    """The protocol ``attribute-privacy``: the field ``sensitivity`` by data set (student, heart, adult) and kind (range, general, second). Nothing in it is random."""
    if data is None:
        raise FileNotFoundError("no folder with data was given; pass --data FOLDER with student-mat.csv, processed.cleveland.data and adult.data")
    return {"sensitivity": {d.name: {kind: to_float(value) for kind, value in measured(d, Path(data)).items()} for d in DATA_SETS}}


def table(folder: Path, order: fmpq, epsilon: fmpq, exponent: str = "cauchy:2") -> list[dict[str, Any]]:
    """Rows with measured and printed sensitivities, and the scales of three noises for a target, each with its share of that of group privacy."""
    rows = []
    noises = [noise(word) for word in ("laplace", "normal", exponent)]
    for data in DATA_SETS:
        known = instance(data, folder)
        found, needs = calibrate(known, noises, order, epsilon, group=data.span)
        kinds = {s.kind: s.value for s in found}
        scales = {name: {n.mechanism: (n.scale, n.share) for n in group} for name, group in needs.items()}
        rows.append({"data": data.name, "printed": data.printed, "range": kinds["group"], "general": kinds["general"], "second": kinds["w_2"], "scales": scales})
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--order", default="2")
    parser.add_argument("--epsilon", default="1")
    options = parser.parse_args()

    def short(value: Any) -> str:
        return f"{float(enclose(value).hi):.6g}"

    print(f"{'data':<10}{'range':>8}{'printed':>9}{'W_oo':>8}{'printed':>9}{'W_2':>10}{'printed':>9}   scales at order {options.order}, epsilon {options.epsilon}: group, general, aware")
    for row in table(options.folder, fmpq(*map(int, (options.order + "/1").split("/")[:2])), fmpq(*map(int, (options.epsilon + "/1").split("/")[:2]))):
        line = f"{row['data']:<10}{short(row['range']):>8}{row['printed'][0]:>9}{short(row['general']):>8}{row['printed'][1]:>9}{short(row['second']):>10}{row['printed'][2]:>9}"
        scales = ["   " + name + " " + ", ".join(short(scale) for scale, _ in by.values()) for name, by in row["scales"].items()]
        print(line + ";".join(scales))


if __name__ == "__main__":
    main()
