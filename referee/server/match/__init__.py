"""One match against the clock, independent of how its bots are connected.

`task` plays it by the table in `states`; a `judge` for each seat handles its answers, with the `mailbox` (good, late
and wrong answers), the `time_bank`, and the `pace` of defaults. `link` is the interface to a bot, `inprocess` to one in
this process; `messages` builds what bots receive, `turns` their Turns, and `posting` sends it to seats. `writer` writes
the record, `ending` its last line; `hooks` are what a referee adds to a match, `taking_turns` gives precedence to other
matches, and `sleeper` waits in a way that is cheap to end. `starving` finds the seats that got too little CPU time
because of other bots. `progress` and `delay` serve spectators. This package uses no gRPC and no files.
"""
