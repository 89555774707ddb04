"""The games that a server hosts, each in its current version and possibly in older ones.

A room is pinned to the rules that it was made with. Their id is the game's own id of its rules
(`Game.rules`: its version, and a hash of its shape), and the hash of its files. Rooms from before
hashes were noted have only the first part.
"""

from __future__ import annotations

import atexit
import inspect
import shutil
import sys
import tempfile
import threading
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import turnwright
from turnwright.agents.base import Agent
from turnwright.agents.registry import GAME_AGENTS, agents_for, find_agent
from turnwright.core.definition.game import Game
from turnwright.core.errors import TurnwrightError, UnusableError
from turnwright.games import GAMES
from turnwright.games.boards import add_board, board_beside, installed_boards
from turnwright.games.isolated_import import IsolatedModules
from turnwright.games.lookup import find_game, find_source, installed_games
from turnwright.games.rules_files import RulesSource
from turnwright.server.node.logs import log_event

SWITCH_SECONDS = sys.getswitchinterval()
NOT_INSTALLED = "The rules of this room are not installed."
PACKAGES = Path(turnwright.__file__).parents[1]  # the folder that has the package `turnwright`


class InstalledRules:
    """One version of a game: the game, and the id of its rules. An older version has modules of its
    own, from which also its bots are imported."""

    def __init__(self, game: Game, content: str, modules: IsolatedModules | None = None) -> None:
        self.game, self.modules = game, modules
        self.id = f"{game.rules}-{content}" if content else game.rules

    def are(self, rules: str) -> bool:
        """Are these the rules with this id?"""
        return rules in (self.id, self.game.rules)

    def find_agent(self, bot: str, seed: int | str) -> Agent:
        """Return a bot for this version; raise `unknown_agent` if it has none of this name."""
        name, modules = self.game.name, self.modules
        if modules is None or name not in GAME_AGENTS:
            return find_agent(bot, seed)
        try:
            own = modules.import_module(GAME_AGENTS[name])
        except Exception as error:  # it has none, or they do not work with the installed engine
            log_event("bots_failed_to_load", game=name, rules=self.id, error=repr(error))
            own = None
        return find_agent(bot, seed, {} if own is None else {name: own})


class OlderRules:
    """Older versions of games: a wheel, a folder with packages, or the file of one game."""

    def __init__(self, where: str) -> None:
        path, _, attribute = where.partition(":")
        self.where, self.path, self.attribute = where, Path(path), attribute or "game"
        self.file: InstalledRules | None = None
        self._found: dict[str, InstalledRules | None] = {}
        self._lock = threading.RLock()  # only for who imports, so that nobody else waits
        if self.path.suffix == ".whl" and self.path.is_file():
            self.path = _unpacked(self.path)
        elif self.path.suffix == ".py" and self.path.is_file():
            self.file = self._load_file()
            return
        elif not self.path.is_dir():
            sentence = f"--rules needs a Python file, a wheel or a folder, and {path!r} is none."
            raise UnusableError("bad_rules", sentence)
        self._modules = IsolatedModules(self.path)

    def _load_file(self) -> InstalledRules:
        path = self.path.resolve()
        source = RulesSource(path.parent, path.stem, path, self.attribute)
        content = source.hash()
        module = IsolatedModules(path.parent).import_file(path)
        found = getattr(module, self.attribute, None)
        if not isinstance(found, Game):
            raise UnusableError(
                "no_game", f"There is no game {self.attribute!r} in {self.where!r}."
            )
        return InstalledRules(found, content)

    def find(self, name: str, current: RulesSource | None, rules: str) -> InstalledRules | None:
        """Return the version of a game here, if it has these rules. `current` is where the current
        version is: an older one is in the module of the same name."""
        if self.file is not None:
            return self.file if self.file.game.name == name and self.file.are(rules) else None
        if current is None or current.file is not None:
            return None
        source = RulesSource(self.path.resolve(), current.module, None, current.attribute)
        if name not in self._found:
            with self._lock:
                if name not in self._found:
                    self._found[name] = self._load(name, source) if source.path else None
        found = self._found[name]
        return found if found is not None and found.are(rules) else None

    def _load(self, name: str, source: RulesSource) -> InstalledRules | None:
        try:
            content = source.hash()
            game = getattr(self._modules.import_module(source.module), source.attribute)
        except Exception as error:
            log_event("rules_failed_to_load", rules=self.where, game=name, error=repr(error))
            return None
        return InstalledRules(game, content, self._modules)

    @property
    def unpacked(self) -> str:
        """Where the same rules are for another process: a wheel is unpacked once."""
        path = self.path.resolve()
        return f"{path}:{self.attribute}" if self.file is not None else str(path)

    def games(self, sources: Mapping[str, RulesSource]) -> list[str]:
        """Return the names of the games that have a version here."""
        if self.file is not None:
            return [self.file.game.name]
        names = []
        for name, source in sources.items():
            older = RulesSource(self.path.resolve(), source.module)
            if source.file is None and older.path is not None:
                names.append(name)
        return names


class HostedGames:
    """The hosted games by name. They are imported on first use, which takes up to a second: where
    others would wait for that, call `prepare` in a thread before.

    `more` are games that are not shipped, `sources` says where those are, `older` are older versions,
    `files` are files that belong to the rules of shipped games, such as card packs, and `boards` are
    the folders of boards by game, the preferred one first; by default those of installed packages."""

    def __init__(
        self,
        more: Mapping[str, Game] | None = None,
        sources: Mapping[str, RulesSource] | None = None,
        older: Sequence[OlderRules] = (),
        files: Mapping[str, Sequence[Path]] | None = None,
        boards: Mapping[str, Sequence[Path]] | None = None,
    ) -> None:
        self.found: dict[str, Game] = dict(more or {})
        files = files or {}
        self.sources = {
            name: RulesSource(PACKAGES, module, more=tuple(files.get(name, ())))
            for name, module in GAMES.items()
        }
        for name, game in self.found.items():
            source = (sources or {}).get(name) or _source_of(game)
            if source is not None:
                self.sources[name] = source
        self.older = older
        self._boards = boards
        self._current: dict[str, InstalledRules] = {}
        self._lock = threading.RLock()  # a game must not be imported twice
        self._older_names: set[str] = set()
        for one in older:
            names = one.games(self.sources)
            self._older_names.update(names)
            if not names:
                sentence = f"--rules {one.where}: there is no version of a hosted game in it."
                raise UnusableError("bad_rules", sentence)
        for name in self.found:
            self._installed(name)  # now, because the files may change later

    def __call__(self, name: str) -> Game:
        """Return the current version of a game; raise `unknown_game` if there is none."""
        return self._installed(name).game

    def prepare(self, name: str) -> None:
        """Import a game in all its versions, and its bots. Does nothing for unknown games.

        Meanwhile Python's lock is passed on ten times as often, because the event loop needs it several
        times for each move."""
        sys.setswitchinterval(SWITCH_SECONDS / 10)
        try:
            if name in self.found or name in GAMES:
                self._installed(name)
                with suppress(Exception):  # whoever needs them is told
                    agents_for(name)
            self._find(name, "none")
        finally:
            sys.setswitchinterval(SWITCH_SECONDS)

    def is_current(self, game: Game) -> bool:
        """Is this the current version of a game?"""
        return self.found.get(game.name) is game

    def rules_of(self, name: str) -> str:
        """Return the id of the rules of the current version of a game."""
        return self._installed(name).id

    def find(self, name: str, rules: str) -> Game:
        """Return the version of a game with these rules; raise `rules_missing` if it is not here."""
        found = self._find(name, rules)
        if found is None:
            raise UnusableError("rules_missing", NOT_INSTALLED)
        return found.game

    def find_agent(self, name: str, rules: str, bot: str, seed: int | str) -> Agent:
        """Return a bot for a game with these rules: an agent of its own version, or a general one."""
        found = self._find(name, rules)
        return find_agent(bot, seed) if found is None else found.find_agent(bot, seed)

    def has(self, name: str, rules: str) -> bool:
        """Are these rules installed? Unknown ones (an empty id) may be."""
        return not rules or self._find(name, rules) is not None

    def _find(self, name: str, rules: str) -> InstalledRules | None:
        current = self._installed(name) if name in self.found or name in GAMES else None
        if current is not None and current.are(rules):
            return current
        found = (one.find(name, self.sources.get(name), rules) for one in self.older)
        return next((one for one in found if one is not None), None)

    def _installed(self, name: str) -> InstalledRules:
        installed = self._current.get(name)
        if installed is not None:
            return installed
        if name not in self.found and name not in GAMES:
            raise UnusableError("unknown_game", f"There is no game {name[:40]!r}.")
        with self._lock:
            if name not in self._current:
                source = self.sources.get(name)
                content = source.hash() if source is not None else ""
                if name not in self.found:
                    self.found[name] = import_module(GAMES[name]).game
                self._current[name] = InstalledRules(self.found[name], content)
            return self._current[name]

    def knows(self, name: str) -> bool:
        """Is there a version of this game?"""
        return name in self.found or name in GAMES or name in self._older_names

    @property
    def boards(self) -> Mapping[str, Sequence[Path]]:
        """The folders of boards by game, the preferred one first."""
        if self._boards is None:
            self._boards = installed_boards(lambda sentence: None)
        return self._boards

    @property
    def names(self) -> list[str]:
        """The names of all hosted games."""
        return [*GAMES, *(name for name in self.found if name not in GAMES)]


def load_hosted_games(
    games: Sequence[str],
    rules: Sequence[str],
    cards: Sequence[str] = (),
    report: Callable[[str], object] = lambda sentence: print(sentence, file=sys.stderr),
) -> HostedGames:
    """Load games, those of installed packages, and older versions of games. `cards` are packs that
    were loaded for Netrunner. An installed part that cannot be loaded is reported and left out."""
    found = {word: find_game(word) for word in games}
    for name in installed_games():
        if name not in found:
            try:
                found[name] = find_game(name)
            except TurnwrightError as error:
                report(f"The game {name!r} is not hosted. {error}")
    boards = installed_boards(report)
    sources = {game.name: find_source(word) for word, game in found.items()}
    for name, source in sources.items():
        folder = board_beside(source.file) if source.file is not None else None
        if folder is not None:
            add_board(boards, name, folder, replaces=True)
    packs = [path for card in cards for path in (Path(card), Path(card).with_suffix(".tsv"))]
    return HostedGames(
        {game.name: game for game in found.values()},
        sources,
        [OlderRules(path) for path in rules],
        {"netrunner": packs},
        boards,
    )


def _unpacked(wheel: Path) -> Path:
    """Unpack a wheel into a folder that is deleted when the process ends."""
    folder = tempfile.mkdtemp(prefix="turnwright-rules-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    try:
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder)
    except (zipfile.BadZipFile, OSError) as error:
        raise UnusableError("bad_rules", f"Cannot unpack {wheel}: {error}.") from None
    return Path(folder)


def _source_of(game: Game) -> RulesSource | None:
    """Return the file in which a game is defined, judging by its functions and types."""
    parts: Iterable[object] = [
        game.setup,
        *(move.fn for move in game.all_moves.values()),
        game.state,
        game.context,
    ]
    for part in parts:
        if getattr(part, "__module__", "builtins").split(".")[0] in ("builtins", "turnwright"):
            continue
        try:
            path = Path(inspect.getfile(part)).resolve()  # type: ignore[arg-type]
        except (TypeError, OSError):
            continue
        if path.is_file():
            return RulesSource(path.parent, path.stem, path)
    return None
