package referee.client;

import java.io.PrintWriter;
import java.io.StringWriter;

/** What people are told while a bot plays, on stderr. */
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
