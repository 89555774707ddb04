"""Run plans: flags of one or both sides, and tactics for the Runner, under a name.

A plan is a TOML text. Everything in it is optional except the name:

    name = "Careful"
    description = "Break what can be broken, and let Tithe fire."

    [runner]
    full-break = true
    tank = ["Tithe"]

    [corp]
    rez = ["Palisade", "Whitespace"]
    fire-unbroken = true

    [tactics]
    default = "pause"
    "Brân 1.0" = { action = "break-subs", card = "Cleaver", subs = [1, 2] }

`read_plan` checks all of it and reports every problem with its place. Errors make a plan unusable; a
warning is about something that has no effect, or a card that is not known.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from turnwright.core.errors import UnusableError
from turnwright.core.suggestions import suggestion

from .state_queries import normalize_title
from .tactic_checks import MOST_HINTS, card_warning, tactic_problems
from .toml_line_numbers import PlanPath, line_numbers

LONGEST_TEXT = 10_000
LONGEST_NAME, LONGEST_DESCRIPTION = 60, 500
MOST_CARDS = 100
RESERVED = re.compile(r"[\\/\x00-\x1f\x7f]")

PARTS = ("name", "description", "runner", "corp", "tactics")
RUNNER_SWITCHES = ("full-break", "tank-all", "break-or-tank", "pause-on-events", "end-turn")
CORP_SWITCHES = ("no-rez", "fire-unbroken", "fire-if-asked", "pause-on-events", "persistent")
OPTIONS: dict[str, dict[str, type]] = {
    "runner": {**dict.fromkeys(RUNNER_SWITCHES, bool), "tank": list},
    "corp": {**dict.fromkeys(CORP_SWITCHES, bool), "rez": list},
}
"""The options of each side: switches, and lists of cards."""
OF_COMMANDS = ("force", "since", "no-continue", "plan", "tactics-file")
"""Flags that belong to one command and are not kept in a plan."""
CONTRADICTIONS = {
    "rez": "no-rez", "no-rez": "rez",
    "fire-unbroken": "fire-if-asked", "fire-if-asked": "fire-unbroken",
}  # fmt: skip
"""Options that decide about the same thing: giving one takes back the other."""


class PlanProblem(msgspec.Struct, frozen=True):
    """What is wrong with a plan, and where: the path of a value, and its line (0 if unknown)."""

    place: str
    sentence: str
    line: int = 0
    is_error: bool = True

    def __str__(self) -> str:
        where = [f"line {self.line}"] if self.line else []
        where += [self.place] if self.place else []
        kind = "" if self.is_error else "warning: "
        return f"{kind}{', '.join(where)}: {self.sentence}" if where else f"{kind}{self.sentence}"


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """A plan without errors. Options have the names that they have in the file."""

    name: str
    description: str = ""
    runner: dict[str, Any] = {}
    corp: dict[str, Any] = {}
    tactics: dict[str, Any] = {}
    warnings: tuple[PlanProblem, ...] = ()

    def has_part_for(self, side: str) -> bool:
        """Tell whether the plan says anything for a side."""
        return bool(getattr(self, side)) or (side == "runner" and bool(self.tactics))

    def strategy_fields(self, side: str) -> dict[str, Any]:
        """Return the fields of a `Strategy` that the plan sets for a side."""
        fields = {
            name.replace("-", "_"): frozenset(map(normalize_title, value))
            if isinstance(value, list)
            else value
            for name, value in getattr(self, side).items()
        }
        if side == "runner" and self.tactics:
            fields["tactics"] = dict(self.tactics)
        return fields

    def to_toml(self) -> str:
        """Return the plan as the text of a file."""
        lines = [f"name = {_toml(self.name)}"]
        if self.description:
            lines.append(f"description = {_toml(self.description)}")
        for part in ("runner", "corp", "tactics"):
            values = getattr(self, part)
            if values:
                lines += ["", f"[{part}]"]
                lines += [f"{_toml_key(key)} = {_toml(value)}" for key, value in values.items()]
        return "\n".join(lines) + "\n"

    def describe(self) -> list[str]:
        """Say in sentences what the plan does, a line for each."""
        lines = [f"{self.name}: {self.description}" if self.description else self.name]
        for side in ("runner", "corp"):
            words = [_option_text(name, value) for name, value in getattr(self, side).items()]
            if any(words):
                lines.append(f"{side.capitalize()}: {', '.join(filter(None, words))}")
        for ice, tactic in self.tactics.items():
            lines.append(f"{'Any other ice' if ice == 'default' else ice}: {_tactic_text(tactic)}")
        return lines


class BadPlanError(UnusableError):
    """A text is not a usable plan. `problems` has everything that is wrong with it."""

    def __init__(self, problems: Iterable[PlanProblem], where: str = "The plan") -> None:
        self.problems = list(problems)
        errors = [str(one) for one in self.problems if one.is_error]
        sentence = f"{where} is not valid: {'; '.join(one.rstrip('.') for one in errors)}."
        super().__init__("bad_plan", sentence)


def read_plan(text: str, name: str = "", where: str = "The plan") -> Plan:
    """Read and check a plan. `name` is used if the text has none. Raise `BadPlanError` on errors."""
    document, problems = _parse(text)
    lines = line_numbers(text)

    def note(path: PlanPath, sentence: str, is_error: bool = True) -> None:
        place = ".".join(map(str, path))
        known = next((lines[path[:n]] for n in range(len(path), 0, -1) if path[:n] in lines), 0)
        problems.append(PlanProblem(place, sentence, known, is_error))

    if document is not None:
        for path, sentence, is_error in _problems({"name": name, **document} if name else document):
            note(path, sentence, is_error)
    if document is None or any(one.is_error for one in problems):
        raise BadPlanError(problems, where)
    parts = {side: _without_single_titles(document.get(side, {})) for side in ("runner", "corp")}
    return Plan(
        name=document.get("name", name).strip(),
        description=document.get("description", "").strip(),
        tactics=document.get("tactics", {}),
        warnings=tuple(problems),
        **parts,
    )


def _parse(text: str) -> tuple[dict[str, Any] | None, list[PlanProblem]]:
    if len(text) > LONGEST_TEXT:
        sentence = f"A plan has at most {LONGEST_TEXT:,} characters, this one {len(text):,}."
        return None, [PlanProblem("", sentence)]
    try:
        return tomllib.loads(text), []
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        found = re.match(r"(.*?) \(at (?:line (\d+), column \d+|end of document)\)", str(error))
        what = found[1] if found else "it is nested too deeply"
        line = int(found[2]) if found and found[2] else text.count("\n") + 1
        return None, [PlanProblem("", f"This is not TOML: {what}.", line if found else 0)]


def _without_single_titles(options: Mapping[str, Any]) -> dict[str, Any]:
    """A single title may stand for a list of one."""
    return {name: [value] if isinstance(value, str) else value for name, value in options.items()}


# --- checks ---------------------------------------------------------------------------------------

Found = Iterator[tuple[PlanPath, str, bool]]
"""The path of a value, what is wrong with it, and whether that is an error."""


def _problems(document: Mapping[str, Any]) -> Found:
    for key in document:
        if key not in PARTS:
            yield (key,), _unknown("part", key), True
    yield from _text_problems(document, "name", LONGEST_NAME)
    yield from _text_problems(document, "description", LONGEST_DESCRIPTION)
    for part in ("runner", "corp", "tactics"):
        value = document.get(part, {})
        if not isinstance(value, Mapping):
            yield (part,), f"This must be a table: [{part}].", True
        elif part == "tactics":
            yield from (((part, *path), *rest) for path, *rest in tactic_problems(value))  # type: ignore[misc]
        else:
            yield from _option_problems(part, value)
    if not any(document.get(part) for part in ("runner", "corp", "tactics")):
        yield (), "The plan decides nothing: it has no [runner], [corp] or [tactics].", False


def _unknown(what: str, key: str) -> str:
    hint = suggestion(key, PARTS)
    for side, options in OPTIONS.items():
        if what == "part" and key in options:
            hint = f"; {key} belongs into [{side}]."
    known = ", ".join(PARTS)
    return f"There is no {what} {key[:40]!r}{hint or f'; the parts of a plan are {known}.'}"


def _text_problems(document: Mapping[str, Any], key: str, longest: int) -> Found:
    value = document.get(key)
    if value is None:
        if key == "name":
            yield (), 'A plan needs a name: name = "...".', True
    elif not isinstance(value, str):
        yield (key,), f"The {key} must be a text in quotes.", True
    elif len(value) > longest:
        yield (key,), f"The {key} has more than {longest} characters.", True
    elif key == "name" and (not value.strip() or RESERVED.search(value)):
        yield (key,), "A name is one line of text without slashes.", True


def _option_problems(side: str, options: Mapping[str, Any]) -> Found:
    known, other = OPTIONS[side], "corp" if side == "runner" else "runner"
    for name, value in options.items():
        path = (side, name)
        plain = name.removeprefix("--").replace("_", "-")
        if name not in known:
            if name in OF_COMMANDS:
                sentence = f"{name!r} is given with a command and not kept in a plan."
            elif name in OPTIONS[other]:
                sentence = f"{name!r} is an option of the {other.capitalize()}."
            elif name == "tactics":
                sentence = "Tactics have a part of their own: [tactics]."
            elif plain in known:
                sentence = f"Write {plain!r} instead of {name[:40]!r}."
            else:
                hint = suggestion(name, known) or f"; the options are {', '.join(known)}."
                sentence = f"There is no option {name[:40]!r}{hint}"
            yield path, sentence, True
        elif known[name] is bool:
            if not isinstance(value, bool):
                yield path, f"This must be true or false, not {_short(value)}.", True
        else:
            yield from _title_problems(path, value)
    yield from _contradictions(side, options)


def _title_problems(path: PlanPath, value: Any) -> Found:
    titles = [value] if isinstance(value, str) else value
    if not isinstance(titles, list) or not all(isinstance(one, str) for one in titles):
        yield path, f'This must be a list of titles: ["Tithe"], not {_short(value)}.', True
        return
    if len(titles) > MOST_CARDS:
        yield path, f"A list has at most {MOST_CARDS} titles.", True
    kinds = ("ice",) if path[0] == "runner" else ("ice", "asset", "upgrade")
    for number, title in enumerate(titles[:MOST_CARDS]):
        warning = card_warning(title, kinds, number < MOST_HINTS)
        if warning:
            yield (*path, number), warning, False


def _contradictions(side: str, options: Mapping[str, Any]) -> Found:
    if options.get("no-rez") and options.get("rez"):
        yield (side, "rez"), "It has no effect: no-rez declines everything.", False
    if options.get("tank-all") and options.get("tank"):
        yield (side, "tank"), "It has no effect: tank-all lets all ice fire.", False
    if options.get("fire-unbroken") and options.get("fire-if-asked"):
        sentence = "It has no effect: fire-unbroken also fires when the Runner has not asked."
        yield (side, "fire-if-asked"), sentence, False


def _short(value: Any) -> str:
    text = _toml(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


# --- text -----------------------------------------------------------------------------------------


def _toml(value: Any) -> str:
    """Return a value as TOML in one line. A JSON string is also a TOML string."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_toml_key(k)} = {_toml(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return json.dumps(value, default=str)


def _toml_key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _toml(key)


_SENTENCES = {
    "full-break": "break all ice",
    "tank-all": "let all ice fire",
    "tank": "let {} fire",
    "break-or-tank": "let ice fire that cannot be broken",
    "pause-on-events": "stop when the other side does something",
    "end-turn": "end the turn after the last click",
    "no-rez": "rez nothing",
    "rez": "rez only {}",
    "fire-unbroken": "fire after the Runner passed",
    "fire-if-asked": "fire when the Runner says so",
    "persistent": "stay for all runs of the turn",
}


_SENTENCES_IF_OFF = {
    "break-or-tank": "stop at ice that cannot be broken",
    "pause-on-events": "go on when the other side does something",
}
"""Switches that say something even if they are off."""


def _option_text(name: str, value: Any) -> str:
    """Return what an option does; an empty string if it is off and says nothing."""
    if isinstance(value, bool):
        return _SENTENCES[name] if value else _SENTENCES_IF_OFF.get(name, "")
    return _SENTENCES[name].format(", ".join(value))


def _tactic_text(tactic: Any) -> str:
    if isinstance(tactic, str):
        return tactic
    if "steps" in tactic:
        return ", then ".join(map(_tactic_text, tactic["steps"]))
    words = [str(tactic.get("action", ""))]
    words += [f"with {tactic['card']}"] if "card" in tactic else []
    words += [f"(ability {tactic['ability-index']})"] if "ability-index" in tactic else []
    words += [f"(subroutines {', '.join(map(str, tactic['subs']))})"] if "subs" in tactic else []
    return " ".join(words)
