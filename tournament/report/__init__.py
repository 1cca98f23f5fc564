"""The report of a tournament: one HTML page that needs nothing from elsewhere, and the replays of its matches."""
