"""Effects of potions in a fight. Sacred Bark doubles them."""

from __future__ import annotations

from turnwright.games.spire.combat.card_choices import choose_exactly, discover, exhaust_many
from turnwright.games.spire.combat.card_play import play_top_card
from turnwright.games.spire.combat.discarding import gamble
from turnwright.games.spire.combat.orbs import DARK, channel, gain_slots
from turnwright.games.spire.combat.piles import place_card
from turnwright.games.spire.context import Asking
from turnwright.games.spire.library import ATTACK, POWER, SKILL, combat_cards
from turnwright.games.spire.run.rewards import random_potion

from . import power_ids as p
from .fight import Fight
from .hooks import HOOKS, on
from .stances import DIVINITY, change_stance, choose_stance

GAINS = {
    "Ancient Potion": (p.ARTIFACT, 1),
    "CultistPotion": (p.RITUAL, 1),
    "Dexterity Potion": (p.DEXTERITY, 2),
    "DuplicationPotion": (p.DUPLICATION, 1),
    "EssenceOfSteel": (p.PLATED, 4),
    "FocusPotion": (p.FOCUS, 2),
    "GhostInAJar": (p.INTANGIBLE, 1),
    "HeartOfIron": (p.METALLICIZE, 6),
    "LiquidBronze": (p.THORNS, 3),
    "Regen Potion": (p.REGEN, 5),
    "Strength Potion": (p.STRENGTH, 2),
}
INFLICTS = {
    "FearPotion": (p.VULNERABLE, 3),
    "Poison Potion": (p.POISON, 6),
    "Weak Potion": (p.WEAK, 3),
}
LENDS = {
    "SpeedPotion": (p.DEXTERITY, p.LOSE_DEXTERITY),
    "SteroidPotion": (p.STRENGTH, p.LOSE_STRENGTH),
}
SHOWS = {"AttackPotion": ATTACK, "PowerPotion": POWER, "SkillPotion": SKILL}
MAKES = {"BottledMiracle": ("Miracle", 2, 0), "CunningPotion": ("Shiv", 3, 1)}


@on(HOOKS.potions, *GAINS)
def _gain(f: Fight, kind: str, target: int, bark: int) -> None:
    power, amount = GAINS[kind]
    f.buff(power, amount * bark)


@on(HOOKS.potions, *INFLICTS)
def _inflict(f: Fight, kind: str, target: int, bark: int) -> None:
    power, amount = INFLICTS[kind]
    f.debuff(target, power, amount * bark)


@on(HOOKS.potions, *LENDS)
def _lend(f: Fight, kind: str, target: int, bark: int) -> None:
    """5 of a power for this turn."""
    power, loss = LENDS[kind]
    f.buff(power, 5 * bark)
    f.buff(loss, 5 * bark)


@on(HOOKS.potions, *SHOWS)
def _show(f: Fight, kind: str, target: int, bark: int) -> None:
    """Offer one of three cards."""
    f.add_to_bottom(discover, f, combat_cards(f.colour, SHOWS[kind]), bark, True)


@on(HOOKS.potions, *MAKES)
def _make(f: Fight, kind: str, target: int, bark: int) -> None:
    card, count, up = MAKES[kind]
    f.make(card, "hand", count * bark, up)


@on(HOOKS.potions, "ColorlessPotion")
def _colourless(f: Fight, kind: str, target: int, bark: int) -> None:
    f.add_to_bottom(discover, f, combat_cards("COLORLESS"), bark)


@on(HOOKS.potions, "Ambrosia")
def _ambrosia(f: Fight, kind: str, target: int, bark: int) -> None:
    f.add_to_bottom(change_stance, f, DIVINITY)


@on(HOOKS.potions, "StancePotion")
def _stance(f: Fight, kind: str, target: int, bark: int) -> None:
    f.add_to_bottom(choose_stance, f)


@on(HOOKS.potions, "BlessingOfTheForge")
def _forge(f: Fight, kind: str, target: int, bark: int) -> None:
    f.add_to_bottom(f.upgrade_all, f.b.hand)


@on(HOOKS.potions, "Block Potion")
def _block(f: Fight, kind: str, target: int, bark: int) -> None:
    f.add_to_bottom(f.do_block, 12 * bark)


@on(HOOKS.potions, "BloodPotion")
def _blood(f: Fight, kind: str, target: int, bark: int) -> None:
    f.heal(f.G.max_hp * 20 * bark // 100)


@on(HOOKS.potions, "PotionOfCapacity")
def _capacity(f: Fight, kind: str, target: int, bark: int) -> None:
    f.add_to_bottom(gain_slots, f, 2 * bark)


@on(HOOKS.potions, "EssenceOfDarkness")
def _darkness(f: Fight, kind: str, target: int, bark: int) -> None:
    """Channel Dark for each orb slot."""
    channel(f, DARK, f.b.orb_slots * bark)


@on(HOOKS.potions, "DistilledChaos")
def _chaos(f: Fight, kind: str, target: int, bark: int) -> None:
    for _ in range(3 * bark):
        f.add_to_bottom(play_top_card, f, f.random_monster(), False)


@on(HOOKS.potions, "ElixirPotion")
def _elixir(f: Fight, kind: str, target: int, bark: int) -> None:
    f.add_to_bottom(exhaust_many, f, 10)


@on(HOOKS.potions, "Energy Potion")
def _energy(f: Fight, kind: str, target: int, bark: int) -> None:
    f.energy(2 * bark)


@on(HOOKS.potions, "EntropicBrew")
def _brew(f: Fight, kind: str, target: int, bark: int) -> None:
    """Fill the empty slots. A potion is rolled for every slot, empty or not."""
    for _ in f.G.potions:
        potion = random_potion(f.c, limited=True)
        f.c.obtain_potion(potion)


@on(HOOKS.potions, "Explosive Potion")
def _explosive(f: Fight, kind: str, target: int, bark: int) -> None:
    f.add_to_bottom(f.do_damage_all, 10 * bark)


@on(HOOKS.potions, "Fire Potion")
def _fire(f: Fight, kind: str, target: int, bark: int) -> None:
    f.add_to_bottom(f.do_damage, target, 20 * bark)


@on(HOOKS.potions, "Fruit Juice")
def _juice(f: Fight, kind: str, target: int, bark: int) -> None:
    f.gain_max_hp(5 * bark)


@on(HOOKS.potions, "GamblersBrew")
def _gamblers_brew(f: Fight, kind: str, target: int, bark: int) -> None:
    f.add_to_bottom(gamble, f)


@on(HOOKS.potions, "LiquidMemories")
def _memories(f: Fight, kind: str, target: int, bark: int) -> None:
    f.add_to_bottom(_remember, f, bark)


def _remember(f: Fight, count: int) -> Asking:
    """Return cards from the discard pile, free this turn."""
    places = yield from choose_exactly(f, "LIQUID_MEMORIES_POTION", "discard", count)
    chosen = [f.b.discard[place] for place in places]
    f.b.discard[:] = [card for place, card in enumerate(f.b.discard) if place not in places]
    for card in chosen:
        if card.turn_cost > 0:
            card.turn_cost = 0
        place_card(f, card, "hand")


@on(HOOKS.potions, "SmokeBomb")
def _smoke(f: Fight, kind: str, target: int, bark: int) -> None:
    """Escape from the fight."""
    f.b.has_escaped = True


@on(HOOKS.potion_rules, "SmokeBomb")
def _may_smoke(f: Fight) -> bool:
    return not f.is_against("BOSS") and p.SURROUNDED not in f.b.powers


@on(HOOKS.potions, "SneckoOil")
def _snecko_oil(f: Fight, kind: str, target: int, bark: int) -> None:
    f.draw(5 * bark)
    f.add_to_bottom(_randomise, f)


def _randomise(f: Fight) -> None:
    for card in f.b.hand:
        if card.cost >= 0:
            card.cost = card.turn_cost = f.streams.card_random.random(3)


@on(HOOKS.potions, "Swift Potion")
def _swift(f: Fight, kind: str, target: int, bark: int) -> None:
    f.draw(3 * bark)
