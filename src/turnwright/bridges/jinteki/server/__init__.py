"""A server that speaks the jinteki.net protocol, with games on our engine."""
