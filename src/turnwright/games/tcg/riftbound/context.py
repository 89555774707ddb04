"""The words of Riftbound's rulebook: what lies on the table, and what the rules do with it.

Numbers cited are those of the Riftbound Core Rules of 2025-06-02. Nothing here asks a player
anything; what players choose is in `actions.py`, when things happen is in `game.py`.
"""

from __future__ import annotations

from typing import Any

import turnwright as tw
from turnwright.games.tcg.common.context import CardTable

from .cards import LIBRARY, CardSpec

VICTORY_SCORE = 8  # 644.3
NEEDS_NO_TARGET = ("draw", "channel", "energy")


class Card(tw.Card):
    damage: tw.Public[int] = 0
    bonus: tw.Public[int] = 0  # Might given "this turn"
    stunned: tw.Public[bool] = False
    location: tw.Public[int | None] = None  # the battlefield a card is at; None is the base
    # of battlefields:
    controller: tw.Public[int | None] = None
    contested: tw.Public[int | None] = None  # the player who applied Contested status
    facedown: tw.Public[int | None] = None  # the player who has a card in the facedown zone
    # of facedown cards:
    hidden_in: int = 0  # the turn in which it was hidden


class Item(tw.State):
    """A spell or ability on the chain. It is pending until its choices are made."""

    seat: tw.Public[int]
    source: tw.Public[str]
    word: tw.Public[str]
    amount: tw.Public[int]
    card: tw.Public[int | None] = None  # the card, if it is a spell
    target: tw.Public[int | None] = None
    to: tw.Public[int | None] = None
    is_pending: tw.Public[bool] = True


class Table(tw.State):
    points: tw.Public[list[int]] = tw.default(lambda: [0, 0])
    energy: tw.Public[list[int]] = tw.default(lambda: [0, 0])  # in the rune pools
    scored: tw.Public[list[list[int]]] = tw.default(lambda: [[], []])  # battlefields, this turn
    chain: tw.Public[list[Item]] = []
    fight: tw.Public[int | None] = None  # the battlefield of the showdown or combat in progress
    focus: tw.Public[int | None] = None
    attacker: tw.Public[int | None] = None
    is_initial_chain: tw.Public[bool] = False


class Rules(CardTable[CardSpec]):
    """The words of the rulebook."""

    __slots__ = ()
    library = LIBRARY

    # --- looking ---------------------------------------------------------------------------------

    @property
    def battlefields(self) -> list[Any]:
        return self.cards_in("battlefields")

    def units(self, seat: int | None = None) -> list[Any]:
        """Those of one player, or of all: in turn order, in which their abilities trigger (503.2.a)."""
        turn_order = [self.turn_player, self.after(self.turn_player)]
        seats = turn_order if seat is None else [seat]
        cards = [card for owner in seats for card in self.cards_in("board", owner)]
        return [card for card in cards if self.spec(card.id).type == "unit"]

    def units_at(self, place: int, seat: int | None = None) -> list[Any]:
        return [unit for unit in self.units(seat) if unit.location == place]

    def owners_at(self, place: int) -> set[int]:
        return {unit.owner for unit in self.units_at(place)}

    def might(self, unit: Card) -> int:
        """719, 726: Assault counts for attackers, Shield for defenders, in the combat going on."""
        spec: CardSpec = self.spec(unit.id)
        might = spec.might + unit.bonus
        if self.G.attacker is not None and unit.location == self.G.fight:
            might += spec.assault if unit.owner == self.G.attacker else spec.shield
        return might

    def is_timely(self, speed: str) -> bool:
        """508-510: reactions while a chain exists, actions too in a showdown, all in Neutral Open."""
        if self.G.chain:
            return speed == "reaction"
        return self.G.fight is None or speed in ("action", "reaction")

    def targets(self, word: str, seat: int, at: int | None = None) -> list[int]:
        """What this word may choose; a card played from Hidden only at its battlefield (723.1.d)."""
        if word == "counter":
            return [item.card for item in self.G.chain if item.card is not None]
        units = self.units(seat if word in ("ready", "charge") else None)
        if word in ("damage", "stun"):
            units = [unit for unit in units if unit.location is not None]
        if word == "ready":
            units = [unit for unit in units if not unit.ready]
        return [unit.id for unit in units if at is None or unit.location == at]

    def can_choose(self, word: str, seat: int, at: int | None = None) -> bool:
        return word in NEEDS_NO_TARGET or bool(self.targets(word, seat, at))

    # --- telling cards apart ---------------------------------------------------------------------

    def marks(self, card_id: int, seat: int) -> list[str]:
        """Of a battlefield who controls it, for that counts and not who brought it; of what lies on
        the board also where it is."""
        card, zone = self.card(card_id), self.zone_of(card_id)
        if zone == "battlefields":
            controller = {None: "nobody", seat: "you"}.get(card.controller, "your opponent")
            return [f"controlled by {controller}"]
        here = [self.at(card.location)] if zone == "board" else []
        return [*super().marks(card_id, seat), *here]

    def at(self, place: int | None) -> str:
        """A location in a sentence. Both battlefields may have one name."""
        if place is None:
            return "in the base"
        kinds = [battlefield.kind for battlefield in self.battlefields]
        is_first = self.zone("battlefields").index(place) == 0
        the = "" if len(set(kinds)) > 1 else "the first " if is_first else "the second "
        return f"at {the}{self.card(place).kind}"

    # --- runes and costs -------------------------------------------------------------------------

    def runes(self, domain: str = "") -> list[Any]:
        cards = self.cards_in("runes", self.seat)
        return [rune for rune in cards if not domain or self.spec(rune.id).domain == domain]

    def can_pay(self, energy: int, power: int, domain: str = "") -> bool:
        ready = sum(rune.ready for rune in self.runes())
        return self.G.energy[self.seat] + ready >= energy and len(self.runes(domain)) >= power

    def pay(self, energy: int, power: int, domain: str = "") -> None:
        """157.2, 605.3: while paying, runes are exhausted for Energy and recycled for Power. Those
        that will be recycled are exhausted first, so that no rune is spent that could stay."""
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
        self.G.energy = [0 for _ in self.seats]

    def channel(self, seat: int, count: int) -> None:
        """606, 515.3.b.1: as many as there are."""
        for rune in self.zone("runeDeck", seat)[::-1][:count]:
            self.move_card(rune, "runes")

    # --- cards, points and control ---------------------------------------------------------------

    def draw_or_burn_out(self, seat: int, count: int = 1) -> None:
        """607: with an empty deck, shuffle the trash in, the opponent gains a point, draw all the
        same. If the trash is empty too, this goes on until the opponent has won."""
        for _ in range(count):
            while not self.zone("deck", seat) and not self.ctx.game_over:
                for card_id in self.zone("trash", seat)[:]:
                    self.move_card(card_id, "deck")
                self.shuffle_zone("deck", seat)
                self.gain_point(self.after(seat), "Burn Out")
            self.draw_card(1, seat)

    def gain_point(self, seat: int, how: str) -> None:
        self.G.points[seat] += 1
        if self.G.points[seat] >= VICTORY_SCORE:  # 633
            self.win(seat, reason=f"{VICTORY_SCORE} points, the last by {how}")

    def score(self, seat: int, place: Any, how: str) -> None:
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
        self.trigger(how, place, seat)

    def take_control(self, place: Any) -> None:
        """181.4: whoever alone has units there once the fight is over; if that is new, a Conquer."""
        owners = self.owners_at(place.id)
        if len(owners) == 1 and place.controller not in owners:
            place.controller = owners.pop()
            self.score(place.controller, place, "conquer")

    def move_unit(self, unit: Any, to: int | None) -> None:
        """181.3.a: a unit that comes to a battlefield its player does not control contests it."""
        unit.location = to
        if to is not None:
            place = self.card(to)
            if place.controller != unit.owner and place.contested is None:
                place.contested = unit.owner

    def leave_board(self, card: Any, to: str) -> None:
        """109: whatever was noted on a card is gone when it leaves the board."""
        card.damage, card.bonus, card.stunned, card.location, card.ready = 0, 0, False, None, True
        self.move_card(card.id, to)

    def kill_lethal(self) -> None:
        for unit in self.units():
            if unit.damage and unit.damage >= self.might(unit):
                self.trigger("death", unit, unit.owner)
                self.leave_board(unit, "trash")

    def clear_damage(self) -> None:
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

    def trigger(self, event: str, card: Any, seat: int) -> None:
        """A triggered ability becomes a pending item; its choices are made when it is finalized."""
        spec: CardSpec = self.spec(card.id)
        if event in spec.triggers:
            word, amount = spec.triggers[event]
            self.G.chain.append(Item(seat=seat, source=spec.name, word=word, amount=amount))

    def execute(self, item: Item) -> None:
        """Do what a word says; if its target is no longer one, nothing happens (559.3.c.2)."""
        card: Any = None
        if item.word not in NEEDS_NO_TARGET:
            if item.target is None or item.target not in self.targets(item.word, item.seat):
                return
            card = self.card(item.target)
        match item.word:
            case "draw":
                self.draw_or_burn_out(item.seat, item.amount)
            case "channel":
                self.channel(item.seat, item.amount)
            case "energy":
                self.G.energy[item.seat] += item.amount
            case "damage":
                card.damage += item.amount
            case "might":
                card.bonus += item.amount
            case "stun":
                card.stunned = True
            case "ready":
                card.ready = True
            case "charge":
                self.move_unit(card, item.to)
            case "counter":
                self.G.chain = [other for other in self.G.chain if other.card != card.id]
                self.move_card(card.id, "trash")
