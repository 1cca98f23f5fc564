//! Plays any game by choosing options at random.

use std::process::ExitCode;

use referee_client::{run, BotError, Options, Turn};

fn main() -> ExitCode {
    let choose = |turn: &mut Turn| -> Result<u32, BotError> { Ok(fastrand::u32(..turn.option_count)) };
    run(
        Options {
            wants_events: false,
            ..Options::named("random (Rust)")
        },
        move || choose,
    )
}
