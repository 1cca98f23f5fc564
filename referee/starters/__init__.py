"""The files that `referee bot new` and `referee game new` write: a first bot in several languages, and a first game.

bots.py           writes the folder of a first bot
languages.py      the available languages, and the files of each
files.py, template.py, names.py   the files of a bot's folder, made from templates; the bot's name
library_file.py, updating.py   the library version of a folder, and its update
client_wheel.py   the library for Python, as a wheel
toolchains.py     the programs that a language needs, and whether this machine has them
carried.py, proto_files.py   the `.proto` files and libraries that an installation contains
games.py          writes the package of a first game from the files in skeleton, which include the tutorial
"""
