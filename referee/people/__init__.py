"""People at the table: a seat that somebody plays at this terminal, by text and numbered options.

`keyboard` reads lines without stopping anything else, `answers` says what a line means, `explaining` what is known of a
card, and `screen` lays out what is told. `person` puts them together: it hears what a bot would hear and says what a
bot would say. `seat` brings it to a match in this process, `far` to a referee elsewhere.
"""
