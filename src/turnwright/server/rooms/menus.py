"""Menus: prompts that offer the moves of a clicked card, and then their targets.

A menu changes nothing, so it is not in the log: it is gone when the room is loaded again, and every
commit closes it, because it was made for the state before.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec

from turnwright.core.definition.moves import Option
from turnwright.core.runtime.match import Match
from turnwright.core.runtime.selection_contract import (
    card_action_menu,
    own_card_menu,
    target_select,
)
from turnwright.core.runtime.why_not import NOTHING, why_not_card
from turnwright.server.views import protocol as wire

from . import inputs
from .choices import chosen_ids
from .move_labels import without_card_numbers
from .reply import SENDER, Reply, action_key, error_reply
from .room import Room

MENUS_PER_EPOCH = 1_000_000  # menu ids do not repeat after a restart


class Menu(msgspec.Struct):
    """An open menu."""

    prompt: dict[str, Any]
    version: int
    deadline: float | None
    move: str = ""  # the move whose target is chosen

    @property
    def id(self) -> str:
        """The prompt id."""
        return str(self.prompt["promptId"])

    def find(self, choice: Any) -> dict[str, Any] | None:
        """Return the entry that a client has chosen."""
        offered = self.prompt.get("options") or self.prompt["targets"]
        entries = {str(entry["id"]): entry for entry in offered}
        # Not a lambda: mypyc cannot compile one in a Struct.
        ids = chosen_ids(choice, [*entries], partial(list, offered))
        return entries.get(ids[0]) if len(ids) == 1 else None


class CardMenus:
    """The open menus of a room, by seat."""

    def __init__(self, room: Room, epoch: int) -> None:
        self.room = room
        self.open: dict[int, Menu] = {}
        self.acks: dict[str, tuple[str, int]] = {}  # answered menus: action key -> digest, version
        self._count = epoch * MENUS_PER_EPOCH

    def click(self, slot: int, message: wire.IntentCardClick, now: float) -> Reply:
        """Open the menu of a card."""
        room, match, seat = self.room, self.room.match, self.room.seating[slot]
        if match is None or room.status != "playing":
            return error_reply("error", "Match not ready.")
        opened = room.open_prompts.get(seat)
        if seat in self.open or (opened is not None and opened.prompt_id):
            return error_reply("input_locked", "Respond to prompt first.")
        if match.asked or seat not in match.acting:
            return error_reply("action_rejected", "It is not your turn to act.", "not_your_turn")
        if room.game.zones_view is not None:
            prompt = own_card_menu(match, seat, message.card, self._next_id())
        else:
            prompt = card_action_menu(match, seat, *self._find_card(seat, message), self._next_id())
        if prompt is None:
            return error_reply("action_rejected", "You have no card there.", "no_card")
        if len(prompt["options"]) == 1:
            why = why_not_card(match, seat, prompt["cardData"].get("id", message.card))
            return error_reply("action_rejected", why or NOTHING, "nothing_to_do")
        if room.game.card_facts is not None and "kind" in prompt["cardData"]:
            prompt["cardData"].update(room.game.card_facts(match.c, prompt["cardData"]["id"]))
        return self._show(seat, prompt, now)

    def _find_card(self, seat: int, message: wire.IntentCardClick) -> tuple[str, int]:
        """Return the zone and index of the clicked card."""
        match = self.room.match
        assert match is not None
        if type(message.card) is int:
            key = match.ctx.card_zones.get(message.card, "")
            zone, _, owner = key.partition(":")
            if key and owner in ("", str(seat)):
                return zone, match.ctx.zones[key].index(message.card)
            return "", -1
        names = {zone.wire or name: name for name, zone in self.room.game.zones.items()}
        return names.get(message.zone, message.zone), message.index

    def _next_id(self) -> str:
        self._count += 1
        return f"p_{self.room.id}_{self._count}"

    def _show(self, seat: int, prompt: dict[str, Any], now: float, move: str = "") -> Reply:
        timeouts = self.room.timeouts
        seconds = timeouts.get(prompt["type"], timeouts["prompt"])
        deadline = now + seconds if seconds else None
        prompt["stateVersion"] = self.room.version
        prompt["deadline"] = None if deadline is None else int(deadline * 1000)
        prompt["canCancel"] = True
        _set_labels(prompt.get("options") or prompt["targets"])
        self.open[seat] = Menu(prompt, self.room.version, deadline, move)
        return Reply().send(SENDER, wire.PromptRequest(prompt=prompt))

    def choose(
        self, slot: int, message: wire.PromptResponse, now: float, digest: str
    ) -> Reply | inputs.Move:
        """Answer the open menu of a slot's seat: return the chosen move, which closes the menu, or a
        reply if there is another argument to choose, nothing was chosen, or the choice is refused."""
        seat, action_id = self.room.seating[slot], message.action_id
        menu, choice = self.open[seat], message.choice
        picked = menu.find(choice)
        if picked is None and choice not in ("cancel", None):
            return error_reply(
                "action_rejected", "The menu has no such option.", "bad_choice", action_id
            )
        if picked is None or picked["actionType"] is None:
            del self.open[seat]
            closed = wire.PromptClosed(prompt_id=menu.id, reason="cancelled")
            return self._acknowledge(Reply().send(SENDER, closed), slot, action_id, digest)
        match = self.room.match
        assert match is not None
        move = menu.move or picked["id"].partition(":")[0]
        chosen = tuple(picked["payload"].values())
        legal = match.legal(seat, must=True)
        fitting = [o for o in legal if o.move == move and o.args[: len(chosen)] == chosen]
        if not fitting:
            return error_reply("action_rejected", "This is no longer possible.", "", action_id)
        del self.open[seat]
        if all(option.args == fitting[0].args for option in fitting):
            target = _target_position(match, fitting[0], len(chosen))
            if target is None:
                return inputs.Move(seat, move, fitting[0].args)
            before_target = fitting[0].args[:target]  # a lone target is shown, and can be declined
        else:
            before_target = _forced_args(fitting, len(chosen))
        more = target_select(match, seat, move, before_target, self._next_id())
        assert more is not None
        closed = wire.PromptClosed(prompt_id=menu.id, reason="answered")
        reply = self._acknowledge(Reply().send(SENDER, closed), slot, action_id, digest)
        reply.frames += self._show(seat, more, now, move).frames
        return reply

    def _acknowledge(self, reply: Reply, slot: int, action_id: str | None, digest: str) -> Reply:
        """Acknowledge an answer that changed nothing: it is remembered, but not stored."""
        if action_id is not None:
            version = self.room.version
            self.acks[action_key(slot, action_id)] = (digest, version)
            reply.send(SENDER, wire.Ack(action_id=action_id, state_version=version))
        return reply

    def close(self, seat: int, reason: str) -> Reply:
        """Close a seat's menu without an answer."""
        menu = self.open.pop(seat)
        slot = self.room.seating.index(seat)
        return Reply().send(slot, wire.PromptClosed(prompt_id=menu.id, reason=reason))


def _set_labels(offered: list[dict[str, Any]]) -> None:
    """Remove card numbers from labels; number the cards whose labels are then the same."""
    labels = [without_card_numbers(entry["label"]) for entry in offered]
    for entry, label in zip(offered, labels, strict=True):
        entry["label"] = label
        if "owner" in entry:
            entry["controller"] = entry["owner"]
            if labels.count(label) > 1:
                entry["label"] = f"{label} (no. {entry['zoneIndex'] + 1})"


def _target_position(match: Match, option: Option, count: int) -> int | None:
    """Return the position of the last argument after the first `count` that is a target: a card, or a
    word that stands in place of one, such as "direct"."""
    params = match.moves[option.move].params
    for position in range(len(option.args) - 1, count - 1, -1):
        value = option.args[position]
        if params[position].is_card and (type(value) is str or value in match.ctx.cards):
            return position
    return None


def _forced_args(fitting: list[Option], count: int) -> tuple[Any, ...]:
    """Return the first `count` arguments and those after them that leave no choice."""
    args = fitting[0].args
    while all(option.args[count] == args[count] for option in fitting):
        count += 1
    return args[:count]
