"""Tables and figures as computations: rows, plots, a comparison with what is printed, a record of the run.

A reproduction is a value of `Reproduction`, registered under its id (``paper/fig-1``) in the entry-point group ``claimcheck.reproductions``; names without a slash in
that group are protocols of experiments. The command ``claimcheck reproduce`` runs them.
"""

from verify.reproductions.artefact import Comparison, NotHere, Produced, Reproduction, Scale, Setting, spread_of
from verify.reproductions.data import DataFile

__all__ = ["Comparison", "DataFile", "NotHere", "Produced", "Reproduction", "Scale", "Setting", "spread_of"]
