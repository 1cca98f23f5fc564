"""Matches on this machine: their referee, and the bots and people who play in them.

opening.py      a referee on a private socket, on a port of this machine, or also on an address for bots elsewhere
matches.py      matches, one by one or in parallel, with bots in processes, people, and bots that connect
pool.py         the bot processes: kept for the next match or started fresh, replaced when they fail
bot_copy.py     one running copy of a bot, and what is known about it afterwards
free_cores.py   the cores that no bot of a running match uses
bot_texts.py    what people type for a bot: a sample bot's name, or a command
starting.py     tests whether a bot starts and connects
ismcts_bot.py   the sample bot that searches
policies.py     sample bots as policies, for searches
exploiting.py   how much of a sample bot's reward a search can win that knows its policy
in_process.py   sample bots in this process, without a network
series.py       the matches of one `referee play`, and the secret from which their deals follow
record_files.py   the files of their records
"""
