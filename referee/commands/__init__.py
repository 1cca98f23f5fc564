"""The commands of `referee`; `referee.cli` puts them together.

play                      matches on this machine: `results`, `bots`, `bot_names`, `bot_run_options`, `people`
serve, token              a referee for bots that connect from anywhere: `serve_metrics`
join, match, record       clients of a running referee: `caller_options`, `match_texts`
show, verify, games       records and games
web                       pages: `web_sites`, `web_table`
manual                    the manual, in the terminal or in a browser
bot                       for authors of bots
doctor                    what this machine has and lacks
game                      for authors of games: `check`
protos                    the `.proto` files
options, completing       shared by several commands
"""
