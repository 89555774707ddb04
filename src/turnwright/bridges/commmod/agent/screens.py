"""The state machine of screens: the actions of every screen, their text commands, and the screens that
they lead to. The coordinator, the HTTP API, bots, tests and the diagram all read this one table.

An action marked `undocumented` exists in the game and is not listed in the document.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from turnwright.core.analysis.graph import Graph, GraphEdge, GraphNode
from turnwright.core.errors import Refusal

from . import actions as do
from .action_base import Action, Steps
from .card_select import CardSelect
from .game_state import GameState


class ScreenAction(msgspec.Struct, frozen=True):
    """An action on a screen, and the screens that it may lead to. `says` are the text commands if they
    differ from the action's own; then `word` is the command that must be available."""

    action: type[Action]
    to: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    word: str = ""
    when: Callable[[GameState], bool] | None = None
    unless: str = ""
    """The reason that is reported if `when` is false."""
    undocumented: bool = False

    def problem(self, state: GameState) -> Refusal | None:
        """Return why no action of this type is possible now, or None."""
        name = self.action.kind()
        if self.when is not None and not self.when(state):
            return Refusal("not_available", f"{name} is not possible now: {self.unless}.")
        word = self.word or self.action.word
        if word and not state.can(word):
            words = ", ".join(state.commands)
            sentence = f"{name} is not possible now. Available commands: {words or 'none'}."
            return Refusal("not_available", sentence, {"commands": list(state.commands)})
        return None


def entry(action: type[Action], to: str = "", says: str = "", **more: object) -> ScreenAction:
    """Create an entry of the table. Screens are separated by blanks, commands by commas."""
    commands = tuple(filter(None, says.split(", ")))
    word = commands[0].split()[0] if commands else ""
    return ScreenAction(action, tuple(to.split()), commands, word, **more)  # type: ignore[arg-type]


def _has_one_option(state: GameState) -> bool:
    return len(state.choices) == 1


ROOMS = "COMBAT EVENT SHOP_ROOM REST CHEST"
AFTER = "COMBAT EVENT MAP COMBAT_REWARD REST SHOP_SCREEN NEOW_ROOM CHEST"
POTIONS = (
    entry(do.UsePotion, "HAND_SELECT GRID CARD_REWARD", undocumented=True),
    entry(do.DiscardPotion, undocumented=True),
)
"""Potions can be used and discarded on most screens; the document says so for combat only."""

GIVING_UP = (entry(do.Abandon, "GAME_OVER", undocumented=True),)
"""A run can be abandoned on every screen; the command is the simulator's own."""

SCREENS: dict[str, tuple[ScreenAction, ...]] = {
    "OUT_OF_GAME": (
        entry(do.StartGame, "NEOW_ROOM MAP"),
    ),
    "NEOW_ROOM": (
        entry(do.EventOption, "MAP GRID CARD_REWARD COMBAT_REWARD"),
        entry(do.Choose, undocumented=True),
        entry(do.Proceed, "MAP", says="choose 0", when=_has_one_option, undocumented=True,
           unless="there is more than one option"),
    ),
    "MAP": (
        entry(do.Choose, ROOMS),
        entry(do.ChooseMapNode, ROOMS),
        entry(do.ChooseMapBoss, "COMBAT"),
        entry(do.Cancel, "COMBAT_REWARD EVENT REST SHOP_ROOM CHEST NEOW_ROOM", undocumented=True),
    ),
    "COMBAT": (
        entry(do.PlayCard, "HAND_SELECT GRID CARD_REWARD COMBAT_REWARD EVENT COMPLETE GAME_OVER"),
        entry(do.EndTurn, "HAND_SELECT GRID CARD_REWARD COMBAT_REWARD EVENT COMPLETE GAME_OVER"),
        entry(do.UsePotion, "HAND_SELECT GRID CARD_REWARD COMBAT_REWARD MAP EVENT COMPLETE"),
        entry(do.DiscardPotion),
    ),
    "COMBAT_REWARD": (
        entry(do.CombatReward, "CARD_REWARD GRID"),
        entry(do.Choose, undocumented=True),
        entry(do.Proceed, "MAP CHEST EVENT NEOW_ROOM SHOP_SCREEN COMPLETE"),
        entry(do.Cancel, "EVENT NEOW_ROOM SHOP_SCREEN", undocumented=True),
    ),
    "CARD_REWARD": (
        entry(do.CardReward, "COMBAT_REWARD COMBAT EVENT NEOW_ROOM REST MAP"),
        entry(do.Choose, undocumented=True),
        entry(do.Proceed, "COMBAT_REWARD COMBAT EVENT NEOW_ROOM REST MAP", says="cancel"),
        entry(do.Cancel, "COMBAT_REWARD COMBAT EVENT NEOW_ROOM REST MAP"),
    ),
    "BOSS_REWARD": (
        entry(do.BossReward, "CHEST GRID COMBAT_REWARD MAP COMPLETE"),
        entry(do.Choose, undocumented=True),
        entry(do.Cancel, "CHEST", undocumented=True),
    ),
    "EVENT": (
        entry(do.EventOption,
              "MAP COMBAT GRID HAND_SELECT CARD_REWARD COMBAT_REWARD COMPLETE GAME_OVER"),
        entry(do.Choose),
        entry(do.Proceed, "MAP", says="choose 0", when=_has_one_option,
           unless="there is more than one option"),
    ),
    "CHEST": (
        entry(do.OpenChest, "COMBAT_REWARD BOSS_REWARD MAP"),
        entry(do.Choose),
        entry(do.Proceed, "MAP"),
    ),
    "REST": (
        entry(do.Rest, "GRID COMBAT_REWARD CARD_REWARD"),
        entry(do.Choose),
        entry(do.Proceed, "MAP"),
    ),
    "SHOP_ROOM": (
        entry(do.Choose, "SHOP_SCREEN"),
        entry(do.Proceed, "MAP", undocumented=True),
    ),
    "SHOP_SCREEN": (
        entry(do.BuyCard),
        entry(do.BuyRelic, "GRID CARD_REWARD COMBAT_REWARD"),
        entry(do.BuyPotion),
        entry(do.BuyPurge, "GRID"),
        entry(do.Choose),
        entry(do.Cancel, "SHOP_ROOM"),
        entry(do.Proceed, "MAP", says="cancel, proceed"),  # the document also leaves the shop room
    ),
    "GRID": (
        entry(CardSelect, AFTER),
        entry(do.Choose, AFTER),
        entry(do.Proceed, AFTER),
        entry(do.Cancel, AFTER, undocumented=True),
    ),
    "HAND_SELECT": (
        entry(CardSelect, "COMBAT EVENT"),
        entry(do.Choose, "COMBAT EVENT", undocumented=True),
        entry(do.Proceed, "COMBAT EVENT"),
    ),
    "GAME_OVER": (
        entry(do.Proceed, "OUT_OF_GAME", undocumented=True),
    ),
    "COMPLETE": (
        entry(do.Proceed, "GAME_OVER EVENT COMBAT MAP OUT_OF_GAME"),
    ),
    "NONE": (
        entry(do.Choose, undocumented=True),
        entry(do.Proceed, undocumented=True),
        entry(do.Cancel, undocumented=True),
    ),
}  # fmt: skip
WITHOUT_POTIONS = ("OUT_OF_GAME", "COMBAT", "GAME_OVER", "COMPLETE")
OUTSIDE_OF_RUNS = ("OUT_OF_GAME", "GAME_OVER")


def actions_on(screen: str) -> tuple[ScreenAction, ...]:
    """Return the actions of a screen, documented ones first."""
    own = SCREENS.get(screen, SCREENS["NONE"])
    potions = () if screen in WITHOUT_POTIONS else POTIONS
    return (*own, *potions, *(() if screen in OUTSIDE_OF_RUNS else GIVING_UP))


def valid_actions(state: GameState) -> list[Action]:
    """Return the valid actions. Of the card selections only the first are listed."""
    if not state.is_ready:
        return []
    return [
        action
        for row in actions_on(state.screen)
        if row.problem(state) is None
        for action in row.action.candidates(state)
        if action.problem(state) is None
    ]


def is_open(action: type[Action], state: GameState) -> bool:
    """Return whether actions of this type are possible now."""
    return any(
        row.action is action and row.problem(state) is None for row in actions_on(state.screen)
    )


def refusal(action: Action, state: GameState) -> Refusal | None:
    """Return why this action is not possible now, or None."""
    for row in actions_on(state.screen):
        if row.action is type(action):
            return row.problem(state) or action.problem(state)
    names = list(dict.fromkeys(row.action.kind() for row in actions_on(state.screen)))
    sentence = f"{action.kind()} is not an action of {state.screen}. Actions: {', '.join(names)}."
    return Refusal("wrong_screen", sentence, {"screen": state.screen, "actions": names})


def steps(action: Action, state: GameState) -> Steps:
    """Return the text commands of an action that is possible."""
    for row in actions_on(state.screen):
        if row.action is type(action) and row.says:
            return fixed_steps(*row.says)
    return action.steps(state)


def fixed_steps(*commands: str) -> Steps:
    """Yield the given commands."""
    for command in commands:
        _ = yield command  # the new state is ignored


# --- the diagram --------------------------------------------------------------------------------

PANELS = {
    "Run": ("OUT_OF_GAME", "NEOW_ROOM", "MAP", "COMPLETE", "GAME_OVER"),
    "Rooms": ("COMBAT", "EVENT", "REST", "SHOP_ROOM", "SHOP_SCREEN", "CHEST"),
    "Rewards": ("COMBAT_REWARD", "CARD_REWARD", "BOSS_REWARD"),
    "Selecting cards": ("GRID", "HAND_SELECT"),
}
PATHS = {screen: f"{panel}/{screen}" for panel, inside in PANELS.items() for screen in inside}


def graph() -> Graph:
    """Return the state machine as a graph, for the diagram."""
    nodes: list[GraphNode] = []
    for panel, inside in PANELS.items():
        nodes.append(GraphNode(panel, is_start=panel == "Run"))
        for screen in inside:
            kinds = dict.fromkeys(row.action.kind() for row in SCREENS[screen])
            is_start = screen == "OUT_OF_GAME"
            nodes.append(GraphNode(PATHS[screen], is_start=is_start, moves=tuple(kinds)))
    everywhere = tuple(row.action.kind() for row in (*POTIONS, *GIVING_UP))
    return Graph(tuple(nodes), tuple(_edges()), everywhere)


def _edges() -> Iterator[GraphEdge]:
    found: dict[tuple[str, str], list[str]] = {}
    for screen in PATHS:
        for row in SCREENS[screen]:
            for target in row.to:
                if target != screen:
                    found.setdefault((PATHS[screen], PATHS[target]), []).append(row.action.kind())
    for (source, target), labels in found.items():
        yield GraphEdge(source, target, label=", ".join(dict.fromkeys(labels)))
