"""Neutral cards: travellers and tools that fit into every deck."""

from __future__ import annotations

from collections.abc import Callable

from turnwright.core.rules.chain import Asking
from turnwright.games.duel.card_definition import (
    LIBRARY,
    Effect,
    Monster,
    Spell,
    Target,
    Trap,
    aura,
    card,
    discard,
    instead,
    on_damage,
    on_phase,
    pay_life,
    played,
    quick,
)
from turnwright.games.duel.context import DuelContext
from turnwright.games.duel.events import Activated, AttackDeclared, WouldBeDestroyed


def foe_attacks(c: DuelContext) -> bool:
    """The opponent declared the attack."""
    return bool(c.event.seat != c.seat)


def foe_activates(kind: str) -> Callable[[DuelContext], bool]:
    """A condition: the opponent activated a card of this type, or an effect of one."""
    return lambda c: c.event.seat != c.seat and LIBRARY[c.event.kind].type == kind


def keeps_watch(c: DuelContext) -> bool:
    """It is your standby phase and you control no monster."""
    return c.event.name == "standby" and c.event.seat == c.seat and not c.own_monsters


def copyable(c: DuelContext) -> list[int]:
    """Normal spells in either grave that have no cost and no limit, and all the targets they need."""
    spells = c.matching(c.grave() + c.grave(c.opponent), type="spell", subtype="normal")
    return [i for i in spells if can_copy(c, c.spec(i).resolve)]


def can_copy(c: DuelContext, effect: Effect | None) -> bool:
    """Return whether Mirror Script may copy this effect now."""
    if effect is None or effect.cost or effect.once:
        return False
    if effect.when is not None and not effect.when(c):
        return False
    return all(len(target.among(c)) >= target.min for target in effect.targets)


def copy_spell(c: DuelContext, spell: int) -> Asking:
    """Choose the targets of a spell and run its effect."""
    effect, chosen = c.spec(spell).resolve, []
    if effect is not None and can_copy(c, effect):
        for target in effect.targets:
            picks = yield c.choose_many(
                target.text, target.among(c), target.min, target.max, label=c.name,
                intent=target.intent, is_cards=True, is_field=target.is_field, id="target",
            )  # fmt: skip
            chosen.append(picks[0] if target.max == 1 else picks)
        c.my_kind = c.kind_name(spell)
        yield from c.run_effect(c.my_kind, effect.name, *chosen)


@card
class TwinbladeRider(Monster):
    """It may attack twice in each battle phase."""

    attack, defense, level, attacks = 2000, 1400, 5, 2


@card
class MusterCaptain(Monster):
    """It gains 200 attack for each other face-up monster you control."""

    attack, defense, level = 1300, 1300, 4

    @aura(stat="attack")
    def lead(c: DuelContext, me: int, other: int) -> int:
        """More attack for each other monster of the same side."""
        return 200 * (len(c.face_up(c.monsters(c.side_of(me)))) - 1) if other == me else 0


@card
class PaleAdvocate(Monster):
    """Once per turn, when your opponent activates a spell: you may discard a card; negate the
    activation. If that is negated itself, it does not count."""

    attack, defense, level = 1400, 1600, 4

    @quick(
        on=Activated,
        once="card",
        spent_if_negated=False,
        cost=discard(),
        when=foe_activates("spell"),
    )
    def object(c: DuelContext) -> None:
        """Negate the activation."""
        c.negate_activation()


@card
class AlleyMagpie(Monster):
    """When it deals battle damage to your opponent: your opponent discards a card chosen at random."""

    attack, defense, level = 1100, 700, 3

    @on_damage(when=lambda c: c.event.seat != c.seat and c.hand(c.opponent))
    def snatch(c: DuelContext) -> None:
        """The opponent discards a random card."""
        if c.hand(c.opponent):
            c.send(c.stream("alley magpie").choice(c.hand(c.opponent)), "grave")


@card
class HourglassPact(Spell):
    """Once per duel: pay 3000 life; after this turn you take another one."""

    @played(once="duel", cost=pay_life(3000))
    def resolve(c: DuelContext) -> None:
        """Take another turn after this one."""
        c.extra_turn(c.seat)


@card
class LastLantern(Spell):
    """In your standby phase, if you control no monster: place a light counter on it; if it has five
    then, you win the duel. When you take battle damage: remove all light counters from it."""

    subtype = "continuous"

    @on_phase(when=keeps_watch)
    def burn_on(c: DuelContext) -> None:
        """Place a light counter; with five of them, win."""
        if c.me in c.spells_and_traps(c.seat) and keeps_watch(c):
            c.add_counters(c.me, "light", 1)
            if c.counters(c.me, "light") >= 5:
                c.win(c.seat, reason="the Last Lantern still burns")

    @on_damage(on_self=False, when=lambda c: c.event.seat == c.seat)
    def gutter(c: DuelContext) -> None:
        """Remove all light counters."""
        if c.me in c.spells_and_traps(c.seat):
            c.add_counters(c.me, "light", -c.counters(c.me, "light"))


@card
class MutualRuin(Spell):
    """Both players take 1500 damage at the same time."""

    @played
    def resolve(c: DuelContext) -> None:
        """Damage both players."""
        c.damage_all(1500, "Mutual Ruin")


@card
class MirrorScript(Spell):
    """Target a normal spell in either grave that has neither a cost nor a limit and could be played
    now: do what it says, and choose its targets then. You can play only one Mirror Script each turn;
    one whose activation was negated does not count."""

    @played(
        once="name",
        spent_if_negated=False,
        targets=Target("Copy a spell", copyable, intent="benefit", is_field=False),
    )
    def resolve(c: DuelContext, spell: int) -> Asking:
        """Copy the targeted spell."""
        yield from copy_spell(c, spell)


@card
class SupplyCart(Spell):
    """Draw two cards, then discard one. You can play only one Supply Cart each turn."""

    @played(once="name")
    def resolve(c: DuelContext) -> Asking:
        """Draw two cards, then discard one."""
        c.draw_cards(c.seat, 2)
        yield from c.discard(c.seat)


@card
class MemorialStone(Spell):
    """If a monster you control would be destroyed by battle, you may banish two cards from your grave
    instead."""

    subtype = "continuous"

    @instead(
        on=WouldBeDestroyed,
        when=lambda c, me, event: (
            event.by_battle and event.seat == c.side_of(me) and len(c.grave(event.seat)) >= 2
        ),
    )
    def remember(c: DuelContext, me: int, event: WouldBeDestroyed) -> Asking:
        """Offer to banish two cards instead."""
        text = f"Banish two cards from your grave to save {c.kind_name(event.card)}?"
        if not (yield c.yes_no(text, id="save", intent="benefit", is_open=True)):
            return False
        picks = yield c.choose_many(
            "Banish two cards", list(c.grave()), 2, 2, label=c.name, intent="cost", is_cards=True,
            id="banish",
        )  # fmt: skip
        c.banish(*picks)
        return True


@card
class OpenPlain(Spell):
    """Monsters of level 4 or lower gain 300 attack and 300 defense."""

    subtype = "field"

    @aura(stat="attack")
    def charge(c: DuelContext, me: int, other: int) -> int:
        """300 more attack for low levels."""
        return 300 if c.spec(other).level <= 4 else 0

    @aura(stat="defense")
    def hold(c: DuelContext, me: int, other: int) -> int:
        """300 more defense for low levels."""
        return 300 if c.spec(other).level <= 4 else 0


@card
class QuietVerdict(Trap):
    """When your opponent activates an effect of a monster: discard a card; negate that effect."""

    subtype = "counter"

    @played(on=Activated, cost=discard(), when=foe_activates("monster"))
    def resolve(c: DuelContext) -> None:
        """Negate the effect."""
        c.negate_effect()


@card
class DecoyPennant(Trap):
    """When your opponent attacks one of your monsters: choose another monster you control; the attack
    goes to that one."""

    @played(
        on=AttackDeclared,
        when=lambda c: foe_attacks(c) and c.event.target is not None,
        targets=Target(
            "Send the attack to",
            lambda c: [i for i in c.own_monsters if i != c.event.target],
            intent="benefit",
        ),
    )
    def resolve(c: DuelContext, target: int) -> None:
        """Redirect the attack to the target."""
        c.redirect_attack(target)


@card
class TurnedBlade(Trap):
    """When your opponent attacks: negate the attack and change the attacker to defense position."""

    @played(on=AttackDeclared, when=foe_attacks)
    def resolve(c: DuelContext) -> None:
        """Negate the attack and turn the attacker."""
        c.negate_attack()
        if c.event.attacker in c.foe_monsters:
            c.turn_to(c.event.attacker, "defense")
