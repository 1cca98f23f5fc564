package referee.client;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import referee.v1.PlayServiceGrpc;
import referee.v1.PlayServiceOuterClass.Leave;
import referee.v1.PlayServiceOuterClass.PlayRequest;
import referee.v1.PlayServiceOuterClass.PlayResponse;

/** An open stream. The channel's own thread reads it, so a thinking bot does not block it. */
final class Connection implements ClientResponseObserver<PlayRequest, PlayResponse> {
    private final Session session;
    private final CompletableFuture<Status> ended = new CompletableFuture<>();
    private ClientCallStreamObserver<PlayRequest> requests;
    private boolean open = true;

    Connection(ManagedChannel channel, Session session) {
        this.session = session;
        PlayServiceGrpc.newStub(channel).play(this);
        send(session.hello());
    }

    /** How the stream ends, or the exception that makes further attempts useless. */
    CompletableFuture<Status> ended() {
        return ended;
    }

    /** Passes a request to the transport. Requests on a broken stream are lost. */
    synchronized void send(PlayRequest request) {
        if (open && !ended.isDone()) {
            requests.onNext(request);
        }
    }

    /** Sends a Leave, and waits briefly for the referee to end the stream. */
    void leave(long milliseconds) {
        synchronized (this) {
            send(PlayRequest.newBuilder().setLeave(Leave.getDefaultInstance()).build());
            if (open && !ended.isDone()) {
                requests.onCompleted();
            }
            open = false;
        }
        ended.handle((status, error) -> true)
                .completeOnTimeout(true, milliseconds, TimeUnit.MILLISECONDS)
                .join();
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<PlayRequest> requestStream) {
        requests = requestStream;
    }

    @Override
    public void onNext(PlayResponse response) {
        if (ended.isDone()) {
            return;
        }
        try {
            session.receive(response, System.nanoTime(), this::send);
        } catch (ClientException nonsense) {
            ended.completeExceptionally(nonsense);
        }
        if (session.over()) {
            ended.complete(Status.OK);
        }
    }

    @Override
    public void onError(Throwable error) {
        ended.complete(Status.fromThrowable(error));
    }

    @Override
    public void onCompleted() {
        ended.complete(Status.OK);
    }
}
