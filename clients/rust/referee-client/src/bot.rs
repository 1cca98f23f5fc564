//! What a bot's author writes.

use std::error::Error;

use crate::turn::{MatchEnd, MatchInfo, Turn};

/// An error in a bot's code. `?` converts any error into it.
pub type BotError = Box<dyn Error + Send + Sync>;

/// A bot in one match: what it stores belongs to that match.
pub trait Bot {
    /// Called once, before the first turn.
    fn start(&mut self, _info: &MatchInfo) {}

    /// Returns the index of an option, below `turn.option_count`. It may think as long as there is time: other matches and the
    /// connection have separate threads.
    ///
    /// # Errors
    /// After an error, a panic or an index that is too high, the default option is played, and the log says why.
    fn choose(&mut self, turn: &mut Turn) -> Result<u32, BotError>;

    /// Called once, after the last turn.
    fn end(&mut self, _end: &MatchEnd) {}
}

/// A function can be a bot, too.
impl<F: FnMut(&mut Turn) -> Result<u32, BotError>> Bot for F {
    fn choose(&mut self, turn: &mut Turn) -> Result<u32, BotError> {
        self(turn)
    }
}
