"""An endpoint for chat completions whose replies are written in advance."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class ChatEndpoint:
    """The replies that are left, and the requests so far. A number is a status code to answer with.
    The last reply is given again and again."""

    def __init__(self, replies: Sequence[str | int]) -> None:
        self.replies = list(replies)
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.url = ""

    def next_reply(self) -> str | int:
        return self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]


@contextmanager
def chat_endpoint(*replies: str | int) -> Iterator[ChatEndpoint]:
    endpoint = ChatEndpoint(replies)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            endpoint.requests.append(json.loads(body))
            endpoint.keys.append(self.headers.get("authorization", ""))
            reply = endpoint.next_reply()
            status = reply if isinstance(reply, int) else 200
            answer = {
                "choices": [{"message": {"role": "assistant", "content": reply}}],
                "usage": {"prompt_tokens": 100, "completion_tokens": 7},
            }
            data = json.dumps(answer if status == 200 else {}).encode()
            self.send_response(status if self.path == "/v1/chat/completions" else 404)
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    endpoint.url = f"http://127.0.0.1:{server.server_port}/v1"
    try:
        yield endpoint
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
