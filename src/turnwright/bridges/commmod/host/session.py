"""A run on the mod's desk: the match, and the page that is open over it.

The rules know no buttons: they go from decision to decision. The game has pages between them: talk
before an event and a leave button after it, a closed chest, the room before the shop, a map that can be
closed again, cards that are marked before they are confirmed. These pages are kept here, as plain
data (`Spot`); what each of them shows and does is in `pages` and its neighbours.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from turnwright.core.errors import TurnwrightError
from turnwright.core.runtime.prompts import Answer, Question
from turnwright.games.spire.run.rooms import PAUSE
from turnwright.games.spire.state import Battle, Card, Run

from .json import display_names
from .json.combat import never
from .pages.registry import PAGES, Page

if TYPE_CHECKING:
    from turnwright.core.runtime.match import Match


class Quirks(msgspec.Struct, frozen=True):
    """Oddities of the mod and of settings of the game, to be switched on by those who want them."""

    hangs: bool = False
    """No answer to what has no effect: a potion for full slots, `wait 0`."""
    first_intent_debug: bool = False
    """In the first state of a fight intents are DEBUG."""
    fast_confirm: bool = False
    """One card of the hand is taken without a click on confirm."""
    short_neow: bool = False
    """Neow has two offers, as for players whose last run ended before the first boss."""
    dome_is_glass: bool = False
    """A Runic Dome hides nothing."""
    hides_draw_order: bool = False
    """The draw pile is shown sorted (the mod shows its order)."""


class Spot(msgspec.Struct):
    """The page that is open, and what it remembers."""

    page: str = ""
    behind: str = ""
    """The page that a map was opened from."""
    picked: list[int] = []
    """Cards that are marked, by their number on the page, and not yet confirmed."""
    reward: int = 0
    """Which of the card rewards is open."""
    task: str = ""
    """What cards are being marked for, where the rules have not been asked yet."""
    is_alone: bool = False
    """It is open without the list of rewards around it."""
    event: str = ""
    """The event of this room, also when it is over."""
    seen: list[int] = []
    """Cards of the match game that have been turned over."""
    own_gold: int = 0
    """How many of the gold rewards are not gold that was stolen before."""


DECISIONS = {
    "left": "map", "rested": "map", "complete": "map", "shop_room": "shop", "boss_chest": "boss_relics",
}  # fmt: skip
"""Pages with nothing but a way on, and where that leads."""


class Failed(TurnwrightError):
    """The rules did not take what the desk offered: a fault of ours."""

    code = "host_failed"


class Slain(msgspec.Struct):
    """Fights won, for the score."""

    monsters: list[int] = msgspec.field(default_factory=lambda: [0, 0, 0, 0])
    elites: list[int] = msgspec.field(default_factory=lambda: [0, 0, 0, 0])
    bosses: int = 0


class Desk:
    """One run, page by page."""

    def __init__(self, match: Match, quirks: Quirks | None = None) -> None:
        self.match = match
        self.c: Any = match.c
        self.quirks = quirks or Quirks()
        self.spot = Spot()
        self.slain = Slain()
        self.in_play: Card | None = None
        self.last_battle: Battle | None = None
        self.playable: Callable[[Card], bool] = never
        """For the state that is being written."""
        self.map: tuple[Any, Any] = (None, None)
        """The map of the act, and its JSON."""
        self._pages = {name: page(self) for name, page in PAGES.items()}
        self._uuids: dict[int, tuple[Card, str]] = {}
        self._battle: Battle | None = None
        self._deck_size = 0
        self.settle(entered=True)

    # --- looking --------------------------------------------------------------------------------------

    @property
    def G(self) -> Run:
        state: Run = self.match.G
        return state

    @property
    def question(self) -> Question | None:
        asked = self.match.asked
        return asked[0] if asked else None

    @property
    def is_paused(self) -> bool:
        question = self.question
        return question is not None and question.id == PAUSE

    @property
    def relics(self) -> set[str]:
        return {relic.kind for relic in self.G.relics}

    @property
    def was_fought_in(self) -> bool:
        """Does the room have monsters, be it dead ones?"""
        if self.G.battle is not None:
            return True
        return self.last_battle is not None and self.G.room != "BOSS_TREASURE"

    @property
    def has_dome(self) -> bool:
        return any(relic.kind == "Runic Dome" for relic in self.G.relics)

    @property
    def page(self) -> Page:
        return self._pages[self.spot.page]

    # --- acting ---------------------------------------------------------------------------------------

    def do(self, move: str, *args: Any) -> None:
        """Make a move; then the page is the one that follows from the state."""
        self._note()
        refusal = self.match.submit(Answer(0, move, args))
        if refusal is not None:
            raise Failed(f"The rules refuse {move} {args}: {refusal}")
        self.settle(entered=move == "map")

    def pick(self, *options: Any) -> None:
        """Answer the question that is open."""
        self._note()
        refusal = self.match.submit(Answer(0, picks=tuple(str(option) for option in options)))
        if refusal is not None:
            raise Failed(f"The rules refuse the answer {options}: {refusal}")
        self.settle()

    def turn_to(self, page: str, *, behind: str = "", task: str = "", reward: int = 0) -> None:
        """Another page over the same state."""
        spot = self.spot
        spot.page, spot.behind, spot.task, spot.reward = page, behind, task, reward
        spot.picked, spot.is_alone = [], False

    def _note(self) -> None:
        """What must be known of the state before it changes."""
        battle = self.G.battle
        if battle is not None:
            self.last_battle = battle

    def settle(self, entered: bool = False) -> None:
        """Find the page that the state of the match opens."""
        G, was = self.G, self.spot.page
        if self._has_fight_ended():
            was = "fight"
        if entered:
            self.spot.seen, self.last_battle = [], None
        if G.event:
            self.spot.event = G.event
        page = self._next_page(G, was, entered)
        if page == "rewards" and was != "rewards" and G.rewards is not None:
            self.spot.own_gold = 1 if was == "fight" else len(G.rewards.gold)
        self.turn_to(page)
        self.spot.is_alone = page == "card"
        if G.battle is None or G.battle.choice is None:
            self.in_play = None

    def skip_talk(self) -> None:
        """To the next decision of the rules, past pages on which nothing is decided."""
        self.settle()
        self.turn_to(DECISIONS.get(self.spot.page, self.spot.page))

    def _next_page(self, G: Run, was: str, entered: bool) -> str:
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

    def _asked_page(self, G: Run) -> str:
        if self.is_paused:
            return "opened" if G.screen == "BOSS_RELIC" else "complete"
        if G.battle is not None and G.battle.choice is not None:
            return {"hand": "hand", "offer": "offer"}.get(G.battle.choice.source, "pile")
        return "grid" if G.select is not None else "match"

    def _after_room(self, G: Run, was: str) -> str:
        """The rules stand on the map already; the room has still something to show."""
        if G.y < 0 and G.act > 1:
            return "map"
        if was == "fight":
            return "complete"  # escaped
        return {"REST": "rested", "EVENT": "left", "": "left"}.get(G.room, "map")

    def _is_only_cards(self, G: Run, was: str) -> bool:
        """Neow and dreams show cards to choose from, without a list of rewards around them."""
        rewards = G.rewards
        if rewards is None or G.room not in ("", "REST") or was in ("rewards", "card"):
            return False
        rest = rewards.gold or rewards.relics or rewards.potions or rewards.emerald
        return len(rewards.cards) == 1 and not rest

    def _has_fight_ended(self) -> bool:
        """Is the fight that was on over? If it was won, it counts for the score."""
        G, battle = self.G, self._battle
        if G.battle is battle:
            return False
        self._battle, self._deck_size = G.battle, len(G.deck)
        if battle is not None and G.hp > 0 and not battle.has_escaped:
            act = min(G.act, 4) - 1
            if G.room == "ELITE":
                self.slain.elites[act] += 1
            elif G.room == "BOSS":
                self.slain.bosses += 1
            else:
                self.slain.monsters[act] += 1
        return battle is not None

    # --- who is who -----------------------------------------------------------------------------------

    def uuid(self, card: Card) -> str:
        """A card keeps its uuid as long as it exists."""
        found = self._uuids.get(id(card))
        if found is None:
            found = self._uuids[id(card)] = (card, self._new_uuid(1, len(self._uuids)))
        return found[1]

    def fighting_uuid(self, card: Card) -> str:
        """In a fight the copies of cards of the deck go by the uuids of those."""
        uid = card.uid
        if uid < 0:
            return self.uuid(card)
        if uid < self._deck_size:
            return self.uuid(self.G.deck[uid])
        return self._new_uuid(2 + self.G.floor, uid)

    def _new_uuid(self, group: int, number: int) -> str:
        return f"{number:08x}-{group:04x}-4000-8000-{self.G.seed & 0xFFFFFFFFFFFF:012x}"
