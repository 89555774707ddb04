"""Corp ice."""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import (
    Ability,
    CardDefinition,
    EffectGenerator,
    EventData,
    Price,
    Subroutine,
    Trigger,
    register,
)
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.rules.damage import give_tags
from turnwright.games.netrunner.rules.install import corp_install, install_servers
from turnwright.games.netrunner.rules.payment import can_pay, pay
from turnwright.games.netrunner.rules.runs import offer_jack_out
from turnwright.games.netrunner.rules.trash import trash_cards
from turnwright.games.netrunner.state import CENTRALS, Card

from .effects import end_run_effect, gain, net_damage, no_effect, tag

END = Subroutine("End the run", end_run_effect)
CLICK_TO_BREAK = Ability(
    label="Break 1 subroutine", price=Price(lost_clicks=1), effect=no_effect, breaks=1
)


# --- Haas-Bioroid ---------------------------------------------------------------------------------


def trash_runner_card(c: NetrunnerContext, ice: Card) -> EffectGenerator:
    """Trash 1 installed Runner card."""
    rig = [one.id for one in c.installed(RUNNER)]
    if not rig:
        return
    chosen = yield from c.select_cards(
        CORP, "Choose an installed card to trash", rig, 1, ice, wait=True
    )
    for one in c.cards(chosen):
        c.log_use(ice, f"trash {one.kind}")
        yield from trash_cards(c, [one], CORP, by=ice)


def install_anywhere(c: NetrunnerContext, ice: Card) -> EffectGenerator:
    """You may install 1 card from HQ or Archives."""
    pool = _installable(c, ("agenda", "asset", "upgrade", "ice"))
    text = "Choose a card to install from HQ or Archives"
    chosen = yield from c.select_cards(CORP, text, pool, 1, ice, wait=True)
    for one in c.cards(chosen):
        names = install_servers(c, one)
        text = f"Choose a location to install {one.kind}"
        index = yield from c.choose_button(CORP, text, names, one)
        yield from corp_install(c, one, names[index], by=ice, origin=_from(c, one))


def install_inward(c: NetrunnerContext, ice: Card) -> EffectGenerator:
    """You may install 1 ice from HQ or Archives directly inward of this, at no cost."""
    pool = _installable(c, ("ice",))
    text = "Choose an ice to install from Archives or HQ"
    chosen = yield from c.select_cards(CORP, text, pool, 1, ice, wait=True)
    for one in c.cards(chosen) if c.is_installed(ice) else []:
        index = c.G.servers[ice.server].ices.index(ice.id)
        name = c.server_name(ice.server)
        yield from corp_install(c, one, name, by=ice, origin=_from(c, one), free=True, index=index)


def _installable(c: NetrunnerContext, types: tuple[str, ...]) -> list[int]:
    cards = (*c.cards_in("hand", CORP), *c.cards_in("discard", CORP))
    return [one.id for one in cards if c.facts(one).type in types]


def _from(c: NetrunnerContext, one: Card) -> str:
    return " from HQ" if c.zone_of(one.id) == "hand" else " from Archives"


def no_stealing(c: NetrunnerContext, ice: Card) -> None:
    """The Runner cannot steal or trash Corp cards for the remainder of this run."""
    c.log_use(
        ice, "prevent the Runner from stealing or trashing Corp cards for the remainder of the run"
    )
    if c.G.run is not None:
        c.G.run.modifiers["no steal or trash"] = 1


register(
    CardDefinition(
        "Ansel 1.0",
        runner_abilities=(CLICK_TO_BREAK,),
        subs=(
            Subroutine("Trash an installed Runner card", trash_runner_card),
            Subroutine("Install a card from HQ or Archives", install_anywhere),
            Subroutine(
                "The Runner cannot steal or trash Corp cards for the remainder of this run",
                no_stealing,
            ),
        ),
    )
)
register(
    CardDefinition(
        "Brân 1.0",
        runner_abilities=(CLICK_TO_BREAK,),
        subs=(Subroutine("Install an ice from HQ or Archives", install_inward), END, END),
    )
)


# --- Jinteki --------------------------------------------------------------------------------------


def damage_may_end_run(c: NetrunnerContext, ice: Card) -> EffectGenerator:
    """Do 1 net damage. If the trashed card's printed cost is odd, end the run."""
    hit = yield from net_damage(1)(c, ice)
    if any((c.facts(one).cost or 0) % 2 for one in hit):
        end_run_effect(c, ice)


def damage_and_offer_jack_out(c: NetrunnerContext, ice: Card) -> EffectGenerator:
    """Do 2 net damage. The Runner may jack out."""
    yield from net_damage(2)(c, ice)
    yield from offer_jack_out(c, ice)


register(CardDefinition("Diviner", subs=(Subroutine("Do 1 net damage", damage_may_end_run),)))
register(
    CardDefinition(
        "Karunā",
        subs=(
            Subroutine("Do 2 net damage. The Runner may jack out", damage_and_offer_jack_out),
            Subroutine("Do 2 net damage", net_damage(2)),
        ),
    )
)


# --- NBN ------------------------------------------------------------------------------------------


def tag_or_end(c: NetrunnerContext, ice: Card, data: EventData) -> EffectGenerator:
    """When the Runner encounters this: take 1 tag or end the run."""
    index = yield from c.choose_button(
        RUNNER, "Choose one", ("Take 1 tag", "End the run"), ice, wait=True
    )
    if index == 0:
        c.log_use(ice, "force the runner to take 1 tag on encountering it", side=CORP)
        yield from give_tags(c, 1, ice)
    else:
        end_run_effect(c, ice)


def tag_or_pay(c: NetrunnerContext, ice: Card) -> EffectGenerator:
    """Give the Runner 1 tag unless they pay 4 credits."""
    price = Price(credits=4)
    index = 0
    if can_pay(c, RUNNER, price, ice):
        choices = ("Take 1 tag", "Pay 4 [Credits]")
        index = yield from c.choose_button(RUNNER, "Choose one", choices, ice, wait=True)
    if index == 0:
        yield from tag(1)(c, ice)
    else:
        paid = yield from pay(c, RUNNER, price, ice)
        c.log(RUNNER, f"{paid} to satisfy {ice.kind}")


def ping(c: NetrunnerContext, ice: Card, data: EventData) -> EffectGenerator:
    """When rezzed during a run on this server: give the Runner 1 tag."""
    yield from tag(1)(c, ice)


register(
    CardDefinition(
        "Funhouse",
        on={"encounter-ice": Trigger(effect=tag_or_end, when=lambda c, ice, e: e["ice"] is ice)},
        subs=(Subroutine("Give the Runner 1 tag unless they pay 4 [Credits]", tag_or_pay),),
    )
)
register(
    CardDefinition(
        "Ping",
        on={
            "rez": Trigger(
                effect=ping,
                when=lambda c, ice, e: (
                    e["card"] is ice and c.G.run is not None and c.G.run.server == ice.server
                ),
            )
        },
        subs=(END,),
    )
)


# --- Weyland --------------------------------------------------------------------------------------


def trash_or_end(c: NetrunnerContext, ice: Card) -> EffectGenerator:
    """Trash 1 program or end the run."""
    programs = [one.id for one in c.installed(RUNNER) if c.facts(one).type == "program"]
    first = "Trash a program" if programs else "Do nothing"
    index = yield from c.choose_button(CORP, "Choose one", (first, "End the run"), ice, wait=True)
    if index == 1:
        end_run_effect(c, ice)
    elif programs:
        chosen = yield from c.select_cards(
            CORP, "Choose a program to trash", programs, 1, ice, wait=True
        )
        for one in c.cards(chosen):
            c.log_use(ice, f"trash {one.kind}")
            yield from trash_cards(c, [one], CORP)


register(
    CardDefinition("Ballista", subs=(Subroutine("Trash 1 program or end the run", trash_or_end),))
)
register(
    CardDefinition(
        "Pharos",
        advanceable=True,
        strength=lambda c, ice: 5 if ice.advancement >= 3 else 0,
        subs=(Subroutine("Give the Runner 1 tag", tag(1)), END, END),
    )
)


# --- neutral --------------------------------------------------------------------------------------


def lose_three(c: NetrunnerContext, ice: Card) -> None:
    """The Runner loses 3 credits."""
    if c.G.sides[RUNNER].credits:
        c.log_use(ice, "force the Runner to lose 3 [Credits]")
        c.lose_credits(RUNNER, 3)


def end_if_poor(c: NetrunnerContext, ice: Card) -> None:
    """If the Runner has 6 credits or less, end the run."""
    if c.G.sides[RUNNER].credits <= 6:
        end_run_effect(c, ice)


register(
    CardDefinition(
        "Palisade",
        strength=lambda c, ice: 0 if ice.server in CENTRALS else 2,
        subs=(END,),
    )
)
register(
    CardDefinition(
        "Tithe",
        subs=(
            Subroutine("Do 1 net damage", net_damage(1)),
            Subroutine("Gain 1 [Credits]", gain(1)),
        ),
    )
)
register(
    CardDefinition(
        "Whitespace",
        subs=(
            Subroutine("Make the Runner lose 3 [Credits]", lose_three),
            Subroutine("End the run if the Runner has 6 [Credits] or less", end_if_poor),
        ),
    )
)
