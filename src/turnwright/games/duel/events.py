"""The events of a duel, which trigger effects and may be responded to or replaced."""

from __future__ import annotations

import turnwright as tw


class Summoned(tw.Event):
    """A monster was summoned. `how` is normal, flip, special or token."""

    card: int
    seat: int
    how: str = "normal"


class SummonAttempt(tw.Event):
    """A monster is about to be summoned; cancelling the event negates the summon."""

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
    """A card was destroyed. `seat` controlled it, `by_seat` destroyed it."""

    card: int
    kind: str
    seat: int
    by_battle: bool = False
    by_seat: int = -1


class Sent(tw.Event):
    """A card was sent to the grave; `source` is the zone it came from."""

    card: int
    kind: str
    seat: int
    source: str


class AttackDeclared(tw.Event):
    """A monster attacks; `target` is None for a direct attack."""

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
    """A phase of the turn player began."""

    name: str
    seat: int


class CounterPlaced(tw.Event):
    """Counters were placed on a card."""

    card: int
    seat: int
    name: str
    amount: int
