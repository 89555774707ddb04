"""Queries on the state that a jinteki.net server sends to one side: pure functions of plain data.

The server leaves out what is nil, so absent keys are read with `get`. A side sees only its own
prompt. Some facts are only in the log: requests to wait, the signal to let ice fire, whether
subroutines were resolved, and which approach or encounter this is. These queries are in the last
section.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

State: TypeAlias = Mapping[str, Any]
Card: TypeAlias = Mapping[str, Any]
Prompt: TypeAlias = Mapping[str, Any]

EMPTY_WORDS = frozenset({"continue", "done", "ok", ""})
"""Buttons without a meaning of their own."""


SYSTEM = "__system__"
"""The user of log lines that the game writes."""


def opponent_of(side: str) -> str:
    """Return the other side."""
    return "runner" if side == "corp" else "corp"


def normalize_title(title: str) -> str:
    """Return a title for comparison: without accents, in lower case."""
    letters = unicodedata.normalize("NFKD", title)
    return "".join(one for one in letters if not unicodedata.combining(one)).casefold().strip()


# --- the run --------------------------------------------------------------------------------------


def run_of(state: State) -> Mapping[str, Any] | None:
    """Return the run, if there is one."""
    return state.get("run") or None


def encounter_of(state: State) -> Mapping[str, Any] | None:
    """Return the encounter, if there is one."""
    return state.get("encounters") or None


def phase_of(state: State) -> str | None:
    """Return the phase of the run. An encounter counts even in another phase or without a run."""
    if encounter_of(state) is not None:
        return "encounter-ice"
    run = run_of(state)
    return None if run is None else run.get("phase")


def server_of(state: State) -> str | None:
    """Return the attacked server: `hq`, `rd`, `archives`, `remote1`."""
    run = run_of(state)
    if run is None:
        return None
    named = run["server"]
    return named if isinstance(named, str) else "".join(named)


def server_cards(state: State, server: str | None, kind: str = "ices") -> Sequence[Card]:
    """Return the `ices` of a server, innermost first, or its `content`."""
    servers = state.get("corp", {}).get("servers", {})
    return servers.get(server, {}).get(kind) or () if server else ()


def get_current_ice(state: State) -> Card | None:
    """Return the encountered ice, or else the one at the Runner's position: `ices[position - 1]`."""
    encounter = encounter_of(state)
    if encounter is not None and encounter.get("ice"):
        ice: Card = encounter["ice"]
        return ice
    run = run_of(state)
    if run is None:
        return None
    place = run.get("position", 0)
    ices = server_cards(state, server_of(state))
    return ices[place - 1] if 1 <= place <= len(ices) else None


def find_server(state: State, word: str) -> tuple[str, str]:
    """Return the name of a server as the `run` command takes it, and an error message or ""."""
    text = word.strip().casefold().replace(" ", "")
    centrals = {"hq": "HQ", "rd": "R&D", "r&d": "R&D", "archives": "Archives"}
    if text in centrals:
        return centrals[text], ""
    digits = next(
        (text[len(one) :] for one in ("remote", "server", "r", "s") if text.startswith(one)), text
    )
    remotes = sorted(int(name[6:]) for name in _remotes(state))
    if digits.isdigit() and int(digits) in remotes:
        return f"Server {int(digits)}", ""
    known = ", ".join(["HQ", "R&D", "Archives", *(f"Server {n}" for n in remotes)])
    return "", f"Unknown server {word!r}. The servers are {known}."


def _remotes(state: State) -> list[str]:
    servers = state.get("corp", {}).get("servers", {})
    return [name for name in servers if name.startswith("remote") and name[6:].isdigit()]


def open_subroutines(ice: Card | None) -> list[int]:
    """Return the indices of the subroutines that are neither broken nor fired."""
    subs = (ice or {}).get("subroutines") or ()
    return [n for n, sub in enumerate(subs) if not sub.get("broken") and not sub.get("fired")]


def unbroken_subroutines(ice: Card | None) -> list[int]:
    """Return the indices of the subroutines that are not broken."""
    subs = (ice or {}).get("subroutines") or ()
    return [n for n, sub in enumerate(subs) if not sub.get("broken")]


# --- priority -------------------------------------------------------------------------------------


def passed_by(state: State) -> str | bool | None:
    """Return the side that has passed in this window; None or False if nobody has.

    An encounter has its own window; while it lasts, the run's passes do not count."""
    encounter = encounter_of(state)
    window = run_of(state) if encounter is None else encounter
    return None if window is None else window.get("no-action")


def should_i_act(state: State, side: str) -> bool | None:
    """Tell whether a side must act: not after its own pass, at once after the opponent's; the
    Runner first.

    None without a run."""
    if phase_of(state) is None:
        return None
    passed = passed_by(state)
    if passed in ("corp", "runner"):
        return passed != side
    return side == "runner"


def opponent_indicated_action(state: State, side: str) -> bool:
    """Tell whether the opponent has asked to wait and not passed since."""
    other = opponent_of(side)
    if passed_by(state) == other:
        return False
    names = (other.capitalize(), username(state, other))
    pauses = tuple(f"[!] Please pause, {name} is acting" for name in names)
    return any(line.startswith(pauses) for line in log_texts(state, 5))


def waiting_for_opponent(state: State, side: str) -> bool:
    """Tell whether the opponent must act in the run."""
    if phase_of(state) is None:
        return False
    return opponent_indicated_action(state, side) or not should_i_act(state, side)


def corp_has_rez_opportunity(state: State) -> bool:
    """Tell whether the Corp can rez now: the approached ice, or by a button."""
    prompt = prompt_of(state, "corp")
    if prompt is None:
        return False
    if phase_of(state) == "approach-ice" and is_unrezzed(get_current_ice(state)):
        return True
    return any("Rez" in text for text in choice_texts(prompt))


def is_unrezzed(card: Card | None) -> bool:
    """Tell whether there is a card and it is not rezzed."""
    return card is not None and not card.get("rezzed")


def can_auto_continue(prompt: Prompt | None, phase: str | None, side: str, state: State) -> bool:
    """Tell whether there is nothing to do but pass. Never where the Corp could rez approached ice."""
    if prompt is None or prompt.get("prompt-type") != "run" or is_question(prompt):
        return False
    if phase == "success":  # nobody passes during access
        return False
    if side == "corp" and phase == "approach-ice" and is_unrezzed(get_current_ice(state)):
        return False
    return bool(should_i_act(state, side))


# --- prompts --------------------------------------------------------------------------------------


def prompt_of(state: State, side: str) -> Prompt | None:
    """Return the open prompt of a side."""
    return state.get(side, {}).get("prompt-state") or None


def choice_texts(prompt: Prompt | None) -> list[str]:
    """Return the texts of the buttons. Prompts for a number or a name have none."""
    choices = (prompt or {}).get("choices")
    if not isinstance(choices, list | tuple):
        return []
    texts = []
    for one in choices:
        value = one.get("value") if isinstance(one, Mapping) else one
        texts.append(str(value.get("title", "") if isinstance(value, Mapping) else value))
    return texts


def is_question(prompt: Prompt | None) -> bool:
    """Tell whether a prompt wants an answer: a button, a card or a number."""
    if prompt is None or prompt.get("prompt-type") == "waiting":
        return False
    return bool(prompt.get("choices") or prompt.get("selectable"))


def is_waiting(prompt: Prompt | None) -> bool:
    """Tell whether a prompt only says that the side waits."""
    return prompt is not None and prompt.get("prompt-type") == "waiting"


def has_real_decision(prompt: Prompt | None) -> bool:
    """Tell whether there are at least two meaningful buttons, or cards to select."""
    if prompt is None or is_waiting(prompt):
        return False
    said = [text for text in choice_texts(prompt) if text.casefold() not in EMPTY_WORDS]
    return len(said) >= 2 or bool(prompt.get("selectable"))


# --- the log --------------------------------------------------------------------------------------


def username(state: State, side: str) -> str:
    """Return the name of a side's player."""
    user = state.get(side, {}).get("user") or {}
    return str(user.get("username") or side.capitalize())


def _text(line: Mapping[str, Any]) -> str:
    """Return the text of a log line; chat messages count as empty."""
    return str(line.get("text", "")) if line.get("user", SYSTEM) == SYSTEM else ""


def log_texts(state: State, newest: int | None = None) -> list[str]:
    """Return the log lines, oldest first, or only the `newest` of them."""
    log = state.get("log") or ()
    return [_text(line) for line in (log if newest is None else log[-newest:])]


def last_line(state: State, pattern: re.Pattern[str]) -> int | None:
    """Return the index of the newest line that matches a pattern."""
    log = state.get("log") or ()
    for number in range(len(log) - 1, -1, -1):
        if pattern.search(_text(log[number])):
            return number
    return None


RUN_BEGINS = re.compile(r"\bmakes? a run on\b")
STAGES = re.compile(r"\b(approaches|makes? a run on)\b")


def current_stage(state: State) -> int:
    """Return a number that identifies the current approach or encounter.

    It is the index of the log line that began it; the state has no such number."""
    phase = phase_of(state)
    ice = get_current_ice(state)
    if phase == "encounter-ice" and ice is not None:
        line = last_line(state, _encounters(str(ice.get("title"))))
    else:
        line = last_line(state, STAGES)
    return -1 if line is None else line


def lines_of_encounter(state: State, title: str) -> Iterator[str]:
    """Yield the lines since the encounter with this ice began, newest first.

    If the log does not show its beginning, the last twenty lines."""
    start = last_line(state, _encounters(title))
    log = state.get("log") or ()
    first = max(0, len(log) - 20) if start is None else start + 1
    for number in range(len(log) - 1, first - 1, -1):
        yield _text(log[number])


def _encounters(title: str) -> re.Pattern[str]:
    return re.compile(rf"\bencounters {re.escape(title)}(?= protecting|\.?$)")


def runner_signaled_let_fire(state: State, ice_title: str) -> bool:
    """Tell whether the Runner, since its last break in this encounter, said that the ice may fire."""
    name = re.escape(ice_title)
    who = re.escape(username(state, "runner"))
    signal = re.compile(rf"^{who} indicates to fire\b.* on {name}\.?$")
    breaks = re.compile(rf"\bbreak\b.*\bsubroutines? on {name}(?= \(|\.?$)")
    for line in lines_of_encounter(state, ice_title):
        if signal.search(line):
            return True
        if breaks.search(line):
            return False
    return False


def subs_were_resolved(state: State, ice_title: str) -> bool:
    """Tell whether the Corp has fired the unbroken subroutines in this encounter.

    The log tells it even where a subroutine could not be resolved and is not marked as fired."""
    who, name = re.escape(username(state, "corp")), re.escape(ice_title)
    line = re.compile(rf"^{who} resolves \d+ unbroken subroutines? on {name}(?= \(|\.?$)")
    return any(line.search(text) for text in lines_of_encounter(state, ice_title))


CHANGES_RND = re.compile(r"\b(draws?|shuffles?|steals|mandatory)\b|R&D", re.IGNORECASE)


def rnd_is_unchanged(state: State) -> bool:
    """Tell whether a run on R&D would access the same card as the last one."""
    log = log_texts(state)
    for number in range(len(log) - 1, -1, -1):
        line = log[number]
        if re.search(r"\baccesses .* from R&D", line):
            later = (text for text in log[number + 1 :] if "make a run on R&D" not in text)
            return not any(CHANGES_RND.search(text) for text in later)
    return False
