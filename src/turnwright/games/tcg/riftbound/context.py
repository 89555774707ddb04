"""The context of a Riftbound game: what the rules look up and do.

Numbers cited are those of the Riftbound Core Rules of 2025-06-02. The moves of the players are in
`moves.py`; when things happen is in `game.py`.
"""

from __future__ import annotations

from collections.abc import Mapping

from turnwright.core.rules.chain import Asking
from turnwright.core.rules.ledger import Number
from turnwright.core.rules.timing import Free, at_events
from turnwright.games.tcg.common.card_definition import CardAction
from turnwright.games.tcg.common.context import CardGameContext
from turnwright.games.tcg.common.events import trigger_watchers
from turnwright.games.tcg.common.pending_effects import PendingEffect

from .cards import DOMAINS, LIBRARY, POWER, RiftboundCardSpec
from .state import Card, RiftboundState

VICTORY_SCORE = 8  # 644.3

# The effects that choose a target, and the question they ask.
TARGET_QUESTIONS = {
    "damage": "Deal damage to a unit at a battlefield",
    "might": "Give a unit more Might this turn",
    "stun": "Stun a unit at a battlefield",
    "ready": "Ready a unit of yours",
    "charge": "Move a unit of yours to a battlefield",
    "counter": "Counter a spell",
}


class RiftboundContext(CardGameContext[RiftboundCardSpec, Card]):
    """What moves and hooks of Riftbound receive."""

    __slots__ = ()
    library = LIBRARY
    watchers = trigger_watchers(LIBRARY)

    G: RiftboundState

    # --- queries ---------------------------------------------------------------------------------

    @property
    def battlefields(self) -> list[Card]:
        """The battlefields in play."""
        return self.cards_in("battlefields")

    def units(self, seat: int | None = None) -> list[Card]:
        """The units of one player, or of all in turn order, as their abilities trigger (503.2.a)."""
        turn_order = [self.turn_player, self.after(self.turn_player)]
        seats = turn_order if seat is None else [seat]
        cards = [card for owner in seats for card in self.cards_in("board", owner)]
        return [card for card in cards if self.spec(card.id).type == "unit"]

    def units_at(self, place: int, seat: int | None = None) -> list[Card]:
        """The units at a battlefield, of one player or of all."""
        return [unit for unit in self.units(seat) if unit.location == place]

    def owners_at(self, place: int) -> set[int]:
        """The players with units at a battlefield."""
        return {unit.owner for unit in self.units_at(place)}

    def might(self, unit: Card) -> int:
        """719, 726: Assault counts for attackers, Shield for defenders, in the combat going on."""
        spec = self.spec(unit.id)
        might = spec.might + unit.bonus
        if self.G.attacker is not None and unit.location == self.G.fight:
            might += spec.assault if unit.owner == self.G.attacker else spec.shield
        return might

    def is_timely(self, action: CardAction) -> bool:
        """508-510: reactions while a chain exists, actions too in a showdown, all in Neutral Open."""
        if self.G.pending:
            return at_events(action.timing)
        return self.G.fight is None or isinstance(action.timing, Free)

    def possible_targets(self, word: str, seat: int, at: int | None = None) -> list[int]:
        """What an effect may choose; a card played from Hidden only at its battlefield (723.1.d)."""
        if word == "counter":
            spells = [item.card for item in self.G.pending if item.kind == "card"]
            return [card for card in spells if card is not None]
        units = self.units(seat if word in ("ready", "charge") else None)
        if word in ("damage", "stun"):
            units = [unit for unit in units if unit.location is not None]
        if word == "ready":
            units = [unit for unit in units if not unit.ready]
        return [unit.id for unit in units if at is None or unit.location == at]

    def can_choose(self, action: CardAction, seat: int, at: int | None = None) -> bool:
        """Return whether everything that an action chooses has a legal target."""
        return all(
            effect.word not in TARGET_QUESTIONS or self.possible_targets(effect.word, seat, at)
            for effect in action.effect
            if not isinstance(effect, str)
        )

    # --- naming cards in questions ---------------------------------------------------------------

    def marks(self, card_id: int, seat: int | None) -> list[str]:
        """A battlefield is marked with its controller, a card on the board also with its location."""
        card, zone = self.card(card_id), self.zone_of(card_id)
        if zone == "battlefields":
            controller = {None: "nobody", seat: "you"}.get(card.controller, "your opponent")
            return [f"controlled by {controller}"]
        here = [self.location_phrase(card.location)] if zone == "board" else []
        return [*super().marks(card_id, seat), *here]

    def location_phrase(self, place: int | None) -> str:
        """A location in a sentence. Both battlefields may have the same name."""
        if place is None:
            return "in the base"
        kinds = [battlefield.kind for battlefield in self.battlefields]
        is_first = self.zone("battlefields").index(place) == 0
        the = "" if len(set(kinds)) > 1 else "the first " if is_first else "the second "
        return f"at {the}{self.card(place).kind}"

    # --- runes and costs -------------------------------------------------------------------------

    def runes(self, domain: str = "") -> list[Card]:
        """The acting player's runes on the board, of one domain or of all."""
        cards = self.cards_in("runes", self.seat)
        return [rune for rune in cards if not domain or self.spec(rune.id).domain == domain]

    def resources(self) -> Mapping[str, int]:
        """157.2: Energy from the pool and from ready runes, Power from any rune of the domain."""
        runes = self.runes()
        domains = [self.spec(rune.id).domain for rune in runes]
        return {
            "energy": self.G.energy[self.seat] + sum(rune.ready for rune in runes),
            "power": len(runes),
            **{POWER[domain]: domains.count(domain) for domain in DOMAINS},
        }

    def card_resources(self, card_id: int) -> Mapping[str, int]:
        """The card itself can be exhausted if it is ready."""
        return {"exhaust": int(self.card(card_id).ready)}

    def spend(self, card_id: int, amounts: Mapping[str, Number]) -> None:
        """157.2, 605.3: runes are exhausted for Energy and recycled for Power. Those that will be
        recycled are exhausted first, so that no rune is spent that could stay."""
        if "exhaust" in amounts:
            self.card(card_id).ready = False
        energy = int(amounts.get("energy", 0))
        domain = "" if "power" in amounts else self.spec(card_id).domain
        power = int(amounts.get(POWER[domain], 0))
        pooled = min(energy, self.G.energy[self.seat])
        self.G.energy[self.seat] -= pooled
        ready = [rune for rune in self.runes() if rune.ready]
        ready.sort(key=lambda rune: self.spec(rune.id).domain != domain)
        for rune in ready[: energy - pooled]:
            rune.ready = False
        for rune in sorted(self.runes(domain), key=lambda rune: rune.ready)[:power]:
            rune.ready = True
            self.move_card(rune.id, "runeDeck", bottom=True)

    def empty_rune_pools(self) -> None:
        """Unspent Energy is lost."""
        self.G.energy = [0 for _ in self.seats]

    def channel(self, seat: int, count: int) -> None:
        """606, 515.3.b.1: put runes onto the board, as many as there are."""
        for rune in self.zone("runeDeck", seat)[::-1][:count]:
            self.move_card(rune, "runes")

    # --- cards, points and control ---------------------------------------------------------------

    def draw_or_burn_out(self, seat: int, count: int = 1) -> None:
        """607: a player with an empty deck shuffles the trash into it, the opponent gains a point, and
        the player draws. If the trash is empty too, this repeats until the opponent has won."""
        for _ in range(count):
            while not self.zone("deck", seat) and not self.ctx.game_over:
                for card_id in self.zone("trash", seat)[:]:
                    self.move_card(card_id, "deck")
                self.shuffle_zone("deck", seat)
                self.gain_point(self.after(seat), "Burn Out")
            self.draw_card(1, seat)

    def gain_point(self, seat: int, how: str) -> None:
        """A player gains a point, and with the last one wins (633)."""
        self.G.points[seat] += 1
        if self.G.points[seat] >= VICTORY_SCORE:
            self.win(seat, reason=f"{VICTORY_SCORE} points, the last by {how}")

    def score(self, seat: int, place: Card, how: str) -> None:
        """629-632: once per battlefield and turn; a Conquer gives the final point only to a player
        who has scored every battlefield this turn, and otherwise a card."""
        scored = self.G.scored[seat]
        if place.id in scored:
            return
        scored.append(place.id)
        is_final = self.G.points[seat] == VICTORY_SCORE - 1
        if is_final and how == "conquer" and len(scored) < len(self.battlefields):
            self.draw_or_burn_out(seat)
        else:
            self.gain_point(seat, how)
        self.trigger(how, place.id, seat=seat)

    def take_control(self, place: Card) -> None:
        """181.4: the only player with units there takes control; if that is new, it is a Conquer."""
        owners = self.owners_at(place.id)
        if len(owners) == 1 and place.controller not in owners:
            place.controller = owners.pop()
            self.score(place.controller, place, "conquer")

    def move_unit(self, unit: Card, to: int | None) -> None:
        """181.3.a: a unit that moves to a battlefield its player does not control contests it."""
        unit.location = to
        if to is not None:
            place = self.card(to)
            if place.controller != unit.owner and place.contested is None:
                place.contested = unit.owner

    def leave_board(self, card: Card, to: str) -> None:
        """109: a card that leaves the board is reset."""
        card.damage, card.bonus, card.stunned, card.location, card.ready = 0, 0, False, None, True
        self.move_card(card.id, to)

    def kill_lethal(self) -> None:
        """Units with lethal damage die."""
        for unit in self.units():
            if unit.damage and unit.damage >= self.might(unit):
                self.trigger("death", unit.id)
                self.leave_board(unit, "trash")

    def clear_damage(self) -> None:
        """Remove all damage from units."""
        for unit in self.units():
            unit.damage = 0

    def cleanup(self) -> None:
        """518-524: lethal damage kills, facedown cards need a unit beside them, control needs units."""
        self.kill_lethal()
        for place in self.battlefields:
            owners = self.owners_at(place.id)
            if place.facedown is not None and place.facedown not in owners:
                for card in self.cards_in("facedown", place.facedown):
                    if card.location == place.id:
                        self.leave_board(card, "trash")
                place.facedown = None
            if place.id != self.G.fight:
                if place.controller not in owners:
                    place.controller = None
                if place.contested not in owners:
                    place.contested = min(owners - {place.controller}, default=None)

    def staged_combats(self) -> list[int]:
        """526: battlefields with units of both players."""
        return [place.id for place in self.battlefields if len(self.owners_at(place.id)) > 1]

    def staged_showdowns(self) -> list[int]:
        """525: contested, controlled by nobody, and without an opponent to fight."""
        open_places = [
            place.id
            for place in self.battlefields
            if place.contested is not None and place.controller is None
        ]
        return [place for place in open_places if place not in self.staged_combats()]

    # --- the chain -------------------------------------------------------------------------------

    def pick(self, text: str, cards: list[int], seat: int, id: str) -> Asking:
        """Ask for one of the cards, unless there is only one."""
        if len(cards) == 1:
            return cards[0]
        return (yield self.choose_card(text, cards, seat=seat, id=id))

    def targets(self, pending: PendingEffect) -> list[int] | None:
        """The legal targets of an item on the chain."""
        word = self.effects_of(pending)[0].word
        return self.possible_targets(word, pending.seat) if word in TARGET_QUESTIONS else None

    def make_choices(self, item: PendingEffect, at: int | None = None) -> Asking:
        """559: its controller makes the choices of a spell or ability as it goes onto the chain."""
        word = self.effects_of(item)[0].word
        if word in TARGET_QUESTIONS:
            targets = self.possible_targets(word, item.seat, at)
            item.target = yield from self.pick(TARGET_QUESTIONS[word], targets, item.seat, "target")
        if word == "charge":
            assert item.target is not None
            here = self.card(item.target).location
            places = [place.id for place in self.battlefields if place.id != here]
            item.destination = yield from self.pick("Move it there", places, item.seat, "place")
        item.is_declared = True

    def finalize(self) -> Asking:
        """Make the choices of pending items, oldest first; one without a legal target is removed
        (333 and 390.3 in the edition of 2025-10, which spells this out)."""
        for item in self.G.pending[:]:
            if not item.is_declared and self.targets(item) != []:
                yield from self.make_choices(item)
        self.G.pending = [item for item in self.G.pending if item.is_declared]

    def resolve(self, pending: PendingEffect) -> Asking:
        """543: the newest item resolves; without its target it does nothing (559.3.c.2)."""
        yield from self.perform(pending)
        if pending.kind == "card":
            assert pending.card is not None
            self.move_card(pending.card, "trash")

    def after_resolution(self) -> Asking:
        """544: a cleanup, then priority goes to the controller of the newest item that is left, and
        all must pass again."""
        self.cleanup()
        yield from self.finalize()
        if self.G.pending:
            self.reopen_window()

    def _target(self, pending: PendingEffect) -> Card:
        assert pending.target is not None
        return self.card(pending.target)

    def _draw(self, pending: PendingEffect, amount: int) -> None:
        self.draw_or_burn_out(pending.seat, amount)

    def _channel(self, pending: PendingEffect, amount: int) -> None:
        self.channel(pending.seat, amount)

    def _add_energy(self, pending: PendingEffect, amount: int) -> None:
        self.G.energy[pending.seat] += amount

    def _damage(self, pending: PendingEffect, amount: int) -> None:
        self._target(pending).damage += amount

    def _give_might(self, pending: PendingEffect, amount: int) -> None:
        self._target(pending).bonus += amount

    def _stun(self, pending: PendingEffect, amount: int) -> None:
        self._target(pending).stunned = True

    def _ready(self, pending: PendingEffect, amount: int) -> None:
        self._target(pending).ready = True

    def _charge(self, pending: PendingEffect, amount: int) -> None:
        self.move_unit(self._target(pending), pending.destination)

    def _counter(self, pending: PendingEffect, amount: int) -> None:
        spell = self._target(pending).id
        self.G.pending = [
            item for item in self.G.pending if (item.kind, item.card) != ("card", spell)
        ]
        self.move_card(spell, "trash")

    effects = {
        "draw": _draw,
        "channel": _channel,
        "energy": _add_energy,
        "damage": _damage,
        "might": _give_might,
        "stun": _stun,
        "ready": _ready,
        "charge": _charge,
        "counter": _counter,
    }
