"""Local bots: how they are started, sandboxed, measured and stopped.

`processes` runs a bot and restarts it; `starting` and `launcher` start one process that ends when the referee ends.
`sandbox` puts bubblewrap around a command: `bot_files` finds the bot's own files and `programs` what its program needs,
`showing` and `inside` decide what is visible there, `seccomp` what the kernel refuses; `user_ids` and `cgroups` let the
kernel count each bot separately; `fetching` knows commands that first need the network. `usage`, `descriptors`,
`unread`, `looking` and `output` watch; `core_time` measures a bot's time on the cores, and `shares` whether that was
fair. `private_socket` is the socket through which a local bot connects to the referee. Nothing here knows about
matches.
"""
