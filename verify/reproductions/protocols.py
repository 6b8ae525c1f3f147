"""Protocols of experiments that are run by ``claimcheck reproduce`` alone, because a run takes hours, a GPU or data that are not shipped. Imports no engine: records rest on no engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from verify.reproductions.artefact import NotHere, Reproduction
from verify.reproductions.data import DataError


def only_recorded(what: Reproduction, scale: str) -> Callable[[int, str, str, str | None], Mapping[str, Any]]:
    """A protocol without runs of its own: when it is asked for one it raises NotHere, which says what a record of the reproduction at this scale needs."""

    def run(seed: int, effort: str, device: str, data: str | None) -> Mapping[str, Any]:
        begin = f"not run at {scale} scale"
        try:
            for file in what.scales[scale].data:
                file.find(None if data is None else Path(data))
        except DataError as missing:
            raise NotHere(f"data missing: {begin}: {missing}") from None
        raise NotHere(f"hardware missing: {begin}; 'claimcheck reproduce {what.id} --scale {scale} --device cuda --data FOLDER' makes the record that --records reads")

    return run
