//! One match: a bot that thinks in a separate thread, and its last answer in case the Turn comes again.

use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::mpsc::{channel, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use tokio::sync::mpsc::UnboundedSender;

use crate::bot::{Bot, BotError};
use crate::log::warn;
use crate::turn::{MatchEnd, MatchInfo, Turn};
use crate::v1;
use crate::v1::choice::Answer;
use crate::v1::play_request::Request;

const LONGEST_NOTE: usize = 1024;

/// Sends the bot's requests to a connection; `None` ends the stream.
pub(crate) type Outgoing = UnboundedSender<Option<Request>>;

/// A match as the connection sees it. The thread ends once this is dropped and the bot is done thinking.
pub(crate) struct Seat {
    pub(crate) info: Arc<MatchInfo>,
    inbox: Sender<Told>,
    question: Arc<Mutex<Question>>,
}

enum Told {
    Turn(Turn, Outgoing),
    End(MatchEnd),
}

/// The last Turn. Its answer goes to the connection on which it came last; if it comes again after that, at once.
#[derive(Default)]
struct Question {
    turn: Option<u32>,
    answer: Option<v1::Choice>,
    asked_by: Option<Outgoing>,
}

impl Seat {
    /// Starts the thread of a match, which holds `playing` as long as it runs.
    pub(crate) fn start<B: Bot>(
        info: MatchInfo,
        new_bot: impl FnOnce() -> B + Send + 'static,
        playing: impl Send + 'static,
    ) -> std::io::Result<Self> {
        let (inbox, told) = channel();
        let (info, question) = (Arc::new(info), Arc::default());
        let (its_info, its_question) = (Arc::clone(&info), Arc::clone(&question));
        thread::Builder::new()
            .name(format!("match {}", info.match_id))
            .spawn(move || {
                think(&its_info, &its_question, &told, new_bot);
                drop(playing);
            })?;
        Ok(Self {
            info,
            inbox,
            question,
        })
    }

    /// Asks the bot, unless it was asked this before: then its answer, now or later, goes to this connection.
    pub(crate) fn ask(&self, turn: Turn, outgoing: &Outgoing) {
        let mut question = lock(&self.question);
        question.asked_by = Some(outgoing.clone());
        if question.turn == Some(turn.number) {
            question.reply();
        } else {
            question.turn = Some(turn.number);
            question.answer = None;
            let _ = self.inbox.send(Told::Turn(turn, outgoing.clone())); // the thread ends only after this seat
        }
    }

    /// Notifies the bot how the match ended.
    pub(crate) fn end(self, ended: v1::MatchEnded) {
        let _ = self.inbox.send(Told::End(MatchEnd::new(self.info, ended)));
    }
}

impl Question {
    fn reply(&mut self) {
        if let Some(answer) = &self.answer {
            if let Some(outgoing) = self.asked_by.take() {
                say(&outgoing, answer.clone());
            }
        }
    }
}

fn say(outgoing: &Outgoing, answer: v1::Choice) {
    let _ = outgoing.send(Some(Request::Choice(answer))); // if the connection is lost, the Turn comes again
}

fn lock(question: &Mutex<Question>) -> MutexGuard<'_, Question> {
    question.lock().unwrap_or_else(PoisonError::into_inner)
}

fn think<B: Bot>(
    info: &Arc<MatchInfo>,
    question: &Mutex<Question>,
    told: &Receiver<Told>,
    new_bot: impl FnOnce() -> B,
) {
    let failed = |what: &str, why: &str| {
        warn(format_args!(
            "match {}: {what} of the bot failed: {why}",
            info.match_id
        ));
    };
    let mut bot = guarded(|| {
        let mut bot = new_bot();
        bot.start(info);
        Ok(bot)
    })
    .map_err(|why| failed("the start", &why))
    .ok();
    for told in told {
        match (told, &mut bot) {
            (Told::Turn(mut turn, outgoing), bot) => {
                let option = bot
                    .as_mut()
                    .map_or(turn.default_option, |bot| choose(bot, &mut turn));
                let answer = choice(&turn, option);
                let mut question = lock(question);
                if question.turn == Some(turn.number) {
                    question.answer = Some(answer);
                    question.reply();
                } else {
                    say(&outgoing, answer); // too late, the next Turn came meanwhile: the referee will report it
                }
            }
            (Told::End(end), Some(bot)) => {
                let ended = guarded(|| {
                    bot.end(&end);
                    Ok(())
                });
                ended.unwrap_or_else(|why| failed("the end", &why));
            }
            (Told::End(_), None) => {}
        }
    }
}

/// Lets the bot choose; the default option, if it fails.
fn choose(bot: &mut impl Bot, turn: &mut Turn) -> u32 {
    let chosen = guarded(|| match bot.choose(turn)? {
        option if option < turn.option_count => Ok(option),
        option => Err(format!(
            "chose option {option}, but there are {}, numbered from 0",
            turn.option_count
        )
        .into()),
    });
    chosen.unwrap_or_else(|why| {
        warn(format_args!(
            "match {}, turn {}: playing the default because the bot failed: {why}",
            turn.info.match_id, turn.number
        ));
        turn.default_option
    })
}

fn choice(turn: &Turn, option: u32) -> v1::Choice {
    let mut end = turn.note.len().min(LONGEST_NOTE);
    while !turn.note.is_char_boundary(end) {
        end -= 1;
    }
    v1::Choice {
        match_id: turn.info.match_id.clone(),
        turn: turn.number,
        note: turn.note.as_bytes()[..end].to_vec(),
        answer: Some(Answer::Option(option)),
    }
}

/// Turns a panic into an error, so that one failing match does not affect the others.
fn guarded<T>(work: impl FnOnce() -> Result<T, BotError>) -> Result<T, String> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => done.map_err(|error| crate::errors::with_causes(&*error)),
        Err(_) => Err("it panicked, see above".into()), // Rust's own panic hook has printed what and where
    }
}

#[cfg(test)]
#[path = "seat_tests.rs"]
mod tests;
