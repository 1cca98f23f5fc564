package referee.client;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/**
 * Runs a bot: connects, plays, reconnects after a lost connection, and ends when the referee says
 * goodbye.
 */
public final class Runner {
    static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long MILLISECONDS_TO_LEAVE = 1000;

    // ALREADY_EXISTS: the referee may not have noticed yet that this bot's last connection is lost.
    private static final Set<Status.Code> WORTH_TRYING_AGAIN =
            EnumSet.of(
                    Status.Code.ALREADY_EXISTS,
                    Status.Code.OK,
                    Status.Code.CANCELLED,
                    Status.Code.INTERNAL,
                    Status.Code.UNAVAILABLE,
                    Status.Code.UNKNOWN);

    private volatile Connection connection;
    private volatile boolean over;

    private Runner() {}

    /**
     * Plays every match that the referee has for this bot, with a new bot for each, and ends the
     * process: with 0 when the referee says goodbye and on SIGTERM, with 1 if it cannot continue;
     * stderr says why.
     *
     * <p>The settings come from the environment: {@code REFEREE_ADDRESS}, {@code REFEREE_TOKEN} and
     * {@code REFEREE_CA}.
     */
    public static void run(BotOptions options, Supplier<? extends Bot> newBot) {
        Runner runner = new Runner();
        Runtime.getRuntime()
                .addShutdownHook(new Thread(runner::terminated, "referee_client leave"));
        int code = 0;
        try {
            runner.play(options, newBot, Settings.fromEnvironment(System.getenv()));
        } catch (ClientException | InterruptedException why) {
            Log.warn(why.getMessage());
            code = 1;
        }
        runner.over = true;
        System.exit(code);
    }

    private void play(BotOptions options, Supplier<? extends Bot> newBot, Settings settings)
            throws ClientException, InterruptedException {
        ManagedChannel channel = settings.openChannel();
        Session session = new Session(options, newBot, settings.token());
        BackOff waits = new BackOff(PATIENCE);
        while (true) {
            channel.resetConnectBackoff(); // gRPC's own waits are longer
            connection = new Connection(channel, session);
            Status status = endOf(connection);
            if (session.over()) {
                session.finish(MILLISECONDS_TO_LEAVE);
                return;
            }
            String how = status.getCode() + ": " + described(status);
            if (!worthTryingAgain(status.getCode())) {
                throw new ClientException("the referee ended the stream with " + how);
            }
            if (session.welcomed()) {
                waits = new BackOff(PATIENCE);
            }
            Optional<Duration> wait = waits.next();
            if (wait.isEmpty()) {
                String message = "no connection to %s for %d seconds; last error: %s";
                throw new ClientException(
                        message.formatted(settings.address(), PATIENCE.toSeconds(), how));
            }
            Thread.sleep(wait.get().toMillis());
        }
    }

    /** Distinguishes a lost connection from a refusal. */
    static boolean worthTryingAgain(Status.Code code) {
        return WORTH_TRYING_AGAIN.contains(code);
    }

    private static Status endOf(Connection connection)
            throws ClientException, InterruptedException {
        try {
            return connection.ended().get();
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof ClientException why
                    ? why
                    : new ClientException(String.valueOf(failed.getCause()));
        }
    }

    private static String described(Status status) {
        String described = String.valueOf(status.getDescription());
        Throwable cause = status.getCause();
        return cause == null ? described : described + ": " + cause.getMessage();
    }

    /** SIGTERM arrived: without this the exit code would be 143. */
    private void terminated() {
        if (over) {
            return;
        }
        Connection open = connection;
        if (open != null) {
            open.leave(MILLISECONDS_TO_LEAVE);
        }
        Runtime.getRuntime().halt(0);
    }
}
