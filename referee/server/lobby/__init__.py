"""Which bots are connected, and which matches are to be played. Nothing here uses gRPC.

`lobby` brings bots and matches together: `guests` are the bots that connect; each has a `bot_link`, and a `bot_seat` in
each of its matches; `matches` is the list; a `hosted_match` is one match from its creation to its record; `waiting`
finds the match that begins next; `ends` keeps the ends of matches that a bot may have missed.
"""
