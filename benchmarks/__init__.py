"""Speed, measured side by side in one run; no verdict depends on it."""
