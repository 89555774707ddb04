"""What a run changes: bodies, the statuses they bear, and the event under way."""

from __future__ import annotations

from turnwright.core.rules.ledger import Number

from .plan import Deed, Kind, Member, Parts, Roll, Worn


class Status:
    """One status on one body: who brought it, by which deed, and how many turns are left."""

    __slots__ = ("dc", "deed", "left", "since", "source", "with_concentration", "worn")

    def __init__(
        self, worn: Worn, source: Body, deed: Deed | None, dc: int, since: int, held: bool
    ) -> None:
        self.worn = worn
        self.source = source
        self.deed = deed
        self.dc = dc
        self.left = worn.spec.duration.turns or 0
        self.since = since
        self.with_concentration = held


class Body:
    """Somebody in a run. The numbers after `statuses` are sums over them, made anew when they change
    (`refresh`), so that a body without statuses costs nothing."""

    __slots__ = (
        "ac",
        "at_range",
        "attack_dice",
        "attacked",
        "attacks",
        "came",
        "concentration",
        "conditions",
        "cooling",
        "critical_in_melee",
        "damage_parts",
        "dc",
        "dealt",
        "fails",
        "failures",
        "gain",
        "hp",
        "immune",
        "in_melee",
        "incapacitated",
        "index",
        "initiative",
        "is_dead",
        "is_down",
        "is_here",
        "is_plain", "is_special",
        "is_up",
        "kind",
        "max_hp",
        "member",
        "no_movement",
        "no_reactions",
        "pools",
        "position",
        "reduction",
        "resist",
        "save_dice",
        "saves",
        "side",
        "stable",
        "statuses",
        "successes",
        "surprised",
        "tags",
        "taken",
        "temp",
        "turn_uses",
        "unless", "uses",
        "vulnerable",
    )  # fmt: skip

    def __init__(self, member: Member) -> None:
        self.member = member
        self.index = member.index
        self.kind: Kind = member.kind
        self.side = member.side
        self.statuses: list[Status] = []
        self.uses = self.kind.no_uses[:]  # in this encounter
        self.turn_uses = self.kind.no_uses[:]
        self.refresh()
        self.reset()

    def reset(self) -> None:
        """As before the first encounter."""
        kind = self.kind
        self.hp = self.max_hp = kind.hp.flat
        self.temp = kind.combatant.temporary_hp
        self.is_up = self.is_here = True
        self.came = False
        self.is_down = self.is_dead = self.stable = False
        self.surprised = False
        self.successes = self.failures = 0
        self.pools: list[Number] = kind.pool_start[:]
        self.cooling = kind.no_uses[:]
        self.position: Number = kind.position
        self.initiative = 0
        self.concentration: Deed | None = None
        if self.statuses:
            self.statuses.clear()
            self.refresh()

    def __repr__(self) -> str:
        return f"<{self.member.name} {self.hp}/{self.max_hp}>"

    def refresh(self) -> None:
        """Sum up what the statuses change. Of statuses with the same name only the first counts."""
        kind = self.kind
        self.ac = kind.ac
        self.tags = kind.tags
        self.dc = 0
        self.attacks = self.attacked = self.in_melee = self.at_range = (False, False)
        self.saves: tuple[tuple[bool, bool, int, int], ...] = ()
        self.resist, self.immune, self.vulnerable = kind.resist, kind.immune, kind.vulnerable
        self.fails = 0
        self.dealt: Number = 1
        self.taken: Number = 1
        self.attack_dice: tuple[Roll, ...] = ()
        self.damage_parts: tuple[Parts, ...] = ()
        self.save_dice: tuple[Roll, ...] = ()
        self.reduction: tuple[Roll, ...] = ()
        self.gain: tuple[tuple[int, Number], ...] = ()
        self.incapacitated = self.no_reactions = self.no_movement = False
        self.critical_in_melee = False
        self.conditions: dict[str, int] = {}
        self.is_plain = True
        self.unless = kind.unless
        self.is_special = bool(kind.resist or kind.immune or kind.vulnerable or kind.unless)
        if not self.statuses:
            return
        seen: set[int] = set()
        for status in self.statuses:
            worn = status.worn
            self.tags |= worn.tags
            for name in worn.conditions:
                self.conditions[name] = self.conditions.get(name, 0) + 1
            if worn.number in seen:
                continue
            seen.add(worn.number)
            if worn.is_plain:
                continue
            self.is_plain = False
            self.ac += worn.ac
            self.dc += worn.dc
            self.attacks = _either(self.attacks, worn.attacks)
            self.attacked = _either(self.attacked, worn.attacked)
            self.in_melee = _either(self.in_melee, worn.in_melee)
            self.at_range = _either(self.at_range, worn.at_range)
            if worn.saves != (False, False):
                self.saves = (*self.saves, (*worn.saves, worn.saves_of, worn.saves_against))
            self.resist |= worn.resist
            self.immune |= worn.immune
            self.vulnerable |= worn.vulnerable
            self.unless += worn.unless
            self.fails |= worn.fails
            self.dealt *= worn.dealt
            self.taken *= worn.taken
            if not worn.to_hit.is_nothing:
                self.attack_dice = (*self.attack_dice, worn.to_hit)
            if worn.damage.parts:
                self.damage_parts = (*self.damage_parts, worn.damage)
            if not worn.save.is_nothing:
                self.save_dice = (*self.save_dice, worn.save)
            if not worn.reduction.is_nothing:
                self.reduction = (*self.reduction, worn.reduction)
            for key, amount in worn.gain:
                if key in kind.pools:
                    self.gain = (*self.gain, (kind.pools[key], amount))
            self.incapacitated |= worn.incapacitated
            self.no_reactions |= worn.no_reactions
            self.no_movement |= worn.no_movement
            self.critical_in_melee |= worn.critical_in_melee

    def bears(self, tag: int, source: Body | None = None) -> bool:
        """Has it this tag (a bit), from this source if one is given?"""
        if source is None:
            return bool(self.tags & tag)
        return any(s.worn.tags & tag and s.source is source for s in self.statuses)


def _either(a: tuple[bool, bool], b: tuple[bool, bool]) -> tuple[bool, bool]:
    return (a[0] or b[0], a[1] or b[1])


class Use:
    """A deed being done: by whom, to whom, and what was paid for it."""

    dc = 0
    """Of the last save it forced."""
    spent: Number = 0
    slot_level = 0
    paid: tuple[tuple[int, Number], ...] = ()
    slots: tuple[tuple[int, Number], ...] = ()

    def __init__(self, actor: Body, deed: Deed, event: Event | None = None) -> None:
        self.actor = actor
        self.deed = deed
        self.event = event
        self.targets: list[Body] = []
        self.was_up = actor.is_up

    @property
    def is_lost(self) -> bool:
        """Has the one who does it fallen meanwhile? (The fallen may answer their own fall.)"""
        return self.was_up and not self.actor.is_up

    def value(self, variable: str) -> int:
        """What a formula may ask for."""
        if variable == "spent":
            return int(self.spent)
        if variable == "slot_level":
            return self.slot_level
        return int(self.event.value) if self.event is not None else 0


MISS, HIT, CRITICAL = 0, 1, 2
FAILURE, SUCCESS = 0, 1


class Event:
    """Something that happens. What follows `is_cancelled` is for events about a roll or damage, and
    may be changed by those who answer it."""

    __slots__ = (
        "about",
        "critical",
        "forced",
        "is_cancelled",
        "natural",
        "needs",
        "outcome",
        "parts",
        "redirected",
        "source",
        "tags",
        "target",
        "total",
        "type",
        "use",
        "value",
    )  # fmt: skip

    def __init__(
        self,
        type: int,
        source: Body | None,
        target: Body | None,
        value: Number = 0,
        tags: int = 0,
        use: Use | None = None,
    ) -> None:
        self.type = type
        self.source = source
        self.target = target
        self.value = value
        self.tags = tags
        self.use = use
        self.about = ""
        self.is_cancelled = False
        self.natural = self.total = self.needs = 0
        self.critical = 1 << 30
        self.outcome = -1
        self.forced = -1
        self.parts: list[list[int]] | None = None
        self.redirected: Body | None = None


class Memory:
    """The last event of a family: what `LastEvent` looks at."""

    __slots__ = ("number", "round", "serial", "tags", "turn", "type", "value")

    def __init__(
        self, type: int, tags: int, value: Number, number: int, serial: int, turn: int, round: int
    ) -> None:
        self.type = type
        self.tags = tags
        self.value = value
        self.number = number
        self.serial = serial
        self.turn = turn
        self.round = round
