"""What is seen of a room: the state message of a seat or a spectator. Denied unless declared.

It is built from the same views as everything else in Turnwright: a zone or a field that is not declared
visible does not leave, and a card that is seen carries what its game says about it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from turnwright.core.definition.game import Game
from turnwright.core.definition.moves import Move, Option
from turnwright.core.runtime.flow_state import Ctx, Result
from turnwright.core.runtime.match import Match
from turnwright.core.runtime.selection_contract import prompt_message, prompt_type
from turnwright.core.runtime.view import struct_view
from turnwright.server.rooms.room import Room, plain_text

from .protocol import GameOver, RematchStatus, encode, seat_id
from .zones import ZoneCards, ZoneLayout, current_cards, zone_layouts


class Setting:
    """What is shown alike whenever the same seats are to act at the same place; kept by the room."""

    __slots__ = ("head", "options", "sides")

    def __init__(self, match: Match, acting: list[int]) -> None:
        self.head = encode(_head(match.ctx, acting, bool(match.asked)))[:-1]
        only = match.only_move
        self.options = None if only is None else fixed_option(only)  # of those who are to act
        # What is before and behind the log, by who looks; only where nothing else can change it.
        self.sides: dict[int | None, tuple[bytes, bytes]] = {}


class StateView:
    """What all see alike of a room as it is now; made once per commit, and then seen by each.

    The JSON is put together from pieces, and pieces that stay the same are kept by the room.
    """

    __slots__ = ("_log", "_lots", "connected", "is_asked", "match", "room", "setting", "shared")

    def __init__(self, room: Room, connected: frozenset[int], now: float, reason: str = "") -> None:
        match = room.match
        assert match is not None
        ctx = match.ctx
        self.room, self.match, self.connected = room, match, connected
        self.is_asked = is_asked = bool(match.asked)
        self._log: tuple[int, bytes] | None = None
        self._lots: dict[str, ZoneCards] = {}
        key = (
            ctx.turn_player_pos, ctx.current_segment, ctx.current_phase, ctx.current_step,
            tuple(ctx.passed_players), tuple(room.acting), is_asked, connected,
        )  # fmt: skip
        setting = room.pieces.get(key)
        if setting is None:
            setting = room.pieces[key] = Setting(match, room.acting)
        self.setting: Setting = setting
        clock = b""
        for seat, opened in room.open_prompts.items():
            if opened.deadline is not None:
                comma = b"," if clock else b""
                clock += b'%b"p%d":%d' % (comma, seat + 1, int(opened.deadline * 1000))
        self.shared = (
            b'{"type":"state_update","reason":%b,"state":%b,"turnCounter":%d,"stateVersion":%d,'
            b'"now":%d,"clock":{%b},"result":%b,"table":%b'
        ) % (
            encode(reason),
            setting.head,
            ctx.num_player_turns + 1,
            room.version,
            int(now * 1000),
            clock,
            b"null" if room.result is None else encode(_result(room.result)),
            _open_table(room, match),
        )

    def update(self, seat: int | None, after: int) -> bytes:
        """The `state_update` message of a seat (None: a spectator); the log behind line `after`."""
        options, people = self.setting.sides.get(seat) or self._side(seat)
        log = self._log
        lines = log[1] if log is not None and log[0] == after else self._lines(seat, after)
        table = b"" if self.room.is_open else self._own_table(seat)
        return b"".join((self.shared, table, options, lines, people))

    def seen_by(self, seat: int | None, after: int) -> bytes:
        """The state alone."""
        whole = self.update(seat, after)
        return whole[whole.index(b'"state":') + 8 : -1]

    def _own_table(self, seat: int | None) -> bytes:
        """The game's own state as one seat sees it."""
        match, game = self.match, self.room.game
        seen = struct_view(match.G, seat, None)
        if game.view is not None:
            seen.update(game.view(match.c, seat))
        return encode(seen)

    def _lines(self, seat: int | None, after: int) -> bytes:
        """The log; where it has no secret line it is the same for all."""
        has_secrets, seen = False, []
        for line in self.room.lines_after(after):
            seen.append(line.seen_by(seat))
            has_secrets = has_secrets or line.own is not line.text
        text = encode(seen)
        if not has_secrets:
            self._log = (after, text)
        return text

    def _side(self, seat: int | None) -> tuple[bytes, bytes]:
        """What one may do, up to the log, and what comes behind it."""
        room, setting, moves = self.room, self.setting, b"[]"
        may_move = seat in room.acting and not self.is_asked
        if may_move:
            moves = setting.options or options(self.match, seat)
        side = (b',"options":%b,"log":' % moves, self._people(seat))
        if room.is_bare and not self.is_asked and (setting.options is not None or not may_move):
            setting.sides[seat] = side
        return side

    def _people(self, seat: int | None) -> bytes:
        """What is asked, the players, their zones, and for whom one waits."""
        room, acting = self.room, self.room.acting
        waiting = ""
        if acting and seat not in acting:
            names = " and ".join([room.name_of(other) for other in acting])
            waiting = f"Waiting for {names} to {'decide' if self.is_asked else 'move'}"
        pending = None if seat is None else _pending(room, seat)
        return b',"pendingPromptType":%b,"players":%b,"zones":%b,"waiting":%b}}' % (
            b"null" if pending is None else encode(pending),
            self._players(seat),
            encode(self._shared_zones(seat)) if room.game.zones else b"{}",
            encode(waiting),
        )

    def _players(self, seat: int | None) -> bytes:
        count = len(self.room.slots)
        near = 0 if seat is None else seat
        people = [self._player((near + step) % count, seat) for step in range(count)]
        others = b',"others":[%b]' % b",".join(people[2:]) if count > 2 else b""
        opponent = people[1] if count > 1 else b"null"
        return b'{"self":%b,"opponent":%b%b}' % (people[0], opponent, others)

    def _player(self, who: int, seat: int | None) -> bytes:
        """Who, the zones on that side, and what the game adds."""
        match, game = self.match, self.room.game
        parts = [self._name_tag(who)]
        if game.zones_view is None:
            zones, is_own = match.ctx.zones, who == seat
            for spot in zone_layouts(game, who):
                ids = zones[spot.key]
                cards, count = spot.shown(ids, is_own), len(ids)
                if cards is None:
                    parts.append(spot.hidden % (count, count))
                elif cards:
                    seen = self._cards(spot, cards, seat)
                    parts += (spot.begin, seen[1:-1] if spot.is_single else seen, spot.end % count)
                else:
                    parts.append(spot.empty % count)
        else:
            parts.append(_inside(self._laid(who, seat)))
        if game.player_facts is not None:
            parts.append(_inside(game.player_facts(match.c, who)))
        parts.append(b"}")
        return b"".join(parts)

    def _name_tag(self, who: int) -> bytes:
        """The same until somebody comes or goes."""
        key = (who, who in self.connected)
        tag: bytes | None = self.room.pieces.get(key)
        if tag is None:
            slot = self.room.slot_of(who)
            named = {
                "id": seat_id(who),
                "name": slot.name,
                "controller": "ai" if slot.bot else "human",
                "connected": bool(slot.bot) or who in self.connected,
            }
            tag = self.room.pieces[key] = encode(named)[:-1]
        return tag

    def _laid(self, who: int, seat: int | None) -> dict[str, Any]:
        """The zones where a game lays its own cards; where it lays nothing there is none."""
        game = self.room.game
        laid = {} if game.zones_view is None else game.zones_view(self.match.c, seat)
        seen: dict[str, Any] = {}
        for spot in zone_layouts(game, who):
            there = laid.get(spot.key)
            if there is not None:
                seen[spot.name], seen[spot.count] = there.get("cards", there), there["count"]
        return seen

    def _shared_zones(self, seat: int | None) -> dict[str, Any]:
        seen: dict[str, Any] = {}
        for spot in zone_layouts(self.room.game, -1):
            ids = self.match.ctx.zones[spot.key]
            cards = spot.shown(ids, False)
            seen[spot.key] = {"count": len(ids)}
            if cards is not None:
                drawn = self._cards(spot, cards, seat) if cards else b"[]"
                seen[spot.key]["cards"] = msgspec.Raw(drawn)
        return seen

    def _cards(self, spot: ZoneLayout, ids: list[int], seat: int | None) -> bytes:
        """Cards that somebody may look at. They are looked at once for all."""
        lot = self._lots.get(spot.key)
        if lot is None:
            pieces = self.room.pieces
            lot = current_cards(self.match, ids, pieces.get(spot.key), spot.is_still)
            self._lots[spot.key] = pieces[spot.key] = lot
        return lot.seen_by(self.match, seat)


def _inside(fields: Mapping[str, Any]) -> bytes:
    """Fields to be put behind others."""
    return b"," + encode(fields)[1:-1] if fields else b""


def _open_table(room: Room, match: Match) -> bytes:
    """The game's own state where all see the same of it; else each is shown his own."""
    if room.is_transparent:
        return encode(match.G)
    return encode(struct_view(match.G, None, None)) if room.is_open else b""


def _head(ctx: Ctx, acting: list[int], is_asked: bool) -> dict[str, Any]:
    phase = ctx.current_phase
    return {
        "turn": _id(ctx.turn_player),
        "phase": phase,
        "currentPlayer": seat_id(acting[0]) if acting else None,
        "isResolvingEffect": is_asked,
        "place": {"segment": ctx.current_segment, "phase": phase, "step": ctx.current_step},
        "acting": [seat_id(seat) for seat in acting],
        "passed": [seat_id(seat) for seat in ctx.passed_players],
    }


def _pending(room: Room, seat: int) -> str | None:
    """The type of the prompt that a seat has to answer."""
    opened, menu = room.open_prompts.get(seat), room.menus.get(seat)
    if opened is not None and opened.question is not None:
        return prompt_type(opened.question)
    return None if menu is None else menu.prompt["type"]


def _result(result: Result) -> dict[str, Any]:
    return {"winners": [seat_id(seat) for seat in result.winners], "reason": result.reason}


def state_update(
    room: Room,
    seat: int | None,
    connected: frozenset[int],
    now: float,
    after: int,
    reason: str = "",
) -> bytes:
    """What a seat (None: a spectator) sees, as a message; the log behind line `after`."""
    return StateView(room, connected, now, reason).update(seat, after)


def _id(seat: int | None) -> str | None:
    return None if seat is None else seat_id(seat)


def options(match: Match, seat: int | None) -> bytes:
    """The legal moves of the seat whose go it is, as JSON."""
    if seat is None:
        return b"[]"
    game = match.game
    moves = match.legal_moves(seat, True)
    if len(moves) == 1 and not moves[0][1]:  # as in many small games: always the same one
        fixed = fixed_option(match.moves[moves[0][0]])
        if fixed is not None:
            return fixed
    cards, known = match.ctx.cards, match.moves
    found = []
    for option in match.as_options(seat, moves):
        move = known[option.move]
        data = option_data(move, option)
        if cards:
            data["cards"] = move.cards(option.args, cards)
        elif game.cards_of_move is not None:
            data["cards"] = game.cards_of_move(match.c, option.move, option.args)
        found.append(data)
    return encode(found)


@cache
def fixed_option(move: Move) -> bytes | None:
    """The only move, if it has no arguments and its name for people is always the same."""
    if move.params or not move.title:
        return None
    option = Option(move.id(()), move.title, move.name)
    return encode([option_data(move, option)])


def option_data(move: Move, option: Option) -> dict[str, Any]:
    return {
        "id": option.id,
        "label": option.label,
        "actionType": move.action_type(option.args),
        "payload": dict(zip(move.names, option.args, strict=True)),
    }


def prompt_data(room: Room, seat: int) -> dict[str, Any] | None:
    """The open question to a seat as a prompt."""
    opened, match = room.open_prompts.get(seat), room.match
    if opened is None or opened.question is None or match is None:
        return None
    prompt = prompt_message(match, seat, opened.prompt_id)
    assert prompt is not None
    requirement = prompt["requirement"]
    if opened.question.kind == "order":
        requirement["ordered"] = True
    for candidate in requirement["candidates"]:
        candidate["label"] = plain_text(candidate["name"])
        if "owner" in candidate:
            candidate["controller"] = candidate["owner"]
        if "cardId" in candidate and room.game.card_facts is not None:
            facts = room.game.card_facts(match.c, candidate["cardId"])
            candidate.update({key: value for key, value in facts.items() if key != "name"})
    if opened.question.about is not None and not opened.question.is_field:
        # Each is about another card that lies on one's own side, and is seen.
        own = [c["cardId"] for c in requirement["candidates"]
               if c.get("owner") == "player" and "cardId" in c]  # fmt: skip
        is_clear = len({*own}) == len(requirement["candidates"])
        prompt["ui"]["useFieldTargeting"] = is_clear
    card = prompt["cardData"]
    if card is not None and "kind" in card and room.game.card_facts is not None:
        card.update(room.game.card_facts(match.c, card["id"]))
    deadline = opened.deadline
    prompt["stateVersion"] = opened.version
    prompt["deadline"] = None if deadline is None else int(deadline * 1000)
    prompt["canCancel"] = opened.question.min == 0 or can_cancel(match, seat)
    return prompt


def can_cancel(match: Match, seat: int) -> bool:
    """Could the seat still take its action back?"""
    return match.why_not_cancel(seat) is None


def game_over(room: Room, seat: int | None) -> GameOver:
    result = room.result
    assert result is not None
    winners = [seat_id(winner) for winner in result.winners]
    losers = [s for s in range(len(room.slots)) if s not in result.winners]
    is_draw = not winners and seat not in result.losers
    outcome = "draw" if is_draw else "victory" if seat in result.winners else "defeat"
    return GameOver(
        result="over" if seat is None else outcome,
        reason=result.reason,
        winner_id=winners[0] if len(winners) == 1 else None,
        loser_id=seat_id(losers[0]) if winners and len(losers) == 1 else None,
        winners=winners,
    )


def rematch_status(room: Room, seat: int | None) -> RematchStatus:
    wants = [s for s in range(len(room.slots)) if room.slot_of(s).wants_rematch]
    near = 0 if seat is None else seat
    return RematchStatus(
        player_wants=near in wants,
        bot_wants=(near + 1) % len(room.slots) in wants,
        ready=len(wants) == len(room.slots),
        wants=[seat_id(s) for s in wants],
    )


def everybody_wants(room: Room) -> RematchStatus:
    """The last one has agreed to play again."""
    wants = [seat_id(seat) for seat in range(len(room.slots))]
    return RematchStatus(player_wants=True, bot_wants=True, ready=True, wants=wants)


def seats_data(room: Room, connected: frozenset[int]) -> list[dict[str, Any]]:
    """Who sits where, in the order of the seats."""
    found = []
    for seat in range(len(room.slots)):
        slot = room.slot_of(seat)
        found.append(
            {
                "id": seat_id(seat),
                "name": slot.name,
                "controller": "ai" if slot.bot else "human",
                "bot": slot.bot,
                "free": slot.is_free,
                "ready": slot.is_ready,
                "connected": bool(slot.bot) or seat in connected,
            }
        )
    return found


def describe_game(game: Game, *, with_library: bool = False) -> dict[str, Any]:
    """A game for a page: what it is called, how its table is laid out, and its cards."""
    first = next(iter(game.compiled_flow.segments), None)
    phases = game.compiled_flow.segments[first].turn.phases if first is not None else {}
    tracks = [s.turn.phases for s in game.compiled_flow.segments.values()]
    phases = max(tracks, key=len, default=phases)
    seen: dict[str, Any] = {
        "name": game.name,
        "title": game.title,
        "about": game.about,
        "seats": list(game.seats),
        "zones": [
            {
                "name": name,
                "wire": zone.wire or name,
                "label": zone.label or words(name),
                "visible": zone.visible,
                "shared": zone.shared,
                "single": zone.single,
            }
            for name, zone in game.zones.items()
        ],
        "phases": [{"name": name, "steps": list(phase.steps)} for name, phase in phases.items()],
        "aside": list(game.omitted_fields),
    }
    if with_library:
        seen["library"] = {kind: printed(spec) for kind, spec in game.library.items()}
    return seen


def words(name: str) -> str:
    """resourceArea and resource_area are a Resource area."""
    spaced = re.sub(r"(?<=[a-zA-Z])(?=[A-Z])", " ", name).replace("_", " ")
    return spaced.lower().capitalize()


def printed(spec: Any) -> dict[str, Any]:
    """The printed facts of a card: its plain fields, not its code."""
    if not isinstance(spec, msgspec.Struct):
        return dict(spec)
    fields = {name: getattr(spec, name) for name in spec.__struct_fields__}
    plain = (str, int, float, bool)
    return {k: v for k, v in fields.items() if isinstance(v, plain) and not isinstance(v, type)}
