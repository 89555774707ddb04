"""The coordinator over real sockets; the test plays the part of the game."""

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
    run_scenario,
    running_coordinator,
)
from turnwright.bridges.commmod.agent.actions import read_action
from turnwright.bridges.commmod.agent.coordinator import Coordinator
from turnwright.bridges.commmod.agent.game_state import GameState
from turnwright.bridges.commmod.agent.screens import valid_actions
from turnwright.core.errors import Refused, UnusableError


def make_action(kind, **more):
    return read_action({"type": kind, **more})


def test_an_action_is_sent_when_the_game_is_ready_and_done_when_it_replies():
    async def scenario():
        async with running_coordinator(combat()) as (mod, coordinator):
            ticket = coordinator.submit(make_action("play_card", card_index=0, target_index=0))
            assert await mod.receives() == "play 1 0"
            assert ticket.status == "running"
            assert not coordinator.is_ready
            mod.sends(combat())
            await ticket.is_over.wait()
            assert ticket.status == "done"
            assert ticket.sent == ["play 1 0"]

    run_scenario(scenario())


def test_queued_actions_are_sent_one_at_a_time():
    async def scenario():
        async with running_coordinator(combat()) as (mod, coordinator):
            tickets = [coordinator.submit(make_action("end_turn")) for _ in range(3)]
            for turn in range(3):
                assert await mod.receives() == "end"
                assert await mod.receives_nothing(), "the game has not replied yet"
                assert len(coordinator.queue) == 2 - turn
                mod.sends({**combat(), "ready_for_command": False})
                assert await mod.receives_nothing(), "the game is not ready yet"
                mod.sends(combat())
            await tickets[-1].is_over.wait()
            assert [ticket.status for ticket in tickets] == ["done"] * 3

    run_scenario(scenario())


def test_the_steps_of_an_action_are_not_interleaved_with_other_actions():
    async def scenario():
        async with running_coordinator(shop()) as (mod, coordinator):
            purge = coordinator.submit(make_action("buy_purge", card_name="bash"))
            leave = coordinator.submit(make_action("proceed"))
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

    run_scenario(scenario())


def test_hand_cards_are_selected_from_right_to_left_and_confirmed():
    async def scenario():
        hand = [card("Strike"), card("Defend"), card("Bash")]
        async with running_coordinator(hand_select(hand, 2)) as (mod, coordinator):
            ticket = coordinator.submit(make_action("card_select", card_names=["Strike", "Bash"]))
            assert await mod.receives() == "choose 2"
            mod.sends(hand_select(hand[:2], 2, hand[2:]))
            assert await mod.receives() == "choose 0"
            mod.sends(hand_select(hand[1:2], 2, [hand[2], hand[0]]))
            assert await mod.receives() == "proceed"
            mod.sends(combat())
            await ticket.is_over.wait()
            assert ticket.status == "done"

    run_scenario(scenario())


def test_a_screen_that_closes_automatically_is_not_confirmed():
    async def scenario():
        async with running_coordinator(grid(DECK, room_phase="COMBAT")) as (mod, coordinator):
            ticket = coordinator.submit(make_action("card_select", card_names=["Bash"]))
            assert await mod.receives() == "choose 4"
            mod.sends(combat())
            await ticket.is_over.wait()
            assert ticket.status == "done"
            assert await mod.receives_nothing()

    run_scenario(scenario())


def test_a_failed_purge_returns_to_the_shop():
    async def scenario():
        async with running_coordinator(shop()) as (mod, coordinator):
            ticket = coordinator.submit(make_action("buy_purge", card_name="Bash"))
            assert await mod.receives() == "choose purge"
            mod.sends(grid(DECK[:2], purpose="for_purge"))
            assert await mod.receives() == "cancel"
            mod.sends(shop())
            await ticket.is_over.wait()
            assert (ticket.status, ticket.problem.code) == ("failed", "unknown_name")
            assert coordinator.state.screen == "SHOP_SCREEN"

    run_scenario(scenario())


def test_an_invalid_action_is_refused_before_anything_is_sent():
    async def scenario():
        async with running_coordinator(combat()) as (mod, coordinator):
            with pytest.raises(Refused, match="requires target_index"):
                coordinator.submit(make_action("play_card", card_index=0))
            with pytest.raises(Refused, match="one line"):
                coordinator.submit("end\nend")
            assert await mod.receives_nothing()
            assert coordinator.is_ready

    run_scenario(scenario())


def test_an_action_that_became_invalid_clears_the_queue_and_is_reported():
    async def scenario():
        async with running_coordinator(combat()) as (mod, coordinator):
            with coordinator.listen() as box:
                end = coordinator.submit(make_action("end_turn"))
                proceed = coordinator.submit(make_action("proceed"))
                after = coordinator.submit(make_action("end_turn"))
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
            again = coordinator.submit(make_action("end_turn"))
            assert await mod.receives() == "end"
            mod.sends(combat())
            await again.is_over.wait()
            assert again.status == "done"

    run_scenario(scenario())


def test_a_game_error_fails_the_action_and_clears_the_queue():
    async def scenario():
        async with running_coordinator(combat()) as (mod, coordinator):
            first = coordinator.submit("play 9")
            second = coordinator.submit(make_action("end_turn"))
            assert await mod.receives() == "play 9"
            mod.refuses('Index 9 out of bounds in command "play 9"')
            await second.is_over.wait()
            assert (first.status, first.problem.code) == ("failed", "game_error")
            assert first.problem.data == {"command": "play 9"}
            assert second.status == "cleared"
            assert coordinator.state.screen == "COMBAT", "without a new state the last one is kept"
            assert coordinator.is_ready

    run_scenario(scenario())


def test_the_queue_can_be_cleared():
    async def scenario():
        async with running_coordinator(combat()) as (mod, coordinator):
            tickets = [coordinator.submit(make_action("end_turn")) for _ in range(4)]
            assert coordinator.clear() == 3
            assert [ticket.status for ticket in tickets] == ["running", *["cleared"] * 3]
            assert await mod.receives() == "end"
            mod.sends(combat())
            await tickets[0].is_over.wait()
            assert tickets[0].status == "done"
            assert await mod.receives_nothing()

    run_scenario(scenario())


def test_the_end_of_input_stops_the_session_cleanly():
    async def scenario():
        async with connected_pair() as (mod, end):
            coordinator = Coordinator(end)
            task = asyncio.create_task(coordinator.run())
            assert await mod.receives() == "ready"
            mod.sends(combat())
            await next_message(coordinator)
            tickets = [coordinator.submit(make_action("end_turn")) for _ in range(2)]
            mod.closes()
            assert await task == []
            assert [(one.status, one.problem.code) for one in tickets] == [
                ("failed", "game_closed"), ("cleared", "game_closed"),
            ]  # fmt: skip
            with pytest.raises(Refused) as refused:
                coordinator.submit(make_action("end_turn"))
            assert refused.value.code == "game_closed"

    run_scenario(scenario())


def test_without_a_reply_the_state_is_requested_and_then_the_action_fails():
    async def scenario():
        async with running_coordinator(combat(), timeout=0.02) as (mod, coordinator):
            ticket = coordinator.submit(make_action("end_turn"))
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

    run_scenario(scenario())


def test_lines_that_are_not_messages_are_reported_and_skipped():
    async def scenario():
        async with running_coordinator(combat()) as (mod, coordinator):
            for junk in (b"hello", b"\xff\xfe", b"[]", b'{"in_game": "yes"}'):
                mod.sends(junk)
                await next_message(coordinator)
                assert coordinator.last_problem.code == "bad_message"
            assert coordinator.is_ready
            assert coordinator.state.screen == "COMBAT"

    run_scenario(scenario())


def test_a_line_that_is_too_long_ends_the_session_with_an_error(monkeypatch):
    monkeypatch.setattr("turnwright.bridges.commmod.line_streams.MAX_LINE", 1000)

    async def scenario():
        async with connected_pair() as (mod, end):
            task = asyncio.create_task(Coordinator(end).run())
            mod.writer.write(b"x" * 5000)
            with pytest.raises(UnusableError) as error:
                await task
            assert error.value.code == "line_too_long"

    run_scenario(scenario())


def test_an_interrupted_selection_is_not_continued_on_another_screen():
    async def scenario():
        async with running_coordinator(grid(DECK, 2)) as (mod, coordinator):
            ticket = coordinator.submit(make_action("card_select", card_names=["Bash", "Defend"]))
            assert await mod.receives() == "choose 4"
            mod.sends(event("Banana", "Donut"))
            await ticket.is_over.wait()
            assert (ticket.status, ticket.problem.code) == ("failed", "lost")
            assert await mod.receives_nothing()

    run_scenario(scenario())


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_every_action_ends_and_only_one_command_is_pending(data):
    screens = [json.dumps(message).encode() for message in EVERY_SCREEN.values()]
    lines = st.sampled_from([*screens, b'{"error": "No.", "ready_for_command": true}', b"junk"])
    kinds = [
        action
        for message in EVERY_SCREEN.values()
        for action in valid_actions(GameState.of(message))
    ]

    class Game:
        """Replies to every line with anything and checks that only one reply is pending."""

        def __init__(self):
            self.is_pending, self.answers = False, asyncio.Queue()

        async def receive(self):
            return await self.answers.get()

        def send(self, line):
            assert not self.is_pending, "sent before the reply arrived"
            self.is_pending = line != "ready"

        def answer(self, line):
            self.is_pending = self.is_pending and line == b"junk"
            self.answers.put_nowait(line)

    async def scenario():
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

    run_scenario(scenario())


# --- agents ---------------------------------------------------------------------------------------


def test_an_agent_plays_a_run_from_the_menu_to_its_end():
    """A short run; every command follows the flow of the document."""
    plan = iter(
        [
            make_action("start_game", character="IRONCLAD"),
            make_action("event_option", choice_index=0),
            make_action("proceed"),
            make_action("choose_map_node", x=2, y=0),
            make_action("play_card", card_index=0, target_index=0),
            make_action("combat_reward", reward_index=0),
            make_action("combat_reward", reward_index=0),
            make_action("card_reward", card_name="Anger"),
            make_action("proceed"),
            make_action("choose", choice_index=0),
            make_action("rest", option="smith"),
            make_action("card_select", card_names=["Bash"]),
            make_action("proceed"),
            make_action("choose_map_boss"),
            make_action("end_turn"),
            make_action("proceed"),
            None,
        ]
    )
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

    async def scenario():
        async with connected_pair() as (mod, end):
            task = asyncio.create_task(Coordinator(end, lambda state: next(plan)).run())
            assert await mod.receives() == "ready"
            for message, expected in script:
                mod.sends(message)
                assert await mod.receives() == expected
            mod.sends(MENU)
            (result,) = await task
            assert (result.victory, result.score) == (False, 77)

    run_scenario(scenario())


def test_an_agent_may_be_asynchronous():
    async def decide_slowly(state):
        await asyncio.sleep(0.01)
        return None if state.screen == "GAME_OVER" else "end"

    async def scenario():
        async with connected_pair() as (mod, end):
            task = asyncio.create_task(Coordinator(end, decide_slowly).run())
            assert await mod.receives() == "ready"
            mod.sends(combat())
            assert await mod.receives() == "end"
            mod.sends(game_over(victory=True))
            (result,) = await task
            assert result.victory

    run_scenario(scenario())


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (make_action("open_chest"), "wrong_screen"),
        ({"type": "dance"}, "unknown_type"),
        (7, "bad_command"),
        ("play 77", "game_error"),
    ],
)
def test_invalid_actions_of_an_agent_are_raised(command, code):
    async def scenario():
        async with connected_pair() as (mod, end):
            task = asyncio.create_task(Coordinator(end, lambda state: command).run())
            assert await mod.receives() == "ready"
            mod.sends(combat())
            if command == "play 77":
                assert await mod.receives() == command
                mod.refuses("Index 77 out of bounds")
            with pytest.raises(Refused) as refused:
                await task
            assert refused.value.code == code

    run_scenario(scenario())


def test_a_random_agent_is_never_refused_on_any_screen():
    dice = random.Random(7)

    async def scenario():
        async with connected_pair() as (mod, end):
            agent = lambda state: dice.choice(valid_actions(state))  # noqa: E731
            task = asyncio.create_task(Coordinator(end, agent).run())
            assert await mod.receives() == "ready"
            screens = [*EVERY_SCREEN.values(), event("Leave")] * 8
            dice.shuffle(screens)
            for message in screens:
                mod.sends(message)
                await mod.receives()
            mod.closes()
            await task

    run_scenario(scenario())


# --- in a process ---------------------------------------------------------------------------------

PRINTING_BOT = """
from turnwright.bridges.commmod import run_agent

def decide(state):
    print("I think ...")
    return "end" if state.screen == "COMBAT" else 1 / 0

run_agent(decide)
"""


def test_prints_of_a_bot_and_its_exceptions_go_to_stderr(tmp_path):
    pipe = subprocess.PIPE
    bot = [sys.executable, "-c", PRINTING_BOT]
    with subprocess.Popen(bot, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as child:
        assert child.stdout.readline() == "ready\n"
        child.stdin.write(json.dumps(combat()) + "\n")
        child.stdin.flush()
        assert child.stdout.readline() == "end\n"
        child.stdin.write(json.dumps(MENU) + "\n")
        child.stdin.flush()
        assert child.stdout.read() == ""
        errors = child.stderr.read()
        assert child.wait(10) == 1
    assert errors.startswith("I think ...")
    assert "ZeroDivisionError" in errors


def test_a_bot_exits_when_the_game_exits():
    bot = [sys.executable, "-c", PRINTING_BOT]
    done = subprocess.run(bot, input=b"", capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"ready\n", b"")
