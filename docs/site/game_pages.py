"""A page for each game: its rulebook, its flow, its moves, its cards, and what its README says."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from turnwright.cli.diagram.formats import render
from turnwright.core.analysis.graph import graph_of
from turnwright.core.definition.game import Game
from turnwright.core.definition.library_text import library_entry
from turnwright.core.definition.moves import humanize
from turnwright.games import GAMES
from turnwright.games.lookup import find_game

from .markdown import cell, code, demoted, first_sentence, page, prose, table

FOLDER = "games"
ROOT = Path(__file__).parents[2]
NAMED_APART = ("name", "title", "text", "type", "code", "upgraded", "side")
"""Facts that a card's entry shows on lines of their own, or not at all."""

ZERO_COUNTS = ("cost", "attack", "defense", "strength")
"""Facts that are shown even if they are 0."""

SECTIONS = {"spire": {"Relic": "relics", "Potion": "potions", "Monster move": "monster-moves"}}
"""Types of entries with a page of their own; all others are on the page of the cards."""


def readme_of(name: str) -> Path | None:
    """Return the README of a game, if it has one."""
    folder = ROOT / "src" / Path(*GAMES[name].split(".")[:-1])
    path = folder / "README.md"
    return path if path.exists() else None


def pages() -> Iterator[tuple[str, str]]:
    """Write the pages of all games: path and text of each."""
    for name in GAMES:
        game = find_game(name)
        cards = list(_card_pages(name, game))
        yield f"{FOLDER}/{name}.md", _page(name, game, [path for path, _ in cards])
        yield from cards


def _page(name: str, game: Game, cards: list[str]) -> str:
    readme = readme_of(name)
    text = readme.read_text("utf-8") if readme else ""
    _, lead, rest = _split(text)
    seats = " or ".join(map(str, game.seats))
    parts = [
        f"*{game.about}*\n" if game.about else "",
        lead,
        f"- Players: {seats}\n"
        f"- In the terminal: `turnwright play {name}`\n"
        f"- In the browser: `turnwright serve`, then choose {game.title} in the lobby\n"
        f'- In Python: `find_game("{name}")` of `turnwright.games.lookup`\n',
        "## How it is played\n",
        demoted(game.rulebook.text),
        _named("Phases", "phase", game.rulebook.phases),
        _named("Places on the table", "place", game.rulebook.zones),
        "## Flow\n",
        "The phases and steps with their moves. A solid arrow is `next`.\n",
        diagram(game),
        "## Moves\n",
        table(("move", "label", "what it does"), _moves(game)),
        _choices(game),
        _glossary(game),
    ]  # fmt: skip
    if cards:
        listed = "\n".join(Path(path).stem for path in cards)
        parts.append(f"```{{toctree}}\n:maxdepth: 1\n:caption: Look up\n\n{listed}\n```\n")
    return page(game.title, *parts, rest)


def _split(text: str) -> tuple[str, str, str]:
    """Split a README into its title, the text before the first section, and the sections."""
    head, _, rest = text.partition("\n## ")
    title, _, lead = head.partition("\n")
    return title, lead.strip(), f"## {rest}" if rest else ""


def diagram(game: Game) -> str:
    """Return the drawing of a flow as it stands in a page, which sets its colours."""
    drawn = render(graph_of(game), "svg", title="")
    drawn = re.sub(r"\n\s*\n", "\n", drawn)
    return f'<div class="flow-diagram">\n{drawn.strip()}\n</div>\n'


def _named(heading: str, column: str, rows: Mapping[str, str]) -> str:
    words = [(code(name), text) for name, text in rows.items()]
    return f"### {heading}\n\n{table((column, 'meaning'), words)}" if words else ""


def _moves(game: Game) -> Iterator[tuple[str, str, str]]:
    for name, move in (
        game.all_moves.items() if not callable(game.all_moves) else game.all_moves().items()
    ):
        label = move.label if isinstance(move.label, str) and move.label else humanize(name)
        doc = prose(getattr(move.fn, "__doc__", ""))
        yield code(name), escape(label), first_sentence(doc)


def _choices(game: Game) -> str:
    rows = []
    for name, values in (game.choices or {}).items():
        shown = [code(value) for value in values]
        is_long = len(shown) > 8
        rows.append((code(name), f"{shown[0]} to {shown[-1]}" if is_long else ", ".join(shown)))
    return (
        f"## What people choose before a match\n\n{table(('option', 'values'), rows)}"
        if rows
        else ""
    )


def _glossary(game: Game) -> str:
    rows = [(escape(word), escape(text)) for word, text in (game.glossary or {}).items()]
    return f"## Words in rules texts\n\n{table(('word', 'meaning'), rows)}" if rows else ""


# --- cards ----------------------------------------------------------------------------------------


def _card_pages(name: str, game: Game) -> Iterator[tuple[str, str]]:
    groups: defaultdict[str, list[tuple[str, Any]]] = defaultdict(list)
    for kind, spec in game.library.items():
        section = SECTIONS.get(name, {}).get(library_entry(kind, spec).type, "cards")
        groups[section].append((kind, spec))
    for section, entries in groups.items():
        title = f"{game.title}: {humanize(section.replace('-', '_')).lower()}"
        yield f"{FOLDER}/{name}-{section}.md", _card_page(game, title, entries)


def _card_page(game: Game, title: str, entries: list[tuple[str, Any]]) -> str:
    by_type: defaultdict[str, list[tuple[str, Any]]] = defaultdict(list)
    for kind, spec in entries:
        by_type[library_entry(kind, spec).type or "card"].append((kind, spec))
    anchors: Counter[str] = Counter()
    parts = [f"{len(entries)} entries of the library of {game.title}, with their rules texts."]
    for group in sorted(by_type):
        if len(by_type) > 1:
            parts.append(f"## {group[:1].upper()}{group[1:]}\n")
        for kind, spec in sorted(by_type[group], key=lambda each: library_entry(*each).name):
            name = f"{game.name}-{slug(kind)}"
            anchors[name] += 1
            name = f"{name}-{anchors[name]}" if anchors[name] > 1 else name
            parts.append(_card(game, kind, spec, name))
    return page(title, *parts)


def slug(kind: str) -> str:
    """Return a name as it stands in an address: `Fire Bolt` is `fire-bolt`."""
    return re.sub("[^a-z0-9]+", "-", kind.lower()).strip("-") or "unnamed"


def _card(game: Game, kind: str, spec: Any, name: str) -> str:
    entry = library_entry(kind, spec)
    facts: Mapping[str, Any] = spec if isinstance(spec, Mapping) else msgspec.structs.asdict(spec)
    # A rubric and not a heading: hundreds of headings would be in the contents of every page.
    lines = [f":::{{rubric}} {escape(entry.name)}\n:heading-level: 3\n:name: {name}\n:::\n"]
    shown = [game.sides[facts["side"]]] if game.sides and "side" in facts else []
    shown += [f"{humanize(name).lower()} {_value(value)}".strip() for name, value in facts.items()
              if name not in NAMED_APART and _is_plain(name, value)]  # fmt: skip
    if shown:
        lines.append(f"*{escape(', '.join(shown))}*\n")
    text = (entry.text or "").strip()
    if text:
        lines.append("\\\n".join(escape(line) for line in text.splitlines() if line.strip()) + "\n")
    if facts.get("upgraded"):
        lines.append(f"Upgraded: {escape(str(facts['upgraded']))}\n")
    return "\n".join(lines)


def _is_plain(name: str, value: Any) -> bool:
    if isinstance(value, list | tuple):
        return bool(value) and all(isinstance(each, str) for each in value)
    if type(value) is int and name in ZERO_COUNTS:
        return True
    return isinstance(value, str | int | float) and value not in ("", 0, False)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return ""  # its name says it
    return ", ".join(value) if isinstance(value, list | tuple) else str(value)


def escape(text: str) -> str:
    """Return text as Markdown that shows it as it is."""
    return re.sub(r"([\\`*_{}\[\]<>$#])", r"\\\1", text)


def index_rows() -> Iterable[tuple[str, str, str]]:
    """Return name, title and one sentence of each game."""
    for name in GAMES:
        game = find_game(name)
        yield name, cell(game.title), cell(game.about)
