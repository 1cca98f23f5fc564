"""What comes in over gRPC, and what is sent back.

What bots say is taken where it arrives; whoever asks about matches waits until the bridge has time for that.

`play_service` is a bot's stream; `match_service` and `game_service` are for organisers and spectators, with `rights`
(who may call what), `spectators` (who watches), `showings` (what) and `translate` (messages and values). `callers`
bounds how much comes in, `status` turns errors into a status. `serving` and `grpc_server` open the server itself, and
`heartbeat` finds out whether clients are heard.

The room is not called grpc: a script that is run beside a package of that name would import it instead of the library.
"""
