"""Everything that `use` can name beside the definitions of the file itself.

In this order: the personal library, the library of the package, heroes by class and level, and the
monsters and spells of the SRD.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping
from typing import Any, cast

from . import bestiary, hero_classes, library, personal_library, scenario
from .parsed_document import LocatedMapping
from .use_references import key_of


def combatants() -> Mapping[str, LocatedMapping]:
    """All combatants by name, as data in full form."""
    return _chained(
        personal_library.combatant_data(),
        library.combatant_data(),
        hero_classes.HeroClasses(),
        bestiary.combatant_data(),
    )


def actions() -> Mapping[str, LocatedMapping]:
    """All actions by name, as data in full form."""
    return _chained(personal_library.action_data(), library.action_data(), bestiary.action_data())


def _chained(*maps: Mapping[str, Any]) -> Mapping[str, LocatedMapping]:
    """Look names up in the first mapping that has them."""
    return ChainMap(*(cast(Any, one) for one in maps))


def action_named(name: str) -> scenario.CombatAction | None:
    """Return the action that a name in a list means, if there is one."""
    personal = personal_library.actions()
    for known in (personal, library.actions()):
        if (key := key_of(name, known)) is not None:
            return known[key]
    key = key_of(name, bestiary.action_data())
    return None if key is None else bestiary.action(key)
