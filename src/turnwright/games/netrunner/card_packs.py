"""Card packs: cards outside System Gateway, each pack a Python module and a table of printed facts.

A pack is a file `NAME.py` with `NAME.tsv` beside it, or a package `NAME` with `NAME/NAME.tsv` inside.
The table has the columns of `card_facts.COLUMNS`; the module registers a `CardDefinition` for every
card. A pack is checked as a whole when it is loaded; if anything is wrong, nothing of it is loaded.

Packs come from three places: those that are shipped (`SHIPPED`), those of installed distributions
(entry points of the group `ENTRY_POINTS`), and files (`load_pack_file`).
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterable
from importlib import import_module, metadata, util
from pathlib import Path
from types import ModuleType
from typing import TypeVar

import msgspec

import turnwright as tw
from turnwright.core.suggestions import suggestion

from . import card_definition
from .card_definition import CARDS, EVENTS, CardDefinition
from .card_facts import CardFacts, card_facts, parse_card_table
from .card_text import text_problems

SHIPPED = (f"{__package__}.packs.classics",)  # below this package, whatever it is called
ENTRY_POINTS = "turnwright.netrunner.cards"

T = TypeVar("T")

logger = logging.getLogger(__name__)


class CardPack(msgspec.Struct, frozen=True):
    """A pack that was loaded."""

    name: str
    source: str
    """The module or the file that it came from."""
    titles: tuple[str, ...]


_loaded: dict[str, CardPack] = {}


def loaded_packs() -> list[CardPack]:
    """Return the packs in the order in which they were loaded."""
    return list(_loaded.values())


def load_pack(module_name: str) -> CardPack:
    """Load the pack in an importable module."""
    spec = util.find_spec(module_name)
    if spec is None or spec.origin is None:
        raise tw.UnusableError("no_pack", f"There is no module {module_name!r}.")
    name = module_name.rpartition(".")[2]
    source = Path(spec.origin)
    return _load(name, source, lambda: import_module(module_name))


def load_pack_file(path: str | Path) -> CardPack:
    """Load the pack in a Python file."""
    source = Path(path)
    if source.suffix != ".py" or not source.is_file():
        sentence = (
            f"{path} is not a Python file. A card pack is a .py file with its table beside it."
        )
        raise tw.UnusableError("no_pack", sentence)
    return _load(source.stem, source.resolve(), lambda: _run_file(source))


def load_pack_files(paths: Iterable[str | Path]) -> None:
    """Load the packs in Python files, after the shipped ones."""
    load_default_packs()
    for path in paths:
        load_pack_file(path)


def load_default_packs() -> None:
    """Load what is always there, if that has not happened yet: importing the game loads it."""
    import_module(f"{__package__}.game")


def load_known_packs() -> None:
    """Load the shipped packs and those of installed distributions.

    A faulty pack of another distribution is logged as a warning, and the others are loaded."""
    for module_name in SHIPPED:
        load_pack(module_name)
    for entry in metadata.entry_points(group=ENTRY_POINTS):
        try:
            load_pack(entry.value)
        except tw.UnusableError as error:
            logger.warning("The card pack %r was not loaded: %s", entry.name, error)


def unload_pack(name: str) -> None:
    """Remove a pack, for example to load a changed version of its file."""
    for title in _loaded.pop(name).titles:
        del CARDS[title], card_facts()[title]
    card_definition.forget_indices()


def _run_file(source: Path) -> ModuleType:
    name = f"turnwright_card_pack_{source.stem}"
    spec = util.spec_from_file_location(name, source)
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _load(name: str, source: Path, run: Callable[[], ModuleType]) -> CardPack:
    known = _loaded.get(name)
    if known is not None:
        if known.source == str(source):
            return known
        sentence = f"Two card packs have the name {name!r}: {known.source} and {source}."
        raise tw.UnusableError("pack_name_taken", sentence)
    table = source.with_suffix(".tsv")
    if source.name == "__init__.py":
        table = source.with_name(f"{name}.tsv")
    if not table.is_file():
        sentence = f"{source}: the table of its cards, {table.name}, is missing."
        raise tw.UnusableError("no_card_table", sentence)
    read = parse_card_table(table.read_text("utf-8"), table.name, pack=name)
    facts = read.cards
    if read.faults and not (facts or read.unreadable):
        raise tw.UnusableError("bad_card_table", "\n".join(read.faults))
    before = dict(CARDS)
    try:
        definitions = _registered(run, source, before)
        faults = [
            f"{name}: {_sentence(one)}"
            for one in _problems(
                _without(read.unreadable, facts), _without(read.unreadable, definitions), before
            )
        ]
        if read.faults or faults:
            raise tw.UnusableError("bad_pack", "\n".join([*read.faults, *faults]))
    except BaseException:
        CARDS.clear()
        CARDS.update(before)
        card_definition.forget_indices()
        raise
    card_facts().update(facts)
    pack = CardPack(name, str(source), tuple(facts))
    _loaded[name] = pack
    return pack


def _registered(
    run: Callable[[], ModuleType], source: Path, before: dict[str, CardDefinition]
) -> dict[str, CardDefinition]:
    """Run the module of a pack and return what it has registered."""
    try:
        run()
    except Exception as error:
        sentence = f"{source} cannot be loaded: {type(error).__name__}: {error}"
        raise tw.UnusableError("bad_pack", sentence) from error
    return {title: card for title, card in CARDS.items() if before.get(title) is not card}


def _without(titles: set[str], cards: dict[str, T]) -> dict[str, T]:
    return {title: card for title, card in cards.items() if title not in titles}


def _sentence(fault: str) -> str:
    return fault if fault.endswith((".", "?")) else f"{fault}."


# --- checks ---------------------------------------------------------------------------------------


def _problems(
    facts: dict[str, CardFacts],
    definitions: dict[str, CardDefinition],
    before: dict[str, CardDefinition],
) -> list[str]:
    """List everything that is wrong with the cards of a pack."""
    known = card_facts()
    faults = [f"{title} is a card of another pack" for title in facts if title in known]
    faults += [
        f"{title} is registered, but not in the table{suggestion(title, facts)}"
        for title in definitions if title not in facts
    ]  # fmt: skip
    faults += [
        f"{title} replaces a card of another pack" for title in definitions if title in before
    ]
    for title, card in facts.items():
        if title not in definitions:
            faults.append(f"{title} is in the table, but nothing is registered for it")
        else:
            faults += [f"{title}: {one}" for one in card_problems(card, definitions[title])]
    return faults


def card_problems(facts: CardFacts, card: CardDefinition) -> Iterable[str]:
    """Yield what is wrong with the definition of one card."""
    yield from text_problems(facts.text, card)
    if card.subs and facts.type != "ice":
        yield f"subroutines belong to ice, and this is an {facts.type}"
    if card.play is not None and facts.type not in ("event", "operation"):
        yield "`play` belongs to events and operations"
    is_played = facts.type in ("event", "operation") and not facts.has("Current")
    if is_played and card.play is None:
        yield f"an {facts.type} needs `play`"
    for event in card.on:
        if event not in EVENTS:
            yield f"unknown event {event!r}{suggestion(event, EVENTS)}"
    for ability in (*card.abilities, *card.runner_abilities):
        if not ability.label:
            yield "an ability has no label"


__all__ = [
    "CardPack",
    "load_default_packs",
    "load_known_packs",
    "load_pack",
    "load_pack_file",
    "loaded_packs",
    "unload_pack",
]
