"""Commands while a prompt is open: with `priority="engine"` each checks only its own side's prompt.

The other side may have any prompt. "Strict" priority lets only the asked side answer.
"""

import random

import pytest

import turnwright as tw
from tests.games.netrunner.positions import installed, position, random_deck
from turnwright.bridges.jinteki.dialect.commands import execute_command
from turnwright.bridges.jinteki.recordings.recording_format import snapshot
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.game import game
from turnwright.games.netrunner.moves import MOVES


def access_hq(*, priority="engine", hand=("Hedge Fund",), scored=(), rig=None, hq=(), remote=()):
    """Let the Runner access a card in HQ, so that only the Runner is asked something."""
    servers = {"hq": {"content": installed(*hq, rezzed=False)}} if hq else {}
    if remote:
        servers["remote1"] = {"content": installed(*remote, rezzed=False)}
    t = position(
        turn="runner", priority=priority, servers=servers, rig=rig,
        corp={"hand": list(hand), "scored": list(scored), "credits": 10},
    )  # fmt: skip
    t.run_to("HQ")
    return t


def prompt_types(t, side):
    return [one["type"] for one in snapshot(t.match)["prompts"][side]]


# --- the other side is asked ----------------------------------------------------------------------


def test_the_corp_rezzes_a_card_while_the_runner_accesses():
    t = access_hq(remote=["Nico Campaign"])
    assert (prompt_types(t, "corp"), prompt_types(t, "runner")) == (["run"], ["other", "run"])
    t.corp("rez", "Nico Campaign")
    assert t.find_card("Nico Campaign").rezzed
    assert t.buttons("runner") == ["No action"]
    t.press("runner", "No action")
    assert t.run is None


def test_the_corp_uses_an_ability_while_the_runner_accesses_and_the_run_ends_afterwards():
    nisei = {"title": "Nisei MK II", "counters": {"agenda": 1}}
    t = access_hq(scored=[nisei])
    t.corp("ability", "Nisei MK II", 0)
    assert t.run.is_over
    assert t.buttons("runner") == ["No action"]
    t.press("runner", "No action")
    assert t.run is None
    assert t.match.is_resting


def test_a_turn_action_is_not_possible_during_a_run_whoever_is_asked():
    t = access_hq()
    t.c.G.sides[CORP].clicks = 1
    assert t.try_("corp", "credit") is not None
    assert t.try_("corp", "play", "Hedge Fund") is not None


def test_the_runner_jacks_out_while_accessing_and_the_access_is_still_answered():
    t = access_hq()
    assert execute_command(t.match, "runner", "jack-out") is None
    assert t.last_line == "Runner jacks out."
    assert t.buttons("runner") == ["No action"]
    t.press("runner", "No action")
    assert t.run is None


def test_a_side_that_is_shown_that_it_waits_passes_but_uses_no_abilities():
    t = position(
        turn="runner", priority="engine", rig={"program": [{"title": "Corroder"}]},
        servers={"hq": {"ices": installed("Enigma", "Thimblerig")}},
    )  # fmt: skip
    t.run_on("HQ")
    t.both_pass()
    t.both_pass()
    assert t.buttons("corp") == ["Yes", "No"]
    assert prompt_types(t, "runner")[0] == "waiting"
    assert t.try_("runner", "ability", "Corroder", 1) is not None
    t.runner("continue")
    assert t.run.no_action == RUNNER


def test_both_sides_pass_and_the_run_moves_on_while_the_corp_still_decides():
    t = position(
        turn="runner", priority="engine",
        servers={"hq": {"ices": installed("Enigma", "Thimblerig")}},
    )  # fmt: skip
    t.run_on("HQ")
    t.both_pass()
    t.both_pass()
    t.runner("continue")
    t.corp("continue")
    assert t.phase == "approach-ice"
    t.press("corp", "No")
    assert (t.phase, t.match.asked) == ("approach-ice", {})


def test_the_corp_fires_subroutines_while_the_runner_chooses_what_to_break():
    t = position(
        turn="runner", priority="engine", rig={"program": [{"title": "Corroder"}]},
        servers={"hq": {"ices": installed("Ice Wall")}},
    )  # fmt: skip
    t.run_on("HQ")
    t.both_pass()
    t.runner("ability", "Corroder", 0)
    assert t.buttons("runner") == ["End the run", "Done"]
    t.corp("unbroken-subroutines", "Ice Wall")
    assert t.match.G.encounter is None
    assert t.run is not None  # it is cleared when the prompt is closed
    t.press("runner", "Done")
    assert t.run is None
    assert t.match.is_resting


# --- the own side is asked ------------------------------------------------------------------------


def corp_discards(priority="engine"):
    """End the Corp's turn with six cards, so that it selects one to discard."""
    t = position(
        priority=priority, corp={"clicks": 0, "hand": ["Hedge Fund"] * 6},
        servers={"remote1": {"content": installed("Nico Campaign", rezzed=False)}},
    )  # fmt: skip
    t.corp("end-turn")
    return t


def test_the_corp_rezzes_while_it_selects_cards():
    t = corp_discards()
    t.corp("rez", "Nico Campaign")
    assert prompt_types(t, "corp") == ["select"]
    t.select("corp", "Hedge Fund")
    assert t.match.G.turn_over


def test_a_side_with_a_prompt_takes_no_actions():
    t = corp_discards()
    t.c.G.sides[CORP].clicks = 1
    for command in (["credit"], ["draw"], ["play", "Hedge Fund"], ["advance", "Nico Campaign"]):
        assert t.try_("corp", *command).code == "question_open"
    t.select("corp", "Hedge Fund")
    assert len(t.titles("hand", "corp")) == 5


def test_a_selected_card_that_has_moved_meanwhile_can_no_longer_be_selected():
    t = position(
        turn="runner", priority="engine", runner={"tags": 1}, corp={"clicks": 1},
        rig={"resource": [{"title": "Telework Contract"}, {"title": "Smartware Distributor"}]},
    )  # fmt: skip
    t.corp("trash-resource")
    t.runner("trash", "Telework Contract")
    assert t.buttons("corp") == ["Smartware Distributor"]
    t.select("corp", "Smartware Distributor")
    assert t.titles("resource", "runner") == []


# --- two effects ask at once ----------------------------------------------------------------------


def tagged_while_accessing():
    """Let the Corp rez Ping while the Runner accesses; the Runner may avoid the tag with Decoy."""
    t = position(
        turn="runner", priority="engine", rig={"resource": [{"title": "Decoy"}]},
        servers={"hq": {"ices": installed("Ping", rezzed=False)}}, corp={"hand": ["Hedge Fund"]},
    )  # fmt: skip
    t.run_on("HQ")
    t.both_pass()
    t.both_pass()
    assert t.buttons("runner") == ["No action"]
    t.corp("rez", "Ping")
    return t


def test_the_newest_prompt_of_a_side_is_answered_first():
    t = tagged_while_accessing()
    assert [one.text for one in t.match.questions(RUNNER)][1] == "You accessed Hedge Fund."
    assert t.buttons("runner")[0] == "Decoy"
    assert prompt_types(t, "runner") == ["other", "waiting", "other", "run"]
    assert prompt_types(t, "corp")[0] == "waiting"
    t.press("runner", "Decoy")
    t.press("runner", "Yes")
    assert t.tags == 0
    assert t.buttons("runner") == ["No action"]
    t.press("runner", "No action")
    assert t.run is None


def test_a_match_with_two_effects_that_ask_can_be_saved_and_cloned():
    t = tagged_while_accessing()
    copies = [game.load(t.match.save()), t.match.clone(), t.match.clone(record=False)]
    for match in [t.match, *copies]:
        match.submit(tw.Answer(RUNNER, picks=("1",)))
        match.submit(tw.Answer(RUNNER, picks=("0",)))
        assert (match.G.run, match.G.sides[RUNNER].tags) == (None, 1)
        assert match.hash == t.match.hash
    assert game.replay(t.match.record.to_json()).hash == t.match.hash


# --- strict priority ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command", [["rez", "Nico Campaign"], ["continue"], ["toggle-auto-no-action"]]
)
def test_in_strict_priority_only_the_asked_side_acts(command):
    t = access_hq(priority="strict", remote=["Nico Campaign"])
    assert t.try_("corp", *command).code == "not_asked"
    assert t.try_("runner", "jack-out").code == "question_open"
    strict = corp_discards("strict")
    assert strict.try_("corp", "rez", "Nico Campaign").code == "question_open"


# --- anything at any time -------------------------------------------------------------------------


def interrupt(match: tw.Match, rng: random.Random) -> tw.Refusal | None:
    """Let a side try a command that open questions do not stop."""
    seat = match.c.seat = rng.randrange(2)
    move = rng.choice([move for move in MOVES.values() if move.interrupts])
    possible = list(move.all_args(match.c)) if move.why_not(match.c) is None else []
    if not possible:
        return None
    return match.submit(tw.Answer(seat, move.name, rng.choice(possible)))


def answer_somehow(match: tw.Match, rng: random.Random) -> tw.Refusal | None:
    seat = rng.choice(sorted(match.asked))
    question = match.asked[seat]
    ids = [option.id for option in question.options]
    count = rng.randint(question.min, min(question.max, len(ids))) if ids else 0
    return match.submit(tw.Answer(seat, picks=tuple(rng.sample(ids, count))))


def act_somehow(match: tw.Match, rng: random.Random) -> tw.Refusal | None:
    seat = rng.randrange(2)
    options = match.legal(seat, must=True)
    names = sorted({option.move for option in options} - {"concede"})
    if not names:
        return None
    name = rng.choice(names)
    chosen = rng.choice([option for option in options if option.move == name])
    return match.submit(tw.Answer(seat, chosen.move, chosen.args))


@pytest.mark.parametrize("seed", range(12))
def test_commands_at_any_time_do_not_break_the_rules(seed: int) -> None:
    rng = random.Random(seed)
    decks = {"corp": random_deck(0, seed), "runner": random_deck(1, seed)}
    match = game.start(seed, options={"priority": "engine", **decks})
    interrupted = 0
    for _ in range(250):
        if match.ctx.game_over:
            break
        if not match.asked:
            refusal = act_somehow(match, rng)
        elif rng.random() < 0.4:
            interrupted += 1
            refusal = interrupt(match, rng)
        else:
            refusal = answer_somehow(match, rng)
        assert refusal is None or refusal.code != "rules_error", refusal
    assert interrupted
