"""What is asked of a seat: its move or a question, in one shape.

On the wire moves are options of the state, and questions come as four types of prompts. For whoever
decides they are the same: some options, of which so many are to be picked.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

import msgspec

from turnwright.core.errors import Refusal, Refused
from turnwright.server.views import protocol as wire


class Option(msgspec.Struct, frozen=True):
    """Something that may be picked. `facts` is all that the server says about it."""

    id: str | int
    label: str
    action_type: str | None = None
    payload: dict[str, Any] = {}
    facts: dict[str, Any] = {}

    def __str__(self) -> str:
        return self.label


Pick: TypeAlias = Option | str | int | bool


class Prompt(msgspec.Struct, frozen=True):
    """A question to you. `kind` is "move" when it is your go; else what is asked inside an effect
    (card_select, target, yes_no, menu) or a menu that a click has opened."""

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
        return not self.id

    @property
    def is_menu(self) -> bool:
        """Of moves: to pick nothing is no answer, it closes the menu."""
        return self.kind in ("card_action_menu", "target_select")

    def find(self, pick: Pick) -> Option:
        """The option with this id, or the first with this name of an action."""
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
        raise Refused(Refusal("bad_choice", f"{word!r} cannot be picked here; there are {known}."))

    def response(self, picks: Iterable[Pick], action_id: str) -> wire.PromptResponse:
        """The answer to a question, as it is sent."""
        ids = [self.find(pick).id for pick in picks]
        return wire.PromptResponse(
            prompt_id=self.id,
            choice="cancel" if not ids else ids[0] if self.is_menu else ids,
            action_id=action_id,
            state_version=self.state_version,
        )


def move_prompt(state: wire.State) -> Prompt | None:
    """The choice of a move, if it is yours."""
    if not state.options:
        return None
    options = [_option(found) for found in state.options]
    return Prompt("move", "Your move", options, state.state_version)


def question(prompt: dict[str, Any]) -> Prompt:
    """A prompt as it comes over the wire."""
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
