"""Ferry, a game that a test makes outside of the project: what differs from the skeleton of `referee game new`.

Sixteen bales of four weights are shipped. In turn each seat loads a bale of its hidden hand or waits. Who fills the
ferry to the mark is paid, who overloads it pays. The test lays these files over those that the command has written.
"""
