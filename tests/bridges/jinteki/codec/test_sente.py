"""Frames as sente packs them: each one is read and written, in both encodings."""

import pytest

from tests.bridges.jinteki.codec.sente_frames import (
    FROM_CLIENT,
    FROM_SERVER,
    OLDER,
    REPEATED_KEYS,
)
from turnwright.bridges.jinteki.codec import sente
from turnwright.bridges.jinteki.codec.edn import plain
from turnwright.bridges.jinteki.codec.sente import Event, Reply
from turnwright.core.errors import UnusableError

PACKERS = pytest.mark.parametrize("packer", sente.PACKERS)


def content(frame, packer):
    return frame.edn if packer == "edn" else frame.msgpack


def read(meaning):
    """What a reader gets: keywords as strings; MessagePack has times instead of their text."""
    if isinstance(meaning, Reply):
        return meaning
    return [Event(one.name, plain(one.data), one.callback) for one in meaning]


def without_date(events):
    if isinstance(events, list):
        for event in events:
            for game in event.data if event.name == "lobby/list" else ():
                game.pop("date")
    return events


@PACKERS
@pytest.mark.parametrize("frame", FROM_SERVER, ids=lambda frame: frame.name)
def test_a_client_reads_what_a_server_sends(frame, packer):
    heard = sente.decode_from_server(packer, content(frame, packer))
    assert without_date(heard) == without_date(read(frame.meaning))


@PACKERS
@pytest.mark.parametrize("frame", FROM_SERVER, ids=lambda frame: frame.name)
def test_the_endpoint_sends_the_same_frames(frame, packer):
    meaning = frame.meaning
    if frame.name == "ping":
        made = sente.encode_ping(packer)
    elif isinstance(meaning, Reply):
        made = sente.encode_reply(packer, meaning)
    elif frame.name == "handshake":
        made = sente.encode_event(packer, meaning[0])
    else:
        made = sente.encode_events(packer, meaning)
    assert made == content(frame, packer)


@PACKERS
@pytest.mark.parametrize("frame", FROM_CLIENT, ids=lambda frame: frame.name)
def test_the_endpoint_reads_what_a_client_sends(frame, packer):
    assert sente.decode_from_client(packer, content(frame, packer)) == frame.meaning


@PACKERS
@pytest.mark.parametrize("frame", FROM_CLIENT, ids=lambda frame: frame.name)
def test_our_client_sends_the_same_frames(frame, packer):
    assert sente.encode_event(packer, frame.meaning) == content(frame, packer)


@pytest.mark.parametrize(("text", "meaning"), OLDER)
def test_frames_without_an_empty_callback_are_read_too(text, meaning):
    assert sente.decode_from_server("edn", text) == meaning


def test_map_keys_that_refer_to_earlier_ones_are_read():
    (event,) = sente.decode_from_server("msgpack", REPEATED_KEYS)
    assert event == Event("lobby/list", [{"room": "casual"}, {"room": "casual"}])


def test_a_reply_may_look_like_an_event():
    assert sente.decode_from_server("edn", '[[:a/b 1] "a1b2c3"]') == Reply("a1b2c3", ["a/b", 1])
    assert sente.decode_from_client("edn", '[[:a/b 1] "a1b2c3"]') == Event("a/b", 1, "a1b2c3")


@pytest.mark.parametrize("text", ["[1 nil]", "[[] nil]", "[[:ping] nil]", "[:chsk/ws-ping nil]"])
def test_what_is_not_an_event_becomes_a_bad_event(text):
    assert sente.decode_from_client("edn", text).name == sente.BAD_EVENT


@pytest.mark.parametrize("text", ["", "[", "nil", "[]", "[1 2 3]", "[[:a/b] 7]", "{:a 1}"])
def test_what_is_not_a_message_is_an_error(text):
    for decode in (sente.decode_from_client, sente.decode_from_server):
        with pytest.raises(UnusableError):
            decode("edn", text)
