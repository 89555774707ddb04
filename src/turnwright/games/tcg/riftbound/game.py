"""Riftbound: the turn structure of its core rules for a duel, with a stand-in card set.

This module has the flow and its hooks: setup and mulligan, the start of the turn, the action phase with
and without a chain, showdowns and combats that return to the action phase, and the end of turn with its
loop of expiration and cleanup. Numbers cited are those of the Riftbound Core Rules of 2025-06-02. The
moves of the players are in `moves.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import turnwright as tw
from turnwright.core.rules.chain import Asking
from turnwright.games.tcg.common.flow import (
    card_game_flow,
    concede,
    deal_hands,
    first_player_phase,
    mulligan_phase,
)
from turnwright.games.tcg.common.why_not import why_not

from .cards import BATTLEFIELDS, CHAMPION, DECK, LEGEND, LIBRARY, RUNES
from .context import RiftboundContext
from .moves import (
    activate_ability,
    chain_window,
    hide,
    play_card,
    play_hidden,
    standard_move,
)
from .rulebook import RULEBOOK
from .rules_text import GLOSSARY
from .state import Card, RiftboundState

HAND = 4
MULLIGAN = 2

# --- before the game -----------------------------------------------------------------------------


def create_cards(c: RiftboundContext) -> None:
    """103, 110-112: decks, rune decks, legends and Chosen Champions."""
    c.create_decks(DECK)
    for seat in c.seats:
        c.create_card(LEGEND, "legend", seat)
        c.create_card(CHAMPION, "champion", seat)
        for kind, copies in RUNES.items():
            for _ in range(copies):
                c.create_card(kind, "runeDeck", seat)


def prepare(c: RiftboundContext) -> None:
    """113-114, 644.5: of three battlefields each player uses one, by chance; both decks shuffled."""
    for seat in c.seats:
        c.create_card(c.stream("battlefield").choice(BATTLEFIELDS), "battlefields", seat)
        c.shuffle_zone("runeDeck", seat)
    c.shuffle_all_decks()


@tw.move(label="Mulligan", told="decides about the hand")
def mulligan(c: RiftboundContext) -> Asking:
    """117: set up to two cards aside, draw as many, then recycle those: to the bottom, in random
    order (594)."""
    hand = c.zone("hand")
    aside = yield c.choose_cards("Set up to two cards aside", hand, max=MULLIGAN, id="mulligan")
    c.draw_card(len(aside), c.seat)
    c.shuffle(aside, "recycle")
    for card_id in aside:
        c.move_card(card_id, "deck", bottom=True)
    c.ctx.pending_mulligan.discard(c.seat)


# --- the start of the turn -----------------------------------------------------------------------


def awaken(c: RiftboundContext) -> None:
    """515.1: ready all cards; every battlefield can be scored again this turn."""
    c.ready_all_cards()
    c.G.scored = [[] for _ in c.seats]


def beginning_step(c: RiftboundContext) -> Asking:
    """515.2.a: start-of-Beginning-Phase effects."""
    for unit in c.units(c.turn_player):
        c.trigger("beginning", unit.id)
    yield from c.finalize()


def scoring_step(c: RiftboundContext) -> Asking:
    """515.2.b: the turn player holds every battlefield under their control."""
    for place in c.battlefields:
        if place.controller == c.turn_player:
            c.score(c.turn_player, place, "hold")
    yield from c.finalize()


def channel_phase(c: RiftboundContext) -> None:
    """515.3: two runes; the player going second gets one more in their first turn (644.7)."""
    is_first_of_second = c.ctx.num_turns == 0 and c.turn_player != c.ctx.otp
    c.channel(c.turn_player, 3 if is_first_of_second else 2)


# --- showdowns and combat ------------------------------------------------------------------------


def begin_showdown(c: RiftboundContext) -> Asking:
    """525, 549: the turn player chooses where; the player who contests the battlefield has Focus."""
    text = "Where is the showdown?"
    where = yield from c.pick(text, c.staged_showdowns(), c.turn_player, "place")
    c.G.fight, c.G.focus = where, c.card(where).contested


def fight_of(c: RiftboundContext) -> int:
    """The battlefield of the showdown or combat in progress."""
    assert c.G.fight is not None
    return c.G.fight


def attacker_of(c: RiftboundContext) -> int:
    """The attacking player of the combat in progress."""
    assert c.G.attacker is not None
    return c.G.attacker


def close_showdown(c: RiftboundContext) -> None:
    """If one player's units remain, they take control. With units of two players there, the
    battlefield stays contested and a combat is staged (345.2 in the edition of 2025-10)."""
    place = c.card(fight_of(c))
    c.G.fight = c.G.focus = None
    if len(c.owners_at(place.id)) < 2:
        place.contested = None
        c.take_control(place)
    c.cleanup()


def begin_combat(c: RiftboundContext) -> Asking:
    """526, 625.1: the attacker is the player who contested the battlefield, and has Focus. Attack
    triggers, then defend triggers, make the Initial Chain."""
    text = "Where is the combat?"
    where = yield from c.pick(text, c.staged_combats(), c.turn_player, "place")
    attacker = c.card(where).contested
    assert attacker is not None
    c.G.fight, c.G.focus, c.G.attacker = where, attacker, attacker
    for event, seat in (("attack", attacker), ("defend", c.after(attacker))):
        for unit in c.units_at(where, seat):
            c.trigger(event, unit.id)
    c.G.is_initial_chain = bool(c.G.pending)


@tw.move(label="Pass Focus")
def pass_focus(c: RiftboundContext) -> None:
    """553.4-5: Focus goes to the next player; when all have passed in sequence the showdown ends."""
    c.pass_priority()
    c.G.focus = c.ctx.priority_player


def after_the_chain(c: RiftboundContext) -> None:
    """552: Focus passes when a chain has resolved in a showdown; not after the Initial Chain, as
    the edition of 2025-10 makes clear (343.1 there)."""
    if not c.G.is_initial_chain:
        assert c.G.focus is not None
        c.G.focus = c.after(c.G.focus)
    c.G.is_initial_chain = False


def after_the_showdown(c: RiftboundContext) -> str:
    """626.1.a: damage only if units of both sides remain."""
    if c.G.pending:
        return "chain"
    return "combatDamageStep" if len(c.owners_at(fight_of(c))) > 1 else "resolutionStep"


def combat_damage_step(c: RiftboundContext) -> Asking:
    """626: starting with the attacker, each assigns the Might of their side; all is dealt at once."""
    attacker = attacker_of(c)
    assigned: dict[int, int] = {}
    for seat in (attacker, c.after(attacker)):
        side = [unit for unit in c.units_at(fight_of(c), seat) if not unit.stunned]  # 599.1.b
        damage = sum(c.might(unit) for unit in side)
        assigned |= yield from assign_damage(c, seat, damage)
    for card_id, amount in assigned.items():
        c.card(card_id).damage += amount


def assign_damage(c: RiftboundContext, seat: int, damage: int) -> Asking:
    """626.1.d: Tanks first; lethal damage in full before the next unit; the rest to the last."""
    assigned: dict[int, int] = {}
    units = [unit.id for unit in c.units_at(fight_of(c), c.after(seat))]
    while damage and units:
        first = [card_id for card_id in units if c.spec(card_id).tank] or units
        card_id = yield from c.pick(f"Assign {damage} damage, first to", first, seat, "damage")
        units.remove(card_id)
        unit = c.card(card_id)
        lethal = max(1, c.might(unit) - unit.damage)
        assigned[card_id] = min(damage, lethal) if units else damage
        damage -= assigned[card_id]
    return assigned


def resolution_step(c: RiftboundContext) -> None:
    """627: lethal damage kills; attackers are recalled if defenders remain; control and Conquer;
    then all damage is cleared."""
    place, attacker = c.card(fight_of(c)), attacker_of(c)
    c.kill_lethal()
    if c.units_at(place.id, c.after(attacker)):
        for unit in c.units_at(place.id, attacker):
            unit.location = None
    c.G.fight = c.G.focus = c.G.attacker = None
    place.contested = None
    c.take_control(place)
    c.clear_damage()
    c.cleanup()


# --- the end of the turn -------------------------------------------------------------------------


def ending_step(c: RiftboundContext) -> Asking:
    """517.1: stunned units recover (599.1.a.2); end-of-turn effects."""
    for unit in c.units():
        unit.stunned = False
    for unit in c.units(c.turn_player):
        c.trigger("end", unit.id)
    yield from c.finalize()


def expiration_step(c: RiftboundContext) -> Asking:
    """517.2: damage is cleared and everything that lasts "this turn" expires, all at once."""
    c.clear_damage()
    for unit in c.units():
        if unit.bonus:
            unit.bonus = 0
            c.trigger("expire", unit.id)
    yield from c.finalize()


def after_the_cleanup(c: RiftboundContext) -> str | None:
    """517.4: new damage or "this turn" effects lead back to the Expiration Step."""
    return "expirationStep" if any(unit.damage or unit.bonus for unit in c.units()) else None


# --- the flow ------------------------------------------------------------------------------------


def after_action(c: RiftboundContext) -> str:
    """525-526: showdowns before combats; if none is staged, the player has ended their turn."""
    if c.staged_showdowns():
        return "showdown"
    return "combat" if c.staged_combats() else "ending"


plays = {
    "playCard": play_card,
    "playHidden": play_hidden,
    "activateAbility": activate_ability,
}

focus_window = tw.Window(first=lambda c: c.G.focus, after="same", move="passFocus")


def chain_step(next: str, on_end: Callable[..., Any] | None = None) -> tw.Step:
    """A chain exists: the Closed State."""
    return tw.Step(next=next, on_begin=lambda c: c.finalize(), on_end=on_end, window=chain_window)


def step_with_chain(on_begin: Callable[..., Any], **keys: Any) -> tw.Step:
    """A step whose `on_begin` may trigger abilities, which make a chain."""
    return tw.Step(on_begin=on_begin, window=chain_window, moves=plays, **keys)


def showdown_step(next: Callable[..., Any]) -> tw.Step:
    """The Showdown Open State: the player with Focus starts a chain or passes."""
    return tw.Step(
        start=True,
        next=next,
        window=focus_window,
        end_if=lambda c: c.G.pending or c.ctx.all_players_passed,
        moves={"passFocus": pass_focus},
    )


PHASES = {
    "awaken": tw.Phase(start=True, next="beginning", on_begin=awaken, end_if=tw.always),
    "beginning": tw.Phase(
        next="channel",
        steps={
            "beginningStep": step_with_chain(beginning_step, start=True, next="scoringStep"),
            "scoringStep": step_with_chain(scoring_step),
        },
    ),
    "channel": tw.Phase(next="draw", on_begin=channel_phase, end_if=tw.always),
    "draw": tw.Phase(
        next="action",
        on_begin=lambda c: c.draw_or_burn_out(c.turn_player),
        on_end=lambda c: c.empty_rune_pools(),
        end_if=tw.always,
    ),
    "action": tw.Phase(
        next=after_action,
        end_if=lambda c: not c.G.pending and after_action(c) != "ending",
        moves=plays,
        steps={
            "open": tw.Step(
                start=True,
                next="chain",
                end_if=lambda c: c.G.pending,
                moves={
                    "standardMove": standard_move,
                    "hide": hide,
                    "endTurn": tw.move(tw.end_phase, label="End your turn"),
                },
            ),
            "chain": chain_step(next="open"),
        },
        doc="Any number of discretionary actions, in any order (516).",
    ),
    "showdown": tw.Phase(
        next="action",
        on_begin=begin_showdown,
        on_end=close_showdown,
        moves=plays,
        steps={
            "open": showdown_step(lambda c: "chain" if c.G.pending else None),
            "chain": chain_step(next="open", on_end=after_the_chain),
        },
        doc="For a battlefield that nobody controls (516.5.b).",
    ),
    "combat": tw.Phase(
        next="action",
        on_begin=begin_combat,
        moves=plays,
        steps={
            "showdownStep": showdown_step(after_the_showdown),
            "chain": chain_step(next="showdownStep", on_end=after_the_chain),
            "combatDamageStep": tw.Step(
                next="resolutionStep",
                on_begin=combat_damage_step,
                end_if=tw.always,
            ),
            "resolutionStep": tw.Step(on_begin=resolution_step, end_if=tw.always),
        },
        doc="Between the units of two players at one battlefield (620-628).",
    ),
    "ending": tw.Phase(
        end=True,
        steps={
            "endingStep": step_with_chain(ending_step, start=True, next="expirationStep"),
            "expirationStep": step_with_chain(
                expiration_step,
                next="cleanupStep",
                on_end=lambda c: c.empty_rune_pools(),
            ),
            "cleanupStep": tw.Step(
                next=after_the_cleanup,
                on_begin=lambda c: c.cleanup(),
                end_if=tw.always,
            ),
        },
    ),
}

flow = card_game_flow(
    segments=("setup", "gamePlay"),
    on_begin=prepare,
    setup={
        "chooseFirstPlayer": first_player_phase(next="mulligan"),
        "mulligan": mulligan_phase(
            on_begin=lambda c: deal_hands(c, HAND),
            moves={"mulligan": mulligan},
            doc="In turn order; once each.",
        ),
    },
    turn=tw.Turn(phases=PHASES),
)

game = tw.Game(
    "riftbound",
    state=RiftboundState,
    context=RiftboundContext,
    card=Card,
    zones={
        "deck": tw.Zone("hidden"),
        "runeDeck": tw.Zone("hidden"),
        "hand": tw.Zone("owner"),
        "facedown": tw.Zone("owner"),
        "legend": tw.Zone("public"),
        "champion": tw.Zone("public"),
        "board": tw.Zone("public"),
        "runes": tw.Zone("public"),
        "trash": tw.Zone("public"),
        "battlefields": tw.Zone("public", shared=True),
        "chain": tw.Zone("public", shared=True),
    },
    setup=create_cards,
    moves={"concede": concede},
    flow=flow,
    library=LIBRARY,
    why_not=why_not,
    glossary=GLOSSARY,
    rulebook=RULEBOOK,
    omitted_fields=("fight", "focus", "attacker", "is_initial_chain"),
    about="Riftbound's turn structure for a duel, with a stand-in card set.",
)
