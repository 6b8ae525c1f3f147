"""What the pages of a report link to, brought into its folder: publishing that folder breaks no link."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from pathlib import Path

CERTIFICATES = "certificates"
OURS = '"claimcheck.certificate/'
"""What stands in a certificate that a report brought, and may be removed by a later one."""


def bring(folder: Path, target: Path, names: Iterable[str]) -> None:
    """Files of a results folder, by their paths in it, under the same paths in the folder of a report: as second names of the same files, or where that cannot be, as copies.

    Certificates that an earlier report brought and this one does not name are removed. Raises OSError.
    """
    target.mkdir(parents=True, exist_ok=True)
    if folder.resolve() == target.resolve():
        return
    wanted = list(names)
    for parent in {Path(name).parent for name in wanted}:
        (target / parent).mkdir(parents=True, exist_ok=True)
    for name in wanted:
        _bring(folder / name, target / name)
    kept = {Path(name).name for name in wanted if name.startswith(f"{CERTIFICATES}/")}
    for old in (target / CERTIFICATES).glob("*.json"):
        if old.name not in kept and OURS in old.read_text(encoding="utf-8", errors="replace"):
            old.unlink()


def _bring(source: Path, place: Path) -> None:
    try:
        if os.path.samefile(source, place):
            return
    except FileNotFoundError:
        pass
    temporary = place.with_name(f".{place.name}.{os.getpid()}")
    try:
        try:
            os.link(source, temporary)
        except OSError:
            shutil.copyfile(source, temporary)
        os.replace(temporary, place)
    finally:
        temporary.unlink(missing_ok=True)


__all__ = ["CERTIFICATES", "bring"]
