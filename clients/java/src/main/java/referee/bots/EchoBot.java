package referee.bots;

import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.unix.DomainSocketAddress;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;
import referee.v1.PlayServiceGrpc;
import referee.v1.PlayServiceOuterClass.Choice;
import referee.v1.PlayServiceOuterClass.Hello;
import referee.v1.PlayServiceOuterClass.PlayRequest;
import referee.v1.PlayServiceOuterClass.PlayResponse;
import referee.v1.PlayServiceOuterClass.Turn;

/**
 * Answers each Turn with its default option on a bare stream, without the library: a baseline to
 * measure the cost of the library.
 */
public final class EchoBot implements StreamObserver<PlayResponse> {
    private final CompletableFuture<Integer> code = new CompletableFuture<>();
    private final StreamObserver<PlayRequest> requests;

    private EchoBot(ManagedChannel channel) {
        requests = PlayServiceGrpc.newStub(channel).play(this);
        Hello.Builder hello = Hello.newBuilder().setToken(System.getenv("REFEREE_TOKEN"));
        requests.onNext(PlayRequest.newBuilder().setHello(hello.setProtocolVersion(1)).build());
    }

    /** Runs it. */
    public static void main(String[] arguments) {
        System.exit(new EchoBot(channelTo(System.getenv("REFEREE_ADDRESS"))).code.join());
    }

    private static ManagedChannel channelTo(String address) {
        if (!address.startsWith("unix:")) {
            return NettyChannelBuilder.forTarget(address).usePlaintext().directExecutor().build();
        }
        return NettyChannelBuilder.forAddress(new DomainSocketAddress(address.substring(5)))
                .channelType(EpollDomainSocketChannel.class)
                .eventLoopGroup(new EpollEventLoopGroup(1))
                .withOption(ChannelOption.SO_KEEPALIVE, null) // gRPC sets it, sockets lack it
                .overrideAuthority("localhost")
                .usePlaintext()
                .directExecutor()
                .build();
    }

    @Override
    public void onNext(PlayResponse response) {
        if (response.hasTurn()) {
            Turn turn = response.getTurn();
            Choice.Builder choice =
                    Choice.newBuilder()
                            .setMatchId(turn.getMatchId())
                            .setTurn(turn.getTurn())
                            .setOption(turn.getDefaultOption());
            requests.onNext(PlayRequest.newBuilder().setChoice(choice).build());
        } else if (response.hasGoodbye()) {
            code.complete(0);
        }
    }

    @Override
    public void onError(Throwable error) {
        code.complete(1);
    }

    @Override
    public void onCompleted() {
        code.complete(1);
    }
}
