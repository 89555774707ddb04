"""The context of a duel: what cards and rules can look up, and what they can do.

`c.seat` is the seat whose effect runs, `c.me` the card it is on. Operations that may ask a player
(destroying, summoning, discarding) are called with `yield from`. How effects are activated and
resolved is in `activation.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from types import GeneratorType
from typing import TYPE_CHECKING, Any

import turnwright as tw
from turnwright.core.rules.chain import Asking
from turnwright.core.rules.events import EventBus

from .card_definition import (
    LIBRARY,
    WATCHERS,
    DuelCardSpec,
    Effect,
    auras_on,
    kinds_matching,
    stat_auras,
)
from .events import (
    CounterPlaced,
    Destroyed,
    Flipped,
    Sent,
    SummonAttempt,
    Summoned,
    WouldBeDestroyed,
)
from .state import (
    FIELD,
    MONSTERS,
    SPELL_TRAPS,
    ZONE_SIZE,
    BorrowedMonster,
    DelayedEffect,
    DuelState,
    Modifier,
)

if TYPE_CHECKING:
    from .state import Ctx


class DuelContext(tw.Context):
    """What moves, card effects and views of a duel receive."""

    __slots__ = (
        "answered_link", "bus", "chain", "event", "me", "my_kind", "pending_events", "source",
        "unresolved_cards",
    )  # fmt: skip

    G: DuelState
    ctx: Ctx

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.me = -1
        self.my_kind = ""
        self.source: int | None = None  # the card whose effect asks a question
        self.unresolved_cards: set[int] = set()  # on the chain, without an effect on the field yet
        self.bus = EventBus(WATCHERS)
        self.chain: list[Any] = []
        self.answered_link: Any = None  # the link that the resolving one responds to
        self.event: Any = None  # the event that triggered the resolving effect; its type is `on`
        self.pending_events: list[tw.Event] = []  # events whose triggers are not collected yet

    # --- queries ----------------------------------------------------------------------------------

    @property
    def turn(self) -> int:
        """The number of the turn, counting the turns of both players."""
        return self.ctx.num_player_turns

    def spec(self, card_id: int) -> DuelCardSpec:
        """The definition of a card."""
        return LIBRARY[self.ctx.cards[card_id].kind]

    def name(self, card_id: int) -> str:
        """The name of a card as the acting seat may know it; in a question, as the asked seat may."""
        return self.name_for(self.seat)(card_id)

    def name_for(self, seat: int) -> Callable[[int], str]:
        """A function that names cards as a seat may know them."""

        def name(card_id: int) -> str:
            card = self.ctx.cards[card_id]
            if not card.face_up and self.side_of(card_id) != seat:
                return f"face-down card #{card_id}"
            return f"{card.kind} #{card_id}"

        return name

    def _ask(self, *parts: Any) -> tw.Question:
        how = parts[-1]
        if how.get("label") == self.name:  # name cards for the seat that is asked
            asked = how.get("seat")
            how["label"] = self.name_for(self.seat if asked is None else asked)
        how.setdefault("source", self.source)
        return super()._ask(*parts)

    def side_of(self, card_id: int) -> int:
        """The seat that controls a card."""
        return int(self.ctx.card_zones[card_id][-1])

    def ledger(self, seat: int | None = None) -> tw.Ledger:
        """The resources of a seat (by default the acting one): life, summons, limited effects."""
        return self.G.ledgers[self.seat if seat is None else seat]

    def life(self, seat: int) -> int:
        """The life points of a seat."""
        return int(self.ledger(seat).available("life"))

    def monsters(self, seat: int) -> list[int]:
        """The monsters that a seat controls."""
        return self.ctx.zones[MONSTERS[seat]]

    def spells_and_traps(self, seat: int) -> list[int]:
        """The spells and traps behind a seat's monsters."""
        return self.ctx.zones[SPELL_TRAPS[seat]]

    def hand(self, seat: int | None = None) -> list[int]:
        """The cards in a seat's hand, by default the acting seat's."""
        return self.zone("hand", seat)

    def grave(self, seat: int | None = None) -> list[int]:
        """The cards in a seat's grave, by default the acting seat's."""
        return self.zone("grave", seat)

    def on_field(self, seat: int) -> list[int]:
        """All cards on a seat's side of the field."""
        zones = self.ctx.zones
        return zones[MONSTERS[seat]] + zones[SPELL_TRAPS[seat]] + zones[FIELD[seat]]

    def face_up(self, ids: Iterable[int]) -> list[int]:
        """Those of the cards that lie face up."""
        cards = self.ctx.cards
        return [card_id for card_id in ids if cards[card_id].face_up]

    @property
    def own_monsters(self) -> list[int]:
        """The monsters that the acting seat controls."""
        return list(self.monsters(self.seat))

    @property
    def foe_monsters(self) -> list[int]:
        """The monsters that the opponent controls."""
        return list(self.monsters(self.opponent))

    @property
    def foe_cards(self) -> list[int]:
        """All cards on the opponent's side of the field."""
        return list(self.on_field(self.opponent))

    @property
    def all_monsters(self) -> list[int]:
        """The monsters of both sides."""
        return self.own_monsters + self.foe_monsters

    def matching(self, ids: Iterable[int], **wanted: Any) -> list[int]:
        """The cards whose definition has these values, as in `c.matching(c.grave(), level=4)`."""
        cards, kinds = self.ctx.cards, kinds_matching(tuple(wanted.items()))
        return [card_id for card_id in ids if cards[card_id].kind in kinds]

    def choose_card(self, text: str, cards: Sequence[int], **how: Any) -> tw.Question:
        """Ask for one of these cards, named as the asked seat may know them."""
        return self.choose(text, list(cards), **{"label": self.name, "is_cards": True, **how})

    def has_room(self, seat: int | None = None, zone: str = "monsters") -> bool:
        """Return whether a zone of a seat can take another card."""
        return len(self.zone(zone, seat)) < ZONE_SIZE

    def counters(self, card_id: int, name: str) -> int:
        """How many counters of this name are on a card."""
        return dict(self.ctx.cards[card_id].counters).get(name, 0)

    # --- numbers and traits -----------------------------------------------------------------------

    def stat(self, card_id: int, stat: str) -> int:
        """A number of a monster, with modifiers and auras."""
        card = self.ctx.cards[card_id]
        value = getattr(LIBRARY[card.kind], stat, 0)
        for mod in card.mods:
            if mod.stat == stat:
                value += mod.amount
        for holder, effect in self._auras(stat):
            change = effect.fn(self, holder, card_id)
            if change:
                value += change
                if self.used_content is not None:
                    self.mark_used(f"{self.kind_name(holder)}: {effect.name}")
        return max(0, value)

    def numbers_of(self, card_id: int) -> tuple[int, int]:
        """Attack and defense in one pass over the auras, for views."""
        card = self.ctx.cards[card_id]
        spec = LIBRARY[card.kind]
        numbers = {"attack": spec.attack, "defense": spec.defense}
        for mod in card.mods:
            if mod.stat in numbers:
                numbers[mod.stat] += mod.amount
        for holder, effect in self._in_force(stat_auras()):
            numbers[effect.stat] += effect.fn(self, holder, card_id) or 0
        return max(0, numbers["attack"]), max(0, numbers["defense"])

    def attack_of(self, card_id: int) -> int:
        """The attack of a monster, with modifiers and auras."""
        return self.stat(card_id, "attack")

    def defense_of(self, card_id: int) -> int:
        """The defense of a monster, with modifiers and auras."""
        return self.stat(card_id, "defense")

    def has_trait(self, card_id: int, trait: str) -> bool:
        """Return whether a monster has a trait of its own, by a modifier or by an aura: piercing,
        battle_immune, effect_immune, cannot_attack or direct."""
        card = self.ctx.cards[card_id]
        if getattr(LIBRARY[card.kind], trait, False) or any(m.stat == trait for m in card.mods):
            return True
        for holder, effect in self._auras(trait):
            if effect.fn(self, holder, card_id):
                self.mark_used(f"{self.kind_name(holder)}: {effect.name}")
                return True
        return False

    def _auras(self, stat: str) -> list[tuple[int, Effect]]:
        """The active auras on a number or trait, with the cards that have them."""
        auras = auras_on(stat)
        return self._in_force(auras) if auras else []

    def _in_force(self, auras: dict[str, tuple[Effect, ...]]) -> list[tuple[int, Effect]]:
        ctx = self.ctx
        cards, zones = ctx.cards, ctx.zones
        return [
            (card_id, effect)
            for seat in ctx.player_order
            for zone in (MONSTERS[seat], SPELL_TRAPS[seat], FIELD[seat])
            for card_id in zones[zone]
            if (kind := cards[card_id].kind) in auras and self._is_in_force(card_id)
            for effect in auras[kind]
        ]

    def _is_in_force(self, card_id: int) -> bool:
        card = self.ctx.cards[card_id]
        return card.face_up and not card.is_negated and card_id not in self.unresolved_cards

    # --- life -------------------------------------------------------------------------------------

    def damage(self, seat: int, amount: int, why: str = "") -> None:
        """A player loses life. A player without life loses; both at once is a draw."""
        ledger = self.ledger(seat)
        taken = min(amount, self.life(seat))
        if taken > 0:
            ledger.spend("life", taken, who=f"seat {seat}", why=why or "damage")
            self.log(seat, f"loses {taken} life ({why or 'damage'})")
        self.check_life()

    def damage_all(self, amount: int, why: str = "") -> None:
        """All players lose life at the same time, so that this can end in a draw."""
        for seat in self.seats:
            taken = min(amount, self.life(seat))
            if taken:
                self.ledger(seat).spend("life", taken, who=f"seat {seat}", why=why or "damage")
                self.log(seat, f"loses {taken} life ({why or 'damage'})")
        self.check_life()

    def heal(self, seat: int, amount: int, why: str = "") -> None:
        """A player gains life."""
        self.ledger(seat).gain("life", amount, who=f"seat {seat}", why=why or "healing")
        self.log(seat, f"gains {amount} life")

    def check_life(self) -> None:
        """End the duel if a player has no life left."""
        dead = [seat for seat in self.seats if self.life(seat) <= 0]
        if len(dead) == len(self.seats):
            self.draw("both players have no life left")
        elif dead:
            self.lose(dead[0], reason="no life left")

    # --- moving cards -----------------------------------------------------------------------------

    def send(
        self, card_id: int, zone: str, seat: int | None = None, *, bottom: bool = False
    ) -> int:
        """Move a card to a zone of a seat (by default its owner's) and reset it. Returns its id
        afterwards: a card that goes to a hidden zone gets a new one, so that nobody can track it."""
        ctx = self.ctx
        card = ctx.cards[card_id]
        source = ctx.card_zones[card_id].partition(":")[0]
        if source in ("monsters", "spell_trap", "field"):
            self._leave_field(card_id)
            if LIBRARY[card.kind].is_token:
                self.remove_card(card_id)
                return card_id
        card.face_up = True
        self.move_card(card_id, zone, card.owner if seat is None else seat, bottom=bottom)
        if zone in ("grave", "banished"):
            self.log(
                card.owner, f"{card.kind} goes to the {'grave' if zone == 'grave' else 'void'}"
            )
        if zone == "grave":
            self.pending_events.append(
                Sent(card=card_id, kind=card.kind, seat=card.owner, source=source)
            )
        elif zone in ("hand", "deck"):
            return self.renumber_card(card_id)
        return card_id

    def _leave_field(self, card_id: int) -> None:
        card = self.ctx.cards[card_id]
        card.mods, card.counters, card.equipped_to = (), (), None
        card.came = card.turned = -1
        card.attacks_made, card.is_negated, card.position = 0, False, "attack"
        for seat in self.seats:
            for other in list(self.spells_and_traps(seat)):
                if self.ctx.cards[other].equipped_to == card_id:
                    self.ctx.cards[other].equipped_to = None
                    self.send(other, "grave")
        self.G.borrowed = [b for b in self.G.borrowed if b.card != card_id]

    def draw_cards(self, seat: int, count: int = 1) -> list[int]:
        """Draw cards. A player who must draw from an empty deck loses."""
        drawn = self.draw_card(count, seat)
        if drawn:
            kinds = ", ".join(self.kind_name(card_id) for card_id in drawn)
            what = "a card" if len(drawn) == 1 else f"{len(drawn)} cards"
            self.log(seat, f"draws {what}", f"draws {kinds}")
        if len(drawn) < count:
            self.lose(seat, reason="no card left to draw")
        return drawn

    def destroy(self, *ids: int, by_battle: bool = False) -> Asking:
        """Send cards from the field to the grave unless an effect replaces that. The value is the
        list of cards that were destroyed."""
        gone = []
        for card_id in ids:
            if card_id not in self.ctx.card_zones or self.zone_of(card_id) not in (
                "monsters",
                "spell_trap",
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
            self.pending_events.append(
                Destroyed(card=card_id, kind=kind, seat=side, by_battle=by_battle, by_seat=source)
            )
            gone.append(card_id)
        return gone

    def _holders(self) -> list[tuple[int, str, int]]:
        """Face-up cards with their effects active, as holders of reactions."""
        cards = self.ctx.cards
        return [
            (seat, cards[card_id].kind, card_id)
            for seat in self.seats
            for card_id in self.on_field(seat)
            if self._is_in_force(card_id)
        ]

    def banish(self, *ids: int) -> None:
        """Move cards to the banished zone of their owners."""
        for card_id in ids:
            self.send(card_id, "banished")

    def discard(self, seat: int, count: int = 1, chooser: int | None = None) -> Asking:
        """A player discards cards; the owner chooses them unless `chooser` is given."""
        hand = self.hand(seat)
        count = min(count, len(hand))
        if count:
            picks = yield self.choose_many(
                f"Discard {count}", list(hand), count, count, seat=seat if chooser is None else chooser,
                label=self.name, intent="cost", is_cards=True, id="discard", is_open=chooser is None,
            )  # fmt: skip
            for card_id in picks:
                self.send(card_id, "grave")

    def search(self, among: list[int], text: str, max: int = 1, min: int = 1) -> Asking:
        """Add chosen cards to the hand and shuffle the deck. The value is their new ids."""
        picks = []
        if among:
            picks = yield self.choose_many(
                text,
                among,
                min,
                max,
                label=self.kind_name,
                is_open=True,
                intent="benefit",
                is_cards=True,
                id="search",
            )
        taken = [self.send(card_id, "hand") for card_id in picks]
        self.shuffle_zone("deck", self.seat)
        return taken

    def kind_name(self, card_id: int) -> str:
        """The printed name of a card."""
        return str(self.ctx.cards[card_id].kind)

    # --- summoning and changing monsters ----------------------------------------------------------

    def summon(
        self, card_id: int, seat: int | None = None, *, how: str = "special", position: str = ""
    ) -> Asking:
        """Put a monster on the field face up. The value is False if there is no room."""
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
                is_open=True,
            )
        self.move_card(card_id, "monsters", side)
        card = self.ctx.cards[card_id]
        card.face_up, card.position, card.came = True, position, self.turn
        self.pending_events.append(Summoned(card=card_id, seat=side, how=how))
        self.mark_used(card.kind)
        return True

    def make_tokens(self, kind: str, count: int, seat: int | None = None) -> list[int]:
        """Create tokens in defense position, as many as there is room for."""
        side = self.seat if seat is None else seat
        made = []
        for _ in range(count):
            if self.has_room(side):
                token = self.create_card(kind, "monsters", side)
                token.position, token.came = "defense", self.turn
                self.pending_events.append(Summoned(card=token.id, seat=side, how="token"))
                self.mark_used(kind)
                made.append(token.id)
        return made

    def flip(self, card_id: int) -> None:
        """Turn a face-down monster face up."""
        card = self.ctx.cards[card_id]
        if not card.face_up:
            self.turn_card(card_id)
            self.log(self.side_of(card_id), f"{card.kind} is turned face up")
            self.pending_events.append(Flipped(card=card_id, seat=self.side_of(card_id)))

    def set_down(self, card_id: int) -> None:
        """Turn a monster face down in defense position; counters, modifiers and equipment are lost."""
        card = self.ctx.cards[card_id]
        came, attacks = card.came, card.attacks_made
        self._leave_field(card_id)
        card.came, card.attacks_made = came, attacks
        card.face_up, card.position = False, "defense"

    def turn_to(self, card_id: int, position: str) -> None:
        """Change the position of a monster that is on the field."""
        if self.is_on_field(card_id):
            self.ctx.cards[card_id].position = position

    def take_control(self, card_id: int, until_end: bool = False) -> None:
        """The acting seat takes control of a monster, if there is room."""
        if self.has_room():
            old = self.side_of(card_id)
            self.G.borrowed = [b for b in self.G.borrowed if b.card != card_id]
            if until_end:
                self.G.borrowed.append(BorrowedMonster(card=card_id, seat=old))
            self.move_card(card_id, "monsters", self.seat)

    def is_on_field(self, card_id: int) -> bool:
        """Return whether a card is on either side of the field."""
        zone = self.ctx.card_zones.get(card_id, "")
        return zone.startswith(("monsters", "spell_trap", "field"))

    def change(self, card_id: int, stat: str, amount: int, until: str = "turn") -> None:
        """Modify a number, or give a trait (`amount` 1), for this turn or with until="" permanently."""
        if not self.is_on_field(card_id):
            return
        card = self.ctx.cards[card_id]
        card.mods = (*card.mods, Modifier(stat=stat, amount=amount, until=until))

    def equip(self, card_id: int, to: int) -> None:
        """Attach an equip spell to a monster, if both are still on the field."""
        if self.is_on_field(card_id) and self.is_on_field(to):
            self.ctx.cards[card_id].equipped_to = to

    def add_counters(self, card_id: int, name: str, amount: int) -> None:
        """Add counters to a card on the field, or remove them if `amount` is negative."""
        if not self.is_on_field(card_id):
            return
        card = self.ctx.cards[card_id]
        counters = dict(card.counters)
        counters[name] = counters.get(name, 0) + amount
        card.counters = tuple((key, number) for key, number in counters.items() if number > 0)
        if amount > 0:
            seat = self.side_of(card_id)
            self.pending_events.append(
                CounterPlaced(card=card_id, seat=seat, name=name, amount=amount)
            )

    def schedule(
        self, phase: str, turns: int, effect: str, data: list[int], whose: int | None = None
    ) -> None:
        """Run the effect of this name of this card at the given phase, `turns` such phases from now.
        Counts the phases of `whose`: by default the acting seat, or ANY_SEAT."""
        self.G.delayed.append(
            DelayedEffect(
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
        """Run the effect of this name of a card as a part of the current one."""
        found = next(e for e in LIBRARY[kind].effects if e.name == effect)
        self.mark_used(f"{kind}: {effect}")
        before, self.my_kind = self.my_kind, kind
        result = found.fn(self, *args)
        if type(result) is GeneratorType:
            yield from result
        self.my_kind = before

    # --- the battle -------------------------------------------------------------------------------

    def negate_attack(self) -> None:
        """The current attack deals no damage."""
        if self.G.attack is not None:
            self.G.attack.is_negated = True

    def redirect_attack(self, target: int) -> None:
        """The current attack goes to another monster."""
        if self.G.attack is not None:
            self.G.attack.target = target

    def end_battle(self) -> None:
        """Negate the current attack; nothing may attack any more this turn."""
        self.negate_attack()
        self.G.is_battle_over = True

    # --- negating ---------------------------------------------------------------------------------

    def negate_activation(self) -> None:
        """Undo the activation that the resolving link responds to; its card goes to the grave."""
        if self.answered_link is not None:
            self.answered_link.activation_negated = True

    def negate_effect(self) -> None:
        """The link that the resolving one responds to resolves without effect."""
        if self.answered_link is not None:
            self.answered_link.effect_negated = True

    def negate_summon(self) -> Asking:
        """In response to a summon attempt: destroy the monster before it is summoned."""
        if isinstance(self.event, SummonAttempt):
            self.event.is_cancelled = True
            yield from self.destroy(self.event.card)
