"""Effects of relics in a fight.

Those that only change a number are where it is computed. What relics do when they are obtained is
in `run.relics`; those that look at the cards that are used are in `card_relics`.
"""

from __future__ import annotations

from turnwright.games.spire.combat.card_choices import offer_cards
from turnwright.games.spire.combat.discarding import gamble
from turnwright.games.spire.combat.orbs import (
    DARK,
    FROST,
    LIGHTNING,
    PLASMA,
    do_channel,
    gain_slots,
    trigger_all,
)
from turnwright.games.spire.combat.piles import (
    can_upgrade,
    draw_cards,
    make_free_this_turn,
    new_card,
    place_card,
)
from turnwright.games.spire.context import Asking
from turnwright.games.spire.library import (
    POWER,
    combat_cards,
)
from turnwright.games.spire.state import Relic, is_targetable

from . import power_ids as p
from .fight import Fight
from .hooks import HOOKS, on
from .stances import CALM, gain_mantra, scry

# --- at the start of a fight ---------------------------------------------------------------------

STARTS_WITH = {
    "Akabeko": (p.VIGOR, 8),
    "Bronze Scales": (p.THORNS, 3),
    "DataDisk": (p.FOCUS, 1),
    "FossilizedHelix": (p.BUFFER, 1),
    "Oddly Smooth Stone": (p.DEXTERITY, 1),
    "Snecko Eye": (p.CONFUSED, 1),
    "Thread and Needle": (p.PLATED, 4),
    "Vajra": (p.STRENGTH, 1),
}
MORE_ENERGY = (
    "Busted Crown", "Coffee Dripper", "Cursed Key", "Ectoplasm", "Fusion Hammer", "Mark of Pain",
    "Philosopher's Stone", "Runic Dome", "Sozu", "Velvet Choker",
)  # fmt: skip


@on(HOOKS.relic_start, *STARTS_WITH)
def _start_with(f: Fight, relic: Relic) -> None:
    f.do_buff(*STARTS_WITH[relic.kind])


@on(HOOKS.relic_start, *MORE_ENERGY)
def _more_energy(f: Fight, relic: Relic) -> None:
    f.b.energy_per_turn += 1
    if relic.kind == "Philosopher's Stone":
        for monster in f.b.monsters:
            f.add_monster_power(monster, 1)
    elif relic.kind == "Velvet Choker":
        relic.counter = 0


@on(HOOKS.relic_start, "Anchor")
def _anchor(f: Fight, relic: Relic) -> None:
    f.b.block += 10


@on(HOOKS.relic_start, "Ancient Tea Set")
def _tea(f: Fight, relic: Relic) -> None:
    """2 energy in the first fight after a rest."""
    if f.G.last_room == "REST" or relic.counter == -2:
        f.b.energy += 2
    relic.counter = -1


@on(HOOKS.relic_start, "Blood Vial")
def _vial(f: Fight, relic: Relic) -> None:
    f.do_heal(2)


@on(HOOKS.relic_start, "Du-Vu Doll", "Girya")
def _strong(f: Fight, relic: Relic) -> None:
    if relic.counter > 0:
        f.do_buff(p.STRENGTH, relic.counter)


@on(HOOKS.relic_start, "Enchiridion")
def _enchiridion(f: Fight, relic: Relic) -> None:
    """Add a random power to the hand, free this turn."""
    card = new_card(f, f.random_of(combat_cards(f.colour, POWER)))
    make_free_this_turn(card)
    f.add_to_bottom(place_card, f, card, "hand")


@on(HOOKS.relic_start, "Lantern")
def _lantern(f: Fight, relic: Relic) -> None:
    f.b.energy += 1


@on(HOOKS.relic_start, "MutagenicStrength")
def _mutagenic(f: Fight, relic: Relic) -> None:
    f.do_buff(p.STRENGTH, 3)
    f.do_buff(p.LOSE_STRENGTH, 3)


@on(HOOKS.relic_start, "NeowsBlessing")
def _lament(f: Fight, relic: Relic) -> None:
    """Monsters of the first three fights have 1 HP."""
    if relic.counter > 0:
        relic.counter = relic.counter - 1 or -2
        for monster in f.b.monsters:
            monster.hp = min(monster.hp, 1)  # an empty slot keeps 0 HP


@on(HOOKS.relic_start, "Pantograph")
def _pantograph(f: Fight, relic: Relic) -> None:
    if f.is_against("BOSS"):
        f.do_heal(25)


@on(HOOKS.relic_start, "PreservedInsect")
def _insect(f: Fight, relic: Relic) -> None:
    if f.is_against("ELITE"):
        for monster in f.b.monsters:
            monster.hp = min(monster.hp, monster.max_hp * 3 // 4)


@on(HOOKS.relic_start, "SlaversCollar")
def _collar(f: Fight, relic: Relic) -> None:
    if f.is_against("ELITE", "BOSS"):
        f.b.energy_per_turn += 1


@on(HOOKS.relic_start, "Sling")
def _sling(f: Fight, relic: Relic) -> None:
    if f.is_against("ELITE"):
        f.do_buff(p.STRENGTH, 2)


@on(HOOKS.relic_start, "Pen Nib")
def _ready_nib(f: Fight, relic: Relic) -> None:
    if relic.counter == 9:
        f.do_buff(p.PEN_NIB)


@on(HOOKS.relic_start, "GremlinMask")
def _visage(f: Fight, relic: Relic) -> None:
    f.do_buff(p.WEAK, 1)


@on(HOOKS.relic_start, "Red Skull")
def _skull(f: Fight, relic: Relic) -> None:
    if f.is_low():
        f.do_buff(p.STRENGTH, 3)


CHANNELS = {"Cracked Core": LIGHTNING, "Nuclear Battery": PLASMA, "Symbiotic Virus": DARK}


@on(HOOKS.relic_start, *CHANNELS)
def _channel(f: Fight, relic: Relic) -> None:
    do_channel(f, CHANNELS[relic.kind])


@on(HOOKS.relic_start, "Runic Capacitor")
def _capacitor(f: Fight, relic: Relic) -> None:
    f.add_to_bottom(gain_slots, f, 3)


@on(HOOKS.relic_before_draw, "Toolbox")
def _toolbox(f: Fight, relic: Relic) -> None:
    f.add_to_bottom(_open_toolbox, f)


def _open_toolbox(f: Fight) -> Asking:
    """Choose one of three colourless cards."""
    kind = yield from offer_cards(f, "DISCOVERY", combat_cards("COLORLESS"))
    place_card(f, new_card(f, kind), "hand")


MAKES = {"HolyWater": ("Miracle", 3), "Ninja Scroll": ("Shiv", 3), "PureWater": ("Miracle", 1)}


@on(HOOKS.relic_before_draw, *MAKES)
def _make(f: Fight, relic: Relic) -> None:
    kind, count = MAKES[relic.kind]
    f.make(kind, "hand", count)


@on(HOOKS.relic_after_first_draw, "Bag of Preparation", "Ring of the Snake")
def _prepared(f: Fight, relic: Relic) -> None:
    f.draw(2)


@on(HOOKS.relic_after_first_draw, "ClockworkSouvenir")
def _souvenir(f: Fight, relic: Relic) -> None:
    f.buff(p.ARTIFACT)


AFFLICTS = {
    "Bag of Marbles": (p.VULNERABLE, 1),
    "Red Mask": (p.WEAK, 1),
    "TwistedFunnel": (p.POISON, 4),
}


@on(HOOKS.relic_after_first_draw, *AFFLICTS)
def _afflict_all(f: Fight, relic: Relic) -> None:
    f.debuff_all(*AFFLICTS[relic.kind])


@on(HOOKS.relic_after_first_draw, "Mark of Pain")
def _mark_of_pain(f: Fight, relic: Relic) -> None:
    f.make("Wound", "draw", 2)


# --- every turn ----------------------------------------------------------------------------------


@on(HOOKS.relic_turn_start, "Brimstone")
@on(HOOKS.relic_start, "Brimstone")
def _brimstone(f: Fight, relic: Relic) -> None:
    f.do_buff(p.STRENGTH, 2)
    for monster in f.b.monsters:
        if is_targetable(monster):
            f.add_monster_power(monster, 1)


@on(HOOKS.relic_turn_start, "Damaru")
@on(HOOKS.relic_start, "Damaru")
def _damaru(f: Fight, relic: Relic) -> None:
    f.add_to_bottom(gain_mantra, f, 1)


@on(HOOKS.relic_start, "TeardropLocket")
def _locket(f: Fight, relic: Relic) -> None:
    f.b.stance = CALM


@on(HOOKS.relic_stance, "VioletLotus")
def _lotus(f: Fight, relic: Relic, left: str) -> None:
    """One more energy on leaving Calm."""
    if left == CALM:
        f.energy(1)


@on(HOOKS.relic_turn_start, "Happy Flower")
@on(HOOKS.relic_start, "Happy Flower")
def _flower(f: Fight, relic: Relic) -> None:
    """Energy every third turn."""
    if f.count_relic(relic, 3):
        f.energy(1)


@on(HOOKS.relic_turn_start, "Incense Burner")
@on(HOOKS.relic_start, "Incense Burner")
def _incense(f: Fight, relic: Relic) -> None:
    if f.count_relic(relic, 6):
        f.buff(p.INTANGIBLE)


@on(HOOKS.relic_turn_start, "Inserter")
@on(HOOKS.relic_start, "Inserter")
def _inserter(f: Fight, relic: Relic) -> None:
    """An orb slot every other turn."""
    if f.count_relic(relic, 2):
        f.add_to_bottom(gain_slots, f, 1)


@on(HOOKS.relic_turn_start, "Emotion Chip")
def _emotion_chip(f: Fight, relic: Relic) -> None:
    """Trigger all orbs if HP were lost since the start of the last turn."""
    if f.b.counts.pop("emotion", 0):
        f.add_to_bottom(trigger_all, f)


@on(HOOKS.relic_hp_lost, "Emotion Chip")
def _feel(f: Fight, relic: Relic, was_low: bool) -> None:
    f.b.counts["emotion"] = 1


@on(HOOKS.relic_turn_start, "Mercury Hourglass")
@on(HOOKS.relic_after_first_draw, "Mercury Hourglass")
def _hourglass(f: Fight, relic: Relic) -> None:
    f.add_to_bottom(f.do_damage_all, 3)


@on(HOOKS.relic_turn_start, "Art of War")
def _art_of_war(f: Fight, relic: Relic) -> None:
    """Gain energy after a turn without attacks."""
    if not f.b.counts.get("attacks"):
        f.energy(1)


@on(HOOKS.relic_turn_start, "CaptainsWheel")
def _wheel(f: Fight, relic: Relic) -> None:
    if f.b.turn == 2:
        f.add_to_bottom(f.do_block, 18)


@on(HOOKS.relic_turn_start, "HornCleat")
def _cleat(f: Fight, relic: Relic) -> None:
    if f.b.turn == 1:
        f.add_to_bottom(f.do_block, 14)


@on(HOOKS.relic_turn_start, "Necronomicon")
def _necronomicon_again(f: Fight, relic: Relic) -> None:
    f.b.counts.pop("necronomicon", None)


@on(HOOKS.relic_turn_start, "OrangePellets")
def _pellets_again(f: Fight, relic: Relic) -> None:
    f.b.counts.pop("pellets", None)


@on(HOOKS.relic_after_draw, "Pocketwatch")
def _pocketwatch(f: Fight, relic: Relic) -> None:
    """Draw 3 cards after a turn with three cards or fewer."""
    if f.b.turn and f.b.counts.get("played", 0) <= 3:
        f.draw(3)


@on(HOOKS.relic_after_draw, "WarpedTongs")
def _tongs(f: Fight, relic: Relic) -> None:
    f.add_to_bottom(_upgrade_random, f)


def _upgrade_random(f: Fight) -> None:
    cards = [card for card in f.b.hand if can_upgrade(card)]
    if cards:
        f.streams.shuffle.shuffle(cards)
        f.upgrade(cards[0])


@on(HOOKS.relic_after_draw, "Gambling Chip")
def _chip(f: Fight, relic: Relic) -> None:
    if not f.b.turn:
        f.add_to_bottom(gamble, f)


@on(HOOKS.relic_turn_end, "FrozenCore")
def _frozen_core(f: Fight, relic: Relic) -> None:
    """Channel Frost if a slot is empty."""
    if len(f.b.orbs) < f.b.orb_slots:
        do_channel(f, FROST)


@on(HOOKS.relic_turn_end, "CloakClasp")
def _clasp(f: Fight, relic: Relic) -> None:
    f.add_to_bottom(f.do_block, len(f.b.hand))


@on(HOOKS.relic_turn_end, "Nilry's Codex")
def _codex(f: Fight, relic: Relic) -> None:
    f.add_to_bottom(_write_codex, f)


def _write_codex(f: Fight) -> Asking:
    """Offer one of three cards for the draw pile."""
    kind = yield from offer_cards(f, "CODEX", combat_cards(f.colour), may_skip=True)
    if kind is not None:
        place_card(f, new_card(f, kind), "draw")


@on(HOOKS.relic_turn_end, "Orichalcum")
def _orichalcum(f: Fight, relic: Relic) -> None:
    if f.b.block <= 0:
        f.add_to_top(f.do_block, 6)


@on(HOOKS.relic_turn_end, "StoneCalendar")
def _calendar(f: Fight, relic: Relic) -> None:
    if f.b.turn == 6:
        f.add_to_bottom(f.do_damage_all, 52)


# --- on other occasions --------------------------------------------------------------------------


@on(HOOKS.relic_shuffle, "TheAbacus")
def _abacus(f: Fight, relic: Relic) -> None:
    f.add_to_bottom(f.do_block, 6)


@on(HOOKS.relic_shuffle, "Melange")
def _melange(f: Fight, relic: Relic) -> None:
    f.add_to_bottom(scry, f, 3)


@on(HOOKS.relic_shuffle, "Sundial")
def _sundial(f: Fight, relic: Relic) -> None:
    if f.count_relic(relic, 3):
        f.energy(2)


@on(HOOKS.relic_exhaust, "Charon's Ashes")
def _ashes(f: Fight, relic: Relic) -> None:
    f.add_to_top(f.do_damage_all, 3)


@on(HOOKS.relic_exhaust, "Dead Branch")
def _branch(f: Fight, relic: Relic) -> None:
    f.make(f.random_of(combat_cards(f.colour)), "hand")


@on(HOOKS.relic_discard, "HoveringKite")
def _kite(f: Fight, relic: Relic) -> None:
    """Gain energy for the first card discarded in a turn."""
    if not f.b.counts.get("kite"):
        f.b.counts["kite"] = 1
        f.energy(1)


@on(HOOKS.relic_turn_start, "HoveringKite")
def _kite_again(f: Fight, relic: Relic) -> None:
    f.b.counts.pop("kite", None)


@on(HOOKS.relic_discard, "Tingsha")
def _tingsha(f: Fight, relic: Relic) -> None:
    f.add_to_bottom(f.do_damage_random, 3)


@on(HOOKS.relic_discard, "Tough Bandages")
def _bandages(f: Fight, relic: Relic) -> None:
    f.add_to_bottom(f.do_block, 3)


@on(HOOKS.relic_hp_lost, "Centennial Puzzle")
def _puzzle(f: Fight, relic: Relic, was_low: bool) -> None:
    if not f.b.counts.get("puzzle"):
        f.b.counts["puzzle"] = 1
        f.add_to_top(draw_cards, f, 3)


@on(HOOKS.relic_hp_lost, "Self Forming Clay")
def _clay(f: Fight, relic: Relic, was_low: bool) -> None:
    f.do_buff(p.NEXT_BLOCK, 3)


@on(HOOKS.relic_hp_lost, "Runic Cube")
def _cube(f: Fight, relic: Relic, was_low: bool) -> None:
    f.add_to_top(draw_cards, f, 1)


@on(HOOKS.relic_hp_lost, "Red Skull")
def _skull_again(f: Fight, relic: Relic, was_low: bool) -> None:
    if not was_low and f.is_low():
        f.do_buff(p.STRENGTH, 3)


# --- after a victory -----------------------------------------------------------------------------


@on(HOOKS.relic_victory, "Burning Blood")
def _burning_blood(f: Fight, relic: Relic) -> None:
    f.do_heal(6)


@on(HOOKS.relic_victory, "Black Blood")
def _black_blood(f: Fight, relic: Relic) -> None:
    f.do_heal(12)


@on(HOOKS.relic_before_victory, "Meat on the Bone")
def _meat(f: Fight, relic: Relic) -> None:
    """Triggers before all others."""
    if f.is_low():
        f.do_heal(12)


@on(HOOKS.relic_victory, "FaceOfCleric")
def _cleric(f: Fight, relic: Relic) -> None:
    f.gain_max_hp(1)
