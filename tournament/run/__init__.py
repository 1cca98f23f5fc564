"""Play a tournament, or its remaining matches: take slots from the schedule, let engines play them, store records.

`running` opens and closes everything that takes part. `runner` plays, with as many matches at once as `concurrency`
allows: a number from the plan, or one that `fitting` chooses from what `measuring` observes. `attendance` waits for the
bots that dial in, and reports which ones are missing. `stopping` stops a run from outside, and `early_end` ends the
tournament where its plan says so. Nothing is printed here: `events` report what happens, and `progress` counts them for
the displays; `run_metrics` shows them to Prometheus, and `observing` lists who else is notified of a match. `tuning`
plays batch after batch to tune a bot. `checking` tries out bots before anything is played, and `forecast` estimates how
long the tournament will take.
"""
