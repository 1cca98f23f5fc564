package referee.client;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Messages for people on stderr while a bot plays. */
final class Log {
    private Log() {}

    static void warn(String what) {
        System.err.println("referee_client: " + what);
    }

    static void warn(String what, Throwable why) {
        StringWriter trace = new StringWriter();
        why.printStackTrace(new PrintWriter(trace));
        warn(what + ": " + trace.toString().stripTrailing());
    }
}
