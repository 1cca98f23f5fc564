"""What can go wrong in a tournament, by whose fault it is."""

from referee.errors import RefereeError


class TournamentError(RefereeError):
    """Base of all errors of this package; the message is for the person who runs the tournament."""


class UserError(TournamentError):
    """The user's mistake: a plan, a file or an argument is wrong. The message says where, what, and what is right."""


class DamagedError(TournamentError):
    """A part of a database is not as it was written. The message says which."""


class BlockedError(UserError):
    """A lock, a right or a disk keeps a database from being used; nothing is known of what is in it."""


class OtherVersionError(UserError):
    """A database was written by a newer version of Referee, which this one cannot read."""


class HaltedError(TournamentError):
    """Too many matches in a row were void, which is nobody's fault but ours or the host's: a person has to look."""


class EngineError(TournamentError):
    """A match could not be played to any end: the processes that were to play it died again and again."""


class BrokenOffError(EngineError):
    """A match was broken off because the process that played it died; it may be begun again."""
