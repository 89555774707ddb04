"""Agents against the simulator: whole runs with the actions that the screens offer."""

from __future__ import annotations

import asyncio
import json
import random
import runpy
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.bridges.commmod.scripted_mod import run_scenario
from tests.bridges.commmod.test_http_api import HttpClient
from turnwright.bridges.commmod import run_agent, valid_actions
from turnwright.bridges.commmod.agent.coordinator import Coordinator
from turnwright.bridges.commmod.agent.document_state import document
from turnwright.bridges.commmod.agent.http_api import running
from turnwright.bridges.commmod.agent.screens import actions_on
from turnwright.bridges.commmod.host import Mod
from turnwright.bridges.commmod.line_streams import InProcessConnection
from turnwright.bridges.commmod.recordings.file import Recorder, first_divergence, load
from turnwright.bridges.commmod.recordings.replay_to_engine import replay
from turnwright.cli import main
from turnwright.core.errors import UnusableError

BOT = Path(__file__).parents[3] / "examples" / "spire_bot.py"


class Runs:
    """Plays a run per seed with a bot and checks every state."""

    def __init__(self, decide, seeds, ascension=0):
        self.decide, self.seeds, self.ascension = decide, iter(seeds), ascension
        self.screens = Counter()
        self.last = ""

    def __call__(self, state):
        if self.last and state.screen != self.last:
            leads = {screen for way in actions_on(self.last) for screen in way.to}
            assert state.screen in leads, f"{self.last} led to {state.screen}"
        self.last = state.screen
        self.screens[state.screen] += 1
        encoded = document(state)
        assert encoded["ready_for_command"]
        assert encoded["screen"] == state.screen
        if state.screen == "OUT_OF_GAME":
            seed = next(self.seeds, None)
            return None if seed is None else f"start IRONCLAD {self.ascension} {seed}"
        return self.decide(state)


@pytest.mark.parametrize("ascension", [0, 20])
def test_a_random_bot_plays_whole_runs_and_is_never_refused(ascension):
    dice = random.Random(ascension)
    runs = Runs(lambda state: dice.choice(valid_actions(state)), range(1, 41), ascension)
    results = run_agent(runs, InProcessConnection(Mod()))
    assert len(results) == 40
    assert not any(result.victory for result in results)
    assert {"COMBAT", "MAP", "EVENT", "COMBAT_REWARD", "CARD_REWARD", "GRID", "GAME_OVER"} <= set(
        runs.screens
    )


def test_the_example_bot_reaches_higher_floors_than_random():
    decide = runpy.run_path(str(BOT))["decide"]
    random.seed(3)
    results = run_agent(Runs(decide, range(1, 21)), InProcessConnection(Mod()))
    assert sum(result.floor for result in results) / len(results) > 7


def test_a_recorded_session_replays_without_divergence(tmp_path):
    dice = random.Random(5)
    file = tmp_path / "session.jsonl.gz"
    decide = Runs(lambda state: dice.choice(valid_actions(state)), range(1, 6))
    run_agent(decide, InProcessConnection(Mod()), record=str(file))
    entries = load(file)
    assert first_divergence(entries, replay) is None
    assert main(["spire", "replay", str(file)]) == 0


def test_the_first_divergence_is_reported(tmp_path, capsys):
    file = tmp_path / "session.jsonl"
    run_agent(
        Runs(lambda state: valid_actions(state)[0], ["ABC"]),
        InProcessConnection(Mod()),
        record=str(file),
    )
    lines = file.read_text().splitlines()
    changed = next(n for n, line in enumerate(lines) if '"room_phase":"COMBAT"' in line)
    entry = json.loads(lines[changed])
    entry["game"]["game_state"]["combat_state"]["monsters"][0]["max_hp"] += 1
    lines[changed] = json.dumps(entry)
    file.write_text("\n".join(lines))
    assert main(["spire", "replay", str(file)]) == 1
    output = capsys.readouterr().out
    assert f"step {changed - 1}, game_state.combat_state.monsters[0].max_hp: expected" in output
    assert "agree: 0 of 1" in output


def test_a_session_that_begins_during_a_run_cannot_be_replayed(tmp_path):
    recorder = Recorder(tmp_path / "session.jsonl")
    mod = Mod()
    mod.handle_line("start ironclad")
    recorder.agent("ready")
    recorder.game(mod.state())
    recorder.close()
    with pytest.raises(UnusableError, match="middle of a run"):
        first_divergence(load(tmp_path / "session.jsonl"), replay)


def test_the_example_bot_runs_as_a_child_of_the_host(tmp_path, capsys):
    file = tmp_path / "session.jsonl.gz"
    agent = f"{sys.executable} -m turnwright spire record {file} {sys.executable} {BOT}"
    assert main(["spire", "host", "--agent", agent, "--seed", "7", "--runs", "2"]) == 0
    assert "2 runs" in capsys.readouterr().out
    assert main(["spire", "replay", str(file)]) == 0


def test_a_whole_run_is_played_over_http():
    dice = random.Random(11)

    async def scenario():
        wire = InProcessConnection(Mod())
        coordinator = Coordinator(wire)
        game = asyncio.create_task(coordinator.run())
        async with running(coordinator) as (url, _):
            client = HttpClient(url)
            action = {"type": "start_game", "character": "IRONCLAD", "seed": "HTTP"}
            while True:
                status, reply = await client.post(action, "/action?wait=10")
                assert (status, reply["status"]) == (200, "done"), (action, reply)
                offered = await client.get("/actions")
                if offered["screen"] == "OUT_OF_GAME":
                    break
                action = dice.choice(offered["actions"])
            assert (await client.get("/health"))["last_error"] is None
            action = {"type": "start_game", "character": "IRONCLAD", "seed": "HTTP"}
            for abandoned, screen in ((action, "NEOW_ROOM"), ({"type": "abandon"}, "GAME_OVER")):
                status, reply = await client.post(abandoned, "/action?wait=10")
                assert (status, reply["status"]) == (200, "done"), (abandoned, reply)
                assert (await client.get("/state"))["screen"] == screen
            wire.close()
            assert len(await game) == 2

    run_scenario(scenario())
