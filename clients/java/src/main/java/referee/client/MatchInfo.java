package referee.client;

import com.google.protobuf.ByteString;
import java.util.List;
import java.util.Map;
import referee.v1.MatchOuterClass.Seat;
import referee.v1.MatchOuterClass.TimeControl;
import referee.v1.PlayServiceOuterClass.MatchStarted;

/**
 * The facts about a match that its bots receive at the start.
 *
 * @param matchId the id of the match
 * @param gameId the id of the game, e.g. {@code keepers}
 * @param rulesVersion the version of the rules
 * @param cardSetDigest the digest of the card set
 * @param options every option of the game with its value, as text
 * @param seat the seat that this bot plays, from 0
 * @param bots the bots' names in seat order
 * @param timeControl how much time the seats have
 * @param seedCommitment the referee's commitment to the seed
 * @param resumed whether an earlier process of this bot has played a part of the match
 * @param cardSet the card set as JSON; empty unless the bot wants cards, or if the referee is too
 *     old to send it
 */
public record MatchInfo(
        String matchId,
        String gameId,
        String rulesVersion,
        String cardSetDigest,
        Map<String, String> options,
        int seat,
        List<String> bots,
        TimeControl timeControl,
        ByteString seedCommitment,
        boolean resumed,
        String cardSet) {
    static MatchInfo of(MatchStarted started) {
        return new MatchInfo(
                started.getMatchId(),
                started.getGameId(),
                started.getRulesVersion(),
                started.getCardSetDigest(),
                started.getOptionsMap(),
                started.getSeat(),
                started.getSeatsList().stream().map(Seat::getBot).toList(),
                started.getTimeControl(),
                started.getSeedCommitment(),
                started.getResumed(),
                started.getCardSet());
    }
}
