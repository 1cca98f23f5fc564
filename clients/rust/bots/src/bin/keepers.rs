//! A sensible bot for Angirg Mariem Keepers; in any other game it plays the default option.
//!
//! A quest's worth is the number of adventurers that it would prepare in the bot's own tavern. Choose the
//! quest worth most. In an auction, compare the quest with the best other one: outbid the others by as many
//! focus cards as it is worth more, or pass. If cards must be laid without wanting to win, lay the colour
//! held least. Sabotage with every pair, first the seat with the fewest adventurers left.

use std::cmp::Reverse;
use std::process::ExitCode;

use referee_client::games::keepers::v1::option::Option as Kind;
use referee_client::games::keepers::v1::{Colour, Counts, Option as Choice, Position, SeatView, View};
use referee_client::{run, Bot, BotError, Options, Turn};

struct Keepers;

impl Bot for Keepers {
    fn choose(&mut self, turn: &mut Turn) -> Result<u32, BotError> {
        if turn.info.game_id != "keepers" {
            return Ok(turn.default_option);
        }
        let position: Position = turn.position()?;
        let view = position.view.as_ref().ok_or("a position without a view")?;
        let options = &position.options;
        let index = match (kind(&options[0]), &view.auction) {
            (Some(Kind::Quest(_)), _) => best(options, |option| match kind(option) {
                Some(Kind::Quest(quest)) => worth_choosing(view, quest.space),
                _ => (0, 0),
            }),
            (_, Some(_)) => bid(view, options),
            _ => best(options, |option| match kind(option) {
                Some(Kind::Sabotage(sabotage)) => (1, Reverse(left(&view.seats[sabotage.seat as usize]))),
                _ => (0, Reverse(0)),
            }),
        };
        Ok(u32::try_from(index)?)
    }
}

fn kind(option: &Choice) -> Option<&Kind> {
    option.option.as_ref()
}

/// The first of the options that are worth most.
fn best<W: Ord>(options: &[Choice], worth: impl Fn(&Choice) -> W) -> usize {
    (0..options.len())
        .rev()
        .max_by_key(|&index| worth(&options[index]))
        .unwrap_or(0)
}

/// Rates the quest to start an auction with: what it brings, then the cards to fight for it.
fn worth_choosing(view: &View, space: u32) -> (u32, u32) {
    let quest = &view.spaces[space as usize - 1].quest;
    let hand = count(view.hand.as_ref(), quest.last().copied().unwrap_or_default());
    (gain(me(view), quest), hand)
}

/// Lays cards of the focus colour up to the stake, then only what must be laid.
fn bid(view: &View, options: &[Choice]) -> usize {
    let colour_of = |index: usize| match kind(&options[index]) {
        Some(Kind::Add(add)) => Some(add.colour),
        _ => None,
    };
    let focus = view.auction.as_ref().map_or(0, |auction| auction.focus);
    if count(view.bid_pile.as_ref(), focus) < stake(view) {
        if let Some(index) = (0..options.len()).find(|&index| colour_of(index) == Some(focus)) {
            return index;
        }
    }
    if colour_of(0).is_none() {
        return 0; // pass, or lay no more
    }
    let adds = (0..options.len()).filter(|&index| colour_of(index).is_some());
    adds.min_by_key(|&index| count(view.hand.as_ref(), colour_of(index).unwrap_or_default()))
        .unwrap_or(0)
}

/// How many cards of the focus colour the running auction is worth; 0 to stay out of it.
fn stake(view: &View) -> u32 {
    let Some(auction) = view.auction.as_ref().filter(|auction| !auction.alone) else {
        return 0;
    };
    let mut gains: Vec<u32> = view
        .spaces
        .iter()
        .map(|space| gain(me(view), &space.quest))
        .collect();
    let here = gains.remove(auction.space as usize - 1);
    let worth = here.saturating_sub(gains.into_iter().max().unwrap_or(0));
    if worth == 0 {
        return 0;
    }
    let others = view
        .seats
        .iter()
        .enumerate()
        .filter(|(seat, _)| *seat != view.seat() as usize);
    others.map(|(_, seat)| seat.bid_pile).max().unwrap_or(0) + worth
}

fn me(view: &View) -> &SeatView {
    &view.seats[view.seat() as usize]
}

/// How many adventurers of a seat a quest pile would prepare.
fn gain(seat: &SeatView, quest: &[i32]) -> u32 {
    let asked =
        |colour: i32| u32::try_from(quest.iter().filter(|&&card| card == colour).count()).unwrap_or(0);
    (1..=4)
        .map(|colour| count(seat.unprepared.as_ref(), colour).min(asked(colour)))
        .sum()
}

/// How many adventurers a seat still has to get rid of, including prepared ones.
fn left(seat: &SeatView) -> u32 {
    (1..=4)
        .map(|colour| count(seat.unprepared.as_ref(), colour) + count(seat.prepared.as_ref(), colour))
        .sum()
}

fn count(counts: Option<&Counts>, colour: i32) -> u32 {
    let Some(counts) = counts else { return 0 };
    match Colour::try_from(colour) {
        Ok(Colour::Warrior) => counts.warrior,
        Ok(Colour::Wizard) => counts.wizard,
        Ok(Colour::Rogue) => counts.rogue,
        Ok(Colour::Ranger) => counts.ranger,
        _ => 0,
    }
}

fn main() -> ExitCode {
    run(
        Options {
            wants_events: false,
            ..Options::named("keepers (Rust)")
        },
        || Keepers,
    )
}
