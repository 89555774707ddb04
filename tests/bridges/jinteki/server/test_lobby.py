"""Rules of the lobby: who sits where, who hears what, what leaving and coming back does.

Facts: mtgred/netrunner, src/clj/web/lobby.clj (`handle-leave-lobby`, `insert-user-as-player`,
`determine-player-side`, `lobby-keys`, `clear-inactive-lobbies`), src/clj/web/game.clj (`game/rejoin`,
`game/action`, `chsk/uidport-close`), src/clj/web/app_state.clj (updates of the list for one hour).
"""

from uuid import UUID

import pytest

from tests.bridges.jinteki.server.simulated_clients import SimulatedClient, simulated_endpoint
from turnwright.agents import RandomAgent
from turnwright.bridges.jinteki.automation.results import card_reference
from turnwright.core.errors import RulesError
from turnwright.games.netrunner.card_definition import CARDS, CardDefinition

GONE = 2.6
"""Seconds after which a user without a connection is gone."""


class SimulatedLobby:
    """An endpoint with its clock, and clients by name."""

    def __init__(self, **how):
        self.server, self.clock = simulated_endpoint(**how)

    def come(self, name, client_id=""):
        client = SimulatedClient(self.server, name, client_id)
        setattr(self, name, client)
        return client

    def put(self, client, event, callback="", **data):
        client.put(event, data or None, callback)
        self.clock.advance(0.1)

    @property
    def game(self):
        (one,) = self.server.lobby.games.values()
        return one

    def names(self, key):
        return [one.username for one in getattr(self.game, key)]

    def listed(self, client):
        """Return the list of games as a client gets it."""
        self.put(client, "lobby/list")
        return client.heard("lobby/list")[-1]


def lobby(**wishes):
    """Ada opens a game, Bob joins it."""
    how = {key: wishes.pop(key) for key in ("keeps_empty_games", "bot") if key in wishes}
    t = SimulatedLobby(**how)
    t.come("ada")
    t.come("bob")
    t.put(t.ada, "lobby/create", title="A game", side="Corp", **wishes)
    if "bot" not in how:
        t.put(t.bob, "lobby/join", gameid=t.game.gameid, password=wishes.get("password", ""))
    return t


def started(**wishes):
    """Ada plays the Corp against Bob."""
    t = lobby(**wishes)
    t.put(t.ada, "game/start", gameid=t.game.gameid)
    assert t.ada.state
    return t


def act(t, client, command, **args):
    t.put(client, "game/action", gameid=t.game.gameid, command=command, args=args)


# --- joining ------------------------------------------------------------------------------------------


def test_who_joins_is_shown_to_all_members_with_a_ting():
    t = lobby()
    state = t.ada.heard("lobby/state")[-1]
    assert [one["user"]["username"] for one in state["players"]] == ["ada", "bob"]
    assert [one["side"] for one in state["players"]] == ["Corp", "Runner"]
    assert t.ada.heard("lobby/notification") == t.bob.heard("lobby/notification") == ["ting"]
    texts = [one["text"] for one in state["messages"]]
    assert texts == ["ada has created the game.", "bob joined the game."]


def test_the_summary_has_the_keys_of_the_server():
    t = lobby()
    (game,) = t.listed(t.bob)
    assert "started" not in game, "absent until it has"
    assert "messages" not in game, "for members only"
    assert game["precon"] == "beginner"
    assert game["original-players"] == []
    assert game["password"] is False
    t.put(t.ada, "game/start", gameid=game["gameid"])
    (game,) = t.listed(t.bob)
    assert game["started"] is True
    assert [one["user"]["username"] for one in game["original-players"]] == ["ada", "bob"]


@pytest.mark.parametrize(
    ("wanted", "side"), [("Corp", "Corp"), ("Runner", "Runner"), ("Any Side", "")]
)
def test_the_first_player_may_leave_the_side_to_the_second(wanted, side):
    t = SimulatedLobby()
    t.come("ada")
    t.come("bob")
    t.put(t.ada, "lobby/create", side="Any Side")
    t.put(t.bob, "lobby/join", gameid=t.game.gameid, **{"request-side": wanted})
    sides = [one.side for one in t.game.players]
    assert sorted(sides) == ["Corp", "Runner"]
    assert side in ("", sides[1])


def test_the_side_of_the_first_player_has_precedence():
    t = SimulatedLobby()
    t.come("ada")
    t.come("bob")
    t.put(t.ada, "lobby/create", side="Corp")
    t.put(t.bob, "lobby/join", "cb", gameid=t.game.gameid, **{"request-side": "Corp"})
    assert [one.side for one in t.game.players] == ["Corp", "Runner"]
    assert t.bob.replies == {"cb": 200}


def test_a_full_game_takes_nobody_but_answers_200():
    t = lobby()
    t.come("eve")
    t.put(t.eve, "lobby/join", "cb", gameid=t.game.gameid)
    assert t.eve.replies == {"cb": 200}
    assert t.names("players") == ["ada", "bob"]
    assert t.eve.heard("lobby/state") == []


def test_a_wrong_password_is_answered_with_403_and_an_unknown_game_not_at_all():
    t = lobby(password="swordfish")
    t.come("eve")
    t.put(t.eve, "lobby/join", "one", gameid=t.game.gameid, password="salmon")
    t.put(t.eve, "lobby/watch", "two", gameid=t.game.gameid)
    t.put(t.eve, "lobby/join", "three", gameid=UUID(int=1))
    assert t.eve.replies == {"one": 403, "two": 403}
    assert t.listed(t.eve)[0]["password"] is True


def test_a_player_opens_only_one_game():
    t = lobby()
    for client in (t.ada, t.bob):
        t.put(client, "lobby/create", title="Another")
    assert len(t.server.lobby.games) == 1


def test_lists_go_to_users_who_asked_for_updates_within_the_last_hour():
    t = SimulatedLobby()
    t.come("ada")
    t.come("eve")
    t.put(t.ada, "lobby/create", title="One")
    assert t.eve.heard("lobby/list") == [], "nobody asked"
    t.put(t.eve, "lobby/continue-updates")
    t.put(t.ada, "lobby/leave", gameid=t.game.gameid)
    assert [len(games) for games in t.eve.heard("lobby/list")] == [1, 0]
    t.clock.advance(3600)
    t.put(t.ada, "lobby/create", title="Two")
    assert len(t.eve.heard("lobby/list")) == 2
    t.put(t.eve, "lobby/continue-updates")
    t.put(t.eve, "lobby/pause-updates")
    t.put(t.ada, "lobby/leave", gameid=t.game.gameid)
    assert len(t.eve.heard("lobby/list")) == 3


def test_only_the_first_player_starts_the_game_and_swaps_sides():
    t = lobby()
    t.put(t.bob, "lobby/swap", gameid=t.game.gameid)
    t.put(t.bob, "game/start", gameid=t.game.gameid)
    assert [one.side for one in t.game.players] == ["Corp", "Runner"]
    assert t.game.room is None
    t.put(t.ada, "lobby/swap", gameid=t.game.gameid)
    assert [one.side for one in t.game.players] == ["Runner", "Corp"]
    t.put(t.ada, "game/start", gameid=t.game.gameid)
    assert t.ada.state["runner"]["user"] == {"username": "ada"}


def test_messages_of_the_lobby_are_part_of_its_state():
    t = lobby()
    t.put(t.bob, "lobby/say", gameid=t.game.gameid, text="hello")
    message = t.ada.heard("lobby/state")[-1]["messages"][-1]
    assert (message["user"], message["text"]) == ({"username": "bob"}, "hello")


# --- leaving and coming back ----------------------------------------------------------------------


def test_a_lost_connection_vacates_the_seat_and_the_others_are_told():
    t = started()
    t.bob.vanish()
    t.clock.advance(GONE)
    assert t.names("players") == ["ada"]
    assert t.names("original_players") == ["ada", "bob"]
    assert len(t.ada.heard("lobby/state")[-1]["players"]) == 1
    assert t.ada.state["log"][-1]["text"] == "bob has left the game."
    assert "user" not in t.ada.state["runner"]


def test_a_lost_connection_before_the_start_costs_nothing():
    t = lobby()
    t.bob.vanish()
    t.clock.advance(GONE)
    assert t.names("players") == ["ada", "bob"]


def test_an_original_player_rejoins_the_vacated_seat():
    t = started()
    act(t, t.ada, "keep")
    sequence = t.ada.state["sequence"]
    t.bob.vanish()
    t.clock.advance(GONE)
    t.come("bob", "another client")
    t.put(t.bob, "game/rejoin", gameid=t.game.gameid)
    assert t.names("players") == ["ada", "bob"]
    assert t.bob.state["runner"]["user"] == {"username": "bob"}
    assert t.bob.state["runner"]["prompt-state"]["msg"] == "Keep hand?"
    assert t.bob.state == t.bob.state | {"sequence": sequence}, "nothing happened in the game"
    assert t.ada.heard("lobby/notification")[-1] == "ting"
    for client in (t.ada, t.bob):
        assert client.state["log"][-1]["text"] == "bob rejoined the game."
    act(t, t.bob, "keep")
    assert t.ada.state["runner"]["keep"] == "keep"
    assert (t.ada.gaps, t.bob.gaps) == (0, 0)


def test_without_rejoining_nothing_can_be_done():
    t = started()
    t.bob.vanish()
    t.clock.advance(GONE)
    t.come("bob", "another client")
    before = t.game.room.match.save()
    t.put(t.bob, "game/resync", gameid=t.game.gameid)
    assert t.bob.state == {}
    act(t, t.bob, "keep")
    assert t.bob.heard("game/error") == [None]
    assert t.game.room.match.save() == before


def test_nobody_else_takes_a_vacated_seat_by_rejoining():
    t = started()
    t.bob.vanish()
    t.clock.advance(GONE)
    t.come("eve")
    t.put(t.eve, "game/rejoin", gameid=t.game.gameid)
    t.put(t.eve, "game/rejoin")
    assert t.names("players") == ["ada"]


def test_a_protected_game_is_rejoined_with_its_password():
    t = started(password="swordfish")
    t.bob.vanish()
    t.clock.advance(GONE)
    t.come("bob", "another client")
    t.put(t.bob, "game/rejoin", gameid=t.game.gameid)
    assert t.names("players") == ["ada"]
    t.put(t.bob, "game/rejoin", gameid=t.game.gameid, password="swordfish")
    assert t.names("players") == ["ada", "bob"]


def test_a_game_is_closed_when_the_last_player_is_gone():
    t = started()
    t.come("eve")
    t.put(t.eve, "game/watch", "cb", gameid=t.game.gameid)
    assert t.eve.replies == {"cb": 200}
    assert t.eve.state["corp"]["hand"] == []
    t.bob.vanish()
    t.ada.vanish()
    t.clock.advance(GONE)
    assert not t.server.lobby.games
    assert t.eve.heard("lobby/state")[-1] is None


def test_a_kept_game_waits_for_both_players():
    t = started(keeps_empty_games=True)
    gameid = t.game.gameid
    t.bob.vanish()
    t.ada.vanish()
    t.clock.advance(GONE)
    assert t.names("players") == []
    for name, side in (("bob", "runner"), ("ada", "corp")):
        client = t.come(name, "another client")
        t.put(client, "game/rejoin", gameid=gameid)
        assert t.game.side_of(name) == side
        assert client.state[side]["hand"]


def test_a_bot_keeps_the_game_of_a_lost_connection_but_not_of_who_leaves():
    t = started(bot=RandomAgent("bot"))
    t.ada.vanish()
    t.clock.advance(GONE)
    t.come("ada", "another client")
    t.put(t.ada, "game/rejoin", gameid=t.game.gameid)
    assert t.ada.state["runner"]["hand"]
    t.put(t.ada, "game/leave", "cb", gameid=t.game.gameid)
    assert t.ada.replies == {"cb": True}
    assert not t.server.lobby.games


def test_who_leaves_may_rejoin_too():
    t = started()
    t.put(t.bob, "game/leave", "cb", gameid=t.game.gameid)
    assert t.bob.replies == {"cb": True}
    assert t.bob.heard("lobby/state")[-1] is None
    t.put(t.bob, "game/rejoin", gameid=t.game.gameid)
    assert t.names("players") == ["ada", "bob"]


def test_an_inactive_game_is_announced_and_closed():
    t = started()
    t.clock.advance(569)
    t.server.lobby.close_inactive_games()
    t.clock.advance(2)
    t.server.lobby.close_inactive_games()
    gameid = t.game.gameid
    t.clock.advance(0.1)
    assert t.ada.heard("game/timeout-soon") == [gameid]
    act(t, t.ada, "keep")
    t.clock.advance(590)
    t.server.lobby.close_inactive_games()
    assert t.server.lobby.games, "an action postpones it"
    t.clock.advance(11)
    t.server.lobby.close_inactive_games()
    t.clock.advance(0.1)
    assert not t.server.lobby.games
    assert t.bob.heard("game/timeout") == [gameid]
    assert t.bob.heard("lobby/state")[-1] is None


# --- actions --------------------------------------------------------------------------------------


def test_an_action_bumps_the_aid_of_its_player_and_the_sequence():
    t = started()
    before = t.ada.state
    act(t, t.ada, "keep")
    assert t.ada.state["corp"]["aid"] == before["corp"]["aid"] + 1
    assert t.ada.state["runner"]["aid"] == before["runner"]["aid"]
    assert t.ada.state["sequence"] == t.bob.state["sequence"] == before["sequence"] + 1


def test_a_refused_action_bumps_the_aid_too_and_shows_a_private_toast():
    t = started()
    before = t.ada.state["corp"]["aid"]
    act(t, t.ada, "credit")
    (toast,) = t.ada.state["corp"]["toast"]
    assert t.ada.state["corp"]["aid"] == before + 1
    assert toast["type"] == "warning"
    assert "toast" not in t.bob.state["corp"]
    act(t, t.ada, "toast", id=toast["id"])
    assert "toast" not in t.ada.state["corp"]


@pytest.mark.parametrize("command", ["make-me-rich", "install", "", "break-off"])
def test_an_unknown_command_is_ignored_without_a_word(command):
    t = started()
    before, events = t.ada.state, len(t.ada.events)
    t.put(t.ada, "game/action", gameid=t.game.gameid, command=command, args={})
    assert t.ada.state == before
    assert [one.name for one in t.ada.events[events:]] == []


@pytest.mark.parametrize("fault", [RulesError("a broken card"), ValueError("a bug")])
def test_an_action_that_fails_changes_nothing_and_only_its_player_is_told(monkeypatch, fault):
    def fail(c, event):
        c.gain_credits(0, 50)
        raise fault

    monkeypatch.setitem(CARDS, "Hedge Fund", CardDefinition(title="Hedge Fund", play=fail))
    t = started()
    for client in (t.ada, t.bob):
        act(t, client, "keep")
    act(t, t.ada, "start-turn")
    room = t.game.room
    (hedge,) = [card for card in t.ada.state["corp"]["hand"] if card["title"] == "Hedge Fund"][:1]
    before, state = room.match.save(), t.ada.state
    act(t, t.ada, "play", card=card_reference(hedge))
    assert t.ada.heard("game/error") == [None]
    assert t.bob.heard("game/error") == []
    assert room.match.save() == before
    t.put(t.ada, "game/resync", gameid=t.game.gameid)
    assert t.ada.state == state
    act(t, t.ada, "credit")
    assert t.ada.state["corp"]["click"] == 2


def test_chat_is_not_a_state():
    t = started()
    sequence = t.ada.state["sequence"]
    t.put(t.bob, "game/say", gameid=t.game.gameid, msg="good luck")
    assert t.ada.state["log"][-1]["user"] == {"username": "bob"}
    assert t.ada.state["sequence"] == sequence


def test_spectators_may_be_muted():
    t = started()
    t.come("eve")
    t.put(t.eve, "lobby/watch", gameid=t.game.gameid)
    t.put(t.ada, "game/mute-spectators", gameid=t.game.gameid)
    assert t.bob.state["log"][-1]["text"] == "ada muted spectators."
    t.put(t.eve, "game/say", gameid=t.game.gameid, msg="psst")
    assert t.bob.state["log"][-1]["text"] == "ada muted spectators."


def test_a_spectator_acts_in_vain_and_is_not_told():
    t = started()
    t.come("eve")
    t.put(t.eve, "game/watch", gameid=t.game.gameid)
    before = t.game.room.match.save()
    act(t, t.eve, "keep")
    assert t.eve.heard("game/error") == []
    assert t.game.room.match.save() == before


def test_the_other_player_hears_who_types():
    t = started()
    t.put(t.bob, "game/typing", gameid=t.game.gameid, typing=True)
    assert t.ada.heard("game/typing") == [True]
    assert t.bob.heard("game/typing") == []


# --- decks ----------------------------------------------------------------------------------------


def deck_id(t, client, name):
    return next(deck.id for deck in t.server.lobby.decks.of(client.uid) if deck.name == name)


def test_a_constructed_game_starts_when_both_have_chosen_decks():
    t = lobby(**{"gateway-type": "Constructed"})
    assert "precon" not in t.ada.heard("lobby/state")[-1]
    t.put(t.ada, "game/start", gameid=t.game.gameid)
    assert t.ada.heard("lobby/toast")[-1]["type"] == "error"
    corp, runner = (
        deck_id(t, t.ada, "Intermediate Corp"),
        deck_id(t, t.bob, "Beginner Runner"),
    )
    t.put(t.ada, "lobby/deck", "one", gameid=t.game.gameid, **{"deck-id": corp})
    t.put(t.bob, "lobby/deck", "two", gameid=t.game.gameid, **{"deck-id": runner})
    assert (t.ada.replies["one"], t.bob.replies["two"]) == (True, True)
    shown = t.bob.heard("lobby/state")[-1]["players"][0]["deck"]
    assert shown["name"] == "Intermediate Corp"
    assert "identity" not in shown, "hidden until the game starts"
    t.put(t.ada, "game/start", gameid=t.game.gameid)
    assert t.ada.state["corp"]["deck-count"] == 44 - 5
    assert t.bob.state["runner"]["deck-count"] == 30 - 5
    assert t.ada.state["corp"]["agenda-point-req"] == 7


def test_a_deck_of_the_other_side_or_of_another_user_is_refused():
    t = lobby(**{"gateway-type": "Constructed"})
    other_side = deck_id(t, t.ada, "Beginner Runner")
    other_user = deck_id(t, t.bob, "Beginner Corp")
    for number, one in enumerate((other_side, other_user, "no such", None)):
        t.put(t.ada, "lobby/deck", f"cb{number}", gameid=t.game.gameid, **{"deck-id": one})
        assert t.ada.replies[f"cb{number}"] is None
    t.put(t.ada, "lobby/deck", "nowhere", gameid=UUID(int=1), **{"deck-id": other_side})
    assert t.ada.replies["nowhere"] is False
    assert t.game.players[0].deck is None


def test_swapping_sides_takes_the_decks_back():
    t = lobby(**{"gateway-type": "Constructed"})
    t.put(
        t.ada, "lobby/deck", gameid=t.game.gameid, **{"deck-id": deck_id(t, t.ada, "Beginner Corp")}
    )
    assert t.game.players[0].deck is not None
    t.put(t.ada, "lobby/swap", gameid=t.game.gameid)
    assert t.game.players[0].deck is None
