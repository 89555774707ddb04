"""Colourless cards, and cards that events and relics give."""

from __future__ import annotations

from turnwright.games.spire.combat import power_ids as p
from turnwright.games.spire.combat.card_choices import (
    choose_card,
    choose_cards,
    discover,
    exhaust_many,
)
from turnwright.games.spire.combat.card_play import spend_all_energy
from turnwright.games.spire.combat.fight import Fight
from turnwright.games.spire.combat.hooks import HOOKS, on
from turnwright.games.spire.combat.piles import (
    HAND_LIMIT,
    make_free_this_turn,
    new_card,
    place_card,
    reshuffle,
    shuffle_draw_pile,
    take_from_draw_pile,
    trigger_shuffle,
)
from turnwright.games.spire.context import Asking
from turnwright.games.spire.library import ATTACK, SKILL, combat_cards
from turnwright.games.spire.state import Card

from .card_effects import (  # fmt: skip
    block,
    card,
    draw,
    energy,
    gain,
    heal,
    hit,
    if_upgraded,
    inflict,
    inflict_all,
    later,
    pay,
    sweep,
)
from .ironclad import keep_on_top

# --- attacks -------------------------------------------------------------------------------------

card("Bite", hit(7, 8), heal(2, 3))
card("Dramatic Entrance", sweep(8, 12))
card("Flash of Steel", hit(3, 6), draw(1))
card(
    "HandOfGreed",
    lambda f, t, up: f.add_to_bottom(
        _greed, f, t, f.damage_to(t, 25 if up else 20), 25 if up else 20
    ),
)
card("Mind Blast", lambda f, t, up: f.attack(t, len(f.b.draw)))
card(
    "RitualDagger",
    lambda f, t, up: f.add_to_bottom(
        dagger, f, t, f.damage_to(t, 15 + f.card_in_play.special), 5 if up else 3
    ),
)
card("Swift Strike", hit(7, 10))


def _greed(f: Fight, target: int, damage: int, gold: int) -> None:
    if f.kills(target, damage):
        f.gain_gold(gold)


def dagger(f: Fight, target: int, damage: int, more: int) -> None:
    """Ritual Dagger grows if it kills."""
    one = f.card_in_play
    if f.kills(target, damage):
        one.special += more


# --- cards that other cards create ---------------------------------------------------------------

card("Beta", lambda f, t, up: f.make("Omega", "draw"))
card("Insight", draw(2, 3))
card("Miracle", energy(1, 2))
card("Omega", gain(p.OMEGA, 50, 60))
card("Safety", block(12, 16))
card("Smite", hit(12, 16))
card("ThroughViolence", hit(20, 30))

# --- skills --------------------------------------------------------------------------------------

card("Apotheosis", later(lambda f: _apotheosis(f)))
card("Bandage Up", heal(4, 6))
card("Blind", if_upgraded(inflict_all(p.WEAK, 2, 2), inflict(p.WEAK, 2, 2)))
card("Chrysalis", later(lambda f, count: _hatch(f, SKILL, count), 3, 5))
card("Dark Shackles", lambda f, t, up: shackle(f, t, 15 if up else 9))
card("Deep Breath", lambda f, t, up: _deep_breath(f), draw(1, 2))
card("Discovery", later(lambda f: discover(f, combat_cards(f.colour))))
card("Enlightenment", later(lambda f, lasting: _enlighten(f, lasting), 0, 1))
card("Finesse", block(2, 4), draw(1))
card("Forethought", if_upgraded(later(lambda f: _put_many_under(f)), later(lambda f: put_under(f))))
card("Ghostly", gain(p.INTANGIBLE))
card("Good Instincts", block(6, 9))
card("Impatience", lambda f, t, up: _impatient(f, 3 if up else 2))
card("J.A.X.", pay(3), gain(p.STRENGTH, 2, 3))
card("Jack Of All Trades", lambda f, t, up: _trade(f, 2 if up else 1))
card("Madness", later(lambda f: _madness(f)))
card("Master of Strategy", draw(3, 4))
card("Metamorphosis", later(lambda f, count: _hatch(f, ATTACK, count), 3, 5))
card("Panacea", gain(p.ARTIFACT, 1, 2))
card("PanicButton", block(30, 40), gain(p.NO_BLOCK, 2))
card("Purity", later(lambda f, most: exhaust_many(f, most), 3, 5))
card("Secret Technique", later(lambda f: _fetch(f, "SECRET_TECHNIQUE", SKILL)))
card("Secret Weapon", later(lambda f: _fetch(f, "SECRET_WEAPON", ATTACK)))
card("The Bomb", later(lambda f, damage: f.plant_bomb(damage), 40, 50))
card("Thinking Ahead", draw(2), later(keep_on_top))
card("Transmutation", lambda f, t, up: f.add_to_bottom(_transmute, f, up))
card("Trip", if_upgraded(inflict_all(p.VULNERABLE, 2, 2), inflict(p.VULNERABLE, 2, 2)))
card("Violence", later(lambda f, count: _violence(f, count), 3, 4))


def _of_type(kind: str) -> object:
    def rule(f: Fight, _: Card) -> bool:
        return any(f.facts(one).type == kind for one in f.b.draw)

    return rule


on(HOOKS.card_rules, "Secret Technique")(_of_type(SKILL))  # type: ignore[arg-type]
on(HOOKS.card_rules, "Secret Weapon")(_of_type(ATTACK))  # type: ignore[arg-type]


def _apotheosis(f: Fight) -> None:
    for pile in (f.b.hand, f.b.draw, f.b.discard, f.b.exhaust):
        f.upgrade_all(pile)


def _hatch(f: Fight, kind: str, count: int) -> None:
    """Add random cards of a type to the draw pile. They are free in this fight."""
    pool = combat_cards(f.colour, kind)
    found = [f.random_of(pool) for _ in range(count)]
    for name in found:
        one = new_card(f, name)
        if one.cost > 0:
            one.cost = one.turn_cost = 0
        place_card(f, one, "draw")


def shackle(f: Fight, target: int, amount: int) -> None:
    """The target loses Strength until the end of the turn."""
    has_artifact = p.ARTIFACT in f.b.monsters[target].powers
    f.debuff(target, p.STRENGTH, -amount)
    if not has_artifact:
        f.add_to_bottom(f.add_monster_power, f.b.monsters[target], amount, p.SHACKLED)


def _deep_breath(f: Fight) -> None:
    if f.b.discard:
        trigger_shuffle(f)
        f.add_to_bottom(reshuffle, f)
        f.add_to_bottom(shuffle_draw_pile, f)


def _enlighten(f: Fight, lasting: int) -> None:
    for one in f.b.hand:
        one.turn_cost = min(one.turn_cost, 1)
        if lasting and one.cost > 1:
            one.cost = one.turn_cost = 1


def put_under(f: Fight) -> Asking:
    """Put a card under the draw pile. It is free once."""
    place = yield from choose_card(f, "FORETHOUGHT", "hand")
    if place >= 0:
        _put_under(f, place)


def _put_many_under(f: Fight) -> Asking:
    places = yield from choose_cards(f, "FORETHOUGHT", "hand", len(f.b.hand))
    for place in sorted(places, reverse=True):
        _put_under(f, place)


def _put_under(f: Fight, place: int) -> None:
    one = f.b.hand.pop(place)
    one.free = one.free or one.cost > 0
    f.b.draw.insert(0, one)


def _impatient(f: Fight, count: int) -> None:
    if not any(f.facts(one).type == ATTACK for one in f.b.hand if one is not f.card_in_play):
        f.draw(count)


def _trade(f: Fight, count: int) -> None:
    """Add random colourless cards to the hand. They are rolled when the card is played."""
    for _ in range(count):
        f.make(f.random_of(combat_cards("COLORLESS")), "hand")


def _madness(f: Fight) -> None:
    """A random card that costs something becomes free for the fight."""
    hand = f.b.hand
    by_turn = any(one.turn_cost > 0 for one in hand)
    if not by_turn and not any(one.cost > 0 for one in hand):
        return
    while True:
        one = hand[f.streams.card_random.random(len(hand) - 1)]
        if (one.turn_cost if by_turn else one.cost) > 0:
            one.cost = one.turn_cost = 0
            return


def _fetch(f: Fight, task: str, kind: str) -> Asking:
    """Take a card of a type from the draw pile. The game draws random numbers to list them in an
    order that does not tell how they lie; here they are sorted, and the numbers are still drawn."""
    shown = f.b.sorted_draw
    places = [place for place, one in enumerate(shown) if f.facts(one).type == kind]
    for count in range(1, len(places)):
        f.streams.card_random.random(count - 1)
    place = yield from choose_card(f, task, "sorted_draw", places)
    if place >= 0:
        take_from_draw_pile(f, shown[place])


def _transmute(f: Fight, up: int) -> None:
    pool = combat_cards("COLORLESS")
    for _ in range(spend_all_energy(f)):
        one = new_card(f, f.random_of(pool), up)
        make_free_this_turn(one)
        f.add_to_bottom(place_card, f, one, "hand")


def _violence(f: Fight, count: int) -> None:
    """Take random attacks from the draw pile."""
    found: list[Card] = []
    for one in f.b.draw:
        if f.facts(one).type == ATTACK:
            found.insert(f.streams.card_random.random(len(found) - 1) if found else 0, one)
    for _ in range(min(count, len(found))):
        f.streams.shuffle.shuffle(found)
        one = found.pop(0)
        f.b.draw[:] = [other for other in f.b.draw if other is not one]
        place_card(f, one, "hand" if len(f.b.hand) < HAND_LIMIT else "discard")


# --- powers --------------------------------------------------------------------------------------

card("Magnetism", gain(p.MAGNETISM))
card("Mayhem", gain(p.MAYHEM))
card("Panache", gain(p.PANACHE, 10, 14))
card("Sadistic Nature", gain(p.SADISTIC, 5, 7))
