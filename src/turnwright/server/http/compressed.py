"""Compressed responses: the files of the page and large texts, with gzip if the client accepts it.

Everything that is sent is compressed once and kept: the files of the page until they change on disk,
other texts as long as there are few of them.
"""

from __future__ import annotations

import gzip
import os
from functools import lru_cache
from pathlib import Path

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

TEXTS = {".js", ".css", ".svg", ".html", ".json", ".txt", ".md"}
SMALLEST = 500  # bytes; less is not worth it
LEVEL = 9
MAX_KEPT = 600  # files or texts


def accepts_gzip(headers: Headers) -> bool:
    """Whether a client accepts gzip."""
    offered = [
        part.strip().partition(";") for part in headers.get("accept-encoding", "").split(",")
    ]
    return any(name == "gzip" and weight.strip() != "q=0" for name, _, weight in offered)


@lru_cache(MAX_KEPT)
def _compressed_file(path: str, modified: int, size: int) -> bytes:
    return gzip.compress(Path(path).read_bytes(), LEVEL, mtime=0)


@lru_cache(MAX_KEPT)
def _compressed_text(content: bytes) -> bytes:
    return gzip.compress(content, LEVEL, mtime=0)


def file_response(path: str | Path, headers: Headers) -> Response:
    """Return a file, compressed if it is a text and the client accepts it."""
    stat = os.stat(path)
    plain = FileResponse(path, stat_result=stat)
    if stat.st_size < SMALLEST or Path(path).suffix not in TEXTS:
        return plain
    if not accepts_gzip(headers):
        plain.headers["vary"] = "accept-encoding"
        return plain
    content = _compressed_file(str(path), stat.st_mtime_ns, stat.st_size)
    response = Response(content, media_type=plain.media_type)
    response.headers["content-encoding"] = "gzip"
    response.headers["vary"] = "accept-encoding"
    response.headers["etag"] = f"W/{plain.headers['etag']}"  # other bytes, the same file
    response.headers["last-modified"] = plain.headers["last-modified"]
    return response


def text_response(content: bytes, media_type: str, request: Request) -> Response:
    """Return a text, compressed if it is long and the client accepts it."""
    if len(content) < SMALLEST or not accepts_gzip(request.headers):
        return Response(content, media_type=media_type)
    headers = {"content-encoding": "gzip", "vary": "accept-encoding"}
    return Response(_compressed_text(content), media_type=media_type, headers=headers)


class CompressedFiles(StaticFiles):
    """Static files; texts are compressed for clients that accept it."""

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """Return a file, or that the client's copy is the current one."""
        headers = Headers(scope=scope)
        response = file_response(str(full_path), headers)
        if self.is_not_modified(response.headers, headers):
            return NotModifiedResponse(response.headers)
        return response
