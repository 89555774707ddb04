"""Ice with ordinary subroutines: Eli 1.0, Ichi 1.0, Ice Wall, Quandary, Rototurret."""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import (
    CardDefinition,
    EffectGenerator,
    Subroutine,
    register,
)
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.cards.corp_ice import CLICK_TO_BREAK, END
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.rules.damage import deal_damage, give_tags
from turnwright.games.netrunner.rules.traces import trace_subroutine
from turnwright.games.netrunner.rules.trash import trash_cards
from turnwright.games.netrunner.state import Card


def trash_program(c: NetrunnerContext, ice: Card) -> EffectGenerator:
    """Trash 1 installed program."""
    programs = [one.id for one in c.installed(RUNNER) if c.facts(one).type == "program"]
    if not programs:
        return
    chosen = yield from c.select_cards(
        CORP, "Choose a program to trash", programs, 1, ice, wait=True
    )
    for one in c.cards(chosen):
        c.log_use(ice, f"trash {one.kind}")
        yield from trash_cards(c, [one], CORP, by=ice)


def damage_and_tag(c: NetrunnerContext, ice: Card) -> EffectGenerator:
    """Do 1 core damage and give the Runner 1 tag."""
    c.log_use(ice, "give the Runner 1 tag and do 1 core damage")
    yield from deal_damage(c, "core", 1, ice, side=RUNNER)
    yield from give_tags(c, 1, ice)


TRASH_PROGRAM = Subroutine("Trash a program", trash_program)

register(CardDefinition("Eli 1.0", runner_abilities=(CLICK_TO_BREAK,), subs=(END, END)))
register(
    CardDefinition(
        "Ichi 1.0",
        runner_abilities=(CLICK_TO_BREAK,),
        subs=(
            TRASH_PROGRAM,
            TRASH_PROGRAM,
            trace_subroutine(1, "Give the Runner 1 tag and do 1 core damage", damage_and_tag),
        ),
    )
)
register(
    CardDefinition(
        "Ice Wall", advanceable=True, strength=lambda c, ice: ice.advancement, subs=(END,)
    )
)
register(CardDefinition("Quandary", subs=(END,)))
register(CardDefinition("Rototurret", subs=(TRASH_PROGRAM, END)))
