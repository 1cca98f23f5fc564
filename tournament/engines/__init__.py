"""Play matches: in this process, with bots in their own processes, or in several worker processes.

An `engine` is a function from a job to a finished match; `opening` opens the one that a plan asks for. `inprocess`
plays with built-in bots. `local` plays with bot processes and a referee for them, both from `referee.local`. `workers`
starts processes that each run a `worker`; they exchange `messages`, and `yielding` prevents the runner from
interrupting them. `plan_bots` decides what is started for each bot and in which sandbox, and `pinning` on which core.
`starting` checks that the bots start at all, and `bot_code` notices when their code changes. `exploiting` lets a search
play against sample bots.
"""
