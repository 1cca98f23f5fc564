"""The web: pages for people who watch or play in a browser. A process of its own, and to the referee a client.

`requests` are the values that come and go, `server` speaks HTTP over trio, `guarding` says who may ask for what,
`routes` finds who answers, and `serving` runs it all until a signal. `feeds` are what pages follow, made once for all
who look, and `passing_on` sends it to each.

`calls` and `watching` ask a referee, `folders` reads records on a disk; `following` is the site for both. `seats` and
`tables` let a person play, and `playing` is the site for that. What stands in the pages is made by `referee.pages`.
"""
