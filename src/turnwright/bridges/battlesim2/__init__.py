"""battlesim2 files as skirmish scenarios."""
