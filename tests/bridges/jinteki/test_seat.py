"""Seats at a match in this process: what they see, and how they wait for each other."""

import asyncio

from turnwright.bridges.jinteki.room import JintekiRoom
from turnwright.bridges.jinteki.seat import Seat
from turnwright.core.errors import Refusal
from turnwright.games.netrunner.game import game


def room(**how):
    return JintekiRoom(game.start(1), **how)


def test_commands_move_the_cursor_and_refusals_do_not():
    async def play():
        seat: Seat = room().seat("corp")
        before, state = seat.cursor, seat.state
        refusal = await seat.send("credit")
        assert refusal.code == "question_open"
        assert (seat.cursor, seat.state) == (before, state)
        assert await seat.send("keep") is None
        assert seat.cursor == before + 1
        assert seat.state is not state, "a state is never changed in place"
        assert "prompt-state" in state["corp"]
        assert seat.state["corp"]["prompt-state"]["prompt-type"] == "waiting"

    asyncio.run(play())


def test_waiting_for_the_other_side():
    async def play():
        here = room()
        corp, runner = here.seat("corp"), here.seat("runner")
        assert await runner.wait(runner.cursor - 1), "it has moved on already"
        assert not await runner.wait(runner.cursor, 0)
        assert not await runner.wait(runner.cursor, 0.01)
        waiting = asyncio.create_task(runner.wait(runner.cursor, 10))
        await asyncio.sleep(0)
        await corp.send("keep")
        assert await waiting
        assert runner.state["runner"]["prompt-state"]["msg"] == "Keep hand?"

    asyncio.run(play())


def test_actions_are_counted_and_numbered():
    here = room(gameid="the game")
    here.act("corp", "keep")
    here.act("runner", "keep")
    here.act("corp", "start-turn")
    state = here.state("runner")
    assert (state["gameid"], state["sequence"]) == ("the game", 3)
    assert (state["corp"]["aid"], state["runner"]["aid"]) == (2, 1)


def test_a_toast_is_for_one_side_and_disappears_with_its_next_action():
    here = room()
    here.notify_refusal("corp", Refusal("not_now", "This is not possible now.", {}))
    (toast,) = here.state("corp")["corp"]["toast"]
    assert toast["msg"] == "This is not possible now."
    assert "toast" not in here.state("runner")["corp"]
    assert here.state("corp")["corp"]["aid"] == 1
    here.act("corp", "keep")
    assert "toast" not in here.state("corp")["corp"]


def test_chat_messages_keep_their_place_in_the_log():
    times = iter(range(100))
    here = room(clock=lambda: str(next(times)))
    here.act("corp", "keep")
    here.post_chat("eve", "hello")
    here.act("runner", "keep")
    told = [(line["user"], line["text"], line["timestamp"]) for line in here.state(None)["log"]]
    assert told == [
        ("__system__", "Corp keeps their hand.", "0"),
        ({"username": "eve"}, "hello", "1"),
        ("__system__", "Runner keeps their hand.", "2"),
    ]


def test_listeners_are_called_at_every_change():
    here, heard = room(), []
    here.listeners.append(lambda: heard.append(here.sequence))
    here.act("corp", "keep")
    here.act("corp", "keep")  # refused
    here.act("runner", "keep")
    assert heard == [1, 2]
