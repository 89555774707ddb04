"""The state of a fight by hand: the choices made so far, and what they have led to.

The fight itself is not stored. It follows from the options of the match, the seeds and the choices
(`fight_position.py`); the rest of the state is what people see of it.
"""

from __future__ import annotations

import msgspec

import turnwright as tw
from turnwright.core.rules.ledger import Number


class SeedChange(msgspec.Struct, frozen=True):
    """From the choice with this number on, dice are drawn from this seed."""

    choice: int
    seed: int


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat has chosen: an action with targets, the level of a slot and an amount, as far as they
    were chosen. Without an action it passes."""

    action: tw.Public[str] = ""
    targets: tw.Public[tuple[str, ...]] = ()
    level: tw.Public[int] = 0
    spend: tw.Public[Number | None] = None


class PoolSeen(msgspec.Struct, frozen=True):
    """What is left in a pool. The label is its name as people read it."""

    name: tw.Public[str]
    label: tw.Public[str]
    left: tw.Public[Number]
    most: tw.Public[Number]


class StatusSeen(msgspec.Struct, frozen=True):
    """A status of a combatant. `turns` is 0 if it does not count turns."""

    name: tw.Public[str]
    source: tw.Public[str]
    turns: tw.Public[int] = 0


class CombatantSeen(msgspec.Struct, frozen=True):
    """A combatant as everybody sees it. `seat` is -1 if its list drives it."""

    name: tw.Public[str]
    side: tw.Public[str]
    seat: tw.Public[int]
    state: tw.Public[str]
    """`up`, `down`, `stable`, `dead`, or `absent` if it has not arrived yet."""
    hp: tw.Public[int]
    max_hp: tw.Public[int]
    temp: tw.Public[int]
    ac: tw.Public[int]
    initiative: tw.Public[int]
    position: tw.Public[Number]
    is_active: tw.Public[bool]
    concentration: tw.Public[str]
    statuses: tw.Public[tuple[StatusSeen, ...]]
    pools: tw.Public[tuple[PoolSeen, ...]]


class OfferedAction(msgspec.Struct, frozen=True):
    """An action that can be chosen now. `id` differs from those of all other entries: it has the place
    in the list if names are equal, and the level of the slot if it is not the one that the list takes.

    `targets` are the names of those whom it can be aimed at, first the one that the list would pick;
    an empty name stands for "whom the list picks". With `count` above 1 they are asked for afterwards.
    """

    id: tw.Public[str]
    name: tw.Public[str]
    targets: tw.Public[tuple[str, ...]]
    picked: tw.Public[str]
    """Whom the list would pick, in words."""
    count: tw.Public[int] = 1
    text: tw.Public[str] = ""
    least: tw.Public[int] = 1
    """How many targets must be chosen, if they are asked for. The list picks the others."""
    action: tw.Public[str] = ""
    """The id of the action without a level."""
    level: tw.Public[int] = 0
    amounts: tw.Public[tuple[Number, ...]] = ()
    """The amounts that can be spent. If there are several, one of them is asked for."""


class FightState(tw.State):
    """The choices of a fight, and what is seen of it when the next one is due."""

    choices: tw.Public[list[Choice]] = tw.default(list)
    seeds: list[SeedChange] = tw.default(list)
    round_start: int = 0
    """The number of choices before this round."""
    encounter: tw.Public[str] = ""
    round: tw.Public[int] = 0
    actor: tw.Public[str] = ""
    """Who chooses."""
    kind: tw.Public[str] = ""
    """What is chosen: an action of a `turn`, a `reaction`, ...; see `DecisionKind`."""
    question: tw.Public[str] = ""
    offered: tw.Public[tuple[OfferedAction, ...]] = ()
    combatants: tw.Public[tuple[CombatantSeen, ...]] = ()
    """In the order of initiative."""
    news: tw.Public[tuple[str, ...]] = ()
    """What has happened since the choice before."""
