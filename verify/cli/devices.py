"""Devices that are named on a command line."""

from __future__ import annotations

from verify.cli.selection import Refused

DEVICES = ("cpu", "torch-cpu", "cuda")
"""Where draws can be made, as options name it."""


def usable(device: str) -> None:
    """Raises Refused unless torch can draw on the device."""
    try:
        import torch
    except ImportError:
        raise Refused(f"--device {device}: needs torch, which is not installed; install the extra: pip install 'claimcheck[torch]', or use --device cpu") from None
    if device == "cuda" and not torch.cuda.is_available():
        raise Refused("--device cuda: no CUDA device can be used here; use --device cpu")
