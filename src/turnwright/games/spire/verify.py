"""Replaying recordings of runs, events and seeds, and naming the first difference."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import turnwright as tw

from . import rooms
from .events import open_choices
from .game import follow, game
from .relics import COUNTERS
from .rng import Random
from .rules import Spire
from .scene import parse_card
from .state import Card
from .trace import COUNTED, OWN_EVENTS, STREAMS, snapshot

WITHOUT = ["Match and Keep!", "Colosseum"]
"""Events that the recordings leave out."""
IN_A_FIGHT = ("monster_hp", "ai", "shuffle", "card_random", "misc", "potion")
FIGHT_ACTIONS = ("play", "end", "select", "multi_select")


class Difference(NamedTuple):
    """Where a replay first differs."""

    step: int
    path: str
    expected: Any
    got: Any

    def __str__(self) -> str:
        return f"step {self.step}, {self.path}: expected {_short(self.expected)}, got {_short(self.got)}"


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) < 300 else text[:297] + "..."


def entries(path: str | Path) -> Iterator[dict[str, Any]]:
    """The entries of a file, compressed or not."""
    opened = (
        gzip.open(path, "rt", encoding="utf-8")
        if str(path).endswith(".gz")
        else open(path, encoding="utf-8")
    )
    with opened as lines:
        for line in lines:
            if line.strip():
                yield json.loads(line)


def verify(entry: Mapping[str, Any]) -> Difference | None:
    """Replay an entry up to its first listed defect; None if it agrees."""
    if entry["kind"] == "seed":
        from .verify_seeds import verify_seed

        return verify_seed(entry)
    return Replay(entry).run()


def first_defect(entry: Mapping[str, Any]) -> int:
    """The first step that is not to be compared any more."""
    found = [
        step
        for tag, step in entry.get("defects", ())
        if not tag.startswith(("cfg:", "minor:"))
    ]
    return min(found, default=len(entry["steps"]) + 1)


class Replay:
    """A run or an event on its way. Fights are not fought: the recording tells how they went."""

    def __init__(self, entry: Mapping[str, Any]) -> None:
        self.entry = entry
        setup = entry.get("setup", entry)
        scene = {"scene": _scene(entry)} if entry["kind"] == "event" else {}
        self.match = game.start(
            seats=1,
            options={
                "seed": setup["seed"],
                "class": setup.get("class", "IRONCLAD"),
                "ascension": setup.get("asc", 0),
                "without": WITHOUT,
                "as_recorded": True,
                "fights": "told",
                **scene,
            },
            record=False,
        )
        self.c: Any = self.match.c

    def run(self) -> Difference | None:
        entry, c = self.entry, self.c
        if entry.get("set_hp"):
            c.G.hp = c.G.max_hp = entry["set_hp"]
        if entry.get("set_gold"):
            c.G.gold = entry["set_gold"]
        told = dict(entry["init"])
        last = first_defect(entry)
        found = self._compare(-1, told) if last > -1 else None
        for number, step in enumerate(entry["steps"]):
            if found is not None or number >= last:
                break
            before = dict(told)
            told.update(step["d"])
            for key in step.get("x", ()):
                told.pop(key, None)
            if before["screen"] == "BATTLE":
                self._follow_fight(before, told)
            else:
                refusal = self._do(step["a"])
                if refusal is not None:
                    return Difference(number, "action", step["a"], str(refusal))
            if told["screen"] != "BATTLE" or before["screen"] != "BATTLE":
                found = self._compare(number, told)
        return found

    # --- doing ---------------------------------------------------------------------------------------

    def _do(self, action: Mapping[str, Any]) -> tw.Refusal | None:
        c, match, kind = self.c, self.match, action["t"]
        if kind == "card_select":
            select = c.G.select
            if select is None:
                return tw.Refusal("no_selection", "no card is asked for", {})
            place = action["deck_idx"]
            at = select.places.index(place) if place >= 0 else action["idx"]
            return match.submit(tw.Answer(0, picks=(str(at),)))
        arg: Any
        if kind == "map":
            arg = action["x"]
        elif kind == "event":
            arg = open_choices(c)[action["n"]]
        elif kind == "reward":
            arg = _reward(action)
        elif kind == "shop":
            arg = action["kind"]
            if arg in ("card", "relic", "potion"):
                arg = f"{arg} {action['idx']}"
        elif kind == "rest":
            arg = action["option"]
        elif kind == "chest":
            arg = "open" if action["open"] else "leave"
        elif kind == "boss_relic":
            arg = action["idx"]
        else:
            arg = action["slot"]
        return match.submit(tw.Answer(0, kind, (arg,)))

    def _follow_fight(self, before: Mapping[str, Any], told: Mapping[str, Any]) -> None:
        """Take from the recording what a fight has done; after its end go on by ourselves."""
        c, G = self.c, self.c.G
        G.hp, G.max_hp = told["hp"], told["max_hp"]
        G.potions = list(told["potions"])
        if told["screen"] == "BATTLE" and told["floor"] == before["floor"]:
            return
        _set_streams(c, before["rng"], IN_A_FIGHT)
        _set_streams(c, told["rng"], ("shuffle", "card_random"))
        G.deck = [_card(text, old) for text, old in _paired(told["deck"], G.deck)]
        counters = {kind: counter for kind, counter in told["relics"]}
        for relic in G.relics:
            if relic.kind in COUNTED:
                relic.counter = counters.get(relic.kind, 0)
            elif relic.kind == "Lizard Tail" and not counters.get(relic.kind):
                relic.counter = -2
        rewards = told.get("rewards", {}).get("gold", ())
        extra = 2 if len(rewards) > 1 else 0
        if extra:
            G.data["stolen_gold"] = rewards[-1]
        G.gold = told["gold"]
        if told["screen"] == "MAP_SCREEN" and G.room != "BOSS":
            G.data["escaped"] = True
        for _ in rooms.battle_over(c):
            raise AssertionError("nothing is asked after a fight")
        follow(c)
        self.match.settle()

    # --- comparing -----------------------------------------------------------------------------------

    def _compare(self, step: int, told: Mapping[str, Any]) -> Difference | None:
        got = snapshot(self.c)
        if told["outcome"] != "UNDECIDED":
            return compare(step, told["outcome"], got["outcome"], "outcome")
        expected = dict(told)
        if "event" in told:
            event = dict(told["event"])
            event.pop("data", None)
            if "options" in event:
                event["options"] = len(event["options"])
            expected["event"] = event
        if told["screen"] == "BATTLE":
            expected = {key: expected[key] for key in got if key not in ("rng", "hp", "max_hp", "relics")}
            return compare(step, expected, {key: got[key] for key in expected})
        return compare(step, expected, got)


def _reward(action: Mapping[str, Any]) -> str:
    kind = action["kind"]
    if kind == "card":
        return f"card {action['idx']} {action['pick']}"
    return f"{kind} {action['idx']}" if kind in ("gold", "relic", "potion", "bowl") else kind


def _paired(texts: list[str], deck: list[Card]) -> Iterator[tuple[str, Card | None]]:
    for place, text in enumerate(texts):
        yield text, deck[place] if place < len(deck) else None


def _card(text: str, old: Card | None) -> Card:
    card = parse_card(text)
    if old is not None and old.kind == card.kind:
        old.up, old.misc = card.up, card.misc
        return old
    return card


def _set_streams(c: Spire, told: list[int | None], names: tuple[str, ...]) -> None:
    """Bring the streams that a fight uses to where the recording has them."""
    G = c.G
    for name, counter in zip(STREAMS, told, strict=True):
        if name in names and counter is not None:
            stream = getattr(G.streams, name)
            if name != "potion" and stream.counter > counter:
                stream = Random.seeded(G.seed + G.floor)
                setattr(G.streams, name, stream)
            stream.jump_to(counter)


def _scene(entry: Mapping[str, Any]) -> dict[str, Any]:
    """The scene of an event as its recording was made."""
    setup, init = entry["setup"], entry["init"]
    scene = {key: setup[key] for key in ("act", "floor", "hp", "max_hp", "gold")}
    relics = [kind if kind in COUNTERS else [kind, -1] for kind, _ in init["relics"]]
    event = OWN_EVENTS.get(setup["event"], setup["event"])
    return scene | {
        "deck": init["deck"], "relics": relics, "potions": init["potions"], "event": event,
    }  # fmt: skip


def compare(step: int, expected: Any, got: Any, path: str = "") -> Difference | None:
    """The first difference between two states, by path."""
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        for key in (*expected, *(key for key in got if key not in expected)):
            below = compare(
                step, expected.get(key), got.get(key), f"{path}.{key}" if path else key
            )
            if below is not None:
                return below
        return None
    if isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        for place, (one, two) in enumerate(zip(expected, got, strict=True)):
            below = compare(step, one, two, f"{path}[{place}]")
            if below is not None:
                return below
        return None
    return None if expected == got else Difference(step, path, expected, got)

