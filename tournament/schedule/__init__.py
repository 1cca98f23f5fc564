"""Which bots meet at which tables, who sits where, and what is still to be played. Pure: no clock, no file, no plan."""
