"""One match against the clock, independent of how its bots are connected.

`task` plays it by the table in `states`; a `judge` for each seat handles its answers, with the `mailbox` (good, late
and wrong answers), the `time_bank`, and the `pace` of defaults. `link` is the interface to a bot, `inprocess` to one in
this process; `messages` builds what bots receive, `turns` their Turns, and `posting` sends it to seats. `writer` writes
the record, `ending` its last line; `hooks` are what a referee adds to a match, `taking_turns` lets others go first,
`sleeper` can be woken cheaply. `starving` finds the seats that other bots kept from the cores. `progress` and `delay`
serve spectators. No gRPC and no file here.
"""
