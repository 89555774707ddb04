"""Selection contracts and wire prompts: questions and menus as clients receive them.

A contract has a `kind` (card_select, target, yes_no or menu), a `message`, `requirements` with `id`,
`min`, `max` and `candidates` with stable keys, and `ui.useFieldTargeting`. The prompts
`selection_contract` (pick on the board) and `card_select` (pick from a list) are made from it;
`card_action_menu` and `target_select` are made from the legal moves. They contain only what the asked
seat can see.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwright.core.definition.moves import LabelNumbers, Option, humanize

from .prompts import Answer, Question
from .view import card_view

if TYPE_CHECKING:
    from .match import Match


def contract_kind(question: Question) -> str:
    """Return the kind of contract: card_select, target, yes_no or menu."""
    if question.kind == "yes_no":
        return "yes_no"
    if not question.is_cards:
        return "menu"
    return "target" if question.is_field else "card_select"


def prompt_type(question: Question) -> str:
    """Return the type of the wire prompt: card_select (from a list) or selection_contract."""
    return "card_select" if contract_kind(question) == "card_select" else "selection_contract"


def selection_contract(match: Match, seat: int) -> dict[str, Any] | None:
    """Return the open question of a seat as a selection contract, or None."""
    question = match.asked.get(seat)
    if question is None:
        return None
    requirement = {
        "id": question.id or question.kind,
        "min": question.min,
        "max": question.max,
        "candidates": [candidate(match, seat, question, option) for option in question.options],
    }
    return {
        "kind": contract_kind(question),
        "message": question.text,
        "requirements": [requirement],
        "ui": {"useFieldTargeting": question.is_field},
    }


def candidate(match: Match, seat: int, question: Question, option: Option) -> dict[str, Any]:
    """Return an option as a candidate. Its key does not identify a card that the seat cannot see."""
    seen: dict[str, Any] = {"key": option.id, "name": option.label}
    card_id = option.value if question.is_cards else None
    if question.about is not None:
        card_id = question.about(option.value)
    if card_id in match.ctx.cards:
        seen |= place_of(match, seat, card_id)
        # An offered card is visible: a search shows the cards it searches.
        card = match.ctx.cards[card_id]
        is_secret = not card.face_up and seen["owner"] != "player"
        is_secret = is_secret or card_id in question.hidden
        seen |= {} if is_secret else {"cardId": card.id, "cardKind": card.kind}
    return seen


def place_of(match: Match, seat: int, card_id: int) -> dict[str, Any]:
    """Return where a card is, as a seat sees it."""
    key = match.ctx.card_zones[card_id]
    zone, _, side = key.partition(":")
    owner = int(side) if side else match.ctx.cards[card_id].owner
    return {
        "zone": match.game.zones[zone].wire or zone,
        "owner": "player" if owner == seat else "opponent",
        "zoneIndex": match.ctx.zones[key].index(card_id),
    }


def prompt_message(match: Match, seat: int, prompt_id: str) -> dict[str, Any] | None:
    """The wire prompt for an open question: `selection_contract` or `card_select`."""
    contract = selection_contract(match, seat)
    if contract is None:
        return None
    (requirement,) = contract["requirements"]
    shown = [{"id": c["key"], **c} for c in requirement["candidates"]]
    source, began = match.asked[seat].source, match.in_progress
    move = match.game.all_moves.get(began.move) if began is not None else None
    there = source if source in match.ctx.cards else None
    return {
        "type": prompt_type(match.asked[seat]),
        "promptId": prompt_id,
        "title": contract["message"],
        "kind": contract["kind"],
        "requirement": {**requirement, "candidates": shown},
        "ui": contract["ui"],
        # The action in progress and the card whose effect asks.
        "actionType": move.action_type(began.args) if began is not None and move else None,
        "sourceZone": None if there is None else place_of(match, seat, there)["zone"],
        "cardData": None if there is None else card_view(match, there, seat),
    }


def card_action_menu(
    match: Match, seat: int, zone: str, index: int, prompt_id: str
) -> dict[str, Any] | None:
    """Return what a seat can do with a card in its own or a shared zone, or None without a card."""
    if zone not in match.game.zones:
        return None
    zones = match.ctx.zones
    cards = zones.get(zone) or zones.get(f"{zone}:{seat}") or []
    if not 0 <= index < len(cards):
        return None
    card_id = cards[index]
    moves: dict[str, list[Option]] = {}
    for option in match.legal(seat, must=True):
        if match.moves[option.move].cards(option.args[:1], match.ctx.cards) == [card_id]:
            moves.setdefault(option.move, []).append(option)
    options = []
    for name, found in moves.items():
        move = match.moves[name]
        kind, first = move.action_type(found[0].args), move.params[0].name
        # If there is more to choose, the label is only the move's; the targets come next.
        label = found[0].name if len(found) == 1 else f"{humanize(name).capitalize()} ..."
        options.append(
            {
                "id": name,
                "label": label,
                "actionType": kind,
                "payload": {first: card_id},
                "requiresTarget": len(found) > 1,
            }
        )
    return {
        "type": "card_action_menu",
        "promptId": prompt_id,
        "title": match.ctx.cards[card_id].kind,
        "zone": match.game.zones[zone].wire or zone,
        "index": index,
        "options": [*options, {"id": "cancel", "label": "Cancel", "actionType": None}],
        "cardData": card_view(match, card_id, seat),
    }


def own_card_menu(
    match: Match, seat: int, card_id: object, prompt_id: str
) -> dict[str, Any] | None:
    """Return the same for a game that keeps cards in its own state (`Game(zones_view=...)`)."""
    zones_view, cards_of_move = match.game.zones_view, match.game.cards_of_move
    zones = {} if zones_view is None else zones_view(match.c, seat)
    for zone, there in zones.items():
        cards = there.get("cards", []) if isinstance(there, dict) else []
        for index, card in enumerate(cards):
            if card_id is None or card.get("id") != card_id or cards_of_move is None:
                continue
            options: list[dict[str, Any]] = []
            numbers = LabelNumbers()  # within this menu: it is about one of several equal cards
            for option in match.legal(seat, must=True):
                if card_id in cards_of_move(match.c, option.move, option.args):
                    move = match.moves[option.move]
                    options.append(
                        {
                            "id": option.id,
                            "label": numbers.distinct(option.name),
                            "actionType": move.action_type(option.args),
                            "payload": dict(zip(move.names, option.args, strict=True)),
                            "requiresTarget": False,
                        }
                    )
            return {
                "type": "card_action_menu",
                "promptId": prompt_id,
                "title": str(card.get("name", card_id)),
                "zone": zone.partition(":")[0],
                "index": index,
                "options": [*options, {"id": "cancel", "label": "Cancel", "actionType": None}],
                "cardData": card,
            }
    return None


def target_select(
    match: Match, seat: int, move: str, chosen: tuple[Any, ...], prompt_id: str
) -> dict[str, Any] | None:
    """Return the choice of the next argument of a move, for example the target of an attacker.

    The payload of a target has the arguments up to it, or all arguments if nothing is left to choose.
    """
    count, found = len(chosen), dict[str, list[Option]]()
    for option in match.legal(seat, must=True):
        if option.move == move and len(option.args) > count and option.args[:count] == chosen:
            found.setdefault(repr(option.args[count]), []).append(option)
    if not found:
        return None
    rules, cards = match.moves[move], match.ctx.cards
    names, names_of = rules.names, rules.params[count]
    targets: list[dict[str, Any]] = []
    for same in found.values():
        args = same[0].args if len(same) == 1 else same[0].args[: count + 1]
        value = args[count]
        target = {
            "id": value if type(value) in (int, str) else str(value),
            "label": same[0].label if len(same) == 1 else str(names_of.label(match.c, value)),
            "actionType": rules.action_type(same[0].args),
            "payload": dict(zip(names, args, strict=False)),
            "requiresTarget": len(same) > 1,
        }
        if names_of.is_card and value in cards:
            target |= place_of(match, seat, value)
            if len(same) > 1:
                target["label"] = card_view(match, value, seat).get("kind", "Face-down card")
        elif value is None:
            target |= {"id": "none", "label": "None"}
        targets.append(target)
    card = cards.get(chosen[0]) if rules.cards(chosen[:1], cards) else None
    named = humanize(move).capitalize()
    if card is not None:
        named += f" with {card.kind}"
    return {
        "type": "target_select",
        "promptId": prompt_id,
        "title": f"{named}: choose a {humanize(names[count])}",
        "targets": [*targets, {"id": "cancel", "label": "Cancel", "actionType": None}],
    }


def answer_choice(match: Match, seat: int, choice: object) -> Answer:
    """Turn a client's choice for an open question (a key or a list of keys) into an answer."""
    picks = choice if isinstance(choice, (list, tuple)) else [choice]
    return Answer(seat, picks=tuple(str(pick) for pick in picks))
