"""Playing cards and potions: what can be played, on whom, and what happens then."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from turnwright.games.spire.library import ATTACK, CURSE, POWER, SKILL, STATUS, CardFacts
from turnwright.games.spire.state import Card, is_targetable

from . import power_ids as p
from .hooks import HOOKS
from .piles import FACTS, exhaust_card, place_card, reshuffle, trigger_shuffle

if TYPE_CHECKING:
    from .fight import Fight

NO_TARGET = [-1]


class CardPlay:
    """A card that is being played: its target, and how it is played."""

    exhausts = is_auto = is_copy = is_free = ignores_energy = False
    silent = False
    """It only has its effect at the end of the turn, like a Burn."""
    keeps_energy = False
    """A power pays for it, even if it costs X."""
    goes_to = "discard"
    """Where the card goes when it is played and not exhausted: a place of `place_card`."""

    def __init__(self, card: Card | None, target: int = -1, energy: int = 0) -> None:
        self.card = card
        self.target = target
        self.energy = energy


@cache
def always(is_entangled: bool) -> frozenset[str]:
    """Cards that can always be played if their cost can be paid."""
    types = (SKILL, POWER) if is_entangled else (SKILL, POWER, ATTACK)
    fitting = {kind for kind, facts in FACTS.items() if facts.type in types}
    return frozenset(fitting.difference(HOOKS.card_rules))


def playable(f: Fight) -> list[int]:
    """Places of the cards in hand that can be played now."""
    b = f.b
    if b.counts.get("played", 0) >= 3 and has_played_enough(f):
        return []
    energy, may_be_free = b.energy, p.CORRUPTION in b.powers or p.FREE_ATTACK in b.powers
    freely = always(p.ENTANGLED in b.powers)
    found = []
    for place, card in enumerate(b.hand):
        is_paid = card.turn_cost <= energy or card.free or (may_be_free and _is_free(f, card))
        if is_paid and (card.kind in freely or can_use(f, card)):
            found.append(place)
    return found


def may_play(f: Fight, card: Card) -> bool:
    """Can this card be played now? It need not be in hand."""
    if has_played_enough(f) or not can_use(f, card):
        return False
    return card.turn_cost <= f.b.energy or card.free or _is_free(f, card)


def has_played_enough(f: Fight) -> bool:
    """Must the player stop playing cards this turn?"""
    b = f.b
    played = b.counts.get("played", 0)
    if played >= 6 and "Velvet Choker" in f.relics:
        return True
    return played >= 3 and any(card.kind == "Normality" for card in b.hand)


def possible_plays(f: Fight) -> list[tuple[int, int]]:
    """All legal pairs of a place in the hand and a target."""
    found: list[tuple[int, int]] = []
    places = playable(f)
    if not places:
        return found
    hand, there = f.b.hand, f.targetable()
    for place in places:
        card = hand[place]
        if FACTS[card.kind].target[1 if card.up else 0]:
            for target in there:
                found.append((place, target))
        else:
            found.append((place, -1))
    return found


def targets_of(f: Fight, card: Card) -> list[int]:
    """The monsters that a card can be played on; -1 if it needs no target."""
    if not FACTS[card.kind].target[1 if card.up else 0]:
        return NO_TARGET
    return f.targetable()


def can_use(f: Fight, card: Card) -> bool:
    """Can this card be played, apart from its cost?"""
    kind = card.kind
    type = FACTS[kind].type
    if type == ATTACK:
        if p.ENTANGLED in f.b.powers:
            return False
    elif type == CURSE:
        return "Blue Candle" in f.relics
    elif type == STATUS and kind != "Slimed":
        return "Medical Kit" in f.relics
    rule = f.hooks.card_rules.get(kind)
    return rule is None or bool(rule(f, card))


def _is_free(f: Fight, card: Card) -> bool:
    """Does a power pay for this card? Corruption does for skills, Swivel for the next attack."""
    powers = f.b.powers
    if p.CORRUPTION in powers and FACTS[card.kind].type == SKILL:
        return True
    return p.FREE_ATTACK in powers and FACTS[card.kind].type == ATTACK


def play_card(f: Fight, play: CardPlay, card: Card) -> None:
    """Play a card, or put it away if it cannot be played any more."""
    facts = FACTS[card.kind]
    if play.silent:
        hook = f.hooks.card_turn_end.get(card.kind)
        if hook is not None:
            hook(f, card)
        f.b.hand[:] = [one for one in f.b.hand if one is not card]
        f.add_to_bottom(f.b.discard.append, card)
        return
    needs_target = facts.target[1 if card.up else 0]
    has_target = not needs_target or (play.target >= 0 and is_targetable(f.b.monsters[play.target]))
    if not has_target or not f.may_resolve(play, card):
        f.discard_unplayable(play, card)
        return
    if needs_target and p.SURROUNDED in f.b.powers:
        f.face_monster(play.target)
    _use(f, play, card, facts)


def _trigger_card_hooks(f: Fight, play: CardPlay, facts: CardFacts) -> None:
    """Trigger the powers and relics of the player and the powers of the monsters, in this order."""
    powers, hooks = f.b.powers, f.hooks
    if powers:
        for name in list(powers):
            hook = hooks.power_card.get(name)
            if hook is not None:
                hook(f, play, facts)
    f.trigger_relics(hooks.relic_card, play, facts)
    for target, monster in enumerate(f.b.monsters):
        if monster.powers and is_targetable(monster):
            for name in list(monster.powers):
                monster_hook = hooks.monster_card.get(name)
                if monster_hook is not None:
                    monster_hook(f, target, monster, facts)


def _use(f: Fight, play: CardPlay, card: Card, facts: CardFacts) -> None:
    b = f.b
    play.exhausts |= facts.exhaust[1 if card.up else 0]
    counts = b.counts
    counts["played"] = counts.get("played", 0) + 1
    if play.energy > b.energy and not play.ignores_energy:
        play.energy = b.energy
    for effect in f.hooks.cards.get(card.kind, ()):
        effect(f, play.target, card.up)
    b.last_type = facts.type
    if facts.type == ATTACK:
        counts["attacks"] = counts.get("attacks", 0) + 1
    elif facts.type == SKILL:
        counts["skills"] = counts.get("skills", 0) + 1
    elif facts.type == POWER:
        _power_played(f)
    _trigger_card_hooks(f, play, facts)
    if facts.type == SKILL and p.CORRUPTION in b.powers:
        play.exhausts = True
    f.queue.append((finish_play, (f, play)))
    own = -1
    for place, one in enumerate(b.hand):
        if one is card:
            own = place
        elif one.kind == "Pain":
            f.suffer_pain()
    if not play.is_copy:
        if own >= 0:
            del b.hand[own]
        if card.turn_cost > 0 and not (card.free or play.is_auto or _is_free(f, card)):
            b.energy -= card.turn_cost


def _power_played(f: Fight) -> None:
    """Count a power, and let cards in hand, draw pile and discard pile react to it."""
    b, table = f.b, f.hooks.card_power_played
    b.counts["powers"] = b.counts.get("powers", 0) + 1
    for one in (*b.hand, *b.draw, *b.discard):
        hook = table.get(one.kind)
        if hook is not None:
            hook(f, one)


def copy_play(f: Fight, play: CardPlay) -> None:
    """Play the card once more, for free, before the cards that are waiting."""
    assert play.card is not None
    again = CardPlay(play.card, play.target, play.energy)
    again.is_copy = again.is_auto = again.ignores_energy = True
    f.add_copy(again)


def finish_play(f: Fight, play: CardPlay) -> None:
    """Move a played card to its pile."""
    b, card = f.b, play.card
    assert card is not None
    for target, monster in enumerate(() if play.silent else b.monsters):
        if monster.powers and is_targetable(monster):
            for name in list(monster.powers):
                hook = f.hooks.monster_after_card.get(name)
                if hook is not None:
                    hook(f, target, monster)
    if play.is_copy:
        return
    card.free = False
    facts = FACTS[card.kind]
    if facts.type == POWER:
        return
    if play.exhausts and "Strange Spoon" in f.relics and f.streams.card_random.boolean():
        play.exhausts = False
    if play.exhausts:
        exhaust_card(f, card)
    elif play.goes_to == "discard":
        b.discard.append(card)
    else:
        place_card(f, card, play.goes_to)


def use_potion(f: Fight, kind: str, target: int) -> None:
    """Use a potion on a target."""
    if target >= 0 and p.SURROUNDED in f.b.powers:
        f.face_monster(target)
    f.hooks.potions[kind](f, kind, target, 2 if "SacredBark" in f.relics else 1)
    if "Toy Ornithopter" in f.relics:
        f.do_heal(5)


def play_top_card(f: Fight, target: int, exhausts: bool) -> None:
    """Play the top card of the draw pile for free, after the cards that are waiting."""
    b = f.b
    if not b.draw:
        if b.discard:
            f.add_to_top(play_top_card, f, target, exhausts)
            trigger_shuffle(f)
            f.add_to_top(reshuffle, f)
        return
    play = CardPlay(b.draw.pop(), target, b.energy)
    play.exhausts, play.is_auto, play.is_free = exhausts, True, True
    f.add_play(play)


def play_twice(f: Fight, card: Card) -> None:
    """Play a card that lies nowhere twice for free, each time on a random monster, and exhaust it."""
    play = CardPlay(card, f.random_monster(), f.b.energy)
    play.exhausts, play.is_auto, play.is_free = True, True, True
    if can_use(f, card):
        again = CardPlay(card, f.random_monster(), f.b.energy)
        again.is_copy = again.is_auto = again.is_free = again.ignores_energy = True
        f.plays.appendleft(again)
    f.plays.appendleft(play)


def play_top_card_at_random(f: Fight) -> None:
    """Play the top card of the draw pile on a random monster."""
    play_top_card(f, f.random_monster(), False)


def spend_all_energy(f: Fight) -> int:
    """Spend all energy on a card that costs X. Return X."""
    play = f.play
    if not (play.is_free or play.keeps_energy or (play.card is not None and play.card.free)):
        f.b.energy = 0
    return play.energy + (2 if "Chemical X" in f.relics else 0)
