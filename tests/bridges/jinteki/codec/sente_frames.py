"""Frames written down from the sources of sente and of the jinteki.net server, in both encodings.

Facts (taoensso/sente 1.21, src/taoensso/sente.cljc and src/taoensso/msgpack/impl.clj; mtgred/netrunner,
src/clj/web/ws.clj, lobby.clj and game.clj, src/cljs/nr/gameboard/actions.cljs):

- Every frame is a vector of a value and a callback, which is nil if there is none.
- The server's ping is a bare keyword. A client answers with the event `:chsk/ws-pong`. The ping of a
  client is an event with a callback, and the reply is the string "pong".
- The handshake is a single event with uid, nil and handshake data. Pushed events are always a list.
- In MessagePack keywords are extension 0, UUIDs extension 9 (as text), timestamps extension -1 with 12
  bytes. Extensions of 1, 2, 4, 8 or 16 bytes use the short form. Clojure prints maps with commas.
"""

from __future__ import annotations

from typing import Any, NamedTuple
from uuid import UUID

from turnwright.bridges.jinteki.codec.edn import Keyword, Tagged
from turnwright.bridges.jinteki.codec.sente import Event, Reply

GAME = UUID("7b0b8a9e-7e4f-4a51-9d9e-3f1d8a6c2b10")
PACKED_GAME = b"\xc7\x24\x097b0b8a9e-7e4f-4a51-9d9e-3f1d8a6c2b10"
BUTTON = "00000017-0000-4000-8000-000000000001"


class Frame(NamedTuple):
    """A frame: what it means, and its text and bytes."""

    name: str
    meaning: Any
    edn: str
    msgpack: bytes


FROM_SERVER = [
    Frame(
        "ping",
        [Event("chsk/ws-ping")],
        "[:chsk/ws-ping nil]",
        b"\x92\xc7\x0c\x00chsk/ws-ping\xc0",
    ),
    Frame(
        "handshake",
        [Event("chsk/handshake", ["ada", None, None])],
        '[[:chsk/handshake ["ada" nil nil]] nil]',
        b"\x92\x92\xc7\x0e\x00chsk/handshake\x93\xa3ada\xc0\xc0\xc0",
    ),
    Frame(
        "reply to a ping",
        Reply("a1b2c3", "pong"),
        '["pong" "a1b2c3"]',
        b"\x92\xa4pong\xa6a1b2c3",
    ),
    Frame(
        "reply to a join",
        Reply("a1b2c3", 200),
        '[200 "a1b2c3"]',
        b"\x92\xcc\xc8\xa6a1b2c3",
    ),
    Frame(
        "reply to a deck that is refused",
        Reply("a1b2c3", None),
        '[nil "a1b2c3"]',
        b"\x92\xc0\xa6a1b2c3",
    ),
    Frame(
        "reply to an unknown event",
        Reply("a1b2c3", {"msg": "Unhandled event"}),
        '[{:msg "Unhandled event"} "a1b2c3"]',
        b"\x92\x81\xc7\x03\x00msg\xafUnhandled event\xa6a1b2c3",
    ),
    Frame(
        "one pushed event",
        [Event("lobby/notification", "ting")],
        '[[[:lobby/notification "ting"]] nil]',
        b"\x92\x91\x92\xc7\x12\x00lobby/notification\xa4ting\xc0",
    ),
    Frame(
        "a pushed event without data",
        [Event("game/error")],
        "[[[:game/error]] nil]",
        b"\x92\x91\x91\xc7\x0a\x00game/error\xc0",
    ),
    Frame(
        "the list of games and no joined game",
        [
            Event(
                "lobby/list",
                [
                    {
                        "gameid": GAME,
                        "date": Tagged("time/instant", "2024-05-01T12:00:00Z"),
                        "precon": Keyword("beginner"),
                        "started": True,
                    }
                ],
            ),
            Event("lobby/state"),
        ],
        f'[[[:lobby/list [{{:gameid #uuid "{GAME}", :date #time/instant'
        ' "2024-05-01T12:00:00Z", :precon :beginner, :started true}]] [:lobby/state]] nil]',
        b"\x92\x92\x92\xc7\x0a\x00lobby/list\x91\x84"
        b"\xc7\x06\x00gameid" + PACKED_GAME + b"\xd6\x00date\xc7\x0c\xff"
        b"\x00\x00\x00\x00\x00\x00\x00\x00\x66\x32\x2e\xc0"
        b"\xc7\x06\x00precon\xd7\x00beginner\xc7\x07\x00started\xc3"
        b"\x91\xc7\x0b\x00lobby/state\xc0",
    ),
    Frame(
        "a diff, which is JSON inside",
        [Event("game/diff", '{"gameid":"x","diff":[{"sequence":3},{}]}')],
        '[[[:game/diff "{\\"gameid\\":\\"x\\",\\"diff\\":[{\\"sequence\\":3},{}]}"]] nil]',
        b'\x92\x91\x92\xc7\x09\x00game/diff\xd9\x29{"gameid":"x","diff":[{"sequence":3},{}]}\xc0',
    ),
    Frame(
        "the game will be closed",
        [Event("game/timeout-soon", GAME)],
        f'[[[:game/timeout-soon #uuid "{GAME}"]] nil]',
        b"\x92\x91\x92\xc7\x11\x00game/timeout-soon" + PACKED_GAME + b"\xc0",
    ),
]
"""What a server sends."""

FROM_CLIENT = [
    Frame(
        "pong",
        Event("chsk/ws-pong"),
        "[[:chsk/ws-pong] nil]",
        b"\x92\x91\xc7\x0c\x00chsk/ws-pong\xc0",
    ),
    Frame(
        "ping",
        Event("chsk/ws-ping", callback="a1b2c3"),
        '[[:chsk/ws-ping] "a1b2c3"]',
        b"\x92\x91\xc7\x0c\x00chsk/ws-ping\xa6a1b2c3",
    ),
    Frame(
        "list",
        Event("lobby/list"),
        "[[:lobby/list] nil]",
        b"\x92\x91\xc7\x0a\x00lobby/list\xc0",
    ),
    Frame(
        "choose a deck",
        Event("lobby/deck", {"gameid": GAME, "deck-id": "65a0c0ffee"}, "a1b2c3"),
        f'[[:lobby/deck {{:gameid #uuid "{GAME}", :deck-id "65a0c0ffee"}}] "a1b2c3"]',
        b"\x92\x92\xc7\x0a\x00lobby/deck\x82\xc7\x06\x00gameid" + PACKED_GAME + b"\xc7\x07\x00deck-id"
        b"\xaa65a0c0ffee\xa6a1b2c3",
    ),
    Frame(
        "rejoin",
        Event("game/rejoin", {"gameid": GAME}),
        f'[[:game/rejoin {{:gameid #uuid "{GAME}"}}] nil]',
        b"\x92\x92\xc7\x0b\x00game/rejoin\x81\xc7\x06\x00gameid" + PACKED_GAME + b"\xc0",
    ),
    Frame(
        "press a button",
        Event(
            "game/action",
            {"gameid": GAME, "command": "choice", "args": {"choice": {"uuid": BUTTON}}},
        ),
        f'[[:game/action {{:gameid #uuid "{GAME}", :command "choice",'
        f' :args {{:choice {{:uuid "{BUTTON}"}}}}}}] nil]',
        b"\x92\x92\xc7\x0b\x00game/action\x83\xc7\x06\x00gameid" + PACKED_GAME + b"\xc7\x07\x00command"
        b"\xa6choice\xd6\x00args\x81\xc7\x06\x00choice\x81\xd6\x00uuid\xd9\x24" + BUTTON.encode()
        + b"\xc0",
    ),
    Frame(
        "answer a number",
        Event("game/action", {"gameid": GAME, "command": "choice", "args": {"choice": 3}}),
        f'[[:game/action {{:gameid #uuid "{GAME}", :command "choice", :args {{:choice 3}}}}] nil]',
        b"\x92\x92\xc7\x0b\x00game/action\x83\xc7\x06\x00gameid" + PACKED_GAME + b"\xc7\x07\x00command"
        b"\xa6choice\xd6\x00args\x81\xc7\x06\x00choice\x03\xc0",
    ),
    Frame(
        "select a card",
        Event(
            "game/action",
            {
                "gameid": GAME,
                "command": "select",
                "args": {
                    "card": {
                        "cid": 300,
                        "zone": ["servers", "hq", "ices"],
                        "side": "Corp",
                        "type": "ICE",
                    },
                    "eid": {"eid": 7},
                    "shift-key-held": False,
                },
            },
        ),
        f'[[:game/action {{:gameid #uuid "{GAME}", :command "select", :args {{:card {{:cid 300,'
        ' :zone ["servers" "hq" "ices"], :side "Corp", :type "ICE"}, :eid {:eid 7},'
        " :shift-key-held false}}] nil]",
        b"\x92\x92\xc7\x0b\x00game/action\x83\xc7\x06\x00gameid" + PACKED_GAME + b"\xc7\x07\x00command"
        b"\xa6select\xd6\x00args\x83\xd6\x00card\x84\xc7\x03\x00cid\xcd\x01\x2c\xd6\x00zone\x93"
        b"\xa7servers\xa2hq\xa4ices\xd6\x00side\xa4Corp\xd6\x00type\xa3ICE\xc7\x03\x00eid\x81"
        b"\xc7\x03\x00eid\x07\xc7\x0e\x00shift-key-held\xc2\xc0",
    ),
]  # fmt: skip
"""What a client sends."""

OLDER = [
    ("[:chsk/ws-ping]", [Event("chsk/ws-ping")]),
    ('[[:chsk/handshake ["ada" nil]]]', [Event("chsk/handshake", ["ada", None])]),
    ("[[[:game/error]]]", [Event("game/error")]),
]
"""Frames of a server with sente before 1.21, which leaves out a callback that is nil."""

REPEATED_KEYS = (
    b"\x92\x91\x92\xc7\x0a\x00lobby/list\x92"
    b"\x81\xd6\x00room\xa6casual"  # the first map has the key, which becomes number 0
    b"\x81\xd4\x08\x00\xa6casual"  # the second one refers to it
    b"\xc0"
)
"""A frame in which sente refers to an earlier map key."""
