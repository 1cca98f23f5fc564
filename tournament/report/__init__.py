"""What people and other programs are told about a tournament. All of it follows from what is stored; nothing prints.

`standings` and `ratings` are values and text. `exporting` writes JSON and CSV, `sqlite_export` a database with the
`descriptions` of its columns, which `querying` asks, too. `page` is the page with everything, put
together from `sections`, `charts` and `markup`, with the replays beside it.
"""
