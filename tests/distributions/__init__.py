"""What is installed: `referee-client`, all that a bot needs, and `referee`."""
