"""Selection contracts and the four prompt types match the online document."""

import msgspec
import pytest

import turnwright as tw
from turnwright.core.runtime.selection_contract import (
    answer_choice,
    card_action_menu,
    prompt_message,
    selection_contract,
    target_select,
)

ZONES = {"hand": tw.Zone("owner"), "field": tw.Zone("public"), "deck": tw.Zone("hidden")}


def set_up(c):
    for seat in c.seats:
        c.create_card("Wolf", "hand", seat)
        c.create_card("Bear", "field", seat)
        c.create_card("Fox", "field", seat, face_up=False)
        c.create_card("Owl", "deck", seat)


def asks(question):
    def ask(c):
        c.ctx.players[c.seat]["got"] = yield question(c)

    return ask


MOVES = {
    "search": asks(lambda c: c.choose("Take a card", c.zone("deck"), label=kind(c), is_cards=True)),
    "aim": asks(
        lambda c: c.choose(
            "Destroy one", c.zone("field", 1), label=kind(c), is_cards=True, is_field=True, id="aim"
        )
    ),
    "sure": asks(lambda c: c.yes_no("Really?")),
    "mode": asks(lambda c: c.menu("Which?", {"a": "The first", "b": "The second"})),
}


def kind(c):
    def name(card_id):
        card = c.card(card_id)
        return card.kind if card.face_up or card.owner == c.seat else "Face-down card"

    return name


def attack(
    c,
    attacker=tw.arg(lambda c: c.zone("field")),
    target=tw.arg(lambda c: c.zone("field", 1 - c.seat)),
):
    c.end_turn()


def play(c, card=tw.arg(lambda c: c.zone("hand"))):
    c.move_card(card, "field")


@pytest.fixture
def match():
    moves = {**MOVES, "attack": attack, "play": play}
    return tw.Game("cards", zones=ZONES, setup=set_up, moves=moves).start()


def test_there_is_no_contract_without_a_question(match):
    assert selection_contract(match, 0) is None
    assert prompt_message(match, 0, "p_room_1") is None


@pytest.mark.parametrize(
    ("move", "kind", "type", "is_field"),
    [
        ("search", "card_select", "card_select", False),
        ("aim", "target", "selection_contract", True),
        ("sure", "yes_no", "selection_contract", False),
        ("mode", "menu", "selection_contract", False),
    ],
)
def test_every_kind_of_question_has_its_contract_type(match, move, kind, type, is_field):
    match.play(0, move)
    contract = selection_contract(match, 0)
    assert set(contract) == {"kind", "message", "requirements", "ui"}
    assert contract["kind"] == kind
    assert contract["ui"] == {"useFieldTargeting": is_field}
    (requirement,) = contract["requirements"]
    assert (requirement["min"], requirement["max"]) == (1, 1)
    keys = [candidate["key"] for candidate in requirement["candidates"]]
    assert len(set(keys)) == len(keys)
    message = prompt_message(match, 0, "p_room_3")
    assert (message["type"], message["promptId"]) == (type, "p_room_3")
    assert [c["id"] for c in message["requirement"]["candidates"]] == keys
    assert selection_contract(match, 1) is None
    msgspec.json.encode(message)


def test_a_candidate_card_has_its_zone_and_owner(match):
    match.play(0, "search")
    (requirement,) = selection_contract(match, 0)["requirements"]
    (owl,) = requirement["candidates"]
    assert (owl["name"], owl["cardKind"], owl["zone"], owl["owner"]) == (
        "Owl",
        "Owl",
        "deck",
        "player",
    )


def test_a_face_down_card_can_be_targeted_without_showing_its_name(match):
    match.play(0, "aim")
    (requirement,) = selection_contract(match, 0)["requirements"]
    bear, fox = requirement["candidates"]
    assert bear["cardKind"] == "Bear"
    assert "cardKind" not in fox
    assert "cardId" not in fox
    assert "Fox" not in msgspec.json.encode(selection_contract(match, 0)).decode()


def test_a_question_can_be_answered_by_key(match):
    match.play(0, "aim")
    (requirement,) = selection_contract(match, 0)["requirements"]
    key = requirement["candidates"][1]["key"]
    assert match.submit(answer_choice(match, 0, "no such key")).code == "unknown_option"
    assert match.submit(answer_choice(match, 0, [key])) is None
    assert match.ctx.players[0]["got"] == int(key)


def test_a_selected_card_lists_its_actions(match):
    menu = card_action_menu(match, 0, "hand", 0, "p_room_1")
    assert (menu["type"], menu["title"], menu["zone"], menu["index"]) == (
        "card_action_menu",
        "Wolf",
        "hand",
        0,
    )
    assert [option["id"] for option in menu["options"]] == ["play", "cancel"]
    assert menu["options"][0]["actionType"] == "PLAY"
    assert menu["cardData"]["kind"] == "Wolf"
    assert card_action_menu(match, 0, "hand", 5, "p_room_2") is None
    assert card_action_menu(match, 0, "moon", 0, "p_room_2") is None


def test_an_attacker_lists_its_targets(match):
    attacker = match.ctx.zones["field:0"][0]
    prompt = target_select(match, 0, "attack", (attacker,), "p_room_2")
    assert (prompt["type"], prompt["promptId"]) == ("target_select", "p_room_2")
    ids = [target["id"] for target in prompt["targets"]]
    assert ids == [*match.ctx.zones["field:1"], "cancel"]
    assert target_select(match, 0, "attack", (-5,), "p_room_2") is None
