"""The cards of Ember, played: each does what its text says, and nothing else."""

from __future__ import annotations

import pytest

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

STURDY = "Twinblade Rider"  # 2000 attack, 1400 defense, no effect that answers
PLAIN = "Muster Captain"  # 1300 attack, 1300 defense


def activates(match: tw.Match, card_id: int) -> bool:
    return any(args[0] == card_id for args in moves(match, "activate"))


# --- monsters ---------------------------------------------------------------------------------------


def test_ember_lancer_may_destroy_a_face_up_card_when_summoned() -> None:
    zones = {
        "hand:0": ["Ember Lancer"],
        "monsters:1": [STURDY, set_monster("Cinder Pup")],
        "spell_trap:1": ["Ash Banner", set_card("Mutual Ruin")],
    }
    match, cards = duel(zones)
    match.play(0, "normal_summon", cards["Ember Lancer"])
    assert asked(match) == (0, "use", [True, False])
    match.pick(0, "yes")
    assert asked(match) == (0, "target", [cards[STURDY], cards["Ash Banner"]])
    match = reload(match)
    match.pick(0, cards["Ash Banner"])
    assert names(match, "grave:1") == ["Ash Banner"]
    assert match.is_resting


def test_ember_lancer_may_decline() -> None:
    match, cards = duel({"hand:0": ["Ember Lancer"], "monsters:1": [STURDY]})
    match.play(0, "normal_summon", cards["Ember Lancer"])
    match.pick(0, "no")
    assert names(match, "monsters:1") == [STURDY]
    assert match.is_resting


def test_ember_lancer_asks_nothing_without_a_face_up_target() -> None:
    match, cards = duel({"hand:0": ["Ember Lancer"], "monsters:1": [set_monster(STURDY)]})
    match.play(0, "normal_summon", cards["Ember Lancer"])
    assert match.is_resting


def test_cinder_pup_damages_the_opponent_of_its_owner() -> None:
    match, cards = duel({"monsters:0": [STURDY], "monsters:1": ["Cinder Pup"]})
    match.play(0, "to_battle")
    match.play(0, "attack", cards[STURDY], cards["Cinder Pup"])
    assert life(match, 1) == 8000 - 800
    assert life(match, 0) == 8000 - 400


def test_cinder_pup_does_nothing_when_it_is_tributed() -> None:
    match, cards = duel({"monsters:0": ["Cinder Pup"], "hand:0": [STURDY]})
    match.play(0, "normal_summon", cards[STURDY])
    match.pick(0, cards["Cinder Pup"])
    assert names(match, "grave:0") == ["Cinder Pup"]
    assert life(match, 1) == 8000


def test_forge_titan_survives_for_a_discarded_card() -> None:
    zones = {
        "monsters:0": ["Forge Titan"],
        "monsters:1": ["Forge Titan"],
        "hand:1": [PLAIN, STURDY],
    }
    match, cards = duel(zones)
    mine, theirs = match.ctx.zones["monsters:0"][0], cards["Forge Titan"]
    match.play(0, "to_battle")
    match.play(0, "attack", mine, theirs)
    assert names(match, "grave:0") == ["Forge Titan"], "no card to discard, no question"
    assert asked(match) == (1, "save", [True, False]), "its owner is asked, off turn"
    match.pick(1, "yes")
    match = reload(match)
    match.pick(1, cards[PLAIN])
    assert names(match, "monsters:1") == ["Forge Titan"]
    assert names(match, "grave:1") == [PLAIN]
    assert names(match, "hand:1") == [STURDY]


def test_forge_titan_is_destroyed_if_no_card_is_discarded() -> None:
    zones = {"monsters:1": ["Forge Titan"], "monsters:0": ["Kiln Caller"], "hand:0": [PLAIN]}
    match, cards = duel({**zones, "hand:1": [PLAIN]})
    match.play(0, "activate", cards["Kiln Caller"], "fire")
    match.pick(0, match.ctx.zones["hand:0"][0])
    match.pick(0, cards["Forge Titan"])
    match.pick(1, "no")
    assert names(match, "grave:1") == ["Forge Titan"]
    assert names(match, "hand:1") == [PLAIN]


def test_kiln_caller_discards_a_card_to_destroy_a_monster_once_per_turn() -> None:
    zones = {
        "monsters:0": ["Kiln Caller"],
        "hand:0": [PLAIN, STURDY],
        "monsters:1": [STURDY, set_monster("Slag Golem")],
    }
    match, cards = duel(zones)
    caller = cards["Kiln Caller"]
    match.play(0, "activate", caller, "fire")
    steps = []
    while match.asked:  # two questions for one effect: the cost and the target
        seat, what, values = asked(match)
        assert seat == 0
        steps.append(what)
        match = reload(match)
        match.pick(0, cards["Slag Golem"] if what == "target" else cards[PLAIN])
        assert values
    assert steps == ["cost", "target"]
    assert names(match, "grave:0") == [PLAIN], "paid once"
    assert names(match, "grave:1") == ["Slag Golem"]
    assert not activates(match, caller), "once per turn"
    match.play(0, "end_turn")
    match.play(1, "end_turn")
    assert activates(match, caller)


def test_kiln_caller_needs_a_card_to_discard_and_a_target() -> None:
    match, cards = duel({"monsters:0": ["Kiln Caller"], "monsters:1": [STURDY]})
    assert not activates(match, cards["Kiln Caller"])
    match, cards = duel({"monsters:0": ["Kiln Caller"], "hand:0": [STURDY]})
    assert not activates(match, cards["Kiln Caller"])


def test_kiln_caller_cancelled_before_paying_costs_nothing() -> None:
    zones = {"monsters:0": ["Kiln Caller"], "hand:0": [PLAIN], "monsters:1": [STURDY]}
    match, cards = duel(zones)
    match.play(0, "activate", cards["Kiln Caller"], "fire")
    assert match.time_out(0) == "cancelled"
    assert match.is_resting
    assert names(match, "hand:0") == [PLAIN]
    assert activates(match, cards["Kiln Caller"])


def test_a_second_kiln_caller_has_its_own_use() -> None:
    zones = {"monsters:0": ["Kiln Caller", "Kiln Caller"], "hand:0": [PLAIN, PLAIN]}
    match, _ = duel({**zones, "monsters:1": [STURDY, STURDY]})
    for caller in list(match.ctx.zones["monsters:0"]):
        match.play(0, "activate", caller, "fire")
        while match.asked:
            match.pick(0, asked(match)[2][0])
    assert names(match, "grave:1") == [STURDY, STURDY]


def test_flicker_duelist_attacks_again_after_battle_damage() -> None:
    match, cards = duel({"monsters:0": ["Flicker Duelist"]})
    duelist = cards["Flicker Duelist"]
    match.play(0, "to_battle")
    match.play(0, "attack", duelist, "direct")
    match.play(0, "attack", duelist, "direct")
    assert life(match, 1) == 8000 - 2 * 1600
    assert not moves(match, "attack"), "once per turn"


def test_flicker_duelist_gains_nothing_without_battle_damage() -> None:
    match, cards = duel({"monsters:0": ["Flicker Duelist"], "monsters:1": [guard(PLAIN)]})
    match.play(0, "to_battle")
    match.play(0, "attack", cards["Flicker Duelist"], cards[PLAIN])
    assert names(match, "grave:1") == [PLAIN]
    assert not moves(match, "attack")


def heat(match: tw.Match, card_id: int) -> int:
    return dict(match.ctx.cards[card_id].counters).get("heat", 0)


def test_bellows_sprite_alone_gets_one_heat_counter() -> None:
    match, cards = duel({"hand:0": ["Bellows Sprite"], "monsters:1": ["Slag Golem"]})
    match.play(0, "normal_summon", cards["Bellows Sprite"])
    assert heat(match, cards["Bellows Sprite"]) == 1
    assert heat(match, cards["Slag Golem"]) == 0, "only monsters of its own side draw heat"
    assert match.c.defense_of(cards["Bellows Sprite"]) == 1100


def test_slag_golem_grows_with_its_heat_up_to_500() -> None:
    match, cards = duel({"monsters:0": [("Slag Golem", {"counters": (("heat", 3),)})]})
    assert match.c.attack_of(cards["Slag Golem"]) == 1600
    match, cards = duel({"monsters:0": [("Slag Golem", {"counters": (("heat", 9),)})]})
    assert match.c.attack_of(cards["Slag Golem"]) == 1800
    assert match.c.defense_of(cards["Slag Golem"]) == 1700


def test_sprite_and_golem_trigger_each_other_up_to_the_trigger_limit() -> None:
    match, cards = duel({"hand:0": ["Bellows Sprite"], "monsters:0": ["Slag Golem"]})
    match.play(0, "normal_summon", cards["Bellows Sprite"])
    assert match.is_resting
    sprite, golem = heat(match, cards["Bellows Sprite"]), heat(match, cards["Slag Golem"])
    assert 5 < golem <= sprite <= golem + 1 < 50
    assert any("dropped" in report for report in match.c.bus.reports)
    match.play(0, "to_battle")
    assert match.c.attack_of(cards["Slag Golem"]) == 1800
    assert reload(match).hash == match.hash


def test_phoenix_regent_rises_once_per_duel() -> None:
    match, _ = duel({"grave:0": ["Phoenix Regent", "Phoenix Regent"]})
    first, second = match.ctx.zones["grave:0"]
    match.play(0, "activate", first, "rise")
    assert life(match, 0) == 6500
    assert asked(match) == (0, "position", ["attack", "defense"])
    match = reload(match)
    match.pick(0, "defense")
    assert life(match, 0) == 6500, "paid once"
    assert zone_of(match, first) == "monsters:0"
    assert match.ctx.cards[first].position == "defense"
    assert not activates(match, second)
    match.play(0, "end_turn")
    match.play(1, "end_turn")
    assert not activates(match, second), "not in another turn either"


def test_phoenix_regent_is_summoned_in_the_default_position_on_timeout() -> None:
    match, cards = duel({"grave:0": ["Phoenix Regent"]})
    match.play(0, "activate", cards["Phoenix Regent"], "rise")
    refusal = match.cancel(0)
    assert refusal is not None
    assert refusal.code == "committed"
    assert match.time_out(0) == "default"
    assert match.is_resting
    assert life(match, 0) == 6500
    assert zone_of(match, cards["Phoenix Regent"]) == "monsters:0"


def test_phoenix_regent_needs_life_and_room() -> None:
    match, cards = duel({"grave:0": ["Phoenix Regent"]}, life=(1400, 8000))
    assert not activates(match, cards["Phoenix Regent"])
    match, cards = duel({"grave:0": ["Phoenix Regent"], "monsters:0": [PLAIN] * 5})
    assert not activates(match, cards["Phoenix Regent"])


def test_phoenix_regent_can_be_used_again_if_its_activation_was_negated() -> None:
    zones = {
        "grave:0": ["Phoenix Regent"],
        "spell_trap:1": [set_card("Flashover")],
        "hand:1": [PLAIN],
    }
    match, cards = duel(zones)
    match.play(0, "activate", cards["Phoenix Regent"], "rise")
    respond(match, 1)
    match.pick(1, cards[PLAIN])
    assert zone_of(match, cards["Phoenix Regent"]) == "grave:0"
    assert life(match, 0) == 6500, "what was paid stays paid"
    match.play(0, "activate", cards["Phoenix Regent"], "rise")
    match.pick(0, "attack")
    assert life(match, 0) == 5000
    assert zone_of(match, cards["Phoenix Regent"]) == "monsters:0"


# --- spells -----------------------------------------------------------------------------------------


def test_ash_banner_strengthens_ember_monsters_of_its_side_while_on_the_field() -> None:
    zones = {
        "hand:0": ["Ash Banner"],
        "monsters:0": ["Cinder Pup", PLAIN],
        "monsters:1": ["Kiln Caller", "Ember Lancer"],
    }
    match, cards = duel(zones)
    match.play(0, "activate", cards["Ash Banner"], "resolve")
    assert match.c.attack_of(cards["Cinder Pup"]) == 1500
    assert match.c.attack_of(cards[PLAIN]) == 1300 + 200
    assert match.c.attack_of(cards["Kiln Caller"]) == 1500
    assert names(match, "spell_trap:0") == ["Ash Banner"]
    arrange(match, {}, clear=["spell_trap:0"])
    assert match.c.attack_of(cards["Cinder Pup"]) == 1200


def test_flare_bolt_costs_800_once_even_after_saving_during_the_question() -> None:
    match, cards = duel({"hand:0": ["Flare Bolt"]})
    match.play(0, "activate", cards["Flare Bolt"], "resolve")
    assert life(match, 0) == 7200
    seat, what, values = asked(match)
    assert (seat, what) == (0, "search")
    assert {match.c.spec(i).faction for i in values} == {"Ember"}
    assert {match.c.spec(i).type for i in values} == {"monster"}
    match = reload(match)
    assert life(match, 0) == 7200
    wrong = match.submit(tw.Answer(0, picks=("nothing of the sort",)))
    assert wrong is not None
    assert wrong.code == "unknown_option"
    assert asked(match)[1] == "search", "an invalid answer leaves the question open"
    kind = match.c.kind_name(values[0])
    match.pick(0, values[0])
    assert life(match, 0) == 7200
    assert names(match, "hand:0") == [kind]
    assert names(match, "grave:0") == ["Flare Bolt"]


def test_flare_bolt_cannot_be_undone_once_the_deck_was_seen() -> None:
    match, cards = duel({"hand:0": ["Flare Bolt"]})
    match.play(0, "activate", cards["Flare Bolt"], "resolve")
    refusal = match.cancel(0)
    assert refusal is not None
    assert refusal.code == "committed"
    assert match.time_out(0) == "default"
    assert match.is_resting, "it ends in the default; nothing is left waiting"
    assert life(match, 0) == 7200
    assert len(names(match, "hand:0")) == 1


def test_paying_the_last_life_for_flare_bolt_loses_without_a_question() -> None:
    zones = {"hand:0": ["Flare Bolt"], "spell_trap:1": [set_card("Backdraft")]}
    match, cards = duel(zones, life=(800, 8000))
    match.play(0, "activate", cards["Flare Bolt"], "resolve")
    assert match.result is not None
    assert match.result.winners == (1,)
    assert match.prompts == []


def test_flare_bolt_needs_the_life_and_may_find_nothing() -> None:
    match, cards = duel({"hand:0": ["Flare Bolt"]}, life=(799, 8000))
    assert not activates(match, cards["Flare Bolt"])
    match, cards = duel({"hand:0": ["Flare Bolt"], "deck:0": [PLAIN]}, clear=["deck:0"])
    match.play(0, "activate", cards["Flare Bolt"], "resolve")
    assert match.is_resting
    assert life(match, 0) == 7200
    assert names(match, "hand:0") == []


def test_wildfire_sweep_destroys_weak_monsters_of_both_sides() -> None:
    zones = {
        "hand:0": ["Wildfire Sweep"],
        "monsters:0": ["Kiln Caller", "Flicker Duelist"],
        "monsters:1": ["Alley Magpie", set_monster("Bellows Sprite")],
    }
    match, cards = duel(zones)
    match.play(0, "activate", cards["Wildfire Sweep"], "resolve")
    assert match.is_resting, "nobody chooses anything"
    assert names(match, "monsters:0") == ["Flicker Duelist"]
    assert names(match, "monsters:1") == ["Bellows Sprite"]
    assert names(match, "grave:0") == ["Kiln Caller", "Wildfire Sweep"]
    assert names(match, "grave:1") == ["Alley Magpie"]


def test_wildfire_sweep_cannot_be_played_without_weak_monsters() -> None:
    match, cards = duel({"hand:0": ["Wildfire Sweep"], "monsters:1": [STURDY]})
    assert not activates(match, cards["Wildfire Sweep"])


@pytest.mark.parametrize(("place", "side"), [(0, 0), (1, 1)])
def test_stray_spark_destroys_a_random_monster(place: int, side: int) -> None:
    zones = {"hand:0": ["Stray Spark"], "monsters:0": [PLAIN], "monsters:1": [STURDY]}
    match, cards = duel(zones, scripts={"stray spark": [place]})
    match.play(0, "activate", cards["Stray Spark"], "resolve")
    assert match.is_resting, "nobody is asked"
    assert names(match, f"monsters:{side}") == []
    assert len(names(match, f"monsters:{1 - side}")) == 1
    assert life(match, side) == 7500
    assert life(match, 1 - side) == 8000


def test_stray_spark_needs_a_monster_and_deals_no_damage_if_it_was_saved() -> None:
    match, cards = duel({"hand:0": ["Stray Spark"]})
    assert not activates(match, cards["Stray Spark"])
    zones = {"hand:0": ["Stray Spark"], "monsters:1": ["Forge Titan"], "hand:1": [PLAIN]}
    match, cards = duel(zones)
    match.play(0, "activate", cards["Stray Spark"], "resolve")
    match.pick(1, "yes")
    match.pick(1, cards[PLAIN])
    assert life(match, 1) == 8000


def test_furnace_heart_counts_the_current_grave_up_to_500() -> None:
    zones = {
        "hand:0": ["Furnace Heart"],
        "grave:0": [STURDY] * 2,
        "grave:1": [STURDY] * 9,
        "monsters:0": ["Kiln Caller", PLAIN],
        "monsters:1": ["Ember Lancer"],
    }
    match, cards = duel(zones)
    match.play(0, "activate", cards["Furnace Heart"], "resolve")
    assert match.c.attack_of(cards["Kiln Caller"]) == 1700
    assert match.c.attack_of(cards[PLAIN]) == 1500, "not an Ember monster"
    assert match.c.attack_of(cards["Ember Lancer"]) == 2200
    arrange(match, {"grave:0": [STURDY]})
    assert match.c.attack_of(cards["Kiln Caller"]) == 1800


def test_a_new_field_card_replaces_the_old_one() -> None:
    zones = {"hand:0": ["Open Plain"], "field:0": ["Furnace Heart"], "field:1": ["Open Plain"]}
    match, cards = duel({**zones, "monsters:0": ["Kiln Caller"]})
    played = match.ctx.zones["hand:0"][0]
    match.play(0, "activate", played, "resolve")
    assert names(match, "field:0") == ["Open Plain"]
    assert names(match, "grave:0") == ["Furnace Heart"]
    assert names(match, "field:1") == ["Open Plain"], "the other side keeps its own"
    assert match.c.attack_of(cards["Kiln Caller"]) == 1500 + 300 + 300


def test_flashover_negates_the_activation_of_a_spell() -> None:
    zones = {"hand:0": ["Mutual Ruin"], "spell_trap:1": [set_card("Flashover")], "hand:1": [PLAIN]}
    match, cards = duel(zones)
    match.play(0, "activate", cards["Mutual Ruin"], "resolve")
    assert asked(match)[:2] == (1, "response")
    respond(match, 1)
    match.pick(1, cards[PLAIN])
    assert life(match, 0) == life(match, 1) == 8000
    assert names(match, "grave:0") == ["Mutual Ruin"]
    assert sorted(names(match, "grave:1")) == ["Flashover", PLAIN]


def test_flashover_is_optional_and_does_not_respond_to_traps_or_its_own_side() -> None:
    zones = {"hand:0": ["Mutual Ruin"], "spell_trap:1": [set_card("Flashover")], "hand:1": [PLAIN]}
    match, cards = duel(zones)
    match.play(0, "activate", cards["Mutual Ruin"], "resolve")
    match.pick(1)
    assert life(match, 0) == life(match, 1) == 6500
    zones = {"hand:0": ["Mutual Ruin", PLAIN], "spell_trap:0": [set_card("Flashover")]}
    match, cards = duel(zones)
    match.play(0, "activate", cards["Mutual Ruin"], "resolve")
    assert match.is_resting
    zones = {
        "monsters:0": [PLAIN],
        "spell_trap:0": [set_card("Flashover")],
        "hand:0": [STURDY],
        "spell_trap:1": [set_card("Ashen Wall")],
    }
    match, cards = duel(zones)
    match.play(0, "to_battle")
    match.play(0, "attack", cards[PLAIN], "direct")
    respond(match, 1)
    assert match.is_resting, "a trap is nothing Flashover answers"


def test_flashover_needs_another_card_to_discard() -> None:
    zones = {"hand:0": ["Mutual Ruin"], "spell_trap:1": [set_card("Flashover")]}
    match, cards = duel(zones)
    match.play(0, "activate", cards["Mutual Ruin"], "resolve")
    assert match.is_resting
    assert life(match, 1) == 6500


# --- traps ------------------------------------------------------------------------------------------


def test_ashen_wall_ends_the_battle() -> None:
    zones = {"monsters:0": [PLAIN, STURDY], "spell_trap:1": [set_card("Ashen Wall")]}
    match, cards = duel(zones)
    match.play(0, "to_battle")
    match.play(0, "attack", cards[STURDY], "direct")
    respond(match, 1)
    assert life(match, 1) == 8000
    assert not moves(match, "attack"), "nobody else attacks in this phase"
    assert names(match, "grave:1") == ["Ashen Wall"]


def test_ashen_wall_does_not_respond_to_its_own_side_or_in_the_turn_it_was_set() -> None:
    match, cards = duel({"monsters:0": [STURDY], "spell_trap:0": [set_card("Ashen Wall")]})
    match.play(0, "to_battle")
    match.play(0, "attack", cards[STURDY], "direct")
    assert life(match, 1) == 6000
    fresh = ("Ashen Wall", {"face_up": False, "came": 2})
    match, cards = duel({"monsters:0": [STURDY], "spell_trap:1": [fresh]})
    match.play(0, "to_battle")
    match.play(0, "attack", cards[STURDY], "direct")
    assert life(match, 1) == 6000


def test_smothering_smoke_negates_a_summon() -> None:
    zones = {
        "hand:0": ["Ember Lancer"],
        "spell_trap:1": [set_card("Smothering Smoke"), "Ash Banner"],
    }
    match, cards = duel(zones)
    match.play(0, "normal_summon", cards["Ember Lancer"])
    respond(match, 1)
    assert match.is_resting, "the Lancer never came, so it burns nothing"
    assert names(match, "grave:0") == ["Ember Lancer"]
    assert names(match, "spell_trap:1") == ["Ash Banner"]
    assert not moves(match, "normal_summon")


def test_smothering_smoke_is_optional_and_does_not_respond_to_a_set() -> None:
    zones = {"hand:0": [PLAIN, "Cinder Pup"], "spell_trap:1": [set_card("Smothering Smoke")]}
    match, cards = duel(zones)
    match.play(0, "normal_summon", cards[PLAIN])
    match.pick(1)
    assert names(match, "monsters:0") == [PLAIN]
    match, cards = duel(zones)
    match.play(0, "set_monster", cards[PLAIN])
    assert match.is_resting


def test_backdraft_negates_a_spell_and_deals_damage() -> None:
    zones = {"hand:0": ["Mutual Ruin"], "spell_trap:1": [set_card("Backdraft")]}
    match, cards = duel(zones)
    match.play(0, "activate", cards["Mutual Ruin"], "resolve")
    respond(match, 1)
    assert life(match, 0) == 7500
    assert life(match, 1) == 7000
    assert names(match, "grave:0") == ["Mutual Ruin"]


def test_backdraft_responds_to_flashover_but_not_the_reverse() -> None:
    zones = {
        "hand:0": ["Mutual Ruin", PLAIN, "Flashover"],
        "spell_trap:0": [set_card("Backdraft")],
        "spell_trap:1": [set_card("Flashover"), set_card("Flashover")],
        "hand:1": [PLAIN, PLAIN],
    }
    match, cards = duel(zones)
    match.play(0, "activate", cards["Mutual Ruin"], "resolve")
    respond(match, 1)
    match.pick(1, match.ctx.zones["hand:1"][0])
    seat, what, _ = asked(match)
    assert (seat, what) == (0, "response")
    labels = [option.label for option in match.prompts[0].options]
    assert labels == ["Backdraft", "Flashover"]
    respond(match, 0, labels.index("Backdraft"))
    assert match.is_resting, "nothing the others have is of speed 3"
    # Backdraft negates Flashover, so Mutual Ruin resolves.
    assert life(match, 0) == 8000 - 1000 - 1500
    assert life(match, 1) == 8000 - 500 - 1500
    assert len(names(match, "spell_trap:1")) == 1


def test_backdraft_does_not_respond_to_monsters_and_needs_1000_life() -> None:
    zones = {
        "monsters:0": ["Kiln Caller"],
        "hand:0": [PLAIN],
        "monsters:1": [STURDY],
        "spell_trap:1": [set_card("Backdraft")],
    }
    match, cards = duel(zones)
    match.play(0, "activate", cards["Kiln Caller"], "fire")
    while match.asked:
        assert asked(match)[0] == 0
        match.pick(0, asked(match)[2][0])
    zones = {"hand:0": ["Supply Cart"], "spell_trap:1": [set_card("Backdraft")]}
    match, cards = duel(zones, life=(8000, 999))
    match.play(0, "activate", cards["Supply Cart"], "resolve")
    assert asked(match)[:2] == (0, "discard")
