"""The plan: the one file that says what is played. It is read and checked as a whole before anything starts.

`plan`, `format_section` and `listen` hold its sections as values, and `reading` makes them from a file. `shape`,
`rules`, `format_rules` and `variables` find what is wrong, `names` says what names are allowed, and `lines` finds the
line of a mistake.
`identity` decides whether two plans describe the same tournament, and `changes` whether a tournament can go on with a
changed one; `versions` finds the versions of a bot. `draw` makes the matches of the plans. `stop` is the section that
ends a tournament early, and `stopping` makes a rule of it; `stop_texts` puts it into words. `quick` makes a plan
without a file.
"""
