package referee.client;

import java.util.List;
import referee.v1.MatchOuterClass.SeatResult;
import referee.v1.PlayServiceOuterClass.MatchEnded;

/**
 * How a match ended.
 *
 * @param info the match
 * @param results place, score, end and strikes of each seat in order; empty if the match was voided
 * @param reason why the game ended, one of the game's own words; empty if the match was voided
 * @param voidReason why the match has no result, through no fault of a bot; empty if it has one
 */
public record MatchEnd(MatchInfo info, List<SeatResult> results, String reason, String voidReason) {
    static MatchEnd of(MatchInfo info, MatchEnded ended) {
        return new MatchEnd(info, ended.getResultsList(), ended.getReason(), ended.getVoidReason());
    }
}
