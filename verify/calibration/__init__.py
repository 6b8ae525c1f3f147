"""Calibration: how far apart the laws of a query are given two secrets, and how much noise each way of hiding that needs; used by no engine."""

from verify.calibration.budgets import Need, calibrate
from verify.calibration.instances import Instance, NormalSituation, Situation, from_framework
from verify.calibration.noise import Noise, noise
from verify.calibration.sensitivities import Sensitivity, sensitivities
from verify.calibration.tables import read_table

__all__ = ["Instance", "Need", "Noise", "NormalSituation", "Sensitivity", "Situation", "calibrate", "from_framework", "noise", "read_table", "sensitivities"]
