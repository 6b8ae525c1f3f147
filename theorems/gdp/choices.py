"""What the options of readings mean, in a few words, for all claims whose module does not say it itself."""

WORDS: dict[str, dict[str, str]] = {}
