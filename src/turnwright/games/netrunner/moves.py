"""The moves of a player, under the names of jinteki.net's commands.

Legality is written here once: the domain of each argument lists what is allowed. A refused move
changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import isgeneratorfunction
from typing import Any, TypeVar

import turnwright as tw
from turnwright.core.definition.moves import Text

from .card_definition import Ability, EffectGenerator, Price, price_of, titles_with
from .card_facts import CORP, NAMES, RUNNER
from .context import RUNNER_BASIC, NetrunnerContext
from .rules import install, turns
from .rules.icebreaking import (  # fmt: skip
    BreakCost,
    auto_break,
    auto_pump,
    break_subs,
    can_break,
    encountered,
    fire_sub,
    fire_unbroken,
    full_break,
    match_strength,
    unbroken,
    use_pump,
)
from .rules.install import CORP_BASIC
from .rules.payment import can_pay, pay
from .rules.runs import (
    can_jack_out,
    current_ice,
    end_the_run,
    finish_ended_run,
    jack_out,
    make_run,
    pass_priority,
)
from .rules.trash import trash_cards
from .rules.triggers import fire_event, run_effect
from .state import Card

MOVES: dict[str, tw.Move] = {}
F = TypeVar("F", bound=Callable[..., Any])


def move(name: str, **settings: Any) -> Callable[[F], F]:
    """Register a move under the name that jinteki.net gives the command."""

    def register(fn: F) -> F:
        made = _finishing_runs(fn) if isgeneratorfunction(fn) else fn
        MOVES[name] = tw.Move(made, name=name, **{"by": "everyone", **settings})
        return fn

    return register


def _finishing_runs(fn: Callable[..., EffectGenerator]) -> Callable[..., EffectGenerator]:
    """Add to a move what follows every move: a run that it ended is cleared."""

    @wraps(fn)
    def with_run_end(c: NetrunnerContext, *args: Any) -> EffectGenerator:
        yield from run_effect(c, fn(c, *args))
        yield from finish_ended_run(c)

    return with_run_end


# --- when -----------------------------------------------------------------------------------------


def may_take_action(c: NetrunnerContext) -> bool:
    """Tell whether the seat may take an action: in its turn, with a click left, outside of runs."""
    G = c.G
    return (
        G.active == c.seat and not G.turn_over and G.phase_12 is None and G.run is None
        and G.sides[c.seat].clicks > 0
    )  # fmt: skip


def in_turn(c: NetrunnerContext) -> bool:
    """Tell whether a turn is in progress and its start-of-turn window is closed."""
    return not c.G.turn_over and c.G.phase_12 is None


# --- turns ----------------------------------------------------------------------------------------


def _may_begin(c: NetrunnerContext) -> bool:
    return c.G.turn_over and c.G.active != c.seat


@move("start-turn", when=_may_begin, label="Begin the turn")
def start_turn(c: NetrunnerContext) -> EffectGenerator:
    """Begin a turn."""
    yield from turns.begin_turn(c, c.seat)


@move("end-phase-12", when=lambda c: c.G.phase_12 == c.seat, label="Continue the turn")
def end_phase_12(c: NetrunnerContext) -> EffectGenerator:
    """Close the window at the start of the turn."""
    yield from turns.resolve_turn_start(c, c.seat)


def _may_end(c: NetrunnerContext) -> bool:
    G = c.G
    return G.active == c.seat and in_turn(c) and G.run is None and G.sides[c.seat].clicks == 0


@move("end-turn", when=_may_end, label="End the turn")
def end_turn(c: NetrunnerContext) -> EffectGenerator:
    """End the turn."""
    yield from turns.end_turn(c, c.seat)


# --- basic actions --------------------------------------------------------------------------------


def basic(side: int) -> str:
    """Return the name of a side's basic action card."""
    return (CORP_BASIC, RUNNER_BASIC)[side]


@move("credit", when=may_take_action, label="Gain 1 credit")
def credit(c: NetrunnerContext) -> EffectGenerator:
    """Gain 1 credit for a click."""
    paid = yield from pay(c, c.seat, Price(clicks=1))
    c.log(c.seat, f"{paid} to use {basic(c.seat)} to gain 1 [Credits]")
    c.gain_credits(c.seat, 1)


@move("draw", when=lambda c: may_take_action(c) and c.zone("deck", c.seat), label="Draw a card")
def draw(c: NetrunnerContext) -> EffectGenerator:
    """Draw 1 card for a click."""
    seat = c.seat
    paid = yield from pay(c, seat, Price(clicks=1))
    c.log(seat, f"{paid} to use {basic(seat)} to draw 1 card")
    yield from fire_event(c, "pre-draw", seat=seat)
    c.draw_cards(seat, 1)
    yield from fire_event(c, "click-draw", seat=seat)
    c.G.sides[seat].used["click-draw"] = 1


@move(
    "purge",
    when=lambda c: c.seat == CORP and may_take_action(c) and c.G.sides[CORP].clicks >= 3,
    label="Purge virus counters",
)
def purge(c: NetrunnerContext) -> EffectGenerator:
    """Remove all virus counters for 3 clicks."""
    paid = yield from pay(c, CORP, Price(clicks=3))
    c.log(CORP, f"{paid} to use {CORP_BASIC} to purge all virus counters")
    for card in (*c.installed(CORP), *c.installed(RUNNER)):
        card.counters.pop("virus", None)


def _tagged(c: NetrunnerContext) -> bool:
    return c.G.sides[RUNNER].tags > 0 and may_take_action(c) and c.G.sides[c.seat].credits >= 2


@move("remove-tag", when=lambda c: c.seat == RUNNER and _tagged(c), label="Remove a tag")
def remove_tag(c: NetrunnerContext) -> EffectGenerator:
    """Remove 1 tag for a click and 2 credits."""
    paid = yield from pay(c, RUNNER, Price(clicks=1, credits=2))
    c.log(RUNNER, f"{paid} to use {RUNNER_BASIC} to remove 1 tag")
    c.G.sides[RUNNER].tags -= 1


def _resources(c: NetrunnerContext) -> list[int]:
    return list(c.zone("resource", RUNNER))


@move(
    "trash-resource",
    when=lambda c: c.seat == CORP and _tagged(c) and bool(_resources(c)),
    label="Trash a resource",
)
def trash_resource(c: NetrunnerContext) -> EffectGenerator:
    """Trash a resource of a tagged Runner for a click and 2 credits."""
    chosen = yield from c.select_cards(
        CORP, "Choose a resource to trash", _resources(c), 1, title=CORP_BASIC
    )
    if not chosen:
        return
    card = c.card(chosen[0])
    paid = yield from pay(c, CORP, Price(clicks=1, credits=2))
    c.log(CORP, f"{paid} to use {CORP_BASIC} to trash {card.kind}")
    yield from trash_cards(c, [card], CORP)


# --- cards from the hand --------------------------------------------------------------------------


def playable(c: NetrunnerContext) -> list[int]:
    """Return the cards in hand that can be played or installed now."""
    return [number for number in c.zone("hand", c.seat) if can_play(c, c.card(number))]


def can_play(c: NetrunnerContext, card: Card) -> bool:
    """Tell whether a card in hand can be played or installed now."""
    facts = c.facts(card)
    if facts.type in ("operation", "event"):
        if not can_pay(c, card.owner, Price(clicks=1, credits=facts.cost or 0), card, "play"):
            return False
        test = c.definition(card).can_play
        return test is None or bool(test(c, card))
    if card.owner == CORP:
        return True
    if c.definition(card).hosts_on and not any(c.zone_of(o.id) == "ice" for o in c.installed(CORP)):
        return False
    return can_pay(c, RUNNER, Price(clicks=1, credits=c.install_cost(card)), card, "install")


def _places(c: NetrunnerContext, card: int) -> list[str]:
    target = c.card(card)
    if c.facts(target).type in ("agenda", "asset", "upgrade", "ice"):
        return install.install_servers(c, target)
    return [""]


def _play_label(c: NetrunnerContext, card: int, server: str) -> str:
    target = c.card(card)
    if server:
        return f"Install {target.kind}: {server}"
    verb = "Play" if c.facts(target).type in ("operation", "event") else "Install"
    return f"{verb} {target.kind}"


@move("play", when=may_take_action, label=_play_label)
def play(
    c: NetrunnerContext, card: int = tw.arg(playable), server: str = tw.arg(_places)
) -> EffectGenerator:
    """Play an operation or event, or install a card."""
    target = c.card(card)
    if server:
        yield from install.corp_install(c, target, server, clicks=1)
    elif c.facts(target).type in ("operation", "event"):
        yield from install.play(c, target, c.seat)
    else:
        yield from install.runner_install(c, target, clicks=1)


# --- the Corp's cards -----------------------------------------------------------------------------


def _advanceable(c: NetrunnerContext) -> list[int]:
    return [card.id for card in c.installed(CORP) if install.can_advance(c, card)]


def _may_advance(c: NetrunnerContext) -> bool:
    return c.seat == CORP and may_take_action(c) and c.G.sides[CORP].credits > 0


@move("advance", when=_may_advance, label=lambda c, card: f"Advance {c.card(card).kind}")
def advance(c: NetrunnerContext, card: int = tw.arg(_advanceable)) -> EffectGenerator:
    """Advance a card for a click and 1 credit."""
    yield from install.advance(c, c.card(card))


def _scorable(c: NetrunnerContext) -> list[int]:
    return [card.id for card in c.installed(CORP) if install.can_score(c, card)]


def _may_score(c: NetrunnerContext) -> bool:
    """Agendas can be scored during the whole turn, including its start-of-turn window."""
    return c.seat == CORP and c.G.active == CORP and not (c.G.strict and c.G.turn_over)


@move("score", when=_may_score, label=lambda c, card: f"Score {c.card(card).kind}")
def score(c: NetrunnerContext, card: int = tw.arg(_scorable)) -> EffectGenerator:
    """Score an agenda."""
    yield from install.score(c, c.card(card))


def _rezzable(c: NetrunnerContext) -> list[int]:
    """Ice can be rezzed while it is approached, other cards at any time.

    With `priority="engine"` ice can be rezzed at any time, as on jinteki.net."""
    found = []
    ice = current_ice(c) if c.G.run is not None and c.G.run.phase == "approach-ice" else None
    for card in c.installed(CORP):
        kind = c.facts(card).type
        if card.rezzed or kind == "agenda" or c.rez_cost(card) > c.G.sides[CORP].credits:
            continue
        if kind != "ice" or not c.G.strict or card is ice:
            found.append(card.id)
    return found


@move(
    "rez",
    when=lambda c: c.seat == CORP and c.G.turn > 0,
    label=lambda c, card: f"Rez {c.card(card).kind}",
)
def rez(c: NetrunnerContext, card: int = tw.arg(_rezzable)) -> EffectGenerator:
    """Rez a card."""
    yield from install.rez(c, c.card(card))


def _own_installed(c: NetrunnerContext) -> list[int]:
    return [card.id for card in c.installed(c.seat)]


@move(
    "trash",
    when=lambda c: not c.G.strict,
    label=lambda c, card: f"Trash {c.card(card).kind}",
)
def trash(c: NetrunnerContext, card: int = tw.arg(_own_installed)) -> EffectGenerator:
    """Trash an installed card by hand, as players of jinteki.net may."""
    target = c.card(card)
    c.log(c.seat, f"trashes {c.public_name(target)}")
    yield from trash_cards(c, [target], c.seat)


# --- runs -----------------------------------------------------------------------------------------


def _server_names(c: NetrunnerContext) -> list[str]:
    return [c.server_name(key) for key in c.server_keys()]


@move("run", when=lambda c: c.seat == RUNNER and may_take_action(c), label="Run on {server}")
def run(c: NetrunnerContext, server: str = tw.arg(_server_names)) -> EffectGenerator:
    """Start a run for a click."""
    paid = yield from pay(c, RUNNER, Price(clicks=1))
    c.log(RUNNER, f"{paid} to make a run on {server}")
    yield from make_run(c, install.server_key(c, server), click=True)


def _may_pass(c: NetrunnerContext) -> bool:
    G = c.G
    if G.run is None or G.run.phase == "success":
        return False
    if not G.strict:
        return True
    return c.passed_side() != c.seat


@move("continue", when=_may_pass, label="Continue")
def continue_(c: NetrunnerContext) -> EffectGenerator:
    """Pass in the open window of the run."""
    yield from pass_priority(c, c.seat)


@move("jack-out", when=lambda c: c.seat == RUNNER and can_jack_out(c), label="Jack out")
def jack_out_(c: NetrunnerContext) -> EffectGenerator:
    """Jack out."""
    yield from jack_out(c)


def _is_accessing(c: NetrunnerContext) -> bool:
    run = c.G.run
    return c.seat == RUNNER and run is not None and run.phase == "success" and not run.is_over


@move(
    "break-off",
    by="anyone",
    when=lambda c: not c.G.strict and _is_accessing(c),
    label="Jack out while accessing",
)
def break_off(c: NetrunnerContext) -> None:
    """Jack out during a breach, after seeing some of the cards. Only jinteki.net allows this."""
    c.log(RUNNER, "jacks out")
    end_the_run(c)


@move(
    "toggle-auto-no-action",
    when=lambda c: c.seat == CORP and c.G.run is not None and not (c.G.strict and c.G.run.auto),
    label="Pass automatically",
)
def toggle_auto(c: NetrunnerContext) -> EffectGenerator:
    """Switch automatic passing for the Corp on or off for this run."""
    run = c.G.run
    assert run is not None
    run.auto = not run.auto
    ice = current_ice(c)
    if ice is not None and ice.rezzed and run.phase in ("approach-ice", "encounter-ice"):
        yield from pass_priority(c, CORP)


# --- ice and breakers -----------------------------------------------------------------------------


def _firing(c: NetrunnerContext) -> list[int]:
    """Only the encountered ice can fire.

    With `priority="engine"` any subroutine can fire at any time, broken or not, as on jinteki.net.
    """
    if not c.G.strict:
        return [one.id for one in c.installed(CORP) if c.facts(one).type == "ice"]
    ice = encountered(c)
    return [ice.id] if ice is not None and unbroken(c, ice) else []


def _unbroken_ice(c: NetrunnerContext) -> list[int]:
    return [number for number in _firing(c) if unbroken(c, c.card(number))]


def _may_resolve(c: NetrunnerContext, card: int) -> list[int]:
    ice = c.card(card)
    return unbroken(c, ice) if c.G.strict else list(range(len(c.definition(ice).subs)))


def _may_fire(c: NetrunnerContext) -> bool:
    return c.seat == CORP and (c.G.encounter is not None or not c.G.strict)


@move(
    "unbroken-subroutines",
    when=_may_fire,
    label=lambda c, card: f"Fire subroutines of {c.card(card).kind}",
)
def unbroken_subroutines(c: NetrunnerContext, card: int = tw.arg(_unbroken_ice)) -> EffectGenerator:
    """Fire all unbroken subroutines of a target of ice."""
    yield from fire_unbroken(c, c.card(card))


@move(
    "subroutine",
    when=_may_fire,
    label=lambda c, card, index: f"Fire: {c.definition(c.card(card)).subs[index].label}",
)
def subroutine(
    c: NetrunnerContext,
    card: int = tw.arg(_firing),
    index: int = tw.arg(_may_resolve, is_card=False),
) -> EffectGenerator:
    """Fire one subroutine."""
    ice = c.card(card)
    yield from fire_sub(c, ice, index)


def usable(c: NetrunnerContext, card: Card, ability: Ability, *, ignore_cost: bool = False) -> bool:
    """Tell whether an ability can be used now.

    Breaking is paid when subroutines are chosen, so with `ignore_cost` it counts as usable without
    credits."""
    side = card.owner
    if ability.is_action and (c.G.active != side or not in_turn(c) or c.G.run is not None):
        return False
    if ability.once and c.G.sides[side].used.get(f"ability {card.id}"):
        return False
    if ability.breaks and not can_break(c, card, ability, encountered(c)):
        return False
    if ability.when is not None and not ability.when(c, card):
        return False
    if ability.breaks and ignore_cost:
        return True
    return can_pay(c, side, price_of(c, card, ability), card, _payment_purpose(c, card))


def _payment_purpose(c: NetrunnerContext, card: Card) -> str:
    return "breaker" if c.facts(card).has("Icebreaker") else "ability"


def _cards_with_usable_ability(c: NetrunnerContext) -> list[int]:
    found = []
    for card in c.active_cards_titled(c.seat, titles_with("abilities")):
        for ability in c.definition(card).abilities:
            if usable(c, card, ability):
                found.append(card.id)
                break
    return found


def _usable_indices(c: NetrunnerContext, card: int) -> list[int]:
    target = c.card(card)
    return [n for n, a in enumerate(c.definition(target).abilities) if usable(c, target, a)]


def _ability_label(c: NetrunnerContext, card: int, index: int) -> str:
    target = c.card(card)
    return f"{target.kind}: {c.definition(target).abilities[index].label}"


@move("ability", when=lambda c: c.G.turn > 0, label=_ability_label)
def ability(
    c: NetrunnerContext,
    card: int = tw.arg(_cards_with_usable_ability),
    index: int = tw.arg(_usable_indices, is_card=False),
) -> EffectGenerator:
    """Use an ability of a card."""
    target = c.card(card)
    yield from use_ability(c, target, c.definition(target).abilities[index])


def use_ability(c: NetrunnerContext, card: Card, ability: Ability) -> EffectGenerator:
    """Use an ability: break, add strength, or resolve its effect."""
    if ability.once:
        c.G.sides[card.owner].used[f"ability {card.id}"] = 1
    if ability.breaks:
        yield from break_subs(c, card, ability)
    elif ability.pump:
        yield from use_pump(c, card, ability)
    else:
        yield from run_effect(c, ability.effect(c, card))


def _bioroids(c: NetrunnerContext) -> list[int]:
    ice = encountered(c)
    if ice is None or not c.definition(ice).runner_abilities:
        return []
    ok = c.G.sides[RUNNER].clicks > 0 and any(
        not ice.broken >> n & 1 for n in range(len(c.definition(ice).subs))
    )
    return [ice.id] if ok else []


@move(
    "runner-ability",
    when=lambda c: c.seat == RUNNER and c.G.encounter is not None,
    label=lambda c, card, index: f"{c.card(card).kind}: lose a click to break",
)
def runner_ability(
    c: NetrunnerContext, card: int = tw.arg(_bioroids), index: int = tw.arg([0], is_card=False)
) -> EffectGenerator:
    """Use an ability of the encountered ice, like breaking a bioroid with a click."""
    ice = c.card(card)
    yield from break_subs(c, ice, c.definition(ice).runner_abilities[index], RUNNER)


def dynamic_abilities(c: NetrunnerContext, card: Card) -> dict[str, BreakCost]:
    """Return the abilities that a breaker has in this encounter only, by name, with their costs."""
    found: dict[str, BreakCost] = {}
    if c.definition(card).breaks_subs:
        full = full_break(c, card)
        if full is not None:
            found["auto-pump-and-break"] = full
        match = match_strength(c, card)
        if match is not None:
            found["auto-pump"] = match
    return found


def dynamic_ability_label(name: str, cost: BreakCost, ice: Card) -> str:
    """Return the label that jinteki.net gives such an ability."""
    if name == "auto-pump":
        return f"Match strength of {ice.kind}"
    return f"{'Match strength and fully' if cost.pumps else 'Fully'} break {ice.kind}"


def _dynamic_cards(c: NetrunnerContext) -> list[int]:
    return [
        card.id for card in c.installed(RUNNER)
        if c.definition(card).breaks_subs and (full_break(c, card) or match_strength(c, card))
    ]  # fmt: skip


@move(
    "dynamic-ability",
    when=lambda c: c.seat == RUNNER and c.G.encounter is not None,
    label=lambda c, card, name: f"{c.card(card).kind}: {name}",
)
def dynamic_ability(
    c: NetrunnerContext,
    card: int = tw.arg(_dynamic_cards),
    name: str = tw.arg(lambda c, card: list(dynamic_abilities(c, c.card(card)))),
) -> EffectGenerator:
    """Match the strength of the encountered ice, or break all of it, in one move."""
    target = c.card(card)
    yield from (auto_break(c, target) if name == "auto-pump-and-break" else auto_pump(c, target))


# --- at any time ----------------------------------------------------------------------------------


@move("system-msg", by="anyone", label="Send a message")
def system_msg(c: NetrunnerContext, text: str = tw.arg(Text(1000))) -> None:
    """Log a message of the player. Signals to the other side travel this way."""
    c.log(c.seat, text.removesuffix("."))


@move("indicate-action", by="anyone", label="Ask to wait")
def indicate_action(c: NetrunnerContext) -> None:
    """Ask the other side to wait."""
    c.log_line(f"[!] Please pause, {NAMES[c.seat]} is acting.")


@move("concede", by="anyone", label="Concede")
def concede(c: NetrunnerContext) -> None:
    """Concede the game."""
    c.log(c.seat, "concedes")
    c.win_game(1 - c.seat, "Concede")
