package referee.bots;

import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import referee.client.Bot;
import referee.client.BotOptions;
import referee.client.Runner;
import referee.client.Turn;
import referee.games.keepers.v1.Keepers.Colour;
import referee.games.keepers.v1.Keepers.Counts;
import referee.games.keepers.v1.Keepers.Option;
import referee.games.keepers.v1.Keepers.Position;
import referee.games.keepers.v1.Keepers.SeatView;
import referee.games.keepers.v1.Keepers.View;

/**
 * A sensible bot for Angirg Mariem Keepers; in any other game it plays the default option.
 *
 * <p>A quest's worth is the number of adventurers that it would prepare in the bot's own tavern.
 * Choose the quest worth most. In an auction, compare the quest with the best other one: outbid the
 * others by as many focus cards as it is worth more, or pass. If cards must be laid without wanting
 * to win, lay the colour held least. Sabotage with every pair, first the seat with the fewest
 * adventurers left.
 */
public final class KeepersBot implements Bot {
    private static final List<Colour> COLOURS =
            List.of(
                    Colour.COLOUR_WARRIOR,
                    Colour.COLOUR_WIZARD,
                    Colour.COLOUR_ROGUE,
                    Colour.COLOUR_RANGER);

    /** Runs it. */
    public static void main(String[] arguments) {
        Runner.run(BotOptions.named("keepers (Java)").withEvents(false), KeepersBot::new);
    }

    @Override
    public int choose(Turn turn) throws Exception {
        if (!turn.info().gameId().equals("keepers")) {
            return turn.defaultOption();
        }
        Position position = turn.position(Position.class);
        View view = position.getView();
        List<Option> options = position.getOptionsList();
        if (options.get(0).hasQuest()) {
            return best(options, option -> worthChoosing(view, option));
        }
        if (view.hasAuction()) {
            return bid(view, options);
        }
        return best(options, option -> worthSabotaging(view, option));
    }

    /** The first of the options that are worth most. */
    private static int best(List<Option> options, ToLongFunction<Option> worth) {
        int best = 0;
        for (int index = 1; index < options.size(); index++) {
            if (worth.applyAsLong(options.get(index)) > worth.applyAsLong(options.get(best))) {
                best = index;
            }
        }
        return best;
    }

    /** What a quest brings counts first, then the cards to fight for it. */
    private static long worthChoosing(View view, Option option) {
        List<Colour> quest = view.getSpaces(option.getQuest().getSpace() - 1).getQuestList();
        return 1000L * gain(me(view), quest) + count(view.getHand(), quest.get(quest.size() - 1));
    }

    /** Anything is better than a pass, best against the seat nearest its goal. */
    private static long worthSabotaging(View view, Option option) {
        return option.hasSabotage()
                ? 1000 - left(view.getSeats(option.getSabotage().getSeat()))
                : 0;
    }

    /** Lays cards of the focus colour up to the stake, then only what must be laid. */
    private static int bid(View view, List<Option> options) {
        Colour focus = view.getAuction().getFocus();
        List<Integer> adds =
                IntStream.range(0, options.size())
                        .filter(index -> options.get(index).hasAdd())
                        .boxed()
                        .toList();
        if (count(view.getBidPile(), focus) < stake(view)) {
            for (int index : adds) {
                if (options.get(index).getAdd().getColour() == focus) {
                    return index;
                }
            }
        }
        if (!options.get(0).hasAdd()) {
            return 0; // pass, or lay no more
        }
        return adds.stream()
                .min(
                        Comparator.comparing(
                                index ->
                                        count(
                                                view.getHand(),
                                                options.get(index).getAdd().getColour())))
                .orElse(0);
    }

    /** How many cards of the focus colour the running auction is worth; 0 to stay out of it. */
    private static int stake(View view) {
        if (view.getAuction().getAlone()) {
            return 0;
        }
        int here = 0;
        int elsewhere = 0;
        for (int space = 1; space <= view.getSpacesCount(); space++) {
            int gain = gain(me(view), view.getSpaces(space - 1).getQuestList());
            if (space == view.getAuction().getSpace()) {
                here = gain;
            } else {
                elsewhere = Math.max(elsewhere, gain);
            }
        }
        if (here <= elsewhere) {
            return 0;
        }
        int highest =
                IntStream.range(0, view.getSeatsCount())
                        .filter(seat -> seat != view.getSeat())
                        .map(seat -> view.getSeats(seat).getBidPile())
                        .max()
                        .orElse(0);
        return highest + here - elsewhere;
    }

    private static SeatView me(View view) {
        return view.getSeats(view.getSeat());
    }

    /** How many adventurers of a seat a quest pile would prepare. */
    static int gain(SeatView seat, List<Colour> quest) {
        return COLOURS.stream()
                .mapToInt(
                        colour -> {
                            int asked = (int) quest.stream().filter(colour::equals).count();
                            return Math.min(count(seat.getUnprepared(), colour), asked);
                        })
                .sum();
    }

    /** How many adventurers a seat still has to get rid of, including prepared ones. */
    private static int left(SeatView seat) {
        return COLOURS.stream()
                .mapToInt(
                        colour ->
                                count(seat.getUnprepared(), colour)
                                        + count(seat.getPrepared(), colour))
                .sum();
    }

    private static int count(Counts counts, Colour colour) {
        return switch (colour) {
            case COLOUR_WARRIOR -> counts.getWarrior();
            case COLOUR_WIZARD -> counts.getWizard();
            case COLOUR_ROGUE -> counts.getRogue();
            case COLOUR_RANGER -> counts.getRanger();
            default -> 0;
        };
    }
}
