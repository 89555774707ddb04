"""What a match is started with: the encounter, and who drives whom.

Options of a match:

- `encounter` is the name of a sample, the text of a file, or its data.
- `by_hand` lists the combatants that people drive: names of combatants and of sides, as a list or with
  commas, or `all`. By default a single seat drives the first side and two seats drive everybody.
- `seed` is the seed of the fight, as of a run of the simulator.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from turnwright.core.errors import UnusableError
from turnwright.core.suggestions import joined, suggestion
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.engine.plan import Plan
from turnwright.skirmish.model import files, sample_encounters
from turnwright.skirmish.model.file_problems import BadFile
from turnwright.skirmish.model.name_resolution import resolve
from turnwright.skirmish.model.scenario import Scenario
from turnwright.skirmish.model.use_references import key_of

DEFAULT_ENCOUNTER = "goblin-ambush"
MAX_BY_HAND = 100
"""The largest number of combatants of a fight by hand."""
MAX_SEED = 1 << 53


class Fight:
    """A compiled scenario, and for every combatant the seat that drives it, or -1. Fights are compared
    by identity: the same options give the same object while it is in use."""

    def __init__(self, plan: Plan, seats: tuple[int, ...]) -> None:
        self.plan = plan
        self.seats = seats

    def sides_of(self, seat: int) -> frozenset[int]:
        """The sides with which a seat wins: the first one if it drives any of it, else all that it
        drives."""
        sides = {
            one.side
            for one, driver in zip(self.plan.participants, self.seats, strict=True)
            if driver == seat
        }
        return frozenset({0} if 0 in sides else sides)


def fight_of(options: Mapping[str, Any], seats: int) -> Fight:
    """The fight of a match with these options and this number of seats. Raises `UnusableError`."""
    known = ("encounter", "by_hand", "seed")
    for name in options:
        if name not in known:
            hint = suggestion(name, known) or f"; choose from {joined(known)}."
            raise UnusableError("bad_option", f"A skirmish has no option {name!r:.40}{hint}")
    encounter = options.get("encounter", DEFAULT_ENCOUNTER)
    if not isinstance(encounter, (str, dict)):
        sentence = "`encounter` must be the name of a sample, the text of a file, or its data."
        raise UnusableError("bad_encounter", sentence)
    if isinstance(encounter, dict):
        encounter = msgspec.json.encode(encounter).decode()
    is_name = "\n" not in encounter and ":" not in encounter
    return _compile(encounter, is_name, _names(options.get("by_hand")), seats)


def seed_of(options: Mapping[str, Any]) -> int | None:
    """The seed that the options ask for, if they do."""
    seed = options.get("seed")
    if seed is None:
        return None
    if type(seed) is not int or not 0 <= seed < MAX_SEED:
        raise UnusableError("bad_seed", f"`seed` must be a whole number from 0 to {MAX_SEED - 1}.")
    return seed


def _names(by_hand: Any) -> tuple[str, ...]:
    words = by_hand.split(",") if isinstance(by_hand, str) else by_hand
    if words is None:
        return ()
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        sentence = (
            "`by_hand` must be names of combatants or sides, as a list or with commas, or `all`."
        )
        raise UnusableError("bad_by_hand", sentence)
    return tuple(filter(None, (word.strip() for word in words)))


@lru_cache(maxsize=32)
def _compile(encounter: str, is_name: bool, by_hand: tuple[str, ...], seats: int) -> Fight:
    try:
        scenario = _sample(encounter) if is_name else resolve(files.parse(encounter))
    except BadFile as error:
        raise UnusableError("bad_encounter", f"The encounter cannot be read: {error}") from None
    plan = compile_plan(scenario)
    if len(plan.participants) > MAX_BY_HAND:
        sentence = f"A fight by hand has at most {MAX_BY_HAND} combatants."
        raise UnusableError("too_many", sentence)
    if not plan.encounters:
        raise UnusableError("bad_encounter", "The file has no encounter.")
    return Fight(plan, _seats(plan, by_hand, seats))


def _sample(name: str) -> Scenario:
    key = key_of(name, sample_encounters.names())
    if key is None:
        hint = suggestion(name, sample_encounters.names())
        hint = hint or "; `turnwright skirmish list` has the samples."
        raise UnusableError("no_sample", f"There is no sample {name!r:.60}{hint}")
    return resolve(sample_encounters.load(key))


def _seats(plan: Plan, by_hand: tuple[str, ...], seats: int) -> tuple[int, ...]:
    """The seat of every combatant. The first seat has the first side, the second one all others."""
    own = [min(one.side, 1) if seats > 1 else 0 for one in plan.participants]
    if not by_hand:
        is_driven = [seats > 1 or one.side == 0 for one in plan.participants]
    else:
        is_driven = [False for _ in plan.participants]
        for word in by_hand:
            found = [
                one.index for one in plan.participants
                if word.lower() in
                ("all", one.name.lower(), one.kind.name.lower(), plan.sides[one.side].lower())
            ]  # fmt: skip
            if not found:
                names = [*plan.sides, *(one.name for one in plan.participants)]
                hint = suggestion(word, names) or f"; there are {joined(names)}."
                sentence = f"Nobody in this encounter is called {word!r:.60}{hint}"
                raise UnusableError("bad_by_hand", sentence)
            for index in found:
                is_driven[index] = True
    return tuple(seat if driven else -1 for seat, driven in zip(own, is_driven, strict=True))
