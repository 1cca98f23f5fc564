//! Follows instructions in the text of a Turn, to test the library from inside.

use std::process::ExitCode;
use std::thread::sleep;
use std::time::Duration;

use referee_client::games::keepers::v1::Position;
use referee_client::{run, Bot, BotError, Options, Turn};

#[derive(Default)]
struct Scripted {
    asked: u32,
}

impl Bot for Scripted {
    fn choose(&mut self, turn: &mut Turn) -> Result<u32, BotError> {
        let asked_before = self.asked;
        self.asked += 1;
        let text = turn.text.clone();
        let words: Vec<&str> = text.splitn(3, ' ').collect();
        match words[..] {
            ["choose", option, ..] => Ok(option.parse()?),
            ["note", option, note] => {
                turn.note = note.into();
                Ok(option.parse()?)
            }
            ["count"] => Ok(asked_before),
            ["wait", milliseconds, option] => {
                sleep(Duration::from_millis(milliseconds.parse()?));
                Ok(option.parse()?)
            }
            ["fail"] => panic!("told to fail"),
            ["cards"] => {
                turn.note = turn.info.card_set.clone();
                Ok(0)
            }
            ["tell"] => {
                turn.note = tell(turn)?;
                Ok(0)
            }
            _ => Ok(turn.default_option),
        }
    }
}

fn tell(turn: &Turn) -> Result<String, BotError> {
    let position: Position = turn.position()?;
    let info = &turn.info;
    let max_rounds = info.options.get("max_rounds").map_or("-", String::as_str);
    Ok(format!(
        "{} {} {} {} {} {} {} {} {} {} {}",
        info.game_id,
        info.seat,
        info.bots.len(),
        max_rounds,
        turn.option_count,
        turn.default_option,
        turn.decision_left.as_millis(),
        turn.bank_left.as_millis(),
        turn.option_texts.join("|"),
        position.options.len(),
        position.events.len(),
    ))
}

fn main() -> ExitCode {
    run(
        Options {
            wants_text: true,
            wants_cards: true,
            max_matches: 3,
            ..Options::named("scripted Rust")
        },
        Scripted::default,
    )
}
