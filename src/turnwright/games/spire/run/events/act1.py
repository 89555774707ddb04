"""Events of the first act."""

from __future__ import annotations

from turnwright.games.spire.context import Asking, SpireContext, is_upgradable
from turnwright.games.spire.rule_variants import replaceable
from turnwright.games.spire.run.relics import obtain_relic
from turnwright.games.spire.run.rewards import (
    find_plain_relic,
    find_relic,
    random_relic,
    relic_tier,
)

from .event_definition import NO_UPGRADE, STAY, EventChoice, event, fight, is_hard, leave


@event("Big Fish")
def _big_fish(c: SpireContext) -> list[EventChoice]:
    heal = c.part(1 / 3)

    def box() -> Asking:
        yield from obtain_relic(c, random_relic(c))
        c.obtain("Regret")  # after the relic, which may be a Ceramic Fish

    return [
        EventChoice(f"Banana: heal {heal} HP", lambda: c.heal(heal)),
        EventChoice("Donut: Max HP +5", lambda: c.gain_max_hp(5)),
        EventChoice("Box: receive a relic, become cursed with Regret", box),
    ]


@event("The Cleric", when=lambda c: c.G.gold >= 35)
def _the_cleric(c: SpireContext) -> list[EventChoice]:
    price, heal = 75 if is_hard(c) else 50, c.part(0.25)

    def healed() -> None:
        c.lose_gold(35)
        c.heal(heal)

    def purify() -> Asking:
        c.lose_gold(price)
        yield from c.choose_remove()

    return [
        EventChoice(f"Heal: lose 35 gold, heal {heal} HP", healed, c.G.gold >= 35),
        EventChoice(f"Purify: lose {price} gold, remove a card", purify, c.G.gold >= price),
        leave(),
    ]


def _begin_dead_adventurer(c: SpireContext) -> None:
    memory, misc = c.G.memory, c.G.streams.misc
    finds = ["gold", "nothing", "relic"]
    misc.shuffle(finds)
    elites = ("3 Sentries", "Gremlin Nob", "Lagavulin Event")
    memory["finds"], memory["elite"] = finds, elites[misc.random(2)]


@event("Dead Adventurer", _begin_dead_adventurer, when=lambda c: c.G.floor > 6)
def _dead_adventurer(c: SpireContext) -> list[EventChoice]:
    memory, misc = c.G.memory, c.G.streams.misc
    finds: list[str] = memory["finds"]
    chance = 25 * (3 - len(finds)) + (35 if is_hard(c) else 25)

    def search() -> Asking:
        if misc.random(99) < chance:
            gold = misc.between(25, 35) + (30 if "gold" in finds else 0)
            relics = (find_relic(c, relic_tier(c)),) if "relic" in finds else ()
            yield from fight(c, memory["elite"], gold, relics)
            return None
        find = finds.pop(0)
        if find == "gold":
            c.gain_gold(30)
        elif find == "relic":
            yield from obtain_relic(c, random_relic(c))
        return STAY if finds else None

    return [
        EventChoice(
            f"Search: find loot. {chance}%: an elite returns",
            search,
            finds,
            "Nothing is left to find.",
        ),
        leave("Escape"),
    ]


@event("Golden Idol")
def _golden_idol(c: SpireContext) -> list[EventChoice]:
    if c.G.memory.get("trapped"):
        damage = c.part(0.35 if is_hard(c) else 0.25)
        loss = c.part(0.1 if is_hard(c) else 0.08)
        return [
            EventChoice("Outrun: become cursed with Injury", lambda: c.obtain("Injury")),
            EventChoice(f"Smash: take {damage} damage", lambda: c.damage(damage)),
            EventChoice(f"Hide: lose {loss} Max HP", lambda: c.lose_max_hp(max(1, loss))),
        ]

    def take() -> Asking:
        c.G.memory["trapped"] = True
        yield from obtain_relic(c, "Golden Idol")
        return STAY

    return [EventChoice("Take: obtain Golden Idol, trigger a trap", take), leave()]


STRONG = frozenset((
    "Blood for Blood", "Bludgeon", "Carnage", "Clash", "Clothesline", "Feed", "Heavy Blade",
    "Hemokinesis", "Immolate", "Searing Blow", "Sever Soul", "Uppercut", "Wild Strike",
    "All Out Attack", "Backstab", "Choke", "Dash", "Die Die Die", "Grand Finale", "Masterful Stab",
    "Predator", "Underhanded Strike", "Unload", "All For One", "Core Surge", "Doom and Gloom",
    "Hyperbeam", "Meteor Strike", "Melter", "Streamline", "Sunder", "Brilliance", "Conclude",
    "LessonLearned", "ReachHeaven", "SandsOfTime", "SignatureMove", "WheelKick", "HandOfGreed",
    "RitualDagger",
))  # fmt: skip
STRONG_UPGRADED = frozenset((
    "Bash", "Cleave", "Fiend Fire", "Headbutt", "Pommel Strike", "Reckless Charge", "Bane",
    "Dagger Throw", "Flying Knee", "Glass Knife", "Quick Slash", "Skewer", "Compile Driver",
    "Rebound", "Scrape", "Lockon", "Ball Lightning", "BowlingBash", "CarveReality", "CrushJoints",
    "EmptyFist", "FearNoEvil", "FollowUp", "SashWhip", "Wallop", "WindmillStrike",
    "Dramatic Entrance", "Swift Strike",
))  # fmt: skip
"""Cards with 10 damage or more, which is enough to break the Wing Statue."""


@event("Golden Wing")
def _golden_wing(c: SpireContext) -> list[EventChoice]:
    def pray() -> Asking:
        c.damage(7)
        if not c.G.outcome:
            yield from c.choose_remove()

    can_destroy = any(
        card.kind in STRONG or (card.up and card.kind in STRONG_UPGRADED) for card in c.G.deck
    )
    return [
        EventChoice("Pray: lose 7 HP, remove a card", pray),
        EventChoice(
            "Destroy: gain 50-80 gold",
            lambda: c.gain_gold(c.G.streams.misc.between(50, 80)),
            can_destroy,
            "None of your attacks deals 10 damage.",
        ),
        leave(),
    ]


def _goop(c: SpireContext) -> None:
    low, high = (35, 75) if is_hard(c) else (20, 50)
    c.G.memory["loss"] = min(c.G.gold, c.G.streams.misc.between(low, high))


@event("World of Goop", _goop)
def _world_of_goop(c: SpireContext) -> list[EventChoice]:
    loss = c.G.memory["loss"]

    def gather() -> None:
        c.damage(11)
        c.gain_gold(75)

    return [
        EventChoice("Gather: gain 75 gold, lose 11 HP", gather),
        EventChoice(f"Leave it: lose {loss} gold", lambda: c.lose_gold(loss)),
    ]


@event("Liars Game")
def _the_ssssserpent(c: SpireContext) -> list[EventChoice]:
    gold = 150 if is_hard(c) else 175

    def agree() -> None:
        c.gain_gold(gold)
        c.obtain("Doubt")

    return [
        EventChoice(f"Agree: gain {gold} gold, become cursed with Doubt", agree),
        leave("Disagree"),
    ]


@event("Living Wall")
def _living_wall(c: SpireContext) -> list[EventChoice]:
    return [
        EventChoice("Forget: remove a card", c.choose_remove),
        EventChoice("Change: transform a card", lambda: c.choose_transform(1, c.G.streams.misc)),
        EventChoice("Grow: upgrade a card", c.choose_upgrade, c.places(is_upgradable), NO_UPGRADE),
    ]


@replaceable
def eat_mushrooms(c: SpireContext, heal: int) -> None:
    """Heal, and become cursed with Parasite."""
    c.heal(heal)
    c.obtain("Parasite")


@event("Mushrooms", when=lambda c: c.G.floor > 6)
def _mushrooms(c: SpireContext) -> list[EventChoice]:
    heal = c.part(0.25)

    def stomp() -> Asking:
        gold = c.G.streams.misc.between(20, 30)
        yield from fight(c, "The Mushroom Lair", gold, ("Odd Mushroom",))

    def eat() -> None:
        eat_mushrooms(c, heal)

    return [
        EventChoice("Stomp: anger the mushrooms", stomp),
        EventChoice(f"Eat: heal {heal} HP, become cursed with Parasite", eat),
    ]


@replaceable
def ooze_damage(c: SpireContext, tries: int) -> int:
    """The damage of reaching inside: one more each time."""
    return tries + (5 if is_hard(c) else 3)


@event("Scrap Ooze")
def _scrap_ooze(c: SpireContext) -> list[EventChoice]:
    tries = c.G.memory.get("tries", 0)
    damage, chance = ooze_damage(c, tries), 25 + 10 * tries

    def reach() -> Asking:
        c.damage(damage)
        if c.G.outcome:
            return None
        if c.G.streams.misc.random(99) >= 99 - chance:
            yield from obtain_relic(c, find_plain_relic(c, relic_tier(c)))
            return None
        c.G.memory["tries"] = tries + 1
        return STAY

    return [EventChoice(f"Reach inside: lose {damage} HP. {chance}%: find a relic", reach), leave()]


@event("Shining Light")
def _shining_light(c: SpireContext) -> list[EventChoice]:
    damage = c.part_rounded(0.3 if is_hard(c) else 0.2)

    def enter() -> None:
        c.damage(damage)
        c.upgrade_random(2)

    text = f"Enter: upgrade 2 random cards, take {damage} damage"
    return [EventChoice(text, enter, c.places(is_upgradable), NO_UPGRADE), leave()]
