"""The coordinator at work, over real sockets: the test is the game."""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bridges.commmod.messages import (  # fmt: skip
    CARD,
    DECK,
    EVERY_SCREEN,
    MENU,
    card,
    card_reward,
    combat,
    combat_reward,
    event,
    game_over,
    gold,
    grid,
    hand_select,
    map_screen,
    neow,
    rest,
    shop,
    shop_room,
)
from tests.bridges.commmod.scripted_mod import (
    connected_pair,
    next_message,
    played,
    running_coordinator,
)
from turnwright.bridges.commmod.agent.actions import read_action
from turnwright.bridges.commmod.agent.coordinator import Coordinator
from turnwright.bridges.commmod.agent.game_state import GameState
from turnwright.bridges.commmod.agent.screens import valid_actions
from turnwright.core.errors import Refused, UnusableError


def do(kind, **more):
    return read_action({"type": kind, **more})


def test_an_action_is_said_when_the_game_is_ready_and_done_when_it_answers():
    async def play():
        async with running_coordinator(combat()) as (mod, coordinator):
            ticket = coordinator.submit(do("play_card", card_index=0, target_index=0))
            assert await mod.receives() == "play 1 0"
            assert ticket.status == "running"
            assert not coordinator.is_ready
            mod.sends(combat())
            await ticket.is_over.wait()
            assert ticket.status == "done"
            assert ticket.sent == ["play 1 0"]

    played(play())


def test_actions_wait_for_their_turn():
    async def play():
        async with running_coordinator(combat()) as (mod, coordinator):
            tickets = [coordinator.submit(do("end_turn")) for _ in range(3)]
            for turn in range(3):
                assert await mod.receives() == "end"
                assert await mod.receives_nothing(), "the game has not answered yet"
                assert len(coordinator.queue) == 2 - turn
                mod.sends({**combat(), "ready_for_command": False})
                assert await mod.receives_nothing(), "the game is not ready yet"
                mod.sends(combat())
            await tickets[-1].is_over.wait()
            assert [ticket.status for ticket in tickets] == ["done"] * 3

    played(play())


def test_nothing_gets_between_the_steps_of_an_action():
    async def play():
        async with running_coordinator(shop()) as (mod, coordinator):
            purge = coordinator.submit(do("buy_purge", card_name="bash"))
            leave = coordinator.submit(do("proceed"))
            assert await mod.receives() == "choose purge"
            mod.sends(grid(DECK, purpose="for_purge"))
            assert await mod.receives() == "choose 4"
            mod.sends(grid(DECK, selected=1, confirm=True, purpose="for_purge"))
            assert await mod.receives() == "proceed"
            mod.sends(shop(24, purge=False))
            assert await mod.receives() == "cancel"
            assert purge.status == "done"
            mod.sends(shop_room())
            assert await mod.receives() == "proceed"
            mod.sends(map_screen((2, 3, "M")))
            await leave.is_over.wait()
            assert purge.sent == ["choose purge", "choose 4", "proceed"]
            assert coordinator.state.screen == "MAP"

    played(play())


def test_cards_of_the_hand_are_selected_from_the_right_and_confirmed():
    async def play():
        hand = [card("Strike"), card("Defend"), card("Bash")]
        async with running_coordinator(hand_select(hand, 2)) as (mod, coordinator):
            ticket = coordinator.submit(do("card_select", card_names=["Strike", "Bash"]))
            assert await mod.receives() == "choose 2"
            mod.sends(hand_select(hand[:2], 2, hand[2:]))
            assert await mod.receives() == "choose 0"
            mod.sends(hand_select(hand[1:2], 2, [hand[2], hand[0]]))
            assert await mod.receives() == "proceed"
            mod.sends(combat())
            await ticket.is_over.wait()
            assert ticket.status == "done"

    played(play())


def test_a_screen_that_closes_by_itself_is_not_confirmed():
    async def play():
        async with running_coordinator(grid(DECK, room_phase="COMBAT")) as (mod, coordinator):
            ticket = coordinator.submit(do("card_select", card_names=["Bash"]))
            assert await mod.receives() == "choose 4"
            mod.sends(combat())
            await ticket.is_over.wait()
            assert ticket.status == "done"
            assert await mod.receives_nothing()

    played(play())


def test_a_card_that_cannot_be_removed_leads_back_to_the_shop():
    async def play():
        async with running_coordinator(shop()) as (mod, coordinator):
            ticket = coordinator.submit(do("buy_purge", card_name="Bash"))
            assert await mod.receives() == "choose purge"
            mod.sends(grid(DECK[:2], purpose="for_purge"))
            assert await mod.receives() == "cancel"
            mod.sends(shop())
            await ticket.is_over.wait()
            assert (ticket.status, ticket.problem.code) == ("failed", "unknown_name")
            assert coordinator.state.screen == "SHOP_SCREEN"

    played(play())


def test_what_is_wrong_at_once_is_refused_at_once_and_nothing_is_said():
    async def play():
        async with running_coordinator(combat()) as (mod, coordinator):
            with pytest.raises(Refused, match="requires target_index"):
                coordinator.submit(do("play_card", card_index=0))
            with pytest.raises(Refused, match="one line"):
                coordinator.submit("end\nend")
            assert await mod.receives_nothing()
            assert coordinator.is_ready

    played(play())


def test_what_turns_out_wrong_clears_the_queue_and_is_told():
    async def play():
        async with running_coordinator(combat()) as (mod, coordinator):
            with coordinator.listen() as box:
                end = coordinator.submit(do("end_turn"))
                proceed = coordinator.submit(do("proceed"))
                after = coordinator.submit(do("end_turn"))
                assert await mod.receives() == "end"
                mod.sends(combat())
                await after.is_over.wait()
                assert [one.status for one in (end, proceed, after)] == [
                    "done",
                    "refused",
                    "cleared",
                ]
                assert proceed.problem.code == "wrong_screen"
                kinds = [box.get_nowait().kind for _ in range(box.qsize())]
                assert kinds == ["state", "done", "error"]
                assert coordinator.last_problem.code == "wrong_screen"
            again = coordinator.submit(do("end_turn"))
            assert await mod.receives() == "end"
            mod.sends(combat())
            await again.is_over.wait()
            assert again.status == "done"

    played(play())


def test_an_error_of_the_game_fails_the_action_and_clears_the_queue():
    async def play():
        async with running_coordinator(combat()) as (mod, coordinator):
            first = coordinator.submit("play 9")
            second = coordinator.submit(do("end_turn"))
            assert await mod.receives() == "play 9"
            mod.refuses('Index 9 out of bounds in command "play 9"')
            await second.is_over.wait()
            assert (first.status, first.problem.code) == ("failed", "game_error")
            assert first.problem.data == {"command": "play 9"}
            assert second.status == "cleared"
            assert coordinator.state.screen == "COMBAT", "no state has come, the last one holds"
            assert coordinator.is_ready

    played(play())


def test_the_queue_can_be_cleared():
    async def play():
        async with running_coordinator(combat()) as (mod, coordinator):
            tickets = [coordinator.submit(do("end_turn")) for _ in range(4)]
            assert coordinator.clear() == 3
            assert [ticket.status for ticket in tickets] == ["running", *["cleared"] * 3]
            assert await mod.receives() == "end"
            mod.sends(combat())
            await tickets[0].is_over.wait()
            assert tickets[0].status == "done"
            assert await mod.receives_nothing()

    played(play())


def test_the_end_of_input_is_a_clean_stop():
    async def play():
        async with connected_pair() as (mod, end):
            coordinator = Coordinator(end)
            task = asyncio.create_task(coordinator.run())
            assert await mod.receives() == "ready"
            mod.sends(combat())
            await next_message(coordinator)
            tickets = [coordinator.submit(do("end_turn")) for _ in range(2)]
            mod.leaves()
            assert await task == []
            assert [(one.status, one.problem.code) for one in tickets] == [
                ("failed", "game_closed"), ("cleared", "game_closed"),
            ]  # fmt: skip
            with pytest.raises(Refused) as refused:
                coordinator.submit(do("end_turn"))
            assert refused.value.code == "game_closed"

    played(play())


def test_a_silent_game_is_asked_for_its_state_and_at_last_the_action_is_given_up():
    async def play():
        async with running_coordinator(combat(), timeout=0.02) as (mod, coordinator):
            ticket = coordinator.submit(do("end_turn"))
            assert await mod.receives() == "end"
            assert await mod.receives() == "state"
            mod.sends({**combat(), "ready_for_command": False})
            assert await mod.receives() == "state"
            await ticket.is_over.wait()
            assert (ticket.status, ticket.problem.code) == ("failed", "no_answer")
            assert "'end'" in ticket.problem.sentence
            mod.sends(combat())
            await next_message(coordinator)
            assert coordinator.is_ready

    played(play())


def test_lines_that_are_no_messages_are_told_and_passed_over():
    async def play():
        async with running_coordinator(combat()) as (mod, coordinator):
            for junk in (b"hello", b"\xff\xfe", b"[]", b'{"in_game": "yes"}'):
                mod.sends(junk)
                await next_message(coordinator)
                assert coordinator.last_problem.code == "bad_message"
            assert coordinator.is_ready
            assert coordinator.state.screen == "COMBAT"

    played(play())


def test_a_line_without_end_ends_the_session_with_a_reason(monkeypatch):
    monkeypatch.setattr("turnwright.bridges.commmod.line_streams.MAX_LINE", 1000)

    async def play():
        async with connected_pair() as (mod, end):
            task = asyncio.create_task(Coordinator(end).run())
            mod.writer.write(b"x" * 5000)
            with pytest.raises(UnusableError) as error:
                await task
            assert error.value.code == "line_too_long"

    played(play())


def test_a_selection_that_is_interrupted_is_not_gone_on_with_elsewhere():
    async def play():
        async with running_coordinator(grid(DECK, 2)) as (mod, coordinator):
            ticket = coordinator.submit(do("card_select", card_names=["Bash", "Defend"]))
            assert await mod.receives() == "choose 4"
            mod.sends(event("Banana", "Donut"))
            await ticket.is_over.wait()
            assert (ticket.status, ticket.problem.code) == ("failed", "lost")
            assert await mod.receives_nothing()

    played(play())


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_whatever_is_said_and_submitted_every_action_ends_and_one_command_is_out_at_a_time(data):
    screens = [json.dumps(message).encode() for message in EVERY_SCREEN.values()]
    lines = st.sampled_from([*screens, b'{"error": "No.", "ready_for_command": true}', b"junk"])
    kinds = [
        action for told in EVERY_SCREEN.values() for action in valid_actions(GameState.of(told))
    ]

    class Game:
        """Answers every line with anything; counts what it still owes."""

        def __init__(self):
            self.owed, self.answers = False, asyncio.Queue()

        async def receive(self):
            return await self.answers.get()

        def send(self, line):
            assert not self.owed, "said before the answer came"
            self.owed = line != "ready"

        def answer(self, line):
            self.owed = self.owed and line == b"junk"
            self.answers.put_nowait(line)

    async def play():
        game, tickets = Game(), []
        coordinator = Coordinator(game)
        task = asyncio.create_task(coordinator.run())
        for _ in range(data.draw(st.integers(1, 25))):
            if data.draw(st.booleans()):
                game.answer(data.draw(lines))
                await asyncio.sleep(0)
                await asyncio.sleep(0)
            else:
                with suppress(Refused):
                    tickets.append(coordinator.submit(data.draw(st.sampled_from(kinds))))
        game.answers.put_nowait(None)
        await task
        assert all(ticket.is_over.is_set() for ticket in tickets)
        assert all(ticket.status == "done" or ticket.problem for ticket in tickets)
        assert "internal" not in [ticket.problem.code for ticket in tickets if ticket.problem]

    played(play())


# --- agents ---------------------------------------------------------------------------------------


def test_an_agent_plays_a_run_from_the_menu_to_its_end():
    """A whole short run: every command is what the document's flow says."""
    plan = iter([
        do("start_game", character="IRONCLAD"), do("event_option", choice_index=0), do("proceed"),
        do("choose_map_node", x=2, y=0), do("play_card", card_index=0, target_index=0),
        do("combat_reward", reward_index=0), do("combat_reward", reward_index=0),
        do("card_reward", card_name="Anger"), do("proceed"), do("choose", choice_index=0),
        do("rest", option="smith"), do("card_select", card_names=["Bash"]), do("proceed"),
        do("choose_map_boss"), do("end_turn"), do("proceed"), None,
    ])  # fmt: skip
    script = [
        (MENU, "start IRONCLAD 0"), (neow(), "choose 0"), (neow("Leave"), "choose 0"),
        (map_screen((2, 0, "M")), "choose 0"), (combat(), "play 1 0"),
        (combat_reward(gold(14), CARD), "choose 0"), (combat_reward(CARD), "choose 0"),
        (card_reward("Anger", "Flex"), "choose 0"), (combat_reward(), "proceed"),
        (map_screen((2, 5, "R")), "choose 0"), (rest("rest", "smith"), "choose smith"),
        (grid(DECK), "choose 4"), (grid(DECK, selected=1, confirm=True), "proceed"),
        (rest(has_rested=True), "proceed"), (map_screen(boss=True), "choose boss"),
        (combat(), "end"), (game_over(score=77), "proceed"),
    ]  # fmt: skip

    async def play():
        async with connected_pair() as (mod, end):
            task = asyncio.create_task(Coordinator(end, lambda state: next(plan)).run())
            assert await mod.receives() == "ready"
            for message, command in script:
                mod.sends(message)
                assert await mod.receives() == command
            mod.sends(MENU)
            (result,) = await task
            assert (result.victory, result.score) == (False, 77)

    played(play())


def test_an_agent_may_take_its_time():
    async def slowly(state):
        await asyncio.sleep(0.01)
        return None if state.screen == "GAME_OVER" else "end"

    async def play():
        async with connected_pair() as (mod, end):
            task = asyncio.create_task(Coordinator(end, slowly).run())
            assert await mod.receives() == "ready"
            mod.sends(combat())
            assert await mod.receives() == "end"
            mod.sends(game_over(victory=True))
            (result,) = await task
            assert result.victory

    played(play())


@pytest.mark.parametrize(
    ("says", "code"),
    [
        (do("open_chest"), "wrong_screen"),
        ({"type": "dance"}, "unknown_type"),
        (7, "bad_command"),
        ("play 77", "game_error"),
    ],
)
def test_what_an_agent_does_wrong_is_raised(says, code):
    async def play():
        async with connected_pair() as (mod, end):
            task = asyncio.create_task(Coordinator(end, lambda state: says).run())
            assert await mod.receives() == "ready"
            mod.sends(combat())
            if says == "play 77":
                assert await mod.receives() == says
                mod.refuses("Index 77 out of bounds")
            with pytest.raises(Refused) as refused:
                await task
            assert refused.value.code == code

    played(play())


def test_a_random_agent_is_never_refused_on_any_screen():
    dice = random.Random(7)

    async def play():
        async with connected_pair() as (mod, end):
            agent = lambda state: dice.choice(valid_actions(state))  # noqa: E731
            task = asyncio.create_task(Coordinator(end, agent).run())
            assert await mod.receives() == "ready"
            screens = [*EVERY_SCREEN.values(), event("Leave")] * 8
            dice.shuffle(screens)
            for message in screens:
                mod.sends(message)
                await mod.receives()
            mod.leaves()
            await task

    played(play())


# --- as a process ---------------------------------------------------------------------------------

TALKER = """
from turnwright.bridges.commmod import run_agent

def decide(state):
    print("I think ...")
    return "end" if state.screen == "COMBAT" else 1 / 0

run_agent(decide)
"""


def test_what_a_bot_prints_is_no_command_and_what_it_breaks_is_told(tmp_path):
    pipe = subprocess.PIPE
    bot = [sys.executable, "-c", TALKER]
    with subprocess.Popen(bot, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as child:
        assert child.stdout.readline() == "ready\n"
        child.stdin.write(json.dumps(combat()) + "\n")
        child.stdin.flush()
        assert child.stdout.readline() == "end\n"
        child.stdin.write(json.dumps(MENU) + "\n")
        child.stdin.flush()
        assert child.stdout.read() == ""
        told = child.stderr.read()
        assert child.wait(10) == 1
    assert told.startswith("I think ...")
    assert "ZeroDivisionError" in told


def test_a_bot_ends_when_the_game_does():
    bot = [sys.executable, "-c", TALKER]
    done = subprocess.run(bot, input=b"", capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"ready\n", b"")
