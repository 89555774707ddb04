"""The value of cards whose use depends on the situation of a fight, beyond the numbers on them.

Each function is given the situation, the card and the target, and returns a value in HP. Plain
numbers are worth the same in every situation.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from turnwright.games.spire.combat import power_ids as p
from turnwright.games.spire.library import ATTACK, CURSE, STATUS, cards
from turnwright.games.spire.state import Card

from .fight_situation import FightSituation

PlayValue: TypeAlias = Callable[[FightSituation, Card, int], float]


def worth(value: float) -> PlayValue:
    """The same value in every situation."""
    return lambda now, card, target: value


def in_long_fights(value: float) -> PlayValue:
    """A value that takes some turns to be returned."""
    return lambda now, card, target: value * min(1.2, now.turns_left / 3)


def _affordable_attacks(now: FightSituation, card: Card) -> int:
    """How many attacks can still be played after this card."""
    left = now.b.energy - now.cost_of(card)
    costs = sorted(
        now.cost_of(other)
        for other in now.b.hand
        if other is not card and cards()[other.kind].type == ATTACK
    )
    count = 0
    for cost in costs:
        if cost > left:
            break
        left -= cost
        count += 1
    return count


def _burdens(now: FightSituation, card: Card) -> int:
    return sum(cards()[other.kind].type in (CURSE, STATUS) for other in now.b.hand)


def _others_than_attacks(now: FightSituation, card: Card) -> list[Card]:
    return [
        other for other in now.b.hand if other is not card and cards()[other.kind].type != ATTACK
    ]


def _second_wind(now: FightSituation, card: Card, target: int) -> float:
    lost = _others_than_attacks(now, card)
    amount = (7 if card.up else 5) + now.b.powers.get(p.DEXTERITY, 0)
    useful = sum(cards()[one.kind].type not in (CURSE, STATUS) for one in lost)
    return min(amount * len(lost), now.coming) * now.urgency - 3.0 * useful


def _sever_soul(now: FightSituation, card: Card, target: int) -> float:
    lost = _others_than_attacks(now, card)
    return -2.0 * sum(cards()[one.kind].type not in (CURSE, STATUS) for one in lost)


def _spot_weakness(now: FightSituation, card: Card, target: int) -> float:
    return (9.0 if now.danger[target] else 0.0) * min(1.2, now.turns_left / 3)


def _limit_break(now: FightSituation, card: Card, target: int) -> float:
    strength = now.b.powers.get(p.STRENGTH, 0)
    return 3.0 * strength if strength >= 3 else 0.0


def _flex(now: FightSituation, card: Card, target: int) -> float:
    return 0.8 * (4 if card.up else 2) * _affordable_attacks(now, card)


def _entrench(now: FightSituation, card: Card, target: int) -> float:
    more = min(now.b.block, now.coming)
    return more * now.urgency + (0.4 * now.b.block if now.keeps_block else 0.0)


def _dark_shackles(now: FightSituation, card: Card, target: int) -> float:
    return min(now.danger[target], (15 if card.up else 9), now.coming) * now.urgency


def _wail(now: FightSituation, card: Card, target: int) -> float:
    less = 8 if card.up else 6
    saved = sum(min(now.danger[n], less) for n in now.alive)
    return min(saved, now.coming) * now.urgency


def _catalyst(now: FightSituation, card: Card, target: int) -> float:
    monster = now.b.monsters[target]
    poison = monster.powers.get(p.POISON, 0)
    return 0.0 if poison < 5 else 0.8 * min(monster.hp, poison * (2 if card.up else 1) * 2)


def _apparition(now: FightSituation, card: Card, target: int) -> float:
    return 0.0 if p.INTANGIBLE in now.b.powers or now.coming < 8 else 1.2 * now.coming


def _wraith_form(now: FightSituation, card: Card, target: int) -> float:
    """It costs Dexterity for the rest of the fight, so it is kept for when much is coming."""
    if now.coming >= 14 or now.coming >= now.G.hp:
        return 12.0 + now.coming
    return -30.0


def _exhume(now: FightSituation, card: Card, target: int) -> float:
    return 6.0 if any(one.kind != "Exhume" for one in now.b.exhaust) else 0.0


def _blades(count: int) -> PlayValue:
    """Shivs that can be played for nothing."""

    def find(now: FightSituation, card: Card, target: int) -> float:
        more = now.b.powers.get(p.ACCURACY, 0) + now.b.powers.get(p.STRENGTH, 0)
        return 0.75 * (count + card.up) * (4 + more)

    return find


def _if_skill_follows(value: float) -> PlayValue:
    def find(now: FightSituation, card: Card, target: int) -> float:
        left = now.b.energy - now.cost_of(card)
        others = (one for one in now.b.hand if one is not card)
        return (
            value
            if any(cards()[one.kind].type == "SKILL" and now.cost_of(one) <= left for one in others)
            else 0.0
        )

    return find


def _if_attack_follows(value: float) -> PlayValue:
    return lambda now, card, target: value if _affordable_attacks(now, card) else 0.0


def _judgement(now: FightSituation, card: Card, target: int) -> float:
    hp = now.b.monsters[target].hp
    return now.kill_value[target] + now.worth[target] * hp if hp <= (40 if card.up else 30) else 0.0


def _spirit_shield(now: FightSituation, card: Card, target: int) -> float:
    one = 4 if card.up else 3
    more = one * max(0, len(now.b.hand) - 2)
    return min(more, max(0, now.coming - one)) * now.urgency


def _scrawl(now: FightSituation, card: Card, target: int) -> float:
    return 1.5 * max(0, 11 - len(now.b.hand))


def _mark(now: FightSituation, card: Card, target: int) -> float:
    monster = now.b.monsters[target]
    marked = monster.powers.get("PathToVictoryPower", 0) + (11 if card.up else 8)
    return now.worth[target] * min(monster.hp, marked)


SPECIAL_PLAYS: dict[str, PlayValue] = {
    # of the Ironclad
    "Limit Break": _limit_break, "Spot Weakness": _spot_weakness, "Disarm": in_long_fights(9.0),
    "Burning Pact": lambda now, card, target: 3.0 if _burdens(now, card) else 0.5,
    "Second Wind": _second_wind, "Sever Soul": _sever_soul, "Armaments": worth(2.5),
    "Double Tap": _if_attack_follows(7.0), "Infernal Blade": worth(5.0), "Exhume": _exhume,
    "Flex": _flex, "Rage": lambda now, card, target: 3.0 * _affordable_attacks(now, card),
    "Entrench": _entrench, "Warcry": worth(0.5), "Havoc": worth(4.0), "Dual Wield": worth(1.5),
    "Fiend Fire": lambda now, card, target: -2.0 * len(now.b.hand), "Offering": worth(3.0),
    "Power Through": worth(-1.5), "Wild Strike": worth(-1.0), "Reckless Charge": worth(-0.7),
    "Immolate": worth(-1.0), "Anger": worth(1.5), "True Grit": worth(0.5),
    "Flame Barrier": lambda now, card, target: 2.0 if now.coming else 0.0,
    # of the Silent
    "Malaise": lambda now, card, target: 3.5 * now.b.energy * min(1.2, now.turns_left / 3),
    "PiercingWail": _wail, "Blade Dance": _blades(3), "Cloak And Dagger": _blades(1),
    "Burst": _if_skill_follows(5.0), "Storm of Steel": worth(3.0), "Venomology": worth(8.0),
    "Predator": worth(3.0), "Flying Knee": worth(3.0), "Outmaneuver": worth(5.0),
    "Distraction": worth(3.0), "Escape Plan": worth(1.0), "Night Terror": worth(3.0),
    "Catalyst": _catalyst, "Blur": worth(0.5), "Dodge and Roll": worth(2.5),
    "Calculated Gamble": worth(1.0), "Bullet Time": worth(3.0), "Survivor": worth(-0.5),
    "Wraith Form v2": _wraith_form, "Terror": worth(2.0), "Corpse Explosion": worth(3.0),
    "Phantasmal Killer": in_long_fights(4.0),
    # of the Watcher
    "Halt": lambda now, card, target: min(
        now.coming, (14 if card.up else 9) if now.b.stance == "Wrath" else 0
    ) * now.urgency,
    "Wallop": lambda now, card, target: min(now.coming, 12 if card.up else 9) * 0.8,
    "TalkToTheHand": in_long_fights(8.0), "CarveReality": worth(3.0), "DeceiveReality": worth(2.0),
    "Evaluate": worth(1.0), "Judgement": _judgement, "Pray": worth(4.0), "Worship": worth(6.0),
    "Prostrate": worth(2.5), "SpiritShield": _spirit_shield, "Scrawl": _scrawl, "Vault": worth(9.0),
    "Wish": in_long_fights(10.0), "Omniscience": worth(10.0), "Swivel": _if_attack_follows(2.0),
    "WreathOfFlame": _if_attack_follows(3.0), "WaveOfTheHand": worth(2.0), "Collect": worth(3.0),
    "ConjureBlade": lambda now, card, target: 3.0 * now.b.energy, "Alpha": in_long_fights(9.0),
    "Vengeance": worth(1.0), "ForeignInfluence": worth(5.0), "Meditate": worth(-1.0),
    "Conclude": worth(-3.0), "ThirdEye": worth(1.0), "PathToVictory": _mark, "Blasphemy": worth(-40.0),
    "ReachHeaven": worth(2.0), "Crescendo": worth(0.0), "ClearTheMind": worth(0.0),
    # colourless
    "Apotheosis": in_long_fights(18.0), "Ghostly": _apparition, "Dark Shackles": _dark_shackles,
    "The Bomb": in_long_fights(14.0), "Bandage Up": lambda now, card, target: float(
        min(now.G.max_hp - now.G.hp, 6 if card.up else 4)
    ),
    "Madness": worth(2.0), "Panacea": worth(2.0), "Discovery": worth(4.0),
    "Jack Of All Trades": worth(3.0), "Violence": worth(6.0), "Secret Weapon": worth(2.0),
    "Secret Technique": worth(2.0), "Metamorphosis": in_long_fights(8.0),
    "Chrysalis": in_long_fights(7.0), "Transmutation": worth(6.0), "Impatience": worth(0.5),
    "Deep Breath": worth(0.5), "Thinking Ahead": worth(0.5), "PanicButton": worth(-3.0),
    "Forethought": worth(0.3), "Purity": lambda now, card, target: 1.5 * _burdens(now, card),
    "Enlightenment": worth(0.5),
}  # fmt: skip
"""The value of playing a card, beyond what the numbers on it say."""
