package referee.bots;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.Arrays;
import java.util.stream.Collectors;
import referee.client.Bot;
import referee.client.BotOptions;
import referee.client.Runner;
import referee.client.Turn;
import referee.games.keepers.v1.Keepers.Position;

/** Follows instructions in the text of a Turn, to test the library from inside. */
public final class ScriptedBot implements Bot {
    private int asked;

    /** Runs it. */
    public static void main(String[] arguments) {
        Runner.run(
                BotOptions.named("scripted Java").withText(true).withCards(true).withMaxMatches(3),
                ScriptedBot::new);
    }

    @Override
    public int choose(Turn turn) throws Exception {
        int askedBefore = asked++;
        String[] words = turn.text().split(" ", 3);
        switch (words[0]) {
            case "choose":
                return Integer.parseInt(words[1]);
            case "note":
                turn.note(words[2]);
                return Integer.parseInt(words[1]);
            case "count":
                return askedBefore;
            case "wait":
                Thread.sleep(Long.parseLong(words[1]));
                return Integer.parseInt(words[2]);
            case "fail":
                throw new IllegalStateException("told to fail");
            case "cards":
                turn.note(turn.info().cardSet());
                return 0;
            case "tell":
                turn.note(tell(turn));
                return 0;
            default:
                return turn.defaultOption();
        }
    }

    private static String tell(Turn turn) throws InvalidProtocolBufferException {
        Position position = turn.position(Position.class);
        Object[] known = {
            turn.info().gameId(),
            turn.info().seat(),
            turn.info().bots().size(),
            turn.info().options().get("max_rounds"),
            turn.optionCount(),
            turn.defaultOption(),
            turn.decisionLeft().toMillis(),
            turn.bankLeft().toMillis(),
            String.join("|", turn.optionTexts()),
            position.getOptionsCount(),
            position.getEventsCount(),
        };
        return Arrays.stream(known).map(String::valueOf).collect(Collectors.joining(" "));
    }
}
