"""Events of the third act."""

from __future__ import annotations

from functools import partial

from turnwright.games.spire.context import Asking, SpireContext, is_upgradable
from turnwright.games.spire.library import cards
from turnwright.games.spire.rule_variants import replaceable
from turnwright.games.spire.run.relics import obtain_relic
from turnwright.games.spire.run.rewards import colourless_reward, find_plain_relic, find_relic
from turnwright.games.spire.state import Rewards

from .event_definition import EventChoice, event, fight, is_hard, leave


def _begin_falling(c: SpireContext) -> None:
    for kind in ("ATTACK", "SKILL", "POWER"):
        places = [
            at
            for at, card in enumerate(c.G.deck)
            if cards()[card.kind].type == kind and not card.bottled
        ]
        if places:
            c.G.memory[kind] = places[c.G.streams.misc.random(len(places) - 1)]


@event("Falling", _begin_falling)
def _falling(c: SpireContext) -> list[EventChoice]:
    memory = c.G.memory

    def lose(word: str, kind: str) -> EventChoice:
        place = memory.get(kind)
        if place is None:
            return leave(word, is_open=False, needs=f"You have no {kind.lower()} to lose.")
        name = cards()[c.G.deck[place].kind].name
        return EventChoice(f"{word}: lose {name}", lambda: c.remove([place]))

    found = [lose("Land", "SKILL"), lose("Channel", "POWER"), lose("Strike", "ATTACK")]
    return found if memory else [leave("Splat")]


ACT_1_BOSSES = ("The Guardian", "Hexaghost", "Slime Boss")


@event("MindBloom")
def _mind_bloom(c: SpireContext) -> list[EventChoice]:
    def war() -> Asking:
        bosses = list(ACT_1_BOSSES)
        c.G.streams.misc.shuffle(bosses)
        relic = find_relic(c, "rare")
        yield from fight(c, bosses[0], 25 if c.G.ascension >= 13 else 50, (relic,))

    def awake() -> Asking:
        for place in c.places(is_upgradable):
            c.upgrade(place)
        yield from obtain_relic(c, "Mark of the Bloom")

    def rich() -> None:
        c.gain_gold(999)
        c.obtain_all("Normality", "Normality")

    def healthy() -> None:
        c.heal(c.G.max_hp)
        c.obtain("Doubt")

    last = (
        EventChoice("I am Rich: gain 999 gold, become cursed with 2 Normality", rich)
        if c.G.floor <= 40
        else EventChoice("I am Healthy: heal to full HP, become cursed with Doubt", healthy)
    )
    return [
        EventChoice("I am War: fight a boss of act 1 for a rare relic", war),
        EventChoice("I am Awake: upgrade all cards, you can no longer heal", awake),
        last,
    ]


def _moai(c: SpireContext) -> bool:
    return c.has("Golden Idol") or c.G.hp <= c.G.max_hp // 2


@event("The Moai Head", when=_moai)
def _the_moai_head(c: SpireContext) -> list[EventChoice]:
    loss = c.part_rounded(0.18 if is_hard(c) else 0.125)

    def jump() -> None:
        c.lose_max_hp(loss)
        c.heal(c.G.max_hp)

    def offer() -> None:
        c.gain_gold(333)
        c.lose_relic("Golden Idol")

    return [
        EventChoice(f"Jump inside: heal to full HP, lose {loss} Max HP", jump),
        EventChoice(
            "Offer Golden Idol: receive 333 gold",
            offer,
            c.has("Golden Idol"),
            "You do not have the Golden Idol.",
        ),
        leave(),
    ]


@replaceable
def leave_sphere(c: SpireContext) -> None:
    """Leaving the sphere alone does nothing."""


@event("Mysterious Sphere")
def _mysterious_sphere(c: SpireContext) -> list[EventChoice]:
    def open_sphere() -> Asking:
        gold = c.G.streams.misc.between(45, 55)
        relic = find_plain_relic(c, "rare")
        yield from fight(c, "Mysterious Sphere", gold, (relic,))

    return [
        EventChoice("Open sphere: fight for a rare relic", open_sphere),
        leave(do=partial(leave_sphere, c)),
    ]


@event("SensoryStone")
def _sensory_stone(c: SpireContext) -> list[EventChoice]:
    def recall(count: int, loss: int) -> None:
        if loss:
            c.lose_hp(loss)
        if not c.G.outcome:
            c.show_rewards(Rewards(cards=[colourless_reward(c) for _ in range(count)]))

    return [
        EventChoice("Recall: add 1 colourless card", lambda: recall(1, 0)),
        EventChoice("Recall: add 2 colourless cards, lose 5 HP", lambda: recall(2, 5)),
        EventChoice("Recall: add 3 colourless cards, lose 10 HP", lambda: recall(3, 10)),
    ]


@event("Tomb of Lord Red Mask")
def _tomb_of_lord_red_mask(c: SpireContext) -> list[EventChoice]:
    def offer() -> Asking:
        c.lose_gold(c.G.gold)
        yield from obtain_relic(c, "Red Mask")

    has_mask = c.has("Red Mask")
    return [
        EventChoice(
            "Don the Red Mask: gain 222 gold",
            lambda: c.gain_gold(222),
            has_mask,
            "You do not have the Red Mask.",
        ),
        EventChoice(
            "Offer all gold: obtain Red Mask", offer, not has_mask, "You have the Red Mask already."
        ),
        leave(),
    ]


@event("Winding Halls")
def _winding_halls(c: SpireContext) -> list[EventChoice]:
    damage = c.part_rounded(0.18 if is_hard(c) else 0.125)
    heal, loss = c.part_rounded(0.2 if is_hard(c) else 0.25), c.part_rounded(0.05)

    def embrace() -> None:
        c.lose_hp(damage)
        c.obtain_all("Madness", "Madness")

    def press_on() -> None:
        c.heal(heal)
        c.obtain("Writhe")

    return [
        EventChoice(f"Embrace madness: receive 2 Madness, lose {damage} HP", embrace),
        EventChoice(f"Press on: become cursed with Writhe, heal {heal} HP", press_on),
        EventChoice(f"Retrace your steps: lose {loss} Max HP", lambda: c.lose_max_hp(loss)),
    ]
