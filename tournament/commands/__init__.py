"""The commands of `tournament`, one module each; `tournament.cli` puts them together.

check, run, demo                play matches; `display` shows the progress
show, report, export, query, web             show and export results, for people and other programs
verify, repair                  whether a database is sound, and what to do if it is not
rate                            ratings from a file of results, wherever the matches were played
annul, replay, close            decisions of the organiser about matches, or about the whole
token                           lets a bot dial in
arguments, plan_argument, times  arguments and options that several commands share, and times of the day
"""
