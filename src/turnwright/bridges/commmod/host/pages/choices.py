"""The pages on which cards and rewards are picked: rewards, cards, relics, grids, the hand; and the
fight that lies beneath some of them."""

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
from turnwright.games.spire.state import Card, Choice

from .page import Page


class Fight(Page):
    key = "fight"


# --- rewards --------------------------------------------------------------------------------------


class Reward(NamedTuple):
    word: str
    """What the rules call it; for cards the number alone."""
    kind: str
    json: Json


class Rewards(Page):
    key, type, screen, confirm_word = "rewards", "COMBAT_REWARD", "COMBAT_REWARD", "proceed"

    def rewards(self) -> list[Reward]:
        found, own_gold = self.desk.G.rewards, self.desk.spot.own_gold
        assert found is not None
        listed = [
            Reward(f"gold {at}", "GOLD" if at < own_gold else "STOLEN_GOLD", {"gold": gold})
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
        desk, reward = self.desk, self.rewards()[at]
        if reward.kind == "CARD":
            desk.turn_to("card", reward=int(reward.word))
            return None
        if reward.kind == "POTION" and not (desk.c.has_potion_slot() or desk.c.has("Sozu")):
            return False
        if reward.kind == "GOLD":
            desk.spot.own_gold -= 1
        desk.do("reward", reward.word)
        return None

    def has_confirm(self) -> bool:
        return True

    def confirm(self) -> None:
        """On. Where the map comes next, what is left behind can still be had."""
        desk = self.desk
        if desk.G.then == "MAP" and desk.G.room:
            desk.turn_to("map", behind=self.key)
        else:
            desk.do("reward", "skip")


class CardReward(Page):
    """One of the card rewards."""

    key, type, screen, cancel_word = "card", "CARD_REWARD", "CARD_REWARD", "skip"

    def _cards(self) -> list[Card]:
        rewards = self.desk.G.rewards
        assert rewards is not None
        return rewards.cards[self.desk.spot.reward]

    def _has_bowl(self) -> bool:
        return bool(self.desk.c.has("Singing Bowl"))

    def state(self) -> Json:
        desk = self.desk
        playable = False if desk.was_fought_in else None
        return {
            "cards": [card_json(card, desk.uuid(card), playable) for card in self._cards()],
            "bowl_available": self._has_bowl(),
            "skip_available": True,
        }

    def choices(self) -> list[str]:
        found = [name_of(card.kind, card.up) for card in self._cards()]
        return [*found, "bowl"] if self._has_bowl() else found

    def choose(self, at: int) -> None:
        desk, number = self.desk, self.desk.spot.reward
        is_all = desk.spot.is_alone
        desk.do("reward", f"card {number} {at}" if at < len(self._cards()) else f"bowl {number}")
        if is_all:
            desk.do("reward", "skip")

    def has_cancel(self) -> bool:
        return True

    def cancel(self) -> None:
        if self.desk.spot.is_alone:
            self.desk.do("reward", "skip")
        else:
            self.desk.turn_to("rewards")


class BossRelics(Page):
    key, type, screen, cancel_word = "boss_relics", "BOSS_REWARD", "BOSS_REWARD", "skip"

    def state(self) -> Json:
        return {"relics": [offered_relic(kind) for kind in self.desk.G.boss_relics]}

    def choices(self) -> list[str]:
        return [relics()[kind].name for kind in self.desk.G.boss_relics]

    def choose(self, at: int) -> None:
        self.desk.do("boss_relic", at)

    def has_cancel(self) -> bool:
        return True

    def cancel(self) -> None:
        self.desk.turn_to("opened")


# --- cards of the deck ----------------------------------------------------------------------------

PURGES = ("REMOVE", "BONFIRE_SPIRITS")
TASKS = {"purge": "REMOVE", "toke": "REMOVE", "smith": "UPGRADE"}
"""What is done only when it is confirmed, and the rules' word for it."""


class Grid(Page):
    """Cards to be marked. Where they leave or change, that is confirmed; else it is done at once."""

    key, type, screen = "grid", "GRID", "GRID"
    takes_potions = False

    def _task(self) -> str:
        select = self.desk.G.select
        return TASKS[self.desk.spot.task] if select is None else select.task

    def _cards(self) -> list[Card]:
        G, select = self.desk.G, self.desk.G.select
        if select is not None:
            return select.cards
        if self.desk.spot.task == "smith":
            return [card for card in G.deck if is_upgradable(card)]
        return [G.deck[place] for place in self.desk.c.removable()]

    def _count(self) -> int:
        select = self.desk.G.select
        return 1 if select is None else min(select.count, len(select.cards))

    def _needs_confirm(self) -> bool:
        return self._task() in (*PURGES, "UPGRADE", "TRANSFORM")

    def _is_marked(self) -> bool:
        return len(self.desk.spot.picked) >= self._count()

    def state(self) -> Json:
        desk, cards, task = self.desk, self._cards(), self._task()
        playable = False if desk.was_fought_in else None
        shown = [card_json(card, desk.uuid(card), playable) for card in cards]
        return {
            "cards": shown,
            "selected_cards": [shown[at] for at in desk.spot.picked],
            "num_cards": self._count(),
            "any_number": False,
            "for_upgrade": task == "UPGRADE",
            "for_transform": task == "TRANSFORM",
            "for_purge": task in PURGES,
            "confirm_up": self._is_marked(),
        }

    def choices(self) -> list[str]:
        if self._is_marked():
            return []
        return [name_of(card.kind, card.up) for card in self._cards()]

    def choose(self, at: int) -> None:
        picked = self.desk.spot.picked
        if at in picked:
            picked.remove(at)
            return
        picked.append(at)
        if self._is_marked() and not self._needs_confirm():
            self.confirm()

    def has_confirm(self) -> bool:
        return self._is_marked()

    def confirm(self) -> None:
        desk = self.desk
        picked, task = list(desk.spot.picked), desk.spot.task
        if task == "purge":
            desk.do("shop", "remove")
        elif task:
            desk.do("rest", task)
        for at in picked:
            desk.pick(at)

    def has_cancel(self) -> bool:
        return bool(self.desk.spot.task) or self._is_marked()

    def cancel(self) -> None:
        desk = self.desk
        if self._is_marked():
            desk.spot.picked.pop()
        else:
            desk.turn_to("shop" if desk.spot.task == "purge" else "rest")


# --- cards in a fight -----------------------------------------------------------------------------


class Asked(Page):
    """Cards to be picked in a fight."""

    takes_potions = False

    def _choice(self) -> Choice:
        battle = self.desk.G.battle
        assert battle is not None
        assert battle.choice is not None
        return battle.choice

    def _cards(self) -> list[Card]:
        choice, battle = self._choice(), self.desk.G.battle
        if choice.source == "offer":
            return choice.offer
        pile: list[Card] = getattr(battle, choice.source)
        return [pile[place] for place in choice.places]

    def _names(self) -> list[str]:
        return [name_of(card.kind, card.up) for card in self._cards()]

    def _answer(self, *numbers: int) -> None:
        places = self._choice().places
        self.desk.pick(*(places[at] for at in numbers))


class Offer(Asked):
    """New cards of which one may be had."""

    key, type, screen, cancel_word = "offer", "CARD_REWARD", "CARD_REWARD", "skip"

    def state(self) -> Json:
        desk = self.desk
        return {
            "cards": [
                card_json(card, desk.uuid(card), desk.playable(printed(card)))
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
        question = self.desk.question
        return question is not None and question.min == 0

    def cancel(self) -> None:
        self._answer()


class Pile(Asked):
    """A card of a pile: the grid closes when it is chosen."""

    key, type, screen = "pile", "GRID", "GRID"

    def state(self) -> Json:
        return {
            "cards": cards_json(self.desk, self._cards(), self.desk.playable),
            "selected_cards": [],
            "num_cards": 1,
            "any_number": False,
            "for_upgrade": False,
            "for_transform": False,
            "for_purge": False,
            "confirm_up": False,
        }

    def choices(self) -> list[str]:
        return self._names()

    def choose(self, at: int) -> None:
        self._answer(at)


ANY_NUMBER = 99
"""What the game says where there is no limit."""


class Hand(Asked):
    """Cards of the hand. Those that cannot be chosen are laid aside meanwhile."""

    key, type, screen = "hand", "HAND_SELECT", "HAND_SELECT"
    holds_hand = True

    def _least(self) -> int:
        question = self.desk.question
        return question.min if question is not None else 0

    def _most(self) -> int:
        choice = self._choice()
        if choice.most <= 1 and self._least():
            return 1
        return choice.most if choice.most < 10 else ANY_NUMBER

    def _left(self) -> list[int]:
        picked = self.desk.spot.picked
        return [at for at in range(len(self._cards())) if at not in picked]

    def hand(self) -> list[Card]:
        cards = self._cards()
        return [cards[at] for at in self._left()]

    def state(self) -> Json:
        desk, cards = self.desk, self._cards()
        playable = desk.playable
        return {
            "hand": cards_json(desk, self.hand(), playable),
            "selected": cards_json(desk, [cards[at] for at in desk.spot.picked], playable),
            "max_cards": self._most(),
            "can_pick_zero": not self._least(),
        }

    def choices(self) -> list[str]:
        if len(self.desk.spot.picked) >= self._most():
            return []
        names = self._names()
        return [names[at] for at in self._left()]

    def choose(self, at: int) -> None:
        desk = self.desk
        desk.spot.picked.append(self._left()[at])
        if desk.quirks.fast_confirm and self._least() == self._most() == 1:
            self.confirm()

    def has_confirm(self) -> bool:
        return len(self.desk.spot.picked) >= self._least()

    def confirm(self) -> None:
        self._answer(*self.desk.spot.picked)
