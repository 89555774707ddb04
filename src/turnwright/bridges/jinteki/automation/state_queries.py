"""Questions about a state, as a jinteki.net server sends it to one side. Plain functions of plain data.

A server leaves out what is nil: whatever may be absent is asked for with `get`. A side sees only its
own prompt, so what the other one is asked is never known here.
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
"""Buttons that decide nothing."""


SYSTEM = "__system__"
"""The user of lines that tell of the game."""


def opponent_of(side: str) -> str:
    return "runner" if side == "corp" else "corp"


def plain(title: str) -> str:
    """A title for comparing: without accents, in small letters."""
    letters = unicodedata.normalize("NFKD", title)
    return "".join(one for one in letters if not unicodedata.combining(one)).casefold().strip()


# --- the run --------------------------------------------------------------------------------------


def run_of(state: State) -> Mapping[str, Any] | None:
    return state.get("run") or None


def encounter_of(state: State) -> Mapping[str, Any] | None:
    return state.get("encounters") or None


def phase_of(state: State) -> str | None:
    """The phase of the run; an encounter may be forced upon the Runner in any, or without a run."""
    if encounter_of(state) is not None:
        return "encounter-ice"
    run = run_of(state)
    return None if run is None else run.get("phase")


def server_of(state: State) -> str | None:
    """The attacked server: `hq`, `rd`, `archives`, `remote1`."""
    run = run_of(state)
    if run is None:
        return None
    named = run["server"]
    return named if isinstance(named, str) else "".join(named)


def contents(state: State, server: str | None, kind: str = "ices") -> Sequence[Card]:
    """The `ices` of a server, innermost first, or its `content`."""
    servers = state.get("corp", {}).get("servers", {})
    return servers.get(server, {}).get(kind) or () if server else ()


def get_current_ice(state: State) -> Card | None:
    """The ice that is encountered, else the one approached: at position N stands `ices[N - 1]`."""
    encounter = encounter_of(state)
    if encounter is not None and encounter.get("ice"):
        ice: Card = encounter["ice"]
        return ice
    run = run_of(state)
    if run is None:
        return None
    place = run.get("position", 0)
    ices = contents(state, server_of(state))
    return ices[place - 1] if 1 <= place <= len(ices) else None


def open_subroutines(ice: Card | None) -> list[int]:
    """Places of the subroutines that are neither broken nor fired."""
    subs = (ice or {}).get("subroutines") or ()
    return [n for n, sub in enumerate(subs) if not sub.get("broken") and not sub.get("fired")]


def unbroken_subroutines(ice: Card | None) -> list[int]:
    subs = (ice or {}).get("subroutines") or ()
    return [n for n, sub in enumerate(subs) if not sub.get("broken")]


# --- priority -------------------------------------------------------------------------------------


def passed_by(state: State) -> str | bool | None:
    """Who has passed in this window: a side, or None or False if nobody has. An encounter has a pass
    state of its own, and the run's says nothing while it lasts."""
    encounter = encounter_of(state)
    window = run_of(state) if encounter is None else encounter
    return None if window is None else window.get("no-action")


def should_i_act(state: State, side: str) -> bool | None:
    """Not after an own pass; at once after the other's; first of all the Runner. None without a run."""
    if phase_of(state) is None:
        return None
    passed = passed_by(state)
    if passed in ("corp", "runner"):
        return passed != side
    return side == "runner"


def opponent_indicated_action(state: State, side: str) -> bool:
    """Has the other side pressed WAIT lately, and not passed since?"""
    other = opponent_of(side)
    if passed_by(state) == other:
        return False
    names = (other.capitalize(), username(state, other))
    pauses = tuple(f"[!] Please pause, {name} is acting" for name in names)
    return any(line.startswith(pauses) for line in log_texts(state, 5))


def waiting_for_opponent(state: State, side: str) -> bool:
    if phase_of(state) is None:
        return False
    return opponent_indicated_action(state, side) or not should_i_act(state, side)


def corp_has_rez_opportunity(state: State) -> bool:
    """Does the Corp stand before a rez: of approached ice, or by a button?"""
    prompt = prompt_of(state, "corp")
    if prompt is None:
        return False
    if phase_of(state) == "approach-ice" and is_unrezzed(get_current_ice(state)):
        return True
    return any("Rez" in text for text in choice_texts(prompt))


def is_unrezzed(card: Card | None) -> bool:
    return card is not None and not card.get("rezzed")


def can_auto_continue(prompt: Prompt | None, phase: str | None, side: str, state: State) -> bool:
    """Is there nothing to do here but to pass? Never where the Corp could rez approached ice."""
    if prompt is None or prompt.get("prompt-type") != "run" or is_question(prompt):
        return False
    if phase == "success":  # nobody passes while cards are accessed
        return False
    if side == "corp" and phase == "approach-ice" and is_unrezzed(get_current_ice(state)):
        return False
    return bool(should_i_act(state, side))


# --- prompts --------------------------------------------------------------------------------------


def prompt_of(state: State, side: str) -> Prompt | None:
    return state.get(side, {}).get("prompt-state") or None


def choice_texts(prompt: Prompt | None) -> list[str]:
    """What stands on the buttons. Prompts for a number or a name have none."""
    choices = (prompt or {}).get("choices")
    if not isinstance(choices, list | tuple):
        return []
    texts = []
    for one in choices:
        value = one.get("value") if isinstance(one, Mapping) else one
        texts.append(str(value.get("title", "") if isinstance(value, Mapping) else value))
    return texts


def is_question(prompt: Prompt | None) -> bool:
    """Does it want an answer: a button, a card, a number?"""
    if prompt is None or prompt.get("prompt-type") == "waiting":
        return False
    return bool(prompt.get("choices") or prompt.get("selectable"))


def is_waiting(prompt: Prompt | None) -> bool:
    return prompt is not None and prompt.get("prompt-type") == "waiting"


def has_real_decision(prompt: Prompt | None) -> bool:
    """At least two buttons that say something, or cards to select."""
    if prompt is None or is_waiting(prompt):
        return False
    said = [text for text in choice_texts(prompt) if text.casefold() not in EMPTY_WORDS]
    return len(said) >= 2 or bool(prompt.get("selectable"))


# --- the log --------------------------------------------------------------------------------------


def username(state: State, side: str) -> str:
    user = state.get(side, {}).get("user") or {}
    return str(user.get("username") or side.capitalize())


def _text(line: Mapping[str, Any]) -> str:
    """What a line of the log tells. What people say in the chat tells nothing of the game."""
    return str(line.get("text", "")) if line.get("user", SYSTEM) == SYSTEM else ""


def log_texts(state: State, newest: int | None = None) -> list[str]:
    """The lines, oldest first; only the `newest` so many."""
    log = state.get("log") or ()
    return [_text(line) for line in (log if newest is None else log[-newest:])]


def last_line(state: State, pattern: re.Pattern[str]) -> int | None:
    """The number of the newest line in which the pattern is found."""
    log = state.get("log") or ()
    for number in range(len(log) - 1, -1, -1):
        if pattern.search(_text(log[number])):
            return number
    return None


RUN_BEGINS = re.compile(r"\bmakes? a run on\b")
STAGES = re.compile(r"\b(approaches|makes? a run on)\b")


def mark(state: State) -> int:
    """A number that is another one in every approach and every encounter of a game: the line of the
    log that began it."""
    phase = phase_of(state)
    ice = get_current_ice(state)
    if phase == "encounter-ice" and ice is not None:
        line = last_line(state, _encounters(str(ice.get("title"))))
    else:
        line = last_line(state, STAGES)
    return -1 if line is None else line


def lines_of_encounter(state: State, title: str) -> Iterator[str]:
    """The lines since the Runner met this ice, newest first; if that is not told, the last twenty."""
    start = last_line(state, _encounters(title))
    log = state.get("log") or ()
    first = max(0, len(log) - 20) if start is None else start + 1
    for number in range(len(log) - 1, first - 1, -1):
        yield _text(log[number])


def _encounters(title: str) -> re.Pattern[str]:
    return re.compile(rf"\bencounters {re.escape(title)}(?= protecting|\.?$)")


def runner_signaled_let_fire(state: State, ice_title: str) -> bool:
    """Has the Runner said, in this encounter and after its last break, that this ice may fire?"""
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
    """Did the Corp fire what was unbroken in this encounter?"""
    who, name = re.escape(username(state, "corp")), re.escape(ice_title)
    line = re.compile(rf"^{who} resolves \d+ unbroken subroutines? on {name}(?= \(|\.?$)")
    return any(line.search(text) for text in lines_of_encounter(state, ice_title))


CHANGES_RND = re.compile(r"\b(draws?|shuffles?|steals|mandatory)\b|R&D", re.IGNORECASE)


def rnd_is_unchanged(state: State) -> bool:
    """Would a run on R&D meet the card that was last accessed there?"""
    log = log_texts(state)
    for number in range(len(log) - 1, -1, -1):
        line = log[number]
        if re.search(r"\baccesses .* from R&D", line):
            later = (text for text in log[number + 1 :] if "make a run on R&D" not in text)
            return not any(CHANGES_RND.search(text) for text in later)
    return False
