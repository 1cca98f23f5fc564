"""The tournament in the browser: what is stored, as pages that are made when somebody asks for them.

`snapshot` reads the database, not more often than it changes; `standing_pages` and `match_pages` make pages of it.
`gallery` asks the referees of a run what a spectator may see. `site` answers with all that. How pages are served is the
business of `referee.web`.
"""
