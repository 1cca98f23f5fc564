"""Plays a tournament, or what is left of it: takes slots from the schedule, has engines play them, stores the records.

`running` opens and closes all that takes part, `runner` plays. Nothing is printed here: what happens is told as
`events`, and `progress` counts them for whoever shows them. `checking` tries out bots before anything is played.
"""
