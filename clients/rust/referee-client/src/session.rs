//! The protocol without network and clocks: handles each message of the referee.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use tokio::sync::mpsc::Sender;

use crate::bot::Bot;
use crate::errors::ClientError;
use crate::log::warn;
use crate::seat::{Outgoing, Seat};
use crate::turn::{MatchInfo, Turn};
use crate::v1;
use crate::v1::play_request::Request;
use crate::v1::play_response::Response;

/// Plays any number of matches, over any number of consecutive connections.
pub(crate) struct Session<F> {
    new_bot: Arc<F>,
    hello: v1::Hello,
    seats: HashMap<String, Seat>,
    playing: Sender<()>,
    /// Whether there was a Welcome on this connection.
    pub(crate) welcomed: bool,
    /// The Goodbye with which the referee closed this connection.
    pub(crate) goodbye: Option<v1::Goodbye>,
}

impl<B: Bot, F: Fn() -> B + Send + Sync + 'static> Session<F> {
    /// Every thread of a match holds a copy of `playing`.
    pub(crate) fn new(new_bot: F, hello: v1::Hello, playing: Sender<()>) -> Self {
        Self {
            new_bot: Arc::new(new_bot),
            hello,
            seats: HashMap::new(),
            playing,
            welcomed: false,
            goodbye: None,
        }
    }

    /// Begins a connection: returns the first request. After a lost connection, the request asks to resume.
    pub(crate) fn hello(&mut self) -> Request {
        self.welcomed = false;
        self.goodbye = None;
        Request::Hello(self.hello.clone())
    }

    /// Handles a message. Answers go to `outgoing`, perhaps much later.
    pub(crate) fn receive(
        &mut self,
        response: v1::PlayResponse,
        arrived: Instant,
        outgoing: &Outgoing,
    ) -> Result<(), ClientError> {
        match response.response {
            Some(Response::Turn(asked)) => {
                let Some(seat) = self.seats.get(&asked.match_id) else {
                    let id = &asked.match_id;
                    return Err(ClientError(format!(
                        "the referee asks about match {id:?}, which it never started"
                    )));
                };
                seat.ask(Turn::new(Arc::clone(&seat.info), asked, arrived), outgoing);
            }
            Some(Response::MatchStarted(started)) => return self.start(started),
            Some(Response::MatchEnded(ended)) => {
                if let Some(seat) = self.seats.remove(&ended.match_id) {
                    seat.end(ended);
                }
            }
            Some(Response::Strike(strike)) => tell(&strike),
            Some(Response::Welcome(welcome)) => {
                self.welcomed = true;
                self.hello.resume_token = welcome.resume_token;
            }
            Some(Response::Goodbye(goodbye)) => self.goodbye = Some(goodbye),
            Some(Response::Update(_)) => {} // only for a Hello that wants updates
            None => warn(format_args!(
                "the referee sent a kind of message that this library does not know"
            )),
        }
        Ok(())
    }

    /// Makes the bot for a match, unless the match only continues after a lost connection.
    fn start(&mut self, started: v1::MatchStarted) -> Result<(), ClientError> {
        if started.resumed && self.seats.contains_key(&started.match_id) {
            return Ok(());
        }
        let id = started.match_id.clone();
        let new_bot = Arc::clone(&self.new_bot);
        let seat = Seat::start(MatchInfo::from(started), move || new_bot(), self.playing.clone())
            .map_err(|why| ClientError(format!("cannot start a thread for match {id:?}: {why}")))?;
        self.seats.insert(id, seat);
        Ok(())
    }
}

fn tell(strike: &v1::Strike) {
    let id = if strike.match_id.is_empty() {
        "-"
    } else {
        &strike.match_id
    };
    let left = strike
        .strikes_left
        .map(|left| format!(", strikes left: {left}"))
        .unwrap_or_default();
    let counted = if strike.counted { "counted" } else { "not counted" };
    warn(format_args!(
        "strike in match {id}, turn {}: {} ({counted}{left})",
        strike.turn, strike.why
    ));
}

#[cfg(test)]
#[path = "session_tests.rs"]
mod tests;
