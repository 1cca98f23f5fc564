"""What outlives the process: journals, records, tokens, and the lock of their folder."""
