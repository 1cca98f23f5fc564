"""A seat that a person plays at this terminal, with text and numbered options.

`keyboard` reads lines without blocking, `answers` interprets a line, and `knowing` and `explaining` contain what is
known about the game and its cards. `fitting` fits a turn to the size of the terminal, `screen` prints it, and `shown`
remembers what was printed, so that the next turn shows what is new. `person` combines them: it receives what a bot
would receive and sends what a bot would send. `seat` connects a person to a match in this process, `far` to a remote
referee.
"""
