"""A worker of a batch: `python -m referee.learning.batch_worker`, started by `batch_processes`.

It reads its settings as one line of JSON, and then commands until its input ends. After each command it answers with
one byte, or with another byte and the text of an error.
"""

from __future__ import annotations

import gc
import mmap
import signal
import sys

import msgspec

from referee.errors import RefereeError
from referee.learning.batch_processes import DONE, RESET, SEED_BYTES, STEP, WorkerSettings, reset_seed
from referee.learning.batch_rows import BatchArrays, BatchRows
from referee.learning.space import Space

_FAILED = b"!"


def main() -> None:
    """Play the rows of this worker until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started it, which then closes
    commands, answers = sys.stdin.buffer, sys.stdout.buffer
    settings = msgspec.json.decode(commands.readline(), type=WorkerSettings)
    batch = settings.batch
    space = Space(batch.game, batch.seats, cards=batch.cards)
    arrays = BatchArrays.over(mmap.mmap(settings.file, 0), batch.matches, space).rows(settings.first, settings.end)
    rows = BatchRows(space, arrays, settings.first, batch.options, batch.rewards)
    gc.freeze()  # what is there now stays to the end, so the collector need not look at it again and again
    while command := commands.read(1):
        try:
            if command == RESET:
                rows.reset(reset_seed(commands.read(SEED_BYTES)))
            elif command == STEP:
                rows.step()
        except RefereeError as error:
            answers.write(_FAILED + str(error).encode())
            return
        answers.write(DONE)
        answers.flush()


if __name__ == "__main__":
    main()
