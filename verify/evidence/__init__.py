"""Evidence: verdicts folded from findings, certificates, and their independent re-checker."""
