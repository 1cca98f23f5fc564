"""The one SQLite file that holds a tournament.

`store` writes it, `archive` reads it, `summary` is what is kept of a match. `verifying` trusts nothing in it,
`repairing` saves what is sound, `faults` says in plain words what is wrong with the file.
"""
