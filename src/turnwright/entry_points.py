"""What installed packages add: games, agents and boards that they declare as entry points.

    [project.entry-points."turnwright.games"]
    high-card = "high_card.game:game"

Only the declarations are read here, once per process; a package is imported when its part is used. A
package that cannot be imported affects nothing but its own parts.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from turnwright.core.errors import TurnwrightError, UnusableError

GAMES = "turnwright.games"
"""Games by name: `MODULE:NAME` of the `Game`."""
AGENTS = "turnwright.agents"
"""Agents by name: `MODULE:NAME` of a class or function that takes a seed and returns an agent."""
BOARDS = "turnwright.boards"
"""Boards by the name of their game: the folder with `board.js`, written like a module."""

KINDS = {GAMES: "game", AGENTS: "agent", BOARDS: "board"}


class EntryPoint(NamedTuple):
    """One declaration of an installed package."""

    group: str
    name: str
    value: str
    package: str

    def __str__(self) -> str:
        return f"the {KINDS[self.group]} {self.name!r} of the package {self.package!r}"

    @property
    def module(self) -> str:
        """The module that is declared."""
        return self.value.partition(":")[0].strip()

    @property
    def attribute(self) -> str:
        """The name in the module; empty if the module itself is declared."""
        return self.value.partition(":")[2].strip()

    def load(self) -> Any:
        """Import what is declared. Raise `UnusableError` with one sentence if that fails."""
        try:
            found: Any = import_module(self.module)
            for part in filter(None, self.attribute.split(".")):
                found = getattr(found, part)
        except TurnwrightError:
            raise
        except (Exception, SystemExit) as error:
            raise self.unusable(f"{type(error).__name__}: {error}") from None
        return found

    def unusable(self, reason: str) -> UnusableError:
        """Return the error that says why this declaration cannot be used."""
        reason = " ".join(reason.split()).rstrip(".")
        return UnusableError("broken_entry_point", f"Cannot load {self}: {reason}.")


@cache
def find_entry_points(group: str) -> tuple[EntryPoint, ...]:
    """Return what the installed packages declare in a group, by name and package."""
    from importlib.metadata import entry_points  # only now: it takes long to import

    found = {
        EntryPoint(group, one.name, one.value, one.dist.name if one.dist else "?")
        for one in entry_points(group=group)
    }
    return tuple(sorted(found))


def find_entry_point(group: str, name: str) -> EntryPoint | None:
    """Return the declaration of this name; the first one if several packages have it."""
    return next((one for one in find_entry_points(group) if one.name == name), None)
