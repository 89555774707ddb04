"""A process in which bots think: `python -m turnwright.server.bots.worker FD SETTINGS`.

It decides one question after the other. Two signals end a decision: the timer of the CPU time that it
may use, and one that the server sends when nobody needs the answer any more. A bot that goes on all the
same, for example in C code, is ended with the process a second of CPU time later.
"""

from __future__ import annotations

import signal
import socket
import sys
import time
import traceback
from typing import Any, NoReturn

import msgspec

from turnwright.core.errors import TurnwrightError
from turnwright.server.rules.hosted_games import HostedGames, load_hosted_games
from turnwright.server.workers.child_process import (
    end_group,
    end_with_server,
    limit_memory,
    lower_priority,
    server_socket,
)
from turnwright.server.workers.frames import Frame, FrameReader, Kind

from .messages import BotWorkerSettings, Decision, DecisionRequest

assert sys.platform != "win32", "there bots think in the server itself"

STOP = signal.SIGUSR1
"""The signal that ends a decision."""
GRACE = 1.0
"""CPU seconds after its limit in which a decision may end by itself."""


class Stopped(BaseException):
    """A decision was ended. Not an `Exception`, so that neither rules nor bots catch it."""


class BotWorker:
    """The worker's end of the socket, and its loop."""

    def __init__(self, connection: socket.socket, settings: BotWorkerSettings) -> None:
        self.connection, self.settings = connection, settings
        self.games: HostedGames | None = None
        self.is_thinking = False

    def run(self) -> NoReturn:
        """Decide until the server is gone."""
        signal.signal(STOP, self._stop)
        reader = FrameReader()
        self.send(Frame(Kind.READY))
        while True:
            try:
                data = self.connection.recv(1 << 18)
            except OSError:
                data = b""
            if not data:
                end_group()
            for frame in reader.feed(data):
                request = msgspec.msgpack.decode(frame.payload, type=DecisionRequest)
                payload = msgspec.msgpack.encode(self.decide(request))
                self.send(Frame(Kind.RESULT, frame.job, payload))

    def send(self, frame: Frame) -> None:
        """Send a frame to the server; end the process if it is gone."""
        try:
            self.connection.sendall(frame.encode())
        except OSError:
            end_group()

    def decide(self, request: DecisionRequest) -> Decision:
        """Let the bot decide within its CPU time."""
        try:  # imports are not interrupted, and are not part of a bot's time
            games = self._load_games()
            rules = request.rules or games.rules_of(request.game)
            game = games.find(request.game, rules)
            agent = games.find_agent(request.game, rules, request.bot, request.seed)
        except TurnwrightError as error:
            return Decision(0.0, None, f"{error.code}: {error}", is_unavailable=True)
        begun, answer, why = time.process_time(), None, ""
        signal.signal(signal.SIGPROF, self._stop)
        signal.setitimer(signal.ITIMER_PROF, request.seconds, GRACE)
        try:
            self.is_thinking = True
            match = game.load(request.match)
            answer = agent.decide(match.prompt(request.seat), match)
            self.is_thinking = False
        except Stopped:
            why = "stopped"
        except TurnwrightError as error:
            why = f"{error.code}: {error}"
        except Exception as error:
            traceback.print_exc()
            why = repr(error)
        finally:
            self.is_thinking = False
            signal.setitimer(signal.ITIMER_PROF, 0.0)
        return Decision(time.process_time() - begun, answer, why)

    def _load_games(self) -> HostedGames:
        if self.games is None:
            settings = self.settings
            if settings.card_packs:
                from turnwright.games.netrunner.card_packs import load_pack_files

                load_pack_files(settings.card_packs)
            self.games = load_hosted_games(
                settings.games, settings.older, settings.card_packs, lambda sentence: None
            )  # the server has reported what cannot be loaded
        return self.games

    def _stop(self, number: int, frame: Any) -> None:
        """End the decision. If it does not end, the next signal of the timer ends the process."""
        if self.is_thinking:
            self.is_thinking = False
            if number == signal.SIGPROF:
                signal.signal(signal.SIGPROF, signal.SIG_DFL)
            raise Stopped


def main(descriptor: str, settings_text: str) -> NoReturn:
    """Serve requests from a socket."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # the server decides
    settings = msgspec.json.decode(settings_text, type=BotWorkerSettings)
    end_with_server()
    lower_priority(settings.cpus)
    limit_memory(settings.memory_mb)
    BotWorker(server_socket(descriptor), settings).run()


if __name__ == "__main__":
    main(*sys.argv[1:])
