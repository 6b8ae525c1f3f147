"""Sheets hold the images that they are given."""

import base64
import re
import struct
import zlib
from xml.etree import ElementTree

import numpy as np

from reproduce.training.sheets import grid, png, sheet


def test_a_grid_places_images_row_by_row():
    images = np.stack([np.full((2, 2), v) for v in (-1.0, 1.0, 0.0)])
    page = grid(images, 2)
    assert page.shape == (7, 7)
    assert page[1, 1] == 0 and page[1, 4] == 255 and page[4, 1] == 128 and page[0, 0] == 96


def test_a_png_unpacks_to_its_pixels():
    grey = np.arange(12, dtype=np.uint8).reshape(3, 4)
    content = png(grey)
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", content[16:24])
    size = struct.unpack(">I", content[33:37])[0]
    rows = np.frombuffer(zlib.decompress(content[41 : 41 + size]), dtype=np.uint8).reshape(height, width + 1)
    assert (rows[:, 0] == 0).all() and (rows[:, 1:] == grey).all()


def test_a_sheet_is_a_page_with_each_named_grid():
    page = sheet("A & B", {"<one>": np.zeros((3, 3), dtype=np.uint8), "two": np.ones((3, 3), dtype=np.uint8)})
    root = ElementTree.fromstring(page)
    assert [t.text for t in root.iter("{http://www.w3.org/2000/svg}text")] == ["A & B", "<one>", "two"]
    found = [base64.b64decode(re.sub("^data:image/png;base64,", "", i.get("href"))) for i in root.iter("{http://www.w3.org/2000/svg}image")]
    assert found == [png(np.zeros((3, 3), dtype=np.uint8)), png(np.ones((3, 3), dtype=np.uint8))]


def test_a_long_name_does_not_reach_into_the_next_grid():
    long = "a name of forty letters and some more of it"
    page = ElementTree.fromstring(sheet("t", {long: np.zeros((3, 3), dtype=np.uint8), "two": np.zeros((3, 3), dtype=np.uint8)}))
    places = {t.text: float(t.get("x")) for t in page.iter("{http://www.w3.org/2000/svg}text")}
    assert places["two"] - places[long] >= 6 * len(long)
