"""What happens in a duel, for reactions and triggers to answer."""

from __future__ import annotations

import turnwright as tw


class Summoned(tw.Event):
    """A monster came to the field. `how` is normal, flip, special or token."""

    card: int
    seat: int
    how: str = "normal"


class SummonAttempt(tw.Event):
    """A monster is about to come to the field; cancelling it negates the summon."""

    card: int
    seat: int
    how: str = "normal"


class Flipped(tw.Event):
    """A face-down monster was turned face up."""

    card: int
    seat: int


class WouldBeDestroyed(tw.Event):
    """A card is about to be destroyed, by battle or by an effect."""

    card: int
    seat: int
    by_battle: bool = False


class Destroyed(tw.Event):
    card: int
    kind: str
    seat: int
    by_battle: bool = False
    by_seat: int = -1


class Sent(tw.Event):
    """A card went to the grave; `source` is the zone it came from."""

    card: int
    kind: str
    seat: int
    source: str


class AttackDeclared(tw.Event):
    attacker: int
    seat: int
    target: int | None = None


class BattleDamage(tw.Event):
    """A player took damage from a battle in which `card` fought."""

    card: int
    seat: int
    amount: int


class Activated(tw.Event):
    """A card or effect was activated and is on the chain."""

    card: int
    kind: str
    seat: int


class PhaseBegan(tw.Event):
    name: str
    seat: int


class CounterPlaced(tw.Event):
    card: int
    seat: int
    name: str
    amount: int
