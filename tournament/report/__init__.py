"""What people and other programs can read about a tournament.

Everything is computed from what is stored, and nothing here prints.

`standings`, `ratings`, `versions`, `stops`, `decisions` and `at_once` are values and text, and `remarks` are sentences
about them. `totals` are those of each bot. `filters` says which matches count, `findings` what results say beyond
ratings, `exploited` what a search won against bots, and `over_games` shows a rating over several games. `tuning` shows
the course of a bot that is tuned. `formats` shows what people expect to see of a format, such as the rounds of a Swiss
tournament. `exporting` writes JSON and CSV, with `grades`. `dataset` writes the decisions as arrays. `sqlite_export`
writes a database with `descriptions` of its columns, and `querying` runs queries on it. `page` writes the report:
`paging` puts its `sections` and `charts` together to pages, and `choosing` says which replays go beside them.
"""
