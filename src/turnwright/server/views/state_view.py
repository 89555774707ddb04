"""The state of a room as a seat or a spectator sees it: the `state_update` message.

It is built from the core's views, so a zone or a field that is not declared visible never leaves the
server. As it is sent to everybody after every move, it is assembled from encoded pieces:

- `RoomView` lives as long as the room is in memory. It keeps the pieces that stay the same: names,
  cards, and everything that depends only on the position in the flow and the acting seats.
- `StateView` is made once per commit. It holds what all viewers see alike, and `update` adds what one
  viewer sees: the log, the options, the players' sides.
- Field names come from the message types (`json_template`), which are also the documentation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import msgspec

from turnwright.core.definition.moves import Move
from turnwright.core.definition.moves import Option as RulesOption
from turnwright.core.runtime.flow_state import Ctx, Result
from turnwright.core.runtime.match import Match
from turnwright.core.runtime.selection_contract import prompt_type
from turnwright.core.runtime.view import is_public, is_transparent, struct_view
from turnwright.server.rooms.menus import Menu
from turnwright.server.rooms.room import Room

from .json_template import encode_fields, fields_template
from .message_parts import Option, Outcome, Place, Player, Players
from .protocol import State, StateUpdate, encode, seat_id
from .zones import ZoneCards, ZoneLayout, current_cards, zone_layouts

MAX_FRAGMENTS = 500  # kept by a room's view

# The position fields come first (`_position_json`), then these, and then those of one viewer.
_HEAD = b'{"type":%b,' % encode(StateUpdate.__struct_config__.tag) + fields_template(
    StateUpdate, reason="%b", state=""
)
_NUMBERS = b"," + fields_template(
    State, turn_counter="%d", state_version="%d", now="%d", clock="{%b}", result="%b"
)
_DRAW_OFFER = b"," + fields_template(State, draw_offer="%b")
_TABLE = b"," + fields_template(State, table="")
_OPTIONS = b"," + fields_template(State, options="")
_LOG = b"," + fields_template(State, log="")
_SELF = (
    b","
    + fields_template(State, pending_prompt_type="%b", players="")
    + b"{"
    + fields_template(Players, self="")
)
_OPPONENT = b"," + fields_template(Players, opponent="")
_OTHERS = b"," + fields_template(Players, others="") + b"["
_ZONES_TO_END = b"}," + fields_template(State, zones="%b", waiting="%b") + b"}}"
_STATE_FIELD = fields_template(StateUpdate, state="")


class RoomView:
    """The JSON of a room that stays the same from one commit to the next."""

    __slots__ = (
        "_seating_changes",
        "fragments",
        "is_bare",
        "is_open",
        "is_passed",
        "is_transparent",
        "menus",
        "room",
    )

    def __init__(
        self,
        room: Room,
        menus: dict[int, Menu] | None = None,
        is_passed: Callable[[int], object] = lambda seat: False,
    ) -> None:
        game = room.game
        self.room = room
        self.is_passed = is_passed  # whether the server passes for a seat, which is then not asked
        self.menus = {} if menus is None else menus  # open menus by seat, kept by the handler
        self.is_open = game.view is None and is_public(game.state)  # all see the same state
        self.is_transparent = self.is_open and is_transparent(game.state)
        self.is_bare = not game.zones and game.player_facts is None  # players have only names
        self.fragments: dict[Any, Any] = {}
        self._seating_changes = room.seating_changes

    def current_fragments(self) -> dict[Any, Any]:
        """Return the kept pieces; they are dropped when players or seats change."""
        if (
            self._seating_changes != self.room.seating_changes
            or len(self.fragments) > MAX_FRAGMENTS
        ):
            self._seating_changes = self.room.seating_changes
            self.fragments = {}
        return self.fragments


class PositionFragments:
    """JSON that depends only on the position in the flow and on the acting seats."""

    __slots__ = ("options", "position", "sides")

    def __init__(self, match: Match, acting: list[int]) -> None:
        self.position = _position_json(match.ctx, acting, bool(match.asked))[:-1]
        only = match.only_move
        self.options = None if only is None else fixed_option(only)  # of the acting seats
        # The options, and the JSON after the log, by viewer; only where nothing else can change it.
        self.sides: dict[int | None, tuple[bytes, list[bytes]]] = {}


class StateView:
    """The state of a room at one version. `update` returns the message for one viewer."""

    __slots__ = (
        "_cards", "_log", "connected", "fragments", "is_asked", "match", "open_state", "position",
        "room", "shared", "view",
    )  # fmt: skip

    def __init__(
        self, view: RoomView, connected: frozenset[int], now: float, reason: str = ""
    ) -> None:
        room = view.room
        match = room.match
        assert match is not None
        ctx = match.ctx
        self.view, self.room, self.match, self.connected = view, room, match, connected
        self.is_asked = is_asked = bool(match.asked)
        self._log: tuple[int, bytes] | None = None
        self._cards: dict[str, ZoneCards] = {}
        self.fragments = fragments = view.current_fragments()
        key = (
            ctx.turn_player_pos, ctx.current_segment, ctx.current_phase, ctx.current_step,
            tuple(ctx.passed_players), tuple(room.acting), is_asked, connected,
        )  # fmt: skip
        position = fragments.get(key)
        if position is None:
            position = fragments[key] = PositionFragments(match, room.acting)
        self.position: PositionFragments = position
        clock = b""
        for seat, opened in room.open_prompts.items():
            if opened.deadline is not None:
                comma = b"," if clock else b""
                clock += b'%b"p%d":%d' % (comma, seat + 1, int(opened.deadline * 1000))
        result = b"null" if room.result is None else encode(_outcome(room.result))
        turn, time = ctx.num_player_turns + 1, int(now * 1000)
        agreed = room.draw_offers.agreed
        draw = _DRAW_OFFER % encode([seat_id(seat) for seat in agreed]) if agreed else b""
        self.shared = (
            _HEAD % encode(reason),
            position.position,
            _NUMBERS % (turn, room.version, time, clock, result),
            draw,
            _TABLE,
        )
        self.open_state = _open_state(view, match)

    def update(self, seat: int | None, after: int) -> bytes:
        """Return the `state_update` of a seat (None: a spectator), with the log after line `after`."""
        return b"".join(self.pieces(seat, after))

    def pieces(self, seat: int | None, after: int) -> list[bytes]:
        """Return the same in pieces. A piece has the same place in every message to this viewer."""
        options, people = self.position.sides.get(seat) or self._side(seat)
        log = self._log
        lines = log[1] if log is not None and log[0] == after else self._lines(seat, after)
        state = self.open_state if self.view.is_open else self._own_state(seat)
        return [*self.shared, state, _OPTIONS, options, _LOG, lines, *people]

    def state_json(self, seat: int | None, after: int) -> bytes:
        """Return the state alone, without the message around it."""
        whole = self.update(seat, after)
        return whole[whole.index(_STATE_FIELD) + len(_STATE_FIELD) : -1]

    def _own_state(self, seat: int | None) -> bytes:
        """Return the game's own state as one viewer sees it."""
        match, game = self.match, self.room.game
        seen = struct_view(match.G, seat, None)
        if game.view is not None:
            seen.update(game.view(match.c, seat))
        return encode(seen)

    def _lines(self, seat: int | None, after: int) -> bytes:
        """Return the log. If no line has a private text, it is the same for all viewers."""
        has_secrets, seen = False, []
        for line in self.room.lines_after(after):
            seen.append(line.seen_by(seat))
            has_secrets = has_secrets or line.own is not line.text
        text = encode(seen)
        if not has_secrets:
            self._log = (after, text)
        return text

    def _side(self, seat: int | None) -> tuple[bytes, list[bytes]]:
        """Return a viewer's options, and the JSON after the log."""
        room, position, moves = self.room, self.position, b"[]"
        may_move = seat in room.acting and not self.is_asked
        if may_move:
            moves = position.options or options_json(self.match, seat)
        side = (moves, self._people(seat))
        is_fixed = position.options is not None or not may_move
        if self.view.is_bare and not self.is_asked and is_fixed:
            position.sides[seat] = side
        return side

    def _people(self, seat: int | None) -> list[bytes]:
        """Return the pending prompt, the players, the shared zones, and who is waited for."""
        room, acting = self.room, self.room.acting
        waiting = ""
        if acting and seat not in acting:
            names = " and ".join([room.name_of(other) for other in acting])
            waiting = f"Waiting for {names} to {'decide' if self.is_asked else 'move'}"
        pending = None if seat is None else self._pending_prompt(seat)
        zones = encode(self._shared_zones(seat)) if room.game.zones else b"{}"
        return [
            _SELF % (b"null" if pending is None else encode(pending)),
            *self._players(seat),
            _ZONES_TO_END % (zones, encode(waiting)),
        ]

    def _pending_prompt(self, seat: int) -> str | None:
        """Return the type of the prompt that a seat has to answer."""
        opened, menu = self.room.open_prompts.get(seat), self.view.menus.get(seat)
        if opened is not None and opened.question is not None:
            return None if self.view.is_passed(seat) else prompt_type(opened.question)
        return None if menu is None else menu.prompt["type"]

    def _players(self, seat: int | None) -> list[bytes]:
        count = len(self.room.slots)
        near = 0 if seat is None else seat
        pieces: list[bytes] = []
        self._add_player(pieces, near, seat)
        pieces.append(_OPPONENT)
        if count == 1:
            pieces.append(b"null")
        for step in range(1, count):
            if step > 1:
                pieces.append(_OTHERS if step == 2 else b",")
            self._add_player(pieces, (near + step) % count, seat)
        if count > 2:
            pieces.append(b"]")
        return pieces

    def _add_player(self, parts: list[bytes], who: int, seat: int | None) -> None:
        """Add a player's name, zones, and the facts that the game adds."""
        match, game = self.match, self.room.game
        parts.append(self._name_tag(who))
        if game.zones_view is None:
            zones, is_own = match.ctx.zones, who == seat
            for layout in zone_layouts(game, who):
                ids = zones[layout.key]
                cards, count = layout.visible_cards(ids, is_own), len(ids)
                if cards is None:
                    parts += (layout.hidden % (count, count), b"", b"")
                elif cards:
                    seen = self._cards_json(layout, cards, seat)
                    one = seen[1:-1] if layout.is_single else seen
                    parts += (layout.begin, one, layout.end % count)
                else:
                    parts += (layout.empty % count, b"", b"")
        else:
            parts.append(_more_fields(self._laid_zones(who, seat)))
        if game.player_facts is not None:
            parts.append(_more_fields(game.player_facts(match.c, who)))
        parts.append(b"}")

    def _name_tag(self, who: int) -> bytes:
        """Return the start of a player: it stays the same until somebody joins or leaves."""
        key = (who, who in self.connected)
        tag: bytes | None = self.fragments.get(key)
        if tag is None:
            slot = self.room.slot_of(who)
            player = Player(
                id=seat_id(who),
                name=slot.name,
                controller="ai" if slot.bot else "human",
                connected=bool(slot.bot) or who in self.connected,
            )
            tag = self.fragments[key] = encode(player)[:-1]
        return tag

    def _laid_zones(self, who: int, seat: int | None) -> dict[str, Any]:
        """Return the zones of a game that lays out its own cards."""
        game = self.room.game
        laid = {} if game.zones_view is None else game.zones_view(self.match.c, seat)
        seen: dict[str, Any] = {}
        for layout in zone_layouts(game, who):
            found = laid.get(layout.key)
            if found is not None:
                seen[layout.name], seen[layout.count] = found.get("cards", found), found["count"]
        return seen

    def _shared_zones(self, seat: int | None) -> dict[str, Any]:
        seen: dict[str, Any] = {}
        for layout in zone_layouts(self.room.game, -1):
            ids = self.match.ctx.zones[layout.key]
            cards = layout.visible_cards(ids, False)
            seen[layout.key] = {"count": len(ids)}
            if cards is not None:
                shown = self._cards_json(layout, cards, seat) if cards else b"[]"
                seen[layout.key]["cards"] = msgspec.Raw(shown)
        return seen

    def _cards_json(self, layout: ZoneLayout, ids: list[int], seat: int | None) -> bytes:
        """Return visible cards as JSON; each zone is examined once per commit."""
        cards = self._cards.get(layout.key)
        if cards is None:
            kept = self.fragments
            cards = current_cards(self.match, ids, kept.get(layout.key), layout.is_still)
            self._cards[layout.key] = kept[layout.key] = cards
        return cards.seen_by(self.match, seat)


def _more_fields(fields: Mapping[str, Any]) -> bytes:
    """Return fields as JSON that follows other fields."""
    return b"," + encode(fields)[1:-1] if fields else b""


def _open_state(view: RoomView, match: Match) -> bytes:
    """Return the game's own state if all viewers see the same; otherwise `update` adds it."""
    if view.is_transparent:
        return encode(match.G)
    return encode(struct_view(match.G, None, None)) if view.is_open else b""


def _position_json(ctx: Ctx, acting: list[int], is_asked: bool) -> bytes:
    phase = ctx.current_phase
    return encode_fields(
        State,
        turn=None if ctx.turn_player is None else seat_id(ctx.turn_player),
        phase=phase,
        current_player=seat_id(acting[0]) if acting else None,
        is_resolving_effect=is_asked,
        place=Place(ctx.current_segment, phase, ctx.current_step),
        acting=[seat_id(seat) for seat in acting],
        passed=[seat_id(seat) for seat in ctx.passed_players],
    )


def _outcome(result: Result) -> Outcome:
    return Outcome([seat_id(seat) for seat in result.winners], result.reason)


def options_json(match: Match, seat: int | None) -> bytes:
    """Return the legal moves of an acting seat as JSON."""
    if seat is None:
        return b"[]"
    game = match.game
    moves = match.legal_moves(seat, True)
    if len(moves) == 1 and not moves[0][1]:  # many small games: always the same single move
        fixed = fixed_option(match.moves[moves[0][0]])
        if fixed is not None:
            return fixed
    cards, known = match.ctx.cards, match.moves
    found = []
    for option in match.as_options(seat, moves):
        move = known[option.move]
        part = option_part(move, option)
        if cards:
            part.cards = move.cards(option.args, cards)
        elif game.cards_of_move is not None:
            part.cards = game.cards_of_move(match.c, option.move, option.args)
        found.append(part)
    return encode(found)


@cache
def fixed_option(move: Move) -> bytes | None:
    """Return the options JSON of a single move without arguments and with a fixed label."""
    if move.params or not move.title:
        return None
    option = RulesOption(move.id(()), move.title, move.name)
    return encode([option_part(move, option)])


def option_part(move: Move, option: RulesOption) -> Option:
    """Return a legal move as it is sent to clients."""
    payload = dict(zip(move.names, option.args, strict=True))
    return Option(option.id, option.label, move.action_type(option.args), payload)
