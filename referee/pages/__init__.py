"""HTML pages, made from what the games say about their views.

This package does not play matches, send requests or serve pages.

`markup` makes HTML, and escapes all other text; `markdown` converts Markdown to such HTML; `layout` is the frame of a
served page. `boards` draws a table; `frames` turns a record into a sequence of such tables; `replays` puts them into
one page with its own script and the decision times from `charts`. `all_hands` shows every hand to viewers who may see
everything. `matches` has the list of matches and the page of a running match, `playing` the page of a person's seat.
"""
