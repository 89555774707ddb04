"""The cards of the Silent."""

from __future__ import annotations

from turnwright.games.spire.combat import power_ids as p
from turnwright.games.spire.combat.card_choices import choose_card
from turnwright.games.spire.combat.card_play import spend_all_energy
from turnwright.games.spire.combat.discarding import (
    choose_discards,
    discard_cards,
    discard_hand,
    discard_random,
)
from turnwright.games.spire.combat.fight import Fight
from turnwright.games.spire.combat.hooks import HOOKS, on
from turnwright.games.spire.combat.piles import (
    add_random_cards,
    copy_of,
    draw_cards,
    make_cards,
    make_free_this_turn,
    place_card,
)
from turnwright.games.spire.combat.poison import bounce_poison, multiply_poison
from turnwright.games.spire.context import Asking
from turnwright.games.spire.library import ATTACK, SKILL, combat_cards
from turnwright.games.spire.run.rewards import random_potion
from turnwright.games.spire.state import Card, is_targetable

from .card_effects import (  # fmt: skip
    add,
    block,
    card,
    draw,
    energy,
    gain,
    hit,
    if_upgraded,
    inflict,
    later,
    sweep,
)
from .colourless import shackle

# --- attacks -------------------------------------------------------------------------------------

card("Strike_G", hit(6, 9))
card("Neutralize", hit(3, 4), inflict(p.WEAK, 1, 2))
card("All Out Attack", sweep(10, 14), later(discard_random))
card("Backstab", hit(11, 15))
card("Bane", lambda f, t, up: _bane(f, t, 10 if up else 7))
card("Choke", hit(12, 12), inflict(p.CHOKED, 3, 5))
card("Dagger Spray", sweep(4, 6), sweep(4, 6))
card("Dagger Throw", hit(9, 12), draw(1), later(choose_discards, 1, 1))
card("Dash", block(10, 13), hit(10, 13))
card("Die Die Die", sweep(13, 17))
card("Endless Agony", hit(4, 6))
card("Eviscerate", lambda f, t, up: f.attack(t, 9 if up else 7, times=3))
card(
    "Finisher",
    lambda f, t, up: f.attack(t, 8 if up else 6, times=f.b.counts.get("attacks", 0)),
)
card(
    "Flechettes",
    lambda f, t, up: f.add_to_bottom(_flechettes, f, t, f.damage_to(t, 6 if up else 4)),
)
card("Flying Knee", hit(8, 11), gain(p.NEXT_ENERGY))
card("Glass Knife", lambda f, t, up: _glass_knife(f, t, 12 if up else 8))
card("Grand Finale", sweep(50, 60))
card("Heel Hook", lambda f, t, up: f.add_to_bottom(_hook, f, t, f.damage_to(t, 8 if up else 5)))
card("Masterful Stab", hit(12, 16))
card("Poisoned Stab", hit(6, 8), inflict(p.POISON, 3, 4))
card("Predator", hit(15, 20), gain(p.NEXT_DRAW, 2))
card("Quick Slash", hit(8, 12), draw(1))
card("Riddle With Holes", lambda f, t, up: f.attack(t, 4 if up else 3, times=5))
card("Shiv", lambda f, t, up: f.attack(t, (6 if up else 4) + f.power(p.ACCURACY)))
card(
    "Skewer",
    lambda f, t, up: f.add_to_bottom(_skewer, f, t, f.damage_to(t, 10 if up else 7)),
)
card("Slice", hit(6, 9))
card("Sucker Punch", hit(7, 9), inflict(p.WEAK, 1, 2))
card("Underhanded Strike", hit(12, 16), later(lambda f: _refund(f)))
card("Unload", hit(14, 18), later(lambda f: _unload(f)))


def _bane(f: Fight, target: int, base: int) -> None:
    damage = f.damage_to(target, base)
    f.add_to_bottom(f.do_attack, target, damage)
    f.add_to_bottom(_hit_poisoned, f, target, damage)


def _hit_poisoned(f: Fight, target: int, damage: int) -> None:
    if p.POISON in f.b.monsters[target].powers:
        f.do_attack(target, damage)


@on(HOOKS.card_drawn, "Endless Agony")
def _agony(f: Fight, card: Card) -> None:
    """Add a copy of it to the hand, before anything else happens."""
    f.add_to_top(place_card, f, copy_of(f, card), "hand")


@on(HOOKS.card_other_discarded, "Eviscerate")
def _eviscerate(f: Fight, card: Card) -> None:
    """Costs 1 less this turn for each card discarded this turn."""
    card.turn_cost = max(0, card.turn_cost - 1)


@on(HOOKS.card_created, "Eviscerate")
def _eviscerate_created(f: Fight, card: Card) -> None:
    """It counts the cards that were discarded before it was created."""
    card.turn_cost = max(0, card.cost - f.b.counts.get("discarded", 0))


def _flechettes(f: Fight, target: int, damage: int) -> None:
    """Hit once for each skill in hand."""
    for one in f.b.hand:
        if f.facts(one).type == SKILL:
            f.add_to_top(f.do_attack, target, damage)


def _glass_knife(f: Fight, target: int, base: int) -> None:
    """Deals 2 less each time it is played in this fight."""
    one = f.card_in_play
    f.attack(target, max(0, base - one.special), times=2)
    one.special += 2


@on(HOOKS.card_rules, "Grand Finale")
def _at_the_end(f: Fight, _: object) -> bool:
    return not f.b.draw


def _hook(f: Fight, target: int, damage: int) -> None:
    monster = f.b.monsters[target]
    if is_targetable(monster) and p.WEAK in monster.powers:
        f.add_to_top(draw_cards, f, 1)
        f.add_to_top(f.do_energy, 1)
    f.add_to_top(f.do_attack, target, damage)


def _skewer(f: Fight, target: int, damage: int) -> None:
    """Hit once for each energy."""
    for _ in range(spend_all_energy(f)):
        f.add_to_bottom(f.do_attack, target, damage)


def _refund(f: Fight) -> None:
    """Gain 2 energy if a card was discarded this turn."""
    if f.b.counts.get("discarded"):
        f.do_energy(2)


def _unload(f: Fight) -> None:
    """Discard all cards that are not attacks."""
    discard_cards(f, [one for one in f.b.hand if f.facts(one).type != ATTACK])


# --- skills --------------------------------------------------------------------------------------

card("Defend_G", block(5, 8))
card("Survivor", block(8, 11), later(choose_discards, 1, 1))
card("Acrobatics", draw(3, 4), later(choose_discards, 1, 1))
card("Adrenaline", energy(1, 2), draw(2))
card("Backflip", block(5, 8), draw(2))
card("Blade Dance", if_upgraded(add("Shiv", "hand", 4), add("Shiv", "hand", 3)))
card("Blur", block(5, 8), gain(p.BLUR))
card(
    "Bouncing Flask",
    lambda f, t, up: f.add_to_bottom(bounce_poison, f, f.random_monster(), 3, 4 if up else 3),
)
card("Bullet Time", later(lambda f: _bullet_time(f)), gain(p.NO_DRAW))
card("Burst", gain(p.BURST, 1, 2))
card("Calculated Gamble", later(lambda f: _gamble(f)))
card("Catalyst", lambda f, t, up: f.add_to_bottom(multiply_poison, f, t, 3 if up else 2))
card(
    "Cloak And Dagger",
    block(6, 6),
    if_upgraded(add("Shiv", "hand", 2), add("Shiv", "hand", 1)),
)
card("Concentrate", later(choose_discards, 3, 2), energy(2))
card("Corpse Explosion", inflict(p.POISON, 6, 9), inflict(p.CORPSE_EXPLOSION, 1, 1))
card("Crippling Poison", lambda f, t, up: _cripple(f, 7 if up else 4))
card("Deadly Poison", inflict(p.POISON, 5, 7))
card("Deflect", block(4, 7))
card("Distraction", later(lambda f: add_random_cards(f, combat_cards(f.colour, SKILL))))
card("Dodge and Roll", lambda f, t, up: _dodge(f, 6 if up else 4))
card("Doppelganger", later(lambda f, more: _double(f, more), 0, 1))
card(
    "Escape Plan",
    lambda f, t, up: f.add_to_bottom(_escape_plan, f, f.block_of(5 if up else 3)),
)
card("Expertise", later(lambda f, size: draw_cards(f, size - len(f.b.hand)), 6, 7))
card("Leg Sweep", inflict(p.WEAK, 2, 3), block(11, 14))
card("Malaise", lambda f, t, up: f.add_to_bottom(_malaise, f, t, 1 if up else 0))
card("Night Terror", later(lambda f: _nightmare(f)))
card("Outmaneuver", gain(p.NEXT_ENERGY, 2, 3))
card("Phantasmal Killer", gain(p.PHANTASMAL))
card("PiercingWail", lambda f, t, up: _wail(f, 8 if up else 6))
card("Prepared", draw(1, 2), later(choose_discards, 1, 2))
card("Setup", later(lambda f: _set_up(f)))
card("Storm of Steel", later(lambda f, up: _storm(f, up), 0, 1))
card("Terror", inflict(p.VULNERABLE, 99, 99))
card("Venomology", lambda f, t, up: _alchemize(f))


def _bullet_time(f: Fight) -> None:
    for one in f.b.hand:
        make_free_this_turn(one)


def _gamble(f: Fight) -> None:
    """Discard the hand, then draw as many cards."""
    f.add_to_top(draw_cards, f, len(f.b.hand))
    discard_hand(f)


def _cripple(f: Fight, poison: int) -> None:
    """Both debuffs on one monster after the other."""
    for target in f.targetable():
        f.debuff(target, p.POISON, poison)
        f.debuff(target, p.WEAK, 2)


def _dodge(f: Fight, base: int) -> None:
    """The same block now and next turn."""
    amount = f.block_of(base)
    f.add_to_bottom(f.do_block, amount)
    f.buff(p.NEXT_BLOCK, amount)


def _double(f: Fight, more: int) -> None:
    """Next turn: as much energy and as many cards as energy was spent."""
    amount = spend_all_energy(f) + more
    if amount > 0:
        f.buff(p.NEXT_ENERGY, amount)
        f.buff(p.NEXT_DRAW, amount)


def _escape_plan(f: Fight, amount: int) -> None:
    """Draw a card; gain block if it is a skill."""
    had = {one.uid for one in f.b.hand}
    f.add_to_top(_escape, f, had, amount)
    draw_cards(f, 1)


def _escape(f: Fight, had: set[int], amount: int) -> None:
    if any(f.facts(one).type == SKILL for one in f.b.hand if one.uid not in had):
        f.do_block(amount)


def _malaise(f: Fight, target: int, more: int) -> None:
    amount = spend_all_energy(f) + more
    if amount > 0:
        f.debuff(target, p.STRENGTH, -amount)
        f.debuff(target, p.WEAK, amount)


def _nightmare(f: Fight) -> Asking:
    """Three copies of a card next turn, at the cost it has without changes of this turn."""
    place = yield from choose_card(f, "NIGHTMARE", "hand")
    if place >= 0:
        dreamt = copy_of(f, f.b.hand[place])
        dreamt.turn_cost = dreamt.cost
        f.b.nightmares.append(dreamt)
        f.do_buff(p.NIGHTMARE)


def _wail(f: Fight, amount: int) -> None:
    for target in f.targetable():
        shackle(f, target, amount)


@on(HOOKS.card_discarded, "Reflex")
def _reflex(f: Fight, card: Card) -> None:
    f.draw(3 if card.up else 2)


@on(HOOKS.card_discarded, "Tactician")
def _tactician(f: Fight, card: Card) -> None:
    f.add_to_top(f.do_energy, 2 if card.up else 1)


@on(HOOKS.card_rules, "Reflex", "Tactician")
def _unplayable(f: Fight, _: object) -> bool:
    return False


def _set_up(f: Fight) -> Asking:
    """Put a card of the hand on top of the draw pile. It is free until it is played."""
    place = yield from choose_card(f, "SETUP", "hand")
    if place >= 0:
        one = f.b.hand.pop(place)
        one.free = one.free or one.cost > 0
        f.b.draw.append(one)


def _storm(f: Fight, up: int) -> None:
    """Discard the hand and take a Shiv for each card."""
    f.add_to_top(make_cards, f, "Shiv", "hand", len(f.b.hand), up)
    discard_hand(f)


def _alchemize(f: Fight) -> None:
    f.c.obtain_potion(random_potion(f.c, limited=True))


# --- powers --------------------------------------------------------------------------------------

card("A Thousand Cuts", gain(p.THOUSAND_CUTS, 1, 2))
card("Accuracy", gain(p.ACCURACY, 4, 6))
card("After Image", gain(p.AFTER_IMAGE))
card("Caltrops", gain(p.THORNS, 3, 5))
card("Envenom", gain(p.ENVENOM))
card("Footwork", gain(p.DEXTERITY, 2, 3))
card("Infinite Blades", gain(p.INFINITE_BLADES))
card("Noxious Fumes", gain(p.NOXIOUS_FUMES, 2, 3))
card("Tools of the Trade", gain(p.TOOLS))
card("Well Laid Plans", gain(p.WELL_LAID_PLANS, 1, 2))
card("Wraith Form v2", gain(p.INTANGIBLE, 2, 3), gain(p.WRAITH_FORM))
