"""What the panels of the workbench show: state, views, legal moves, trace, journal and timeline.

Everything here is for the author and shows hidden information. The page draws it; nothing is decided
there.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import msgspec

from turnwright.agents.registry import agents_for
from turnwright.core.analysis.state_changes import plain_state
from turnwright.core.analysis.trace import RULES, FlowEvent
from turnwright.core.definition.moves import Move, humanize
from turnwright.core.runtime.match import Match
from turnwright.core.runtime.record import RecordEntry
from turnwright.core.runtime.rule_errors import location
from turnwright.core.runtime.why_not import why_not_move

from .session import Session

SHOWN_INPUTS = 12  # in the trace and the journal
MAX_OPTIONS = 60
CARD = re.compile(r"ctx\.cards\.(\d+)\.")
NUMBER = re.compile(r"-?\d+(\.\d+)?")
SKIPPED = re.compile(r"(\S+) \w+ skip_if: True")


def snapshot(session: Session, seat: int | None) -> dict[str, Any]:
    """Return everything the panels show, with the legal moves of a seat (None: of who must act)."""
    match = session.match
    shown: dict[str, Any] = {
        "seed": session.seed,
        "seats": session.seats,
        "seatChoices": list(session.game.seats),
        "options": session.options,
        "bots": agents_for(session.game.name),
        "position": session.position,
        "line": session.tree.current,
        "lines": _lines(session),
        "failure": msgspec.to_builtins(session.failure),
        "reloaded": msgspec.to_builtins(session.reloaded),
    }
    if match is None:
        return shown
    acting = match.acting
    asked = seat if seat is not None else (acting[0] if acting else 0)
    shown |= {
        "place": match.ctx.place,
        "turn": match.ctx.num_player_turns + 1,
        "turnPlayer": match.ctx.turn_player,
        "acting": acting,
        "names": list(match.record.seats),
        "hiddenZones": [
            name for name, zone in match.game.zones.items() if zone.visible != "public"
        ],
        "result": "" if match.result is None else str(match.result),
        "state": state_tree(match),
        "before": {"input": _tree(match, session.before), "turn": _tree(match, session.turn_start)},
        "views": _views(match),
        "moves": _guarded(legal_moves, match, asked),
        "trace": _trace(session),
        "journal": journal(session),
    }
    return shown


def _guarded(build: Any, match: Match, seat: int) -> dict[str, Any]:
    """Return a panel, or why the rules could not fill it."""
    try:
        return build(match, seat)  # type: ignore[no-any-return]
    except Exception as error:
        return {"seat": seat, "legal": [], "others": [], "problem": str(error)}


# --- state and views ----------------------------------------------------------------------------------


def state_tree(match: Match) -> dict[str, Any]:
    """Return the state as the tree shows it."""
    return _tree(match, plain_state(match.G, match.ctx))


def _tree(match: Match, state: dict[str, Any]) -> dict[str, Any]:
    """Return a plain state with its zones by the names of their cards."""
    if not state:
        return {}
    ctx = dict(state["ctx"])
    zones, cards = ctx.pop("zones"), ctx.pop("cards")
    for name in ("card_zones", "next_card", "options", "game_id", "match_id", "seed"):
        ctx.pop(name, None)
    tree: dict[str, Any] = {"G": state["G"]}
    if zones:
        tree["zones"] = {
            key: [f"{_card_name(match, cards.get(str(one)))} #{one}" for one in ids]
            for key, ids in zones.items()
        }
        tree["cards"] = {f"{_card_name(match, card)} #{one}": card for one, card in cards.items()}
    tree["ctx"] = ctx
    return tree


def _card_name(match: Match, card: dict[str, Any] | None) -> str:
    kind = "card" if card is None else str(card.get("kind", "card"))
    return str(getattr(match.game.library.get(kind), "name", None) or kind)


def _views(match: Match) -> list[dict[str, Any]]:
    """Return what each seat and an onlooker see of the game's state and the zones."""
    found: list[dict[str, Any]] = []
    for seat in [*match.ctx.player_order, None]:
        name = "onlooker" if seat is None else match.record.seats[seat]
        try:
            view = match.view(seat)
            seen = {"G": _jsonable(view["G"]), "zones": _zones(match, view["zones"])}
            found.append({"seat": seat, "name": name, "seen": seen})
        except Exception as error:
            found.append({"seat": seat, "name": name, "seen": {}, "problem": str(error)})
    return found


def _zones(match: Match, zones: dict[str, Any]) -> dict[str, Any]:
    shown: dict[str, Any] = {}
    for key, zone in zones.items():
        cards = zone.get("cards") if isinstance(zone, dict) else None
        if isinstance(cards, list):
            shown[key] = [_card_name(match, _jsonable(card)) for card in cards]
        elif isinstance(zone, dict) and "count" in zone:
            shown[key] = {"hidden": zone["count"]}
        else:
            shown[key] = _jsonable(zone)
    return shown


def _jsonable(value: Any) -> Any:
    return msgspec.to_builtins(value, str_keys=True, enc_hook=repr)


# --- legal moves --------------------------------------------------------------------------------------


def legal_moves(match: Match, seat: int) -> dict[str, Any]:
    """Return the legal moves of a seat, and for every other move the reason why it is not legal."""
    question = match.asked.get(seat)
    legal: list[dict[str, Any]] = []
    if question is not None:
        legal = [
            {"move": "answer", "label": o.label, "rule": "", "id": o.id} for o in question.options
        ]
        listed: set[str] = set()
    else:
        options = match.legal(seat)
        listed = {option.move for option in options}
        moves = match.moves
        legal = [
            {"move": o.move, "label": o.label, "rule": _rule(moves[o.move]), "id": o.id}
            for o in options
        ]
    others = [
        {"move": name, "why": why_not_move(match, seat, move), "rule": _rule(move)}
        for name, move in {**match.game.all_moves, **match.moves}.items()
        if name not in listed
    ]
    return {
        "seat": seat,
        "question": "" if question is None else question.text,
        "legal": legal[:MAX_OPTIONS],
        "more": max(0, len(legal) - MAX_OPTIONS),
        "others": others,
    }


def _rule(move: Move) -> str:
    """Return where a move is defined; the engine's own moves are not in the author's files."""
    module = getattr(move.fn, "__module__", "")
    return "engine" if module.startswith("turnwright.core.") else location(move.fn)


# --- trace and journal --------------------------------------------------------------------------------


def _trace(session: Session) -> list[dict[str, Any]]:
    """Return the events of the last inputs, the newest input first."""
    first = max(0, session.position - SHOWN_INPUTS + 1)
    return [
        {
            "input": number,
            "seat": _entry(session, number).seat if number else -1,
            "text": _label(session, number),
            "events": trace_events(session.events[number]),
        }
        for number in range(session.position, first - 1, -1)
    ]


def _label(session: Session, number: int) -> str:
    """Return an input as the log says it, or in its own words."""
    if number == 0:
        return "setup"
    return session.notes_of(session.entries[:number])[-1].label


def _entry(session: Session, number: int) -> RecordEntry:
    return session.entries[number - 1]


def trace_events(events: list[FlowEvent]) -> list[dict[str, Any]]:
    """Return the events of an input as the panel shows them.

    The engine's own hooks are left out if they change nothing. Where places may be skipped, the engine
    goes first to the level around them and then on; both are shown as one transition, whose `way` has
    all places that it passed.
    """
    shown: list[dict[str, Any]] = []
    skipped: list[str] = []
    first: dict[str, Any] | None = None  # the last transition, which may be the first half of one
    for event in events:
        entry: dict[str, Any] = msgspec.to_builtins(event)
        if event.kind in RULES and not event.rule:
            if event.kind != "hook" or event.changes:
                shown.append(entry | {"rule": "engine", "why": humanize(event.why.strip("_"))})
            continue
        if event.kind == "transition":
            entry["way"] = [event.where, event.to]
            if first and first["to"] == event.where and event.to.startswith(f"{event.where}/"):
                shown.remove(first)
                entry |= {"where": first["where"], "way": [first["where"], *skipped, event.to]}
                if skipped:
                    entry["why"] = "skipped " + ", ".join(map(_last_name, skipped))
            first, skipped = entry, []
        elif event.kind == "condition" and (found := SKIPPED.match(event.why)):
            skipped.append(found[1])
        shown.append(entry)
    return shown


def _last_name(path: str) -> str:
    return path.rpartition("/")[2]


def journal(session: Session) -> list[dict[str, Any]]:
    """Return what happened, the newest first: events, and changes of numbers as a ledger."""
    lines: list[dict[str, Any]] = []
    match = session.match
    if match is not None:
        for seat, question in sorted(match.asked.items()):
            text = f"asks {match.record.seats[seat]}: {question.text}"
            lines.append({"input": session.position, "kind": "asked", "text": text})
    first = max(0, session.position - SHOWN_INPUTS + 1)
    for number in range(session.position, first - 1, -1):
        found = [{"kind": "log", "text": text} for text in session.journal[number]]
        for event in trace_events(session.events[number]):
            if event["kind"] == "transition":
                text = f"{event['where']} → {event['to']}"
                found.append({"kind": "flow", "text": text, "why": event["why"]})
            elif event["kind"] in RULES:
                found += _changes_of(event, match)
        lines += [{"input": number, **line} for line in reversed(found)]
    return lines


def _changes_of(event: dict[str, Any], match: Match | None) -> list[dict[str, Any]]:
    """Return the changes that a rule made: numbers as a ledger, the rest as events."""
    found: list[dict[str, Any]] = []
    moved: Counter[str] = Counter()
    for change in event["changes"]:
        path, before, after = change["path"], change["before"], change["after"]
        if path.startswith(("ctx.card_zones", "ctx.next_card")):
            continue
        if path.startswith("ctx.zones."):
            moved[path.removeprefix("ctx.zones.")] += 1
        elif path.startswith("ctx.") and not path.startswith(("ctx.cards", "ctx.players")):
            continue  # the engine's counters are in the trace
        elif NUMBER.fullmatch(before) and NUMBER.fullmatch(after):
            difference = float(after) - float(before)
            text = f"{_with_card_name(path, match)} {difference:+g}"
            amounts = f"{before} → {after}"
            found.append({"kind": "ledger", "text": text, "amounts": amounts, "why": event["why"]})
        elif path.startswith("G"):
            text = f"{path}: {before or 'new'} → {after or 'removed'}"
            found.append({"kind": "event", "text": text, "why": event["why"]})
    if moved:
        zones = ", ".join(sorted(moved))
        found.append({"kind": "event", "text": f"cards of {zones}", "why": event["why"]})
    return found


def _with_card_name(path: str, match: Match | None) -> str:
    """Return a path with the name of its card instead of its number."""
    found = CARD.match(path)
    card = None if found is None or match is None else match.ctx.cards.get(int(found[1]))
    if found is None or match is None or card is None:
        return path
    return f"{_card_name(match, {'kind': card.kind})} {path[found.end() :]}"


# --- timeline -----------------------------------------------------------------------------------------


def _lines(session: Session) -> list[dict[str, Any]]:
    return [
        {
            "name": line.name,
            "parent": line.parent,
            "fork": line.fork,
            "inputs": [
                {"seat": entry.seat, "at": entry.at, "text": note.label}
                | {"turn": note.turn, "turnPlayer": note.turn_player}
                for entry, note in zip(line.entries, session.notes_of(line.entries), strict=True)
            ],
        }
        for line in session.tree.lines
    ]
