"""The referee as a server: bots dial in, matches are played against the clock, and everything is on disk."""

import os

# gRPC's core would write what strangers send into the log as it is: escape sequences, and as much of it as they like.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")
