"""Gundam Card Game: the turn structure of its comprehensive rules, with a stand-in card set.

This module has the moves and the flow: preparing the game, the five phases with their steps and moves,
the battle with its five steps inside the main phase, and the two action steps. Numbers in comments are
those of the comprehensive rules since Ver. 1.1.0.
"""

from __future__ import annotations

from collections.abc import Callable

import turnwright as tw
from turnwright.core.rules.chain import Asking
from turnwright.games.tcg.common.flow import (
    card_game_flow,
    concede,
    deal_hands,
    first_player_phase,
    keep_hand,
    mulligan_phase,
)
from turnwright.games.tcg.common.why_not import why_not

from .cards import DECK, EX_BASE, EX_RESOURCE, LIBRARY, RESOURCE
from .context import PLAYER, GundamContext
from .rulebook import RULEBOOK
from .rules_text import GLOSSARY
from .state import Battle, Card, GundamState

HAND = 5  # 6-2-1-5
SHIELDS = 6  # 6-2-2
RESOURCE_DECK = 10  # 6-1-1
MOST_RESOURCES = 15  # 4-4-2
MOST_HAND = 10  # 7-6-5-1


# --- before the game (6-2) ---------------------------------------------------------------------------


def present_decks(c: GundamContext) -> None:
    """6-1-1: a deck and a Resource deck each."""
    c.create_decks(DECK)
    for seat in c.seats:
        for _ in range(RESOURCE_DECK):
            c.create_card(RESOURCE.name, "resourceDeck", seat)


@tw.move(label="Redraw your hand")
def redraw_hand(c: GundamContext) -> None:
    """6-2-1-6-1: the entire hand to the bottom, five new cards, then shuffle."""
    for card_id in list(c.zone("hand")):
        c.move_card(card_id, "deck", bottom=True)
    c.draw_card(HAND, c.seat)
    c.shuffle_zone("deck")
    c.ctx.pending_mulligan.discard(c.seat)


def place_shields_and_tokens(c: GundamContext) -> None:
    """6-2-2 to 6-2-4: six Shields and an EX Base each; an EX Resource for Player Two."""
    for seat in c.seats:
        c.draw_card(SHIELDS, seat, to="shields")
        c.create_card(EX_BASE.name, "base", seat)
    c.create_card(EX_RESOURCE.name, "resourceArea", c.after(c.starting_player))


redraw_phase = mulligan_phase(
    next="placeShields",
    on_begin=lambda c: deal_hands(c, HAND),
    moves={"keepHand": keep_hand, "redrawHand": redraw_hand},
    doc="Player One decides first, then Player Two; once each.",
)


# --- start, draw and resource phase (7-2 to 7-4) -----------------------------------------------------


def start_of_turn(c: GundamContext) -> Asking:
    """7-2-2: effects that trigger at the start of the turn."""
    c.trigger("start", *(card.id for card in c.field(c.turn_player)))
    yield from c.resolve_triggers()


def draw_one(c: GundamContext) -> None:
    """7-3-1: Player One draws in the first turn, too."""
    c.draw_cards(c.turn_player, 1)


def place_resource(c: GundamContext) -> None:
    """7-4-1: put a Resource from the Resource deck into the resource area."""
    deck = c.zone("resourceDeck", c.turn_player)
    if deck and len(c.zone("resourceArea", c.turn_player)) < MOST_RESOURCES:
        c.move_card(deck[-1], "resourceArea")


start_phase = tw.Phase(
    start=True,
    next="drawPhase",
    steps={
        "active": tw.Step(
            start=True,
            next="startStep",
            on_begin=lambda c: c.set_all_cards_active(),
            end_if=tw.always,
        ),
        "startStep": tw.Step(on_begin=start_of_turn, end_if=tw.always),
    },
)
draw_phase = tw.Phase(next="resourcePhase", on_begin=draw_one, end_if=tw.always)
resource_phase = tw.Phase(next="mainPhase", on_begin=place_resource, end_if=tw.always)


# --- main phase (7-5) --------------------------------------------------------------------------------


def deploy_move(type: str) -> tw.Move:
    """The move that deploys a Unit or a Base."""

    @tw.move(label=lambda c, card: f"Deploy {c.name(card)}")
    def deploy(
        c: GundamContext, card: int = tw.arg(lambda c: c.usable(c.cards_in_hand(type), "play"))
    ) -> Asking:
        yield from c.pay(card, c.spec(card).actions["play"])
        yield from c.deploy(card)
        yield from c.resolve_triggers()

    return deploy


def pilots(c: GundamContext) -> list[int]:
    """Pilots, and Commands that can be paired as one (3-4-6)."""
    return c.usable([*c.cards_in_hand("pilot"), *c.cards_in_hand("command")], "play")


def unpaired(c: GundamContext) -> list[int]:
    """Units without a Pilot."""
    return [unit.id for unit in c.units(c.seat) if unit.pilot is None]


@tw.move(label=lambda c, card, unit: f"Pair {c.name(card)} with {c.name_there(unit)}")
def pair_pilot(
    c: GundamContext, card: int = tw.arg(pilots), unit: int = tw.arg(unpaired)
) -> Asking:
    """7-5-2-4: put a Pilot beneath a Unit."""
    yield from c.pay(card, c.spec(card).actions["play"])
    c.move_card(card, "battleArea")
    c.card(unit).pilot = card
    c.trigger("paired", unit, card)
    yield from c.resolve_triggers()


def command_move(name: str) -> tw.Move:
    """The move that plays a Command in the main phase, or in an action step."""

    def commands(c: GundamContext) -> list[int]:
        cards = c.usable(c.cards_in_hand("command"), name)
        return [card_id for card_id in cards if c.has_target(card_id, name)]

    @tw.move(label=lambda c, card: f"Play {c.name(card)}")
    def command(c: GundamContext, card: int = tw.arg(commands)) -> Asking:
        yield from c.pay(card, c.spec(card).actions[name])
        c.move_card(card, "revealed")
        yield from c.use_now(card, name)
        c.move_card(card, "trash")
        yield from c.resolve_triggers()

    return command


def activate_move(name: str) -> tw.Move:
    """The move that rests a card for its Activate effect."""

    def activatable(c: GundamContext) -> list[int]:
        cards = c.usable([card.id for card in c.field(c.seat)], name)
        return [card_id for card_id in cards if c.has_target(card_id, name)]

    @tw.move(label=lambda c, card: f"Rest {c.name(card)} for its effect")
    def activate(c: GundamContext, card: int = tw.arg(activatable)) -> Asking:
        yield from c.pay(card, c.spec(card).actions[name])
        yield from c.use_now(card, name)
        yield from c.resolve_triggers()

    return activate


def attackers(c: GundamContext) -> list[int]:
    """3-2-4: active Units, but those deployed this turn only as Link Units."""
    units = [unit for unit in c.units(c.seat) if unit.ready]
    now = c.ctx.num_player_turns
    return [unit.id for unit in units if unit.deployed_on != now or c.is_link_unit(unit)]


def attack_targets(c: GundamContext) -> list[int | str]:
    """8-2-1: the opposing player or a rested enemy Unit."""
    return [PLAYER, *(unit.id for unit in c.units(c.standby) if not unit.ready)]


@tw.move(
    label=lambda c, card, target: (
        f"{c.name(card)} attacks {'the player' if target == PLAYER else c.name_there(target)}"
    )
)
def attack_with_unit(
    c: GundamContext, card: int = tw.arg(attackers), target: int | str = tw.arg(attack_targets)
) -> None:
    """8-1: rest a Unit to attack; the battle follows."""
    c.card(card).ready = False
    c.G.battle = Battle(attacker=card, target=target)


main_phase = tw.Phase(
    next=lambda c: "battlePhase" if c.G.battle else "endPhase",
    end_if=lambda c: c.G.battle is not None,
    moves={
        "deployUnit": deploy_move("unit"),
        "deployBase": deploy_move("base"),
        "pairPilot": pair_pilot,
        "playCommand": command_move("main"),
        "activateMain": activate_move("activate main"),
        "attackWithUnit": attack_with_unit,
        "endMainPhase": tw.move(tw.end_phase, label="End the main phase"),
    },
)


# --- action steps (9) --------------------------------------------------------------------------------

# 9-2 to 9-5: standby player, active player, and so on, until both have passed one after the other.
taking_turns = tw.Window(first="other", after="next", reopen=True)
action_moves = {
    "playActionCommand": command_move("action"),
    "activateAction": activate_move("activate action"),
}


# --- a battle (8) ------------------------------------------------------------------------------------


def declare_attack(c: GundamContext) -> Asking:
    """8-2-2: Attack effects of the Unit and of its Pilot."""
    c.trigger("attack", *c.with_pilot(c.card(c.battle.attacker)))
    yield from c.resolve_triggers()


def unless_over(next: str) -> Callable[[GundamContext], str]:
    """8-2-4, 8-3-5, 8-4-2: if a battling Unit is gone at the end of a step, the battle ends."""

    def after_step(c: GundamContext) -> str:
        units = [unit for unit in (c.battle.attacker, c.battle.target) if isinstance(unit, int)]
        return next if all(map(c.is_in_battle_area, units)) else "battleEndStep"

    return after_step


def blockers(c: GundamContext) -> list[int]:
    """8-3: an active Unit with Blocker that is not the target itself; none against High-Maneuver."""
    battle = c.battle
    if c.has(battle.attacker, "High-Maneuver"):
        return []
    units = [unit.id for unit in c.units(c.standby) if unit.ready and unit.id != battle.target]
    return [unit for unit in units if c.has(unit, "Blocker")]


@tw.move(label=lambda c, card: f"Block with {c.name(card)}")
def block(c: GundamContext, card: int = tw.arg(blockers)) -> None:
    """8-3-1, 8-3-2: it rests and becomes the target; there is one block for each attack."""
    c.card(card).ready = False
    c.battle.target = card
    c.end_step()


def deal_damage(c: GundamContext) -> Asking:
    """8-5: battle damage to the player or to a Unit, and what that triggers."""
    attacker, target = c.card(c.battle.attacker), c.battle.target
    if isinstance(target, str):
        attack_player(c, attacker)
    else:
        attack_unit(c, attacker, c.card(target))
    yield from c.resolve_triggers()
    for card_id in list(c.zone("revealed", c.standby)):  # Shields that no Burst moved
        c.move_card(card_id, "trash")


def attack_player(c: GundamContext, attacker: Card) -> None:
    """8-5-2. Suppression (13-1-7) hits two Shields; otherwise no damage carries over (5-5-6)."""
    if c.ap(attacker) <= 0:  # 5-5-5: then no damage is dealt
        return
    if not c.zone("base", c.standby) and not c.zone("shields", c.standby):
        c.lose(c.standby, reason="battle damage without a Shield")
    else:
        shields = 2 if c.has(attacker.id, "Suppression") else 1
        c.damage_shield_area(c.standby, c.ap(attacker), shields)


def attack_unit(c: GundamContext, attacker: Card, target: Card) -> None:
    """8-5-3: both deal damage at the same time, but First Strike (13-1-5) deals it before."""
    back = c.ap(target)
    target.damage += c.ap(attacker)
    if c.has(attacker.id, "First Strike"):
        c.manage_rules()
    if c.is_in_battle_area(target.id):
        attacker.damage += back
        c.manage_rules()
    breach = c.has(attacker.id, "Breach")
    if breach and not c.is_in_battle_area(target.id):  # 13-1-2: it has destroyed an enemy Unit
        c.damage_shield_area(c.standby, breach)


def end_battle(c: GundamContext) -> None:
    """8-6-1: effects "during this battle" end."""
    for unit in [*c.units(0), *c.units(1)]:
        unit.ap_this_battle = 0
    c.G.battle = None


# The block step ends at once if nobody can block. The action step does not, because that would reveal
# what players have in hand.
block_window = tw.Window(first="other", seats=lambda c: [c.standby] if blockers(c) else [])

battle_phase = tw.Phase(
    next="mainPhase",
    doc="A battle is a part of the main phase and returns to it (8-6-2).",
    steps={
        "attackStep": tw.Step(
            start=True, next=unless_over("blockStep"), on_begin=declare_attack, end_if=tw.always
        ),
        "blockStep": tw.Step(
            next=unless_over("actionStep"), window=block_window, moves={"block": block}
        ),
        "actionStep": tw.Step(
            next=unless_over("damageStep"), window=taking_turns, moves=action_moves
        ),
        "damageStep": tw.Step(next="battleEndStep", on_begin=deal_damage, end_if=tw.always),
        "battleEndStep": tw.Step(on_begin=end_battle, end_if=tw.always),
    },
)


# --- end phase (7-6) ---------------------------------------------------------------------------------


def end_of_turn(c: GundamContext) -> None:
    """7-6-4: effects "at the end of the turn"; in this set that is Repair (13-1-1)."""
    for unit in c.units(c.turn_player):
        unit.damage = max(0, unit.damage - c.has(unit.id, "Repair"))


@tw.move(label="Discard down to ten cards")
def discard_to_hand_size(c: GundamContext) -> Asking:
    """7-6-5: discard down to ten cards."""
    hand = c.zone("hand")
    count = len(hand) - MOST_HAND
    for card_id in (yield c.choose_cards("Discard", hand, count, count, id="discard")):
        c.move_card(card_id, "trash")


def clean_up(c: GundamContext) -> None:
    """7-6-6: effects "during this turn" end."""
    for unit in [*c.units(0), *c.units(1)]:
        unit.ap_this_turn = 0


end_phase = tw.Phase(
    end=True,
    steps={
        "actionStep": tw.Step(start=True, next="endStep", window=taking_turns, moves=action_moves),
        "endStep": tw.Step(next="handStep", on_begin=end_of_turn, end_if=tw.always),
        "handStep": tw.Step(
            next="cleanupStep",
            end_if=lambda c: len(c.zone("hand", c.turn_player)) <= MOST_HAND,
            moves={"discardToHandSize": discard_to_hand_size},
        ),
        "cleanupStep": tw.Step(on_begin=clean_up, end_if=tw.always),
    },
)


# --- the flow ----------------------------------------------------------------------------------------

flow = card_game_flow(
    on_begin=lambda c: c.shuffle_all_decks(),
    setup={
        "chooseFirstPlayer": first_player_phase(next="redrawHand"),
        "redrawHand": redraw_phase,
        "placeShields": tw.Phase(on_begin=place_shields_and_tokens, end_if=tw.always),
    },
    turn=tw.Turn(
        phases={
            "startPhase": start_phase,
            "drawPhase": draw_phase,
            "resourcePhase": resource_phase,
            "mainPhase": main_phase,
            "battlePhase": battle_phase,
            "endPhase": end_phase,
        }
    ),
)

game = tw.Game(
    "gundam",
    state=GundamState,
    context=GundamContext,
    card=Card,
    zones={
        "deck": tw.Zone("hidden"),
        "resourceDeck": tw.Zone("hidden"),
        "hand": tw.Zone("owner"),
        "shields": tw.Zone("hidden"),
        "base": tw.Zone("public"),  # the base section of the shield area
        "battleArea": tw.Zone("public"),
        "resourceArea": tw.Zone("public"),
        "revealed": tw.Zone("public"),  # destroyed Shields and Commands until they are resolved
        "trash": tw.Zone("public"),
        "outside": tw.Zone("public"),  # tokens that have left the game
    },
    setup=present_decks,
    moves={"concede": concede},
    flow=flow,
    library=LIBRARY,
    why_not=why_not,
    glossary=GLOSSARY,
    rulebook=RULEBOOK,
    about="The Gundam Card Game's turn structure with a stand-in card set.",
)
