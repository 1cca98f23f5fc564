"""The kernel: runs games that are written as coroutines over plain data. No I/O, no clock, no global randomness."""
