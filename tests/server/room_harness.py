"""A room with players and a spectator, but without sockets, storage or a real clock."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec

import turnwright as tw
from tests.server.skirmish_game import game
from turnwright.agents.plans import ReadPlan
from turnwright.server.rooms import inputs
from turnwright.server.rooms.message_handler import SENDER, SPECTATORS, MessageHandler, Reply
from turnwright.server.rooms.room import Room
from turnwright.server.rules.hosted_games import HostedGames
from turnwright.server.storage.people_tables import ADD_CHAT, ChatRow
from turnwright.server.storage.recovery import restore
from turnwright.server.storage.store import Row, Snapshot
from turnwright.server.views import protocol as wire
from turnwright.server.views.state_patch import SentStates

SPECTATOR = None


def frame(type: str, **fields: Any) -> bytes:
    """Return a client's message; fields are in camelCase, as on the wire."""
    return json.dumps({"type": type, **fields}).encode()


def of_type(received: list[dict[str, Any]], type: str) -> list[dict[str, Any]]:
    return [message for message in received if message["type"] == type]


def error_code(received: list[dict[str, Any]]) -> str:
    """Return the code of the one error among these messages."""
    (error,) = of_type(received, "error")
    assert error["message"].strip(), "a refusal is a sentence"
    return str(error["code"])


class RoomHarness:
    """A room with all players joined, ready and connected: p1 is seat 0, and so on.

    Messages are handled at once, and frames are delivered to their recipients. `clock` only moves with
    `wait`. `restart` drops the room and rebuilds it from its rows.
    """

    def __init__(
        self,
        game: tw.Game = game,
        seed: str = "a seed",
        *,
        seats: int = 2,
        ready: bool = True,
        has_spectator: bool = True,
        bots: dict[int, str] | None = None,
        read_plan: ReadPlan | None = None,
        has_patches: bool = False,
        **create: Any,
    ) -> None:
        self.clock = 1_000_000.0
        given = inputs.Create(
            game=game.name, rules=game.rules, seed=seed, slots=seats,
            **{"coin_flip": False, "has_public_windows": True, **create},
        )  # fmt: skip
        self.game, self.id = game, "room"
        self.chat: list[ChatRow] = []  # stored apart from the rows
        self.rows = [Row(self.id, 1, "create", body=inputs.encode(given), at=self.clock)]
        self.handler = MessageHandler(Room(self.id, game, given), 1, read_plan)
        self.handler.spectator_count = int(has_spectator)
        self.received: dict[int | None, list[dict[str, Any]]] = {s: [] for s in range(seats)}
        self.received[SPECTATOR] = []
        self.bytes: dict[int | None, list[bytes]] = {seat: [] for seat in self.received}
        # The connections of viewers who take patches.
        self.sent_states = {seat: SentStates() for seat in self.received if has_patches}
        self.handler.patched.set_patches(SPECTATORS, has_patches)
        for slot in range(seats):
            bot = (bots or {}).get(slot, "")
            _, reply = self.handler.join(f"Player {slot + 1}", bot, self.clock, slot)
            if not bot:
                self.handler.connect(slot, has_patches=has_patches)
            self._deliver(reply)
        if ready:
            for slot in range(seats):
                if slot not in (bots or {}):
                    self.send(slot, "ready")

    @property
    def room(self) -> Room:
        return self.handler.room

    @property
    def match(self) -> tw.Match:
        assert self.room.match is not None
        return self.room.match

    def _deliver(self, reply: Reply, seat: int | None = SPECTATOR) -> list[dict[str, Any]]:
        """Store the rows and deliver the frames; return what `seat` receives."""
        self.rows += reply.rows
        changes = [] if reply.changes is None else reply.changes.statements
        self.chat += [ChatRow(*values) for sql, values in changes if sql == ADD_CHAT]
        mine = []
        for to, sent in reply.frames:
            who = SPECTATOR if to == SPECTATORS else seat if to == SENDER else self.room.seating[to]
            if who in self.sent_states:
                data = self.sent_states[who].select(sent)
            else:
                data = sent if isinstance(sent, bytes) else sent.full
            message = msgspec.json.decode(data)
            self.received[who].append(message)
            self.bytes[who].append(data)
            if who == seat:
                mine.append(message)
        return mine

    def send(self, seat: int | None, type: str, **fields: Any) -> list[dict[str, Any]]:
        """Send a message of a seat (None: a spectator); return what it receives."""
        slot = None if seat is SPECTATOR else self.room.seating.index(seat)
        message = wire.decode(frame(type, **fields))
        return self._deliver(self.handler.handle(slot, message, self.clock), seat)

    def act(self, seat: int, move: str, **payload: Any) -> list[dict[str, Any]]:
        return self.send(seat, "action", actionType=move, payload=payload)

    def answer(self, seat: int, *choice: Any, **more: Any) -> list[dict[str, Any]]:
        """Answer the open prompt of a seat."""
        prompt = self.prompt(seat)
        assert prompt is not None, "nothing is asked"
        given = choice[0] if len(choice) == 1 else list(choice)
        return self.send(seat, "prompt_response", promptId=prompt["promptId"], choice=given, **more)

    def prompt(self, seat: int) -> dict[str, Any] | None:
        """Return the open prompt of a seat, as it is sent to a reconnecting client."""
        found = of_type(self.welcome(seat), "prompt_request")
        return found[0]["prompt"] if found else None

    def prompt_shows_secrets(self, seat: int | None) -> bool:
        """Return whether an open question shows the seat otherwise hidden cards, as a search does."""
        question = None if seat is SPECTATOR else self.match.asked.get(seat)
        return question is not None and not question.is_field

    def candidates(self, seat: int) -> list[str]:
        prompt = self.prompt(seat)
        assert prompt is not None
        return [candidate["id"] for candidate in prompt["requirement"]["candidates"]]

    def welcome(self, seat: int | None) -> list[dict[str, Any]]:
        """Return what a reconnecting seat is sent."""
        slot = None if seat is SPECTATOR else self.room.seating.index(seat)
        return [
            msgspec.json.decode(data) for data in self.handler.join_frames(slot, "t", self.clock)
        ]

    def state(self, seat: int | None) -> dict[str, Any]:
        return of_type(self.welcome(seat), "state_update")[0]["state"]

    def life(self, seat: int) -> int:
        return int(self.state(SPECTATOR)["table"]["life"][seat])

    def wait(self, seconds: float) -> None:
        """Advance the clock and close what has timed out."""
        self.clock += seconds
        for reply in self.handler.expire(self.clock):
            self._deliver(reply)

    def play_plans(self, limit: int = 100) -> int:
        """Let plans play until none has anything to do; return how many steps they took."""
        for count in range(limit):
            slot = self.handler.plans.due
            if slot is None:
                return count
            for reply in self.handler.play_plan(slot, self.clock):
                self._deliver(reply)
        raise AssertionError("the plans do not come to rest")

    def pass_windows(self, limit: int = 100) -> int:
        """Pass in the open response windows, as far as one follows the other; return how many."""
        for count in range(limit):
            asked = self.match.asked
            seat = next((s for s in asked if asked[s].responds_to is not None), None)
            if seat is None:
                return count
            self.send(
                seat,
                "prompt_response",
                promptId=self.room.open_prompts[seat].prompt_id,
                choice=[],
            )
        raise AssertionError("the windows do not end")

    def wait_for_timeout(self) -> None:
        deadline = self.handler.deadline
        assert deadline is not None, "nobody's time is running"
        self.wait(deadline - self.clock)

    def restored(self, at: int | None = None) -> Room:
        """Rebuild the room from its rows, or from a snapshot at a row and the rest."""
        find = HostedGames({self.room.game.name: self.room.game})
        if at is None:
            room = restore(self.id, find, None, self.rows)
        else:
            early = restore(self.id, find, None, self.rows[:at])
            snapshot = Snapshot(self.id, early.seq, early.to_snapshot())
            room = restore(self.id, find, snapshot, self.rows[at:])
        room.restore_chat(self.chat)
        return room

    def restart(self, room: Room | None = None) -> None:
        """Restart the server: rebuild the room and reconnect everybody."""
        old = self.handler
        self.handler = MessageHandler(room or self.restored(), old.epoch + 1, old.plans.read)
        self.handler.spectator_count = old.spectator_count
        for slot in old.connected_slots:
            self.handler.connect(slot)

    @property
    def fingerprint(self) -> tuple[Any, ...]:
        return fingerprint(self.room)

    def random_answer(self, rng: random.Random, moves: list[str] | None = None) -> list[Any]:
        """Let an acting seat do something legal; return the seat and what it received."""
        match = self.match
        seat = rng.choice(match.acting)
        question = match.asked.get(seat)
        if question is not None:
            return [seat, self.send(seat, "prompt_response", **self.random_choice(rng, seat))]
        options = self.state(seat)["options"]
        if moves is not None:
            options = [o for o in options if o["id"].partition(":")[0] in moves]
        option = rng.choice(options)
        fields = {"actionType": option["id"].partition(":")[0], "payload": option["payload"]}
        return [seat, self.send(seat, "action", **fields)]

    def random_choice(self, rng: random.Random, seat: int) -> dict[str, Any]:
        """Return a valid answer to a seat's prompt."""
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
    """Return everything that a rebuilt room must have in common with the original."""
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
