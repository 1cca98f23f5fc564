"""The one SQLite file that holds a tournament, and the file that holds results of matches played elsewhere.

`store` writes the first, `archive` reads it, both through a `database` that `opening` opens; `rows` and `summary` are
what is in it, `migrations` its schema, `lock` keeps a second writer out, and `gallery` is where a run can be watched.
`faults` says in plain words what is wrong with the file. `verifying` trusts nothing in it; `repairing` writes it anew
from what `salvaging` finds on its `pages`, without SQLite. `results_file` reads the other one.
"""
