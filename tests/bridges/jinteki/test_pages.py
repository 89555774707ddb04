"""The pages of an endpoint: logging in, registering, decks."""

import asyncio
import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.bridges.jinteki.random_commands import (
    run_socket_test,
    user,
)
from tests.bridges.jinteki.socket_games import endpoint
from turnwright.bridges.jinteki.client.client import Client
from turnwright.bridges.jinteki.client.login import JintekiError, LoginPages
from turnwright.bridges.jinteki.server.endpoint import running
from turnwright.games.netrunner.decks import BEGINNER_CORP


def test_a_wrong_password_and_a_name_that_is_taken():
    async def play():
        async with running(endpoint()) as url, user(url, "ada"):
            with pytest.raises(JintekiError) as refused:
                async with Client(url, "ada", "wrong"):
                    pass
            assert refused.value.code == "login_refused"
            with pytest.raises(JintekiError) as refused:
                async with Client(url, "Ada", "other", register=True):
                    pass
            assert refused.value.code == "username_taken"
        with pytest.raises(JintekiError) as refused:
            async with Client(url, "ada", "ada's password"):
                pass
        assert refused.value.code == "no_server"

    run_socket_test(play())


def test_the_token_is_required():
    async def play():
        async with running(endpoint()) as url, user(url, "ada"):
            pages = LoginPages(url)
            await asyncio.to_thread(pages.fetch_token)
            right, pages.token = pages.token, "forged"
            with pytest.raises(JintekiError) as refused:
                await asyncio.to_thread(pages.log_in, "ada", "ada's password")
            assert refused.value.code == "login_refused"
            no_client = pages.socket_url("").replace("forged", right)
            for address, code in ((pages.socket_url("x"), 403), (no_client, 404)):
                with pytest.raises(InvalidStatus) as status:
                    await connect(address, additional_headers={"Cookie": pages.cookies})
                assert status.value.response.status_code == code
            pages.token = right
            with pytest.raises(InvalidStatus):  # the token alone is not enough
                await connect(pages.socket_url("x"))

            def post():
                with urlopen(Request(f"{url}/login", b"username=ada", method="POST")):
                    pass

            with pytest.raises(HTTPError) as error:
                await asyncio.to_thread(post)
            with error.value:
                assert error.value.code == 403

    run_socket_test(play())


def fetch(address, method="GET", body=None, **headers):
    """Return the status and the text of a page."""
    request = Request(address, body, {key.replace("_", "-"): v for key, v in headers.items()})
    request.method = method
    try:
        with urlopen(request) as page:
            return page.status, page.read().decode()
    except HTTPError as error:
        with error:
            return error.code, error.read().decode()


def test_status_codes_of_the_pages():
    """Facts: mtgred/netrunner, src/clj/web/auth.clj and decks.clj; sente's `bad-csrf-fn`."""

    async def play():
        async with running(endpoint()) as url, user(url, "ada") as ada:
            pages, token = ada.pages, ada.pages.token

            async def get(path, method="GET", body=None, **headers):
                with_cookies = {"Cookie": pages.cookies, **headers}
                return await asyncio.to_thread(fetch, url + path, method, body, **with_cookies)

            async def post(path, body, **headers):
                return await get(path, "POST", body, X_CSRF_Token=token, **headers)

            bad = b"username=ada&password=wrong"
            assert await post("/login", bad) == (401, '{"error":"Invalid login or password"}')
            other_case = b"username=Ada&password=ada's+password"
            assert (await post("/login", other_case))[0] == 401
            for form, status, message in [
                (b"username=&password=x&confirm-password=x", 401, "Username is not valid"),
                (b"username=eve&password=x&confirm-password=y", 401, "Passwords must match"),
                (b"username=ADA&password=x&confirm-password=x", 422, "Username taken"),
                (
                    b"username=eve&password=x&confirm-password=x&email=ada@example.org",
                    424,
                    "Email taken",
                ),
            ]:
                assert await post("/register", form) == (status, f'{{"message":"{message}"}}')
            status, text = await get("/login", "POST", bad)
            assert (status, "anti-forgery" in text) == (403, True)

            assert await get("/chsk?client-id=x") == (403, "Bad CSRF token")
            assert await get("/chsk?client-id=x", "POST", b"") == (403, "Bad CSRF token")
            for method in ("GET", "POST"):
                status, text = await get(
                    f"/chsk?client-id=x&csrf-token={token}",
                    method,
                    b"" if method == "POST" else None,
                )
                assert (status, "WebSocket only" in text) == (501, True)

            assert (await post("/data/decks", b"not json"))[0] == 400
            assert (await post("/data/decks", b"[1]"))[0] == 400
            for cards in (b"null", b"[1]", b'{"Tithe": 1e999}', b'[{"qty": "x", "card": "Tithe"}]'):
                deck = b'{"name": "x", "identity": {"title": "nobody"}, "cards": ' + cards + b"}"
                assert (await post("/data/decks", deck))[0] == 400
            assert (await get("/data/decks", "POST", b"{}"))[0] == 403
            guest = await asyncio.to_thread(fetch, f"{url}/data/decks")
            assert len(json.loads(guest[1])) == 4, "the demo decks"
            stored = json.loads((await get("/data/decks"))[1])
            path = f"/data/decks/{stored[0]['_id']}"
            assert await get(path, "DELETE", X_CSRF_Token=token) == (200, '{"message":"Deleted"}')
            assert (await get(path, "DELETE", X_CSRF_Token=token))[0] == 409

    run_socket_test(play())


def test_a_deck_is_stored_and_chosen():
    async def play():
        server = endpoint()
        async with running(server) as url, user(url, "ada") as corp, user(url, "bob") as runner:
            gameid = await corp.create("Decks", "Corp", gateway="Constructed")
            await runner.join(gameid)
            with pytest.raises(JintekiError) as refused:
                await corp.start()
            assert refused.value.code == "not_started"
            deck_id = await corp.save_deck("Mine", BEGINNER_CORP)
            assert await corp.select_deck(deck_id) == "Mine"
            with pytest.raises(JintekiError) as refused:
                await runner.select_deck("Beginner Corp")
            assert refused.value.code == "bad_deck"
            with pytest.raises(JintekiError) as refused:
                await runner.select_deck("No such deck")
            assert refused.value.code == "unknown_deck"
            assert await runner.select_deck("Beginner Runner") == "Beginner Runner"
            seat = await corp.start()
            assert seat.state["corp"]["identity"]["title"] == BEGINNER_CORP["identity"]
            assert seat.state["corp"]["agenda-point-req"] == 6, "both play starter decks"

    run_socket_test(play())
