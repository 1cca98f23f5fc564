"""Ratings and counts from results. Pure: numbers in, numbers out; no file, no storage, no text for people.

All other modules take `results`. `fit` rates all bots jointly, on top of `league`, `groups`, `likelihood` and
`goodness`; `ranking` puts the bots in order, and `expected` says how precise the ratings will be. `elo` and `ladder`
rate match by match, with the deals from `in_order`. `crosstable` counts, and `exploited` sums up what a search won.
`davidson` fits a model with ties, `cycles` finds the mix of bots that no bot beats, and `duplicates` measures what
duplicate deals gained. `over_games` rates bots over several games, and `spsa` tunes the numbers of a bot. `stopping`
decides when a tournament ends early: when a test in `sprt` is decided, or when an order is `settled`.
"""
