"""An identity provider for tests: real keys, and their JWK set over HTTP on loopback."""

from __future__ import annotations

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from jwt.algorithms import ECAlgorithm, RSAAlgorithm

AUDIENCE = "turnwright-tests"


class IdentityProvider:
    """Signs tokens with its newest key. `asked` counts the requests for its key set."""

    def __init__(self) -> None:
        self.keys: dict[str, Any] = {}
        self.published: list[dict[str, Any]] = []
        self.asked = 0
        provider = self

        class Keys(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                provider.asked += 1
                data = json.dumps({"keys": provider.published}).encode()
                self.send_response(200)
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Keys)
        self.issuer = f"http://127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.05,))
        self.thread.start()
        self.add_key("first")

    def __enter__(self) -> IdentityProvider:
        return self

    def __exit__(self, *_: Any) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()

    @property
    def settings(self) -> dict[str, Any]:
        """The settings of a server that trusts this provider."""
        return {
            "identity_issuer": self.issuer,
            "identity_audience": AUDIENCE,
            "identity_jwks": f"{self.issuer}/keys",
        }

    def add_key(self, kid: str) -> None:
        """Publish a new RSA key, which signs from now on."""
        key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.keys[kid] = key
        public = json.loads(RSAAlgorithm.to_jwk(key.public_key()))
        self.published.append({**public, "kid": kid, "alg": "RS256", "use": "sig"})

    def add_elliptic_key(self, kid: str) -> None:
        """Publish a new elliptic key."""
        key = ec.generate_private_key(ec.SECP256R1())
        self.keys[kid] = key
        public = json.loads(ECAlgorithm.to_jwk(key.public_key()))
        self.published.append({**public, "kid": kid, "alg": "ES256", "use": "sig"})

    def token(
        self, subject: str, name: str = "", *, kid: str = "", algorithm: str = "RS256", key: Any = None,
        headers: dict[str, Any] | None = None, **claims: Any,
    ) -> str:  # fmt: skip
        """Return a token of a person; `claims` override those that it would have."""
        kid = kid or list(self.keys)[-1]
        body = {
            "iss": self.issuer, "aud": AUDIENCE, "sub": subject, "exp": int(time.time()) + 600,
            **({"name": name} if name else {}), **claims,
        }  # fmt: skip
        body = {claim: value for claim, value in body.items() if value is not None}
        signer = self.keys.get(kid) if key is None else key
        return jwt.encode(
            body, signer, algorithm=algorithm, headers={"kid": kid, **(headers or {})}
        )
