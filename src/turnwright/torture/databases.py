"""The databases of servers under torture: a new SQLite file, a private PostgreSQL, or a given one.

In a given database a new schema is used, and dropped afterwards. Only connections with our application
name are ended, and the database itself is never stopped.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from turnwright.optional_packages import MissingPackage, missing
from turnwright.server.http.app import open_store
from turnwright.server.storage.store import Row

from .postgres_cluster import PostgresCluster, find_programs
from .scenario import NotAvailable

NAME = "turnwright-torture"
END_CONNECTIONS = f"""
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE application_name = '{NAME}' AND pid <> pg_backend_pid()"""


class Database:
    """A database by its address, which is a file or an URL."""

    def __init__(self, address: str, cluster: PostgresCluster | None = None) -> None:
        self.address, self.cluster = address, cluster

    @property
    def file(self) -> Path | None:
        """The file of an SQLite database."""
        return None if "://" in self.address else Path(self.address)

    async def read_logs(self, rooms: Sequence[str]) -> dict[str, list[Row]]:
        """Return the logs of rooms. The server must not be running if this is a file."""
        store = open_store(self.address)
        await store.open()
        try:
            return {room: await store.read(room) for room in rooms}
        finally:
            await store.close()

    async def end_connections(self) -> int:
        """End the connections of our servers to PostgreSQL; return how many there were."""
        return len(await _ask(self.address, END_CONNECTIONS))


async def _ask(url: str, sql: str) -> list[Any]:
    import asyncpg  # type: ignore[import-untyped]

    connection = await asyncpg.connect(url, server_settings={"application_name": f"{NAME}-admin"})
    try:
        return list(await connection.fetch(sql))
    finally:
        await connection.close()


class Databases:
    """Makes databases, and removes them in the end. The cluster is started when it is first needed, and
    used by all scenarios."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.exit = ExitStack()
        self.cluster: PostgresCluster | None = None
        self.schemas: list[tuple[str, str]] = []

    async def close(self) -> None:
        """Remove all of them."""
        for url, schema in self.schemas:
            await _ask(url, f'DROP SCHEMA "{schema}" CASCADE')
        self.exit.close()

    async def new(self, needed: str, folder: Path) -> Database:
        """Return a new, empty database of the kind that is needed: `any`, `sqlite` or `cluster`. A file
        is in `folder`."""
        if needed == "sqlite" or (needed == "any" and self.kind == "sqlite"):
            return Database(str(folder / "rooms.sqlite"))
        if needed == "cluster" or self.kind == "postgresql":
            cluster = self._started_cluster()
            return await self._new_schema(cluster.url, cluster)
        return await self._new_schema(self.kind, None)

    def _started_cluster(self) -> PostgresCluster:
        if self.cluster is None:
            programs = find_programs()
            if programs is None:
                raise NotAvailable("PostgreSQL is not installed (no initdb).")
            if package := missing("postgres"):
                raise NotAvailable(str(MissingPackage("This", package, "postgres")))
            self.cluster = self.exit.enter_context(PostgresCluster(programs))
        return self.cluster

    async def _new_schema(self, url: str, cluster: PostgresCluster | None) -> Database:
        schema = f"torture_{secrets.token_hex(4)}"
        await _ask(url, f'CREATE SCHEMA "{schema}"')
        if cluster is None:  # a private one is removed as a whole
            self.schemas.append((url, schema))
        mark = "&" if "?" in url else "?"
        return Database(f"{url}{mark}search_path={schema}&application_name={NAME}", cluster)
