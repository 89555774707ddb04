"""Sockets as sente keeps them: pings, reconnection windows, several connections of a user.

Facts: taoensso/sente, src/taoensso/sente.cljc (defaults of `make-channel-socket-server!`, its
keep-alive loop, `on-close`, `send-buffered-server-evs>clients!`); mtgred/netrunner,
src/clj/web/ws.clj (`ws-kalive-ms` 2500).
"""

import pytest

from tests.bridges.jinteki.server.simulated_clients import SimulatedClient, simulated_endpoint
from turnwright.bridges.jinteki.codec import sente
from turnwright.bridges.jinteki.codec.sente import Event
from turnwright.bridges.jinteki.server.timing import SocketTiming


@pytest.fixture(params=sente.PACKERS)
def server(request):
    endpoint, _ = simulated_endpoint(request.param)
    endpoint.departed = []
    depart = endpoint.connections.on_departure

    def departs(uid):
        endpoint.departed.append(uid)
        depart(uid)

    endpoint.connections.on_departure = departs
    return endpoint


@pytest.fixture
def clock(server):
    return server.connections.clock


def test_the_times_are_those_of_the_server():
    timing = SocketTiming()
    assert (timing.keep_alive, timing.ping_timeout) == (2.5, 5.0)
    assert (timing.reconnect_window, timing.push_delay) == (2.5, 0.03)


def test_the_handshake_names_the_user(server):
    ada = SimulatedClient(server, "ada")
    assert ada.heard("chsk/handshake") == [["ada", None, None]]


def test_an_idle_client_is_pinged_and_stays_as_long_as_it_answers(server, clock):
    """A ping is followed by a window of 5 seconds, and only then by the next 2.5 idle seconds."""
    ada = SimulatedClient(server, "ada")
    clock.advance(20)
    assert ada.ping_times == [2.5, 10.0, 17.5]
    clock.advance(3600)
    assert ada.is_connected
    assert len(ada.ping_times) == 483
    assert server.departed == []


def test_a_client_that_does_not_answer_is_closed_and_then_gone(server, clock):
    ada = SimulatedClient(server, "ada", answers=False)
    clock.advance(7.49)
    assert ada.ping_times == [2.5]
    assert ada.is_connected
    clock.advance(0.02)
    assert not ada.is_connected
    assert server.departed == []
    clock.advance(2.5)
    assert server.departed == ["ada"]


def test_any_message_in_either_direction_postpones_the_ping(server, clock):
    ada = SimulatedClient(server, "ada", answers=False)
    clock.advance(2)
    ada.put("lobby/list")
    clock.advance(2.9)
    assert ada.ping_times == []
    server.connections.push("ada", Event("lobby/notification", "ting"))
    clock.advance(2.5)
    assert ada.ping_times == []
    clock.advance(3)
    assert ada.ping_times == [7.5]


def test_the_ping_of_a_client_is_answered(server):
    ada = SimulatedClient(server, "ada")
    ada.put("chsk/ws-ping", callback="a1b2c3")
    assert ada.replies == {"a1b2c3": "pong"}


def test_a_client_that_comes_back_in_time_was_never_gone_and_misses_nothing(server, clock):
    ada = SimulatedClient(server, "ada")
    clock.advance(1)
    ada.vanish()
    clock.advance(1)
    server.connections.push("ada", Event("lobby/notification", "ting"))
    clock.advance(1.4)
    ada.open()
    assert ada.heard("lobby/notification") == ["ting"]
    clock.advance(60)
    assert ada.is_connected
    assert server.departed == []


def test_a_client_that_comes_back_too_late_is_new(server, clock):
    ada = SimulatedClient(server, "ada")
    ada.vanish()
    server.connections.push("ada", Event("lobby/notification", "ting"))
    clock.advance(2.6)
    assert server.departed == ["ada"]
    ada.open()
    assert ada.heard("lobby/notification") == []


def test_a_second_client_of_a_user_does_not_replace_the_first(server, clock):
    one, two = (SimulatedClient(server, "ada", name) for name in ("one", "two"))
    server.connections.push("ada", Event("lobby/notification", "ting"))
    clock.advance(1)
    assert one.heard("lobby/notification") == two.heard("lobby/notification") == ["ting"]
    one.vanish()
    clock.advance(60)
    assert two.is_connected
    assert server.departed == []
    two.vanish()
    clock.advance(60)
    assert server.departed == ["ada"]


def test_a_socket_with_the_same_client_id_replaces_the_older_one(server, clock):
    one = SimulatedClient(server, "ada", "same")
    two = SimulatedClient(server, "ada", "same")
    server.connections.push("ada", Event("lobby/notification", "ting"))
    clock.advance(1)
    assert one.heard("lobby/notification") == []
    assert two.heard("lobby/notification") == ["ting"]
    one.vanish()
    clock.advance(60)
    assert server.departed == []


def test_events_of_one_moment_are_sent_in_one_frame(server, clock):
    ada = SimulatedClient(server, "ada")
    for word in ("one", "two", "three"):
        server.connections.push("ada", Event("lobby/notification", word))
        clock.advance(0.009)
    assert len(ada.frames) == 1, "the handshake only"
    clock.advance(0.01)
    assert len(ada.frames) == 2
    assert ada.heard("lobby/notification") == ["one", "two", "three"]


def test_unknown_events_are_ignored_but_their_callback_is_answered(server, clock):
    ada = SimulatedClient(server, "ada")
    ada.put("no/such", {"a": 1}, "a1b2c3")
    ada.put("no/such")
    assert ada.replies == {"a1b2c3": {"msg": "Unhandled event"}}
    clock.advance(1)
    assert [event.name for event in ada.events] == ["chsk/handshake"]
