"""Rest sites."""

from __future__ import annotations

from turnwright.games.spire.context import Asking, SpireContext, is_upgradable
from turnwright.games.spire.state import Rewards

from .rewards import card_reward, find_relic, relic_tier
from .rooms import leave

MOST_LIFTS = 3
RESTING = {
    "rest": "Rest: heal 30% of your Max HP",
    "smith": "Smith: upgrade a card",
    "lift": "Lift: more strength for the rest of the run",
    "toke": "Toke: remove a card",
    "dig": "Dig: obtain a relic",
    "recall": "Recall: take the ruby key",
    "skip": "Go on",
}
"""What can be done, as a page offers it."""


def rest_options(c: SpireContext) -> list[str]:
    """What can be done at a rest site. What relics add follows in the order in which the player
    obtained them."""
    found = []
    if not c.has("Coffee Dripper"):
        found.append("rest")
    if not c.has("Fusion Hammer") and c.places(is_upgradable):
        found.append("smith")
    for relic in c.G.relics:
        if relic.kind == "Girya" and relic.counter < MOST_LIFTS:
            found.append("lift")
        elif relic.kind == "Peace Pipe" and c.removable():
            found.append("toke")
        elif relic.kind == "Shovel":
            found.append("dig")
    if not c.G.keys[0]:
        found.append("recall")
    return found or ["skip"]


def rest_heal(c: SpireContext) -> int:
    """How many HP resting would heal now."""
    return min(c.part(0.3) + 15 * c.has("Regal Pillow"), c.G.max_hp - c.G.hp)


def rest(c: SpireContext, option: str) -> Asking:
    """Use the rest site and leave it."""
    G = c.G
    match option:
        case "rest":
            c.heal(c.part(0.3) + 15 * c.has("Regal Pillow"))
            if c.has("Dream Catcher"):
                c.show_rewards(Rewards(cards=[card_reward(c, "REST")]))
        case "smith":
            yield from c.choose_upgrade()
        case "lift":
            girya = c.relic("Girya")
            if girya is not None:
                girya.counter += 1
        case "toke":
            yield from c.choose_remove()
        case "dig":
            c.show_rewards(Rewards(relics=[find_relic(c, relic_tier(c))]))
        case "recall":
            G.keys[0] = True
    if G.screen == "REST":
        yield from leave(c)
