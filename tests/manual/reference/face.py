"""The public modules of Python, from their docstrings."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Sequence
from enum import Enum
from importlib import import_module
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from tests.kept import faces
from tests.manual.reference.docstrings import attributes, markdown, split, summary

WIDTH = 78
PAGES: dict[str, Sequence[str]] = {
    "referee": ("referee", "referee.battery"),
    "learning": tuple(name for name in faces.modules() if name.startswith("referee.learning")),
    "client": ("referee_client",),
    "kernel": tuple(name for name in faces.modules() if name.startswith("referee.kernel.")),
    **{
        game: tuple(name for name in faces.modules() if name.startswith(f"referee.games.{game}."))
        for game in faces.GAMES
    },
}


def of_modules(modules: Sequence[str]) -> str:
    """Everything public in some modules."""
    return "\n\n".join(part for module in modules for part in _of_module(module))


def _of_module(name: str) -> Iterator[str]:
    module = import_module(name)
    yield f"## {name}\n\n{summary(module)}"
    for word in sorted(module.__all__):
        yield from _of_name(word, getattr(module, word))


def _of_name(name: str, what: Any) -> Iterator[str]:
    if inspect.isclass(what) and what.__module__.split(".")[0] in faces.OURS:
        yield f"### class {name}"
        yield from _of_class(what)
    elif inspect.isfunction(what):
        yield f"### {name}\n\n{_code(name, what)}\n\n{markdown(what.__doc__)}"
    else:
        yield f"### {name}\n\n" + (f"`{name} = {what!r}`" if isinstance(what, int | str) else "A type.")


def _of_class(of: type) -> Iterator[str]:
    text, sections = split(of.__doc__)
    yield text
    if issubclass(of, Enum):
        yield "\n".join(f"- `{one.name}` = `{one.value!r}`" for one in of)
        return
    told = {**sections.get("Attributes", {}), **_annotated(of)}
    if told:
        yield "\n".join(f"- `{name}`: {about}" for name, about in told.items())
    for name, value in sorted(_members(of)):
        yield f"{_code(name, value)}\n\n{markdown(value.__doc__)}" if callable(value) else _property(name, value)


def _annotated(of: type) -> dict[str, str]:
    """What annotations of fields say of them."""
    try:
        hints = get_type_hints(of, include_extras=True)
    except NameError:  # a type that is imported for type checkers alone
        return {}
    texts = {name: get_args(hint) for name, hint in hints.items() if get_origin(hint) is Annotated}
    return {name: next((one for one in args if isinstance(one, str)), "") for name, args in texts.items()}


def _members(of: type) -> Iterator[tuple[str, Any]]:
    shown = set(attributes(of))
    found = {name: value for kind in reversed(of.__mro__) if _is_ours(kind) for name, value in vars(kind).items()}
    for name, value in found.items():
        if name.startswith(faces.UNTOLD) or name in shown:
            continue
        function = getattr(value, "__func__", value)
        if inspect.isfunction(function) and function.__doc__:
            yield name, function
        elif (getter := getattr(value, "fget", None) or getattr(value, "func", None)) and getter.__doc__:
            yield name, value


def _is_ours(kind: type) -> bool:
    return kind.__module__.split(".")[0] in faces.OURS


def _property(name: str, value: Any) -> str:
    getter = getattr(value, "fget", None) or value.func
    return f"- `{name}` (read only): {' '.join(inspect.cleandoc(getter.__doc__).split())}"


def _code(name: str, function: Any) -> str:
    """The signature as code, with a line for each argument if it is long."""
    signature = inspect.signature(function)
    text = re.sub(r"<function (\w+) at 0x\w+>", r"\1", f"{name}{signature}")
    if len(text) > WIDTH:
        inner = re.sub(r"<function (\w+) at 0x\w+>", r"\1", ",\n    ".join(map(str, signature.parameters.values())))
        text = f"{name}(\n    {inner},\n) -> {signature.return_annotation}"
    return f"```text\n{text}\n```"
