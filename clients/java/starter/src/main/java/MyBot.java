import java.util.concurrent.ThreadLocalRandom;
import referee.client.Bot;
import referee.client.BotOptions;
import referee.client.Runner;
import referee.client.Turn;

/** Plays one match: what it stores in its fields belongs to that match. */
public final class MyBot implements Bot {
    public static void main(String[] arguments) {
        Runner.run(BotOptions.named("my bot"), MyBot::new);
    }

    @Override
    public int choose(Turn turn) {
        // turn.position(...) returns what you see and may choose, for Keepers
        //     turn.position(referee.games.keepers.v1.Keepers.Position.class)
        // The answer is an index below turn.optionCount().
        return ThreadLocalRandom.current().nextInt(turn.optionCount());
    }
}
