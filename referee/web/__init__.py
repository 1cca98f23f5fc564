"""The web server for watching and playing in a browser. It runs in its own process and is a client of the referee.

`requests` has requests and responses, `server` speaks HTTP over trio, `access` decides who may see what, by the
`sessions` of browsers, `routes` finds the page for a path, and `serving` runs a site until a signal. `listeners` say
where a site listens; commands create them with `listener_options`. `feeds` hold what live pages show, rendered once for
all viewers, and `passing_on` sends it to each of them. `shares` prevents one visitor from taking all resources, and
`proxies` finds out who sent a request that a proxy passes on. `server_metrics` shows Prometheus what the server does.

`calls` and `watching` query a referee, `folders` reads records on a disk, and `following` is the site for both. `seats`
lets a person play, `web_seats` several people at a remote referee, and `playing` is the site for that. `manual_pages`
shows the manual, and `drawn_replays` draws and keeps replays for all of them. The HTML is made by `referee.pages`.
"""
