"""The workbench for authors: one match with its state, its flow and its record laid open."""
