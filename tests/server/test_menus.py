"""Menus: what a clicked card can do, asked for one argument after another, and closed in time."""

from typing import Any

import pytest

import turnwright as tw
from tests.server.play import MOVES, ZONES, Table, error_of, finish, of, set_up, skirmish
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
    """Anybody may, at any time."""
    c.G.life[c.seat] -= 1


MORE = {
    "arm": arm,
    "jab": tw.move(label="Jab a Wolf #{target}")(jab),
    "lots": lots,
    "heckle": tw.move(by="anyone")(heckle),
}
armed = skirmish("armed", moves={**MOVES, **MORE})


@pytest.fixture
def table():
    return Table(armed)


def fighter_of(table, seat=0):
    (card,) = [c for c in table.state(seat)["players"]["self"]["field"] if c["face_up"]]
    return card["id"]


def on_field(table, seat):
    return table.match.ctx.zones[f"field:{seat}"]


def click(table, seat=0):
    """The menu of a card in hand."""
    table.say(seat, "intent_card_click", zone="hand", index=0)
    return table.prompt(seat)


def closed(table, seat=0):
    return [(m["promptId"], m["reason"]) for m in of(table.heard[seat], "prompt_closed")]


# --- one argument after another -------------------------------------------------------------------


def test_every_argument_is_asked_for(table):
    table.say(0, "intent_card_click", card=fighter_of(table))
    (option,) = [o for o in table.prompt(0)["options"] if o["id"] == "arm"]
    assert option["requiresTarget"]
    table.answer(0, "arm")
    weapons = table.prompt(0)
    assert weapons["type"] == "target_select"
    assert weapons["title"].startswith("Arm with ")
    assert weapons["title"].endswith(": choose a weapon")
    assert weapons["targets"][0]["label"] == "None"
    weapon = table.state(0)["players"]["self"]["hand"][0]
    assert [(t["id"], t["label"]) for t in weapons["targets"][1:-1]] == [
        (weapon["id"], weapon["kind"])
    ]
    table.answer(0, weapon["id"])
    targets = table.prompt(0)["targets"][:-1]
    theirs = on_field(table, 1)
    assert [t["id"] for t in targets] == theirs
    assert {t["owner"] for t in targets} == {t["controller"] for t in targets} == {"opponent"}
    assert {t["zone"] for t in targets} == {"field"}
    table.answer(0, theirs[1])
    assert table.life(1) == 8000 - 20
    assert table.rows[-1].kind == "move"


def test_nothing_is_an_argument_like_another(table):
    table.say(0, "intent_card_click", card=fighter_of(table))
    table.answer(0, "arm")
    table.answer(0, table.prompt(0)["targets"][0]["id"])
    table.answer(0, table.prompt(0)["targets"][0]["id"])
    assert table.life(1) == 8000 - 10


def test_an_argument_without_a_choice_is_not_asked_for(table):
    table.say(0, "intent_card_click", card=fighter_of(table))
    table.answer(0, "jab")
    assert [t["id"] for t in table.prompt(0)["targets"]] == [*on_field(table, 1), "cancel"]


def test_zones_have_their_names_on_the_wire(table):
    table.act(0, "attack", attacker=fighter_of(table), target=on_field(table, 1)[0])
    assert place_of(table.match, 0, table.match.ctx.zones["grave:1"][0])["zone"] == "graveyard"


def test_labels_are_without_the_numbers_of_cards_and_tell_those_alike_apart(table):
    table.say(0, "intent_card_click", card=fighter_of(table))
    table.answer(0, "jab")
    labels = [target["label"] for target in table.prompt(0)["targets"]]
    assert labels == ["Jab a Wolf (no. 1)", "Jab a Wolf (no. 2)", "Cancel"]


def with_a_market(c):
    set_up(c)
    for owner in (0, 1):
        c.create_card("Wares", "market", owner)


def take(c: Any, card: int = tw.arg(lambda c: c.zone("market"))) -> None:
    c.move_card(card, "field", c.seat)
    finish(c)


def test_a_card_in_the_middle_of_the_table_belongs_to_its_owner_and_may_be_clicked():
    zones = {**ZONES, "market": tw.Zone("public", shared=True)}
    market = skirmish("market", zones=zones, moves={**MOVES, "take": take}, setup=with_a_market)
    table = Table(market)
    wares = table.match.ctx.zones["market"]
    assert [place_of(table.match, 1, card)["owner"] for card in wares] == ["opponent", "player"]
    table.say(0, "intent_card_click", card=wares[1])
    menu = table.prompt(0)
    assert (menu["zone"], menu["index"]) == ("market", 1)
    table.answer(0, "take")
    assert len(table.match.ctx.zones["market"]) == 1


# --- numbers that are no cards --------------------------------------------------------------------


def test_a_number_that_is_no_card_is_no_card(table):
    offered = [o for o in table.state(0)["options"] if o["actionType"] == "LOTS"]
    assert not any(option["cards"] for option in offered)
    table.act(0, "lots", index=4999)
    line = table.state(1)["log"][-1]
    assert line["text"] == "lots 4999", "everybody may read it"


# --- closed in time -------------------------------------------------------------------------------


def test_a_menu_is_closed_when_the_other_one_does_something(table):
    menu = click(table)
    table.act(1, "heckle")
    assert closed(table) == [(menu["promptId"], "overtaken")]
    assert table.prompt(0) is None
    assert not of(table.act(0, "end_turn"), "error"), "and the seat is free again"


def test_a_menu_is_closed_when_the_match_ends_and_does_not_come_back(table):
    menu = click(table)
    table.say(1, "resign")
    assert closed(table) == [(menu["promptId"], "overtaken")]
    assert not of(table.welcome(0), "prompt_request")


def test_a_menu_is_closed_when_the_time_for_the_move_is_up():
    table = Table(armed, timeouts={"move": 20, "card_action_menu": 300})
    menu = click(table)
    table.wait(20)
    assert closed(table) == [(menu["promptId"], "timeout")]
    assert table.match.acting == [1]


def test_talking_closes_no_menu(table):
    menu = click(table)
    table.say(1, "chat", text="well?")
    assert table.prompt(0) == menu


def test_an_answer_to_another_version_is_refused_and_the_menu_stays(table):
    menu = click(table)
    heard = table.answer(0, "play", stateVersion=menu["stateVersion"] - 1)
    assert error_of(heard) == "state_mismatch"
    assert table.prompt(0) == menu
    assert not of(table.answer(0, "play", stateVersion=menu["stateVersion"]), "error")


def test_the_state_tells_of_an_open_menu(table):
    assert table.state(0)["pendingPromptType"] is None
    click(table)
    assert table.state(0)["pendingPromptType"] == "card_action_menu"
    assert table.state(1)["pendingPromptType"] is None
    table.answer(0, "cancel")
    assert table.state(0)["pendingPromptType"] is None


def test_menus_follow_the_time_for_prompts():
    table = Table(armed, timeouts={"prompt": 7})
    assert click(table)["deadline"] == int((table.clock + 7) * 1000)
    table.answer(0, "cancel")
    table.say(0, "intent_card_click", card=fighter_of(table))
    table.answer(0, "arm")
    assert table.prompt(0)["deadline"] == int((table.clock + 7) * 1000)


# --- a game that lays its own cards ---------------------------------------------------------------


def to_a_fight(table):
    while table.state(0)["phase"] != "BATTLE":
        option = table.state(0)["options"][0]
        table.act(0, option["actionType"], **option["payload"])
        while table.prompt(0):
            table.answer(0, *table.candidates(0)[: table.prompt(0)["requirement"]["min"]])


def test_a_card_that_a_game_lays_itself_can_be_clicked():
    table = Table(spire, "spire", seats=1)
    to_a_fight(table)
    hand = table.state(0)["players"]["self"]["hand"]
    playable = {card for o in table.state(0)["options"] for card in o["cards"]}
    card = next(c for c in hand if c["id"] in playable)
    table.say(0, "intent_card_click", card=card["id"])
    menu = table.prompt(0)
    assert (menu["zone"], menu["cardData"]["id"]) == ("hand", card["id"])
    assert menu["deadline"] is None, "nobody waits for a single player"
    chosen = menu["options"][0]
    version = table.room.version
    table.answer(0, chosen["id"])
    assert table.room.version == version + 1
    assert error_of(table.say(0, "intent_card_click", card="no such card")) == "action_rejected"


def test_a_value_that_is_offered_twice_is_one_choice():
    def hit(c, card=tw.arg(lambda c: c.zone("hand")), where=tw.arg([7, 7], is_card=False)):
        finish(c)

    table = Table(skirmish("twice", moves={"hit": hit}))
    click(table)
    assert not of(table.answer(0, "hit"), "error")
    assert table.match.acting == [1]


@pytest.mark.parametrize("zone", ["hand:0", "hand:1", "deck:1", "nowhere", ""])
def test_zones_that_are_none_have_no_cards(table, zone):
    heard = table.say(0, "intent_card_click", zone=zone, index=0)
    assert error_of(heard) == "action_rejected"
