"""What can go wrong in a tournament, and whose fault it is."""

from referee.errors import RefereeError


class TournamentError(RefereeError):
    """Base of all errors of this package. The message is for the person who runs the tournament."""


class UserError(TournamentError):
    """The user's mistake: a plan, a file or an argument is wrong. The message says where, what, and what is allowed."""


class DamagedError(TournamentError):
    """A part of a database has changed since it was written. The message says which part."""


class BlockedError(UserError):
    """A database cannot be used (a lock, missing permissions or the disk); nothing is known about its contents."""


class OtherVersionError(UserError):
    """A database was written by a newer version of Referee, which this one cannot read."""


class HaltedError(TournamentError):
    """Too many matches in a row were void, because of Referee or the machine: a person has to look into it."""


class EngineError(TournamentError):
    """A match could not be played to its end, because the processes that should play it kept dying."""


class BrokenOffError(EngineError):
    """A match was interrupted because the process that played it died. It may be started again."""
