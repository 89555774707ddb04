"""The words of the duel: the state, and what cards and rules can do to it.

`c.seat` is whose effect it is, `c.me` the card it is on. Words that may ask somebody something (destroying,
summoning, paying) are used with `yield from`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any, TypeAlias

import turnwright as tw
from turnwright.core.chain import Link, Waiting, chain_triggers, run_chain
from turnwright.core.events import Bus

from .events import (
    Activated,
    CounterPlaced,
    Destroyed,
    Flipped,
    Sent,
    SummonAttempt,
    Summoned,
    WouldBeDestroyed,
)
from .spec import (
    LIBRARY,
    MONSTER,
    SPELL,
    TRAP,
    WATCHERS,
    CardSpec,
    Effect,
    Give,
    effects_of,
    kinds_with,
    listeners_to,
)

Asking: TypeAlias = Generator[Any, Any, Any]

LIFE = 8000
HAND = 5
LINE = 5  # monsters, and spells and traps, a side has room for
HAND_LIMIT = 7
ANYBODY = -1
ECHOES = 40  # triggers that one action may set off before the rest is held back


class Mod(tw.State, frozen=True):
    """A change of a number or a trait, until the turn ends, or for good."""

    stat: str
    amount: int
    until: str = ""


class Card(tw.Card):
    position: tw.Public[str] = "attack"
    mods: tw.Public[tuple[Mod, ...]] = ()
    counters: tw.Public[tuple[tuple[str, int], ...]] = ()
    equipped_to: tw.Public[int | None] = None
    came: tw.Public[int] = -1  # the turn in which it came to the field
    turned: tw.Public[int] = -1  # the turn in which its position was changed
    attacks_made: tw.Public[int] = 0
    is_negated: tw.Public[bool] = False


class Attack(tw.State):
    attacker: tw.Public[int]
    target: tw.Public[int | None]
    is_negated: tw.Public[bool] = False


class Delayed(tw.State):
    """An effect that happens later: a function of a card, at a coming phase of a player."""

    count: int
    phase: str
    whose: int
    seat: int
    kind: str
    effect: str
    data: list[int] = []


class Borrowed(tw.State):
    """A monster that goes back to a seat when the turn ends."""

    card: int
    seat: int


class Table(tw.State):
    ledgers: list[tw.Ledger] = []
    attack: tw.Public[Attack | None] = None
    is_battle_over: bool = False
    delayed: list[Delayed] = []
    borrowed: list[Borrowed] = []


class DuelLink(Link):
    card: int
    kind: str
    effect: str
    targets: list[list[int]]
    event: Any = None
    is_card: bool = False
    limit: str = ""
    zones: dict[int, str] = {}


class Trigger(Waiting):
    card: int
    kind: str
    effect: Effect
    event: Any


Response: TypeAlias = tuple[int, Effect]


class Rules(tw.Context):
    """A duel's operations."""

    __slots__ = ("answered", "bus", "chain", "event", "happened", "me", "my_kind", "unresolved")

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.me = -1
        self.my_kind = ""
        self.unresolved: set[int] = set()  # cards on the chain that do not count on the field yet
        self.bus = Bus(WATCHERS)
        self.chain: list[DuelLink] = []
        self.answered: DuelLink | None = None  # the link that the resolving one answers
        self.event: Any = None  # what the resolving effect was triggered by
        self.happened: list[tw.Event] = []

    # --- looking ----------------------------------------------------------------------------------

    @property
    def turn(self) -> int:
        return self.ctx.num_player_turns

    def spec(self, card_id: int) -> CardSpec:
        return LIBRARY[self.ctx.cards[card_id].kind]

    def name(self, card_id: int) -> str:
        """What the acting seat may call this card; in a question, what the asked one may."""
        return self.name_for(self.seat)(card_id)

    def name_for(self, seat: int) -> Callable[[int], str]:
        """What a seat may call a card."""

        def name(card_id: int) -> str:
            card = self.ctx.cards[card_id]
            if not card.face_up and self.side_of(card_id) != seat:
                return f"face-down card #{card_id}"
            return f"{card.kind} #{card_id}"

        return name

    def _ask(self, *parts: Any) -> tw.Question:
        how = parts[-1]
        if how.get("label") == self.name:  # names are for the one who is asked
            asked = how.get("seat")
            how["label"] = self.name_for(self.seat if asked is None else asked)
        return super()._ask(*parts)

    def side_of(self, card_id: int) -> int:
        """Whose side of the table a card is on: who controls it."""
        return int(self.ctx.card_zones[card_id].rpartition(":")[2])

    def ledger(self, seat: int | None = None) -> tw.Ledger:
        return self.G.ledgers[self.seat if seat is None else seat]

    def life(self, seat: int) -> int:
        return int(self.ledger(seat).available("life"))

    def monsters(self, seat: int) -> list[int]:
        return self.ctx.zones[f"monsters:{seat}"]

    def backs(self, seat: int) -> list[int]:
        return self.ctx.zones[f"backs:{seat}"]

    def hand(self, seat: int | None = None) -> list[int]:
        return self.zone("hand", seat)

    def grave(self, seat: int | None = None) -> list[int]:
        return self.zone("grave", seat)

    def on_field(self, seat: int) -> list[int]:
        zones = self.ctx.zones
        return zones[f"monsters:{seat}"] + zones[f"backs:{seat}"] + zones[f"field:{seat}"]

    def face_up(self, ids: Iterable[int]) -> list[int]:
        cards = self.ctx.cards
        return [card_id for card_id in ids if cards[card_id].face_up]

    @property
    def own_monsters(self) -> list[int]:
        return list(self.monsters(self.seat))

    @property
    def foe_monsters(self) -> list[int]:
        return list(self.monsters(self.opponent))

    @property
    def foe_cards(self) -> list[int]:
        return list(self.on_field(self.opponent))

    @property
    def all_monsters(self) -> list[int]:
        return self.own_monsters + self.foe_monsters

    def of(self, ids: Iterable[int], **wanted: Any) -> list[int]:
        """The cards whose definition has these values: `c.of(c.grave(), type="monster", level=4)`."""
        specs = [(card_id, self.spec(card_id)) for card_id in ids]
        return [i for i, s in specs if all(getattr(s, key) == v for key, v in wanted.items())]

    def has_room(self, seat: int | None = None, zone: str = "monsters") -> bool:
        return len(self.zone(zone, seat)) < LINE

    def counters(self, card_id: int, name: str) -> int:
        return dict(self.ctx.cards[card_id].counters).get(name, 0)

    # --- numbers and traits -------------------------------------------------------------------------

    def stat(self, card_id: int, stat: str) -> int:
        """A number of a monster, with everything that changes it."""
        card = self.ctx.cards[card_id]
        value = getattr(LIBRARY[card.kind], stat, 0) + sum(
            mod.amount for mod in card.mods if mod.stat == stat
        )
        for holder, effect in self._auras(stat):
            change = effect.fn(self, holder, card_id)
            if change:
                value += change
                self.note(f"{self.kind_name(holder)}: {effect.name}")
        return max(0, value)

    def attack_of(self, card_id: int) -> int:
        return self.stat(card_id, "attack")

    def defense_of(self, card_id: int) -> int:
        return self.stat(card_id, "defense")

    def has_trait(self, card_id: int, trait: str) -> bool:
        """Piercing, battle_immune, effect_immune, cannot_attack, direct: by itself or by an aura."""
        card = self.ctx.cards[card_id]
        if getattr(LIBRARY[card.kind], trait, False) or any(m.stat == trait for m in card.mods):
            return True
        for holder, effect in self._auras(trait):
            if effect.fn(self, holder, card_id):
                self.note(f"{self.kind_name(holder)}: {effect.name}")
                return True
        return False

    def _auras(self, stat: str) -> Iterator[tuple[int, Effect]]:
        cards, kinds = self.ctx.cards, kinds_with(stat)
        if not kinds:
            return
        for seat in self.ctx.player_order:
            for card_id in self.on_field(seat):
                card = cards[card_id]
                if card_id in self.unresolved:
                    continue
                if card.kind in kinds and card.face_up and not card.is_negated:
                    for effect in effects_of(card.kind, "aura"):
                        if effect.stat == stat:
                            yield card_id, effect

    # --- life ---------------------------------------------------------------------------------------

    def damage(self, seat: int, amount: int, why: str = "") -> None:
        """A player loses life. Whoever has none left has lost; both at once is a draw."""
        ledger = self.ledger(seat)
        taken = min(amount, self.life(seat))
        if taken > 0:
            ledger.spend("life", taken, who=f"seat {seat}", why=why or "damage")
        self.check_life()

    def damage_all(self, amount: int, why: str = "") -> None:
        """All players lose life at once; only then is it looked who has none left."""
        for seat in self.seats:
            taken = min(amount, self.life(seat))
            if taken:
                self.ledger(seat).spend("life", taken, who=f"seat {seat}", why=why or "damage")
        self.check_life()

    def heal(self, seat: int, amount: int, why: str = "") -> None:
        self.ledger(seat).gain("life", amount, who=f"seat {seat}", why=why or "healing")

    def check_life(self) -> None:
        dead = [seat for seat in self.seats if self.life(seat) <= 0]
        if len(dead) == len(self.seats):
            self.draw("both players have no life left")
        elif dead:
            self.lose(dead[0], reason="no life left")

    # --- cards that move ------------------------------------------------------------------------------

    def send(
        self, card_id: int, zone: str, seat: int | None = None, *, bottom: bool = False
    ) -> int:
        """Move a card and forget what it was there. The value is its id afterwards: a card that
        comes where the other player cannot follow it is a new card to the world."""
        ctx = self.ctx
        card = ctx.cards[card_id]
        source = ctx.card_zones[card_id].partition(":")[0]
        side = self.side_of(card_id)
        leaves_field = source in ("monsters", "backs", "field")
        if leaves_field:
            self._leave_field(card_id, side)
            if LIBRARY[card.kind].is_token:
                self.remove_card(card_id)
                return card_id
        card.face_up = True
        self.move_card(card_id, zone, card.owner if seat is None else seat, bottom=bottom)
        if zone == "grave":
            self.happened.append(Sent(card=card_id, kind=card.kind, seat=card.owner, source=source))
        elif zone in ("hand", "deck"):
            return self.renumber_card(card_id)
        return card_id

    def _leave_field(self, card_id: int, side: int) -> None:
        card = self.ctx.cards[card_id]
        card.mods, card.counters, card.equipped_to = (), (), None
        card.came = card.turned = -1
        card.attacks_made, card.is_negated, card.position = 0, False, "attack"
        for seat in self.seats:
            for other in list(self.backs(seat)):
                if self.ctx.cards[other].equipped_to == card_id:
                    self.ctx.cards[other].equipped_to = None
                    self.send(other, "grave")
        self.G.borrowed = [b for b in self.G.borrowed if b.card != card_id]

    def draw_cards(self, seat: int, count: int = 1) -> list[int]:
        """Draw; whoever has to draw from an empty deck has lost."""
        drawn = self.draw_card(count, seat)
        if len(drawn) < count:
            self.lose(seat, reason="no card left to draw")
        return drawn

    def destroy(self, *ids: int, by_battle: bool = False) -> Asking:
        """Destroy cards: to the grave, unless something saves them. The value is what was destroyed."""
        gone = []
        for card_id in ids:
            if card_id not in self.ctx.card_zones or self.zone_of(card_id) not in (
                "monsters",
                "backs",
                "field",
            ):
                continue
            if self.has_trait(card_id, "battle_immune" if by_battle else "effect_immune"):
                continue
            side = self.side_of(card_id)
            event = WouldBeDestroyed(card=card_id, seat=side, by_battle=by_battle)
            if (yield from self.bus.offer(self, event, "instead", self._holders)):
                continue
            kind, source = self.ctx.cards[card_id].kind, self.seat
            self.send(card_id, "grave")
            self.happened.append(
                Destroyed(card=card_id, kind=kind, seat=side, by_battle=by_battle, by_seat=source)
            )
            gone.append(card_id)
        return gone

    def _holders(self) -> list[tuple[int, str, int]]:
        """Face-up cards that may have a word in what happens."""
        cards = self.ctx.cards
        return [
            (seat, cards[card_id].kind, card_id)
            for seat in self.seats
            for card_id in self.on_field(seat)
            if cards[card_id].face_up
            and not cards[card_id].is_negated
            and card_id not in self.unresolved
        ]

    def banish(self, *ids: int) -> None:
        for card_id in ids:
            self.send(card_id, "banished")

    def discard(self, seat: int, count: int = 1, chooser: int | None = None) -> Asking:
        """A player gives up cards from the hand; the owner chooses unless somebody else does."""
        hand = self.hand(seat)
        count = min(count, len(hand))
        if count:
            picks = yield self.choose_many(
                f"Discard {count}", list(hand), count, count, seat=seat if chooser is None else chooser,
                label=self.name, intent="cost", is_cards=True, id="discard",
            )  # fmt: skip
            for card_id in picks:
                self.send(card_id, "grave")

    def search(self, among: list[int], text: str, max: int = 1, min: int = 1) -> Asking:
        """Take cards from the deck (or elsewhere) to the hand; a deck that was looked at is shuffled."""
        picks = []
        if among:
            picks = yield self.choose_many(
                text,
                among,
                min,
                max,
                label=self.kind_name,
                intent="benefit",
                is_cards=True,
                id="search",
            )
        taken = [self.send(card_id, "hand") for card_id in picks]
        self.shuffle_zone("deck", self.seat)
        return taken

    def kind_name(self, card_id: int) -> str:
        return str(self.ctx.cards[card_id].kind)

    # --- monsters that come ----------------------------------------------------------------------------

    def summon(
        self, card_id: int, seat: int | None = None, *, how: str = "special", position: str = ""
    ) -> Asking:
        """A monster comes to the field face up; the attempt can be negated. True if it came."""
        side = self.seat if seat is None else seat
        if not self.has_room(side):
            return False
        if not position:
            choices = {"attack": "in attack position", "defense": "in defense position"}
            position = yield self.menu(
                f"Summon {self.kind_name(card_id)}",
                choices,
                seat=side,
                id="position",
                intent="benefit",
            )
        self.move_card(card_id, "monsters", side)
        card = self.ctx.cards[card_id]
        card.face_up, card.position, card.came = True, position, self.turn
        self.happened.append(Summoned(card=card_id, seat=side, how=how))
        self.note(card.kind)
        return True

    def make_tokens(self, kind: str, count: int, seat: int | None = None) -> list[int]:
        """Tokens, as many as there is room for."""
        side = self.seat if seat is None else seat
        made = []
        for _ in range(count):
            if self.has_room(side):
                token = self.create_card(kind, "monsters", side)
                token.position, token.came = "defense", self.turn
                self.happened.append(Summoned(card=token.id, seat=side, how="token"))
                self.note(kind)
                made.append(token.id)
        return made

    def flip(self, card_id: int) -> None:
        """Turn a face-down monster up."""
        card = self.ctx.cards[card_id]
        if not card.face_up:
            self.turn_card(card_id)
            self.happened.append(Flipped(card=card_id, seat=self.side_of(card_id)))

    def set_down(self, card_id: int) -> None:
        """Turn a monster face down in defense position; what was on it falls off."""
        card = self.ctx.cards[card_id]
        came, attacks = card.came, card.attacks_made
        self._leave_field(card_id, self.side_of(card_id))
        card.came, card.attacks_made = came, attacks
        card.face_up, card.position = False, "defense"

    def turn_to(self, card_id: int, position: str) -> None:
        """Change the position of a monster that is on the field."""
        if self.is_on_field(card_id):
            self.ctx.cards[card_id].position = position

    def take_control(self, card_id: int, until_end: bool = False) -> None:
        """A monster changes sides, if there is room."""
        if self.has_room():
            old = self.side_of(card_id)
            self.G.borrowed = [b for b in self.G.borrowed if b.card != card_id]
            if until_end:
                self.G.borrowed.append(Borrowed(card=card_id, seat=old))
            self.move_card(card_id, "monsters", self.seat)

    def is_on_field(self, card_id: int) -> bool:
        zone = self.ctx.card_zones.get(card_id, "")
        return zone.startswith(("monsters", "backs", "field"))

    def change(self, card_id: int, stat: str, amount: int, until: str = "turn") -> None:
        """Change a number, or give a trait (`amount` 1), until the turn ends or (until="") for good."""
        if not self.is_on_field(card_id):
            return
        card = self.ctx.cards[card_id]
        card.mods = (*card.mods, Mod(stat=stat, amount=amount, until=until))

    def equip(self, card_id: int, to: int) -> None:
        if self.is_on_field(card_id) and self.is_on_field(to):
            self.ctx.cards[card_id].equipped_to = to

    def add_counters(self, card_id: int, name: str, amount: int) -> None:
        if not self.is_on_field(card_id):
            return
        card = self.ctx.cards[card_id]
        counters = dict(card.counters)
        counters[name] = counters.get(name, 0) + amount
        card.counters = tuple((key, number) for key, number in counters.items() if number > 0)
        if amount > 0:
            seat = self.side_of(card_id)
            self.happened.append(CounterPlaced(card=card_id, seat=seat, name=name, amount=amount))

    def later(
        self, phase: str, turns: int, effect: str, data: list[int], whose: int | None = None
    ) -> None:
        """Have a function of this card run at the n-th coming phase of a player: by default one's own,
        or of ANYBODY."""
        self.G.delayed.append(
            Delayed(
                count=turns,
                phase=phase,
                whose=self.seat if whose is None else whose,
                seat=self.seat,
                kind=self.my_kind,
                effect=effect,
                data=data,
            )
        )

    def run_effect(self, kind: str, effect: str, *args: Any) -> Asking:
        """Do what a function of a card says, as if it were written here."""
        found = next(e for e in LIBRARY[kind].effects if e.name == effect)
        self.note(f"{kind}: {effect}")
        before, self.my_kind = self.my_kind, kind
        result = found.fn(self, *args)
        if isinstance(result, Generator):
            yield from result
        self.my_kind = before

    # --- the battle --------------------------------------------------------------------------------------

    def negate_attack(self) -> None:
        if self.G.attack is not None:
            self.G.attack.is_negated = True

    def redirect_attack(self, target: int) -> None:
        if self.G.attack is not None:
            self.G.attack.target = target

    def end_battle(self) -> None:
        self.negate_attack()
        self.G.is_battle_over = True

    # --- costs and limits ---------------------------------------------------------------------------------

    def limit_key(self, card_id: int, effect: Effect) -> str:
        kind = self.kind_name(card_id)
        holder = card_id if effect.once == "card" else kind
        return f"{'duel' if effect.once == 'duel' else 'turn'}: {holder}.{effect.name}"

    def can_use(self, card_id: int, effect: Effect) -> bool:
        """Is the effect within its limit?"""
        if not effect.once:
            return True
        key = self.limit_key(card_id, effect)
        ledger = self.ledger()
        return key not in ledger.pools or ledger.has(key, 1)

    def use(self, card_id: int, effect: Effect) -> str:
        if not effect.once:
            return ""
        key = self.limit_key(card_id, effect)
        ledger = self.ledger()
        if key not in ledger.pools:
            ledger.add(key, tw.Pool(1, 1, "" if effect.once == "duel" else "turn"))
        ledger.spend(key, 1, who=self.kind_name(card_id), why=effect.name)
        return key

    def can_pay(self, card_id: int, effect: Effect) -> bool:
        data = [cost for cost in effect.cost if isinstance(cost, tw.Cost)]
        if data and not isinstance(tw.quote(data, self.ledger()), tw.Payment):
            return False
        return all(
            len(self._payable(card_id, cost)) >= cost.count
            for cost in effect.cost
            if isinstance(cost, Give)
        )

    def _payable(self, card_id: int, cost: Give) -> list[int]:
        if cost.word == "discard":
            return [i for i in self.hand() if i != card_id]
        if cost.word == "tribute":
            return [i for i in self.own_monsters if i != card_id]
        return [i for i in self.grave() if i != card_id]

    def pay(self, card_id: int, effect: Effect) -> Asking:
        """Pay what an effect costs, once: first what is chosen, then what is counted."""
        aims = [(target.min, set(target.among(self)) - {card_id}) for target in effect.targets]

        def leaves_targets(picks: list[int]) -> bool:
            return all(len(candidates.difference(picks)) >= least for least, candidates in aims)

        for cost in effect.cost:
            if isinstance(cost, Give):
                picks = yield self.choose_many(
                    f"{cost.word.capitalize()} {cost.count} for {self.kind_name(card_id)}",
                    self._payable(card_id, cost), cost.count, cost.count,
                    label=self.name, intent="cost", is_cards=True, id="cost",
                    is_field=cost.word == "tribute", valid=leaves_targets if aims else None,
                    why_invalid="Then nothing would be left to choose.",
                )  # fmt: skip
                for pick in picks:
                    self.send(pick, "banished" if cost.word == "banish" else "grave")
        data = [cost for cost in effect.cost if isinstance(cost, tw.Cost)]
        if data:
            payment = tw.quote(data, self.ledger())
            assert isinstance(payment, tw.Payment)
            tw.pay(self.ledger(), payment, who=self.kind_name(card_id), why=effect.name)
            self.check_life()

    # --- activation ------------------------------------------------------------------------------------------

    def is_legal(self, card_id: int, effect: Effect, event: Any = None) -> bool:
        """May the acting seat activate this effect now (its timing apart)?"""
        card = self.ctx.cards[card_id]
        if card.is_negated or not self.can_use(card_id, effect):
            return False
        self.me, self.event = card_id, event
        if effect.when is not None and not effect.when(self):
            return False
        if not self.can_pay(card_id, effect):
            return False
        for target in effect.targets:
            candidates = [i for i in target.among(self) if i != card_id]
            if len(candidates) - self._spoiled(card_id, effect, candidates) < target.min:
                return False
        return True

    def _spoiled(self, card_id: int, effect: Effect, candidates: list[int]) -> int:
        """How many of the candidates the cost takes away at least."""
        spoiled = 0
        for cost in effect.cost:
            if isinstance(cost, Give):
                others = [i for i in self._payable(card_id, cost) if i not in candidates]
                spoiled += max(0, cost.count - len(others))
        return spoiled

    def responses(self, seat: int, chain: list[Any], min_speed: int) -> list[Response]:
        """What a seat can answer with: set traps and quick spells, quick spells in the hand on its own
        turn, and quick effects of face-up cards."""
        before, was_me, was_event = self.seat, self.me, self.event
        self.seat = seat
        event = was_event
        if chain:
            last = chain[-1]
            event = Activated(card=last.card, kind=last.kind, seat=last.seat)
        found: list[Response] = []
        cards, turn = self.ctx.cards, self.turn
        busy = {link.card for link in chain}
        for card_id in self.backs(seat):
            card = cards[card_id]
            if card_id in busy:
                continue
            word = "quick" if card.face_up else "resolve"
            if word == "resolve" and card.came == turn:
                continue  # traps and quick spells wait for the turn after they were set
            self._add_legal(found, card_id, effects_of(card.kind, word), min_speed, event)
        for card_id in (*self.monsters(seat), *self.zone("field", seat)):
            if cards[card_id].face_up and card_id not in busy:
                kind = cards[card_id].kind
                self._add_legal(found, card_id, effects_of(kind, "quick"), min_speed, event)
        if seat == self.turn_player and self.has_room(seat, "backs"):
            for card_id in self.hand(seat):
                if LIBRARY[cards[card_id].kind].subtype == "quick":
                    kind = cards[card_id].kind
                    self._add_legal(found, card_id, effects_of(kind, "resolve"), min_speed, event)
        self.seat, self.me, self.event = before, was_me, was_event
        return found

    def _add_legal(
        self,
        found: list[Response],
        card_id: int,
        effects: tuple[Effect, ...],
        min_speed: int,
        event: Any,
    ) -> None:
        for effect in effects:
            if effect.speed < min_speed or (effect.on is not None and effect.on is not type(event)):
                continue
            if self.is_legal(card_id, effect, event):
                found.append((card_id, effect))

    def name_response(self, response: Response) -> str:
        card_id, effect = response
        kind = self.kind_name(card_id)
        return kind if effect.word == "resolve" else f"{kind}: {effect.name.replace('_', ' ')}"

    def response_order(self, after: int) -> list[int]:
        return [self.after(after), after]

    def declare(self, seat: int, response: Response) -> Asking:
        """Activate: pay, choose targets, show the card. The value is the link."""
        card_id, effect = response
        event = Activated(card=-1, kind="", seat=-1) if self.chain else self.event
        if self.chain:
            last = self.chain[-1]
            event = Activated(card=last.card, kind=last.kind, seat=last.seat)
        return (yield from self._declare(seat, card_id, effect, event))

    def declare_trigger(self, trigger: Trigger) -> Asking:
        self.seat = trigger.seat
        if (
            trigger.card not in self.ctx.cards
            or self.zone_of(trigger.card) not in trigger.effect.where
        ):
            return None
        if not self.is_legal(trigger.card, trigger.effect, trigger.event):
            return None  # nothing to choose, or nothing to pay with: it fizzles
        if trigger.is_optional:
            text = f"Use {trigger.name}?"
            if not (yield self.yes_no(text, seat=trigger.seat, id="use", intent="benefit")):
                return None
        return (yield from self._declare(trigger.seat, trigger.card, trigger.effect, trigger.event))

    def _declare(self, seat: int, card_id: int, effect: Effect, event: Any) -> Asking:
        self.seat, self.me, self.event = seat, card_id, event
        kind = self.kind_name(card_id)
        yield from self.pay(card_id, effect)
        targets = []
        for target in effect.targets:
            candidates = [i for i in target.among(self) if i != card_id]
            picks = yield self.choose_many(
                target.text, candidates, target.min, min(target.max, len(candidates)),
                label=self.name, intent=target.intent, is_cards=True, is_field=target.is_field, id="target",
            )  # fmt: skip
            targets.append(picks)
        zones = {i: self.ctx.card_zones[i] for picks in targets for i in picks}
        limit = self.use(card_id, effect)
        self.commit()
        is_card = effect.word == "resolve"
        if is_card:
            self.unresolved.add(card_id)
            card = self.ctx.cards[card_id]
            if self.zone_of(card_id) == "hand":
                zone = "field" if LIBRARY[kind].subtype == "field" else "backs"
                if zone == "field":
                    for old in list(self.zone("field", seat)):
                        self.send(old, "grave")  # a new field card replaces the old one
                self.move_card(card_id, zone, seat)
                card.came = self.turn
            self.turn_card(card_id)
        return DuelLink(
            seat=seat, speed=effect.speed, name=self.name_response((card_id, effect)), card=card_id,
            kind=kind, effect=effect.name, targets=targets, event=event, is_card=is_card, limit=limit,
            zones=zones,
        )  # fmt: skip

    def resolve_link(self, link: DuelLink) -> Asking:
        effect = next(e for e in LIBRARY[link.kind].effects if e.name == link.effect)
        self.unresolved.discard(link.card)
        if link.activation_negated:
            if link.limit and not effect.spent_if_negated:
                self.ledger(link.seat).restore(link.limit, 1, who=link.kind, why="negated")
        elif not link.effect_negated and not self.ctx.game_over and self._is_still_there(link):
            position = next(i for i, other in enumerate(self.chain) if other is link)
            self.answered = self.chain[position - 1] if position else None
            self.seat, self.me, self.event = link.seat, link.card, link.event
            self.my_kind = link.kind
            # A target that has gone elsewhere since is no longer there to be affected.
            zones = self.ctx.card_zones
            targets = [[i for i in ids if zones.get(i) == link.zones[i]] for ids in link.targets]
            # It fizzles if all it aimed at has gone; what it did not aim at does not matter.
            if all(now or not then for now, then in zip(targets, link.targets, strict=True)):
                singles = [
                    picks[0] if target.max == 1 else picks
                    for picks, target in zip(targets, effect.targets, strict=True)
                ]
                self.note(f"{link.kind}: {link.effect}")
                result = effect.fn(self, *singles)
                if isinstance(result, Generator):
                    yield from result

    def _is_still_there(self, link: DuelLink) -> bool:
        """A card that is to stay on the field does nothing if it has been removed meanwhile."""
        stays = link.is_card and LIBRARY[link.kind].stays
        return not stays or self.is_on_field(link.card)

    def negate_activation(self) -> None:
        """The link that this one answers never happens; its card goes to the grave."""
        if self.answered is not None:
            self.answered.activation_negated = True

    def negate_effect(self) -> None:
        """The link that this one answers resolves without doing anything."""
        if self.answered is not None:
            self.answered.effect_negated = True

    def _clean_up(self) -> None:
        """After a chain: spells and traps that do not stay, or were negated, go to the grave."""
        for link in self.chain:
            if not link.is_card or link.card not in self.ctx.cards:
                continue
            spec = LIBRARY[link.kind]
            is_here = self.zone_of(link.card) in ("backs", "field")
            loose = spec.subtype == "equip" and self.ctx.cards[link.card].equipped_to is None
            if is_here and (not spec.stays or link.activation_negated or loose):
                self.send(link.card, "grave")
        self.chain = []

    # --- everything that follows from an action ---------------------------------------------------------------

    def triggers(self) -> list[Trigger]:
        """Effects that what happened has set off, in the order of the players."""
        events, self.happened = self.happened, []
        found: list[Trigger] = []
        for event in events:
            kinds = listeners_to(type(event))
            for seat in self.seats if kinds else ():
                for card_id in self._listeners(seat):
                    card = self.ctx.cards[card_id]
                    if card.kind not in kinds:
                        continue
                    for effect in effects_of(card.kind, "trigger"):
                        if effect.on is type(event) and self._is_set_off(
                            card_id, effect, event, seat
                        ):
                            name = f"{card.kind}: {effect.name.replace('_', ' ')}"
                            found.append(
                                Trigger(
                                    seat=seat,
                                    name=name,
                                    is_optional=effect.optional,
                                    source=card_id,
                                    card=card_id,
                                    kind=card.kind,
                                    effect=effect,
                                    event=event,
                                )  # fmt: skip
                            )
        return found

    def _listeners(self, seat: int) -> list[int]:
        zones = self.ctx.zones
        return [*self.on_field(seat), *zones[f"grave:{seat}"], *zones[f"banished:{seat}"]]

    def _is_set_off(self, card_id: int, effect: Effect, event: Any, seat: int) -> bool:
        card = self.ctx.cards[card_id]
        if not card.face_up or self.zone_of(card_id) not in effect.where:
            return False
        if effect.on_self and card_id not in (
            getattr(event, "card", -1),
            getattr(event, "attacker", -1),
        ):
            return False
        before, self.seat = self.seat, seat
        legal = self.is_legal(card_id, effect, event)
        self.seat = before
        return legal

    def follow_up(self, event: tw.Event | None = None, text: str = "Respond?") -> Asking:
        """Let triggers and responses happen until nothing more comes of this action."""
        actor = self.seat
        echoes = 0
        while not self.ctx.game_over:
            summons = [e for e in self.happened if type(e) is Summoned]
            if event is None and summons:  # what came by an effect can be answered, too
                event, text = summons[-1], "A monster was summoned. Respond?"
            waiting = self.triggers()
            echoes += len(waiting)
            if echoes > ECHOES:
                self.bus.reports = [f"{echoes} triggers from one action; the rest was held back"]
                self.note("the guard against endless echoes")
                self.happened = []
                break
            chain: list[DuelLink] = []
            if waiting:
                chain = yield from chain_triggers(self, waiting, self.turn_player)
            self.event = event
            if not chain and event is None:
                break
            self.chain = chain
            last = chain[-1].seat if chain else actor
            resolved = yield from run_chain(self, chain, last, text)
            self._clean_up()
            if not resolved and not self.happened:
                break
            if not waiting and event is not None and resolved:
                event = None  # the window was used; what follows has its own
        self.seat = actor

    def activate(self, card_id: int, effect: Effect) -> Asking:
        """The acting seat starts a chain with an effect, and everything that follows happens."""
        actor = self.seat
        link = yield from self._declare(actor, card_id, effect, None)
        self.chain = [link]
        yield from run_chain(self, self.chain, actor)
        self._clean_up()
        self.seat = actor
        yield from self.follow_up()

    def attempt_summon(self, card_id: int, how: str, position: str) -> Asking:
        """A normal or flip summon: it can be negated, and then answered."""
        actor = self.seat
        attempt = SummonAttempt(card=card_id, seat=actor, how=how)
        self.event = attempt
        self.chain = []
        yield from run_chain(
            self, self.chain, actor, f"{self.kind_name(card_id)} is summoned. Respond?"
        )
        self._clean_up()
        self.seat = actor
        if attempt.is_cancelled or card_id not in self.ctx.cards:
            yield from self.follow_up()
            return
        card = self.ctx.cards[card_id]
        if how == "flip":
            self.flip(card_id)
            card.position, card.turned = "attack", self.turn
        self.happened.append(Summoned(card=card_id, seat=actor, how=how))
        self.note(card.kind)
        done = Summoned(card=card_id, seat=actor, how=how)
        yield from self.follow_up(done, f"{self.kind_name(card_id)} was summoned. Respond?")

    def negate_summon(self) -> Asking:
        """In answer to a summon attempt: the monster is destroyed before it has arrived."""
        if isinstance(self.event, SummonAttempt):
            self.event.is_cancelled = True
            yield from self.destroy(self.event.card)


def is_monster(c: Rules, card_id: int) -> bool:
    return c.spec(card_id).type == MONSTER


Check: TypeAlias = Callable[[Rules], Any]
KINDS = (MONSTER, SPELL, TRAP)
