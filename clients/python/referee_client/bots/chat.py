"""A client for a chat endpoint like OpenAI's, using only the standard library."""

from __future__ import annotations

import json
from base64 import b64encode
from contextlib import closing, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from queue import Empty, SimpleQueue
from socket import SHUT_RDWR
from ssl import SSLError
from threading import Thread
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from referee_client.bots.chat_failures import (
    BAD_SHAPE,
    CUT_OFF,
    NOT_REACHED,
    NOTHING_SAID,
    REFUSED,
    TLS_FAILED,
    TOO_LATE,
    TOO_LONG,
    ChatError,
    failure_of_status,
    seconds_to_wait,
)
from referee_client.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MOST_BYTES = 4 * 1024 * 1024
SHOWN = 200
"""How many characters of a bad answer are shown."""
_SAFE = "/%:@!$&'()*+,;=?"
"""Characters of an address that stay as they are; others, such as a space or an umlaut, are percent-encoded."""
SHORTEST_SECRET = 4
"""The minimum length of a secret that is searched for and hidden, because not every `a` in a text is a secret."""


@dataclass(frozen=True)
class Message:
    """A chat message. `role` is system, user or assistant."""

    role: str
    content: str


@dataclass(frozen=True)
class Endpoint:
    """The endpoint of a model.

    `authorization` is the value of the header Authorization; `secrets` must never be shown.
    """

    secure: bool
    host: str
    port: int | None
    path: str
    model: str
    authorization: str = ""
    secrets: tuple[str, ...] = ()

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Endpoint:
        """Read LLM_URL, LLM_MODEL and LLM_KEY.

        Raises:
            SettingsError: a required one is missing or wrong.
        """
        missing = [name for name in ("LLM_URL", "LLM_MODEL") if not environment.get(name)]
        if missing:
            raise SettingsError(
                f"set {' and '.join(missing)}: LLM_URL is the address of the model's server, e.g. "
                "http://localhost:11434/v1, LLM_MODEL its name, LLM_KEY the key if it needs one; pass them on with "
                "`referee play --env LLM_URL --env LLM_MODEL --env LLM_KEY`, or in a plan with env"
            )
        url = environment["LLM_URL"]
        shown = f"{url[:8]}..." if {"@", "?"} & {*url} else url  # it may contain a password or a key
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError as error:
            raise SettingsError(f"LLM_URL = {shown!r}: {error}") from None
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise SettingsError(f"invalid LLM_URL {shown!r}: use an address such as http://localhost:11434/v1")
        path = f"{quote(parts.path, _SAFE).rstrip('/').removesuffix('/chat/completions')}/chat/completions"
        query = f"?{quote(parts.query, _SAFE)}" if parts.query else ""
        key = environment.get("LLM_KEY", "").strip()
        if not key.isascii() or not key.isprintable():
            raise SettingsError("LLM_KEY is invalid: it must be printable ASCII")
        user, password = unquote(parts.username or ""), unquote(parts.password or "")
        header = f"Bearer {key}" if key else _basic(user, password) if user or password else ""
        secrets = {key, header.rpartition(" ")[2], password, parts.password or "", parts.query}
        secrets |= {value for _, value in parse_qsl(parts.query)} | (set() if password else {user})
        found = tuple(sorted((one for one in secrets if len(one) >= SHORTEST_SECRET), key=len, reverse=True))
        return cls(parts.scheme == "https", parts.hostname, port, path + query, environment["LLM_MODEL"], header, found)

    def hide(self, text: str) -> str:
        """The text without the secrets, which an endpoint may repeat in its answer."""
        for secret in self.secrets:
            text = text.replace(secret, "***")
        return text


@dataclass(frozen=True)
class Said:
    """What a model said. `cut_off`: the model had more to say, but reached a limit."""

    text: str
    cut_off: bool = False


def complete(endpoint: Endpoint, messages: Sequence[Message], seconds: float) -> Said:
    """Return what the model says next.

    A separate thread asks the endpoint, so that nothing can take longer than `seconds`: neither an answer that trickles
    in nor a slow name lookup.

    Raises:
        ChatError: the endpoint gives no answer within `seconds`, or none that can be understood.
    """
    kind = HTTPSConnection if endpoint.secure else HTTPConnection
    connection = kind(endpoint.host, endpoint.port, timeout=seconds)
    answers: SimpleQueue[Said | Exception] = SimpleQueue()
    Thread(target=_ask, args=(connection, endpoint, messages, answers), daemon=True, name="chat").start()
    try:
        answer = answers.get(timeout=seconds)
    except Empty:
        _hang_up(connection)
        answer = TimeoutError()
    match answer:
        case TimeoutError():
            raise ChatError(f"no answer from {endpoint.host} within {seconds:.1f} seconds", TOO_LATE)
        case SSLError():
            raise ChatError(f"no secure connection to {endpoint.host}: {answer}", TLS_FAILED)
        case OSError() | HTTPException():
            raise ChatError(f"cannot ask {endpoint.host}: {str(answer) or type(answer).__name__}", NOT_REACHED)
        case Exception():
            raise answer
        case Said():
            return answer


def _ask(
    connection: HTTPConnection, endpoint: Endpoint, messages: Sequence[Message], answers: SimpleQueue[Said | Exception]
) -> None:
    """Put the answer, or the error, into the queue."""
    try:
        with closing(connection):
            answer = _answer(connection, endpoint, messages)
        answers.put(answer)
    except Exception as error:  # noqa: BLE001 - raised by the thread that waits for the answer
        answers.put(error)


def _answer(connection: HTTPConnection, endpoint: Endpoint, messages: Sequence[Message]) -> Said:
    body = {"model": endpoint.model, "messages": [vars(message) for message in messages], "stream": False}
    headers = {"Content-Type": "application/json"}
    if endpoint.authorization:
        headers["Authorization"] = endpoint.authorization
    connection.request("POST", endpoint.path, json.dumps(body).encode(), headers)
    with connection.getresponse() as response:
        data = _read(response)
    if response.status != 200:
        raise ChatError(
            f"{endpoint.host} answers {response.status} {response.reason}: {_shown(data)}",
            failure_of_status(response.status),
            wait=seconds_to_wait(response.getheader("Retry-After", "")),
        )
    return _content(data)


def _hang_up(connection: HTTPConnection) -> None:
    """End a connection, so that the thread that reads from it ends."""
    if connection.sock is not None:
        with suppress(OSError):  # the other side was faster
            connection.sock.shutdown(SHUT_RDWR)


def _basic(user: str, password: str) -> str:
    return f"Basic {b64encode(f'{user}:{password}'.encode()).decode()}"


def _read(response: HTTPResponse) -> bytes:
    """The whole answer."""
    data = b""
    while chunk := response.read1(65536):
        data += chunk
        if len(data) > MOST_BYTES:
            raise ChatError(f"the answer is longer than {MOST_BYTES} bytes", TOO_LONG)
    return data


def _content(data: bytes) -> Said:
    try:
        answer: Any = json.loads(data)
        choice = answer["choices"][0]
        message = choice["message"]
        content, refusal = message["content"], message.get("refusal")
        reason = choice.get("finish_reason")
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise ChatError(f"the answer is not a chat completion: {_shown(data)}", BAD_SHAPE) from None
    if isinstance(refusal, str) and refusal.strip():
        raise ChatError(f"the model refused: {_shown(refusal.encode())}", REFUSED, said=refusal)
    if not isinstance(content, str) or not content.strip():
        raise ChatError("the model said nothing", CUT_OFF if reason == "length" else NOTHING_SAID)
    return Said(content, cut_off=reason == "length")


def _shown(data: bytes) -> str:
    text = " ".join(data[: 4 * SHOWN].decode(errors="replace").split())
    return f"{text[:SHOWN]}..." if len(text) > SHOWN else text
