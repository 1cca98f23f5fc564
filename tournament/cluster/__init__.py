"""Play matches on many machines, with dask.distributed: `tournament run --cluster`.

A dask worker starts a `player`, a process with a referee and bots of its own, which ends when its worker ends. `remote`
has what a dask worker runs, and `messages` what it receives. The files of the bots are packed by `packing`. The runner
reaches the cluster through its `connection`; `admitting` decides whether a worker may play. `opening`
opens the `engine`, which gives each match to a `playing_worker`. There it waits until it travels in one of the
`batches`, whose `batch_size` follows from how long the matches take. The `history` of a worker says when it gets no
more, and `checking` tests whether a worker lied.
"""
