"""The plan: the one file that says what is played. Read and checked as a whole, before anything starts.

`plan` has its parts as values, `reading` makes them of a file; `shape`, `rules` and `variables` say what is wrong with
it, `lines` in which line. `identity` says when two plans are the same tournament, `draw` which matches follow from one.
"""
