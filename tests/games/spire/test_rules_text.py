"""Rules texts: everything that exists has one, and the numbers in it are those of the rules."""

from __future__ import annotations

import inspect
import re

import pytest

from turnwright.games.spire.card_text import text_of
from turnwright.games.spire.combat import orbs, power_ids, stances
from turnwright.games.spire.combat.hooks import HOOKS
from turnwright.games.spire.combat.monsters import MONSTERS
from turnwright.games.spire.combat.monsters.monster_definition import DEFINITIONS
from turnwright.games.spire.combat.potions import GAINS, INFLICTS
from turnwright.games.spire.combat.relics import AFFLICTS, STARTS_WITH
from turnwright.games.spire.display_names import POWERS
from turnwright.games.spire.game import game
from turnwright.games.spire.library import cards, potions, relics
from turnwright.games.spire.monster_move_text import move_rules
from turnwright.games.spire.rules_text import (
    keywords_in,
    potion_rules,
    power_rules,
    relic_rules,
)
from turnwright.games.spire.run.relics import MAX_HP
from turnwright.games.spire.single_fight import fight
from turnwright.games.spire.view import describe, zones_view

POWER_IDS = {
    value
    for name, value in vars(power_ids).items()
    if name.isupper() and isinstance(value, str)
}  # fmt: skip
KEYWORDS = (
    "Block", "Vulnerable", "Weak", "Frail", "Strength", "Dexterity", "Exhaust", "Ethereal", "Innate",
    "Retain", "Unplayable", "Scry", "Channel", "Evoke", "Focus", "Poison", "Mantra", "Wrath", "Calm",
    "Divinity", "Lightning", "Frost", "Dark", "Plasma", "Artifact", "Intangible", "Thorns", "Buffer",
    "Metallicize", "Plated Armor", "Vigor", "Ritual", "Shiv", "Wound", "Dazed", "Burn", "Miracle",
)  # fmt: skip


def all_texts():
    yield from ((f"{kind}+{up}", text_of(kind, up)) for kind in cards() for up in (0, 1))
    yield from ((kind, relic_rules(kind)) for kind in relics())
    yield from ((kind, potion_rules(kind, twice)) for kind in potions() for twice in (False, True))
    yield from ((kind, power_rules(kind, n)) for kind in POWER_IDS for n in (None, -2, 1, 3))
    yield from game.glossary.items()
    for variant, monsters in DEFINITIONS.items():
        for kind, monster in monsters.items():
            for move in monster.moves:
                for ascension in (0, 2, 9, 20):
                    yield f"{kind} {move}", move_rules(kind, move, ascension, None, variant)
                    yield f"{kind} {move}", move_rules(kind, move, ascension, (7, 2), variant)


# --- everything has a text -------------------------------------------------------------------------


def test_everything_has_a_text_of_whole_sentences_without_marks_or_ids():
    for what, text in all_texts():
        assert re.fullmatch(r"[A-Z0-9].*[.)]", text), (what, text)
        assert not re.search(r"[|{}@\t]|\+\+|  |\w_\w|[a-z][A-Z]|\.\.", text), (what, text)


def test_the_library_has_every_card_relic_potion_power_move_and_keyword():
    expected = {
        *cards(),
        *(f"relic:{kind}" for kind in relics()),
        *(f"potion:{kind}" for kind in potions()),
        *(f"power:{kind}" for kind in POWER_IDS),
        *(f"move:{kind} {move}" for kind in MONSTERS for move in MONSTERS[kind].moves),
    }
    assert expected <= set(game.library)
    assert set(KEYWORDS) <= set(game.glossary)
    assert all(entry["text"] for entry in game.library.values())


def test_powers_that_monsters_start_with_have_texts():
    started = {power for monster in MONSTERS.values() for power in monster.starting_powers}
    assert started <= POWER_IDS


# --- the numbers are those of the rules ------------------------------------------------------------

PHRASES = {
    "hit": "Deal {n} damage",
    "sweep": "Deal {n} damage to all enemies",
    "block": "Gain {n} Block",
    "heal": "Heal {n} HP",
    "energy": "Gain {n} energy",
    "draw": "raw {n} ",
    "inflict_all": "{n} {power}",
    "inflict": "{n} {power}",
    "gain": "{n} {power}",
}


NAMED_POWERS = ("", power_ids.WEAK, power_ids.VULNERABLE, power_ids.POISON, power_ids.STRENGTH)


def told_effects(kind):
    """The effects of a card that are made of numbers, with these numbers."""
    for effect in HOOKS.cards.get(kind, ()):
        name = effect.__qualname__.partition(".")[0]
        if name in PHRASES:
            yield name, inspect.getclosurevars(effect).nonlocals


@pytest.mark.parametrize("up", [0, 1])
def test_the_numbers_in_the_texts_of_cards_are_those_of_their_effects(up):
    for kind in cards():
        text = text_of(kind, up)
        for name, given in told_effects(kind):
            upgraded = given["upgraded"]
            number = abs(upgraded if up and upgraded is not None else given["plain"])
            power = given.get("power", "")
            phrase = PHRASES[name].format(n=number, power=POWERS.get(power, power))
            if cards()[kind].type == "POWER" or power not in NAMED_POWERS:
                # The card says what its power does instead of naming it.
                assert phrase in text or number in (1, *numbers(text)), (kind, text)
            else:
                assert phrase in text, (kind, text)


def numbers(text):
    return [int(number) for number in re.findall(r"\d+", text)]


def test_the_numbers_in_the_texts_of_relics_and_potions_are_those_of_the_rules():
    for kind, (_, amount) in {**STARTS_WITH, **AFFLICTS}.items():
        assert kind == "Snecko Eye" or amount in numbers(relic_rules(kind)), kind
    for kind, amount in MAX_HP.items():
        assert f"gain {amount} Max HP" in relic_rules(kind)
    for kind, (power, amount) in {**GAINS, **INFLICTS}.items():
        if kind != "DuplicationPotion":
            assert f"{amount} {POWERS.get(power, power)}." in potion_rules(kind)
            assert f"{2 * amount} {POWERS.get(power, power)}." in potion_rules(kind, True)


def test_the_numbers_of_orbs_and_stances_are_those_of_the_rules():
    for kind in orbs.KINDS:
        told = numbers(game.glossary[kind])
        assert orbs.PASSIVE[kind] in told
        assert orbs.EVOKED.get(kind, orbs.DARK_AT_FIRST) in told
    words = {name: game.glossary[name] for name in ("Calm", "Divinity")}
    assert numbers(words["Calm"]) == [stances.CALM_ENERGY]
    assert numbers(words["Divinity"]) == [stances.DIVINITY_ENERGY]
    assert numbers(power_rules(power_ids.MANTRA)) == [stances.DIVINE_MANTRA]


@pytest.mark.parametrize(
    ("kind", "move", "ascension", "text"),
    [
        ("JawWorm", "BELLOW", 0, "Gain 3 Strength. Gain 6 Block."),
        ("JawWorm", "BELLOW", 17, "Gain 5 Strength. Gain 9 Block."),
        ("FuzzyLouseNormal", "BITE", 0, "Attack for 5 to 7 damage."),
        ("Lagavulin", "SIPHON_SOUL", 18, "You lose 2 Dexterity. You lose 2 Strength."),
        ("Byrd", "STUNNED", 0, "Do nothing this turn."),
        ("Deca", "SQUARE_OF_PROTECTION", 0, "Give all enemies 16 Block."),
        ("Reptomancer", "SUMMON", 18, "Summon 2 Daggers."),
    ],
)
def test_a_move_of_a_monster_has_the_numbers_of_the_ascension(kind, move, ascension, text):
    assert move_rules(kind, move, ascension) == text


# --- where they are shown --------------------------------------------------------------------------


def test_keywords_in_a_text_are_explained():
    found = keywords_in(text_of("Bouncing Flask") + " " + text_of("Blade Dance"))
    assert list(found) == ["Poison", "Shiv"]
    assert found["Shiv"] == "Attack card. Deal 4 damage. Exhausts."
    assert "25% less damage" in keywords_in("Inflict 2 Weak.")["Weak"]
    assert game.library["Bash"]["keywords"] == ["Vulnerable"]


def test_an_enemy_tells_what_it_intends_with_the_numbers_of_now():
    match = fight("Jaw Worm", seed=3)
    (worm,) = zones_view(match.c, 0)["monsters:0"]["cards"]
    assert worm["text"] == "Attack for 11 damage."
    match.G.battle.monsters[0].powers.update({"Strength": 4, "Weakened": 1})
    (worm,) = zones_view(match.c, 0)["monsters:0"]["cards"]
    assert worm["text"] == "Attack for 11 damage."
    match.G.battle.monsters[0].powers.pop("Weakened")
    (worm,) = zones_view(match.c, 0)["monsters:0"]["cards"]
    assert worm["text"] == "Attack for 15 damage."
    assert worm["power_texts"] == {"Strength 4": "Attacks deal 4 more damage with each hit."}
    assert "\n  Attack for 15 damage.\n" in describe(match.c, 0)


def test_relics_potions_and_powers_of_the_player_tell_what_they_do():
    match = fight("Cultist", relics="Vajra, Sacred Bark", potions="Fire Potion", seed=3)
    seen = match.view(0)["G"]
    assert seen["relic_texts"]["Vajra"] == "Start each fight with 1 Strength."
    assert seen["power_texts"] == {"Strength 1": "Attacks deal 1 more damage with each hit."}
    match.G.battle.bombs = [0, 40, 0]
    assert "damages all enemies" in match.view(0)["G"]["power_texts"]["Bomb 40 in 2"]
    (potion,) = zones_view(match.c, 0)["potions:0"]["cards"]
    assert (potion["kind"], potion["text"]) == ("potion:Fire Potion", "Deal 40 damage.")


@pytest.mark.parametrize("place", ["SHOP", "BOSS_RELIC"])
def test_relics_and_potions_on_offer_tell_what_they_do(place):
    match = game.start(1, options={"scene": {"floor": 7, "room": "SHOP", "gold": 500}})
    if place == "BOSS_RELIC":
        match.G.screen, match.G.boss_relics = "BOSS_RELIC", ["Sozu", "Astrolabe", "Ectoplasm"]
    offer = zones_view(match.c, 0)["offer:0"]["cards"]
    relics_there = [card for card in offer if card.get("cardKind") == "Relic"]
    assert len(relics_there) == 3
    for relic in relics_there:
        assert relic["text"] == game.library[relic["kind"]]["text"]
        assert f"{relic['name']}: {relic['text']}" in describe(match.c, 0)
