"""Identities from outside: JSON Web Tokens (OpenID Connect) of an identity provider.

A client may show such a token as a bearer token. It is verified with the provider's public keys (a JWK
set at a URL or in a file): issuer, audience, expiry and a pinned list of algorithms. A key is found by
its `kid`; an unknown one makes the server read the set again, but not more often than every few
seconds, so that invented ids cannot flood the provider. Without `identity_jwks` everybody is anonymous.
"""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import jwt
import msgspec

from turnwright.core.errors import TurnwrightError, UnusableError
from turnwright.optional_packages import MissingPackage
from turnwright.server.node.logs import log_event
from turnwright.server.rooms.texts import clean_text

ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512",
              "ES256", "ES384", "ES512", "EdDSA")  # fmt: skip
"""Signatures with public keys only: a shared secret or no signature at all is never accepted."""
LEEWAY = 30.0  # seconds by which the provider's clock may differ
KEEP_SECONDS = 600.0  # after which the keys are read again
RETRY_SECONDS = 10.0  # before the keys are read again because of an unknown `kid` or a failure
FETCH_SECONDS = 5.0
MAX_KEYS = 1 << 20  # bytes of a JWK set
MAX_TOKEN = 8192  # characters
MAX_SUBJECT = 200  # characters
NAME_CLAIMS = ("name", "preferred_username", "nickname")


class BadIdentity(TurnwrightError):
    """A token of the identity provider is missing or not valid."""

    code = "bad_identity"


class Identity(msgspec.Struct, frozen=True):
    """Who a client is: the `sub` of the token, and the name to show to others ("" if it has none)."""

    subject: str
    name: str = ""


class IdentityVerifier:
    """Verifies the tokens of one identity provider."""

    def __init__(self, jwks: str, issuer: str, audience: str) -> None:
        self.jwks, self.issuer, self.audience = jwks, issuer, audience
        self._keys: dict[str, jwt.PyJWK] = {}
        self._read_at = self._tried_at = -1e9  # by the monotonic clock
        self._lock = asyncio.Lock()

    async def verify(self, token: str) -> Identity:
        """Return the identity of a token; raise `bad_identity` if it is not valid."""
        if len(token) > MAX_TOKEN:
            raise BadIdentity(f"An identity token has at most {MAX_TOKEN:,} characters.")
        try:
            kid = jwt.get_unverified_header(token).get("kid", "")
            key = await self._key(str(kid))
            claims = jwt.decode(
                token,
                key,
                algorithms=list(ALGORITHMS),
                audience=self.audience,
                issuer=self.issuer,
                leeway=LEEWAY,
                options={"require": ["exp", "iss", "aud", "sub"]},
            )
        except jwt.ExpiredSignatureError:
            raise BadIdentity("Your identity token has expired. Sign in again.") from None
        except jwt.PyJWTError as error:
            log_event("identity_refused", error=str(error) or type(error).__name__)
            raise BadIdentity("Your identity token is not valid. Sign in again.") from None
        return _identity(claims)

    async def _key(self, kid: str) -> jwt.PyJWK:
        """Return the key with this id; read the keys again if they are old or lack it."""
        now = time.monotonic()
        is_old = now - self._read_at > KEEP_SECONDS
        if (is_old or kid not in self._keys) and now - self._tried_at > RETRY_SECONDS:
            async with self._lock:
                if time.monotonic() - self._tried_at > RETRY_SECONDS:
                    await self._read_keys()
        if kid not in self._keys:
            raise jwt.InvalidKeyError("no key has this id")
        return self._keys[kid]

    async def _read_keys(self) -> None:
        """Read the JWK set. If that fails, the keys that are known stay in use."""
        try:
            data = await asyncio.to_thread(_read, self.jwks)
            found = jwt.PyJWKSet.from_json(data.decode())
        except (OSError, ValueError, jwt.PyJWTError) as error:
            log_event("identity_keys_failed", error=str(error) or type(error).__name__)
        else:
            self._keys = {key.key_id or "": key for key in found.keys}
            self._read_at = time.monotonic()
        self._tried_at = time.monotonic()


def make_verifier(jwks: str, issuer: str, audience: str) -> IdentityVerifier | None:
    """Return the verifier for these settings; None if everybody is anonymous."""
    if not jwks:
        return None
    if not issuer or not audience:
        sentence = "identity_jwks also needs identity_issuer and identity_audience."
        raise UnusableError("bad_setting", sentence)
    if not jwt.algorithms.has_crypto:
        raise MissingPackage("The setting identity_jwks", "cryptography", "server")
    return IdentityVerifier(jwks, issuer, audience)


def _read(place: str) -> bytes:
    """Read a JWK set from a URL or a file."""
    if "://" not in place:
        return Path(place).read_bytes()
    if not place.startswith(("https://", "http://")):
        raise URLError("the address of a key set must begin with https:// or http://")
    with urlopen(place, timeout=FETCH_SECONDS) as answer:
        data: bytes = answer.read(MAX_KEYS + 1)
    if len(data) > MAX_KEYS:
        raise ValueError(f"the key set has more than {MAX_KEYS} bytes")
    return data


def _identity(claims: dict[str, Any]) -> Identity:
    subject = claims["sub"]
    if not subject or len(subject) > MAX_SUBJECT or not subject.isprintable():
        raise BadIdentity("The subject of your identity token is not usable.")
    names = (claims.get(claim) for claim in NAME_CLAIMS)
    name = next((clean_text(one) for one in names if isinstance(one, str) and clean_text(one)), "")
    return Identity(subject, name)
