package referee.client;

/** Why a bot cannot play on: wrong settings, a referee that refuses it or cannot be reached. */
public final class ClientException extends Exception {
    private static final long serialVersionUID = 1;

    /** The message is for people. */
    public ClientException(String message) {
        super(message);
    }
}
