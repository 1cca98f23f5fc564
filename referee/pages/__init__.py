"""What people look at in a browser, made of what the games say of their views. Nothing here plays, asks or serves.

`markup` makes HTML, and whatever is not made by it is text. `boards` draws a table; `frames` tells a record as such
tables, step by step, and `replays` puts them into one page with a script of its own.
"""
