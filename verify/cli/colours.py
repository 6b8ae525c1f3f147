"""Colours of the command line, the same in every command."""

OF_VERDICTS = {"PROVED": "green", "REFUTED": "red", "SUPPORTED": "cyan", "UNDECIDED": "yellow", "NOT_CHECKED": "bright_black"}
OF_JUDGEMENTS = {"fails": "red", "fails as printed": "red", "depends": "magenta", "open": "yellow", "holds with a correction": "cyan", "holds": "green", "not checked": "bright_black"}
OF_PROOFS = {"broken": "red", "broken as printed": "red", "depends": "magenta", "broken somewhere": "red", "open": "yellow", "not shown to follow": "yellow", "proves less": "yellow", "complete but for": "cyan",
             "complete": "green", "not checked": "bright_black"}

__all__ = ["OF_JUDGEMENTS", "OF_PROOFS", "OF_VERDICTS"]
