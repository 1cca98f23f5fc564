"""The Python face as text: every public name of every module that the manual lists, with its signature."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from msgspec import Struct

from referee import games
from referee.manual.contents import text_of

OURS = ("referee", "referee_client")
UNTOLD = ("_", "test_", "pytest_")
GAMES = [found.name for found in iter_modules(games.__path__) if found.ispkg]
PAGE = text_of("reference/python")


def modules() -> list[str]:
    """The modules of the table below the heading "Public modules"; `<id>` stands for each game of ours."""
    (section,) = re.findall(r"^## Public modules\n(.*?)^## ", PAGE, flags=re.DOTALL | re.MULTILINE)
    listed = re.findall(r"^\| `([\w.<>]+)` \|", section, flags=re.MULTILINE)
    return [module.replace("<id>", game) for module in listed for game in (GAMES if "<id>" in module else [""])]


def face() -> str:
    """All of them, one paragraph for each name."""
    return "\n".join(line for module in modules() for line in [f"# {module}", "", *_names(import_module(module))])


def _names(module: Any) -> Iterator[str]:
    for name in sorted(module.__all__):
        yield from _told(name, getattr(module, name))
        yield ""


def _told(name: str, what: Any) -> Iterator[str]:
    if inspect.isclass(what) and what.__module__.split(".")[0] in OURS:
        bases = ", ".join(base.__name__ for base in what.__bases__)
        yield f"class {what.__name__}({bases})"
        yield from _members(what)
    elif inspect.isfunction(what):
        yield _signature(name, what)
    else:
        yield f"{name} = {what}" if isinstance(what, int | str) else f"{name}, a type"


def _members(of: type) -> Iterator[str]:
    told: dict[str, str] = {}
    for kind in (kind for kind in reversed(of.__mro__) if kind.__module__.split(".")[0] in OURS):
        for name, hint in inspect.get_annotations(kind).items():
            told[name] = f"{name}: {_without_doc(hint)}{_default(kind, name)}"
        for name in _set_in_init(kind):
            told.setdefault(name, f"{name} (set when it is made)")
        for name, value in vars(kind).items():
            if name in inspect.get_annotations(kind) or (name == "__init__" and is_dataclass(kind)):
                continue
            if inspect.isfunction(value):
                told[name] = _signature(name, value)
            elif isinstance(value, staticmethod | classmethod):
                told[name] = f"{type(value).__name__} {_signature(name, value.__func__)}"
            elif getter := getattr(value, "fget", None) or getattr(value, "func", None):
                told[name] = f"{name}: {inspect.signature(getter).return_annotation} (read only)"
            elif name in getattr(kind, "__members__", ()):
                told[name] = f"{name} = {value.value!r}"
    yield from (f"    {told[name]}" for name in sorted(told) if name == "__init__" or not name.startswith(UNTOLD))


def _without_doc(hint: Any) -> Any:
    """A type without what is said about it: `int` for `Annotated[int, "How many."]`."""
    if not str(hint).startswith("Annotated["):
        return hint
    annotated = ast.parse(str(hint), mode="eval").body
    assert isinstance(annotated, ast.Subscript)
    assert isinstance(annotated.slice, ast.Tuple)
    return ast.unparse(annotated.slice.elts[0])


def _set_in_init(of: type) -> list[str]:
    """The attributes that a constructor which somebody wrote gives to `self`."""
    if "__init__" not in vars(of) or is_dataclass(of) or issubclass(of, Struct):
        return []
    tree = ast.parse(textwrap.dedent(inspect.getsource(vars(of)["__init__"])))
    return [
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
    ]


def _default(of: type, name: str) -> str:
    """Whether it may be left out."""
    try:
        given = inspect.signature(of).parameters[name].default
    except (KeyError, ValueError, TypeError):
        return ""
    return "" if given is inspect.Parameter.empty else " (may be left out)"


def _signature(name: str, function: Callable[..., Any]) -> str:
    # A function that is a default is named, without the address that it has in this process.
    return re.sub(r"<function (\w+) at 0x\w+>", r"\1", f"{name}{inspect.signature(function)}")
