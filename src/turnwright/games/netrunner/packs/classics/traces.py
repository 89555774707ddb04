"""Traces: Ash 2X3ZB9CY, Caduceus, Compromised Employee, Data Raven, Hunter, SEA Source."""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import (
    Ability,
    CardDefinition,
    EffectGenerator,
    EventData,
    Price,
    Trigger,
    register,
)
from turnwright.games.netrunner.card_facts import RUNNER
from turnwright.games.netrunner.cards.corp_upgrades import is_this_server
from turnwright.games.netrunner.cards.effects import end_run_effect, gain, tag
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.rules.damage import give_tags
from turnwright.games.netrunner.rules.payment import pay
from turnwright.games.netrunner.rules.traces import trace, trace_subroutine
from turnwright.games.netrunner.state import Card


def ash(c: NetrunnerContext, upgrade: Card, data: EventData) -> EffectGenerator:
    """Trace 4: if successful, the Runner cannot access cards other than this one."""
    if (yield from trace(c, upgrade, 4)):
        c.log_use(upgrade, f"prevent the Runner from accessing cards other than {upgrade.kind}")
        assert c.G.run is not None
        c.G.run.only_access = upgrade.id


def raven(c: NetrunnerContext, ice: Card, data: EventData) -> EffectGenerator:
    """The Runner takes 1 tag or ends the run."""
    choices = ("Take 1 tag", "End the run")
    index = yield from c.choose_button(RUNNER, "Choose one", choices, ice, wait=True)
    if index == 1:
        end_run_effect(c, ice)
    else:
        c.log_use(ice, "force the runner to take 1 tag on encountering it")
        yield from give_tags(c, 1, ice)


def tag_for_counter(c: NetrunnerContext, ice: Card) -> EffectGenerator:
    """Hosted power counter: give the Runner 1 tag."""
    paid = yield from pay(c, ice.owner, Price(counters=("power", 1)), ice)
    c.log(ice.owner, f"{paid} to use {ice.kind} to give the Runner 1 tag")
    yield from give_tags(c, 1, ice)


def place_power_counter(c: NetrunnerContext, card: Card, *_: object) -> None:
    """Place 1 power counter on this card."""
    c.log_use(card, "place 1 power counter on itself")
    c.add_counters(card, "power", 1)


def encounters_this_ice(c: NetrunnerContext, ice: Card, data: EventData) -> bool:
    """Tell whether the Runner encounters this ice."""
    return data["ice"] is ice


def sea_source(c: NetrunnerContext, operation: Card) -> EffectGenerator:
    """Trace 3: if successful, give the Runner 1 tag."""
    if (yield from trace(c, operation, 3, "Trace 3 - Give the Runner 1 tag")):
        yield from tag(1)(c, operation)


def for_traces(c: NetrunnerContext, card: Card, purpose: str, target: Card | None) -> bool:
    """Tell whether a trace is paid for."""
    return purpose == "trace"


def is_ice_rezzed(c: NetrunnerContext, resource: Card, data: EventData) -> bool:
    """Tell whether the rezzed card is ice."""
    return c.facts(data["card"]).type == "ice"


def was_run_last_turn(c: NetrunnerContext, operation: Card) -> bool:
    """Tell whether the Runner made a successful run during its last turn."""
    return bool(c.G.sides[RUNNER].last.get("successful-run"))


register(
    CardDefinition(
        "Ash 2X3ZB9CY",
        on={"successful-run": Trigger(effect=ash, when=is_this_server, interactive=True)},
    )
)
register(
    CardDefinition(
        "Caduceus",
        subs=(
            trace_subroutine(3, "Gain 3 [Credits]", gain(3)),
            trace_subroutine(2, "End the run", end_run_effect),
        ),
    )
)
register(
    CardDefinition(
        "Compromised Employee",
        recurring=1,
        pays=for_traces,
        on={"rez": Trigger(effect=gain(1), when=is_ice_rezzed)},
    )
)
register(
    CardDefinition(
        "Data Raven",
        on={"encounter-ice": Trigger(effect=raven, when=encounters_this_ice)},
        abilities=(
            Ability(
                label="Give the Runner 1 tag",
                price=Price(counters=("power", 1)),
                effect=tag_for_counter,
            ),
        ),
        subs=(trace_subroutine(3, "Place 1 power counter", place_power_counter),),
    )
)
register(CardDefinition("Hunter", subs=(trace_subroutine(3, "Give the Runner 1 tag", tag(1)),)))
register(CardDefinition("SEA Source", play=sea_source, can_play=was_run_last_turn))
