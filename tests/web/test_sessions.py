"""The store of sessions: whom it drops when it is full."""

from __future__ import annotations

from referee.web.sessions import MOST_OF_A_HOLDER, KnownBrowser, Sessions


def test_neither_a_seat_nor_the_key_is_lost_to_others() -> None:
    sessions = Sessions(3)
    seated, trusted = sessions.open(KnownBrowser(seated=True)), sessions.open(KnownBrowser(trusted=True))
    others = [sessions.open(KnownBrowser()) for _ in range(20)]
    assert sessions.find(seated) is not None
    assert sessions.find(trusted) is not None
    assert [name for name in others if sessions.find(name)] == others[-1:]


def test_the_key_goes_before_a_seat_and_the_least_used_before_others() -> None:
    sessions = Sessions(2)
    seated = sessions.open(KnownBrowser(seated=True))
    first, second = sessions.open(KnownBrowser(trusted=True)), sessions.open(KnownBrowser(trusted=True))
    assert sessions.find(first) is None
    assert sessions.find(second) is not None
    assert sessions.find(seated) is not None


def test_what_is_used_stays() -> None:
    sessions = Sessions(2)
    used, idle = sessions.open(KnownBrowser()), sessions.open(KnownBrowser())
    assert sessions.find(used) is not None
    sessions.open(KnownBrowser())
    assert sessions.find(used) is not None
    assert sessions.find(idle) is None


def test_a_closed_session_is_forgotten() -> None:
    sessions = Sessions()
    name = sessions.open(KnownBrowser())
    sessions.close(name)
    sessions.close(name)
    assert sessions.find(name) is None


def test_the_key_of_a_holder_opens_a_limited_number_of_sessions() -> None:
    sessions = Sessions()
    other = sessions.open(KnownBrowser(held="other"))
    names = [sessions.open(KnownBrowser(held="key")) for _ in range(MOST_OF_A_HOLDER)]
    assert sessions.find(names[0]) is not None
    names.append(sessions.open(KnownBrowser(held="key")))
    assert [name for name in names if sessions.find(name) is None] == [names[1]], "the one not used for longest"
    assert sessions.find(other) is not None
