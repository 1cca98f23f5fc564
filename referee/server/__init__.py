"""The referee as a server: bots dial in, matches are played against the clock, and everything is on disk.

`app` opens everything in order. Below it lie the rooms; each imports what stands below it in this list, nothing else:

    rpc              the services over gRPC: who may call, what comes in, what is told; the only room that knows gRPC
    lobby            bots that dial in, matches from creation to end, the list of them, who begins next
    proxy            a process in front of TCP addresses: counts frames, limits connections, terminates TLS
    bridge, config   the meeting place of trio and the loop of grpc.aio; what a referee is told at its start
    match | storage  one match: task, seats, clocks, its record | what outlives the process: journals, tokens, lock
    bots             local bots: files, sandbox, limits, processes. Commands and tournament open it
    errors, lag, garbage, hosting, open_files, gate, loops   what belongs to no room and knows none

Everything runs in one thread: `hosting.run` starts an asyncio loop, on which gRPC serves, and trio as its guest. Tasks,
limits and clocks are trio's. But what a bot sends is taken where it arrives, through `lobby` and `match` and back, and
no task is woken for it: whatever is called from there returns at once. Games are met through the kernel's registry.
"""

import os

# gRPC's core would write what strangers send into the log as it is: escape sequences, and as much of it as they like.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")

# What a socket brings is then read by the thread that hands it over, instead of by one more: five wake-ups of threads
# less for each decision, and a tenth of the CPU. `referee_client` says the same, whichever is imported first.
os.environ.setdefault("GRPC_EXPERIMENTS", "-event_engine_client,-event_engine_listener")
