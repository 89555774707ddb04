"""Static analysis of a game and tracing of its flow."""
