"""claimcheck's machinery: the claim language, quantities, engines, evidence, runner, report and command line."""

import os

os.environ.setdefault("SYMPY_CACHE_SIZE", "20000")
"""How much SymPy keeps of each of its functions; with the thousand that it keeps unasked, what is known of terms is lost before they come back."""
