"""The cards of the Defect."""

from __future__ import annotations

from turnwright.games.spire.combat import power_ids as p
from turnwright.games.spire.combat.card_choices import choose_card, choose_exactly
from turnwright.games.spire.combat.card_play import spend_all_energy
from turnwright.games.spire.combat.discarding import discard_cards
from turnwright.games.spire.combat.fight import Fight
from turnwright.games.spire.combat.hooks import HOOKS, CardEffect, on
from turnwright.games.spire.combat.monsters.monster_definition import attacks
from turnwright.games.spire.combat.orbs import (
    DARK,
    FROST,
    KINDS,
    LIGHTNING,
    PLASMA,
    channel,
    channelled,
    evoke,
    evoke_all,
    evoke_times,
    gain_slots,
    lose_slots,
    put_in,
    trigger_all,
)
from turnwright.games.spire.combat.piles import (
    HAND_LIMIT,
    add_random_cards,
    costs_nothing,
    draw_cards,
    exhaust_card,
    make_cheaper,
    place_card,
    shuffle_draw_pile,
    take_from_draw_pile,
    trigger_shuffle,
)
from turnwright.games.spire.context import Asking
from turnwright.games.spire.library import POWER, combat_cards
from turnwright.games.spire.state import Card

from .card_effects import add, block, card, draw, energy, gain, hit, inflict, later, sweep

GENETIC_BLOCK = 1
"""The block of a Genetic Algorithm that has never been played."""


def channels(kind: str, plain: int = 1, upgraded: int | None = None) -> CardEffect:
    """Channel orbs."""
    return lambda f, t, up: channel(f, kind, upgraded if up and upgraded is not None else plain)


# --- attacks -------------------------------------------------------------------------------------

card("Strike_B", hit(6, 9))
card("All For One", hit(10, 14), later(lambda f: _take_free_cards(f)))
card("Ball Lightning", hit(7, 10), channels(LIGHTNING))
card("Barrage", lambda f, t, up: f.add_to_bottom(_barrage, f, t, f.damage_to(t, 6 if up else 4)))
card("Beam Cell", hit(3, 4), inflict(p.VULNERABLE, 1, 2))
card("Blizzard", lambda f, t, up: f.attack_all(channelled(f, FROST) * (3 if up else 2)))
card("Cold Snap", hit(6, 9), channels(FROST))
card("Compile Driver", hit(7, 10), later(lambda f: _compile(f)))
card("Core Surge", hit(11, 15), gain(p.ARTIFACT))
card("Doom and Gloom", sweep(10, 14), channels(DARK))
card("FTL", hit(5, 6), later(lambda f, most: _draw_early(f, most), 3, 4))
card(
    "Gash",
    lambda f, t, up: f.attack(t, (5 if up else 3) + f.card_in_play.special),
    later(lambda f: _sharpen_claws(f)),
)
card(
    "Go for the Eyes",
    hit(3, 4),
    lambda f, t, up: f.add_to_bottom(_blind_attacker, f, t, 2 if up else 1),
)
card("Hyperbeam", sweep(26, 34), gain(p.FOCUS, -3))
card("Lockon", hit(8, 11), inflict(p.LOCK_ON, 2, 3))
card("Melter", lambda f, t, up: f.add_to_bottom(_melt, f, t), hit(10, 14))
card("Meteor Strike", hit(24, 30), channels(PLASMA, 3))
card("Rebound", hit(9, 12), gain(p.REBOUND))
card("Rip and Tear", lambda f, t, up: f.attack_random(9 if up else 7, times=2))
card("Scrape", hit(7, 10), later(lambda f, count: _scrape(f, count), 4, 5))
card(
    "Streamline",
    hit(15, 20),
    lambda f, t, up: f.add_to_bottom(make_cheaper, f.card_in_play),
)
card("Sunder", lambda f, t, up: f.add_to_bottom(_sunder, f, t, f.damage_to(t, 32 if up else 24)))
card("Sweeping Beam", sweep(6, 9), draw(1))
card(
    "Thunder Strike",
    lambda f, t, up: f.attack_random(9 if up else 7, times=channelled(f, LIGHTNING)),
)


def _take_free_cards(f: Fight) -> None:
    """Take all cards that cost 0 from the discard pile, as far as the hand has room."""
    b = f.b
    for one in list(b.discard):
        if (one.cost == 0 or one.free) and len(b.hand) < HAND_LIMIT:
            b.discard[:] = [other for other in b.discard if other is not one]
            place_card(f, one, "hand")


def _barrage(f: Fight, target: int, damage: int) -> None:
    """Hit once for each orb."""
    for _ in f.b.orbs:
        f.add_to_top(f.do_attack, target, damage)


def _compile(f: Fight) -> None:
    """Draw a card for each kind of orb."""
    draw_cards(f, len({orb.kind for orb in f.b.orbs}))


def _draw_early(f: Fight, most: int) -> None:
    """Draw a card if fewer cards than `most` were played before it in this turn."""
    if f.b.counts["played"] - 1 < most:
        draw_cards(f, 1)


def _sharpen_claws(f: Fight) -> None:
    """All Claws deal 2 more in this fight, also the one in play."""
    b = f.b
    claws = [one for one in (*b.hand, *b.draw, *b.discard) if one.kind == "Gash"]
    if not any(one is f.card_in_play for one in claws):  # a repeated one lies in a pile already
        claws.append(f.card_in_play)
    for claw in claws:
        claw.special += 2


def _blind_attacker(f: Fight, target: int, weak: int) -> None:
    if attacks(f.b.monsters[target]):
        f.do_debuff(target, p.WEAK, weak)


def _melt(f: Fight, target: int) -> None:
    f.b.monsters[target].block = 0


def _scrape(f: Fight, count: int) -> None:
    """Draw cards and discard those of them that cost something."""
    had = {one.uid for one in f.b.hand}
    f.add_to_top(_discard_dear, f, had)
    draw_cards(f, count)


def _discard_dear(f: Fight, had: set[int]) -> None:
    discard_cards(f, [one for one in f.b.hand if one.uid not in had and not costs_nothing(one)])


def _sunder(f: Fight, target: int, damage: int) -> None:
    """Gain 3 energy if it kills."""
    monster = f.b.monsters[target]
    f.do_attack(target, damage)
    if monster.hp <= 0:
        f.do_energy(3)


# --- skills --------------------------------------------------------------------------------------

card("Defend_B", block(5, 8))
card("Zap", channels(LIGHTNING))
card("Dualcast", later(evoke_times, 2, 2))
card("Aggregate", later(lambda f, per: f.do_energy(len(f.b.draw) // per), 4, 3))
card("Amplify", gain(p.AMPLIFY, 1, 2))
card("Auto Shields", lambda f, t, up: _shield(f, 15 if up else 11))
card("BootSequence", block(10, 13))
card("Chaos", lambda f, t, up: _chaos(f, 2 if up else 1))
card("Chill", lambda f, t, up: channel(f, FROST, len(f.targetable())))
card("Conserve Battery", block(7, 10), gain(p.NEXT_ENERGY_BLUE))
card("Consume", gain(p.FOCUS, 2, 3), later(lose_slots, 1, 1))
card("Coolheaded", channels(FROST), draw(1, 2))
card("Darkness", channels(DARK), later(lambda f, up: _darken(f, up), 0, 1))
card("Double Energy", later(lambda f: f.do_energy(f.b.energy)))
card("Fission", later(lambda f, evokes: _fission(f, evokes), 0, 1))
card("Force Field", block(12, 16))
card("Fusion", channels(PLASMA))
card("Genetic Algorithm", lambda f, t, up: _grow(f, 3 if up else 2))
card("Glacier", block(7, 10), channels(FROST, 2))
card("Hologram", block(3, 5), later(lambda f: _bring_back(f)))
card("Leap", block(9, 12))
card("Multi-Cast", later(lambda f, more: _multicast(f, more), 0, 1))
card("Rainbow", channels(LIGHTNING), channels(FROST), channels(DARK))
card("Reboot", later(lambda f, count: _reboot(f, count), 4, 6))
card("Recycle", later(lambda f: _recycle(f)))
card("Redo", later(lambda f: _channel_again(f)))
card("Reinforced Body", lambda f, t, up: f.add_to_bottom(_reinforce, f, f.block_of(9 if up else 7)))
card(
    "Reprogram",
    gain(p.FOCUS, -1, -2),
    gain(p.STRENGTH, 1, 2),
    gain(p.DEXTERITY, 1, 2),
)
card("Seek", later(lambda f, count: _seek(f, count), 1, 2))
card("Skim", draw(3, 4))
card("Stack", lambda f, t, up: f.block(len(f.b.discard) + (3 if up else 0)))
card("Steam", lambda f, t, up: _steam(f, 8 if up else 6))
card("Steam Power", draw(2, 3), add("Burn", "discard"))
card("Tempest", later(lambda f, more: channel(f, LIGHTNING, spend_all_energy(f) + more), 0, 1))
card("Turbo", energy(2, 3), add("Void", "discard"))
card("Undo", block(13, 16), gain(p.EQUILIBRIUM))
card("White Noise", later(lambda f: add_random_cards(f, combat_cards(f.colour, POWER))))


def _shield(f: Fight, base: int) -> None:
    """Gain block if there is none."""
    if not f.b.block:
        f.block(base)


def _darken(f: Fight, up: int) -> None:
    """Upgraded: trigger all Dark orbs, also the new one."""
    if up:
        trigger_all(f, (DARK,))


def _chaos(f: Fight, count: int) -> None:
    for _ in range(count):
        channel(f, f.random_of(KINDS))


def _fission(f: Fight, evokes: int) -> None:
    """Remove or evoke all orbs, and gain energy and cards for each of them."""
    count = len(f.b.orbs)
    f.add_to_top(draw_cards, f, count)
    f.add_to_top(f.do_energy, count)
    if evokes:
        evoke_all(f)
    else:
        f.b.orbs.clear()


@on(HOOKS.card_power_played, "Force Field")
def _force_field(f: Fight, card: Card) -> None:
    """Costs 1 less for each power played in this fight."""
    make_cheaper(card)


@on(HOOKS.card_created, "Force Field")
def _force_field_created(f: Fight, card: Card) -> None:
    """It counts the powers that were played before it was created."""
    card.cost = card.turn_cost = max(0, card.cost - f.b.counts.get("powers", 0))


def _grow(f: Fight, more: int) -> None:
    """The next block of a Genetic Algorithm is larger, for the whole run."""
    one = f.card_in_play
    f.block(GENETIC_BLOCK + one.special)
    one.special += more


def _bring_back(f: Fight) -> Asking:
    """Return a card from the discard pile."""
    place = yield from choose_card(f, "HOLOGRAM", "discard")
    if place >= 0 and len(f.b.hand) < HAND_LIMIT:
        place_card(f, f.b.discard.pop(place), "hand")


def _multicast(f: Fight, more: int) -> None:
    """Evoke the oldest orb X times. Without an orb no energy is spent."""
    if f.b.orbs:
        evoke_times(f, spend_all_energy(f) + more)


def _reboot(f: Fight, count: int) -> None:
    """Shuffle all cards into the draw pile, then draw."""
    b = f.b
    f.add_to_top(draw_cards, f, count)
    trigger_shuffle(f)
    b.draw += b.hand + b.discard
    b.hand.clear()
    b.discard.clear()
    shuffle_draw_pile(f)


def _recycle(f: Fight) -> Asking:
    """Exhaust a card and gain its cost in energy. X is all the energy there is."""
    place = yield from choose_card(f, "RECYCLE", "hand")
    if place >= 0:
        one = f.b.hand.pop(place)
        f.do_energy(f.b.energy if one.turn_cost == -1 else max(0, one.turn_cost))
        exhaust_card(f, one)


def _channel_again(f: Fight) -> None:
    """Evoke the oldest orb and channel the same one again."""
    if f.b.orbs:
        f.add_to_top(put_in, f, f.b.orbs[0])
        evoke(f)


def _reinforce(f: Fight, amount: int) -> None:
    """Gain block once for each energy."""
    for _ in range(spend_all_energy(f)):
        f.add_to_bottom(f.do_block, amount)


def _seek(f: Fight, count: int) -> Asking:
    """Take cards of the draw pile."""
    shown = f.b.sorted_draw
    places = yield from choose_exactly(f, "SEEK", "sorted_draw", count)
    for one in [shown[place] for place in places]:
        take_from_draw_pile(f, one)


def _steam(f: Fight, base: int) -> None:
    """Gives 1 block less each time it is played in this fight."""
    one = f.card_in_play
    f.block(max(0, base - one.special))
    one.special += 1


# --- powers --------------------------------------------------------------------------------------

card("Biased Cognition", gain(p.FOCUS, 4, 5), gain(p.BIAS))
card("Buffer", gain(p.BUFFER, 1, 2))
card("Capacitor", later(gain_slots, 2, 3))
card("Creative AI", gain(p.CREATIVE_AI))
card("Defragment", gain(p.FOCUS, 1, 2))
card("Echo Form", gain(p.ECHO_FORM))
card("Electrodynamics", gain(p.ELECTRO), channels(LIGHTNING, 2, 3))
card("Heatsinks", gain(p.HEATSINK, 1, 2))
card("Hello World", gain(p.HELLO))
card("Loop", gain(p.LOOP, 1, 2))
card("Machine Learning", gain(p.MACHINE_LEARNING))
card("Self Repair", gain(p.SELF_REPAIR, 7, 10))
card("Static Discharge", gain(p.STATIC_DISCHARGE, 1, 2))
card("Storm", gain(p.STORM))
