use std::process::ExitCode;

use referee_client::{run, Bot, BotError, Options, Turn};

/// Plays one match: what it stores belongs to that match.
#[derive(Default)]
struct MyBot;

impl Bot for MyBot {
    fn choose(&mut self, turn: &mut Turn) -> Result<u32, BotError> {
        // `turn.position()` returns what you see and may choose, for Keepers
        //     let position: referee_client::games::keepers::v1::Position = turn.position()?;
        // The answer is an index below `turn.option_count`.
        Ok(fastrand::u32(..turn.option_count))
    }
}

fn main() -> ExitCode {
    run(Options::named("my bot"), MyBot::default)
}
