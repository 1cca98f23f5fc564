package referee.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class RunnerTest {
    private static final Set<Status.Code> AGAIN =
            EnumSet.of(
                    Status.Code.OK,
                    Status.Code.CANCELLED,
                    Status.Code.UNKNOWN,
                    Status.Code.ALREADY_EXISTS,
                    Status.Code.INTERNAL,
                    Status.Code.UNAVAILABLE);

    @Test
    void theWaitsGrowAndEnd() {
        List<Duration> all = new ArrayList<>();
        BackOff waits = new BackOff(Runner.PATIENCE);
        for (Optional<Duration> wait = waits.next(); wait.isPresent(); wait = waits.next()) {
            all.add(wait.get());
        }
        assertEquals(List.of(millis(50), millis(100), millis(200)), all.subList(0, 3));
        assertEquals(Duration.ofSeconds(2), Collections.max(all));
        assertEquals(Duration.ofSeconds(30), all.stream().reduce(Duration.ZERO, Duration::plus));
    }

    @ParameterizedTest
    @EnumSource(Status.Code.class)
    void someEndingsAreWorthAnotherTry(Status.Code code) {
        assertEquals(AGAIN.contains(code), Runner.worthTryingAgain(code));
    }

    @Test
    void theEnvironmentSaysWhereTheRefereeIs() throws ClientException {
        Map<String, String> everything =
                Map.of("REFEREE_ADDRESS", "here:1", "REFEREE_TOKEN", "t", "REFEREE_CA", "ca.pem");
        assertEquals(new Settings("here:1", "t", "ca.pem"), Settings.fromEnvironment(everything));
        assertEquals(
                new Settings("here:1", "", ""),
                Settings.fromEnvironment(Map.of("REFEREE_ADDRESS", "here:1")));
        assertSaid("set REFEREE_ADDRESS to", () -> Settings.fromEnvironment(Map.of()));
    }

    @Test
    void whatCannotBeDialledIsNamed() {
        assertSaid("REFEREE_CA: /nowhere", () -> new Settings("h:1", "", "/nowhere").openChannel());
        assertSaid("unset it", () -> new Settings("unix:/here", "", "ca.pem").openChannel());
    }

    private static void assertSaid(String words, org.junit.jupiter.api.function.Executable act) {
        String said = assertThrows(ClientException.class, act).getMessage();
        assertTrue(said.contains(words), said);
    }

    private static Duration millis(long milliseconds) {
        return Duration.ofMillis(milliseconds);
    }
}
