//! A library for bots that play on a Referee server.
//!
//! A bot is a type with a method `choose`; the library does everything else: it connects, reconnects after a lost connection,
//! plays several matches at once and ends cleanly.
//!
//! ```no_run
//! use referee_client::{run, Bot, BotError, Options, Turn};
//!
//! struct First;
//!
//! impl Bot for First {
//!     fn choose(&mut self, _turn: &mut Turn) -> Result<u32, BotError> {
//!         Ok(0)
//!     }
//! }
//!
//! fn main() -> std::process::ExitCode {
//!     run(Options::named("first"), || First)
//! }
//! ```

mod bot;
mod errors;
mod log;
mod messages;
mod running;
mod seat;
mod session;
mod settings;
mod tls;
mod turn;

pub use bot::{Bot, BotError};
pub use errors::ClientError;
pub use messages::{games, v1};
pub use running::{play, run, Options};
pub use settings::Settings;
pub use turn::{MatchEnd, MatchInfo, Turn};
