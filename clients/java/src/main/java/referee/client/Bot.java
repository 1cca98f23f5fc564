package referee.client;

/** A bot in one match: what it stores in its fields belongs to that match. */
@FunctionalInterface
public interface Bot {
    /** Called once, before the first turn. */
    default void start(MatchInfo info) {}

    /**
     * Returns the index of an option, below {@code turn.optionCount()}. It may think as long as
     * there is time: other matches and the connection have separate threads. After an exception, or
     * an index that does not exist, the default option is played, and the log says why.
     */
    int choose(Turn turn) throws Exception;

    /** Called once, after the last turn. */
    default void end(MatchEnd end) {}
}
