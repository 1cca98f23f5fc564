"""Tournaments between bots: plan, play, store, rate, report.

The subpackages, from the bottom up. Each imports only from those below it; import contracts enforce this:

    errors       what can go wrong, and whose fault it is
    schedule     which bots meet at which tables, who sits where, what is still to be played: pure
    statistics   ratings and counts from results: pure, numbers in and numbers out
    plan         the file that says what is played: read, checked, compared, turned into matches
    formats      from what was played so far, which tables are next: pure
    storage      the one SQLite file of a tournament: written, read, checked, repaired
    engines      play matches: in this process, with bot processes, in worker processes; only they start bots
    cluster      an engine for the workers of a dask cluster
    report       standings, tables, texts and pages of stored results; knows nothing of engines and run
    run          plays the scheduled matches that are not stored yet, and reports what happens
    web          pages of stored results, for browsers
    commands     what people type: only they print and end the process; `cli` puts the commands together

On its way from the plan to the report, a match takes these forms:

- Slot (schedule): the match's place in the schedule, with the bots, the deal and the rotation. Made by slots_of from
  the plan, or by make_slots from what a format has drawn.
- MatchJob (referee.kernel.job): what an engine plays. Made by job_of from a slot and the secret.
- Record (referee.kernel.record): what was played, step by step. The referee writes it.
- Ending (storage): the outcome, with a SeatSummary for each seat, independent of the place in the schedule.
- Finished (storage): the packed record with its Ending. Made by finished from a record; the store and repair read it.
- MatchSummary (storage): an Ending with its place in the schedule. Made by Finished.summary from a slot, and by
  from_rows from the tables of matches and seats; the display, the report and the pages read it.
- MatchRow (report): a MatchSummary with the match id once that is no longer secret. Made by export_of for exports.
- MatchResult (statistics): bots, places, scores and forfeits, which is all that ratings need. Made by
  MatchSummary.result, and by results_file from a file of results.
- MatchFacts (referee.pages): what a page says about a running or finished match, wherever it is played.

What each subpackage may import from `referee` is in its import contract, module by module; none imports its commands.
"""
