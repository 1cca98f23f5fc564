"""The SQLite file that holds a tournament, and the file that holds results of matches played elsewhere.

`store` writes the SQLite file and `archive` reads it, both through a `database` that `opening` opens. `rows` and
`summary` define its contents and `migrations` its schema. `drawing` and `drawn_rows` hold what formats draw, and
`elo_rows` the Elo ratings. `accepting` continues with a changed plan, `deciding` makes decisions about matches,
`taking_back` lets one be played again, `closing` ends the tournament early, and `counting` says which matches count.
`keys` has the keys of bots, and `outputs` the part of a bot's output that its owner may read. `lock` keeps a second
writer out, and `gallery` lets others find the running matches. `filtering` chooses matches by what users ask for, and
`filtered_archive` reads only these. `tuning` follows the course of a bot that is tuned. `faults` says in plain words
what is wrong with the file. `verifying` checks everything in it; `repairing` rebuilds it from what `salvaging` finds on
its `pages`, without SQLite, and from what `redrawing` draws again. `results_file` reads results of matches played
elsewhere, and `merging` combines several databases and files.
"""
