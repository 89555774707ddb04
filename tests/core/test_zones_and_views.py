"""Zones and views: positions of cards, and visibility by declaration only."""

import json

import msgspec
import pytest

import turnwright as tw


class Card(tw.Card):
    damage: tw.Public[int] = 0
    note: tw.Own[list[str]] = []
    trap: int = 0


class Player(tw.State):
    name: tw.Public[str] = ""
    hand: tw.Own[list[int]] = []
    deck: tw.Counted[list[int]] = []
    plan: str = "secret plan"


class CardState(tw.State):
    score: tw.Public[int] = 3
    players: tw.Public[list[Player]] = []
    purses: tw.Own[list[int]] = tw.default(lambda: [11, 22])
    cards_held: tw.Own[dict[int, list[str]]] = tw.default(lambda: {0: ["a"], 1: ["b", "c"]})
    pile: tw.Counted[list[int]] = tw.default(lambda: [7, 7, 7])
    seen: tw.Public[set[int]] = tw.default(lambda: {2, 1})
    wicked: str = "wicked secret"


ZONES = {
    "deck": tw.Zone(),
    "hand": tw.Zone("owner"),
    "field": tw.Zone("public"),
    "river": tw.Zone("top:2", shared=True),
    "market": tw.Zone("public", shared=True),
    "abyss": tw.Zone("hidden", shared=True),
}


def setup(c):
    c.G.players = [Player(name=f"P{s}", hand=[s * 10], deck=[s, s]) for s in c.seats]
    for seat in c.seats:
        for zone in ("deck", "hand", "field"):
            for n in range(3):
                card = c.create_card(f"{zone}-{seat}-{n}", zone, seat, trap=99)
                card.note.append(f"note-{seat}")
    for n in range(4):
        c.create_card(f"river-{n}", "river", 0)
        c.create_card(f"abyss-{n}", "abyss", 0)


def in_hand(c):
    return list(c.zone("hand"))


def hide(c, card=tw.arg(in_hand)):
    c.move_card(card, "field")
    c.card(card).face_up = False


def move(zone, **how):
    def run(c, card=tw.arg(in_hand)):
        c.move_card(card, zone, **how)

    return run


MOVES = {
    "draw": lambda c: c.draw_card(2),
    "drawForOther": lambda c: c.draw_card(1, seat=c.opponent),
    "drawAll": lambda c: c.draw_card(50),
    "hide": hide,
    "toTop": move("deck"),
    "toBottom": move("deck", bottom=True),
    "sell": move("market"),
    "give": move("hand", seat=1),
    "lose": move("limbo"),
    "vanish": lambda c: c.create_card("ghost", "limbo"),
    "ask": lambda c: (yield c.choose("Pick a secret", ["s-one", "s-two"])),
}
game = tw.Game("zones", state=CardState, card=Card, zones=ZONES, setup=setup, moves=MOVES)


def kinds(match, zone, seat=None):
    return [card.kind for card in match.c.cards_in(zone, seat)]


def shown(match, key, seat=None):
    zone = match.view(seat)["zones"][key]
    return zone["count"], [card.get("kind") for card in zone["cards"]] if "cards" in zone else None


def text(match, seat):
    return json.dumps(match.view(seat))


# --- zones ----------------------------------------------------------------------------------------


def test_drawing_moves_the_top_cards_to_the_top_of_the_hand():
    match = game.start()
    match.play(0, "draw")
    assert kinds(match, "deck", 0) == ["deck-0-0"]
    assert kinds(match, "hand", 0)[-2:] == ["deck-0-2", "deck-0-1"]
    assert kinds(match, "deck", 1) == ["deck-1-0", "deck-1-1", "deck-1-2"]


def test_drawing_for_another_seat_and_from_a_deck_with_too_few_cards():
    match = game.start()
    match.play(0, "drawForOther")
    assert kinds(match, "hand", 1)[-1] == "deck-1-2"
    match.play(0, "drawAll")
    assert kinds(match, "deck", 0) == []
    assert len(kinds(match, "hand", 0)) == 6


def test_cards_move_to_the_top_or_bottom_and_report_their_zone():
    match = game.start()
    first, second, third = match.c.zone("hand", 0)
    match.play(0, "toTop", first)
    match.play(0, "toBottom", second)
    assert kinds(match, "deck", 0)[-1] == "hand-0-0"
    assert kinds(match, "deck", 0)[0] == "hand-0-1"
    assert [match.c.zone_of(card) for card in (first, second, third)] == ["deck", "deck", "hand"]


def test_cards_can_move_to_shared_zones_and_to_other_seats():
    match = game.start()
    first, second, _ = match.c.zone("hand", 0)
    match.play(0, "sell", first)
    match.play(0, "give", second)
    assert kinds(match, "market", 0) == kinds(match, "market", 1) == ["hand-0-0"]
    assert kinds(match, "hand", 1)[-1] == "hand-0-1"
    assert match.c.card(second).owner == 0


def test_every_card_is_in_exactly_one_zone():
    match = game.start()
    match.play(0, "draw")
    match.play(0, "give", match.c.zone("hand", 0)[0])
    everywhere = [card for zone in match.ctx.zones.values() for card in zone]
    assert sorted(everywhere) == sorted(match.ctx.cards) == sorted(match.ctx.card_zones)


@pytest.mark.parametrize(("name", "args"), [("lose", True), ("vanish", False)])
def test_an_unknown_zone_is_a_bug_that_names_it(name, args):
    match = game.start()
    before = match.save()
    args = match.c.zone("hand", 0)[:1] if args else ()
    assert match.submit(tw.Answer(0, name, tuple(args))).code == "rules_error"
    assert "limbo" in str(match.fault.error)
    assert match.save() == before


@pytest.mark.parametrize("visible", ["everybody", "", "top", "top:", "top:x", "top:-1", "public:2"])
def test_an_unknown_zone_visibility_is_refused(visible):
    with pytest.raises(tw.DefinitionError, match="public, owner, hidden or top:N"):
        tw.Zone(visible)


def test_a_shared_zone_has_no_owner():
    with pytest.raises(tw.DefinitionError, match="no owner"):
        tw.Zone("owner", shared=True)


@pytest.mark.parametrize(
    "zones", [{"hand": "owner"}, {"hand:1": tw.Zone()}, {"": tw.Zone()}, ["h"]]
)
def test_invalid_zones_are_definition_errors(zones):
    with pytest.raises(tw.DefinitionError, match="zone"):
        tw.Game("bad", zones=zones)


# --- zones in views -------------------------------------------------------------------------------


def test_views_show_zones_as_declared():
    match = game.start()
    assert shown(match, "deck:0", 0) == shown(match, "deck:0", 1) == (3, None)
    assert shown(match, "hand:0", 0) == (3, ["hand-0-0", "hand-0-1", "hand-0-2"])
    assert shown(match, "hand:0", 1) == shown(match, "hand:0", None) == (3, None)
    assert shown(match, "field:0", None) == (3, ["field-0-0", "field-0-1", "field-0-2"])
    assert shown(match, "river", 1) == shown(match, "river", None) == (4, ["river-2", "river-3"])
    assert shown(match, "abyss", 0) == (4, None)
    assert shown(match, "market", 1) == (0, [])


def test_a_face_down_card_shows_only_its_presence():
    match = game.start()
    card = match.c.zone("hand", 0)[0]
    match.play(0, "hide", card)
    assert shown(match, "field:0", 0)[1][-1] == "hand-0-0"
    for viewer in (1, None):
        last = match.view(viewer)["zones"]["field:0"]["cards"][-1]
        assert last == {"face_up": False, "owner": 0, "ready": True}
        assert "hand-0-0" not in text(match, viewer)


def test_card_fields_are_hidden_unless_declared():
    cards = game.start().view(1)["zones"]
    foreign, own = cards["field:0"]["cards"][0], cards["field:1"]["cards"][0]
    assert (foreign["damage"], foreign["note"]) == (0, {"count": 1})
    assert own["note"] == ["note-1"]
    assert "trap" not in foreign
    assert "trap" not in own


# --- the state in views ---------------------------------------------------------------------------


def test_views_show_state_fields_as_marked():
    seen = game.start().view(0)["G"]
    assert seen["score"] == 3
    assert sorted(seen["seen"]) == [1, 2]
    assert seen["purses"] == {0: 11, 1: None}
    assert seen["cards_held"] == {0: ["a"], 1: {"count": 2}}
    assert seen["pile"] == {"count": 3}
    assert "wicked" not in seen


def test_nested_structs_belong_to_the_seat_of_their_index():
    match = game.start()
    mine = {"name": "P0", "hand": [0], "deck": {"count": 2}}
    theirs = {"name": "P1", "hand": {"count": 1}, "deck": {"count": 2}}
    assert match.view(0)["G"]["players"] == [mine, theirs]
    for viewer, hands in ((1, [{"count": 1}, [10]]), (None, [{"count": 1}] * 2)):
        assert [player["hand"] for player in match.view(viewer)["G"]["players"]] == hands


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_views_contain_no_secrets_seed_or_options(viewer):
    match = game.start(seed="the seed of it all", options={"stake": "a hidden option"})
    match.play(0, "draw")
    seen = text(match, viewer)
    for secret in ("secret", "seed of it all", "hidden option", "abyss-", "deck-1", "river-0"):
        assert secret not in seen
    foreign = {0: ["hand-1", "note-1"], 1: ["hand-0", "note-0", "deck-0"], None: ["hand-", "note-"]}
    for secret in foreign[viewer]:
        assert secret not in seen


def test_a_plain_dict_state_is_hidden_entirely():
    match = tw.Game("dict", setup=lambda c: c.G.update(secret=1)).start()
    assert match.view(0)["G"] == {}


def test_a_prompt_appears_only_in_the_view_of_the_asked_seat():
    match = game.start()
    assert match.view(0)["prompt"]["kind"] == "move"
    match.play(0, "ask")
    assert [option["id"] for option in match.view(0)["prompt"]["options"]] == ["s-one", "s-two"]
    for viewer in (1, None):
        assert (match.view(viewer)["prompt"], match.view(viewer)["acting"]) == (None, [0])
        assert "s-one" not in text(match, viewer)
        assert "Pick a secret" not in text(match, viewer)


def test_a_game_can_extend_the_view_of_a_seat():
    def view(c, seat):
        return {"own purse": c.G.purses[seat] if seat is not None else "none", "score": 4}

    match = tw.Game(
        "custom", state=CardState, zones=ZONES, card=Card, setup=setup, view=view
    ).start()
    assert match.view(1)["G"]["own purse"] == 22
    assert match.view(None)["G"]["own purse"] == "none"
    assert match.view(0)["G"]["score"] == 4
    assert match.view(0)["G"]["pile"] == {"count": 3}


def test_a_view_is_a_copy_in_plain_data():
    match = game.start()
    before = match.save()
    view = match.view(0)
    assert msgspec.json.decode(msgspec.json.encode(view))["ctx"]["player_order"] == [0, 1]
    view["ctx"]["player_order"].clear()
    view["names"].append("intruder")
    view["G"]["players"][0]["hand"].append(99)
    view["G"]["cards_held"][0].append("z")
    view["zones"]["hand:0"]["cards"][0]["note"].append("changed")
    assert match.save() == before
    assert match.ctx.player_order == [0, 1]
