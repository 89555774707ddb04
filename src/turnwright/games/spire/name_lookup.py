"""Finds cards, relics, potions and encounters by name or id, ignoring case, spaces and punctuation.

Unknown names get a suggestion.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

import turnwright as tw
from turnwright.core.suggestions import close_matches, normalize

from .combat.monsters import ENCOUNTERS
from .custom_start import parse_card
from .library import COLOURS, cards, potions, relics
from .run.encounters import ACTS

STARTER = {"strike": "Strike_", "defend": "Defend_"}
ROOMS = ("MONSTER", "ELITE", "BOSS")


def find(what: str, text: str, names: Mapping[str, str]) -> str:
    """The id that a text refers to; `names` maps ids to names."""
    known: dict[str, str] = {}
    for key, name in names.items():
        known.setdefault(normalize(name), key)
        known.setdefault(normalize(name.removeprefix("The ")), key)
    for key in names:
        known.setdefault(normalize(key), key)
    wanted = normalize(text)
    if wanted in known:
        return known[wanted]
    inside = {key for name, key in known.items() if len(wanted) >= 3 and wanted in name}
    if len(inside) == 1:
        return inside.pop()
    close = [normalize(name) for name in close_matches(wanted, known)]
    meant = dict.fromkeys(names[known[name]] for name in close)
    meant |= dict.fromkeys(sorted(names[key] for key in inside)[:3])
    hint = f" Did you mean {' or '.join(list(meant)[:3])}?" if meant else ""
    raise tw.UnusableError(f"unknown_{what}", f"There is no {what} {text.strip()!r}.{hint}")


@cache
def _encounter_names() -> dict[str, str]:
    return {name: name for name in ENCOUNTERS}


def encounter(text: str) -> str:
    """The id of an encounter."""
    return find("encounter", text, _encounter_names())


@cache
def _card_names() -> dict[str, str]:
    return {kind: facts.name for kind, facts in cards().items()}


def card(text: str, character: str = "IRONCLAD") -> str:
    """A card in the notation of the option `scene`: `Bash+` becomes `Bash+1`."""
    name, _, misc = text.strip().partition(":")
    bare, plus, times = name.partition("+")
    suit = COLOURS[character][0]
    starter = STARTER.get(normalize(bare))
    kind = starter + suit if starter else find("card", bare, _card_names())
    up = int(times) if times.strip().isdigit() else 1
    written = (f"{kind}+{up}" if plus else kind) + (f":{misc}" if misc else "")
    parse_card(written)
    return written


def deck(given: str | Iterable[str], character: str = "IRONCLAD") -> list[str]:
    """Cards of a list, or of a text like `5 Strike, 4 Defend, Bash+`."""
    parts = given.split(",") if isinstance(given, str) else list(given)
    found: list[str] = []
    for part in filter(None, (one.strip() for one in parts)):
        number, _, rest = part.partition(" ")
        count = int(number.rstrip("x")) if number.rstrip("x").isdigit() and rest else 1
        if not 1 <= count <= 99:
            raise tw.UnusableError(
                "bad_count", f"{part!r}: a deck may have 1 to 99 copies of a card."
            )
        found += [card(rest if rest and number.rstrip("x").isdigit() else part, character)] * count
    return found


def relic(text: str) -> str:
    """The id of a relic."""
    return find("relic", text, {kind: facts.name for kind, facts in relics().items()})


def potion(text: str) -> str:
    """The id of a potion."""
    return find("potion", text, {kind: facts.name for kind, facts in potions().items()})


def split_names(given: str | Iterable[str]) -> list[str]:
    """The names of a list, or of a text with commas."""
    parts = given.split(",") if isinstance(given, str) else list(given)
    return [part.strip() for part in parts if part.strip()]


@cache
def location_of(name: str) -> tuple[int, str]:
    """The act and the kind of room of an encounter."""
    for number, act in ACTS.items():
        for room, found in zip(
            ROOMS, ({*act.weak, *act.strong}, act.elites, act.bosses), strict=True
        ):
            if name in found:
                return number, room
    known = {"Shield and Spear": (4, "ELITE"), "The Heart": (4, "BOSS")}
    return known.get(name, (1, "MONSTER"))
