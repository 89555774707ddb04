"""The desk of a room: what a client's message means, what it leads to, and who is told.

Still no socket and no clock. `handle` takes a message and a time and gives a `Reply`: rows to store,
and frames to send once they are stored. An answer is checked before its prompt is closed, whatever is
refused is answered with a code, and a seat with an open prompt can do nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any

from turnwright.core.definition.moves import Move as RulesMove
from turnwright.core.definition.state import freeze
from turnwright.core.errors import Refusal
from turnwright.core.runtime.prompts import Answer
from turnwright.server.storage.store import Changes, Row
from turnwright.server.views import protocol as wire
from turnwright.server.views.protocol import encode, seat_id
from turnwright.server.views.state_view import (
    StateView,
    describe_game,
    everybody_wants,
    game_over,
    prompt_data,
    rematch_status,
    seats_data,
    state_update,
)

from . import inputs
from .menus import Menus
from .outgoing import SENDER, SPECTATORS, Reply, action_key, digest_of, error_reply, picks_of
from .room import Room
from .seating import KEPT_LINES, OpenPrompt

MAX_CHAT = 500
MAX_ACTION_ID = 64
CLOSED = 60.0  # seconds

TIMED_OUT = {
    "cancelled": "; your action was taken back",
    "default": "; the default was taken",
    "nothing": "",
}

_prompt_id = attrgetter("prompt_id")


class MessageHandler(Menus):
    """A room with the people around it."""

    def __init__(self, room: Room, epoch: int) -> None:
        super().__init__(room, epoch)
        self.epoch = epoch
        self.connected_slots: set[int] = set()  # chairs with a socket
        self.connected_seats: list[tuple[int, int]] = []  # these chairs and their seats
        self.connected: frozenset[int] = frozenset()
        self.spectator_count = 0
        self.seqs: dict[int, int] = {}
        self.tokens: dict[int, str] = {}  # of chairs; told again when seats are drawn
        self.stored_deadline: float | None = None
        self.game_errors: list[Exception] = []  # of a game's views and setup; the hub reports them

    # --- looking -----------------------------------------------------------------------------------

    def connect(self, slot: int) -> None:
        """Somebody sits on this chair with a socket."""
        self.connected_slots.add(slot)
        self._update_connected()

    def disconnect(self, slot: int) -> None:
        self.connected_slots.discard(slot)
        self._update_connected()

    def _update_connected(self) -> None:
        """`connected` are the seats with a socket."""
        self.connected_seats = [(slot, self.room.seating[slot]) for slot in self.connected_slots]
        self.connected = frozenset([seat for _, seat in self.connected_seats])

    @property
    def deadline(self) -> float | None:
        if not self.menus:
            return self.room.deadline
        times = [self.room.deadline, *[menu.deadline for menu in self.menus.values()]]
        return min([time for time in times if time is not None], default=None)

    def join_frames(self, slot: int | None, token: str, now: float) -> list[bytes]:
        """What somebody is sent who comes, or comes back: everything there is to see."""
        room = self.room
        seat = None if slot is None else room.seating[slot]
        if slot is not None:
            self.tokens[slot] = token
        frames = [encode(self._match_start(slot))]
        if room.match is not None:
            try:
                frames += self._current_frames(seat, now)
            except Exception as error:
                self.game_errors.append(error)
                sentence = f"{room.game.name} failed to show its state."
                frames.append(encode(wire.Error(code="rules_error", message=sentence, hint="view")))
        elif room.status == "over":
            frames.append(encode(game_over(room, None)))
        return frames

    def _current_frames(self, seat: int | None, now: float) -> list[bytes]:
        room = self.room
        first = max(0, room.line_count - KEPT_LINES)
        frames = [state_update(room, seat, self.connected, now, first, "join")]
        if seat is not None:
            prompt = prompt_data(room, seat)
            menu = self.menus.get(seat)
            if prompt is None and menu is not None:
                prompt = menu.prompt
            if prompt is not None:
                frames.append(encode(wire.PromptRequest(prompt=prompt)))
        if room.status == "over":
            frames += [encode(game_over(room, seat)), encode(rematch_status(room, seat))]
        return frames

    def _match_start(self, slot: int | None) -> wire.MatchStart:
        room = self.room
        seat = None if slot is None else room.seating[slot]
        return wire.MatchStart(
            you_are=None if seat is None else seat_id(seat),
            you_are_legacy=None if seat is None else ("player" if seat == 0 else "bot"),
            room_id=room.id,
            token="" if slot is None else self.tokens.get(slot, ""),
            code=room.create.code if seat is not None else "",
            status=room.status,
            game=describe_game(room.game),
            seats=seats_data(room, self.connected),
            chat=room.chat_data(),
            options=room.option_names,
            state_version=room.version,
        )

    def seats_info(self, message: str = "") -> bytes:
        seats = seats_data(self.room, self.connected)
        return encode(wire.Info(code="seats", message=message, data={"seats": seats}))

    def _recipients(self) -> list[int]:
        return (
            [*self.connected_slots, SPECTATORS] if self.spectator_count else [*self.connected_slots]
        )

    # --- messages ----------------------------------------------------------------------------------

    def handle(self, slot: int | None, message: wire.ClientMessage, now: float) -> Reply:
        """`chair` is where the sender sits; None is a spectator."""
        if slot is None and type(message) not in (wire.Chat, wire.Ping, wire.Leave):
            action_id = getattr(message, "action_id", None)
            return error_reply("invalid_action", "You have no seat in this room.", "", action_id)
        return _HANDLE[type(message)](self, slot, message, now)

    def _ready(self, slot: int, message: wire.Ready, now: float) -> Reply:
        return self.commit(inputs.SetReady(slot), now, "ready", slot)

    def _action(self, slot: int, message: wire.Action, now: float) -> Reply:
        room = self.room
        match, seat = room.match, room.seating[slot]
        action_id, digest = message.action_id, ""
        if action_id is not None:
            digest = digest_of(message.action_type, message.payload)
            repeat = self._repeated_reply(slot, action_id, digest)
            if repeat is not None:
                return repeat
        if match is None or room.status != "playing":
            sentence = "The match is over." if room.status == "over" else "Match not ready."
            return error_reply("error", sentence, action_id=action_id)
        if message.seq is not None:
            if message.seq <= self.seqs.get(slot, -1):
                sentence = "seq must rise with every action."
                return self._reject_with_state(seat, "invalid_seq", sentence, now, action_id)
            self.seqs[slot] = message.seq
        opened = room.open_prompts.get(seat)
        if seat in self.menus or (opened is not None and opened.prompt_id):
            return self._reject_with_state(
                seat, "input_locked", "Respond to prompt first.", now, action_id
            )
        if match.asked:
            sentence = "An effect waits for another player's decision."
            return self._reject_with_state(seat, "effect_pending", sentence, now, action_id)
        version = message.state_version
        if version is not None and not room.changed_at[seat] <= version <= room.version:
            return self._version_mismatch(seat, version, now, action_id)
        found = self._find_move(seat, message.action_type, message.payload)
        if isinstance(found, Refusal):
            return self._refused(seat, found, now, action_id)
        given, reason = inputs.Move(seat, found[0], found[1]), f"action_{message.action_type}"
        return self.commit(given, now, reason, slot, action_id, digest)

    def _find_move(
        self, seat: int, action_type: str, payload: dict[str, Any]
    ) -> tuple[str, tuple[Any, ...]] | Refusal:
        """The move that a client means: by its name and arguments, or by what fits only one."""
        room, match = self.room, self.room.match
        assert match is not None
        name = action_type.lower()
        move = match.moves.get(name) or room.game.all_moves.get(name) or self._by_word(name)
        given = payload.get("args")
        args = freeze(given) if isinstance(given, list) else None
        if move is not None:
            if not payload and not move.params:
                return move.name, ()
            if args is not None:
                return move.name, args
            if all(param.name in payload for param in move.params):
                return move.name, tuple(freeze(payload[param.name]) for param in move.params)
        meant, fitting = [], []
        for option in match.legal(seat, must=True):
            known = match.moves[option.move]
            if known is move or known.action_type(option.args) == action_type.upper():
                meant.append(option)
                named = dict(zip(known.names, option.args, strict=True))
                if option.args == args or all(
                    key in named and named[key] == freeze(value) for key, value in payload.items()
                ):
                    fitting.append(option)
        if len(fitting) == 1:
            return fitting[0].move, fitting[0].args
        if fitting:
            sentence = f"{action_type} with this payload could mean {len(fitting)} things."
            return Refusal("bad_arguments", sentence, {})
        if move is None and not meant:
            return Refusal("unknown_move", f"There is no action {action_type} here.", {})
        return Refusal("illegal_argument", f"{action_type} is not possible like this now.", {})

    def _by_word(self, word: str) -> RulesMove | None:
        """A move by its name or its word on the wire, whatever their case."""
        match = self.room.match
        assert match is not None
        for move in [*match.moves.values(), *self.room.game.all_moves.values()]:
            wire_name = move.wire if isinstance(move.wire, str) else ""
            if word and word in (move.name.lower(), wire_name.lower()):
                return move
        return None

    def _respond(self, slot: int, message: wire.PromptResponse, now: float) -> Reply:
        room, match, seat = self.room, self.room.match, self.room.seating[slot]
        action_id, digest = message.action_id, ""
        if action_id is not None:
            digest = digest_of(message.prompt_id, message.choice)
            repeat = self._repeated_reply(slot, action_id, digest)
            if repeat is not None:
                return repeat
        if match is None:
            return error_reply("error", "Match not ready.", action_id=action_id)
        menu = self.menus.get(seat)
        if menu is not None and menu.prompt["promptId"] == message.prompt_id:
            return self._choose_from(slot, menu, message, now, digest)
        opened = room.open_prompts.get(seat)
        if opened is None or opened.prompt_id != message.prompt_id:
            others = {o.prompt_id for s, o in room.open_prompts.items() if s != seat}
            is_theirs = message.prompt_id and message.prompt_id in others
            sentence = "This prompt is not yours." if is_theirs else "Prompt not found."
            hint = "not_your_prompt" if is_theirs else "no_prompt"
            return error_reply("action_rejected", sentence, hint, action_id)
        version = message.state_version
        if version is not None and not opened.version <= version <= room.version:
            return self._version_mismatch(seat, version, now, action_id)
        question = opened.question
        assert question is not None
        known = {option.id for option in question.options}
        choice = message.choice
        given: inputs.Pick | inputs.Cancel
        if choice in ("cancel", None) and "cancel" not in known:
            given = inputs.Pick(seat, ()) if question.min == 0 else inputs.Cancel(seat)
        else:
            given = inputs.Pick(seat, picks_of(choice))
        reason = "selection_cancelled" if type(given) is inputs.Cancel else "selection_resolved"
        return self.commit(given, now, reason, slot, action_id, digest)

    def _resign(self, slot: int, message: wire.Resign, now: float) -> Reply:
        action_id, digest = message.action_id, digest_of("resign")
        repeat = None if action_id is None else self._repeated_reply(slot, action_id, digest)
        if repeat is not None:
            return repeat
        given = inputs.Resign(self.room.seating[slot])
        return self.commit(given, now, "resigned", slot, action_id, digest)

    def _rematch(self, slot: int, message: wire.RematchRequest, now: float) -> Reply:
        return self.commit(inputs.Rematch(slot), now, "rematch", slot)

    def _leave(self, slot: int | None, message: wire.Leave, now: float) -> Reply:
        reply = Reply() if slot is None else self.commit(inputs.Leave(slot), now, "left", slot)
        if slot is None or reply.rows:
            reply.send(SENDER, wire.Info(code="left", message="You have left the room."))
        return reply

    def _chat(self, slot: int | None, message: wire.Chat, now: float) -> Reply:
        text = " ".join(message.text.split())[:MAX_CHAT]
        if not text:
            return error_reply("error", "An empty line says nothing.")
        return self.commit(
            inputs.ChatMessage(-1 if slot is None else slot, text, "spectator"), now, "", slot
        )

    def _ping(self, slot: int | None, message: wire.Ping, now: float) -> Reply:
        return Reply().send(SENDER, wire.Pong(t=message.t, now=int(now * 1000)))

    # --- what does not come from a client ----------------------------------------------------------

    def join(self, name: str, bot: str, now: float, slot: int | None = None) -> tuple[int, Reply]:
        """Take a chair, the first free one unless another is named; -1 if there is none."""
        room = self.room
        free = room.free_slots
        # Ended before a match began: then it is closed, and open again when that is forgotten.
        is_closed = room.status == "over" and room.match is None and now - room.ended_at < CLOSED
        is_taken = not free or (slot is not None and slot not in free)
        if is_taken or is_closed or room.status == "playing":
            return -1, error_reply("room_full", "There is no free seat in this room.")
        taken = free[0] if slot is None else slot
        return taken, self.commit(inputs.Join(taken, name, bot), now, "sit")

    def bot_answer(self, answer: Answer, now: float) -> Reply:
        """What a bot says."""
        if answer.picks is not None:
            return self.commit(inputs.Pick(answer.seat, answer.picks), now, "bot")
        return self.commit(inputs.Move(answer.seat, answer.move, answer.args), now, "bot")

    def expire(self, now: float) -> list[Reply]:
        """Whatever has run out of time: menus close, questions and moves get their default."""
        replies = []
        for seat, menu in list(self.menus.items()):
            if menu.deadline is not None and menu.deadline <= now:
                reply = self._close_menu(seat, "timeout")
                error = wire.Error(code="prompt_timeout", message="The menu was closed.")
                replies.append(reply.send(self.room.seating.index(seat), error))
        for seat, opened in list(self.room.open_prompts.items()):
            is_due = opened.deadline is not None and opened.deadline <= now
            if is_due and self.room.open_prompts.get(seat) is opened:
                replies.append(self.close_prompt(seat, now))
        return replies

    def close_prompt(self, seat: int, now: float) -> Reply:
        """A seat's time is up: its action is taken back, or the default is answered."""
        reply = self.commit(inputs.TimeOut(seat), now, "prompt_timeout_cancelled")
        became = TIMED_OUT[self.room.timeout_outcome]
        error = wire.Error(code="prompt_timeout", message=f"Your time was up{became}.")
        return reply.send(self.room.seating.index(seat), error)

    # --- commits -----------------------------------------------------------------------------------

    def commit(
        self,
        given: inputs.AnyInput,
        now: float,
        reason: str,
        slot: int | None = None,
        action_id: str | None = None,
        digest: str = "",
    ) -> Reply:
        """Carry an input out, or refuse it; then say what is to be stored and who is to be told."""
        room = self.room
        before, number, status, lines = (
            room.open_prompts,
            room.match_number,
            room.status,
            room.line_count,
        )
        refusal = room.apply(given, now)
        if refusal is not None:
            if room.start_error is not None:
                self.game_errors.append(room.start_error)
                room.start_error = None
            seat = None if slot is None else room.seating[slot]
            return self._refused(seat, refusal, now, action_id)
        reply, match, version = Reply(), room.match, room.version
        if self.menus:
            self._close_outdated_menus(reply, given)
        key = None
        if action_id is not None:
            key = action_key(slot, action_id)
            room.actions[key] = (digest, version)
            reply.send(SENDER, wire.Ack(action_id=action_id, state_version=version))
        entries = match.record.entries if match is not None else None
        hash = entries[-1].hash if entries else ""
        kind, seat = inputs.KINDS[type(given)], getattr(given, "seat", -1)
        body = inputs.encode(given)
        row = Row(room.id, room.seq, kind, seat, body, key, digest, version, hash, now)
        reply.rows.append(row)
        reply.changes = self._info_changes(status, now, kind)
        if kind == "chat":
            said = room.chat_data()[-1]
            line = encode(wire.ChatLine(sender=said["from"], name=said["name"], text=said["text"]))
            reply.frames += [(to, line) for to in self._recipients()]
        elif match is None:
            info = self.seats_info()
            if status == "over" and room.status == "waiting":  # somebody new after a match
                reply.frames += [(to, encode(self._match_start(to))) for to in self.connected_slots]
            reply.frames += [(to, info) for to in self._recipients()]
            if room.status == "over":  # before it began
                over = encode(game_over(room, None))
                reply.frames += [(to, over) for to in self._recipients()]
        else:
            told = len(reply.frames)
            try:
                self._add_update_frames(reply, before, number, status, lines, now, reason)
            except Exception as error:  # a game's own view, label or fact
                del reply.frames[told:]
                self._report_view_error(reply, error)
        return reply

    def _close_outdated_menus(self, reply: Reply, given: inputs.AnyInput) -> None:
        """Menus that were made for another state are over."""
        for seat, menu in list(self.menus.items()):
            if menu.version != self.room.version:
                is_late = type(given) is inputs.TimeOut and given.seat == seat
                reply.frames += self._close_menu(seat, "timeout" if is_late else "overtaken").frames

    def _report_view_error(self, reply: Reply, error: Exception) -> None:
        """What happened has happened, but it cannot be shown."""
        self.game_errors.append(error)
        sentence = f"{self.room.game.name} failed to show its state; the input was carried out."
        shown = encode(wire.Error(code="rules_error", message=sentence, hint="view"))
        reply.frames += [(to, shown) for to in self._recipients()]

    def _add_update_frames(
        self,
        reply: Reply,
        before: dict[int, OpenPrompt],
        number: int,
        status: str,
        lines: int,
        now: float,
        reason: str,
    ) -> None:
        room, frames = self.room, reply.frames
        is_new, is_over = number != room.match_number, room.status == "over"
        if is_new:
            self._update_connected()  # seats have been drawn
            lines = max(0, room.line_count - KEPT_LINES)
        if not self.connected_seats and not self.spectator_count:
            return  # nobody looks
        scene = StateView(room, self.connected, now, reason)
        has_prompts = scene.is_asked or any(map(_prompt_id, before.values()))
        is_usual = not (is_new or is_over or has_prompts)
        for slot, seat in (
            [*self.connected_seats, (SPECTATORS, None)]
            if self.spectator_count
            else self.connected_seats
        ):
            if is_usual:
                frames.append((slot, scene.update(seat, lines)))
                continue
            if is_new:
                if status == "over":  # all wanted a rematch
                    frames.append((slot, encode(everybody_wants(room))))
                frames.append((slot, encode(self._match_start(None if seat is None else slot))))
            if is_over and status != "over":
                frames.append((slot, encode(game_over(room, seat))))
            frames.append((slot, scene.update(seat, lines)))
            if is_over:
                frames.append((slot, encode(rematch_status(room, seat))))
            if seat is not None:
                news = self._prompt_frames(
                    seat, before.get(seat), room.open_prompts.get(seat), reason
                )
                frames += [(slot, frame) for frame in news]

    def _prompt_frames(
        self, seat: int, old: OpenPrompt | None, new: OpenPrompt | None, reason: str
    ) -> Iterator[bytes]:
        """A seat's prompt is no longer open, or there is a new one."""
        if old is new:
            return
        if old is not None and old.prompt_id:
            yield encode(wire.PromptClosed(prompt_id=old.prompt_id, reason=reason))
        if new is not None and new.prompt_id:
            prompt = prompt_data(self.room, seat)
            assert prompt is not None
            yield encode(wire.PromptRequest(prompt=prompt))

    def _info_changes(self, status: str, now: float, kind: str) -> Changes | None:
        """What the list of rooms must know. The stored deadline may be too early, never too late."""
        room = self.room
        if room.status != status or kind in ("sit", "stand"):
            is_closed = kind == "end" and status == "waiting"  # no match has ended
            self.stored_deadline = room.deadline
            return Changes(
                status=room.status,
                names=[
                    room.name_of(s) if not room.slot_of(s).is_free else "" for s in room.seating
                ],
                updated=now,
                deadline=room.deadline,
                result=room.result_text,
                match=room.match_number if room.status == "over" != status and not is_closed else 0,
                players=[room.name_of(seat) for seat in range(len(room.seating))],
            )
        deadline, stored = room.deadline, self.stored_deadline
        if deadline is not None and (stored is None or deadline < stored or stored < now):
            self.stored_deadline = deadline
            return Changes(deadline=deadline)
        return None

    # --- refusals ----------------------------------------------------------------------------------

    def _refused(
        self, seat: int | None, refusal: Refusal, now: float, action_id: str | None
    ) -> Reply:
        """An error with the rule's own sentence, and the state as it is to the one who asked."""
        code = refusal.code if refusal.code in ("error", "room_full") else "action_rejected"
        reply = error_reply(code, refusal.sentence, refusal.code, action_id)
        if self.room.match is not None and seat is not None:
            self._add_state(reply, seat, now, "refused")
        return reply

    def _add_state(self, reply: Reply, seat: int, now: float, reason: str) -> None:
        """The state as it is, to the one who asked."""
        room = self.room
        try:
            update = state_update(room, seat, self.connected, now, room.line_count, reason)
        except Exception as error:
            self.game_errors.append(error)
        else:
            reply.frames.append((SENDER, update))

    def _reject_with_state(
        self, seat: int, code: str, sentence: str, now: float, action_id: str | None
    ) -> Reply:
        """An action that comes at the wrong time: its sender is shown what time it is."""
        reply = error_reply(code, sentence, "", action_id)
        self._add_state(reply, seat, now, code)
        return reply

    def _version_mismatch(self, seat: int, given: int, now: float, action_id: str | None) -> Reply:
        sentence = f"Game state changed: you saw version {given}, this is {self.room.version}."
        return self._reject_with_state(seat, "state_mismatch", sentence, now, action_id)

    def _repeated_reply(self, slot: int, action_id: str, digest: str) -> Reply | None:
        """The same input once more gets the same answer; another one under its id is refused."""
        if len(action_id) > MAX_ACTION_ID:
            sentence = f"An actionId may have {MAX_ACTION_ID} characters."
            return error_reply("error", sentence, "", action_id[:MAX_ACTION_ID])
        if any([char < " " for char in action_id]):  # PostgreSQL cannot store a NUL
            return error_reply("error", "An actionId has no control characters.", "", action_id)
        key = action_key(slot, action_id)
        found = self.room.actions.get(key) or self.acks.get(key)
        if found is None:
            return None
        known, version = found
        if known != digest:
            sentence = "This actionId was used for something else."
            return error_reply("id_reused", sentence, "", action_id)
        return Reply().send(SENDER, wire.Ack(action_id=action_id, state_version=version))


_HANDLE: dict[type, Callable[..., Reply]] = {
    wire.Ready: MessageHandler._ready,
    wire.Action: MessageHandler._action,
    wire.IntentCardClick: MessageHandler._click,
    wire.PromptResponse: MessageHandler._respond,
    wire.RematchRequest: MessageHandler._rematch,
    wire.Resign: MessageHandler._resign,
    wire.Chat: MessageHandler._chat,
    wire.Leave: MessageHandler._leave,
    wire.Ping: MessageHandler._ping,
}
