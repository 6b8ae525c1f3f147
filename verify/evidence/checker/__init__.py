"""An independent re-checker of certificates: it reads formulas as JSON and shares no code with the engines that found the evidence."""

from verify.evidence.checker.check import Outcome, check_file, check_folder, freshness, settled

__all__ = ["Outcome", "check_file", "check_folder", "freshness", "settled"]
