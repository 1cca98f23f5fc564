"""What outlives the process: journals and records, tokens, and the lock of their folder.

`journal` keeps a file for each match and finds them again after a crash, `disk` knows whether they can be written,
`tokens` keeps who somebody is, `lock` keeps a second referee out. Nothing here knows how a match is played.
"""
