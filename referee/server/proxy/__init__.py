"""A process in front of every TCP address: it copies bytes between clients and the referee's private unix socket.

gRPC reads all connections in one thread, and has no limits for most kinds of HTTP/2 frames. One client that sends
nothing but PING, SETTINGS or headers would keep that thread busy: answers of bots in running matches would be delayed,
and the bots would get strikes. So the referee itself listens only on a unix socket, and TCP clients connect through
this process:

    frames      counts the frames of one connection and decides how many bytes to pass on; no I/O
    clients     the connections, how many come from each address and how fast, which one has to make room
    connection  one connection: its two sockets, and the bytes that wait between them
    __main__    the process: accepts, terminates TLS, ends with the referee
    starting    in the referee: opens the ports, starts the process, restarts it if it ends
    settings    the settings that the process gets at its start

The process understands frames, but not gRPC. It has its own interpreter, so a flood costs a core of the machine but no
time of the thread that plays. A client is a *stranger* until the referee confirms that it has sent a valid token;
strangers share a small allowance, so that all of them together cannot slow down matches. Accepting a stranger and
closing the connection costs as much as several decisions. So if strangers from one address come faster than allowed,
they wait for a few seconds and are then disconnected without a message.

Bots on this machine use the unix socket and do not pass through the proxy.
"""
