"""The referee as a server: bots connect, matches are played against the clock, and everything is stored on disk.

`app` opens everything in order. Each of its modules and packages imports only those that stand below it in this list:

    rpc              the services over gRPC: who may call, requests and replies; the only package that uses gRPC
    lobby            bots that connect, matches from creation to end, the list of matches, which one begins next
    proxy            a process in front of TCP addresses: counts frames, limits connections, terminates TLS
    bridge, config   the bridge between trio and the loop of grpc.aio; the settings of a referee
    match | storage  one match: task, seats, clocks, its record | what stays on disk: journals, tokens, lock
    bots             local bots: files, sandbox, limits, processes. Commands and tournaments use it
    errors, lag, garbage, open_files, gate, loops   helpers that depend on none of the above

Everything runs in one thread: `run` of `referee/hosting.py` starts an asyncio loop, on which gRPC serves, and trio as
its guest. Tasks, limits and clocks belong to trio. Only what a bot sends is handled outside of trio: it is processed
where it arrives, through `lobby` and `match` and back, without waking a task, so every function called from there must
return at once. Games are found through the kernel's registry.
"""

import os

# gRPC's core would log what strangers send unchanged: with escape sequences, and of any length.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")

# With this setting, the thread that waits for a socket also reads from it, instead of waking another one. That saves
# five thread wake-ups per decision, and a tenth of the CPU. `referee_client` sets the same, whichever is imported
# first.
os.environ.setdefault("GRPC_EXPERIMENTS", "-event_engine_client,-event_engine_listener")
