"""What people and other programs can read about a tournament. All of it follows from what is stored; nothing prints.

`standings`, `ratings`, `decisions` and `at_once` are values and text. `exporting` writes JSON and CSV. `dataset`
writes the decisions as arrays. `sqlite_export` writes a database with `descriptions` of its columns, and `querying`
runs queries on it. `page` is the report page: it puts `sections` and `charts` together, and writes the replays beside
it.
"""
