"""Events of the third act."""

from __future__ import annotations

from functools import partial

from turnwright.games.spire.context import Asking, Spire, is_upgradable
from turnwright.games.spire.library import cards
from turnwright.games.spire.rule_variants import replaceable
from turnwright.games.spire.run.relics import obtain_relic
from turnwright.games.spire.run.rewards import colourless_reward, find_plain_relic, find_relic
from turnwright.games.spire.state import Rewards

from .event_definition import Choice, event, fight, is_hard, leave


def _falling(c: Spire) -> None:
    for kind in ("ATTACK", "SKILL", "POWER"):
        places = [
            at
            for at, card in enumerate(c.G.deck)
            if cards()[card.kind].type == kind and not card.bottled
        ]
        if places:
            c.G.memory[kind] = places[c.G.streams.misc.random(len(places) - 1)]


@event("Falling", _falling)
def falling(c: Spire) -> list[Choice]:
    memory = c.G.memory

    def lose(word: str, kind: str) -> Choice:
        place = memory.get(kind)
        if place is None:
            return leave(word, is_open=False)
        name = cards()[c.G.deck[place].kind].name
        return Choice(f"{word}: lose {name}", lambda: c.remove([place]))

    found = [lose("Land", "SKILL"), lose("Channel", "POWER"), lose("Strike", "ATTACK")]
    return found if memory else [leave("Splat")]


ACT_1_BOSSES = ("The Guardian", "Hexaghost", "Slime Boss")


@event("MindBloom")
def mind_bloom(c: Spire) -> list[Choice]:
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
        Choice("I am Rich: gain 999 gold, become cursed with 2 Normality", rich)
        if c.G.floor <= 40
        else Choice("I am Healthy: heal to full HP, become cursed with Doubt", healthy)
    )
    return [
        Choice("I am War: fight a boss of act 1 for a rare relic", war),
        Choice("I am Awake: upgrade all cards, you can no longer heal", awake),
        last,
    ]


def _moai(c: Spire) -> bool:
    return c.has("Golden Idol") or c.G.hp <= c.G.max_hp // 2


@event("The Moai Head", when=_moai)
def the_moai_head(c: Spire) -> list[Choice]:
    loss = c.part_rounded(0.18 if is_hard(c) else 0.125)

    def jump() -> None:
        c.lose_max_hp(loss)
        c.heal(c.G.max_hp)

    def offer() -> None:
        c.gain_gold(333)
        c.lose_relic("Golden Idol")

    return [
        Choice(f"Jump inside: heal to full HP, lose {loss} Max HP", jump),
        Choice("Offer Golden Idol: receive 333 gold", offer, c.has("Golden Idol")),
        leave(),
    ]


@replaceable
def leave_sphere(c: Spire) -> None:
    """Leaving the sphere alone does nothing."""


@event("Mysterious Sphere")
def mysterious_sphere(c: Spire) -> list[Choice]:
    def open_sphere() -> Asking:
        gold = c.G.streams.misc.between(45, 55)
        relic = find_plain_relic(c, "rare")
        yield from fight(c, "Mysterious Sphere", gold, (relic,))

    return [
        Choice("Open sphere: fight for a rare relic", open_sphere),
        leave(do=partial(leave_sphere, c)),
    ]


@event("SensoryStone")
def sensory_stone(c: Spire) -> list[Choice]:
    def recall(count: int, loss: int) -> None:
        if loss:
            c.lose_hp(loss)
        if not c.G.outcome:
            c.show_rewards(Rewards(cards=[colourless_reward(c) for _ in range(count)]))

    return [
        Choice("Recall: add 1 colourless card", lambda: recall(1, 0)),
        Choice("Recall: add 2 colourless cards, lose 5 HP", lambda: recall(2, 5)),
        Choice("Recall: add 3 colourless cards, lose 10 HP", lambda: recall(3, 10)),
    ]


@event("Tomb of Lord Red Mask")
def tomb_of_lord_red_mask(c: Spire) -> list[Choice]:
    def offer() -> Asking:
        c.lose_gold(c.G.gold)
        yield from obtain_relic(c, "Red Mask")

    has_mask = c.has("Red Mask")
    return [
        Choice("Don the Red Mask: gain 222 gold", lambda: c.gain_gold(222), has_mask),
        Choice("Offer all gold: obtain Red Mask", offer, not has_mask),
        leave(),
    ]


@event("Winding Halls")
def winding_halls(c: Spire) -> list[Choice]:
    damage = c.part_rounded(0.18 if is_hard(c) else 0.125)
    heal, loss = c.part_rounded(0.2 if is_hard(c) else 0.25), c.part_rounded(0.05)

    def embrace() -> None:
        c.lose_hp(damage)
        c.obtain_all("Madness", "Madness")

    def press_on() -> None:
        c.heal(heal)
        c.obtain("Writhe")

    return [
        Choice(f"Embrace madness: receive 2 Madness, lose {damage} HP", embrace),
        Choice(f"Press on: become cursed with Writhe, heal {heal} HP", press_on),
        Choice(f"Retrace your steps: lose {loss} Max HP", lambda: c.lose_max_hp(loss)),
    ]
