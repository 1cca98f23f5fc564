package referee.bots;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import referee.games.keepers.v1.Keepers.Colour;
import referee.games.keepers.v1.Keepers.Counts;
import referee.games.keepers.v1.Keepers.SeatView;

final class KeepersBotTest {
    private static final Colour WARRIOR = Colour.COLOUR_WARRIOR;
    private static final Colour ROGUE = Colour.COLOUR_ROGUE;

    @Test
    void itCountsWhomAQuestPrepares() {
        Counts unprepared = Counts.newBuilder().setWarrior(1).setRogue(2).build();
        SeatView seat = SeatView.newBuilder().setUnprepared(unprepared).build();
        assertEquals(0, KeepersBot.gain(seat, List.of()));
        assertEquals(2, KeepersBot.gain(seat, List.of(WARRIOR, ROGUE)));
        assertEquals(2, KeepersBot.gain(seat, List.of(WARRIOR, WARRIOR, ROGUE)));
        assertEquals(0, KeepersBot.gain(seat, List.of(Colour.COLOUR_WIZARD)));
    }
}
