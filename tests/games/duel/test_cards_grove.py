"""The Grove cards, played: what their texts say, and where they stop."""

from __future__ import annotations

from typing import Any

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
from turnwright.agents import RandomAgent, play_out
from turnwright.games.duel.card_definition import LIBRARY
from turnwright.games.duel.cards.grove import can_total
from turnwright.games.duel.decks import check_deck
from turnwright.games.duel.game import DIRECT, game

GROVE = {name: spec for name, spec in LIBRARY.items() if spec.faction == "Grove"}
DECK = {name: 2 for name, spec in GROVE.items() if not spec.is_token}
PLAIN = "Cinder Pup"  # 1200 attack, 400 defense, level 2, and no effect while it lives


def sapped(name: str, counters: int) -> Any:
    """A face-up card with sap counters on it."""
    return (name, {"counters": (("sap", counters),)})


def sap(match: tw.Match, card_id: int) -> int:
    return dict(match.ctx.cards[card_id].counters).get("sap", 0)


def play(match: tw.Match, card_id: int, effect: str = "resolve") -> None:
    match.play(0, "activate", card_id, effect)


def effects(match: tw.Match, card_id: int) -> list[str]:
    """The effects of this card that seat 0 can use now."""
    return [args[1] for args in moves(match, "activate") if args[0] == card_id]


def pass_turns(match: tw.Match, count: int = 1) -> None:
    for _ in range(count):
        (seat,) = match.acting
        match.play(seat, "end_turn")


def is_quiet(match: tw.Match) -> bool:
    """No question is open: the player on turn chooses a move."""
    return [prompt.kind for prompt in match.prompts] == ["move"]


# --- the set ----------------------------------------------------------------------------------------


def test_two_of_every_grove_card_make_a_legal_deck_without_the_token() -> None:
    check_deck(DECK)
    assert [name for name, spec in GROVE.items() if spec.is_token] == ["Seedling"]
    assert all(spec.text for spec in GROVE.values())


# --- monsters ---------------------------------------------------------------------------------------


def test_a_seedling_that_leaves_the_field_is_removed() -> None:
    match, cards = duel({"monsters:0": ["Seedling"], "hand:0": ["Twinhorn Stag"]})
    match.play(0, "normal_summon", cards["Twinhorn Stag"])
    match.pick(0, cards["Seedling"])
    assert cards["Seedling"] not in match.ctx.cards
    assert names(match, "grave:0") == []


def test_mossback_elder_counts_every_other_summon_of_both_players() -> None:
    match, cards = duel({"monsters:0": ["Mossback Elder"], "hand:0": [PLAIN], "hand:1": [PLAIN]})
    elder, mine = cards["Mossback Elder"], match.ctx.zones["hand:0"][0]
    match.play(0, "normal_summon", mine)
    assert (sap(match, elder), match.c.attack_of(elder)) == (1, 1400)
    pass_turns(match)
    match.play(1, "normal_summon", match.ctx.zones["hand:1"][0])
    assert (sap(match, elder), match.c.attack_of(elder)) == (2, 1500)


def test_mossback_elder_does_not_count_itself_or_a_set_monster() -> None:
    match, cards = duel({"hand:0": ["Mossback Elder"], "hand:1": [PLAIN]})
    elder = cards["Mossback Elder"]
    match.play(0, "normal_summon", elder)
    assert sap(match, elder) == 0
    pass_turns(match)
    match.play(1, "set_monster", match.ctx.zones["hand:1"][0])
    assert sap(match, elder) == 0
    assert match.c.attack_of(elder) == 1300


def test_sap_gatherer_gathers_only_in_its_own_standby_phase() -> None:
    match, cards = duel({"monsters:0": ["Sap Gatherer"]})
    gatherer = cards["Sap Gatherer"]
    pass_turns(match)
    assert sap(match, gatherer) == 0
    pass_turns(match)
    assert sap(match, gatherer) == 2
    assert match.c.attack_of(gatherer) == 800


def warden_scene() -> tuple[tw.Match, dict[str, int]]:
    return duel(
        {
            "monsters:0": ["Sap Warden", sapped("Sap Gatherer", 2), sapped("Mossback Elder", 4)],
            "monsters:1": [PLAIN],
            "spell_trap:1": [set_card("Ashen Wall")],
        }
    )


def test_sap_warden_removes_exactly_three_counters_from_several_cards() -> None:
    match, cards = warden_scene()
    warden, gatherer, elder = cards["Sap Warden"], cards["Sap Gatherer"], cards["Mossback Elder"]
    play(match, warden, "drain")
    assert asked(match)[:2] == (0, "target")
    match.pick(0, cards["Ashen Wall"])
    match = reload(match)
    seat, question, parts = asked(match)
    assert (seat, question, len(parts)) == (0, "sap", 2 + 3)

    def part(number: int, name: str) -> str:
        return f"{number} from {name} #{cards[name]}"

    too_few = (part(2, "Mossback Elder"),)
    too_many = (part(2, "Sap Gatherer"), part(2, "Mossback Elder"))
    twice = (part(1, "Mossback Elder"), part(2, "Mossback Elder"))
    for picks in (too_few, too_many, twice):
        refusal = match.submit(tw.Answer(0, picks=picks))
        assert refusal is not None
        assert refusal.code == "wrong_combination"
        assert "exactly 3 counters" in refusal.sentence
    assert zone_of(match, cards["Ashen Wall"]) == "spell_trap:1"
    match.pick(0, part(2, "Sap Gatherer"), part(1, "Mossback Elder"))
    assert (sap(match, gatherer), sap(match, elder)) == (0, 3)
    assert names(match, "grave:1") == ["Ashen Wall"]
    assert effects(match, warden) == []  # once per turn


def test_sap_warden_pays_once_even_after_saving_between_questions() -> None:
    match, cards = warden_scene()
    play(match, cards["Sap Warden"], "drain")
    match = reload(match)
    match.pick(0, match.ctx.zones["monsters:1"][0])
    match = reload(reload(match))
    match.pick(0, f"3 from Mossback Elder #{cards['Mossback Elder']}")
    assert (sap(match, cards["Mossback Elder"]), sap(match, cards["Sap Gatherer"])) == (1, 2)


def test_sap_warden_needs_three_counters_and_a_target() -> None:
    few, cards = duel(
        {"monsters:0": ["Sap Warden", sapped("Sap Gatherer", 2)], "monsters:1": [PLAIN]}
    )
    assert effects(few, cards["Sap Warden"]) == []
    lonely, cards = duel({"monsters:0": ["Sap Warden", sapped("Sap Gatherer", 3)]})
    assert effects(lonely, cards["Sap Warden"]) == []


def test_thornroot_boar_pierces_and_gains_life() -> None:
    match, cards = duel({"monsters:0": ["Thornroot Boar"], "monsters:1": [guard(PLAIN)]})
    match.play(0, "to_battle")
    match.play(0, "attack", cards["Thornroot Boar"], cards[PLAIN])
    # 1600 against 400 defense; the pup's own last spark costs 400.
    assert (life(match, 1), life(match, 0)) == (8000 - 1200, 8000 + 400 - 400)


def test_thornroot_boar_gains_nothing_from_damage_to_its_own_side() -> None:
    match, cards = duel({"monsters:0": ["Thornroot Boar"], "monsters:1": [guard("Canopy Mother")]})
    match.play(0, "to_battle")
    match.play(0, "attack", cards["Thornroot Boar"], cards["Canopy Mother"])
    assert (life(match, 0), life(match, 1)) == (8000 - 600, 8000)


def test_twinhorn_stag_attacks_twice_after_a_tribute() -> None:
    match, cards = duel({"monsters:0": ["Twinhorn Stag", "Sap Gatherer"]})
    stag = cards["Twinhorn Stag"]
    play(match, stag, "rear")
    assert asked(match) == (0, "cost", [cards["Sap Gatherer"]])
    match = reload(match)
    match.pick(0, cards["Sap Gatherer"])
    assert names(match, "grave:0") == ["Sap Gatherer"]
    assert effects(match, stag) == []  # once per turn, and there is no other monster
    match.play(0, "to_battle")
    match.play(0, "attack", stag, DIRECT)
    match.play(0, "attack", stag, DIRECT)
    assert life(match, 1) == 8000 - 2 * 2200
    assert moves(match, "attack") == []


def test_twinhorn_stag_has_one_attack_without_a_tribute_and_again_next_turn() -> None:
    match, cards = duel({"monsters:0": ["Twinhorn Stag"]})
    stag = cards["Twinhorn Stag"]
    assert effects(match, stag) == []  # it cannot be its own tribute
    match.play(0, "to_battle")
    match.play(0, "attack", stag, DIRECT)
    assert moves(match, "attack") == []
    match, cards = duel({"monsters:0": ["Twinhorn Stag", "Sap Gatherer"]})
    play(match, cards["Twinhorn Stag"], "rear")
    match.pick(0, cards["Sap Gatherer"])
    pass_turns(match, 2)
    assert match.c.stat(cards["Twinhorn Stag"], "attacks") == 1


def test_wandering_hart_must_return_another_monster() -> None:
    match, cards = duel({"monsters:0": ["Sap Gatherer"], "hand:0": ["Wandering Hart"]})
    match.play(0, "normal_summon", cards["Wandering Hart"])
    assert asked(match) == (0, "target", [cards["Sap Gatherer"]])  # it is not optional
    match.pick(0, cards["Sap Gatherer"])
    assert names(match, "hand:0") == ["Sap Gatherer"]
    assert names(match, "monsters:0") == ["Wandering Hart"]


def test_wandering_hart_alone_returns_nothing() -> None:
    match, cards = duel({"monsters:1": [PLAIN], "hand:0": ["Wandering Hart"]})
    match.play(0, "normal_summon", cards["Wandering Hart"])
    assert is_quiet(match)
    assert names(match, "monsters:0") == ["Wandering Hart"]
    assert names(match, "monsters:1") == [PLAIN]


def test_canopy_mother_counts_the_current_face_up_grove_monsters() -> None:
    match, cards = duel(
        {
            "monsters:0": ["Canopy Mother", "Sap Gatherer", PLAIN, set_monster("Sap Warden")],
            "monsters:1": ["Sap Warden"],
            "hand:0": ["Seedmother"],
        }
    )
    mother = cards["Canopy Mother"]
    assert match.c.attack_of(mother) == 1900 + 200
    match.play(0, "normal_summon", cards["Seedmother"])
    assert is_quiet(match)  # five monsters: no room for a Seedling
    assert match.c.attack_of(mother) == 1900 + 400
    assert match.c.attack_of(cards["Sap Gatherer"]) == 800
    match.play(0, "flip_summon", match.ctx.zones["monsters:0"][3])
    assert match.c.attack_of(mother) == 1900 + 600


@pytest.mark.parametrize(("others", "made"), [(0, 2), (3, 1)])
def test_seedmother_makes_as_many_seedlings_as_there_is_room_for(others: int, made: int) -> None:
    match, cards = duel({"monsters:0": [PLAIN] * others, "hand:0": ["Seedmother"]})
    match.play(0, "normal_summon", cards["Seedmother"])
    match.pick(0, "yes")
    assert names(match, "monsters:0").count("Seedling") == made
    seedling = match.ctx.cards[match.ctx.zones["monsters:0"][-1]]
    assert (seedling.position, seedling.face_up) == ("defense", True)


def test_seedmother_may_decline() -> None:
    match, cards = duel({"hand:0": ["Seedmother"]})
    match.play(0, "normal_summon", cards["Seedmother"])
    assert asked(match)[:2] == (0, "use")
    match.pick(0, "no")
    assert names(match, "monsters:0") == ["Seedmother"]


def test_two_seedlings_trigger_an_elder_twice() -> None:
    match, cards = duel({"monsters:0": ["Mossback Elder"], "hand:0": ["Seedmother"]})
    match.play(0, "normal_summon", cards["Seedmother"])
    match.pick(0, "yes")
    while not is_quiet(match):
        match.submit(match.prompts[0].default())
    assert sap(match, cards["Mossback Elder"]) == 3


def test_burrowed_sage_returns_once_per_turn_for_another_card_in_the_grave() -> None:
    match, cards = duel({"grave:0": ["Burrowed Sage", "Burrowed Sage", PLAIN]})
    pass_turns(match)
    assert is_quiet(match)  # the opponent's standby phase
    match.play(1, "end_turn")
    while asked(match)[1] != "use":
        match.submit(match.prompts[0].default())  # two Sages: their order
    match.pick(0, "yes")
    assert asked(match)[1] == "cost"
    match = reload(match)
    match.pick(0, cards[PLAIN])
    assert names(match, "banished:0") == [PLAIN]
    assert names(match, "grave:0") == ["Burrowed Sage"]
    assert "Burrowed Sage" in names(match, "hand:0")
    assert is_quiet(match)  # the second Sage is not offered


def test_burrowed_sage_may_decline_and_cannot_pay_with_itself() -> None:
    match, cards = duel({"grave:0": ["Burrowed Sage", PLAIN]})
    pass_turns(match, 2)
    match.pick(0, "no")
    assert names(match, "grave:0") == ["Burrowed Sage", PLAIN]
    alone, cards = duel({"grave:0": ["Burrowed Sage"]})
    pass_turns(alone, 2)
    assert is_quiet(alone)
    assert zone_of(alone, cards["Burrowed Sage"]) == "grave:0"


def test_worldroot_colossus_turns_opposing_monsters_and_pierces() -> None:
    match, cards = duel(
        {
            "monsters:0": ["Seedling", "Seedling", "Sap Gatherer"],
            "monsters:1": [PLAIN],
            "hand:0": ["Worldroot Colossus"],
        }
    )
    match.play(0, "normal_summon", cards["Worldroot Colossus"])
    match.pick(0, *match.ctx.zones["monsters:0"][:2])
    assert match.ctx.cards[cards[PLAIN]].position == "defense"
    assert match.ctx.cards[cards["Sap Gatherer"]].position == "attack"  # only the opponent's
    match.play(0, "to_battle")
    match.play(0, "attack", cards["Worldroot Colossus"], cards[PLAIN])
    assert life(match, 1) == 8000 - 2600


# --- spells -----------------------------------------------------------------------------------------


def braid_scene() -> tuple[tw.Match, dict[str, int]]:
    return duel(
        {
            "hand:0": ["Rite of Braiding", "Worldroot Colossus"],
            "grave:0": ["Twinhorn Stag", "Forge Titan"],
            "monsters:0": ["Sap Warden", "Seedmother", "Seedling", "Mossback Elder"],
        }
    )  # levels 4, 3, 1, 4


def test_rite_of_braiding_needs_levels_that_total_exactly_the_summoned_level() -> None:
    match, cards = braid_scene()
    warden, seedmother, seedling = cards["Sap Warden"], cards["Seedmother"], cards["Seedling"]
    play(match, cards["Rite of Braiding"])
    # Level 8 is 4+4 or 4+3+1; level 6 cannot be made of 4, 3, 1 and 4.
    assert asked(match) == (0, "crown", [cards["Worldroot Colossus"]])
    match = reload(match)
    match.pick(0, cards["Worldroot Colossus"])
    assert asked(match)[1] == "material"
    match = reload(match)
    refusal = match.submit(tw.Answer(0, picks=(str(warden), str(seedmother))))
    assert refusal is not None
    assert refusal.code == "wrong_combination"
    assert refusal.sentence == "Their levels must total exactly 8."
    match.pick(0, warden, seedmother, seedling)
    assert asked(match) == (0, "position", ["attack", "defense"])
    match = reload(match)
    match.pick(0, "attack")
    assert names(match, "monsters:0") == ["Mossback Elder", "Worldroot Colossus"]
    # The Seedling was a token; the spell itself follows its materials.
    assert names(match, "grave:0")[2:] == ["Sap Warden", "Seedmother", "Rite of Braiding"]
    assert names(match, "hand:0") == []
    assert asked(match)[:2] == (0, "trigger_order")  # the Colossus and the Elder both trigger
    match.pick(0, 1, 0)
    assert sap(match, cards["Mossback Elder"]) == 1
    assert is_quiet(match)


def test_rite_of_braiding_summons_from_the_grave_onto_a_full_field() -> None:
    match, cards = duel(
        {
            "hand:0": ["Rite of Braiding"],
            "grave:0": ["Canopy Mother"],
            "monsters:0": [PLAIN, PLAIN, PLAIN, "Seedling", "Seedling"],
        }
    )
    pups = match.ctx.zones["monsters:0"][:3]
    play(match, cards["Rite of Braiding"])
    match.pick(0, cards["Canopy Mother"])
    match.pick(0, *pups)
    match.pick(0, "defense")
    assert names(match, "monsters:0") == ["Seedling", "Seedling", "Canopy Mother"]
    assert match.ctx.cards[cards["Canopy Mother"]].position == "defense"


def test_rite_of_braiding_cannot_be_played_without_the_sum_or_with_face_down_monsters() -> None:
    field = ["Sap Warden", "Mossback Elder"]
    hand = ["Rite of Braiding", "Worldroot Colossus"]
    match, cards = duel({"hand:0": hand, "monsters:0": field})
    assert effects(match, cards["Rite of Braiding"]) == ["resolve"]
    match, cards = duel({"hand:0": hand, "monsters:0": [*field[:1], set_monster(field[1])]})
    assert effects(match, cards["Rite of Braiding"]) == []
    match, cards = duel({"hand:0": hand[:1], "monsters:0": field})
    assert effects(match, cards["Rite of Braiding"]) == []


def test_some_of_the_levels_total_the_number_or_none_do() -> None:
    assert can_total([4, 3, 1, 4], 8)
    assert not can_total([4, 3, 1, 4], 6)
    assert not can_total([], 5)


def test_verdant_charter_offers_only_possible_modes() -> None:
    bare, cards = duel({"hand:0": ["Verdant Charter"]})
    play(bare, cards["Verdant Charter"])
    assert asked(bare) == (
        0,
        "charter",
        ["life", "seeds"],
    )  # it does not count itself as a Grove card
    full, cards = duel({"hand:0": ["Verdant Charter"], "monsters:0": [PLAIN] * 5})
    play(full, cards["Verdant Charter"])
    assert asked(full) == (0, "charter", ["life"])
    full.pick(0, "life")
    assert life(full, 0) == 9000
    assert names(full, "grave:0") == ["Verdant Charter"]


def test_verdant_charter_makes_seedlings() -> None:
    match, cards = duel({"hand:0": ["Verdant Charter"], "monsters:0": [PLAIN] * 4})
    play(match, cards["Verdant Charter"])
    match.pick(0, "seeds")
    assert names(match, "monsters:0") == [*[PLAIN] * 4, "Seedling"]
    assert life(match, 0) == 8000


def test_verdant_charter_gives_sap_after_saving_in_both_questions() -> None:
    match, cards = duel(
        {
            "hand:0": ["Verdant Charter"],
            "monsters:0": ["Mossback Elder", PLAIN, set_monster("Sap Gatherer")],
            "field:0": ["Sunlit Glade"],
        }
    )
    play(match, cards["Verdant Charter"])
    match = reload(match)
    match.pick(0, "sap")
    match = reload(match)
    assert asked(match) == (0, "on", [cards["Mossback Elder"], cards["Sunlit Glade"]])
    match.pick(0, cards["Sunlit Glade"])
    assert sap(match, cards["Sunlit Glade"]) == 3
    assert sap(match, cards["Mossback Elder"]) == 0


def test_heartwood_graft_gives_strength_and_piercing() -> None:
    match, cards = duel(
        {
            "hand:0": ["Heartwood Graft"],
            "monsters:0": ["Sap Warden", set_monster("Seedmother")],
            "monsters:1": [guard(PLAIN)],
        }
    )
    warden = cards["Sap Warden"]
    play(match, cards["Heartwood Graft"])
    assert asked(match) == (0, "target", [warden])
    match.pick(0, warden)
    assert match.c.attack_of(warden) == 2000
    match.play(0, "to_battle")
    match.play(0, "attack", warden, cards[PLAIN])
    assert life(match, 1) == 8000 - 1600


def test_heartwood_graft_is_destroyed_instead_of_its_monster() -> None:
    match, cards = duel(
        {
            "hand:0": ["Heartwood Graft"],
            "monsters:0": ["Sap Warden"],
            "monsters:1": ["Worldroot Colossus"],
        }
    )
    warden = cards["Sap Warden"]
    play(match, cards["Heartwood Graft"])
    match.pick(0, warden)
    match.play(0, "to_battle")
    match.play(0, "attack", warden, cards["Worldroot Colossus"])
    assert life(match, 0) == 8000 - 1000
    assert names(match, "monsters:0") == ["Sap Warden"]
    assert names(match, "grave:0") == ["Heartwood Graft"]
    assert match.c.attack_of(warden) == 1500
    pass_turns(match)
    match.play(1, "to_battle")
    match.play(1, "attack", cards["Worldroot Colossus"], warden)
    assert names(match, "monsters:0") == []


def test_heartwood_graft_goes_to_the_grave_with_its_monster_and_needs_one() -> None:
    match, cards = duel(
        {"hand:0": ["Heartwood Graft", "Wandering Hart"], "monsters:0": ["Sap Warden"]}
    )
    play(match, cards["Heartwood Graft"])
    match.pick(0, cards["Sap Warden"])
    match.play(0, "normal_summon", cards["Wandering Hart"])
    match.pick(0, cards["Sap Warden"])
    assert names(match, "hand:0") == ["Sap Warden"]
    assert names(match, "grave:0") == ["Heartwood Graft"]
    bare, cards = duel({"hand:0": ["Heartwood Graft"], "monsters:1": [PLAIN]})
    assert effects(bare, cards["Heartwood Graft"]) == []


def test_heartwood_graft_is_lost_if_its_target_is_turned_face_down_in_response() -> None:
    match, cards = duel(
        {
            "hand:0": ["Heartwood Graft"],
            "monsters:0": ["Sap Warden"],
            "spell_trap:1": [set_card("Sinking Fog")],  # turns a monster face down
        }
    )
    play(match, cards["Heartwood Graft"])
    match.pick(0, cards["Sap Warden"])
    assert asked(match)[:2] == (1, "response")
    match = reload(match)
    respond(match, 1)
    match.pick(1, cards["Sap Warden"])
    assert names(match, "grave:0") == ["Heartwood Graft"]
    assert match.c.attack_of(cards["Sap Warden"]) == 1500


def test_sunlit_glade_strengthens_both_sides_and_counts_its_owners_losses() -> None:
    match, cards = duel(
        {
            "hand:0": ["Sunlit Glade"],
            "monsters:0": ["Seedling", "Sap Warden"],
            "monsters:1": ["Canopy Mother", PLAIN],
        }
    )
    glade = cards["Sunlit Glade"]
    play(match, glade)
    assert zone_of(match, glade) == "field:0"
    assert match.c.defense_of(cards["Seedling"]) == 800
    assert match.c.defense_of(cards["Canopy Mother"]) == 2500
    assert match.c.defense_of(cards[PLAIN]) == 400
    match.play(0, "to_battle")
    match.play(0, "attack", cards["Sap Warden"], cards[PLAIN])
    assert sap(match, glade) == 0  # the opponent's loss
    match.play(0, "attack", cards["Seedling"], cards["Canopy Mother"])
    assert sap(match, glade) == 1  # a token counts too


def test_a_new_glade_replaces_the_old_one_and_its_counters() -> None:
    match, _ = duel({"hand:0": ["Sunlit Glade"], "field:0": [sapped("Sunlit Glade", 2)]})
    (new,) = match.ctx.zones["hand:0"]
    play(match, new)
    assert match.ctx.zones["field:0"] == [new]
    assert names(match, "grave:0") == ["Sunlit Glade"]
    assert sap(match, match.ctx.zones["grave:0"][0]) == 0


def test_count_the_rings_sets_the_level_and_raises_the_attack() -> None:
    match, cards = duel(
        {"hand:0": ["Count the Rings"], "monsters:0": ["Sap Warden"], "monsters:1": [PLAIN]}
    )
    warden = cards["Sap Warden"]
    play(match, cards["Count the Rings"])
    match.pick(0, warden)
    assert asked(match) == (0, "declared", list(range(1, 9)))
    match = reload(match)
    match.pick(0, 7)
    assert (match.c.stat(warden, "level"), match.c.attack_of(warden)) == (7, 1800)
    pass_turns(match)
    assert (match.c.stat(warden, "level"), match.c.attack_of(warden)) == (4, 1500)


def test_count_the_rings_can_lower_a_level_without_losing_attack() -> None:
    match, cards = duel(
        {
            "hand:0": ["Count the Rings", "Rite of Braiding", "Worldroot Colossus"],
            "monsters:0": ["Sap Warden", "Twinhorn Stag"],
        }
    )
    assert effects(match, cards["Rite of Braiding"]) == []
    play(match, cards["Count the Rings"])
    match.pick(0, cards["Sap Warden"])
    match.pick(0, 2)
    assert match.c.attack_of(cards["Sap Warden"]) == 1500
    play(match, cards["Rite of Braiding"])
    match.pick(0, cards["Worldroot Colossus"])
    match.pick(0, cards["Sap Warden"], cards["Twinhorn Stag"])
    match.pick(0, "attack")
    assert names(match, "monsters:0") == ["Worldroot Colossus"]


def test_winter_store_opens_in_its_owners_next_standby_phase_only() -> None:
    match, cards = duel({"hand:0": ["Winter Store"]})
    play(match, cards["Winter Store"])
    assert names(match, "hand:0") == []
    pass_turns(match)
    assert len(match.ctx.zones["hand:0"]) == 0
    match = reload(match)
    pass_turns(match)
    assert len(match.ctx.zones["hand:0"]) == 1 + 2  # the draw of the turn, and the store
    pass_turns(match, 2)
    assert len(match.ctx.zones["hand:0"]) == 3 + 1


# --- traps ------------------------------------------------------------------------------------------


def test_entangling_vines_weaken_two_monsters_of_any_side_for_a_turn() -> None:
    match, cards = duel(
        {
            "spell_trap:0": [set_card("Entangling Vines")],
            "monsters:0": ["Thornroot Boar"],
            "monsters:1": ["Sap Warden", set_monster("Seedmother")],
        }
    )
    boar, warden = cards["Thornroot Boar"], cards["Sap Warden"]
    play(match, cards["Entangling Vines"])
    assert asked(match) == (0, "target", [boar, warden])
    refusal = match.submit(tw.Answer(0, picks=(str(boar),)))
    assert refusal is not None
    assert refusal.code == "wrong_count"
    match = reload(match)
    match.pick(0, boar, warden)
    assert (match.c.attack_of(boar), match.c.attack_of(warden)) == (800, 700)
    match.play(0, "to_battle")
    assert moves(match, "attack") == []
    pass_turns(match)
    assert match.c.attack_of(boar) == 1600
    match.play(1, "to_battle")
    assert (warden, boar) in moves(match, "attack")


def test_entangling_vines_need_two_targets_and_respond_to_an_attack() -> None:
    match, cards = duel(
        {"spell_trap:0": [set_card("Entangling Vines")], "monsters:1": ["Sap Warden"]}
    )
    assert effects(match, cards["Entangling Vines"]) == []
    match, cards = duel(
        {
            "spell_trap:1": [set_card("Entangling Vines")],
            "monsters:0": ["Twinhorn Stag", PLAIN],
            "monsters:1": ["Sap Warden"],
        }
    )
    match.play(0, "to_battle")
    match.play(0, "attack", cards["Twinhorn Stag"], cards["Sap Warden"])
    assert asked(match)[:2] == (1, "response")
    respond(match, 1)
    match.pick(1, cards["Twinhorn Stag"], cards[PLAIN])
    # The declared attack continues with the reduced attack: 1400 against 1500.
    assert names(match, "grave:0") == ["Twinhorn Stag"]
    assert life(match, 0) == 8000 - 100
    assert moves(match, "attack") == []


def sleep_scene(attacker: str = "Twinhorn Stag") -> tuple[tw.Match, dict[str, int]]:
    match, cards = duel(
        {"spell_trap:1": [set_card("Season of Sleep")], "monsters:0": [attacker, sapped(PLAIN, 1)]}
    )
    match.play(0, "to_battle")
    match.play(0, "attack", cards[attacker], DIRECT)
    return match, cards


def test_season_of_sleep_banishes_the_attacker_until_the_next_standby_phase() -> None:
    match, cards = sleep_scene()
    assert asked(match)[:2] == (1, "response")
    match = reload(match)
    respond(match, 1)
    assert names(match, "banished:0") == ["Twinhorn Stag"]
    assert life(match, 1) == 8000
    assert names(match, "grave:1") == ["Season of Sleep"]
    match = reload(match)
    pass_turns(match)
    assert names(match, "monsters:0") == [PLAIN, "Twinhorn Stag"]
    assert match.ctx.cards[cards["Twinhorn Stag"]].position == "attack"
    pass_turns(match, 2)
    assert names(match, "monsters:0") == [PLAIN, "Twinhorn Stag"]  # it happens once


def test_season_of_sleep_is_optional_and_a_returning_monster_needs_room() -> None:
    match, _ = sleep_scene()
    match.pick(1)
    assert life(match, 1) == 8000 - 2200
    assert names(match, "spell_trap:1") == ["Season of Sleep"]
    match, _ = duel(
        {
            "spell_trap:1": [set_card("Season of Sleep")],
            "monsters:0": [*[PLAIN] * 4, "Twinhorn Stag"],
            "hand:0": ["Sap Gatherer"],
        }
    )
    match.play(0, "to_battle")
    match.play(0, "attack", match.ctx.zones["monsters:0"][-1], DIRECT)
    respond(match, 1)
    match.play(0, "to_main2")
    match.play(0, "normal_summon", match.ctx.zones["hand:0"][0])
    pass_turns(match)
    assert names(match, "banished:0") == ["Twinhorn Stag"]
    assert len(names(match, "monsters:0")) == 5


def test_a_banished_seedling_does_not_return() -> None:
    match, cards = sleep_scene("Seedling")
    respond(match, 1)
    assert cards["Seedling"] not in match.ctx.cards
    pass_turns(match)
    assert names(match, "monsters:0") == [PLAIN]


def test_a_returning_monster_triggers_for_its_owner_in_the_opponents_turn() -> None:
    match, _ = sleep_scene("Seedmother")
    respond(match, 1)
    match.play(0, "end_turn")
    # It is seat 1's turn; the Seedmother that came back belongs to seat 0, who is asked.
    assert asked(match)[:2] == (0, "use")
    assert match.ctx.turn_player == 1
    match = reload(match)
    match.pick(0, "yes")
    assert names(match, "monsters:0") == [PLAIN, "Seedmother", "Seedling", "Seedling"]


# --- all of them ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_random_players_finish_a_duel_of_two_grove_decks(seed: int) -> None:
    match = game.start(seed=seed, options={"decks": [DECK, DECK]})
    play_out(match, [RandomAgent(f"{seed}a"), RandomAgent(f"{seed}b")], 3000)
    assert match.result is not None
    assert game.replay(match.record).hash == match.hash
