package referee.bots;

import java.util.concurrent.ThreadLocalRandom;
import referee.client.BotOptions;
import referee.client.Runner;

/** Plays any game by choosing options at random. */
public final class RandomBot {
    private RandomBot() {}

    /** Runs it. */
    public static void main(String[] arguments) {
        Runner.run(
                BotOptions.named("random (Java)").withEvents(false),
                () -> turn -> ThreadLocalRandom.current().nextInt(turn.optionCount()));
    }
}
