"""Commands of real clients: cards are found by side and zone, buttons are pressed by uuid.

Facts: mtgred/netrunner, src/cljc/game/core/card.cljc (`get-card`, `get-card-hosted`),
src/clj/game/core/actions.clj (`resolve-prompt`), src/cljs/nr/gameboard/board.cljs (`card-for-click`).
"""

import pytest

from tests.games.netrunner.positions import installed, position
from turnwright.bridges.jinteki.automation.results import card_reference
from turnwright.bridges.jinteki.dialect.commands import COMMANDS, execute_command
from turnwright.bridges.jinteki.dialect.state import state_json
from turnwright.bridges.jinteki.dialect.wire_commands import (
    WIRE_COMMANDS,
    card_at_reference,
    wire_arguments,
)
from turnwright.core.errors import Refusal

HOSTED = {"title": "Botulus", "rezzed": True}


@pytest.fixture
def t():
    return position(
        corp={
            "hand": ["Hedge Fund"],
            "discard": ["Palisade"],
            "scored": [{"title": "Offworld Office"}],
        },
        runner={"hand": ["Sure Gamble"], "scored": [{"title": "Superconducting Hub"}]},
        servers={
            "hq": {"ices": installed({"title": "Tithe", "hosted": [HOSTED]})},
            "remote1": {"content": installed("Nico Campaign", rezzed=False)},
        },
        rig={"program": installed("Unity")},
    )


def found(t, reference):
    card = card_at_reference(t.c, reference)
    return None if card is None else card.kind


def cards_in(state):
    """Every card of a state, with the title that it has there."""
    cards = []
    for side in ("corp", "runner"):
        player = state[side]
        for zone in ("hand", "discard", "scored"):
            cards += player[zone]
        cards.append(player["identity"])
    for server in state["corp"]["servers"].values():
        cards += [*server["ices"], *server["content"]]
    for kind in state["runner"]["rig"].values():
        cards += kind
    return cards + [one for card in cards for one in card.get("hosted", ())]


@pytest.mark.parametrize("side", ["corp", "runner"])
def test_every_card_that_a_side_sees_is_found_by_what_our_client_sends(t, side):
    cards = cards_in(state_json(t.match, side))
    assert len(cards) > 8
    for card in cards:
        reference = card_reference(card)
        assert reference["zone"], "the server needs it"
        title = found(t, reference)
        assert title is not None
        assert card.get("title", title) == title


def test_a_number_alone_finds_nothing(t):
    tithe = t.card_id("Tithe")
    assert found(t, {"cid": tithe}) is None
    assert found(t, tithe) is None
    assert found(t, {"cid": tithe, "side": "Corp"}) is None
    assert found(t, {"cid": tithe, "side": "Corp", "zone": []}) is None
    place = {"cid": tithe, "side": "Corp", "zone": ["servers", "hq", "ices"]}
    assert found(t, place) == "Tithe"
    assert found(t, place | {"zone": [":servers", ":hq", ":ices"]}) == "Tithe"


@pytest.mark.parametrize(
    "wrong",
    [
        {"zone": ["hand"]}, {"zone": ["servers", "rd", "ices"]}, {"side": "Runner"}, {"side": None},
        {"zone": "servers"}, {"cid": "1"}, {"cid": None}, {"cid": 10**9},
        {"host": {"cid": 1, "zone": ["rig", "program"], "side": "Runner"}},
    ],
)  # fmt: skip
def test_a_card_is_not_found_elsewhere(t, wrong):
    place = {"cid": t.card_id("Tithe"), "side": "Corp", "zone": ["servers", "hq", "ices"]}
    assert found(t, place | wrong) is None


def test_a_hosted_card_is_found_through_its_host(t):
    tithe = {"cid": t.card_id("Tithe"), "side": "Corp", "zone": ["servers", "hq", "ices"]}
    botulus = {"cid": t.card_id("Botulus"), "side": "Runner", "zone": ["onhost"]}
    assert found(t, botulus | {"host": tithe}) == "Botulus"
    assert found(t, botulus) is None
    assert found(t, botulus | {"host": {"cid": tithe["cid"]}}) is None
    unity = {"cid": t.card_id("Unity"), "side": "Runner", "zone": ["rig", "program"]}
    assert found(t, botulus | {"host": unity}) is None, "it is not hosted there"


def test_a_score_area_is_searched_on_both_sides(t):
    hub = state_json(t.match, "corp")["runner"]["scored"][0]
    assert found(t, {"cid": hub["cid"], "side": "Corp", "zone": ["scored"]}) == hub["title"]
    assert found(t, {"cid": hub["cid"], "side": "Runner", "zone": ["scored"]}) == hub["title"]


def test_an_identity_is_found_by_its_side(t):
    corp = state_json(t.match, "runner")["corp"]["identity"]
    assert found(t, {"type": "Identity", "side": "Corp"}) == corp["title"]


def test_a_hidden_card_cannot_be_told_from_none(t):
    (hidden,) = t.c.zone("hand", 1)
    place = {"side": "Runner", "zone": ["hand"]}
    answers = [
        wire_arguments(t.match, "corp", "trash", {"card": place | {"cid": cid}})
        for cid in (hidden, 999_999)
    ]
    sentences = []
    for answer in answers:
        refusal = answer
        if not isinstance(answer, Refusal):
            refusal = execute_command(t.match, "corp", "rez", answer)
        assert isinstance(refusal, Refusal)
        sentences.append((refusal.code, refusal.sentence))
    assert sentences[0] == sentences[1]


@pytest.mark.parametrize("choice", [0, "Keep", {"idx": 0}, {"value": "Keep"}, None, {"uuid": 5}])
def test_a_button_is_pressed_by_its_uuid_only(t, choice):
    refusal = wire_arguments(t.match, "corp", "choice", {"choice": choice})
    assert isinstance(refusal, Refusal)
    assert refusal.code == "unknown_choice"


def test_the_server_knows_47_commands_and_ours_are_among_them():
    assert len(WIRE_COMMANDS) == 47
    assert set(COMMANDS) - WIRE_COMMANDS == {"install"}, "a name of our own for `play`"
