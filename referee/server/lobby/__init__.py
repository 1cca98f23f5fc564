"""Who is there, and what is to be played. Nothing here knows gRPC.

`lobby` brings bots and matches together: `guests` are the bots that dial in, each a `bot_link`; `matches` is the list;
a `hosted_match` is one match from its creation to its record; `waiting` finds who begins next.
"""
