package referee.client;

/**
 * What a bot wants from the referee.
 *
 * @param name the bot's own name and version, for logs
 * @param wantsText whether to fill {@link Turn#text} and {@link Turn#optionTexts}
 * @param wantsEvents whether positions contain the events since the seat's last turn
 * @param wantsCards whether to fill {@link MatchInfo#cardSet}
 * @param maxMatches how many matches the bot can play at once; 0 for no limit
 */
public record BotOptions(
        String name, boolean wantsText, boolean wantsEvents, boolean wantsCards, int maxMatches) {
    /** Events, no text, no cards, and any number of matches. */
    public static BotOptions named(String name) {
        return new BotOptions(name, false, true, false, 0);
    }

    /** The same with or without text. */
    public BotOptions withText(boolean wanted) {
        return new BotOptions(name, wanted, wantsEvents, wantsCards, maxMatches);
    }

    /** The same with or without events. */
    public BotOptions withEvents(boolean wanted) {
        return new BotOptions(name, wantsText, wanted, wantsCards, maxMatches);
    }

    /** The same with or without cards. */
    public BotOptions withCards(boolean wanted) {
        return new BotOptions(name, wantsText, wantsEvents, wanted, maxMatches);
    }

    /** The same with another number of matches at once. */
    public BotOptions withMaxMatches(int limit) {
        return new BotOptions(name, wantsText, wantsEvents, wantsCards, limit);
    }
}
