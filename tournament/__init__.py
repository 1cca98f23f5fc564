"""Tournaments between bots: plan, play, store, rate, report.

The house, from the ground up. A room imports from rooms below it and never from one above; an import contract says so:

    errors       what can go wrong, by whose fault
    schedule     which bots meet at which tables, who sits where, what is still to be played: pure
    statistics   ratings and counts from results: pure, numbers in and numbers out
    plan         the file that says what is played: read, checked, compared, turned into matches
    storage      the one SQLite file of a tournament: written, read, checked, repaired
    engines      whatever plays a match: this process, bots' processes, worker processes; alone may start a bot
    run          plays what the schedule has and the storage has not, and tells what happens
    report       standings, texts, tables and pages of what is stored; knows nothing of run and engines
    commands     what people type: alone prints and ends the process; `cli` puts the commands together

From `referee` it takes the kernel, the server that plays matches, and what every command does in a terminal.
"""
