"""Databases for the tests of the server: an SQLite file and a real PostgreSQL."""

from __future__ import annotations

import asyncio
import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import asyncpg
import pytest

from turnwright.server.storage.postgres import PostgresStore
from turnwright.server.storage.sqlite import SqliteStore
from turnwright.server.storage.store import Store
from turnwright.torture.postgres_cluster import PostgresCluster, find_programs

MISSING = "PostgreSQL is not installed here (no initdb in /usr/lib/postgresql): install postgresql."
numbers = itertools.count(1)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a PostgreSQL server that runs for the whole test session."""
    folder = find_programs()
    if folder is None:
        pytest.fail(MISSING) if os.environ.get("CI") == "true" else pytest.skip(MISSING)
    with PostgresCluster(folder) as cluster:
        yield cluster.url


@pytest.fixture
def postgres_url(postgres_server: str) -> Iterator[str]:
    """The address of an empty database: a new schema."""
    name = f"test{next(numbers)}"

    async def execute(sql: str) -> None:
        connection = await asyncpg.connect(postgres_server)
        await connection.execute(sql)
        await connection.close()

    asyncio.run(execute(f"CREATE SCHEMA {name}"))
    yield f"{postgres_server}?search_path={name}"
    asyncio.run(execute(f"DROP SCHEMA {name} CASCADE"))


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database: a file, or a PostgreSQL URL."""
    if request.param == "sqlite":
        return str(tmp_path / "rooms.db")
    return str(request.getfixturevalue("postgres_url"))


@pytest.fixture
def connect(address: str) -> Callable[[], Store]:
    """Return a factory of stores on one empty database, as several nodes have them."""
    kind = PostgresStore if address.startswith("postgresql:") else SqliteStore
    return lambda: kind(address)
