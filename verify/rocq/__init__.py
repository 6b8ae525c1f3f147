"""Statements and their evidence as files for the Rocq (Coq) proof assistant. Only ``verify.claims`` is used: neither engines nor the checker."""
