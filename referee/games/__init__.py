"""The games: one package each, found by its name, all built alike. Rules lie in files named like the rulebook.

game.py, __init__.py   all parts together, as GAME
cards.toml, cards.py   the card set, typed and checked
state.py, setup.py     the table, and how it is laid
zones.py, hidden.py    where cards lie and who sees them; a redeal of the game's own, where it needs one
choices.py, events.py, words.py, view.py   what is told: the wire follows from it
text.py, scoring.py    the same for people, and who wins
"""
