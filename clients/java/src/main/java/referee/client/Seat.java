package referee.client;

import com.google.protobuf.ByteString;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.function.Supplier;
import referee.v1.PlayServiceOuterClass.Choice;
import referee.v1.PlayServiceOuterClass.MatchEnded;
import referee.v1.PlayServiceOuterClass.PlayRequest;

/**
 * One match: a bot that thinks in a separate thread, and its last answer in case the Turn comes
 * again.
 */
final class Seat {
    private static final int LONGEST_NOTE = 1024;

    private final MatchInfo info;
    private final BlockingQueue<Told> inbox = new LinkedBlockingQueue<>();
    private final Thread thread;

    // The last Turn. Its answer goes to the connection on which it came last; if it comes again
    // after that, at once.
    private Optional<Integer> asked = Optional.empty();
    private Optional<PlayRequest> answer = Optional.empty();
    private Optional<Consumer<PlayRequest>> askedBy = Optional.empty();

    private sealed interface Told {
        record Asked(Turn turn, Consumer<PlayRequest> outgoing) implements Told {}

        record Ended(MatchEnd end) implements Told {}

        record Over() implements Told {}
    }

    Seat(MatchInfo info, Supplier<? extends Bot> newBot) {
        this.info = info;
        thread = new Thread(() -> play(newBot), "match " + info.matchId());
        thread.setDaemon(true);
        thread.start();
    }

    MatchInfo info() {
        return info;
    }

    /** Ends once the bot knows how its match ended, or that nothing follows. */
    Thread thread() {
        return thread;
    }

    /**
     * Asks the bot, unless it was asked this before: then this connection gets the answer that it
     * has given, or will give.
     */
    synchronized void ask(Turn turn, Consumer<PlayRequest> outgoing) {
        askedBy = Optional.of(outgoing);
        if (isAsked(turn)) {
            reply();
        } else {
            asked = Optional.of(turn.number());
            answer = Optional.empty();
            inbox.add(new Told.Asked(turn, outgoing));
        }
    }

    /** Notifies the bot how the match ended. */
    void end(MatchEnded ended) {
        inbox.add(new Told.Ended(MatchEnd.of(info, ended)));
        close();
    }

    /** Notifies the thread that nothing follows. */
    void close() {
        inbox.add(new Told.Over());
    }

    private synchronized boolean isAsked(Turn turn) {
        return asked.filter(number -> number == turn.number()).isPresent();
    }

    private synchronized void answer(Told.Asked question, PlayRequest choice) {
        if (isAsked(question.turn())) {
            answer = Optional.of(choice);
            reply();
        } else {
            // Too late, because the next Turn came meanwhile: the referee will report it.
            question.outgoing().accept(choice);
        }
    }

    private void reply() {
        if (answer.isPresent() && askedBy.isPresent()) {
            askedBy.get().accept(answer.get());
            askedBy = Optional.empty();
        }
    }

    private void play(Supplier<? extends Bot> newBot) {
        Bot bot = begin(newBot);
        while (true) {
            Told told;
            try {
                told = inbox.take();
            } catch (InterruptedException leftOver) {
                continue; // interrupted by the bot itself: the match continues
            }
            if (told instanceof Told.Over) {
                return;
            } else if (told instanceof Told.Ended ended) {
                end(bot, ended.end());
            } else if (told instanceof Told.Asked question) {
                answer(question, choice(question.turn(), choose(bot, question.turn())));
            }
        }
    }

    private Bot begin(Supplier<? extends Bot> newBot) {
        try {
            Bot bot = newBot.get();
            bot.start(info);
            return bot;
        } catch (Throwable why) {
            Log.warn(
                    "match "
                            + info.matchId()
                            + ": the start of the bot failed; defaults are played",
                    why);
            return Turn::defaultOption;
        }
    }

    private int choose(Bot bot, Turn turn) {
        try {
            int option = bot.choose(turn);
            if (option < 0 || option >= turn.optionCount()) {
                String message = "chose option %d, but there are %d, numbered from 0";
                throw new IllegalArgumentException(message.formatted(option, turn.optionCount()));
            }
            return option;
        } catch (Throwable why) {
            String message = "match %s, turn %d: playing the default because the bot failed";
            Log.warn(message.formatted(info.matchId(), turn.number()), why);
            return turn.defaultOption();
        }
    }

    private void end(Bot bot, MatchEnd end) {
        try {
            bot.end(end);
        } catch (Throwable why) {
            Log.warn("match " + info.matchId() + ": the end of the bot failed", why);
        }
    }

    private static PlayRequest choice(Turn turn, int option) {
        Choice.Builder choice =
                Choice.newBuilder()
                        .setMatchId(turn.info().matchId())
                        .setTurn(turn.number())
                        .setOption(option)
                        .setNote(cut(turn.note()));
        return PlayRequest.newBuilder().setChoice(choice).build();
    }

    /** Cuts a text between two characters. */
    private static ByteString cut(String note) {
        ByteString bytes = ByteString.copyFromUtf8(note);
        if (bytes.size() <= LONGEST_NOTE) {
            return bytes;
        }
        int end = LONGEST_NOTE;
        while ((bytes.byteAt(end) & 0xC0) == 0x80) {
            end--;
        }
        return bytes.substring(0, end);
    }
}
