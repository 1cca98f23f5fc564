"""Formats decide from the results so far which tables are played next, whether to wait, or that the contest is over.

Pure.

`contract` defines what a format is, and `course` asks a plan's format what comes next. `fixed` contains the formats
whose matches depend only on the plan: round robin and gauntlet. `tables` says what was played at each table that was
drawn.

`swiss` draws rounds: by `pairing` at tables of two, by `grouping` at larger ones, and with `seats` as balanced as
possible. `swiss_standings` counts its points and tie-breaks. `knockout` plays the ties of a `bracket`. `groups` plays
round robins, and then another format with the first bots of each. `adaptive` and `ladder` draw `batches` of tables,
chosen by the `information` that they add.

What people see of a contest is a value from `showing`, which `swiss_showing`, `knockout_showing`, `groups_showing` and
`ladder_showing` make.
`rehearsal` finds out how many matches a contest will have.
"""
