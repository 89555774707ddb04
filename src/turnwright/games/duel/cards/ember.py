"""Ember: quick fires. Damage, destruction, and strength for one turn."""

from __future__ import annotations

from turnwright.core.rules.chain import Asking
from turnwright.games.duel.card_definition import (
    LIBRARY,
    Monster,
    Spell,
    Target,
    Trap,
    aura,
    card,
    discard,
    from_grave,
    ignition,
    instead,
    on_damage,
    on_destroyed,
    on_summon,
    pay_life,
    played,
    trigger,
)
from turnwright.games.duel.context import DuelContext
from turnwright.games.duel.events import (
    Activated,
    AttackDeclared,
    CounterPlaced,
    SummonAttempt,
    WouldBeDestroyed,
)


def weak(c: DuelContext) -> list[int]:
    """Face-up monsters of both sides with 1500 attack or less."""
    return [i for i in c.face_up(c.all_monsters) if c.attack_of(i) <= 1500]


def is_warmed(c: DuelContext) -> bool:
    """A heat counter came on another monster of this side."""
    event: CounterPlaced = c.event
    return event.name == "heat" and event.seat == c.seat and event.card != c.me


@card
class EmberLancer(Monster):
    """When summoned: you may destroy one face-up card your opponent controls."""

    faction, attack, defense, level = "Ember", 1700, 900, 4

    @on_summon(
        optional=True,
        targets=Target("Destroy one card", lambda c: c.face_up(c.foe_cards)),
    )
    def burn(c: DuelContext, target: int) -> Asking:
        """Destroy the target."""
        yield from c.destroy(target)


@card
class CinderPup(Monster):
    """When destroyed: deal 400 damage to your opponent."""

    faction, attack, defense, level = "Ember", 1200, 400, 2

    @on_destroyed
    def spark(c: DuelContext) -> None:
        """Deal 400 damage to the opponent."""
        c.damage(c.opponent, 400, "Cinder Pup")


@card
class ForgeTitan(Monster):
    """If it would be destroyed, you may discard a card instead."""

    faction, attack, defense, level = "Ember", 2600, 1800, 7

    @instead(on=WouldBeDestroyed, when=lambda c, me, event: event.card == me and c.hand(event.seat))
    def endure(c: DuelContext, me: int, event: WouldBeDestroyed) -> Asking:
        """Offer to discard a card instead."""
        text = "Discard a card to save Forge Titan?"
        if not (yield c.yes_no(text, id="save", intent="benefit", is_open=True)):
            return False
        yield from c.discard(c.seat)
        return True


@card
class KilnCaller(Monster):
    """Once per turn: discard a card, then destroy one monster your opponent controls."""

    faction, attack, defense, level = "Ember", 1500, 1200, 4

    @ignition(
        once="card", cost=discard(), targets=Target("Destroy a monster", lambda c: c.foe_monsters)
    )
    def fire(c: DuelContext, target: int) -> Asking:
        """Destroy the target."""
        yield from c.destroy(target)


@card
class AshBanner(Spell):
    """Your Ember monsters gain 300 attack."""

    faction, subtype = "Ember", "continuous"

    @aura(stat="attack")
    def rally(c: DuelContext, me: int, other: int) -> int:
        """300 more attack for Ember monsters of the same side."""
        same_side = c.side_of(me) == c.side_of(other)
        return 300 if same_side and c.spec(other).faction == "Ember" else 0


@card
class FlareBolt(Spell):
    """Pay 800 life; add one Ember monster from your deck to your hand."""

    faction = "Ember"

    @played(cost=pay_life(800))
    def resolve(c: DuelContext) -> Asking:
        """Search an Ember monster."""
        yield from c.search(
            c.matching(c.zone("deck"), faction="Ember", type="monster"), "Take a monster"
        )


@card
class AshenWall(Trap):
    """When your opponent attacks: negate the attack and end the battle phase."""

    faction = "Ember"

    @played(on=AttackDeclared, when=lambda c: c.event.seat != c.seat)
    def resolve(c: DuelContext) -> None:
        """End the battle phase."""
        c.end_battle()


@card
class SmotheringSmoke(Trap):
    """When your opponent summons: negate the summon and destroy the monster."""

    faction, subtype = "Ember", "counter"

    @played(on=SummonAttempt, when=lambda c: c.event.seat != c.seat)
    def resolve(c: DuelContext) -> Asking:
        """Negate the summon."""
        yield from c.negate_summon()


@card
class FlickerDuelist(Monster):
    """Once per turn, when it deals battle damage to your opponent in your turn: it may attack once
    more this turn."""

    faction, attack, defense, level = "Ember", 1600, 800, 4

    @on_damage(once="card", when=lambda c: c.event.seat != c.seat and c.turn_player == c.seat)
    def riposte(c: DuelContext) -> None:
        """One more attack this turn."""
        c.change(c.me, "attacks", 1)


@card
class BellowsSprite(Monster):
    """When summoned: place a heat counter on it. Whenever a heat counter is placed on another monster
    you control: place one on this. It gains 100 defense for each heat counter on it, up to 500."""

    faction, attack, defense, level = "Ember", 1000, 1000, 2

    @on_summon
    def puff(c: DuelContext) -> None:
        """Place a heat counter."""
        c.add_counters(c.me, "heat", 1)

    @trigger(on=CounterPlaced, on_self=False, when=is_warmed)
    def draw_heat(c: DuelContext) -> None:
        """Place a heat counter."""
        c.add_counters(c.me, "heat", 1)

    @aura(stat="defense")
    def glow(c: DuelContext, me: int, other: int) -> int:
        """More defense for each heat counter."""
        return min(500, 100 * c.counters(me, "heat")) if other == me else 0


@card
class SlagGolem(Monster):
    """Whenever a heat counter is placed on another monster you control: place one on this. It gains
    100 attack for each heat counter on it, up to 500."""

    faction, attack, defense, level = "Ember", 1300, 1700, 4

    @trigger(on=CounterPlaced, on_self=False, when=is_warmed)
    def draw_heat(c: DuelContext) -> None:
        """Place a heat counter."""
        c.add_counters(c.me, "heat", 1)

    @aura(stat="attack")
    def glow(c: DuelContext, me: int, other: int) -> int:
        """More attack for each heat counter."""
        return min(500, 100 * c.counters(me, "heat")) if other == me else 0


@card
class PhoenixRegent(Monster):
    """Once per duel, in your main phase, if it is in your grave: pay 1500 life; summon it. If that
    activation is negated, it does not count."""

    faction, attack, defense, level = "Ember", 2500, 2000, 7

    @from_grave(
        once="duel",
        spent_if_negated=False,
        cost=pay_life(1500),
        when=lambda c: c.has_room(),
    )
    def rise(c: DuelContext) -> Asking:
        """Summon this card from the grave."""
        if c.me in c.grave():
            yield from c.summon(c.me)


@card
class WildfireSweep(Spell):
    """Destroy every face-up monster with 1500 attack or less, on both sides."""

    faction = "Ember"

    @played(when=weak)
    def resolve(c: DuelContext) -> Asking:
        """Destroy all weak monsters."""
        yield from c.destroy(*weak(c))


@card
class StraySpark(Spell):
    """Destroy one monster on the field, chosen at random among those of both sides; whoever controlled
    it takes 500 damage."""

    faction = "Ember"

    @played(when=lambda c: c.all_monsters)
    def resolve(c: DuelContext) -> Asking:
        """Destroy a random monster and damage its controller."""
        if c.all_monsters:
            struck = c.stream("stray spark").choice(c.all_monsters)
            side = c.side_of(struck)
            if (yield from c.destroy(struck)):
                c.damage(side, 500, "Stray Spark")


@card
class FurnaceHeart(Spell):
    """Ember monsters gain 100 attack for each card in their controller's grave, up to 500."""

    faction, subtype = "Ember", "field"

    @aura(stat="attack")
    def stoke(c: DuelContext, me: int, other: int) -> int:
        """More attack for each card in the grave."""
        is_ember = c.spec(other).faction == "Ember"
        return min(500, 100 * len(c.grave(c.side_of(other)))) if is_ember else 0


@card
class Flashover(Spell):
    """When your opponent activates a spell or an effect of a monster: discard a card; negate the
    activation."""

    faction, subtype = "Ember", "quick"

    @played(
        on=Activated,
        cost=discard(),
        when=lambda c: c.event.seat != c.seat and LIBRARY[c.event.kind].type != "trap",
    )
    def resolve(c: DuelContext) -> None:
        """Negate the activation."""
        c.negate_activation()


@card
class Backdraft(Trap):
    """When your opponent activates a spell or a trap: pay 1000 life; negate the activation, and deal
    500 damage to your opponent."""

    faction, subtype = "Ember", "counter"

    @played(
        on=Activated,
        cost=pay_life(1000),
        when=lambda c: c.event.seat != c.seat and LIBRARY[c.event.kind].type != "monster",
    )
    def resolve(c: DuelContext) -> None:
        """Negate the activation and deal 500 damage."""
        c.negate_activation()
        c.damage(c.opponent, 500, "Backdraft")
