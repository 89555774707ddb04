"""Durable storage: SQLite and PostgreSQL."""
