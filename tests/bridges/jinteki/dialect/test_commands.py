"""Commands of jinteki.net clients: every spelling is understood, every mistake is reported."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.netrunner.positions import installed, position, recordings
from turnwright.bridges.jinteki.dialect.commands import COMMANDS, execute_command
from turnwright.bridges.jinteki.dialect.references import server_name_from
from turnwright.bridges.jinteki.dialect.state import state_json
from turnwright.bridges.jinteki.recordings.verify import verify
from turnwright.games.netrunner.card_facts import card_facts
from turnwright.testing.first_difference import json_lines


def send(t, side, name, **args):
    """Send a command that must be accepted."""
    refusal = execute_command(t.match, side, name, args)
    assert refusal is None, f"{side} {name} {args}: {refusal}"


def refused(t, side, name, **args):
    """Return the code of a refusal. It must change nothing and name no card that the side cannot
    see."""
    before = t.match.hash, len(t.match.G.log)
    refusal = execute_command(t.match, side, name, args)
    assert refusal is not None, f"{side} {name} {args} was accepted"
    assert (t.match.hash, len(t.match.G.log)) == before
    told = json.dumps([refusal.sentence, refusal.data], default=str)
    seen = json.dumps(state_json(t.match, side), ensure_ascii=False) + json.dumps(args, default=str)
    assert not [title for title in card_facts() if title in told and title not in seen]
    return refusal.code


def ice(t, side, server, place=0):
    return state_json(t.match, side)["corp"]["servers"][server]["ices"][place]


def hand(t, side, title):
    cards = state_json(t.match, side)[side]["hand"]
    return next(card for card in cards if card["title"] == title)


# --- servers ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("HQ", "HQ"), ("hq", "HQ"), (["hq"], "HQ"), (":hq", "HQ"), ("R&D", "R&D"), ("r&d", "R&D"),
        ("rd", "R&D"), (["rd"], "R&D"), ("archives", "Archives"), ("Server 1", "Server 1"),
        ("server1", "Server 1"), ("remote1", "Server 1"), ("remote 1", "Server 1"), ("r1", "Server 1"),
        ("s12", "Server 12"), (["remote", "1"], "Server 1"), (["remote1"], "Server 1"),
        ("New remote", "New remote"), ("new", "New remote"), ("remote new", "New remote"),
        ("server new", "New remote"), ("", ""), ("Server", ""), ("Server 0", ""), ("moon", ""),
        (None, ""), (7, ""), (["remote", "x"], ""),
    ],
)  # fmt: skip
def test_spellings_of_servers(given, name):
    assert server_name_from(given) == name


def test_a_run_on_an_unknown_server_is_refused():
    t = position(turn="runner")
    assert refused(t, "runner", "run", server="Server 3") == "unknown_server"
    assert refused(t, "runner", "run", server="New remote") == "unknown_server"
    assert refused(t, "runner", "run") == "server_needed"
    send(t, "runner", "run", server=["rd"])
    assert t.run.server == "rd"


# --- cards --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", ["whole", "cid", "cid and zone", "title", "title and zone", "path"])
def test_a_card_in_hand_can_be_referred_to_in_every_way(by):
    t = position(corp={"hand": ["Hedge Fund", "Brân 1.0"]})
    card = hand(t, "corp", "Brân 1.0")
    ref = {
        "whole": card,
        "cid": card["cid"],
        "cid and zone": {"cid": card["cid"], "zone": ["hand"], "side": "Corp", "type": "ICE"},
        "title": "bran 1.0",
        "title and zone": {"title": "Brân 1.0", "zone": ["hand"]},
        "path": {"title": "Brân 1.0", "zone": "corp.hand", "index": 1},
    }[by]
    send(t, "corp", "install", card=ref, server="hq")
    assert ice(t, "corp", "hq")["title"] == "Brân 1.0"


def test_a_reference_to_a_zone_that_the_card_has_left():
    t = position(corp={"hand": ["Palisade"]})
    card = hand(t, "corp", "Palisade")
    send(t, "corp", "play", card=card, server="HQ")
    assert refused(t, "corp", "play", card=card, server="R&D") == "unknown_card"


def test_hidden_cards_of_the_opponent_cannot_be_referred_to():
    t = position(corp={"hand": ["Hedge Fund"]}, runner={"hand": ["Sure Gamble"]})
    other = hand(t, "runner", "Sure Gamble")
    nothing = refused(t, "corp", "play", card={"cid": 99999999})
    assert refused(t, "corp", "play", card={"cid": other["cid"]}) == nothing == "unknown_card"
    assert refused(t, "corp", "play", card="Sure Gamble") == "unknown_card"
    assert refused(t, "corp", "play") == "card_needed"
    deck = t.match.ctx.zones["deck:0"][0]
    assert refused(t, "corp", "play", card=deck) == "unknown_card"


def test_the_title_of_an_unrezzed_card_matches_nothing():
    """A refusal must not reveal whether a guess was right."""
    t = position(turn="runner", servers={"hq": {"ices": installed("Tithe", rezzed=False)}})
    right = execute_command(t.match, "runner", "rez", {"card": {"title": "Tithe"}})
    wrong = execute_command(t.match, "runner", "rez", {"card": {"title": "Palisade"}})
    assert (right.code, right.sentence) == (wrong.code, wrong.sentence)


def test_without_a_server_a_corp_card_is_not_installed():
    t = position(corp={"hand": ["Palisade", "Hedge Fund"]})
    assert refused(t, "corp", "play", card="Palisade") == "server_needed"
    assert refused(t, "corp", "play", card="Palisade", server="moon") == "unknown_server"
    send(t, "corp", "play", card="Hedge Fund")
    assert t.credits("corp") == 9


# --- runs ---------------------------------------------------------------------------------------------


def tithe_on_hq(**corp):
    return position(
        turn="runner",
        corp={"credits": 3, **corp},
        runner={"hand": ["Sure Gamble"] * 3, "credits": 9},
        servers={"hq": {"ices": installed("Tithe", rezzed=False)}},
        rig={"program": [{"title": "Mayfly"}]},
    )


def test_a_run_from_the_rez_to_the_signal_and_the_fire():
    t = tithe_on_hq()
    send(t, "runner", "run", server="HQ")
    send(t, "runner", "continue")
    send(t, "corp", "continue")
    assert refused(t, "runner", "jack-out") == "not_now"
    send(t, "runner", "continue")
    send(t, "corp", "rez", card=ice(t, "corp", "hq"), **{"press-continue": True})
    assert t.phase == "encounter-ice"
    assert refused(t, "corp", "rez", card="Tithe") == "already_rezzed"
    send(t, "runner", "system-msg", msg="indicates to fire all unbroken subroutines on Tithe")
    assert t.last_line == "Runner indicates to fire all unbroken subroutines on Tithe."
    send(t, "runner", "continue")
    send(t, "corp", "unbroken-subroutines", card=ice(t, "corp", "hq"))
    assert len(t.titles("discard", "runner")) == 1
    assert refused(t, "corp", "subroutine", card="Tithe", subroutine=0) == "illegal_argument"


def test_a_rez_needs_enough_credits():
    t = tithe_on_hq(credits=0)
    send(t, "runner", "run", server="HQ")
    send(t, "runner", "continue")
    send(t, "corp", "continue")
    refusal = execute_command(t.match, "corp", "rez", {"card": "Tithe"})
    assert (refusal.code, refusal.sentence) == ("cannot_pay", "'rez' needs 1 credit, Corp has 0.")


def test_dynamic_abilities_by_name_and_by_their_place_in_the_list():
    for name, args in (
        ("dynamic-ability", {"dynamic": "auto-pump-and-break"}),
        ("ability", {"ability": 2}),
    ):
        t = tithe_on_hq()
        send(t, "runner", "run", server="HQ")
        send(t, "runner", "continue")
        send(t, "corp", "continue")
        send(t, "runner", "continue")
        send(t, "corp", "rez", card="Tithe")
        send(t, "corp", "continue")
        assert refused(t, "corp", name, card="Mayfly", **args) in ("not_now", "illegal_argument")
        send(t, "runner", name, card="Mayfly", **args)
        assert all(sub["broken"] for sub in ice(t, "runner", "hq")["subroutines"])


# --- prompts ------------------------------------------------------------------------------------------


def accessing():
    t = position(turn="runner", corp={"hand": ["Regolith Mining License"]})
    t.run_to("HQ")
    return t, state_json(t.match, "runner")["runner"]["prompt-state"]


@pytest.mark.parametrize("by", ["uuid", "idx", "number", "text", "other case", "digits", "index"])
def test_a_choice_can_be_made_in_every_way(by):
    t, prompt = accessing()
    choice = prompt["choices"][1]
    args = {
        "uuid": {"choice": {"uuid": choice["uuid"]}},
        "idx": {"choice": {"idx": 1}},
        "number": {"choice": 1},
        "text": {"choice": "No action"},
        "other case": {"choice": "no ACTION"},
        "digits": {"choice": "1"},
        "index": {"index": 1},
    }[by]
    send(t, "runner", "choice", **args, eid=prompt["eid"])
    assert t.run is None


def test_invalid_choices_are_refused():
    t, prompt = accessing()
    for choice in (None, 2, -1, True, "Steal", {"uuid": "x"}, {"idx": 9}, [], {"card": {"cid": 1}}):
        assert refused(t, "runner", "choice", choice=choice) == "unknown_choice"
    stale = {"eid": prompt["eid"]["eid"] + 1}
    assert refused(t, "runner", "choice", choice=0, eid=stale) == "stale_prompt"
    assert refused(t, "corp", "choice", choice=0) == "no_prompt"
    assert refused(t, "runner", "select", card="Regolith Mining License") == "no_prompt"
    assert refused(t, "runner", "continue") == "question_open"


def test_cards_can_be_selected_and_deselected():
    t = position(corp={"hand": ["Hedge Fund", "Tithe", *["Palisade"] * 5], "clicks": 0})
    send(t, "corp", "end-turn")
    prompt = state_json(t.match, "corp")["corp"]["prompt-state"]
    assert refused(t, "corp", "choice", choice="Hide") == "not_an_answer"
    assert refused(t, "corp", "select", card="Offworld Office") == "unknown_choice"
    send(t, "corp", "select", card=hand(t, "corp", "Tithe"), eid=prompt["eid"])
    send(t, "corp", "select", card=hand(t, "corp", "Tithe"), eid=prompt["eid"])
    send(t, "corp", "select", card="Palisade", eid=prompt["eid"])
    send(t, "corp", "select", card="Palisade", eid=prompt["eid"])
    assert t.titles("discard", "corp") == ["Palisade"] * 2


def test_the_opening_hand_has_its_own_commands():
    from turnwright.games.netrunner.game import game

    match = game.start(1)
    assert execute_command(match, "runner", "keep").code == "no_prompt"
    assert execute_command(match, "corp", "mulligan") is None
    assert execute_command(match, "runner", "keep") is None
    assert execute_command(match, "corp", "keep").code == "no_prompt"
    assert [line.text for line in match.G.log] == [
        "Corp takes a mulligan.",
        "Runner keeps their hand.",
    ]


# --- at any time, and never ---------------------------------------------------------------------------


def test_messages_and_conceding_are_possible_at_any_time():
    t, _ = accessing()
    send(t, "corp", "indicate-action")
    assert t.last_line == "[!] Please pause, Corp is acting."
    send(t, "corp", "system-msg", msg=" thinks\n about it ")
    assert t.last_line == "Corp thinks about it."
    for text in ("", "   ", None, 5, "x" * 1001):
        assert refused(t, "corp", "system-msg", msg=text) == "bad_arguments"
    send(t, "corp", "concede")
    assert t.match.result is not None
    assert refused(t, "runner", "choice", choice=0) in ("no_prompt", "game_over")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_can_be_refused(name):
    """For a side that may do nothing, and with invalid arguments."""
    t = position(corp={"clicks": 0, "hand": ["Hedge Fund"]}, runner={"hand": ["Sure Gamble"]})
    if name not in ("indicate-action", "concede"):
        refused(t, "runner", name)
    assert execute_command(t.match, "spectator", name).code == "spectator"
    assert execute_command(t.match, None, name).code == "spectator"
    assert execute_command(t.match, "runner", name, [1]).code == "bad_arguments"


def test_jacking_out_while_a_card_is_accessed_ends_the_breach_after_it():
    """The jinteki.net engine allows jacking out at any time."""
    corp = {"hand": ["Offworld Office", "Offworld Office"]}
    hardware = {"hardware": installed("Docklands Pass")}
    t = position(turn="runner", corp=corp, rig=hardware, priority="engine")
    t.run_to("HQ")
    assert execute_command(t.match, "corp", "jack-out") is not None
    assert execute_command(t.match, "runner", "jack-out") is None
    assert t.last_line == "Runner jacks out."
    assert (t.phase, t.run.prevent_access, t.run.unsuccessful) == ("success", True, False)
    assert execute_command(t.match, "runner", "jack-out") is not None, "once is enough"
    t.press("runner", "Steal")
    assert (t.run, t.match.asked, t.points("runner")) == (None, {}, 2)
    t = position(turn="runner", corp=corp)
    t.run_to("HQ")
    assert execute_command(t.match, "runner", "jack-out").code == "question_open"


def test_manual_changes_are_refused():
    t = position()
    assert refused(t, "corp", "change", key="credit", delta=99) == "not_by_hand"
    assert refused(t, "corp", "move", card="x", server="HQ") == "not_by_hand"
    assert refused(t, "corp", "view-deck") == "display_only"
    assert refused(t, "corp", "expend") == "not_now"
    assert refused(t, "corp", "cheat") == "unknown_command"
    assert refused(t, "corp", "__init__") == "unknown_command"


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 2000) | st.text(max_size=6)
    | st.sampled_from(["Tithe", "HQ", "corp.hand", "servers.hq.ices", "hand.0.hosted", "0"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(["cid", "zone", "title", "index", "uuid", "idx", "value", "card", "eid"]),
        inner, max_size=4,
    ),
    max_leaves=6,
)  # fmt: skip
KEYS = st.sampled_from(
    ["card", "server", "choice", "eid", "index", "ability", "subroutine", "dynamic", "msg"]
)


@settings(deadline=None)
@given(st.sampled_from(COMMANDS), st.dictionaries(KEYS, JUNK, max_size=4), st.booleans())
def test_any_input_is_executed_or_refused(name, args, in_prompt):
    t = accessing()[0] if in_prompt else tithe_on_hq(hand=["Hedge Fund", "Palisade"])
    for side in ("corp", "runner"):
        before = t.match.hash
        refusal = execute_command(t.match, side, name, args)
        if refusal is not None:
            assert refusal.code
            assert refusal.sentence.endswith((".", "?", "!"))
            assert refusal.code not in ("rules_error", "flow_loop")
            assert t.match.hash == before


@pytest.mark.parametrize("name", ["runs", "cards"])
def test_recorded_commands_are_executed(name):
    for entry in json_lines(recordings(f"{name}.jsonl.gz")):
        assert verify(entry) is None, entry["name"]
