"""A client for a jinteki.net server."""
