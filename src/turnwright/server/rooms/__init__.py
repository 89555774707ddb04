"""A room: seats, inputs, and the handling of a client's messages."""
