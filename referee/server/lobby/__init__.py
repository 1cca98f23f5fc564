"""Who is there and what is to be played: bots that dial in, and all matches from their creation to their end."""
