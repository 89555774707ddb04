"""Why a seat cannot make a move or use a card now, in sentences for players and authors.

The reasons come from what decides legality: the flow, the guards and the domains of the moves. A game
whose domains leave cards out for a reason says it with `Game(why_not=...)`. What a player is told about
a card depends only on what that player can see. Nothing here changes a match.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwright.core.definition.moves import Move
from turnwright.core.errors import Refused, TurnwrightError

from .answer_checks import check_move
from .prompts import Answer

if TYPE_CHECKING:
    from .match import Match

NOTHING = "No action with this card is possible now."
NO_CARD = "You can see no card there."
MOST_REASONS = 3


def why_not_move(match: Match, seat: int, move: Move) -> str:
    """Return why a seat cannot make a move now, for the author of the rules."""
    if match.asked:
        return f"a question is open to {_names(match, sorted(match.asked))}"
    found = check_move(match, Answer(seat, move.name))
    if not isinstance(found, Move):
        return _only_elsewhere(match, move.name) or found.sentence
    c = match.c
    before, c.seat = c.seat, seat
    try:
        refusal = found.why_not(c)
        if refusal is not None:
            return refusal.sentence
        for number, param in enumerate(found.params):
            if number == 0 and not list(param.domain(c)):
                return f"nothing to choose for {param.name}"
        return "no combination of arguments is possible"
    except Refused as refused:
        return refused.refusal.sentence
    except TurnwrightError as error:
        return str(error)
    finally:
        c.seat = before


def why_not_card(match: Match, seat: int, card: int | str | None) -> str:
    """Return why a seat cannot use a card now, for the player at that seat.

    It is empty if the card has an action."""
    if match.ctx.game_over:
        return "The game is over."
    question = match.asked.get(seat)
    if question is not None:
        return f"Answer the question first: {question.text}"
    acting = match.acting
    if seat not in acting:
        who = _names(match, acting) or "nobody"
        return f"It is not your turn to {'decide' if match.asked else 'act'}: waiting for {who}."
    seen = _visible(match, seat, card)
    if seen is None:
        return NO_CARD
    uses = [_cards_of(match, o.move, o.args) for o in match.legal(seat, must=True)]
    if any(used and used[0] == card for used in uses):
        return ""
    if any(card in used for used in uses):
        return "Choose the card that acts first, then this one."
    return _own_reason(match, seat, card) if seen == seat else "This card is not yours."


def _visible(match: Match, seat: int, card: int | str | None) -> int | None:
    """Return whose zone a card is in (the seat itself for shared zones), or None if the seat cannot
    see that there is such a card."""
    game, ctx = match.game, match.ctx
    if game.zones_view is not None:
        for key, there in game.zones_view(match.c, seat).items():
            cards = there.get("cards", []) if isinstance(there, dict) else []
            if card is not None and any(one.get("id") == card for one in cards):
                owner = key.partition(":")[2]
                return int(owner) if owner else seat
        return None
    if type(card) is not int or card not in ctx.card_zones:
        return None
    key = ctx.card_zones[card]
    owner = key.partition(":")[2]
    whose = int(owner) if owner else seat
    seen_by, top = game.watchers(key)
    is_seen = seen_by in ("all", str(seat)) or (top and card in ctx.zones[key][-top:])
    return whose if is_seen and (ctx.cards[card].face_up or whose == seat) else None


def _cards_of(match: Match, name: str, args: tuple[Any, ...]) -> list[Any]:
    """Return the cards that a legal move is about, the acting one first."""
    if match.game.cards_of_move is not None:
        return list(match.game.cards_of_move(match.c, name, args))
    return match.moves[name].cards(args, match.ctx.cards)


def _own_reason(match: Match, seat: int, card: int | str | None) -> str:
    """Return what the game says about a card of the seat, or what the guards of the moves say."""
    c = match.c
    before, c.seat, c._only_reads = c.seat, seat, True
    try:
        if match.game.why_not is not None:
            said = match.game.why_not(c, card)
            if said:
                return str(said)
        reasons: dict[str, None] = {}
        for move in match._place_of(seat).moves.values():
            takes_card = bool(move.params) and move.params[0].is_card
            refusal = move.why_not(c) if takes_card and move.when is not None else None
            if refusal is not None and not refusal.sentence.startswith(f"{move.name!r}"):
                reasons[refusal.sentence] = None
        return " ".join([*reasons][:MOST_REASONS]) or NOTHING
    except TurnwrightError:
        return NOTHING
    finally:
        c.seat, c._only_reads = before, False


def _only_elsewhere(match: Match, name: str) -> str:
    """Say where a move is available, if it is not here."""
    if name in match.moves or match.ctx.game_over:
        return ""
    places = match.game.compiled_flow.places.values()
    found = [place.path for place in places if name in place.moves]
    more = f" and {len(found) - 2} more places" if len(found) > 2 else ""
    return f"only in {', '.join(found[:2])}{more}" if found else ""


def _names(match: Match, seats: list[int]) -> str:
    return " and ".join(match.record.seats[seat] for seat in seats)
