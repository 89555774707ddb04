"""Seat tokens: signed, expiring, and good for one sitting on one chair of one room."""

from __future__ import annotations

import secrets
import time

import jwt

from turnwright.core.errors import TurnwrightError

LIFETIME = 7 * 24 * 3600.0
ALGORITHM = "HS256"


class BadToken(TurnwrightError):
    code = "bad_token"


def new_secret() -> str:
    return secrets.token_hex(32)


def new_room_id() -> str:
    """Short, and without letters that are read wrongly."""
    return "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(8))


def new_code() -> str:
    return "".join(secrets.choice("ABCDEFGHJKMNPQRSTUVWXYZ23456789") for _ in range(6))


def sign(secret: str, room: str, slot: int, sitting: int, lifetime: float = LIFETIME) -> str:
    claims = {"room": room, "chair": slot, "sitting": sitting, "exp": int(time.time() + lifetime)}
    return jwt.encode(claims, secret, algorithm=ALGORITHM)


def read(secret: str, token: str, room: str) -> tuple[int, int]:
    """The chair that a token is good for, and the sitting."""
    try:
        claims = jwt.decode(
            token,
            secret,
            algorithms=[ALGORITHM],
            options={"require": ["exp", "room", "chair", "sitting"]},
        )
    except jwt.ExpiredSignatureError:
        raise BadToken("This token has expired.") from None
    except jwt.InvalidTokenError:
        raise BadToken("This token is not valid.") from None
    if claims["room"] != room or type(claims["chair"]) is not int:
        raise BadToken("This token is for another room.")
    return claims["chair"], claims["sitting"]
