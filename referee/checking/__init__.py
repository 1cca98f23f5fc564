"""Checks a bot: a referee that keeps to the protocol, but is as awkward as the protocol allows."""
