"""What people and other programs are told about a tournament: standings, tables, a page with replays, CSV and JSON.

All of it is computed from what is stored; nothing here plays, and nothing here prints.
"""
