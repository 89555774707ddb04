"""The neutral cards, played: each does what its text says, and nothing else."""

from __future__ import annotations

import turnwright as tw
from tests.games.duel.duel_setup import (
    asked,
    duel,
    guard,
    life,
    moves,
    names,
    reload,
    respond,
    set_card,
    set_monster,
    zone_of,
)
from turnwright.testing.scenario_builder import arrange

STURDY = "Twinblade Rider"  # 2000 attack, 1400 defense
PLAIN = "Kiln Caller"  # 1500 attack, 1200 defense


def activates(match: tw.Match, card_id: int) -> bool:
    return any(args[0] == card_id for args in moves(match, "activate"))


def play_spell(match: tw.Match, card_id: int) -> None:
    match.play(0, "activate", card_id, "resolve")


def next_own_turn(match: tw.Match) -> None:
    match.play(0, "end_turn")
    match.play(1, "end_turn")


# --- monsters ---------------------------------------------------------------------------------------


def test_twinblade_rider_attacks_twice_in_a_battle_phase() -> None:
    match, cards = duel({"monsters:0": [STURDY]})
    match.play(0, "to_battle")
    match.play(0, "attack", cards[STURDY], "direct")
    match.play(0, "attack", cards[STURDY], "direct")
    assert life(match, 1) == 4000
    assert not moves(match, "attack")
    match.play(0, "end_turn")
    match.play(1, "end_turn")
    match.play(0, "to_battle")
    assert moves(match, "attack") == [(cards[STURDY], "direct")]


def test_muster_captain_counts_the_other_face_up_monsters_of_its_side() -> None:
    zones = {"monsters:0": ["Muster Captain", PLAIN, set_monster(PLAIN)], "monsters:1": [PLAIN]}
    match, cards = duel(zones)
    captain = cards["Muster Captain"]
    assert match.c.attack_of(captain) == 1500
    arrange(match, {"monsters:0": [STURDY]})
    assert match.c.attack_of(captain) == 1700
    assert match.c.attack_of(cards[PLAIN]) == 1500, "the others gain nothing"
    assert match.c.defense_of(captain) == 1300


def test_pale_advocate_negates_one_spell_a_turn() -> None:
    zones = {
        "monsters:1": ["Pale Advocate"],
        "hand:1": [PLAIN, PLAIN],
        "hand:0": ["Mutual Ruin", "Mutual Ruin"],
    }
    match, _ = duel(zones)
    first, second = match.ctx.zones["hand:0"]
    play_spell(match, first)
    assert asked(match)[:2] == (1, "response")
    respond(match, 1)
    assert asked(match)[:2] == (1, "cost")
    match = reload(match)
    match.pick(1, asked(match)[2][0])
    assert life(match, 0) == 8000
    assert names(match, "grave:1") == [PLAIN], "discarded once"
    play_spell(match, second)
    assert match.is_resting, "once per turn"
    assert life(match, 0) == 6500


def test_pale_advocate_is_optional_and_needs_a_card_in_hand() -> None:
    zones = {"monsters:1": ["Pale Advocate"], "hand:1": [PLAIN], "hand:0": ["Mutual Ruin"]}
    match, cards = duel(zones)
    play_spell(match, cards["Mutual Ruin"])
    match.pick(1)
    assert life(match, 0) == 6500
    match, cards = duel({**zones, "hand:1": []})
    play_spell(match, cards["Mutual Ruin"])
    assert match.is_resting


def test_pale_advocate_does_not_respond_to_monsters_or_face_down() -> None:
    zones = {"hand:0": [STURDY], "hand:1": [PLAIN], "monsters:1": ["Pale Advocate"]}
    match, cards = duel({**zones, "monsters:0": [PLAIN]})
    match.play(0, "activate", match.ctx.zones["monsters:0"][0], "fire")
    while match.asked:
        assert asked(match)[0] == 0
        match.pick(0, asked(match)[2][0])
    zones = {"monsters:1": [set_monster("Pale Advocate")], "hand:1": [PLAIN]}
    match, cards = duel({**zones, "hand:0": ["Mutual Ruin"]})
    play_spell(match, cards["Mutual Ruin"])
    assert match.is_resting


def test_pale_advocate_regains_its_use_if_it_was_negated() -> None:
    zones = {
        "monsters:1": ["Pale Advocate"],
        "hand:1": [PLAIN, PLAIN],
        "hand:0": ["Mutual Ruin", "Mutual Ruin", "Flashover", PLAIN],
    }
    match, _ = duel(zones)
    first, second, _, spare = match.ctx.zones["hand:0"]
    play_spell(match, first)
    respond(match, 1)
    match.pick(1, match.ctx.zones["hand:1"][0])
    assert asked(match)[:2] == (0, "response")
    respond(match, 0)
    match.pick(0, spare)
    assert life(match, 0) == 6500, "Flashover negated the Advocate"
    play_spell(match, second)
    assert asked(match)[:2] == (1, "response"), "a negated activation does not count"
    respond(match, 1)
    match.pick(1, match.ctx.zones["hand:1"][0])
    assert life(match, 0) == 6500


def test_alley_magpie_makes_the_opponent_discard_at_random() -> None:
    zones = {"monsters:0": ["Alley Magpie"], "hand:1": [PLAIN, STURDY]}
    match, cards = duel(zones, scripts={"alley magpie": [1]})
    match.play(0, "to_battle")
    match.play(0, "attack", cards["Alley Magpie"], "direct")
    assert match.is_resting, "nobody is asked"
    assert names(match, "grave:1") == [STURDY]
    assert names(match, "hand:1") == [PLAIN]


def test_alley_magpie_does_nothing_to_an_empty_hand_or_when_it_loses() -> None:
    match, cards = duel({"monsters:0": ["Alley Magpie"]})
    match.play(0, "to_battle")
    match.play(0, "attack", cards["Alley Magpie"], "direct")
    assert life(match, 1) == 6900
    zones = {"monsters:0": ["Alley Magpie"], "monsters:1": [PLAIN], "hand:0": [PLAIN]}
    match, cards = duel({**zones, "hand:1": [STURDY]})
    match.play(0, "to_battle")
    match.play(0, "attack", cards["Alley Magpie"], match.ctx.zones["monsters:1"][0])
    assert life(match, 0) == 7600
    assert names(match, "hand:0") == [PLAIN]
    assert names(match, "hand:1") == [STURDY]


# --- spells -----------------------------------------------------------------------------------------


def test_hourglass_pact_gives_another_turn_once_per_duel() -> None:
    match, _ = duel({"hand:0": ["Hourglass Pact", "Hourglass Pact"]})
    first, second = match.ctx.zones["hand:0"]
    play_spell(match, first)
    assert life(match, 0) == 5000
    match.play(0, "end_turn")
    assert match.ctx.turn_player == 0, "the same player again"
    assert not activates(match, second), "once per duel"
    match.play(0, "end_turn")
    assert match.ctx.turn_player == 1, "only one turn more"


def test_hourglass_pact_counts_as_used_even_if_negated() -> None:
    zones = {
        "hand:0": ["Hourglass Pact", "Hourglass Pact"],
        "spell_trap:1": [set_card("Backdraft")],
    }
    match, _ = duel(zones)
    first, second = match.ctx.zones["hand:0"]
    play_spell(match, first)
    respond(match, 1)
    assert life(match, 0) == 8000 - 3000 - 500, "the cost is not given back"
    assert not activates(match, second)
    match.play(0, "end_turn")
    assert match.ctx.turn_player == 1


def test_hourglass_pact_needs_3000_life() -> None:
    match, cards = duel({"hand:0": ["Hourglass Pact"]}, life=(2999, 8000))
    assert not activates(match, cards["Hourglass Pact"])


def light(match: tw.Match, card_id: int) -> int:
    return dict(match.ctx.cards[card_id].counters).get("light", 0)


def test_last_lantern_wins_with_five_light_counters() -> None:
    match, cards = duel({"hand:0": ["Last Lantern"]})
    lantern = cards["Last Lantern"]
    play_spell(match, lantern)
    for number in range(1, 5):
        arrange(match, {}, clear=["hand:0", "hand:1"])
        match.play(0, "end_turn")
        assert light(match, lantern) == number - 1, "not in the opponent's standby phase"
        match.play(1, "end_turn")
        assert light(match, lantern) == number
    next_own_turn(match)
    assert match.result is not None
    assert match.result.winners == (0,)
    assert "Lantern" in match.result.reason


def test_last_lantern_gets_no_counter_while_its_side_has_a_monster() -> None:
    match, cards = duel({"spell_trap:0": ["Last Lantern"], "monsters:0": [set_monster(PLAIN)]})
    next_own_turn(match)
    assert light(match, cards["Last Lantern"]) == 0


def test_last_lantern_loses_its_counters_to_battle_damage() -> None:
    lit = ("Last Lantern", {"counters": (("light", 4),)})
    match, cards = duel({"spell_trap:1": [lit], "monsters:0": [PLAIN]})
    match.play(0, "to_battle")
    match.play(0, "attack", cards[PLAIN], "direct")
    assert light(match, cards["Last Lantern"]) == 0
    match, cards = duel({"spell_trap:0": [lit], "monsters:0": [PLAIN]})
    match.play(0, "to_battle")
    match.play(0, "attack", cards[PLAIN], "direct")
    assert light(match, cards["Last Lantern"]) == 4, "the other side's damage is nothing to it"


def test_mutual_ruin_damages_both_players() -> None:
    match, cards = duel({"hand:0": ["Mutual Ruin"]})
    play_spell(match, cards["Mutual Ruin"])
    assert (life(match, 0), life(match, 1)) == (6500, 6500)


def test_mutual_ruin_ends_in_a_draw_when_neither_has_life_left() -> None:
    match, cards = duel({"hand:0": ["Mutual Ruin"]}, life=(1500, 700))
    play_spell(match, cards["Mutual Ruin"])
    assert match.result is not None
    assert match.result.winners == ()


def test_mutual_ruin_defeats_the_player_without_life() -> None:
    for lives, winner in (((1500, 1600), 1), ((1600, 1500), 0)):
        match, cards = duel({"hand:0": ["Mutual Ruin"]}, life=lives)
        play_spell(match, cards["Mutual Ruin"])
        assert match.result is not None
        assert match.result.winners == (winner,)


def test_mirror_script_copies_a_spell_with_its_own_targets() -> None:
    zones = {
        "hand:0": ["Mirror Script"],
        "grave:1": ["Ebb and Return"],
        "grave:0": ["Echo Shell", "Pearl Diver"],
    }
    match, cards = duel(zones)
    play_spell(match, cards["Mirror Script"])
    assert asked(match) == (0, "target", [cards["Ebb and Return"]])
    match.pick(0, cards["Ebb and Return"])
    assert asked(match) == (0, "target", [cards["Echo Shell"], cards["Pearl Diver"]])
    match = reload(match)
    match.pick(0, cards["Pearl Diver"])
    match = reload(match)
    match.pick(0, "defense")
    assert zone_of(match, cards["Pearl Diver"]) == "monsters:0"
    assert names(match, "grave:1") == ["Ebb and Return"]
    assert "Mirror Script" in names(match, "grave:0")


def test_mirror_script_copies_scheduled_effects() -> None:
    match, cards = duel({"hand:0": ["Mirror Script"], "grave:0": ["Winter Store"]})
    play_spell(match, cards["Mirror Script"])
    match.pick(0, cards["Winter Store"])
    assert names(match, "hand:0") == []
    next_own_turn(match)
    assert len(names(match, "hand:0")) == 3, "two of the store, and one of the turn"


def test_mirror_script_cannot_copy_spells_with_a_cost_a_limit_or_no_target() -> None:
    zones = {
        "hand:0": ["Mirror Script"],
        "grave:0": ["Flare Bolt", "Supply Cart", "Ash Banner", "Ebb and Return"],
        "grave:1": ["Hourglass Pact", "Mirror Script", "Stray Spark"],
    }
    match, _ = duel(zones)
    assert not activates(match, match.ctx.zones["hand:0"][0])


def test_mirror_script_is_played_once_a_turn() -> None:
    zones = {"hand:0": ["Mirror Script", "Mirror Script"], "grave:0": ["Mutual Ruin"]}
    match, cards = duel(zones)
    first, second = match.ctx.zones["hand:0"]
    play_spell(match, first)
    match.pick(0, cards["Mutual Ruin"])
    assert life(match, 1) == 6500
    assert not activates(match, second)
    next_own_turn(match)
    assert activates(match, second)


def test_a_negated_mirror_script_does_not_count() -> None:
    zones = {"hand:0": ["Mirror Script", "Mirror Script"], "grave:0": ["Mutual Ruin"]}
    match, cards = duel({**zones, "monsters:1": ["Pale Advocate"], "hand:1": [PLAIN]})
    first, second = match.ctx.zones["hand:0"]
    play_spell(match, first)
    match.pick(0, cards["Mutual Ruin"])
    respond(match, 1)
    match.pick(1, cards[PLAIN])
    assert life(match, 1) == 8000
    assert activates(match, second)


def test_supply_cart_draws_two_and_discards_one() -> None:
    match, cards = duel({"hand:0": ["Supply Cart", PLAIN]})
    play_spell(match, cards["Supply Cart"])
    seat, what, values = asked(match)
    assert (seat, what) == (0, "discard")
    assert len(values) == 3, "any card of the hand, also the old one"
    match = reload(match)
    match.pick(0, cards[PLAIN])
    assert names(match, "grave:0") == [PLAIN, "Supply Cart"]
    assert len(names(match, "hand:0")) == 2


def test_a_second_supply_cart_waits_for_the_next_turn_even_if_the_first_was_negated() -> None:
    zones = {"hand:0": ["Supply Cart", "Supply Cart"], "spell_trap:1": [set_card("Backdraft")]}
    match, _ = duel(zones)
    first, second = match.ctx.zones["hand:0"]
    play_spell(match, first)
    respond(match, 1)
    assert names(match, "hand:0") == ["Supply Cart"]
    assert not activates(match, second)
    next_own_turn(match)
    assert activates(match, second)


def test_supply_cart_with_one_card_in_the_deck_loses_the_duel() -> None:
    zones = {"hand:0": ["Supply Cart"], "deck:0": [PLAIN]}
    match, cards = duel(zones, clear=["deck:0"])
    play_spell(match, cards["Supply Cart"])
    assert match.result is not None
    assert match.result.winners == (1,)
    assert match.prompts == [], "there is nothing to discard any more"


def test_memorial_stone_saves_a_monster_from_battle_for_two_cards_of_the_grave() -> None:
    zones = {
        "monsters:0": [STURDY],
        "monsters:1": [PLAIN],
        "spell_trap:1": ["Memorial Stone"],
        "grave:1": ["Flare Bolt", "Ash Banner", "Cinder Pup"],
    }
    match, cards = duel(zones)
    match.play(0, "to_battle")
    match.play(0, "attack", cards[STURDY], cards[PLAIN])
    assert asked(match) == (1, "save", [True, False]), "its owner is asked, off turn"
    match.pick(1, "yes")
    assert asked(match)[:2] == (1, "banish")
    match = reload(match)
    match.pick(1, cards["Flare Bolt"], cards["Cinder Pup"])
    assert names(match, "banished:1") == ["Flare Bolt", "Cinder Pup"]
    assert names(match, "grave:1") == ["Ash Banner"]
    assert names(match, "monsters:1") == [PLAIN]
    assert life(match, 1) == 7500, "the damage is done nevertheless"


def test_memorial_stone_may_be_declined_and_needs_two_cards() -> None:
    zones = {"monsters:0": [STURDY], "monsters:1": [PLAIN], "spell_trap:1": ["Memorial Stone"]}
    match, cards = duel({**zones, "grave:1": ["Flare Bolt", "Ash Banner"]})
    match.play(0, "to_battle")
    match.play(0, "attack", cards[STURDY], cards[PLAIN])
    match.pick(1, "no")
    assert names(match, "monsters:1") == []
    match, cards = duel({**zones, "grave:1": ["Flare Bolt"]})
    match.play(0, "to_battle")
    match.play(0, "attack", cards[STURDY], cards[PLAIN])
    assert names(match, "grave:1") == ["Flare Bolt", PLAIN]


def test_memorial_stone_asks_nothing_once_the_duel_is_over() -> None:
    zones = {"monsters:0": [STURDY], "monsters:1": [PLAIN], "spell_trap:1": ["Memorial Stone"]}
    match, cards = duel({**zones, "grave:1": ["Flare Bolt", "Ash Banner"]}, life=(8000, 500))
    match.play(0, "to_battle")
    match.play(0, "attack", cards[STURDY], cards[PLAIN])
    assert match.result is not None
    assert match.prompts == []


def test_memorial_stone_does_not_help_against_effects_or_the_other_side() -> None:
    zones = {
        "monsters:0": [PLAIN],
        "hand:0": ["Wildfire Sweep"],
        "spell_trap:0": ["Memorial Stone"],
        "grave:0": ["Flare Bolt", "Ash Banner"],
    }
    match, cards = duel(zones)
    play_spell(match, cards["Wildfire Sweep"])
    assert match.is_resting
    assert names(match, "monsters:0") == []
    zones["monsters:1"] = [guard("Alley Magpie")]
    match, cards = duel(zones)
    match.play(0, "to_battle")
    match.play(0, "attack", cards[PLAIN], cards["Alley Magpie"])
    assert names(match, "grave:1") == ["Alley Magpie"]


def test_open_plain_strengthens_low_levels() -> None:
    zones = {"hand:0": ["Open Plain"], "monsters:0": [PLAIN, STURDY], "monsters:1": ["Cinder Pup"]}
    match, cards = duel(zones)
    play_spell(match, cards["Open Plain"])
    c = match.c
    assert (c.attack_of(cards[PLAIN]), c.defense_of(cards[PLAIN])) == (1800, 1500)
    assert (c.attack_of(cards["Cinder Pup"]), c.defense_of(cards["Cinder Pup"])) == (1500, 700)
    assert (c.attack_of(cards[STURDY]), c.defense_of(cards[STURDY])) == (2000, 1400)
    assert names(match, "field:0") == ["Open Plain"]


# --- traps ------------------------------------------------------------------------------------------


def test_quiet_verdict_negates_the_effect_of_a_monster() -> None:
    zones = {
        "monsters:0": ["Kiln Caller"],
        "hand:0": [STURDY],
        "monsters:1": [STURDY],
        "spell_trap:1": [set_card("Quiet Verdict")],
        "hand:1": ["Cinder Pup"],
    }
    match, cards = duel(zones)
    match.play(0, "activate", cards["Kiln Caller"], "fire")
    while asked(match)[0] == 0:
        match.pick(0, asked(match)[2][0])
    assert asked(match)[:2] == (1, "response")
    respond(match, 1)
    match.pick(1, cards["Cinder Pup"])
    assert names(match, "monsters:1") == [STURDY], "nothing was destroyed"
    assert names(match, "grave:0") == [STURDY], "what was paid stays paid"
    assert names(match, "monsters:0") == ["Kiln Caller"]
    assert not activates(match, cards["Kiln Caller"]), "the use is spent"
    assert sorted(names(match, "grave:1")) == ["Cinder Pup", "Quiet Verdict"]


def test_quiet_verdict_needs_a_card_and_does_not_respond_to_spells() -> None:
    zones = {
        "hand:0": ["Mutual Ruin"],
        "spell_trap:1": [set_card("Quiet Verdict")],
        "hand:1": [PLAIN],
    }
    match, cards = duel(zones)
    play_spell(match, cards["Mutual Ruin"])
    assert match.is_resting
    zones = {"hand:0": ["Bellows Sprite"], "spell_trap:1": [set_card("Quiet Verdict")]}
    match, cards = duel(zones)
    match.play(0, "normal_summon", cards["Bellows Sprite"])
    assert match.is_resting


def test_quiet_verdict_lets_a_negated_effect_count_as_used() -> None:
    zones = {
        "grave:0": ["Phoenix Regent"],
        "spell_trap:1": [set_card("Quiet Verdict")],
        "hand:1": [PLAIN],
    }
    match, cards = duel(zones)
    match.play(0, "activate", cards["Phoenix Regent"], "rise")
    respond(match, 1)
    match.pick(1, cards[PLAIN])
    assert zone_of(match, cards["Phoenix Regent"]) == "grave:0"
    assert not activates(match, cards["Phoenix Regent"]), "only a negated activation is given back"


def test_decoy_pennant_redirects_the_attack() -> None:
    zones = {
        "monsters:0": [STURDY],
        "monsters:1": ["Cinder Pup", "Forge Titan"],
        "spell_trap:1": [set_card("Decoy Pennant")],
    }
    match, cards = duel(zones)
    match.play(0, "to_battle")
    match.play(0, "attack", cards[STURDY], cards["Cinder Pup"])
    respond(match, 1)
    assert asked(match) == (1, "target", [cards["Forge Titan"]]), "another one"
    match = reload(match)
    match.pick(1, cards["Forge Titan"])
    assert names(match, "grave:0") == [STURDY]
    assert life(match, 0) == 7400
    assert names(match, "monsters:1") == ["Cinder Pup", "Forge Titan"]


def test_decoy_pennant_needs_another_monster_and_an_attack_on_a_monster() -> None:
    zones = {
        "monsters:0": [STURDY],
        "monsters:1": [PLAIN],
        "spell_trap:1": [set_card("Decoy Pennant")],
    }
    match, cards = duel(zones)
    match.play(0, "to_battle")
    match.play(0, "attack", cards[STURDY], cards[PLAIN])
    assert names(match, "grave:1") == [PLAIN]
    match.play(0, "attack", cards[STURDY], "direct")
    assert life(match, 1) == 8000 - 500 - 2000


def test_turned_blade_stops_an_attack_and_turns_the_attacker() -> None:
    zones = {"monsters:0": [STURDY, PLAIN], "spell_trap:1": [set_card("Turned Blade")]}
    match, cards = duel(zones)
    match.play(0, "to_battle")
    match.play(0, "attack", cards[STURDY], "direct")
    respond(match, 1)
    assert life(match, 1) == 8000
    assert match.ctx.cards[cards[STURDY]].position == "defense"
    assert moves(match, "attack") == [(cards[PLAIN], "direct")], "the battle goes on for the others"


def test_turned_blade_is_optional_and_does_not_respond_to_its_own_side() -> None:
    zones = {"monsters:0": [PLAIN], "spell_trap:1": [set_card("Turned Blade")]}
    match, cards = duel({**zones, "spell_trap:0": [set_card("Turned Blade")]})
    match.play(0, "to_battle")
    match.play(0, "attack", cards[PLAIN], "direct")
    match.pick(1)
    assert life(match, 1) == 6500
    assert match.is_resting
