"""A release has one colour in both panels of a plot, whichever releases a panel shows."""

import pytest

pytest.importorskip("torch")
pytest.importorskip("matplotlib")

from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from reproduce.frdp.experiment import FREE
from reproduce.frdp.tables_1_3 import DRAWS


def row(variant, release, target, accuracy):
    return {"variant": variant, "release": release, "target_epsilon": target, "accuracy": accuracy, "frechet": 1.0, "moved_by_noise": None, "seed": 0}


ROWS = [row("conditional", FREE, None, 0.9), row("conditional", "constant-value", 1.0, 0.8), row("conditional", "gradient", 1.0, 0.5), row("parallel", FREE, None, 0.9),
        row("parallel", "gradient", 1.0, 0.7)]


def colours(axes):
    """Colour of the marks by the height of the first one."""
    return {float(container.lines[0].get_ydata()[0]): to_hex(container.lines[0].get_color()) for container in axes.containers}


def test_a_colour_means_the_same_release_in_both_panels():
    figure = Figure()
    DRAWS["accuracy"](figure, ROWS)
    left, right = figure.axes
    assert colours(left)[50.0] == colours(right)[70.0] != colours(left)[80.0]
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["no noise (mean)", "constant-value", "gradient", "printed, MNIST at full scale", "printed, DP-MERF", "guessing"]


def test_printed_accuracies_stand_in_the_plot_of_accuracies_alone():
    drawn = {}
    for name, draw in DRAWS.items():
        figure = Figure()
        draw(figure, ROWS)
        lines = [segment for collection in figure.axes[0].collections for segment in collection.get_segments() if len(segment)]
        drawn[name] = [float(segment[0][1]) for segment in lines if segment[0][0] < segment[-1][0]]
    assert drawn["accuracy"] == [93.4, 80.5] and drawn["distance"] == []


def test_a_column_without_numbers_is_drawn_empty():
    DRAWS["moved"](Figure(), ROWS)
