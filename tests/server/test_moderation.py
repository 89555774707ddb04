"""Moderation over real sockets: mute, kick, ban, chat off, reports, and deleting a room."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest

from tests.server.server_process import Player, Server, start_match
from turnwright.server.http.app import open_store

ADMIN = {"token": "the administrator's word"}
EVE = {"X-Forwarded-For": "203.0.113.9"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with host(tmp_path_factory.mktemp("moderation")) as running:
        yield running


def host(folder: Any, name: str = "rooms.sqlite", **settings: Any) -> Server:
    return Server(folder, name, admin_token=ADMIN["token"], proxies=["127.0.0.1"], **settings)


def watcher(server: Server, room: str, address: str = "203.0.113.9") -> Player:
    """Return a spectator from an address, who knows its number after its first line of chat."""
    return server.player(additional_headers={"X-Forwarded-For": address}).join(room, spectate=True)


def says(player: Player, text: str) -> str:
    """Chat; return the error code, or "" if everybody can read it."""
    return str(player.ask("chat", text=text).get("code", ""))


def notices(player: Player, code: str) -> list[dict[str, Any]]:
    player.drain()
    return [m for m in player.received if m["type"] == "info" and m["code"] == code]


def waiting_room(server: Server) -> tuple[Player, Player, dict[str, Any]]:
    """Return Ann, the host, and Ben from another address in a room that waits, and Ben's seat."""
    ann = server.post("/api/rooms", {"game": "skirmish", "name": "Ann", "coinFlip": False})
    path = f"/api/rooms/{ann['roomId']}/join"
    ben = server.post(path, {"name": "Ben"}, **{"X_Forwarded_For": EVE["X-Forwarded-For"]})
    players = [
        server.player().join(ann["roomId"], token=ann["token"]),
        server.player(additional_headers=EVE).join(ann["roomId"], token=ben["token"]),
    ]
    players[0].drain()
    return players[0], players[1], ben


def wait_until(is_true: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not is_true():
        assert time.monotonic() < until, "it does not happen"
        time.sleep(0.05)


# --- the host -------------------------------------------------------------------------------------


def test_the_host_mutes_a_player_who_then_plays_on_but_cannot_chat(server: Server) -> None:
    ann, ben = start_match(server)
    assert [s["host"] for s in ann.received[0]["seats"]] == [True, False]
    ann.ask("moderate", action="mute", seat="p2", reason="spam")
    told = ben.receive("info", code="muted")["message"]
    assert told.startswith("You are muted in this room until 20")
    assert told.endswith("UTC: spam.")
    assert ben.receive("info", code="moderation")["data"] == {"muted": ["p2"], "chatOff": False}
    assert says(ben, "hello") == "muted"
    assert says(ann, "only I can talk") == ""
    back = server.back(ben)
    assert back.received[0]["muted"] == ["p2"], "a page that is loaded again knows it"
    assert says(back, "hello?") == "muted", "a new connection does not help"
    ann.act("end_turn")
    assert back.act("end_turn")["type"] == "ack"
    ann.ask("moderate", action="unmute", seat="p2")
    back.receive("info", code="unmuted")
    assert says(back, "thank you") == ""


def test_others_cannot_moderate_and_nobody_themselves(server: Server) -> None:
    ann, ben = start_match(server)
    eve = watcher(server, ann.room)
    for player in (ben, eve):
        player.send("moderate", action="kick", seat="p1")
        assert player.receive("error")["code"] == "not_host"
    for wrong, code in (
        ({"action": "kick", "seat": "p1"}, "no_person"),
        ({"action": "mute", "seat": "p7"}, "no_person"),
        ({"action": "mute", "spectator": 99}, "no_person"),
        ({"action": "explode", "seat": "p2"}, "bad_request"),
        ({"action": "kick", "seat": "p2"}, "match_running"),
    ):
        ann.send("moderate", **wrong)
        error = ann.receive("error")
        assert (error["code"], bool(error["message"])) == (code, True), wrong
    assert ann.act("end_turn")["type"] == "ack"


def test_a_spectator_who_is_kicked_cannot_come_straight_back(server: Server) -> None:
    ann, _ = start_match(server)
    eve, dan = watcher(server, ann.room), watcher(server, ann.room, "203.0.113.7")
    says(eve, "boo")
    line = ann.receive("chat")
    assert (line["from"], line["name"]) == ("spectator", "spectator 1")
    ann.send("moderate", action="kick", spectator=1, reason="boo")
    assert eve.receive("info", code="kicked")["message"].endswith("UTC: boo.")
    assert eve.closed() == (4003, "kicked")
    again = server.player(additional_headers=EVE)
    again.send("join_room", roomId=ann.room, spectate=True)
    assert again.receive("error")["code"] == "banned"
    assert says(dan, "I am still here") == ""
    assert ann.receive("chat", text="I am still here")["name"] == "spectator 2"


def test_a_player_who_is_kicked_before_the_match_loses_the_seat(server: Server) -> None:
    ann, ben, seat = waiting_room(server)
    ann.send("moderate", action="kick", seat="p2")
    assert ben.closed() == (4003, "kicked")
    assert ann.receive("info", code="seats")
    ann.drain()
    seats = [m for m in ann.received if m.get("code") == "seats"][-1]["data"]["seats"]
    assert [s["free"] for s in seats] == [False, True]
    again = server.player(additional_headers=EVE)
    again.send("join_room", roomId=ann.room, token=seat["token"])
    assert again.receive("error")["code"] == "bad_token", "the seat is not Ben's any more"
    header = {"X_Forwarded_For": EVE["X-Forwarded-For"]}
    path = f"/api/rooms/{ann.room}/join"
    assert server.refusal(path, {"name": "Ben"}, **header) == (403, "banned")
    assert server.post(path, {"name": "Cleo"})["seat"] == "p2"


def test_chat_can_be_switched_off_for_a_room(server: Server) -> None:
    ann, ben = start_match(server)
    other, _ = start_match(server)
    ann.ask("moderate", action="chat_off")
    assert ben.receive("info", code="moderation")["data"]["chatOff"] is True
    assert [says(player, "hello") for player in (ann, ben, other)] == ["chat_off", "chat_off", ""]
    ann.ask("moderate", action="chat_on")
    ben.receive("info", code="moderation")
    assert says(ben, "hello") == ""


def test_the_next_player_becomes_the_host(server: Server) -> None:
    ann, ben, _ = waiting_room(server)
    ann.send("leave")
    ann.receive("info", code="left")
    seats = notices(ben, "seats")[-1]["data"]["seats"]
    assert [s["host"] for s in seats] == [False, True]
    ben.send("moderate", action="chat_off")
    assert ben.receive("info", code="moderation")["data"]["chatOff"] is True


# --- the administrator ----------------------------------------------------------------------------


def test_an_administrator_kicks_a_player_out_of_a_match_which_is_lost(server: Server) -> None:
    ann, ben = start_match(server)
    body = {"action": "kick", "seat": "p2", "reason": "cheating", "seconds": 60}
    server.post(f"/admin/rooms/{ann.room}/moderate", body, **ADMIN)
    assert ben.closed() == (4003, "kicked")
    over = ann.receive("game_over")
    assert (over["result"], over["reason"]) == ("victory", "Ben was removed")
    log = [json.loads(line) for line in server.log.read_text().splitlines()]
    (line,) = [one for one in log if one["event"] == "moderation" and one["room"] == ann.room]
    assert (line["action"], line["by"], line["reason"]) == ("kick", "administrator", "cheating")
    assert line["name"] == "Ben"


def test_a_banned_address_is_disconnected_and_stays_out_after_a_restart(
    address: str, tmp_path: Any
) -> None:
    with host(tmp_path, address) as server:
        ann, _ = start_match(server)
        eve = watcher(server, ann.room)
        ban = {"kind": "ban", "address": "203.0.113.9", "seconds": 3600, "reason": "flooding"}
        made = server.post("/admin/restrictions", ban, **ADMIN)
        assert eve.receive("info", code="banned")["message"].endswith("UTC: flooding.")
        assert eve.closed() == (4003, "banned")
        server.restart()
        (found,) = server.get("/admin/restrictions", **ADMIN)
        assert found == made
        assert (found["who"], found["imposedBy"]) == ("address:203.0.113.9", "administrator")
        again = server.player(additional_headers=EVE)
        again.send("join_room", roomId="another")
        assert again.receive("error")["code"] == "banned"
        header = {"X_Forwarded_For": "203.0.113.9"}
        for path in ("/api/rooms", "/api/quick"):
            assert server.refusal(path, {"game": "skirmish"}, **header) == (403, "banned")
        assert server.metric('turnwright_refusals_total{code="banned"}') == 3
        server.back(ann)
        lifted = server.post(f"/admin/restrictions/{made['id']}/lift", {}, **ADMIN)
        assert lifted == made
        assert server.post("/api/rooms", {"game": "skirmish"}, **header)["seat"] == "p1"


def test_a_ban_ends_by_itself(server: Server) -> None:
    body = {"kind": "ban", "address": "203.0.113.50", "seconds": 0.01}
    made = server.post("/admin/restrictions", body, **ADMIN)
    header = {"X_Forwarded_For": "203.0.113.50"}
    wait_until(lambda: server.ask("/api/rooms", {"game": "skirmish"}, **header)[0] == 201)
    assert made["id"] not in [one["id"] for one in server.get("/admin/restrictions", **ADMIN)]


def test_a_ban_of_a_room_removes_spectators_and_leaves_players_their_seats(server: Server) -> None:
    ann, ben, _ = waiting_room(server)
    eve, fay = watcher(server, ann.room), watcher(server, ann.room, "203.0.113.30")
    elsewhere = watcher(server, start_match(server)[0].room)
    ban = {"kind": "ban", "address": EVE["X-Forwarded-For"], "room": ann.room, "reason": "noise"}
    made = server.post("/admin/restrictions", ban, **ADMIN)
    assert eve.closed() == (4003, "banned")
    assert eve.received[-1]["message"] == "You were removed from this room: noise."
    for player in (ann, ben, fay, elsewhere):
        player.drain()  # Ben plays at the same address
    server.post(f"/admin/restrictions/{made['id']}/lift", {}, **ADMIN)
    watcher(server, ann.room).drain()


def test_who_is_in_a_room_is_said_if_somebody_is_not(server: Server) -> None:
    ann, _, _ = waiting_room(server)
    watcher(server, ann.room)
    asked = {"action": "kick", "seat": "p9"}
    _, _, data = server.ask(f"/admin/rooms/{ann.room}/moderate", asked, **ADMIN)
    sentence = "There is no p9 in this room, only: p1 (Ann), p2 (Ben), spectator 1."
    assert json.loads(data)["error"] == {"code": "no_person", "message": sentence}


def test_chat_can_be_switched_off_for_the_whole_server(tmp_path: Any) -> None:
    with host(tmp_path) as server:
        ann, _ = start_match(server)
        off = server.post("/admin/restrictions", {"kind": "mute", "reason": "storm"}, **ADMIN)
        assert ann.receive("info", code="moderation")["data"]["chatOff"] is True
        ann.send("chat", text="hello")
        assert ann.receive("error")["message"] == "Chat is off on this server: storm."
        server.post(f"/admin/restrictions/{off['id']}/lift", {}, **ADMIN)
        ann.receive("info", code="moderation")
        assert says(ann, "hello") == ""


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"kind": "ban"}, "bad_request"),
        ({"kind": "ban", "address": "1.2.3.4", "subject": "x"}, "bad_request"),
        ({"kind": "hug", "address": "1.2.3.4"}, "bad_request"),
        ({"kind": "ban", "address": "1.2.3.4", "seconds": -1}, "bad_request"),
        ({"kind": "mute", "room": "no/room"}, "no_room"),
    ],
)
def test_a_wrong_restriction_is_refused(server: Server, body: Any, code: str) -> None:
    before = server.get("/admin/restrictions", **ADMIN)
    assert server.refusal("/admin/restrictions", body, **ADMIN)[1] == code
    assert server.get("/admin/restrictions", **ADMIN) == before


def test_moderation_needs_the_token(server: Server) -> None:
    for path, body in (
        ("/admin/restrictions", None),
        ("/admin/restrictions", {"kind": "mute"}),
        ("/admin/restrictions/x/lift", {}),
        ("/admin/reports", None),
        ("/admin/rooms/x/moderate", {"action": "chat_off"}),
        ("/admin/rooms/x/delete", {}),
    ):
        assert server.refusal(path, body, token="wrong") == (403, "forbidden")
    assert server.refusal("/admin/restrictions/x/lift", {}, **ADMIN) == (404, "no_restriction")
    assert server.refusal("/admin/rooms/nowhere/delete", {}, **ADMIN) == (404, "no_room")


# --- reports --------------------------------------------------------------------------------------


def test_players_report_lines_and_names_which_the_administrator_reads(server: Server) -> None:
    ann, ben = start_match(server)
    says(ben, "something rude")
    ann.receive("chat")
    for text in ("something rude", ""):
        ann.send("report", seat="p2", text=text, reason="be nice")
        assert ann.receive("info")["code"] == "reported"
    for wrong, code in (
        ({"seat": "p2", "text": "never said"}, "no_line"),
        ({"seat": "p1", "text": "something rude"}, "no_line"),
        ({"seat": "p9"}, "no_person"),
    ):
        ann.send("report", **wrong)
        assert ann.receive("error")["code"] == code
    ben.drain()
    assert "report" not in json.dumps(ben.received), "the other player does not learn of it"
    found = server.get("/admin/reports", **ADMIN)[:2]
    assert [(one["room"], one["name"], one["line"]) for one in found] == [
        (ann.room, "Ben", ""),
        (ann.room, "Ben", "something rude"),
    ]
    assert {one["who"] for one in found} == {"address:127.0.0.1"}


def test_reports_are_limited_and_the_oldest_are_forgotten(tmp_path: Any) -> None:
    limits = {"report_rate": 0.001, "report_burst": 4, "max_reports": 3}
    with host(tmp_path, **limits) as server:
        ann, _ = start_match(server)
        for number in range(4):
            ann.send("report", seat="p2", reason=f"reason {number}")
            ann.receive("info", code="reported")
        ann.send("report", seat="p2")
        assert ann.receive("error")["code"] == "rate_limited"
        reasons = [one["reason"] for one in server.get("/admin/reports", **ADMIN)]
        assert reasons == ["reason 3", "reason 2", "reason 1"]


# --- chat and rooms in the store ------------------------------------------------------------------


def test_only_the_latest_lines_of_chat_are_stored(address: str, tmp_path: Any) -> None:
    with host(tmp_path, address, chat_kept=3) as server:
        ann, _ = start_match(server)
        for number in range(6):
            assert says(ann, f"line {number}") == ""
        server.restart()
        back = server.back(ann)
        assert [line["text"] for line in back.received[0]["chat"]] == ["line 3", "line 4", "line 5"]
        assert says(back, "line 6") == ""
        server.restart()
        texts = [line["text"] for line in server.back(ann).received[0]["chat"]]
        assert texts == ["line 4", "line 5", "line 6"]


def test_old_chat_is_deleted(tmp_path: Any) -> None:
    with host(tmp_path, chat_seconds=0.001) as server:
        ann, _ = start_match(server)
        says(ann, "soon forgotten")
        server.restart()  # old lines are deleted soon after the start, and then from time to time
        with closing(sqlite3.connect(server.db)) as db:
            wait_until(lambda: not db.execute("SELECT * FROM chat").fetchall())
        server.restart()
        assert server.back(ann).received[0]["chat"] == []


def test_players_who_come_later_do_not_read_the_chat_before_them(tmp_path: Any) -> None:
    with host(tmp_path) as server:
        ann, ben, _ = waiting_room(server)
        says(ann, "between us")
        for player in (ann, ben):
            player.send("leave")
            player.receive("info", code="left")
        server.restart()
        cleo = server.player().join(ann.room, "Cleo")
        assert cleo.received[0]["chat"] == []


def stored_replays(address: str) -> set[tuple[str, str]]:
    """The tables of replays, and the rooms that are in them."""

    async def read() -> set[tuple[str, str]]:
        store = open_store(address, is_read_only=True)
        await store.open()
        found = set()
        for table in ("replays", "frames", "frame_parts"):
            rows = await store.query(f"SELECT DISTINCT room FROM {table}")
            found |= {(table, room) for (room,) in rows}
        await store.close()
        return found

    return asyncio.run(read())


def test_a_deleted_room_is_gone_with_its_log_chat_and_replays(address: str, tmp_path: Any) -> None:
    with host(tmp_path, address) as server:
        ann, ben = start_match(server)
        other, _ = start_match(server)
        says(ann, "a secret plan")
        for _ in range(3):
            ann.act("end_turn")
            ben.act("end_turn")
            other.act("end_turn")
        ann.ask("resign")
        other.drain()
        assert server.get(f"/api/rooms/{ann.room}/replay", token=ann.token)
        server.stop()  # which stores the replay of the running match
        server.start()
        ann, ben, other = server.back(ann), server.back(ben), server.back(other)
        other.receive("state_update")
        kept = {("replays", other.room), ("frame_parts", other.room)}
        finished = {("replays", ann.room), ("frames", ann.room)}
        wait_until(lambda: stored_replays(address) == kept | finished)
        server.post(f"/admin/rooms/{ann.room}/delete", {"reason": "a request"}, **ADMIN)
        for player in (ann, ben):
            assert player.closed() == (4003, "room_deleted")
        for path in ("", "/replay", "/frames"):
            assert server.refusal(f"/api/rooms/{ann.room}{path}") == (404, "no_room")
        assert ann.room not in json.dumps(server.get("/api/history"))
        assert stored_replays(address) == kept
        server.restart()
        assert ann.room not in json.dumps(server.get("/admin/rooms", **ADMIN))
        if "://" not in address:
            with closing(sqlite3.connect(address)) as db:
                packed = b"".join(row[0] for row in db.execute("SELECT rows FROM commits"))
            assert ann.room.encode() not in packed
            assert other.room.encode() in packed
        back = server.back(other).receive("state_update")["state"]
        assert back["stateVersion"] == other.state["stateVersion"], "other rooms are untouched"
        again = server.player()
        again.send("join_room", roomId=ann.room, token=ann.token)
        assert again.receive("error")["code"] == "no_room"
        again.send("join_room", roomId=ann.room)
        assert again.receive("error")["code"] == "banned", "old tokens must not fit a new room"


# --- several nodes --------------------------------------------------------------------------------


def test_moderation_reaches_people_on_other_nodes(postgres_url: str, tmp_path: Any) -> None:
    """Ann plays on the node that owns the room; Ben, Eve and the administrator are at the other."""
    folders = [tmp_path / "first", tmp_path / "second"]
    for folder in folders:
        folder.mkdir()
    with (
        host(folders[0], postgres_url, lease=3.0) as first,
        host(folders[1], postgres_url, lease=3.0) as second,
    ):
        seat = first.post("/api/rooms", {"game": "skirmish", "name": "Ann", "coinFlip": False})
        room = seat["roomId"]
        ann = first.player().join(room, token=seat["token"])
        other = second.post(f"/api/rooms/{room}/join", {"name": "Ben"})
        ben, eve = second.player().join(room, token=other["token"]), watcher(second, room)
        for player in (ann, ben):
            player.send("ready")
        for player in (ann, ben):
            player.receive("state_update")

        ann.send("moderate", action="mute", seat="p2", reason="spam")
        assert ben.receive("info", code="muted")["message"].endswith("UTC: spam.")
        assert says(ben, "hello") == "muted"
        path = f"/admin/rooms/{room}/moderate"
        assert second.post(path, {"action": "unmute", "seat": "p2"}, **ADMIN)["muted"] == []
        assert says(ben, "thank you") == ""
        assert ann.receive("chat", text="thank you")

        assert second.post(path, {"action": "chat_off"}, **ADMIN)["chatOff"] is True
        for player in (ann, ben, eve):
            assert player.receive("info", code="moderation", data={"muted": [], "chatOff": True})
            assert says(player, "hello") == "chat_off"
        second.post(path, {"action": "chat_on"}, **ADMIN)
        assert says(eve, "boo") == ""

        ann.send("moderate", action="kick", spectator=1)
        assert eve.closed() == (4003, "kicked")
        for node in (first, second):
            again = node.player(additional_headers=EVE)
            again.send("join_room", roomId=room, spectate=True)
            assert again.receive("error")["code"] == "banned"

        away, _ = start_match(second)
        fay = watcher(second, away.room, "203.0.113.20")
        near = watcher(second, room, "203.0.113.20")
        ban = {"kind": "ban", "address": "203.0.113.20", "reason": "flooding"}
        made = first.post("/admin/restrictions", ban, **ADMIN)
        for player in (fay, near):
            assert player.closed() == (4003, "banned")
        header = {"X_Forwarded_For": "203.0.113.20"}
        for node in (first, second):
            asked = node.refusal("/api/rooms", {"game": "skirmish"}, **header)
            assert asked == (403, "banned")
        second.post(f"/admin/restrictions/{made['id']}/lift", {}, **ADMIN)
        wait_until(lambda: first.ask("/api/rooms", {"game": "skirmish"}, **header)[0] == 201)

        assert ann.act("end_turn")["type"] == "ack"
        second.post(f"/admin/rooms/{room}/end", {"reason": "late"}, **ADMIN)
        for player in (ann, ben):
            assert player.receive("game_over")["reason"] == "late"
        wait_until(lambda: ("frames", room) in stored_replays(postgres_url))
        second.post(f"/admin/rooms/{room}/delete", {"reason": "a request"}, **ADMIN)
        for player in (ann, ben):
            assert player.closed() == (4003, "room_deleted")
        for node in (first, second):
            for path in ("", "/replay", "/frames"):
                assert node.refusal(f"/api/rooms/{room}{path}") == (404, "no_room")
            again = node.player()
            again.send("join_room", roomId=room)
            assert again.receive("error")["code"] == "banned"
        assert room not in {name for _, name in stored_replays(postgres_url)}
        assert away.act("end_turn")["type"] == "ack", "other rooms go on"
