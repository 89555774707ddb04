"""Ice that does something when it is encountered, or to the next encounter."""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import (
    CardDefinition,
    EffectGenerator,
    EventData,
    Price,
    Subroutine,
    Trigger,
    register,
)
from turnwright.games.netrunner.card_facts import RUNNER
from turnwright.games.netrunner.cards.corp_ice import END
from turnwright.games.netrunner.cards.effects import (
    end_run_effect,
    end_run_unless_paid,
    gain,
    net_damage,
)
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.rules.payment import can_pay, pay
from turnwright.games.netrunner.rules.runs import allow_jack_out, forbid_jack_out
from turnwright.games.netrunner.rules.waiting_effects import (
    end_with_encounter,
    ends_with_encounter,
    is_waiting,
    take_waiting,
    wait_for_encounter,
)
from turnwright.games.netrunner.state import Card


def is_encountered(c: NetrunnerContext, ice: Card, data: EventData) -> bool:
    """Tell whether the Runner encounters this ice."""
    return data["ice"] is ice


def lose_click(c: NetrunnerContext, ice: Card) -> None:
    """The Runner loses a click, if able. Nothing is logged if there is none to lose."""
    player = c.G.sides[RUNNER]
    if player.clicks:
        c.log_use(ice, "force the Runner to lose [Click], if able")
        player.clicks -= 1


# --- effects on the next encounter ----------------------------------------------------------------


def strengthen_next(c: NetrunnerContext, chum: Card) -> None:
    """The next ice of this server that the Runner encounters has +2 strength."""
    if c.G.run is not None and c.G.run.server == chum.server:
        c.log_use(chum, "give +2 strength to the next piece of ice the Runner encounters")
        wait_for_encounter(c, chum)


def strengthen(c: NetrunnerContext, chum: Card, data: EventData) -> None:
    """The encountered ice has +2 strength, and there is damage if it is not broken in full."""
    for _ in take_waiting(c, chum):
        data["ice"].boost += 2
        end_with_encounter(c, chum)


def was_not_broken(c: NetrunnerContext, chum: Card, data: EventData) -> bool:
    """Tell whether the ice that this one strengthened has an unbroken subroutine."""
    ice: Card = data["ice"]
    is_broken = ice.broken == (1 << len(c.subs(ice))) - 1
    return not is_broken and ends_with_encounter(c, chum) > 0


def damage_after_encounter(c: NetrunnerContext, chum: Card, data: EventData) -> EffectGenerator:
    """Do 3 net damage."""
    for _ in range(ends_with_encounter(c, chum)):
        yield from net_damage(3)(c, chum)


BREAK, JACK_OUT = "break", "jack out"
"""What the next encounter forbids or allows because of Inazuma."""


def forbid_breaking(c: NetrunnerContext, inazuma: Card) -> None:
    """The Runner cannot break subroutines on the next ice."""
    c.log_use(
        inazuma,
        "prevent the Runner from breaking subroutines on the next piece of ice "
        "they encounter this run",
    )
    wait_for_encounter(c, inazuma, BREAK)


def keep_in_run(c: NetrunnerContext, inazuma: Card) -> None:
    """The Runner cannot jack out until the next ice is encountered."""
    c.log_use(inazuma, "prevent the Runner from jacking out until after the next piece of ice")
    forbid_jack_out(c, inazuma)
    wait_for_encounter(c, inazuma, JACK_OUT)


def meet_next(c: NetrunnerContext, inazuma: Card, data: EventData) -> None:
    """Resolve what its subroutines announced for this encounter."""
    for name in take_waiting(c, inazuma):
        if name == JACK_OUT:
            allow_jack_out(c, inazuma)
        elif c.G.encounter is not None:
            ice: Card = data["ice"]
            c.log_use(inazuma, f"prevent the runner from breaking subroutines on {ice.kind}")
            c.G.encounter.is_unbreakable = True


register(
    CardDefinition(
        "Chum",
        on={
            "encounter-ice": Trigger(effect=strengthen, when=is_waiting),
            "end-of-encounter": Trigger(effect=damage_after_encounter, when=was_not_broken),
        },
        subs=(
            Subroutine("Give +2 strength to next piece of ice Runner encounters", strengthen_next),
        ),
    )
)
register(
    CardDefinition(
        "Inazuma",
        on={"encounter-ice": Trigger(effect=meet_next, when=is_waiting)},
        subs=(
            Subroutine(
                "Prevent the Runner from breaking subroutines on the next piece of ice "
                "they encounter this run",
                forbid_breaking,
            ),
            Subroutine(
                "Prevent the Runner from jacking out until after the next piece of ice",
                keep_in_run,
            ),
        ),
    )
)


# --- effects of this encounter --------------------------------------------------------------------


def gain_damage_subs(c: NetrunnerContext, ice: Card, data: EventData) -> None:
    """It gains a subroutine for each card in the grip, until the run ends."""
    ice.gained_subs += (ice.kind,) * len(c.zone("hand", RUNNER))


def take_toll(c: NetrunnerContext, ice: Card, data: EventData) -> EffectGenerator:
    """The Runner must pay 3 credits; if that is impossible, the run ends."""
    price = Price(credits=3)
    if can_pay(c, RUNNER, price, ice):
        paid = yield from pay(c, RUNNER, price, ice)
        c.log(RUNNER, f"{paid} on encountering {ice.kind}")
    else:
        end_run_effect(c, ice)


register(
    CardDefinition("Enigma", subs=(Subroutine("Force the Runner to lose [Click]", lose_click), END))
)
register(
    CardDefinition(
        "Komainu",
        on={"encounter-ice": Trigger(effect=gain_damage_subs, when=is_encountered)},
        gives_sub=Subroutine("Do 1 net damage", net_damage(1)),
    )
)
register(CardDefinition("Neural Katana", subs=(Subroutine("Do 3 net damage", net_damage(3)),)))
register(
    CardDefinition(
        "Pop-up Window",
        on={"encounter-ice": Trigger(effect=gain(1), when=is_encountered)},
        subs=(end_run_unless_paid(Price(credits=1)),),
    )
)
register(
    CardDefinition(
        "Tollbooth",
        on={"encounter-ice": Trigger(effect=take_toll, when=is_encountered)},
        subs=(END,),
    )
)
