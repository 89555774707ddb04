"""The pages about the combat simulator: what it is, and everything in its library."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.skirmish.catalogue import CatalogueSection, catalogue
from turnwright.skirmish.model import library

from .game_pages import escape
from .markdown import code, page, table

FILE = "games/combat-simulator.md"
LEAD = """\
*How will this fight go?*

The combat simulator plays encounters of fantasy role-playing games thousands of times. Combatants
follow lists of actions in order of priority, with requirements, costs and reactions; the engine knows
no spell by name. The result is the probability of each outcome with an interval, and any single run
can be explained decision by decision.

- In the browser: `turnwright serve`, then the lab ([Use the combat lab](../howto/use-the-lab.md))
- In the terminal: `turnwright skirmish run NAME` ([all commands](../reference/command-line.md))
- By hand: the game [Skirmish](skirmish.md)
- In Python: `turnwright.skirmish.api` ([reference](../reference/python/skirmish.md))
- Files: [Simulate an encounter](../howto/simulate-an-encounter.md),
  [their fields](../reference/encounter-fields.md),
  [effects, facts and events](../reference/skirmish-words.md)
"""


def pages() -> Iterator[tuple[str, str]]:
    """Write the pages: path and text of each."""
    parts = [
        LEAD,
        _section("Encounters", "encounter", "encounters", "To start from: `skirmish run NAME`."),
        _section("Rule profiles", "profile", "rules", "The `rules` of an encounter."),
        "```{toctree}\n:maxdepth: 1\n:caption: Look up\n\nskirmish-combatants\nskirmish-actions\n```\n",
    ]
    yield FILE, page("The combat simulator", *parts)
    yield (
        "games/skirmish-combatants.md",
        page(
            "Skirmish: combatants",
            "What `use` accepts in the lists of a side.",
            _section("Heroes by class", "class", "heroes", "With a level: `use: Wizard 5`."),
            _section("Combatants", "name", "combatants", "Written for the simulator."),
            _section(
                "Monsters", "name", "bestiary", "Converted from the System Reference Document 5.1."
            ),
        ),
    )
    yield (
        "games/skirmish-actions.md",
        page(
            "Skirmish: actions and spells",
            "What `use` accepts in the lists of a combatant.",
            _section("Actions", "name", "actions", "Written for the simulator."),
            _section(
                "Spells", "name", "spells", "Converted from the System Reference Document 5.1."
            ),
        ),
    )


def _section(heading: str, column: str, section: CatalogueSection, lead: str) -> str:
    own = library.combatants() if section == "combatants" else None
    rows = [
        (code(name), escape(line))
        for name, line in catalogue(section)
        if own is None or name in own  # not what this user has saved
    ]
    return f"## {heading}\n\n{lead}\n\n{table((column, 'what it is'), rows)}"
