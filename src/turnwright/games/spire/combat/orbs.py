"""Orbs: channelling and evoking them, their passive effects, and the slots they need.

The orbs of a fight are a list, the oldest first. Channelling adds one at the end; without an empty
slot the oldest one is evoked first. Lightning, Frost and Dark work at the end of the player's turn,
Plasma at its start. Focus changes all numbers but those of Plasma and what a Dark orb has stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from turnwright.games.spire.state import Orb, is_targetable

from . import power_ids as p

if TYPE_CHECKING:
    from .fight import Fight

LIGHTNING, FROST, DARK, PLASMA = "Lightning", "Frost", "Dark", "Plasma"
KINDS = (DARK, FROST, LIGHTNING, PLASMA)
"""In the order in which a random one is chosen."""
PASSIVE = {LIGHTNING: 3, FROST: 2, DARK: 6, PLASMA: 1}
EVOKED = {LIGHTNING: 8, FROST: 5, PLASMA: 2}
DARK_AT_FIRST = 6
MOST_SLOTS = 10


# --- numbers ---------------------------------------------------------------------------------------


def passive_amount(powers: Mapping[str, int], orb: Orb) -> int:
    """The number of an orb's passive effect."""
    return _with_focus(powers, orb, PASSIVE[orb.kind])


def evoke_amount(powers: Mapping[str, int], orb: Orb) -> int:
    """The number of what an orb does when it is evoked."""
    return orb.stored if orb.kind == DARK else _with_focus(powers, orb, EVOKED[orb.kind])


def _with_focus(powers: Mapping[str, int], orb: Orb, number: int) -> int:
    return number if orb.kind == PLASMA else max(0, number + powers.get(p.FOCUS, 0))


def first_slots(character: str, has_prismatic_shard: bool) -> int:
    """The number of orb slots at the start of a fight. Other classes than the Defect have one with a
    Prismatic Shard; without a slot nothing is channelled."""
    return 3 if character == "DEFECT" else int(has_prismatic_shard)


def channelled(f: Fight, kind: str) -> int:
    """How many orbs of a kind were channelled in this fight."""
    return f.b.counts.get(kind, 0)


# --- channelling -----------------------------------------------------------------------------------


def channel(f: Fight, kind: str, count: int = 1) -> None:
    """Queue channelling orbs."""
    for _ in range(count):
        f.add_to_bottom(do_channel, f, kind)


def channel_next(f: Fight, kind: str, count: int = 1) -> None:
    """Queue channelling orbs before everything that is waiting."""
    for _ in range(count):
        f.add_to_top(do_channel, f, kind)


def do_channel(f: Fight, kind: str) -> None:
    """Channel a new orb."""
    put_in(f, Orb(kind, DARK_AT_FIRST if kind == DARK else 0))


def put_in(f: Fight, orb: Orb) -> None:
    """Put an orb into the next slot. If all are full, the oldest orb is evoked first."""
    b = f.b
    if not b.orb_slots:
        return
    if len(b.orbs) >= b.orb_slots:
        f.add_to_top(put_in, f, orb)
        evoke(f)
        return
    b.orbs.append(orb)
    b.counts[orb.kind] = b.counts.get(orb.kind, 0) + 1


def gain_slots(f: Fight, count: int) -> None:
    """Gain orb slots."""
    f.b.orb_slots = min(MOST_SLOTS, f.b.orb_slots + count)


def lose_slots(f: Fight, count: int) -> None:
    """Lose orb slots. Orbs that lie in them, the newest ones, vanish without being evoked."""
    b = f.b
    b.orb_slots = max(0, b.orb_slots - count)
    del b.orbs[b.orb_slots :]


# --- evoking ---------------------------------------------------------------------------------------


def evoke(f: Fight) -> None:
    """Evoke the oldest orb and remove it."""
    if f.b.orbs:
        _use(f, f.b.orbs.pop(0))


def evoke_and_keep(f: Fight) -> None:
    """Evoke the oldest orb without removing it."""
    if f.b.orbs:
        _use(f, f.b.orbs[0])


def evoke_times(f: Fight, times: int) -> None:
    """Evoke the oldest orb several times, and remove it with the last one."""
    if f.b.orbs and times > 0:
        f.add_to_top(evoke, f)
        for _ in range(times - 1):
            f.add_to_top(evoke_and_keep, f)


def evoke_all(f: Fight) -> None:
    """Evoke all orbs, the oldest first."""
    for _ in f.b.orbs:
        f.add_to_top(evoke, f)


def _use(f: Fight, orb: Orb) -> None:
    amount = evoke_amount(f.b.powers, orb)
    if orb.kind == LIGHTNING:
        f.add_to_top(strike, f, amount)
    elif orb.kind == FROST:
        f.add_to_top(f.do_block, amount)
    elif orb.kind == DARK:
        f.add_to_top(_strike_weakest, f, amount)
    else:
        f.add_to_top(f.do_energy, amount)


# --- passive effects -------------------------------------------------------------------------------


def trigger_turn_start(f: Fight) -> None:
    """Plasma works at the start of the player's turn."""
    for orb in _triggering(f):
        if orb.kind == PLASMA:
            trigger_passive(f, orb)


def trigger_turn_end(f: Fight) -> None:
    """All others work at the end of the player's turn."""
    for orb in _triggering(f):
        if orb.kind != PLASMA:
            trigger_passive(f, orb)


def trigger_all(f: Fight, kinds: tuple[str, ...] = KINDS) -> None:
    """Trigger the passive effects of all orbs of these kinds now."""
    for orb in _triggering(f):
        if orb.kind in kinds:
            trigger_passive(f, orb)


def _triggering(f: Fight) -> list[Orb]:
    """The orbs in the order of their passive effects. With Gold-Plated Cables the oldest one works
    once more."""
    orbs = f.b.orbs
    return orbs + orbs[:1] if "Cables" in f.relics else list(orbs)


def trigger_passive(f: Fight, orb: Orb) -> None:
    """Trigger the passive effect of an orb."""
    amount = passive_amount(f.b.powers, orb)
    if orb.kind == LIGHTNING:
        f.add_to_bottom(strike, f, amount)
    elif orb.kind == FROST:
        f.add_to_bottom(f.do_block, amount)
    elif orb.kind == DARK:
        orb.stored += amount
    else:
        f.energy(amount)


# --- damage ----------------------------------------------------------------------------------------


def strike(f: Fight, damage: int) -> None:
    """Lightning strikes a random monster, with Electrodynamics all of them."""
    if p.ELECTRO in f.b.powers:
        for target in f.targetable():
            _damage(f, target, damage)
        return
    target = f.random_monster()
    if target >= 0:
        _damage(f, target, damage)


def _strike_weakest(f: Fight, damage: int) -> None:
    """A Dark orb strikes the monster with the lowest HP."""
    monsters = f.b.monsters
    there = [place for place, one in enumerate(monsters) if is_targetable(one)]
    if there:
        _damage(f, min(there, key=lambda place: monsters[place].hp), damage)


def _damage(f: Fight, target: int, damage: int) -> None:
    """Damage of an orb is no attack. Lock-On makes it half as much again."""
    if p.LOCK_ON in f.b.monsters[target].powers:
        damage = damage * 3 // 2
    f.do_damage(target, damage)
