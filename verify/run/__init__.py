"""Running an audit: tasks, seeds, budgets, results on disk."""
