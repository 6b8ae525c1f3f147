"""Images with labels for experiments: digits shipped with scikit-learn, and MNIST from a folder; every image scaled to [-1, 1].

Protocols, each fixed and public:

* ``digits``: the 1797 images of 8 x 8 pixels that scikit-learn ships, in the order of a permutation with seed 0; the first 1200 are for training, the rest for testing.
* ``mnist-test``: the 10,000 test images of MNIST, in the order of a permutation with seed 0; the first 8,000 are for training, the rest for testing. The official training images are not
  used: what comes of this decides nothing that is printed for the official split.
* ``mnist``: the official split, 60,000 and 10,000.

MNIST is brought to a side of 32 by two rows or columns of background on each side; to 16 by the means of 2 x 2 pixels of that.
"""

from __future__ import annotations

import gzip
import math
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from verify.reproductions import DataFile, NotHere
from verify.reproductions.data import DataError

Array = NDArray[np.float32]
Labels = NDArray[np.int64]

SPLIT_SEED = 0
DIGITS_FOR_TRAINING, TEST_IMAGES_FOR_TRAINING = 1200, 8000
SIDES = (16, 28, 32)
SOURCE = "a mirror of the MNIST database of LeCun, Cortes and Burges (IDX format, gzip)"
IMAGES_MAGIC, LABELS_MAGIC = 2051, 2049
TRAIN = (DataFile("train-images-idx3-ubyte.gz", SOURCE, size=9_912_422, folder="mnist"), DataFile("train-labels-idx1-ubyte.gz", SOURCE, size=28_881, folder="mnist"))
TEST = (DataFile("t10k-images-idx3-ubyte.gz", SOURCE, size=1_648_877, folder="mnist"), DataFile("t10k-labels-idx1-ubyte.gz", SOURCE, size=4_542, folder="mnist"))
COUNTS = {"train": 60_000, "t10k": 10_000}
"""Images of each part of MNIST."""


@dataclass(frozen=True, slots=True)
class Images:
    """Images, shape ``(n, side, side)``, in [-1, 1], and labels 0..9, shape ``(n,)``, for training and for testing."""

    name: str
    train: Array
    train_labels: Labels
    test: Array
    test_labels: Labels
    classes: int = 10

    @property
    def side(self) -> int:
        return int(self.train.shape[1])

    def of_class(self, label: int) -> Array:
        """The training images with one label."""
        return self.train[self.train_labels == label]


def digits() -> Images:
    """The protocol ``digits``. Raises NotHere without scikit-learn."""
    try:
        from sklearn.datasets import load_digits
    except ImportError:
        raise NotHere("extra missing: scikit-learn ships the digits; install the extra: pip install 'claimcheck[reproduce]'") from None
    data = load_digits()
    return split("digits", np.asarray(data.images) / 8 - 1, np.asarray(data.target), DIGITS_FOR_TRAINING)


def mnist(files: Mapping[str, Path], *, official: bool, side: int) -> Images:
    """The protocol ``mnist`` (``official``) or ``mnist-test``, from files by name, at a side of 16, 28 or 32 pixels.

    Raises DataError naming a file whose content is not what it must be, and ValueError for another side.
    """
    if side not in SIDES:
        raise ValueError(f"mnist: side must be one of {', '.join(map(str, SIDES))}, got side={side}")
    found, labels = read_part(files, "t10k")
    if not official:
        return split("mnist-test", resized(found, side), labels, TEST_IMAGES_FOR_TRAINING)
    train, train_labels = read_part(files, "train")
    return Images("mnist", resized(train, side), train_labels, resized(found, side), labels)


def split(name: str, images: NDArray[np.floating], labels: NDArray[np.integer], for_training: int) -> Images:
    """Images in the order of the permutation with seed 0; the first ``for_training`` are for training."""
    order = np.random.default_rng(SPLIT_SEED).permutation(len(images))
    pixels, known = images[order].astype(np.float32), labels[order].astype(np.int64)
    return Images(name, pixels[:for_training], known[:for_training], pixels[for_training:], known[for_training:])


def resized(images: Array, side: int) -> Array:
    """Images of 28 x 28 pixels at another side."""
    if side == 28:
        return images
    framed = np.pad(images, ((0, 0), (2, 2), (2, 2)), constant_values=-1.0)
    return framed if side == 32 else np.asarray(framed.reshape(len(images), 16, 2, 16, 2).mean(axis=(2, 4)), dtype=np.float32)


# --- IDX files -------------------------------------------------------------------------------------------------------


def read_part(files: Mapping[str, Path], part: str) -> tuple[Array, Labels]:
    """Images in [-1, 1], shape ``(n, 28, 28)``, and labels of one part of MNIST."""
    count = COUNTS[part]
    pixels = read_idx(files[f"{part}-images-idx3-ubyte.gz"], IMAGES_MAGIC, (count, 28, 28))
    known = read_idx(files[f"{part}-labels-idx1-ubyte.gz"], LABELS_MAGIC, (count,))
    return np.asarray(pixels / np.float32(127.5) - 1, dtype=np.float32), known.astype(np.int64)


def read_idx(path: Path, magic: int, shape: Sequence[int]) -> NDArray[np.uint8]:
    """The bytes of an IDX file behind its header, in its shape. Raises DataError where they cannot be unpacked or are something else."""
    header = 4 * (1 + len(shape))
    whole = header + math.prod(shape)
    expected = f"expected {whole} bytes when unpacked, {' x '.join(map(str, shape))} entries; get it again from {SOURCE}"
    try:
        content = gzip.decompress(path.read_bytes())
    except (OSError, EOFError, zlib.error) as why:
        raise DataError(f"{path}: cannot be unpacked ({why}); {expected}") from None
    if len(content) != whole:
        raise DataError(f"{path}: has {len(content)} bytes when unpacked; {expected}")
    if (start := np.frombuffer(content[:header], dtype=">i4").tolist()) != [magic, *shape]:
        raise DataError(f"{path}: begins with {start}, which is not the header {[magic, *shape]}; {expected}")
    return np.frombuffer(content, dtype=np.uint8, offset=header).reshape(tuple(shape))
