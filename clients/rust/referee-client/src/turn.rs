//! What a bot receives: the match, its turns and its result.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use prost::{DecodeError, Message, Name};
use prost_types::Any;

use crate::v1;

/// The facts about a match that its bots receive at the start.
#[derive(Clone, Debug, Default)]
pub struct MatchInfo {
    /// The id of the match.
    pub match_id: String,
    /// The id of the game, e.g. `keepers`.
    pub game_id: String,
    /// The version of the rules.
    pub rules_version: String,
    /// The digest of the card set.
    pub card_set_digest: String,
    /// Every option of the game with its value, as text.
    pub options: HashMap<String, String>,
    /// The seat that this bot plays, from 0.
    pub seat: u32,
    /// The bots' names in seat order.
    pub bots: Vec<String>,
    /// How much time the seats have.
    pub time_control: v1::TimeControl,
    /// The referee's commitment to the seed.
    pub seed_commitment: Vec<u8>,
    /// Whether an earlier process of this bot has played a part of the match.
    pub resumed: bool,
    /// The card set as JSON; empty unless the bot wants cards, or if the referee is too old to send it.
    pub card_set: String,
}

impl From<v1::MatchStarted> for MatchInfo {
    fn from(started: v1::MatchStarted) -> Self {
        Self {
            match_id: started.match_id,
            game_id: started.game_id,
            rules_version: started.rules_version,
            card_set_digest: started.card_set_digest,
            options: started.options,
            seat: started.seat,
            bots: started.seats.into_iter().map(|seat| seat.bot).collect(),
            time_control: started.time_control.unwrap_or_default(),
            seed_commitment: started.seed_commitment,
            resumed: started.resumed,
            card_set: started.card_set,
        }
    }
}

/// A decision that the bot is asked for.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The match.
    pub info: Arc<MatchInfo>,
    /// The number of this turn, unique in the match for this bot.
    pub number: u32,
    /// The seat that is asked, from 0.
    pub seat: u32,
    /// How many options there are.
    pub option_count: u32,
    /// The index that is played for the bot if it does not answer in time.
    pub default_option: u32,
    /// The time left for this decision when the Turn arrived, before the bank is used.
    pub decision_left: Duration,
    /// The time left in the bank then.
    pub bank_left: Duration,
    /// When both are used up.
    pub deadline: Instant,
    /// The position as text; empty unless the bot wants text.
    pub text: String,
    /// The options as text, in order; empty unless the bot wants text.
    pub option_texts: Vec<String>,
    /// The bot may set this note; it is stored in the record with the choice: at most 1024 bytes, the rest is cut off.
    pub note: String,
    position: Any,
}

impl Turn {
    /// Reads a Turn that arrived at a given time.
    #[must_use]
    pub fn new(info: Arc<MatchInfo>, asked: v1::Turn, arrived: Instant) -> Self {
        let (decision_left, bank_left) = (duration(asked.decision_left), duration(asked.bank_left));
        let left = decision_left.saturating_add(bank_left);
        Self {
            info,
            number: asked.turn,
            seat: asked.seat,
            option_count: asked.option_count,
            default_option: asked.default_option,
            decision_left,
            bank_left,
            deadline: arrived.checked_add(left).unwrap_or(arrived),
            text: asked.text,
            option_texts: asked.option_texts,
            note: String::new(),
            position: asked.position.unwrap_or_default(),
        }
    }

    /// The game's own position, with view, options and events: `let position: keepers::v1::Position = turn.position()?`.
    ///
    /// # Errors
    /// It is the position of another game, or its bytes cannot be read.
    pub fn position<P: Message + Name + Default>(&self) -> Result<P, DecodeError> {
        self.position.to_msg()
    }

    /// The time that is left now.
    #[must_use]
    pub fn time_left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }
}

/// How a match ended.
#[derive(Clone, Debug)]
pub struct MatchEnd {
    /// The match.
    pub info: Arc<MatchInfo>,
    /// Place, score, end and strikes of each seat in order; empty if the match was voided.
    pub results: Vec<v1::SeatResult>,
    /// Why the game ended, one of the game's own words; empty if the match was voided.
    pub reason: String,
    /// Why the match has no result, through no fault of a bot; empty if it has one.
    pub void_reason: String,
}

impl MatchEnd {
    pub(crate) fn new(info: Arc<MatchInfo>, ended: v1::MatchEnded) -> Self {
        Self {
            info,
            results: ended.results,
            reason: ended.reason,
            void_reason: ended.void_reason,
        }
    }
}

fn duration(wire: Option<prost_types::Duration>) -> Duration {
    wire.and_then(|wire| wire.try_into().ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{inns, keepers};

    fn asked(position: Any) -> Turn {
        let wire = v1::Turn {
            option_count: 2,
            position: Some(position),
            ..Default::default()
        };
        Turn::new(Arc::default(), wire, Instant::now())
    }

    #[test]
    fn the_position_is_that_of_the_game() {
        let position = keepers::v1::Position {
            options: vec![keepers::v1::Option::default()],
            ..Default::default()
        };
        let turn = asked(Any::from_msg(&position).unwrap());
        assert_eq!(turn.position::<keepers::v1::Position>().unwrap(), position);
        assert!(turn.position::<inns::v1::Position>().is_err());
    }

    #[test]
    fn bytes_that_are_no_position_are_an_error() {
        let turn = asked(Any {
            type_url: "type.googleapis.com/referee.games.keepers.v1.Position".into(),
            value: vec![0xff],
        });
        assert!(turn.position::<keepers::v1::Position>().is_err());
    }

    #[test]
    fn the_time_left_is_that_of_decision_and_bank() {
        let seconds = |seconds| Some(prost_types::Duration { seconds, nanos: 0 });
        let arrived = Instant::now();
        for (decision, bank, left) in [(2, 3, 5), (0, 7, 7), (-1, 4, 4), (i64::MAX, i64::MAX, 0)] {
            let wire = v1::Turn {
                decision_left: seconds(decision),
                bank_left: seconds(bank),
                ..Default::default()
            };
            let turn = Turn::new(Arc::default(), wire, arrived);
            assert_eq!(
                turn.deadline,
                arrived + Duration::from_secs(left),
                "{decision} s and {bank} s"
            );
        }
    }
}
