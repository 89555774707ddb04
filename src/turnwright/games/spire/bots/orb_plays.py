"""The value of the Defect's cards in a fight: what channelled and evoked orbs are worth.

As in `special_plays`, a function is given the situation, the card and the target, and returns a value
in HP beyond the numbers printed on the card.
"""

from __future__ import annotations

from collections.abc import Callable

from turnwright.games.spire.combat import power_ids as p
from turnwright.games.spire.combat.orbs import (
    DARK,
    DARK_AT_FIRST,
    FROST,
    LIGHTNING,
    PLASMA,
    evoke_amount,
    passive_amount,
)
from turnwright.games.spire.library import POWER, cards
from turnwright.games.spire.state import Card, Orb

from .fight_situation import DAMAGE, FightSituation

LASTING = 3.0
"""The number of turns after which an orb has usually been evoked."""
ENERGY = 4.5


def _turns(now: FightSituation) -> float:
    return min(LASTING, now.turns_left)


def orb_worth(now: FightSituation, orb: Orb) -> float:
    """What an orb will do as long as it stays, and at its end."""
    amount, turns = passive_amount(now.b.powers, orb), _turns(now)
    if orb.kind == LIGHTNING:
        targets = len(now.alive) if p.ELECTRO in now.b.powers else 1
        return DAMAGE * amount * targets * turns + 1.0
    if orb.kind == FROST:
        return min(amount, now.coming) * now.urgency + 0.6 * amount * turns + 1.0
    if orb.kind == DARK:
        return 0.5 * DAMAGE * (orb.stored + amount * turns)
    return ENERGY * turns


def evoke_worth(now: FightSituation, orb: Orb) -> float:
    """What evoking an orb is worth now."""
    amount = evoke_amount(now.b.powers, orb)
    if orb.kind == FROST:
        return min(amount, now.coming) * now.urgency
    if orb.kind == PLASMA:
        return ENERGY * min(amount, max(0, now.unpaid - now.b.energy))
    lowest = min((now.b.monsters[place].hp for place in now.alive), default=0)
    targets = len(now.alive) if orb.kind == LIGHTNING and p.ELECTRO in now.b.powers else 1
    kill = 6.0 if amount >= lowest and (len(now.alive) == 1 or orb.kind == DARK) else 0.0
    return DAMAGE * min(amount, lowest if orb.kind == DARK else amount) * targets + kill


def channel_worth(now: FightSituation, kinds: list[str]) -> float:
    """What channelling these orbs is worth, with those that they push out."""
    orbs, value = list(now.b.orbs), 0.0
    if not now.b.orb_slots:
        return 0.0
    for kind in kinds:
        if len(orbs) >= now.b.orb_slots:
            old = orbs.pop(0)
            value += evoke_worth(now, old) - orb_worth(now, old)
        orbs.append(Orb(kind, DARK_AT_FIRST if kind == DARK else 0))
        value += orb_worth(now, orbs[-1])
    return value


PlayValue = Callable[[FightSituation, Card, int], float]


def _channels(*kinds: str) -> PlayValue:
    return lambda now, card, target: channel_worth(now, list(kinds))


def _evokes(now: FightSituation, times: int) -> float:
    if not now.b.orbs or times <= 0:
        return 0.0
    first = now.b.orbs[0]
    return times * evoke_worth(now, first) - orb_worth(now, first)


def _recursion(now: FightSituation, card: Card, target: int) -> float:
    return evoke_worth(now, now.b.orbs[0]) if now.b.orbs else 0.0


def _fission(now: FightSituation, card: Card, target: int) -> float:
    value = sum(6.0 - orb_worth(now, orb) for orb in now.b.orbs)
    return value + sum(evoke_worth(now, orb) for orb in now.b.orbs) * bool(card.up)


def _consume(now: FightSituation, card: Card, target: int) -> float:
    lost = now.b.orbs[-1:] if len(now.b.orbs) >= now.b.orb_slots else []
    focus = (3 if card.up else 2) * min(2.0, now.turns_left / 2) * len(now.b.orbs)
    return focus - 3.0 - sum(orb_worth(now, orb) for orb in lost)


def _blocks(now: FightSituation, amount: int) -> float:
    amount += now.b.powers.get(p.DEXTERITY, 0)
    return min(max(0, amount), now.coming) * now.urgency


def _doubled_energy(now: FightSituation, card: Card, target: int) -> float:
    left = now.b.energy - now.cost_of(card)
    return ENERGY * min(left, max(0, now.unpaid - left))


def _if_power_follows(value: float) -> PlayValue:
    def find(now: FightSituation, card: Card, target: int) -> float:
        left = now.b.energy - now.cost_of(card)
        return value * any(
            cards()[one.kind].type == POWER and now.cost_of(one) <= left for one in now.b.hand
        )

    return find


ORB_PLAYS: dict[str, PlayValue] = {
    "Zap": _channels(LIGHTNING), "Ball Lightning": _channels(LIGHTNING), "Cold Snap": _channels(FROST),
    "Coolheaded": _channels(FROST), "Glacier": _channels(FROST, FROST), "Darkness": _channels(DARK),
    "Doom and Gloom": _channels(DARK), "Rainbow": _channels(LIGHTNING, FROST, DARK),
    "Fusion": _channels(PLASMA), "Meteor Strike": _channels(PLASMA, PLASMA, PLASMA),
    "Electrodynamics": _channels(LIGHTNING, LIGHTNING),
    "Chaos": lambda now, card, target: channel_worth(now, [LIGHTNING] * (1 + bool(card.up))),
    "Chill": lambda now, card, target: channel_worth(now, [FROST] * len(now.alive)),
    "Tempest": lambda now, card, target: channel_worth(now, [LIGHTNING] * (now.b.energy + card.up)),
    "Dualcast": lambda now, card, target: _evokes(now, 2),
    "Multi-Cast": lambda now, card, target: _evokes(now, now.b.energy + card.up),
    "Redo": _recursion, "Fission": _fission, "Consume": _consume,
    "Auto Shields": lambda now, card, target: -30.0 if now.b.block else 0.0,
    "Stack": lambda now, card, target: _blocks(now, len(now.b.discard) + 3 * bool(card.up)),
    "Reinforced Body": lambda now, card, target: _blocks(
        now, (9 if card.up else 7) * (now.b.energy - 1)
    ),
    "Genetic Algorithm": lambda now, card, target: 4.0 + _blocks(now, card.special),
    "Steam": lambda now, card, target: -0.8 * card.special,
    "Double Energy": _doubled_energy, "Amplify": _if_power_follows(6.0),
    "Hyperbeam": lambda now, card, target: -2.0 * len(now.b.orbs) * min(1.0, now.turns_left / 3),
    "Reprogram": lambda now, card, target: 3.0 - 1.5 * len(now.b.orbs),
    "Hologram": lambda now, card, target: 3.0 if now.b.discard else 0.0,
    "Seek": lambda now, card, target: 5.0, "White Noise": lambda now, card, target: 6.0,
    "Reboot": lambda now, card, target: 4.0 - 1.5 * len(now.b.hand),
    "Recycle": lambda now, card, target: 1.0, "Scrape": lambda now, card, target: -5.0,
    "Turbo": lambda now, card, target: -1.0, "Steam Power": lambda now, card, target: -1.0,
    "Undo": lambda now, card, target: 1.0, "Conserve Battery": lambda now, card, target: 1.0,
    "Lockon": lambda now, card, target: 1.0 * len(now.b.orbs),
    "All For One": lambda now, card, target: 2.0 * sum(one.cost == 0 for one in now.b.discard),
    "Compile Driver": lambda now, card, target: 2.0 * len({orb.kind for orb in now.b.orbs}),
}  # fmt: skip
"""The value of playing a card of the Defect, beyond what the numbers on it say."""
