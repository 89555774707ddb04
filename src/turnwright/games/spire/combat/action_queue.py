"""The table of a fight: the state, the queue, what can be seen and worked out, and the words of cards.

What a card, a power or a monster does is put into a queue and done in order, as in the game: `then`
puts an action at the end, `first` at the front. Between two decisions of the player the queue is empty,
so a fight at rest is plain data. An action that asks is a generator.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Generator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from turnwright.games.spire.library import COLOURS, CardFacts, cards  # fmt: skip
from turnwright.games.spire.rng import Random
from turnwright.games.spire.state import Battle, Card, Monster, Relic, Run, Streams

from . import power_ids as p
from .hooks import HOOKS, Hooks

Asking: TypeAlias = Generator[Any, Any, Any]
HAND_LIMIT = 10
RANKS = {
    **dict.fromkeys(("The Guardian", "Hexaghost", "Slime Boss"), "BOSS"),
    **dict.fromkeys(("3 Sentries", "Gremlin Nob", "Lagavulin Event", "Colosseum Nobs"), "ELITE"),
}
"""Encounters of events that count for more."""
NOBODYS = 99
FACTS = cards()
TASKS = {
    "ARMAMENTS": "Choose a card to upgrade",
    "CODEX": "Choose a card for your draw pile",
    "DISCOVERY": "Choose a card",
    "DUAL_WIELD": "Choose an attack or a power to copy",
    "EXHAUST_ONE": "Choose a card to exhaust",
    "EXHAUST_MANY": "Choose cards to exhaust",
    "EXHUME": "Choose a card to bring back",
    "FORETHOUGHT": "Choose what goes under the draw pile",
    "GAMBLE": "Choose cards to discard and draw anew",
    "HEADBUTT": "Choose a card to put on the draw pile",
    "LIQUID_MEMORIES_POTION": "Choose a card to bring back",
    "SECRET_TECHNIQUE": "Choose a skill",
    "SECRET_WEAPON": "Choose an attack",
    "WARCRY": "Choose a card to put on the draw pile",
}
"""What the player is asked, by the name of the task."""


class Play:
    """A card on its way: its target, and how it is being played."""

    exhausts = is_auto = is_copy = is_free = ignores_energy = False
    silent = False
    """It only does what it does at the end of a turn, like a Burn."""

    def __init__(self, card: Card | None, target: int = -1, energy: int = 0) -> None:
        self.card = card
        self.target = target
        self.energy = energy


class Table:
    """A fight under way, as far as it can be looked at, and the words that wait their turn."""

    __slots__ = (
        "G",
        "acting",
        "b",
        "c",
        "ends_turn",
        "hooks",
        "is_lost",
        "is_won",
        "monster_turn",
        "play",
        "plays",
        "queue",
        "relic_hooks",
        "relics",
        "skips_monsters",
        "streams",
        "turn_ended",
    )  # fmt: skip

    rule_hooks: ClassVar[Hooks] = HOOKS
    """The hooks of a fight with these rules."""

    def __init__(self, c: Any) -> None:
        self.c = c
        self.G: Run = c.G
        battle = c.G.battle
        assert battle is not None
        self.b: Battle = battle
        self.streams: Streams = c.G.streams
        self.relics = {relic.kind: relic for relic in c.G.relics}
        self.hooks = self.rule_hooks
        self.relic_hooks: dict[int, list[tuple[Callable[..., None], Relic]]] = {}
        self.queue: deque[tuple[Callable[..., Any], tuple[Any, ...]]] = deque()
        self.plays: deque[Play] = deque()
        self.play = Play(None)
        self.monster_turn = NOBODYS
        self.turn_ended = self.ends_turn = self.skips_monsters = False
        self.is_won = self.is_lost = False
        self.acting: Monster | None = None

    if TYPE_CHECKING:  # done by the layers above
        do_attack: Callable[[int, int], None]
        do_attack_all: Callable[[int], None]
        do_attack_random: Callable[[int], None]
        do_block: Callable[[int], None]
        do_buff: Callable[..., None]
        do_debuff: Callable[..., None]
        do_draw: Callable[[int], None]
        do_energy: Callable[[int], None]
        do_heal: Callable[[int], None]
        do_lose_hp: Callable[..., None]
        do_make: Callable[..., None]

    # --- the queue -----------------------------------------------------------------------------------

    def then(self, do: Callable[..., Any], *args: Any) -> None:
        """Do it after everything that is waiting."""
        self.queue.append((do, args))

    def first(self, do: Callable[..., Any], *args: Any) -> None:
        """Do it before everything that is waiting."""
        self.queue.appendleft((do, args))

    # --- relics --------------------------------------------------------------------------------------

    def tell_relics(self, table: Mapping[str, Callable[..., None]], *about: Any) -> None:
        """An occasion: all relics with something to do then do it, in the order they were got in."""
        found = self.relic_hooks.get(id(table))
        if found is None:
            found = [(table[one.kind], one) for one in self.G.relics if one.kind in table]
            self.relic_hooks[id(table)] = found
        for hook, relic in found:
            hook(self, relic, *about)

    # --- looking -------------------------------------------------------------------------------------

    def has(self, relic: str) -> bool:
        return relic in self.relics

    def power(self, name: str) -> int:
        return self.b.powers.get(name, 0)

    def is_against(self, *ranks: str) -> bool:
        """Is it a fight with an elite, or a boss? Some are met in events, too."""
        return self.G.room in ranks or RANKS.get(self.b.encounter) in ranks

    @staticmethod
    def facts(card: Card) -> CardFacts:
        return FACTS[card.kind]

    def pick(self, plain: int, upgraded: int) -> int:
        """One of two numbers, by whether the card in play is upgraded."""
        card = self.play.card
        return upgraded if card is not None and card.up else plain

    @property
    def own(self) -> Card:
        """The card in play."""
        card = self.play.card
        assert card is not None
        return card

    @property
    def colour(self) -> str:
        """The colour of the class's cards."""
        return COLOURS[self.G.character]

    def count_strikes(self) -> int:
        """Cards with "Strike" in their names, the exhausted ones apart."""
        b = self.b
        return sum(FACTS[card.kind].is_strike for card in (*b.hand, *b.draw, *b.discard))

    def each_monster(self) -> list[tuple[int, Monster]]:
        return list(enumerate(self.b.monsters))

    def random_of(self, kinds: Sequence[str]) -> str:
        """One of these cards, by chance."""
        return kinds[self.streams.card_random.random(len(kinds) - 1)]

    def alive(self) -> list[int]:
        """Places of the monsters that can be a target."""
        return [n for n, m in enumerate(self.b.monsters) if is_there(m)]

    def random_monster(self, stream: Random | None = None) -> int:
        """A monster by chance; -1 if there is none."""
        there = self.alive()
        if not there:
            return -1
        stream = self.streams.card_random if stream is None else stream
        return there[stream.between(0, len(there) - 1)]

    # --- numbers -------------------------------------------------------------------------------------

    def damage_to(self, target: int, base: int) -> int:
        """What an attack card of the player does to this monster, as things are."""
        powers, monster = self.b.powers, self.b.monsters[target]
        damage = float(base)
        card = self.play.card
        if card is not None and "StrikeDummy" in self.relics and FACTS[card.kind].is_strike:
            damage += 3
        if card is not None and card.turn_cost == 0 and "WristBlade" in self.relics:
            damage += 4
        damage += powers.get(p.STRENGTH, 0) + powers.get(p.VIGOR, 0)
        if p.DOUBLE_DAMAGE in powers:
            damage *= 2
        if p.PEN_NIB in powers:
            damage *= 2
        if p.WEAK in powers:
            damage *= 0.75
        theirs = monster.powers
        if p.SLOW in theirs:
            damage *= 1 + theirs[p.SLOW] * 0.1
        if p.VULNERABLE in theirs:
            damage *= 1.75 if "Paper Frog" in self.relics else 1.5
        if p.FLIGHT in theirs:
            damage *= 0.5
        return max(0, int(damage))

    def damage_from(self, monster: Monster, base: int) -> int:
        """What an attack of this monster does to the player."""
        return damage_from(self.relics, self.b.powers, monster, base)

    def block_of(self, base: int) -> int:
        """The block that a card gives."""
        powers = self.b.powers
        if p.NO_BLOCK in powers:
            return 0
        block = max(0, base + powers.get(p.DEXTERITY, 0))
        return block * 3 // 4 if p.FRAIL in powers else block

    # --- words of cards: each waits its turn ---------------------------------------------------------

    def attack(self, target: int, base: int, times: int = 1) -> None:
        damage = self.damage_to(target, base)
        for _ in range(times):
            self.then(self.do_attack, target, damage)

    def attack_all(self, base: int) -> None:
        self.then(self.do_attack_all, base + self.power(p.VIGOR))

    def attack_random(self, base: int, times: int = 1) -> None:
        for _ in range(times):
            self.then(self.do_attack_random, base + self.power(p.VIGOR))

    def block(self, base: int) -> None:
        self.then(self.do_block, self.block_of(base))

    def draw(self, count: int) -> None:
        self.then(self.do_draw, count)

    def buff(self, name: str, amount: int = 1) -> None:
        self.then(self.do_buff, name, amount)

    def debuff(self, target: int, name: str, amount: int) -> None:
        self.then(self.do_debuff, target, name, amount)

    def debuff_all(self, name: str, amount: int) -> None:
        for target in range(len(self.b.monsters)):
            self.then(self.do_debuff, target, name, amount, True)

    def energy(self, amount: int) -> None:
        self.then(self.do_energy, amount)

    def lose_hp(self, amount: int) -> None:
        self.then(self.do_lose_hp, amount, True)

    def heal(self, amount: int) -> None:
        self.then(self.do_heal, amount)

    def make(self, kind: str, where: str, count: int = 1, up: int = 0) -> None:
        """New cards: into the "hand", the "discard", the "draw" pile at random, or on its "top"."""
        self.then(self.do_make, kind, where, count, up)

    def is_low(self) -> bool:
        """At half of the hit points or below."""
        return self.G.hp * 2 <= self.G.max_hp

    def counted(self, relic: Relic, every: int) -> bool:
        """Count for a relic; is it the one that counts?"""
        relic.counter = (max(relic.counter, 0) + 1) % every
        return relic.counter == 0


# --- small questions -----------------------------------------------------------------------------


def is_alive(monster: Monster) -> bool:
    return monster.hp > 0 and not monster.has_escaped


def is_there(monster: Monster) -> bool:
    """Can it be a target?"""
    return monster.hp > 0 and not monster.has_escaped and not monster.is_half_dead


def damage_from(relics: Container[str], powers: dict[str, int], monster: Monster, base: int) -> int:
    """What an attack of a monster does to a player with these relics and powers."""
    damage = float(base + monster.powers.get(p.STRENGTH, 0))
    if p.BACK_ATTACK in monster.powers:
        damage *= 1.5
    if p.WEAK in monster.powers:
        damage *= 0.6 if "Paper Crane" in relics else 0.75
    if p.VULNERABLE in powers:
        damage *= 1.25 if "Odd Mushroom" in relics else 1.5
    if p.INTANGIBLE in powers:
        damage = min(damage, 1.0)
    return max(0, int(damage))


def title(card: Card) -> str:
    name = FACTS[card.kind].name
    if not card.up:
        return name
    return f"{name}+{card.up}" if card.kind == "Searing Blow" else f"{name}+"


def cheaper(card: Card) -> None:
    """One less, for the rest of the fight."""
    if card.cost > 0:
        card.cost -= 1
        if card.turn_cost > 0:
            card.turn_cost -= 1


def change(powers: dict[str, int], name: str, amount: int) -> None:
    """Add to a power. Strength and dexterity may be negative; at nothing they are gone."""
    if name in p.FLAGS:
        powers[name] = 1
        return
    left = powers.get(name, 0) + amount
    if left == 0 or (left < 0 and name not in (p.STRENGTH, p.DEXTERITY)):
        powers.pop(name, None)
    else:
        powers[name] = left
