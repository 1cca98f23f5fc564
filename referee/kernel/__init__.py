"""The kernel: runs games that are written as coroutines over plain data. No I/O, no clock, no global randomness.

game.py, match.py      what a game declares, and how a match starts
playing.py             the match: takes answers, can be copied; showing.py, saving.py, failing.py are parts of it
showing.py             what is asked, and what each seat and the spectator see
saving.py              writes a match as bytes and reads it back
failing.py             fails a match whose game raises an exception
table.py, asking.py    the table of a match, and how rules record events and ask seats
seats.py, ranking.py   seats and their order; places computed from scores
chance.py, secret.py   streams of chance derived from a seed, and the commitment to it
cards.py, card_set.py, options.py   the card set and options of a match: reading and checking
stretch.py             the point from which a match can be replayed: for clones, saving and redealing
zones.py, redealing.py   where cards lie and who sees them; other deals that a seat cannot distinguish from the real one
words.py               how a type is represented on the wire
texts.py, text_fields.py   texts for people: of options, events, parts of views, and their fields
lasting.py, knowing.py   how long a field of a view is valid, who may know it, and what it counts
ranges.py              the values that a field can have, by the cards of the match
schema.py, forms.py    the messages derived from a game's classes, and the forms of their values
encoding.py, telling.py, proto_text.py   the messages as bytes, each event encoded once, and as a .proto file
decoding.py            reads positions back, for programs that receive a match over the wire
board.py, plain_board.py   the table as people see it; the default for games without their own
job.py, replay.py      what to play, and replaying a record as a check
record.py, record_lines.py   what was played, and the fields of each line
chain.py, times.py     the digests and the times in a record
defaulting.py          decisions for which the default was played, and why
forfeiting.py          how a seat forfeited a match
starving.py            bots that got too little CPU time, and whether the match is rated
"""
