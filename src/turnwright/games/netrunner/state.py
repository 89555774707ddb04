"""The state of a match: cards, sides, servers, the run and what is asked. Plain data only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

import turnwright as tw
from turnwright.core.definition.state import Public, Shared

from .card_facts import CORP, RUNNER

CENTRALS = ("archives", "rd", "hq")
SERVER_NAMES = {"hq": "HQ", "rd": "R&D", "archives": "Archives"}


class Piece(tw.Card, kw_only=True, gc=False):
    """A card. `kind` is its title; `face_up` is False while the other side may not know it."""

    rezzed: Public[bool] = False
    is_new: Public[bool] = False
    """Installed this turn."""
    counters: Public[dict[str, int]] = {}
    advancement: Public[int] = 0
    server: Public[str] = ""
    """The server it protects, or in whose root it lies."""
    hosted: Public[list[int]] = []
    host: Public[int | None] = None
    broken: Public[int] = 0
    """Subroutines that are broken, as bits."""
    fired: Public[int] = 0
    boost: Public[int] = 0
    """Strength that a breaker gained for this encounter."""
    weak: Public[int] = 0
    """Strength that ice lost for this encounter."""
    is_selected: Public[bool] = False
    auto: str = ""
    """How its offer is answered by itself: "always", "never", or asked."""
    was_at: str = ""
    """The server it was last installed in."""
    since: int = 0
    """When it became active: abilities answer in that order."""

    def count(self, kind: str) -> int:
        return self.counters.get(kind, 0)


class Side(msgspec.Struct, kw_only=True, gc=False):
    """One of the two players."""

    credits: Public[int] = 5
    clicks: Public[int] = 0
    tags: Public[int] = 0
    bad_publicity: Public[int] = 0
    brain: Public[int] = 0
    run_credits: Public[int] = 0
    register: Public[dict[str, Any]] = {}
    """What happened this turn."""
    last: Public[dict[str, Any]] = {}
    """What happened in the own last turn."""
    used: dict[str, int] = {}
    """Once-per-turn things, by name."""


class Server(msgspec.Struct, gc=False):
    """`ices` innermost first."""

    ices: Public[list[int]] = []
    content: Public[list[int]] = []


class Run(msgspec.Struct, kw_only=True):
    """A run. `no_action` is None at the start, then False, or the side that passed first."""

    server: Public[str]
    position: Public[int]
    phase: Public[str] = "initiation"
    no_action: Public[int | bool | None] = None
    ice: Public[int | None] = None
    source: Public[int | None] = None
    is_click_run: Public[bool] = False
    auto: Public[bool] = False
    is_over: bool = False
    """To be ended as soon as nobody is asked any more."""
    successful: Public[bool] = False
    unsuccessful: Public[bool] = False
    subs_fired: Public[bool] = False
    prevent_access: Public[bool] = False
    did_access: Public[bool] = False
    did_steal: Public[bool] = False
    did_trash: Public[bool] = False
    accessed: Public[dict[str, int]] = {}
    more: dict[str, int] = {}
    """What cards change for this run: more accesses, dearer ice, nothing to steal or trash."""
    marks: list[int] = []
    """Cards that do something when it ends."""
    ghosts: list[int] = []
    """Cards that the Runner trashed, whose abilities last until it ends."""


class Encounter(msgspec.Struct, kw_only=True, gc=False):
    """The ice being encountered has a pass state of its own."""

    ice: Public[int]
    no_action: Public[int | None] = None


class Asked(msgspec.Struct, kw_only=True, gc=False):
    """A prompt, as clients of jinteki.net know it. Buttons are texts or cards."""

    type: str
    msg: str
    choices: list[str | int] | None = []
    card: int | None = None
    selectable: list[int] | None = None
    selected: list[int] = []
    texts: dict[int, str] = {}
    """What stands on the buttons of cards."""
    eid: int = 0
    """A number of its own, by which it is answered."""
    title: str = ""
    """The name of its source, if that is no card any more."""


class Line(msgspec.Struct, frozen=True, gc=False):
    """A line of the log; a side may have a text of its own."""

    text: str
    corp: str = ""
    runner: str = ""

    def seen_by(self, side: int | None) -> str:
        own = {CORP: self.corp, RUNNER: self.runner}.get(side, "") if side is not None else ""
        return own or self.text


class Board(tw.State):
    """Everything that is not in a zone of cards."""

    turn: Public[int] = 0
    active: Public[int] = RUNNER
    turn_over: Public[bool] = True
    """The turn has ended: the other side may begin."""
    phase_12: Public[int | None] = None
    """The side whose start-of-turn window is open."""
    sides: Public[list[Side]] = tw.default(lambda: [Side(), Side()])
    servers: Public[dict[str, Server]] = tw.default(dict)
    next_remote: Public[int] = 1
    clock: int = 0
    eids: int = 0
    run: Public[Run | None] = None
    encounter: Public[Encounter | None] = None
    asked: list[list[Asked]] = tw.default(lambda: [[], []])
    log: list[Shared[Line]] = tw.default(list)
    points_to_win: Public[int] = 7
    winner: Public[int | None] = None
    reason: Public[str] = ""
    strict: Public[bool] = True


if TYPE_CHECKING:

    class Ctx(tw.Ctx):
        """The core's state with the cards of this game, as `Game(card=Piece)` makes it."""

        cards: dict[int, Piece]  # type: ignore[assignment]  # a dict of them is not one of tw.Card
