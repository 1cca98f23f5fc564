"""Which bots meet at which tables, who sits where, what is still to be played. Pure: no clock, no file, no plan.

`pairings` makes the tables, a sample of them by `balanced`, in seat order by `seating`. `slots` lists every match,
`scheduler` hands them out.
"""
