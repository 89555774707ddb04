"""The reward screen: what can be taken, and taking it."""

from __future__ import annotations

from turnwright.games.spire.card_text import distinct_name, distinct_potion, distinct_title
from turnwright.games.spire.context import Asking, SpireContext
from turnwright.games.spire.library import relics
from turnwright.games.spire.rule_variants import replaceable
from turnwright.games.spire.state import Rewards

from .relics import obtain_relic

BOWL = 2
"""Max HP that Singing Bowl gives instead of a card."""


def rewards_to_take(c: SpireContext) -> list[str]:
    """The rewards that can be taken: kind and place, and for cards which one."""
    found = c.G.rewards
    if found is None:
        return ["skip"]
    options = [f"gold {at}" for at in range(len(found.gold))]
    options += [
        f"card {at} {pick}" for at, cards in enumerate(found.cards) for pick in range(len(cards))
    ]
    if found.cards and c.has("Singing Bowl"):
        options += [f"bowl {at}" for at in range(len(found.cards))]
    options += [f"relic {at}" for at in range(len(found.relics))]
    if may_take_potions(c):
        options += [f"potion {at}" for at in range(len(found.potions))]
    if found.emerald:
        options.append("emerald_key")
    if found.sapphire:
        options.append("sapphire_key")
    return [*options, "skip"]


def reward_name(c: SpireContext, what: str) -> str:
    """The label of taking a reward."""
    got, (kind, *numbers) = c.G.rewards, what.split()
    if got is None or not numbers:
        return "Leave the rest" if kind == "skip" else f"Take the {kind.replace('_', ' ')}"
    at = int(numbers[0])
    match kind:
        case "gold":
            return f"Take {distinct_name([f'{gold} gold' for gold in got.gold], at)}"
        case "card":
            offered = [card for offer in got.cards for card in offer]
            before = sum(len(offer) for offer in got.cards[:at])
            return f"Take {distinct_title(offered, before + int(numbers[1]))}"
        case "relic":
            return f"Take {distinct_name([relics()[kind].name for kind in got.relics], at)}"
        case "potion":
            return f"Take {distinct_potion(got.potions, at)}"
        case _:
            bowls = ["Singing Bowl: gain Max HP instead of a card"] * len(got.cards)
            return distinct_name(bowls, at)


def may_take_potions(c: SpireContext) -> bool:
    """Can potions be taken? With Sozu they can, and are lost."""
    return c.has_potion_slot() or c.has("Sozu")


@replaceable
def take_relic(c: SpireContext, found: Rewards, at: int) -> Asking:
    """Take a relic. The sapphire key takes the place of the last one: it is one or the other."""
    if at == len(found.relics) - 1:
        found.sapphire = False
    yield from obtain_relic(c, found.relics.pop(at))


def take(c: SpireContext, what: str) -> Asking:
    """Take one reward."""
    G, found = c.G, c.G.rewards
    assert found is not None
    kind, *numbers = what.split()
    at = int(numbers[0]) if numbers else 0
    match kind:
        case "gold":
            c.gain_gold(found.gold.pop(at))
        case "card":
            card = found.cards.pop(at)[int(numbers[1])]
            c.obtain(card.kind, card.up)
        case "bowl":
            del found.cards[at]
            c.gain_max_hp(BOWL)
        case "potion":
            c.obtain_potion(found.potions.pop(at))
        case "relic":
            yield from take_relic(c, found, at)
        case "emerald_key":
            found.emerald, G.keys[1] = False, True
        case "sapphire_key":
            found.sapphire, G.keys[2] = False, True
            del found.relics[-1:]
