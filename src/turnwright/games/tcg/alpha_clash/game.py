"""Alpha Clash: the turn structure of its comprehensive rulebook, with a stand-in card set.

This module has the moves and the flow: the mulligan, the four phases of a turn, the Clash Phase
embedded in the Primary Phase with its six steps, and in each of them who has priority. Rules are cited
by their numbers in the Alpha Clash TCG Comprehensive Rulebook 1.0.
"""

from __future__ import annotations

from collections.abc import Callable

import turnwright as tw
from turnwright.core.rules.chain import Asking
from turnwright.games.tcg.common import flow as common
from turnwright.games.tcg.common.flow import card_game_flow, first_player_phase, mulligan_phase
from turnwright.games.tcg.common.why_not import why_not

from .cards import DECK, LIBRARY
from .context import AlphaClashContext
from .rulebook import RULEBOOK
from .rules_text import GLOSSARY
from .state import AlphaClashState, Card, Clash

HAND = 8  # 103.5


# --- before the game -------------------------------------------------------------------------------


def deal_hands(c: AlphaClashContext) -> None:
    """When the starting player is known: shuffle, and draw eight cards (103.3, 103.5)."""
    c.shuffle_all_decks()
    common.deal_hands(c, HAND)


@tw.move(label="Take a mulligan")
def mulligan(c: AlphaClashContext) -> None:
    """Declare a mulligan; it is taken when all players have decided."""
    c.G.mulligans.append(c.seat)
    c.ctx.pending_mulligan.discard(c.seat)


def take_mulligans(c: AlphaClashContext) -> Asking:
    """Players who declared a mulligan take it at the same time: shuffle cards back, draw as many."""
    hands = {seat: c.zone("hand", seat) for seat in c.G.mulligans}
    if not hands:
        return
    ask = "Shuffle cards into your deck and draw as many"
    chosen = yield [
        c.choose_cards(ask, hand, 1, seat=seat, id="mulligan") for seat, hand in hands.items()
    ]
    for seat, cards in chosen.items():
        for card_id in cards:
            c.move_card(card_id, "deck")
        c.shuffle_zone("deck", seat)
        c.draw_card(len(cards), seat)


# --- responding and passing ------------------------------------------------------------------------


def standby_is_empty(c: AlphaClashContext) -> bool | str:
    """A guard: nothing waits in Standby."""
    return not c.G.pending or "Something is in Standby; it must resolve first."


def may_pass(c: AlphaClashContext) -> bool | str:
    """A guard: passing is possible now."""
    if c.G.pending:
        return c.G.pending[-1].kind != "trigger" or "A triggered effect must be resolved."
    if c.ctx.current_step == "attackStep":
        return "A clash was initiated; declare the attack."
    return c.ctx.current_phase != "primary" or "Nothing is in Standby; play on or end the turn."


pass_priority = tw.move(lambda c: c.pass_priority(), name="pass", when=may_pass, label="Pass")


def counters(c: AlphaClashContext) -> list[int]:
    """The Quick Actions in hand and the Traps set before this turn (304.7) that respond to what may be
    responded to now."""
    event = c.respondable_event()
    if event is None:
        return []
    now = c.ctx.num_player_turns
    traps = [card for card in c.cards_in("accessory") if not card.face_up and card.set_in != now]
    cards = c.usable([*c.of_type("quick", "hand"), *(trap.id for trap in traps)], "respond")
    return [card for card in cards if responds_to(c, card, event)]


def responds_to(c: AlphaClashContext, card: int, event: str) -> bool:
    """Return whether a card has the Counter tag for what an opponent did."""
    timing = c.spec(card).actions["respond"].timing
    return isinstance(timing, tw.Reaction) and timing.answers(event, "enemy", None)


@tw.move(label=lambda c, card: f"Respond with {c.name(card)}")
def respond(c: AlphaClashContext, card: int = tw.arg(counters)) -> Asking:
    """Play a Quick Action, or spring a Trap."""
    if c.spec(card).type == "quick":
        yield from c.play(card, "respond")
    else:
        yield from c.spring_trap(card)


# --- windows ---------------------------------------------------------------------------------------


def window(holder: Callable[[AlphaClashContext], list[int]] = lambda c: []) -> tw.Window:
    """The window of a phase or step: `holder` has priority there while Standby is empty.

    Opponents may respond to what a player has put into Standby (114.2b); a triggered effect is resolved
    by its owner (114.1d). When they have passed, the top resolves and priority is given again (605.1),
    so that a player may respond several times, one card at a time (304.6).
    """

    def seats(c: AlphaClashContext) -> list[int]:
        if not c.G.pending:
            return holder(c)
        top = c.G.pending[-1]
        return [top.seat] if top.kind == "trigger" else c.foes(top.seat)

    return common.pending_window(seats=seats)


# --- start of turn, expansion, end of turn ---------------------------------------------------------


def start_of_turn(c: AlphaClashContext) -> None:
    """Abilities that trigger at the start of the turn enter Standby (501)."""
    c.trigger("start", *c.permanents(c.turn_player))


def end_of_turn(c: AlphaClashContext) -> None:
    """Abilities that trigger at the end of the turn enter Standby (505)."""
    c.trigger("end", *c.permanents(c.turn_player))


def first_step(c: AlphaClashContext) -> None:
    """The starting player skips the Ready and the Draw Step of the first turn (103.7a, 502.1)."""
    if c.is_first_turn:
        c.set_step("resourceStep")
    else:
        c.set_step("readyStep")


@tw.move(
    label=lambda c, card: f"Put {c.name(card)} into the Resource Zone",
    hidden_label="puts a card into the Resource Zone",
)
def place_resource(c: AlphaClashContext, card: int = tw.arg(lambda c: c.zone("hand"))) -> None:
    """Put a card from the hand into the Resource Zone (502.1c)."""
    c.move_card(card, "resource")
    c.end_step()


# --- the primary phase -----------------------------------------------------------------------------


def playable(c: AlphaClashContext) -> list[int]:
    """Clash cards, Clashgrounds, Weapons and Basic Actions (503.1a-b). A Clashground cannot replace
    the player's own of the same name (302.7)."""
    own = [c.spec(ground).name for ground in c.zone("clashground")]
    cards = [(card_id, c.spec(card_id)) for card_id in c.zone("hand")]
    ids = [
        card_id
        for card_id, spec in cards
        if (spec.is_permanent or spec.type == "basic") and spec.name not in own
    ]
    return c.usable(ids, "play")


@tw.move(when=standby_is_empty, label=lambda c, card: f"Play {c.name(card)}")
def play_card(c: AlphaClashContext, card: int = tw.arg(playable)) -> Asking:
    """Play a card from the hand into Standby (601.1)."""
    yield from c.play(card)


@tw.move(
    when=standby_is_empty, label=lambda c, card: f"Set {c.name(card)}", hidden_label="sets a card"
)
def set_trap(c: AlphaClashContext, card: int = tw.arg(lambda c: c.of_type("trap", "hand"))) -> None:
    """Setting is not playing: it costs nothing, and nobody responds (304.3)."""
    c.card(card).face_up = False
    c.card(card).set_in = c.ctx.num_player_turns
    c.move_card(card, "accessory")


def weapons(c: AlphaClashContext) -> list[int]:
    """Weapons in play whose attach cost can be paid."""
    return c.usable(c.of_type("weapon", "accessory"), "attach")


def bearers(c: AlphaClashContext) -> list[int]:
    """Only one Weapon may be attached to a Clash card (305.10)."""
    return [card.id for card in c.cards_in("clash") if c.weapon_of(card) is None]


@tw.move(
    when=standby_is_empty,
    label=lambda c, weapon, to: f"Attach {c.name(weapon)} to {c.name_there(to)}",
)
def attach_weapon(
    c: AlphaClashContext, weapon: int = tw.arg(weapons), to: int = tw.arg(bearers)
) -> Asking:
    """An activated effect (305.6a). No tag responds to those, so it resolves at once."""
    yield from c.pay(weapon, c.spec(weapon).actions["attach"])
    c.card(weapon).attached_to = to


def attackers(c: AlphaClashContext) -> list[int]:
    """The player's ready Contender and Clash cards."""
    return [card.id for card in c.fighters(c.seat) if card.ready]


def can_clash(c: AlphaClashContext) -> bool | str:
    """A guard: a clash can be initiated now."""
    return standby_is_empty(c) if attackers(c) else "Nothing of yours is ready to attack."


@tw.move(when=can_clash, label="Initiate a clash")
def initiate_clash(c: AlphaClashContext) -> None:
    """Begin a clash; the attack is declared in its first step (504.1)."""
    c.G.clash = Clash()
    c.end_phase()


end_turn = tw.move(tw.end_phase, when=standby_is_empty, label="End the turn")  # 505.5


# --- the clash phase -------------------------------------------------------------------------------


def targets(c: AlphaClashContext, attacker: int) -> list[int]:
    """The opponent's Contender and engaged Clash cards; with Close Combat also ready ones (704.5)."""
    contender, *cards = c.fighters(c.opponent)
    close = c.spec(attacker).close_combat
    return [contender.id] + [card.id for card in cards if close or not card.ready]


@tw.move(
    when=lambda c: c.G.clash.attacker is None or "The attack is declared already.",
    label=lambda c, attacker, target: f"{c.name(attacker)} attacks {c.name_there(target)}",
)
def declare_attack(
    c: AlphaClashContext, attacker: int = tw.arg(attackers), target: int = tw.arg(targets)
) -> None:
    """Attack Step: engage one attacker; effects that trigger on attacking enter Standby (504.2a)."""
    c.card(attacker).ready = False
    c.G.clash = Clash(attacker=attacker, target=target)
    c.trigger("attack", attacker)
    c.give_priority()


def able_to_obstruct(c: AlphaClashContext) -> list[int]:
    """Ready Clash cards, but not the target itself (303.10). Only Flight and Interception obstruct
    Flight (704.8)."""
    target = c.clash.target
    cards = [card.id for card in c.cards_in("clash") if card.ready and card.id != target]
    if not c.spec(c.attacker.id).flight:
        return cards
    return [card for card in cards if c.spec(card).flight or c.spec(card).interception]


@tw.move(
    when=lambda c: bool(able_to_obstruct(c)) or "No ready Clash card can obstruct this attack.",
    label="Obstruct the attack",
)
def obstruct(c: AlphaClashContext) -> Asking:
    """Obstruct Step: the attacker now attacks the obstructors instead of its target (504.2c)."""
    chosen = yield c.choose_cards("Obstruct with", able_to_obstruct(c), 1, id="obstruct")
    for card_id in chosen:
        c.card(card_id).ready = False
    c.clash.obstructors = chosen
    c.end_step()


def clash_buffs(c: AlphaClashContext) -> list[int]:
    """Clash Buffs in hand that can be paid for."""
    return c.usable(c.of_type("buff", "hand"), "play")


def buffable(c: AlphaClashContext) -> list[int]:
    """The player's own cards, in the clash or not; each gets one Clash Buff a turn (306.5, 306.6)."""
    return [card.id for card in c.fighters(c.seat) if not card.was_buffed]


@tw.move(
    when=standby_is_empty,
    label=lambda c, card, to: f"Play {c.name(card)} for {c.name_there(to)}",
)
def play_clash_buff(
    c: AlphaClashContext, card: int = tw.arg(clash_buffs), to: int = tw.arg(buffable)
) -> Asking:
    """Play a Clash Buff for one of the player's cards (504.2d, 504.2e)."""
    c.card(to).was_buffed = True
    c.clash.buffed_by.append(c.seat)
    yield from c.play(card, target=to)


# --- the flow --------------------------------------------------------------------------------------


def active_player(c: AlphaClashContext) -> list[int]:
    """The turn player has priority."""
    return [c.turn_player]


def defending_player(c: AlphaClashContext) -> list[int]:
    """The defending player has priority."""
    return [c.defender]


def yet_to_attack(c: AlphaClashContext) -> list[int]:
    """The turn player has priority until the attack is declared."""
    return [c.turn_player] if c.clash.attacker is None else []


def yet_to_buff(
    who: Callable[[AlphaClashContext], list[int]],
) -> Callable[[AlphaClashContext], list[int]]:
    """Each player may play one Clash Buff in a clash (504.2d, 504.2e)."""
    return lambda c: [seat for seat in who(c) if seat not in c.clash.buffed_by]


EXPANSION_STEPS = {
    "readyStep": tw.Step(next="drawStep", on_begin=lambda c: c.ready_all_cards(), end_if=tw.always),
    "drawStep": tw.Step(next="resourceStep", on_begin=lambda c: c.draw_or_lose(), end_if=tw.always),
    "resourceStep": tw.Step(
        window=window(active_player),
        moves={"placeResource": place_resource},
        doc="At most one card; passing skips it (502.1c).",
    ),
}

CLASH_STEPS = {
    "attackStep": tw.Step(
        start=True,
        next="counterStep",
        window=window(yet_to_attack),
        moves={"declareAttack": declare_attack},
    ),
    "counterStep": tw.Step(
        next="obstructStep",
        window=window(defending_player),
        doc="Any number of responses with Counter - Attack, one at a time (504.2b).",
    ),
    "obstructStep": tw.Step(
        next="attackersClashBuffStep",
        window=window(defending_player),
        moves={"obstruct": obstruct},
    ),
    "attackersClashBuffStep": tw.Step(
        next="defendersClashBuffStep",
        window=window(yet_to_buff(active_player)),
        moves={"playClashBuff": play_clash_buff},
    ),
    "defendersClashBuffStep": tw.Step(
        next="damageStep",
        window=window(yet_to_buff(defending_player)),
        moves={"playClashBuff": play_clash_buff},
    ),
    "damageStep": tw.Step(on_begin=lambda c: c.deal_clash_damage(), window=window()),
}

PHASES = {
    "startOfTurn": tw.Phase(start=True, next="expansion", on_begin=start_of_turn, window=window()),
    "expansion": tw.Phase(next="primary", on_begin=first_step, steps=EXPANSION_STEPS),
    "primary": tw.Phase(
        next=lambda c: "clash" if c.G.clash else "endOfTurn",
        window=window(active_player),
        moves={
            "playCard": play_card,
            "setTrap": set_trap,
            "attachWeapon": attach_weapon,
            "initiateClash": initiate_clash,
            "endTurn": end_turn,
        },
    ),
    "clash": tw.Phase(
        next="primary",
        on_end=lambda c: c.end_clash(),
        steps=CLASH_STEPS,
        doc="Embedded in the Primary Phase, to which it returns (500.1).",
    ),
    "endOfTurn": tw.Phase(
        end=True, on_begin=end_of_turn, on_end=lambda c: c.clean_up(), window=window()
    ),
}

flow = card_game_flow(
    on_begin=lambda c: c.reveal_contenders(),
    setup={
        "chooseFirstPlayer": first_player_phase(next="mulligan"),
        "mulligan": mulligan_phase(
            on_begin=deal_hands,
            on_end=take_mulligans,
            moves={"keepHand": common.keep_hand, "mulligan": mulligan},
            doc="Declared in turn order, taken at the same time; once each (103.5).",
        ),
    },
    turn=tw.Turn(
        phases=PHASES,
        moves={"respond": respond, "resolveEffect": common.resolve_trigger, "pass": pass_priority},
    ),
)

game = tw.Game(
    "alpha-clash",
    state=AlphaClashState,
    context=AlphaClashContext,
    card=Card,
    zones={
        "deck": tw.Zone("hidden"),
        "hand": tw.Zone("owner"),
        "contender": tw.Zone("public"),
        "clash": tw.Zone("public"),
        "clashground": tw.Zone("public"),
        "accessory": tw.Zone("public"),  # Traps lie in it face down
        "resource": tw.Zone("public"),
        "oblivion": tw.Zone("public"),
        "standby": tw.Zone("public", shared=True),
    },
    setup=lambda c: c.create_decks(DECK),
    moves={"concede": common.concede},
    flow=flow,
    library=LIBRARY,
    why_not=why_not,
    glossary=GLOSSARY,
    rulebook=RULEBOOK,
    omitted_fields=("mulligans", "pending"),
    about="Alpha Clash's turn structure with a stand-in card set.",
)
