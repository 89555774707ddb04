"""Gundam Card Game: the turn structure of its comprehensive rules, with a stand-in card set.

What is here: preparing the game, the five phases with their steps and moves, the battle with its five
steps inside the main phase, and the two action steps. What the moves do is said in the words of
`rules.py`; numbers in comments are those of the comprehensive rules, as they are since Ver. 1.1.0.
"""

from __future__ import annotations

from typing import Any

import turnwright as tw
from turnwright.games.tcg.common.context import concede, first_pending, first_player_phase

from .cards import DECK, EX_BASE, EX_RESOURCE, LIBRARY, RESOURCE
from .context import PLAYER, Battle, Card, Rules, Table

HAND = 5  # 6-2-1-5
SHIELDS = 6  # 6-2-2
RESOURCE_DECK = 10  # 6-1-1
MOST_RESOURCES = 15  # 4-4-2
MOST_HAND = 10  # 7-6-5-1


# --- before the game (6-2) ---------------------------------------------------------------------------


def present_decks(c: Rules) -> None:
    c.create_decks(DECK)
    for seat in c.seats:
        for _ in range(RESOURCE_DECK):
            c.create_card(RESOURCE.name, "resourceDeck", seat)


def draw_starting_hands(c: Rules) -> None:
    for seat in c.seats:
        c.draw_card(HAND, seat)
    c.set_pending_mulligan(c.seats)


@tw.move(label="Keep your hand")
def keep_hand(c: Rules) -> None:
    c.ctx.pending_mulligan.discard(c.seat)


@tw.move(label="Redraw your hand")
def redraw_hand(c: Rules) -> None:
    """6-2-1-6-1: the entire hand to the bottom, five new cards, then shuffle."""
    for card_id in list(c.zone("hand")):
        c.move_card(card_id, "deck", bottom=True)
    c.draw_card(HAND, c.seat)
    c.shuffle_zone("deck")
    c.ctx.pending_mulligan.discard(c.seat)


def place_shields_and_tokens(c: Rules) -> None:
    """6-2-2 to 6-2-4: six Shields and an EX Base each; an EX Resource for Player Two."""
    for seat in c.seats:
        c.draw_card(SHIELDS, seat, to="shields")
        c.create_card(EX_BASE.name, "base", seat)
    c.create_card(EX_RESOURCE.name, "resourceArea", c.after(c.starting_player))


redraw_phase = tw.Phase(
    next="placeShields",
    on_begin=draw_starting_hands,
    end_if=lambda c: not c.ctx.pending_mulligan,
    who=lambda c: first_pending(c, c.ctx.pending_mulligan),
    moves={"keepHand": keep_hand, "redrawHand": redraw_hand},
    doc="Player One decides first, then Player Two; once each.",
)


# --- start, draw and resource phase (7-2 to 7-4) -----------------------------------------------------


def start_of_turn(c: Rules) -> Any:
    c.trigger([card.id for card in c.field(c.turn_player)], "start")
    yield from c.resolve_triggers()


def draw_one(c: Rules) -> None:
    """7-3-1: Player One draws in the first turn, too."""
    c.draw_cards(c.turn_player, 1)


def place_resource(c: Rules) -> None:
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


def deploying(type: str) -> tw.Move:
    @tw.move(label=lambda c, card: f"Deploy {c.name(card)}")
    def deploy(c: Rules, card: int = tw.arg(lambda c: c.playable(type))) -> Any:
        c.pay(card)
        yield from c.deploy(card)
        yield from c.resolve_triggers()

    return deploy


def pilots(c: Rules) -> list[int]:
    """Pilots, and Commands that can be paired as one (3-4-6)."""
    commands = [card_id for card_id in c.playable("command") if c.spec(card_id).trait]
    return c.playable("pilot") + commands


def unpaired(c: Rules) -> list[int]:
    return [unit.id for unit in c.units(c.seat) if unit.pilot is None]


@tw.move(label=lambda c, card, unit: f"Pair {c.name(card)} with {c.name_there(unit)}")
def pair_pilot(c: Rules, card: int = tw.arg(pilots), unit: int = tw.arg(unpaired)) -> Any:
    c.pay(card)
    c.move_card(card, "battleArea")
    c.card(unit).pilot = card
    c.trigger([unit, card], "paired")
    yield from c.resolve_triggers()


def commanding(timing: str) -> tw.Move:
    def commands(c: Rules) -> list[int]:
        return [card_id for card_id in c.playable("command") if c.can_use(card_id, timing)]

    @tw.move(label=lambda c, card: f"Play {c.name(card)}")
    def command(c: Rules, card: int = tw.arg(commands)) -> Any:
        c.pay(card)
        c.move_card(card, "revealed")
        yield from c.resolve(card, timing)
        c.move_card(card, "trash")
        yield from c.resolve_triggers()

    return command


def activating(timing: str) -> tw.Move:
    def activatable(c: Rules) -> list[int]:
        """Active cards on the field; to rest the card is the condition of the effect."""
        return [card.id for card in c.field(c.seat) if card.ready and c.can_use(card.id, timing)]

    @tw.move(label=lambda c, card: f"Rest {c.name(card)} for its effect")
    def activate(c: Rules, card: int = tw.arg(activatable)) -> Any:
        c.card(card).ready = False
        yield from c.resolve(card, timing)
        yield from c.resolve_triggers()

    return activate


def attackers(c: Rules) -> list[int]:
    """3-2-4: active Units, but those deployed this turn only as Link Units."""
    units = [unit for unit in c.units(c.seat) if unit.ready]
    now = c.ctx.num_player_turns
    return [unit.id for unit in units if unit.deployed_on != now or c.is_link_unit(unit)]


def attack_targets(c: Rules) -> list[int | str]:
    """8-2-1: the opposing player or a rested enemy Unit."""
    return [PLAYER, *(unit.id for unit in c.units(c.standby) if not unit.ready)]


@tw.move(
    label=lambda c, card, target: (
        f"{c.name(card)} attacks {'the player' if target == PLAYER else c.name_there(target)}"
    )
)
def attack_with_unit(
    c: Rules, card: int = tw.arg(attackers), target: int | str = tw.arg(attack_targets)
) -> None:
    c.card(card).ready = False
    c.G.battle = Battle(attacker=card, target=target)


main_phase = tw.Phase(
    next=lambda c: "battlePhase" if c.G.battle else "endPhase",
    end_if=lambda c: c.G.battle is not None,
    moves={
        "deployUnit": deploying("unit"),
        "deployBase": deploying("base"),
        "pairPilot": pair_pilot,
        "playCommand": commanding("main"),
        "activateMain": activating("activate main"),
        "attackWithUnit": attack_with_unit,
        "endMainPhase": tw.move(tw.end_phase, label="End the main phase"),
    },
)


# --- action steps (9) --------------------------------------------------------------------------------

# 9-2 to 9-5: standby player, active player, and so on, until both have passed one after the other.
taking_turns = tw.Window(first="other", after="next", reopen=True)
action_moves = {
    "playActionCommand": commanding("action"),
    "activateAction": activating("activate action"),
}


# --- a battle (8) ------------------------------------------------------------------------------------


def declare_attack(c: Rules) -> Any:
    """8-2-2: Attack effects of the Unit and of its Pilot."""
    c.trigger(c.with_pilot(c.card(c.G.battle.attacker)), "attack")
    yield from c.resolve_triggers()


def unless_over(next: str) -> Any:
    """8-2-4, 8-3-5, 8-4-2: if a battling Unit is gone at the end of a step, the battle ends."""

    def after_step(c: Rules) -> str:
        units = {c.G.battle.attacker, c.G.battle.target} - {PLAYER}
        return next if all(map(c.is_in_battle_area, units)) else "battleEndStep"

    return after_step


def blockers(c: Rules) -> list[int]:
    """8-3: an active Unit with Blocker that is not the target itself; none against High-Maneuver."""
    battle = c.G.battle
    if c.has(battle.attacker, "High-Maneuver"):
        return []
    units = [unit.id for unit in c.units(c.standby) if unit.ready and unit.id != battle.target]
    return [unit for unit in units if c.has(unit, "Blocker")]


@tw.move(label=lambda c, card: f"Block with {c.name(card)}")
def block(c: Rules, card: int = tw.arg(blockers)) -> None:
    """8-3-1, 8-3-2: it rests and becomes the target; there is one block for each attack."""
    c.card(card).ready = False
    c.G.battle.target = card
    c.end_step()


def deal_damage(c: Rules) -> Any:
    attacker, target = c.card(c.G.battle.attacker), c.G.battle.target
    if target == PLAYER:
        attack_player(c, attacker)
    else:
        attack_unit(c, attacker, c.card(target))
    yield from c.resolve_triggers()
    for card_id in list(c.zone("revealed", c.standby)):  # Shields that no Burst brought elsewhere
        c.move_card(card_id, "trash")


def attack_player(c: Rules, attacker: Any) -> None:
    """8-5-2. Suppression (13-1-7) hits two Shields; otherwise no damage carries over (5-5-6)."""
    if c.ap(attacker) <= 0:  # 5-5-5: then no damage is dealt
        return
    if not c.zone("base", c.standby) and not c.zone("shields", c.standby):
        c.lose(c.standby, reason="battle damage without a Shield")
    else:
        shields = 2 if c.has(attacker.id, "Suppression") else 1
        c.damage_shield_area(c.standby, c.ap(attacker), shields)


def attack_unit(c: Rules, attacker: Any, target: Any) -> None:
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


def end_battle(c: Rules) -> None:
    """8-6-1: what lasts "during this battle" ends."""
    for unit in [*c.units(0), *c.units(1)]:
        unit.ap_this_battle = 0
    c.G.battle = None


# The block step is over at once when nobody could block; the action step is not, for who could
# act there is hidden in the hands.
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


def end_of_turn(c: Rules) -> None:
    """7-6-4: what happens "at the end of the turn"; in this set that is Repair (13-1-1)."""
    for unit in c.units(c.turn_player):
        unit.damage = max(0, unit.damage - c.has(unit.id, "Repair"))


@tw.move(label="Discard down to ten cards")
def discard_to_hand_size(c: Rules) -> Any:
    hand = c.zone("hand")
    count = len(hand) - MOST_HAND
    for card_id in (yield c.choose_cards("Discard", hand, count, count, id="discard")):
        c.move_card(card_id, "trash")


def clean_up(c: Rules) -> None:
    """7-6-6: what lasts "during this turn" ends."""
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

flow = tw.Flow(
    segments={
        "startingAGame": tw.Segment(
            next=lambda c: "endGame" if c.ctx.game_over else "duringGame",
            on_begin=lambda c: c.shuffle_all_decks(),
            end_if=lambda c: c.ctx.game_over or c.ctx.phases_done,
            turn=tw.Turn(
                phases={
                    "chooseFirstPlayer": first_player_phase(next="redrawHand"),
                    "redrawHand": redraw_phase,
                    "placeShields": tw.Phase(on_begin=place_shields_and_tokens, end_if=tw.always),
                }
            ),
        ),
        "duringGame": tw.Segment(
            next="endGame",
            first=lambda c: c.ctx.otp,
            end_if=lambda c: c.ctx.game_over,
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
        ),
        "endGame": tw.Segment(),
    }
)

game = tw.Game(
    "gundam",
    state=Table,
    context=Rules,
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
    about="The Gundam Card Game's turn structure with a stand-in card set.",
)
