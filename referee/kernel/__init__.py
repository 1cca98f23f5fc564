"""The kernel: runs games that are written as coroutines over plain data. No I/O, no clock, no global randomness.

game.py, match.py      what a game gives, and a match of it: playing.py takes answers and copies, showing.py tells what
                       is asked and seen, saving.py makes bytes; failing.py ends it when the game's code raises
table.py, asking.py    the table of a match, how rules tell and ask; seats.py, ranking.py
chance.py, secret.py   streams of chance from a seed, and what commits to it
cards.py, options.py   card sets and what can be set, read and checked
stretch.py             from where a match can be played again: for clones, bytes and other worlds
zones.py, redealing.py where cards lie and who sees them; worlds that a seat can not tell from the real one
words.py, schema.py    what a type says on the wire, and the messages that follow from a game's classes (forms.py)
encoding.py, telling.py, proto_text.py   the same as bytes, each event once, and as the text of a .proto
decoding.py            positions read again by whoever hears of a match from elsewhere
job.py, record.py, replay.py   what to play, what was played, and playing it again to check it
defaulting.py          decisions that a bot did not make, and why
starving.py            bots that others kept from the cores, and whether the match is rated
"""
