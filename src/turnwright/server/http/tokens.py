"""Seat tokens (JWT): signed, expiring, and valid for one player in one slot of one room."""

from __future__ import annotations

import secrets as random_secrets
import time
from collections.abc import Sequence
from typing import Any

import jwt

from turnwright.core.errors import TurnwrightError

LIFETIME = 7 * 24 * 3600.0  # seconds
ALGORITHM = "HS256"


class BadToken(TurnwrightError):
    """A token is invalid, has expired, or is for another seat."""

    code = "bad_token"


def new_secret() -> str:
    """Return a random secret to sign tokens with."""
    return random_secrets.token_hex(32)


def new_room_id() -> str:
    """Return a random room name, short and without letters that look alike."""
    return "".join(random_secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(8))


def new_code() -> str:
    """Return a random code to join a room with."""
    return "".join(random_secrets.choice("ABCDEFGHJKMNPQRSTUVWXYZ23456789") for _ in range(6))


def sign(secret: str, room: str, slot: int, joined_seq: int, lifetime: float = LIFETIME) -> str:
    """Return a token for the player who joined a slot with log row `joined_seq`."""
    expires = int(time.time() + lifetime)
    claims = {"room": room, "chair": slot, "sitting": joined_seq, "exp": expires}
    return jwt.encode(claims, secret, algorithm=ALGORITHM)


def read(secrets: Sequence[str], token: str, room: str) -> tuple[int, int]:
    """Return the slot of a token that one of the secrets has signed, and the log row with which its
    player joined."""
    claims = _claims(secrets, token)
    if claims["room"] != room or type(claims["chair"]) is not int:
        raise BadToken("This token is for another room.")
    return claims["chair"], claims["sitting"]


def _claims(secrets: Sequence[str], token: str) -> dict[str, Any]:
    for secret in secrets:
        try:
            claims: dict[str, Any] = jwt.decode(
                token,
                secret,
                algorithms=[ALGORITHM],
                options={"require": ["exp", "room", "chair", "sitting"]},
            )
            return claims
        except jwt.InvalidSignatureError:
            continue  # another secret may have signed it
        except jwt.ExpiredSignatureError:
            raise BadToken("This token has expired.") from None
        except jwt.InvalidTokenError:
            break
    raise BadToken("This token is not valid.")
