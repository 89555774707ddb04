"""Grand Archive: the turn structure of its comprehensive rules, with a stand-in card set.

This module has the moves and the flow: starting champions, the six phases of a turn, the combat phase
that returns to the main phase, and the windows in which players have Opportunity. Sections are cited as
in `context.py`.
"""

from __future__ import annotations

from collections.abc import Callable

import turnwright as tw
from turnwright.core.rules.chain import Asking
from turnwright.games.tcg.common.flow import (
    card_game_flow,
    concede,
    first_player_phase,
    pending_window,
)
from turnwright.games.tcg.common.why_not import why_not

from .cards import DECK, LIBRARY
from .context import GrandArchiveContext
from .rulebook import RULEBOOK
from .rules_text import GLOSSARY
from .state import Card, GrandArchiveState

# --- starting the game ------------------------------------------------------------------------------


def create_cards(c: GrandArchiveContext) -> None:
    """Starting the Game 1: a main deck and a material deck each."""
    c.create_decks(DECK)
    for card in list(c.ctx.cards.values()):
        if c.spec(card.id).is_material:
            c.move_card(card.id, "material")


def shuffle_decks(c: GrandArchiveContext) -> None:
    """Shuffle the main decks; every player owes a starting champion."""
    c.shuffle_all_decks()
    c.set_pending_champion_selection(c.seats)


def starting_champions(c: GrandArchiveContext) -> list[int]:
    """The player's level 0 champions."""
    cards = [card for card in c.cards_in("material") if c.spec(card.id).type == "champion"]
    return [card.id for card in cards if c.spec(card.id).level == 0]


@tw.move(label=lambda c, champion: f"Start as {c.name(champion)}")
def choose_champion(c: GrandArchiveContext, champion: int = tw.arg(starting_champions)) -> None:
    """Choose the starting champion in secret."""
    c.G.starting[c.seat] = champion
    c.ctx.pending_champion_selection.discard(c.seat)


def reveal_champions(c: GrandArchiveContext) -> Asking:
    """Starting the Game 6: champions are revealed; in turn order they give the starting hands."""
    for seat in c.order_from(c.starting_player):
        champion = c.G.starting[seat]
        if champion is not None:  # None: a player conceded before choosing
            c.enter_field(c.card(champion))
    while c.G.pending:
        yield from c.perform(c.G.pending.pop(0))


# --- Opportunity ------------------------------------------------------------------------------------


def begin(event: str) -> Callable[[GrandArchiveContext], Asking]:
    """The hook for the beginning of a phase, which triggers abilities of the turn player's objects."""

    def on_begin(c: GrandArchiveContext) -> Asking:
        c.trigger(event, *c.zone("field", c.turn_player))
        yield from c.before_opportunity()

    return on_begin


# Whoever acts keeps Opportunity (Timing, Opportunity 8.1).
OPPORTUNITY = pending_window(after="same")
# In other places Opportunity arises only while something waits on the effects stack.
RESPONSE = pending_window(after="same", seats=lambda c: c.seats if c.G.pending else [])


def activatable(c: GrandArchiveContext) -> list[int]:
    """Card Activation 1.2 to 1.8: elements, targets, timing, and a cost that can be paid."""
    cards = c.usable(c.zone("hand"), "activate")
    return [card_id for card_id in cards if c.has_target(card_id, "activate")]


@tw.move(label=lambda c, card: f"Activate {c.name(card)}")
def activate_card(c: GrandArchiveContext, card: int = tw.arg(activatable)) -> Asking:
    """Announce a card on the stack, declare its target, and pay for it."""
    action = c.spec(card).actions["activate"]
    c.move_card(card, "effectsStack")
    pending = c.pending_effect(card, action, "card", card=card, is_declared=True)
    yield from c.declare_target(pending)
    yield from c.pay(card, action)
    c.G.pending.append(pending)


def objects_with_abilities(c: GrandArchiveContext) -> list[int]:
    """Awake objects with an activated ability."""
    return c.usable(c.zone("field"), "rest")


@tw.move(label=lambda c, card: f"Rest {c.name(card)} for its ability")
def activate_ability(c: GrandArchiveContext, card: int = tw.arg(objects_with_abilities)) -> Asking:
    """Rest an object for its ability, which goes onto the effects stack."""
    action = c.spec(card).actions["rest"]
    pending = c.pending_effect(card, action, "ability", is_declared=True)
    yield from c.declare_target(pending)
    yield from c.pay(card, action)
    c.G.pending.append(pending)


FAST = {"activateCard": activate_card, "activateAbility": activate_ability}


# --- wake up, materialize, recollection, draw -------------------------------------------------------


def wake_up(c: GrandArchiveContext) -> Asking:
    """Wake Up 1: all rested objects of the turn player wake up. (Skipped in a first turn.)"""
    rested = [card for card in c.cards_in("field", c.turn_player) if not card.ready]
    if c.ctx.num_turns:
        for card in rested:
            card.ready = True
        c.trigger("wake up", *(card.id for card in rested))
    yield from c.before_opportunity()


def after_wake_up(c: GrandArchiveContext) -> str:
    """Turn One: a first turn has no materialize and recollection phase, the very first no draw."""
    if c.ctx.num_turns:
        return "materialize"
    return "main" if c.is_first_turn else "draw"


def materializable(c: GrandArchiveContext) -> list[int]:
    """Regalia of enabled elements, or the champion of the next level (Champion 7)."""
    return c.usable(c.zone("material"), "materialize")


@tw.move(label=lambda c, card: f"Materialize {c.name(card)}")
def materialize_card(c: GrandArchiveContext, card: int = tw.arg(materializable)) -> Asking:
    """Put a card of the material deck onto the effects stack and pay its memory cost."""
    action = c.spec(card).actions["materialize"]
    c.move_card(card, "effectsStack")
    yield from c.pay(card, action)
    c.G.pending.append(c.pending_effect(card, action, "card", card=card, is_declared=True))
    c.end_step()


skip_materialization = tw.move(tw.end_step, label="Materialize nothing")


def recollect(c: GrandArchiveContext) -> None:
    """Recollection 3: after the Opportunity, memory returns to the hand."""
    for card_id in list(c.zone("memory", c.turn_player)):
        c.move_card(card_id, "hand")


def draw_for_turn(c: GrandArchiveContext) -> Asking:
    """Draw a card; a player who cannot loses."""
    c.draw_or_lose()
    yield from begin("draw")(c)


# --- main and combat --------------------------------------------------------------------------------


def may_attack(c: GrandArchiveContext) -> bool | str:
    """A guard: the player may declare an attack now."""
    if not c.has_slow_timing:
        return "Attacks have slow timing: your main phase, and an empty effects stack."
    return not c.is_first_turn or "The starting player may not attack in the first turn."


def attackers(c: GrandArchiveContext) -> list[int]:
    """Attacking 1: awake units, also in the turn they entered, with power of their own or a weapon."""
    awake = [card.id for card in c.units(c.seat) if card.ready]
    return [unit for unit in awake if c.weapons(unit)]


def attack_label(c: GrandArchiveContext, attacker: int, weapon: int | None, target: int) -> str:
    """The label of an attack."""
    using = "" if weapon is None else f" with {c.name_there(weapon)}"
    return f"{c.name(attacker)} attacks {c.name_there(target)}{using}"


@tw.move(when=may_attack, label=attack_label)
def declare_attack(
    c: GrandArchiveContext,
    attacker: int = tw.arg(attackers),
    weapon: int | None = tw.arg(lambda c, attacker: c.weapons(attacker)),
    target: int = tw.arg(lambda c, attacker: c.attackable(attacker)),
) -> None:
    """Declare an attack; the combat phase follows."""
    c.declare_attack(attacker, weapon, target)


def attack_declared(c: GrandArchiveContext) -> None:
    """Attack Declaration 4: On Attack triggers wait for the retaliation step."""
    attacker = c.card(c.combat.attacker)
    c.trigger("attack", attacker.id, *c.zone("intent", attacker.owner))


def retaliate(c: GrandArchiveContext) -> Asking:
    """Retaliation Step 3: an awake defender with power may rest to strike back."""
    combat = c.combat
    defender = c.card(combat.target)
    is_able = defender.ready and c.spec(combat.target).power > 0
    if is_able and c.are_on_field(combat.attacker, combat.target):
        text = f"Rest {c.name(defender.id)} to retaliate?"
        combat.is_retaliated = yield c.yes_no(text, seat=defender.owner)
        defender.ready = not combat.is_retaliated


def deal_combat_damage(c: GrandArchiveContext) -> None:
    """Damage Step 3: at the same time; units that left the field deal and take none."""
    combat = c.combat
    if not c.are_on_field(combat.attacker, combat.target):
        return
    attacker, defender = c.card(combat.attacker), c.card(combat.target)
    cards = [attacker, *c.cards_in("intent", attacker.owner)]
    if combat.weapon is not None and c.are_on_field(combat.weapon):
        cards.append(c.card(combat.weapon))
        c.card(combat.weapon).durability -= 1
    damage = sum(c.power(card) for card in cards)
    defender.damage += damage
    if combat.is_retaliated:
        attacker.damage += c.power(defender)
    if damage > 0:
        c.trigger("hit", *(card.id for card in cards))


def end_combat(c: GrandArchiveContext) -> Asking:
    """End of Combat Step 1: state-based effects, the combat ends, intents are put away."""
    c.check_state()
    c.G.combat = None
    for card in c.cards_in("intent", c.turn_player):
        c.put_away(card)
    yield from c.before_opportunity()


# --- the end phase ----------------------------------------------------------------------------------


def clean_up(c: GrandArchiveContext) -> Asking:
    """End Phase 3: damage on allies and effects of this turn end; fleeting allies die."""
    for card_id in c.ctx.cards:
        card = c.card(card_id)
        card.bonus = 0
        if c.spec(card_id).type == "ally":
            card.damage = 0
    for ally in c.objects(c.turn_player, "ally"):
        if c.spec(ally.id).fleeting:
            c.destroy(ally)
    yield from c.before_opportunity()


def after_clean_up(c: GrandArchiveContext) -> str | None:
    """End Phase 4: if something triggered, there is Opportunity and another clean-up."""
    return "opportunityAfterCleanUp" if c.G.pending else None


# --- the flow ---------------------------------------------------------------------------------------

combat_phase = tw.Phase(
    next="main",
    steps={
        "attackDeclaration": tw.Step(
            start=True, next="retaliationStep", on_begin=attack_declared, end_if=tw.always
        ),
        "retaliationStep": tw.Step(
            next="damageStep",
            on_begin=GrandArchiveContext.before_opportunity,
            window=OPPORTUNITY,
            moves=FAST,
            on_end=retaliate,
        ),
        "damageStep": tw.Step(
            next="endOfCombatStep",
            on_begin=GrandArchiveContext.before_opportunity,
            window=OPPORTUNITY,
            moves=FAST,
            on_end=deal_combat_damage,
        ),
        "endOfCombatStep": tw.Step(on_begin=end_combat, window=RESPONSE, moves=FAST),
    },
    doc="Entered by an attack. All steps happen even if a fighter has left the field.",
)

PHASES = {
    "wakeUp": tw.Phase(
        start=True,
        next=after_wake_up,
        on_begin=wake_up,
        window=RESPONSE,
        moves=FAST,
    ),
    "materialize": tw.Phase(
        next="recollection",
        steps={
            "materialization": tw.Step(
                start=True,
                next="opportunity",
                moves={
                    "materializeCard": materialize_card,
                    "skipMaterialization": skip_materialization,
                },
            ),
            "opportunity": tw.Step(
                on_begin=GrandArchiveContext.before_opportunity, window=RESPONSE, moves=FAST
            ),
        },
    ),
    "recollection": tw.Phase(
        next="draw",
        on_begin=begin("recollection"),
        window=OPPORTUNITY,
        moves=FAST,
        on_end=recollect,
    ),
    "draw": tw.Phase(next="main", on_begin=draw_for_turn, window=RESPONSE, moves=FAST),
    "main": tw.Phase(
        next="end",
        on_begin=GrandArchiveContext.before_opportunity,
        window=OPPORTUNITY,
        moves={**FAST, "declareAttack": declare_attack},
    ),
    "combatPhase": combat_phase,
    "end": tw.Phase(
        end=True,
        steps={
            "opportunity": tw.Step(
                start=True,
                next="cleanUp",
                on_begin=begin("end"),
                window=OPPORTUNITY,
                moves=FAST,
            ),
            "cleanUp": tw.Step(next=after_clean_up, on_begin=clean_up, end_if=tw.always),
            "opportunityAfterCleanUp": tw.Step(next="cleanUp", window=OPPORTUNITY, moves=FAST),
        },
    ),
}

flow = card_game_flow(
    on_begin=shuffle_decks,
    setup={
        "chooseFirstPlayer": first_player_phase(next="chooseChampions"),
        "chooseChampions": tw.Phase(
            who=lambda c: sorted(c.ctx.pending_champion_selection),
            end_if=lambda c: not c.ctx.pending_champion_selection,
            moves={"chooseChampion": choose_champion},
            on_end=reveal_champions,
            doc="All at the same time, in secret. The rules have no mulligan.",
        ),
    },
    turn=tw.Turn(phases=PHASES),
)

game = tw.Game(
    "grand-archive",
    state=GrandArchiveState,
    context=GrandArchiveContext,
    card=Card,
    zones={
        "deck": tw.Zone("hidden"),
        "material": tw.Zone("owner"),
        "hand": tw.Zone("owner"),
        "memory": tw.Zone("owner"),
        "field": tw.Zone("public"),
        "lineage": tw.Zone("public"),
        "intent": tw.Zone("public"),
        "graveyard": tw.Zone("public"),
        "banishment": tw.Zone("public"),
        "effectsStack": tw.Zone("public", shared=True),
    },
    setup=create_cards,
    moves={"concede": concede},
    flow=flow,
    library=LIBRARY,
    why_not=why_not,
    glossary=GLOSSARY,
    rulebook=RULEBOOK,
    omitted_fields=("starting", "pending"),
    about="Grand Archive's turn structure with a stand-in card set.",
)
