"""What cards, potions and monsters did in a fight, as lines of the log.

A report compares the fight before and after each actor: what the player did, then the turn of each
monster. It exists only while a host keeps a log, so fights without one pay nothing for it.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from turnwright.games.spire.display_names import HIDDEN_POWERS, POWERS, WITHOUT_AMOUNT
from turnwright.games.spire.monster_move_text import move_name
from turnwright.games.spire.state import Battle, Monster

from . import power_ids as p
from .monsters.monster_definition import name_of

if TYPE_CHECKING:
    from .fight import Fight

SEAT = 0
"""The seat of the player."""
INTERNAL = HIDDEN_POWERS | {p.PEN_NIB}
"""Powers whose changes are not told."""

YOU = {
    "block": "block", "lose": "lose", "heal": "heal", "gain": "gain", "get": "get", "die": "die",
    "enter": "enter", "leave": "leave",
}  # fmt: skip
THEY = {verb: f"{verb}s" for verb in YOU}


class Unit(NamedTuple):
    """The player or a monster, as far as the log is concerned."""

    hp: int
    block: int
    powers: dict[str, int]
    is_there: bool = True
    is_down: bool = False
    has_escaped: bool = False
    stance: str = ""


def enemy_names(b: Battle) -> list[str]:
    """The names of the monsters by position; equal names are numbered."""
    shown = [name_of(monster.kind) if monster.kind else "" for monster in b.monsters]
    seen: Counter[str] = Counter()
    names = []
    for name in shown:
        seen[name] += 1
        names.append(f"{name} {seen[name]}" if shown.count(name) > 1 else name)
    return names


def _monster(one: Monster) -> Unit:
    is_there = bool(one.kind) and one.hp > 0 and not one.has_escaped
    return Unit(one.hp, one.block, dict(one.powers), is_there, one.is_half_dead, one.has_escaped)


class FightReport:
    """Tells what happened since it last did. `head` is what the present actor does."""

    __slots__ = ("enemies", "fight", "head", "player")

    def __init__(self, fight: Fight) -> None:
        self.fight, self.head = fight, ""
        self.enemies: list[Unit] = []
        self.rebase()

    def rebase(self) -> None:
        """Tell nothing of what has happened up to now."""
        f = self.fight
        hp = 0 if f.is_lost else f.G.hp
        self.player = Unit(hp, f.b.block, dict(f.b.powers), stance=f.b.stance)
        self.enemies = [_monster(one) for one in f.b.monsters]

    def begin_monster(self, place: int, monster: Monster) -> None:
        """A monster acts from here on."""
        self.tell()
        name = enemy_names(self.fight.b)[place]
        self.head = f"{name} uses {move_name(monster.move)}" if monster.move else ""

    def begin_turn(self) -> None:
        """The player's next turn begins here. What wore off before is not told."""
        self.rebase()
        self.fight.c.log(SEAT, f"begins turn {self.fight.b.turn + 1}")

    def tell(self) -> None:
        """Write a line about what happened since the last one, if anything did."""
        player, enemies = self.player, self.enemies
        self.rebase()
        own, seen = [], []
        if done := _changes(player, self.player, YOU):
            own.append(f"you {done}")
            seen.append(f"the player {_changes(player, self.player, THEY)}")
        for place, name in enumerate(enemy_names(self.fight.b)):
            before = enemies[place] if place < len(enemies) else None
            if told := _of_enemy(before, self.enemies[place], name):
                own.append(told)
                seen.append(told)
        head, self.head = self.head, ""
        if head or own:
            self.fight.c.log(SEAT, _sentence(head, seen), _sentence(head, own))


def _sentence(head: str, parts: list[str]) -> str:
    text = "; ".join(parts)
    if head:
        return f"{head}: {text}." if text else f"{head}."
    return f"{text[:1].upper()}{text[1:]}."


def _of_enemy(before: Unit | None, now: Unit, name: str) -> str:
    if before is None or (now.is_there and not before.is_there and not before.is_down):
        return f"{name} appears" if now.is_there else ""
    if before.is_down and now.is_there and not now.is_down:
        return f"{name} rises again"
    if now.has_escaped and not before.has_escaped:
        return f"{name} escapes"
    if now.is_down and not before.is_down:
        return f"{name} falls, but will rise again"
    if before.is_there and not now.is_there:
        return f"{name} dies"
    done = _changes(before, now, THEY) if now.is_there else ""
    return f"{name} {done}" if done else ""


def _changes(before: Unit, now: Unit, verbs: dict[str, str]) -> str:
    """What happened to a unit, after its name: "blocks 4 and loses 2 HP (10 left)"."""
    found = []
    if now.block < before.block:
        found.append(f"{verbs['block']} {before.block - now.block}")
    if now.hp < before.hp:
        lost = f"{verbs['lose']} {before.hp - now.hp} HP"
        found.append(f"{lost} ({now.hp} left)" if now.hp else f"{lost} and {verbs['die']}")
    elif now.hp > before.hp:
        found.append(f"{verbs['heal']} {now.hp - before.hp} HP")
    if now.block > before.block:
        found.append(f"{verbs['gain']} {now.block - before.block} Block")
    if now.stance != before.stance:
        verb = "enter" if now.stance else "leave"
        found.append(f"{verbs[verb]} {now.stance or before.stance}")
    gained = [
        f"{POWERS.get(kind, kind)}"
        if kind in WITHOUT_AMOUNT
        else f"{amount - before.powers.get(kind, 0)} {POWERS.get(kind, kind)}"
        for kind, amount in now.powers.items()
        if kind not in INTERNAL and amount > before.powers.get(kind, 0)
    ]
    lost_powers = [
        f"{before.powers.get(kind, 0) - amount} {POWERS.get(kind, kind)}"
        for kind, amount in now.powers.items()
        if kind in (p.STRENGTH, p.DEXTERITY, p.FOCUS) and amount < before.powers.get(kind, 0)
    ]
    if gained:
        found.append(f"{verbs['get']} {_list(gained)}")
    if lost_powers:
        found.append(f"{verbs['lose']} {_list(lost_powers)}")
    return _list(found)


def _list(parts: list[str]) -> str:
    return (
        parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}" if parts else ""
    )
