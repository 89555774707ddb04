"""Prompts of a client: a move or a question, in one form.

On the wire, moves are options of the state, and questions are prompts of four types. For a client both
are a list of options of which some are to be picked.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

import msgspec

from turnwright.core.errors import Refusal, Refused
from turnwright.server.views import protocol as wire


class Option(msgspec.Struct, frozen=True):
    """Something that may be picked. `facts` is everything that the server sent about it."""

    id: str | int
    label: str
    action_type: str | None = None
    payload: dict[str, Any] = {}
    facts: dict[str, Any] = {}

    def __str__(self) -> str:
        return self.label


Pick: TypeAlias = Option | str | int | bool


class Prompt(msgspec.Struct, frozen=True):
    """A move or question for you. `kind` is "move"; or card_select, target, yes_no or menu for a
    question asked by an effect; or the type of a menu that a click has opened."""

    kind: str
    text: str
    options: list[Option]
    state_version: int
    id: str = ""  # the promptId; a move has none
    min: int = 1
    max: int = 1
    is_ordered: bool = False
    can_cancel: bool = False
    deadline: int | None = None  # ms since 1970

    @property
    def is_move(self) -> bool:
        """Whether this is the choice of a move."""
        return not self.id

    @property
    def is_menu(self) -> bool:
        """Whether this is a menu of moves. Picking nothing closes it."""
        return self.kind in ("card_action_menu", "target_select")

    def find(self, pick: Pick) -> Option:
        """Return the option with this id, or the first with this action type."""
        if isinstance(pick, Option):
            return pick
        word = {True: "yes", False: "no"}[pick] if isinstance(pick, bool) else str(pick)
        for option in self.options:
            if str(option.id) == word:
                return option
        for option in self.options:
            if option.action_type == word.upper():
                return option
        known = ", ".join(str(option.id) for option in self.options)
        raise Refused(Refusal("bad_choice", f"{word!r} is not an option; the options are {known}."))

    def response(self, picks: Iterable[Pick], action_id: str) -> wire.PromptResponse:
        """Return the message that answers this question."""
        ids: list[str | int | bool | wire.CandidateReference] = [
            self.find(pick).id for pick in picks
        ]
        return wire.PromptResponse(
            prompt_id=self.id,
            choice="cancel" if not ids else ids[0] if self.is_menu else ids,
            action_id=action_id,
            state_version=self.state_version,
        )


def move_prompt(state: wire.State) -> Prompt | None:
    """Return the prompt for your move; None if it is not your turn to act."""
    if not state.options:
        return None
    options = [_option(found) for found in state.options]
    return Prompt("move", "Your move", options, state.state_version)


def question(prompt: dict[str, Any]) -> Prompt:
    """Return the prompt for a question or menu of the server."""
    wanted = prompt.get("requirement")
    if wanted is None:  # a menu of moves, or of a move's targets
        offered = prompt.get("options") or prompt["targets"]
        kind, least, most = prompt["type"], 1, 1
    else:
        offered = wanted["candidates"]
        kind, least, most = prompt["kind"], wanted["min"], wanted["max"]
    return Prompt(
        kind,
        prompt["title"],
        [_option(found) for found in offered],
        prompt["stateVersion"],
        prompt["promptId"],
        least,
        most,
        wanted is not None and wanted.get("ordered", False),
        prompt["canCancel"],
        prompt["deadline"],
    )


def _option(found: dict[str, Any]) -> Option:
    return Option(
        found["id"], found["label"], found.get("actionType"), found.get("payload") or {}, found
    )
