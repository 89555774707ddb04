"""A room: its state, its inputs, and the handling of client messages."""
