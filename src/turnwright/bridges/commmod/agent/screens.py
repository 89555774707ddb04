"""The screen machine: which screens there are, what can be done on each, how that is said in text, and
where it leads. One table; the coordinator, the HTTP API, bots, tests and the diagram all read it.

A way marked `beyond` is one that the game has and the document does not list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from turnwright.core.analysis.graph import Edge, Graph, Node
from turnwright.core.errors import Refusal

from . import actions as do
from .action_base import Action, Steps
from .card_select import CardSelect
from .game_message import State


class Way(msgspec.Struct, frozen=True):
    """An action on a screen, and the screens it may lead to (beside staying). `says` are the commands
    where they differ from the action's own, `word` what the game must offer then."""

    action: type[Action]
    to: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    word: str = ""
    when: Callable[[State], bool] | None = None
    unless: str = ""
    """The sentence for those who try although `when` is not so."""
    beyond: bool = False

    def problem(self, state: State) -> Refusal | None:
        """Why this way is closed to every action of its kind."""
        name = self.action.kind()
        if self.when is not None and not self.when(state):
            return Refusal("not_available", f"{name} is not possible now: {self.unless}.")
        word = self.word or self.action.word
        if word and not state.can(word):
            words = ", ".join(state.commands)
            sentence = f"{name} is not possible now: the game takes {words or 'no command'}."
            return Refusal("not_available", sentence, {"commands": list(state.commands)})
        return None


def on(action: type[Action], to: str = "", says: str = "", **more: object) -> Way:
    """A line of the table; places and commands are separated by commas."""
    commands = tuple(filter(None, says.split(", ")))
    word = commands[0].split()[0] if commands else ""
    return Way(action, tuple(to.split()), commands, word, **more)  # type: ignore[arg-type]


def _has_one_option(state: State) -> bool:
    return len(state.choices) == 1


ROOMS = "COMBAT EVENT SHOP_ROOM REST CHEST"
AFTER = "COMBAT EVENT MAP COMBAT_REWARD REST SHOP_SCREEN NEOW_ROOM CHEST"
POTIONS = (
    on(do.UsePotion, "HAND_SELECT GRID CARD_REWARD", beyond=True),
    on(do.DiscardPotion, beyond=True),
)
"""Potions can be used or thrown away wherever one is; only in fights does the document say so."""

SCREENS: dict[str, tuple[Way, ...]] = {
    "OUT_OF_GAME": (
        on(do.StartGame, "NEOW_ROOM MAP"),
    ),
    "NEOW_ROOM": (
        on(do.EventOption, "MAP GRID CARD_REWARD COMBAT_REWARD"),
        on(do.Choose, beyond=True),
        on(do.Proceed, "MAP", says="choose 0", when=_has_one_option, beyond=True,
           unless="there is more than one option"),
    ),
    "MAP": (
        on(do.Choose, ROOMS),
        on(do.ChooseMapNode, ROOMS),
        on(do.ChooseMapBoss, "COMBAT"),
        on(do.Cancel, "COMBAT_REWARD EVENT REST SHOP_ROOM CHEST", beyond=True),
    ),
    "COMBAT": (
        on(do.PlayCard, "HAND_SELECT GRID CARD_REWARD COMBAT_REWARD EVENT COMPLETE GAME_OVER"),
        on(do.EndTurn, "HAND_SELECT GRID CARD_REWARD COMBAT_REWARD EVENT COMPLETE GAME_OVER"),
        on(do.UsePotion, "HAND_SELECT GRID CARD_REWARD COMBAT_REWARD MAP EVENT COMPLETE"),
        on(do.DiscardPotion),
    ),
    "COMBAT_REWARD": (
        on(do.CombatReward, "CARD_REWARD GRID"),
        on(do.Choose, beyond=True),
        on(do.Proceed, "MAP CHEST EVENT NEOW_ROOM SHOP_SCREEN COMPLETE"),
        on(do.Cancel, "EVENT NEOW_ROOM SHOP_SCREEN", beyond=True),
    ),
    "CARD_REWARD": (
        on(do.CardReward, "COMBAT_REWARD COMBAT EVENT NEOW_ROOM REST MAP"),
        on(do.Choose, beyond=True),
        on(do.Proceed, "COMBAT_REWARD COMBAT EVENT NEOW_ROOM REST MAP", says="cancel"),
        on(do.Cancel, "COMBAT_REWARD COMBAT EVENT NEOW_ROOM REST MAP"),
    ),
    "BOSS_REWARD": (
        on(do.BossReward, "CHEST GRID COMBAT_REWARD MAP COMPLETE"),
        on(do.Choose, beyond=True),
        on(do.Cancel, "CHEST", beyond=True),
    ),
    "EVENT": (
        on(do.EventOption, "MAP COMBAT GRID HAND_SELECT CARD_REWARD COMBAT_REWARD COMPLETE GAME_OVER"),
        on(do.Choose),
        on(do.Proceed, "MAP", says="choose 0", when=_has_one_option,
           unless="there is more than one option"),
    ),
    "CHEST": (
        on(do.OpenChest, "COMBAT_REWARD BOSS_REWARD MAP"),
        on(do.Choose),
        on(do.Proceed, "MAP"),
    ),
    "REST": (
        on(do.Rest, "GRID COMBAT_REWARD CARD_REWARD"),
        on(do.Choose),
        on(do.Proceed, "MAP"),
    ),
    "SHOP_ROOM": (
        on(do.Choose, "SHOP_SCREEN"),
        on(do.Proceed, "MAP", beyond=True),
    ),
    "SHOP_SCREEN": (
        on(do.BuyCard),
        on(do.BuyRelic, "GRID CARD_REWARD COMBAT_REWARD"),
        on(do.BuyPotion),
        on(do.BuyPurge, "GRID"),
        on(do.Choose),
        on(do.Cancel, "SHOP_ROOM"),
        on(do.Proceed, "MAP", says="cancel, proceed"),  # the document leaves the room as well
    ),
    "GRID": (
        on(CardSelect, AFTER),
        on(do.Choose, AFTER),
        on(do.Proceed, AFTER),
        on(do.Cancel, AFTER, beyond=True),
    ),
    "HAND_SELECT": (
        on(CardSelect, "COMBAT EVENT"),
        on(do.Choose, "COMBAT EVENT", beyond=True),
        on(do.Proceed, "COMBAT EVENT"),
    ),
    "GAME_OVER": (
        on(do.Proceed, "OUT_OF_GAME", beyond=True),
    ),
    "COMPLETE": (
        on(do.Proceed, "GAME_OVER EVENT COMBAT MAP OUT_OF_GAME"),
    ),
    "NONE": (
        on(do.Choose, beyond=True),
        on(do.Proceed, beyond=True),
        on(do.Cancel, beyond=True),
    ),
}  # fmt: skip
WITHOUT_POTIONS = ("OUT_OF_GAME", "COMBAT", "GAME_OVER", "COMPLETE")


def ways(screen: str) -> tuple[Way, ...]:
    """All that can be done on a screen, the document's actions first."""
    own = SCREENS.get(screen, SCREENS["NONE"])
    return own if screen in WITHOUT_POTIONS else (*own, *POTIONS)


def valid_actions(state: State) -> list[Action]:
    """Everything that can be done now. Of the ways to select cards, only the first are listed."""
    if not state.is_ready:
        return []
    return [
        action
        for way in ways(state.screen)
        if way.problem(state) is None
        for action in way.action.candidates(state)
        if action.problem(state) is None
    ]


def is_open(action: type[Action], state: State) -> bool:
    """Is there a way for actions of this kind?"""
    return any(way.action is action and way.problem(state) is None for way in ways(state.screen))


def refusal(action: Action, state: State) -> Refusal | None:
    """Why this action cannot be done now; None if it can."""
    for way in ways(state.screen):
        if way.action is type(action):
            return way.problem(state) or action.problem(state)
    names = list(dict.fromkeys(way.action.kind() for way in ways(state.screen)))
    sentence = f"{action.kind()} cannot be done on {state.screen}; what can: {', '.join(names)}."
    return Refusal("wrong_screen", sentence, {"screen": state.screen, "actions": names})


def steps(action: Action, state: State) -> Steps:
    """The text commands of an action that was not refused, one by one."""
    for way in ways(state.screen):
        if way.action is type(action) and way.says:
            return said(*way.says)
    return action.steps(state)


def said(*commands: str) -> Steps:
    for command in commands:
        _ = yield command  # whatever comes of it


# --- the picture ----------------------------------------------------------------------------------

PANELS = {
    "Run": ("OUT_OF_GAME", "NEOW_ROOM", "MAP", "COMPLETE", "GAME_OVER"),
    "Rooms": ("COMBAT", "EVENT", "REST", "SHOP_ROOM", "SHOP_SCREEN", "CHEST"),
    "Rewards": ("COMBAT_REWARD", "CARD_REWARD", "BOSS_REWARD"),
    "Selecting cards": ("GRID", "HAND_SELECT"),
}
PATHS = {screen: f"{panel}/{screen}" for panel, inside in PANELS.items() for screen in inside}


def graph() -> Graph:
    """The screen machine as a graph that can be drawn like every other flow."""
    nodes: list[Node] = []
    for panel, inside in PANELS.items():
        nodes.append(Node(panel, is_start=panel == "Run"))
        for screen in inside:
            kinds = dict.fromkeys(way.action.kind() for way in SCREENS[screen])
            is_start = screen == "OUT_OF_GAME"
            nodes.append(Node(PATHS[screen], is_start=is_start, moves=tuple(kinds)))
    everywhere = tuple(way.action.kind() for way in POTIONS)
    return Graph(tuple(nodes), tuple(_edges()), everywhere)


def _edges() -> Iterator[Edge]:
    found: dict[tuple[str, str], list[str]] = {}
    for screen in PATHS:
        for way in SCREENS[screen]:
            for target in way.to:
                if target != screen:
                    found.setdefault((PATHS[screen], PATHS[target]), []).append(way.action.kind())
    for (source, target), labels in found.items():
        yield Edge(source, target, label=", ".join(dict.fromkeys(labels)))
