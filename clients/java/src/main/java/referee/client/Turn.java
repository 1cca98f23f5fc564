package referee.client;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import java.time.Duration;
import java.util.List;
import referee.v1.PlayServiceOuterClass;

/** A decision that the bot is asked for. */
public final class Turn {
    private final MatchInfo info;
    private final PlayServiceOuterClass.Turn message;
    private final long arrived;
    private String note = "";

    /** Reads a Turn that arrived at a time of {@link System#nanoTime}. */
    public Turn(MatchInfo info, PlayServiceOuterClass.Turn message, long arrived) {
        this.info = info;
        this.message = message;
        this.arrived = arrived;
    }

    /** The match. */
    public MatchInfo info() {
        return info;
    }

    /** The number of this turn, unique in the match for this bot. */
    public int number() {
        return message.getTurn();
    }

    /** The seat that is asked, from 0. */
    public int seat() {
        return message.getSeat();
    }

    /** How many options there are. */
    public int optionCount() {
        return message.getOptionCount();
    }

    /** The index that is played for the bot if it does not answer in time. */
    public int defaultOption() {
        return message.getDefaultOption();
    }

    /** The time left for this decision when the Turn arrived, before the bank is used. */
    public Duration decisionLeft() {
        return duration(message.getDecisionLeft());
    }

    /** The time left in the bank then. */
    public Duration bankLeft() {
        return duration(message.getBankLeft());
    }

    /** The sum of both that is left now. */
    public Duration timeLeft() {
        Duration left = decisionLeft().plus(bankLeft()).minusNanos(System.nanoTime() - arrived);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** The position as text; empty unless the bot wants text. */
    public String text() {
        return message.getText();
    }

    /** The options as text, in order; empty unless the bot wants text. */
    public List<String> optionTexts() {
        return message.getOptionTextsList();
    }

    /**
     * The game's own position, with view, options and events: {@code
     * turn.position(Keepers.Position.class)}.
     *
     * @throws InvalidProtocolBufferException it is the position of another game, or its bytes
     *     cannot be read
     */
    public <P extends Message> P position(Class<P> type) throws InvalidProtocolBufferException {
        return message.getPosition().unpack(type);
    }

    /** The note that is stored in the record with the choice. */
    public String note() {
        return note;
    }

    /**
     * Sets the note that is stored in the record with the choice: at most 1024 bytes of UTF-8, the
     * rest is cut off.
     */
    public void note(String note) {
        this.note = note;
    }

    private static Duration duration(com.google.protobuf.Duration wire) {
        return Duration.ofSeconds(wire.getSeconds(), wire.getNanos());
    }
}
