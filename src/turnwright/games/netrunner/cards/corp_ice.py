"""Ice."""

from __future__ import annotations

from typing import Any

from turnwright.games.netrunner.card_definition import Ability, Price, Sub, Trigger, card
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.context import Asking, Rules, many
from turnwright.games.netrunner.rules.install import corp_install, install_servers
from turnwright.games.netrunner.rules.runs import end_the_run
from turnwright.games.netrunner.state import CENTRALS, Piece

from .effects import etr, gain, net_damage, nothing, tag

END = Sub("End the run", etr)
CLICK_TO_BREAK = Ability(
    label="Break 1 subroutine", price=Price(lost_clicks=1), effect=nothing, breaks=1
)


# --- Haas-Bioroid ---------------------------------------------------------------------------------


def trash_runner_card(c: Rules, ice: Piece) -> Asking:
    """Trash 1 installed Runner card."""
    rig = [one.id for one in c.installed(RUNNER)]
    if not rig:
        return
    chosen = yield from c.select(CORP, "Choose an installed card to trash", rig, 1, ice, wait=True)
    for one in c.cards(chosen):
        c.uses(ice, f"trash {one.kind}")
        yield from c.trash([one], CORP, by=ice)


def install_anywhere(c: Rules, ice: Piece) -> Asking:
    """You may install 1 card from HQ or Archives."""
    pool = _installable(c, ("agenda", "asset", "upgrade", "ice"))
    msg = "Choose a card to install from HQ or Archives"
    chosen = yield from c.select(CORP, msg, pool, 1, ice, wait=True)
    for one in c.cards(chosen):
        names = install_servers(c, one)
        msg = f"Choose a location to install {one.kind}"
        place = yield from c.buttons(CORP, msg, names, one)
        yield from corp_install(c, one, names[place], by=ice, origin=_from(c, one))


def install_inward(c: Rules, ice: Piece) -> Asking:
    """You may install 1 ice from HQ or Archives directly inward of this, for nothing."""
    pool = _installable(c, ("ice",))
    msg = "Choose an ice to install from Archives or HQ"
    chosen = yield from c.select(CORP, msg, pool, 1, ice, wait=True)
    for one in c.cards(chosen):
        index = c.G.servers[ice.server].ices.index(ice.id)
        name = c.server_name(ice.server)
        yield from corp_install(c, one, name, by=ice, origin=_from(c, one), free=True, index=index)


def _installable(c: Rules, types: tuple[str, ...]) -> list[int]:
    cards = (*c.cards_in("hand", CORP), *c.cards_in("discard", CORP))
    return [one.id for one in cards if c.facts(one).type in types]


def _from(c: Rules, one: Piece) -> str:
    return " from HQ" if c.zone_of(one.id) == "hand" else " from Archives"


def no_stealing(c: Rules, ice: Piece) -> None:
    """The Runner cannot steal or trash Corp cards for the remainder of this run."""
    c.uses(
        ice, "prevent the Runner from stealing or trashing Corp cards for the remainder of the run"
    )
    if c.G.run is not None:
        c.G.run.more["no steal or trash"] = 1


card(
    "Ansel 1.0",
    runner_abilities=(CLICK_TO_BREAK,),
    subs=(
        Sub("Trash an installed Runner card", trash_runner_card),
        Sub("Install a card from HQ or Archives", install_anywhere),
        Sub(
            "The Runner cannot steal or trash Corp cards for the remainder of this run", no_stealing
        ),
    ),
)
card(
    "Brân 1.0",
    runner_abilities=(CLICK_TO_BREAK,),
    subs=(Sub("Install an ice from HQ or Archives", install_inward), END, END),
)


# --- Jinteki --------------------------------------------------------------------------------------


def divine(c: Rules, ice: Piece) -> Asking:
    """Do 1 net damage. If the trashed card's printed cost is odd, end the run."""
    hit = yield from net_damage(1)(c, ice)
    if any((c.facts(one).cost or 0) % 2 for one in hit):
        etr(c, ice)


def hurt_and_offer(c: Rules, ice: Piece) -> Asking:
    """Do 2 net damage. The Runner may jack out."""
    yield from net_damage(2)(c, ice)
    leaves = yield from c.yes_or_no(RUNNER, "Jack out?", ice, wait=True)
    c.uses(ice, "jack out" if leaves else "continue the run", side=RUNNER)
    if leaves:
        c.say(RUNNER, "jacks out")
        end_the_run(c)


card("Diviner", subs=(Sub("Do 1 net damage", divine),))
card(
    "Karunā",
    subs=(
        Sub("Do 2 net damage. The Runner may jack out", hurt_and_offer),
        Sub("Do 2 net damage", net_damage(2)),
    ),
)


# --- NBN ------------------------------------------------------------------------------------------


def amuse(c: Rules, ice: Piece, about: Any) -> Asking:
    """When the Runner encounters this: take 1 tag or end the run."""
    place = yield from c.buttons(
        RUNNER, "Choose one", ("Take 1 tag", "End the run"), ice, wait=True
    )
    if place == 0:
        c.uses(ice, "force the runner to take 1 tag on encountering it", side=CORP)
        yield from c.give_tags(1)
    else:
        etr(c, ice)


def tag_or_pay(c: Rules, ice: Piece) -> Asking:
    """Give the Runner 1 tag unless they pay 4."""
    price = Price(credits=4)
    place = 0
    if c.can_pay(RUNNER, price, ice):
        choices = ("Take 1 tag", "Pay 4 [Credits]")
        place = yield from c.buttons(RUNNER, "Choose one", choices, ice, wait=True)
    if place == 0:
        yield from tag(1)(c, ice)
    else:
        paid = yield from c.pay(RUNNER, price, ice)
        c.say(RUNNER, f"{paid} to satisfy {ice.kind}")


def ping(c: Rules, ice: Piece, about: Any) -> Asking:
    yield from tag(1)(c, ice)


card(
    "Funhouse",
    on={"encounter-ice": Trigger(effect=amuse, when=lambda c, ice, e: e["ice"] is ice)},
    subs=(Sub("Give the Runner 1 tag unless they pay 4 [Credits]", tag_or_pay),),
)
card(
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


# --- Weyland --------------------------------------------------------------------------------------


def trash_or_end(c: Rules, ice: Piece) -> Asking:
    """Trash 1 program or end the run."""
    programs = [one.id for one in c.installed(RUNNER) if c.facts(one).type == "program"]
    first = "Trash a program" if programs else "Do nothing"
    place = yield from c.buttons(CORP, "Choose one", (first, "End the run"), ice, wait=True)
    if place == 1:
        etr(c, ice)
    elif programs:
        chosen = yield from c.select(CORP, "Choose a program to trash", programs, 1, ice, wait=True)
        for one in c.cards(chosen):
            c.uses(ice, f"trash {one.kind}")
            yield from c.trash([one], CORP)


card("Ballista", subs=(Sub("Trash 1 program or end the run", trash_or_end),))
card(
    "Pharos",
    advanceable=True,
    strength=lambda c, ice: 5 if ice.advancement >= 3 else 0,
    subs=(Sub("Give the Runner 1 tag", tag(1)), END, END),
)


# --- neutral --------------------------------------------------------------------------------------


def lose_three(c: Rules, ice: Piece) -> None:
    """The Runner loses 3 credits."""
    if c.G.sides[RUNNER].credits:
        c.uses(ice, "force the Runner to lose 3 [Credits]")
        c.lose_credits(RUNNER, 3)


def end_if_poor(c: Rules, ice: Piece) -> None:
    """If the Runner has 6 credits or less, end the run."""
    if c.G.sides[RUNNER].credits <= 6:
        etr(c, ice)


card(
    "Palisade",
    strength=lambda c, ice: 0 if ice.server in CENTRALS else 2,
    subs=(END,),
)
card("Tithe", subs=(Sub("Do 1 net damage", net_damage(1)), Sub("Gain 1 [Credits]", gain(1))))
card(
    "Whitespace",
    subs=(
        Sub("Make the Runner lose 3 [Credits]", lose_three),
        Sub("End the run if the Runner has 6 [Credits] or less", end_if_poor),
    ),
)

__all__ = ["many"]
