"""A tournament in the browser: pages of what is stored, made on request.

`snapshot` reads the database, at most as often as it changes; `standing_pages` and `match_pages` make pages of it, and
`own_pages` what the owner of a bot sees in addition. `gallery` asks the referees of a run what a spectator may see.
`site` combines all of these. `referee.web` does the serving itself. `standings_service` shows the same over gRPC, with
`standing_messages`.
"""
