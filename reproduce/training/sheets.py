"""Sheets of sample images: grey images in a grid as PNG, and several named grids as one SVG page that contains them."""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Mapping
from html import escape

import numpy as np
from numpy.typing import NDArray

MARGIN, LETTER = 12, 16
WIDE = 6.2
"""Width of a letter of the names, on the safe side."""


def grid(images: NDArray[np.floating], columns: int) -> NDArray[np.uint8]:
    """Images of shape ``(n, side, side)`` in [-1, 1] row by row in a grid, with a grey line between neighbours; grey levels 0..255."""
    side, rows = images.shape[1], -(-len(images) // columns)
    page = np.full((rows * (side + 1) + 1, columns * (side + 1) + 1), 96, dtype=np.uint8)
    levels = np.clip((images + 1) * 127.5, 0, 255).round().astype(np.uint8)
    for k, image in enumerate(levels):
        top, left = (k // columns) * (side + 1) + 1, (k % columns) * (side + 1) + 1
        page[top : top + side, left : left + side] = image
    return page


def png(grey: NDArray[np.uint8]) -> bytes:
    """A grey image, shape ``(height, width)``, as a PNG file."""
    height, width = grey.shape
    rows = b"".join(b"\x00" + row.tobytes() for row in grey)

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")


def sheet(title: str, grids: Mapping[str, NDArray[np.uint8]], per_row: int = 3, scale: int = 2) -> str:
    """An SVG page with the title and the named grids, ``per_row`` in a row, wide enough for their names; a pixel of a grid is ``scale`` units wide."""
    width = max(max(image.shape[1] for image in grids.values()) * scale, round(WIDE * max(map(len, grids))))
    height = max(image.shape[0] for image in grids.values()) * scale
    cell_width, cell_height = width + MARGIN, height + MARGIN + LETTER
    rows = -(-len(grids) // per_row)
    parts = [f'<text x="{MARGIN}" y="{LETTER + 4}" font-size="14">{escape(title)}</text>']
    for k, (name, image) in enumerate(grids.items()):
        x, y = MARGIN + (k % per_row) * cell_width, 2 * LETTER + (k // per_row) * cell_height
        content = base64.b64encode(png(image)).decode()
        parts.append(f'<text x="{x}" y="{y + 11}" font-size="11">{escape(name)}</text>')
        parts.append(f'<image x="{x}" y="{y + LETTER}" width="{image.shape[1] * scale}" height="{image.shape[0] * scale}" style="image-rendering:pixelated" '
                     f'href="data:image/png;base64,{content}"/>')
    across, down = MARGIN + min(per_row, len(grids)) * cell_width, 2 * LETTER + rows * cell_height
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{across}" height="{down}" viewBox="0 0 {across} {down}" font-family="sans-serif">'
            f'<rect width="{across}" height="{down}" fill="white"/>' + "".join(parts) + "</svg>\n")
