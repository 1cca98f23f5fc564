"""The SQLite file that holds a tournament, and the file that holds results of matches played elsewhere.

`store` writes the SQLite file and `archive` reads it, both through a `database` that `opening` opens. `rows` and
`summary` define its contents and `migrations` its schema. `drawing` and `drawn_rows` hold what formats draw, and
`elo_rows` the Elo ratings. `accepting` goes on with a changed plan, `deciding` takes decisions about matches,
`taking_back` lets one be played again, `closing` ends the tournament early, and `counting` says which matches count.
`keys` has the keys of bots, and `outputs` what a bot's owner may read of its output. `lock` keeps a second writer out,
and `gallery` lets others find the running matches. `filtering` chooses matches by what users ask for, and
`filtered_archive` reads these alone. `tuning` follows the course of a bot that is tuned. `faults` says in plain words
what is wrong with the file. `verifying` trusts nothing in it; `repairing` rebuilds it from what `salvaging` finds on
its `pages`, without SQLite, and from what `redrawing` draws again. `results_file` reads results of matches played
elsewhere, and `merging` combines several databases and files.
"""
