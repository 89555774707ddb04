"""Messages about a room other than its state: its start, prompts, seats, results and rematches."""

from __future__ import annotations

from typing import Any

import msgspec

from turnwright.core.runtime.selection_contract import prompt_message
from turnwright.server.rooms.move_labels import without_card_numbers
from turnwright.server.rooms.response_windows import OTHERS
from turnwright.server.rooms.room import Room

from .game_description import describe_game
from .message_parts import ChatEntry, RoomSettings, Seat
from .protocol import GameOver, MatchStart, RematchStatus, seat_id


def prompt_data(room: Room, seat: int) -> dict[str, Any] | None:
    """Return the open question to a seat as a prompt; None if there is none."""
    opened, match = room.open_prompts.get(seat), room.match
    if opened is None or opened.question is None or match is None:
        return None
    prompt = prompt_message(match, seat, opened.prompt_id)
    assert prompt is not None
    requirement = prompt["requirement"]
    if opened.question.kind == "order":
        requirement["ordered"] = True
    for candidate in requirement["candidates"]:
        candidate["label"] = without_card_numbers(candidate["name"])
        if "owner" in candidate:
            candidate["controller"] = candidate["owner"]
        if "cardId" in candidate and room.game.card_facts is not None:
            facts = room.game.card_facts(match.c, candidate["cardId"])
            candidate.update({key: value for key, value in facts.items() if key != "name"})
    if opened.question.about is not None and not opened.question.is_field:
        # Candidates can be clicked on the board if each is a different, visible card of the seat.
        own = [c["cardId"] for c in requirement["candidates"]
               if c.get("owner") == "player" and "cardId" in c]  # fmt: skip
        prompt["ui"]["useFieldTargeting"] = len({*own}) == len(requirement["candidates"])
    card = prompt["cardData"]
    if card is not None and "kind" in card and room.game.card_facts is not None:
        card.update(room.game.card_facts(match.c, card["id"]))
    deadline = opened.deadline
    prompt["stateVersion"] = opened.version
    prompt["deadline"] = None if deadline is None else int(deadline * 1000)
    can_cancel = opened.question.min == 0 or match.why_not_cancel(seat) is None
    prompt["canCancel"] = can_cancel
    return prompt


def candidates(room: Room, seat: int) -> list[dict[str, Any]]:
    """Return the candidates of the open question to a seat as they are sent."""
    prompt = prompt_data(room, seat)
    return [] if prompt is None else list(prompt["requirement"]["candidates"])


def chat_data(room: Room) -> list[dict[str, str]]:
    """Return the chat of a room, with senders by their current seats."""
    return [
        msgspec.to_builtins(
            ChatEntry(
                sender=seat_id(room.seating[slot]) if slot >= 0 else "spectator",
                name=name,
                text=text,
            )
        )
        for slot, name, text in room.chat
    ]


def match_start(
    room: Room, slot: int | None, connected: frozenset[int], token: str, has_plans: bool
) -> MatchStart:
    """Return the message that tells a player, or a spectator (None), about the room."""
    seat = None if slot is None else room.seating[slot]
    return MatchStart(
        you_are=None if seat is None else seat_id(seat),
        you_are_legacy=None if seat is None else ("player" if seat == 0 else "bot"),
        room_id=room.id,
        token=token,
        code=room.create.code if seat is not None else "",
        status=room.status,
        game={**describe_game(room.game), "rules": room.create.rules},
        seats=seats_data(room, connected),
        chat=chat_data(room),
        options=room.option_names,
        state_version=room.version,
        has_plans=has_plans,
        responses=OTHERS if slot is None else room.slots[slot].responses,
        match_number=room.match_number,
    )


def room_settings(room: Room, bot_seconds: float | None, is_paused: bool) -> dict[str, Any]:
    """Return how a room was created, and how fast its bots play."""
    create, timeouts = room.create, room.timeouts
    clock = create.clock or ("custom" if create.timeouts else "casual")
    settings = RoomSettings(
        clock=clock if any(timeouts.values()) else "none",
        move_seconds=timeouts["move"],
        prompt_seconds=timeouts["prompt"],
        forfeit_after=create.forfeit_after,
        takeover=create.takeover,
        has_only_bots=room.has_only_bots,
        bot_seconds=bot_seconds,
        is_paused=is_paused,
    )
    found: dict[str, Any] = msgspec.to_builtins(settings)
    return found


def game_over(room: Room, seat: int | None) -> GameOver:
    """Return the result of the match for a seat, or a spectator (None)."""
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
    """Return who wants to play again."""
    wants = [s for s in range(len(room.slots)) if room.slot_of(s).wants_rematch]
    near = 0 if seat is None else seat
    return RematchStatus(
        player_wants=near in wants,
        bot_wants=(near + 1) % len(room.slots) in wants,
        ready=len(wants) == len(room.slots),
        wants=[seat_id(s) for s in wants],
    )


def rematch_agreed(room: Room) -> RematchStatus:
    """Return the status after the last player has agreed to play again."""
    wants = [seat_id(seat) for seat in range(len(room.slots))]
    return RematchStatus(player_wants=True, bot_wants=True, ready=True, wants=wants)


def seats_data(room: Room, connected: frozenset[int]) -> list[dict[str, Any]]:
    """Return the seats with their players, in seat order. `connected` are the seats with a socket."""
    found: list[dict[str, Any]] = []
    for seat in range(len(room.slots)):
        slot = room.slot_of(seat)
        part = Seat(
            id=seat_id(seat),
            name=slot.name,
            controller="ai" if slot.bot else "human",
            bot=slot.bot,
            free=slot.is_free,
            ready=slot.is_ready,
            connected=bool(slot.bot) or seat in connected,
            host=room.host is not None and room.seating[room.host] == seat,
            stand_in=slot.stand_in,
        )
        found.append(msgspec.to_builtins(part))
    return found
