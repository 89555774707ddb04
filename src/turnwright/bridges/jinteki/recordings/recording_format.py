"""The complete state of a match in the format of the recordings."""

from __future__ import annotations

from typing import Any

import turnwright as tw
from turnwright.bridges.jinteki.dialect.card_paths import card_path
from turnwright.bridges.jinteki.dialect.state import number_json, open_prompts
from turnwright.games.netrunner.card_definition import price_of
from turnwright.games.netrunner.card_facts import CORP, RUNNER, SIDES
from turnwright.games.netrunner.context import NetrunnerContext, context_of
from turnwright.games.netrunner.moves.ability_moves import (
    dynamic_ability_label,
    shown_dynamic_abilities,
    usable,
)
from turnwright.games.netrunner.moves.card_moves import can_play
from turnwright.games.netrunner.questions import NetrunnerQuestion, wire_text
from turnwright.games.netrunner.rules.run_state import encounter_depth, encountered
from turnwright.games.netrunner.rules.runs import is_jack_out_forbidden
from turnwright.games.netrunner.state import Card, LogLine, StatusPrompt


def snapshot(match: tw.Match, log: list[LogLine] | None = None) -> dict[str, Any]:
    """Return the state as a recording has it. `log` holds the lines of this step."""
    c = context_of(match)
    G = c.G
    seen: dict[str, Any] = {
        "turn": G.turn,
        "active-player": SIDES[G.active],
        "end-turn": G.turn_over,
        "winner": None if G.winner is None else SIDES[G.winner],
        "reason": G.reason or None,
        "corp": _side(match, c, CORP),
        "runner": _side(match, c, RUNNER),
        "servers": {
            name: {
                "ices": [_card(c, card) for card in c.cards(server.ices)],
                "content": [_card(c, card) for card in c.cards(server.content)],
            }
            for name, server in G.servers.items()
            if server.ices or server.content
        },
        "rig": {
            zone: [_card(c, card) for card in c.cards_in(zone, RUNNER)]
            for zone in ("program", "hardware", "resource")
            if c.zone(zone, RUNNER)
        },
        "run": _run(c),
        "encounter": _encounter(c),
        "prompts": {
            word: [_prompt(c, one) for one in open_prompts(match, n)]
            for n, word in enumerate(SIDES)
        },
    }
    if G.phase_12 is not None:
        seen[f"{SIDES[G.phase_12]}-phase-12"] = True
    if log is not None:
        seen["log"] = [_line(line) for line in log]
    return seen


def _line(line: LogLine) -> Any:
    if not line.corp and not line.runner:
        return line.text
    data = {"public": line.text}
    if line.corp:
        data["corp"] = line.corp
    if line.runner:
        data["runner"] = line.runner
    return data


def _side(match: tw.Match, c: NetrunnerContext, side: int) -> dict[str, Any]:
    player = c.G.sides[side]
    data: dict[str, Any] = {
        "identity": c.cards_in("identity", side)[0].kind,
        "credits": player.credits,
        "clicks": player.clicks,
        "hand": [card.kind for card in c.cards_in("hand", side)],
        "playable": _playable(match, c, side),
        "deck": [card.kind for card in reversed(c.cards_in("deck", side))],
        "discard": [_discarded(card) for card in c.cards_in("discard", side)],
        "scored": [_scored(c, card) for card in c.cards_in("scored", side)],
        "agenda-points": c.agenda_points(side),
        "points-to-win": c.G.points_to_win,
        "hand-size": c.hand_size(side),
    }
    if side == CORP:
        data["bad-publicity"] = player.bad_publicity
    else:
        data["tags"] = player.tags
        data["run-credits"] = player.run_credits
        data["brain-damage"] = player.brain
        data["memory-available"] = c.free_memory()
        data["link"] = c.link()
        data["register"] = dict(player.register)
    if c.zone("rfg", side):
        data["rfg"] = [card.kind for card in c.cards_in("rfg", side)]
    if c.zone("current", side):
        data["current"] = [_loose(card) for card in c.cards_in("current", side)]
    if c.zone("play_area", side):
        data["play-area"] = [_loose(card) for card in c.cards_in("play_area", side)]
    return data


def _scored(c: NetrunnerContext, card: Card) -> dict[str, Any]:
    title = None if card.extra_points else card.kind  # a card that became an agenda has no title
    data: dict[str, Any] = {"title": title, "points": c.agenda_value(card)}
    if card.counters:
        data["counters"] = dict(card.counters)
    if c.is_active(card) and (abilities := _abilities(c, card)):
        data["abilities"] = abilities
    return data


def _discarded(card: Card) -> dict[str, Any]:
    if card.owner == CORP:
        return {"title": card.kind, "faceup": card.face_up}
    return {"title": card.kind}


def _loose(card: Card) -> dict[str, Any]:
    data: dict[str, Any] = {"title": card.kind}
    if card.counters:
        data["counters"] = dict(card.counters)
    return data


def _playable(match: tw.Match, c: NetrunnerContext, side: int) -> list[int]:
    G = c.G
    is_quiet = not match.asked and not any(G.status_prompts) and G.phase_12 is None
    if G.active != side or G.run is not None or not is_quiet or G.winner is not None:
        return []
    if G.sides[side].clicks < 1:
        return []
    return [n for n, card in enumerate(c.cards_in("hand", side)) if can_play(c, card)]


def _card(c: NetrunnerContext, card: Card) -> dict[str, Any]:
    facts, definition = c.facts(card), c.definition(card)
    data: dict[str, Any] = {"title": card.kind}
    if card.owner == CORP:
        data["rezzed"] = card.rezzed
    if facts.strength is not None:
        data["strength"] = c.strength(card)
    if facts.type == "ice":
        data["subs"] = [
            {
                "label": sub.label,
                "broken": bool(card.broken >> n & 1),
                "fired": bool(card.fired >> n & 1),
            }
            for n, sub in enumerate(c.subs(card))
        ]
    if card.counters:
        data["counters"] = dict(card.counters)
    if card.advancement:
        data["advancement"] = card.advancement
    if facts.type == "agenda":
        data["requirement"] = c.advancement_requirement(card)
    if card.target:
        data["target"] = card.target
    if card.is_new:
        data["new"] = True
    if card.is_selected:
        data["selected"] = True
    if c.is_active(card):
        abilities = _abilities(c, card)
        if abilities:
            data["abilities"] = abilities
        if definition.runner_abilities:
            data["runner-abilities"] = [
                {"label": a.label, "playable": True, "cost-label": price_of(c, card, a).label()}
                for a in definition.runner_abilities
            ]
    if card.hosted:
        data["hosted"] = [_card(c, one) for one in c.cards(card.hosted)]
    return data


def _abilities(c: NetrunnerContext, card: Card) -> list[dict[str, Any]]:
    data = []
    for ability in c.definition(card).abilities:
        entry: dict[str, Any] = {
            "label": ability.label,
            "playable": usable(c, card, ability, ignore_cost=True),
        }
        label = price_of(c, card, ability).label()
        if label:
            entry["cost-label"] = label
        data.append(entry)
    ice = encountered(c)
    if ice is not None and card.owner == RUNNER:
        for name, cost in shown_dynamic_abilities(c, card).items():
            entry = {"label": dynamic_ability_label(name, cost, ice), "playable": True}
            data.append({**entry, "dynamic": name, "cost-label": cost.price.label()})
    return data


def _run(c: NetrunnerContext) -> dict[str, Any] | None:
    run = c.G.run
    if run is None:
        return None
    no_action: Any = run.no_action
    if no_action is not None and no_action is not False:
        no_action = SIDES[int(no_action)]
    data: dict[str, Any] = {
        "phase": run.phase,
        "server": [run.server],
        "position": run.position,
        "no-action": no_action,
        "corp-auto-no-action": run.auto,
        "cannot-jack-out": is_jack_out_forbidden(c),
        "current-ice": None if run.ice is None else c.card(run.ice).kind,
    }
    if run.next_phase:
        data["next-phase"] = run.next_phase
    if run.source is not None:
        data["source-card"] = c.card(run.source).kind
    for key, value in (
        ("successful", run.successful),
        ("unsuccessful", run.unsuccessful),
        ("subroutines-fired", run.subs_fired),
        ("prevent-access", run.prevent_access),
        ("did-access", run.did_access),
    ):
        if value:
            data[key] = True
    if run.bad_publicity:
        data["bad-publicity-available"] = run.bad_publicity
    if run.accessed:
        data["cards-accessed"] = dict(run.accessed)
    return data


def _encounter(c: NetrunnerContext) -> dict[str, Any] | None:
    encounter = c.G.encounter
    if encounter is None:
        return None
    passed, ice = encounter.no_action, encountered(c)
    data: dict[str, Any] = {
        "ice": None if ice is None else ice.kind,
        "no-action": None if passed is None else SIDES[passed],
        "depth": encounter_depth(c),
    }
    for key, value in (("bypass", encounter.bypass), ("ending", encounter.ending)):
        if value:
            data[key] = True
    return data


def _prompt(c: NetrunnerContext, asked: NetrunnerQuestion | StatusPrompt) -> dict[str, Any]:
    data: dict[str, Any] = {"type": asked.type, "msg": wire_text(asked)}
    if asked.number is not None:
        data["choices"] = number_json(asked.number)
        if asked.trace is not None:
            data["trace"] = asked.trace
    elif asked.choices is None:
        data["choices"] = None
    else:
        data["choices"] = [_choice(c, asked, one) for one in asked.choices]
    if asked.title:
        data["card"] = asked.title
    elif asked.card is not None:
        data["card"] = c.card(asked.card).kind
    if asked.selectable is not None:
        refs = [card_path(c, number) for number in asked.selectable]
        data["selectable"] = sorted(refs, key=lambda one: (one["zone"], one["index"]))
    if isinstance(asked, NetrunnerQuestion) and asked.offers_bad_publicity:
        data["offer-bad-pub"] = True
    if isinstance(asked, NetrunnerQuestion) and asked.selected:
        data["selected"] = [card_path(c, number) for number in asked.selected]
    return data


def _choice(c: NetrunnerContext, asked: NetrunnerQuestion | StatusPrompt, choice: str | int) -> Any:
    if isinstance(choice, str):
        return choice
    data: dict[str, Any] = {"card": card_path(c, choice)}
    if choice in asked.button_texts:
        data["text"] = asked.button_texts[choice]
    return data
