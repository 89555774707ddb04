"""Monsters: their start, their moves and their powers."""

from __future__ import annotations

from copy import copy

from turnwright.games.spire.combat import monsters
from turnwright.games.spire.combat.monsters.monster_definition import monsters_for
from turnwright.games.spire.game import game
from turnwright.games.spire.state import SpireState

STRIKES = ["Strike_R"] * 10


def fight(encounter, ascension=0, deck=STRIKES, relics=(), seed="WRC", hp=900, **facts):
    """A fight with a deck of one's choice, far from death."""
    scene = {"act": 1, "floor": 5, "room": "MONSTER", "hp": hp, "max_hp": hp, "deck": list(deck)}
    return game.start(
        seats=1,
        options={
            "seed": seed,
            "ascension": ascension,
            "scene": {**scene, "relics": list(relics), "encounter": encounter, **facts},
        },
    )


def group(match):
    """Those that are there."""
    return [one for one in match.c.G.battle.monsters if not one.is_gone]


def end(match, turns=1):
    for _ in range(turns):
        match.play(0, "end")


def strike(match, target=0, times=1, card="Strike_R"):
    for _ in range(times):
        hand = match.c.G.battle.hand
        place = next(n for n, one in enumerate(hand) if one.kind == card)
        match.play(0, "play", place, target)


def moves(match, turns, place=0):
    """What it does, turn by turn."""
    found = []
    for _ in range(turns):
        found.append(match.c.G.battle.monsters[place].move)
        end(match)
    return found


# --- what they are -------------------------------------------------------------------------------


def test_every_encounter_can_be_fought_at_every_ascension():
    for encounter in monsters.ENCOUNTERS:
        for ascension in (0, 7, 20):
            match = fight(encounter, ascension)
            assert all(one.hp > 0 and one.move for one in group(match))
            end(match, 4)
            assert match.c.G.battle is None or match.c.G.battle.turn == 4


def test_a_move_names_only_moves_of_its_monster():
    for kind, ready in monsters_for(SpireState(ascension=20)).items():
        named = [move.next_move for move in ready.moves.values() if isinstance(move.next_move, str)]
        named += [band.move for band in monsters.facts(kind).pattern if hasattr(band, "move")]
        assert set(named) <= set(ready.moves), kind


def test_numbers_grow_with_the_ascension():
    (worm,) = group(easy := fight("Jaw Worm"))
    (hard_worm,) = group(hard := fight("Jaw Worm", 20))
    assert 40 <= worm.max_hp <= 44
    assert 42 <= hard_worm.max_hp <= 46
    assert monsters.intent(easy.c.G, worm) == ("ATTACK", 1, 11, 1)
    assert monsters.intent(hard.c.G, hard_worm) == ("ATTACK", 1, 12, 1)


# --- patterns ------------------------------------------------------------------------------------


def test_a_cultist_grows_stronger_every_turn_after_the_first():
    match = fight("Cultist", hp=100)
    assert moves(match, 4) == ["INCANTATION", "DARK_STRIKE", "DARK_STRIKE", "DARK_STRIKE"]
    assert match.c.G.hp == 100 - 6 - 9 - 12
    (cultist,) = group(match)
    assert cultist.powers == {"Ritual": 3, "Strength": 9}


def test_sentries_take_turns():
    match = fight("3 Sentries")
    assert [one.move for one in group(match)] == ["BOLT", "BEAM", "BOLT"]
    end(match)
    assert [one.move for one in group(match)] == ["BEAM", "BOLT", "BEAM"]
    assert [card.kind for card in match.c.G.battle.discard if card.kind == "Dazed"] == ["Dazed"] * 4


def test_the_hexaghost_burns_in_a_fixed_order():
    match = fight("Hexaghost")
    assert moves(match, 9) == [
        "ACTIVATE", "DIVIDER", "SEAR", "TACKLE", "SEAR", "INFLAME", "TACKLE", "SEAR", "INFERNO",
    ]  # fmt: skip
    b = match.c.G.battle
    burns = [card.up for card in (*b.hand, *b.draw, *b.discard) if card.kind == "Burn"]
    assert len(burns) == 6  # three of Sear, three of Inferno
    assert burns.count(1) >= 5, "those in hand stay as they are"


def test_a_nob_is_enraged_by_skills_and_bashes_skulls_at_high_ascension():
    match = fight("Gremlin Nob", 18, deck=["Defend_R"] * 10)
    assert moves(match, 6) == ["BELLOW", "SKULL_BASH", "RUSH", "RUSH", "SKULL_BASH", "RUSH"]
    strike(match, -1, card="Defend_R")
    (nob,) = group(match)
    assert nob.powers["Strength"] == 3


def test_a_thief_steals_twice_and_flees_with_the_gold():
    match = fight("Looter", gold=100)
    end(match, 2)
    assert match.c.G.gold == 70
    while match.c.G.battle is not None:
        end(match)
    assert match.c.G.rewards.gold[1:] == []


def test_a_thief_that_dies_gives_the_gold_back():
    match = fight("Looter", gold=100, deck=["Bludgeon"] * 10)
    end(match, 2)
    strike(match, card="Bludgeon")
    end(match)
    strike(match, card="Bludgeon")
    assert match.c.G.rewards.gold[0] in (30, 45), "before the other gold"


def test_lagavulin_gets_out_of_its_shell_by_itself_after_three_turns():
    match = fight("Lagavulin")
    assert moves(match, 4) == ["SLEEP", "SLEEP", "SLEEP", "ATTACK"]
    (lagavulin,) = group(match)
    assert (lagavulin.powers, lagavulin.block) == ({}, 0)


def test_the_automaton_flails_twice_between_its_beams():
    beams = ["FLAIL", "BOOST", "FLAIL", "BOOST", "HYPER_BEAM"]
    calm, hard = (fight("Automaton", level, hp=3000) for level in (0, 19))
    assert moves(calm, 12, place=1) == ["SPAWN_ORBS", *beams, "STUNNED", *beams]
    assert moves(hard, 12, place=1) == ["SPAWN_ORBS", *beams, "BOOST", *beams]


def test_between_two_clouds_of_spores_are_two_turns_at_high_ascension():
    match = fight("Snake Plant", 17, hp=9000)
    told = "".join("S" if one == "ENFEEBLING_SPORES" else "C" for one in moves(match, 60))
    assert "CCC" not in told
    assert "SS" not in told
    assert "SCS" not in told.replace("CCS", "")


def test_a_parasite_also_sucks_after_it_fell_upon_somebody():
    """Where Fell would come again, the two other attacks have the same chance."""
    instead_of_fell = []
    for seed in range(150):
        match = fight("Shell Parasite", 17, seed=seed)
        rolls = copy(match.c.G.streams.ai)
        assert moves(match, 1) == ["FELL"]
        if rolls.random(99) < 20:
            instead_of_fell.append(group(match)[0].move)
    assert set(instead_of_fell) == {"DOUBLE_STRIKE", "SUCK"}


def test_romeo_crosses_twice_at_high_ascension():
    calm, hard = (fight("Masked Bandits", level) for level in (16, 17))
    agonize, cross = "AGONIZING_SLASH", "CROSS_SLASH"
    assert moves(calm, 7, place=1) == ["MOCK", *(agonize, cross) * 3]
    assert moves(hard, 7, place=1) == ["MOCK", *(agonize, cross, cross) * 2]


def test_nemesis_may_use_its_scythe_every_other_turn():
    told = moves(fight("Nemesis", hp=9000), 120)
    after = [told[n + 2] for n in range(118) if told[n] == "SCYTHE"]
    assert "SCYTHE" in after
    for name, limit in (("SCYTHE", 1), ("DEBUFF", 1), ("ATTACK", 2)):
        runs = (told[n : n + limit + 1] for n in range(120 - limit))
        assert [name] * (limit + 1) not in runs


def test_spire_growth_does_not_forget_to_constrict():
    match = fight("Spire Growth", hp=9000)
    told = moves(match, 30)
    tackled = [n for n in range(2, 30) if told[n - 2 : n] == ["QUICK_TACKLE"] * 2]
    first = told.index("CONSTRICT")
    assert all(told[n] == "CONSTRICT" for n in tackled if n <= first)
    assert "CONSTRICT" not in told[first + 1 :]


def test_a_mystic_heals_who_needs_it_but_not_three_times_in_a_row():
    match = fight("Centurion and Healer")
    centurion, mystic = group(match)
    chosen = []
    for _ in range(4):
        centurion.hp = 20
        end(match)
        chosen.append(mystic.move)
    assert chosen[:2] == ["HEAL", "HEAL"]
    assert chosen[2] != "HEAL"
    assert chosen[3] == "HEAL"


def test_a_centurion_protects_another_and_itself_when_it_is_alone():
    match = fight("Centurion and Healer")
    centurion, mystic = group(match)
    centurion.move = "DEFEND"
    end(match)
    assert mystic.block == 15
    mystic.hp, mystic.is_gone = 0, True
    centurion.move = "DEFEND"
    end(match)
    assert centurion.block == 15


def test_reptomancer_summons_as_long_as_there_is_a_place():
    second = set()
    for seed in range(20):
        match = fight("Reptomancer", seed=seed)
        end(match)
        assert len(group(match)) == 4
        second.add(match.c.G.battle.monsters[2].move)
    assert second == {"SUMMON", "SNAKE_STRIKE", "BIG_BITE"}


def test_a_leader_of_gremlins_covers_them_better_at_high_ascension():
    for level, block in ((3, 6), (18, 10)):
        match = fight("Gremlin Leader", level)
        leader = match.c.G.battle.monsters[3]
        leader.move = "ENCOURAGE"
        end(match)
        assert match.c.G.battle.monsters[1].block == block


# --- powers --------------------------------------------------------------------------------------


def test_a_louse_curls_up_once():
    match = fight("2 Louse", deck=["Flash of Steel"] * 20)
    louse = match.c.G.battle.monsters[0]
    curl = louse.powers["Curl Up"]
    strike(match, card="Flash of Steel")
    assert louse.block == curl
    assert "Curl Up" not in louse.powers


def test_a_mad_gremlin_ignores_blocked_attacks():
    match = fight("Gremlin Gang", deck=STRIKES)
    gremlin = match.c.G.battle.monsters[0]
    gremlin.powers["Angry"], gremlin.block = 1, 6
    strike(match)
    assert "Strength" not in gremlin.powers
    strike(match)
    assert gremlin.powers["Strength"] == 1


def test_lagavulin_wakes_up_when_it_is_hurt_and_is_stunned_for_a_turn():
    match = fight("Lagavulin", deck=["Bludgeon"] * 10)
    (lagavulin,) = group(match)
    assert monsters.intent(match.c.G, lagavulin).name == "SLEEP"
    strike(match, card="Bludgeon")
    assert monsters.intent(match.c.G, lagavulin).name == "STUN"
    assert "Metallicize" not in lagavulin.powers
    assert moves(match, 4)[1:] == ["ATTACK", "ATTACK", "SIPHON_SOUL"]


def test_the_guardian_closes_up_when_it_is_hurt_enough():
    match = fight("The Guardian", deck=["Bludgeon"] * 10)
    (guardian,) = group(match)
    strike(match, card="Bludgeon")
    assert (guardian.move, guardian.block) == ("DEFENSIVE_MODE", 20)
    end(match)
    assert guardian.powers["Sharp Hide"] == 3
    hp = match.c.G.hp
    strike(match, card="Bludgeon")
    assert match.c.G.hp == hp - 3
    end(match, 2)
    assert guardian.powers["Mode Shift"] == 40, "it is harder to close up the next time"


def test_a_byrd_falls_when_it_is_hit_often_enough():
    match = fight("3 Byrds", deck=["Flash of Steel"] * 20)
    byrd = match.c.G.battle.monsters[0]
    strike(match, times=3, card="Flash of Steel")
    assert "Flight" not in byrd.powers
    assert moves(match, 3) == ["STUNNED", "HEADBUTT", "FLY"]
    assert byrd.powers["Flight"] == 3


def test_curiosity_reacts_to_powers():
    match = fight("Awakened One", deck=["Inflame"] * 10)
    awakened = match.c.G.battle.monsters[2]
    strike(match, -1, times=2, card="Inflame")
    assert awakened.powers["Strength"] == 2


def test_the_twelfth_card_ends_the_turn_against_the_time_eater():
    match = fight("Time Eater", deck=["Flash of Steel"] * 30)
    (eater,) = group(match)
    strike(match, times=12, card="Flash of Steel")
    assert match.c.G.battle.turn == 1
    assert (eater.powers["Time Warp"], eater.powers["Strength"]) == (0, 2)


# --- coming and going ----------------------------------------------------------------------------


def test_a_large_slime_splits_into_two_with_what_it_has_left():
    match = fight("Large Slime", deck=["Bludgeon"] * 10)
    (slime,) = group(match)
    end(match)
    strike(match, card="Bludgeon")
    left = slime.hp
    if left > slime.max_hp // 2:
        end(match)
        strike(match, card="Bludgeon")
        left = slime.hp
    assert slime.move == "SPLIT"
    end(match)
    halves = group(match)
    assert [(one.kind[:-1], one.hp) for one in halves] == [(slime.kind[:-1], left)] * 2


def test_a_darkling_comes_back_while_another_one_is_there():
    match = fight("3 Darklings", deck=["Bludgeon"] * 10)
    darkling = match.c.G.battle.monsters[0]
    while not darkling.is_half_dead:
        strike(match, card="Bludgeon")
        if not darkling.is_half_dead:
            end(match)
    assert darkling.hp == 0
    assert moves(match, 2) == ["REGROW", "REINCARNATE"]
    assert darkling.hp == darkling.max_hp // 2


def test_the_awakened_one_rises_again_also_when_it_is_alone():
    match = fight("Awakened One", deck=["Immolate+1"] * 10, relics=["Runic Dome"], energy=0)
    awakened = match.c.G.battle.monsters[2]
    while not awakened.is_half_dead:
        b = match.c.G.battle
        if b.energy >= 2 and any(card.kind == "Immolate" for card in b.hand):
            strike(match, -1, card="Immolate")
        else:
            end(match)
    assert [one.is_gone for one in match.c.G.battle.monsters] == [True, True, True]
    end(match)
    assert (awakened.hp, awakened.move) == (300, "DARK_ECHO")


def test_a_fallen_leader_ends_the_fight():
    match = fight("Gremlin Leader", deck=["Bludgeon"] * 10)
    while match.c.G.battle is not None:
        strike(match, 3, card="Bludgeon")
        if match.c.G.battle is not None:
            end(match)
    assert match.c.G.screen == "REWARDS"


def test_the_collector_lights_two_torches_and_they_wait_a_round():
    match = fight("Collector")
    assert [one.kind for one in group(match)] == ["TheCollector"]
    end(match)
    assert [one.kind for one in group(match)] == ["TorchHead", "TorchHead", "TheCollector"]
    assert match.c.G.hp == 900


def test_an_orb_holds_a_card_until_it_dies():
    match = fight("Automaton", deck=["Strike_R"] * 9 + ["Bludgeon"])
    end(match)
    for _ in range(4):
        if any(one.stolen for one in match.c.G.battle.monsters):
            break
        end(match)
    (stolen,) = [one.stolen.kind for one in match.c.G.battle.monsters if one.stolen][:1]
    assert stolen == "Bludgeon", "the rarest one"


def test_a_monster_behind_the_player_hits_harder():
    match = fight("Shield and Spear")
    shield, spear = group(match)
    assert "BackAttack" in shield.powers
    strike(match, 0)
    assert "BackAttack" not in shield.powers
    assert "BackAttack" in spear.powers


# --- rules that the recordings have differently --------------------------------------------------


def test_a_mystic_heals_when_the_group_has_lost_enough_together():
    match = fight("Centurion and Healer")
    for one in group(match):
        one.hp = one.max_hp - 8
    end(match)
    assert match.G.battle.monsters[1].move == "HEAL"


def test_a_mystic_does_not_heal_small_wounds():
    match = fight("Centurion and Healer")
    group(match)[0].hp -= 8
    group(match)[1].hp -= 7
    end(match)
    assert match.G.battle.monsters[1].move != "HEAL"


def test_an_awakened_one_that_dies_on_thorns_is_reborn_in_its_next_turn():
    match = fight("Awakened One", relics=["Bronze Scales"])
    awakened = match.G.battle.monsters[2]
    awakened.hp = 3
    end(match)
    assert (awakened.is_half_dead, awakened.move) == (True, "REBIRTH")
    end(match)
    assert (awakened.is_half_dead, awakened.hp, awakened.move) == (False, 300, "DARK_ECHO")


def test_the_other_hits_of_a_half_dead_attacker_land():
    match = fight("Awakened One", relics=["Bronze Scales"])
    awakened = match.G.battle.monsters[2]
    awakened.hp, awakened.move = 3, "SOUL_STRIKE"
    end(match)  # the cultists only chant
    assert 900 - match.G.hp == 4 * 6


def test_a_byrd_comes_down_after_all_hits_of_a_card():
    match = fight("3 Byrds", deck=["Sword Boomerang"] * 5)
    byrds = match.G.battle.monsters
    for other in byrds[1:]:
        other.hp, other.is_gone = 0, True
    byrd, before = byrds[0], byrds[0].hp
    byrd.powers["Flight"] = 1
    strike(match, target=-1, card="Sword Boomerang")
    assert before - byrd.hp == 3  # half of 3, rounded down, three times
    assert "Flight" not in byrd.powers
    assert byrd.move == "STUNNED"


def test_spire_shield_takes_focus_from_some_players_with_orb_slots():
    """With orb slots it is Strength or Focus, without them always Strength."""
    taken = set()
    for seed in ("A", "B", "C", "D", "E", "F", "G", "H"):
        match = fight("Shield and Spear", seed=seed)
        match.G.battle.monsters[0].move = "BASH"
        match.G.battle.orb_slots = 3
        end(match)
        taken |= {name for name in ("Strength", "Focus") if match.G.battle.powers.get(name) == -1}
    assert taken == {"Strength", "Focus"}
    match = fight("Shield and Spear")
    match.G.battle.monsters[0].move = "BASH"
    end(match)
    assert match.G.battle.powers["Strength"] == -1


def test_thorns_hurt_who_attacks_without_doing_damage():
    match = fight("3 Shapes", seed="SPIKES")
    spiker = match.G.battle.monsters[0]
    spiker.powers, spiker.block = {"Thorns": 3}, 50
    strike(match)
    assert (spiker.block, 900 - match.G.hp) == (44, 3)
