"""What the subroutines of a piece of ice would do to the Runner, as far as their texts tell.

Nothing is simulated: a simulation would know the cards that random damage would trash. The texts are
those of `card_text`, so ice of card packs is read in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Literal

import msgspec

from .wording import plural

_DAMAGE = re.compile(r"\b(\d+) (net|meat|core) damage")
_TAGS = re.compile(r"\bgets (\d+) tags?")
_LOSES = re.compile(r"\bloses (\d+) credits?")
_ENDS_IF_POOR = re.compile(r"end the run if (\d+) credits? or fewer")


class SubroutineEffect(msgspec.Struct, frozen=True):
    """What a subroutine does. Absent effects are 0, empty or False."""

    damage: int = 0
    kind: str = ""
    """The kind of damage: net, meat or core."""
    tags: int = 0
    credits: int = 0
    """Credits that the Runner loses."""
    ends: Literal["", "perhaps", "certainly"] = ""
    """Whether it ends the run."""
    ends_at: int | None = None
    """It ends the run of a Runner who has this many credits or fewer."""
    is_optional: bool = False
    """The Runner can pay to avoid it, or one side has a choice."""
    may_jack_out: bool = False


@cache
def subroutine_effect(text: str) -> SubroutineEffect:
    """Read the effect from the text of a subroutine."""
    words = text.lower()
    damage, tags, loses = _DAMAGE.search(words), _TAGS.search(words), _LOSES.search(words)
    poor = _ENDS_IF_POOR.search(words)
    is_optional = bool(re.search(r"\bto avoid\b|\bchooses?\b|\bunless\b|\bif you like\b", words))
    ends: Literal["", "perhaps", "certainly"] = ""
    if "end the run" in words:
        ends = "perhaps" if is_optional or re.search(r"\bif\b", words) else "certainly"
    return SubroutineEffect(
        damage=int(damage[1]) if damage else 0,
        kind=damage[2] if damage else "",
        tags=int(tags[1]) if tags else 0,
        credits=int(loses[1]) if loses else 0,
        ends=ends,
        ends_at=int(poor[1]) if poor else None,
        is_optional=is_optional,
        may_jack_out="may jack out" in words,
    )


class ForecastStep(msgspec.Struct, rename="camel"):
    """What one subroutine that resolves does to the Runner."""

    number: int
    """The number of the subroutine, from 1."""
    sentence: str
    lost: int = 0
    """Cards that the grip loses."""
    left: int = 0
    """Cards in the grip afterwards."""
    is_flatline: bool = False
    is_end: bool = False
    """The run certainly ends here."""


class Forecast(msgspec.Struct, rename="camel"):
    """What happens if the unbroken subroutines resolve, step by step."""

    steps: list[ForecastStep]
    damage: int
    """All damage that would be dealt, also beyond the last card."""
    is_flatline: bool
    is_end: bool

    @property
    def summary(self) -> str:
        """What happens, in a few words."""
        if self.is_flatline:
            return "you are flatlined and lose"
        parts = [f"{self.damage} damage"] if self.damage else []
        if self.is_end:
            parts.append("the run ends")
        return " and ".join(parts)


def forecast(texts: Iterable[tuple[int, str]], grip: int, credits: int) -> Forecast:
    """Follow subroutines (numbers and texts) for a Runner with this many cards and credits.

    It stops at the first that certainly ends the run or the game."""
    steps: list[ForecastStep] = []
    total = 0
    for number, text in texts:
        effect = subroutine_effect(text)
        parts: list[str] = []
        lost = min(effect.damage, grip)
        total += effect.damage
        is_flatline = effect.damage > grip
        if is_flatline:
            count = f"only {plural(grip, 'card')}" if grip else "no card"
            parts.append(f"Flatlined: {effect.damage} damage, but {count} in the grip.")
        elif effect.damage:
            parts.append(f"Lose {plural(lost, 'card')} at random, {grip - lost} left.")
        grip -= lost
        taken = min(effect.credits, credits)
        credits -= taken
        if effect.credits:
            parts.append(f"Lose {plural(taken, 'credit')}, {credits} left.")
        ends = effect.ends == "certainly"
        if effect.ends_at is not None:
            ends = credits <= effect.ends_at
            parts.append(
                f"The run ends: {effect.ends_at} credits or fewer are left."
                if ends
                else f"The run goes on: more than {effect.ends_at} credits are left."
            )
        elif ends:
            parts.append("The run ends.")
        if effect.tags:
            parts.append(f"Get {plural(effect.tags, 'tag')}.")
        if not is_flatline and effect.may_jack_out:
            parts.append("Then the Runner may jack out.")
        if effect.is_optional or (effect.ends == "perhaps" and effect.ends_at is None) or not parts:
            parts = [text]
        steps.append(
            ForecastStep(number, " ".join(parts), lost, grip, is_flatline, ends and not is_flatline)
        )
        if is_flatline or ends:
            break
    last = steps[-1] if steps else ForecastStep(0, "")
    return Forecast(steps, total, last.is_flatline, last.is_end)
