"""Grove: growth and patience. Sap counters, Seedlings, and effects that pay off turns later."""

from __future__ import annotations

from turnwright.core.rules.chain import Asking
from turnwright.games.duel.card_definition import (
    LIBRARY,
    MONSTER,
    Monster,
    Spell,
    Target,
    Trap,
    aura,
    banish_from_grave,
    card,
    ignition,
    instead,
    on_any_destroyed,
    on_any_summon,
    on_damage,
    on_phase,
    on_summon,
    played,
    scheduled,
    tribute,
    trigger,
)
from turnwright.games.duel.context import DuelContext
from turnwright.games.duel.events import AttackDeclared, PhaseBegan, WouldBeDestroyed
from turnwright.games.duel.state import ANY_SEAT

# --- helpers ------------------------------------------------------------------------------------


def own_standby(c: DuelContext) -> bool:
    """Your standby phase began."""
    return bool(c.event.name == "standby" and c.event.seat == c.seat)


def all_face_up(c: DuelContext) -> list[int]:
    """The face-up monsters of both sides."""
    return list(c.face_up(c.all_monsters))


def own_face_up(c: DuelContext) -> list[int]:
    """The face-up monsters that the acting seat controls."""
    return list(c.face_up(c.own_monsters))


def own_grove(c: DuelContext) -> list[int]:
    """The other face-up Grove cards on the acting seat's side."""
    cards = c.matching(c.face_up(c.on_field(c.seat)), faction="Grove")
    return [card_id for card_id in cards if card_id != c.me]


def grow(c: DuelContext, card_id: int, amount: int = 1) -> None:
    """Put sap counters on a card, if it is still on the field."""
    if card_id in c.on_field(c.seat):
        c.add_counters(card_id, "sap", amount)


def sap(c: DuelContext) -> dict[int, int]:
    """The sap counters on the acting seat's cards, by card."""
    held = {card_id: c.counters(card_id, "sap") for card_id in c.on_field(c.seat)}
    return {card_id: number for card_id, number in held.items() if number}


def spend_sap(c: DuelContext, total: int) -> Asking:
    """Remove exactly this many sap counters from your cards. False if there are too few."""
    held = sap(c)
    if sum(held.values()) < total:
        return False
    parts = {
        f"{number} from {c.name(card_id)}": (card_id, number)
        for card_id, most in held.items()
        for number in range(1, min(most, total) + 1)
    }

    def is_split(picks: list[str]) -> bool:
        cards = {parts[pick][0] for pick in picks}
        return len(cards) == len(picks) and sum(parts[pick][1] for pick in picks) == total

    picks = yield c.choose_many(
        f"Remove {total} sap counters", list(parts), 1, min(total, len(held)), valid=is_split,
        why_invalid=f"Pick exactly {total} counters, each card once.", intent="cost", id="sap",
    )  # fmt: skip
    for pick in picks:
        card_id, number = parts[pick]
        c.add_counters(card_id, "sap", -number)
    return True


def level(c: DuelContext, card_id: int) -> int:
    """The level of a monster, with modifiers."""
    return int(c.stat(card_id, "level"))


def can_total(levels: list[int], total: int) -> bool:
    """Return whether some of these levels add up to the total."""
    sums = {0}
    for number in levels:
        sums |= {number + reached for reached in sums}
    return total in sums


def braidable(c: DuelContext) -> list[int]:
    """Grove monsters of level 5 or higher in hand and grave whose level your monsters add up to."""
    own = own_face_up(c)
    high = c.matching([*c.hand(), *c.grave()], faction="Grove", type=MONSTER) if own else []
    wanted = {i: number for i in high if (number := level(c, i)) >= 5}
    levels = [level(c, card_id) for card_id in own] if wanted else []
    return [i for i, number in wanted.items() if can_total(levels, number)]


def send_levels(c: DuelContext, total: int) -> Asking:
    """Send face-up monsters you control with exactly this total of levels to the grave."""
    picks = yield c.choose_many(
        f"Send monsters of {total} levels", own_face_up(c), 1,
        valid=lambda picks: sum(level(c, card_id) for card_id in picks) == total,
        why_invalid=f"Their levels must total exactly {total}.",
        label=c.name, intent="cost", is_cards=True, is_field=True, id="material",
    )  # fmt: skip
    for pick in picks:
        c.send(pick, "grave")


# --- monsters -------------------------------------------------------------------------------------


@card
class Seedling(Monster):
    """A token."""

    faction, attack, defense, level, is_token = "Grove", 300, 500, 1, True


@card
class MossbackElder(Monster):
    """When another monster is summoned, by either player: put one sap counter on this card. It gains
    100 attack for each sap counter on it."""

    faction, attack, defense, level = "Grove", 1300, 1700, 4

    @on_any_summon(when=lambda c: c.event.card != c.me)
    def gather_moss(c: DuelContext) -> None:
        """Place a sap counter."""
        grow(c, c.me)

    @aura(stat="attack")
    def weight(c: DuelContext, me: int, other: int) -> int:
        """More attack for each sap counter."""
        return 100 * c.counters(me, "sap") if me == other else 0


@card
class SapGatherer(Monster):
    """At the start of your standby phase: put two sap counters on this card."""

    faction, attack, defense, level = "Grove", 800, 1300, 2

    @on_phase(when=own_standby)
    def gather(c: DuelContext) -> None:
        """Place two sap counters."""
        grow(c, c.me, 2)


@card
class SapWarden(Monster):
    """Once per turn: target one card your opponent controls; remove exactly three sap counters, in any
    split, from cards you control. If you do: destroy the target."""

    faction, attack, defense, level = "Grove", 1500, 1500, 4

    @ignition(
        once="card",
        when=lambda c: sum(sap(c).values()) >= 3,
        targets=Target("Destroy one card", lambda c: c.foe_cards),
    )
    def drain(c: DuelContext, target: int) -> Asking:
        """Spend three sap counters to destroy the target."""
        if (yield from spend_sap(c, 3)):
            yield from c.destroy(target)


@card
class ThornrootBoar(Monster):
    """Piercing. When it deals battle damage to your opponent: gain 400 life."""

    faction, attack, defense, level = "Grove", 1600, 1000, 4
    piercing = True

    @on_damage(when=lambda c: c.event.seat != c.seat)
    def feed(c: DuelContext) -> None:
        """Gain 400 life."""
        c.heal(c.seat, 400, "Thornroot Boar")


@card
class TwinhornStag(Monster):
    """Once per turn: tribute another monster. This turn this card can attack once more."""

    faction, attack, defense, level = "Grove", 2200, 1400, 6

    @ignition(once="card", cost=tribute())
    def rear(c: DuelContext) -> None:
        """One more attack this turn."""
        if c.me in c.own_monsters:
            c.change(c.me, "attacks", 1)


@card
class WanderingHart(Monster):
    """When summoned: return another monster you control to its owner's hand, if there is one."""

    faction, attack, defense, level = "Grove", 1900, 800, 4

    @on_summon(targets=Target("Return one monster", lambda c: c.own_monsters, intent="cost"))
    def lead_home(c: DuelContext, target: int) -> None:
        """Return the target to the hand."""
        if target in c.all_monsters:
            c.send(target, "hand")


@card
class CanopyMother(Monster):
    """Gains 200 attack for each other face-up Grove monster you control."""

    faction, attack, defense, level = "Grove", 1900, 2200, 6

    @aura(stat="attack")
    def shelter(c: DuelContext, me: int, other: int) -> int:
        """More attack for each other Grove monster."""
        if me != other:
            return 0
        kin = c.matching(c.face_up(c.monsters(c.side_of(me))), faction="Grove")
        return 200 * (len(kin) - 1)


@card
class Seedmother(Monster):
    """When summoned: you may make two Seedlings (300/500, level 1) in defense position; with room for
    one, make one."""

    faction, attack, defense, level = "Grove", 900, 1400, 3

    @on_summon(optional=True, when=lambda c: c.has_room())
    def scatter(c: DuelContext) -> None:
        """Make two Seedlings."""
        c.make_tokens("Seedling", 2)


@card
class BurrowedSage(Monster):
    """At the start of your standby phase, if this card is in your grave: you may banish another card
    from your grave; return this card to your hand. Once per turn for all cards of this name."""

    faction, attack, defense, level = "Grove", 1300, 1000, 3

    @trigger(
        on=PhaseBegan, on_self=False, where=("grave",), when=own_standby,
        optional=True, once="name", cost=banish_from_grave(),
    )  # fmt: skip
    def wake_up(c: DuelContext) -> None:
        """Return this card from the grave to the hand."""
        if c.me in c.grave():
            c.send(c.me, "hand")


@card
class WorldrootColossus(Monster):
    """Piercing. When summoned: turn all face-up monsters your opponent controls to defense position."""

    faction, attack, defense, level = "Grove", 3000, 2600, 8
    piercing = True

    @on_summon
    def shake(c: DuelContext) -> None:
        """Turn opposing face-up monsters to defense position."""
        for foe in c.face_up(c.foe_monsters):
            c.turn_to(foe, "defense")


# --- spells ---------------------------------------------------------------------------------------


@card
class RiteOfBraiding(Spell):
    """Choose one Grove monster of level 5 or higher in your hand or grave, and send face-up monsters
    you control, whose levels total exactly its level, to the grave: summon it."""

    name, faction = "Rite of Braiding", "Grove"

    @played(when=braidable)
    def resolve(c: DuelContext) -> Asking:
        """Send monsters of the right levels and summon the chosen one."""
        if choices := braidable(c):
            crown = yield c.choose_card("Summon", choices, intent="benefit", id="crown")
            yield from send_levels(c, level(c, crown))
            yield from c.summon(crown)


@card
class VerdantCharter(Spell):
    """Choose one: gain 1000 life; or make two Seedlings (300/500, level 1) in defense position, as many
    as there is room for; or put three sap counters on another face-up Grove card you control."""

    faction = "Grove"

    @played
    def resolve(c: DuelContext) -> Asking:
        """Choose life, Seedlings or sap counters."""
        choices = {"life": "Gain 1000 life"}
        if c.has_room():
            choices["seeds"] = "Make two Seedlings"
        if own_grove(c):
            choices["sap"] = "Put three sap counters on a Grove card"
        match (yield c.menu("Choose one", choices, id="charter", intent="benefit", is_open=True)):
            case "life":
                c.heal(c.seat, 1000, "Verdant Charter")
            case "seeds":
                c.make_tokens("Seedling", 2)
            case "sap":
                text = "Three sap counters"
                grown = yield c.choose_card(text, own_grove(c), intent="benefit", id="on")
                grow(c, grown, 3)


@card
class HeartwoodGraft(Spell):
    """Equip to a face-up monster you control. It gains 500 attack and has piercing. If it would be
    destroyed, destroy this card instead. When it leaves the field, this card goes to the grave."""

    faction, subtype = "Grove", "equip"

    @played(targets=Target("Equip a monster", own_face_up, intent="benefit"))
    def resolve(c: DuelContext, target: int) -> None:
        """Equip the target."""
        if target in own_face_up(c):
            c.equip(c.me, target)

    @aura(stat="attack")
    def strength(c: DuelContext, me: int, other: int) -> int:
        """500 more attack for the equipped monster."""
        return 500 if c.card(me).equipped_to == other else 0

    @aura(stat="piercing")
    def thorns(c: DuelContext, me: int, other: int) -> bool:
        """Piercing for the equipped monster."""
        return bool(c.card(me).equipped_to == other)

    @instead(on=WouldBeDestroyed, when=lambda c, me, event: c.card(me).equipped_to == event.card)
    def splinter(c: DuelContext, me: int, event: WouldBeDestroyed) -> Asking:
        """Destroy this card instead of the equipped monster."""
        return bool((yield from c.destroy(me)))


@card
class SunlitGlade(Spell):
    """Grove monsters of both players gain 300 defense. When a monster you control is destroyed: put one
    sap counter on this card."""

    faction, subtype = "Grove", "field"

    @aura(stat="defense")
    def shade(c: DuelContext, me: int, other: int) -> int:
        """300 more defense for Grove monsters."""
        return 300 if c.spec(other).faction == "Grove" else 0

    @on_any_destroyed(
        when=lambda c: c.event.seat == c.seat and LIBRARY[c.event.kind].type == MONSTER
    )
    def feed_the_soil(c: DuelContext) -> None:
        """Place a sap counter."""
        grow(c, c.me)


@card
class CountTheRings(Spell):
    """Target one face-up monster you control and declare a number from 1 to 8. Until the end of the
    turn its level is that number, and it gains 100 attack for each level it has gained."""

    name, faction, subtype = "Count the Rings", "Grove", "quick"

    @played(targets=Target("Count the rings of", own_face_up, intent="benefit"))
    def resolve(c: DuelContext, target: int) -> Asking:
        """Declare a level for the target; it gains attack by it."""
        if target in all_face_up(c):
            number = yield c.amount("Declare a level", 1, 8, id="declared", intent="benefit")
            gained = number - level(c, target)
            c.change(target, "level", gained)
            c.change(target, "attack", 100 * max(0, gained))


@card
class WinterStore(Spell):
    """At the start of your next standby phase: draw two cards."""

    faction = "Grove"

    @played
    def resolve(c: DuelContext) -> None:
        """Schedule the draw."""
        c.schedule("standby", 1, "open_store", [])

    @scheduled
    def open_store(c: DuelContext, data: list[int]) -> None:
        """Draw two cards."""
        c.draw_cards(c.seat, 2)


# --- traps ----------------------------------------------------------------------------------------


@card
class EntanglingVines(Trap):
    """Target two face-up monsters, whoever controls them. Until the end of the turn each of them loses
    800 attack and cannot attack."""

    faction = "Grove"

    @played(targets=Target("Entangle two monsters", all_face_up, min=2, max=2))
    def resolve(c: DuelContext, targets: list[int]) -> None:
        """The targets lose attack and cannot attack this turn."""
        for target in targets:
            if target in all_face_up(c):
                c.change(target, "attack", -800)
                c.change(target, "cannot_attack", 1)


@card
class SeasonOfSleep(Trap):
    """When your opponent attacks: banish the attacking monster. At the start of the next standby phase
    it returns to its owner's side in attack position, if there is room."""

    name, faction = "Season of Sleep", "Grove"

    @played(on=AttackDeclared, when=lambda c: c.event.seat != c.seat)
    def resolve(c: DuelContext) -> None:
        """Banish the attacker and schedule its return."""
        sleeper = c.event.attacker
        if sleeper in c.all_monsters:
            c.banish(sleeper)
            c.schedule("standby", 1, "wake", [sleeper], whose=ANY_SEAT)

    @scheduled
    def wake(c: DuelContext, data: list[int]) -> Asking:
        """Return the banished monster to the field."""
        for sleeper in data:
            if sleeper in [*c.zone("banished", 0), *c.zone("banished", 1)]:
                yield from c.summon(sleeper, c.card(sleeper).owner, position="attack")
