"""Image files are read whole or refused by name; protocols split them as they say."""

import gzip
import struct

import numpy as np
import pytest

from reproduce.training import images as im
from verify.reproductions.data import DataError


def idx(path, magic, array):
    path.parent.mkdir(parents=True, exist_ok=True)
    header = struct.pack(f">{1 + array.ndim}i", magic, *array.shape)
    path.write_bytes(gzip.compress(header + array.astype(np.uint8).tobytes()))


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Files with ten images for testing and twenty for training."""
    monkeypatch.setattr(im, "COUNTS", {"train": 20, "t10k": 10})
    monkeypatch.setattr(im, "TEST_IMAGES_FOR_TRAINING", 8)
    rng = np.random.default_rng(0)
    for (images, labels), count in zip((im.TRAIN, im.TEST), (20, 10), strict=True):
        idx(tmp_path / images.name, im.IMAGES_MAGIC, rng.integers(0, 256, (count, 28, 28)))
        idx(tmp_path / labels.name, im.LABELS_MAGIC, np.arange(count) % 10)
    return {file.name: tmp_path / file.name for file in im.TRAIN + im.TEST}


def test_the_test_images_are_split_by_a_fixed_permutation(files):
    found = im.mnist(files, official=False, side=28)
    assert (found.train.shape, found.test.shape) == ((8, 28, 28), (2, 28, 28))
    assert np.concatenate([found.train_labels, found.test_labels]).tolist() == np.random.default_rng(0).permutation(10).tolist()
    assert -1 <= found.train.min() < -0.9 and 0.9 < found.train.max() <= 1


def test_the_official_split_keeps_the_parts_apart(files):
    found = im.mnist(files, official=True, side=32)
    assert (len(found.train), len(found.test), found.side) == (20, 10, 32)
    assert (found.train[:, :2] == -1).all()


def test_a_side_of_16_holds_means_of_squares():
    picture = np.zeros((1, 28, 28), dtype=np.float32)
    picture[0, 0, :2] = 1
    assert im.resized(picture, 16)[0, 1, 1] == pytest.approx(0.5)
    assert im.resized(picture, 16)[0, 0, 0] == -1


def test_a_missing_file_is_named_with_its_size_and_source(tmp_path):
    with pytest.raises(DataError, match=r"t10k-images-idx3-ubyte.gz: no such file, expected 1648877 bytes; get it from a mirror of the MNIST"):
        im.TEST[0].find(tmp_path)


def test_a_truncated_or_foreign_file_is_named(files):
    path = files[im.TEST[0].name]
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(DataError, match=r"t10k-images.*cannot be unpacked"):
        im.mnist(files, official=False, side=28)
    path.write_bytes(gzip.compress(gzip.decompress(whole)[:-5]))
    with pytest.raises(DataError, match=r"has 7851 bytes when unpacked; expected 7856"):
        im.mnist(files, official=False, side=28)
    path.write_bytes(gzip.compress(b"\x00" * 7856))
    with pytest.raises(DataError, match="which is not the header"):
        im.mnist(files, official=False, side=28)


def test_an_unknown_side_is_refused(files):
    with pytest.raises(ValueError, match="side must be one of 16, 28, 32, got side=20"):
        im.mnist(files, official=False, side=20)


def test_the_shipped_digits_have_their_protocol():
    pytest.importorskip("sklearn")
    found = im.digits()
    assert (found.train.shape, found.test.shape, found.classes) == ((1200, 8, 8), (597, 8, 8), 10)
    assert found.train.min() == -1 and found.train.max() == 1
    assert sum(len(found.of_class(c)) for c in range(10)) == 1200
