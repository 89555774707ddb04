"""Disney Lorcana: the turn structure of its comprehensive rules, with a stand-in card set.

What is here: choosing the first player and altering the hand, the three phases of a turn with their
steps, every turn action, the challenge with its two steps inside the main phase, and the bag. What
the moves do is said in the words of `rules.py`; numbers in comments are those of the Disney Lorcana
Comprehensive Rules, version 2.2.0, which calls the beginning phase the Start-of-Turn Phase.
"""

from __future__ import annotations

from typing import Any

import turnwright as tw
from turnwright.games.tcg.common.context import concede, first_pending, first_player_phase

from .cards import DECK, LIBRARY
from .context import Card, Challenge, Rules, Table

HAND = 7  # 2.2.1.4


# --- before the game (2.2) ---------------------------------------------------------------------------


def draw_opening_hands(c: Rules) -> None:
    """2.2.1.2 to 2.2.1.4: after it is known who begins."""
    c.shuffle_all_decks()
    for seat in c.seats:
        c.draw_card(HAND, seat)
    c.set_pending_mulligan(c.seats)


@tw.move(label="Alter your hand")
def alter_hand(c: Rules) -> Any:
    """2.2.2.1: once, any number of cards (or none) to the bottom; draw until there are seven."""
    text = "Put cards on the bottom of your deck"
    back = yield c.choose_cards(text, c.zone("hand"), id="mulligan")
    for card_id in back:
        c.move_card(card_id, "deck", bottom=True)
    if back:
        c.draw_card(len(back), c.seat)
        c.G.altered.append(c.seat)
    c.ctx.pending_mulligan.discard(c.seat)


def shuffle_altered_decks(c: Rules) -> None:
    """2.2.2.3: only when everybody has decided, and only who has put a card back."""
    for seat in c.G.altered:
        c.shuffle_zone("deck", seat)


alter_hand_phase = tw.Phase(
    on_begin=draw_opening_hands,
    on_end=shuffle_altered_decks,
    end_if=lambda c: not c.ctx.pending_mulligan,
    who=lambda c: first_pending(c, c.ctx.pending_mulligan),
    moves={"alterHand": alter_hand},
    doc="The starting player first; once each.",
)


# --- the bag (7.7) -----------------------------------------------------------------------------------


def own_triggers(c: Rules) -> list[int]:
    return [i for i, trigger in enumerate(c.G.bag) if c.card(trigger.card).owner == c.seat]


def describe_trigger(c: Rules, index: int) -> str:
    trigger = c.G.bag[index]
    word, number = c.spec(trigger.card).effects[trigger.timing]
    return f"Resolve {c.name(trigger.card)}: {word} {number}"


@tw.move(label=describe_trigger)
def resolve_bag(c: Rules, index: int = tw.arg(own_triggers, is_card=False)) -> Any:
    trigger = c.G.bag.pop(index)
    yield from c.resolve(trigger.card, trigger.timing)
    c.check_state()
    c.G.bag_holder = c.seat if c.G.bag else None


def bag_is_empty(c: Rules) -> bool:
    return not c.G.bag


# --- the beginning phase (3.2) -----------------------------------------------------------------------


def ready_step(c: Rules) -> None:
    """3.2.1: cards in play and in the inkwell. What the start of the turn triggers has to wait."""
    seat = c.turn_player
    c.ready_all_cards()
    c.G.ink[seat] = len(c.zone("inkwell", seat))
    c.G.has_inked = False
    c.trigger(c.zone("play", seat), "start of turn")


def set_step(c: Rules) -> None:
    """3.2.2: characters are dry; locations give lore; after that the bag is resolved."""
    for card in c.characters(c.turn_player):
        card.drying = False
    c.gain_lore_from_locations()


def draw_step(c: Rules) -> None:
    """3.2.3.1: not in the first turn of the game. An empty deck is no loss yet."""
    if not c.is_first_turn:
        c.draw_card()


beginning_phase = tw.Phase(
    start=True,
    next="mainPhase",
    who=Rules.bag_owner,
    moves={"resolveBag": resolve_bag},
    steps={
        "readyStep": tw.Step(
            start=True,
            next="setStep",
            on_begin=ready_step,
            end_if=tw.always,
            on_end=Rules.check_state,
        ),
        "setStep": tw.Step(
            next="drawStep", on_begin=set_step, end_if=bag_is_empty, on_end=Rules.check_state
        ),
        "drawStep": tw.Step(on_begin=draw_step, end_if=bag_is_empty, on_end=Rules.check_state),
    },
)


# --- turn actions (4) --------------------------------------------------------------------------------


def inkable(c: Rules) -> list[int]:
    return [card_id for card_id in c.zone("hand") if c.spec(card_id).inkable]


@tw.move(
    when=lambda c: not c.G.has_inked or "Only one card may be put into the inkwell each turn.",
    label=lambda c, card: f"Put {c.name(card)} into the inkwell",
)
def put_a_card_into_the_inkwell(c: Rules, card: int = tw.arg(inkable)) -> None:
    """4.2: facedown and ready."""
    c.move_card(card, "inkwell")
    c.G.ink[c.seat] += 1
    c.G.has_inked = True


def affordable(c: Rules) -> list[int]:
    return [card_id for card_id in c.zone("hand") if c.can_pay(c.spec(card_id).cost)]


@tw.move(label=lambda c, card: f"Play {c.name(card)}")
def play_card(c: Rules, card: int = tw.arg(affordable)) -> Any:
    c.pay(c.spec(card).cost)
    yield from c.play(card)


def songs(c: Rules) -> list[int]:
    return [card_id for card_id in c.zone("hand") if c.spec(card_id).type == "song"]


def singers(c: Rules, song: int) -> list[int]:
    """A dry character that costs no less than the song."""
    cost = c.spec(song).cost
    return [card.id for card in c.able(c.seat) if c.spec(card.id).cost >= cost]


@tw.move(label=lambda c, song, singer: f"{c.name_there(singer)} sings {c.name(song)}")
def sing(c: Rules, song: int = tw.arg(songs), singer: int = tw.arg(singers)) -> Any:
    """5.4.4.2: exerting a character is another way to pay for a song."""
    c.card(singer).ready = False
    yield from c.play(song)


def questers(c: Rules) -> list[int]:
    """4.5.1.2: dry characters, but none with Reckless (8.7.2)."""
    return [card.id for card in c.able(c.seat) if not c.has(card.id, "Reckless")]


@tw.move(label=lambda c, card: f"Quest with {c.name(card)}")
def quest(c: Rules, card: int = tw.arg(questers)) -> None:
    c.card(card).ready = False
    c.G.lore[c.seat] += c.spec(card).lore
    c.trigger([card], "quests")
    c.check_state()


@tw.move(label=lambda c, card, target: f"{c.name(card)} challenges {c.name_there(target)}")
def challenge(
    c: Rules,
    card: int = tw.arg(Rules.challengers),
    target: int = tw.arg(Rules.challengeable),
) -> None:
    """4.6: what follows are the two steps of the challenge."""
    c.card(card).ready = False
    c.G.challenge = Challenge(challenger=card, challenged=target)


def movers(c: Rules) -> list[int]:
    return [card.id for card in c.characters(c.seat)]


def destinations(c: Rules, card: int) -> list[int]:
    here = c.card(card).location
    places = [place.id for place in c.in_play(c.seat, "location") if place.id != here]
    return [place for place in places if c.can_pay(c.spec(place).move_cost)]


@tw.move(label=lambda c, card, to: f"Move {c.name(card)} to {c.name_there(to)}")
def move_character(c: Rules, card: int = tw.arg(movers), to: int = tw.arg(destinations)) -> None:
    """4.7: drying and exerted characters may move, too."""
    c.pay(c.spec(to).move_cost)
    c.card(card).location = to
    c.check_state()


def usable(c: Rules) -> list[int]:
    """4.4.2: to be exerted a character must be dry; an item need not wait."""
    cards = [card for card in c.cards_in("play") if card.ready and not card.drying]
    return [card.id for card in cards if "exert" in c.spec(card.id).effects]


@tw.move(label=lambda c, card: f"Use {c.name(card)}")
def activate_ability(c: Rules, card: int = tw.arg(usable)) -> Any:
    """4.4.4: the effect of an activated ability does not go into the bag."""
    c.card(card).ready = False
    yield from c.resolve(card, "exert")
    c.check_state()


# --- the main phase (3.3) ----------------------------------------------------------------------------


def declare_challenge(c: Rules) -> None:
    """4.6.5: what challenging triggers is resolved before any damage."""
    c.trigger([c.G.challenge.challenger], "challenges")
    c.trigger([c.G.challenge.challenged], "challenged")
    c.check_state()


def after_declaration(c: Rules) -> str:
    """4.6.9: when one of the two is gone there is no challenge any more."""
    both = (c.G.challenge.challenger, c.G.challenge.challenged)
    return "challengeDamageStep" if all(map(c.is_in_play, both)) else "idle"


def deal_challenge_damage(c: Rules) -> None:
    """4.6.6: at the same time. A location has no strength and deals none (4.6.8.3)."""
    challenger, challenged = c.card(c.G.challenge.challenger), c.card(c.G.challenge.challenged)
    challenger.damage += c.strength(challenged)
    challenged.damage += c.strength(challenger)
    c.check_state()


def end_challenge(c: Rules) -> None:
    c.G.challenge = None  # 4.6.7


main_phase = tw.Phase(
    next="endOfTurnPhase",
    steps={
        "idle": tw.Step(
            start=True,
            next=lambda c: "challengeDeclarationStep" if c.G.challenge else "bag",
            on_begin=end_challenge,
            end_if=lambda c: c.G.challenge or c.G.bag,
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
            who=Rules.bag_owner,
            end_if=bag_is_empty,
            moves={"resolveBag": resolve_bag},
            doc="4.1.2: what a turn action has triggered is resolved before the next one.",
        ),
        "challengeDeclarationStep": tw.Step(
            next=after_declaration,
            on_begin=declare_challenge,
            who=Rules.bag_owner,
            end_if=bag_is_empty,
            moves={"resolveBag": resolve_bag},
        ),
        "challengeDamageStep": tw.Step(
            next="idle",
            on_begin=deal_challenge_damage,
            who=Rules.bag_owner,
            end_if=bag_is_empty,
            moves={"resolveBag": resolve_bag},
        ),
    },
)


# --- the end-of-turn phase (3.4) ---------------------------------------------------------------------


def end_of_turn(c: Rules) -> None:
    c.trigger(c.zone("play", c.turn_player), "end of turn")


def turn_ends(c: Rules) -> None:
    """3.4.1.2: what lasts "this turn" ends. 3.4.2: a last game state check, and the empty deck."""
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
    who=Rules.bag_owner,
    end_if=bag_is_empty,
    moves={"resolveBag": resolve_bag},
)


# --- the flow ----------------------------------------------------------------------------------------

flow = tw.Flow(
    segments={
        "startingAGame": tw.Segment(
            next=lambda c: "endGame" if c.ctx.game_over else "duringGame",
            end_if=lambda c: c.ctx.game_over or c.ctx.phases_done,
            turn=tw.Turn(
                phases={
                    "chooseFirstPlayer": first_player_phase(next="alterHand"),
                    "alterHand": alter_hand_phase,
                }
            ),
        ),
        "duringGame": tw.Segment(
            next="endGame",
            first=lambda c: c.ctx.otp,
            end_if=lambda c: c.ctx.game_over,
            turn=tw.Turn(
                phases={
                    "beginningPhase": beginning_phase,
                    "mainPhase": main_phase,
                    "endOfTurnPhase": end_of_turn_phase,
                }
            ),
        ),
        "endGame": tw.Segment(),
    }
)

game = tw.Game(
    "lorcana",
    state=Table,
    context=Rules,
    card=Card,
    zones={
        "deck": tw.Zone("hidden"),
        "hand": tw.Zone("owner"),
        "inkwell": tw.Zone("hidden"),  # 7.5.4: not even its player may look
        "play": tw.Zone("public"),
        "discard": tw.Zone("public"),
    },
    setup=lambda c: c.create_decks(DECK),
    moves={"concede": concede},
    flow=flow,
    library=LIBRARY,
    omitted_fields=("altered", "has_inked", "bag_holder"),
    about="Disney Lorcana's turn structure with a stand-in card set.",
)
