"""The PostgreSQL of the tests of the server."""

from tests.server.conftest import postgres_server, postgres_url

__all__ = ["postgres_server", "postgres_url"]
