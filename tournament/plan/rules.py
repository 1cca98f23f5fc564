"""Mistakes that a plan of the right shape may still contain: values out of range, and values that conflict."""

from __future__ import annotations

import ssl
from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any

from referee_client.bots import BOTS, SEARCH_BOTS

from referee.addresses import is_local
from referee.counts import counted
from referee.durations import as_text, milliseconds
from referee.errors import UsageError
from referee.files import is_file, is_there
from referee.kernel.game import Game, find_game
from referee.kernel.job import MAX_TIME_MS
from referee.kernel.options import read_options
from referee.sizes import bytes_of
from tournament.plan.format_rules import mistakes_of_format, mistakes_of_names
from tournament.plan.identity import NO_MATTER_OF_BOTS
from tournament.plan.names import NAME_CHARACTERS, TITLES, is_name, is_title
from tournament.plan.plan import MODELS, Entrant, Plan
from tournament.plan.shape import Mistake, inside, one_of, shown
from tournament.plan.variables import mistakes_of_variables
from tournament.statistics.fit import LARGEST, WIDEST

BUILTIN_BOTS = (*BOTS, *SEARCH_BOTS, *MODELS)
MOST_BOTS = 1000
MAX_STRIKES = 1000
MOST_REPLAYS = 100
LEAST_MEMORY = 1 << 20
IN_NO_SANDBOX = "bots in the runner's own process have no sandbox; leave out in_process"
NEEDS_NETWORK = 'asks a model over the network, which its sandbox blocks: write network = true, or sandbox = "off"'
SHORTEST_MS = {"startup": 1, "decision": 1, "bank": 0, "increment": 0, "margin": 0}


def mistakes_of_values(plan: Plan) -> Iterator[Mistake]:
    """Yield what is wrong, in the order of the sections; nothing if the plan can be played."""
    try:
        game = find_game(plan.tournament.game)
    except UsageError as error:
        yield "tournament.game", str(error)
        return
    yield from _of_settings(plan, game)
    yield from _of_rating(plan)
    yield from _of_time(plan)
    yield from _of_options(plan, game)
    yield from _of_listen(plan)
    yield from _of_bots(plan)
    yield from mistakes_together(plan)


def mistakes_together(plan: Plan) -> Iterator[Mistake]:
    """Yield the settings that conflict with the bots."""
    run = plan.run
    dialling = [bot.name for bot in plan.playing if bot.dial_in]
    if run.in_process and any(bot.builtin not in BOTS for bot in plan.playing):
        yield "run.in_process", f"only built-in bots can play in the runner's own process: {one_of(tuple(BOTS))}"
    if run.in_process and run.sandbox == "require":
        yield "run.sandbox", IN_NO_SANDBOX
    for number, bot in enumerate(plan.bots):
        if bot.withdrawn:
            continue
        if run.in_process and bot.sandbox == "require":
            yield f"bots[{number}].sandbox", IN_NO_SANDBOX
        if bot.asks_a_model and not bot.network and plan.sandbox_of(bot) != "off":
            yield f"bots[{number}].builtin", f"{shown(bot.builtin)} {NEEDS_NETWORK}"
    if run.in_process and run.pin:
        yield "run.pin", "bots in the runner's own process cannot have their own cores; leave out in_process or pin"
    if run.workers > 1 and dialling:
        yield "run.workers", f"{dialling[0]} dials in and can reach only one worker, so workers must be 1"
    yield from mistakes_of_format(plan)


def _of_settings(plan: Plan, game: Game[Any]) -> Iterator[Mistake]:
    low, high = game.seats
    ranges = [
        ("tournament.seats", plan.tournament.seats, low, high),
        ("tournament.seed", plan.tournament.seed, -(2**63), 2**63 - 1),
        ("format.deals", plan.format.deals, 1, 1_000_000),
        ("format.tables", plan.format.tables, 1, 1_000_000),
        ("run.workers", plan.run.workers, 1, 64),
        ("run.max_forfeits", plan.run.max_forfeits, 0, 1),
    ]
    for field, value, low, high in ranges:
        if not low <= value <= high:
            yield field, f"{shown(value)} is out of range: use {low} to {high}"
    if plan.run.concurrency != "auto" and not 1 <= plan.run.concurrency <= 10_000:
        yield "run.concurrency", f'invalid value {shown(plan.run.concurrency)}: use "auto" or 1 to 10000'
    if not is_name(plan.tournament.name):
        yield "tournament.name", f"invalid name {shown(plan.tournament.name)}: use 1 to 64 of {NAME_CHARACTERS}"


def _of_rating(plan: Plan) -> Iterator[Mistake]:
    rating = plan.rating
    if not 0 < rating.elo_k <= 1000:
        yield "rating.elo_k", f"{rating.elo_k} is out of range: use a number above 0, up to 1000"
    if not _is_rating(rating.elo_start):
        yield "rating.elo_start", f"{rating.elo_start} is out of range: use a rating from -{LARGEST} to {LARGEST}"
    yield from mistakes_of_names(rating.leave_out, plan, "rating.leave_out", versions=True)
    for name, value in rating.anchors.items():
        where = inside("rating.anchors", name)
        yield from mistakes_of_names([name], plan, where, versions=True)
        if name in rating.leave_out:
            yield where, f"{shown(name)} is also in leave_out; an anchor needs results that count"
        if not _is_rating(value):
            yield where, f"{value} is out of range: use a rating from -{LARGEST} to {LARGEST}"
    if rating.anchors and all(map(isfinite, [*rating.anchors.values(), rating.elo_start])):
        yield from _too_far_apart(rating.anchors, rating.elo_start)


def _too_far_apart(anchors: Mapping[str, float], start: float) -> Iterator[Mistake]:
    low, high = (choose(anchors, key=anchors.__getitem__) for choose in (min, max))
    apart = anchors[high] - anchors[low]
    if apart > WIDEST:
        others = f"{anchors[high]:g} is {apart:g} above the anchor of {low}"
        yield inside("rating.anchors", high), f"{others}; anchors may be up to {WIDEST} apart"
    above, below = start - anchors[low], anchors[high] - start
    if max(above, below) > WIDEST:
        which = f"{above:g} above the anchor of {low}" if above > below else f"{below:g} below the anchor of {high}"
        yield "rating.elo_start", f"{start:g} is {which}; they may be up to {WIDEST} apart"


def _of_time(plan: Plan) -> Iterator[Mistake]:
    for name, least in SHORTEST_MS.items():
        yield from _of_duration(f"time.{name}", getattr(plan.time, name), least)
    if not 1 <= plan.time.max_strikes <= MAX_STRIKES:
        yield "time.max_strikes", f"{shown(plan.time.max_strikes)} is out of range: use 1 to {MAX_STRIKES}"


def _of_duration(where: str, text: str, least: int) -> Iterator[Mistake]:
    try:
        span = milliseconds(text)
    except UsageError as error:
        yield where, str(error)
    else:
        if not least <= span <= MAX_TIME_MS:
            yield where, f"{shown(text)} is out of range: use {as_text(least)} to {as_text(MAX_TIME_MS)}"


def _of_options(plan: Plan, game: Game[Any]) -> Iterator[Mistake]:
    good = {}
    for name, value in plan.options.items():
        try:
            read_options(game.option_type, {name: value}, plan.tournament.seats)
            good[name] = value
        except UsageError as error:
            yield inside("options", name), str(error)
    try:
        read_options(game.option_type, good, plan.tournament.seats)
    except UsageError as error:
        yield "options", str(error)


def _of_listen(plan: Plan) -> Iterator[Mistake]:
    listen = plan.listen
    yield from _of_duration("listen.wait", listen.wait, 0)
    if not 0 <= listen.replay_no_shows <= MOST_REPLAYS:
        what = f"{shown(listen.replay_no_shows)} is out of range: use 0 to {MOST_REPLAYS}"
        yield "listen.replay_no_shows", what
    try:
        local = is_local(listen.address)
    except UsageError:
        yield "listen.address", f"invalid address {shown(listen.address)}: use host:port or unix:/path"
        return
    if listen.address.rpartition(":")[2].strip("0") == "" and not listen.address.startswith("unix:"):
        yield "listen.address", f"invalid port in {shown(listen.address)}: bots must know it, so use 1 to 65535"
    names = ("tls_cert", "tls_key")
    pair = [name for name in names if getattr(listen, name) is not None]
    if len(pair) == 1:
        yield f"listen.{pair[0]}", "TLS needs both the certificate and its key: set tls_cert and tls_key"
    elif listen.tls_cert is not None and listen.tls_key is not None:
        yield from _of_certificate(listen.tls_cert, listen.tls_key)
    elif not local and not listen.insecure:
        what = f"other machines can reach {listen.address}: set tls_cert and tls_key, or write "
        yield (
            "listen.address",
            what + "insecure = true to send tokens and hidden cards unencrypted",
        )


def _of_certificate(certificate: str, key: str) -> Iterator[Mistake]:
    missing = [("tls_cert", certificate)] if not is_file(certificate) else []
    missing += [("tls_key", key)] if not is_file(key) else []
    for name, file in missing:
        yield f"listen.{name}", f"there is no file {shown(file)}"
    if not missing:
        try:
            ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(certificate, key, password=lambda: "")
        except (ssl.SSLError, OSError, ValueError) as error:
            yield "listen.tls_cert", f"{shown(certificate)} and {shown(key)} are not a certificate and its key: {error}"


def _of_bots(plan: Plan) -> Iterator[Mistake]:
    seats = plan.tournament.seats
    playing = len(plan.playing)
    if playing < seats:
        yield "bots", f"{counted(playing, 'bot')} cannot fill a table of {seats} seats; name at least {seats}"
    elif len(plan.bots) > MOST_BOTS:
        yield "bots", f"{len(plan.bots)} bots are too many: use at most {MOST_BOTS}"
    names: set[str] = set()
    for number, bot in enumerate(plan.bots):
        where = f"bots[{number}]"
        if bot.follows:
            yield (
                f"{where}.follows",
                "leave it out: a bot with another version follows the previous version automatically",
            )
        if not is_name(bot.name):
            yield f"{where}.name", f"invalid name {shown(bot.name)}: use 1 to 64 of {NAME_CHARACTERS}"
        if bot.name in names:
            yield f"{where}.name", f"{shown(bot.name)} is used twice; every bot needs its own name"
        names.add(bot.name)
        if not is_title(bot.title):
            yield f"{where}.title", f"invalid title {shown(bot.title)}: {TITLES}"
        yield from _of_kind(bot, where)
        yield from mistakes_of_variables(bot, where)
        yield from _of_sandbox(bot, where)


def _of_kind(bot: Entrant, where: str) -> Iterator[Mistake]:
    if [bot.builtin is not None, bot.command is not None, bot.dial_in].count(True) != 1:
        yield where, "a bot must have exactly one of builtin, command and dial_in = true"
    elif bot.builtin is not None and bot.builtin not in BUILTIN_BOTS:
        yield f"{where}.builtin", f"{shown(bot.builtin)} is not one of {one_of(BUILTIN_BOTS)}{_for_people(bot)}"
    elif bot.command is not None and not (bot.command and bot.command[0].strip()):
        what = 'begin with the program, e.g. ["python", "bot.py"]'
        yield f"{where}.command", f"{shown(bot.command)} names no program: {what}"
    elif any("\0" in word for word in bot.command or ()):
        yield f"{where}.command", f"{shown(bot.command)}: a word of a command cannot contain the character NUL"


def _for_people(bot: Entrant) -> str:
    """Return what to write for a person who wants to play."""
    return "; for a person write dial_in = true, and play with `referee join`" if bot.builtin == "human" else ""


def _of_sandbox(bot: Entrant, where: str) -> Iterator[Mistake]:
    for path in bot.readable:
        if not (bot.withdrawn or is_there(path)):
            here = "the path is relative to the working directory"
            yield f"{where}.readable", f"there is no file or folder {shown(path)}; {here}"
    try:
        if bytes_of(bot.memory) < LEAST_MEMORY:
            yield f"{where}.memory", f"{shown(bot.memory)} is less than any bot needs: use at least 1M"
    except UsageError as error:
        yield f"{where}.memory", str(error)
    default = Entrant(name="")
    given = [name for name in NO_MATTER_OF_BOTS if getattr(bot, name) != getattr(default, name)]
    if given and bot.dial_in:
        yield f"{where}.{given[0]}", "a bot that dials in is not started here, so nothing can be set for its process"


def _is_rating(value: float) -> bool:
    return isfinite(value) and abs(value) <= LARGEST
