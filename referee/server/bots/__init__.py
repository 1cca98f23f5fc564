"""Local bots: how they are started, shut in, measured and ended.

`processes` runs a bot and starts it again; `starting` and `launcher` make one process that ends with us. `sandbox` is
bubblewrap around a command: `bot_files` finds what is the bot's own and `programs` what its program needs, `showing`
and `inside` say what is seen there, `seccomp` what the kernel refuses, `user_ids` and `cgroups` who counts it. `usage`,
`descriptors`, `looking` and `output` watch; `core_time` measures what a bot has of the cores, and `shares` whether that
was fair. `private_socket` is how a local bot reaches us, and `remembering` whether it could know a deal again. Nothing
here knows matches.
"""
