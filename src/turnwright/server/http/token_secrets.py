"""The secrets that sign seat tokens, and their rotation without logging anybody out.

All nodes share one list in the store. Every secret of it is accepted until it expires; the newest one
that is in force signs. A new secret comes into force some time after it was written, so that all nodes
accept it before the first one signs with it.
"""

from __future__ import annotations

from math import inf

import msgspec

from turnwright.server.storage.store import Store

from . import tokens

FIRST, ALL = (
    "secret",
    "secrets",
)  # settings; the first holds the secret of before the first rotation
ANNOUNCE_SECONDS = 60.0  # from a rotation until the new secret signs; nodes read every few seconds


class Secret(msgspec.Struct, frozen=True):
    """A secret, and when it is in use (Unix time)."""

    value: str = msgspec.field(name="secret")
    signs_from: float = 0.0
    valid_until: float | None = None  # None: until the next rotation


class TokenSecrets:
    """The secrets of a server, oldest first."""

    def __init__(self, known: list[Secret]) -> None:
        self.known = known

    def signing(self, now: float) -> str:
        """Return the secret that signs new tokens."""
        in_force = [secret for secret in self.known if secret.signs_from <= now]
        return (in_force or self.known)[-1].value

    def accepted(self, now: float) -> list[str]:
        """Return the secrets whose tokens are accepted, the newest first."""
        until = [(inf if s.valid_until is None else s.valid_until, s.value) for s in self.known]
        return [value for end, value in reversed(until) if end > now]

    def rotated(self, now: float, keep_seconds: float) -> TokenSecrets:
        """Return the secrets with a new one, which comes into force soon; at once if tokens of the
        others are not kept. They are accepted for `keep_seconds` after that."""
        start = now + ANNOUNCE_SECONDS if keep_seconds else now
        end = start + keep_seconds
        kept = [
            msgspec.structs.replace(
                secret,
                valid_until=min(end, inf if secret.valid_until is None else secret.valid_until),
            )
            for secret in self.known
            if keep_seconds and (secret.valid_until is None or secret.valid_until > now)
        ]
        return TokenSecrets([*kept, Secret(tokens.new_secret(), start)])


async def read_secrets(store: Store) -> TokenSecrets:
    """Read the secrets; create the first one in a new database."""
    text = await store.setting(ALL)
    if text is not None:
        return TokenSecrets(msgspec.json.decode(text, type=list[Secret]))
    return TokenSecrets([Secret(await store.set_setting(FIRST, tokens.new_secret()))])


async def rotate_secrets(store: Store, now: float, keep_seconds: float) -> TokenSecrets:
    """Add a new secret and store the list in one write."""
    changed = (await read_secrets(store)).rotated(now, keep_seconds)
    await store.change_setting(ALL, msgspec.json.encode(changed.known).decode())
    return changed
