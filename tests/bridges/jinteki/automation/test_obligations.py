"""The rules and every client agree on who owes what, whatever happens."""

import random

import pytest

from tests.bridges.jinteki.automation.positions import run_now
from tests.bridges.jinteki.automation.test_two_seats import board
from tests.games.netrunner.positions import installed, position
from turnwright.agents import RandomAgent
from turnwright.bridges.jinteki.automation import Automation, diagnose
from turnwright.bridges.jinteki.automation.state_queries import window_facts
from turnwright.bridges.jinteki.room import JintekiRoom
from turnwright.games.netrunner.card_facts import RUNNER, SIDES
from turnwright.games.netrunner.game import game
from turnwright.games.netrunner.obligations import owed_in, who_owes


def check_agreement(room):
    """Compare what the rules say with what each side reads from its own state."""
    match = room.match
    owed = owed_in(match.c)
    for side in SIDES:
        state = room.state(side)
        seen = who_owes(window_facts(state, side))
        told = diagnose(state, side)
        assert told.what == seen.what
        if len(match.asked) == 2:  # each side sees that it is asked itself
            assert (told.awaited, told.what) == (side, "answer")
            continue
        assert (seen, told.awaited) == (owed, None if owed.side is None else SIDES[owed.side])


def play(match, r, steps):
    """Let random players act, also out of turn, and check every state."""
    room = JintekiRoom(match)
    agents = [RandomAgent(f"{r.random()}"), RandomAgent(f"{r.random()}")]
    seen = set()
    for _ in range(steps):
        if match.result is not None:
            break
        check_agreement(room)
        seen.add(owed_in(match.c).what)
        if match.G.encounter is not None and not match.asked and r.random() < 0.4:
            title = match.c.card(match.G.encounter.ice).kind
            text = f"indicates to fire all unbroken subroutines on {title}"
            room.act("runner", "system-msg", {"msg": text})
            continue
        if match.G.run is not None and not match.asked and r.random() < 0.2:
            room.act(r.choice(SIDES), "continue", {})  # it may be refused
            continue
        owing = owed_in(match.c).side
        assert owing is not None
        assert room.answer(agents[owing].decide(match.prompt(owing), match)) is None
    return seen


@pytest.mark.parametrize("priority", ["strict", "engine"])
def test_both_sides_agree_in_runs(priority):
    seen = set()
    for seed in range(60):
        r = random.Random(seed)
        match = game.start(
            seed, seats=["Corp", "Runner"], options={"scene": board(r), "priority": priority}
        )
        match.play(RUNNER, "run", r.choice(["HQ", "R&D", "Server 1"]))
        seen |= play(match, r, 50)
    assert seen >= {"action", "answer", "pass", "rez-decision", "fire-decision", "break-decision"}


@pytest.mark.parametrize("seed", range(4))
def test_both_sides_agree_in_whole_games(seed):
    match = game.start(seed, seats=["Corp", "Runner"], options={"decks": "beginner"})
    seen = play(match, random.Random(seed), 400)
    assert seen >= {"action", "answer", "pass", "start-turn", "end-turn"}


@pytest.mark.parametrize("priority", ["strict", "engine"])
def test_a_question_that_jinteki_net_does_not_announce(priority):
    """Bullfrog asks the Corp for a server, and that server shows the Runner no prompt meanwhile."""
    t = position(turn="runner", servers={"hq": {"ices": installed("Bullfrog")}}, priority=priority)
    t.run_on("HQ")
    t.both_pass()
    t.corp("unbroken-subroutines", "Bullfrog")
    t.press("corp", "0 [Credits]")
    t.press("runner", "1 [Credits]")
    room = JintekiRoom(t.match)
    assert "waiting" not in str(room.state("runner")["runner"].get("prompt-state"))
    check_agreement(room)
    runner = Automation(room.seat("runner"))
    assert str(runner.diagnose()) == "Corp owes an answer that this side does not see."
    stopped = run_now(runner.continue_run("--full-break"))
    assert (stopped.status, stopped.reason) == (
        "waiting-for-opponent", "Corp has a question to answer",
    )  # fmt: skip
    assert room.state("corp")["asked"] == room.state(None)["asked"] == "corp"
    t.press("corp", "HQ")
    later = JintekiRoom(t.match)
    check_agreement(later)
    assert "asked" not in later.state("runner")
