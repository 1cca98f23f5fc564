package referee.client;

import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.unix.DomainSocketAddress;
import java.io.File;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * How to reach the referee.
 *
 * @param address {@code host:port} or {@code unix:/path/of/socket}
 * @param token the token that the organiser gave to this bot
 * @param ca a file with the certificate authorities to trust; empty: the connection is not
 *     encrypted
 */
public record Settings(String address, String token, String ca) {
    private static final int LARGEST_RESPONSE = 16 * 1024 * 1024;
    private static final String SOCKET = "unix:";

    /** Reads {@code REFEREE_ADDRESS}, {@code REFEREE_TOKEN} and {@code REFEREE_CA}. */
    public static Settings fromEnvironment(Map<String, String> environment) throws ClientException {
        String address = environment.getOrDefault("REFEREE_ADDRESS", "");
        if (address.isEmpty()) {
            throw new ClientException(
                    "set REFEREE_ADDRESS to the referee's host:port or unix:/path (and REFEREE_TOKEN)");
        }
        return new Settings(
                address,
                environment.getOrDefault("REFEREE_TOKEN", ""),
                environment.getOrDefault("REFEREE_CA", ""));
    }

    /**
     * Makes the channel, with pings that are answered however long a bot thinks. It sends nothing
     * yet.
     */
    ManagedChannel openChannel() throws ClientException {
        NettyChannelBuilder channel = address.startsWith(SOCKET) ? toSocket() : toHost();
        return channel.keepAliveTime(10, TimeUnit.SECONDS)
                .keepAliveTimeout(5, TimeUnit.SECONDS)
                .keepAliveWithoutCalls(true)
                .maxInboundMessageSize(LARGEST_RESPONSE)
                .disableRetry()
                .directExecutor()
                .build();
    }

    private NettyChannelBuilder toSocket() throws ClientException {
        if (!ca.isEmpty()) {
            throw new ClientException(
                    "REFEREE_CA is set, but " + address + " is a unix socket: unset it");
        }
        return NettyChannelBuilder.forAddress(
                        new DomainSocketAddress(address.substring(SOCKET.length())))
                .channelType(EpollDomainSocketChannel.class)
                .eventLoopGroup(new EpollEventLoopGroup(1))
                .withOption(ChannelOption.SO_KEEPALIVE, null) // gRPC sets it, sockets lack it
                .overrideAuthority("localhost")
                .usePlaintext();
    }

    private NettyChannelBuilder toHost() throws ClientException {
        NettyChannelBuilder channel;
        try {
            channel = NettyChannelBuilder.forTarget(address);
        } catch (IllegalArgumentException wrong) {
            throw new ClientException(
                    "REFEREE_ADDRESS is \"" + address + "\", not host:port or unix:/path");
        }
        if (ca.isEmpty()) {
            return channel.usePlaintext();
        }
        try {
            return channel.sslContext(
                    GrpcSslContexts.forClient().trustManager(new File(ca)).build());
        } catch (Exception wrong) {
            throw new ClientException("REFEREE_CA: " + ca + ": " + withCauses(wrong));
        }
    }

    private static String withCauses(Throwable error) {
        String told = error.getMessage();
        return error.getCause() == null ? told : told + ": " + error.getCause().getMessage();
    }
}
