"""Which bots meet at which tables, who sits where, and what is still to be played. Pure: no clock, no file, no plan.

`pairings` makes the tables: `balanced` selects a sample of them, and `seating` puts them in seat order. `slots` lists
every match, and `scheduler` hands them out.
"""
