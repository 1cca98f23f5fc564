package referee.client;

/** A bot in one match: what it keeps in itself is of that match. */
@FunctionalInterface
public interface Bot {
    /** Is called once, before the first turn. */
    default void start(MatchInfo info) {}

    /**
     * Returns the index of an option, below {@code turn.optionCount()}. It may think as long as
     * there is time: other matches and the connection have threads of their own. After an
     * exception, or an index that does not exist, the default option is played, and the log says
     * why.
     */
    int choose(Turn turn) throws Exception;

    /** Is called once, after the last turn. */
    default void end(MatchEnd end) {}
}
