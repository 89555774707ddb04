"""Disney Lorcana: the turn structure of its comprehensive rules, with a stand-in card set.

This module has the moves and the flow: choosing the first player and altering the hand, the three
phases of a turn with their steps, every turn action, the challenge with its two steps inside the main
phase, and the bag. Numbers in comments are those of the Disney Lorcana Comprehensive Rules, version
2.2.0, which call the beginning phase the Start-of-Turn Phase.
"""

from __future__ import annotations

import turnwright as tw
from turnwright.core.rules.chain import Asking
from turnwright.games.tcg.common.flow import (
    card_game_flow,
    concede,
    deal_hands,
    first_player_phase,
    mulligan_phase,
    resolve_trigger,
)
from turnwright.games.tcg.common.why_not import why_not

from .cards import DECK, LIBRARY
from .context import LorcanaContext
from .rulebook import RULEBOOK
from .rules_text import GLOSSARY
from .state import Card, Challenge, LorcanaState

HAND = 7  # 2.2.1.4


# --- before the game (2.2) ---------------------------------------------------------------------------


def draw_opening_hands(c: LorcanaContext) -> None:
    """2.2.1.2 to 2.2.1.4: once it is known who goes first."""
    c.shuffle_all_decks()
    deal_hands(c, HAND)


@tw.move(label="Alter your hand")
def alter_hand(c: LorcanaContext) -> Asking:
    """2.2.2.1: once, any number of cards (or none) to the bottom; draw until there are seven."""
    text = "Put cards on the bottom of your deck"
    back = yield c.choose_cards(text, c.zone("hand"), id="mulligan")
    for card_id in back:
        c.move_card(card_id, "deck", bottom=True)
    if back:
        c.draw_card(len(back), c.seat)
        c.G.altered.append(c.seat)
    c.ctx.pending_mulligan.discard(c.seat)


def shuffle_altered_decks(c: LorcanaContext) -> None:
    """2.2.2.3: after everybody has decided, players who put cards back shuffle."""
    for seat in c.G.altered:
        c.shuffle_zone("deck", seat)


alter_hand_phase = mulligan_phase(
    on_begin=draw_opening_hands,
    on_end=shuffle_altered_decks,
    moves={"alterHand": alter_hand},
    doc="The starting player first; once each.",
)


# --- the bag (7.7) -----------------------------------------------------------------------------------


def bag_is_empty(c: LorcanaContext) -> bool:
    """Return whether no triggered ability waits."""
    return not c.G.pending


# --- the beginning phase (3.2) -----------------------------------------------------------------------


def ready_step(c: LorcanaContext) -> None:
    """3.2.1: ready cards in play and in the inkwell. Triggers of the start of the turn wait."""
    seat = c.turn_player
    c.ready_all_cards()
    c.G.ink[seat] = len(c.zone("inkwell", seat))
    c.G.has_inked = False
    c.trigger("start of turn", *c.zone("play", seat))


def set_step(c: LorcanaContext) -> None:
    """3.2.2: characters are dry; locations give lore; after that the bag is resolved."""
    for card in c.characters(c.turn_player):
        card.drying = False
    c.gain_lore_from_locations()


def draw_step(c: LorcanaContext) -> None:
    """3.2.3.1: not in the first turn of the game. An empty deck does not lose the game yet."""
    if not c.is_first_turn:
        c.draw_card()


beginning_phase = tw.Phase(
    start=True,
    next="mainPhase",
    who=LorcanaContext.bag_owner,
    moves={"resolveBag": resolve_trigger},
    steps={
        "readyStep": tw.Step(
            start=True,
            next="setStep",
            on_begin=ready_step,
            end_if=tw.always,
            on_end=LorcanaContext.check_state,
        ),
        "setStep": tw.Step(
            next="drawStep",
            on_begin=set_step,
            end_if=bag_is_empty,
            on_end=LorcanaContext.check_state,
        ),
        "drawStep": tw.Step(
            on_begin=draw_step, end_if=bag_is_empty, on_end=LorcanaContext.check_state
        ),
    },
)


# --- turn actions (4) --------------------------------------------------------------------------------


def inkable(c: LorcanaContext) -> list[int]:
    """Cards in hand that may be put into the inkwell."""
    return [card_id for card_id in c.zone("hand") if c.spec(card_id).inkable]


@tw.move(
    when=lambda c: not c.G.has_inked or "Only one card may be put into the inkwell each turn.",
    label=lambda c, card: f"Put {c.name(card)} into the inkwell",
    hidden_label="puts a card into the inkwell",
)
def put_a_card_into_the_inkwell(c: LorcanaContext, card: int = tw.arg(inkable)) -> None:
    """4.2: facedown and ready."""
    c.move_card(card, "inkwell")
    c.G.ink[c.seat] += 1
    c.G.has_inked = True


def playable(c: LorcanaContext) -> list[int]:
    """Cards in hand that can be paid for."""
    return c.usable(c.zone("hand"), "play")


@tw.move(label=lambda c, card: f"Play {c.name(card)}")
def play_card(c: LorcanaContext, card: int = tw.arg(playable)) -> Asking:
    """4.3: pay the cost and play the card."""
    yield from c.pay(card, c.spec(card).actions["play"])
    yield from c.play(card)


def songs(c: LorcanaContext) -> list[int]:
    """Songs in hand."""
    return [card_id for card_id in c.zone("hand") if c.spec(card_id).type == "song"]


@tw.move(label=lambda c, song, singer: f"{c.name_there(singer)} sings {c.name(song)}")
def sing(
    c: LorcanaContext, song: int = tw.arg(songs), singer: int = tw.arg(LorcanaContext.singers)
) -> Asking:
    """5.4.4.2: exert a character instead of paying for a song."""
    c.card(singer).ready = False
    yield from c.play(song)


def questers(c: LorcanaContext) -> list[int]:
    """Characters that may quest."""
    return c.usable([card.id for card in c.characters(c.seat)], "quest")


@tw.move(label=lambda c, card: f"Quest with {c.name(card)}")
def quest(c: LorcanaContext, card: int = tw.arg(questers)) -> Asking:
    """4.5: exert a character to gain its lore."""
    yield from c.pay(card, c.spec(card).actions["quest"])
    c.G.lore[c.seat] += c.spec(card).lore
    c.trigger("quests", card)
    c.check_state()


@tw.move(label=lambda c, card, target: f"{c.name(card)} challenges {c.name_there(target)}")
def challenge(
    c: LorcanaContext,
    card: int = tw.arg(LorcanaContext.challengers),
    target: int = tw.arg(LorcanaContext.challengeable),
) -> None:
    """4.6: exert a character to challenge; the two steps of the challenge follow."""
    c.card(card).ready = False
    c.G.challenge = Challenge(challenger=card, challenged=target)


def movers(c: LorcanaContext) -> list[int]:
    """4.7: drying and exerted characters may move, too."""
    return [card.id for card in c.characters(c.seat)]


def destinations(c: LorcanaContext, card: int) -> list[int]:
    """The player's other locations that the character can be moved to."""
    here = c.card(card).location
    others = [place.id for place in c.in_play(c.seat, "location") if place.id != here]
    return c.usable(others, "move")


@tw.move(label=lambda c, card, to: f"Move {c.name(card)} to {c.name_there(to)}")
def move_character(
    c: LorcanaContext, card: int = tw.arg(movers), to: int = tw.arg(destinations)
) -> Asking:
    """4.7: pay the move cost of a location and move a character there."""
    yield from c.pay(to, c.spec(to).actions["move"])
    c.card(card).location = to
    c.check_state()


def activatable(c: LorcanaContext) -> list[int]:
    """4.4.2: cards with an activated ability; a character must be dry, an item need not wait."""
    return c.usable(c.zone("play"), "exert")


@tw.move(label=lambda c, card: f"Use {c.name(card)}")
def activate_ability(c: LorcanaContext, card: int = tw.arg(activatable)) -> Asking:
    """4.4.4: exert a card for its ability."""
    yield from c.pay(card, c.spec(card).actions["exert"])
    yield from c.use_now(card, "exert")
    c.check_state()


# --- the main phase (3.3) ----------------------------------------------------------------------------


def challenge_of(c: LorcanaContext) -> Challenge:
    """The challenge in progress."""
    assert c.G.challenge is not None
    return c.G.challenge


def declare_challenge(c: LorcanaContext) -> None:
    """4.6.5: abilities that the challenge triggers resolve before any damage."""
    challenge = challenge_of(c)
    c.trigger("challenges", challenge.challenger)
    c.trigger("challenged", challenge.challenged)
    c.check_state()


def after_declaration(c: LorcanaContext) -> str:
    """4.6.9: the challenge ends if one of the two has left play."""
    both = (challenge_of(c).challenger, challenge_of(c).challenged)
    return "challengeDamageStep" if all(map(c.is_in_play, both)) else "idle"


def deal_challenge_damage(c: LorcanaContext) -> None:
    """4.6.6: at the same time. A location has no strength and deals none (4.6.8.3)."""
    challenge = challenge_of(c)
    challenger, challenged = c.card(challenge.challenger), c.card(challenge.challenged)
    challenger.damage += c.strength(challenged)
    challenged.damage += c.strength(challenger)
    c.check_state()


def end_challenge(c: LorcanaContext) -> None:
    """4.6.7: the challenge is over."""
    c.G.challenge = None


main_phase = tw.Phase(
    next="endOfTurnPhase",
    steps={
        "idle": tw.Step(
            start=True,
            next=lambda c: "challengeDeclarationStep" if c.G.challenge else "bag",
            on_begin=end_challenge,
            end_if=lambda c: c.G.challenge or c.G.pending,
            moves={
                "putACardIntoTheInkwell": put_a_card_into_the_inkwell,
                "playCard": play_card,
                "sing": sing,
                "quest": quest,
                "challenge": challenge,
                "moveCharacter": move_character,
                "activateAbility": activate_ability,
                "passTurn": tw.move(
                    tw.end_phase,
                    when=lambda c: not c.must_challenge() or "A Reckless character must challenge.",
                    label="End your turn",
                ),
            },
            doc="The active player takes turn actions, one after the other, in any order.",
        ),
        "bag": tw.Step(
            next="idle",
            who=LorcanaContext.bag_owner,
            end_if=bag_is_empty,
            moves={"resolveBag": resolve_trigger},
            doc="4.1.2: triggered abilities resolve before the next turn action.",
        ),
        "challengeDeclarationStep": tw.Step(
            next=after_declaration,
            on_begin=declare_challenge,
            who=LorcanaContext.bag_owner,
            end_if=bag_is_empty,
            moves={"resolveBag": resolve_trigger},
        ),
        "challengeDamageStep": tw.Step(
            next="idle",
            on_begin=deal_challenge_damage,
            who=LorcanaContext.bag_owner,
            end_if=bag_is_empty,
            moves={"resolveBag": resolve_trigger},
        ),
    },
)


# --- the end-of-turn phase (3.4) ---------------------------------------------------------------------


def end_of_turn(c: LorcanaContext) -> None:
    """3.4.1: abilities that trigger at the end of the turn go into the bag."""
    c.trigger("end of turn", *c.zone("play", c.turn_player))


def turn_ends(c: LorcanaContext) -> None:
    """3.4.1.2: effects of "this turn" end. 3.4.2: a last game state check; an empty deck loses."""
    for seat in c.seats:
        for card in c.characters(seat):
            card.strength_this_turn = 0
    c.check_state()
    if not c.zone("deck", c.turn_player):  # 1.8.1.2
        c.lose(c.turn_player, reason="no cards left in the deck")


end_of_turn_phase = tw.Phase(
    end=True,
    on_begin=end_of_turn,
    on_end=turn_ends,
    who=LorcanaContext.bag_owner,
    end_if=bag_is_empty,
    moves={"resolveBag": resolve_trigger},
)


# --- the flow ----------------------------------------------------------------------------------------

flow = card_game_flow(
    setup={
        "chooseFirstPlayer": first_player_phase(next="alterHand"),
        "alterHand": alter_hand_phase,
    },
    turn=tw.Turn(
        phases={
            "beginningPhase": beginning_phase,
            "mainPhase": main_phase,
            "endOfTurnPhase": end_of_turn_phase,
        }
    ),
)

game = tw.Game(
    "lorcana",
    state=LorcanaState,
    context=LorcanaContext,
    card=Card,
    zones={
        "deck": tw.Zone("hidden"),
        "hand": tw.Zone("owner"),
        "inkwell": tw.Zone("hidden"),  # 7.5.4: not even its owner may look
        "play": tw.Zone("public"),
        "discard": tw.Zone("public"),
    },
    setup=lambda c: c.create_decks(DECK),
    moves={"concede": concede},
    flow=flow,
    library=LIBRARY,
    why_not=why_not,
    glossary=GLOSSARY,
    rulebook=RULEBOOK,
    omitted_fields=("altered", "has_inked", "bag_holder"),
    about="Disney Lorcana's turn structure with a stand-in card set.",
)
