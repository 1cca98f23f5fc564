package referee.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import referee.v1.PlayServiceOuterClass.Choice;
import referee.v1.PlayServiceOuterClass.MatchEnded;
import referee.v1.PlayServiceOuterClass.MatchStarted;
import referee.v1.PlayServiceOuterClass.PlayRequest;
import referee.v1.PlayServiceOuterClass.PlayResponse;
import referee.v1.PlayServiceOuterClass.Welcome;

@Timeout(20)
final class SessionTest {
    private static final long ARRIVED = System.nanoTime();

    private final BlockingQueue<PlayRequest> said = new LinkedBlockingQueue<>();

    /** Says how many turns it was asked before. */
    private static final class Counting implements Bot {
        private int asked;

        @Override
        public int choose(Turn turn) {
            return asked++;
        }
    }

    static Stream<Bot> bad() {
        return Stream.of(
                turn -> 3,
                turn -> -1,
                turn -> {
                    throw new IllegalStateException("no idea");
                },
                turn -> {
                    throw new StackOverflowError("no idea");
                });
    }

    @ParameterizedTest
    @MethodSource("bad")
    void aBadChoiceGetsTheDefault(Bot bot) throws Exception {
        tell(playing(() -> bot), asked(1));
        assertEquals(2, answer().getOption());
    }

    @Test
    void aTurnThatComesAgainIsNotThoughtAboutAgain() throws Exception {
        Session session = playing(Counting::new);
        for (int number : new int[] {1, 1, 2, 2, 2, 3}) {
            tell(session, asked(number));
            assertEquals(number - 1, answer().getOption());
        }
    }

    @Test
    void aTurnThatComesAgainWhileItIsThoughtAboutHasOneAnswer() throws Exception {
        BlockingQueue<Integer> thought = new SynchronousQueue<>();
        Session session = playing(() -> turn -> thought.take());
        tell(session, asked(1));
        tell(session, asked(1));
        thought.put(1);
        assertEquals(1, answer().getOption());
        assertSilence();
    }

    @Test
    void anAnswerIsGivenOnTheConnectionThatAskedLast() throws Exception {
        BlockingQueue<Integer> thought = new SynchronousQueue<>();
        Session session = playing(() -> turn -> thought.take());
        BlockingQueue<PlayRequest> lost = new LinkedBlockingQueue<>();
        session.receive(asked(1), ARRIVED, lost::add);
        tell(session, started("m1", true));
        tell(session, asked(1));
        thought.put(0);
        Choice choice = answer();
        assertEquals(List.of(1, 0), List.of(choice.getTurn(), choice.getOption()));
        assertTrue(choice.hasOption());
        assertTrue(lost.isEmpty());
    }

    @Test
    void eachMatchHasABotOfItsOwn() throws Exception {
        Session session = playing(Counting::new);
        tell(session, asked(1));
        assertEquals(0, answer().getOption());
        tell(session, started("m1", false)); // not resumed: it begins again
        tell(session, asked(2));
        assertEquals(0, answer().getOption());
    }

    @Test
    void whatIsNotKnownIsPassedOver() throws Exception {
        Session session = playing(Counting::new);
        tell(session, PlayResponse.getDefaultInstance());
        tell(session, ended("another"));
        tell(session, asked(1));
        assertEquals(1, answer().getTurn());
        tell(session, ended("m1"));
        assertThrows(ClientException.class, () -> tell(session, asked(1)));
        assertSilence();
    }

    @Test
    void aNoteIsCutBetweenTwoCharacters() throws Exception {
        tell(
                playing(
                        () ->
                                turn -> {
                                    turn.note("x".repeat(1023) + "ä");
                                    return 0;
                                }),
                asked(1));
        assertEquals("x".repeat(1023), answer().getNote().toStringUtf8());
    }

    @Test
    void aTurnTellsItsTime() throws Exception {
        BlockingQueue<Turn> turns = new LinkedBlockingQueue<>();
        tell(playing(() -> turn -> turns.add(turn) ? 0 : 1), asked(1));
        Turn turn = turns.take();
        assertEquals(2500, turn.decisionLeft().toMillis());
        assertEquals(60_000, turn.bankLeft().toMillis());
        assertTrue(turn.timeLeft().toMillis() <= 62_500);
    }

    @Test
    void startAndEndAreToldOnce() throws Exception {
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        Bot bot =
                new Bot() {
                    @Override
                    public void start(MatchInfo info) {
                        told.add("start of " + info.matchId());
                    }

                    @Override
                    public int choose(Turn turn) {
                        return 0;
                    }

                    @Override
                    public void end(MatchEnd end) {
                        told.add("end: " + end.reason());
                    }
                };
        Session session = playing(() -> bot);
        tell(session, started("m1", true));
        tell(session, ended("m1"));
        tell(session, ended("m1"));
        session.finish(10_000);
        assertEquals(List.of("start of m1", "end: emptied"), List.copyOf(told));
    }

    @Test
    void theHelloAsksToGoOnWithTheLatestToken() throws Exception {
        Session session = playing(Counting::new);
        assertEquals("", session.hello().getHello().getResumeToken());
        Welcome welcome = Welcome.newBuilder().setResumeToken("come back").build();
        tell(session, PlayResponse.newBuilder().setWelcome(welcome).build());
        assertTrue(session.welcomed());
        assertEquals("come back", session.hello().getHello().getResumeToken());
        assertFalse(session.welcomed());
    }

    /** A session in which the match m1 has begun. */
    private Session playing(Supplier<? extends Bot> newBot) throws ClientException {
        Session session = new Session(BotOptions.named("test"), newBot, "secret");
        tell(session, started("m1", false));
        return session;
    }

    private void tell(Session session, PlayResponse response) throws ClientException {
        session.receive(response, ARRIVED, said::add);
    }

    private Choice answer() throws InterruptedException {
        PlayRequest request = said.poll(10, TimeUnit.SECONDS);
        assertNotNull(request, "the session says nothing");
        return request.getChoice();
    }

    private void assertSilence() throws InterruptedException {
        assertNull(said.poll(50, TimeUnit.MILLISECONDS));
    }

    private static PlayResponse started(String match, boolean resumed) {
        MatchStarted.Builder message =
                MatchStarted.newBuilder()
                        .setMatchId(match)
                        .setGameId("keepers")
                        .setResumed(resumed);
        return PlayResponse.newBuilder().setMatchStarted(message).build();
    }

    private static PlayResponse asked(int number) {
        referee.v1.PlayServiceOuterClass.Turn.Builder message =
                referee.v1.PlayServiceOuterClass.Turn.newBuilder()
                        .setMatchId("m1")
                        .setTurn(number)
                        .setOptionCount(3)
                        .setDefaultOption(2)
                        .setDecisionLeft(Duration.newBuilder().setSeconds(2).setNanos(500_000_000))
                        .setBankLeft(Duration.newBuilder().setSeconds(60));
        return PlayResponse.newBuilder().setTurn(message).build();
    }

    private static PlayResponse ended(String match) {
        MatchEnded message = MatchEnded.newBuilder().setMatchId(match).setReason("emptied").build();
        return PlayResponse.newBuilder().setMatchEnded(message).build();
    }
}
