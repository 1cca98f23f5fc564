"""People at the table: a seat that somebody plays at this terminal, by text and numbered options.

`keyboard` reads lines without stopping anything else, `answers` says what a line means, `knowing` and `explaining`
what is known of the game and a card. `fitting` arranges a turn for the size of the terminal, `screen` prints, and
`shown` remembers what was printed, so that the next turn says what is new. `person` puts them together: it hears what
a bot would hear and says what a bot would say. `seat` brings it to a match in this process, `far` to a referee
elsewhere.
"""
