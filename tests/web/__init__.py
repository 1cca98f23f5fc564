"""Serving pages: HTTP over real sockets, who may ask, and what is followed."""
