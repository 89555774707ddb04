"""A session of the host: one match and the page that is open over it.

The rules go from decision to decision and have no buttons. The real game shows pages in between: an
introduction before an event and a leave button after it, a closed chest, the room before the shop, a
map that can be closed again, cards that are selected before they are confirmed. The session keeps the
open page as plain data (`PageState`); what a page shows and does is in `pages`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from turnwright.core.runtime.prompts import Answer, Question
from turnwright.games.spire.run.fights import PAUSE
from turnwright.games.spire.state import Battle, Card, SpireState

from .json import display_names
from .json.combat import never
from .pages.registry import PAGES, Page

if TYPE_CHECKING:
    from turnwright.core.runtime.match import Match


class Quirks(msgspec.Struct, frozen=True):
    """Optional behaviour of the mod and of game settings. Everything is off by default."""

    hangs: bool = False
    """Send no answer to commands without effect (a potion for full slots, `wait 0`)."""
    first_intent_debug: bool = False
    """Report DEBUG as the intent of every monster in the first state of a fight."""
    fast_confirm: bool = False
    """Confirm the selection of a single hand card automatically."""
    short_neow: bool = False
    """Let Neow make two offers, as for players whose last run ended before the first boss."""
    show_intents_under_runic_dome: bool = False
    """Report intents although the player has a Runic Dome."""
    starts_acts_at_the_chest: bool = False
    """Report the node and the room of the boss chest until the first node of an act is chosen."""
    hides_draw_order: bool = False
    """Sort the draw pile (the mod reveals its order)."""


class PageState(msgspec.Struct):
    """The open page and its selections."""

    page: str = ""
    behind: str = ""
    """The page from which the map was opened."""
    picked: list[int] = []
    """Indexes of the selected cards that are not confirmed yet."""
    reward: int = 0
    """Index of the open card reward."""
    task: str = ""
    """What the cards are selected for, before the rules are asked (purge, smith, toke)."""
    is_alone: bool = False
    """The card reward is open without a list of rewards behind it."""
    event: str = ""
    """The event of this room, even after it ended."""
    seen: list[int] = []
    """Places of the match game that were turned over."""
    own_gold: int = 0
    """Number of gold rewards that are not stolen gold."""


DECISIONS = {
    "left": "map", "rested": "map", "complete": "map", "shop_room": "shop", "boss_chest": "boss_relics",
}  # fmt: skip
"""Pages without a decision, and the page that follows each."""


PHASES = {"": "EVENT", "EVENT": "EVENT", "REST": "INCOMPLETE", "BOSS_TREASURE": "INCOMPLETE"}
"""The phase of rooms that are not complete while cards are picked in them."""


class FightsWon(msgspec.Struct):
    """Numbers of won fights by act, for the score."""

    monsters: list[int] = msgspec.field(default_factory=lambda: [0, 0, 0, 0])
    elites: list[int] = msgspec.field(default_factory=lambda: [0, 0, 0, 0])
    bosses: int = 0


class Session:
    """One run and its open page."""

    def __init__(self, match: Match, quirks: Quirks | None = None) -> None:
        self.match = match
        self.c: Any = match.c
        self.quirks = quirks or Quirks()
        self.page_state = PageState()
        self.fights_won = FightsWon()
        self.card_in_play: Card | None = None
        self.last_battle: Battle | None = None
        self.playable: Callable[[Card], bool] = never
        """Tells which cards can be played in the current state; see `refresh_playable`."""
        self.map: tuple[Any, Any] = (None, None)
        """The map of the act and its cached JSON."""
        self._pages = {name: page(self) for name, page in PAGES.items()}
        self.undrawn_intents: dict[int, bool] = {}
        """Places of monsters whose intent the game has not drawn yet: their intent is DEBUG. True: the
        damage is known already."""
        self.uids: dict[str, int] = {}
        """Numbers of the cards in a fight by their uuid, of a session built from a message."""
        self._uuids: dict[int, tuple[Card, str]] = {}
        self._battle: Battle | None = None
        self._deck_size = 0
        self.settle(entered=True)

    # --- queries ---------------------------------------------------------------------------------

    @property
    def G(self) -> SpireState:
        """The state of the run."""
        state: SpireState = self.match.G
        return state

    @property
    def question(self) -> Question | None:
        """The open question of the rules."""
        asked = self.match.asked
        return asked[0] if asked else None

    @property
    def is_paused(self) -> bool:
        """Whether the rules wait for the player to proceed."""
        question = self.question
        return question is not None and question.id == PAUSE

    @property
    def relics(self) -> set[str]:
        """The ids of the player's relics."""
        return {relic.kind for relic in self.G.relics}

    @property
    def has_monsters(self) -> bool:
        """Return whether the room has monsters, alive or dead."""
        if self.G.battle is not None:
            return True
        return self.last_battle is not None and self.G.room != "BOSS_TREASURE"

    @property
    def phase_below(self) -> str:
        """The phase of the room under a screen that lies over it. An event, a rest site and a boss
        chest go on behind the cards that they let the player pick."""
        return "COMPLETE" if self.has_monsters else PHASES.get(self.G.room, "COMPLETE")

    @property
    def has_dome(self) -> bool:
        """Whether a Runic Dome hides intents."""
        return any(relic.kind == "Runic Dome" for relic in self.G.relics)

    @property
    def page(self) -> Page:
        """The open page."""
        return self._pages[self.page_state.page]

    # --- actions ---------------------------------------------------------------------------------

    def move(self, name: str, *args: Any) -> None:
        """Make a move that a page offers, and open the page that the new state shows."""
        self._remember_fight()
        self.match.apply(Answer(0, name, args))
        self.settle(entered=name == "map")

    def answer(self, *options: Any) -> None:
        """Answer the open question with options that it offers."""
        self._remember_fight()
        self.match.apply(Answer(0, picks=tuple(str(option) for option in options)))
        self.settle()

    def open_page(self, page: str, *, behind: str = "", task: str = "", reward: int = 0) -> None:
        """Open another page over the same state."""
        page_state = self.page_state
        page_state.page, page_state.behind, page_state.task, page_state.reward = (
            page,
            behind,
            task,
            reward,
        )
        page_state.picked, page_state.is_alone = [], False

    def interrupt(self, name: str, *args: Any) -> None:
        """Make a move while the rules ask a question. The question and the open page stay."""
        refusal = self.match.submit(Answer(0, name, args))
        assert refusal is None, refusal

    def _remember_fight(self) -> None:
        """Keep the fight: the state after the move may no longer have it."""
        battle = self.G.battle
        if battle is not None:
            self.last_battle = battle

    def settle(self, entered: bool = False) -> None:
        """Open the page that the state of the match calls for. `entered`: a room was just entered."""
        G, was = self.G, self.page_state.page
        if self._has_fight_ended():
            was = "fight"
        if entered:
            self.page_state.seen, self.last_battle = [], None
        if G.event:
            self.page_state.event = G.event
        page = self._next_page(G, was, entered)
        if page == "rewards" and was != "rewards" and G.rewards is not None:
            self.page_state.own_gold = 1 if was == "fight" else len(G.rewards.gold)
        self.open_page(page)
        self.page_state.is_alone = page == "card"
        if G.battle is None or G.battle.choice is None:
            self.card_in_play = None

    def skip_to_decision(self) -> None:
        """Skip pages without a decision."""
        self.settle()
        self.open_page(DECISIONS.get(self.page_state.page, self.page_state.page))

    def _next_page(self, G: SpireState, was: str, entered: bool) -> str:
        if self.match.result is not None:
            return "heart" if G.outcome == "VICTORY" and G.act == 3 else "over"
        if entered and G.event in display_names.INTROS and G.battle is None:
            return "intro"
        if self.question is not None:
            return self._asked_page(G)
        match G.screen:
            case "BATTLE":
                return "fight"
            case "EVENT":
                return "match" if G.event == display_names.MATCH_GAME else "event"
            case "REWARDS":
                return "card" if self._is_only_cards(G, was) else "rewards"
            case "SHOP":
                return "shop" if was in ("shop", "grid", "rewards", "card") else "shop_room"
            case "BOSS_RELIC":
                return "boss_chest"
            case "MAP":
                return self._after_room(G, was)
            case other:
                return str(other).lower()  # rest, chest

    def _asked_page(self, G: SpireState) -> str:
        if self.is_paused:
            return "opened" if G.screen == "BOSS_RELIC" else "complete"
        if G.battle is not None and G.battle.choice is not None:
            return {"hand": "hand", "offer": "offer"}.get(G.battle.choice.source, "pile")
        return "grid" if G.select is not None else "match"

    def _after_room(self, G: SpireState, was: str) -> str:
        """Return the page of a room that is over. The rules are on the map already."""
        if G.y < 0 and G.act > 1:
            return "map"
        if was == "fight":
            return "complete"  # escaped
        return {"REST": "rested", "EVENT": "left", "": "left"}.get(G.room, "map")

    def _is_only_cards(self, G: SpireState, was: str) -> bool:
        """Return whether only a card reward (of Neow or a dream) is shown, without a reward list."""
        rewards = G.rewards
        if rewards is None or G.room not in ("", "REST") or was in ("rewards", "card"):
            return False
        rest = rewards.gold or rewards.relics or rewards.potions or rewards.emerald
        return len(rewards.cards) == 1 and not rest

    def _has_fight_ended(self) -> bool:
        """Return whether a fight ended since the last call, and count it if it was won."""
        G, battle = self.G, self._battle
        if G.battle is battle:
            return False
        self._battle, self._deck_size = G.battle, len(G.deck)
        if battle is not None and G.hp > 0 and not battle.has_escaped:
            act = min(G.act, 4) - 1
            if G.room == "ELITE":
                self.fights_won.elites[act] += 1
            elif G.room == "BOSS":
                self.fights_won.bosses += 1
            else:
                self.fights_won.monsters[act] += 1
        return battle is not None

    # --- card ids --------------------------------------------------------------------------------

    def uuid(self, card: Card) -> str:
        """Return the uuid of a deck card; it is stable for the life of the card."""
        found = self._uuids.get(id(card))
        if found is None:
            found = self._uuids[id(card)] = (card, self._new_uuid(1, len(self._uuids)))
        return found[1]

    def fighting_uuid(self, card: Card) -> str:
        """Return the uuid of a card in a fight: that of the deck card it copies, if there is one."""
        uid = card.uid
        if uid < 0:
            return self.uuid(card)
        if uid < self._deck_size:
            return self.uuid(self.G.deck[uid])
        return self._new_uuid(2 + self.G.floor, uid)

    def _new_uuid(self, group: int, number: int) -> str:
        return f"{number:08x}-{group:04x}-4000-8000-{self.G.seed & 0xFFFFFFFFFFFF:012x}"
