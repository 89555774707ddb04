"""The secret that signs seat tokens can be replaced while people play."""

from __future__ import annotations

import asyncio
import time

import pytest

from tests.server.server_process import Server, start_match
from turnwright.server.http import tokens
from turnwright.server.http.app import open_store
from turnwright.server.http.token_secrets import (
    ANNOUNCE_SECONDS,
    Secret,
    TokenSecrets,
    read_secrets,
    rotate_secrets,
)

NOW = 1_000_000.0
DAY = 86400.0


def rotate(address: str, keep_seconds: float) -> TokenSecrets:
    async def work() -> TokenSecrets:
        store = open_store(address)
        await store.open()
        changed = await rotate_secrets(store, time.time(), keep_seconds)
        await store.close()
        return changed

    return asyncio.run(work())


def test_a_new_secret_is_accepted_before_it_signs_and_the_old_one_after() -> None:
    secrets = TokenSecrets([Secret("old")]).rotated(NOW, 7 * DAY)
    (new,) = set(secrets.accepted(NOW)) - {"old"}
    assert secrets.signing(NOW) == "old", "other nodes may not know the new one yet"
    later = NOW + ANNOUNCE_SECONDS
    assert secrets.signing(later) == new
    assert secrets.accepted(later) == [new, "old"]
    assert secrets.accepted(later + 7 * DAY) == [new]


def test_rotating_twice_keeps_no_secret_for_longer_than_it_had() -> None:
    once = TokenSecrets([Secret("old")]).rotated(NOW, 2 * DAY)
    twice = once.rotated(NOW + DAY, 30 * DAY)
    assert "old" in twice.accepted(NOW + DAY)
    assert "old" not in twice.accepted(NOW + 2 * DAY + ANNOUNCE_SECONDS)
    thrice = twice.rotated(NOW + 3 * DAY, DAY)
    assert "old" not in [secret.value for secret in thrice.known], "expired ones are removed"


def test_a_stolen_secret_is_worthless_at_once() -> None:
    secrets = TokenSecrets([Secret("stolen")]).rotated(NOW, 0)
    assert "stolen" not in secrets.accepted(NOW)
    assert secrets.accepted(NOW) == [secrets.signing(NOW)]


def test_a_token_is_read_with_any_accepted_secret_and_no_other() -> None:
    token = tokens.sign("b" * 32, "room", 1, 5)
    assert tokens.read(["a" * 32, "b" * 32], token, "room") == (1, 5)
    for secrets in (["a" * 32], []):
        with pytest.raises(tokens.BadToken):
            tokens.read(secrets, token, "room")
    expired = tokens.sign("b" * 32, "room", 1, 5, lifetime=-10)
    with pytest.raises(tokens.BadToken, match="expired"):
        tokens.read(["a" * 32, "b" * 32], expired, "room")


def test_players_keep_their_seats_over_a_rotation(address, tmp_path) -> None:
    is_shared = "://" in address
    with Server(tmp_path, address if is_shared else "rooms.db", lease=0.3) as server:
        ann, _ = start_match(server)
        changed = rotate(str(server.db), 7 * DAY)
        assert len(changed.known) == 2
        again = server.back(ann)
        assert again.seat == ann.seat
        assert tokens.read([changed.known[0].value], again.token, ann.room), "not yet"
        server.restart()
        assert server.back(ann).seat == ann.seat


def test_running_nodes_take_over_the_new_secrets(address, tmp_path) -> None:
    with Server(tmp_path, address if "://" in address else "rooms.db", lease=0.3) as server:
        ann, _ = start_match(server)
        rotate(str(server.db), 0)
        until = time.monotonic() + 60
        while True:  # nodes look from time to time
            with server.player() as player:
                player.send("join_room", roomId=ann.room, token=ann.token)
                said = player.receive("error", "match_start")
            if said["type"] == "error":
                assert said["code"] == "bad_token"
                break
            assert time.monotonic() < until, "the node still accepts the old secret"
            time.sleep(0.05)


def test_all_nodes_accept_a_new_secret_before_one_signs_with_it(postgres_url, tmp_path) -> None:
    """A private room exists only for those who have a seat in it, on every node."""
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    with (
        Server(tmp_path / "a", postgres_url, lease=0.3) as first,
        Server(tmp_path / "b", postgres_url, lease=0.3) as second,
    ):
        seat = first.post("/api/rooms", {"game": "skirmish", "name": "Ann", "private": True})
        changed = rotate(postgres_url, 7 * DAY)
        new = tokens.sign(changed.known[-1].value, seat["roomId"], 0, 2)
        until = time.monotonic() + ANNOUNCE_SECONDS
        for node in (first, second):
            path = f"/api/rooms/{seat['roomId']}"
            assert node.refusal(path) == (404, "no_room")
            assert node.get(path, token=seat["token"])["names"] == ["Ann", ""]
            while node.ask(path, token=new)[0] == 404:
                assert time.monotonic() < until, "a node does not know the new secret in time"
                time.sleep(0.05)


def test_a_database_from_before_rotations_keeps_its_secret(connect) -> None:
    async def work() -> None:
        store = connect()
        await store.open()
        await store.set_setting("secret", "of old")
        assert (await read_secrets(store)).accepted(NOW) == ["of old"]
        await rotate_secrets(store, NOW, DAY)
        assert (await read_secrets(store)).accepted(NOW)[1] == "of old"
        await store.close()

    asyncio.run(work())
