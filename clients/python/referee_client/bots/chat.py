"""A chat endpoint that speaks as OpenAI's does, asked with nothing but the standard library."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from referee_client.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MOST_BYTES = 4 * 1024 * 1024
SHOWN = 200
"""Characters of a bad answer that are shown."""


class ChatError(Exception):
    """No useful answer came. `said` is what the model said, if it said anything."""

    def __init__(self, message: str, said: str = "") -> None:
        super().__init__(message)
        self.said = said


@dataclass(frozen=True)
class Message:
    """Something that was said. `role` is system, user or assistant."""

    role: str
    content: str


@dataclass(frozen=True)
class Endpoint:
    """Where a model is asked."""

    secure: bool
    host: str
    port: int | None
    path: str
    model: str
    key: str

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Endpoint:
        """Reads LLM_URL, LLM_MODEL and LLM_KEY.

        Raises:
            SettingsError: one that is needed is missing or wrong.
        """
        missing = [name for name in ("LLM_URL", "LLM_MODEL") if not environment.get(name)]
        if missing:
            raise SettingsError(
                f"set {' and '.join(missing)}: LLM_URL is where the model is asked, for example "
                "http://localhost:11434/v1, LLM_MODEL its name, LLM_KEY the key if it needs one; `referee play` hands "
                "over what you name: --env LLM_URL --env LLM_MODEL --env LLM_KEY"
            )
        url = environment["LLM_URL"]
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError as error:
            raise SettingsError(f"LLM_URL = {url!r}: {error}") from None
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise SettingsError(f"LLM_URL = {url!r} is no address such as http://localhost:11434/v1")
        path = f"{parts.path.rstrip('/').removesuffix('/chat/completions')}/chat/completions"
        query = f"?{parts.query}" if parts.query else ""
        key = environment.get("LLM_KEY", "").strip()
        if not key.isascii() or not key.isprintable():
            raise SettingsError("LLM_KEY has characters that no key has; it must be printable ASCII")
        return cls(parts.scheme == "https", parts.hostname, port, path + query, environment["LLM_MODEL"], key)


def complete(endpoint: Endpoint, messages: Sequence[Message], seconds: float) -> str:
    """What the model says next.

    Raises:
        ChatError: it says nothing within so many seconds, or nothing that can be understood.
    """
    deadline = time.monotonic() + seconds
    kind = HTTPSConnection if endpoint.secure else HTTPConnection
    connection = kind(endpoint.host, endpoint.port, timeout=seconds)
    body = {"model": endpoint.model, "messages": [vars(message) for message in messages], "stream": False}
    headers = {"Content-Type": "application/json"}
    if endpoint.key:
        headers["Authorization"] = f"Bearer {endpoint.key}"
    try:
        connection.request("POST", endpoint.path, json.dumps(body).encode(), headers)
        response = connection.getresponse()
        data = _read(connection, response, deadline)
    except TimeoutError:
        raise ChatError(f"no answer from {endpoint.host} within {seconds:.1f} seconds") from None
    except (OSError, HTTPException) as error:
        why = str(error) or type(error).__name__
        raise ChatError(f"{endpoint.host} can not be asked: {why} (a sandbox has no network)") from None
    finally:
        connection.close()
    if response.status != 200:
        raise ChatError(f"{endpoint.host} answers {response.status} {response.reason}: {_shown(data)}")
    return _content(data)


def _read(connection: HTTPConnection, response: HTTPResponse, deadline: float) -> bytes:
    """The whole answer. The limit is for all of it, as an endpoint may send it byte after byte."""
    data = b""
    while chunk := response.read1(65536):
        data += chunk
        left = deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        if len(data) > MOST_BYTES:
            raise ChatError(f"the answer is longer than {MOST_BYTES} bytes")
        if connection.sock is not None:
            connection.sock.settimeout(left)
    return data


def _content(data: bytes) -> str:
    try:
        answer: Any = json.loads(data)
        content = answer["choices"][0]["message"]["content"]
    except (ValueError, LookupError, TypeError, RecursionError):
        raise ChatError(f"the answer is no chat completion: {_shown(data)}") from None
    if not isinstance(content, str) or not content.strip():
        raise ChatError("the model said nothing")
    return content


def _shown(data: bytes) -> str:
    text = " ".join(data[: 4 * SHOWN].decode(errors="replace").split())
    return f"{text[:SHOWN]}..." if len(text) > SHOWN else text
