"""What comes in over gRPC, and what is sent back.

What bots send is handled where it arrives; requests about matches wait until the bridge has time for them.

`play_service` is a bot's stream, whose writes `eager` starts; `match_service` and `game_service` are for organisers and
spectators, with `rights` (who may call what), `spectators` (who watches), `showings` (what they watch) and `translate`
(messages to values and back). `callers` limits incoming calls, `status` turns errors into a status. `serving` opens the
server itself; `grpc_server` decides between the stock server and that of `patched_server`. `heartbeat` measures whether
messages from clients still arrive.

The package is not called grpc: a script run beside a package of that name would import it instead of the library.
"""
