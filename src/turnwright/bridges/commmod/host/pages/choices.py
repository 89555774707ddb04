"""Pages on which the player picks cards and rewards, and the page of the fight itself."""

from __future__ import annotations

from typing import NamedTuple

from turnwright.bridges.commmod.host.json.cards import (
    Json,
    card_json,
    name_of,
    offered_relic,
    potion_json,
    printed,
)
from turnwright.bridges.commmod.host.json.combat import cards_json
from turnwright.games.spire.context import is_upgradable
from turnwright.games.spire.library import relics
from turnwright.games.spire.state import Battle, Card, CardChoice

from .page import Page


class FightPage(Page):
    """A fight without another page over it."""

    key = "fight"


# --- rewards ------------------------------------------------------------------------------------


class Reward(NamedTuple):
    """A reward in the list."""

    word: str
    """The argument of the rules' move; for cards the index alone."""
    kind: str
    json: Json


class RewardsPage(Page):
    """The list of rewards."""

    key, type, screen, confirm_word = "rewards", "COMBAT_REWARD", "COMBAT_REWARD", "proceed"

    def room_phase(self) -> str:
        """An event without a fight goes on behind its rewards."""
        below = self.session.phase_below
        return below if below == "EVENT" else self.phase

    def rewards(self) -> list[Reward]:
        """Return the rewards in the order of the game."""
        found, own_gold = self.session.G.rewards, self.session.page_state.own_gold
        assert found is not None
        stolen = len(found.gold) - own_gold  # comes first
        listed = [
            Reward(f"gold {at}", "STOLEN_GOLD" if at < stolen else "GOLD", {"gold": gold})
            for at, gold in enumerate(found.gold)
        ]
        listed += [
            Reward(f"relic {at}", "RELIC", {"relic": offered_relic(kind)})
            for at, kind in enumerate(found.relics)
        ]
        if found.sapphire and found.relics:
            link = {"link": offered_relic(found.relics[-1])}
            listed.append(Reward("sapphire_key", "SAPPHIRE_KEY", link))
        if found.emerald:
            listed.append(Reward("emerald_key", "EMERALD_KEY", {}))
        listed += [
            Reward(f"potion {at}", "POTION", {"potion": potion_json(kind)})
            for at, kind in enumerate(found.potions)
        ]
        return listed + [Reward(str(at), "CARD", {}) for at in range(len(found.cards))]

    def state(self) -> Json:
        return {"rewards": [{"reward_type": one.kind, **one.json} for one in self.rewards()]}

    def choices(self) -> list[str]:
        return [one.kind for one in self.rewards()]

    def choose(self, at: int) -> bool | None:
        session, reward = self.session, self.rewards()[at]
        if reward.kind == "CARD":
            session.open_page("card", reward=int(reward.word))
            return None
        if reward.kind == "POTION" and not (session.c.has_potion_slot() or session.c.has("Sozu")):
            return False
        if reward.kind == "GOLD":
            session.page_state.own_gold -= 1
        session.move("reward", reward.word)
        return None

    def has_confirm(self) -> bool:
        return True

    def confirm(self) -> None:
        """Proceed. On the way to the map the remaining rewards stay until a node is chosen."""
        session = self.session
        if session.G.then == "MAP" and session.G.room:
            session.open_page("map", behind=self.key)
        else:
            session.move("reward", "skip")


class CardRewardPage(Page):
    """One of the card rewards."""

    key, type, screen, cancel_word = "card", "CARD_REWARD", "CARD_REWARD", "skip"

    def room_phase(self) -> str:
        """It opens over an event, over a rest site (Dream Catcher), or over a list of rewards."""
        return self.session.phase_below if self.session.G.room != "BOSS_TREASURE" else self.phase

    def _cards(self) -> list[Card]:
        rewards = self.session.G.rewards
        assert rewards is not None
        return rewards.cards[self.session.page_state.reward]

    def _has_bowl(self) -> bool:
        return bool(self.session.c.has("Singing Bowl"))

    def state(self) -> Json:
        session = self.session
        playable = False if session.has_monsters else None
        return {
            "cards": [card_json(card, session.uuid(card), playable) for card in self._cards()],
            "bowl_available": self._has_bowl(),
            "skip_available": True,
        }

    def choices(self) -> list[str]:
        found = [name_of(card.kind, card.up) for card in self._cards()]
        return [*found, "bowl"] if self._has_bowl() else found

    def choose(self, at: int) -> None:
        session, number = self.session, self.session.page_state.reward
        is_all = session.page_state.is_alone
        session.move(
            "reward", f"card {number} {at}" if at < len(self._cards()) else f"bowl {number}"
        )
        if is_all:
            session.move("reward", "skip")

    def has_cancel(self) -> bool:
        return True

    def cancel(self) -> None:
        if self.session.page_state.is_alone:
            self.session.move("reward", "skip")
        else:
            self.session.open_page("rewards")


class BossRelicsPage(Page):
    """The relics in a boss chest."""

    key, type, screen, cancel_word = "boss_relics", "BOSS_REWARD", "BOSS_REWARD", "skip"

    def state(self) -> Json:
        return {"relics": [offered_relic(kind) for kind in self.session.G.boss_relics]}

    def choices(self) -> list[str]:
        return [relics()[kind].name for kind in self.session.G.boss_relics]

    def choose(self, at: int) -> None:
        self.session.move("boss_relic", at)

    def has_cancel(self) -> bool:
        return True

    def cancel(self) -> None:
        self.session.open_page("opened")


# --- cards of the deck --------------------------------------------------------------------------

PURGES = ("REMOVE", "BONFIRE_SPIRITS")
TASKS = {"purge": "REMOVE", "toke": "REMOVE", "smith": "UPGRADE"}
"""Tasks that are carried out only on confirmation, and the rules' names for them."""


class GridPage(Page):
    """A grid of cards to select. Removing and changing cards needs a confirmation."""

    key, type, screen = "grid", "GRID", "GRID"

    def room_phase(self) -> str:
        return self.session.phase_below

    def _task(self) -> str:
        select = self.session.G.select
        return TASKS[self.session.page_state.task] if select is None else select.task

    def _cards(self) -> list[Card]:
        G, select = self.session.G, self.session.G.select
        if select is not None:
            return select.cards
        if self.session.page_state.task == "smith":
            return [card for card in G.deck if is_upgradable(card)]
        return [G.deck[place] for place in self.session.c.removable()]

    def _count(self) -> int:
        select = self.session.G.select
        return 1 if select is None else min(select.count, len(select.cards))

    def _needs_confirm(self) -> bool:
        return self._task() in (*PURGES, "UPGRADE", "TRANSFORM")

    def _is_complete(self) -> bool:
        return len(self.session.page_state.picked) >= self._count()

    def state(self) -> Json:
        session, cards, task = self.session, self._cards(), self._task()
        playable = False if session.has_monsters else None
        shown = [card_json(card, session.uuid(card), playable) for card in cards]
        return {
            "cards": shown,
            "selected_cards": [shown[at] for at in session.page_state.picked],
            "num_cards": self._count(),
            "any_number": False,
            "for_upgrade": task == "UPGRADE",
            "for_transform": task == "TRANSFORM",
            "for_purge": task in PURGES,
            "confirm_up": self._is_complete(),
        }

    def choices(self) -> list[str]:
        if self._is_complete():
            return []
        return [name_of(card.kind, card.up) for card in self._cards()]

    def choose(self, at: int) -> None:
        picked = self.session.page_state.picked
        if at in picked:
            picked.remove(at)
            return
        picked.append(at)
        if self._is_complete() and not self._needs_confirm():
            self.confirm()

    def has_confirm(self) -> bool:
        return self._is_complete()

    def confirm(self) -> None:
        session = self.session
        picked, task = list(session.page_state.picked), session.page_state.task
        if task == "purge":
            session.move("shop", "remove")
        elif task:
            session.move("rest", task)
        for at in picked:
            session.answer(at)

    def has_cancel(self) -> bool:
        return bool(self.session.page_state.task) or self._is_complete()

    def cancel(self) -> None:
        session = self.session
        if self._is_complete():
            session.page_state.picked.pop()
        else:
            session.open_page("shop" if session.page_state.task == "purge" else "rest")


# --- cards in a fight ---------------------------------------------------------------------------


class CardChoicePage(Page):
    """Base class of pages that pick cards in a fight."""

    def _choice(self) -> CardChoice:
        battle = self.session.G.battle
        assert battle is not None
        assert battle.choice is not None
        return battle.choice

    def _cards(self) -> list[Card]:
        choice, battle = self._choice(), self.session.G.battle
        if choice.source == "offer":
            return choice.offer
        pile: list[Card] = getattr(battle, choice.source)
        return [pile[place] for place in choice.places]

    def _names(self) -> list[str]:
        return [name_of(card.kind, card.up) for card in self._cards()]

    def _answer(self, *numbers: int) -> None:
        places = self._choice().places
        self.session.answer(*(places[at] for at in numbers))


class CardOfferPage(CardChoicePage):
    """An offer of new cards, of which the player may take one."""

    key, type, screen, cancel_word = "offer", "CARD_REWARD", "CARD_REWARD", "skip"

    def state(self) -> Json:
        session = self.session
        return {
            "cards": [
                card_json(card, session.uuid(card), session.playable(printed(card)))
                for card in self._cards()
            ],
            "bowl_available": False,
            "skip_available": self.has_cancel(),
        }

    def choices(self) -> list[str]:
        return self._names()

    def choose(self, at: int) -> None:
        self._answer(at)

    def has_cancel(self) -> bool:
        question = self.session.question
        return question is not None and question.min == 0

    def cancel(self) -> None:
        self._answer()


class PilePage(CardChoicePage):
    """A grid that picks cards of a pile and closes with the last one."""

    key, type, screen = "pile", "GRID", "GRID"

    def _count(self) -> int:
        question = self.session.question
        return question.max if question is not None else 1

    def _is_any_number(self) -> bool:
        """Whether fewer cards, or none, may be picked, as when the player scries."""
        question = self.session.question
        return question is not None and question.kind == "choose_many" and not question.min

    def _selected(self) -> list[Card]:
        cards = self._cards()
        return [cards[at] for at in self.session.page_state.picked]

    def state(self) -> Json:
        return {
            "cards": cards_json(self.session, self._cards(), self.session.playable),
            "selected_cards": cards_json(self.session, self._selected(), self.session.playable),
            "num_cards": self._count(),
            "any_number": self._is_any_number(),
            "for_upgrade": False,
            "for_transform": False,
            "for_purge": False,
            "confirm_up": False,
        }

    def choices(self) -> list[str]:
        return self._names()

    def choose(self, at: int) -> None:
        picked = self.session.page_state.picked
        if at in picked:
            picked.remove(at)
            return
        picked.append(at)
        if len(picked) == self._count() and not self._is_any_number():
            self._answer(*picked)

    def has_confirm(self) -> bool:
        return self._is_any_number()

    def confirm(self) -> None:
        self._answer(*self.session.page_state.picked)


ANY_NUMBER = 99
"""The game's number for no limit."""


class HandPage(CardChoicePage):
    """A selection of hand cards. Cards that cannot be chosen are hidden meanwhile."""

    key, type, screen = "hand", "HAND_SELECT", "HAND_SELECT"

    def _least(self) -> int:
        question = self.session.question
        return question.min if question is not None else 0

    def _most(self) -> int:
        choice = self._choice()
        if choice.most <= 1 and self._least():
            return 1
        return choice.most if choice.most < 10 else ANY_NUMBER

    def _left(self) -> list[int]:
        picked = self.session.page_state.picked
        return [at for at in range(len(self._cards())) if at not in picked]

    def hand(self, battle: Battle) -> list[Card]:
        return self._choosable()

    def _choosable(self) -> list[Card]:
        cards = self._cards()
        return [cards[at] for at in self._left()]

    def state(self) -> Json:
        session, cards = self.session, self._cards()
        playable = session.playable
        return {
            "hand": cards_json(session, self._choosable(), playable),
            "selected": cards_json(
                session, [cards[at] for at in session.page_state.picked], playable
            ),
            "max_cards": self._most(),
            "can_pick_zero": not self._least(),
        }

    def choices(self) -> list[str]:
        if len(self.session.page_state.picked) >= self._most():
            return []
        names = self._names()
        return [names[at] for at in self._left()]

    def choose(self, at: int) -> None:
        session = self.session
        session.page_state.picked.append(self._left()[at])
        if session.quirks.fast_confirm and self._least() == self._most() == 1:
            self.confirm()

    def has_confirm(self) -> bool:
        return len(self.session.page_state.picked) >= self._least()

    def confirm(self) -> None:
        self._answer(*self.session.page_state.picked)
