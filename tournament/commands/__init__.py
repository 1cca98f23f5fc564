"""The commands of `tournament`, one module each; `tournament.cli` puts them together.

check, run, quick, demo         play matches; `playing` does so for run and quick, and chooses the exit code;
                                `display` shows the progress, `rating_lines` ratings instead of Elo
tune                            plays batches that tune a bot
show, report, export, query, web             show and export results, for people and other programs
verify, repair                  whether a database is sound, and what to do if it is not
rate                            ratings from files of results and databases, wherever the matches were played
annul, replay, close            decisions of the organiser about matches, or about the whole
token                           lets a bot dial in
key                             lets the owner of a bot see what the bot saw
filters                         options that choose matches, for show, report, export, query and rate
arguments, plan_argument, times  arguments and options that several commands share, and times of the day
"""
