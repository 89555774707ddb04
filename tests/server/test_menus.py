"""Menus of clicked cards: one argument after another, closed in time."""

from typing import Any

import pytest

import turnwright as tw
from tests.server.room_harness import RoomHarness, error_code, of_type
from tests.server.skirmish_game import MOVES, ZONES, finish, set_up, skirmish
from turnwright.core.runtime.selection_contract import place_of
from turnwright.games.spire.game import game as spire


def arm(
    c: Any,
    fighter: int = tw.arg(lambda c: [i for i in c.zone("field") if c.card(i).face_up]),
    weapon: int | None = tw.arg(lambda c: [None, *c.zone("hand")[:1]]),
    target: int = tw.arg(lambda c: list(c.zone("field", c.opponent))),
) -> None:
    c.G.life[c.opponent] -= 10 if weapon is None else 20
    c.turn_card(target)
    finish(c)


def jab(
    c: Any,
    fighter: int = tw.arg(lambda c: [i for i in c.zone("field") if c.card(i).face_up]),
    fist: str = tw.arg(["left"]),
    target: int = tw.arg(lambda c: list(c.zone("field", c.opponent))),
) -> None:
    finish(c)


def lots(c: Any, index: int = tw.arg(range(5000), is_card=False)) -> None:
    finish(c)


def heckle(c: Any) -> None:
    """A move that anybody may make at any time."""
    c.G.life[c.seat] -= 1


MORE = {
    "arm": arm,
    "jab": tw.move(label="Jab a Wolf #{target}")(jab),
    "lots": lots,
    "heckle": tw.move(by="anyone")(heckle),
}
armed = skirmish("armed", moves={**MOVES, **MORE})


@pytest.fixture
def harness():
    return RoomHarness(armed)


def fighter_of(harness, seat=0):
    (card,) = [c for c in harness.state(seat)["players"]["self"]["field"] if c["face_up"]]
    return card["id"]


def on_field(harness, seat):
    return harness.match.ctx.zones[f"field:{seat}"]


def click(harness, seat=0):
    """Return the menu of a card in hand."""
    harness.send(seat, "intent_card_click", zone="hand", index=0)
    return harness.prompt(seat)


def closed(harness, seat=0):
    return [(m["promptId"], m["reason"]) for m in of_type(harness.received[seat], "prompt_closed")]


# --- one argument after another -------------------------------------------------------------------


def test_every_argument_is_asked_for(harness):
    harness.send(0, "intent_card_click", card=fighter_of(harness))
    (option,) = [o for o in harness.prompt(0)["options"] if o["id"] == "arm"]
    assert option["requiresTarget"]
    harness.answer(0, "arm")
    weapons = harness.prompt(0)
    assert weapons["type"] == "target_select"
    assert weapons["title"].startswith("Arm with ")
    assert weapons["title"].endswith(": choose a weapon")
    assert weapons["targets"][0]["label"] == "None"
    weapon = harness.state(0)["players"]["self"]["hand"][0]
    assert [(t["id"], t["label"]) for t in weapons["targets"][1:-1]] == [
        (weapon["id"], weapon["kind"])
    ]
    harness.answer(0, weapon["id"])
    targets = harness.prompt(0)["targets"][:-1]
    theirs = on_field(harness, 1)
    assert [t["id"] for t in targets] == theirs
    assert {t["owner"] for t in targets} == {t["controller"] for t in targets} == {"opponent"}
    assert {t["zone"] for t in targets} == {"field"}
    harness.answer(0, theirs[1])
    assert harness.life(1) == 8000 - 20
    assert harness.rows[-1].kind == "move"


def test_none_is_a_valid_argument(harness):
    harness.send(0, "intent_card_click", card=fighter_of(harness))
    harness.answer(0, "arm")
    harness.answer(0, harness.prompt(0)["targets"][0]["id"])
    harness.answer(0, harness.prompt(0)["targets"][0]["id"])
    assert harness.life(1) == 8000 - 10


def test_an_argument_without_a_choice_is_not_asked_for(harness):
    harness.send(0, "intent_card_click", card=fighter_of(harness))
    harness.answer(0, "jab")
    assert [t["id"] for t in harness.prompt(0)["targets"]] == [*on_field(harness, 1), "cancel"]


def test_menus_use_the_wire_names_of_zones(harness):
    harness.act(0, "attack", attacker=fighter_of(harness), target=on_field(harness, 1)[0])
    assert place_of(harness.match, 0, harness.match.ctx.zones["grave:1"][0])["zone"] == "graveyard"


def test_labels_omit_card_numbers_and_stay_distinct(harness):
    harness.send(0, "intent_card_click", card=fighter_of(harness))
    harness.answer(0, "jab")
    labels = [target["label"] for target in harness.prompt(0)["targets"]]
    assert labels == ["Jab a Wolf (no. 1)", "Jab a Wolf (no. 2)", "Cancel"]


def with_a_market(c):
    set_up(c)
    for owner in (0, 1):
        c.create_card("Wares", "market", owner)


def take(c: Any, card: int = tw.arg(lambda c: c.zone("market"))) -> None:
    c.move_card(card, "field", c.seat)
    finish(c)


def test_a_card_in_a_shared_zone_can_be_clicked():
    zones = {**ZONES, "market": tw.Zone("public", shared=True)}
    market = skirmish("market", zones=zones, moves={**MOVES, "take": take}, setup=with_a_market)
    harness = RoomHarness(market)
    wares = harness.match.ctx.zones["market"]
    assert [place_of(harness.match, 1, card)["owner"] for card in wares] == ["opponent", "player"]
    harness.send(0, "intent_card_click", card=wares[1])
    menu = harness.prompt(0)
    assert (menu["zone"], menu["index"]) == ("market", 1)
    harness.answer(0, "take")
    assert len(harness.match.ctx.zones["market"]) == 1


# --- unknown cards --------------------------------------------------------------------------------


def test_an_unknown_card_number_is_refused(harness):
    offered = [o for o in harness.state(0)["options"] if o["actionType"] == "LOTS"]
    assert not any(option["cards"] for option in offered)
    harness.act(0, "lots", index=4999)
    line = harness.state(1)["log"][-1]
    assert line["text"] == "lots 4999", "everybody may read it"


# --- closing menus --------------------------------------------------------------------------------


def test_a_menu_closes_when_the_opponent_acts(harness):
    menu = click(harness)
    harness.act(1, "heckle")
    assert closed(harness) == [(menu["promptId"], "overtaken")]
    assert harness.prompt(0) is None
    assert not of_type(harness.act(0, "end_turn"), "error"), "and the seat is free again"


def test_a_menu_closes_when_the_match_ends(harness):
    menu = click(harness)
    harness.send(1, "resign")
    assert closed(harness) == [(menu["promptId"], "overtaken")]
    assert not of_type(harness.welcome(0), "prompt_request")


def test_a_menu_closes_when_the_move_times_out():
    harness = RoomHarness(armed, timeouts={"move": 20, "card_action_menu": 300})
    menu = click(harness)
    harness.wait(20)
    assert closed(harness) == [(menu["promptId"], "timeout")]
    assert harness.match.acting == [1]


def test_chat_does_not_close_a_menu(harness):
    menu = click(harness)
    harness.send(1, "chat", text="well?")
    assert harness.prompt(0) == menu


def test_an_answer_to_another_version_is_refused_and_the_menu_stays(harness):
    menu = click(harness)
    received = harness.answer(0, "play", stateVersion=menu["stateVersion"] - 1)
    assert error_code(received) == "state_mismatch"
    assert harness.prompt(0) == menu
    assert not of_type(harness.answer(0, "play", stateVersion=menu["stateVersion"]), "error")


def test_the_state_shows_an_open_menu(harness):
    assert harness.state(0)["pendingPromptType"] is None
    click(harness)
    assert harness.state(0)["pendingPromptType"] == "card_action_menu"
    assert harness.state(1)["pendingPromptType"] is None
    harness.answer(0, "cancel")
    assert harness.state(0)["pendingPromptType"] is None


def test_menus_use_the_prompt_timeout():
    harness = RoomHarness(armed, timeouts={"prompt": 7})
    assert click(harness)["deadline"] == int((harness.clock + 7) * 1000)
    harness.answer(0, "cancel")
    harness.send(0, "intent_card_click", card=fighter_of(harness))
    harness.answer(0, "arm")
    assert harness.prompt(0)["deadline"] == int((harness.clock + 7) * 1000)


# --- a game that lays out its own cards -----------------------------------------------------------


def to_a_fight(harness):
    while harness.state(0)["phase"] != "BATTLE":
        option = harness.state(0)["options"][0]
        harness.act(0, option["actionType"], **option["payload"])
        while harness.prompt(0):
            harness.answer(0, *harness.candidates(0)[: harness.prompt(0)["requirement"]["min"]])


def test_a_card_laid_out_by_the_game_can_be_clicked():
    harness = RoomHarness(spire, "spire", seats=1)
    to_a_fight(harness)
    hand = harness.state(0)["players"]["self"]["hand"]
    playable = {card for o in harness.state(0)["options"] for card in o["cards"]}
    card = next(c for c in hand if c["id"] in playable)
    harness.send(0, "intent_card_click", card=card["id"])
    menu = harness.prompt(0)
    assert (menu["zone"], menu["cardData"]["id"]) == ("hand", card["id"])
    assert menu["deadline"] is None, "nobody waits for a single player"
    chosen = menu["options"][0]
    version = harness.room.version
    harness.answer(0, chosen["id"])
    assert harness.room.version == version + 1
    assert (
        error_code(harness.send(0, "intent_card_click", card="no such card")) == "action_rejected"
    )


def test_duplicate_values_are_one_choice():
    def hit(c, card=tw.arg(lambda c: c.zone("hand")), where=tw.arg([7, 7], is_card=False)):
        finish(c)

    harness = RoomHarness(skirmish("twice", moves={"hit": hit}))
    click(harness)
    assert not of_type(harness.answer(0, "hit"), "error")
    assert harness.match.acting == [1]


@pytest.mark.parametrize("zone", ["hand:0", "hand:1", "deck:1", "nowhere", ""])
def test_unknown_zones_have_no_cards(harness, zone):
    received = harness.send(0, "intent_card_click", zone=zone, index=0)
    assert error_code(received) == "action_rejected"
