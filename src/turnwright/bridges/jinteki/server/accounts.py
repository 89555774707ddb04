"""User accounts and sessions, kept in memory while the endpoint runs."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

import msgspec

from turnwright.core.errors import Refusal

USERNAME = re.compile(r"[^\s\x00-\x1f](?:[^\x00-\x1f]{0,18}[^\s\x00-\x1f])?")
MOST_SESSIONS = 10_000


class Session(msgspec.Struct):
    """A browser or bot session. Every form and the socket must send its token."""

    token: str
    username: str = ""


class User(msgspec.Struct, frozen=True):
    """A registered user."""

    username: str
    email: str
    salt: bytes
    digest: bytes


class Accounts:
    """All users and sessions. With `is_open`, logging in under a new name registers it."""

    def __init__(self, *, is_open: bool = False) -> None:
        self.is_open = is_open
        self.users: dict[str, User] = {}
        self.sessions: dict[str, Session] = {}

    # --- sessions ----------------------------------------------------------------------------------

    def session(self, key: str) -> tuple[str, Session]:
        """Return the session of a cookie, or a new one."""
        known = self.sessions.get(key)
        if known is not None:
            return key, known
        while len(self.sessions) >= MOST_SESSIONS:  # drop the oldest
            del self.sessions[next(iter(self.sessions))]
        key = secrets.token_urlsafe(24)
        made = self.sessions[key] = Session(secrets.token_urlsafe(24))
        return key, made

    def authenticate(self, key: str, token: str) -> Session | None:
        """Return the session if the token belongs to it."""
        session = self.sessions.get(key)
        if session is None or not hmac.compare_digest(session.token.encode(), token.encode()):
            return None
        return session

    # --- users -------------------------------------------------------------------------------------

    def register(self, username: str, password: str, again: str, email: str) -> Refusal | None:
        """Register a user, or return why that is refused."""
        if not USERNAME.fullmatch(username) or username.startswith("__"):
            return Refusal("bad_username", "Username is not valid", {})
        if not password or password != again or len(password) > 200:
            return Refusal("bad_password", "Passwords must match", {})
        if username.lower() in self.users:
            return Refusal("username_taken", "Username taken", {})
        if email and any(user.email == email.lower() for user in self.users.values()):
            return Refusal("email_taken", "Email taken", {})
        salt = secrets.token_bytes(16)
        user = User(username, email.lower(), salt, _digest(password, salt))
        self.users[username.lower()] = user
        return None

    def login(self, session: Session, username: str, password: str) -> Refusal | None:
        """Log a session in, or return why that is refused."""
        user = self.users.get(username.lower())
        if user is not None and user.username != username:
            user = None  # names are unique without capitals, but one logs in with the exact name
        elif user is None and self.is_open:
            refusal = self.register(username, password, password, "")
            if refusal is not None:
                return refusal
            user = self.users[username.lower()]
        digest = _digest(password[:200], user.salt if user else b"nobody")
        if user is None or not hmac.compare_digest(digest, user.digest):
            return Refusal("login_refused", "Invalid login or password", {})
        session.username = user.username
        return None


def _digest(password: str, salt: bytes) -> bytes:
    return hashlib.scrypt(password.encode(), salt=salt, n=1 << 12, r=8, p=1)
