"""The message handler of a room: what a client's message means, and who is sent the result.

No socket and no clock is used here. `handle` takes a message and a time and returns a `Reply`: rows to
store, and frames to send once they are stored.

- An answer is checked before its prompt closes; whatever is refused changes nothing and gets a code.
- A seat with an open prompt or menu can do nothing else.
- An action id that was seen before gets the same acknowledgement again; see `_repeated_reply`.
- `commit` is the only way to the room: apply the input, add its row, then build everybody's frames.
- Rules are called through `RulesWatch.run`, so that they can be interrupted. If that happens where a
  match cannot take it back, the handler `is_broken`, and the room must be loaded again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from operator import attrgetter
from time import perf_counter

from turnwright.agents.match_text import state_text
from turnwright.agents.plans import ReadPlan
from turnwright.core.definition.explanations import explain_name
from turnwright.core.errors import Refusal, RulesInterrupted
from turnwright.core.runtime.prompts import Answer
from turnwright.core.runtime.why_not import why_not_card
from turnwright.server.storage.people_tables import ChatRow
from turnwright.server.storage.store import InfoChanges, Row
from turnwright.server.views import protocol as wire
from turnwright.server.views.protocol import encode
from turnwright.server.views.room_messages import (
    candidates,
    chat_data,
    game_over,
    match_start,
    prompt_data,
    rematch_agreed,
    rematch_status,
    room_settings,
    seats_data,
)
from turnwright.server.views.state_patch import PatchedRecipients, StateFrame
from turnwright.server.views.state_view import RoomView, StateView

from . import inputs
from .choices import chosen_ids
from .menus import CardMenus
from .move_lookup import find_move
from .reply import SENDER, SPECTATORS, Reply, action_key, digest_of, error_reply
from .response_windows import MODES, DelayedPasses
from .room import Room
from .room_listing import RoomListing
from .room_state import KEPT_LINES, OpenPrompt
from .rules_watch import RulesStuck, RulesWatch
from .seat_plans import SeatPlans, input_reason
from .texts import clean_text

MAX_CHAT = 500  # characters
CHAT_KEPT = 500  # lines
SPECTATOR = "spectator"
MAX_ACTION_ID = 64  # characters
MAX_NAME = 200  # characters of a card that is to be explained
FOR_SPECTATORS = (
    wire.Chat, wire.Ping, wire.Leave, wire.StateRequest, wire.SetSpeed, wire.Describe
)  # fmt: skip
FASTEST, SLOWEST = 0.05, 10.0  # seconds before an input of a bot
CLOSED_SECONDS = 60.0  # a room that ended before its match stays closed for this long
USABLE = "This card has an action now."

TIMEOUT_TEXTS = {
    "cancelled": "; your action was taken back",
    "default": "; the default was chosen",
    "nothing": "",
}

_prompt_id = attrgetter("prompt_id")


class MessageHandler:
    """Handles the messages of everybody who is connected to a room."""

    def __init__(
        self,
        room: Room,
        epoch: int,
        read_plan: ReadPlan | None = None,
        watch: RulesWatch | None = None,
    ) -> None:
        self.room, self.epoch = room, epoch
        self.watch = watch or RulesWatch()
        self.is_broken = False  # the room must be loaded again
        self.plans = SeatPlans(room, read_plan)
        self.delayed_passes = DelayedPasses(room)
        self.menus = CardMenus(room, epoch)
        self.open_menus = self.menus.open
        self.view = RoomView(room, self.open_menus, self.delayed_passes.answer_for)
        self.connected_slots: set[int] = set()
        self.connected_seats: list[tuple[int, int]] = []  # connected slots with their seats
        self.connected: frozenset[int] = frozenset()  # the seats alone
        self.spectator_count = 0
        self.patched = PatchedRecipients()
        self.seqs: dict[int, int] = {}  # the last `seq` of each slot
        self.tokens: dict[int, str] = {}  # by slot; sent again when seats are drawn
        self.listing = RoomListing(room)
        self.chat_kept = CHAT_KEPT  # lines of chat that are stored
        self.muted: list[str] = []  # who cannot chat, as in `match_start`
        self.is_chat_off = False
        self.chosen_bot_seconds = room.create.bot_seconds  # until people who watch choose others
        self.are_bots_paused = False
        # Raised by views and setups, for the node to log.
        self.game_errors: list[BaseException] = []

    # --- connections and their views ---------------------------------------------------------------

    def connect(self, slot: int, *, has_patches: bool = False) -> None:
        """Note that the player of a slot has a socket, and whether it takes patches."""
        self.connected_slots.add(slot)
        self.patched.set_patches(slot, has_patches)
        self._update_connected()

    def disconnect(self, slot: int) -> None:
        """Note that the player of a slot has no socket."""
        self.connected_slots.discard(slot)
        self.patched.set_patches(slot, False)
        self._update_connected()

    def _update_connected(self) -> None:
        self.connected_seats = [(slot, self.room.seating[slot]) for slot in self.connected_slots]
        self.connected = frozenset([seat for _, seat in self.connected_seats])

    @property
    def deadline(self) -> float | None:
        """The earliest deadline of a prompt or menu."""
        if not self.open_menus:
            return self.room.deadline
        times = [self.room.deadline, *[menu.deadline for menu in self.open_menus.values()]]
        return min([time for time in times if time is not None], default=None)

    def join_frames(self, slot: int | None, token: str, now: float) -> list[bytes]:
        """Return what a client is sent when it joins or reconnects: all that it may see."""
        room = self.room
        seat = None if slot is None else room.seating[slot]
        if slot is not None:
            self.tokens[slot] = token
        frames = [encode(self._match_start(slot))]
        plan = None if slot is None else self.plans.message(slot)
        if plan is not None:
            frames.append(encode(plan))
        if room.match is not None:
            try:
                frames += self.watch.run(self._current_frames, seat, now)
            except (Exception, RulesStuck) as error:
                self._note_view_error(error)
                sentence = f"{room.game.name} could not show its state."
                frames.append(encode(wire.Error(code="rules_error", message=sentence, hint="view")))
        elif room.status == "over":
            frames.append(encode(game_over(room, None)))
        return frames

    def _current_frames(self, seat: int | None, now: float) -> list[bytes]:
        room = self.room
        first = max(0, room.line_count - KEPT_LINES)
        frames = [StateView(self.view, self.connected, now, "join").update(seat, first)]
        if seat is not None:
            prompt = None if self.delayed_passes.answer_for(seat) else prompt_data(room, seat)
            menu = self.open_menus.get(seat)
            if prompt is None and menu is not None:
                prompt = menu.prompt
            if prompt is not None:
                frames.append(encode(wire.PromptRequest(prompt=prompt)))
        if room.status == "over":
            frames += [encode(game_over(room, seat)), encode(rematch_status(room, seat))]
        return frames

    def _match_start(self, slot: int | None) -> wire.MatchStart:
        token = "" if slot is None else self.tokens.get(slot, "")
        found = match_start(self.room, slot, self.connected, token, self.plans.read is not None)
        found.muted, found.chat_off = self.muted, self.is_chat_off
        seconds = self.chosen_bot_seconds if self.room.has_only_bots else None
        found.settings = room_settings(self.room, seconds, self.are_bots_paused)
        return found

    def seats_info(self, message: str = "") -> bytes:
        """Return the message that tells who has which seat."""
        seats = seats_data(self.room, self.connected)
        return encode(wire.Info(code="seats", message=message, data={"seats": seats}))

    def _recipients(self) -> list[int]:
        return (
            [*self.connected_slots, SPECTATORS] if self.spectator_count else [*self.connected_slots]
        )

    # --- messages ----------------------------------------------------------------------------------

    def handle(self, slot: int | None, message: wire.ClientMessage, now: float) -> Reply:
        """Handle a message of the player in a slot, or of a spectator (None)."""
        if slot is None and type(message) not in FOR_SPECTATORS:
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
                sentence = "seq must increase with every action."
                return self._reject_with_state(seat, "invalid_seq", sentence, now, action_id)
            self.seqs[slot] = message.seq
        opened = room.open_prompts.get(seat)
        if seat in self.open_menus or (opened is not None and opened.prompt_id):
            return self._reject_with_state(
                seat, "input_locked", "Respond to prompt first.", now, action_id
            )
        if match.asked:
            sentence = "An effect is waiting for another player's decision."
            return self._reject_with_state(seat, "effect_pending", sentence, now, action_id)
        version = message.state_version
        if version is not None and not room.changed_at[seat] <= version <= room.version:
            return self._version_mismatch(seat, version, now, action_id)
        found = self.watch.run(find_move, room, seat, message.action_type, message.payload)
        if isinstance(found, Refusal):
            return self._refused(seat, found, now, action_id)
        given, reason = inputs.Move(seat, found[0], found[1]), f"action_{message.action_type}"
        return self.commit(given, now, reason, slot, action_id, digest)

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
        menu = self.open_menus.get(seat)
        if menu is not None and menu.id == message.prompt_id:
            return self._respond_to_menu(slot, message, now, digest)
        opened = room.open_prompts.get(seat)
        if opened is None or not opened.prompt_id or opened.prompt_id != message.prompt_id:
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
        known = [option.id for option in question.options]
        choice = message.choice
        given: inputs.Pick | inputs.Cancel
        if choice in ("cancel", None) and "cancel" not in known:
            given = inputs.Pick(seat, ()) if question.min == 0 else inputs.Cancel(seat)
        else:
            given = inputs.Pick(seat, chosen_ids(choice, known, partial(candidates, room, seat)))
        reason = "selection_cancelled" if type(given) is inputs.Cancel else "selection_resolved"
        return self.commit(given, now, reason, slot, action_id, digest)

    def _click(self, slot: int, message: wire.IntentCardClick, now: float) -> Reply:
        return self.watch.run(self.menus.click, slot, message, now)

    def _explain(self, slot: int, message: wire.ExplainCard, now: float) -> Reply:
        room = self.room
        if room.match is None or room.status != "playing":
            return error_reply("error", "Match not ready.")
        why = self.watch.run(why_not_card, room.match, room.seating[slot], message.card)
        return Reply().send(SENDER, wire.Info(code="why_not", message=why or USABLE))

    def _describe(self, slot: int | None, message: wire.Describe, now: float) -> Reply:
        room = self.room
        if room.match is None:
            return error_reply("error", "Match not ready.")
        seat = None if slot is None else room.seating[slot]
        if message.about:
            text = self.watch.run(explain_name, room.match.game, message.about[:MAX_NAME])
        else:
            text = self.watch.run(state_text, room.match, seat)
        return Reply().send(SENDER, wire.Info(code="description", message=text))

    def _respond_to_menu(
        self, slot: int, message: wire.PromptResponse, now: float, digest: str
    ) -> Reply:
        seat = self.room.seating[slot]
        menu, version = self.open_menus[seat], message.state_version
        if version is not None and version != menu.version:
            return self._version_mismatch(seat, version, now, message.action_id)
        chosen = self.watch.run(self.menus.choose, slot, message, now, digest)
        if isinstance(chosen, Reply):
            return chosen
        reason = f"{menu.prompt['type']}_resolved"
        reply = self.commit(chosen, now, reason, slot, message.action_id, digest)
        if reply.rows:
            closed = wire.PromptClosed(prompt_id=menu.id, reason="answered")
            reply.frames.insert(0, (SENDER, encode(closed)))
        else:
            self.open_menus[seat] = menu  # the move was refused, so the menu stays open
        return reply

    def _resign(self, slot: int, message: wire.Resign, now: float) -> Reply:
        action_id, digest = message.action_id, digest_of("resign")
        repeat = None if action_id is None else self._repeated_reply(slot, action_id, digest)
        if repeat is not None:
            return repeat
        given = inputs.Resign(self.room.seating[slot])
        return self.commit(given, now, "resigned", slot, action_id, digest)

    def _offer_draw(self, slot: int, message: wire.OfferDraw, now: float) -> Reply:
        given = inputs.OfferDraw(self.room.seating[slot])
        return self._commit_once(given, now, "draw_offered", slot, message.action_id)

    def _answer_draw(self, slot: int, message: wire.AnswerDraw, now: float) -> Reply:
        given = inputs.AnswerDraw(self.room.seating[slot], message.accept)
        return self._commit_once(given, now, "draw_answered", slot, message.action_id)

    def _commit_once(
        self, given: inputs.AnyInput, now: float, reason: str, slot: int, action_id: str | None
    ) -> Reply:
        """Commit an input, unless it is a repeat of one with the same id."""
        digest = digest_of(inputs.KINDS[type(given)], given)
        repeat = None if action_id is None else self._repeated_reply(slot, action_id, digest)
        return repeat or self.commit(given, now, reason, slot, action_id, digest)

    def _rematch(self, slot: int, message: wire.RematchRequest, now: float) -> Reply:
        return self.commit(inputs.Rematch(slot), now, "rematch", slot)

    def _leave(self, slot: int | None, message: wire.Leave, now: float) -> Reply:
        takeover = self.room.create.takeover
        if slot is None:
            reply = Reply()
        elif takeover and self.room.status == "playing":
            reply = self.stand_in(slot, takeover, now)
        else:
            reply = self.commit(inputs.Leave(slot), now, "left", slot)
        if slot is None or reply.rows:
            reply.send(SENDER, wire.Info(code="left", message="You have left the room."))
        return reply

    def _chat(self, slot: int | None, message: wire.Chat, now: float) -> Reply:
        text = clean_text(message.text)[:MAX_CHAT]
        if not text:
            return error_reply("error", "A chat message must not be empty.")
        return self.say(-1 if slot is None else slot, SPECTATOR, text, now)

    def say(self, slot: int, name: str, text: str, now: float) -> Reply:
        """Add a line of chat, which is stored apart from the log, and send it to everybody."""
        room = self.room
        room.add_chat(slot, name, text)
        entry, number = chat_data(room)[-1], room.chat_count
        row = ChatRow(
            room.id, number, room.seq, slot, entry["name"], text, now, number - self.chat_kept
        )
        reply = Reply()
        reply.changes = InfoChanges(statements=row.statements())
        line = encode(wire.ChatLine(sender=entry["from"], name=entry["name"], text=text))
        reply.frames = [(to, line) for to in self._recipients()]
        return reply

    def _use_plan(self, slot: int, message: wire.UsePlan, now: float) -> Reply:
        return self.plans.use(slot, message)

    def _pause_plan(self, slot: int, message: wire.PausePlan, now: float) -> Reply:
        return self.plans.pause(slot, message)

    def _set_responses(self, slot: int, message: wire.SetResponses, now: float) -> Reply:
        if message.mode not in MODES:
            return error_reply("error", f"The mode must be one of {', '.join(MODES)}.")
        reply = self.commit(inputs.SetResponses(slot, message.mode), now, "")
        data = {"mode": message.mode}
        notice = wire.Info(code="responses", message="Your setting was changed.", data=data)
        reply.send(SENDER, notice)
        prompt = prompt_data(self.room, self.room.seating[slot])
        if prompt is not None:  # it may not have been shown until now
            reply.send(SENDER, wire.PromptRequest(prompt=prompt))
        return reply

    def _set_speed(self, slot: int | None, message: wire.SetSpeed, now: float) -> Reply:
        if not self.room.has_only_bots:
            return error_reply("error", "People play in this room: its bots have a fixed speed.")
        if not FASTEST <= message.seconds <= SLOWEST:
            sentence = f"The seconds must be between {FASTEST} and {SLOWEST:g}."
            return error_reply("error", sentence)
        self.chosen_bot_seconds, self.are_bots_paused = message.seconds, message.is_paused
        data = {"seconds": message.seconds, "isPaused": message.is_paused}
        notice = encode(wire.Info(code="speed", message="The speed was changed.", data=data))
        reply = Reply()
        reply.frames = [(to, notice) for to in self._recipients()]
        return reply

    def bot_seconds(self, usual: float) -> float:
        """Return how long a bot waits before it acts, which is `usual` unless people chose a speed."""
        chosen = self.chosen_bot_seconds if self.room.has_only_bots else None
        return usual if chosen is None else chosen

    def _state_request(self, slot: int | None, message: wire.StateRequest, now: float) -> Reply:
        if self.room.match is None:
            return error_reply("error", "Match not ready.")
        seat = None if slot is None else self.room.seating[slot]
        return self._add_state(Reply(), seat, now, "requested", KEPT_LINES)

    def _ping(self, slot: int | None, message: wire.Ping, now: float) -> Reply:
        return Reply().send(SENDER, wire.Pong(t=message.t, now=int(now * 1000)))

    # --- the server's own inputs --------------------------------------------------------------------

    def join(
        self, name: str, bot: str, now: float, slot: int | None = None, subject: str = ""
    ) -> tuple[int, Reply]:
        """Take a slot, by default the first free one. Returns the slot, or -1 if there is none."""
        room = self.room
        free = room.free_slots
        # A room that ended before a match started stays closed for a while.
        is_closed = (
            room.status == "over" and room.match is None and now - room.ended_at < CLOSED_SECONDS
        )
        is_taken = not free or (slot is not None and slot not in free)
        if is_taken or is_closed or room.status == "playing":
            return -1, error_reply("room_full", "There is no free seat in this room.")
        taken = free[0] if slot is None else slot
        return taken, self.commit(inputs.Join(taken, name, bot, subject), now, "sit")

    def stand_in(self, slot: int, bot: str, now: float) -> Reply:
        """Let a bot play for a player who has left, or the player again if `bot` is empty."""
        reply = self.commit(inputs.StandIn(slot, bot), now, "stand_in", slot)
        if reply.rows:
            self.plans.active.pop(slot, None)
        return reply

    def bot_answer(self, answer: Answer, now: float, reason: str = "bot") -> Reply:
        """Carry out the answer of a bot, or of a plan with the reason that its player would cause."""
        if answer.picks is not None:
            return self.commit(inputs.Pick(answer.seat, answer.picks), now, reason)
        return self.commit(inputs.Move(answer.seat, answer.move, answer.args), now, reason)

    def pass_window(self, seat: int, now: float) -> Reply:
        """Pass for a player who cannot respond. Others see what they would see if it passed itself."""
        answer, match = self.delayed_passes.answer_for(seat), self.room.match
        if answer is None or match is None:
            return Reply()
        return self.bot_answer(answer, now, input_reason(match, answer))

    def play_plan(self, slot: int, now: float) -> list[Reply]:
        """Let the plan of a slot take a step; tell its player what it did."""
        replies, error = self.plans.play(
            slot, lambda answer, why: self.bot_answer(answer, now, why)
        )
        if error is not None:
            self.game_errors.append(error)
        return replies

    def expire(self, now: float) -> list[Reply]:
        """Close everything whose deadline has passed: questions and moves get their default."""
        replies = []
        for seat, menu in list(self.open_menus.items()):
            if menu.deadline is not None and menu.deadline <= now:
                reply = self.menus.close(seat, "timeout")
                error = wire.Error(code="prompt_timeout", message="The menu timed out.")
                replies.append(reply.send(self.room.seating.index(seat), error))
        for seat, opened in list(self.room.open_prompts.items()):
            is_due = opened.deadline is not None and opened.deadline <= now
            if is_due and self.room.open_prompts.get(seat) is opened:
                replies.append(self.close_prompt(seat, now))
        return replies

    def close_prompt(self, seat: int, now: float) -> Reply:
        """Time a seat out: its action is taken back, or its prompt gets the default answer."""
        reply = self.commit(inputs.TimeOut(seat), now, "prompt_timeout_cancelled")
        outcome = TIMEOUT_TEXTS[self.room.timeout_outcome]
        error = wire.Error(code="prompt_timeout", message=f"Your time ran out{outcome}.")
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
        """Apply an input, or refuse it; return the row to store and the frames to send."""
        room = self.room
        if self.is_broken:
            return self._break(action_id)
        before, number = room.open_prompts, room.match_number
        status, lines = room.status, room.line_count
        watch = self.watch
        interruptions, begun = watch.interruptions, perf_counter()
        watch.number += 1  # as `watch.run` does; a call here would cost half a microsecond
        watch.is_inside = True
        try:
            try:
                refusal = room.apply(given, now)
            finally:
                watch.is_inside = False
        except (RulesInterrupted, RulesStuck):
            watch.is_inside = False
            return self._break(action_id)
        room.replay_seconds += perf_counter() - begun
        if watch.interruptions != interruptions:
            is_taken_back = refusal is not None and refusal.code == RulesInterrupted.code
            is_once = watch.interruptions == interruptions + 1
            if not (is_taken_back and is_once and type(given) in (inputs.Move, inputs.Pick)):
                return self._break(action_id)
        if refusal is not None:
            if room.start_error is not None:
                self.game_errors.append(room.start_error)
                room.start_error = None
            seat = None if slot is None else room.seating[slot]
            return self._refused(seat, refusal, now, action_id)
        reply, match, version = Reply(), room.match, room.version
        kind, seat = inputs.KINDS[type(given)], getattr(given, "seat", -1)
        if self.open_menus and (type(given) not in inputs.ASIDE or room.status == "over"):
            self._close_outdated_menus(reply, given)
        key = None
        if action_id is not None:
            key = action_key(slot, action_id)
            room.actions[key] = (digest, version)
            reply.send(SENDER, wire.Ack(action_id=action_id, state_version=version))
        entries = match.record.entries if match is not None else None
        hash = entries[-1].hash if entries else ""
        body = inputs.encode(given)
        row = Row(room.id, room.seq, kind, seat, body, key, digest, version, hash, now)
        reply.rows.append(row)
        reply.changes = self.listing.changes(status, now, kind)
        if kind == "responses":
            pass  # nobody else learns of it
        elif match is None:
            info = self.seats_info()
            if status == "over" and room.status == "waiting":  # somebody joined after a match
                reply.frames += [(to, encode(self._match_start(to))) for to in self.connected_slots]
            reply.frames += [(to, info) for to in self._recipients()]
            if room.status == "over":  # it ended before a match started
                over = encode(game_over(room, None))
                reply.frames += [(to, over) for to in self._recipients()]
        else:
            kept = len(reply.frames)
            watch.number += 1
            watch.is_inside = True
            try:
                try:
                    self._add_update_frames(reply, before, number, status, lines, now, reason)
                finally:
                    watch.is_inside = False
            except (Exception, RulesStuck) as error:  # in the game's view, labels or facts
                watch.is_inside = False
                del reply.frames[kept:]
                self._report_view_error(reply, error)
        return reply

    def _break(self, action_id: str | None) -> Reply:
        """Refuse an input whose rules were interrupted where the room cannot take it back. What is in
        memory cannot be used any more."""
        self.is_broken = True
        sentence = f"The rules of {self.room.game.name} took too long; the input was rolled back."
        return error_reply("action_rejected", sentence, RulesInterrupted.code, action_id)

    def _close_outdated_menus(self, reply: Reply, given: inputs.AnyInput) -> None:
        """Close the menus that were made for an older state."""
        for seat, menu in list(self.open_menus.items()):
            if menu.version != self.room.version:
                is_late = type(given) is inputs.TimeOut and given.seat == seat
                reason = "timeout" if is_late else "overtaken"
                reply.frames += self.menus.close(seat, reason).frames

    def _note_view_error(self, error: BaseException) -> None:
        """Note an error for the node, and drop what may have been built only in part."""
        self.game_errors.append(error)
        self.view.fragments = {}

    def _report_view_error(self, reply: Reply, error: BaseException) -> None:
        """Tell everybody that the input was carried out but cannot be shown."""
        self._note_view_error(error)
        sentence = f"{self.room.game.name} could not show its state. The input was carried out."
        frame = encode(wire.Error(code="rules_error", message=sentence, hint="view"))
        reply.frames += [(to, frame) for to in self._recipients()]

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
        """Add everybody's frames after an input. `before`, `number`, `status` and `lines` are the open
        prompts, match number, status and line count before it."""
        room, frames = self.room, reply.frames
        is_new, is_over = number != room.match_number, room.status == "over"
        if is_new:
            self._update_connected()  # seats have been drawn
            lines = max(0, room.line_count - KEPT_LINES)
        if not self.connected_seats and not self.spectator_count:
            return
        view = StateView(self.view, self.connected, now, reason)
        has_prompts = view.is_asked or any(map(_prompt_id, before.values()))
        is_usual = not (is_new or is_over or has_prompts)
        viewers: list[tuple[int, int | None]] = [*self.connected_seats]
        if self.spectator_count:
            viewers.append((SPECTATORS, None))
        for slot, seat in viewers:
            update = self.patched.frame(view, slot, seat, lines)
            if is_usual:
                frames.append((slot, update))
                continue
            if is_new:
                if status == "over":  # everybody agreed to a rematch
                    frames.append((slot, encode(rematch_agreed(room))))
                frames.append((slot, encode(self._match_start(None if seat is None else slot))))
            if is_over and status != "over":
                frames.append((slot, encode(game_over(room, seat))))
            frames.append((slot, update))
            if is_over:
                frames.append((slot, encode(rematch_status(room, seat))))
            if seat is not None:
                prompt_frames = self._prompt_frames(
                    seat, before.get(seat), room.open_prompts.get(seat), reason
                )
                frames += [(slot, frame) for frame in prompt_frames]

    def _prompt_frames(
        self, seat: int, old: OpenPrompt | None, new: OpenPrompt | None, reason: str
    ) -> Iterator[bytes]:
        """Yield the messages that close a seat's old prompt and open its new one."""
        if old is new:
            return
        if old is not None and old.prompt_id:
            yield encode(wire.PromptClosed(prompt_id=old.prompt_id, reason=reason))
        if new is not None and new.prompt_id and not self.delayed_passes.answer_for(seat):
            prompt = prompt_data(self.room, seat)
            assert prompt is not None
            yield encode(wire.PromptRequest(prompt=prompt))

    # --- refusals ----------------------------------------------------------------------------------

    def _refused(
        self, seat: int | None, refusal: Refusal, now: float, action_id: str | None
    ) -> Reply:
        """Send the sender the rule's own sentence and the current state."""
        code = refusal.code if refusal.code in ("error", "room_full") else "action_rejected"
        reply = error_reply(code, refusal.sentence, refusal.code, action_id)
        if self.room.match is not None and seat is not None:
            self._add_state(reply, seat, now, "refused")
        return reply

    def _add_state(
        self, reply: Reply, seat: int | None, now: float, reason: str, lines: int = 0
    ) -> Reply:
        """Add the current state for the sender, with the last `lines` lines of the log."""
        after = max(0, self.room.line_count - lines)
        try:
            update = self.watch.run(self._state_frame, seat, now, reason, after)
        except (Exception, RulesStuck) as error:
            self._note_view_error(error)
        else:
            reply.frames.append((SENDER, update))
        return reply

    def _state_frame(
        self, seat: int | None, now: float, reason: str, after: int
    ) -> bytes | StateFrame:
        return StateView(self.view, self.connected, now, reason).update(seat, after)

    def _reject_with_state(
        self, seat: int, code: str, sentence: str, now: float, action_id: str | None
    ) -> Reply:
        """Refuse an action that came at the wrong time, and send the current state."""
        reply = error_reply(code, sentence, "", action_id)
        self._add_state(reply, seat, now, code)
        return reply

    def _version_mismatch(self, seat: int, given: int, now: float, action_id: str | None) -> Reply:
        sentence = (
            f"Game state changed: you saw version {given}, the current one is {self.room.version}."
        )
        return self._reject_with_state(seat, "state_mismatch", sentence, now, action_id)

    def _repeated_reply(self, slot: int, action_id: str, digest: str) -> Reply | None:
        """Return the earlier acknowledgement if this input is a repeat; refuse other uses of its id."""
        if len(action_id) > MAX_ACTION_ID:
            sentence = f"An actionId may have at most {MAX_ACTION_ID} characters."
            return error_reply("error", sentence, "", action_id[:MAX_ACTION_ID])
        if not action_id.isprintable() and min(action_id) < " ":  # PostgreSQL cannot store a NUL
            return error_reply(
                "error", "An actionId must not contain control characters.", "", action_id
            )
        key = action_key(slot, action_id)
        found = self.room.actions.get(key) or self.menus.acks.get(key)
        if found is None:
            return None
        known, version = found
        if known != digest:
            sentence = "This actionId was already used for another input."
            return error_reply("id_reused", sentence, "", action_id)
        return Reply().send(SENDER, wire.Ack(action_id=action_id, state_version=version))


_HANDLE: dict[type, Callable[..., Reply]] = {
    wire.Ready: MessageHandler._ready,
    wire.Action: MessageHandler._action,
    wire.IntentCardClick: MessageHandler._click,
    wire.ExplainCard: MessageHandler._explain,
    wire.Describe: MessageHandler._describe,
    wire.PromptResponse: MessageHandler._respond,
    wire.RematchRequest: MessageHandler._rematch,
    wire.Resign: MessageHandler._resign,
    wire.OfferDraw: MessageHandler._offer_draw,
    wire.AnswerDraw: MessageHandler._answer_draw,
    wire.Chat: MessageHandler._chat,
    wire.Leave: MessageHandler._leave,
    wire.UsePlan: MessageHandler._use_plan,
    wire.PausePlan: MessageHandler._pause_plan,
    wire.SetResponses: MessageHandler._set_responses,
    wire.SetSpeed: MessageHandler._set_speed,
    wire.StateRequest: MessageHandler._state_request,
    wire.Ping: MessageHandler._ping,
}
