"""The rules of Duel that belong to no card: phases, summons, battle, decks, limits, secrets."""

from __future__ import annotations

import msgspec
import pytest

import turnwright as tw
from tests.games.duel.duel_setup import duel, set_card, set_monster
from turnwright.games.duel.decks import check_deck, starters
from turnwright.games.duel.game import game
from turnwright.games.duel.view import public_view
from turnwright.testing import arrange

PLAIN = "Cinder Pup"  # level 2, 1200/400


def table(zones=None, seat=0, turn=True):
    """A duel in its second turn (so that battles are allowed), with empty hands."""
    match = game.start(seed=3)
    if turn:
        match.play(0, "end_turn")
        match.play(1, "end_turn")
    clear = ["hand:0", "hand:1"]
    cards = arrange(match, zones or {}, clear=clear)
    return match, cards


def life(match):
    return [int(ledger.available("life")) for ledger in match.G.ledgers]


def test_a_turn_goes_through_its_phases():
    match = game.start(seed=1, trace=True)
    assert match.ctx.place == "play/main1"
    match.flow.trace.clear()
    match.play(0, "end_turn")
    walked = [event.to for event in match.flow.trace.events if event.kind == "transition"]
    assert walked == ["play/end", "play/draw", "play/standby", "play/main1"]
    match.play(1, "to_battle")
    assert match.ctx.place == "play/battle"
    match.play(1, "to_main2")
    assert match.ctx.place == "play/main2"


def test_the_first_turn_has_no_draw_and_no_battle():
    match = game.start(seed=1)
    assert len(match.ctx.zones["hand:0"]) == 5
    refusal = match.submit(tw.Answer(0, "to_battle"))
    assert (refusal.code, refusal.sentence) == (
        "not_now",
        "There is no battle phase in the first turn.",
    )
    match.play(0, "end_turn")
    assert len(match.ctx.zones["hand:1"]) == 6


def test_one_monster_may_be_summoned_or_set_each_turn():
    match, _ = table({"hand:0": [PLAIN, PLAIN]})
    first, second = match.ctx.zones["hand:0"]
    match.play(0, "set_monster", first)
    assert match.submit(tw.Answer(0, "normal_summon", (second,))).code == "illegal_argument"
    card = match.ctx.cards[first]
    assert (card.face_up, card.position) == (False, "defense")


def test_high_levels_need_tributes():
    match, cards = table({"hand:0": ["Forge Titan"], "monsters:0": [PLAIN, PLAIN, PLAIN]})
    match.play(0, "normal_summon", cards["Forge Titan"])
    (prompt,) = match.prompts
    assert (prompt.min, prompt.max, prompt.intent) == (2, 2, "cost")
    before = match.hash
    assert match.submit(prompt.answer(prompt.options[0])).code == "wrong_count"
    match.submit(prompt.answer(*prompt.options[:2]))
    assert len(match.ctx.zones["grave:0"]) == 2
    assert before != match.hash


def test_a_tribute_summon_can_be_cancelled_before_it_is_paid():
    match, cards = table({"hand:0": ["Forge Titan"], "monsters:0": [PLAIN, PLAIN]})
    before = match.hash
    match.play(0, "normal_summon", cards["Forge Titan"])
    assert match.time_out(0) == "cancelled"
    assert match.hash == before


def battle(mine, theirs, **fields):
    place = (theirs, fields) if fields else theirs
    match, _ = table({"monsters:0": [mine], "monsters:1": [place]})
    match.play(0, "to_battle")
    attacker, target = match.ctx.zones["monsters:0"][0], match.ctx.zones["monsters:1"][0]
    match.play(0, "attack", attacker, target)
    while match.asked:  # decline everything
        (prompt,) = match.prompts
        match.apply(prompt.default())
    return match


def test_the_stronger_attacker_destroys_and_deals_the_difference():
    match = battle("Kiln Caller", PLAIN)  # 1500 against 1200
    assert match.ctx.zones["monsters:1"] == []
    assert life(match) == [8000 - 400, 8000 - 300]  # Cinder Pup deals 400


def test_the_weaker_attacker_is_destroyed():
    match = battle(PLAIN, "Kiln Caller")
    assert match.ctx.zones["monsters:0"] == []
    assert life(match)[0] == 8000 - 300


def test_monsters_of_equal_attack_destroy_each_other():
    match = battle("Kiln Caller", "Kiln Caller")
    assert match.ctx.zones["monsters:0"] == match.ctx.zones["monsters:1"] == []
    assert life(match) == [8000, 8000]


def test_a_defender_loses_no_life_and_a_weak_attacker_does():
    match = battle("Kiln Caller", PLAIN, position="defense")
    assert (match.ctx.zones["monsters:1"], life(match)[1]) == ([], 8000)
    match = battle(PLAIN, "Forge Titan", position="defense")
    assert life(match) == [8000 - 600, 8000]
    assert len(match.ctx.zones["monsters:0"]) == 1


def test_a_face_down_defender_is_flipped():
    match = battle("Kiln Caller", "Forge Titan", position="defense", face_up=False)
    assert match.ctx.cards[match.ctx.zones["monsters:1"][0]].face_up


def test_a_player_without_monsters_is_attacked_directly():
    match, cards = table({"monsters:0": ["Kiln Caller"]})
    match.play(0, "to_battle")
    match.play(0, "attack", cards["Kiln Caller"], "direct")
    assert life(match) == [8000, 6500]
    assert (
        match.submit(tw.Answer(0, "attack", (cards["Kiln Caller"], "direct"))).code
        == "illegal_argument"
    )


def test_a_player_without_life_loses():
    match, cards = table({"monsters:0": ["Kiln Caller"]})
    match.G.ledgers[1].spend("life", 7000)
    match.play(0, "to_battle")
    match.play(0, "attack", cards["Kiln Caller"], "direct")
    assert match.result == tw.Result((0,), "no life left")


def test_a_card_cannot_be_used_in_the_turn_it_was_set():
    match, cards = table({"hand:1": ["Ashen Wall"], "monsters:0": ["Kiln Caller"]})
    match.play(0, "end_turn")
    match.play(1, "set_card", cards["Ashen Wall"])
    assert (cards["Ashen Wall"], "resolve") not in [option.args for option in match.legal(1)]
    assert match.ctx.cards[cards["Ashen Wall"]].face_up is False


def test_the_ledger_explains_what_was_paid():
    match, cards = table({"hand:0": ["Flare Bolt"]})
    ledger = match.G.ledgers[0]
    ledger.keep = 10
    match.play(0, "activate", cards["Flare Bolt"], "resolve")
    assert "life" in ledger.explain()
    assert "Flare Bolt" in ledger.explain()


# --- secrets ----------------------------------------------------------------------------------------


def test_a_face_down_card_hides_its_name_and_id():
    match, cards = table({"hand:0": ["Ashen Wall", "Forge Titan"], "monsters:0": [PLAIN, PLAIN]})
    match.play(0, "set_card", cards["Ashen Wall"])
    for viewer in (1, None):
        shown = msgspec.json.encode(match.view(viewer)).decode()
        assert "Ashen Wall" not in shown
        assert str(cards["Ashen Wall"]) not in [
            str(card.get("id")) for card in match.view(viewer)["zones"]["spell_trap:0"]["cards"]
        ]
        assert "Ashen Wall" not in game.describe(match.c, viewer)
    assert "Ashen Wall" in msgspec.json.encode(match.view(0)).decode()
    assert "(Ashen Wall, face down)" in game.describe(match.c, 0)


def test_a_card_that_returns_to_the_hand_cannot_be_recognised():
    match, cards = table(
        {"monsters:1": ["Kiln Caller"], "monsters:0": ["Riptide Eel"], "hand:0": [PLAIN]}
    )
    match.play(0, "activate", cards["Riptide Eel"], "pull")
    while match.asked:
        (prompt,) = match.prompts
        match.submit(prompt.answer(prompt.options[0]))
    assert cards["Kiln Caller"] not in match.ctx.cards
    assert [match.ctx.cards[i].kind for i in match.ctx.zones["hand:1"]] == ["Kiln Caller"]


# --- decks ------------------------------------------------------------------------------------------


def test_the_starter_decks_are_legal():
    assert set(starters()) == {"Ember", "Grove", "Tide"}
    for deck in starters().values():
        check_deck(deck)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"No Such Card": 1}, "unknown card 'No Such Card'"),
        ({"Cinder Pup": 4}, "4 copies of Cinder Pup"),
        ({"Cinder Pup": 0}, "0 copies of Cinder Pup"),
        ({"Seedling": 1}, "Seedling is a token"),
    ],
)
def test_a_deck_that_breaks_a_rule_is_rejected_with_the_rule(change, sentence):
    deck = starters()["Ember"] | change
    with pytest.raises(tw.UnusableError, match=sentence) as raised:
        game.start(options={"decks": [deck, starters()["Tide"]]})
    assert raised.value.code == "bad_deck"


def test_a_deck_has_thirty_to_sixty_cards():
    with pytest.raises(tw.UnusableError, match=r"3 cards \(allowed: 30 to 60\)"):
        check_deck({"Cinder Pup": 3})


def test_an_attack_on_a_face_down_monster_shows_its_place_and_not_the_monster() -> None:
    """The page points its arrow at the card, whose id nobody but its owner knows."""
    match, cards = duel(
        {
            "monsters:0": ["Ember Lancer"],
            "monsters:1": ["Slag Golem", set_monster("Cinder Pup")],
            "spell_trap:1": [set_card("Ashen Wall")],
        }
    )
    match.play(0, "to_battle")
    match.play(0, "attack", cards["Ember Lancer"], cards["Cinder Pup"])
    assert match.asked, "the other seat may respond"
    for seat in (0, 1, None):
        seen = public_view(match.c, seat)["attack"]
        assert seen == {"attacker": cards["Ember Lancer"], "target": None, "place": 1}
