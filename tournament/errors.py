"""What can go wrong in a tournament, and whose fault it is."""

from referee.errors import RefereeError


class TournamentError(RefereeError):
    """Base of all errors of this package. The message is for the person who runs the tournament."""


class UserError(TournamentError):
    """The user's mistake: a plan, a file or an argument is wrong. The message says where, what, and what is allowed."""


class DamagedError(TournamentError):
    """A part of a database is not as it was written. The message says which part."""


class BlockedError(UserError):
    """A lock, missing permissions or the disk keep a database from being used; nothing is known about its contents."""


class OtherVersionError(UserError):
    """A database was written by a newer version of Referee, which this one cannot read."""


class HaltedError(TournamentError):
    """Too many matches in a row were void, which is Referee's or the host's fault: a person has to look into it."""


class EngineError(TournamentError):
    """A match could not be played to an end: the processes that were to play it died again and again."""


class BrokenOffError(EngineError):
    """A match was interrupted because the process that played it died. It may be started again."""
