"""What is stored on disk: journals and records, tokens, and the lock of their folder.

`journal` keeps a file for each match and finds them again after a crash, `disk` knows whether they can be written,
`tokens` identifies callers, `lock` keeps a second referee out. Nothing here knows how a match is played.
"""
