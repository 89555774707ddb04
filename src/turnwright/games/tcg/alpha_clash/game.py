"""Alpha Clash: the turn structure of its comprehensive rulebook, with a stand-in card set.

Rules are cited by their numbers in the Alpha Clash TCG Comprehensive Rulebook 1.0. What is here: the
mulligan, the four phases of a turn, the Clash Phase embedded in the Primary Phase with its six steps,
and in each of them who has priority. What the words mean is in `rules.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import turnwright as tw
from turnwright.games.tcg.common.context import concede, first_pending, first_player_phase

from .cards import DECK, LIBRARY
from .context import Card, Clash, Rules, Table, window

HAND = 8  # 103.5


# --- before the game -------------------------------------------------------------------------------


def deal_hands(c: Rules) -> None:
    """When the starting player is known: shuffle, and draw eight cards (103.3, 103.5)."""
    c.shuffle_all_decks()
    for seat in c.seats:
        c.draw_card(HAND, seat)
    c.set_pending_mulligan(c.seats)


@tw.move(label="Keep your hand")
def keep_hand(c: Rules) -> None:
    c.ctx.pending_mulligan.discard(c.seat)


@tw.move(label="Take a mulligan")
def mulligan(c: Rules) -> None:
    c.G.mulligans.append(c.seat)
    c.ctx.pending_mulligan.discard(c.seat)


def take_mulligans(c: Rules) -> Any:
    """All who declared one take it at the same time: some cards into the deck, as many drawn."""
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


def standby_is_empty(c: Rules) -> bool | str:
    return not c.G.standby or "Something is in Standby; it must resolve first."


def may_pass(c: Rules) -> bool | str:
    if c.G.standby:
        return c.G.standby[-1].kind != "trigger" or "A triggered effect must be resolved."
    if c.ctx.current_step == "attackStep":
        return "A clash was initiated; declare the attack."
    return c.ctx.current_phase != "primary" or "Nothing is in Standby; play on or end the turn."


pass_priority = tw.move(lambda c: c.pass_priority(), name="pass", when=may_pass, label="Pass")


def counters(c: Rules) -> list[int]:
    """The Quick Actions in hand and the Traps set before this turn (304.7) with the tag for what
    is on top of Standby, or in the Counter Step for the attack (114.1)."""
    if c.G.standby:
        tag = {"card": "play", "trap": "trap"}.get(c.G.standby[-1].kind)
    else:
        tag = "attack" if c.ctx.current_step == "counterStep" else None
    now = c.ctx.num_player_turns
    traps = [card for card in c.cards_in("accessory") if not card.face_up and card.set_in != now]
    cards = [*c.of_type("quick", "hand"), *(trap.id for trap in traps)]
    return [card for card in cards if c.spec(card).counter == tag and c.can_pay(c.spec(card).cost)]


@tw.move(label=lambda c, card: f"Respond with {c.name(card)}")
def respond(c: Rules, card: int = tw.arg(counters)) -> None:
    """A Quick Action is played; of a Trap, turned up, only the effect enters Standby (114.1c)."""
    spec = c.spec(card)
    if spec.type == "quick":
        c.play(card)
    else:
        c.pay(spec.cost)
        c.card(card).face_up = True
        c.into_standby("trap", c.card(card), spec.effect)
        c.give_priority()


def own_triggers(c: Rules) -> list[int]:
    """The owner of several triggered effects on top of Standby chooses their order (603.3b)."""
    own: list[int] = []
    for index in reversed(range(len(c.G.standby))):
        waiting = c.G.standby[index]
        if waiting.kind != "trigger" or waiting.seat != c.seat:
            break
        own.append(index)
    return own


def describe(c: Rules, index: int) -> str:
    waiting = c.G.standby[index]
    return f"Resolve {c.name(waiting.card)}: {waiting.word} {waiting.amount}"


@tw.move(label=describe)
def resolve_effect(c: Rules, index: int = tw.arg(own_triggers, is_card=False)) -> Any:
    waiting = c.G.standby.pop(index)
    waiting.target = yield from c.choose_target(waiting.word)
    c.resolve(waiting)
    c.give_priority()


# --- start of turn, expansion, end of turn ---------------------------------------------------------


def start_of_turn(c: Rules) -> None:
    for card in c.permanents(c.turn_player):
        c.trigger(card, c.spec(card.id).at_start)


def end_of_turn(c: Rules) -> None:
    for card in c.permanents(c.turn_player):
        c.trigger(card, c.spec(card.id).at_end)


def first_step(c: Rules) -> None:
    """The starting player skips the Ready and the Draw Step of the first turn (103.7a, 502.1)."""
    if c.is_first_turn:
        c.set_step("resourceStep")
    else:
        c.set_step("readyStep")


@tw.move(label=lambda c, card: f"Put {c.name(card)} into the Resource Zone")
def place_resource(c: Rules, card: int = tw.arg(lambda c: c.zone("hand"))) -> None:
    c.move_card(card, "resource")
    c.end_step()


# --- the primary phase -----------------------------------------------------------------------------


def playable(c: Rules) -> list[int]:
    """Clash cards, Clashgrounds, Weapons and Basic Actions (503.1a-b); a Clashground not over one's
    own of the same name (302.7)."""
    own = [c.spec(ground).name for ground in c.zone("clashground")]
    cards = [(card_id, c.spec(card_id)) for card_id in c.zone("hand")]
    return [
        card_id
        for card_id, spec in cards
        if (spec.is_permanent or spec.type == "basic")
        and c.can_pay(spec.cost)
        and spec.name not in own
    ]


@tw.move(when=standby_is_empty, label=lambda c, card: f"Play {c.name(card)}")
def play_card(c: Rules, card: int = tw.arg(playable)) -> Any:
    effect = c.spec(card).effect
    target = yield from c.choose_target(effect[0] if effect else "")
    c.play(card, target)


@tw.move(when=standby_is_empty, label=lambda c, card: f"Set {c.name(card)}")
def set_trap(c: Rules, card: int = tw.arg(lambda c: c.of_type("trap", "hand"))) -> None:
    """Setting is not playing: it costs nothing, and nobody responds (304.3)."""
    c.card(card).face_up = False
    c.card(card).set_in = c.ctx.num_player_turns
    c.move_card(card, "accessory")


def weapons(c: Rules) -> list[int]:
    cards = c.of_type("weapon", "accessory")
    return [card_id for card_id in cards if c.can_pay(c.spec(card_id).attach_cost)]


def bearers(c: Rules) -> list[int]:
    """Only one Weapon may be attached to a Clash card (305.10)."""
    return [card.id for card in c.cards_in("clash") if c.weapon_of(card) is None]


@tw.move(
    when=standby_is_empty, label=lambda c, weapon, to: f"{c.name(weapon)} for {c.name_there(to)}"
)
def attach_weapon(c: Rules, weapon: int = tw.arg(weapons), to: int = tw.arg(bearers)) -> None:
    """An activated effect (305.6a). No tag responds to those, so it resolves at once."""
    c.pay(c.spec(weapon).attach_cost)
    c.card(weapon).attached_to = to


def attackers(c: Rules) -> list[int]:
    return [card.id for card in c.fighters(c.seat) if card.ready]


def can_clash(c: Rules) -> bool | str:
    return standby_is_empty(c) if attackers(c) else "Nothing of yours is ready to attack."


@tw.move(when=can_clash, label="Initiate a clash")
def initiate_clash(c: Rules) -> None:
    c.G.clash = Clash()
    c.end_phase()


end_turn = tw.move(tw.end_phase, when=standby_is_empty, label="End the turn")  # 505.5


# --- the clash phase -------------------------------------------------------------------------------


def targets(c: Rules, attacker: int) -> list[int]:
    """The opponent's Contender and engaged Clash cards; with Close Combat also ready ones (704.5)."""
    contender, *cards = c.fighters(c.opponent)
    close = c.spec(attacker).close_combat
    return [contender.id] + [card.id for card in cards if close or not card.ready]


@tw.move(
    when=lambda c: c.G.clash.attacker is None or "The attack is declared already.",
    label=lambda c, attacker, target: f"{c.name(attacker)} attacks {c.name_there(target)}",
)
def declare_attack(
    c: Rules, attacker: int = tw.arg(attackers), target: int = tw.arg(targets)
) -> None:
    """Attack Step: engage one attacker; effects that trigger on attacking enter Standby (504.2a)."""
    c.card(attacker).ready = False
    c.G.clash = Clash(attacker=attacker, target=target)
    c.trigger(c.card(attacker), c.spec(attacker).on_attack)
    c.give_priority()


def able_to_obstruct(c: Rules) -> list[int]:
    """Ready Clash cards, but not the target itself (303.10); Flight needs an answer (704.8)."""
    clash = c.G.clash
    cards = [card.id for card in c.cards_in("clash") if card.ready and card.id != clash.target]
    if not c.spec(clash.attacker).flight:
        return cards
    return [card for card in cards if c.spec(card).flight or c.spec(card).interception]


@tw.move(
    when=lambda c: bool(able_to_obstruct(c)) or "No ready Clash card can obstruct this attack.",
    label="Obstruct the attack",
)
def obstruct(c: Rules) -> Any:
    """Obstruct Step: the attacker now attacks the obstructors instead of its target (504.2c)."""
    chosen = yield c.choose_cards("Obstruct with", able_to_obstruct(c), 1, id="obstruct")
    for card_id in chosen:
        c.card(card_id).ready = False
    c.G.clash.obstructors = chosen
    c.end_step()


def clash_buffs(c: Rules) -> list[int]:
    return [buff for buff in c.of_type("buff", "hand") if c.can_pay(c.spec(buff).cost)]


def buffable(c: Rules) -> list[int]:
    """One's own, in the clash or not; one Clash Buff for each of them in a turn (306.5, 306.6)."""
    return [card.id for card in c.fighters(c.seat) if not card.was_buffed]


@tw.move(when=standby_is_empty, label=lambda c, card, to: f"{c.name(card)} for {c.name_there(to)}")
def play_clash_buff(c: Rules, card: int = tw.arg(clash_buffs), to: int = tw.arg(buffable)) -> None:
    c.card(to).was_buffed = True
    c.G.clash.buffed_by.append(c.seat)
    c.play(card, to)


# --- the flow --------------------------------------------------------------------------------------


def active_player(c: Rules) -> list[int]:
    return [c.turn_player]


def defending_player(c: Rules) -> list[int]:
    return [c.defender]


def yet_to_attack(c: Rules) -> list[int]:
    return [c.turn_player] if c.G.clash.attacker is None else []


def yet_to_buff(who: Callable[[Rules], list[int]]) -> Callable[[Rules], list[int]]:
    """Each player may play one Clash Buff in a clash (504.2d, 504.2e)."""
    return lambda c: [seat for seat in who(c) if seat not in c.G.clash.buffed_by]


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

flow = tw.Flow(
    segments={
        "startingAGame": tw.Segment(
            next=lambda c: "endGame" if c.ctx.game_over else "duringGame",
            on_begin=lambda c: c.reveal_contenders(),
            end_if=lambda c: (
                c.ctx.game_over or (c.ctx.otp is not None and not c.ctx.pending_mulligan)
            ),
            turn=tw.Turn(
                phases={
                    "chooseFirstPlayer": first_player_phase(next="mulligan"),
                    "mulligan": tw.Phase(
                        on_begin=deal_hands,
                        on_end=take_mulligans,
                        who=lambda c: first_pending(c, c.ctx.pending_mulligan),
                        moves={"keepHand": keep_hand, "mulligan": mulligan},
                        doc="Declared in turn order, taken at the same time; once each (103.5).",
                    ),
                }
            ),
        ),
        "duringGame": tw.Segment(
            next="endGame",
            first=lambda c: c.ctx.otp,
            end_if=lambda c: c.ctx.game_over,
            turn=tw.Turn(
                phases=PHASES,
                moves={"respond": respond, "resolveEffect": resolve_effect, "pass": pass_priority},
            ),
        ),
        "endGame": tw.Segment(),
    }
)

game = tw.Game(
    "alpha-clash",
    state=Table,
    context=Rules,
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
    moves={"concede": concede},
    flow=flow,
    library=LIBRARY,
    omitted_fields=("mulligans", "standby"),
    about="Alpha Clash's turn structure with a stand-in card set.",
)
