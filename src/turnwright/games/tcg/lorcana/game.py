"""Disney Lorcana: the turn structure of its comprehensive rules, with a stand-in card set.

Sections cited are those of the Disney Lorcana Comprehensive Rules. What is here: choosing the first
player and altering the hand, the beginning phase with its ready, set and draw steps, the main phase
with every turn action, the bag, the end-of-turn phase, and the game state check after each of them.
"""

from __future__ import annotations

from typing import Any

import turnwright as tw
from turnwright.games.tcg.table import CardTable, concede, first_pending, first_player_phase

from .cards import DECK, LIBRARY, CardSpec

LORE_TO_WIN = 20
HAND = 7


class Card(tw.Card):
    damage: tw.Public[int] = 0
    drying: tw.Public[bool] = False  # characters cannot quest, challenge or exert while drying
    location: tw.Public[int | None] = None


class Trigger(tw.State):
    """An effect waiting in the bag."""

    seat: tw.Public[int]
    effect: tw.Public[str]
    amount: tw.Public[int]
    source: tw.Public[str]


class Table(tw.State):
    lore: tw.Public[list[int]] = tw.default(lambda: [0, 0])
    ink: tw.Public[list[int]] = tw.default(lambda: [0, 0])  # ready ink
    has_inked: tw.Public[bool] = False
    bag: tw.Public[list[Trigger]] = []


class Rules(CardTable):
    """The words of the rulebook."""

    __slots__ = ()
    library = LIBRARY

    # --- looking --------------------------------------------------------------------------------

    def in_play(self, seat: int, type: str) -> list[Any]:
        return [card for card in self.cards_in("play", seat) if self.spec(card.id).type == type]

    def characters(self, seat: int) -> list[Any]:
        return self.in_play(seat, "character")

    def able(self, seat: int) -> list[Any]:
        """Characters that are ready and dry."""
        return [card for card in self.characters(seat) if card.ready and not card.drying]

    def damageable(self) -> list[int]:
        cards = [*self.characters(0), *self.characters(1)]
        return [card.id for card in cards]

    def can_pay(self, amount: int) -> bool:
        return self.G.ink[self.seat] >= amount

    # --- doing ----------------------------------------------------------------------------------

    def gain_lore(self, seat: int, amount: int) -> None:
        self.G.lore[seat] += amount

    def gain_lore_from_locations(self) -> None:
        """Set step: locations with lore gain it for their player."""
        seat = self.turn_player
        for card in self.in_play(seat, "location"):
            self.gain_lore(seat, self.spec(card.id).lore)

    def into_bag(self, seat: int, effect: tuple[str, int] | None, source: str) -> None:
        if effect is not None:
            word, amount = effect
            self.G.bag.append(Trigger(seat=seat, effect=word, amount=amount, source=source))

    def put_into_play(self, card_id: int) -> None:
        spec: CardSpec = self.spec(card_id)
        self.into_bag(self.seat, spec.on_play, spec.name)
        if spec.type in ("action", "song"):
            self.move_card(card_id, "discard")
        else:
            self.move_card(card_id, "play")
            self.card(card_id).drying = spec.type == "character"

    def banish(self, card: Any) -> None:
        spec: CardSpec = self.spec(card.id)
        self.into_bag(card.owner, spec.on_banish, spec.name)
        for other in self.cards_in("play", card.owner):
            if other.location == card.id:
                other.location = None
        card.damage, card.location, card.ready, card.drying = 0, None, True, False
        self.move_card(card.id, "discard")

    def check_state(self) -> None:
        """The game state check: 20 lore wins; damage up to the willpower banishes. Then the bag."""
        for seat in self.seats:
            if self.G.lore[seat] >= LORE_TO_WIN:
                self.win(seat, reason=f"{LORE_TO_WIN} lore")
                return
        for seat in self.seats:
            for card in self.cards_in("play", seat):
                willpower = self.spec(card.id).willpower
                if willpower and card.damage >= willpower:
                    self.banish(card)


# --- before the game --------------------------------------------------------------------------------


def deal(c: Rules) -> None:
    c.shuffle_all_decks()
    for seat in c.seats:
        c.draw_card(HAND, seat)
    c.set_pending_mulligan(c.seats)


@tw.move(label="Alter your hand")
def alter_hand(c: Rules) -> Any:
    """Once: any number of cards to the bottom, draw back up to seven, then shuffle."""
    back = yield c.choose_many("Put cards on the bottom of your deck", c.zone("hand"), label=c.name)
    for card_id in back:
        c.move_card(card_id, "deck", bottom=True)
    if back:
        c.draw_card(len(back), c.seat)
        c.shuffle_zone("deck")
    c.ctx.pending_mulligan.discard(c.seat)


# --- the beginning phase ------------------------------------------------------------------------------


def ready_step(c: Rules) -> None:
    """Ready step: the active player readies all cards in play and in the inkwell."""
    seat = c.turn_player
    c.ready_all_cards()
    c.G.ink[seat] = len(c.zone("inkwell", seat))
    c.G.has_inked = False


def set_step(c: Rules) -> None:
    """Set step: characters are no longer drying; lore from locations; start-of-turn effects."""
    for card in c.characters(c.turn_player):
        card.drying = False
    c.gain_lore_from_locations()
    c.check_state()


def draw_step(c: Rules) -> None:
    """Draw step: one card; the starting player skips it in the first turn."""
    if not c.is_first_turn:
        c.draw_or_lose()


# --- the main phase -----------------------------------------------------------------------------------


def inkable(c: Rules) -> list[int]:
    return [card_id for card_id in c.zone("hand") if c.spec(card_id).inkable]


@tw.move(
    when=lambda c: not c.G.has_inked or "Only one card may be put into the inkwell each turn.",
    label=lambda c, card: f"Put {c.name(card)} into the inkwell",
)
def put_a_card_into_the_inkwell(c: Rules, card: int = tw.arg(inkable)) -> None:
    c.move_card(card, "inkwell")
    c.G.ink[c.seat] += 1
    c.G.has_inked = True


def affordable(c: Rules) -> list[int]:
    return [card_id for card_id in c.zone("hand") if c.can_pay(c.spec(card_id).cost)]


@tw.move(label=lambda c, card: f"Play {c.name(card)}")
def play_card(c: Rules, card: int = tw.arg(affordable)) -> None:
    c.G.ink[c.seat] -= c.spec(card).cost
    c.put_into_play(card)
    c.check_state()


def songs(c: Rules) -> list[int]:
    return [card_id for card_id in c.zone("hand") if c.spec(card_id).type == "song"]


def singers(c: Rules, song: int) -> list[int]:
    """A ready, dry character may exert to sing a song that costs no more than the character."""
    cost = c.spec(song).cost
    return [card.id for card in c.able(c.seat) if c.spec(card.id).cost >= cost]


@tw.move(label=lambda c, song, singer: f"{c.name(singer)} sings {c.name(song)}")
def sing(c: Rules, song: int = tw.arg(songs), singer: int = tw.arg(singers)) -> None:
    c.card(singer).ready = False
    c.put_into_play(song)
    c.check_state()


def questers(c: Rules) -> list[int]:
    return [card.id for card in c.able(c.seat) if c.spec(card.id).lore]


@tw.move(label=lambda c, card: f"Quest with {c.name(card)}")
def quest(c: Rules, card: int = tw.arg(questers)) -> None:
    c.card(card).ready = False
    c.gain_lore(c.seat, c.spec(card).lore)
    c.check_state()


def challengers(c: Rules) -> list[int]:
    cards = [card for card in c.characters(c.seat) if card.ready]
    return [card.id for card in cards if not card.drying or c.spec(card.id).rush]


def challenged(c: Rules, card: int) -> list[int]:
    """An exerted character of the opponent, or a location; evasive needs evasive."""
    foe = c.opponent
    is_evasive = c.spec(card).evasive
    exerted = [other.id for other in c.characters(foe) if not other.ready]
    allowed = [other for other in exerted if is_evasive or not c.spec(other).evasive]
    return allowed + [other.id for other in c.in_play(foe, "location")]


@tw.move(label=lambda c, card, target: f"{c.name(card)} challenges {c.name(target)}")
def challenge(c: Rules, card: int = tw.arg(challengers), target: int = tw.arg(challenged)) -> None:
    """Both deal damage equal to their strength at the same time; locations deal none."""
    c.card(card).ready = False
    c.card(target).damage += c.spec(card).strength
    c.card(card).damage += c.spec(target).strength
    c.check_state()


def movers(c: Rules) -> list[int]:
    return [card.id for card in c.characters(c.seat)]


def destinations(c: Rules, card: int) -> list[int]:
    here = c.card(card).location
    places = [place.id for place in c.in_play(c.seat, "location") if place.id != here]
    return [place for place in places if c.can_pay(c.spec(place).move_cost)]


@tw.move(label=lambda c, card, to: f"Move {c.name(card)} to {c.name(to)}")
def move_character(c: Rules, card: int = tw.arg(movers), to: int = tw.arg(destinations)) -> None:
    c.G.ink[c.seat] -= c.spec(to).move_cost
    c.card(card).location = to


def usable_items(c: Rules) -> list[int]:
    return [
        card.id for card in c.in_play(c.seat, "item") if card.ready and c.spec(card.id).exert_to
    ]


@tw.move(label=lambda c, card: f"Use {c.name(card)}")
def activate_ability(c: Rules, card: int = tw.arg(usable_items)) -> None:
    c.card(card).ready = False
    c.into_bag(c.seat, c.spec(card).exert_to, c.spec(card).name)


# --- the bag ------------------------------------------------------------------------------------------


def bag_owner(c: Rules) -> list[int]:
    """The active player resolves all of theirs first, then the others in turn order."""
    order = [c.turn_player, *c.foes(c.turn_player)]
    owners = {trigger.seat for trigger in c.G.bag}
    return [seat for seat in order if seat in owners][:1]


def own_triggers(c: Rules) -> list[int]:
    return [i for i, trigger in enumerate(c.G.bag) if trigger.seat == c.seat]


def describe_trigger(c: Rules, index: int) -> str:
    trigger = c.G.bag[index]
    return f"Resolve {trigger.source}: {trigger.effect} {trigger.amount}"


@tw.move(label=describe_trigger)
def resolve_bag(c: Rules, index: int = tw.arg(own_triggers)) -> Any:
    trigger = c.G.bag.pop(index)
    if trigger.effect == "draw":
        c.draw_or_lose(trigger.amount, c.seat)
    else:
        targets = c.damageable()
        if targets:
            word = "Deal damage to" if trigger.effect == "damage" else "Remove damage from"
            card = c.card((yield c.choose(f"{word} a character", targets, label=c.name)))
            sign = 1 if trigger.effect == "damage" else -1
            card.damage = max(0, card.damage + sign * trigger.amount)
    c.check_state()


def end_of_turn(c: Rules) -> None:
    """End-of-turn effects go into the bag."""
    for card in c.characters(c.turn_player):
        c.into_bag(card.owner, c.spec(card.id).at_end, c.spec(card.id).name)


def bag_is_empty(c: Rules) -> bool:
    return not c.G.bag


# --- the flow -----------------------------------------------------------------------------------------

flow = tw.Flow(
    segments={
        "startingAGame": tw.Segment(
            next=lambda c: "endGame" if c.ctx.game_over else "duringGame",
            on_begin=deal,
            end_if=lambda c: (
                c.ctx.game_over or (c.ctx.otp is not None and not c.ctx.pending_mulligan)
            ),
            turn=tw.Turn(
                phases={
                    "chooseFirstPlayer": first_player_phase(next="alterHand"),
                    "alterHand": tw.Phase(
                        who=lambda c: first_pending(c, c.ctx.pending_mulligan),
                        moves={"alterHand": alter_hand},
                        doc="The starting player first; once each.",
                    ),
                }
            ),
        ),
        "duringGame": tw.Segment(
            next="endGame",
            first=lambda c: c.ctx.otp,
            end_if=lambda c: c.ctx.game_over,
            turn=tw.Turn(
                phases={
                    "beginningPhase": tw.Phase(
                        start=True,
                        next="mainPhase",
                        end_if=lambda c: c.ctx.current_step is None,
                        steps={
                            "readyStep": tw.Step(
                                start=True, next="setStep", on_begin=ready_step, end_if=tw.always
                            ),
                            "setStep": tw.Step(
                                next="drawStep", on_begin=set_step, end_if=tw.always
                            ),
                            "drawStep": tw.Step(on_begin=draw_step, end_if=tw.always),
                        },
                    ),
                    "mainPhase": tw.Phase(
                        next="endOfTurnPhase",
                        steps={
                            "idle": tw.Step(
                                start=True,
                                next="bag",
                                end_if=lambda c: c.G.bag,
                                moves={
                                    "putACardIntoTheInkwell": put_a_card_into_the_inkwell,
                                    "playCard": play_card,
                                    "sing": sing,
                                    "quest": quest,
                                    "challenge": challenge,
                                    "moveCharacter": move_character,
                                    "activateAbility": activate_ability,
                                    "passTurn": tw.end_phase,
                                },
                            ),
                            "bag": tw.Step(
                                next="idle",
                                who=bag_owner,
                                end_if=bag_is_empty,
                                moves={"resolveBag": resolve_bag},
                            ),
                        },
                    ),
                    "endOfTurnPhase": tw.Phase(
                        end=True,
                        on_begin=end_of_turn,
                        who=bag_owner,
                        end_if=bag_is_empty,
                        moves={"resolveBag": resolve_bag},
                    ),
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
        "inkwell": tw.Zone("hidden"),
        "play": tw.Zone("public"),
        "discard": tw.Zone("public"),
    },
    setup=lambda c: c.create_decks(DECK),
    moves={"concede": concede},
    flow=flow,
    about="Disney Lorcana's turn structure with a stand-in card set.",
)
