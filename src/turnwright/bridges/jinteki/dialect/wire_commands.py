"""Commands as a jinteki.net server takes them from a client, stricter than `commands`.

- Only the commands of the server exist; others are ignored.
- A card is looked up by its side and zone, a hosted card through its host (`get-card` in
  src/cljc/game/core/card.cljc). A number alone finds nothing.
- A button is pressed by its uuid, a number is answered by itself (`resolve-prompt` in
  src/clj/game/core/actions.clj). A prompt that is named but not open is ignored in favour of the
  newest one there; here such an answer is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import turnwright as tw
from turnwright.core.errors import Refusal
from turnwright.games.netrunner.card_facts import NAMES, SIDES
from turnwright.games.netrunner.context import NetrunnerContext, context_of
from turnwright.games.netrunner.questions import open_question
from turnwright.games.netrunner.state import Card

from .cards import zone_path

WIRE_COMMANDS = frozenset((
    "ability", "advance", "bad-pub-choice", "change", "choice", "close-deck", "concede", "continue",
    "corp-ability", "credit", "derez", "draw", "dynamic-ability", "end-phase-12", "end-post-discard",
    "end-turn", "expend", "flashback", "generate-install-list", "generate-runnable-zones",
    "indicate-action", "jack-out", "keep", "move", "mulligan", "phase-12-pass-priority", "play",
    "post-discard-pass-priority", "purge", "remove-tag", "rez", "run", "runner-ability", "score",
    "select", "set-property", "shuffle", "start-next-phase", "start-turn", "subroutine", "system-msg",
    "toast", "toggle-auto-no-action", "trash", "trash-resource", "unbroken-subroutines", "view-deck",
))  # fmt: skip
"""The commands of the server (src/clj/game/core/process_actions.clj)."""
DEEPEST_HOST = 20


def wire_arguments(
    match: tw.Match, side: str, command: str, args: Mapping[str, Any]
) -> dict[str, Any] | Refusal:
    """Return the arguments of a command with its card found, or why the server would ignore it."""
    found = dict(args)
    if "card" in args:
        reference = args["card"]
        card = card_at_reference(context_of(match), reference)
        if card is None and isinstance(reference, Mapping) and not reference.get("zone"):
            sentence = "A card reference needs the cid, the side and the zone of the card."
            return Refusal("unknown_card", sentence, {})
        if card is None:  # the same words as for cards that this side may not see
            return Refusal("unknown_card", "No card you can see matches that reference.", {})
        found["card"] = {"cid": card.id}
    if command == "choice" and not _is_answer(match, side, args.get("choice")):
        sentence = "Answer with the uuid of a button, or with a number if one is asked for."
        return Refusal("unknown_choice", sentence, {})
    return found


def _is_answer(match: tw.Match, side: str, choice: Any) -> bool:
    asked = open_question(match, SIDES.index(side))
    if asked is not None and asked.number is not None:
        return type(choice) is int
    return isinstance(choice, Mapping) and isinstance(choice.get("uuid"), str)


def card_at_reference(c: NetrunnerContext, reference: Any) -> Card | None:
    """Find a card by cid, side and zone, or by cid and host."""
    if not isinstance(reference, Mapping):
        return None
    owner = _side(reference.get("side"))
    if reference.get("type") == "Identity":
        return None if owner is None else c.cards_in("identity", owner)[0]
    number = reference.get("cid")
    card = c.ctx.cards.get(number) if type(number) is int else None
    if card is None or not _zone(reference):
        return None
    if reference.get("host"):
        return card if _host_leads_to(c, card, reference) else None
    is_there = _zone(reference) == zone_path(c, card) and card.host is None
    is_in_a_score_area = _zone(reference)[0] == "scored"  # of either side
    return card if is_there and (owner == card.owner or is_in_a_score_area) else None


def _host_leads_to(c: NetrunnerContext, card: Card, reference: Mapping[str, Any]) -> bool:
    """Tell whether the outermost host of a reference hosts the card, directly or not."""
    outermost: Any = reference
    for _ in range(DEEPEST_HOST):
        if not isinstance(outermost, Mapping) or not outermost.get("host"):
            break
        outermost = outermost["host"]
    host = None if outermost is reference else card_at_reference(c, outermost)
    above: Card | None = card
    while host is not None and above is not None and above.host is not None:
        above = c.card(above.host)
        if above.id == host.id:
            return True
    return False


def _zone(reference: Mapping[str, Any]) -> list[str]:
    zone = reference.get("zone")
    if not isinstance(zone, (list, tuple)):
        return []
    return [str(part).removeprefix(":").lower() for part in zone]


def _side(name: Any) -> int | None:
    names = [one.lower() for one in NAMES]
    word = str(name).removeprefix(":").lower()
    return names.index(word) if word in names else None
