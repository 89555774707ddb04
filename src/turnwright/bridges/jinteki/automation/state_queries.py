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

from turnwright.games.netrunner.card_facts import SIDES
from turnwright.games.netrunner.obligations import REZ_DECISION, WindowFacts, who_owes

State: TypeAlias = Mapping[str, Any]
Card: TypeAlias = Mapping[str, Any]
Prompt: TypeAlias = Mapping[str, Any]

EMPTY_WORDS = frozenset({"continue", "done", "ok", ""})
"""Buttons without a meaning of their own."""


SYSTEM = "__system__"
MOST_COUNTERS = 99
"""The user of log lines that the game writes."""
WAIT_MARK = "[!] Please pause, "
"""The beginning of the line with which a side asks the other one to wait."""


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


def window_facts(state: State, side: str) -> WindowFacts:
    """Read the facts that decide who owes what, as far as this side can see them.

    It sees its own question, and of the opponent's at most that there is one: our server says so with
    `asked`, jinteki.net only with a "waiting" prompt, which many questions do not have. While the
    Runner accesses cards, somebody is always asked: if not the Runner, the Corp."""
    phase = phase_of(state)
    prompt = prompt_of(state, side)
    asked = None
    if is_question(prompt):
        asked = SIDES.index(side)
    elif state.get("asked") in SIDES:
        asked = SIDES.index(state["asked"])
    elif is_waiting(prompt) or (phase == "success" and side == "runner"):
        asked = SIDES.index(opponent_of(side))
    if asked is not None or state.get("winner"):
        return WindowFacts(phase or "", asked=asked, is_over=bool(state.get("winner")))
    return _turn_facts(state) if phase is None else _run_facts(state, phase)


def _run_facts(state: State, phase: str) -> WindowFacts:
    no_action = passed_by(state)
    passed = SIDES.index(no_action) if isinstance(no_action, str) else None
    pauses = wait_request(state) if phase != "success" else None
    waits_for = None if pauses is None else SIDES.index(pauses)
    ice_is_unrezzed = root_is_unrezzed = may_fire = False
    left, title = 0, ""
    if phase == "approach-ice":
        ice_is_unrezzed = is_unrezzed(get_current_ice(state))
    elif phase == "encounter-ice":
        ice = get_current_ice(state)
        title = str((ice or {}).get("title"))
        left = len(open_subroutines(ice))
        if left and subs_were_resolved(state, title):
            left = 0
        may_fire = passed is None and left > 0 and runner_signaled_let_fire(state, title)
    elif phase == "movement" and not (run_of(state) or {}).get("position"):
        root_is_unrezzed = any(map(is_unrezzed, server_cards(state, server_of(state), "content")))
    return WindowFacts(
        phase, passed, ice_is_unrezzed, root_is_unrezzed, left, may_fire, title,
        waits_for=waits_for,
    )  # fmt: skip


def _turn_facts(state: State) -> WindowFacts:
    active = str(state.get("active-player") or "runner")
    opened = next((n for n, side in enumerate(SIDES) if state.get(f"{side}-phase-12")), None)
    return WindowFacts(
        active=SIDES.index(active),
        turn_over=bool(state.get("end-turn")),
        phase_12=opened,
        clicks=int(state.get(active, {}).get("click") or 0),
    )


def should_i_act(state: State, side: str) -> bool | None:
    """Tell whether a side owes something in the run. None without a run."""
    if phase_of(state) is None:
        return None
    return who_owes(window_facts(state, side)).side == SIDES.index(side)


def has_only_to_pass(facts: WindowFacts, side: str) -> bool:
    """Tell whether a side owes a pass in the run, and not a decision about the approached ice."""
    owed = who_owes(facts)
    if owed.side != SIDES.index(side) or (owed is REZ_DECISION and facts.ice_is_unrezzed):
        return False
    return facts.phase != "success" and facts.waits_for is None


def why_not_jack_out(state: State) -> str:
    """Return why the Runner cannot jack out now, or "".

    The server of jinteki.net checks only `cannot-jack-out`; its page offers the button only in movement
    before the Runner has passed."""
    run = run_of(state)
    if run is None:
        return "There is no run to jack out of."
    if run.get("cannot-jack-out"):
        return "The Runner cannot jack out of this run."
    if phase_of(state) != "movement":
        return f"The Runner can jack out in movement, not in {phase_of(state)}."
    if run.get("no-action") == "runner":
        return "The Runner has passed and cannot jack out any more."
    return ""


WAIT_LINES = 5
"""A request to wait is void after this many lines of the log."""
MOVES_ON = re.compile(r"\b(approaches|encounters|passes|breaches)\b|\bmakes? a run on\b")
"""Lines with which a phase of a run begins. Only the movement on a server without ice has none."""


def wait_request(state: State) -> str | None:
    """Return the side that has asked the other one to wait, if the request still counts.

    The newest request counts until its side does something or passes, the phase changes, or
    `WAIT_LINES` more lines appear. Movement after the initiation is not logged: there the request may
    be from the initiation and does not count. Nothing is lost, because the Corp passes second."""
    texts = log_texts(state, -WAIT_LINES)
    for place in range(len(texts) - 1, -1, -1):
        if texts[place].startswith(WAIT_MARK):
            name = texts[place][len(WAIT_MARK) :].partition(" is acting")[0]
            number = log_length(state) - len(texts) + place
            return _still_asks_to_wait(state, name, number, texts[place + 1 :])
    return None


def _still_asks_to_wait(state: State, name: str, number: int, later: Sequence[str]) -> str | None:
    """Return the side of this name, whose request is line `number`, if the request still counts."""
    names = {side.capitalize(): side for side in SIDES} | {username(state, s): s for s in SIDES}
    side = names.get(name)
    if side is None or passed_by(state) == side:
        return None
    acts = f"{username(state, side)} "
    if any(text.startswith(acts) or MOVES_ON.search(text) for text in later):
        return None
    return None if _was_in_initiation(state, number) else side


def _was_in_initiation(state: State, number: int) -> bool:
    """Tell whether this line may be from the initiation although the run has moved on since."""
    if phase_of(state) != "movement":
        return False
    begin = last_line(state, MOVES_ON, before=number)
    return (
        begin is not None and RUN_BEGINS.search(log_texts(state, begin, begin + 1)[0]) is not None
    )


def opponent_indicated_action(state: State, side: str) -> bool:
    """Tell whether the opponent has asked to wait, see `wait_request`."""
    return wait_request(state) == opponent_of(side)


def waiting_for_opponent(state: State, side: str) -> bool:
    """Tell whether the opponent must act in the run."""
    return should_i_act(state, side) is False


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
    return has_only_to_pass(window_facts(state, side), side)


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


def most_answer(state: State, side: str) -> int | None:
    """Return the largest number that the prompt of a side accepts; None if it asks for no number."""
    prompt = prompt_of(state, side) or {}
    choices, player = prompt.get("choices"), state.get(side, {})
    if choices == "credit":
        return int(player.get("credit") or 0)
    if isinstance(choices, Mapping) and "counter" in choices:
        counters = (prompt.get("card") or {}).get("counter") or {}
        return int(counters.get(choices["counter"], MOST_COUNTERS))
    most = choices.get("number") if isinstance(choices, Mapping) else choices
    return most if type(most) is int else None


def wants_title(prompt: Prompt) -> bool:
    """Tell whether a prompt asks for the title of any card."""
    choices = prompt.get("choices")
    return prompt.get("prompt-type") == "card-title" or (
        isinstance(choices, Mapping) and "card-title" in choices
    )


def is_question(prompt: Prompt | None) -> bool:
    """Tell whether a prompt wants an answer: a button, a card or a number."""
    if prompt is None or prompt.get("prompt-type") == "waiting":
        return False
    return bool(prompt.get("choices") or prompt.get("selectable"))


def is_waiting(prompt: Prompt | None) -> bool:
    """Tell whether a prompt only says that the side waits."""
    return prompt is not None and prompt.get("prompt-type") == "waiting"


def has_real_decision(prompt: Prompt | None) -> bool:
    """Tell whether there are at least two meaningful buttons, cards to select, or a number or a title
    to answer."""
    if prompt is None or is_waiting(prompt):
        return False
    if prompt.get("choices") and not isinstance(prompt["choices"], list | tuple):
        return True
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


def log_length(state: State) -> int:
    """Return the number of lines in the log."""
    return len(state.get("log") or ())


def log_texts(state: State, first: int, end: int | None = None) -> list[str]:
    """Return lines of the log, oldest first. A negative `first` counts from the newest."""
    log = state.get("log") or ()
    return [_text(line) for line in log[first:end]]


LINES_OF_RUN = 400
"""How many lines are searched for the beginning of a run, an approach or an encounter."""


def last_line(
    state: State, pattern: re.Pattern[str], before: int | None = None, within: int = LINES_OF_RUN
) -> int | None:
    """Return the index of the newest line that matches a pattern, if it is in the last lines.

    It looks only at lines with a smaller index than `before`, and at no more than `within`."""
    log = state.get("log") or ()
    end = len(log) if before is None else before
    for number in range(end - 1, max(end - within, 0) - 1, -1):
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


CHANGES_RND = ("draw", "shuffle", "steals", "R&D")
"""Words of lines after which another card may be on top of R&D."""
LINES_OF_TURN = 200
"""How many lines are searched for the last access."""


def rnd_is_unchanged(state: State) -> bool:
    """Tell whether a run on R&D would access the same card as the last one in this turn."""
    log = state.get("log") or ()
    for number in range(len(log) - 1, max(len(log) - LINES_OF_TURN, 0) - 1, -1):
        text = _text(log[number])
        if " accesses " in text and " from R&D" in text:
            return True
        if any(word in text for word in CHANGES_RND) and "make a run on R&D" not in text:
            return False
    return False
