"""Where matches are played: in this process, with bots in processes of their own, or in several worker processes.

An `engine` is a function from a job to a finished match; `opening` opens the one that a plan asks for. `inprocess`
plays with built-in bots; `local` has a referee and a `bot_pool` of `instance`s; `workers` has processes that run a
`worker` each and talk in `messages`; `yielding` keeps the runner from interrupting them. `bot_programs` says what is
started for each bot and in which sandbox; `starting` sees whether bots come at all.
"""
