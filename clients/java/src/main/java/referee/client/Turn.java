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

    /** Reads a Turn that came at a moment of {@link System#nanoTime}. */
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

    /** What was left for this decision when it came, before the bank is touched. */
    public Duration decisionLeft() {
        return duration(message.getDecisionLeft());
    }

    /** What was left in the bank. */
    public Duration bankLeft() {
        return duration(message.getBankLeft());
    }

    /** What is left of both, now. */
    public Duration timeLeft() {
        Duration left = decisionLeft().plus(bankLeft()).minusNanos(System.nanoTime() - arrived);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** The position for people; empty unless the bot wants text. */
    public String text() {
        return message.getText();
    }

    /** Each option for people, in order; empty unless the bot wants text. */
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

    /** What goes into the record with the choice. */
    public String note() {
        return note;
    }

    /**
     * Sets what goes into the record with the choice: at most 1024 bytes of UTF-8, the rest is cut
     * off.
     */
    public void note(String note) {
        this.note = note;
    }

    private static Duration duration(com.google.protobuf.Duration wire) {
        return Duration.ofSeconds(wire.getSeconds(), wire.getNanos());
    }
}
