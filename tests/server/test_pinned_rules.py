"""Rules change between two starts of a server on one database."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
import time
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import Response

from tests.server.server_process import ROOT, Player, Server, start_match
from turnwright.cli import main
from turnwright.games import GAMES
from turnwright.games.isolated_import import IsolatedModules
from turnwright.games.rules_files import RulesSource
from turnwright.server.http.app import open_store
from turnwright.server.http.lobby import Lobby
from turnwright.server.node.maintenance import Maintenance
from turnwright.server.node.node import Node
from turnwright.server.node.replay_writer import ReplayWriter
from turnwright.server.node.settings import Settings
from turnwright.server.rooms import inputs
from turnwright.server.rules.hosted_games import HostedGames, OlderRules, load_hosted_games
from turnwright.server.storage.store import InfoChanges

HEAP = '''
import turnwright as tw

class Heap(tw.State):
    count: tw.Public[int] = 0
    secret: int = 0

game = tw.Game("heap", seats=2, state=Heap)

@game.move
def add(c, number: int = tw.arg(lambda c: [1, 2])):
    """Add to the heap; who reaches six wins."""
    c.G.count += number
    if c.G.count >= 6:
        c.win(c.seat)
    c.end_turn()
'''
DOUBLED = HEAP.replace("c.G.count += number", "c.G.count += 2 * number")
COMMENTED = HEAP + "# This changes nothing.\n"
EXTENDED = (
    HEAP
    + """
@game.move
def wait(c):
    c.end_turn()
"""
)
ADMIN = "letmein"


class RulesServer(Server):
    """`turnwright serve` with a game in a file. `output` is what it prints before its log."""

    def __init__(self, folder: Path, game: Path, *rules: Path | str, db: str = "") -> None:
        self.game, self.rules = game, rules
        super().__init__(folder, db or "rooms.sqlite")

    def start(self) -> RulesServer:
        command = [sys.executable, "-m", "turnwright", "serve", "--port", "0", "--db", str(self.db)]
        command += ["--game", str(self.game), "--message-rate", "0", "--lab-workers", "0"]
        for path in self.rules:
            command += ["--rules", str(path)]
        with self.log.open("ab") as errors:
            self.process = subprocess.Popen(
                command, cwd=ROOT, stdout=subprocess.PIPE, stderr=errors, env=admin_environment()
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline().decode()
        found = re.search(r"http://127.0.0.1:(\d+)/", line)
        assert found, self.log.read_text()
        self.port = int(found[1])
        while (
            self.process.poll() is None
        ):  # the address is printed before the first request is served
            with suppress(ConnectionRefusedError):
                self.get("/health")
                return self
            time.sleep(0.02)
        raise RuntimeError(self.log.read_text())

    def output(self) -> str:
        """Stop the server and return what it has printed since the start."""
        self.process.terminate()
        assert self.process.stdout is not None
        text = self.process.stdout.read().decode()
        self.stop()
        return text

    def events(self, name: str) -> list[dict[str, Any]]:
        lines = [json.loads(line) for line in self.log.read_text().splitlines() if line[:1] == "{"]
        return [line for line in lines if line.get("event") == name]


def admin_environment() -> dict[str, str]:
    return {**os.environ, "TURNWRIGHT_ADMIN_TOKEN": ADMIN}


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    path = tmp_path / "heap.py"
    path.write_text(HEAP)
    return path


def heap_games(path: Path) -> HostedGames:
    """The game of a file as a server in this process hosts it."""
    return load_hosted_games([str(path)], [])


def add(player: Player, number: int) -> None:
    assert player.act("add", payload={"number": number})["type"] == "ack"


def begin(server: RulesServer, **how: Any) -> tuple[Player, Player]:
    """Return Ann and Ben after one move each; the heap has three."""
    ann, ben = start_match(server, "heap", **how)
    add(ann, 1)
    add(ben, 2)
    return ann, ben


def finish(server: RulesServer, ann: Player, ben: Player) -> None:
    """Ann and Ben end their match: Ann wins."""
    add(ann, 1)
    add(ben, 1)
    add(ann, 2)


def upgrade(db: str | Path, game: Path, *more: str) -> int:
    return main(["upgrade", "--db", str(db), "--game", str(game), *more])


# --- rooms whose rules are gone -------------------------------------------------------------------


def test_a_room_without_its_rules_is_shown_refused_and_ended(
    tmp_path: Path, game_file: Path, address: str
) -> None:
    db = address if "://" in address else ""
    with RulesServer(tmp_path, game_file, db=db) as server:
        ann, _ = begin(server)
        assert not server.get("/api/rooms")[0]["rulesMissing"]
        secret = server.post("/api/rooms", {"game": "heap", "private": True, "name": "Dora"})
    game_file.write_text(DOUBLED, encoding="utf-8")
    with RulesServer(tmp_path, game_file, db=db) as server:
        (shown,) = server.get("/api/rooms")
        assert shown["rulesMissing"]
        assert server.get(f"/api/rooms/{ann.room}")["rulesMissing"]
        late = server.player()
        late.send("join_room", roomId=ann.room, token=ann.token)
        error = late.receive("error", "match_start")
        assert error["code"] == "rules_missing"
        assert error["message"] == "The rules of this room are not installed."
        path = f"/api/rooms/{ann.room}"
        assert server.refusal(f"{path}/join", {"name": "Cy"}) == (409, "rules_missing")
        assert server.refusal(f"{path}/frames") == (409, "rules_missing")
        hidden = f"/api/rooms/{secret['roomId']}/join"  # as if it did not exist
        assert server.refusal(hidden, {"name": "Cy"}) == (404, "no_room")
        with_code = {"name": "Cy", "code": secret["code"]}
        assert server.refusal(hidden, with_code) == (409, "rules_missing")
        for found, code in ((True, secret["code"]), (False, "AAAAAA")):
            late.send("join_room", roomId=secret["roomId"], spectate=True, code=code)
            assert late.receive("error")["code"] == ("rules_missing" if found else "no_room")
        assert server.refusal(f"/admin/rooms/{ann.room}", token=ADMIN) == (409, "rules_missing")
        end = f"/admin/rooms/{ann.room}/end"
        server.post(end, {"reason": "new rules"}, token=ADMIN)
        assert server.refusal(end, {"reason": "again"}, token=ADMIN) == (409, "already_over")
        assert server.get("/api/rooms") == []
        (played,) = server.get("/api/history")
        assert (played["result"], played["names"]) == ("a draw: new rules", ["Ann", "Ben"])
        seen = server.get(f"{path}/frames?seat=p1", token=ann.token)  # until the server stopped
        assert [frame["state"]["table"]["count"] for frame in seen["frames"]] == [0, 1, 3]
        begin(server)  # new rooms have the new rules
        (event,) = server.events("rules_missing")
        assert sum(each["rooms"] for each in event["missing"]) == 2, event
        assert "2 open rooms need rules that are not installed: heap 1-" in server.output()
    game_file.write_text(HEAP, encoding="utf-8")
    with RulesServer(
        tmp_path, game_file, db=db
    ) as server:  # the rules are back, and the room is over
        assert server.back(ann).receive("game_over")["reason"] == "new rules"
        assert server.get(f"{path}/frames")["total"] == 4


def test_deserted_rooms_without_rules_are_closed(tmp_path: Path, game_file: Path) -> None:
    """A match with a clock that nobody can play is ended like one without a clock."""

    db = str(tmp_path / "rooms.sqlite")

    async def play() -> None:
        node = Node(open_store(db), heap_games(game_file))
        await node.open()
        owned = await node.create(node.find_game("heap"), room_id="old")
        now = node.clock.now()
        for slot, name in enumerate(("Ann", "Ben")):
            node.deliver(owned, None, owned.handler.join(name, "", now)[1])
            node.deliver(owned, None, owned.handler.commit(inputs.SetReady(slot), now, "ready"))
        await node.wait_until_durable(owned)
        assert owned.room.status == "playing"
        out_of_time = InfoChanges(deadline=1.0)
        await node.store.append("old", owned.handler.epoch, [], out_of_time)
        await node.close()

    async def wait_for_long() -> None:
        node = Node(open_store(db), heap_games(game_file), Settings(abandoned_seconds=0.001))
        await node.open()
        await Maintenance(node).close_abandoned()
        info = await node.store.info("old")
        await node.close()
        assert info is not None
        assert (info.status, info.result) == ("over", "a draw: abandoned")

    asyncio.run(play())
    game_file.write_text(DOUBLED, encoding="utf-8")
    asyncio.run(wait_for_long())


# --- older versions beside the current one ----------------------------------------------------------


def test_old_rooms_go_on_with_older_rules(tmp_path: Path, game_file: Path) -> None:
    with RulesServer(tmp_path, game_file) as server:
        ann, ben = begin(server)
    (tmp_path / "old").mkdir()
    older = game_file.rename(tmp_path / "old" / "heap-1.py")
    game_file.write_text(DOUBLED, encoding="utf-8")
    with RulesServer(tmp_path, game_file, older) as server:
        assert not server.get(f"/api/rooms/{ann.room}")["rulesMissing"]
        ann, ben = server.back(ann), server.back(ben)
        for player in (ann, ben):
            player.receive("state_update")
        add(ann, 1)
        ann.drain()
        assert ann.state["table"]["count"] == 4
        cy, _ = start_match(server, "heap")
        add(cy, 1)
        cy.drain()
        assert cy.state["table"]["count"] == 2
        assert server.output() == ""


def test_a_game_in_a_wheel(tmp_path: Path) -> None:
    """A package with data and imports of its own, once installed and once as an older wheel."""
    files = {
        "heapgame/__init__.py": "",
        "heapgame/limits.py": "from pathlib import Path\n"
        "LIMIT = int(Path(__file__).with_name('limit.txt').read_text())\n",
        "heapgame/limit.txt": "6",
        "heapgame/rules.py": HEAP.replace(">= 6", ">= limit()")
        + "def limit():\n    from heapgame.limits import LIMIT\n    return LIMIT\n",
    }
    with zipfile.ZipFile(tmp_path / "heapgame-1.0-py3-none-any.whl", "w") as wheel:
        for name, text in files.items():
            wheel.writestr(name, text)
    newer = tmp_path / "site" / "heapgame"
    newer.mkdir(parents=True)
    for name, text in files.items():
        (newer / Path(name).name).write_text("9" if name.endswith(".txt") else text)
    check = f"""
import sys
sys.path.insert(0, {str(tmp_path / "site")!r})
from turnwright.server.rules.hosted_games import load_hosted_games
games = load_hosted_games(["heapgame.rules"], [{str(tmp_path / "heapgame-1.0-py3-none-any.whl")!r}])
old = games.older[0].find("heap", games.sources["heap"], games("heap").rules)
assert old.id != games.rules_of("heap")
for game, moves in ((old.game, 3), (games("heap"), 5), (games.find("heap", old.id), 3)):
    match = game.start()
    while match.result is None:
        match.play(match.acting[0], "add", 2)
    print(len(match.record.entries))
assert not games.has("heap", old.id + "x")
"""
    out = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=False)
    assert (out.stdout.split(), out.stderr) == (["3", "5", "3"], "")


def test_shipped_games_are_found_in_an_older_wheel(tmp_path: Path) -> None:
    """Netrunner and Duel of another version share nothing but the engine with the current ones."""
    wheel = tmp_path / "turnwright-0.9-py3-none-any.whl"
    package = ROOT / "src" / "turnwright"
    with zipfile.ZipFile(wheel, "w") as archive:
        for path in package.glob("games/**/*"):
            if path.is_file() and path.suffix in (".py", ".tsv"):
                text = path.read_text("utf-8")
                if path.name == "ember.py":
                    text = text.replace('"""', '"""Older. ', 1)
                archive.writestr(path.relative_to(package.parent).as_posix(), text)
        archive.writestr("turnwright/__init__.py", "raise ImportError('not the engine')")
    games = HostedGames(older=[OlderRules(str(wheel))])
    for name in ("duel", "netrunner", "lorcana"):
        old = games.older[0].find(name, games.sources[name], games(name).rules)
        assert old is not None
        assert old.game is not games(name)
        assert (old.id == games.rules_of(name)) == (name != "duel")
        assert old.game.start("seed").hash == games(name).start("seed").hash
    with pytest.raises(Exception, match="not installed"):
        games.find("duel", "1-other")


def test_importing_rules_stops_nobody(tmp_path: Path) -> None:
    """The rules are imported in a thread, once for all who ask for them; the event loop goes on."""
    rules = tmp_path / "turnwright/games/counter/game.py"
    rules.parent.mkdir(parents=True)
    rules.write_text(
        "import time\nfrom threading import current_thread\nimport turnwright as tw\ntime.sleep(0.2)\n"
        'with open(__file__ + ".log", "a") as log:\n    print(current_thread().name, file=log)\n'
        'game = tw.Game("counter", seats=2)\n'
    )
    games = HostedGames(older=[OlderRules(str(tmp_path))])
    steps = 0

    async def play() -> None:
        nonlocal steps
        while True:
            await asyncio.sleep(0.001)
            steps += 1

    async def ask() -> Response:
        node = Node(open_store(str(tmp_path / "rooms.sqlite")), games)
        await node.store.open()
        lobby, playing = Lobby(node), asyncio.create_task(play())
        scope: dict[str, Any] = {"type": "http", "path": "/", "headers": [], "method": "GET"}
        scope |= {"query_string": b"rules=1-none", "path_params": {"game": "counter"}}
        first, _ = await asyncio.gather(*[lobby.one_game(Request(scope)) for _ in "ab"])
        playing.cancel()
        await node.store.close()
        return first

    response = asyncio.run(ask())
    assert json.loads(response.body)["name"] == "counter"
    assert steps > 20
    (thread,) = Path(f"{rules}.log").read_text("utf-8").split()
    assert thread != "MainThread"


def test_a_searching_bot_plays_on_in_a_room_with_older_rules(
    tmp_path: Path, game_file: Path
) -> None:
    with RulesServer(tmp_path, game_file) as server:
        asked = {"game": "heap", "name": "Ann", "coinFlip": False, "bots": ["mcts:20"]}
        seat = server.post("/api/rooms", asked)
        ann = server.player().join(seat["roomId"], token=seat["token"])
        ann.ask("ready")
    (tmp_path / "old").mkdir()
    older = game_file.rename(tmp_path / "old" / "heap-1.py")
    game_file.write_text(DOUBLED, encoding="utf-8")
    with RulesServer(tmp_path, game_file, older) as server:
        ann = server.back(ann)
        while not ann.state.get("acting"):
            ann.receive("state_update")
        if "p1" in ann.state["acting"]:
            add(ann, 1)
        before = ann.state["stateVersion"]
        while "p1" not in ann.state["acting"] or ann.state["stateVersion"] == before:
            ann.receive("state_update")
        assert server.metric('turnwright_bot_decisions_total{outcome="decided"}') >= 1
        assert server.events("bot_failed") == []


OLD_BOTS = """
BOTS = {"museum": lambda seed: Goldfish()}
SEARCHES = {}
"""


class Page:
    """The socket of somebody who only looks."""

    address, bearer = "127.0.0.1", ""

    def __init__(self) -> None:
        self.received: list[dict[str, Any]] = []

    def send(self, frame: bytes) -> None:
        self.received.append(json.loads(frame))

    def close(self, code: int, reason: str) -> None:
        self.received.append({"type": "closed", "code": code})


@pytest.mark.parametrize("processes", [0, 1])
def test_bots_of_older_rules_are_their_own(tmp_path: Path, processes: int) -> None:
    """An older version of Netrunner had a bot `museum` and no `heuristic`."""
    games = tmp_path / "old" / "turnwright" / "games"
    shutil.copytree(ROOT / "src" / "turnwright" / "games" / "netrunner", games / "netrunner")
    (games / "__init__.py").touch()
    agents = games / "netrunner" / "agents.py"
    agents.write_text(agents.read_text() + OLD_BOTS)
    game_module = games / "netrunner" / "game.py"
    game_module.write_text(game_module.read_text() + "# older\n")
    db, folder = str(tmp_path / "rooms.sqlite"), tmp_path / "old"
    source = RulesSource(folder, GAMES["netrunner"])
    older = IsolatedModules(folder).import_module(GAMES["netrunner"]).game
    settings = Settings(bot_delay=0.0, window_delay=0.0, bot_processes=processes)

    async def begin() -> None:
        node = Node(open_store(db), HostedGames({"netrunner": older}, {"netrunner": source}))
        await node.open()
        for bot in ("museum", "heuristic"):
            owned = await node.create(older, room_id=bot, coin_flip=False)
            now = node.clock.now()
            for name, kind in (("Ann", ""), ("Bot", bot)):
                node.deliver(owned, None, owned.handler.join(name, kind, now)[1])
            node.deliver(owned, None, owned.handler.commit(inputs.SetReady(0), now, "ready"))
            await node.wait_until_durable(owned)
            assert owned.room.status == "playing"
        await node.close()

    async def go_on() -> None:
        node = Node(open_store(db), HostedGames(older=[OlderRules(str(folder))]), settings)
        await node.open()
        for bot in ("museum", "heuristic"):
            owned, page = await node.find_room(bot), Page()
            assert owned is not None
            node.socket_opened(page)
            look = {"type": "join_room", "roomId": bot, "spectate": True}
            node.frame_received(page, json.dumps(look))
            match, moves = owned.room.match, 0
            assert match is not None
            while not moves:
                if 0 in match.acting and not owned.outbox:
                    answer = match.prompt(0).default()
                    node.deliver(owned, None, owned.handler.bot_answer(answer, node.clock.now()))
                await asyncio.sleep(0.01)
                moves = sum(entry.seat == 1 for entry in match.record.entries)
            told = [one["message"] for one in page.received if one.get("code") == "bot_replaced"]
            if bot == "museum":
                assert told == []
                assert node.bots.stats.decisions["decided"] >= processes
            else:
                (sentence,) = told
                assert sentence.startswith(
                    "The bot heuristic cannot play by the rules of this room"
                )
        await node.close()

    asyncio.run(begin())
    asyncio.run(asyncio.wait_for(go_on(), 120))


@pytest.mark.parametrize("rules", ["nowhere.py", "empty"])
def test_rules_that_cannot_be_used(rules: str, tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "empty").mkdir()
    assert main(["serve", "--port", "0", "--rules", str(tmp_path / rules)]) == 2
    assert "--rules" in capsys.readouterr().err


# --- replays --------------------------------------------------------------------------------------


def pages(server: Server, ann: Player, ben: Player) -> list[Any]:
    """What a spectator and both seats see of the replay, and its record."""
    path, token = f"/api/rooms/{ann.room}", ann.token
    tokens = {"": token, ann.seat: token, ben.seat: ben.token}
    views = [server.get(f"{path}/frames?seat={seat}", token=tokens[seat]) for seat in tokens]
    return [*views, server.get(f"{path}/replay", token=token)]


def test_replays_need_no_rules(tmp_path: Path, game_file: Path) -> None:
    with RulesServer(tmp_path, game_file) as server:
        ann, ben = begin(server, private=True)
        finish(server, ann, ben)
        before = pages(server, ann, ben)
        about = server.get(
            f"/api/games/heap?rules={server.get(f'/api/rooms/{ann.room}', token=ann.token)['rules']}"
        )
        other, _ = begin(server)  # a match that is not over
    where = server.db
    assert upgrade(where, game_file) == 0
    game_file.write_text(
        DOUBLED.replace('"heap"', '"pile"'), encoding="utf-8"
    )  # the game is gone altogether
    with RulesServer(tmp_path, game_file) as server:
        assert pages(server, ann, ben) == before
        assert server.refusal(f"/api/rooms/{ann.room}/frames") == (404, "no_room")
        room = server.get(f"/api/rooms/{ann.room}", token=ann.token)
        assert {
            **server.get(f"/api/games/heap?rules={room['rules']}"),
            "bots": about["bots"],
        } == about
        path = f"/api/rooms/{other.room}"
        assert server.refusal(f"{path}/frames") == (409, "rules_missing")
        server.post(f"/admin/rooms/{other.room}/end", {"reason": "gone"}, token=ADMIN)
        assert server.get(f"{path}/frames")["total"] == 3  # as far as it was stored


def test_a_server_stores_replays_of_finished_matches(tmp_path: Path, game_file: Path) -> None:
    with RulesServer(tmp_path, game_file) as server:
        ann, ben = begin(server)
        finish(server, ann, ben)
        before = pages(server, ann, ben)

    async def write() -> None:
        node = Node(open_store(str(server.db)), heap_games(game_file))
        await node.open()
        await ReplayWriter(node).write_missing()
        assert await node.store.replays.missing(10) == []
        assert await node.store.replays.is_complete(ann.room, 1)
        await node.close()

    asyncio.run(write())
    game_file.write_text(DOUBLED, encoding="utf-8")
    with RulesServer(tmp_path, game_file) as server:
        assert pages(server, ann, ben) == before


# --- turnwright upgrade -----------------------------------------------------------------------------


def test_upgrade_tells_which_rooms_a_change_affects(
    tmp_path: Path, game_file: Path, address: str, capsys: Any
) -> None:
    db = address if "://" in address else ""
    newer, harmless = tmp_path / "newer.py", tmp_path / "harmless.py"
    newer.write_text(DOUBLED)
    harmless.write_text(COMMENTED)
    with RulesServer(tmp_path, game_file, db=db) as server:
        ann, ben = begin(server)
        finish(server, ann, ben)
        cy, _ = begin(server)
        waiting = server.post("/api/rooms", {"game": "heap", "name": "Eve"})
        where = server.db
        assert upgrade(where, newer, "--check") == 1  # while the server runs
        said = capsys.readouterr().out
        assert "Live rooms: 2. 0 go on with their own rules, 1 give the same states" in said
        assert "Finished matches: 1. 1 affected." in said
        affected = rf"room {cy.room} \(heap, playing\): input 6 of 7 gives another state\."
        assert re.search(affected, said), said
        assert waiting["roomId"] not in said
        assert upgrade(where, newer, "--rules", str(game_file), "--check") == 0
        assert "Live rooms: 2. 2 go on with their own rules" in capsys.readouterr().out
        assert upgrade(where, harmless, "--check") == 0
        assert (
            "2 give the same states with the current rules, 0 affected" in capsys.readouterr().out
        )
        add(cy, 1)  # nobody was disturbed


def test_upgrade_moves_rooms_that_are_not_affected(
    tmp_path: Path, game_file: Path, capsys: Any
) -> None:
    with RulesServer(tmp_path, game_file) as server:
        ann, ben = begin(server)
        assert upgrade(server.db, game_file) == 2
        assert "Another server is using" in capsys.readouterr().err
    game_file.write_text(COMMENTED, encoding="utf-8")
    with RulesServer(tmp_path, game_file) as server:
        assert server.get("/api/rooms")[0]["rulesMissing"]
    assert upgrade(server.db, game_file) == 0
    assert "Moved 1 room to the current rules." in capsys.readouterr().out
    with RulesServer(tmp_path, game_file) as server:
        ann, ben = server.back(ann), server.back(ben)
        for player in (ann, ben):
            player.receive("state_update")
        finish(server, ann, ben)
        assert server.get(f"/api/rooms/{ann.room}/frames")["total"] == 6


def test_a_match_that_is_played_on_is_affected_only_if_its_states_change(
    tmp_path: Path, game_file: Path, capsys: Any
) -> None:
    with RulesServer(tmp_path, game_file) as server:
        ann, ben = begin(server)
        finish(server, ann, ben)
        body = {"step": 2, "token": ann.token, "bot": "passive", "name": "Ann"}
        made = server.post(f"/api/rooms/{ann.room}/continue", body)
        again = server.player().join(made["roomId"], token=made["token"])
        again.send("ready")
        again.receive("state_update")
        where = server.db
    newer = tmp_path / "newer.py"
    newer.write_text(EXTENDED)
    assert upgrade(where, newer, "--check") == 0
    said = capsys.readouterr().out
    assert "1 give the same states with the current rules, 0 affected" in said
    newer.write_text(DOUBLED)
    assert upgrade(where, newer, "--check") == 1
    assert f"room {again.room} (heap, playing)" in capsys.readouterr().out
