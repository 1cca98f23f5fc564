package referee.client;

/** Why a bot cannot continue: wrong settings, or a referee that refuses it or is unreachable. */
public final class ClientException extends Exception {
    private static final long serialVersionUID = 1;

    /** Takes a message for people. */
    public ClientException(String message) {
        super(message);
    }
}
