"""Play for the tests of the server: a small game, a table without a network, and a real server.

`game` is Skirmish, which asks every kind of question. `Table` is a room with people around it and a
clock that is set by hand. `Server` is a server process on a free port, and `Player` a client of it.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import turnwright as tw
from turnwright.server.http.app import HostedGames, open_store, start
from turnwright.server.node.node import Node
from turnwright.server.node.settings import Settings
from turnwright.server.rooms import inputs
from turnwright.server.rooms.message_handler import SENDER, SPECTATORS, MessageHandler, Reply
from turnwright.server.rooms.room import Room
from turnwright.server.storage.recovery import restore
from turnwright.server.storage.store import Row, Snapshot
from turnwright.server.views import protocol as wire

ROOT = Path(__file__).parent.parent.parent
SPECTATOR = None

# --- a game with every kind of question -----------------------------------------------------------

KINDS = ("Wolf", "Bear", "Fox", "Owl", "Hare", "Crow")


class Ground(tw.State):
    life: tw.Public[list[int]] = tw.default(lambda: [8000, 8000])


def set_up(c: Any) -> None:
    for seat in c.seats:
        kinds = [*KINDS, *KINDS]
        c.shuffle(kinds, "decks")
        for kind in kinds:
            c.renumber_card(c.create_card(kind, "deck", seat).id)
        c.draw_card(4, seat)
        for face_up in (True, False):
            (card,) = c.draw_card(1, seat, "field")
            c.turn_card(card, face_up)


def kind(c: Any) -> Any:
    """Names a card for the asked: what another side has face down has none."""

    def name(card_id: int) -> str:
        card = c.card(card_id)
        return card.kind if card.face_up or card.owner == c.seat else "Face-down card"

    return name


def finish(c: Any) -> None:
    """The other one draws, and it is their turn; whoever cannot draw has lost."""
    for seat in c.seats:
        if c.G.life[seat] <= 0:
            c.lose(seat, reason="no life left")
            return
    if not c.draw_card(1, c.opponent):
        c.lose(c.opponent, reason="no card left")
    c.end_turn()


def search(c: Any) -> Any:
    """Pay 800 life, take a card of the deck: one price however often it is asked."""
    c.G.life[c.seat] -= 800
    deck = list(c.zone("deck"))
    if deck:
        card = yield c.choose("Take a card", deck, label=kind(c), is_cards=True, id="search")
        c.move_card(card, "hand", c.seat)
    c.commit()
    finish(c)


def strike(c: Any) -> Any:
    """A card as the price and a target; then the target's owner, and then the striker, is asked."""
    price = yield c.choose(
        "Give up a card",
        list(c.zone("hand")),
        label=kind(c),
        intent="cost",
        is_cards=True,
        id="cost",
    )
    target = yield c.choose(
        "Destroy one card", list(c.zone("field", c.opponent)), label=kind(c), intent="harm",
        is_cards=True, is_field=True, id="target",
    )  # fmt: skip
    c.move_card(price, "grave", c.seat)
    c.turn_card(target)
    c.move_card(target, "grave", c.opponent)
    if (yield c.yes_no("Draw a card for your loss?", seat=c.opponent, id="console")):
        c.draw_card(1, c.opponent)
    more = yield c.choose_many(
        "Give up more", list(c.zone("hand")), 0, 2, label=kind(c), is_cards=True, id="more"
    )
    for card in more:
        c.move_card(card, "grave", c.seat)
        c.G.life[c.opponent] -= 100
    finish(c)


def can_strike(c: Any) -> Any:
    return (bool(c.zone("hand")) and bool(c.zone("field", c.opponent))) or "Nothing to strike."


def parley(c: Any) -> Any:
    """Both choose in secret."""
    c.commit()
    words = {"peace": "Peace", "war": "War"}
    chosen = yield [c.menu("Peace or war?", words, seat=seat, id="word") for seat in c.seats]
    for seat in c.seats:
        c.G.life[seat] -= 500 * list(chosen.values()).count("war")
    finish(c)


def sort(c: Any) -> Any:
    """Look at the three on top, and put them back in any order."""
    c.reveal()
    top = list(c.zone("deck"))[-3:]
    for card in (yield c.order("Put these back", top, label=kind(c), is_cards=True, id="sort")):
        c.move_card(card, "deck", c.seat)
    finish(c)


def mode(c: Any) -> Any:
    c.commit()
    words = {"gain": "Gain 100", "lose": "Lose 100", "nothing": "Nothing"}
    word = yield c.menu("Which?", words, id="mode")
    c.G.life[c.seat] += {"gain": 100, "lose": -100, "nothing": 0}[word]
    finish(c)


def cry(c: Any) -> Any:
    """The other one may answer."""
    c.commit()
    answer = yield c.choose("Respond?", ["counter"], optional=True, seat=c.opponent, id="respond")
    c.G.life[c.seat if answer else c.opponent] -= 300
    finish(c)


def attack(
    c: Any,
    attacker: int = tw.arg(lambda c: [i for i in c.zone("field") if c.card(i).face_up]),
    target: int | str = tw.arg(lambda c: ["direct", *c.zone("field", c.opponent)]),
) -> None:
    if target == "direct":
        c.G.life[c.opponent] -= 1500
    else:
        c.turn_card(target)
        c.move_card(target, "grave", c.opponent)
    finish(c)


def play(c: Any, card: int = tw.arg(lambda c: c.zone("hand"))) -> None:
    c.move_card(card, "field", c.seat)
    finish(c)


def set_card(c: Any, card: int = tw.arg(lambda c: c.zone("hand"))) -> None:
    c.move_card(card, "field", c.seat)
    c.card(card).face_up = False
    finish(c)


def crash(c: Any) -> Any:
    """A rule with a mistake in it, behind a question."""
    c.commit()
    if (yield c.yes_no("Divide by zero?", id="crash")):
        c.G.life[c.seat] //= 0
    finish(c)


def crash_at_once(c: Any) -> None:
    c.G.life[c.seat] -= 1
    raise KeyError("a mistake")


def protest(c: Any) -> None:
    """Anybody may, at any time, and it is always refused from inside."""
    c.G.life[c.seat] -= 1
    c.refuse("Protest is noted and refused.")


def give_in(c: Any) -> None:
    c.lose(c.seat, reason="gave in")


ZONES = {
    "hand": tw.Zone("owner"),
    "deck": tw.Zone("hidden"),
    "field": tw.Zone("public"),
    "grave": tw.Zone("public", wire="graveyard"),
}
MOVES = {
    "search": search,
    "strike": tw.move(when=can_strike)(strike),
    "parley": parley,
    "sort": tw.move(when=lambda c: len(c.zone("deck")) > 1 or "Too few cards.")(sort),
    "mode": mode,
    "cry": cry,
    "attack": attack,
    "play": play,
    "set_card": set_card,
    "end_turn": finish,
    "crash": crash,
    "crash_at_once": crash_at_once,
    "protest": tw.move(by="anyone")(protest),
    "concede": tw.move(by="anyone")(give_in),
}
SAFE = [name for name in MOVES if not name.startswith("crash")]


def skirmish(name: str = "skirmish", **changes: Any) -> tw.Game:
    about = {
        "seats": 2, "state": Ground, "zones": ZONES, "moves": MOVES, "setup": set_up,
        "player_facts": lambda c, seat: {"lp": c.G.life[seat]},
        "card_facts": lambda c, card: {"name": c.card(card).kind, "cardKind": "monster"},
        "library": {kind: {"name": kind} for kind in KINDS},
        "about": "Asks every kind of question.",
    }  # fmt: skip
    return tw.Game(name, **{**about, **changes})


game = skirmish()


def see_nothing(c: Any, seat: int | None) -> dict[str, Any]:
    if c.ctx.num_moves:
        raise ValueError("a mistake in a view")
    return {}


def set_up_wrongly(c: Any) -> None:
    raise ValueError("a mistake in the setup")


blind = skirmish("blind", view=see_nothing)  # cannot be looked at after the first move
stillborn = skirmish("stillborn", setup=set_up_wrongly)
GAMES = HostedGames({g.name: g for g in (game, blind, stillborn)})


# --- a table without a network --------------------------------------------------------------------


def frame(type: str, **fields: Any) -> bytes:
    """A client's message: names in camelCase, as they are on the wire."""
    return json.dumps({"type": type, **fields}).encode()


def of(heard: list[dict[str, Any]], type: str) -> list[dict[str, Any]]:
    return [message for message in heard if message["type"] == type]


def error_of(heard: list[dict[str, Any]]) -> str:
    """The code of the one error among these messages."""
    (error,) = of(heard, "error")
    assert error["message"].strip(), "a refusal is a sentence"
    return str(error["code"])


class Table:
    """A room with everybody seated, ready and listening: p1 is seat 0, and so on.

    What is said is handled at once, and every answer is heard by those it is for. `clock` only moves
    when somebody waits. `restart` throws the room away and builds it again from what was stored.
    """

    def __init__(
        self,
        game: tw.Game = game,
        seed: str = "a seed",
        *,
        seats: int = 2,
        ready: bool = True,
        watched: bool = True,
        bots: dict[int, str] | None = None,
        **create: Any,
    ) -> None:
        self.clock = 1_000_000.0
        given = inputs.Create(
            game=game.name, rules=game.rules, seed=seed, slots=seats,
            **{"coin_flip": False, **create},
        )  # fmt: skip
        self.game, self.id = game, "room"
        self.rows = [Row(self.id, 1, "create", body=inputs.encode(given), at=self.clock)]
        self.handler = MessageHandler(Room(self.id, game, given), 1)
        self.handler.spectator_count = int(watched)
        self.heard: dict[int | None, list[dict[str, Any]]] = {s: [] for s in range(seats)}
        self.heard[SPECTATOR] = []
        self.bytes: dict[int | None, list[bytes]] = {seat: [] for seat in self.heard}
        for slot in range(seats):
            bot = (bots or {}).get(slot, "")
            _, reply = self.handler.join(f"Player {slot + 1}", bot, self.clock, slot)
            if not bot:
                self.handler.connect(slot)
            self._deliver(reply)
        if ready:
            for slot in range(seats):
                if slot not in (bots or {}):
                    self.say(slot, "ready")

    @property
    def room(self) -> Room:
        return self.handler.room

    @property
    def match(self) -> tw.Match:
        assert self.room.match is not None
        return self.room.match

    def _deliver(self, reply: Reply, seat: int | None = SPECTATOR) -> list[dict[str, Any]]:
        """Store the rows, and let everybody hear; the value is what `seat` hears."""
        self.rows += reply.rows
        mine = []
        for to, data in reply.frames:
            who = SPECTATOR if to == SPECTATORS else seat if to == SENDER else self.room.seating[to]
            message = msgspec.json.decode(data)
            self.heard[who].append(message)
            self.bytes[who].append(data)
            if who == seat:
                mine.append(message)
        return mine

    def say(self, seat: int | None, type: str, **fields: Any) -> list[dict[str, Any]]:
        """A message of a seat (None: of a spectator), and what that seat hears in answer."""
        slot = None if seat is SPECTATOR else self.room.seating.index(seat)
        message = wire.decode(frame(type, **fields))
        return self._deliver(self.handler.handle(slot, message, self.clock), seat)

    def act(self, seat: int, move: str, **payload: Any) -> list[dict[str, Any]]:
        return self.say(seat, "action", actionType=move, payload=payload)

    def answer(self, seat: int, *choice: Any, **more: Any) -> list[dict[str, Any]]:
        """Answer the open prompt of a seat."""
        prompt = self.prompt(seat)
        assert prompt is not None, "nothing is asked"
        given = choice[0] if len(choice) == 1 else list(choice)
        return self.say(seat, "prompt_response", promptId=prompt["promptId"], choice=given, **more)

    def prompt(self, seat: int) -> dict[str, Any] | None:
        """The prompt that is open to a seat, as somebody would see it who comes back now."""
        found = of(self.welcome(seat), "prompt_request")
        return found[0]["prompt"] if found else None

    def prompt_shows_secrets(self, seat: int | None) -> bool:
        """Does an open question show the seat cards that lie hidden otherwise, as a search does?"""
        question = None if seat is SPECTATOR else self.match.asked.get(seat)
        return question is not None and not question.is_field

    def candidates(self, seat: int) -> list[str]:
        prompt = self.prompt(seat)
        assert prompt is not None
        return [candidate["id"] for candidate in prompt["requirement"]["candidates"]]

    def welcome(self, seat: int | None) -> list[dict[str, Any]]:
        """What a seat is sent that comes back."""
        slot = None if seat is SPECTATOR else self.room.seating.index(seat)
        return [
            msgspec.json.decode(data) for data in self.handler.join_frames(slot, "t", self.clock)
        ]

    def state(self, seat: int | None) -> dict[str, Any]:
        return of(self.welcome(seat), "state_update")[0]["state"]

    def life(self, seat: int) -> int:
        return int(self.state(SPECTATOR)["table"]["life"][seat])

    def wait(self, seconds: float) -> None:
        """Time goes by, and what has run out of it is closed."""
        self.clock += seconds
        for reply in self.handler.expire(self.clock):
            self._deliver(reply)

    def wait_for_timeout(self) -> None:
        deadline = self.handler.deadline
        assert deadline is not None, "nobody's time is running"
        self.wait(deadline - self.clock)

    def restored(self, at: int | None = None) -> Room:
        """The room as somebody else would read it: from its rows, or from an image and the rest."""
        find = {self.game.name: self.game}.__getitem__
        if at is None:
            return restore(self.id, find, None, self.rows)
        early = restore(self.id, find, None, self.rows[:at])
        snapshot = Snapshot(self.id, early.seq, early.to_snapshot())
        return restore(self.id, find, snapshot, self.rows[at:])

    def restart(self, room: Room | None = None) -> None:
        """The server dies and comes back; everybody connects again."""
        old = self.handler
        self.handler = MessageHandler(room or self.restored(), old.epoch + 1)
        self.handler.spectator_count = old.spectator_count
        for slot in old.connected_slots:
            self.handler.connect(slot)

    @property
    def fingerprint(self) -> tuple[Any, ...]:
        return fingerprint(self.room)

    def random_answer(self, rng: random.Random, moves: list[str] | None = None) -> list[Any]:
        """Somebody who must act does something legal; the value is (seat, what was heard)."""
        match = self.match
        seat = rng.choice(match.acting)
        question = match.asked.get(seat)
        if question is not None:
            return [seat, self.say(seat, "prompt_response", **self.random_choice(rng, seat))]
        options = self.state(seat)["options"]
        if moves is not None:
            options = [o for o in options if o["id"].partition(":")[0] in moves]
        option = rng.choice(options)
        fields = {"actionType": option["id"].partition(":")[0], "payload": option["payload"]}
        return [seat, self.say(seat, "action", **fields)]

    def random_choice(self, rng: random.Random, seat: int) -> dict[str, Any]:
        """A valid answer to the prompt of a seat."""
        prompt = self.prompt(seat)
        assert prompt is not None
        question = self.match.asked[seat]
        for _ in range(50):
            count = rng.randint(question.min, question.max)
            picks = rng.sample([option.id for option in question.options], count)
            if question.check(picks) is None:
                break
        else:
            picks = list(question.default())
        return {"promptId": prompt["promptId"], "choice": picks}


def fingerprint(room: Room) -> tuple[Any, ...]:
    """All that must be the same of a room, wherever it was read from."""
    match = room.match
    return (
        room.status, room.version, room.seq, room.match_number, room.prompt_count, room.seating,
        room.changed_at,
        None if match is None else match.hash,
        None if match is None else match.version,
        None if match is None else [prompt.data() for prompt in match.prompts],
        {seat: (o.prompt_id, o.version, o.deadline, o.kind) for seat, o in room.open_prompts.items()},
        [(slot.name, slot.bot, slot.is_ready, slot.wants_rematch, slot.timeouts)
         for slot in room.slots],
        room.lines[-60:], room.line_count, room.chat, room.actions, room.result, room.turn,
    )  # fmt: skip


# --- a real server --------------------------------------------------------------------------------


class Server:
    """A server process with its database in a folder, or at an address. Its log is in `log`.

    At the end of a `with` it is stopped, and whoever is connected is disconnected first.
    """

    def __init__(self, folder: Path, name: str = "rooms.sqlite", **settings: Any) -> None:
        self.folder, self.db = folder, name if "://" in name else folder / name
        self.log = folder / "server.log"
        self.settings = {"bot_delay": 0.0, "create_burst": 1e9, "message_rate": 1e9, **settings}
        self.settings.setdefault("message_burst", self.settings["message_rate"])
        self.players: list[Player] = []
        self.start()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: Any) -> None:
        for player in self.players:
            player.close()
        self.stop()

    def start(self) -> Server:
        paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONWARNINGS": "default"}
        with self.log.open("ab") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.server.play", str(self.db), json.dumps(self.settings)],
                cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=errors,
            )  # fmt: skip
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            self.stop()
            raise RuntimeError(f"the server did not start:\n{self.log.read_text()}")
        self.port = int(line)
        return self

    def kill(self) -> None:
        """As when the power fails: it has no chance to say or to write anything more."""
        self.process.send_signal(signal.SIGKILL)
        self._reap()

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self.process.kill()
        self._reap()

    def _reap(self) -> None:
        self.process.wait(timeout=20)
        if self.process.stdout is not None:
            self.process.stdout.close()

    def restart(self) -> Server:
        self.kill()
        return self.start()

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/socket"

    def ask(
        self, path: str, body: Any = None, *, token: str = "", method: str = "", **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """An HTTP request: POST if it has a body. The value is status, headers and body."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            data = body if isinstance(body, bytes) else None if body is None else json.dumps(body)
            given = {name.replace("_", "-"): value for name, value in headers.items()}
            if token:
                given["Authorization"] = f"Bearer {token}"
            connection.request(method or ("GET" if body is None else "POST"), path, data, given)
            answer = connection.getresponse()
            found = {name.lower(): value for name, value in answer.getheaders()}
            return answer.status, found, answer.read()
        finally:
            connection.close()

    def get(self, path: str, **more: Any) -> Any:
        """What a request gets that must succeed."""
        status, _, data = self.ask(path, **more)
        assert status < 300, (status, data)
        return json.loads(data)

    def post(self, path: str, body: Any, **more: Any) -> Any:
        return self.get(path, body=body, **more)

    def refusal(self, path: str, body: Any = None, **more: Any) -> tuple[int, str]:
        """The status and code of a request that must fail."""
        status, _, data = self.ask(path, body, **more)
        error = json.loads(data)["error"]
        assert status >= 400
        assert error["message"].strip()
        return status, error["code"]

    def player(self, **more: Any) -> Player:
        self.players.append(Player(self.url, **more))
        return self.players[-1]

    def back(self, player: Player) -> Player:
        """Somebody comes back: a new connection with the old token."""
        return self.player().join(player.room, token=player.token)

    def metric(self, name: str) -> float:
        text = self.ask("/metrics")[2].decode()
        return sum(float(line.split()[-1]) for line in text.splitlines() if line.startswith(name))


class Player:
    """Somebody with a browser: says messages, and hears what comes."""

    def __init__(self, url: str, **how: Any) -> None:
        self.socket = connect(
            url,
            proxy=None,
            compression=None,
            ping_interval=None,
            max_queue=None,
            legacy=True,
            **how,
        )
        self.heard: list[dict[str, Any]] = []
        self.frames: list[str] = []
        self.token, self.room, self.seat = "", "", ""
        self.state: dict[str, Any] = {}
        self.prompt: dict[str, Any] | None = None

    def __enter__(self) -> Player:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def close(self) -> None:
        self.socket.close()

    def vanish(self) -> None:
        """Break the connection without a word."""
        self.socket.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()

    def say(self, type: str, **fields: Any) -> None:
        self.socket.send(frame(type, **fields).decode())

    def hear(self, *types: str, **fields: Any) -> dict[str, Any]:
        """The next message of one of these types (and with these fields); others are noted."""
        while True:
            text = self.socket.recv(timeout=10)
            self.frames.append(text if isinstance(text, str) else text.decode())
            message = json.loads(text)
            self._note(message)
            is_wanted = not types or message["type"] in types
            if is_wanted and all(message.get(name) == fields[name] for name in fields):
                return message

    def _note(self, message: dict[str, Any]) -> None:
        self.heard.append(message)
        match message["type"]:
            case "match_start":
                self.token = message["token"] or self.token
                self.room, self.seat = message["roomId"], message["youAre"]
                self.prompt = None
            case "state_update":
                self.state = message["state"]
            case "prompt_request":
                self.prompt = message["prompt"]
            case "prompt_closed":
                if self.prompt is not None and self.prompt["promptId"] == message["promptId"]:
                    self.prompt = None

    def ask(self, type: str, **fields: Any) -> dict[str, Any]:
        """Say something and hear everything up to the pong that follows it: all is answered then."""
        self.say(type, **fields)
        return self.settle()

    def settle(self) -> dict[str, Any]:
        """Hear all that has come up to now. The value is the last error or ack, if there is one."""
        mark = random.randrange(1, 1 << 40)
        begun = len(self.heard)
        self.say("ping", t=mark)
        self.hear("pong", t=float(mark))
        words = [m for m in self.heard[begun:] if m["type"] in ("error", "ack")]
        return words[-1] if words else {}

    def join(self, room: str, name: str = "", **fields: Any) -> Player:
        self.say("join_room", roomId=room, playerName=name or None, **fields)
        first = self.hear("match_start", "error")
        assert first["type"] == "match_start", first
        return self

    def closed(self) -> tuple[int, str]:
        """Hear everything until the server closes; the value is its code and reason."""
        try:
            while True:
                self.hear()
        except ConnectionClosed as closed:
            return (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else (1006, "")

    def act(self, move: str, **fields: Any) -> dict[str, Any]:
        """A move; waits for its acknowledgement or refusal."""
        fields.setdefault("actionId", f"a{random.getrandbits(64)}")
        payload = fields.pop("payload", {})
        self.say("action", actionType=move, payload=payload, **fields)
        return self.hear("ack", "error", actionId=fields["actionId"])

    def answer(self, choice: Any, **fields: Any) -> dict[str, Any]:
        assert self.prompt is not None
        fields.setdefault("actionId", f"a{random.getrandbits(64)}")
        self.say("prompt_response", promptId=self.prompt["promptId"], choice=choice, **fields)
        return self.hear("ack", "error", actionId=fields["actionId"])


def seat_two(server: Server, game: str = "skirmish", **how: Any) -> tuple[Player, Player]:
    """Ann (p1) and Ben (p2) in a started match, having heard how it begins."""
    ann = server.post("/api/rooms", {"game": game, "name": "Ann", "coinFlip": False, **how})
    ben = server.post(f"/api/rooms/{ann['roomId']}/join", {"name": "Ben", "code": ann["code"]})
    people = [server.player().join(seat["roomId"], token=seat["token"]) for seat in (ann, ben)]
    for player in people:
        player.say("ready")
    for player in people:
        player.hear("state_update")
        player.settle()
    return people[0], people[1]


def play_on(
    players: list[Player], rng: random.Random, steps: int, moves: list[str] | None = None
) -> int:
    """Random legal play over the wire until the end, or so many steps; the value is the steps taken."""
    by_seat = {player.seat: player for player in players}
    for step in range(steps):
        state = players[0].state
        if state["result"] is not None:
            return step
        mover = by_seat[rng.choice(state["acting"])]
        if mover.prompt is not None:
            said = mover.answer(wish(mover.prompt, rng))
            if said["type"] == "error":
                said = mover.answer(wish(mover.prompt, rng, is_default=True))
        else:
            options = mover.state["options"]
            if moves is not None:
                options = [o for o in options if o["id"].partition(":")[0] in moves]
            option = rng.choice(options)
            said = mover.act(option["id"].partition(":")[0], payload=option["payload"])
        assert said["type"] == "ack", said
        for player in players:
            while player.state["stateVersion"] < said["stateVersion"]:
                player.hear("state_update")
            player.settle()
    return steps


def wish(prompt: dict[str, Any], rng: random.Random, is_default: bool = False) -> list[str]:
    """An answer to a prompt that is most likely valid."""
    requirement = prompt["requirement"]
    ids = [candidate["id"] for candidate in requirement["candidates"]]
    count = rng.randint(requirement["min"], requirement["max"])
    return ids[: requirement["min"]] if is_default else rng.sample(ids, count)


# --- the server process ---------------------------------------------------------------------------


async def _serve(db: str, settings: Settings) -> None:
    node = Node(open_store(db), GAMES, settings)
    _, task, port = await start(node, GAMES, "127.0.0.1", 0)
    print(port, flush=True)
    await task


def _main(db: str, settings: str) -> None:
    import ctypes
    import logging

    import uvloop

    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # it dies with the test that started it
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_serve(db, msgspec.json.decode(settings, type=Settings)))


if __name__ == "__main__":
    _main(*sys.argv[1:])
