"""The lock and the gate: verdicts on record with their evidence, and what has changed since."""

from verify.gate.changes import Difference, differences
from verify.gate.lock import LockError, Statement, build, read, write

__all__ = ["Difference", "LockError", "Statement", "build", "differences", "read", "write"]
