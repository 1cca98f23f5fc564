"""Play matches on many machines, with dask.distributed: `tournament run --cluster`.

A dask worker starts a `player`, a process with its own referee and bots, which ends when the worker ends. `remote` is
the code that a dask worker runs, and `messages` what the worker receives. The files of the bots are packed by
`packing`. The runner reaches the cluster through its `connection`; `admitting` decides whether a worker may play.
`opening` opens the `engine`, which hands out the matches to each `playing_worker`. There a match waits until it is sent
in one of the `batches`, whose `batch_size` depends on how long the matches take. The `history` of a worker decides when
it gets no more matches, and `checking` tests whether a worker changed a record.
"""
