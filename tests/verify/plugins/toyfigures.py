"""Two reproductions: a line that needs nothing, and a table that needs a file."""

from verify.reproductions import Comparison, DataFile, Produced, Reproduction, Scale

FILE = DataFile("table.csv", "https://example.org/table.csv", size=4)


def line(setting):
    return Produced([{"x": k, "y": k * k} for k in range(10 if setting.scale == "smoke" else 100)])


def lines(setting):
    return Produced([{"text": path.read_text().strip()} for path in setting.files.values()])


def compare(rows, scale):
    return [Comparison("rows", "10", str(len(rows)), "agrees" if len(rows) == 10 else "differs", note="counted")]


def draw(figure, rows):
    figure.subplots().plot([row["x"] for row in rows], [row["y"] for row in rows])


FIGURE = Reproduction("toy/fig-1", "Squares", "x squared", {"smoke": Scale("ten"), "cpu": Scale("hundred")}, line, compare, {"plot": draw})
TABLE = Reproduction("toy/tab-2", "A file", "what it holds", {"smoke": Scale("one line", (FILE,)), "reduced": Scale("one line", (FILE,))}, lines, compare)
