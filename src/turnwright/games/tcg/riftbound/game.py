"""Riftbound: the turn structure of its core rules for a duel, with a stand-in card set.

Numbers cited are those of the Riftbound Core Rules of 2025-06-02. What is here: setup and mulligan,
the start of the turn, the action phase with and without a chain, showdowns and combats that return to
the action phase, the end of turn with its loop of expiration and cleanup, and the flow that ties them
together. The words of the rulebook are in `rules.py`, what players do in `actions.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import turnwright as tw
from turnwright.games.tcg.common.context import concede, first_pending, first_player_phase

from .cards import BATTLEFIELDS, CHAMPION, DECK, LEGEND, LIBRARY, RUNES
from .context import Card, Rules, Table
from .player_actions import (
    activate_ability,
    chain_window,
    finalize,
    hide,
    pick,
    play_card,
    play_hidden,
    standard_move,
)

HAND = 4
MULLIGAN = 2

# --- before the game -----------------------------------------------------------------------------


def set_the_table(c: Rules) -> None:
    c.create_decks(DECK)
    for seat in c.seats:
        c.create_card(LEGEND, "legend", seat)
        c.create_card(CHAMPION, "champion", seat)
        for kind, copies in RUNES.items():
            for _ in range(copies):
                c.create_card(kind, "runeDeck", seat)


def prepare(c: Rules) -> None:
    """113-114, 644.5: of three battlefields each player uses one, by chance; both decks shuffled."""
    for seat in c.seats:
        c.create_card(c.stream("battlefield").choice(BATTLEFIELDS), "battlefields", seat)
        c.shuffle_zone("runeDeck", seat)
    c.shuffle_all_decks()


def deal(c: Rules) -> None:
    for seat in c.seats:
        c.draw_card(HAND, seat)
    c.set_pending_mulligan(c.seats)


@tw.move(label="Mulligan")
def mulligan(c: Rules) -> Any:
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


def awaken(c: Rules) -> None:
    """515.1; and a new turn in which every battlefield can be scored again."""
    c.ready_all_cards()
    c.G.scored = [[] for _ in c.seats]


def beginning_step(c: Rules) -> Any:
    """515.2.a: start-of-Beginning-Phase effects."""
    for unit in c.units(c.turn_player):
        c.trigger("beginning", unit, c.turn_player)
    yield from finalize(c)


def scoring_step(c: Rules) -> Any:
    """515.2.b: the turn player holds every battlefield under their control."""
    for place in c.battlefields:
        if place.controller == c.turn_player:
            c.score(c.turn_player, place, "hold")
    yield from finalize(c)


def channel_phase(c: Rules) -> None:
    """515.3: two runes; the player going second gets one more in their first turn (644.7)."""
    is_first_of_second = c.ctx.num_turns == 0 and c.turn_player != c.ctx.otp
    c.channel(c.turn_player, 3 if is_first_of_second else 2)


# --- showdowns and combat ------------------------------------------------------------------------


def begin_showdown(c: Rules) -> Any:
    """525, 549: the turn player says where, if there is a choice; whoever contests it has Focus."""
    where = yield from pick(
        c, "Where is the showdown?", c.staged_showdowns(), c.turn_player, "place"
    )
    c.G.fight, c.G.focus = where, c.card(where).contested


def close_showdown(c: Rules) -> None:
    """If one player's units remain, they take control. With units of two players there, the
    battlefield stays contested and a combat is staged (345.2 in the edition of 2025-10)."""
    place = c.card(c.G.fight)
    c.G.fight = c.G.focus = None
    if len(c.owners_at(place.id)) < 2:
        place.contested = None
        c.take_control(place)
    c.cleanup()


def begin_combat(c: Rules) -> Any:
    """526, 625.1: the attacker is the player who contested the battlefield, and has Focus. Attack
    triggers, then defend triggers, make the Initial Chain."""
    where = yield from pick(c, "Where is the combat?", c.staged_combats(), c.turn_player, "place")
    attacker = c.card(where).contested
    c.G.fight, c.G.focus, c.G.attacker = where, attacker, attacker
    for event, seat in (("attack", attacker), ("defend", c.after(attacker))):
        for unit in c.units_at(where, seat):
            c.trigger(event, unit, seat)
    c.G.is_initial_chain = bool(c.G.chain)


@tw.move(label="Pass Focus")
def pass_focus(c: Rules) -> None:
    """553.4-5: Focus goes to the next player; when all have passed in sequence the showdown ends."""
    c.pass_priority()
    c.G.focus = c.ctx.priority_player


def after_the_chain(c: Rules) -> None:
    """552: Focus passes when a chain has resolved in a showdown; not after the Initial Chain, as
    the edition of 2025-10 makes clear (343.1 there)."""
    if not c.G.is_initial_chain:
        c.G.focus = c.after(c.G.focus)
    c.G.is_initial_chain = False


def after_the_showdown(c: Rules) -> str:
    """626.1.a: damage only if units of both sides remain."""
    if c.G.chain:
        return "chain"
    return "combatDamageStep" if len(c.owners_at(c.G.fight)) > 1 else "resolutionStep"


def combat_damage_step(c: Rules) -> Any:
    """626: starting with the attacker, each assigns the Might of their side; all is dealt at once."""
    attacker = c.G.attacker
    assigned: dict[int, int] = {}
    for seat in (attacker, c.after(attacker)):
        side = [unit for unit in c.units_at(c.G.fight, seat) if not unit.stunned]  # 599.1.b
        damage = sum(c.might(unit) for unit in side)
        assigned |= yield from assign_damage(c, seat, damage)
    for card_id, amount in assigned.items():
        c.card(card_id).damage += amount


def assign_damage(c: Rules, seat: int, damage: int) -> Any:
    """626.1.d: Tanks first; lethal damage in full before the next unit; what is left to the last."""
    assigned: dict[int, int] = {}
    units = [unit.id for unit in c.units_at(c.G.fight, c.after(seat))]
    while damage and units:
        first = [card_id for card_id in units if c.spec(card_id).tank] or units
        card_id = yield from pick(c, f"Assign {damage} damage, first to", first, seat, "damage")
        units.remove(card_id)
        unit = c.card(card_id)
        lethal = max(1, c.might(unit) - unit.damage)
        assigned[card_id] = min(damage, lethal) if units else damage
        damage -= assigned[card_id]
    return assigned


def resolution_step(c: Rules) -> None:
    """627: lethal damage kills; attackers are recalled if defenders remain; control and Conquer;
    then all damage is cleared."""
    place, attacker = c.card(c.G.fight), c.G.attacker
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


def ending_step(c: Rules) -> Any:
    """517.1: stunned units recover (599.1.a.2); end-of-turn effects."""
    for unit in c.units():
        unit.stunned = False
    for unit in c.units(c.turn_player):
        c.trigger("end", unit, c.turn_player)
    yield from finalize(c)


def expiration_step(c: Rules) -> Any:
    """517.2: damage is cleared and everything that lasts "this turn" expires, all at once."""
    c.clear_damage()
    for unit in c.units():
        if unit.bonus:
            unit.bonus = 0
            c.trigger("expire", unit, unit.owner)
    yield from finalize(c)


def after_the_cleanup(c: Rules) -> str | None:
    """517.4: damage or "this turn" effects that came up meanwhile: back to the Expiration Step."""
    return "expirationStep" if any(unit.damage or unit.bonus for unit in c.units()) else None


# --- the flow ------------------------------------------------------------------------------------


def after_action(c: Rules) -> str:
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
    return tw.Step(next=next, on_begin=finalize, on_end=on_end, window=chain_window)


def step_with_chain(on_begin: Callable[..., Any], **keys: Any) -> tw.Step:
    """A step that does something and, if that has triggered abilities, goes on with their chain."""
    return tw.Step(on_begin=on_begin, window=chain_window, moves=plays, **keys)


def showdown_step(next: Callable[..., Any]) -> tw.Step:
    """The Showdown Open State: whoever has Focus starts a chain or passes."""
    return tw.Step(
        start=True,
        next=next,
        window=focus_window,
        end_if=lambda c: c.G.chain or c.ctx.all_players_passed,
        moves={"passFocus": pass_focus},
    )


flow = tw.Flow(
    segments={
        "setup": tw.Segment(
            next=lambda c: "endGame" if c.ctx.game_over else "gamePlay",
            on_begin=prepare,
            end_if=lambda c: (
                c.ctx.game_over or (c.ctx.otp is not None and not c.ctx.pending_mulligan)
            ),
            turn=tw.Turn(
                phases={
                    "chooseFirstPlayer": first_player_phase(next="mulligan"),
                    "mulligan": tw.Phase(
                        on_begin=deal,
                        who=lambda c: first_pending(c, c.ctx.pending_mulligan),
                        moves={"mulligan": mulligan},
                        doc="In turn order; once each.",
                    ),
                }
            ),
        ),
        "gamePlay": tw.Segment(
            next="endGame",
            first=lambda c: c.ctx.otp,
            end_if=lambda c: c.ctx.game_over,
            turn=tw.Turn(
                phases={
                    "awaken": tw.Phase(
                        start=True, next="beginning", on_begin=awaken, end_if=tw.always
                    ),
                    "beginning": tw.Phase(
                        next="channel",
                        steps={
                            "beginningStep": step_with_chain(
                                beginning_step, start=True, next="scoringStep"
                            ),
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
                        end_if=lambda c: not c.G.chain and after_action(c) != "ending",
                        moves=plays,
                        steps={
                            "open": tw.Step(
                                start=True,
                                next="chain",
                                end_if=lambda c: c.G.chain,
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
                            "open": showdown_step(lambda c: "chain" if c.G.chain else None),
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
                            "endingStep": step_with_chain(
                                ending_step, start=True, next="expirationStep"
                            ),
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
            ),
        ),
        "endGame": tw.Segment(),
    }
)

game = tw.Game(
    "riftbound",
    state=Table,
    context=Rules,
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
    setup=set_the_table,
    moves={"concede": concede},
    flow=flow,
    library=LIBRARY,
    omitted_fields=("fight", "focus"),
    about="Riftbound's turn structure for a duel, with a stand-in card set.",
)
