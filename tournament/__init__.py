"""Tournaments between bots: plan, play, store, rate, report.

The house, from the ground up. A room imports from rooms below it and never from one above; import contracts say so:

    errors       what can go wrong, by whose fault
    schedule     which bots meet at which tables, who sits where, what is still to be played: pure
    statistics   ratings and counts from results: pure, numbers in and numbers out
    plan         the file that says what is played: read, checked, compared, turned into matches
    storage      the one SQLite file of a tournament: written, read, checked, repaired
    engines      whatever plays a match: this process, bots' processes, worker processes; it alone starts bots
    report       standings, tables, texts and pages of what is stored; knows nothing of engines and run
    run          plays what the schedule has and the storage has not, and tells what happens
    commands     what people type: it alone prints and ends the process; `cli` puts the commands together

What each room takes from `referee` stands in the contract, module by module; of its commands no room takes anything.
"""
