"""Formats: from what was played so far, which tables are next, whether to wait, or that the contest is over. Pure.

`contract` says what a format is, and `course` asks the format of a plan. `fixed` are the formats whose matches follow
from the plan alone: round robin and gauntlet.
"""
