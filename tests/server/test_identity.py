"""Identity tokens of a provider: who is let in, lasting seats, bans of people, and ratings."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from tests.server.identity_provider import IdentityProvider
from tests.server.server_process import Player, Server
from turnwright.core.errors import UnusableError
from turnwright.server.http.identity import make_verifier

ADMIN = {"token": "the administrator's word"}
ROOM = {"game": "skirmish", "coinFlip": False}


@pytest.fixture(scope="module")
def provider() -> Iterator[IdentityProvider]:
    with IdentityProvider() as running:
        yield running


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, provider: IdentityProvider
) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("identity")
    settings = {**provider.settings, "admin_token": ADMIN["token"], "proxies": ["127.0.0.1"]}
    with Server(folder, **settings) as running:
        yield running


def play(server: Server, *tokens: str, **more: Any) -> list[Player]:
    """Return the players of a started match, who took their seats with these tokens."""
    first = server.post("/api/rooms", {**ROOM, **more}, token=tokens[0])
    path = f"/api/rooms/{first['roomId']}/join"
    seats = [first, *[server.post(path, {"code": first["code"]}, token=t) for t in tokens[1:]]]
    players = [server.player().join(seat["roomId"], token=seat["token"]) for seat in seats]
    for player in players:
        player.send("ready")
    for player in players:
        player.receive("state_update")
        player.drain()
    return players


# --- tokens ---------------------------------------------------------------------------------------


def test_the_name_comes_from_the_token_and_the_subject_is_not_shown(
    server: Server, provider: IdentityProvider
) -> None:
    token = provider.token("ann-4711", "Ann\u202e  of\x07 Green\tGables, Canada")
    ann, ben = play(server, token, provider.token("ben-4712"))
    names = [seat["name"] for seat in ben.received[0]["seats"]]
    assert names == ["Ann of Green Gables, Can", "Guest"]
    eve = server.player().join(ann.room, spectate=True)
    eve.drain()
    shown = "".join([*ben.frames, *eve.frames, json.dumps(server.get(f"/api/rooms/{ann.room}"))])
    assert "4711" not in shown


def test_without_a_token_everybody_is_anonymous(server: Server) -> None:
    assert server.post("/api/rooms", {**ROOM, "name": "Ann"})["seat"] == "p1"


OTHER_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
WRONG: dict[str, dict[str, Any]] = {
    "issuer": {"iss": "https://evil.example"},
    "audience": {"aud": "another-game"},
    "expired": {"exp": int(time.time()) - 60},
    "not yet": {"nbf": int(time.time()) + 86400},
    "no expiry": {"exp": None},
    "no subject": {"sub": None},
    "empty subject": {"sub": ""},
    "long subject": {"sub": "x" * 500},
    "unknown key": {"kid": "invented", "key": OTHER_KEY},
    "wrong signature": {"key": OTHER_KEY},
    "no signature": {"algorithm": "none", "key": ""},
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_token_is_refused(server: Server, provider: IdentityProvider, what: str) -> None:
    token = provider.token(**{"subject": "eve", **WRONG[what]})
    assert server.refusal("/api/rooms", ROOM, token=token) == (401, "bad_identity")
    eve = server.player()
    eve.send("join_room", roomId="wrong-token", identity=token)
    assert eve.receive("error")["code"] == "bad_identity"


def test_the_public_key_is_not_a_shared_secret(server: Server, provider: IdentityProvider) -> None:
    """A token that is signed with the public key, as if it were a password, is refused."""
    import base64
    import hashlib
    import hmac

    public = provider.keys["first"].public_key()
    pem = public.public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    good = provider.token("eve").split(".")

    def encoded(data: bytes) -> str:
        return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

    head = encoded(json.dumps({"alg": "HS256", "kid": "first"}).encode())
    signature = hmac.new(pem, f"{head}.{good[1]}".encode(), hashlib.sha256).digest()
    token = f"{head}.{good[1]}.{encoded(signature)}"
    assert server.refusal("/api/rooms", ROOM, token=token) == (401, "bad_identity")


def test_rubbish_is_refused(server: Server) -> None:
    for token in ("rubbish", "a.b.c", "." * 100, "x" * 9000):
        assert server.refusal("/api/rooms", ROOM, token=token) == (401, "bad_identity")


def test_keys_are_cached_and_found_again_after_a_rotation(tmp_path: Path) -> None:
    with IdentityProvider() as provider, Server(tmp_path, **provider.settings) as server:
        for number in range(5):
            server.post("/api/rooms", ROOM, token=provider.token(f"ann-{number}"))
        assert provider.asked == 1
        for number in range(20):
            invented = provider.token("eve", kid=f"invented-{number}", key=OTHER_KEY)
            server.refusal("/api/rooms", ROOM, token=invented)
        assert provider.asked == 1, "invented keys do not make the server ask again and again"
        provider.add_elliptic_key("second")
        token = provider.token("ann", algorithm="ES256")
        until = time.monotonic() + 60
        while server.ask("/api/rooms", ROOM, token=token)[0] != 201:
            assert time.monotonic() < until, "the new key is not found"
            time.sleep(0.5)
        assert provider.asked == 2
        provider.server.shutdown()  # the keys that are known stay in use
        assert server.post("/api/rooms", ROOM, token=provider.token("b", algorithm="ES256"))


def test_keys_can_come_from_a_file(tmp_path: Path, provider: IdentityProvider) -> None:
    file = tmp_path / "keys.json"
    file.write_text(json.dumps({"keys": provider.published}))
    with Server(tmp_path, **{**provider.settings, "identity_jwks": str(file)}) as server:
        assert server.post("/api/rooms", ROOM, token=provider.token("ann"))["seat"] == "p1"


def test_settings_that_would_check_nothing_are_refused() -> None:
    assert make_verifier("", "", "") is None
    with pytest.raises(UnusableError, match="identity_audience"):
        make_verifier("https://id.example/keys", "https://id.example", "")


def test_an_identity_can_be_required(tmp_path: Path, provider: IdentityProvider) -> None:
    with Server(tmp_path, **provider.settings, identity_required=True) as server:
        for path in ("/api/rooms", "/api/quick"):
            assert server.refusal(path, {"game": "skirmish"}) == (401, "identity_required")
        guest = server.player()
        for how in ({}, {"spectate": True}):
            guest.send("join_room", roomId="a-room", **how)
            assert guest.receive("error")["code"] == "identity_required"
        ann, _ = play(server, provider.token("ann"), provider.token("ben"))
        assert server.back(ann).seat == "p1", "a seat token is enough to return"
        with server.player(
            additional_headers={"Authorization": f"Bearer {provider.token('dan')}"}
        ) as dan:
            dan.join(ann.room, spectate=True)


# --- seats ----------------------------------------------------------------------------------------


def test_a_player_returns_to_the_seat_from_another_browser(
    server: Server, provider: IdentityProvider
) -> None:
    ann, ben = play(server, provider.token("ann"), provider.token("ben"), private=True)
    server.restart()
    again = server.player().join(ann.room, identity=provider.token("ann"))
    assert again.seat == "p1"
    header = {"Authorization": f"Bearer {provider.token('ben')}"}
    assert server.player(additional_headers=header).join(ann.room).seat == "p2"
    joined = server.post(f"/api/rooms/{ann.room}/join", {}, token=provider.token("ann"))
    assert joined["seat"] == "p1"
    assert again.ask("resign") == {}
    path = f"/api/rooms/{ann.room}/replay"
    assert server.get(path, token=provider.token("ben")), "nor is a token needed for the replay"
    assert server.refusal(path, token=provider.token("eve")) == (404, "no_room")
    eve = server.player()
    eve.send("join_room", roomId=ann.room, token=ben.token, identity=provider.token("eve"))
    assert eve.receive("error")["code"] == "bad_token", "the seat belongs to somebody else"


def test_a_ban_holds_on_to_the_person_not_to_the_address(
    server: Server, provider: IdentityProvider
) -> None:
    ann, eve = play(server, provider.token("ann"), provider.token("eve-13"))
    server.post("/admin/restrictions", {"kind": "ban", "subject": "eve-13"}, **ADMIN)
    assert eve.closed() == (4003, "banned")
    assert ann.receive("game_over")["reason"] == "Guest was banned"
    elsewhere = {"X_Forwarded_For": "203.0.113.77"}
    found = server.refusal("/api/rooms", ROOM, token=provider.token("eve-13"), **elsewhere)
    assert found == (403, "banned")
    assert server.post("/api/rooms", ROOM, token=provider.token("fay")), "the same address"


# --- ratings --------------------------------------------------------------------------------------


def finish(server: Server, *tokens: str, loser: int = 1) -> str:
    players = play(server, *tokens)
    players[loser].send("resign")
    for player in players:
        player.receive("game_over")
    return players[0].room


def test_matches_of_identified_players_are_rated(
    address: str, tmp_path: Path, provider: IdentityProvider
) -> None:
    settings = {**provider.settings, "admin_token": ADMIN["token"]}
    with Server(tmp_path, address, **settings) as server:
        ann, ben = provider.token("ann-1", "Ann"), provider.token("ben-2", "Ben")
        assert server.get("/api/ratings?game=skirmish") == []
        rooms = [finish(server, ann, ben) for _ in range(2)]
        path = "/api/ratings?game=skirmish"
        first, second = server.get(path)
        assert [(one["name"], one["matches"]) for one in (first, second)] == [
            ("Ann", 2),
            ("Ben", 2),
        ]
        assert first["rating"] > 0 > second["rating"]
        assert first["mean"] > 25 > second["mean"]
        assert "ann-1" not in json.dumps(server.get(path))
        assert server.get("/api/ratings?game=duel") == []
        server.restart()
        assert server.get(path) == [first, second], "ratings are a function of the stored matches"
        for _ in range(4):
            finish(server, ann, ben, loser=0)
        assert [one["name"] for one in server.get(path)] == ["Ben", "Ann"]
        for room in rooms:
            server.post(f"/admin/rooms/{room}/delete", {}, **ADMIN)
        assert [one["matches"] for one in server.get(path)] == [4, 4]


def test_other_matches_are_not_rated(server: Server, provider: IdentityProvider) -> None:
    before = server.get("/api/ratings")
    room = server.post("/api/rooms", ROOM, token=provider.token("gil", "Gil"))
    guest = server.post(f"/api/rooms/{room['roomId']}/join", {"name": "A guest"})
    players = [server.player().join(s["roomId"], token=s["token"]) for s in (room, guest)]
    for player in players:
        player.send("ready")
    players[0].receive("state_update")
    players[1].ask("resign")
    ended = play(server, provider.token("hal", "Hal"), provider.token("ivy", "Ivy"))[0].room
    server.post(f"/admin/rooms/{ended}/end", {}, **ADMIN)
    body = {**ROOM, "takeover": "random", "coinFlip": False}
    kim, lea = (provider.token(name, name) for name in ("Kim", "Lea"))
    seated = server.post("/api/rooms", body, token=kim)
    other = server.post(f"/api/rooms/{seated['roomId']}/join", {}, token=lea)
    players = [server.player().join(s["roomId"], token=s["token"]) for s in (seated, other)]
    for player in players:
        player.send("ready")
    players[1].receive("state_update")
    players[0].ask("leave")  # a bot plays on, and may win
    players[1].send("resign")
    players[1].receive("game_over")
    assert server.get("/api/ratings") == before
    assert server.refusal("/api/ratings?game=chess960") == (404, "unknown_game")
