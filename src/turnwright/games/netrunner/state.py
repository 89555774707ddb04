"""The state of a Netrunner match: cards, players, servers, the run and the log. Plain data only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

import turnwright as tw
from turnwright.core.definition.state import Public, Shared

from .card_facts import CORP, RUNNER
from .questions import NumberRange

CENTRALS = ("archives", "rd", "hq")
SERVER_NAMES = {"hq": "HQ", "rd": "R&D", "archives": "Archives"}


class Card(tw.Card, kw_only=True, gc=False):
    """A card. `kind` is its title; `face_up` is False while the opponent may not know it."""

    rezzed: Public[bool] = False
    rezzed_this_turn: Public[bool] = False
    is_new: Public[bool] = False
    """Installed this turn."""
    counters: Public[dict[str, int]] = {}
    advancement: Public[int] = 0
    server: Public[str] = ""
    """The server that it protects, or in whose root it is installed."""
    hosted: Public[list[int]] = []
    host: Public[int | None] = None
    broken: Public[int] = 0
    """Broken subroutines, as a bit mask."""
    fired: Public[int] = 0
    """Subroutines that have fired, as a bit mask."""
    gained_subs: Public[tuple[str, ...]] = ()
    """Titles of the cards that gave it a subroutine for this run, see `CardDefinition.gives_sub`."""
    boost: Public[int] = 0
    """Strength that it gained for this encounter."""
    run_boost: Public[int] = 0
    """Strength that it gained for this run."""
    weak: Public[int] = 0
    """Strength that a piece of ice lost for this encounter."""
    is_selected: Public[bool] = False
    auto: str = ""
    """Automatic answer to its optional ability: "always", "never", or "ask"."""
    extra_points: Public[int] = 0
    """Agenda points beyond the printed ones, of a card that became an agenda."""
    target: Public[str] = ""
    """What the card names: a server by its name."""
    target_card: Public[int | None] = None
    """The card that it names."""
    last_server: str = ""
    """The server it was last installed in."""
    active_since: int = 0
    """When it became active. Triggers resolve in this order."""

    def count(self, kind: str) -> int:
        """Return the number of hosted counters of this kind."""
        return self.counters.get(kind, 0)


class PlayerState(msgspec.Struct, kw_only=True, gc=False):
    """The resources of one side, and what it has done this turn."""

    credits: Public[int] = 5
    clicks: Public[int] = 0
    tags: Public[int] = 0
    bad_publicity: Public[int] = 0
    brain: Public[int] = 0
    run_credits: Public[int] = 0
    register: Public[dict[str, Any]] = {}
    """What happened this turn, under the keys of jinteki.net's turn register."""
    last: Public[dict[str, Any]] = {}
    """The register of this side's previous turn."""
    used: dict[str, int] = {}
    """Once-per-turn abilities that were used, by name."""
    opening_hand: str = ""
    """"keep" or "mulligan", once the side has decided about its opening hand."""


class Server(msgspec.Struct, gc=False):
    """A server: its ice, innermost first, and the cards in its root."""

    ices: Public[list[int]] = []
    content: Public[list[int]] = []


class Run(msgspec.Struct, kw_only=True):
    """A run. `no_action` is None at the start, then False, or the side that passed first."""

    server: Public[str]
    position: Public[int]
    phase: Public[str] = "initiation"
    no_action: Public[int | bool | None] = None
    next_phase: Public[str] = ""
    """The phase that follows instead of the usual one, because the run was moved."""
    ice: Public[int | None] = None
    """The ice that was approached or encountered last, while it is in its place."""
    source: Public[int | None] = None
    is_click_run: Public[bool] = False
    auto: Public[bool] = False
    """The Corp passes automatically where it can have nothing to decide."""
    is_over: bool = False
    """The run ends as soon as no question is open."""
    successful: Public[bool] = False
    unsuccessful: Public[bool] = False
    subs_fired: Public[bool] = False
    prevent_access: Public[bool] = False
    only_access: Public[int | None] = None
    """The only card that the Runner may access in this run, if an effect says so."""
    did_access: Public[bool] = False
    did_steal: Public[bool] = False
    did_trash: Public[bool] = False
    accessed: Public[dict[str, int]] = {}
    breached_root: Public[int] = 0
    """How many cards were in the root when the breach began."""
    accessing: int | None = None
    """The card being accessed, while its triggers resolve."""
    jack_out_bans: Public[list[int]] = []
    """Cards whose effect keeps the Runner from jacking out."""
    encounters: Public[int] = 0
    """How many encounters there have been in this run."""
    replacements: Public[list[int]] = []
    """Cards whose effect can replace the breach, the latest first."""
    bad_publicity: Public[int] = 0
    """Credits that the Runner may still spend because of the Corp's bad publicity."""
    next_encounter: list[tuple[int, str]] = []
    """Effects that wait for the next encounter: the card that made each, and the name of the effect."""
    modifiers: dict[str, int] = {}
    """Changes that cards make for this run: additional accesses, rez costs, no stealing or trashing."""
    end_triggers: dict[int, int] = {}
    """Cards whose ability resolves when the run ends, and since when (see `Card.active_since`)."""
    lingering_cards: list[int] = []
    """Cards that the Runner trashed but whose abilities last until the run ends."""


class Encounter(msgspec.Struct, kw_only=True, gc=False):
    """The encounter with a piece of ice. Passes are counted apart from those of the run."""

    ice: Public[int | None]
    """None if the ice left or moved during its encounter."""
    ice_card: int = 0
    """The card with which the encounter began, wherever it is now."""
    no_action: Public[int | None] = None
    fire_asked_at: Public[int | None] = None
    """The broken subroutines, as a bit mask, when the Runner asked the Corp to fire the others. If it
    breaks more of them, the request is void."""
    bypass: Public[bool] = False
    """A bypass was declared. Some ice cannot be bypassed."""
    ending: Public[bool] = False
    """It is being ended."""
    is_over: bool = False
    """An effect ended the run, but there is none: only this encounter ends."""
    breakers: list[int] = []
    """Cards that have broken one of its subroutines in this encounter."""
    is_unbreakable: Public[bool] = False
    """An effect keeps the Runner from breaking subroutines in this encounter."""
    end_effects: list[int] = []
    """Cards with an effect that resolves when this encounter ends."""


class StatusPrompt(msgspec.Struct, kw_only=True, gc=False):
    """A prompt that jinteki.net shows but that nobody answers: "run", "waiting", the mulligan prompt of
    a side that decides later, or a question that the end of the game left open."""

    type: str
    text: str
    choices: list[str | int] | None = []
    card: int | None = None
    title: str = ""
    """The name of the source if it is not a card in play."""
    selectable: list[int] | None = None
    button_texts: dict[int, str] = {}
    number: NumberRange | None = None
    """The numbers that could have been answered, if it asks for one."""
    trace: dict[str, Any] | None = None
    """What clients show about a trace."""
    eid: int = 0
    """The number under which clients know the prompt."""


class LogLine(msgspec.Struct, frozen=True, gc=False):
    """A line of the log. `corp` and `runner` replace the text for that side."""

    text: str
    corp: str = ""
    runner: str = ""
    side: int | None = None
    """The side whose name the line begins with."""

    def seen_by(self, side: int | None) -> str:
        """Return the text for a side, or for a spectator (None)."""
        own = {CORP: self.corp, RUNNER: self.runner}.get(side, "") if side is not None else ""
        return own or self.text


class NetrunnerState(tw.State):
    """Everything that is not in a zone of cards."""

    titles: Shared[tuple[str, ...]] = ()
    """The titles of all cards of the match, sorted."""
    turn: Public[int] = 0
    active: Public[int] = RUNNER
    turn_over: Public[bool] = True
    """The turn has ended and the other side may begin."""
    phase_12: Public[int | None] = None
    """The side whose start-of-turn window is open."""
    sides: Public[list[PlayerState]] = tw.default(lambda: [PlayerState(), PlayerState()])
    servers: Public[dict[str, Server]] = tw.default(dict)
    next_remote: Public[int] = 1
    clock: int = 0
    """Counts activations, see `Card.active_since`."""
    eids: int = 0
    """The number of the last prompt."""
    run: Public[Run | None] = None
    encounter: Public[Encounter | None] = None
    outer_encounters: Public[list[Encounter]] = tw.default(list)
    """Encounters inside of which `encounter` was forced, the outermost first."""
    forced_encounters: Public[int] = 0
    """Forced encounters in progress. An effect waits for the end of each."""
    status_prompts: list[list[StatusPrompt]] = tw.default(lambda: [[], []])
    """Prompts without an answer, by side, newest first."""
    is_over_memory: Public[bool] = False
    """The Runner has declined to trash programs that exceed the memory."""
    accessed_titles: dict[int, str] = tw.default(dict)
    """Installed cards in remote servers that the Runner has accessed, with the titles it saw."""
    log: list[Shared[LogLine]] = tw.default(list)
    points_to_win: Public[int] = 7
    winner: Public[int | None] = None
    reason: Public[str] = ""
    strict: Public[bool] = True


if TYPE_CHECKING:

    class Ctx(tw.Ctx):
        """The core's flow state with the cards of this game, as `Game(card=Card)` makes it."""

        cards: dict[int, Card]  # type: ignore[assignment]  # dict is invariant in its values
