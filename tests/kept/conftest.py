"""The packages below `games` are programs of others: they have tests of their own, which are not ours."""

collect_ignore = ["games"]
