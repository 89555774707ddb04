"""Fights with a chosen hand, and the effects of a card, a potion or a turn as text."""

from __future__ import annotations

from collections import Counter

import msgspec

import turnwright as tw
from turnwright.games.spire.custom_start import parse_card
from turnwright.games.spire.game import game
from turnwright.games.spire.state import Card

OTHER_CARDS = ("Strike_R", "Strike_R", "Defend_R", "Defend_R")
DRAW_PILE = ("Bash",) * 5
HARMLESS_ENCOUNTER = "Maw"
"""300 HP and no special powers; its first move is a debuff."""


def start_fight(
    *hand,
    below=DRAW_PILE,
    against=HARMLESS_ENCOUNTER,
    relics=(),
    ascension=0,
    hp=200,
    max_hp=None,
    dealt=False,
    character="IRONCLAD",
    **more,
):
    """Start a fight with this hand and draw pile, the next card first; or with the hand as dealt."""
    deck = [*below, *hand]
    scene = {
        "act": 1, "floor": 5, "room": "MONSTER", "encounter": against, "relics": list(relics),
        "hp": hp, "max_hp": max_hp or hp, "deck": deck, "potions": ["Potion Slot"] * 3, **more,
    }  # fmt: skip
    options = {"seed": "WRC", "class": character, "ascension": ascension, "scene": scene}
    match = game.start(options=options)
    if not dealt and not match.asked:
        set_hand(match, hand, below)
    return match


def set_hand(match, hand, below=()):
    """Put these cards into the hand and those into the draw pile, and remove all others."""
    b = match.G.battle
    lying = [*b.hand, *b.draw]

    def taken(text):
        wanted = parse_card(text)
        for place, card in enumerate(lying):
            if (card.kind, card.up) == (wanted.kind, wanted.up):
                return lying.pop(place)
        raise AssertionError(f"{text} is not there")

    b.hand = [taken(text) for text in hand]
    b.draw = [taken(text) for text in reversed(below)]


def names(cards: list[Card]) -> list[str]:
    return [card.kind + "+" * bool(card.up) for card in cards]


def monsters_of(match):
    return match.G.battle.monsters


def play(match, name, target=0, picks=(0,)):
    """Play a card of the hand by name. If it asks, `picks` are places among the options."""
    b = match.G.battle
    at = next(n for n, card in enumerate(b.hand) if name in (card.kind, names([card])[0]))
    possible = [
        move for move in match.legal_moves(0, True) if move[0] == "play" and move[1][0] == at
    ]
    assert possible, f"{name} cannot be played"
    aim = target if possible[0][1][1] >= 0 else -1
    match.play(0, "play", at, aim)
    answer(match, picks)


def answer(match, picks=(0,)):
    while match.asked:
        question = match.asked[0]
        chosen = [question.options[pick].id for pick in picks][: question.max]
        match.apply(tw.Answer(0, picks=tuple(chosen)))


def use_potion(match, slot=0, target=-1, picks=(0,)):
    match.play(0, "potion_use", slot, target)
    answer(match, picks)


def end(match, turns=1):
    for _ in range(turns):
        match.play(0, "end")
        answer(match)


class StateChange:
    """The state before; `describe()` returns what has changed since."""

    def __init__(self, match) -> None:
        G = match.G
        self.match = match
        self.hp, self.max_hp, self.gold = G.hp, G.max_hp, G.gold
        self.b = msgspec.json.decode(msgspec.json.encode(G.battle), type=type(G.battle))

    def describe(self) -> str:
        G, old = self.match.G, self.b
        now = G.battle
        words = []
        if now is None:
            words.append("over")
        else:
            words += _of_battle(old, now)
        words += _signed("HP", G.hp - self.hp) + _signed("max HP", G.max_hp - self.max_hp)
        words += _signed("gold", G.gold - self.gold)
        return ", ".join(words)


def _of_battle(old, now):
    words = []
    if old.energy != now.energy:
        spent = old.energy - now.energy
        words.append(f"costs {spent}" if spent > 0 else f"+{-spent} energy")
    was = {n: one.hp + one.block for n, one in enumerate(old.monsters)}
    lost = [was.get(n, 0) - one.hp - one.block for n, one in enumerate(now.monsters)]
    if any(lost):
        words.append(" ".join(map(str, lost)) + " damage")
    words += _signed("block", now.block - old.block)
    if old.stance != now.stance:
        words.append(f"enters {now.stance or 'Neutral'}")
    if old.orbs != now.orbs:
        words.append("orbs " + " ".join(orb.kind for orb in now.orbs))
    words += _signed("slots", now.orb_slots - old.orb_slots)
    words += _powers("", old.powers, now.powers)
    for n, one in enumerate(now.monsters):
        words += _powers("its " if len(now.monsters) == 1 else f"{n}'s ",
                         old.monsters[n].powers, one.powers)  # fmt: skip
    drawn = {card.uid for card in old.draw} & {card.uid for card in now.hand}
    if drawn:
        words.append(f"draws {len(drawn)}")
    for pile in ("hand", "draw", "discard"):
        made = [card for card in getattr(now, pile) if card.uid >= old.next_uid]
        words += [f"{_counted(made)} into {pile}"] if made else []
    gone = {card.uid for card in old.exhaust}
    exhausted = [card for card in now.exhaust if card.uid not in gone]
    return words + ([f"exhausts {_counted(exhausted)}"] if exhausted else [])


def _counted(cards):
    found = Counter(sorted(names(cards)))
    return " and ".join(f"{count} {name}" if count > 1 else name for name, count in found.items())


def _signed(word, amount):
    return [f"{amount:+d} {word}"] if amount else []


def _powers(whose, old, now):
    changes = {name: now.get(name, 0) - old.get(name, 0) for name in {**old, **now}}
    return [f"{whose}{name} {by:+d}" for name, by in changes.items() if by]


def effect_of(match, name, target=0, picks=(0,)) -> str:
    """Play a card and return what it changed."""
    before = StateChange(match)
    play(match, name, target, picks)
    return before.describe()
