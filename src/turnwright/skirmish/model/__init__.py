"""What users write: scenarios, formulas, files and the library."""
