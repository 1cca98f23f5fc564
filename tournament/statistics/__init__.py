"""Ratings and counts from results. Pure: numbers in, numbers out; no file, no storage, no text for people.

`results` is what all the others take. `fit` rates all bots at once, on top of `league`, `groups`, `likelihood` and
`goodness`; `elo` and `ladder` rate match by match; `crosstable` counts.
"""
