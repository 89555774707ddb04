"""Menus: prompts that offer the moves of a card, and then their targets.

A menu changes nothing, so it is not in the log: it is gone when the room is read again, and its
answer counts only for the state that it was made for.
"""

from __future__ import annotations

from typing import Any

import msgspec

from turnwright.core.contracts import card_action_menu, target_select

from . import inputs as log
from . import protocol as wire
from .chairs import TIMEOUTS
from .protocol import encode
from .replies import YOU, Reply, action_key, error_reply
from .room import Room


class Menu(msgspec.Struct):
    """A prompt that offers moves."""

    prompt: dict[str, Any]
    version: int
    deadline: float | None
    move: str = ""
    first: Any = None


class Menus:
    """The part of a desk that shows menus, and takes what is chosen from them."""

    def __init__(self, room: Room, epoch: int) -> None:
        self.room = room
        self.menus: dict[int, Menu] = {}  # by seat
        self.menu_count = epoch * 1_000_000
        self.acks: dict[str, tuple[str, int]] = {}  # of answers to menus

    def commit(
        self,
        given: log.AnyInput,
        now: float,
        reason: str,
        chair: int | None = None,
        action_id: str | None = None,
        digest: str = "",
    ) -> Reply:
        """What comes of an input, the desk says."""
        raise NotImplementedError

    def _mismatch(self, seat: int, given: int, now: float, action_id: str | None) -> Reply:
        raise NotImplementedError

    def _click(self, chair: int, message: wire.IntentCardClick, now: float) -> Reply:
        room, match, seat = self.room, self.room.match, self.room.seating[chair]
        if match is None or room.status != "playing":
            return error_reply("error", "Match not ready.")
        opened = room.opened.get(seat)
        if seat in self.menus or (opened is not None and opened.prompt_id):
            return error_reply("input_locked", "Respond to prompt first.")
        if match.asked or seat not in match.acting:
            return error_reply("action_rejected", "It is not your go.", "not_your_turn")
        zone, index = self._find_card(seat, message)
        prompt = card_action_menu(match, seat, zone, index, self._next_menu())
        if prompt is None:
            return error_reply("action_rejected", "There is no card of yours.", "no_card")
        if len(prompt["options"]) == 1:
            return error_reply("action_rejected", "This card can do nothing now.", "nothing_to_do")
        declared = room.game.zones[zone]
        prompt["zone"] = declared.wire or zone
        if room.game.facts is not None and "kind" in prompt["cardData"]:
            prompt["cardData"].update(room.game.facts(match.c, prompt["cardData"]["id"]))
        return self._show_menu(seat, prompt, now)

    def _find_card(self, seat: int, message: wire.IntentCardClick) -> tuple[str, int]:
        match = self.room.match
        assert match is not None
        if message.card is not None:
            key = match.ctx.card_zones.get(message.card, "")
            zone, _, owner = key.partition(":")
            if owner == str(seat):
                return zone, match.ctx.zones[key].index(message.card)
            return "", -1
        names = {zone.wire or name: name for name, zone in self.room.game.zones.items()}
        return names.get(message.zone, message.zone), message.index

    def _next_menu(self) -> str:
        self.menu_count += 1
        return f"p_{self.room.id}_{self.menu_count}"

    def _show_menu(
        self, seat: int, prompt: dict[str, Any], now: float, move: str = "", first: Any = None
    ) -> Reply:
        times = self.room.create.timeouts
        seconds = times.get(prompt["type"], TIMEOUTS[prompt["type"]])
        deadline = now + seconds if seconds else None
        prompt["stateVersion"] = self.room.version
        prompt["deadline"] = None if deadline is None else int(deadline * 1000)
        prompt["canCancel"] = True
        self.menus[seat] = Menu(prompt, self.room.version, deadline, move, first)
        return Reply().send(YOU, wire.PromptRequest(prompt=prompt))

    def _choose_from(
        self, chair: int, menu: Menu, message: wire.PromptResponse, now: float, digest: str
    ) -> Reply:
        """A choice from a menu: a move, a second menu for its target, or nothing."""
        room, match, seat = self.room, self.room.match, self.room.seating[chair]
        assert match is not None
        prompt, choice, action_id = menu.prompt, message.choice, message.action_id
        if menu.version != room.version:
            del self.menus[seat]
            reply = self._mismatch(seat, menu.version, now, action_id)
            return reply.send(YOU, wire.PromptClosed(prompt_id=prompt["promptId"], reason="stale"))
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
            return self._acknowledge(Reply().send(YOU, closed), chair, action_id, digest)
        args: tuple[Any, ...]
        if menu.move:
            move, args = menu.move, (menu.first, picked["id"])
        else:
            move, first = picked["id"], next(iter(picked["payload"].values()))
            legal = match.legal(seat, must=True)
            fitting = [o for o in legal if o.move == move and o.args[:1] == (first,)]
            if len(fitting) > 1 and len(fitting[0].args) == 2:
                del self.menus[seat]
                second = target_select(match, seat, move, first, self._next_menu())
                assert second is not None
                reply = self._acknowledge(Reply().send(YOU, closed), chair, action_id, digest)
                reply.frames += self._show_menu(seat, second, now, move, first).frames
                return reply
            if not fitting:
                return error_reply("action_rejected", "This is no longer possible.", "", action_id)
            args = fitting[0].args
        del self.menus[seat]
        reason = f"{prompt['type']}_resolved"
        reply = self.commit(log.Move(seat, move, args), now, reason, chair, action_id, digest)
        reply.frames.insert(0, (YOU, encode(closed)))
        return reply

    def _acknowledge(self, reply: Reply, chair: int, action_id: str | None, digest: str) -> Reply:
        """An answer to a menu that changed nothing: it is remembered, but not stored."""
        if action_id is not None:
            version = self.room.version
            self.acks[action_key(chair, action_id)] = (digest, version)
            reply.send(YOU, wire.Ack(action_id=action_id, state_version=version))
        return reply

    def _close_menu(self, seat: int, menu: Menu) -> Reply:
        del self.menus[seat]
        chair = self.room.seating.index(seat)
        prompt_id = menu.prompt["promptId"]
        reply = Reply().send(chair, wire.PromptClosed(prompt_id=prompt_id, reason="timeout"))
        return reply.send(chair, wire.Error(code="prompt_timeout", message="The menu was closed."))
