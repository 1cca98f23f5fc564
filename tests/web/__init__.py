"""Serving pages: HTTP over real sockets, access control, and feeds."""
