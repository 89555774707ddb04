"""Tide: what moves, moves as it will. Knowledge, returns to the hand, and borrowed strength."""

from __future__ import annotations

from collections.abc import Iterable

from turnwright.core.rules.chain import Asking
from turnwright.games.duel.card_definition import (
    Monster,
    Spell,
    Target,
    Trap,
    aura,
    card,
    discard,
    on_flip,
    on_grave,
    on_summon,
    pay_life,
    played,
    quick,
    trigger,
)
from turnwright.games.duel.context import DuelContext
from turnwright.games.duel.events import AttackDeclared, BattleDamage, Summoned


def tide_monsters(c: DuelContext, ids: Iterable[int], level: int) -> list[int]:
    """The Tide monsters among these cards, up to a level."""
    monsters = c.matching(ids, faction="Tide", type="monster")
    return [card_id for card_id in monsters if c.spec(card_id).level <= level]


def one_of_each(c: DuelContext, ids: Iterable[int]) -> list[int]:
    """One card of every name."""
    return list({c.kind_name(card_id): card_id for card_id in ids}.values())


def face_up_monsters(c: DuelContext) -> list[int]:
    """The face-up monsters of both sides."""
    return list(c.face_up(c.all_monsters))


def take_back(c: DuelContext, *ids: int) -> None:
    """Return monsters that are still on the field to their owners' hands."""
    for card_id in ids:
        if card_id in c.all_monsters:
            c.send(card_id, "hand")


def mix_up(c: DuelContext, seat: int) -> None:
    """Renumber a hand that was looked at, so that its cards cannot be recognised face down."""
    for card_id in list(c.hand(seat)):
        c.renumber_card(card_id)


# --- monsters ---------------------------------------------------------------------------------------


@card
class EchoShell(Monster):
    """When this card is sent to the grave: draw a card."""

    faction, attack, defense, level = "Tide", 1000, 1000, 2

    @on_grave
    def echo(c: DuelContext) -> None:
        """Draw a card."""
        c.draw_cards(c.seat)


@card
class TidepoolReader(Monster):
    """When summoned: look at the top three cards of your deck and put them back on top in any
    order."""

    faction, attack, defense, level = "Tide", 1200, 1400, 3

    @on_summon(when=lambda c: c.zone("deck"))
    def read(c: DuelContext) -> Asking:
        """Reorder the top three cards of the deck."""
        top = c.zone("deck")[-3:][::-1]
        c.reveal()
        text = "Put these back; the first will be on top"
        for card_id in reversed((yield c.order(text, top, label=c.kind_name, is_cards=True))):
            c.move_card(card_id, "deck", c.seat)


@card
class DrownedOracle(Monster):
    """Flip, even if it is destroyed in that battle: look at your opponent's hand and put one card of
    it on the bottom of their deck."""

    faction, attack, defense, level = "Tide", 800, 1800, 3

    @on_flip(where=("monsters", "grave"), when=lambda c: c.hand(c.opponent))
    def foresee(c: DuelContext) -> Asking:
        """Look at the opponent's hand and put a card under the deck."""
        hand = list(c.hand(c.opponent))
        if hand:
            text = "Your opponent's hand: put one card on the bottom of the deck"
            seen = yield c.choose_card(text, hand, label=c.kind_name, intent="harm")
            c.send(seen, "deck", bottom=True)
            mix_up(c, c.opponent)


@card
class PearlDiver(Monster):
    """When this card is sent to the grave: you may add one Tide monster of level 4 or lower other than
    Pearl Diver from your deck to your hand. You may use this effect of Pearl Diver once per turn."""

    faction, attack, defense, level = "Tide", 1500, 1000, 4

    @on_grave(optional=True, once="name")
    def dive(c: DuelContext) -> Asking:
        """Search a Tide monster other than Pearl Diver."""
        pearls = tide_monsters(c, c.zone("deck"), 4)
        yield from c.search(
            [i for i in pearls if c.kind_name(i) != "Pearl Diver"], "Take a monster"
        )


@card
class HarborCaller(Monster):
    """When summoned: you may summon one Tide monster of level 3 or lower from your hand, in attack or
    defense position."""

    faction, attack, defense, level = "Tide", 1400, 1200, 4

    # Asked with any card in the hand: otherwise the question would tell that there is such a monster.
    @on_summon(optional=True, when=lambda c: c.has_room() and c.hand())
    def call(c: DuelContext) -> Asking:
        """Summon a Tide monster from the hand."""
        crew = tide_monsters(c, c.hand(), 3)
        if crew and c.has_room():
            called = yield c.choose_card("Summon a monster", crew, intent="benefit")
            yield from c.summon(called)


@card
class RiptideEel(Monster):
    """Once per turn, in either player's turn, also in response: discard a card and target another
    face-up monster; return it to its owner's hand."""

    faction, attack, defense, level = "Tide", 1600, 900, 4

    @quick(once="card", cost=discard(), targets=Target("Return a monster", face_up_monsters))
    def pull(c: DuelContext, target: int) -> None:
        """Return the target to the hand."""
        take_back(c, target)


@card
class FogHeron(Monster):
    """When your opponent declares an attack: you may respond; return this card to its owner's hand,
    and if you do, negate the attack."""

    faction, attack, defense, level = "Tide", 1700, 800, 4

    @quick(on=AttackDeclared, when=lambda c: c.event.seat != c.seat)
    def fade(c: DuelContext) -> None:
        """Return this card to the hand and negate the attack."""
        if c.me in c.own_monsters:
            c.negate_attack()
            take_back(c, c.me)


@card
class SaltWarden(Monster):
    """When summoned: your opponent chooses a monster they control and returns it to its owner's
    hand."""

    faction, attack, defense, level = "Tide", 2300, 1900, 6

    @on_summon(when=lambda c: c.foe_monsters)
    def demand(c: DuelContext) -> Asking:
        """The opponent returns one of their monsters to the hand."""
        if c.foe_monsters:
            text = "Return one of your monsters to the hand"
            returned = yield c.choose_card(
                text,
                c.foe_monsters,
                seat=c.opponent,
                label=c.kind_name,
                intent="cost",
                is_field=True,
            )
            take_back(c, returned)


@card
class DeepLeviathan(Monster):
    """When summoned: return all other monsters on the field to their owners' hands."""

    faction, attack, defense, level = "Tide", 2900, 2300, 8

    @on_summon
    def surge(c: DuelContext) -> None:
        """Return all other monsters to the hands."""
        take_back(c, *[i for i in c.all_monsters if i != c.me])


# --- spells -----------------------------------------------------------------------------------------


@card
class RisingWater(Spell):
    """Draw two cards, then put a card from your hand on the bottom of your deck. You may play one
    Rising Water per turn."""

    faction = "Tide"

    @played(once="name")
    def resolve(c: DuelContext) -> Asking:
        """Draw two cards, then put one under the deck."""
        c.draw_cards(c.seat, 2)
        if c.hand():
            text = "Put a card on the bottom of your deck"
            sunk = yield c.choose_card(text, c.hand(), intent="cost")
            c.send(sunk, "deck", bottom=True)


@card
class ChartTheDepths(Spell):
    """Add up to two Tide monsters of level 4 or lower with different names from your deck to your hand,
    then discard as many cards as you have added. You may play one Chart the Depths per turn."""

    name, faction = "Chart the Depths", "Tide"

    @played(once="name")
    def resolve(c: DuelContext) -> Asking:
        """Search up to two Tide monsters, then discard as many cards."""
        known = one_of_each(c, tide_monsters(c, c.zone("deck"), 4))
        taken = yield from c.search(known, "Take up to two monsters", max=2, min=0)
        yield from c.discard(c.seat, len(taken))


@card
class EbbAndReturn(Spell):
    """Target a Tide monster of level 4 or lower in your grave: summon it in attack or defense
    position."""

    name, faction = "Ebb and Return", "Tide"

    @played(
        when=lambda c: c.has_room(),
        targets=Target(
            "Summon from the grave",
            lambda c: tide_monsters(c, c.grave(), 4),
            intent="benefit",
            is_field=False,
        ),
    )
    def resolve(c: DuelContext, target: int) -> Asking:
        """Summon the target from the grave."""
        if target in c.grave():
            yield from c.summon(target)


@card
class SirenSong(Spell):
    """Pay 600 life and target a face-up monster of level 6 or lower your opponent controls: take
    control of it until the end of the turn. You may play one Siren Song per turn."""

    faction = "Tide"

    @played(
        once="name",
        cost=pay_life(600),
        when=lambda c: c.has_room(),
        targets=Target(
            "Take control of a monster",
            lambda c: [i for i in c.face_up(c.foe_monsters) if c.spec(i).level <= 6],
        ),
    )
    def resolve(c: DuelContext, target: int) -> None:
        """Take control of the target until the end of the turn."""
        if target in c.foe_monsters:
            c.take_control(target, until_end=True)


@card
class SealedSoundings(Spell):
    """Play only while both players have another card in hand. Each player secretly chooses a card from
    their hand; both are revealed and discarded at the same time. Whoever discarded the monster of the
    higher level draws two cards (a spell, a trap or no card counts as level 0; a tie draws nothing)."""

    faction = "Tide"

    @played(when=lambda c: c.hand(c.opponent) and [i for i in c.hand() if i != c.me])
    def resolve(c: DuelContext) -> Asking:
        """Both players discard in secret; the higher level draws two cards."""
        text = "Secretly choose a card to discard"
        asked = [
            c.choose_card(text, c.hand(s), seat=s, label=c.kind_name, intent="cost")
            for s in c.seats
            if c.hand(s)
        ]
        chosen = (yield asked) if asked else {}
        depth = {s: c.spec(chosen[s]).level if s in chosen else 0 for s in c.seats}
        for card_id in chosen.values():
            c.send(card_id, "grave")
        for s in c.seats:
            if depth[s] > depth[c.after(s)]:
                c.draw_cards(s, 2)


@card
class SinkingFog(Spell):
    """Target a face-up monster that is no token: turn it face down, in defense position."""

    faction, subtype = "Tide", "quick"

    @played(
        targets=Target(
            "Turn a monster face down", lambda c: c.matching(face_up_monsters(c), is_token=False)
        )
    )
    def resolve(c: DuelContext, target: int) -> None:
        """Turn the target face down."""
        if target in face_up_monsters(c):
            c.set_down(target)


@card
class PearlTrident(Spell):
    """Equip to a face-up Tide monster you control: it gains 500 attack. When it deals battle damage to
    your opponent: you may draw a card."""

    faction, subtype = "Tide", "equip"

    @played(
        targets=Target(
            "Equip a monster",
            lambda c: tide_monsters(c, c.face_up(c.own_monsters), 12),
            intent="benefit",
        )
    )
    def resolve(c: DuelContext, target: int) -> None:
        """Equip the target."""
        if target in c.face_up(c.own_monsters):
            c.equip(c.me, target)

    @aura(stat="attack")
    def sharpen(c: DuelContext, me: int, other: int) -> int:
        """500 more attack for the equipped monster."""
        return 500 if c.card(me).equipped_to == other else 0

    @trigger(
        on=BattleDamage,
        on_self=False,
        optional=True,
        when=lambda c: c.card(c.me).equipped_to == c.event.card and c.event.seat != c.seat,
    )
    def harvest(c: DuelContext) -> None:
        """Draw a card."""
        c.draw_cards(c.seat)


# --- traps ------------------------------------------------------------------------------------------


@card
class TreacherousShoals(Trap):
    """When your opponent has summoned a monster: return it to its owner's hand."""

    faction = "Tide"

    @played(on=Summoned, when=lambda c: c.event.card in c.foe_monsters)
    def resolve(c: DuelContext) -> None:
        """Return the summoned monster to the hand."""
        take_back(c, c.event.card)


@card
class DraggingUndertow(Trap):
    """While this card is face up, once per turn, when your opponent declares an attack: you may discard
    a card; negate the attack."""

    faction, subtype = "Tide", "continuous"

    @trigger(
        on=AttackDeclared,
        on_self=False,
        optional=True,
        once="card",
        cost=discard(),
        when=lambda c: c.event.seat != c.seat,
    )
    def drag(c: DuelContext) -> None:
        """Negate the attack."""
        c.negate_attack()
