"""The pages that the game shows between decisions, each with its choices and buttons."""
