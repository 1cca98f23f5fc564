"""One match against the clock, whatever carries its bots' words.

`task` plays it; a `judge` for each seat settles what is asked, with the `mailbox` (good, late and wrong answers), the
`time_bank`, and the `pace` of defaults. `link` is the way to a bot, `inprocess` the one to bots of this process,
`messages` what they are told. `writer` writes the record, `care` is what a referee does for a match besides, `courtesy`
lets others go first. `starving` says which seats were kept from the cores by others. `progress` and `delay` are for
those who watch. No gRPC and no file here.
"""
