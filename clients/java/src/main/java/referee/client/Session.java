package referee.client;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import referee.v1.PlayServiceOuterClass.Goodbye;
import referee.v1.PlayServiceOuterClass.Hello;
import referee.v1.PlayServiceOuterClass.MatchStarted;
import referee.v1.PlayServiceOuterClass.PlayRequest;
import referee.v1.PlayServiceOuterClass.PlayResponse;
import referee.v1.PlayServiceOuterClass.Strike;

/**
 * The protocol without network and clocks: handles each message of the referee. Plays any number of
 * matches, over any number of consecutive connections.
 */
final class Session {
    private static final int PROTOCOL_VERSION = 1;

    private final Supplier<? extends Bot> newBot;
    private final Hello.Builder hello;
    private final Map<String, Seat> seats = new HashMap<>();
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private boolean welcomed;
    private Goodbye goodbye = Goodbye.newBuilder().setMayReconnect(true).build();

    Session(BotOptions options, Supplier<? extends Bot> newBot, String token) {
        this.newBot = newBot;
        hello =
                Hello.newBuilder()
                        .setToken(token)
                        .setSoftware(options.name())
                        .setProtocolVersion(PROTOCOL_VERSION)
                        .setWantsText(options.wantsText())
                        .setWantsEvents(options.wantsEvents())
                        .setWantsCards(options.wantsCards())
                        .setMaxMatches(options.maxMatches());
    }

    /**
     * Begins a connection: the first request. After a lost connection, the request asks to resume.
     */
    PlayRequest hello() {
        welcomed = false;
        return PlayRequest.newBuilder().setHello(hello).build();
    }

    /** Whether there was a Welcome on this connection. */
    boolean welcomed() {
        return welcomed;
    }

    /** Whether the referee said that nothing follows. */
    boolean over() {
        return !goodbye.getMayReconnect();
    }

    /** Handles a message. Answers go to {@code outgoing}, perhaps much later. */
    void receive(PlayResponse response, long arrived, Consumer<PlayRequest> outgoing)
            throws ClientException {
        switch (response.getResponseCase()) {
            case TURN -> {
                Seat seat = seats.get(response.getTurn().getMatchId());
                if (seat == null) {
                    String message = "the referee asks about match \"%s\", which it never started";
                    throw new ClientException(message.formatted(response.getTurn().getMatchId()));
                }
                seat.ask(new Turn(seat.info(), response.getTurn(), arrived), outgoing);
            }
            case MATCH_STARTED -> start(response.getMatchStarted());
            case MATCH_ENDED -> {
                Seat seat = seats.remove(response.getMatchEnded().getMatchId());
                if (seat != null) {
                    seat.end(response.getMatchEnded());
                }
            }
            case STRIKE -> tell(response.getStrike());
            case WELCOME -> {
                welcomed = true;
                hello.setResumeToken(response.getWelcome().getResumeToken());
            }
            case GOODBYE -> goodbye = response.getGoodbye();
            case RESPONSE_NOT_SET ->
                    Log.warn("the referee sent a kind of message that this library does not know");
        }
    }

    /** Waits briefly until each bot knows how its match ended. */
    void finish(long milliseconds) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(milliseconds);
        seats.values().forEach(Seat::close);
        for (Thread thread : threads) {
            thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
        }
    }

    /** Makes the bot for a match, unless the match only continues after a lost connection. */
    private void start(MatchStarted started) {
        if (started.getResumed() && seats.containsKey(started.getMatchId())) {
            return;
        }
        Seat seat = new Seat(MatchInfo.of(started), newBot);
        threads.removeIf(thread -> !thread.isAlive());
        threads.add(seat.thread());
        Seat before = seats.put(started.getMatchId(), seat);
        if (before != null) {
            before.close();
        }
    }

    private static void tell(Strike strike) {
        String left = strike.hasStrikesLeft() ? ", strikes left: " + strike.getStrikesLeft() : "";
        String counted = strike.getCounted() ? "counted" : "not counted";
        String id = strike.getMatchId().isEmpty() ? "-" : strike.getMatchId();
        String message = "strike in match %s, turn %d: %s (%s%s)";
        Log.warn(message.formatted(id, strike.getTurn(), strike.getWhy(), counted, left));
    }
}
