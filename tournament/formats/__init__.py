"""Formats: from what was played so far, which tables are next, whether to wait, or that the contest is over. Pure.

`contract` says what a format is, and `course` asks the format of a plan. `fixed` are the formats whose matches follow
from the plan alone: round robin and gauntlet. `tables` says what was played at each table that was drawn.

`swiss` draws rounds: by `pairing` at tables of two, by `grouping` at larger ones, and with `seats` as even as possible.
`swiss_standings` counts its points and tie-breaks. `knockout` plays the ties of a `bracket`. `groups` are round robins,
and then another format with the first of each.
`adaptive` and `ladder` draw `batches` of tables, chosen by the `information` that they add.

What people see of a format is a value from `showing`; `swiss_showing`, `knockout_showing`, `groups_showing` and
`ladder_showing` make it.
`rehearsal` finds out how many matches a contest will have.
"""
