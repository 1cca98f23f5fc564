"""A process in front of every TCP address: it copies bytes between clients and the referee's own unix socket.

gRPC reads all connections in one thread, and has no limits for most kinds of HTTP/2 frames. One client that sends
nothing but PING, SETTINGS or headers would keep that thread busy: the bots of running matches would not be heard, and
would be struck for it. So the referee itself listens on a unix socket only, and whoever comes over TCP passes here:

    frames      counts the frames of one connection and says how far it may be passed on; no I/O
    clients     who is connected, how many of each address, who has to make room
    connection  one connection: the two sockets, and what waits between them
    __main__    the process: accepts, terminates TLS, ends with the referee
    starting    in the referee: opens the ports, starts the process, starts it again if it ends

The process understands frames, and nothing of gRPC. It has its own interpreter, so a flood costs a core of the machine
and not the thread that plays. A client is a *stranger* until the referee vouches for its connection, which it does for
every valid token; strangers share a small allowance, so that all of them together cannot slow down those who play.

Bots on this machine use the unix socket and do not pass here.
"""
