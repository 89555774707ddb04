"""Menus: prompts that offer the moves of a card, and then their targets.

A menu changes nothing, so it is not in the log: it is gone when the room is read again, and whatever is
committed closes it, as it was made for the state before.
"""

from __future__ import annotations

from typing import Any

import msgspec

from turnwright.core.definition.moves import Option
from turnwright.core.runtime.selection_contract import (
    card_action_menu,
    own_card_menu,
    target_select,
)
from turnwright.server.views import protocol as wire
from turnwright.server.views.protocol import encode

from . import inputs
from .outgoing import SENDER, Reply, action_key, error_reply
from .room import Room, plain_text


class Menu(msgspec.Struct):
    """A prompt that offers moves."""

    prompt: dict[str, Any]
    version: int
    deadline: float | None
    move: str = ""  # of a choice of targets


class Menus:
    """The part of a desk that shows menus, and takes what is chosen from them."""

    def __init__(self, room: Room, epoch: int) -> None:
        self.room = room
        self.menus: dict[int, Menu] = room.menus  # by seat
        self.menu_count = epoch * 1_000_000
        self.acks: dict[str, tuple[str, int]] = {}  # of answers to menus

    def commit(
        self,
        given: inputs.AnyInput,
        now: float,
        reason: str,
        slot: int | None = None,
        action_id: str | None = None,
        digest: str = "",
    ) -> Reply:
        """What comes of an input, the desk says."""
        raise NotImplementedError

    def _version_mismatch(self, seat: int, given: int, now: float, action_id: str | None) -> Reply:
        raise NotImplementedError

    def _click(self, slot: int, message: wire.IntentCardClick, now: float) -> Reply:
        room, match, seat = self.room, self.room.match, self.room.seating[slot]
        if match is None or room.status != "playing":
            return error_reply("error", "Match not ready.")
        opened = room.open_prompts.get(seat)
        if seat in self.menus or (opened is not None and opened.prompt_id):
            return error_reply("input_locked", "Respond to prompt first.")
        if match.asked or seat not in match.acting:
            return error_reply("action_rejected", "It is not your go.", "not_your_turn")
        if room.game.zones_view is not None:
            prompt = own_card_menu(match, seat, message.card, self._next_menu())
        else:
            prompt = card_action_menu(
                match, seat, *self._find_card(seat, message), self._next_menu()
            )
        if prompt is None:
            return error_reply("action_rejected", "There is no card of yours.", "no_card")
        if len(prompt["options"]) == 1:
            return error_reply("action_rejected", "This card can do nothing now.", "nothing_to_do")
        if room.game.card_facts is not None and "kind" in prompt["cardData"]:
            prompt["cardData"].update(room.game.card_facts(match.c, prompt["cardData"]["id"]))
        return self._show_menu(seat, prompt, now)

    def _find_card(self, seat: int, message: wire.IntentCardClick) -> tuple[str, int]:
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

    def _next_menu(self) -> str:
        self.menu_count += 1
        return f"p_{self.room.id}_{self.menu_count}"

    def _show_menu(self, seat: int, prompt: dict[str, Any], now: float, move: str = "") -> Reply:
        times = self.room.timeouts
        seconds = times.get(prompt["type"], times["prompt"])
        deadline = now + seconds if seconds else None
        prompt["stateVersion"] = self.room.version
        prompt["deadline"] = None if deadline is None else int(deadline * 1000)
        prompt["canCancel"] = True
        _name_plainly(prompt.get("options") or prompt["targets"])
        self.menus[seat] = Menu(prompt, self.room.version, deadline, move)
        return Reply().send(SENDER, wire.PromptRequest(prompt=prompt))

    def _choose_from(
        self, slot: int, menu: Menu, message: wire.PromptResponse, now: float, digest: str
    ) -> Reply:
        """A choice from a menu: a move, another menu for its next argument, or nothing."""
        match, seat = self.room.match, self.room.seating[slot]
        assert match is not None
        prompt, choice, action_id = menu.prompt, message.choice, message.action_id
        version = message.state_version
        if version is not None and version != menu.version:
            return self._version_mismatch(seat, version, now, action_id)
        offered = prompt.get("options") or prompt["targets"]
        picked = next((o for o in offered if str(o["id"]) == str(choice)), None)
        if picked is None and choice not in ("cancel", None):
            return error_reply(
                "action_rejected", "This is not on the menu.", "bad_choice", action_id
            )
        closed = wire.PromptClosed(prompt_id=prompt["promptId"], reason="answered")
        if picked is None or picked["actionType"] is None:
            del self.menus[seat]
            closed.reason = "cancelled"
            return self._acknowledge(Reply().send(SENDER, closed), slot, action_id, digest)
        move = menu.move or picked["id"].partition(":")[0]
        chosen = tuple(picked["payload"].values())
        legal = match.legal(seat, must=True)
        fitting = [o for o in legal if o.move == move and o.args[: len(chosen)] == chosen]
        if not fitting:
            return error_reply("action_rejected", "This is no longer possible.", "", action_id)
        del self.menus[seat]
        if any(option.args != fitting[0].args for option in fitting):
            more = target_select(
                match, seat, move, _forced(fitting, len(chosen)), self._next_menu()
            )
            assert more is not None
            reply = self._acknowledge(Reply().send(SENDER, closed), slot, action_id, digest)
            reply.frames += self._show_menu(seat, more, now, move).frames
            return reply
        given, reason = inputs.Move(seat, move, fitting[0].args), f"{prompt['type']}_resolved"
        reply = self.commit(given, now, reason, slot, action_id, digest)
        if reply.rows:
            reply.frames.insert(0, (SENDER, encode(closed)))
        else:
            self.menus[seat] = menu  # it was refused, so nothing was answered
        return reply

    def _acknowledge(self, reply: Reply, slot: int, action_id: str | None, digest: str) -> Reply:
        """An answer to a menu that changed nothing: it is remembered, but not stored."""
        if action_id is not None:
            version = self.room.version
            self.acks[action_key(slot, action_id)] = (digest, version)
            reply.send(SENDER, wire.Ack(action_id=action_id, state_version=version))
        return reply

    def _close_menu(self, seat: int, reason: str) -> Reply:
        """A menu is over without an answer."""
        prompt_id = self.menus.pop(seat).prompt["promptId"]
        slot = self.room.seating.index(seat)
        return Reply().send(slot, wire.PromptClosed(prompt_id=prompt_id, reason=reason))


def _name_plainly(offered: list[dict[str, Any]]) -> None:
    """Names for people, without the numbers of cards; those that are alike then are told apart by
    where they lie."""
    labels = [plain_text(one["label"]) for one in offered]
    for one, label in zip(offered, labels, strict=True):
        one["label"] = label
        if "owner" in one:
            one["controller"] = one["owner"]
            if labels.count(label) > 1:
                one["label"] = f"{label} (no. {one['zoneIndex'] + 1})"


def _forced(fitting: list[Option], count: int) -> tuple[Any, ...]:
    """The arguments so far, and those behind them that leave no choice."""
    args = fitting[0].args
    while all(option.args[count] == args[count] for option in fitting):
        count += 1
    return args[:count]
