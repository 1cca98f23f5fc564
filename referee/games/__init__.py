"""The games: a package for each, which is found by its name. All have the same structure.

keepers, inns, inventory, lootroll, brick   the games, the smallest first

Each package has these files. Its docstring lists the others: the rules, in files named after chapters of its rulebook.

game.py, __init__.py   the game with all its parts, as GAME
cards.toml, cards.py   the card set: its types and checks
state.py, setup.py     the table, and its set-up
zones.py, hidden.py    where cards lie and who sees them; a custom redeal where the game needs one
choices.py, events.py, words.py, view.py   options, events and views, with their texts; the wire is derived from them
legend.py, board.py    descriptions of cards; the view laid out as a table
scoring.py             who wins
"""
