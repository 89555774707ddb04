"""The HTTP side of a jinteki.net client: the token, the login form and the cookies."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping
from http.cookiejar import CookieJar
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

from turnwright.bridges.jinteki.codec.sente import PACKERS
from turnwright.core.errors import TurnwrightError

TOKEN_TAG = re.compile(r"<[^>]*\bid=[\"']?sente-csrf-token\b[^>]*>")
TOKEN = re.compile(r"data-csrf-token=(\"[^\"]*\"|'[^']*')")
CONFIG = re.compile(r"\bws_config\s*=\s*['\"]?(\{.*?\})")
SECONDS = 15.0
MAX_PAGE = 4 << 20


class JintekiError(TurnwrightError):
    """The server cannot be used: it is not reachable, or refuses the login. `code` says which."""

    def __init__(self, code: str, sentence: str, **data: Any) -> None:
        super().__init__(sentence, **data)
        self.code = code


class LoginPages:
    """An HTTP session with cookies. It blocks: a client calls it from a thread."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/") if "://" in url else f"http://{url.rstrip('/')}"
        self.jar = CookieJar()
        self.token, self.packer = "", "edn"
        self._opener = build_opener(HTTPCookieProcessor(self.jar))

    def fetch_token(self) -> None:
        """Fetch the token and find out how frames are packed."""
        page = self._ask(Request(f"{self.url}/"))[1]
        tag = TOKEN_TAG.search(page)
        token = TOKEN.search(tag[0]) if tag else None
        if token is None:
            raise JintekiError(
                "no_token", f"{self.url} is not a jinteki.net server: the page has no token."
            )
        self.token = html.unescape(token[1][1:-1])
        config = CONFIG.search(html.unescape(page))
        if config:
            packer = _setting(config[1].replace('\\"', '"'), "packer").removeprefix(":")
            self.packer = packer if packer in PACKERS else "msgpack"

    def log_in(self, username: str, password: str) -> None:
        """Log in."""
        status, _ = self._post("/login", username=username, password=password)
        if status in (401, 403):
            raise JintekiError("login_refused", f"The server refused the login of {username}.")
        if status != 200:
            raise JintekiError("login_failed", f"Logging in failed with HTTP {status}.")

    def register(self, username: str, password: str, email: str = "") -> None:
        """Register a user."""
        fields = {"confirm-password": password, "email": email or f"{username}@example.org"}
        status, _ = self._post("/register", username=username, password=password, **fields)
        if status == 422:
            raise JintekiError("username_taken", f"The username {username} is already taken.")
        if status == 424:
            raise JintekiError("email_taken", "The email address is already in use.")
        if status != 200:
            raise JintekiError("register_failed", f"Registering failed with HTTP {status}.")

    def decks(self) -> list[dict[str, Any]]:
        """Return the decks of the user."""
        status, page = self._ask(Request(f"{self.url}/data/decks"))
        try:
            decks = json.loads(page)
        except ValueError:
            decks = None
        if status != 200 or not isinstance(decks, list):
            raise JintekiError("no_decks", f"The decks cannot be read: HTTP {status}.")
        return [one for one in decks if isinstance(one, dict)]

    def save_deck(self, name: str, deck: Mapping[str, Any]) -> str:
        """Store a deck under a name and return its id."""
        document = {
            "name": name,
            "identity": {"title": deck["identity"]},
            "cards": [{"qty": copies, "card": title} for title, copies in deck["cards"].items()],
            "format": "system-gateway",
        }
        request = Request(f"{self.url}/data/decks", json.dumps(document).encode(), method="POST")
        request.add_header("Content-Type", "application/json")
        request.add_header("X-CSRF-Token", self.token)
        status, page = self._ask(request)
        deck_id = _setting(page, "_id")
        if status != 200 or not deck_id:
            raise JintekiError("deck_refused", f"The deck was not stored: HTTP {status}.")
        return deck_id

    @property
    def cookies(self) -> str:
        """The Cookie header for the socket."""
        request = Request(f"{self.url}/chsk")
        self.jar.add_cookie_header(request)
        return request.get_header("Cookie") or ""

    def socket_url(self, client: str) -> str:
        """Return the address of the socket for a client id."""
        parts = urlsplit(self.url)
        scheme = {"http": "ws", "https": "wss"}.get(parts.scheme, parts.scheme)
        query = urlencode({"client-id": client, "csrf-token": self.token})
        return f"{scheme}://{parts.netloc}{parts.path}/chsk?{query}"

    def _post(self, path: str, **fields: str) -> tuple[int, str]:
        request = Request(f"{self.url}{path}", urlencode(fields).encode(), method="POST")
        request.add_header("X-CSRF-Token", self.token)
        return self._ask(request)

    def _ask(self, request: Request) -> tuple[int, str]:
        try:
            with self._opener.open(request, timeout=SECONDS) as answer:
                return answer.status, answer.read(MAX_PAGE).decode("utf-8", "replace")
        except HTTPError as error:
            with error:
                return error.code, ""
        except (URLError, OSError) as error:
            reason = getattr(error, "reason", error)
            raise JintekiError(
                "no_server", f"No server is reachable at {self.url}: {reason}."
            ) from None


def _setting(text: str, name: str) -> str:
    try:
        config = json.loads(text)
    except ValueError:
        return ""
    return str(config.get(name, "")) if isinstance(config, dict) else ""
