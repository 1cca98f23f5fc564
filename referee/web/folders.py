"""Records on disk: in a referee's data folder, or written by `referee play --record`."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from pathlib import Path

import msgspec
import trio

from referee.errors import UsageError
from referee.files import MOST_OF_A_RECORD, read_bounded
from referee.kernel.record import End, Header, Record, read_record
from referee.pages.matches import FINISHED, VOID, MatchFacts, SeatFacts
from referee.web.requests import Refused

MOST = 2000
RECORDS = "records"
PATTERN = "*.jsonl"

_header = msgspec.json.Decoder(Header)
_end = msgspec.json.Decoder(End)


class RecordFolder:
    """Finished matches, newest first. The facts of a file are cached until the file changes.

    Attributes:
        has_records: Whether matches have replays.
    """

    has_records = True

    def __init__(self, folder: Path) -> None:
        """Raise `UsageError` if there is no such folder."""
        if not folder.is_dir():
            raise UsageError(f"{folder}: there is no such folder; name the folder of --data or --record")
        self._folder = folder / RECORDS if (folder / RECORDS).is_dir() else folder
        self._known: dict[Path, tuple[int, MatchFacts | None]] = {}

    async def matches(self) -> Sequence[MatchFacts]:
        """The last 2,000 matches. A file that is not a complete record is ignored."""
        return [facts for facts in (await trio.to_thread.run_sync(self._look)).values() if facts is not None]

    async def match(self, match_id: str) -> MatchFacts:
        """The facts of one match. Raises `Refused`."""
        for facts in await self.matches():
            if facts.match_id == match_id:
                return facts
        raise Refused(HTTPStatus.NOT_FOUND, "There is no such match among the last 2,000.")

    async def record(self, match_id: str) -> Record:
        """The whole record. Raises `Refused`, or `RecordError` if it is damaged."""
        await self.match(match_id)  # accepts only the names of these files
        path = self._folder / f"{match_id}.jsonl"
        return read_record(await trio.to_thread.run_sync(read_bounded, path, MOST_OF_A_RECORD))

    def _look(self) -> dict[Path, MatchFacts | None]:
        changed = {path: path.stat().st_mtime_ns for path in self._folder.rglob(PATTERN)}
        newest = sorted(changed, key=lambda path: (changed[path], path.name), reverse=True)[:MOST]
        known = {}
        for path in newest:
            old = self._known.get(path)
            known[path] = old if old and old[0] == changed[path] else (changed[path], self._facts(path))
        self._known = known
        return {path: facts for path, (_, facts) in known.items()}

    def _facts(self, path: Path) -> MatchFacts | None:
        try:
            first, *rest = read_bounded(path, MOST_OF_A_RECORD).splitlines() or [b""]
            header, end = _header.decode(first), _end.decode(rest[-1] if rest else b"")
        except (UsageError, OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return None
        seats = zip(end.places, end.scores, end.ends, end.strikes, strict=False)
        return MatchFacts(
            match_id=str(path.relative_to(self._folder).with_suffix("")),
            name=header.name,
            game_id=header.game_id,
            bots=tuple(header.bots),
            state=VOID if end.void else FINISHED,
            decisions=max(0, len(rest) - 1),
            results=() if end.void else tuple(SeatFacts(place, score, str(how), n) for place, score, how, n in seats),
            reason=end.reason,
            void_reason=end.void_reason,
            created_unix_s=0.0 if header.time is None else header.time.begun_unix_s,
        )
