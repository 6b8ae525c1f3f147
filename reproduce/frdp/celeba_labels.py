"""Counts of the label of CelebA that the conditional models use, among 60000 images drawn from the training split (Appendix B).

The data folder must hold ``list_attr_celeba.txt`` and ``list_eval_partition.txt`` as they are published with the images.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

DRAWN, LABEL, TRAINING = 60_000, "Male", "0"


def run(seed: int, effort: str = "standard", device: str = "auto", data: str | None = None) -> Mapping[str, object]:
    """``count[gender]`` for ``female`` and ``male``.

    Raises
    ------
    FileNotFoundError
        If the folder or one of its two files is missing: it is named.
    """
    if data is None:
        raise FileNotFoundError("a folder with list_attr_celeba.txt and list_eval_partition.txt (option --data)")
    folder = Path(data)
    kept = {name for name, split in (line.split() for line in (folder / "list_eval_partition.txt").read_text().splitlines() if line.strip()) if split == TRAINING}
    lines = (folder / "list_attr_celeba.txt").read_text().splitlines()
    column = lines[1].split().index(LABEL)
    labels = [words[1 + column] == "1" for words in (line.split() for line in lines[2:] if line.strip()) if words[0] in kept]
    chosen = np.random.default_rng(seed).permutation(np.array(labels))[:DRAWN]
    return {"count": {"female": int((~chosen).sum()), "male": int(chosen.sum())}}
