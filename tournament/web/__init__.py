"""The tournament in the browser: what is stored, as pages that are made when somebody asks for them.

`snapshot` reads the database, not more often than it changes; `standing_pages`, `match_pages` and `bot_pages` make
pages of it, and `site` answers with them. How pages are served is the business of `referee.web`.
"""
