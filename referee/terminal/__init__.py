"""What all commands have in common, those of `referee` and of `tournament`: how they print, end and are interrupted.

And how a record is told: `scenes` plays it again for somebody's eyes.
"""
