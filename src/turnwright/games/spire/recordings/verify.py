"""Replays recordings of seeds, battles, events and runs, and reports the first difference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import turnwright as tw
from turnwright.games.spire.context import SpireContext
from turnwright.games.spire.custom_start import parse_card
from turnwright.games.spire.game import game
from turnwright.games.spire.rng import Random
from turnwright.games.spire.run import fights
from turnwright.games.spire.run.events import open_choices
from turnwright.games.spire.run.relics import COUNTERS
from turnwright.games.spire.state import Card
from turnwright.testing.first_difference import Difference, first_difference, json_lines

from .engine_differences import OPTIONS, VARIANT
from .run_format import COUNTED, OWN_EVENTS, STREAMS, character
from .verify_battles import act, corrected, shown, start
from .verify_classes import is_class_battle, verify_class_battle
from .verify_seeds import verify_seed

__all__ = ["Difference", "RecordingReplay", "doubt", "entries", "first_defect", "verify"]

entries = json_lines
IN_A_FIGHT = ("monster_hp", "ai", "shuffle", "card_random", "misc", "potion")
NOT_COMPARED = ("encounter", "ub")


def verify(
    entry: Mapping[str, Any], *, fights: str = "fought", variant: str = VARIANT
) -> Difference | None:
    """Replay an entry up to its first listed defect. Return None if it agrees. With `fights="recorded"`
    the results of a run's fights are taken from the recording. Fights, events and runs follow the
    rules of the variant; the empty one is the game itself."""
    if is_class_battle(entry):
        return verify_class_battle(entry)
    if entry["kind"] == "seed":
        return verify_seed(entry)
    return RecordingReplay(entry, fights, variant).run()


def doubt(entry: Any) -> str:
    """Why the source of an entry may be wrong, or nothing. Such entries are not compared."""
    return str(entry.get("doubt", "")) if isinstance(entry, Mapping) else ""


def first_defect(entry: Mapping[str, Any]) -> int:
    """The first step that cannot be compared."""
    found = [
        step for tag, step in entry.get("defects", ()) if not tag.startswith(("cfg:", "minor:"))
    ]
    return min(found, default=len(entry["steps"]) + 1)


class RecordingReplay:
    """The replay of a battle, an event or a run."""

    def __init__(
        self, entry: Mapping[str, Any], fights: str = "fought", variant: str = VARIANT
    ) -> None:
        self.entry, self.uses_recorded_fights = entry, fights == "recorded"
        if entry["kind"] == "battle":
            self.match = start(entry, variant)
        else:
            setup = entry.get("setup", entry)
            options = {
                "seed": setup["seed"],
                "class": character(setup.get("class", "IRONCLAD")),
                "ascension": setup.get("asc", 0),
                "fights": fights,
                **OPTIONS,
                "variant": variant,
            }
            if entry["kind"] == "event":
                options["scene"] = _scene(entry)
            self.match = game.start(seats=1, options=options, record=False)
        self.c: Any = self.match.c
        if entry.get("set_hp"):
            self.c.G.hp = self.c.G.max_hp = entry["set_hp"]
        if entry.get("set_gold"):
            self.c.G.gold = entry["set_gold"]

    def run(self) -> Difference | None:
        """Replay all steps and return the first difference."""
        recorded, last = dict(self.entry["init"]), first_defect(self.entry)
        found = self._compare(-1, recorded) if last > -1 else None
        for number, step in enumerate(self.entry["steps"][: max(0, last)]):
            if found is not None:
                break
            before = dict(recorded)
            recorded.update(step["d"])
            for key in step.get("x", ()):
                recorded.pop(key, None)
            found = self._step(number, step["a"], before, recorded)
        return found

    def _step(
        self, number: int, action: Any, before: Mapping[str, Any], recorded: Mapping[str, Any]
    ) -> Difference | None:
        in_fight = before["screen"] == "BATTLE"
        if in_fight and self.uses_recorded_fights:
            self._follow_fight(before, recorded)
            if recorded["screen"] == "BATTLE":
                return None
        else:
            refusal = act(self.match, action) if in_fight else self._do(action)
            if refusal is not None:
                return Difference(number, "action", action, str(refusal))
        return self._compare(number, recorded)

    # --- doing ---------------------------------------------------------------------------------------

    def _do(self, action: Mapping[str, Any]) -> tw.Refusal | None:
        """Make a recorded action outside of a fight."""
        c, match, kind = self.c, self.match, action["t"]
        if kind == "card_select":
            select = c.G.select
            if select is None:
                return tw.Refusal("no_selection", "No card selection is open.", {})
            place = action["deck_idx"]
            at = select.places.index(place) if place >= 0 else action["idx"]
            return match.submit(tw.Answer(0, picks=(str(at),)))
        arg: Any
        match kind:
            case "map":
                arg = action["x"]
            case "event":
                arg = open_choices(c)[action["n"]]
            case "reward":
                arg = _reward(action)
            case "shop":
                arg = action["kind"]
                if arg in ("card", "relic", "potion"):
                    arg = f"{arg} {action['idx']}"
            case "rest":
                arg = action["option"]
            case "chest":
                arg = "open" if action["open"] else "leave"
            case "boss_relic":
                arg = action["idx"]
            case _:
                arg = action["slot"]
        return self.match.submit(tw.Answer(0, kind, (arg,)))

    def _follow_fight(self, before: Mapping[str, Any], recorded: Mapping[str, Any]) -> None:
        """Take the result of a fight from the recording and go on after it."""
        c, G = self.c, self.c.G
        G.hp, G.max_hp, G.potions = recorded["hp"], recorded["max_hp"], list(recorded["potions"])
        if recorded["screen"] == "BATTLE" and recorded["floor"] == before["floor"]:
            return
        _set_streams(c, before["rng"], IN_A_FIGHT)
        _set_streams(c, recorded["rng"], ("shuffle", "card_random"))
        G.deck = [_card(text, old) for text, old in _paired(recorded["deck"], G.deck)]
        G.gold = recorded["gold"]
        counters = dict(recorded["relics"])
        for relic in G.relics:
            if relic.kind in COUNTED:
                relic.counter = counters.get(relic.kind, 0)
            elif relic.kind == "Lizard Tail" and not counters.get(relic.kind):
                relic.counter = -2
        gold = recorded.get("rewards", {}).get("gold", ())
        if len(gold) > 1:
            G.data["stolen_gold"] = gold[-1]
        for _ in fights.battle_over(c):
            raise AssertionError("nothing is asked after a fight")
        if recorded["act"] != before["act"]:
            G.hp = recorded["hp"]  # recorded after the healing between acts
        self.match.settle()

    # --- comparing -----------------------------------------------------------------------------------

    def _compare(self, step: int, recorded: Mapping[str, Any]) -> Difference | None:
        got = shown(self.match.c)
        if recorded["outcome"] != "UNDECIDED":
            return first_difference(step, recorded["outcome"], got["outcome"], "outcome")
        expected = {key: value for key, value in recorded.items() if key not in NOT_COMPARED}
        if "event" in recorded:
            event = {key: value for key, value in recorded["event"].items() if key != "data"}
            if "options" in event:
                event["options"] = len(event["options"])
            expected["event"] = event
        if recorded["screen"] == "BATTLE" and self.uses_recorded_fights:
            left_out = ("rng", "hp", "max_hp", "relics")
            expected = {key: recorded[key] for key in got if key not in left_out}
            return first_difference(step, expected, {key: got[key] for key in expected})
        expected = corrected(expected)
        if self.entry["kind"] == "battle":
            got.pop("boss", None)
        else:
            expected["boss"] = recorded["boss"]
        return first_difference(
            step, expected, {k: v for k, v in got.items() if k not in NOT_COMPARED}
        )


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


def _set_streams(c: SpireContext, recorded: list[int | None], names: tuple[str, ...]) -> None:
    """Advance the streams of a fight to the recorded counters."""
    G = c.G
    for name, counter in zip(STREAMS, recorded, strict=True):
        if name in names and counter is not None:
            stream = getattr(G.streams, name)
            if name != "potion" and stream.counter > counter:
                stream = Random.seeded(G.seed + G.floor)
                setattr(G.streams, name, stream)
            stream.jump_to(counter)


def _scene(entry: Mapping[str, Any]) -> dict[str, Any]:
    """The option `scene` for a recorded event."""
    setup, init = entry["setup"], entry["init"]
    scene = {key: setup[key] for key in ("act", "floor", "hp", "max_hp", "gold")}
    relics = [kind if kind in COUNTERS else [kind, -1] for kind, _ in init["relics"]]
    event = OWN_EVENTS.get(setup["event"], setup["event"])
    return scene | {
        "deck": init["deck"], "relics": relics, "potions": init["potions"], "event": event,
    }  # fmt: skip
