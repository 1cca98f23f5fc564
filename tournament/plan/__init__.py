"""The plan: the file that defines a tournament. It is read and checked as a whole before anything starts.

`plan`, `format_section` and `listen` hold its sections as values, and `reading` makes them from a file. `shape`,
`rules`, `format_rules` and `variables` find what is wrong, `names` says what names are allowed, and `lines` finds the
line of a mistake.
`identity` decides whether two plans describe the same tournament, and `changes` whether a tournament can go on with a
changed one; `versions` finds the versions of a bot. `draw` makes the matches of the plans. `stop` is the section that
ends a tournament early, and `stopping` turns it into a rule; `stop_texts` describes it in words. `tune` is the section
for tuning a bot, and `tuning` makes the plan of each batch. `quick` makes a plan without a file.
"""
