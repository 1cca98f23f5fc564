package referee.client;

import java.time.Duration;
import java.util.Optional;

/** The time to wait before each further attempt: more each time, the patience in total. */
final class BackOff {
    private static final Duration LONGEST = Duration.ofSeconds(2);

    private Duration next = Duration.ofMillis(50);
    private Duration patience;

    BackOff(Duration patience) {
        this.patience = patience;
    }

    /** The next wait; none if the patience is used up. */
    Optional<Duration> next() {
        Duration wait = shorter(next, patience);
        if (wait.isZero()) {
            return Optional.empty();
        }
        patience = patience.minus(wait);
        next = shorter(next.multipliedBy(2), LONGEST);
        return Optional.of(wait);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
