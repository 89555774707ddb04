"""What acts in a room without a message of a client: bots, the plans of players, and passing for them.

Each is a task of the node that runs while there is something to do. An input is committed like that of
a client, and the next one waits until it is durable and sent.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from turnwright.agents.registry import find_agent
from turnwright.core.errors import RulesInterrupted, TurnwrightError, UnusableError
from turnwright.core.runtime.match import Match
from turnwright.core.runtime.prompts import Answer
from turnwright.server.bots.bot_processes import Undecided
from turnwright.server.bots.messages import DecisionRequest
from turnwright.server.rooms import inputs
from turnwright.server.rooms.response_windows import ALWAYS, pass_answer
from turnwright.server.rooms.room import Room
from turnwright.server.rooms.rules_watch import RulesStuck
from turnwright.server.views import protocol as wire

from .logs import log_event

if TYPE_CHECKING:
    from .connections import OwnedRoom
    from .node import Node

QUICK_BOTS = ("random", "auto", "passive", "priority")  # fast enough to decide on the event loop
FALLBACK = "auto"  # decides for a bot that does not decide in time
OLDER_RULES = "The bot {} cannot play by the rules of this room, which are an older version."
TOO_MANY_BOTS = "The bot {} does not think, because too many bots play in rooms of one address."
PLAN_DELAY = 0.3  # seconds before an input of a plan, so that people can follow


async def play_bots(node: Node, owned: OwnedRoom) -> None:
    """Let bots act, one at a time, until it is a person's turn or nobody is there to see it."""
    room, handler = owned.room, owned.handler
    # Among bots alone, nobody could use what the time of an answer tells.
    has_window_delay = node.settings.window_delay and not room.has_only_bots
    try:
        while node.rooms.get(room.id) is owned:
            seat = room.bot_to_act
            if seat is None or owned.is_empty or handler.are_bots_paused:
                break
            asked_at = node.loop.time()
            await asyncio.sleep(handler.bot_seconds(node.settings.bot_delay))
            version, match = room.version, room.match
            if (
                room.bot_to_act != seat
                or match is None
                or owned.is_empty
                or handler.are_bots_paused
            ):
                continue
            if room.slot_of(seat).playing_bot.partition(":")[0] in QUICK_BOTS:
                answer = node.watch.run(_decide_here, room, seat)
            elif has_window_delay and node.watch.run(pass_answer, match, seat):
                until = asked_at + max(node.settings.window_delay, node.settings.bot_delay)
                default = node.watch.run(_default, match, seat)
                answer = await answer_at(until, decide_elsewhere(node, owned, seat), default)
            else:
                answer = await decide_elsewhere(node, owned, seat)
            if room.version == version and node.rooms.get(room.id) is owned:
                reply = owned.handler.bot_answer(answer, node.clock.now())
                if not reply.rows:
                    reply = owned.handler.close_prompt(seat, node.clock.now())
                node.deliver(owned, None, reply)
                await node.wait_until_durable(owned)
    except (UnusableError, asyncio.CancelledError):
        pass
    except (RulesInterrupted, RulesStuck):
        node.failures.interrupted(owned)
    except Exception as error:
        log_event("bot_failed", room=room.id, error=repr(error))
        seat = room.bot_to_act
        if seat is not None and node.rooms.get(room.id) is owned:
            node.deliver(owned, None, owned.handler.close_prompt(seat, node.clock.now()))
    finally:
        owned.bot = None
        if node.rooms.get(room.id) is owned and not owned.outbox:
            node.loop.call_soon(node.schedule, owned)


def _default(match: Match, seat: int) -> Answer:
    return match.prompt(seat).default()


def _seed(room: Room) -> str:
    """The seed of a bot. Bots keep nothing from one decision to the next."""
    return f"{room.create.seed} {room.match_number} {room.version} bot"


def _decide_here(room: Room, seat: int, bot: str = "") -> Answer:
    """Return the answer of a quick bot."""
    assert room.match is not None
    copy = room.match.clone()
    agent = find_agent(bot or room.slot_of(seat).playing_bot, _seed(room))
    return agent.decide(copy.prompt(seat), copy)


async def decide_elsewhere(node: Node, owned: OwnedRoom, seat: int) -> Answer:
    """Return the answer of a bot that searches, or of a quick one if it does not decide in time or the
    rules of the room do not have it."""
    room = owned.room
    match, bot, seed, version = (
        room.match,
        room.slot_of(seat).playing_bot,
        _seed(room),
        room.version,
    )
    assert match is not None
    name, rules = match.game.name, room.create.rules
    if not node.limits.may_search(room.id, node.rooms):
        _tell_replaced(node, owned, seat, TOO_MANY_BOTS.format(bot))
        return node.watch.run(_decide_here, room, seat, FALLBACK)
    data = _saved(match) if node.bots.is_available else None
    if data is None:
        copy = match.clone()
        try:
            agent = await asyncio.to_thread(node.find_game.find_agent, name, rules, bot, seed)
        except UnusableError:
            _tell_older(node, owned, seat)
            return node.watch.run(_decide_here, room, seat, FALLBACK)
        return await asyncio.to_thread(agent.decide, copy.prompt(seat), copy)
    seconds = node.settings.bot_seconds
    request = DecisionRequest(name, bot, seed, seat, data, seconds, rules)
    try:
        return await node.bots.decide(room.id, request)
    except Undecided as undecided:
        if room.match is not match or room.version != version:
            raise UnusableError("moved", "The position has changed.") from None
        if undecided.is_unavailable:
            _tell_older(node, owned, seat)
        return node.watch.run(_decide_here, room, seat, FALLBACK)


def _tell_older(node: Node, owned: OwnedRoom, seat: int) -> None:
    """Tell everybody that the older rules of a room do not have a bot."""
    if not node.find_game.is_current(owned.room.game):
        _tell_replaced(node, owned, seat, OLDER_RULES.format(owned.room.slot_of(seat).playing_bot))


def _tell_replaced(node: Node, owned: OwnedRoom, seat: int, why: str) -> None:
    """Tell everybody once that a quick bot plays for another one, and why."""
    room, slot = owned.room, owned.room.slot_of(seat)
    if seat in owned.replaced_bots:
        return
    owned.replaced_bots.add(seat)
    log_event("bot_replaced", room=room.id, bot=slot.playing_bot, rules=room.create.rules)
    sentence = f"{why} A simple bot plays in its place."
    for connection in [*owned.connections.values(), *owned.spectators]:
        connection.send(wire.Info(code="bot_replaced", message=sentence))


def _saved(match: Match) -> bytes | None:
    """The match as bytes; None if its state cannot be stored."""
    try:
        return match.save("msgpack")
    except TurnwrightError:
        return None


async def answer_at(until: float, thinking: Coroutine[Any, Any, Answer], default: Answer) -> Answer:
    """Return the answer of a bot at a point in time of the event loop, not earlier or later: the
    default answer if it has not decided by then. So its time does not depend on its options."""
    task = asyncio.ensure_future(thinking)
    try:
        await asyncio.sleep(until - asyncio.get_running_loop().time())
        return task.result() if task.done() else default
    finally:
        if not task.done():
            task.cancel()
        task.add_done_callback(_ignore_late_error)


def _ignore_late_error(thinking: asyncio.Future[Answer]) -> None:
    if not thinking.cancelled():
        thinking.exception()  # otherwise asyncio reports that nobody has looked at it


async def pass_windows(node: Node, owned: OwnedRoom) -> None:
    """Pass in response windows for players who are asked only if they can respond."""
    handler, room = owned.handler, owned.room
    try:
        while node.rooms.get(room.id) is owned:
            seat, version = handler.delayed_passes.due, room.version
            if seat is None:
                break
            await asyncio.sleep(handler.delayed_passes.delay(node.settings.window_delay))
            await node.wait_until_durable(owned)
            if room.version == version:
                reply = handler.pass_window(seat, node.clock.now())
                if not reply.rows:  # the player can respond by now, or the rules failed
                    reply = handler.commit(
                        inputs.SetResponses(room.seating.index(seat), ALWAYS), node.clock.now(), ""
                    )
                node.deliver(owned, None, reply)
                await node.wait_until_durable(owned)
    except (UnusableError, asyncio.CancelledError):
        pass
    finally:
        owned.passing = None
        if node.rooms.get(room.id) is owned and not owned.outbox:
            node.loop.call_soon(node.schedule, owned)


async def play_plans(node: Node, owned: OwnedRoom) -> None:
    """Let the plans of players act, one step at a time, until none has anything to do.

    The delay is the same for every step, so that it tells the other players nothing."""
    handler, room = owned.handler, owned.room
    try:
        while node.rooms.get(room.id) is owned and handler.plans.due is not None:
            await asyncio.sleep(min(node.settings.bot_delay, PLAN_DELAY))
            await node.wait_until_durable(owned)
            slot = handler.plans.due
            if slot is not None:
                for reply in handler.play_plan(slot, node.clock.now()):
                    node.deliver(owned, None, reply)
    except (UnusableError, asyncio.CancelledError):
        pass
    finally:
        owned.plan = None
        if node.rooms.get(room.id) is owned and not owned.outbox:
            node.loop.call_soon(node.schedule, owned)
