"""Impossible moves are refused with a reason, change nothing, and name no hidden card."""

import random

import pytest

import turnwright as tw
from tests.games.netrunner.positions import installed, position, random_deck
from turnwright.agents import RandomAgent
from turnwright.games.netrunner.card_facts import SIDES, card_facts
from turnwright.games.netrunner.game import game
from turnwright.games.netrunner.moves import MOVES
from turnwright.games.netrunner.view import is_known


def refused(t, side, command, *what):
    """Return the code of a refusal, which must change nothing and be readable."""
    before, told = t.match.hash, len(t.match.G.log)
    refusal = t.try_(side, command, *what)
    assert refusal is not None, f"{side} {command} {what} was accepted"
    assert (t.match.hash, len(t.match.G.log)) == (before, told)
    assert refusal.sentence.endswith(".")
    assert not secrets(t.match, SIDES.index(side)) & titles_in(refusal), refusal
    return refusal.code


def secrets(match, seat):
    """Return the titles that this side cannot know and that are nowhere public."""
    hidden, known = set(), set()
    for key, ids in match.ctx.zones.items():
        zone, _, owner = key.partition(":")
        for number in ids:
            card = match.ctx.cards[number]
            is_open = owner == str(seat) or (zone not in ("deck", "hand") and is_known(card, seat))
            (known if is_open else hidden).add(card.kind)
    asked = match.asked.get(seat)  # what one is asked oneself one may be reminded of
    return hidden - known - (titles_in(asked.text) if asked is not None else set())


def titles_in(text):
    return {title for title in card_facts() if title in str(text)}


HAND = {"hand": ["Hedge Fund", "Tithe", "Offworld Office", "Government Subsidy"]}


# --- one by one -----------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["credit", "draw", "end-turn", "start-turn", "remove-tag"])
def test_out_of_turn(command):
    t = position(runner={"tags": 1})
    refused(t, "runner", command)


def test_no_run_in_the_corps_turn_and_no_corp_runs():
    t = position()
    refused(t, "runner", "run", "HQ")
    refused(t, "corp", "run", "HQ")


def test_commands_of_the_other_side():
    t = position(turn="runner", runner={"tags": 1}, servers={"hq": {"ices": installed("Tithe")}})
    for command in ("purge", "trash-resource"):
        refused(t, "runner", command)
    refused(t, "corp", "remove-tag")
    t.run_on("HQ")
    t.both_pass()
    refused(t, "runner", "unbroken-subroutines", "Tithe")
    refused(t, "corp", "jack-out")


def test_cards_that_the_side_cannot_see_or_does_not_own():
    server = {"content": installed("Offworld Office", rezzed=False)}
    t = position(turn="runner", corp=HAND, runner={"hand": ["Unity"]}, servers={"remote1": server})
    hidden = [*t.c.zone("hand", 0), *t.c.zone("deck", 0), t.card_id("Offworld Office")]
    for number in hidden:
        for command in ("play", "rez", "advance", "score", "ability"):
            refused(t, "runner", command, number)
            refused(t, "runner", command, number, "")
            refused(t, "runner", command, number, 0)
    for number in t.c.zone("deck", 1):
        refused(t, "runner", "play", number)
    own = t.c.zone("hand", 1)[0]
    refused(t, "corp", "play", own)


def test_what_cannot_be_paid():
    t = position(corp={**HAND, "credits": 4})
    refused(t, "corp", "play", "Hedge Fund")
    refused(t, "corp", "play", "Government Subsidy")
    ice = {"ices": installed("Brân 1.0", rezzed=False)}
    t = position(turn="runner", servers={"hq": ice}, runner={"hand": ["Carmen"], "credits": 4})
    refused(t, "runner", "play", "Carmen")
    t.run_on("HQ")
    refused(t, "corp", "rez", "Brân 1.0")


def test_without_clicks():
    t = position(corp={**HAND, "clicks": 0})
    for command in ("credit", "draw", "purge"):
        refused(t, "corp", command)
    refused(t, "corp", "play", "Tithe", "HQ")
    refused(t, "corp", "start-turn")


def test_a_turn_does_not_end_with_clicks_left():
    refused(position(), "corp", "end-turn")


def test_no_actions_during_a_run():
    t = position(turn="runner", runner={"hand": ["Unity"]})
    t.runner("run", "Archives")
    for command in ("credit", "draw", "end-turn"):
        refused(t, "runner", command)
    refused(t, "runner", "run", "HQ")
    refused(t, "runner", "play", "Unity")


def test_the_wrong_window():
    ice = {"ices": [*installed("Tithe"), *installed("Palisade", rezzed=False)]}
    t = position(turn="runner", servers={"hq": ice}, rig={"program": installed("Cleaver")})
    refused(t, "corp", "rez", "Palisade")
    refused(t, "runner", "continue")
    refused(t, "corp", "continue")
    refused(t, "runner", "jack-out")
    refused(t, "runner", "ability", "Cleaver", 0)
    t.runner("run", "HQ")
    refused(t, "corp", "rez", "Palisade")
    refused(t, "corp", "unbroken-subroutines", "Tithe")
    t.both_pass()
    refused(t, "runner", "dynamic-ability", "Cleaver", "auto-pump-and-break")
    refused(t, "corp", "unbroken-subroutines", "Tithe")


def test_the_same_move_twice():
    t = position(turn="runner", servers={"hq": {"ices": installed("Palisade", rezzed=False)}})
    t.run_on("HQ")
    t.corp("rez", "Palisade")
    refused(t, "corp", "rez", "Palisade")
    t.corp("continue")
    refused(t, "corp", "continue")
    t.runner("continue")
    t.corp("unbroken-subroutines", "Palisade")
    refused(t, "corp", "unbroken-subroutines", "Palisade")
    refused(t, "runner", "continue")


def test_an_open_prompt_is_answered_first():
    t = position(turn="runner", corp={"hand": ["Offworld Office"]})
    t.run_to("HQ")
    assert refused(t, "runner", "credit") == "question_open"
    assert refused(t, "runner", "continue") == "question_open"
    assert refused(t, "corp", "continue") == "not_asked"


@pytest.mark.parametrize("picks", [("7",), (), ("0", "0"), ("Steal",), (0,), None])
def test_answers_that_were_not_offered(picks):
    t = position(turn="runner", corp={"hand": ["Offworld Office"]})
    t.run_to("HQ")
    before = t.match.hash
    assert t.match.submit(tw.Answer(1, picks=picks)) is not None
    assert t.match.submit(tw.Answer(0, picks=("0",))) is not None
    assert t.match.hash == before


@pytest.mark.parametrize("server", ["hq", "Server 1", "", "R&D ", None, 5, "New remote"])
def test_unknown_servers(server):
    refused(position(turn="runner"), "runner", "run", server)


def test_servers_where_a_card_cannot_go():
    t = position(corp={"hand": ["Offworld Office", "Nico Campaign", "Tithe"]})
    for title in ("Offworld Office", "Nico Campaign"):
        for server in ("HQ", "R&D", "Archives", "Server 9", ""):
            refused(t, "corp", "play", title, server)
    refused(t, "corp", "play", "Tithe", "")


# --- anything at any time -------------------------------------------------------------------------

JUNK = (None, -1, 10**9, "", "HQ", "Server 1", True, 1.5, (), ("a",), 0, 1, "auto-pump-and-break")


@pytest.mark.parametrize("seed", range(12))
def test_any_input_is_legal_or_refused_without_effect(seed):
    decks = [random_deck(side, seed) for side in (0, 1)] if seed % 2 else "intermediate"
    match, rng = game.start(seed, options={"decks": decks}), random.Random(seed)
    agents = [RandomAgent(f"{seed} {side}") for side in (0, 1)]
    for _ in range(120):
        if match.result is not None:
            break
        legal = {(s, o.move, str(o.args)) for s in (0, 1) for o in match.legal(s)}
        before = match.hash
        for _ in range(12):
            seat = rng.choice((0, 1))
            args = tuple(rng.choice([*match.ctx.cards, *JUNK]) for _ in range(rng.randrange(3)))
            name = rng.choice([*MOVES, "fly", ""])
            if (seat, name, str(args)) in legal or name in (
                "system-msg",
                "indicate-action",
                "concede",
            ):
                continue
            refusal = match.submit(tw.Answer(seat, name, args))
            assert refusal is not None, (seat, name, args)
            assert not secrets(match, seat) & titles_in(refusal), refusal
        assert match.hash == before
        seat = match.acting[0]
        match.submit(agents[seat].decide(match.prompt(seat), match))
