"""One match: the runner, its record, prompts, views and saves."""
