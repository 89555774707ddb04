"""Recorded sessions: writing, reading, replaying and comparing."""

from __future__ import annotations

import asyncio
import copy
import json
import subprocess
import sys

import pytest

from tests.bridges.commmod.messages import MENU, card, combat, game_over, map_screen, monster, neow
from tests.bridges.commmod.scripted_mod import run_scenario, running_coordinator
from turnwright.bridges.commmod.agent.coordinator import Coordinator
from turnwright.bridges.commmod.recordings.file import (  # fmt: skip
    RecordedGame,
    Recorder,
    RecordingEntry,
    first_divergence,
    load,
)
from turnwright.bridges.commmod.recordings.replay_to_bot import replay_to_bot, visited
from turnwright.cli import main
from turnwright.core.errors import UnusableError

SESSION = [
    RecordingEntry(agent="ready"),
    RecordingEntry(game=MENU),
    RecordingEntry(agent="start IRONCLAD 0"),
    RecordingEntry(game=neow("Leave")),
    RecordingEntry(agent="choose 0"),
    RecordingEntry(game=map_screen((2, 0, "M"))),
    RecordingEntry(agent="choose 0"),
    RecordingEntry(game=combat()),
    RecordingEntry(agent="end"),
    RecordingEntry(game=game_over()),
]


def decide(state):
    """The bot that run_scenario the session."""
    return {"OUT_OF_GAME": "start ironclad 0", "COMBAT": "END", "GAME_OVER": None}.get(
        state.screen, "choose 0"
    )


@pytest.mark.parametrize("name", ["session.jsonl", "session.jsonl.gz"])
def test_a_session_is_recorded_in_order(tmp_path, name):
    async def scenario():
        async with running_coordinator(combat(), recorder=Recorder(tmp_path / name)) as (
            mod,
            coordinator,
        ):
            ticket = coordinator.submit("end")
            assert await mod.receives() == "end"
            mod.sends(b"not a message")
            mod.sends(game_over())
            await ticket.is_over.wait()

    run_scenario(scenario())
    entries = load(tmp_path / name)
    assert [entry.agent for entry in entries] == ["ready", None, "end", None]
    assert entries[3].game["game_state"]["screen_type"] == "GAME_OVER"
    assert entries[3].t >= entries[0].t


def test_a_truncated_recording_is_read_to_its_last_complete_line(tmp_path):
    for name in ("cut.jsonl", "cut.jsonl.gz"):
        path = tmp_path / name
        recorder = Recorder(path)
        for _ in range(50):
            recorder.agent("end")
        recorder.close()
        data = path.read_bytes()
        path.write_bytes(data[:-12])
        assert 0 < len(load(path)) <= 50


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        '{"format": "another"}\n',
        "\xff",
        '{"format": "turnwright-spire-wire"}\n5\n{}\n',
    ],
)
def test_a_file_that_is_not_a_recording_is_refused(tmp_path, text):
    path = tmp_path / "some.jsonl"
    path.write_text(text, encoding="latin-1")
    with pytest.raises(UnusableError) as error:
        load(path)
    assert error.value.code == "bad_recording"


def test_a_recorded_game_is_replayed_to_an_agent():
    game = RecordedGame(SESSION)
    assert len(asyncio.run(Coordinator(game, decide).run())) == 1
    assert game.difference is None


def test_a_command_that_differs_from_the_recording_is_reported():
    game = RecordedGame(SESSION)
    asyncio.run(
        Coordinator(game, lambda state: decide(state) if state.screen != "MAP" else "x").run()
    )
    assert (game.difference.step, game.difference.expected, game.difference.got) == (
        6,
        "choose 0",
        "x",
    )


BOT = """
import sys
from turnwright.bridges.commmod.agent.coordinator import run_agent
sys.path[:0] = [{root!r}]
from tests.bridges.commmod.test_recordings import decide
run_agent(decide if {same} else lambda state: "state")
"""


@pytest.mark.parametrize("same", [True, False])
def test_a_recorded_game_is_replayed_to_a_process(tmp_path, same, pytestconfig):
    bot = tmp_path / "bot.py"
    bot.write_text(BOT.format(root=str(pytestconfig.rootpath), same=same))
    difference = asyncio.run(replay_to_bot(SESSION, [sys.executable, str(bot)]))
    if same:
        assert difference is None
    else:
        assert (difference.step, difference.got) == (2, "state")


def test_a_silent_or_missing_bot_is_reported():
    silent = [sys.executable, "-c", "print('ready', flush=True); input(); input()"]
    difference = asyncio.run(replay_to_bot(SESSION, silent, timeout=1))
    assert (difference.step, difference.got) == (2, None)
    with pytest.raises(UnusableError, match="cannot be run"):
        asyncio.run(replay_to_bot(SESSION, ["/no/such/bot"]))


# --- compared with another game -------------------------------------------------------------------


def replayed(change=lambda messages: None):
    """Replay the recorded messages with a change."""

    def replay(entries):
        messages = [copy.deepcopy(entry.game) for entry in entries if entry.game is not None]
        change(messages)
        return iter(messages)

    return replay


def test_the_same_game_does_not_diverge():
    assert first_divergence(SESSION, replayed()) is None


def test_the_first_divergence_is_reported_with_step_and_path():
    def lower_hp(messages):
        messages[3]["game_state"]["combat_state"]["monsters"][0]["current_hp"] -= 1
        messages[4]["game_state"]["gold"] = 0

    found = first_divergence(SESSION, replayed(lower_hp))
    assert str(found) == (
        "step 7, game_state.combat_state.monsters[0].current_hp: expected 40, got 39"
    )


def test_a_game_that_stops_early_diverges_at_that_step():
    assert first_divergence(SESSION, replayed(list.pop)).step == 9


def test_card_ids_may_differ_but_must_be_consistent():
    strike, bash = card("Strike"), card("Bash")
    fight = [
        RecordingEntry(game=combat([strike, bash])),
        RecordingEntry(game=combat([bash, strike])),
    ]

    def rename_ids(messages):
        for message in messages:
            for one in message["game_state"]["combat_state"]["hand"]:
                one["uuid"] = f"ours-{one['name']}"

    assert first_divergence(fight, replayed(rename_ids)) is None

    def swap_ids(messages):
        rename_ids(messages)
        hand = messages[1]["game_state"]["combat_state"]["hand"]
        hand[0]["uuid"], hand[1]["uuid"] = hand[1]["uuid"], hand[0]["uuid"]

    assert first_divergence(fight, replayed(swap_ids)).path.endswith("hand[0].uuid")


def test_debug_intents_and_texts_are_not_compared():
    first = combat(monsters=[monster(intent="DEBUG", move_adjusted_damage=-1)])

    def set_intent(messages):
        worm = messages[0]["game_state"]["combat_state"]["monsters"][0]
        worm |= {"intent": "ATTACK", "move_adjusted_damage": 11}

    assert first_divergence([RecordingEntry(game=first)], replayed(set_intent)) is None

    def translate(messages):
        messages[1]["game_state"]["screen_state"]["body_text"] = "..., sagt Neow"

    assert first_divergence(SESSION, replayed(translate)) is None


# --- on the command line --------------------------------------------------------------------------


def test_the_record_command_records_game_and_bot(tmp_path):
    file = tmp_path / "session.jsonl"
    bot = "print('ready', flush=True); input(); print('end', flush=True); input()"
    command = [
        sys.executable,
        "-m",
        "turnwright",
        "spire",
        "record",
        file,
        sys.executable,
        "-c",
        bot,
    ]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as child:
        assert child.stdout.readline() == "ready\n"
        for message, command in ((combat(), "end\n"), (game_over(), "")):
            child.stdin.write(json.dumps(message) + "\n")
            child.stdin.flush()
            assert child.stdout.readline() == command
        assert child.wait(10) == 0
    assert [entry.agent or entry.game["game_state"]["screen_type"] for entry in load(file)] == [
        "ready", "NONE", "end", "GAME_OVER",
    ]  # fmt: skip
    assert main(["spire", "rehearse", str(file), "--agent", f'{sys.executable} -c "{bot}"']) == 0


def test_coverage_lists_the_visited_screens(tmp_path, capsys):
    seen = visited([SESSION])
    names = {place.rpartition("/")[2] for place in seen.places}
    assert names == {"OUT_OF_GAME", "NEOW_ROOM", "MAP", "COMBAT", "GAME_OVER"}
    assert ("Run/MAP", "Rooms/COMBAT") in seen.transitions
    file = tmp_path / "session.jsonl"
    recorder = Recorder(file)
    for entry in SESSION:
        if entry.agent is not None:
            recorder.agent(entry.agent)
        else:
            recorder.game(json.dumps(entry.game).encode())
    recorder.close()
    assert main(["spire", "screens", "--coverage", str(file)]) == 0
    assert "visited" in capsys.readouterr().out
    assert main(["spire", "screens", "--format", "svg", "-o", str(tmp_path / "screens.svg")]) == 0
    assert (tmp_path / "screens.svg").read_text().startswith("<svg")


def test_the_actions_command_lists_the_actions(tmp_path, capsys):
    assert main(["spire", "actions"]) == 0
    assert "SHOP_SCREEN" in capsys.readouterr().out
    file = tmp_path / "message.json"
    file.write_text(json.dumps(combat()))
    assert main(["spire", "actions", str(file), "--json"]) == 0
    assert {"type": "end_turn"} in json.loads(capsys.readouterr().out)
    assert main(["spire", "actions", str(file)]) == 0
    assert "play 1 0" in capsys.readouterr().out
    file.write_text("what?")
    assert main(["spire", "actions", str(file)]) == 2
    assert "not a message" in capsys.readouterr().err
