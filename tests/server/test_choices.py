"""Answers to prompts: all forms of a choice, stable keys, and targets that leave no choice."""

import pytest

from tests.games.duel.duel_setup import duel as start_duel
from tests.games.duel.duel_setup import set_card
from tests.server.room_harness import RoomHarness, error_code, of_type
from tests.server.skirmish_game import MOVES, finish, skirmish
from turnwright.core.runtime.selection_contract import selection_contract
from turnwright.games.duel.game import game as duel

MONSTERS = ["Ember Lancer", "Cinder Pup", "Kiln Caller", "Flicker Duelist", "Bellows Sprite",
            "Slag Golem", "Echo Shell", "Fog Heron", "Pearl Diver"]  # fmt: skip


@pytest.fixture
def harness():
    return RoomHarness()


def last_pick(harness):
    """The ids of the last answer in the log."""
    assert harness.rows[-1].kind == "pick"
    return harness.match.record.entries[-1].picks


# --- forms of a choice ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "form", ["index", "key", "{key}", "{id}", "the candidate", "[key]", "[index]"]
)
def test_a_candidate_can_be_chosen_in_every_form(harness, form):
    harness.act(0, "search")
    wanted = harness.prompt(0)["requirement"]["candidates"][2]
    key = wanted["key"]
    choices = {
        "index": 2, "key": key, "{key}": {"key": key}, "{id}": {"id": wanted["id"]},
        "the candidate": wanted, "[key]": [{"key": key}], "[index]": [2],
    }  # fmt: skip
    assert not of_type(harness.answer(0, choices[form]), "error")
    assert last_pick(harness) == (key,)


def test_a_candidate_can_be_chosen_by_its_place(harness):
    harness.act(0, "strike")
    harness.answer(0, 0)
    wanted = harness.prompt(0)["requirement"]["candidates"][1]
    place = {"zone": wanted["zone"], "index": wanted["zoneIndex"], "owner": wanted["owner"]}
    for wrong in ({"owner": "player"}, {"index": 7}, {"zone": "hand"}, {"zone": None}):
        received = harness.answer(0, {**place, **wrong})
        assert error_code(received) == "action_rejected"
    assert not of_type(harness.answer(0, [place]), "error")
    assert last_pick(harness) == (wanted["key"],)


def test_several_candidates_can_be_chosen_in_mixed_forms(harness):
    harness.act(0, "strike")
    harness.answer(0, 0)
    harness.answer(0, 0)
    harness.answer(1, False)
    keys = harness.candidates(0)
    harness.answer(0, 0, {"key": keys[1]}, keys[0])
    assert last_pick(harness) == (keys[0], keys[1]), "a repetition is ignored"


@pytest.mark.parametrize(
    "choice", [-1, 99, True, {}, {"key": "nothing"}, [{}], "4.0", {"index": 0}]
)
def test_a_choice_that_stands_for_nothing_is_refused(harness, choice):
    harness.act(0, "search")
    before = harness.fingerprint
    received = harness.answer(0, choice)
    assert error_code(received) == "action_rejected"
    assert harness.fingerprint == before


def test_an_id_comes_before_a_position():
    def bid(c):
        c.commit()
        amount = yield c.amount("How much?", 2, 5)
        c.G.life[c.seat] -= amount
        finish(c)

    for given, paid in ((3, 3), (0, 2), ("5", 5)):
        harness = RoomHarness(skirmish("bid", moves={**MOVES, "bid": bid}))
        harness.act(0, "bid")
        harness.answer(0, given)
        assert harness.life(0) == 8000 - paid


def test_an_entry_of_a_menu_can_be_chosen_in_every_form(harness):
    harness.send(0, "intent_card_click", zone="hand", index=0)
    options = [option["id"] for option in harness.prompt(0)["options"]]
    position = options.index("play")
    for choice in (position, "play", ["play"], {"key": "play"}, {"id": "play"}):
        harness = RoomHarness()
        harness.send(0, "intent_card_click", zone="hand", index=0)
        assert not of_type(harness.answer(0, choice), "error")
        assert harness.rows[-1].kind == "move"


def test_a_target_can_be_chosen_by_its_place(harness):
    (fighter,) = [c for c in harness.state(0)["players"]["self"]["field"] if c["face_up"]]
    harness.send(0, "intent_card_click", card=fighter["id"])
    harness.answer(0, "attack")
    target = harness.match.ctx.zones["field:1"][1]
    harness.answer(0, {"zone": "field", "index": 1, "owner": "opponent"})
    assert harness.match.ctx.card_zones[target] == "grave:1"


# --- keys -----------------------------------------------------------------------------------------


def test_the_key_of_a_response_does_not_depend_on_the_others():
    traps = ["Turned Blade", "Decoy Pennant", "Ashen Wall"]
    seen = []
    for offered in (traps, traps[::-1], traps[:1], traps[2:]):
        match, cards = start_duel(
            {
                "monsters:0": ["Slag Golem"],
                "monsters:1": ["Pearl Diver", "Echo Shell"],
                "spell_trap:1": [*map(set_card, offered)],
            }
        )
        match.play(0, "to_battle")
        match.play(0, "attack", cards["Slag Golem"], cards["Pearl Diver"])
        contract = selection_contract(match, 1)
        (asked,) = contract["requirements"]
        assert asked["id"] == "response"
        by_card = {card: name for name, card in cards.items()}
        keys = {by_card[c["cardId"]]: c["key"].split(":") for c in asked["candidates"]}
        assert {name: int(card) for name, (card, _) in keys.items()} == {
            n: cards[n] for n in offered
        }
        seen.append({name: effect for name, (_, effect) in keys.items()})
    assert all(one.items() <= seen[0].items() for one in seen)


# --- a target that leaves no choice ---------------------------------------------------------------


def test_a_lone_target_is_shown_and_can_be_declined():
    """The document's `target_select` with `direct`."""
    low = dict.fromkeys(MONSTERS, 3) | {"Riptide Eel": 3}
    harness = RoomHarness(duel, "low", options={"decks": [low] * 2})
    first = harness.state(0)["players"]["self"]["hand"][0]
    harness.act(0, "NORMAL_SUMMON", card=first["id"])
    for seat in (0, 1):
        harness.pass_windows()
        harness.act(seat, "END_TURN")
    harness.pass_windows()
    harness.act(0, "to_battle")
    harness.send(0, "intent_card_click", card=first["id"])
    (option,) = [o for o in harness.prompt(0)["options"] if o["id"] == "attack"]
    assert not option["requiresTarget"], (
        "the label names the target, so a client may answer at once"
    )
    before = harness.fingerprint
    harness.answer(0, "attack")
    shown = harness.prompt(0)
    assert shown["type"] == "target_select"
    assert [(t["id"], t["actionType"]) for t in shown["targets"]] == [
        ("direct", "DIRECT_ATTACK"), ("cancel", None),
    ]  # fmt: skip
    harness.answer(0, "cancel")
    assert harness.fingerprint == before
    harness.send(0, "intent_card_click", card=first["id"])
    harness.answer(0, "attack")
    harness.answer(0, {"id": "direct"})
    harness.pass_windows()
    assert harness.state(0)["players"]["opponent"]["lp"] < 8000
