"""Calibration: how far apart the laws of a query are given two secrets, and how much noise each way of hiding that needs; used by no engine."""

from verify.calibration.budgets import Need, calibrate
from verify.calibration.instances import Instance, NormalSituation, Situation, from_framework
from verify.calibration.noise import Noise, noise
from verify.calibration.reductions import Bound, reductions
from verify.calibration.sensitivities import Sensitivity, sensitivities
from verify.calibration.tables import read_table
from verify.quantities.kernels.amplification import Amplification, amplification, linear_divergence
from verify.quantities.kernels.nearness import Nearness, near_distance

__all__ = [
    "Amplification", "Bound", "Instance", "Nearness", "Need", "Noise", "NormalSituation", "Sensitivity", "Situation", "amplification", "calibrate", "from_framework",
    "linear_divergence", "near_distance", "noise", "read_table", "reductions", "sensitivities",
]
